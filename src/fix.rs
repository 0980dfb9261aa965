//! Diagnostics -> the texts of the files with their certain edits applied; every other byte stays.

use crate::diagnostic::{Certainty, Diagnostic, Edit};
use crate::source::{FileId, Sources};
use std::collections::BTreeMap;

/// The files that change, with their new texts, and the number of values written.
#[must_use]
pub fn fix(sources: &Sources, diagnostics: &[Diagnostic]) -> (BTreeMap<FileId, String>, usize) {
    let mut edits: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
    for suggestion in diagnostics.iter().filter_map(|one| one.suggestion.as_ref()) {
        if suggestion.certainty == Certainty::Certain {
            for edit in &suggestion.edits {
                edits.entry(edit.span.file).or_default().push(edit);
            }
        }
    }
    let mut texts = BTreeMap::new();
    let mut count = 0;
    for (file, mut edits) in edits {
        edits.sort_by_key(|edit| (edit.span, &edit.text));
        let old = sources.text(file);
        let mut new = String::with_capacity(old.len());
        let mut at = 0;
        for edit in edits {
            let range = edit.span.range();
            // Of two edits of one place the first is made; what the other wants is seen when the course is checked again.
            if range.start < at || (range.is_empty() && range.start == at && at > 0) {
                continue;
            }
            let (Some(before), Some(written)) = (old.get(at..range.start), old.get(range.clone()))
            else {
                continue;
            };
            new.push_str(before);
            new.push_str(&edit.text);
            at = range.end;
            count += usize::from(written != edit.text);
        }
        new.push_str(old.get(at..).unwrap_or_default());
        if new != old {
            texts.insert(file, new);
        }
    }
    (texts, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Suggestion};
    use crate::source::Span;

    fn suggest(file: FileId, edits: &[(usize, usize, &str)], certainty: Certainty) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(Code::WrongNimber, Span::new(file, 0, 0), "wrong");
        let edits = edits.iter().map(|(start, end, text)| Edit {
            span: Span::new(file, *start, *end),
            text: (*text).to_owned(),
        });
        diagnostic.suggestion = Some(Suggestion {
            edits: edits.collect(),
            certainty,
        });
        diagnostic
    }

    #[test]
    fn certain_edits_are_made_and_every_other_byte_stays() {
        let mut sources = Sources::default();
        let file = sources.add("a.md", "\u{feff}a 1\r\nb ২ c 3");
        let at = |text: &str| sources.text(file).find(text).expect("there");
        let (one, two, three) = (at("1"), at("২"), at("3"));
        let problems = [
            suggest(file, &[(three, three + 1, "33")], Certainty::Likely),
            suggest(file, &[(two, two + 3, "৪৫")], Certainty::Certain),
            suggest(file, &[(one, one + 1, "")], Certainty::Certain),
            suggest(file, &[(one, one + 1, "7")], Certainty::Certain),
        ];
        let (texts, count) = fix(&sources, &problems);
        assert_eq!(texts[&file], "\u{feff}a \r\nb ৪৫ c 3");
        assert_eq!(count, 2);
    }
}
