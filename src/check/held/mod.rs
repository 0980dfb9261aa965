//! `agrees:` of a lesson -> whether a function of one of its samples says what the solver says, over a whole range.
//!
//! ```yaml
//! agrees:
//!   - {function: compute_grundy, with: grundy, game: take, up_to: 200}
//! ```

use crate::check::output::Ran;
use crate::check::report::{CheckedFigure, Proof, Verdict};
use crate::diagnostic::{Code, Diagnostic};
use crate::figure::claim::{Answer, Bound, Claim, Figure, Notation, OutputOf, Picture, Question};
use crate::figure::outputs::{Reading, words};
use crate::figure::samples::{Sample, program};
use crate::figure::scene::Games;
use crate::parse::site::{Agrees, Lesson};
use crate::run::{End, Outcome as Output, Program, Runner, run};
use crate::solve::{Game, Nimber, Outcome, Position, Shape, Solver};
use crate::source::{Sources, Span};
use std::fmt::Write;
use std::sync::Arc;

/// The id of this kind of figure.
pub const KIND: &str = "held-function";

/// How many positions one function is asked about at most.
const MOST: usize = 20_000;

/// What a function is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Grundy,
    Outcome,
}

/// A function, ready to be asked.
struct Held<'a> {
    agrees: &'a Agrees,
    asked: Asked,
    bound: Bound,
    sample: usize,
    positions: Vec<Position>,
    program: Program,
    before: u32,
}

/// Holds the functions that a lesson declares against the solver. `ran` are the runs of its samples.
#[must_use]
pub fn check(
    sources: &Sources,
    lesson: &Lesson,
    reading: &Reading,
    ran: &[Option<Ran>],
    runner: &Runner,
) -> (Vec<CheckedFigure>, Vec<Diagnostic>) {
    let (mut figures, mut diagnostics) = (Vec::new(), Vec::new());
    let mut held = Vec::new();
    for agrees in &lesson.front.agrees {
        match prepare(lesson, reading, ran, agrees) {
            Ok(ready) => held.push(ready),
            Err(problem) => diagnostics.push(*problem),
        }
    }
    let programs: Vec<Program> = held.iter().map(|held| held.program.clone()).collect();
    for (held, output) in held.iter().zip(run(&programs, runner)) {
        let Some(sample) = reading.samples.get(held.sample) else {
            continue;
        };
        let span = definition(sources, sample, &held.agrees.function);
        let verdict = compare(held, &output);
        if let Verdict::Refuted { answer, because } = &verdict {
            let code = match held.asked {
                Asked::Grundy => Code::WrongNimber,
                Asked::Outcome => Code::WrongOutcome,
            };
            let message = format!(
                "`{}` does not agree with {}: {because}",
                held.agrees.function, held.bound.name
            );
            let mut diagnostic = Diagnostic::new(code, span, message)
                .related(held.agrees.span, "declared here")
                .help("mend the function, or what `agrees` says of it");
            if let Answer::Text(text) = answer {
                diagnostic.computed = Some(text.clone());
            }
            diagnostics.push(diagnostic);
        }
        figures.push(figure(held, sample, span, verdict));
    }
    (figures, diagnostics)
}

fn figure(held: &Held<'_>, sample: &Sample, span: Span, verdict: Verdict) -> CheckedFigure {
    CheckedFigure {
        figure: Figure {
            kind: KIND,
            span,
            block: sample.block,
            game: Some(held.bound.clone()),
            games: Games::default(),
            claims: vec![Claim {
                span,
                question: Question::Output {
                    sample: held.sample,
                    of: OutputOf::Whole,
                },
                written: Answer::Holds(true),
                notation: Notation::Plain,
            }],
            picture: Picture::InPlace,
            tentative: false,
        },
        verdicts: vec![verdict],
    }
}

fn prepare<'a>(
    lesson: &Lesson,
    reading: &Reading,
    ran: &[Option<Ran>],
    agrees: &'a Agrees,
) -> Result<Held<'a>, Box<Diagnostic>> {
    let problem = |code, span, message: String, help: &str| {
        Box::new(Diagnostic::new(code, span, message).help(help))
    };
    let asked = match agrees.with.as_str() {
        "grundy" | "nimber" => Asked::Grundy,
        "outcome" | "win" | "wins" => Asked::Outcome,
        other => {
            return Err(problem(
                Code::WrongValue,
                agrees.span,
                format!("`with: {other}` is nothing that a function can agree with"),
                "write `with: grundy` or `with: outcome`",
            ));
        }
    };
    let named = lesson
        .front
        .games
        .iter()
        .find(|game| game.name.value == agrees.game.value);
    let Some(named) = named else {
        return Err(problem(
            Code::UnknownGame,
            agrees.game.span,
            format!(
                "`agrees` names the game `{}`, which the lesson does not declare",
                agrees.game.value
            ),
            "declare it under `games:`",
        ));
    };
    let defines =
        |sample: &Sample| sample.entries.is_empty() && sample.names.contains(&agrees.function);
    let Some(index) = reading.samples.iter().rposition(defines) else {
        return Err(problem(
            Code::WrongValue,
            agrees.span,
            format!(
                "`agrees` names the function `{}`, and no Python sample of the lesson defines it",
                agrees.function
            ),
            "write the name of a function as it stands in a sample",
        ));
    };
    let continued = ran
        .get(index)
        .and_then(Option::as_ref)
        .map_or(&[] as &[_], |ran| &ran.continued);
    let (mut program, _) =
        program(&reading.samples, index, continued).unwrap_or_else(|| (Program::python(""), 0));
    let before = program.code.matches('\n').count() as u32 + 1;
    let positions = positions(named.game.as_ref(), agrees.up_to);
    program.code.push_str(include_str!("harness.py"));
    let _ = writeln!(
        program.code,
        "__held({}, {}, {}, {})",
        agrees.function,
        python_list(&positions),
        moves(named.game.as_ref()),
        graph(named.game.as_ref(), &positions),
    );
    Ok(Held {
        agrees,
        asked,
        bound: Bound {
            name: agrees.game.value.clone(),
            game: Arc::clone(&named.game),
            from: "agrees".to_owned(),
        },
        sample: index,
        positions,
        program,
        before,
    })
}

/// The positions whose numbers are at most `up_to`; of lists, those of up to three numbers in ascending order.
fn positions(game: &dyn Game, up_to: u64) -> Vec<Position> {
    let mut found = Vec::new();
    match game.shape() {
        Shape::Number | Shape::Heaps => found.extend(
            (0..=up_to)
                .map(Position::Number)
                .filter(|position| game.accepts(position))
                .take(MOST),
        ),
        shape => {
            let lengths = match shape {
                Shape::Tuple(length) => length..=length,
                _ => 1..=3,
            };
            for length in lengths {
                let mut list = vec![0; length];
                loop {
                    let position = Position::List(list.clone());
                    if game.accepts(&position) {
                        found.push(position);
                    }
                    if found.len() >= MOST || !next(&mut list, up_to) {
                        break;
                    }
                }
            }
        }
    }
    found
}

/// The next list in ascending order; `false` after the last.
fn next(list: &mut [u64], most: u64) -> bool {
    let Some(place) = list.iter().rposition(|&number| number < most) else {
        return false;
    };
    let value = list.get(place).map_or(0, |number| number + 1);
    for number in list.iter_mut().skip(place) {
        *number = value;
    }
    true
}

fn python_list(positions: &[Position]) -> String {
    let parts: Vec<String> = positions
        .iter()
        .map(|position| match position {
            Position::Number(number) => number.to_string(),
            Position::List(numbers) => {
                let parts: Vec<String> =
                    numbers.iter().map(|number| format!("{number},")).collect();
                format!("({})", parts.join(" "))
            }
        })
        .collect();
    format!("[{}]", parts.join(", "))
}

/// The numbers that may be taken, as the rule lists them.
fn moves(game: &dyn Game) -> String {
    let spec = game.spec();
    let set = spec
        .split_once("subtraction {")
        .and_then(|(_, rest)| rest.split_once('}'))
        .map(|(set, _)| set)
        .filter(|set| {
            set.chars()
                .all(|c| c.is_ascii_digit() || c == ',' || c == ' ')
        });
    set.map_or("None".to_owned(), |set| format!("[{set}]"))
}

fn graph(game: &dyn Game, positions: &[Position]) -> String {
    if !game.spec().contains("graph") {
        return "{}".to_owned();
    }
    let parts: Vec<String> = positions
        .iter()
        .map(|position| format!("{position}: {}", python_list(&game.options(position))))
        .collect();
    format!("{{{}}}", parts.join(", "))
}

fn compare(held: &Held<'_>, output: &Output) -> Verdict {
    let name = &held.agrees.function;
    let answers: Vec<&str> = output
        .printed
        .iter()
        .filter(|piece| piece.top_line > held.before)
        .flat_map(|piece| piece.text.lines())
        .collect();
    let mut solver = Solver::new(Arc::clone(&held.bound.game));
    for (position, answer) in held.positions.iter().zip(&answers) {
        let right = match held.asked {
            Asked::Grundy => solver
                .nimber(position)
                .map(|Nimber(value)| value.to_string()),
            Asked::Outcome => solver.outcome(position).map(|outcome| {
                match outcome {
                    Outcome::Next => "True",
                    Outcome::Previous => "False",
                }
                .to_owned()
            }),
        };
        let right = match right {
            Ok(right) => right,
            Err(stop) => {
                return Verdict::Unchecked(format!("the solver stopped at {position}: {stop}"));
            }
        };
        let said = match held.asked {
            Asked::Grundy => (*answer).to_owned(),
            Asked::Outcome => match words::wins(answer.trim_matches(['\'', '"'])) {
                Some(true) => "True".to_owned(),
                Some(false) => "False".to_owned(),
                None => match *answer {
                    "1" => "True".to_owned(),
                    "0" => "False".to_owned(),
                    other => other.to_owned(),
                },
            },
        };
        if said != right {
            // In the function's own letters, where it answers with letters.
            let letters = answer.trim_matches(['\'', '"']);
            let right = match words::wins(letters) {
                Some(_) => words::opposite(letters).to_owned(),
                None => right,
            };
            return Verdict::Refuted {
                because: format!("`{name}({position})` is {answer}, the solver says {right}"),
                answer: Answer::Text(right),
            };
        }
    }
    match &output.end {
        End::Finished if answers.len() == held.positions.len() => {
            Verdict::Confirmed(Proof::UpTo(held.agrees.up_to))
        }
        End::Raised { class, message, .. } => {
            let place = held.positions.get(answers.len());
            let place = place.map_or(String::new(), |position| format!(" at {position}"));
            Verdict::Unchecked(format!("`{name}` stops with {class}{place}: {message}"))
        }
        End::TimedOut => Verdict::Unchecked(format!(
            "`{name}` took too long; lower `up_to`, or give the fence of the sample more with `{{time=SECONDS}}`"
        )),
        other => Verdict::Unchecked(format!("`{name}` could not be run: {other:?}")),
    }
}

/// The line that defines the function.
fn definition(sources: &Sources, sample: &Sample, function: &str) -> Span {
    sample
        .scan
        .statements
        .iter()
        .filter(|statement| statement.indent == 0)
        .find(|statement| {
            statement.code.strip_prefix("def ").is_some_and(|rest| {
                rest.trim_start()
                    .strip_prefix(function)
                    .is_some_and(|rest| rest.trim_start().starts_with('('))
            })
        })
        .and_then(|statement| sample.line(statement.first))
        .map_or(sample.block, |line| {
            let text = sources.slice(line);
            Span::new(
                line.file,
                line.start as usize,
                line.start as usize + text.trim_end().len(),
            )
        })
}
