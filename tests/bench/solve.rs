//! How fast the solver is: each line names a task, the time it took (the best of a few runs), and the rate.
#![allow(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
#![allow(clippy::unwrap_used, reason = "a task that fails stops the program")]

use coursegen::solve::games::graph::Graph;
use coursegen::solve::games::subtraction::Subtraction;
use coursegen::solve::{Budget, Game, Play, Position, Search, Solver, nim_sum, parse};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A budget that no task here uses up.
const LARGE: Budget = Budget {
    positions: 1 << 40,
    memory: 1 << 34,
    depth: 1 << 40,
};

fn main() {
    take_one_three_or_four();
    periods_of_sets();
    codes();
    grundy();
    graph();
    heaps();
    searches();
}

/// Runs a task some times; prints the best time, and the rate if it is about many things.
fn time<T>(name: &str, runs: u32, count: f64, unit: &str, mut task: impl FnMut() -> T) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        black_box(task());
        best = best.min(start.elapsed());
    }
    let rate = count / best.as_secs_f64();
    println!("{name:<58} {best:>12.3?} {rate:>12.3e} {unit}/s");
    best
}

fn take_one_three_or_four() {
    const HEAPS: usize = 100_000_000;
    let game = Subtraction::new(&[1, 3, 4]).unwrap();
    let name = "subtraction {1, 3, 4}: outcomes to 10^8";
    time(name, 5, HEAPS as f64, "positions", || {
        game.outcomes(HEAPS, Play::Normal)
    });
    let name = "subtraction {1, 3, 4}: Grundy values to 10^8, table";
    time(name, 5, HEAPS as f64, "positions", || game.table(HEAPS));
    let name = "subtraction {1, 3, 4}: the same, 8 bytes each";
    time(name, 3, HEAPS as f64, "positions", || game.nimbers(HEAPS));
}

/// A sequence of numbers that looks random and is the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

fn periods_of_sets() {
    for (name, set) in [
        ("{1, 3, 4}", vec![1, 3, 4]),
        ("{2, 5, 7}", vec![2, 5, 7]),
        ("{1, 2, ..., 64}", (1..=64).collect()),
    ] {
        let game = Subtraction::new(&set).unwrap();
        time(
            &format!("subtraction {name}: period"),
            5,
            1.0,
            "claims",
            || game.period(1 << 24).unwrap(),
        );
    }
    let mut dice = Dice(88_172_645_463_325_252);
    for size in [2, 3, 4, 6, 10] {
        let sets: Vec<Vec<u64>> = (0..200)
            .map(|_| (0..size).map(|_| 1 + dice.below(64)).collect())
            .collect();
        for outcomes in [false, true] {
            let mut spent: Vec<(Duration, u64)> = sets
                .iter()
                .map(|set| {
                    let game = Subtraction::new(set).unwrap();
                    let start = Instant::now();
                    let period = match outcomes {
                        false => game.period(1 << 26),
                        true => game.outcome_period(1 << 26, Play::Normal),
                    };
                    let spent = start.elapsed();
                    (spent, period.map_or(0, |period| period.checked_up_to))
                })
                .collect();
            spent.sort();
            let (median, worst) = (spent[spent.len() / 2], spent[spent.len() - 1]);
            let under = spent
                .iter()
                .filter(|(time, _)| time.as_millis() < 1)
                .count();
            let what = if outcomes { "outcomes" } else { "values" };
            println!(
                "200 sets of {size} numbers up to 64, period of the {what}: median {:.3?}, worst {:.3?} ({} heaps), {under} under 1 ms",
                median.0, worst.0, worst.1
            );
        }
    }
}

fn codes() {
    const HEAPS: u64 = 1_000_000;
    for (name, code) in [("Kayles", "octal 0.77"), ("Dawson's chess", "octal 0.137")] {
        let time_to = |heaps: u64| {
            let game = parse(code).unwrap();
            Solver::with_budget(game, LARGE).nimbers(heaps)
        };
        time(
            &format!("{name}: Grundy values to 10^6"),
            3,
            HEAPS as f64,
            "heaps",
            || time_to(HEAPS),
        );
        let game = parse(code).unwrap();
        let period = game.period(1 << 20).unwrap();
        println!("{name}: {period}, checked up to {}", period.checked_up_to);
        time(&format!("{name}: period"), 3, 1.0, "claims", || {
            game.period(1 << 20)
        });
    }
    let game = parse("octal 0.007").unwrap();
    time(
        "Treblecross, no period known: Grundy values to 10^5",
        1,
        1e5,
        "heaps",
        || game.nimbers(100_000),
    );
    let game = parse("octal 0.6").unwrap();
    time(
        "Officers, no period below 10^12: Grundy values to 10^5",
        1,
        1e5,
        "heaps",
        || game.nimbers(100_000),
    );
    let game = parse("octal 0.16").unwrap();
    time("0.16: period 149459 from 105351", 1, 1.0, "claims", || {
        let period = game.period(1 << 20);
        assert_eq!(period.map(|period| period.period), Some(149_459));
    });
}

fn grundy() {
    let game = parse("grundy").unwrap();
    time(
        "Grundy's game: Grundy values to 10^5",
        1,
        1e5,
        "heaps",
        || game.nimbers(100_000),
    );
}

fn graph() {
    const VERTICES: u64 = 1_000_000;
    let mut dice = Dice(2_463_534_242);
    let edges: Vec<(u64, u64)> = (0..5_000_000)
        .map(|_| (dice.below(VERTICES), dice.below(VERTICES)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| (from.max(to), from.min(to)))
        .collect();
    let vertices: Vec<u64> = (0..VERTICES).collect();
    time(
        "graph of 10^6 vertices, 5*10^6 edges: all values",
        3,
        5e6,
        "edges",
        || Graph::new(&vertices, &edges).unwrap().values().last(),
    );
    let line: Vec<(u64, u64)> = (1..VERTICES).map(|vertex| (vertex, vertex - 1)).collect();
    time(
        "a line of 10^6 vertices: all values",
        3,
        1e6,
        "edges",
        || Graph::new(&vertices, &line).unwrap().values().last(),
    );
}

fn heaps() {
    let mut dice = Dice(362_436_069);
    let heaps: Vec<u64> = (0..1_000_000).map(|_| dice.below(u64::MAX)).collect();
    let bytes = 8.0 * heaps.len() as f64;
    time("nim-sum of 10^6 heaps", 50, bytes, "bytes", || {
        nim_sum(black_box(&heaps))
    });
    let position = Position::List(heaps.clone());
    let mut solver = Solver::new(parse("nim").unwrap());
    time("the same, asked of a solver", 50, bytes, "bytes", || {
        solver.nimber(black_box(&position)).unwrap()
    });
    let many: Vec<u64> = (0..50_000_000).map(|_| dice.below(u64::MAX)).collect();
    let bytes = 8.0 * many.len() as f64;
    time(
        "nim-sum of 5*10^7 heaps, more than the caches hold",
        5,
        bytes,
        "bytes",
        || nim_sum(black_box(&many)),
    );
}

fn searches() {
    let game = parse("nim").unwrap();
    time(
        "plain search of nim [9, 9, 9]",
        3,
        1000.0,
        "positions",
        || {
            Search::new(LARGE)
                .nimber(game.as_ref(), &Position::from([9, 9, 9]))
                .unwrap()
        },
    );
    let game = parse("chomp").unwrap();
    time(
        "chomp [8, 8, 8, 8, 8, 8, 7]: outcome",
        3,
        1.0,
        "claims",
        || {
            let position = Position::from([8, 8, 8, 8, 8, 8, 7]);
            Solver::with_budget(Arc::clone(&game), LARGE)
                .outcome(&position)
                .unwrap()
        },
    );
    let game = parse("wythoff").unwrap();
    time(
        "wythoff: Grundy value of [150, 150]",
        3,
        22_801.0,
        "positions",
        || {
            let position = Position::from([150, 150]);
            Solver::with_budget(Arc::clone(&game), LARGE)
                .nimber(&position)
                .unwrap()
        },
    );
    let game = parse("subtraction squares").unwrap();
    time("taking squares: outcomes to 10^6", 3, 1e6, "heaps", || {
        game.outcomes(1_000_000, Play::Normal)
    });
    time(
        "taking squares: Grundy values to 10^5",
        3,
        1e5,
        "heaps",
        || game.nimbers(100_000),
    );
}
