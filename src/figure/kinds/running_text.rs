//! Statements in paragraphs, lists, comments and the lines of a fence that no table takes: equations, move lists, laws,
//! losing sets, dry runs.
//!
//! ```text
//! n=2 : 1->1(W) 2->0(L) -> W
//! mex({0, 1, 3}) = 2
//! n % 4 == 0  <=>  L
//! ```

use crate::figure::claim::{Claim, Picture, Question};
use crate::figure::context::Context;
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Found;
use crate::figure::unit::{Form, Unit};
use crate::figure::{series, statement};
use crate::notation::formula::Term;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "statement"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        match unit.form {
            Form::Fence => fence(unit, context),
            Form::Comments => comments(unit, context),
            Form::Text | Form::Items => text(unit, context),
            Form::Table | Form::Diagram => {}
        }
    }
}

fn fence(unit: &mut Unit, context: &mut Context<'_>) {
    let mut piles = context.piles.clone();
    for stanza in unit.stanzas() {
        let own = unit.lines.get(stanza.start).cloned();
        let mut scene = context.scene(own.as_ref(), false, true);
        scene.piles = piles.clone();
        scene.names_takes = unit.lines[stanza.clone()].iter().any(names_takes);
        let mut found = Found::default();
        let mut first = None;
        let mut last = None;
        for index in stanza.clone() {
            if unit.taken[index] || crate::figure::grid::is_rule(&unit.lines[index]) {
                continue;
            }
            let before = found.claims.len();
            scene.subjects = Vec::new();
            statement::read(&unit.lines[index], &mut scene, &mut found);
            if found.claims.len() > before {
                first = first.or(Some(index));
                last = Some(index);
            }
        }
        piles = scene.piles.clone();
        if let (Some(first), Some(last)) = (first, last) {
            // The line that sets the scene (`compare [1, 2, 3]:`) belongs to what it introduces.
            let mut start = first;
            while start > stanza.start && !unit.taken[start - 1] {
                start -= 1;
            }
            let kind = kind(&found.claims, true);
            unit.add(kind, start..last + 1, found.claims, &scene, Picture::InPlace);
        }
    }
}

/// Whether a line of moves names what is taken: `n=4 : 1->3`, where 1 is not the position.
fn names_takes(line: &crate::notation::line::Line) -> bool {
    use crate::notation::token::Sign;
    let colon = (0..line.len()).find(|&at| line.is(at, Sign::Colon)).unwrap_or(0);
    let subject = (0..colon).rev().find_map(|at| line.number(at));
    let Some(subject) = subject else { return false };
    let target = |at: usize| line.number(at).is_some() || line.word(at).is_some_and(crate::notation::words::is_outcome_name);
    let from: Vec<u64> = (colon..line.len()).filter(|&at| line.is(at + 1, Sign::Arrow) && target(at + 2)).filter_map(|at| line.number(at)).collect();
    from.iter().any(|&number| number != subject)
}

fn comments(unit: &mut Unit, context: &mut Context<'_>) {
    // Runs of lines with claims, each a figure.
    let mut run: Option<(usize, Found)> = None;
    let scene = context.scene(None, false, true);
    for index in 0..=unit.lines.len() {
        let mut found = Found::default();
        if let Some(line) = unit.lines.get(index) {
            let mut scene = scene.clone();
            scene.piles = unit.cells.as_ref().and_then(|cells| cells.rows.get(index)).and_then(|row| row.first()).and_then(piles_in);
            statement::read(line, &mut scene, &mut found);
            // A comment speaks of the code: only what computes by itself is a claim.
            found.claims.retain(|claim| matches!(claim.question, Question::Value(_) | Question::Holds(_) | Question::Nimber(_)));
        }
        match (&mut run, found.claims.is_empty()) {
            (Some((_, all)), false) => all.claims.append(&mut found.claims),
            (None, false) => run = Some((index, found)),
            (Some(_), true) => {
                if let Some((start, all)) = run.take() {
                    unit.add("comment", start..index, all.claims, &scene, Picture::InPlace);
                }
            }
            (None, true) => {}
        }
    }
}

/// The list of piles that a line of code is about.
fn piles_in(line: &crate::notation::line::Line) -> Option<Vec<u64>> {
    (0..line.len()).filter(|&at| line.is(at, crate::notation::token::Sign::OpenBracket)).find_map(|at| {
        let (term, _) = crate::notation::formula::primary(line, at, line.len())?;
        term.numbers().filter(|numbers| !numbers.is_empty())
    })
}

fn text(unit: &mut Unit, context: &mut Context<'_>) {
    // A rule that the text names is that of the game it speaks of.
    let own = unit.lines.iter().find(|line| crate::figure::rules::named(line).is_some()).cloned();
    let mut scene = context.scene(own.as_ref(), false, false);
    if unit.form == Form::Items {
        scene.piles.clone_from(&context.piles);
    }
    scene.names_takes = unit.lines.iter().any(names_takes);
    let mut found = Found::default();
    let mut tentative = Vec::new();
    // Entries of a list go on from one another; a paragraph begins anew.
    for index in 0..unit.lines.len() {
        let line = unit.lines[index].clone();
        scene.subjects = Vec::new();
        if unit.form == Form::Text {
            scene.piles = None;
        }
        let mut listed = Found::default();
        label_lists(&line, &scene, &mut listed);
        if !listed.claims.is_empty() {
            tentative.push((index, listed.claims));
        }
        let before = context.conclusion.take().filter(|_| unit.form == Form::Text);
        context.conclusion = statement::read_after(before, &line, &mut scene, &mut found);
    }
    found.claims.sort_by_key(|claim| (claim.span.start, claim.span.end));
    let kind = kind(&found.claims, false);
    let kind = if unit.form == Form::Items && found.claims.len() > 3 { "dry-run" } else { kind };
    drop_choices(&mut found.claims);
    context.piles = scene.piles.clone();
    let lines = 0..unit.lines.len();
    unit.add(kind, lines, found.claims, &scene, Picture::InPlace);
    // Labels in a row are about the game only if they mostly agree with it: else they are somebody's results.
    for (index, claims) in tentative {
        unit.add("wl-strip", index..index + 1, claims, &scene, Picture::InPlace);
        if let Some(figure) = unit.figures.last_mut() {
            figure.tentative = true;
        }
    }
}

/// Several answers to one question are a choice that the reader is given, and no claim.
fn drop_choices(claims: &mut Vec<Claim>) {
    use crate::figure::claim::Answer;
    let key = |claim: &Claim| match (&claim.question, &claim.written) {
        (Question::Value(term), Answer::Number(_)) => Some(term.plain()),
        (Question::Nimber(position), _) => Some(position.to_string()),
        _ => None,
    };
    let mut answers: std::collections::BTreeMap<String, std::collections::BTreeSet<u64>> = std::collections::BTreeMap::new();
    for claim in claims.iter() {
        if let (Some(key), Answer::Number(value)) = (key(claim), &claim.written) {
            answers.entry(key).or_default().insert(*value);
        }
    }
    claims.retain(|claim| key(claim).and_then(|key| answers.get(&key)).is_none_or(|values| values.len() < 3));
}

/// `[L, W, W, W, L]`, `LWWWL`, `g = [0, 1, 2, 0]` in running text: they begin at 0, or where the range said.
fn label_lists(line: &crate::notation::line::Line, scene: &crate::figure::scene::Scene, found: &mut Found) {
    use crate::notation::token::Sign;
    let mut at = 0;
    while at < line.len() {
        let end = if line.is(at, Sign::OpenBracket) { (at..line.len()).find(|&end| line.is(end, Sign::CloseBracket)) } else { None };
        if let Some(end) = end {
            let part = line.part(at..end + 1);
            if let Some(read) = series::of_line(&part) {
                let start = scene.range.map_or(0, |(first, _)| first);
                let values = matches!(read.run, series::Run::Numbers(_));
                let grundy = (at.saturating_sub(5)..at).any(|index| line.word(index).is_some_and(crate::notation::words::is_nimber_name));
                if !values || (grundy && read.len() >= 4) {
                    let _ = series::read_from(start, &read, scene, found);
                }
            }
            at = end;
        } else if line.raw(at).len() >= 4
            && let Some(read) = series::of_line(&line.part(at..at + 1))
        {
            let _ = series::read_from(0, &read, scene, found);
        }
        at += 1;
    }
}

/// What claims are mostly about.
fn kind(claims: &[Claim], fence: bool) -> &'static str {
    let has = |wanted: fn(&Question) -> bool| claims.iter().any(|claim| wanted(&claim.question));
    let mex = |question: &Question| match question {
        Question::Value(term) => has_mex(term),
        Question::Holds(crate::figure::claim::Formula::Related(left, _, right)) => has_mex(left) || has_mex(right),
        _ => false,
    };
    let xor = |question: &Question| matches!(question, Question::Value(Term::Xor(_) | Term::Caret(_)) | Question::NimOutcome(_));
    if has(|question| matches!(question, Question::Options(_))) && has(mex) {
        "mex-derivation"
    } else if has(mex) {
        "mex"
    } else if has(|question| matches!(question, Question::Losing)) {
        "losing-set"
    } else if has(xor) {
        "xor-chain"
    } else if has(|question| matches!(question, Question::Move { .. })) && fence {
        "move-list"
    } else if has(|question| matches!(question, Question::ForAll(_) | Question::Period | Question::Preperiod)) {
        "law"
    } else {
        "statement"
    }
}

fn has_mex(term: &Term) -> bool {
    match term {
        Term::Mex(_) => true,
        Term::Xor(items) | Term::Caret(items) => items.iter().any(has_mex),
        _ => false,
    }
}
