//! A text: its first line is a rule, the others are positions. Reading and answering must not panic.
#![no_main]

use coursegen::answer::{Form, solve_answer};
use coursegen::solve::{Budget, Position, Solver, parse};
use libfuzzer_sys::fuzz_target;

const SMALL: Budget = Budget { positions: 1_000, memory: 1 << 20, depth: 1_000 };

fuzz_target!(|text: &str| {
    let (rule, positions) = text.split_once('\n').unwrap_or((text, "0..3"));
    match parse(rule) {
        Err(error) => assert!(rule.get(error.range).is_some()),
        Ok(game) => {
            let printed = game.spec();
            assert_eq!(parse(&printed).map(|game| game.spec()), Ok(printed));
            let mut solver = Solver::with_budget(game, SMALL);
            let numbers: Vec<u64> = positions.split(|c: char| !c.is_ascii_digit()).flat_map(str::parse).collect();
            for position in numbers.iter().copied().map(Position::Number).chain([Position::List(numbers.clone())]) {
                let _ = solver.why_nimber(&position);
                let _ = solver.winning_moves(&position);
            }
            let _ = solver.outcome_period();
        }
    }
    if text.len() < 200 {
        // The positions alone: with a game that answers at once.
        let _ = solve_answer("nim", positions, Form::Json);
    }
});
