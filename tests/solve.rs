//! Known values and laws of the game library.

use coursegen::solve::{LawVerdict, Nimber, Outcome, Position, Solver, parse};

fn solver(spec: &str) -> Solver {
    Solver::new(parse(spec).unwrap_or_else(|error| panic!("{spec}: {error}")))
}

fn values(spec: &str, up_to: u64) -> Vec<u64> {
    solver(spec)
        .nimbers(up_to)
        .unwrap()
        .into_iter()
        .map(|Nimber(value)| value)
        .collect()
}

/// `W` and `L` for the heaps 0 to `up_to`.
fn strip(spec: &str, up_to: u64) -> String {
    let outcomes = solver(spec).outcomes(up_to).unwrap();
    outcomes
        .into_iter()
        .map(|outcome| if outcome == Outcome::Next { 'W' } else { 'L' })
        .collect()
}

#[test]
fn taking_one_three_or_four() {
    assert_eq!(
        values("subtraction {1, 3, 4}", 13),
        [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]
    );
    assert_eq!(strip("subtraction {1, 3, 4}", 13), "LWLWWWWLWLWWWW");
}

#[test]
fn periods_of_subtraction_sets() {
    let known = [
        ("{1, 2}", 0, 3),
        ("{1, 3}", 0, 2),
        ("{1, 2, 5}", 0, 3),
        ("{2, 3}", 0, 5),
        ("{1, 4}", 0, 5),
        ("{1, 3, 4}", 0, 7),
        ("{2, 5}", 0, 7),
        ("{1, 4, 5}", 0, 8),
        ("{1, 5, 6}", 0, 11),
        ("{1, 6, 7}", 0, 12),
        ("{2, 5, 7}", 0, 22),
        ("{2, 4, 7}", 8, 3),
    ];
    for (set, preperiod, length) in known {
        let period = solver(&format!("subtraction {set}"))
            .period()
            .unwrap()
            .unwrap();
        assert_eq!(
            (period.preperiod, period.period),
            (preperiod, length),
            "{set}"
        );
    }
}

#[test]
fn laws_are_decided() {
    let mut game = solver("subtraction {1, 2, 3}");
    let verdict = game.for_all(4, &|n, _, value| value.0 == n % 4).unwrap();
    assert!(matches!(verdict, LawVerdict::Proved { .. }), "{verdict:?}");
    let verdict = game
        .for_all(5, &|n, outcome, _| {
            (n % 5 == 0) == (outcome == Outcome::Previous)
        })
        .unwrap();
    assert_eq!(verdict, LawVerdict::CounterExample(4));
    let mut game = solver("misere subtraction {1, 2, 3}");
    let verdict = game
        .for_all_outcomes(4, &|n, outcome| {
            (n % 4 == 1) == (outcome == Outcome::Previous)
        })
        .unwrap();
    assert!(matches!(verdict, LawVerdict::Proved { .. }), "{verdict:?}");
}

#[test]
fn the_xor_decides_nim_and_not_its_misere_form() {
    assert!(matches!(
        solver("nim").nim_sum_decides().unwrap(),
        LawVerdict::Proved { .. }
    ));
    assert_eq!(
        solver("misere nim").nim_sum_decides().unwrap(),
        LawVerdict::CounterExample(Position::List(vec![0]))
    );
    let verdict = solver("sum(subtraction {1, 2, 3})")
        .nim_sum_decides()
        .unwrap();
    assert_eq!(verdict, LawVerdict::CounterExample(Position::List(vec![4])));
}

#[test]
fn far_heaps_by_the_period() {
    let mut game = solver("subtraction {1, 3, 4}");
    assert_eq!(
        game.nimber(&Position::Number(7 * (1 << 60) + 5)).unwrap(),
        Nimber(3)
    );
    assert_eq!(
        game.winning_moves(&Position::Number(7_000_000_000_003))
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn a_sum_of_different_games() {
    let mut game = solver("sum(subtraction {1, 2}; graph 0-1 0-2 1-2; nim)");
    let position = Position::List(vec![4, 0, 3, 5]);
    assert_eq!(game.nimber(&position).unwrap(), Nimber(1 ^ 2 ^ 6));
    assert!(!game.winning_moves(&position).unwrap().is_empty());
}

#[test]
fn a_cycle_is_shown() {
    let error = parse("graph 0-1 1-2 2-0").unwrap_err();
    assert_eq!(error.message, "the graph has a cycle: 0 -> 1 -> 2 -> 0");
    assert_eq!(error.range, 0..17);
}
