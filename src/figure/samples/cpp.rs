//! C++ text -> its lines as statements, with the comments behind and between them.

use super::scan::{Comment, Scan, Statement};
use crate::run::cpp::{without_strings, writes};

/// Scans a text: each line is a statement of its own.
#[must_use]
pub fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut start = 0;
    let mut inside = false;
    for (line, row) in (1..).zip(text.split('\n')) {
        let plain = without_strings(row);
        let open = plain.find("/*").unwrap_or(plain.len());
        let visible = plain.get(..open).unwrap_or_default();
        let code = visible.trim();
        // Comments over several lines hold no code.
        let was_inside = inside;
        inside = match (plain.rfind("/*"), plain.rfind("*/")) {
            (Some(open), Some(close)) => open > close,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => inside,
        };
        if !was_inside {
            let indent = row.len() - row.trim_start().len();
            let comment = (plain.len() < row.len()).then(|| Comment {
                line,
                indent: plain.len(),
                range: start + (plain.len() + 2).min(row.len())..start + row.len(),
            });
            if code.is_empty() {
                scan.comments.extend(comment);
            } else {
                scan.statements.push(Statement {
                    first: line,
                    last: line,
                    range: start + indent..start + visible.trim_end().len(),
                    indent,
                    code: code.to_owned(),
                    comment,
                    writes: writes(visible),
                });
            }
        }
        start += row.len() + 1;
    }
    scan
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_comments() {
        let text = "int main() {\n    // all\n    cout << \"//\" << f(4); // 5 (x)\n/* cout << 3;\n cout << 4; */\n}";
        let scan = scan(text);
        assert_eq!(scan.comments.len(), 1);
        let shown = &scan.statements[1];
        assert!(shown.prints());
        assert_eq!(&text[shown.comment.clone().unwrap().range], " 5 (x)");
        assert_eq!(&text[shown.range.clone()], "cout << \"//\" << f(4);");
        assert_eq!(
            scan.statements.iter().filter(|line| line.prints()).count(),
            1
        );
    }
}
