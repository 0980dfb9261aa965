//! An interactive session (`>>> f(4)`) -> what was typed, and the output that it shows.

use crate::source::Span;

/// Whether a fence holds a session: its first line that is not empty begins with a prompt.
#[must_use]
pub fn is_session(lines: &[&str]) -> bool {
    lines
        .iter()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| prompt(line, ">>>").is_some())
}

/// What stands behind a prompt, with its place in the line.
fn prompt<'a>(line: &'a str, sign: &str) -> Option<(usize, &'a str)> {
    let trimmed = line.trim_start();
    let rest = trimmed.strip_prefix(sign)?;
    let rest = match rest.strip_prefix(' ') {
        Some(rest) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    Some((line.len() - rest.len(), rest))
}

/// What was typed, line for line (output lines are empty), where each line stands, and the lines (from 1) at which
/// entries begin.
#[must_use]
pub fn typed(lines: &[&str], spans: &[Span]) -> (String, Vec<Span>, Vec<u32>) {
    let (mut code, mut places, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (line, span)) in lines.iter().zip(spans).enumerate() {
        let first = prompt(line, ">>>");
        if first.is_some_and(|(_, rest)| !rest.trim().is_empty()) {
            entries.push(index as u32 + 1);
        }
        match first.or_else(|| prompt(line, "...")) {
            Some((at, rest)) => {
                code.push(rest);
                places.push(Span::new(
                    span.file,
                    span.start as usize + at,
                    span.end as usize,
                ));
            }
            None => {
                code.push("");
                places.push(Span::new(span.file, span.end as usize, span.end as usize));
            }
        }
    }
    (code.join("\n"), places, entries)
}

/// The output that each entry shows: the entry's line (from 1) and the output lines (from 0) below it.
#[must_use]
pub fn shown(lines: &[&str]) -> Vec<(u32, Vec<usize>)> {
    let mut entries: Vec<(u32, Vec<usize>)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some((_, rest)) = prompt(line, ">>>") {
            if !rest.trim().is_empty() {
                entries.push((index as u32 + 1, Vec::new()));
            }
        } else if prompt(line, "...").is_none()
            && !line.trim().is_empty()
            && let Some((_, output)) = entries.last_mut()
        {
            output.push(index);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn prompts_are_taken_off_and_outputs_belong_to_their_entry() {
        let lines = [
            ">>> def f(n):",
            "...     return n",
            "...",
            ">>> f(4)",
            "4",
            "",
            ">>> f(5)  # x",
            "5",
        ];
        assert!(is_session(&lines));
        assert!(!is_session(&["x = 1", ">>> x"]));
        let mut sources = Sources::default();
        let text = lines.join("\n");
        let file = sources.add("a.md", text.as_str());
        let mut at = 0;
        let spans: Vec<Span> = lines
            .iter()
            .map(|line| {
                let span = Span::new(file, at, at + line.len());
                at += line.len() + 1;
                span
            })
            .collect();
        let (code, places, entries) = typed(&lines, &spans);
        assert_eq!(code, "def f(n):\n    return n\n\nf(4)\n\n\nf(5)  # x\n");
        assert_eq!(entries, [1, 4, 7]);
        assert_eq!(sources.slice(places[1]), "    return n");
        assert_eq!(shown(&lines), [(1, vec![]), (4, vec![4]), (7, vec![7])]);
    }
}
