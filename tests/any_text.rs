//! Whatever a lesson says, checking it does not panic, every place it names lies in the file, and fixing comes to an end.

use coursegen::diagnostic::{Certainty, Diagnostic};
use coursegen::source::Sources;
use coursegen::{Checked, Options, check_inputs, fix, load};
use proptest::prelude::*;

/// Pieces of lessons, right and wrong ones.
const PIECES: &[&str] = &[
    "---\ntitle: t\ngames:\n  heap: {subtraction: [1, 2, 3]}\n  piles: nim\n---\n",
    "# নিম {#nim}\n\n",
    "### Subtraction Game {1, 3, 4}\n\n",
    "```text\nn:  0 1 2 3 4 5\n    L W W W W W\n```\n\n",
    "```\nn    | 0 | 1 | 2 |\nG(n) | ০ | ১ | 3 |\n```\n",
    "| n | G(n) | kết quả |\n|---|------|---|\n| 4 | 1 | thắng |\n| ৫ | ১ | হারে |\n\n",
    "mex({0, 1, 3}) = 3, $3 \\oplus 4 = 6$, `[3, 4, 5]` → 2 (W)\n\n",
    "3 = 011\n4 = 100\n-------\n    110\n",
    "```mermaid\ngraph TD\n  A --> B\n  B --> C\n  A --> C\n```\n\n",
    "| Đỉnh | Đi đến | Grundy |\n|---|---|---|\n| C | – | 0 |\n| B | C | 2 |\n| A | B, C | 2 |\n\n",
    "<!-- game: heap -->\n",
    "<!-- not-checked: x -->\n",
    "<div class=\"problem-source\" markdown=\"1\">\n\n- **Platform:** X\n\n</div>\n\n",
    "=== \"Python\"\n\n    ```python\n    print(1)  # 2\n    ```\n\n",
    "!!! note \"t\"\n    n % 4 == 0 <=> L\n\n",
    "$$\nG(n) = n \\bmod 4\n$$\n\n",
    "> - [x] a [^1]\n\n[^1]: b\n\n",
    "[a](b.md) ![c](d.png) <http://e> &amp; \\* **f**\n",
    "\u{feff}",
    "\r\n",
    "n=2 : 1->1(W) 2->0(L) -> L\n",
    "0, 4, 8, 12, 17, …\n",
    "18446744073709551616 ^ 99999999999999999999 = 0\n",
    "G(18446744073709551615) = 7, n = 1000000000000: W\n",
];

fn lesson() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..8);
    let edits = prop::collection::vec(
        (
            any::<prop::sample::Index>(),
            ".|[0-9০-৯WL|`$*\n <>{}\\[\\]()-]",
        ),
        0..6,
    );
    (pieces, edits).prop_map(|(pieces, edits)| {
        let mut text: Vec<String> = pieces.concat().chars().map(String::from).collect();
        for (place, new) in edits {
            if !text.is_empty() {
                let at = place.index(text.len());
                text[at] = new;
            }
        }
        text.concat()
    })
}

fn checked(text: &str) -> Checked {
    check_inputs(load::memory(&[("a.md", text)]), &Options::default())
}

fn places_exist(sources: &Sources, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
        for label in labels {
            let _ = (
                sources.slice(label.span),
                sources.start(label.span),
                sources.end(label.span),
            );
        }
        for edit in diagnostic.suggestion.iter().flat_map(|one| &one.edits) {
            let _ = sources.slice(edit.span);
        }
    }
}

proptest! {
    #[test]
    fn checking_ends_with_places_in_the_file(text in lesson()) {
        let checked = checked(&text);
        let sources = &checked.inputs.sources;
        places_exist(sources, &checked.report.diagnostics);
        for figure in checked.report.lessons.iter().flat_map(|lesson| &lesson.figures) {
            prop_assert_eq!(figure.figure.claims.len(), figure.verdicts.len());
            for claim in &figure.figure.claims {
                let _ = sources.slice(claim.span);
            }
        }
        let findings = checked.findings("");
        for form in coursegen::diagnostic::ALL {
            let _ = form.text(&findings);
        }
        let examined = coursegen::render::examine(&checked.site, &checked.inputs);
        places_exist(sources, &examined.expect("built-in templates").diagnostics);
    }

    #[test]
    fn fixing_comes_to_an_end(text in lesson()) {
        let mut text = text;
        for _ in 0..8 {
            let checked = checked(&text);
            let sources = &checked.inputs.sources;
            let (texts, _) = fix::fix(sources, &checked.report.diagnostics);
            match texts.into_values().next() {
                Some(new) => text = new,
                None => break,
            }
        }
        let checked = checked(&text);
        let left: Vec<&Diagnostic> = checked
            .report
            .diagnostics
            .iter()
            .filter(|one| one.suggestion.as_ref().is_some_and(|one| one.certainty == Certainty::Certain))
            .collect();
        prop_assert!(left.is_empty(), "{:?}\n{}", left, text);
    }
}

#[test]
fn a_fix_changes_the_wrong_values_and_no_other_byte() {
    let right = "\u{feff}---\r\ngames:\r\n  heap: {subtraction: [1, 2, 3]}\r\n---\r\n\r\n```text\r\nn:  0 1 2 3 4 5\r\n    L W W W L W  \r\n```\r\n\r\n| n | G(n) |\r\n|---|---|\r\n| ৫ | ১ |\r\n| ৬\t| ২ |\r\n\r\nmex({0, 1, 3})  =  2";
    let wrong = right
        .replace("W W W L W  ", "W W W W W  ")
        .replace("| ৬\t| ২ |", "| ৬\t| ৩ |")
        .replace("=  2", "=  5");
    let checked = checked(&wrong);
    let (texts, count) = fix::fix(&checked.inputs.sources, &checked.report.diagnostics);
    assert_eq!(count, 3, "{:?}", checked.report.diagnostics);
    assert_eq!(texts.into_values().next().as_deref(), Some(right));
    let again = crate::checked(right);
    assert_eq!(again.report.diagnostics, []);
}
