//! Each output form shows the same findings; the snapshots under `tests/snapshots` are read by people.

use coursegen::diagnostic::{
    ALL, Certainty, Code, Diagnostic, Edit, FigureFindings, Findings, LessonFindings, Suggestion,
};
use coursegen::source::{Sources, Span};

const LESSON: &str = "# নিম খেলা\n\nগাদায় ৫টা পাথর থাকলে `G(5)` = ২ হয়, আর যে আগে চাল দেয় সে জেতে।\n\n```text\nn:  4 5\n\x1b[31mG:  ২ ২\n```\n";

fn span(sources: &Sources, needle: &str) -> Span {
    let file = sources.ids().next().expect("a file");
    let start = sources.text(file).find(needle).expect("in the text");
    Span::new(file, start, start + needle.len())
}

fn within(sources: &Sources, context: &str, needle: &str) -> Span {
    let outer = span(sources, context);
    let start = outer.start as usize + context.find(needle).expect("in the context");
    Span::new(outer.file, start, start + needle.len())
}

#[test]
fn every_form_shows_the_findings() {
    let mut sources = Sources::default();
    sources.add("bn/নিম, ১.md", LESSON);
    let mut value = Diagnostic::new(
        Code::WrongNimber,
        within(&sources, "`G(5)` = ২", "২"),
        "G(5) is 3, the text says 2",
    )
    .because("from 5 a move leads to 4, 2, 1, with values 2, 0, 1; the least value missing is 3")
    .related(span(&sources, "n:  4 5"), "the rule stands here");
    value.written = Some("২".to_owned());
    value.computed = Some("৩".to_owned());
    value.suggestion = Some(Suggestion {
        edits: vec![Edit {
            span: value.primary.span,
            text: "৩".to_owned(),
        }],
        certainty: Certainty::Certain,
    });
    let mut output = Diagnostic::new(
        Code::WrongOutput,
        span(&sources, "n:  4 5\n\x1b[31mG:  ২ ২"),
        "the sample prints something else: 100% wrong",
    )
    .help("run it and look,\nthen mend the lesson");
    output.written = Some("n:  4 5\nG:  ২ ২\n".to_owned());
    output.computed = Some("n:  4 5\nG:  ২ ৩\n".to_owned());
    let mut unchecked = Diagnostic::new(
        Code::NotChecked,
        span(&sources, "# নিম খেলা"),
        "<b> & \"c\" was not checked",
    );
    unchecked.suggestion = Some(Suggestion {
        edits: vec![Edit {
            span: within(&sources, "# নিম খেলা", "খেলা"),
            text: "games".to_owned(),
        }],
        certainty: Certainty::Likely,
    });
    let diagnostics = [unchecked, value, output];
    let figure = |kind, span, confirmed, refuted| FigureFindings {
        kind,
        span,
        game: Some("heap"),
        game_from: Some("games.heap"),
        confirmed,
        refuted,
        unchecked: 0,
    };
    let findings = Findings {
        root: "content/",
        sources: &sources,
        diagnostics: &diagnostics,
        lessons: vec![LessonFindings {
            path: "bn/নিম, ১.md",
            figures: vec![
                figure("equation", span(&sources, "`G(5)` = ২"), 0, 1),
                figure("strip", span(&sources, "n:  4 5"), 2, 0),
            ],
            opted_out: vec![(span(&sources, "```text"), "an exercise")],
            unclear: vec![(span(&sources, "n:  4 5"), "a comment in words")],
        }],
    };
    for form in ALL {
        let text = form.text(&findings);
        let plain = anstream::adapter::strip_str(&text).to_string();
        insta::assert_snapshot!(
            form.id(),
            plain.replace(env!("CARGO_PKG_VERSION"), "VERSION")
        );
    }
}

#[test]
fn the_machine_forms_are_well_formed() {
    let sources = Sources::default();
    let findings = Findings {
        root: "",
        sources: &sources,
        diagnostics: &[],
        lessons: Vec::new(),
    };
    for id in ["json", "sarif"] {
        let form = coursegen::diagnostic::form(id).expect("a form");
        let value: serde_json::Value = serde_json::from_str(&form.text(&findings)).expect("JSON");
        assert!(value.is_object());
    }
}
