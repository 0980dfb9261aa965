//! Two ways to each answer: what a solver says, by formula, table, parts or period, against the plain search.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use coursegen::solve::games::ALL;
use coursegen::solve::games::graph::Graph;
use coursegen::solve::games::hackenbush::Hackenbush;
use coursegen::solve::games::subtraction::Subtraction;
use coursegen::solve::{
    Budget, Game, LawVerdict, Nimber, Outcome, Position, Search, Shape, Solver, mex, parse,
};
use proptest::prelude::*;
use std::sync::Arc;

/// All small positions of a game. Where heaps are split, positions whose every order can be walked are few.
fn positions(game: &dyn Game, every_order: bool) -> Vec<Position> {
    let lists = |length: usize, side: u64| {
        (0..side.pow(length as u32)).map(move |index| {
            Position::List(
                (0..length)
                    .map(|place| index / side.pow(place as u32) % side)
                    .collect(),
            )
        })
    };
    let numbers = || (0..26).map(Position::Number);
    let all: Vec<Position> = match game.shape() {
        Shape::Number => numbers().collect(),
        Shape::Tuple(2) => lists(2, 13).collect(),
        Shape::Tuple(length) => lists(length, 5).collect(),
        Shape::Heaps if every_order => numbers()
            .take(11)
            .chain(lists(0, 1))
            .chain(lists(2, 6))
            .chain(lists(3, 4))
            .collect(),
        Shape::Heaps => numbers()
            .chain(lists(0, 1))
            .chain(lists(2, 9))
            .chain(lists(3, 5))
            .collect(),
        Shape::List => numbers()
            .take(12)
            .chain(lists(0, 1))
            .chain(lists(1, 12))
            .chain(lists(2, 9))
            .chain(lists(3, 6))
            .chain(lists(4, 5))
            .chain([
                Position::from([1, 2, 3, 4, 5]),
                Position::from([5, 4, 4, 2, 1]),
            ])
            .collect(),
    };
    all.into_iter()
        .filter(|position| game.accepts(position))
        .collect()
}

/// Holds a solver of the game against the search, position by position.
fn hold_together(game: Arc<dyn Game>) {
    if game.shape() == Shape::Heaps {
        let search = Search::up_to_order(Budget::default());
        hold(&game, positions(game.as_ref(), false), search);
    }
    let search = Search::new(Budget::default());
    hold(&game, positions(game.as_ref(), true), search);
}

/// The same with these positions and this search.
fn hold(game: &Arc<dyn Game>, positions: Vec<Position>, mut search: Search) {
    let spec = game.spec();
    assert_eq!(
        parse(&spec).unwrap().spec(),
        spec,
        "what is printed is read back"
    );
    assert!(positions.len() > 1, "{spec} has positions");
    let mut solver = Solver::new(Arc::clone(game));
    for position in &positions {
        let at = || format!("{spec} at {position}");
        let options = game.options(position);
        assert!(
            options.len() as u64 <= game.width(position),
            "{} is wider than it says",
            at()
        );
        assert!(
            options.iter().all(|option| game.accepts(option)),
            "{} has an option that is no position",
            at()
        );
        let outcome = search.outcome(game.as_ref(), position).unwrap();
        let nimber = search.nimber(game.as_ref(), position).unwrap();
        assert_eq!(solver.outcome(position), Ok(outcome), "{}", at());
        assert_eq!(solver.nimber(position), Ok(nimber), "{}", at());
        let mut wins: Vec<Position> = options
            .into_iter()
            .filter(|option| search.outcome(game.as_ref(), option) == Ok(Outcome::Previous))
            .collect();
        let mut found = solver.winning_moves(position).unwrap();
        wins.sort();
        wins.dedup();
        found.sort();
        assert_eq!(found, wins, "winning moves of {}", at());
        let witness = solver.why_nimber(position).unwrap();
        assert!(witness.complete);
        assert_eq!(
            Nimber(mex(witness.values().into_iter())),
            nimber,
            "mex of {}",
            at()
        );
        assert_eq!(
            witness.winning().count() > 0 || (witness.is_stuck() && outcome == Outcome::Next),
            outcome == Outcome::Next
        );
    }
    let numbers = (0..).zip(&positions);
    let numbers = numbers.take_while(|(number, position)| **position == Position::Number(*number));
    let numbers = numbers.count() as u64;
    if numbers > 0 {
        for (heap, (outcome, nimber)) in (0..).zip(
            solver
                .outcomes(numbers - 1)
                .unwrap()
                .into_iter()
                .zip(solver.nimbers(numbers - 1).unwrap()),
        ) {
            let position = Position::Number(heap);
            assert_eq!(
                outcome,
                search.outcome(game.as_ref(), &position).unwrap(),
                "outcomes of {spec} at {heap}"
            );
            assert_eq!(
                nimber,
                search.nimber(game.as_ref(), &position).unwrap(),
                "nimbers of {spec} at {heap}"
            );
        }
    }
}

/// The game and its misère form.
fn hold_both(spec: &str) {
    hold_together(parse(spec).unwrap_or_else(|error| panic!("{spec}: {error}")));
    hold_together(
        parse(&format!("misere {spec}")).unwrap_or_else(|error| panic!("misere {spec}: {error}")),
    );
}

#[test]
fn every_game_agrees_with_the_search() {
    for entry in ALL {
        match entry.names {
            ["misere", ..] => hold_together(parse(entry.example).unwrap()),
            _ => hold_both(entry.example),
        }
    }
}

#[test]
fn more_rules_agree_with_the_search() {
    for spec in [
        "subtraction {1, 2}",
        "subtraction {2, 5, 9}",
        "subtraction squares",
        "subtraction powers of 2",
        "subtraction primes",
        "all-but {1}",
        "all-but {1, 2, 3, 7}",
        "all-but {2, 4}",
        "moore 1",
        "moore 3",
        "octal 0.07",
        "octal 0.137",
        "octal 0.007",
        "octal 0.6",
        "octal 4.5",
        "octal 0.351",
        "hexadecimal 0.f",
        "hexadecimal 8.3",
        "hackenbush 0-1 1-2 2-0 2-3 3-3 0-3",
        "hackenbush 0-5 0-5 5-7 7-8 8-9 9-7",
        "graph 0-1 1-2 2-3 3-4 0-4 0-2 1-3 9",
        "sum(subtraction {1, 2, 3})",
        "sum(graph 0-1 0-2 1-2 1-3 3-4)",
        "sum(octal 0.77)",
        "sum(wythoff)",
        "sum(subtraction {1, 3, 4}; nim)",
        "sum(euclid; subtraction {2, 3})",
        "sum(grundy; subtraction squares)",
        "sum(sum(subtraction {1, 3}; subtraction {2}); octal 0.07)",
    ] {
        hold_both(spec);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_subtraction_set(set in prop::collection::btree_set(1u64..20, 1..6)) {
        let set: Vec<u64> = set.into_iter().collect();
        let game = Subtraction::new(&set).unwrap();
        hold_both(&game.spec());
    }

    #[test]
    fn any_graph(edges in prop::collection::vec((0u64..14, 0u64..14), 0..40)) {
        let edges: Vec<(u64, u64)> = edges.into_iter().filter(|(from, to)| from != to)
            .map(|(from, to)| (from.max(to), from.min(to))).collect();
        hold_both(&Graph::new(&[0, 1, 30], &edges).unwrap().spec());
    }

    #[test]
    fn any_picture(edges in prop::collection::vec((0u64..5, 0u64..5), 1..8)) {
        let Ok(game) = Hackenbush::new(&edges) else { return Ok(()) };
        let whole = game.whole();
        let mut search = Search::new(Budget::default());
        prop_assert_eq!(game.formula(&whole), search.nimber(&game, &whole).ok());
    }

    /// A period that is claimed is that of the values far beyond where it was proved, and no smaller one is.
    #[test]
    fn periods_hold_and_are_minimal(set in prop::collection::btree_set(1u64..14, 1..5)) {
        let set: Vec<u64> = set.into_iter().collect();
        let mut solver = Solver::new(Arc::new(Subtraction::new(&set).unwrap()));
        let period = solver.period().unwrap().unwrap();
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..(period.preperiod + 4 * period.period) as usize {
            let below = set.iter().filter_map(|taken| heap.checked_sub(*taken as usize));
            values.push(mex(below.map(|below| values[below])));
        }
        let (start, length) = (period.preperiod as usize, period.period as usize);
        prop_assert!((start..values.len() - length).all(|n| values[n] == values[n + length]));
        prop_assert!(start == 0 || values[start - 1] != values[start - 1 + length]);
        for shorter in 1..length {
            let tail = &values[start..start + 3 * length];
            prop_assert!((0..tail.len() - shorter).any(|n| tail[n] != tail[n + shorter]));
        }
        let outcomes = solver.outcome_period().unwrap().unwrap();
        prop_assert_eq!(length as u64 % outcomes.period, 0);
    }

    /// A law is decided as trying it for long decides it.
    #[test]
    fn laws_are_right(set in prop::collection::btree_set(1u64..8, 1..4), modulus in 1u64..9, rest in 0u64..9) {
        let set: Vec<u64> = set.into_iter().collect();
        let mut solver = Solver::new(Arc::new(Subtraction::new(&set).unwrap()));
        let law = |n: u64, outcome: Outcome| (n % modulus == rest % modulus) == (outcome == Outcome::Previous);
        let verdict = solver.for_all_outcomes(modulus, &law).unwrap();
        let broken = (0..).zip(solver.outcomes(5000).unwrap()).find(|(n, outcome)| !law(*n, *outcome));
        match broken {
            Some((n, _)) => prop_assert_eq!(verdict, LawVerdict::CounterExample(n)),
            None => prop_assert!(matches!(verdict, LawVerdict::Proved { .. }), "{:?}", verdict),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_octal_code(digits in prop::collection::vec(0u8..8, 1..5), split in any::<bool>()) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        let spec = format!("octal {}.{digits}", if split { 4 } else { 0 });
        if parse(&spec).is_ok() {
            hold_together(parse(&spec).unwrap());
        }
    }
}
