//! Lessons that show outputs: right ones are confirmed, wrong ones are mended into right ones, prose is left alone.
#![cfg(feature = "python")]
#![allow(clippy::unwrap_used)]

use coursegen::check::held;
use coursegen::check::output::{Checked, check, run_all};
use coursegen::check::report::Verdict;
use coursegen::diagnostic::{Diagnostic, Severity};
use coursegen::figure::outputs::{Reading, read};
use coursegen::run::Runner;
use coursegen::run::cpp::Compiler;
use coursegen::source::Sources;
use coursegen::{load, parse};
use std::path::{Path, PathBuf};

/// The fixtures of a folder: name, path, text.
fn fixtures(folder: &str) -> Vec<(String, PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/outputs")
        .join(folder);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            (name, path, text)
        })
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// Checks lessons all at once, so that their samples run side by side.
fn check_all(lessons: &[(&str, &str)]) -> (Sources, Vec<(String, Checked)>) {
    check_all_with(lessons, None)
}

fn check_all_with(
    lessons: &[(&str, &str)],
    compiler: Option<Compiler>,
) -> (Sources, Vec<(String, Checked)>) {
    let inputs = load::memory(lessons);
    let (site, _) = parse::parse(&inputs);
    let readings: Vec<Reading> = site
        .lessons
        .iter()
        .map(|lesson| read(&inputs.sources, &lesson.blocks))
        .collect();
    let runner = Runner {
        executable: env!("CARGO_BIN_EXE_coursegen").into(),
        cache: None,
        compiler,
    };
    let ran = run_all(&readings.iter().collect::<Vec<_>>(), &runner);
    let checked = site
        .lessons
        .iter()
        .zip(&readings)
        .zip(&ran)
        .map(|((lesson, reading), ran)| (lesson.path.clone(), check(&inputs.sources, reading, ran)))
        .collect();
    (inputs.sources, checked)
}

fn check_folder(folder: &str) -> (Sources, Vec<(String, String, Checked)>) {
    let files = fixtures(folder);
    let lessons: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, _, text)| (name.as_str(), text.as_str()))
        .collect();
    let (sources, checked) = check_all(&lessons);
    let checked = files
        .iter()
        .map(|(name, _, text)| {
            let (_, checked) = checked.iter().find(|(path, _)| path == name).unwrap();
            (name.clone(), text.clone(), checked.clone())
        })
        .collect();
    (sources, checked)
}

/// `<!-- 5 claims, 1 unclear -->` in the first line.
fn expected(text: &str, what: &str) -> usize {
    let line = text.lines().next().unwrap();
    let words: Vec<&str> = line.split([' ', ',']).collect();
    words
        .iter()
        .position(|word| *word == what)
        .map_or(0, |at| words[at - 1].parse().unwrap())
}

fn told(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let place = sources.start(diagnostic.primary.span);
            format!(
                "  {}:{}: {}: {}\n",
                place.line,
                place.column,
                diagnostic.code.id(),
                diagnostic.message
            )
        })
        .collect()
}

fn unclear(sources: &Sources, checked: &Checked) -> String {
    checked
        .unclear
        .iter()
        .map(|unclear| {
            let place = sources.start(unclear.span);
            format!(
                "  {}: {:?}: {}\n",
                place.line,
                sources.slice(unclear.span),
                unclear.why
            )
        })
        .collect()
}

/// Of the shown outputs; that assertions hold is another kind of figure.
fn counts(checked: &Checked) -> (usize, usize, usize) {
    let shown = checked
        .figures
        .iter()
        .filter(|figure| figure.figure.kind != "assertion");
    shown.fold((0, 0, 0), |sum, figure| {
        let (confirmed, refuted, unchecked) = figure.counts();
        (sum.0 + confirmed, sum.1 + refuted, sum.2 + unchecked)
    })
}

#[test]
fn right_outputs_are_confirmed() {
    let (sources, all) = check_folder("right");
    let mut wrong = String::new();
    for (name, text, checked) in &all {
        let found = counts(checked);
        if found != (expected(text, "claims"), 0, 0)
            || checked.unclear.len() != expected(text, "unclear")
            || !checked.diagnostics.is_empty()
        {
            wrong += &format!(
                "{name}: {found:?}\n{}{}",
                told(&sources, &checked.diagnostics),
                unclear(&sources, checked)
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn wrong_outputs_are_mended_into_the_right_ones() {
    let (sources, all) = check_folder("wrong");
    let right = fixtures("right");
    let mut mended = Vec::new();
    let mut wrong = String::new();
    for (name, text, checked) in &all {
        let mut edits: Vec<_> = checked
            .diagnostics
            .iter()
            .filter_map(|diagnostic| diagnostic.suggestion.as_ref())
            .flat_map(|suggestion| &suggestion.edits)
            .collect();
        edits.sort_by_key(|edit| edit.span);
        let mut fixed = text.clone();
        for edit in edits.iter().rev() {
            fixed.replace_range(edit.span.range(), &edit.text);
        }
        let (_, _, target) = right
            .iter()
            .find(|(other, ..)| other == name)
            .unwrap_or_else(|| panic!("right/{name} is missing"));
        let number = expected(text, "wrong");
        if checked.diagnostics.len() != number {
            wrong += &format!(
                "{name}: {} diagnostics, {number} expected\n{}{}",
                checked.diagnostics.len(),
                told(&sources, &checked.diagnostics),
                unclear(&sources, checked)
            );
        }
        let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
        if body(&fixed) != body(target) {
            let lines = fixed.lines().zip(target.lines());
            let differing: Vec<_> = lines.skip(1).filter(|(one, other)| one != other).collect();
            wrong += &format!("{name}: mended otherwise: {differing:?}\n");
        }
        mended.push((name.clone(), fixed));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn prose_states_nothing() {
    let (sources, all) = check_folder("not_mine");
    let mut wrong = String::new();
    for (name, _, checked) in &all {
        if counts(checked) != (0, 0, 0)
            || !checked.diagnostics.is_empty()
            || !checked.unclear.is_empty()
        {
            wrong += &format!(
                "{name}: {:?}\n{}{}",
                counts(checked),
                told(&sources, &checked.diagnostics),
                unclear(&sources, checked)
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_cannot_be_decided_is_said_to_be_so() {
    let (sources, all) = check_folder("unclear");
    let mut wrong = String::new();
    for (name, text, checked) in &all {
        let found = counts(checked);
        let expected = (expected(text, "claims"), 0, expected(text, "unchecked"));
        if found != expected
            || checked.unclear.len() != self::expected(text, "unclear")
            || checked
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.severity() == Severity::Error)
        {
            wrong += &format!(
                "{name}: {found:?}, {} unclear\n{}{}",
                checked.unclear.len(),
                told(&sources, &checked.diagnostics),
                unclear(&sources, checked)
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_reason_comes_with_every_refutation() {
    let text = "```python\nprint(2 + 2)  # 5\n```\n";
    let (sources, all) = check_all(&[("a.md", text)]);
    let checked = &all[0].1;
    let [diagnostic] = checked.diagnostics.as_slice() else {
        panic!("{:?}", checked.diagnostics);
    };
    assert_eq!(sources.start(diagnostic.primary.span).line, 2);
    assert_eq!(
        diagnostic.message,
        "`print(2 + 2)` prints `4`, the comment says `5`"
    );
    assert_eq!(diagnostic.written.as_deref(), Some("5"));
    assert_eq!(diagnostic.computed.as_deref(), Some("4"));
    assert!(matches!(
        checked.figures[0].verdicts[0],
        Verdict::Refuted { .. }
    ));
}

const CPP: &str = r#"# C++

=== "Python"

    ```python
    print(1)  # 1
    ```

=== "C++"

    ```cpp
    #include <bits/stdc++.h>
    using namespace std;

    int grundy(int n) { return n % 4; }

    int main() {
        cout << grundy(13) << endl;  // Output: 1
        cout << "x = " << 5 << "\n";  // x = 5
        for (int n = 0; n < 3; n++) cout << grundy(n) << ' ';  // 0 1 2
        cout << "\n";                // xuống dòng
    }
    ```

```cpp
#include <cstdio>
int main() {
    printf("%d\n", 3 ^ 5);
    puts("xong");
}
```

Kết quả:

```text
6
xong
```
"#;

#[test]
fn outputs_of_cpp_are_compared_where_it_runs_and_never_fail_where_it_does_not() {
    let (_, all) = check_all(&[("a.md", CPP)]);
    let checked = &all[0].1;
    assert_eq!(counts(checked), (1, 0, 0));
    assert!(checked.diagnostics.is_empty());
    assert_eq!(checked.unclear.len(), 3);

    let path = std::env::var_os("PATH").unwrap();
    let Some(compiler) = Compiler::find(std::env::split_paths(&path)) else {
        return;
    };
    let wrong = CPP
        .replace("Output: 1", "Output: 2")
        .replace("\n6\n", "\n7\n");
    let lessons = [("a.md", CPP), ("b.md", wrong.as_str())];
    let (sources, all) = check_all_with(&lessons, Some(compiler));
    let right = &all[0].1;
    assert_eq!(counts(right), (6, 0, 0), "{}", unclear(&sources, right));
    let wrong = &all[1].1;
    assert_eq!(
        told(&sources, &wrong.diagnostics),
        "  18:49: wrong-output: `cout << grundy(13) << endl;` prints `1`, the comment says `2`\n  36:1: wrong-output: the sample prints `6`, the output shown says `7`\n"
    );
}

const HELD: &str = r#"---
title: T
games:
  take: {subtraction: [1, 3, 4]}
  piles: nim
agrees:
  - {function: grundy, with: grundy, game: take, up_to: 60}
  - {function: table, with: outcome, game: take, up_to: 60}
  - {function: label, with: outcome, game: take, up_to: 60}
  - {function: first_player_wins, with: outcome, game: piles, up_to: 6}
---

```python
def mex(s):
    m = 0
    while m in s:
        m += 1
    return m
```

```python
def grundy(n, moves):
    g = [0] * (n + 1)
    for k in range(1, n + 1):
        g[k] = mex({g[k - m] for m in moves if k >= m})
    return g[n]

print(grundy(5, [1, 3, 4]))  # 2
```

```python
def table(n, moves=(1, 3, 4)):
    win = [False] * (n + 1)
    for k in range(1, n + 1):
        win[k] = any(k >= m and not win[k - m] for m in moves)
    return win

def label(n):
    return "L" if n % 7 in (0, 2) else "W"

def first_player_wins(piles):
    x = 0
    for pile in piles:
        x ^= pile
    return x != 0
```
"#;

fn check_held(text: &str) -> (usize, Vec<String>) {
    let inputs = load::memory(&[("vi/a.md", text)]);
    let (site, problems) = parse::parse(&inputs);
    assert!(problems.is_empty(), "{problems:?}");
    let runner = Runner {
        executable: env!("CARGO_BIN_EXE_coursegen").into(),
        cache: None,
        compiler: None,
    };
    let lesson = &site.lessons[0];
    let reading = read(&inputs.sources, &lesson.blocks);
    let ran = run_all(&[&reading], &runner).remove(0);
    let (figures, diagnostics) = held::check(&inputs.sources, lesson, &reading, &ran, &runner);
    let confirmed = figures.iter().map(|figure| figure.counts().0).sum();
    let unchecked = figures.iter().flat_map(|figure| &figure.verdicts);
    let unchecked = unchecked.filter_map(|verdict| match verdict {
        Verdict::Unchecked(why) => Some(why.clone()),
        _ => None,
    });
    let messages = diagnostics
        .iter()
        .map(|diagnostic| {
            let place = inputs.sources.start(diagnostic.primary.span);
            format!("{}: {}", place.line, diagnostic.message)
        })
        .chain(unchecked)
        .collect();
    (confirmed, messages)
}

#[test]
fn functions_are_held_against_the_solver() {
    assert_eq!(check_held(HELD), (4, vec![]));
    let wrong = HELD
        .replace("m += 1", "m += 2")
        .replace("in (0, 2)", "in (0, 3)")
        .replace("return x != 0", "return x >= 0");
    let (confirmed, messages) = check_held(&wrong);
    assert_eq!(confirmed, 1);
    assert_eq!(
        messages,
        [
            "22: `grundy` does not agree with take: `grundy(1)` is 2, the solver says 1",
            "38: `label` does not agree with take: `label(2)` is W, the solver says L",
            "41: `first_player_wins` does not agree with piles: `first_player_wins([0])` is True, the solver says False",
        ]
    );
    let lost = HELD.replace("def label(n)", "def labels(n, unknown)");
    let (_, messages) = check_held(&lost);
    assert_eq!(
        messages,
        ["9: `agrees` names the function `label`, and no Python sample of the lesson defines it"]
    );
}
