//! Nothing that is asked makes the library panic or hang: numbers at the edges of their types, and a million rules.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use coursegen::solve::games::ALL;
use coursegen::solve::{Budget, Nimber, Outcome, Position, Solver, parse};

#[test]
fn numbers_at_the_edges() {
    for number in [
        u64::from(u32::MAX) - 1,
        u64::from(u32::MAX),
        1 << 32,
        i64::MAX as u64,
        u64::MAX - 1,
        u64::MAX,
    ] {
        let mut solver = Solver::new(parse("subtraction {1, 3, 4}").unwrap());
        let at = Position::from(number);
        assert_eq!(
            solver.nimber(&at).unwrap().0,
            [0, 1, 0, 1, 2, 3, 2][(number % 7) as usize]
        );
        assert_eq!(
            solver.outcome(&at).unwrap() == Outcome::Previous,
            matches!(number % 7, 0 | 2)
        );
        let mut solver = Solver::new(parse("nim").unwrap());
        let heaps = Position::from([number, number, 1]);
        assert_eq!(solver.nimber(&heaps).unwrap(), Nimber(1));
        assert_eq!(
            solver.winning_moves(&heaps).unwrap().len(),
            if number % 2 == 1 { 3 } else { 1 }
        );
        let spec = format!("subtraction {{1, {number}}}");
        let mut solver = Solver::new(parse(&spec).unwrap());
        assert_eq!(solver.nimber(&Position::from(10)).unwrap(), Nimber(0));
        for spec in [
            "subtraction squares",
            "subtraction primes",
            "grundy",
            "octal 0.007",
            "lasker",
            "all-but {1}",
            "wythoff",
            "euclid",
            "staircase",
            "moore 2",
            "mock-turtles",
            "ruler",
            "turning-turtles",
            "chomp",
        ] {
            let mut solver = Solver::with_budget(parse(spec).unwrap(), tiny());
            for position in [
                Position::from(number),
                Position::from([number, number]),
                Position::from([1, number]),
            ] {
                ask_everything(&mut solver, &position);
            }
        }
    }
}

/// A budget that is soon spent.
fn tiny() -> Budget {
    Budget {
        positions: 300,
        memory: 1 << 18,
        depth: 200,
    }
}

/// Asks each question; any answer will do.
fn ask_everything(solver: &mut Solver, position: &Position) {
    let _ = solver.outcome(position);
    let _ = solver.nimber(position);
    let _ = solver.winning_moves(position);
    let _ = solver.option_values(position);
    let _ = solver.why_outcome(position);
    let _ = solver.why_nimber(position);
}

/// A sequence of numbers that looks random and is the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// A million rules, most of them nearly right: none makes the reader panic, and what is read is played.
#[test]
fn a_million_rules() {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "(",
        ")",
        ";",
        ",",
        "-",
        "->",
        ".",
        "..",
        "0",
        "1",
        "2",
        "3",
        "9",
        "17",
        "4294967296",
        "18446744073709551615",
        "99999999999999999999",
        "0.77",
        "0.",
        "-1",
        "{1, 2}",
        "{3}",
        "0-1",
        "1-2",
        "2-0",
        "squares",
        "primes",
        "powers of 2",
        " ",
        "  ",
        "\n",
        "é",
        "খেলা",
        "−",
        "…",
        "̇",
        "\u{feff}",
        "misere ",
        "sum(",
        "nim",
    ];
    let mut dice = Dice(88_172_645_463_325_252);
    let (mut read, mut refused) = (0u32, 0u32);
    for round in 0..1_000_000 {
        let mut spec = match dice.below(4) {
            0 => String::new(),
            _ => ALL[dice.below(ALL.len())].example.to_owned(),
        };
        for _ in 0..dice.below(4) {
            let places: Vec<usize> = spec
                .char_indices()
                .map(|(at, _)| at)
                .chain([spec.len()])
                .collect();
            let (one, other) = (
                places[dice.below(places.len())],
                places[dice.below(places.len())],
            );
            match dice.below(3) {
                0 => spec.replace_range(one.min(other)..one.max(other), ""),
                _ => spec.insert_str(one, dice.of(PIECES)),
            }
        }
        match parse(&spec) {
            Err(error) => {
                refused += 1;
                assert!(
                    spec.get(error.range.clone()).is_some(),
                    "{spec:?}: {error:?} lies outside"
                );
                assert!(!error.message.is_empty());
            }
            Ok(game) => {
                read += 1;
                if round % 256 == 0 {
                    let printed = game.spec();
                    assert_eq!(parse(&printed).unwrap().spec(), printed, "{spec:?}");
                    let mut solver = Solver::with_budget(game, tiny());
                    let numbers = [
                        dice.below(5) as u64,
                        dice.below(9) as u64,
                        dice.below(3000) as u64,
                    ];
                    for position in [
                        Position::Number(numbers[1]),
                        Position::Number(numbers[2]),
                        Position::List(numbers[..2].to_vec()),
                        Position::List(Vec::new()),
                    ] {
                        ask_everything(&mut solver, &position);
                    }
                    let _ = solver.period();
                    let _ = solver.for_all_outcomes(3, &|n, outcome| {
                        (n % 3 == 0) == (outcome == Outcome::Previous)
                    });
                }
            }
        }
    }
    assert!(
        read > 100_000 && refused > 100_000,
        "{read} were read, {refused} refused"
    );
}
