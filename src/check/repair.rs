//! A refuted figure -> the edits that mend it.
//!
//! The author typed one value wrong, and it is not always the one that disagrees: a wrong index makes a right label
//! wrong. So each value near the disagreement is tried in turn, and the one edit that leaves the fewest disagreements is
//! taken. Where several do equally well, the answer that was refuted is mended.

use crate::check::report::Verdict;
use crate::figure::Edited;
use crate::figure::claim::{Answer, Claim, Figure, Notation, Question};
use crate::notation::line::Line;
use crate::notation::outcome;
use crate::notation::token::{Token, TokenKind};
use crate::parse::flow::{Flow, Register};
use crate::source::{Sources, Span};

/// How many edits are tried for one figure.
const TRIES: usize = 4_000;

/// A value that can be tried instead of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The edit.
    pub edit: Edited,
    /// Whether it mends the answer of a refuted claim.
    pub answer: bool,
}

/// The edit that puts the right answer in the place of a refuted one, where the claim has one right answer.
#[must_use]
pub fn answer(claim: &Claim, verdict: &Verdict, sources: &Sources) -> Option<Edited> {
    let Verdict::Refuted { answer, .. } = verdict else {
        return None;
    };
    let written = sources.slice(claim.span);
    let text = match (answer, &claim.notation) {
        (Answer::Outcome(_), Notation::Label { opposite }) => opposite.clone(),
        (
            Answer::Number(value),
            Notation::Number {
                bengali,
                binary,
                marked,
            },
        ) => number(
            *value,
            *bengali,
            binary.filter(|_| *marked || in_binary(&claim.question, written)),
        ),
        (Answer::Number(value), Notation::Plain)
            if matches!(claim.question, Question::Nimber(_) | Question::Value(_)) =>
        {
            value.to_string()
        }
        (Answer::Text(text), _) if matches!(claim.question, Question::Excerpt { .. }) => {
            text.clone()
        }
        _ => return None,
    };
    (text != written).then_some(Edited {
        span: claim.span,
        text,
    })
}

/// Whether a numeral of two digits or more, all 0 or 1, is meant in binary.
fn in_binary(question: &Question, written: &str) -> bool {
    use crate::notation::formula::Term;
    fn binary(term: &Term) -> bool {
        match term {
            Term::Number(written) => written.numeral.binary.is_some(),
            Term::Xor(items) | Term::Caret(items) => items.iter().all(binary),
            _ => false,
        }
    }
    match question {
        Question::Value(Term::Number(value)) => {
            value.numeral.binary.is_none() || written.starts_with(['0', '০'])
        }
        Question::Value(term) => binary(term) || written.starts_with(['0', '০']),
        _ => false,
    }
}

fn number(value: u64, bengali: bool, binary: Option<usize>) -> String {
    let digits = match binary {
        Some(width) => format!("{value:0width$b}"),
        None => value.to_string(),
    };
    in_script(&digits, bengali)
}

fn in_script(digits: &str, bengali: bool) -> String {
    if !bengali {
        return digits.to_owned();
    }
    digits
        .chars()
        .map(|digit| {
            digit
                .to_digit(10)
                .and_then(|digit| char::from_u32('০' as u32 + digit))
                .unwrap_or(digit)
        })
        .collect()
}

/// Values to try, the refuted answers first, then every number and label of the lines that disagree.
#[must_use]
pub fn candidates(figure: &Figure, verdicts: &[Verdict], sources: &Sources) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    let add = |all: &mut Vec<Candidate>, edit: Edited, answer: bool| {
        if all.len() < TRIES && !all.iter().any(|known| known.edit == edit) {
            all.push(Candidate { edit, answer });
        }
    };
    let refuted: Vec<(&Claim, &Verdict)> = figure
        .claims
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| matches!(verdict, Verdict::Refuted { .. }))
        .collect();
    for (claim, verdict) in &refuted {
        if let Some(edit) = answer(claim, verdict, sources) {
            add(&mut all, edit, true);
        }
    }
    let near: Vec<u64> = refuted
        .iter()
        .flat_map(|(_, verdict)| match verdict {
            Verdict::Refuted {
                answer: Answer::Number(value),
                ..
            } => vec![*value],
            Verdict::Refuted {
                answer: Answer::Numbers(values),
                ..
            } => values.clone(),
            _ => Vec::new(),
        })
        .take(12)
        .collect();
    let file = figure.span.file;
    let lines: std::collections::BTreeSet<u32> = refuted
        .iter()
        .flat_map(|(claim, _)| sources.start(claim.span).line..=sources.end(claim.span).line)
        .collect();
    let (first, last) = (
        sources.start(figure.span).line,
        sources.end(figure.span).line,
    );
    // The lines that disagree, and the headings and index rows beside them.
    let whole = last - first < 8;
    for line in first..=last {
        let wanted = whole || lines.contains(&line) || line <= first + 1;
        if !wanted {
            continue;
        }
        let (start, text) = sources.line(file, line);
        let span = Span::new(file, start as usize, start as usize + text.len());
        let read = Line::new(Flow::verbatim(text, span, Register::Code));
        for (index, token) in read.tokens.iter().enumerate() {
            if !figure.span.holds(token.span) {
                continue;
            }
            for text in others(&read, index, token, &near) {
                add(
                    &mut all,
                    Edited {
                        span: token.span,
                        text,
                    },
                    false,
                );
            }
        }
    }
    all
}

/// What could stand in the place of a token.
fn others(line: &Line, index: usize, token: &Token, near: &[u64]) -> Vec<String> {
    match &token.kind {
        TokenKind::Number(numeral) => {
            let raw = line.raw(index);
            let value = numeral.value;
            let mut values: Vec<u64> = [
                value.checked_sub(1),
                value.checked_add(1),
                value.checked_sub(2),
                value.checked_add(2),
            ]
            .into_iter()
            .flatten()
            .collect();
            values.extend(near);
            values.extend(0..=9);
            let mut texts: Vec<String> = values
                .into_iter()
                .map(|value| in_script(&value.to_string(), numeral.bengali))
                .collect();
            if numeral.binary.is_some() {
                // Each bit the other way.
                for (at, c) in raw.char_indices() {
                    let other = match c {
                        '0' => "1",
                        '1' => "0",
                        '০' => "১",
                        '১' => "০",
                        _ => continue,
                    };
                    texts.push(format!(
                        "{}{other}{}",
                        &raw[..at],
                        &raw[at + c.len_utf8()..]
                    ));
                }
            }
            texts.retain(|text| text != raw);
            texts.dedup();
            texts
        }
        TokenKind::Word(_) => {
            let raw = line.raw(index);
            match raw {
                "True" => return vec!["False".into()],
                "False" => return vec!["True".into()],
                _ => {}
            }
            if let Some((_, opposite)) = outcome::letter(raw) {
                return vec![opposite.to_owned()];
            }
            // `bit2`: the number at the end of a name.
            let digits = raw.trim_start_matches(|c: char| !c.is_ascii_digit());
            if !digits.is_empty() && digits.len() < raw.len() {
                let name = &raw[..raw.len() - digits.len()];
                return (0..=9)
                    .map(|digit| format!("{name}{digit}"))
                    .filter(|text| text != raw)
                    .collect();
            }
            outcome::label(line, index, true)
                .map(|label| vec![label.opposite])
                .unwrap_or_default()
        }
        TokenKind::Sign(_) => Vec::new(),
    }
}
