//! Rows and columns -> claims: what a heading says that its cells are, held against the position of the row.

use crate::figure::claim::{Answer, Formula, Law, Notation, Question};
use crate::figure::grid::Cells;
use crate::figure::scene::{Found, Scene, number_notation, position};
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
}

impl Content {
    /// The kind of figure.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self { lists: true, nimbers: true, .. } => "heap-sum-table",
            Self { lists: true, .. } => "pile-table",
            Self { nimbers: true, .. } => "grundy-table",
            Self { binary: true, .. } => "binary-table",
            Self { sums: true, outcomes: false, .. } => "heap-sum-table",
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
            Term::Set { open: false, .. } => Position::List(term.numbers().filter(|numbers| !numbers.is_empty())?),
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
    while end < cell.len() && (cell.word(end).is_some_and(|word| outcome::word(word).is_none()) || cell.is(end, Sign::Colon) || cell.is(end, Sign::Stop)) && end <= chain.tokens.end + 2 {
        end += 1;
    }
    (end == cell.len()).then_some(positions)
}

/// Which columns hold what. A table beside another one begins again with a position.
fn columns(cells: &Cells) -> Vec<Option<Role>> {
    let width = cells.rows.iter().map(Vec::len).max().unwrap_or(0).max(cells.header.as_ref().map_or(0, Vec::len));
    (0..width)
        .map(|column| {
            if let Some(header) = cells.header.as_ref().and_then(|header| header.get(column))
                && let Some(role) = roles::role(header)
            {
                return Some(role);
            }
            let column_cells: Vec<&Line> = cells.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty()).collect();
            if column_cells.is_empty() {
                return None;
            }
            if column_cells.iter().all(|cell| only_label(cell)) {
                return Some(Role::Outcome);
            }
            if cells.header.is_none() && column_cells.iter().all(|cell| position_cell(cell).is_some()) && column == 0 {
                return Some(Role::Position(1));
            }
            None
        })
        .collect()
}

/// Whether a cell is a label and nothing else.
#[must_use]
pub fn only_label(cell: &Line) -> bool {
    let strip = |at: usize| cell.is(at, Sign::Quote) || cell.is(at, Sign::Times);
    let mut at = 0;
    while strip(at) {
        at += 1;
    }
    outcome::label(cell, at, true).is_some_and(|label| (label.tokens.end..cell.len()).all(strip))
}

/// States what a table says. `vertices` says that its positions are those of a graph, by name.
pub fn read(cells: &Cells, scene: &mut Scene, found: &mut Found) -> Content {
    let mut content = Content::default();
    let roles = columns(cells);
    header_laws(cells, scene, found);
    let mut begins: Vec<usize> = Vec::new();
    // The column of the positions: the surest one; further ones of the same sureness begin tables of their own.
    let best = roles.iter().filter_map(|role| if let Some(Role::Position(weight)) = role { Some(*weight) } else { None }).max();
    for (column, role) in roles.iter().enumerate() {
        if matches!(role, Some(Role::Position(weight)) if Some(*weight) == best) {
            begins.push(column);
        }
    }
    if begins.is_empty() && roles.first().is_some_and(Option::is_none) && cells.rows.iter().all(|row| row.first().is_some_and(|cell| position_cell(cell).is_some())) {
        begins.push(0);
    }
    for row in &cells.rows {
        let all = row.iter().fold(String::new(), |text, cell| text + cell.text(0..cell.len()) + " ");
        let _ = all;
        let misere = scene.misere;
        scene.misere |= row.iter().any(crate::notation::words::speaks_of_misere) && !games_are_misere(scene);
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
            let (from, to) = if same { (begin, begins.get(order + 1).copied().unwrap_or(roles.len())) } else { (0, roles.len()) };
            read_row(row, from, to, begin, &roles, scene, found, &mut content);
        }
        scene.misere = misere;
    }
    scene.subjects = Vec::new();
    content
}

fn games_are_misere(scene: &Scene) -> bool {
    [&scene.games.number, &scene.games.list].into_iter().flatten().any(|bound| bound.game.play() == crate::solve::Play::Misere)
}

/// A heading may state a law of its own: `G(n) = n mod 4`.
fn header_laws(cells: &Cells, scene: &mut Scene, found: &mut Found) {
    for cell in cells.header.iter().flatten() {
        statement::read(cell, scene, found);
        scene.subjects = Vec::new();
    }
}

#[allow(clippy::too_many_arguments, reason = "a row is read with all that its table knows; a struct would only rename them")]
fn read_row(row: &[Line], from: usize, to: usize, begin: usize, roles: &[Option<Role>], scene: &mut Scene, found: &mut Found, content: &mut Content) {
    let Some(cell) = row.get(begin) else { return };
    let mut subjects = position_cell(cell).or_else(|| named_vertex(cell, scene).map(|position| vec![position]));
    // Piles in a column of their own may be listed without brackets.
    if let Some(list) = subjects.as_ref().filter(|list| list.len() > 1 && !cell.word(0).is_some_and(|word| word == "n"))
        && scene.games.number.is_none()
        && scene.games.list.is_some()
    {
        let numbers = list.iter().filter_map(|position| if let Position::Number(value) = position { Some(*value) } else { None }).collect();
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
    content.lists |= subjects.iter().any(|position| matches!(position, Position::List(_)));
    let piles = match subjects.as_slice() {
        [Position::List(numbers)] => Some(numbers.clone()),
        _ => None,
    };
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
            Some(Role::Position(_)) => {}
            Some(Role::Moves) => moves_cell(cell, &subjects, scene, found),
            Some(Role::Outcome | Role::Other) | None => {
                labelled_cell(cell, &subjects, scene, found, roles.get(column).is_some_and(|role| *role == Some(Role::Outcome)));
            }
        }
        content.outcomes |= found.claims[before..].iter().any(|claim| matches!(claim.question, Question::Outcome(_)));
        content.nimbers |= found.claims[before..].iter().any(|claim| speaks_of_nimbers(&claim.question));
        scene.piles = None;
    }
    scene.subjects = Vec::new();
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
        Question::Nimber(_) => true,
        Question::Value(term) => nimber(term),
        Question::Holds(Formula::Related(left, _, right)) => nimber(left) || nimber(right),
        _ => false,
    }
}

/// The vertex of the graph above that a cell names.
fn named_vertex(cell: &Line, scene: &Scene) -> Option<Position> {
    let text = cell.text(0..cell.len()).trim();
    scene.names.iter().position(|name| name == text).map(|vertex| Position::Number(vertex as u64))
}

fn only_number(cell: &Line) -> Option<Written> {
    let strip = |at: usize| cell.is(at, Sign::Quote) || cell.is(at, Sign::Times);
    let mut at = 0;
    while strip(at) {
        at += 1;
    }
    match formula::primary(cell, at, cell.len())? {
        (Term::Number(written), end) if (end..cell.len()).all(|index| strip(index) || cell.is(index, Sign::Bang)) => Some(written),
        _ => None,
    }
}

fn nimber_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found, content: &mut Content) {
    if let ([subject], Some(written)) = (subjects, only_number(cell)) {
        if scene.knows(subject) {
            content.nimbers = true;
            found.nimber(subject, &written);
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
                    found.holds(Formula::Related(equation::nimber(subject, span), Relation::Equal, term.clone()), span);
                }
            }
            _ => {}
        }
    }
}

/// The numbers or names that a cell lists, with or without brackets; an empty set for "(none)".
fn listed(cell: &Line, scene: &Scene) -> Option<Vec<u64>> {
    let name = |text: &str| scene.names.iter().position(|name| name == text).map(|vertex| vertex as u64);
    let mut values = Vec::new();
    let mut said = false;
    for (index, token) in cell.tokens.iter().enumerate() {
        let named = name(cell.raw(index));
        if let Some(value) = named.or_else(|| token.number().map(|numeral| numeral.value)) {
            values.push(value);
        } else if token.is(Sign::Empty) || token.word().is_some() || token.is(Sign::Dash) || token.is(Sign::Minus) {
            said = true;
        } else if ![Sign::Comma, Sign::Semicolon, Sign::Open, Sign::Close, Sign::OpenBrace, Sign::CloseBrace, Sign::OpenBracket, Sign::CloseBracket, Sign::Quote, Sign::Slash, Sign::Times].into_iter().any(|sign| token.is(sign)) {
            return None;
        }
    }
    let braces = cell.tokens.iter().any(|token| token.is(Sign::OpenBrace) || token.is(Sign::OpenBracket));
    // Words beside numbers are an explanation.
    if values.is_empty() { (said || braces).then_some(values) } else { (!said || !scene.names.is_empty()).then_some(values) }
}

fn options_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let [subject @ Position::Number(_)] = subjects else { return };
    if !scene.knows(subject) {
        return;
    }
    match (listed(cell, scene), cell.span(0..cell.len())) {
        (Some(values), Some(span)) => found.push(span, Question::Options(subject.clone()), Answer::Numbers(values), Notation::Plain),
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
            found.push(span, Question::OptionValues(subject.clone()), Answer::Numbers(values), Notation::Plain);
        }
        return;
    };
    // `{G(2), G(1)} = {2, 1}`: the first names the options, each later one lists their values.
    for (term, place) in chain.terms.iter().zip(&chain.places) {
        let Some(span) = cell.span(place.clone()) else { continue };
        let (Term::Set { items, open: false, .. } | Term::List { items, open: false, .. }) = term else { continue };
        let named: Option<Vec<u64>> = items.iter().map(|item| if let Term::Nimber { argument, .. } = item { argument.number() } else { None }).collect();
        if let Some(named) = named.filter(|_| !items.is_empty()) {
            found.push(span, Question::Options(subject.clone()), Answer::Numbers(named), Notation::Plain);
        } else if let Some(values) = term.numbers() {
            found.push(span, Question::OptionValues(subject.clone()), Answer::Numbers(values), Notation::Plain);
        }
    }
    if chain.relations.is_empty() && !matches!(chain.terms.first(), Some(Term::Set { .. } | Term::List { .. })) {
        if let (Some(values), Some(span)) = (listed(cell, scene), cell.span(0..cell.len())) {
            found.push(span, Question::OptionValues(subject.clone()), Answer::Numbers(values), Notation::Plain);
        }
        return;
    }
    equation::read(cell, &chain, scene, found);
}

/// `3^4^5 = 2 ≠ 0`, `7 ≠ 0`, `2`: the nim-sum of the piles of the row.
fn sum_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let [subject] = subjects else { return statement::read(cell, scene, found) };
    if let Some(chain) = formula::chain(cell, 0, cell.len())
        && let (Some(Term::Number(written)), true) = (chain.terms.first(), matches!(subject, Position::List(_)))
    {
        if scene.knows(subject) {
            found.nimber(subject, written);
        } else if let Term::Nimber { argument, .. } = equation::nimber(subject, written.span)
            && let Term::List { items, .. } = *argument
        {
            found.value(&Term::Xor(items), written);
        }
    }
    statement::read(cell, scene, found);
}

fn binary_cell(cell: &Line, subjects: &[Position], found: &mut Found) {
    let [Position::Number(value)] = subjects else { return };
    let Some(written) = only_number(cell) else { return };
    let numeral = crate::notation::token::Numeral { value: *value, binary: None, digits: 1, bengali: false };
    let term = Term::Number(Written { numeral, span: written.span });
    let notation = Notation::Number { bengali: written.numeral.bengali, binary: Some(written.numeral.digits) };
    let Some(binary) = written.numeral.binary.or(Some(written.numeral.value).filter(|value| *value < 2)) else { return found.value(&term, &written) };
    found.push(written.span, Question::Value(term), Answer::Number(binary), notation);
}

fn formula_cell(cell: &Line, term: &Term, subjects: &[Position], found: &mut Found) {
    let ([Position::Number(value)], Some(written), Some(name)) = (subjects, only_number(cell), term.variable()) else { return };
    let closed = term.at(name, *value, written.span);
    if !closed.is_open() {
        found.value(&closed, &written);
    }
}

/// A winning move: the position it leads to, or how many it takes.
fn moves_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found) {
    let _ = subjects;
    statement::read(cell, scene, found);
}

fn labelled_cell(cell: &Line, subjects: &[Position], scene: &mut Scene, found: &mut Found, outcome: bool) {
    let mut label_at = None;
    if outcome || only_label(cell) {
        label_at = (0..cell.len().min(6)).find_map(|at| outcome::label(cell, at, true));
    }
    if let Some(label) = label_at {
        if let Some(span) = cell.span(label.token..label.token + 1) {
            for subject in subjects.iter().filter(|subject| scene.knows(subject)).collect::<Vec<_>>() {
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
                for subject in subjects.iter().filter(|subject| scene.knows(subject)).collect::<Vec<_>>() {
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
    let [subject @ Position::Number(_)] = subjects else { return };
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
            found.push(span, Question::Takes(subject.clone()), Answer::Numbers(values), Notation::Plain);
        }
    }
}

/// Numbers over labels or values: a strip, or a table whose positions run across.
pub mod series {
    use super::{Answer, Found, Law, Line, Notation, Position, Question, Scene, Sign, Written, formula, number_notation, only_number, outcome, roles};
    use crate::notation::formula::Term;
    use crate::notation::outcome::Label;
    use crate::notation::roles::Role;
    use crate::source::Span;

    /// What a line runs through.
    #[derive(Debug, Clone)]
    pub enum Run {
        /// Numbers.
        Numbers(Vec<Written>),
        /// Labels and where each stands.
        Labels(Vec<(Label, Span)>),
    }

    /// A line that runs through values, and its name.
    #[derive(Debug, Clone)]
    pub struct Series {
        /// What its name says.
        pub role: Option<Role>,
        /// Whether it has a name.
        pub named: bool,
        /// Its values.
        pub run: Run,
    }

    impl Series {
        /// How many values it has.
        #[must_use]
        pub fn len(&self) -> usize {
            match &self.run {
                Run::Numbers(numbers) => numbers.len(),
                Run::Labels(labels) => labels.len(),
            }
        }

        /// Whether it has no value.
        #[must_use]
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        fn numbers(&self) -> Option<Vec<u64>> {
            match &self.run {
                Run::Numbers(numbers) => Some(numbers.iter().map(|written| written.numeral.value).collect()),
                Run::Labels(_) => None,
            }
        }
    }

    /// The series of a row of cells: a name, then single values.
    #[must_use]
    pub fn of_cells(cells: &[Line]) -> Option<Series> {
        let first = cells.first()?;
        let named = only_number(first).is_none() && !super::only_label(first);
        let values: Vec<&Line> = cells.iter().skip(usize::from(named)).filter(|cell| !cell.is_empty() && !(cell.len() == 1 && cell.is(0, Sign::Ellipsis))).collect();
        if values.len() < 2 {
            return None;
        }
        let role = if named { roles::role(first) } else { None };
        let numbers: Option<Vec<Written>> = values.iter().map(|cell| only_number(cell)).collect();
        if let Some(numbers) = numbers {
            return Some(Series { role, named, run: Run::Numbers(numbers) });
        }
        let labels: Option<Vec<(Label, Span)>> = values
            .iter()
            .map(|cell| {
                if !super::only_label(cell) {
                    return None;
                }
                let label = outcome::labels(cell, 0..cell.len(), true).into_iter().next()?;
                let span = cell.span(label.token..label.token + 1)?;
                Some((label, span))
            })
            .collect();
        labels.map(|labels| Series { role, named, run: Run::Labels(labels) })
    }

    /// The series of a line of a fence: `n: 0 1 2 3`, `L W W W`, `LWWW`, with a remark behind it.
    #[must_use]
    pub fn of_line(line: &Line) -> Option<Series> {
        let mut start = 0;
        // The name ends at a colon, an equals sign or a bar, or where the values begin.
        let value_at = |at: usize| line.number(at).is_some() || outcome::label(line, at, true).is_some() || letters(line, at).is_some();
        let first_value = (0..line.len()).find(|&at| line.number(at).is_some() || (letters(line, at).is_some()) || outcome::label(line, at, true).is_some_and(|label| label.letter || at == 0 || !line.is(at + 1, Sign::Colon)))?;
        let separator = (0..line.len().min(12)).find(|&at| line.is(at, Sign::Colon) || line.is(at, Sign::Equal) || line.is(at, Sign::Bar));
        if let Some(at) = separator
            && (at + 1..line.len()).next().is_some_and(|next| value_at(next) || line.is(next, Sign::OpenBracket) || line.is(next, Sign::Bar))
            && (line.number(0).is_none() || at == 0)
            && (at == 0 || !line.is(at, Sign::Equal) || at <= 4)
        {
            start = at + 1;
        } else if first_value > 0 && (0..first_value).all(|at| line.word(at).is_some() || line.is(at, Sign::Open) || line.is(at, Sign::Close) || line.is(at, Sign::OpenBracket) || line.is(at, Sign::CloseBracket) || line.is(at, Sign::Slash)) {
            start = first_value;
        }
        // `W/L: L W W`: the name itself is made of labels.
        let name = line.part(0..start);
        let named = start > 0 && !(start == 1 && line.is(0, Sign::Bar));
        let role = if named { roles::role(&name).or_else(|| named_by_labels(&name)) } else { None };
        let mut numbers = Vec::new();
        let mut labels = Vec::new();
        let mut at = start;
        while at < line.len() {
            if let Some(found) = letters(line, at) {
                if !numbers.is_empty() {
                    return None;
                }
                labels.extend(found);
                at += 1;
            } else if let Some(label) = outcome::label(line, at, true) {
                if !numbers.is_empty() {
                    return None;
                }
                let span = line.span(label.token..label.token + 1)?;
                at = label.tokens.end;
                labels.push((label, span));
            } else if let Some((Term::Number(written), _)) = line.number(at).and_then(|_| formula::primary(line, at, at + 1)) {
                if !labels.is_empty() {
                    return None;
                }
                numbers.push(written);
                at += 1;
            } else if line.is(at, Sign::Comma) || line.is(at, Sign::Bar) || line.is(at, Sign::OpenBracket) || line.is(at, Sign::CloseBracket) || line.is(at, Sign::Quote) || line.is(at, Sign::Rule) {
                at += 1;
            } else if line.is(at, Sign::Ellipsis) || line.is(at, Sign::BackArrow) || line.is(at, Sign::Hash) || (line.is(at, Sign::Open) && line.tokens[at].gap >= 1 && at > start + 2) {
                // A remark.
                break;
            } else {
                return None;
            }
        }
        let run = if labels.len() >= 3 {
            Run::Labels(labels)
        } else if numbers.len() >= 3 {
            Run::Numbers(numbers)
        } else {
            return None;
        };
        Some(Series { role, named, run })
    }

    fn named_by_labels(name: &Line) -> Option<Role> {
        (!outcome::labels(name, 0..name.len(), true).is_empty() || name.tokens.iter().any(|token| token.is(Sign::Slash))).then_some(Role::Outcome)
    }

    /// `LWWW`: labels without blanks between them.
    fn letters(line: &Line, at: usize) -> Option<Vec<(Label, Span)>> {
        let raw = line.raw(at);
        let token = line.tokens.get(at)?;
        let pair = outcome::letter_pairs().iter().take(2).find(|(win, lose)| raw.len() >= 3 && raw.chars().all(|c| win.contains(c) || lose.contains(c)))?;
        // A word like `WWW` or `NNN` names something else.
        if raw.chars().all(|c| pair.0.contains(c)) {
            return None;
        }
        let mut found = Vec::new();
        for (offset, c) in raw.char_indices() {
            let (outcome, opposite) = outcome::letter(&c.to_string())?;
            let label = Label { outcome, token: at, tokens: at..at + 1, opposite: opposite.to_owned(), letter: true };
            let start = token.span.start as usize + offset;
            found.push((label, Span::new(token.span.file, start, start + c.len_utf8())));
        }
        Some(found)
    }

    /// States what series over one another say. Gives the kind of figure if they say anything.
    pub fn read(series: &[&Series], whole: Option<Span>, grundy: bool, scene: &Scene, found: &mut Found) -> Option<&'static str> {
        let index = series.iter().position(|line| matches!(line.role, Some(Role::Position(_))) && line.numbers().is_some()).or_else(|| {
            // Without a name, numbers that rise or fall are the positions if labels stand by them.
            let labels = series.iter().any(|line| matches!(line.run, Run::Labels(_)));
            let valued = series.iter().any(|line| line.role == Some(Role::Nimber));
            series.iter().position(|line| (labels || valued) && line.role.is_none() && line.numbers().is_some_and(|numbers| monotone(&numbers) || !line.named))
        })?;
        let positions = series[index].numbers()?;
        if !scene.knows(&Position::Number(0)) {
            return None;
        }
        let mut kind = None;
        for (order, line) in series.iter().enumerate() {
            if order == index || line.len() != positions.len() {
                continue;
            }
            match &line.run {
                Run::Labels(labels) => {
                    for (position, (label, span)) in positions.iter().zip(labels) {
                        found.outcome(&Position::Number(*position), label, *span);
                    }
                    kind = kind.or(Some("wl-strip"));
                }
                Run::Numbers(numbers) if line.role == Some(Role::Nimber) || (grundy && line.role.is_none()) => {
                    for (position, written) in positions.iter().zip(numbers) {
                        found.nimber(&Position::Number(*position), written);
                    }
                    kind = Some("grundy-strip");
                }
                Run::Numbers(numbers) => {
                    if let Some(Role::Formula(term)) = &line.role {
                        for (position, written) in positions.iter().zip(numbers) {
                            let Some(name) = term.variable() else { continue };
                            found.value(&term.at(name, *position, written.span), written);
                        }
                    }
                }
            }
        }
        if kind.is_some()
            && let (Some(span), Run::Numbers(numbers)) = (whole, &series[index].run)
        {
            let span = numbers.first().zip(numbers.last()).map_or(span, |(first, last)| first.span.to(last.span));
            found.push(span, Question::Sequence, Answer::Numbers(positions), Notation::Plain);
        }
        kind
    }

    /// Labels or values that begin at a position, with no indexes beside them.
    pub fn read_from(start: u64, series: &Series, scene: &Scene, found: &mut Found) -> Option<&'static str> {
        if !scene.knows(&Position::Number(0)) {
            return None;
        }
        match &series.run {
            Run::Labels(labels) => {
                for (offset, (label, span)) in labels.iter().enumerate() {
                    found.outcome(&Position::Number(start + offset as u64), label, *span);
                }
                Some("wl-strip")
            }
            Run::Numbers(numbers) => {
                for (offset, written) in numbers.iter().enumerate() {
                    found.nimber(&Position::Number(start + offset as u64), written);
                }
                Some("grundy-strip")
            }
        }
    }

    fn monotone(numbers: &[u64]) -> bool {
        numbers.len() >= 3 && (numbers.windows(2).all(|pair| pair[0] < pair[1]) || numbers.windows(2).all(|pair| pair[0] > pair[1]))
    }

    /// Keeps the imports of this part honest.
    #[must_use]
    pub fn law_is_open(law: &Law) -> bool {
        matches!(law, Law::Always(_))
    }

    /// How a value of a series is written.
    #[must_use]
    pub fn notation(written: &Written) -> Notation {
        number_notation(written)
    }
}
