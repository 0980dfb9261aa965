//! Chains of relations -> claims: each relation between two terms that can be computed is one.

use crate::figure::claim::{Answer, Formula, Law, Notation, Question};
use crate::figure::scene::{Found, Scene, position};
use crate::notation::formula::{Chain, Relation, Term, Written};
use crate::notation::line::Line;
use crate::notation::words;
use crate::solve::Position;
use crate::source::Span;

/// States what a chain says.
pub fn read(line: &Line, chain: &Chain, scene: &mut Scene, found: &mut Found) {
    for (index, relation) in chain.relations.iter().enumerate() {
        let (left, right) = (&chain.terms[index], &chain.terms[index + 1]);
        let Some(span) = line.span(chain.places[index].start..chain.places[index + 1].end) else {
            continue;
        };
        pair(
            left,
            *relation,
            right,
            span,
            chain.terms.len() > 2,
            scene,
            found,
        );
        compared_with_zero(line, chain, index, scene, found);
    }
    // The first nim-sum written out is that of the piles at hand.
    if let Some(list) = scene.piles.clone().map(Position::List)
        && scene.knows(&list)
        && let Some(index) = chain
            .terms
            .iter()
            .position(|term| matches!(term, Term::Xor(_) | Term::Caret(_)) && !term.is_open())
        && let Some(span) = line.span(chain.places[index].clone())
        && operands(&chain.terms[index]) == list_len(&list)
        && decidable(&chain.terms[index], scene, &Term::NimSum(span))
    {
        operand_by_operand(&list, &chain.terms[index], scene, found);
        found.holds(
            Formula::Related(
                nimber(&list, span),
                Relation::Equal,
                chain.terms[index].clone(),
            ),
            span,
        );
    }
}

/// A nim-sum is compared with 0, where that decides who wins: `= 2 ≠ 0 -> W`.
fn compared_with_zero(line: &Line, chain: &Chain, index: usize, scene: &Scene, found: &mut Found) {
    let (Relation::NotEqual, Term::Number(written)) =
        (chain.relations[index], &chain.terms[index + 1])
    else {
        return;
    };
    let sums = chain.terms[..=index]
        .iter()
        .any(|term| matches!(term, Term::Xor(_) | Term::Caret(_) | Term::NimSum(_)));
    let decides = scene.apart
        || !crate::notation::outcome::labels(line, chain.tokens.end..line.len(), true).is_empty();
    if sums && decides {
        zero(written, found);
    }
}

/// States that a number is 0.
pub fn zero(written: &Written, found: &mut Found) {
    let numeral = crate::notation::token::Numeral {
        value: 0,
        binary: None,
        digits: 1,
        bengali: written.numeral.bengali,
        marked: false,
    };
    found.value(
        &Term::Number(Written {
            numeral,
            span: written.span,
        }),
        written,
    );
}

/// `[3, 4, 5]  3^4^5`: where the operands are the piles one by one, each is that of its pile.
fn operand_by_operand(list: &Position, chain: &Term, scene: &Scene, found: &mut Found) {
    let (Position::List(piles), Term::Xor(items) | Term::Caret(items)) = (list, chain) else {
        return;
    };
    let written: Vec<&Written> = items
        .iter()
        .filter_map(|item| match item {
            Term::Number(written) => Some(written),
            _ => None,
        })
        .collect();
    let same = |(pile, written): &(&u64, &&Written)| **pile == written.numeral.value;
    let alike = piles.iter().zip(&written).filter(same).count();
    if written.len() != piles.len() || piles.len() < 2 || alike + 1 < piles.len() {
        return;
    }
    // Operands in binary are not the piles as they stand, and not every list may be one pile long.
    let binary = written
        .iter()
        .any(|written| written.numeral.binary.is_some());
    let single = |pile: &u64| {
        let position = Position::List(vec![*pile]);
        let game = scene.games.list.as_ref();
        game.is_some_and(|bound| bound.game.accepts(&position))
    };
    if binary || !piles.iter().all(single) {
        return;
    }
    for (pile, written) in piles.iter().zip(written) {
        found.nimber(&Position::List(vec![*pile]), written);
    }
}

fn operands(term: &Term) -> usize {
    match term {
        Term::Xor(items) | Term::Caret(items) => items.len(),
        _ => 1,
    }
}

fn list_len(position: &Position) -> usize {
    match position {
        Position::List(numbers) => numbers.len(),
        Position::Number(_) => 1,
    }
}

/// The value of a position, as a term.
#[must_use]
pub fn nimber(position: &Position, span: Span) -> Term {
    let number = |value: u64| {
        let numeral = crate::notation::token::Numeral {
            value,
            binary: None,
            digits: 1,
            bengali: false,
            marked: false,
        };
        Term::Number(Written { numeral, span })
    };
    let argument = match position {
        Position::Number(value) => number(*value),
        Position::List(values) => Term::List {
            items: values.iter().copied().map(number).collect(),
            open: false,
            span,
        },
    };
    Term::Nimber {
        name: "G".into(),
        argument: Box::new(argument),
        span,
    }
}

/// The nim-sum of the piles at hand: by the rules of their game, or plain where there is none.
#[must_use]
pub fn sum_of(list: &Position, scene: &Scene, chain: &Chain) -> Option<Term> {
    let span = match chain.terms.first() {
        Some(Term::NimSum(span)) => *span,
        _ => return None,
    };
    if scene.knows(list) {
        return Some(nimber(list, span));
    }
    match (list, nimber(list, span)) {
        (Position::List(_), Term::Nimber { argument, .. }) => match *argument {
            Term::List { items, .. } => Some(Term::Xor(items)),
            _ => None,
        },
        _ => None,
    }
}

fn pair(
    left: &Term,
    relation: Relation,
    right: &Term,
    span: Span,
    long: bool,
    scene: &Scene,
    found: &mut Found,
) {
    match (left, right) {
        (Term::Unknown, _) | (_, Term::Unknown) => {}
        // `win[4] = False`, `win[4] = L`, `4 = L`, `[5, 5] = L`
        (
            Term::Wins { argument, .. } | Term::Nimber { argument, .. },
            Term::Label(label, place),
        ) if relation == Relation::Equal => {
            if let Some(position) = position(argument).filter(|position| scene.knows(position)) {
                found.outcome(&position, label, *place);
            }
        }
        (Term::Wins { argument, .. }, Term::Truth(truth, place)) if relation == Relation::Equal => {
            if let Some(position) = position(argument).filter(|position| scene.knows(position)) {
                found.truth(&position, *truth, *place);
            }
        }
        (Term::Number(_) | Term::List { .. }, Term::Label(label, place))
            if relation == Relation::Equal =>
        {
            if let Some(position) = position(left).filter(|position| scene.knows(position)) {
                found.outcome(&position, label, *place);
            }
        }
        (Term::Label(..) | Term::Truth(..), _) | (_, Term::Label(..) | Term::Truth(..)) => {}
        (Term::NimSum(_), other) | (other, Term::NimSum(_)) => {
            if let (Some(piles), false) = (&scene.piles, other.is_open()) {
                let list = Position::List(piles.clone());
                let chain = Chain {
                    terms: vec![left.clone()],
                    places: Vec::new(),
                    relations: Vec::new(),
                    tokens: 0..0,
                };
                if let Some(sum) = sum_of(&list, scene, &chain) {
                    related(&sum, relation, other, span, true, scene, found);
                }
            }
        }
        _ if left.is_open() || right.is_open() => law(left, relation, right, span, scene, found),
        _ => related(left, relation, right, span, long, scene, found),
    }
}

/// A relation between terms without variables.
fn related(
    left: &Term,
    relation: Relation,
    right: &Term,
    span: Span,
    long: bool,
    scene: &Scene,
    found: &mut Found,
) {
    if (needs_game(left) || needs_game(right)) && !decidable(left, scene, right) {
        return;
    }
    let caret = matches!(left, Term::Caret(_)) || matches!(right, Term::Caret(_));
    if caret && !scene.xor && !small(left) {
        // Outside lessons on games `^` may be anything: a power, a footnote.
        return;
    }
    if let (Term::Mex(a), Term::Mex(b)) = (left, right) {
        members(a, b, span, found);
    }
    if let (Term::Nimber { argument, .. }, Term::Mex(set)) = (left, right)
        && let (
            Some(position),
            Term::Set {
                items, open: false, ..
            },
        ) = (position(argument), set.as_ref())
    {
        options(&position, items, span, found);
    }
    match (left, right) {
        (Term::Number(a), Term::Number(b)) => {
            let binary = a.numeral.binary.is_some() != b.numeral.binary.is_some()
                || (a.numeral.binary.is_some() && b.numeral.binary.is_some());
            if binary && relation == Relation::Equal {
                found.value(left, b);
            } else if long {
                // Two numbers alone are an example of a sign; in a chain they are a step.
                found.holds(
                    Formula::Related(left.clone(), relation, right.clone()),
                    b.span,
                );
            }
        }
        (Term::Nimber { argument, .. }, Term::Number(written)) if relation == Relation::Equal => {
            match position(argument) {
                Some(position) => found.nimber(&position, written),
                None => found.value(left, written),
            }
        }
        (_, Term::Number(written)) if relation == Relation::Equal => found.value(left, written),
        (Term::Number(written), _) if relation == Relation::Equal => found.value(right, written),
        (Term::Set { .. } | Term::List { .. }, Term::Set { .. } | Term::List { .. }) => {
            members(left, right, span, found)
        }
        _ => found.holds(
            Formula::Related(left.clone(), relation, right.clone()),
            span,
        ),
    }
}

/// Two displays of one set: value by value where both list as many, as sets in any case.
fn members(left: &Term, right: &Term, span: Span, found: &mut Found) {
    let (
        Term::Set {
            items: a,
            open: false,
            ..
        }
        | Term::List {
            items: a,
            open: false,
            ..
        },
        Term::Set {
            items: b,
            open: false,
            ..
        }
        | Term::List {
            items: b,
            open: false,
            ..
        },
    ) = (left, right)
    else {
        return;
    };
    if a.iter().chain(b).any(Term::is_open) {
        return;
    }
    let values = a.iter().any(|item| matches!(item, Term::Nimber { .. }));
    if a.len() == b.len() && values {
        for (value, shown) in a.iter().zip(b) {
            match (value, shown) {
                (Term::Nimber { argument, .. }, Term::Number(written)) => {
                    match position(argument) {
                        Some(position) => found.nimber(&position, written),
                        None => found.value(value, written),
                    }
                }
                (value, Term::Number(written)) => found.value(value, written),
                _ => found.holds(
                    Formula::Related(value.clone(), Relation::Equal, shown.clone()),
                    span,
                ),
            }
        }
        return;
    }
    let as_set = |term: &Term, items: &[Term]| Term::Set {
        items: items.to_vec(),
        open: false,
        span: term_span(term).unwrap_or(span),
    };
    found.holds(
        Formula::Related(as_set(left, a), Relation::Equal, as_set(right, b)),
        span,
    );
}

fn term_span(term: &Term) -> Option<Span> {
    match term {
        Term::Set { span, .. } | Term::List { span, .. } => Some(*span),
        _ => None,
    }
}

/// `g[4] = mex {g[3], g[2]}`: the values named are those of the options.
fn options(position: &Position, items: &[Term], span: Span, found: &mut Found) {
    let named: Option<Vec<u64>> = items
        .iter()
        .map(|item| match item {
            Term::Nimber { argument, .. } => argument.number(),
            _ => None,
        })
        .collect();
    if let Some(named) = named.filter(|_| matches!(position, Position::Number(_))) {
        found.push(
            span,
            Question::Options(position.clone()),
            Answer::Numbers(named),
            Notation::Plain,
        );
    }
}

/// A relation with a variable: a law, where it speaks of the Grundy value of n.
fn law(
    left: &Term,
    relation: Relation,
    right: &Term,
    span: Span,
    scene: &Scene,
    found: &mut Found,
) {
    let of_n = |term: &Term| matches!(term, Term::Nimber { argument, .. } if matches!(argument.as_ref(), Term::Variable(name) if words::VARIABLES.contains(&name.as_str())));
    let known = |term: &Term, name: &str| closed_but_for(term, name);
    if relation != Relation::Equal || scene.games.number.is_none() || scene.misere {
        return;
    }
    let (value, other) = if of_n(left) {
        (left, right)
    } else {
        (right, left)
    };
    let Some(name) = value.variable().map(str::to_owned) else {
        return;
    };
    // `g(n) = n` of Nim itself, `G(n) = n mod 4`, `G(n) = mex{G(n-1), G(n-2)}`
    let speaks =
        other.variable().is_some_and(|found| found == name) || matches!(other, Term::Mex(_));
    if of_n(value) && speaks && known(other, &name) {
        found.law(
            Law::Always(Formula::Related(value.clone(), relation, other.clone())),
            span,
        );
    }
}

fn closed_but_for(term: &Term, name: &str) -> bool {
    match term {
        Term::Variable(found) => found == name,
        Term::Unknown | Term::NimSum(_) => false,
        Term::Number(_) | Term::Label(..) | Term::Truth(..) => true,
        Term::Xor(items) | Term::Caret(items) => {
            items.iter().all(|item| closed_but_for(item, name))
        }
        Term::Set { items, open, .. } | Term::List { items, open, .. } => {
            !open && items.iter().all(|item| closed_but_for(item, name))
        }
        Term::Sum(a, b)
        | Term::Difference(a, b)
        | Term::Product(a, b)
        | Term::Power(a, b)
        | Term::Mod(a, b)
        | Term::Quotient(a, b) => closed_but_for(a, name) && closed_but_for(b, name),
        Term::Mex(inner) => closed_but_for(inner, name),
        Term::Nimber { argument, .. } | Term::Wins { argument, .. } => {
            closed_but_for(argument, name)
        }
    }
}

fn needs_game(term: &Term) -> bool {
    match term {
        Term::Nimber { .. } | Term::Wins { .. } => true,
        Term::Xor(items)
        | Term::Caret(items)
        | Term::Set { items, .. }
        | Term::List { items, .. } => items.iter().any(needs_game),
        Term::Mex(inner) => needs_game(inner),
        Term::Sum(a, b)
        | Term::Difference(a, b)
        | Term::Product(a, b)
        | Term::Power(a, b)
        | Term::Mod(a, b)
        | Term::Quotient(a, b) => needs_game(a) || needs_game(b),
        _ => false,
    }
}

/// Whether the games at hand can give all the values named.
fn decidable(left: &Term, scene: &Scene, right: &Term) -> bool {
    fn positions(term: &Term, out: &mut Vec<Option<Position>>) {
        match term {
            Term::Nimber { argument, .. } | Term::Wins { argument, .. } => {
                out.push(position(argument))
            }
            Term::Xor(items)
            | Term::Caret(items)
            | Term::Set { items, .. }
            | Term::List { items, .. } => items.iter().for_each(|item| positions(item, out)),
            Term::Mex(inner) => positions(inner, out),
            Term::Sum(a, b)
            | Term::Difference(a, b)
            | Term::Product(a, b)
            | Term::Power(a, b)
            | Term::Mod(a, b)
            | Term::Quotient(a, b) => {
                positions(a, out);
                positions(b, out);
            }
            _ => {}
        }
    }
    let mut named = Vec::new();
    positions(left, &mut named);
    positions(right, &mut named);
    named.iter().all(|position| {
        position
            .as_ref()
            .is_some_and(|position| scene.knows(position))
    })
}

/// Whether all operands are small naturals.
fn small(term: &Term) -> bool {
    match term {
        Term::Caret(items) => {
            items.len() >= 3
                && items
                    .iter()
                    .all(|item| item.number().is_some_and(|value| value < 1024))
        }
        _ => true,
    }
}
