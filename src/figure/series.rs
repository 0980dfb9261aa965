//! Numbers over labels or values: a strip, or a table whose positions run across.

use crate::figure::claim::{Answer, Notation, Question};
use crate::figure::scene::{Found, Scene};
use crate::figure::table::{only_label, only_number};
use crate::notation::formula::{self, Term, Written};
use crate::notation::line::Line;
use crate::notation::outcome::{self, Label};
use crate::notation::roles::{self, Role};
use crate::notation::token::Sign;
use crate::solve::Position;
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
            Run::Numbers(numbers) => Some(
                numbers
                    .iter()
                    .map(|written| written.numeral.value)
                    .collect(),
            ),
            Run::Labels(_) => None,
        }
    }
}

/// `0:L 1:W 2:W`, `0→0, 1→1`, `W 3  W 4`: positions and values side by side, as two series.
#[must_use]
pub fn pairs(line: &Line) -> Option<(Series, Series)> {
    let number = |at: usize| match line
        .number(at)
        .and_then(|_| formula::primary(line, at, at + 1))
    {
        Some((Term::Number(written), _)) => Some(written),
        _ => None,
    };
    let joint = |at: usize| {
        [Sign::Colon, Sign::Arrow, Sign::Equal]
            .into_iter()
            .any(|sign| line.is(at, sign))
    };
    // A name may stand first: `g: 0→0, 1→1`.
    let mut at = 0;
    while at < line.len()
        && number(at).is_none()
        && outcome::label(line, at, true).is_none_or(|label| number(label.tokens.end).is_none())
    {
        at += 1;
    }
    let name = line.part(0..at);
    let role = if at > 0 { roles::role(&name) } else { None };
    let (mut positions, mut numbers, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    while at < line.len() {
        if let Some(label) = outcome::label(line, at, true).filter(|label| label.letter) {
            positions.push(number(label.tokens.end)?);
            let span = line.span(label.token..label.token + 1)?;
            at = label.tokens.end + 1;
            labels.push((label, span));
        } else {
            positions.push(number(at)?);
            at += 1;
            if !joint(at) {
                return None;
            }
            at += 1;
            if let Some(label) = outcome::label(line, at, true) {
                let span = line.span(label.token..label.token + 1)?;
                at = label.tokens.end;
                labels.push((label, span));
            } else {
                numbers.push(number(at)?);
                at += 1;
            }
        }
        while line.is(at, Sign::Comma)
            || line.is(at, Sign::Semicolon)
            || line.is(at, Sign::Bar)
            || line.is(at, Sign::Stop)
        {
            at += 1;
        }
    }
    let run = match (labels.len(), numbers.len()) {
        (count, 0) if count >= 2 => Run::Labels(labels),
        (0, count) if count >= 3 => Run::Numbers(numbers),
        _ => return None,
    };
    let value = Series {
        role: if matches!(run, Run::Numbers(_)) {
            role.or(Some(Role::Nimber))
        } else {
            role
        },
        named: true,
        run,
    };
    let index = Series {
        role: Some(Role::Position(3)),
        named: true,
        run: Run::Numbers(positions),
    };
    Some((index, value))
}

/// The series of a row of cells: a name, then single values.
#[must_use]
pub fn of_cells(cells: &[Line]) -> Option<Series> {
    let first = cells.first()?;
    let named = only_number(first).is_none() && !only_label(first);
    let values: Vec<&Line> = cells
        .iter()
        .skip(usize::from(named))
        .filter(|cell| !(cell.is_empty() || cell.len() == 1 && cell.is(0, Sign::Ellipsis)))
        .collect();
    if values.len() < 2 {
        return None;
    }
    let role = if named { roles::role(first) } else { None };
    let numbers: Option<Vec<Written>> = values.iter().map(|cell| only_number(cell)).collect();
    if let Some(numbers) = numbers {
        return Some(Series {
            role,
            named,
            run: Run::Numbers(numbers),
        });
    }
    let labels: Option<Vec<(Label, Span)>> = values
        .iter()
        .map(|cell| {
            if !only_label(cell) {
                return None;
            }
            let label = outcome::labels(cell, 0..cell.len(), true)
                .into_iter()
                .next()?;
            let span = cell.span(label.token..label.token + 1)?;
            Some((label, span))
        })
        .collect();
    labels.map(|labels| Series {
        role,
        named,
        run: Run::Labels(labels),
    })
}

/// The series of a line of a fence: `n: 0 1 2 3`, `L W W W`, `LWWW`, with a remark behind it.
#[must_use]
pub fn of_line(line: &Line) -> Option<Series> {
    let mut start = 0;
    // The name ends at a colon, an equals sign or a bar, or where the values begin.
    let value_at = |at: usize| {
        line.number(at).is_some()
            || outcome::label(line, at, true).is_some()
            || letters(line, at).is_some()
    };
    let first_value = (0..line.len()).find(|&at| {
        line.number(at).is_some()
            || (letters(line, at).is_some())
            || outcome::label(line, at, true)
                .is_some_and(|label| label.letter || at == 0 || !line.is(at + 1, Sign::Colon))
    })?;
    let separator = (0..line.len().min(12))
        .find(|&at| line.is(at, Sign::Colon) || line.is(at, Sign::Equal) || line.is(at, Sign::Bar));
    if let Some(at) = separator
        && (at + 1..line.len()).next().is_some_and(|next| {
            value_at(next) || line.is(next, Sign::OpenBracket) || line.is(next, Sign::Bar)
        })
        && (line.number(0).is_none() || at == 0)
        && (at == 0 || !line.is(at, Sign::Equal) || at <= 4)
    {
        start = at + 1;
    } else if first_value > 0
        && (0..first_value).all(|at| {
            line.word(at).is_some()
                || line.is(at, Sign::Open)
                || line.is(at, Sign::Close)
                || line.is(at, Sign::OpenBracket)
                || line.is(at, Sign::CloseBracket)
                || line.is(at, Sign::Slash)
        })
    {
        start = first_value;
    }
    // `W/L: L W W`: the name itself is made of labels.
    let name = line.part(0..start);
    let named = start > 0 && !(start == 1 && line.is(0, Sign::Bar));
    let role = if named {
        roles::role(&name).or_else(|| named_by_labels(&name))
    } else {
        None
    };
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
        } else if let Some((Term::Number(written), _)) = line
            .number(at)
            .and_then(|_| formula::primary(line, at, at + 1))
        {
            if !labels.is_empty() {
                return None;
            }
            numbers.push(written);
            at += 1;
        } else if line.is(at, Sign::Comma)
            || line.is(at, Sign::Bar)
            || line.is(at, Sign::OpenBracket)
            || line.is(at, Sign::CloseBracket)
            || line.is(at, Sign::Quote)
            || line.is(at, Sign::Rule)
        {
            at += 1;
        } else if line.is(at, Sign::Ellipsis)
            || line.is(at, Sign::BackArrow)
            || line.is(at, Sign::Hash)
            || (line.is(at, Sign::Open) && line.tokens[at].gap >= 1 && at > start + 2)
        {
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
    (!outcome::labels(name, 0..name.len(), true).is_empty()
        || name.tokens.iter().any(|token| token.is(Sign::Slash)))
    .then_some(Role::Outcome)
}

/// `LWWW`: labels without blanks between them.
fn letters(line: &Line, at: usize) -> Option<Vec<(Label, Span)>> {
    let raw = line.raw(at);
    let token = line.tokens.get(at)?;
    let pair = outcome::letter_pairs().iter().take(2).find(|(win, lose)| {
        raw.len() >= 3 && raw.chars().all(|c| win.contains(c) || lose.contains(c))
    })?;
    // A word like `WWW` or `NNN` names something else.
    if raw.chars().all(|c| pair.0.contains(c)) {
        return None;
    }
    let mut found = Vec::new();
    for (offset, c) in raw.char_indices() {
        let (outcome, opposite) = outcome::letter(&c.to_string())?;
        let label = Label {
            outcome,
            token: at,
            tokens: at..at + 1,
            opposite: opposite.to_owned(),
            letter: true,
        };
        let start = token.span.start as usize + offset;
        found.push((
            label,
            Span::new(token.span.file, start, start + c.len_utf8()),
        ));
    }
    Some(found)
}

/// States what series over one another say. Gives the kind of figure if they say anything.
pub fn read(
    series: &[&Series],
    whole: Option<Span>,
    grundy: bool,
    scene: &Scene,
    found: &mut Found,
) -> Option<&'static str> {
    let index = series
        .iter()
        .position(|line| matches!(line.role, Some(Role::Position(_))) && line.numbers().is_some())
        .or_else(|| {
            // Without a name, numbers that rise or fall are the positions if labels stand by them.
            let labels = series.iter().any(|line| matches!(line.run, Run::Labels(_)));
            let valued = series.iter().any(|line| line.role == Some(Role::Nimber));
            series.iter().position(|line| {
                (labels || valued)
                    && line.role.is_none()
                    && line
                        .numbers()
                        .is_some_and(|numbers| monotone(&numbers) || !line.named)
            })
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
            Run::Numbers(numbers)
                if line.role == Some(Role::Nimber) || (grundy && line.role.is_none()) =>
            {
                for (position, written) in positions.iter().zip(numbers) {
                    found.nimber(&Position::Number(*position), written);
                }
                kind = Some("grundy-strip");
            }
            Run::Numbers(numbers) => {
                if let Some(Role::Formula(term)) = &line.role {
                    for (position, written) in positions.iter().zip(numbers) {
                        let Some(name) = term.variable() else {
                            continue;
                        };
                        found.value(&term.at(name, *position, written.span), written);
                    }
                    kind = kind.or(Some("wl-strip"));
                }
            }
        }
    }
    if kind.is_some()
        && let (Some(span), Run::Numbers(numbers)) = (whole, &series[index].run)
    {
        let span = numbers
            .first()
            .zip(numbers.last())
            .map_or(span, |(first, last)| first.span.to(last.span));
        found.push(
            span,
            Question::Sequence,
            Answer::Numbers(positions),
            Notation::Plain,
        );
    }
    kind
}

/// Labels or values that begin at a position, with no indexes beside them.
pub fn read_from(
    start: u64,
    series: &Series,
    scene: &Scene,
    found: &mut Found,
) -> Option<&'static str> {
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
    numbers.len() >= 3
        && (numbers.windows(2).all(|pair| pair[0] < pair[1])
            || numbers.windows(2).all(|pair| pair[0] > pair[1]))
}
