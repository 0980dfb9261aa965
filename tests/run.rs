//! Samples run in a child process of the real executable: what is reported, and what a hostile sample cannot do.
#![cfg(feature = "python")]

use coursegen::run::{End, Limits, Outcome, Program, Runner, run};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn runner(cache: Option<&Path>) -> Runner {
    Runner {
        executable: env!("CARGO_BIN_EXE_coursegen").into(),
        cache: cache.map(Path::to_owned),
        compiler: None,
    }
}

fn run_one(program: Program) -> Outcome {
    run(&[program], &runner(None)).remove(0)
}

fn pieces(outcome: &Outcome) -> Vec<(u32, u32, &str)> {
    outcome
        .printed
        .iter()
        .map(|piece| (piece.line, piece.top_line, piece.text.as_str()))
        .collect()
}

#[test]
fn output_comes_with_the_lines_that_printed_it() {
    let code = "def show(n):\n    print(n, end=' ')\n    print('ক্ষ')\n\nfor n in range(2):\n    show(n)\nprint(\n    [1, 2],\n)\n";
    let outcome = run_one(Program::python(code));
    assert_eq!(outcome.end, End::Finished);
    assert_eq!(
        pieces(&outcome),
        [
            (2, 6, "0 "),
            (3, 6, "ক্ষ\n"),
            (2, 6, "1 "),
            (3, 6, "ক্ষ\n"),
            (7, 7, "[1, 2]\n"),
        ]
    );
}

#[test]
fn an_exception_comes_with_its_lines() {
    let outcome = run_one(Program::python(
        "def f(n):\n    assert n > 0, 'n is 0'\n\nf(1)\nf(0)\n",
    ));
    assert_eq!(
        outcome.end,
        End::Raised {
            class: "AssertionError".into(),
            message: "n is 0".into(),
            line: Some(2),
            top_line: Some(5),
        }
    );
}

#[test]
fn what_is_not_python_3_is_said_to_be_so() {
    let outcome = run_one(Program::python("x = 1\nprint 'hello'\n"));
    assert!(
        matches!(outcome.end, End::Syntax { line: Some(2), .. }),
        "{:?}",
        outcome.end
    );
}

#[test]
fn input_is_read_from_the_program() {
    let mut program = Program::python("n = int(input('n? '))\nprint(n * 2, input())");
    program.input = "21\nxin chào\n".into();
    assert_eq!(run_one(program).text(), "n? 42 xin chào\n");
}

#[test]
fn entries_of_a_session_show_values_and_survive_exceptions() {
    let mut program =
        Program::python("def f(n):\n    return n * 2\n\nf(21)\n\n1 / 0\n\nprint('x'); 'y'\nNone");
    program.entries = vec![1, 4, 6, 8, 9];
    let outcome = run_one(program);
    assert_eq!(
        pieces(&outcome),
        [
            (4, 4, "42\n"),
            (
                6,
                6,
                "Traceback (most recent call last):\nZeroDivisionError: division by zero\n"
            ),
            (8, 8, "x\n"),
            (8, 8, "'y'\n"),
        ]
    );
    assert_eq!(outcome.end, End::Finished);
}

#[test]
fn what_depends_on_chance_is_known_and_what_is_seeded_is_not() {
    let chance = run_one(Program::python("import random\nprint(random.random())"));
    assert!(chance.again.is_some_and(|again| again != chance.printed));
    let clock = run_one(Program::python("import time\nprint(time.time())"));
    assert!(clock.again.is_some());
    let seeded =
        "import random\nrandom.seed(42)\nprint(random.randint(1, 100), random.random() < 1)";
    let seeded = run_one(Program::python(seeded));
    assert_eq!(seeded.again, None);
    // What CPython prints for this seed.
    assert_eq!(seeded.text(), "82 True\n");
}

#[test]
fn outcomes_are_in_order_and_the_cache_gives_the_same() {
    let programs: Vec<Program> = (0..24)
        .map(|n| Program::python(format!("print({n} ** 2)")))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let first = run(&programs, &runner(Some(folder.path())));
    for (n, outcome) in first.iter().enumerate() {
        assert_eq!(outcome.text(), format!("{}\n", n * n));
    }
    // An executable that does not exist shows that nothing runs a second time.
    let nothing = Runner {
        executable: "/nonexistent/coursegen".into(),
        cache: Some(folder.path().to_owned()),
        compiler: None,
    };
    assert_eq!(run(&programs, &nothing), first);
    let unknown = run(&[Program::python("print('new')")], &nothing).remove(0);
    assert!(matches!(unknown.end, End::NotRun(_)), "{unknown:?}");
}

#[test]
fn every_promise_about_hostile_samples_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 20);
    let limits = Limits {
        time: Duration::from_millis(1500),
        memory: 256,
        output: 1 << 16,
    };
    let programs: Vec<Program> = files
        .iter()
        .map(|file| Program {
            limits,
            ..Program::python(std::fs::read_to_string(file).unwrap())
        })
        .collect();
    let started = Instant::now();
    let outcomes = run(&programs, &runner(None));
    let mut broken = Vec::new();
    for ((file, program), outcome) in files.iter().zip(&programs).zip(&outcomes) {
        let header = |key: &str| {
            program
                .code
                .lines()
                .find_map(|line| line.strip_prefix(key))
                .map(str::trim)
        };
        let end = match &outcome.end {
            End::Finished => "finished".to_owned(),
            End::Raised { class, .. } => format!("raised {class}"),
            End::Syntax { .. } => "not Python 3".to_owned(),
            End::TimedOut => "timed out".to_owned(),
            End::TooMuchOutput => "too much output".to_owned(),
            End::OutOfMemory => "out of memory".to_owned(),
            End::Crashed(why) => format!("crashed: {why}"),
            End::NotRun(why) => format!("not run: {why}"),
        };
        let allowed = header("# ends:").expect("every hostile sample says how it ends");
        let ends = allowed.split('|').any(|one| end.starts_with(one.trim()));
        let prints = header("# prints:").is_none_or(|text| outcome.text().trim_end() == text);
        if !ends || !prints {
            broken.push(format!(
                "{}: {end}, printed {:?}",
                file.display(),
                outcome.text().chars().take(200).collect::<String>()
            ));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(started.elapsed() < Duration::from_secs(60));
    assert!(!Path::new("/tmp/coursegen-was-here").exists());
}

#[test]
fn cpp_is_compiled_run_and_confined_where_the_caller_allows_it() {
    let program = |code: &str| Program {
        language: coursegen::run::Language::Cpp,
        input: "4\n".into(),
        limits: Limits {
            time: Duration::from_secs(2),
            ..Limits::default()
        },
        ..Program::python(code)
    };
    let sum = program(
        "#include <iostream>\nusing namespace std;\nint main() {\n    int n;\n    cin >> n;\n    for (int i = 0; i < 2; i++)\n        cout << n + i << \"\\n\";\n    printf(\"%d\\n\", n);\n}",
    );
    let unavailable = run(std::slice::from_ref(&sum), &runner(None)).remove(0);
    assert!(matches!(unavailable.end, End::NotRun(_)), "{unavailable:?}");
    let folders = std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<_>>();
    let Some(compiler) = coursegen::run::cpp::Compiler::find(folders) else {
        return;
    };
    let runner = Runner {
        compiler: Some(compiler),
        ..runner(None)
    };
    let programs = [
        sum,
        program("int main() { return undefined; }"),
        program("int main() { for (;;) {} }"),
        program(
            "#include <fcntl.h>\n#include <sys/socket.h>\n#include <unistd.h>\n#include <cstdio>\nint main() {\n    printf(\"%d %d %d\\n\", open(\"/etc/passwd\", O_RDONLY), socket(AF_INET, SOCK_STREAM, 0), (int)fork());\n}",
        ),
    ];
    let outcomes = run(&programs, &runner);
    assert_eq!(
        pieces(&outcomes[0]),
        [(7, 7, "4\n"), (7, 7, "5\n"), (8, 8, "4\n")],
        "{:?}",
        outcomes[0].end
    );
    assert_eq!(outcomes[0].end, End::Finished);
    assert!(
        matches!(outcomes[1].end, End::Syntax { line: Some(1), .. }),
        "{:?}",
        outcomes[1].end
    );
    assert_eq!(outcomes[2].end, End::TimedOut);
    assert_eq!(outcomes[3].text(), "-1 -1 -1\n", "{:?}", outcomes[3].end);
}
