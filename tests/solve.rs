//! Known values and laws of the game library.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

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

#[test]
fn values_of_codes() {
    let known: [(&str, &[u64]); 8] = [
        (
            "octal 0.77",
            &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2],
        ),
        (
            "octal 0.137",
            &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5],
        ),
        (
            "octal 0.07",
            &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5],
        ),
        (
            "grundy",
            &[
                0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0,
            ],
        ),
        (
            "treblecross",
            &[0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4],
        ),
        (
            "octal 0.6",
            &[0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2],
        ),
        ("lasker", &[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
        ("ruler", &[0, 1, 2, 1, 4, 1, 2, 1, 8]),
    ];
    for (spec, known) in known {
        assert_eq!(values(spec, known.len() as u64 - 1), known, "{spec}");
    }
}

#[test]
fn periods_of_codes() {
    for (spec, preperiod, length) in [
        ("kayles", 71, 12),
        ("dawsons-chess", 52, 34),
        ("octal 0.07", 53, 34),
        ("octal 0.3", 0, 2),
    ] {
        let period = solver(spec).period().unwrap().unwrap();
        assert_eq!(
            (period.preperiod, period.period),
            (preperiod, length),
            "{spec}"
        );
    }
}

#[test]
fn far_kayles() {
    let mut game = solver("kayles");
    let far = game.nimber(&Position::Number(1_000_000_000_000)).unwrap();
    let near = game
        .nimber(&Position::Number(1_000_000_000_000 % 12 + 120))
        .unwrap();
    assert_eq!(far, near);
}

#[test]
fn lost_heaps_where_squares_are_taken() {
    let lost = solver("subtraction squares").losing_positions(39).unwrap();
    let lost: Vec<u64> = lost
        .iter()
        .flat_map(|position| position.numbers().to_vec())
        .collect();
    assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
}

#[test]
fn lost_positions_of_wythoff() {
    let lost = solver("wythoff").losing_positions(20).unwrap();
    let lost: Vec<(u64, u64)> = lost
        .iter()
        .filter_map(|position| match position.numbers() {
            [first, second] if first <= second => Some((*first, *second)),
            _ => None,
        })
        .collect();
    assert_eq!(
        lost,
        [
            (0, 0),
            (1, 2),
            (3, 5),
            (4, 7),
            (6, 10),
            (8, 13),
            (9, 15),
            (11, 18),
            (12, 20)
        ]
    );
}

/// The usual formula, `int(k * phi)`, is off by one from here on; the exact one obeys the definition of a floor.
#[test]
fn floating_point_fails_where_exact_arithmetic_does_not() {
    use coursegen::solve::games::wythoff::cold;
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let first_wrong = (0..40_000_000u64).find(|k| cold(*k) != Some((*k as f64 * phi) as u64));
    let fails = (1..u64::MAX / 3)
        .step_by(u64::MAX as usize / 3001)
        .filter(|k| cold(*k) != Some((*k as f64 * phi) as u64));
    assert!(
        fails.count() > 900,
        "first wrong below 40 million: {first_wrong:?}"
    );
    for k in (1..u64::MAX / 3).step_by(u64::MAX as usize / 1009) {
        // a = floor(k phi) exactly if a (a - k) < k² < (a + 1) (a + 1 - k), for φ solves x (x - 1) = 1.
        let (a, k) = (u128::from(cold(k).unwrap()), u128::from(k));
        assert!(a * (a - k) < k * k && k * k < (a + 1) * (a + 1 - k), "{k}");
    }
    let far = cold(1 << 60).unwrap();
    let mut game = solver("wythoff");
    let lost = Position::List(vec![far + (1 << 60), far]);
    assert_eq!(game.outcome(&lost).unwrap(), Outcome::Previous);
    let won = Position::List(vec![far + (1 << 60), far + 5]);
    assert!(
        game.winning_moves(&won)
            .unwrap()
            .contains(&Position::List(vec![far + (1 << 60), far]))
    );
}

#[test]
fn lost_positions_of_three_heaps() {
    assert_eq!(solver("nim").losing_lists(3, 7).unwrap().len(), 64);
}
