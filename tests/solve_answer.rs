//! What `coursegen solve` prints: as it is expected, and as the checker reads it when it is pasted into a lesson.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use coursegen::answer::{AnswerError, Form, solve_answer};
use coursegen::check::report::Totals;
use coursegen::{Options, check_inputs, load};

/// A rule, the name by which a lesson calls its game, positions, and how many claims are in the figures at least.
const ASKED: &[(&str, &str, &str, usize)] = &[
    (
        "subtraction {1, 3, 4}",
        "subtraction {1, 3, 4}",
        "0..10",
        150,
    ),
    (
        "subtraction {2, 5, 7}",
        "subtraction {2, 5, 7}",
        "0..30",
        150,
    ),
    ("nim", "nim", "[3, 4, 5] [1, 2, 3] [7] [5, 5]", 40),
    (
        "sum(subtraction {1, 2})",
        "subtraction {1, 2}",
        "[[3, 3], [1, 2], [3, 5]]",
        15,
    ),
    (
        "graph 0-1 0-2 1-3 1-4 2-3 2-4",
        "graph 0-1 0-2 1-3 1-4 2-3 2-4",
        "0..4",
        60,
    ),
    ("wythoff", "wythoff", "[0..2, 0..5]", 60),
    ("octal 0.137", "octal 0.137", "0..6", 14),
    (
        "misere subtraction {1, 2, 3}",
        "misere subtraction {1, 2, 3}",
        "0..12",
        100,
    ),
];

/// What the checker makes of a lesson with this text.
fn checked(text: &str) -> (Totals, Vec<String>) {
    let lesson = format!(
        "---\ntitle: Games\nnumber: 1\nsource:\n  original: Games\n---\n\n# Games\n\n{text}"
    );
    let course = "title: {vi: Games}\nlanguages:\n  vi: {name: Tiếng Việt, folder: vi}\n";
    let inputs = load::memory(&[("course.yaml", course), ("vi/1-games.md", &lesson)]);
    let checked = check_inputs(inputs, &Options::default());
    let findings = checked
        .report
        .diagnostics
        .iter()
        .map(|found| found.message.clone())
        .collect();
    (checked.report.totals(), findings)
}

#[test]
fn what_is_printed_is_recognised_and_right() {
    for (rule, game, positions, least) in ASKED {
        let markdown = solve_answer(rule, positions, Form::Markdown).unwrap();
        let text = solve_answer(rule, positions, Form::Text).unwrap();
        let fence = format!("<!-- game: {game} -->\n\n```text\n{text}```\n");
        for lesson in [markdown, fence] {
            let (totals, findings) = checked(&lesson);
            assert_eq!(findings, Vec::<String>::new(), "{rule}:\n{lesson}");
            assert_eq!(totals.confirmed, totals.claims, "{rule}:\n{lesson}");
            assert!(
                totals.claims >= *least,
                "{rule} has {} claims only",
                totals.claims
            );
        }
    }
}

/// One wrong figure in what was pasted is found.
#[test]
fn what_is_changed_is_found() {
    let markdown = solve_answer("subtraction {1, 3, 4}", "0..10", Form::Markdown).unwrap();
    let wrong = markdown.replace(
        "| 4 | {3, 1, 0} | {0, 1} | 2 | W | 0 |",
        "| 4 | {3, 1, 0} | {0, 1} | 3 | W | 0 |",
    );
    assert_ne!(markdown, wrong);
    let (totals, findings) = checked(&wrong);
    assert_eq!(totals.refuted, 1, "{findings:?}");
}

#[test]
fn text() {
    let text = solve_answer("subtraction {1, 2}", "0..3", Form::Text).unwrap();
    let expected = "\
subtraction {1, 2}:

n    :  0  1  2  3
G(n) :  0  1  2  0
W/L  :  L  W  W  L

n    next positions    their Grundy values    G(n)    W/L    winning moves to
-----------------------------------------------------------------------------
0    ∅                 ∅                      0       L      –
1    {0}               {0}                    1       W      0
2    {1, 0}            {0, 1}                 2       W      0
3    {2, 1}            {1, 2}                 0       L      –

n=0 : no move -> L
n=1 : 1->0(L) -> W
n=2 : 1->1(W) 2->0(L) -> W
n=3 : 1->2(W) 2->1(W) -> L

G(0) = mex{} = 0
G(1) = mex{G(0)} = mex{0} = 1
G(2) = mex{G(1), G(0)} = mex{1, 0} = 2
G(3) = mex{G(2), G(1)} = mex{2, 1} = 0

G(n) has period 3 from 0 on: a heap depends on the last max(S) heaps alone, and the same window of max(S) heaps came again.
";
    assert_eq!(text, expected);
}

#[test]
fn bits_of_heaps() {
    let text = solve_answer("nim", "[3, 12]", Form::Text).unwrap();
    let expected = "\
nim:

heaps      XOR              W/L
-------------------------------
[3, 12]    3^12 = 15 ≠ 0    W

       bit3  bit2  bit1  bit0
  3 =     0     0     1     1
 12 =     1     1     0     0
------------------------------------
XOR =     1     1     1     1   = 15

[3, 12] (W) -> [3, 3] (L)
";
    assert_eq!(text, expected);
}

#[test]
fn json() {
    let json = solve_answer("kayles", "5 1000000000000", Form::Json).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["rule"], "octal 0.77");
    assert_eq!(value["period"]["period"], 12);
    assert_eq!(value["positions"][0]["grundy"], 4);
    assert_eq!(
        value["positions"][0]["option_values"],
        serde_json::json!([0, 1, 2, 3])
    );
    assert_eq!(value["positions"][1]["options"], serde_json::Value::Null);
}

#[test]
fn errors_are_worded() {
    let error = solve_answer("subtration {1}", "4", Form::Text).unwrap_err();
    assert!(matches!(error, AnswerError::Rule(_)));
    assert_eq!(
        error.to_string(),
        "unknown rule `subtration` (did you mean `subtraction`?)"
    );
    let error = solve_answer("nim", "4", Form::Text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "4 is not a position of `nim`: its positions are lists, such as [3, 4, 5]"
    );
}
