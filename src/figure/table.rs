//! Rows and columns -> claims: what a heading says that its cells are, held against the position of the row.

use crate::figure::claim::{Answer, Formula, Law, Notation, Question};
use crate::figure::grid::Cells;
use crate::figure::scene::{Found, Scene, position};
use crate::figure::{equation, statement};
use crate::notation::formula::{self, Relation, Term, Written};
use crate::notation::line::Line;
use crate::notation::outcome;
use crate::notation::roles::{self, Role};
use crate::notation::token::Sign;
use crate::solve::Position;

/// What a table turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Content {
    /// Whether it labels positions.
    pub outcomes: bool,
    /// Whether it gives Grundy values.
    pub nimbers: bool,
    /// Whether it gives nim-sums.
    pub sums: bool,
    /// Whether it gives binary numerals.
    pub binary: bool,
    /// Whether its positions are lists.
    pub lists: bool,
    /// Whether no heading says that the first column holds positions.
    pub unsaid: bool,
}

impl Content {
    /// The kind of figure.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self {
                lists: true,
                nimbers: true,
                ..
            } => "heap-sum-table",
            Self { lists: true, .. } => "pile-table",
            Self { nimbers: true, .. } => "grundy-table",
            Self { binary: true, .. } => "binary-table",
            Self {
                sums: true,
                outcomes: false,
                ..
            } => "heap-sum-table",
            _ => "position-table",
        }
    }
}

/// The position that a cell names, if it names one and says nothing else: `4`, `n = 4`, `[3, 4, 5]`, `3, 4, 5`.
#[must_use]
pub fn position_cell(cell: &Line) -> Option<Vec<Position>> {
    if cell.is_empty() {
        return None;
    }
    let chain = formula::chain(cell, 0, cell.len())?;
    let mut end = chain.tokens.end;
    let first = match (chain.terms.as_slice(), chain.relations.as_slice()) {
        ([term], []) => match term {
            Term::Nimber { argument, .. } | Term::Wins { argument, .. } => position(argument)?,
            Term::Set { open: false, .. } => {
                Position::List(term.numbers().filter(|numbers| !numbers.is_empty())?)
            }
            term => position(term)?,
        },
        ([Term::Variable(_), term], [Relation::Equal]) => position(term)?,
        _ => return None,
    };
    let mut positions = vec![first];
    while cell.is(end, Sign::Comma) || cell.is(end, Sign::Slash) {
        positions.push(Position::Number(cell.number(end + 1)?));
        end += 2;
    }
    // A unit may follow: `4 viên`, `৪টা`, `4:`.
    if end < cell.len()
        && cell
            .word(end)
            .is_some_and(|word| outcome::word(word).is_none())
    {
        end += 1;
    }
    if end + 1 == cell.len() && (cell.is(end, Sign::Colon) || cell.is(end, Sign::Stop)) {
        end += 1;
    }
    (end == cell.len()).then_some(positions)
}

/// Which columns hold what. A table beside another one begins again with a position.
fn columns(cells: &Cells) -> Vec<Option<Role>> {
    let width = cells
        .rows
        .iter()
        .map(Vec::len)
        .max()
        .unwrap_or(0)
        .max(cells.header.as_ref().map_or(0, Vec::len));
    (0..width)
        .map(|column| {
            if let Some(header) = cells.header.as_ref().and_then(|header| header.get(column))
                && let Some(role) = roles::role(header)
            {
                if role == Role::Outcome && names_players(cells, column) {
                    return Some(Role::Names);
                }
                return Some(role);
            }
            let column_cells: Vec<&Line> = cells
                .rows
                .iter()
                .filter_map(|row| row.get(column))
                .filter(|cell| !cell.is_empty())
                .collect();
            if column_cells.is_empty() {
                return None;
            }
            if column_cells.iter().all(|cell| only_label(cell)) {
                return Some(Role::Outcome);
            }
            if cells.header.is_none()
                && column_cells
                    .iter()
                    .all(|cell| position_cell(cell).is_some())
                && column == 0
            {
                return Some(Role::Position(1));
            }
            None
        })
        .collect()
}

/// Whether single letters of a column are names: some of them are no labels.
fn names_players(cells: &Cells, column: usize) -> bool {
    let letters = cells
        .rows
        .iter()
        .filter_map(|row| row.get(column))
        .filter(|cell| {
            cell.len() == 1 && cell.word(0).is_some_and(|word| word.chars().count() == 1)
        });
    letters
        .into_iter()
        .any(|cell| outcome::label(cell, 0, true).is_none())
}

/// Whether a cell is a label and nothing else.
#[must_use]
pub fn only_label(cell: &Line) -> bool {
    let strip = |at: usize| cell.is(at, Sign::Quote) || cell.is(at, Sign::Times);
    let mut at = 0;
    while strip(at) {
        at += 1;
    }
    let Some(label) = outcome::label(cell, at, true) else {
        return false;
    };
    let mut end = label.tokens.end;
    // `হারে (L)`: the same in brackets.
    if cell.is(end, Sign::Open)
        && let Some(again) = outcome::label(cell, end + 1, true)
        && cell.is(again.tokens.end, Sign::Close)
    {
        end = again.tokens.end + 1;
    }
    (end..cell.len()).all(strip)
}

/// States what a table says. `vertices` says that its positions are those of a graph, by name.
pub fn read(cells: &Cells, scene: &mut Scene, found: &mut Found) -> Content {
    let mut content = Content::default();
    let roles = columns(cells);
    header_laws(cells, scene, found);
    let mut begins: Vec<usize> = Vec::new();
    // The column of the positions: the surest one; further ones of the same sureness begin tables of their own.
    let best = roles
        .iter()
        .filter_map(|role| {
            if let Some(Role::Position(weight)) = role {
                Some(*weight)
            } else {
                None
            }
        })
        .max();
    for (column, role) in roles.iter().enumerate() {
        if matches!(role, Some(Role::Position(weight)) if Some(*weight) == best) {
            begins.push(column);
        }
    }
    if begins.is_empty()
        && roles.first().is_some_and(Option::is_none)
        && cells.rows.iter().all(|row| {
            row.first()
                .is_some_and(|cell| position_cell(cell).is_some())
        })
    {
        begins.push(0);
        content.unsaid = cells.header.is_some();
    }
    for row in &cells.rows {
        let misere = scene.misere;
        scene.misere |=
            row.iter().any(crate::notation::words::speaks_of_misere) && !games_are_misere(scene);
        if begins.is_empty() {
            scene.subjects = Vec::new();
            for cell in row {
                statement::read(cell, scene, found);
            }
        }
        let same = begins.len() > 1 && best == Some(3);
        for (order, &begin) in begins.iter().enumerate() {
            if order > 0 && !same {
                break;
            }
            let (from, to) = if same {
                (begin, begins.get(order + 1).copied().unwrap_or(roles.len()))
            } else {
                (0, roles.len())
            };
            read_row(row, from, to, begin, &roles, scene, found, &mut content);
        }
        scene.misere = misere;
    }
    scene.subjects = Vec::new();
    if !found.claims.is_empty() {
        columns_of_numbers(cells, &roles, &begins, scene, found);
    }
    content
}

/// Positions stand in one row each; rows that are numbered are numbered on.
fn columns_of_numbers(
    cells: &Cells,
    roles: &[Option<Role>],
    begins: &[usize],
    scene: &Scene,
    found: &mut Found,
) {
    for column in 0..roles.len() {
        let entries: Vec<(u64, crate::source::Span)> = cells
            .rows
            .iter()
            .filter_map(|row| row.get(column))
            .filter_map(|cell| {
                let number = only_number(cell)
                    .map(|written| written.numeral.value)
                    .or_else(|| match named_vertex(cell, scene) {
                        Some(Position::Number(vertex)) => Some(vertex),
                        _ => None,
                    })?;
                Some((number, cell.span(0..cell.len())?))
            })
            .collect();
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            continue;
        };
        if entries.len() < 3 || entries.len() != cells.rows.len() {
            continue;
        }
        let numbers: Vec<u64> = entries.iter().map(|(number, _)| *number).collect();
        let span = first.1.to(last.1);
        if begins.first() == Some(&column) {
            found.push(
                span,
                Question::Distinct,
                Answer::Numbers(numbers),
                Notation::Plain,
            );
        } else if matches!(roles.get(column), Some(Some(Role::Position(_)) | None))
            && (1..)
                .zip(&numbers)
                .filter(|(expected, number)| expected == *number)
                .count()
                + 1
                >= numbers.len()
        {
            found.push(
                span,
                Question::Numbering,
                Answer::Numbers(numbers),
                Notation::Plain,
            );
        }
    }
}

fn games_are_misere(scene: &Scene) -> bool {
    [&scene.games.number, &scene.games.list]
        .into_iter()
        .flatten()
        .any(|bound| bound.game.play() == crate::solve::Play::Misere)
}

/// A heading may state a law of its own: `G(n) = n mod 4`.
fn header_laws(cells: &Cells, scene: &mut Scene, found: &mut Found) {
    for cell in cells.header.iter().flatten() {
        statement::read(cell, scene, found);
        scene.subjects = Vec::new();
    }
}

#[allow(
    clippy::too_many_arguments,
    reason = "a row is read with all that its table knows; a struct would only rename them"
)]
fn read_row(
    row: &[Line],
    from: usize,
    to: usize,
    begin: usize,
    roles: &[Option<Role>],
    scene: &mut Scene,
    found: &mut Found,
    content: &mut Content,
) {
    let Some(cell) = row.get(begin) else { return };
    let mut subjects =
        position_cell(cell).or_else(|| named_vertex(cell, scene).map(|position| vec![position]));
    // Piles in a column of their own may be listed without brackets.
    if let Some(list) = subjects
        .as_ref()
        .filter(|list| list.len() > 1 && cell.word(0).is_none_or(|word| word != "n"))
        && (scene.games.number.is_none() || roles.contains(&Some(Role::Xor)))
        && scene.games.list.is_some()
    {
        let numbers = list
            .iter()
            .filter_map(|position| {
                if let Position::Number(value) = position {
                    Some(*value)
                } else {
                    None
                }
            })
            .collect();
        subjects = Some(vec![Position::List(numbers)]);
    }
    let Some(subjects) = subjects else {
        scene.subjects = Vec::new();
        for (column, cell) in row.iter().enumerate().take(to).skip(from) {
            if column != begin {
                statement::read(cell, scene, found);
            }
        }
        return;
    };
    content.lists |= subjects
        .iter()
        .any(|position| matches!(position, Position::List(_)));
    let piles = match subjects.as_slice() {
        [Position::List(numbers)] => Some(numbers.clone()),
        _ => None,
    };
    row_law(row, from, to, begin, scene, found);
    // Positions that share a row are different ones: `n = 1, 2, 3`.
    if let (true, Some(span)) = (subjects.len() >= 2, cell.span(0..cell.len())) {
        let numbers = subjects
            .iter()
            .filter_map(|subject| {
                if let Position::Number(value) = subject {
                    Some(*value)
                } else {
                    None
                }
            })
            .collect();
        found.push(
            span,
            Question::Distinct,
            Answer::Numbers(numbers),
            Notation::Plain,
        );
    }
    for (column, cell) in row.iter().enumerate().take(to).skip(from) {
        if column == begin || cell.is_empty() {
            continue;
        }
        scene.subjects.clone_from(&subjects);
        scene.subjects_open = false;
        scene.piles.clone_from(&piles);
        let before = found.claims.len();
        match roles.get(column).and_then(Option::as_ref) {
            Some(Role::Nimber) => nimber_cell(cell, &subjects, scene, found, content),
            Some(Role::Options) => options_cell(cell, &subjects, scene, found),
            Some(Role::OptionValues) => option_values_cell(cell, &subjects, scene, found),
            Some(Role::Xor) => {
                content.sums = true;
                sum_cell(cell, &subjects, scene, found);
            }
            Some(Role::Binary) => {
                content.binary = true;
                binary_cell(cell, &subjects, found);
            }
            Some(Role::Formula(term)) => formula_cell(cell, term, &subjects, found),
            Some(Role::Position(_) | Role::Names) => {}
            Some(Role::Moves) => moves_cell(cell, &subjects, scene, found),
            Some(Role::Outcome | Role::Other) | None => {
                labelled_cell(
                    cell,
                    &subjects,
                    scene,
                    found,
                    roles
                        .get(column)
                        .is_some_and(|role| *role == Some(Role::Outcome)),
                );
            }
        }
        content.outcomes |= found.claims[before..]
            .iter()
            .any(|claim| matches!(claim.question, Question::Outcome(_)));
        content.nimbers |= found.claims[before..]
            .iter()
            .any(|claim| speaks_of_nimbers(&claim.question));
        scene.piles = None;
    }
    scene.subjects = Vec::new();
}

/// `n = 1, 2, 3 | n % 4 != 0 | W`: a condition and a label in one row are a law.
fn row_law(row: &[Line], from: usize, to: usize, begin: usize, scene: &Scene, found: &mut Found) {
    if scene.games.number.is_none() || scene.misere {
        return;
    }
    let cells = || {
        row.iter()
            .enumerate()
            .take(to)
            .skip(from)
            .filter(|(column, _)| *column != begin)
            .map(|(_, cell)| cell)
    };
    let Some(label) = cells()
        .find(|cell| only_label(cell))
        .and_then(|cell| (0..cell.len()).find_map(|at| outcome::label(cell, at, true)))
    else {
        return;
    };
    for cell in cells() {
        let Some(chain) = formula::chain(cell, 0, cell.len()) else {
            continue;
        };
        if let (
            [left @ Term::Mod(of, _), right @ Term::Number(_)],
            [relation @ (Relation::Equal | Relation::NotEqual)],
        ) = (chain.terms.as_slice(), chain.relations.as_slice())
            && matches!(of.as_ref(), Term::Variable(_))
            && let Some(span) = cell.span(chain.tokens.clone())
        {
            let condition = Formula::Related(left.clone(), *relation, right.clone());
            found.law(Law::Implies(condition, Formula::Says(label.outcome)), span);
        }
    }
}

fn speaks_of_nimbers(question: &Question) -> bool {
    fn nimber(term: &Term) -> bool {
        match term {
            Term::Nimber { name, .. } => name != "G",
            Term::Xor(items) | Term::Caret(items) => items.iter().any(nimber),
            _ => false,
        }
    }
    match question {
        Question::Nimber(position) => matches!(position, Position::Number(_)),
        Question::Value(term) => nimber(term),
        Question::Holds(Formula::Related(left, _, right)) => nimber(left) || nimber(right),
        _ => false,
    }
}

/// The vertex of the graph above that a cell names.
fn named_vertex(cell: &Line, scene: &Scene) -> Option<Position> {
    let text = cell.text(0..cell.len()).trim();
    scene
        .names
        .iter()
        .position(|name| name == text)
        .map(|vertex| Position::Number(vertex as u64))
}

/// The number that a cell is, if it is one and nothing else.
pub fn only_number(cell: &Line) -> Option<Written> {
    let strip = |at: usize| cell.is(at, Sign::Quote) || cell.is(at, Sign::Times);
    let mut at = 0;
    while strip(at) {
        at += 1;
    }
    match formula::primary(cell, at, cell.len())? {
        (Term::Number(written), end)
            if (end..cell.len()).all(|index| strip(index) || cell.is(index, Sign::Bang)) =>
        {
            Some(written)
        }
        _ => None,
    }
}

fn single_number(cell: &Line, at: usize) -> Option<Written> {
    cell.number(at)?;
    match formula::primary(cell, at, at + 1)? {
        (Term::Number(written), _) => Some(written),
        _ => None,
    }
}

fn nimber_cell(
    cell: &Line,
    subjects: &[Position],
    scene: &mut Scene,
    found: &mut Found,
    content: &mut Content,
) {
    if let ([subject], Some(written)) = (subjects, only_number(cell)) {
        if scene.knows(subject) {
            content.nimbers = true;
            found.nimber(subject, &written);
        }
        return;
    }
    // `2, 1` beside `[4, 7]`: the values of the piles one by one.
    if let [Position::List(piles)] = subjects
        && let values = (0..cell.len())
            .filter_map(|at| single_number(cell, at))
            .collect::<Vec<_>>()
        && values.len() == piles.len()
        && values.len() >= 2
        && cell.tokens.iter().all(|token| {
            token.number().is_some()
                || [
                    Sign::Comma,
                    Sign::Semicolon,
                    Sign::Bar,
                    Sign::Slash,
                    Sign::Open,
                    Sign::Close,
                    Sign::OpenBracket,
                    Sign::CloseBracket,
                ]
                .into_iter()
                .any(|sign| token.is(sign))
                || token
                    .word()
                    .is_some_and(|word| ["và", "ও", "আর", "and"].contains(&word))
        })
    {
        for (pile, written) in piles.iter().zip(&values) {
            let position = Position::Number(*pile);
            if scene.knows(&position) {
                content.nimbers = true;
                found.nimber(&position, written);
            }
        }
        return;
    }
    // `mex{0, 1} = 2`, `2 (W)`: the last value is that of the position.
    statement::read(cell, scene, found);
    if let [subject] = subjects
        && scene.knows(subject)
        && let Some(chain) = (0..cell.len()).find_map(|at| formula::chain(cell, at, cell.len()))
        && let Some(term) = chain.terms.last()
    {
        match term {
            Term::Number(written) => {
                content.nimbers = true;
                found.nimber(subject, written);
            }
            Term::Mex(_) | Term::Xor(_) | Term::Caret(_) if !term.is_open() => {
                if let Some(span) = cell.span(0..cell.len()) {
                    found.holds(
                        Formula::Related(
                            equation::nimber(subject, span),
                            Relation::Equal,
                            term.clone(),
                        ),
                        span,
                    );
                }
            }
            _ => {}
        }
    }
}

/// The numbers or names that a cell lists, with or without brackets; an empty set for "(none)".
fn listed(cell: &Line, scene: &Scene) -> Option<Vec<u64>> {
    let name = |text: &str| {
        scene
            .names
            .iter()
            .position(|name| name == text)
            .map(|vertex| vertex as u64)
    };
    let mut values = Vec::new();
    let mut said = false;
    for (index, token) in cell.tokens.iter().enumerate() {
        let named = name(cell.raw(index));
        if let Some(value) = named.or_else(|| token.number().map(|numeral| numeral.value)) {
            values.push(value);
        } else if token.is(Sign::Empty)
            || token.word().is_some()
            || token.is(Sign::Dash)
            || token.is(Sign::Minus)
        {
            said = true;
        } else if ![
            Sign::Comma,
            Sign::Semicolon,
            Sign::Open,
            Sign::Close,
            Sign::OpenBrace,
            Sign::CloseBrace,
            Sign::OpenBracket,
            Sign::CloseBracket,
            Sign::Quote,
            Sign::Slash,
            Sign::Times,
        ]
        .into_iter()
        .any(|sign| token.is(sign))
        {
            return None;
        }
    }
    let braces = cell
        .tokens
        .iter()
        .any(|token| token.is(Sign::OpenBrace) || token.is(Sign::OpenBracket));
    // Words beside numbers are an explanation.
    if values.is_empty() {
        (said || braces).then_some(values)
    } else {
        (!said || !scene.names.is_empty()).then_some(values)
    }
}

fn options_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let [subject @ Position::Number(_)] = subjects else {
        return;
    };
    if !scene.knows(subject) {
        return;
    }
    match (listed(cell, scene), cell.span(0..cell.len())) {
        (Some(values), Some(span)) => found.push(
            span,
            Question::Options(subject.clone()),
            Answer::Numbers(values),
            Notation::Plain,
        ),
        _ => statement::read(cell, scene, found),
    }
}

fn option_values_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let [subject] = subjects else { return };
    if !scene.knows(subject) {
        return;
    }
    let Some(chain) = formula::chain(cell, 0, cell.len()) else {
        if let (Some(values), Some(span)) = (listed(cell, scene), cell.span(0..cell.len())) {
            found.push(
                span,
                Question::OptionValues(subject.clone()),
                Answer::Numbers(values),
                Notation::Plain,
            );
        }
        return;
    };
    // `{G(2), G(1)} = {2, 1}`: the first names the options, each later one lists their values.
    for (term, place) in chain.terms.iter().zip(&chain.places) {
        let Some(span) = cell.span(place.clone()) else {
            continue;
        };
        let (Term::Set {
            items, open: false, ..
        }
        | Term::List {
            items, open: false, ..
        }) = term
        else {
            continue;
        };
        let named: Option<Vec<u64>> = items
            .iter()
            .map(|item| {
                if let Term::Nimber { argument, .. } = item {
                    argument.number()
                } else {
                    None
                }
            })
            .collect();
        if let Some(named) = named.filter(|_| !items.is_empty()) {
            found.push(
                span,
                Question::Options(subject.clone()),
                Answer::Numbers(named),
                Notation::Plain,
            );
        } else if let Some(values) = term.numbers() {
            found.push(
                span,
                Question::OptionValues(subject.clone()),
                Answer::Numbers(values),
                Notation::Plain,
            );
        }
    }
    if chain.relations.is_empty()
        && !matches!(
            chain.terms.first(),
            Some(Term::Set { .. } | Term::List { .. })
        )
    {
        if let (Some(values), Some(span)) = (listed(cell, scene), cell.span(0..cell.len())) {
            found.push(
                span,
                Question::OptionValues(subject.clone()),
                Answer::Numbers(values),
                Notation::Plain,
            );
        }
        return;
    }
    equation::read(cell, &chain, scene, found);
}

/// `3^4^5 = 2 ≠ 0`, `7 ≠ 0`, `2`: the nim-sum of the piles of the row.
fn sum_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let [subject] = subjects else {
        return statement::read(cell, scene, found);
    };
    if let Some(chain) = formula::chain(cell, 0, cell.len())
        && let (Some(Term::Number(written)), true) =
            (chain.terms.first(), matches!(subject, Position::List(_)))
    {
        if scene.knows(subject) {
            found.nimber(subject, written);
        } else if let Term::Nimber { argument, .. } = equation::nimber(subject, written.span)
            && let Term::List { items, .. } = *argument
        {
            found.value(&Term::Xor(items), written);
        }
        if let ([Relation::NotEqual], [_, Term::Number(compared)]) =
            (chain.relations.as_slice(), chain.terms.as_slice())
        {
            equation::zero(compared, found);
        }
    }
    statement::read(cell, scene, found);
}

fn binary_cell(cell: &Line, subjects: &[Position], found: &mut Found) {
    let [Position::Number(value)] = subjects else {
        return;
    };
    let Some(written) = only_number(cell) else {
        return;
    };
    let numeral = crate::notation::token::Numeral {
        value: *value,
        binary: None,
        digits: 1,
        bengali: false,
        marked: false,
    };
    let term = Term::Number(Written {
        numeral,
        span: written.span,
    });
    let notation = Notation::Number {
        bengali: written.numeral.bengali,
        binary: Some(written.numeral.digits),
        marked: true,
    };
    let Some(binary) = written
        .numeral
        .binary
        .or(Some(written.numeral.value).filter(|value| *value < 2))
    else {
        return found.value(&term, &written);
    };
    found.push(
        written.span,
        Question::Value(term),
        Answer::Number(binary),
        notation,
    );
}

fn formula_cell(cell: &Line, term: &Term, subjects: &[Position], found: &mut Found) {
    let ([Position::Number(value)], Some(written), Some(name)) =
        (subjects, only_number(cell), term.variable())
    else {
        return;
    };
    let closed = term.at(name, *value, written.span);
    if !closed.is_open() {
        found.value(&closed, &written);
    }
}

/// Moves: where they lead is read as in any text; `take 64` alone leads to what is left.
fn moves_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let before = found.claims.len();
    statement::read(cell, scene, found);
    let [subject @ Position::Number(size)] = subjects else {
        return;
    };
    if found.claims.len() > before
        || !scene.knows(subject)
        || !crate::notation::phrases::takes(cell, 0..cell.len())
    {
        return;
    }
    let numbers: Vec<Written> = (0..cell.len())
        .filter_map(|at| single_number(cell, at))
        .collect();
    if let [written] = numbers.as_slice() {
        let take = written.numeral.value;
        let to = Position::Number(size.checked_sub(take).unwrap_or(u64::MAX));
        let question = Question::Move {
            from: subject.clone(),
            take: Some(take),
            pile: Vec::new(),
            to,
        };
        found.push(written.span, question, Answer::Holds(true), Notation::Plain);
    }
}

fn labelled_cell(
    cell: &Line,
    subjects: &[Position],
    scene: &mut Scene,
    found: &mut Found,
    outcome: bool,
) {
    let mut label_at = None;
    if outcome || only_label(cell) {
        label_at = (0..cell.len().min(6)).find_map(|at| outcome::label(cell, at, true));
    }
    if let Some(label) = label_at {
        if let Some(span) = cell.span(label.token..label.token + 1) {
            for subject in subjects
                .iter()
                .filter(|subject| scene.knows(subject))
                .collect::<Vec<_>>()
            {
                found.outcome(subject, &label, span);
            }
        }
        // `হারে (L)`, `W, since 3 leads to 4 (L)`: what follows the word is read with the position at hand.
        let mut rest = label.tokens.end;
        if cell.is(rest, Sign::Open)
            && let Some(second) = outcome::label(cell, rest + 1, true)
            && cell.is(second.tokens.end, Sign::Close)
        {
            if let Some(span) = cell.span(second.token..second.token + 1) {
                for subject in subjects
                    .iter()
                    .filter(|subject| scene.knows(subject))
                    .collect::<Vec<_>>()
                {
                    found.outcome(subject, &second, span);
                }
            }
            rest = second.tokens.end + 1;
        }
        statement::read(&cell.part(rest..cell.len()), scene, found);
        return;
    }
    takes_in_parentheses(cell, subjects, scene, found);
    statement::read(cell, scene, found);
}

/// `(1/2/3)`: all that may be taken.
fn takes_in_parentheses(cell: &Line, subjects: &[Position], scene: &Scene, found: &mut Found) {
    let [subject @ Position::Number(_)] = subjects else {
        return;
    };
    if !scene.knows(subject) {
        return;
    }
    for open in 0..cell.len() {
        if !cell.is(open, Sign::Open) {
            continue;
        }
        let mut values = Vec::new();
        let mut index = open + 1;
        while let Some(value) = cell.number(index) {
            values.push(value);
            index += 1;
            if cell.is(index, Sign::Slash) {
                index += 1;
            }
        }
        if values.len() >= 2
            && cell.is(index, Sign::Close)
            && cell.is(open + 2, Sign::Slash)
            && let Some(span) = cell.span(open + 1..index)
        {
            found.push(
                span,
                Question::Takes(subject.clone()),
                Answer::Numbers(values),
                Notation::Plain,
            );
        }
    }
}
