//! Bad input: each wrong rule is located and worded, and nothing that is typed makes the library panic or hang.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use coursegen::answer::{Form, solve_answer};
use coursegen::solve::games::graph::{Cycle, Graph};
use coursegen::solve::games::subtraction::{MoveSetError, Subtraction};
use coursegen::solve::{Budget, Limit, Nimber, Outcome, Position, Solver, Stop, parse};

#[test]
fn wrong_rules_are_located_and_worded() {
    let wrong = [
        (
            "",
            "",
            "a rule begins with the name of a game, not with nothing more",
        ),
        (
            "subtractoin {1}",
            "subtractoin",
            "unknown rule `subtractoin`",
        ),
        ("chess", "chess", "unknown rule `chess`"),
        (
            "subtraction",
            "",
            "the set is missing, there is nothing more",
        ),
        (
            "subtraction {}",
            "{}",
            "the set is empty: there would be no move",
        ),
        (
            "subtraction { }",
            "{ }",
            "the set is empty: there would be no move",
        ),
        (
            "subtraction {0}",
            "0",
            "0 in the set: a move that takes nothing would never end the game",
        ),
        (
            "subtraction {1, 0, 3}",
            "0",
            "0 in the set: a move that takes nothing would never end the game",
        ),
        (
            "subtraction {1, -2}",
            "-2",
            "a number of the set cannot be negative",
        ),
        (
            "subtraction {1, −2}",
            "−2",
            "a number of the set cannot be negative",
        ),
        (
            "subtraction {18446744073709551616}",
            "18446744073709551616",
            "18446744073709551616 is too large",
        ),
        ("subtraction {1 2}", "2", "`,` is missing, there is `2`"),
        (
            "subtraction {1, 2",
            "",
            "`,` is missing, there is nothing more",
        ),
        (
            "subtraction {1, x}",
            "x",
            "a number of the set is missing, there is `x`",
        ),
        (
            "subtraction {1} {2}",
            "{2}",
            "`{2}` is left over after the rule",
        ),
        (
            "subtraction powers of 3",
            "powers",
            "only powers of 2 are known",
        ),
        (
            "all-but {}",
            "{}",
            "the set is empty: there would be no move",
        ),
        (
            "moore",
            "",
            "how many heaps a move may take from is missing, there is nothing more",
        ),
        ("moore 0", "0", "a move has to take from one heap at least"),
        (
            "octal",
            "",
            "a code begins with `0.`, there is nothing more",
        ),
        ("octal 77", "77", "a code begins with `0.`, there is `77`"),
        ("octal 0.78", "8", "`8` is no digit of base 8"),
        (
            "octal 0.333...",
            "0.333...",
            "a code that never ends is not read",
        ),
        ("octal 0.3(3)", "0.3(", "a code that never ends is not read"),
        ("octal 0.7…", "0.7…", "a code that never ends is not read"),
        ("octal 0.000", "0.000", "the code allows no move"),
        (
            "octal 3.7",
            "3",
            "`3` before the point: a move that takes nothing has to split the heap",
        ),
        ("hexadecimal 0.fg", "g", "`g` is no digit of base 16"),
        ("graph", "", "the graph is missing, there is nothing more"),
        (
            "graph 0-",
            "",
            "the vertex that the edge leads to is missing, there is nothing more",
        ),
        (
            "graph 0-1 1-2 2-0 7",
            "graph 0-1 1-2 2-0 7",
            "the graph has a cycle: 0 -> 1 -> 2 -> 0",
        ),
        ("graph 4-4", "graph 4-4", "the graph has a cycle: 4 -> 4"),
        (
            "hackenbush 0-1 2-3",
            "2-3",
            "edge 2 does not hang together with the ground",
        ),
        ("hackenbush", "hackenbush", "the picture has no edge"),
        ("sum(nim", "", "`)` is missing, there is nothing more"),
        (
            "sum(nim)",
            "sum(nim)",
            "copies of `nim` cannot be told apart in a list",
        ),
        (
            "sum(nim; chomp)",
            "sum(nim; chomp)",
            "`nim` and `chomp` both take lists of any length: where one ends could not be told",
        ),
        (
            "sum(misere nim; wythoff)",
            "sum(misere nim; wythoff)",
            "`misere nim` cannot be a part: misère play is that of a whole sum",
        ),
        (
            "misere misere nim",
            "misere",
            "the game is under misère play already",
        ),
    ];
    for (spec, place, message) in wrong {
        let error = parse(spec).map(|game| game.spec()).unwrap_err();
        assert_eq!(error.message, message, "{spec}");
        assert_eq!(&spec[error.range.clone()], place, "{spec}: {message}");
    }
    assert_eq!(
        parse("subtractoin {1}").unwrap_err().help.unwrap(),
        "did you mean `subtraction`?"
    );
    assert_eq!(
        parse("wytoff").unwrap_err().help.unwrap(),
        "did you mean `wythoff`?"
    );
    assert!(
        parse("chess")
            .unwrap_err()
            .help
            .unwrap()
            .starts_with("known are subtraction, ")
    );
    let deep = format!("{}nim{}", "sum(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(
        parse(&deep).unwrap_err().message,
        "rules are nested more than 16 deep"
    );
}

#[test]
fn constructors_refuse_what_is_no_game() {
    assert_eq!(Subtraction::new(&[]).unwrap_err(), MoveSetError::Empty);
    assert_eq!(Subtraction::new(&[3, 0]).unwrap_err(), MoveSetError::Zero);
    let cycle = Graph::new(&[], &[(1, 2), (2, 3), (3, 4), (4, 2)]).unwrap_err();
    assert_eq!(
        cycle,
        Cycle {
            vertices: vec![2, 3, 4]
        }
    );
}

#[test]
fn positions_that_are_none_are_refused() {
    let refused = [
        (
            "subtraction {1}",
            Position::from([3]),
            "[3] is not a position of `subtraction {1}`: its positions are numbers, such as 7",
        ),
        (
            "nim",
            Position::from(3),
            "3 is not a position of `nim`: its positions are lists, such as [3, 4, 5]",
        ),
        (
            "graph 0-1 1-2",
            Position::from(7),
            "7 is not a position of `graph 0-1 1-2`: its vertices are 0, 1, 2",
        ),
        (
            "wythoff",
            Position::from([1, 2, 3]),
            "[1, 2, 3] is not a position of `wythoff`: its positions are lists of 2 numbers",
        ),
        (
            "sum(graph 0-1)",
            Position::from([0, 1, 2]),
            "[0, 1, 2] is not a position of `sum(graph 0-1)`: 2 is not one of `graph 0-1`: its vertices are 0, 1",
        ),
    ];
    for (spec, position, message) in refused {
        let mut solver = Solver::new(parse(spec).unwrap());
        let stop = solver.outcome(&position).unwrap_err();
        assert_eq!(stop.to_string(), message);
        assert_eq!(solver.nimber(&position), Err(stop.clone()));
        assert_eq!(solver.winning_moves(&position), Err(stop));
    }
}

#[test]
fn a_budget_runs_out_visibly() {
    let one = Budget {
        positions: 1,
        ..Budget::default()
    };
    let mut solver = Solver::with_budget(parse("chomp").unwrap(), one);
    let stop = solver.outcome(&Position::from([3, 3, 2])).unwrap_err();
    assert_eq!(
        stop,
        Stop::Budget {
            limit: Limit::Positions,
            allowed: 1
        }
    );
    assert_eq!(
        stop.to_string(),
        "not decided within the budget of 1 positions: ask about a smaller position or allow more"
    );
    let mut solver = Solver::with_budget(parse("grundy").unwrap(), one);
    assert!(matches!(
        solver.nimber(&Position::from(1_000)),
        Err(Stop::Budget { .. })
    ));
    let shallow = Budget {
        depth: 5,
        ..Budget::default()
    };
    let mut solver = Solver::with_budget(parse("misere staircase").unwrap(), shallow);
    let stop = solver.outcome(&Position::from([2, 2, 2])).unwrap_err();
    assert_eq!(
        stop,
        Stop::Budget {
            limit: Limit::Depth,
            allowed: 5
        }
    );
    let small = Budget {
        memory: 1 << 12,
        ..Budget::default()
    };
    let mut solver = Solver::with_budget(parse("chomp").unwrap(), small);
    let stop = solver.outcome(&Position::from([6, 6, 5])).unwrap_err();
    assert_eq!(
        stop,
        Stop::Budget {
            limit: Limit::Memory,
            allowed: 1 << 12
        }
    );
}

/// 200,000 moves deep, on the small stack of a test thread.
#[test]
fn deep_games_do_not_overflow_the_stack() {
    let edges: Vec<(u64, u64)> = (1..200_000).map(|vertex| (vertex, vertex - 1)).collect();
    let graph = Graph::new(&[], &edges).unwrap();
    let position = Position::from(199_999);
    let mut search = coursegen::solve::Search::new(Budget::default());
    assert_eq!(search.outcome(&graph, &position), Ok(Outcome::Next));
    assert_eq!(search.nimber(&graph, &position), Ok(Nimber(1)));
}

#[test]
fn positions_of_the_command_line() {
    let wrong = [
        ("", "", "no position is asked about"),
        ("x", "x", "`x` is no position"),
        ("3..", "", "`` is no position"),
        ("5..3", "5..3", "the range 5..3 is empty"),
        ("[3, x]", "x", "`x` is no position"),
        ("[3, 4", "3, 4", "a list is not closed by `]`"),
        (
            "0..1000000",
            "0..1000000",
            "more than 10000 positions are asked about",
        ),
        (
            "[0..999, 0..999]",
            "0..999, 0..999",
            "more than 10000 positions are asked about",
        ),
        (
            "0..18446744073709551615",
            "0..18446744073709551615",
            "more than 10000 positions are asked about",
        ),
        (
            "99999999999999999999",
            "99999999999999999999",
            "99999999999999999999 is too large",
        ),
        ("-3", "-3", "`-3` is no position"),
    ];
    for (positions, place, message) in wrong {
        let error = solve_answer("nim", positions, Form::Text).unwrap_err();
        let coursegen::answer::AnswerError::Positions {
            range,
            message: found,
            ..
        } = error
        else {
            panic!("{positions}: {error}");
        };
        assert_eq!(found, message, "{positions}");
        assert_eq!(&positions[range], place, "{positions}");
    }
}
