//! Python text -> its statements and comments, without understanding them: where strings, brackets and comments begin
//! and end.

use std::ops::Range;

/// A statement on one or several lines; of a compound statement, its head.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statement {
    /// Its first line, from 1.
    pub first: u32,
    /// Its last line, from 1.
    pub last: u32,
    /// Its bytes in the text, without comment and indentation.
    pub range: Range<usize>,
    /// How far it is indented, in characters.
    pub indent: usize,
    /// Its text with the contents of strings left out and line ends as spaces.
    pub code: String,
    /// The comment on its last line.
    pub comment: Option<Comment>,
    /// Whether it is a line of C++ that writes to standard output.
    pub writes: bool,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its line, from 1.
    pub line: u32,
    /// How far it is indented, in characters; of a comment behind code, where it begins.
    pub indent: usize,
    /// The bytes of what follows the `#` signs.
    pub range: Range<usize>,
}

/// What a text consists of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scan {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// The comments that have a line of their own, in order.
    pub comments: Vec<Comment>,
}

const KEYWORDS: &[&str] = &[
    "def", "class", "for", "while", "if", "elif", "else", "try", "except", "finally", "with",
    "return", "yield", "import", "from", "raise", "assert", "del", "pass", "break", "continue",
    "global", "nonlocal", "async", "await", "match", "case", "type", "lambda",
];

impl Statement {
    /// Whether it calls a function of this name: the name stands before a bracket and is not defined there.
    #[must_use]
    pub fn calls(&self, name: &str) -> bool {
        self.code.match_indices(name).any(|(at, _)| {
            let before = self.code.get(..at).unwrap_or_default();
            let after = self.code.get(at + name.len()..).unwrap_or_default();
            after.trim_start().starts_with('(')
                && !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
                && !before.trim_end().ends_with("def")
        })
    }

    /// Whether it prints by itself.
    #[must_use]
    pub fn prints(&self) -> bool {
        self.writes
            || self.calls("print")
            || self.calls("pprint")
            || self.code.contains("stdout.write")
    }

    /// Its first word.
    #[must_use]
    pub fn head(&self) -> &str {
        let end = self
            .code
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(self.code.len());
        self.code.get(..end).unwrap_or_default()
    }

    /// Whether it is the head of a compound statement, or begins with another keyword.
    #[must_use]
    pub fn is_compound(&self) -> bool {
        KEYWORDS.contains(&self.head()) || self.code.starts_with('@')
    }

    /// Whether it is an expression that stands alone.
    #[must_use]
    pub fn is_bare_expression(&self) -> bool {
        if self.is_compound() {
            return false;
        }
        let (mut depth, mut before) = (0usize, ' ');
        let mut rest = self.code.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ':' | ';' if depth == 0 => return false,
                '=' if depth == 0 && !"=!<>".contains(before) && rest.peek() != Some(&'=') => {
                    return false;
                }
                _ => {}
            }
            before = c;
        }
        !self.code.is_empty()
    }
}

/// Scans a text.
#[must_use]
pub fn scan(text: &str) -> Scan {
    let mut scanner = Scanner {
        text,
        chars: text.char_indices().collect(),
        at: 0,
        line: 1,
        line_start: 0,
        depth: 0,
        statement: None,
        scan: Scan::default(),
    };
    scanner.run();
    scanner.scan
}

struct Scanner<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    at: usize,
    line: u32,
    /// The index in `chars` at which the line begins.
    line_start: usize,
    depth: usize,
    statement: Option<Statement>,
    scan: Scan,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|&(_, c)| c)
    }

    fn place(&self) -> usize {
        self.chars
            .get(self.at)
            .map_or(self.text.len(), |&(place, _)| place)
    }

    fn run(&mut self) {
        while let Some(c) = self.peek(0) {
            match c {
                '\n' => self.end_of_line(),
                '#' => self.comment(),
                '\\' if self.peek(1) == Some('\n') => {
                    self.put(' ');
                    self.at += 1;
                    self.newline();
                }
                '\'' | '"' => self.string(c),
                _ if c.is_whitespace() => {
                    if self.statement.is_some() {
                        self.put(' ');
                    } else {
                        self.at += 1;
                    }
                }
                _ => {
                    match c {
                        '(' | '[' | '{' => self.depth += 1,
                        ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                        _ => {}
                    }
                    self.put(c);
                    self.extend();
                }
            }
        }
        self.finish();
    }

    /// Adds a character to the statement's code and goes on.
    fn put(&mut self, c: char) {
        let (place, line, indent) = (self.place(), self.line, self.at - self.line_start);
        self.statement
            .get_or_insert_with(|| Statement {
                first: line,
                last: line,
                range: place..place,
                indent,
                ..Statement::default()
            })
            .code
            .push(c);
        self.at += 1;
    }

    /// Lets the statement reach up to here.
    fn extend(&mut self) {
        let (place, line) = (self.place(), self.line);
        if let Some(statement) = &mut self.statement {
            statement.range.end = place;
            statement.last = line;
        }
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at;
    }

    fn end_of_line(&mut self) {
        if self.depth == 0 {
            self.finish();
        } else if let Some(statement) = &mut self.statement {
            statement.code.push(' ');
        }
        self.newline();
    }

    fn finish(&mut self) {
        if let Some(mut statement) = self.statement.take() {
            statement.code.truncate(statement.code.trim_end().len());
            self.scan.statements.push(statement);
        }
        self.depth = 0;
    }

    fn comment(&mut self) {
        let indent = self.at - self.line_start;
        while self.peek(0) == Some('#') {
            self.at += 1;
        }
        let start = self.place();
        while self.peek(0).is_some_and(|c| c != '\n') {
            self.at += 1;
        }
        let comment = Comment {
            line: self.line,
            indent,
            range: start..self.place(),
        };
        match &mut self.statement {
            // Within brackets only the comment of the last line counts, which ends the statement.
            Some(statement) => statement.comment = Some(comment),
            None => self.scan.comments.push(comment),
        }
    }

    fn string(&mut self, quote: char) {
        let triple = self.peek(1) == Some(quote) && self.peek(2) == Some(quote);
        let length = if triple { 3 } else { 1 };
        for _ in 0..length {
            self.put(quote);
        }
        while let Some(c) = self.peek(0) {
            let closes = c == quote
                && (!triple || (self.peek(1) == Some(quote) && self.peek(2) == Some(quote)));
            if closes {
                for _ in 0..length {
                    self.put(quote);
                }
                break;
            }
            match c {
                '\\' if self.peek(1) == Some('\n') => {
                    self.at += 1;
                    self.newline();
                }
                '\\' => self.at += 2,
                '\n' if triple => self.newline(),
                '\n' => break,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.chars.len());
        self.extend();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_brackets_and_comments() {
        let text = "def f(a):\n    \"\"\"doc # no comment\n    more\"\"\"\n    # alone\n    print('#', a,\n          [1])  # 5 (x)\nx = 'it\\'s'; f(1)\n";
        let scan = scan(text);
        let lines: Vec<_> = scan
            .statements
            .iter()
            .map(|statement| {
                (
                    statement.first,
                    statement.last,
                    statement.indent,
                    statement.prints(),
                )
            })
            .collect();
        assert_eq!(
            lines,
            [
                (1, 1, 0, false),
                (2, 3, 4, false),
                (5, 6, 4, true),
                (7, 7, 0, false)
            ]
        );
        let comment = scan.statements[2].comment.clone().unwrap();
        assert_eq!(&text[comment.range], " 5 (x)");
        assert_eq!(
            &text[scan.statements[2].range.clone()],
            "print('#', a,\n          [1])"
        );
        assert_eq!(scan.comments.len(), 1);
        assert_eq!(scan.comments[0].line, 4);
    }

    #[test]
    fn bare_expressions() {
        let bare = |text: &str| scan(text).statements[0].is_bare_expression();
        for text in [
            "mex([0, 1])",
            "a == b",
            "x",
            "[n for n in a if n >= 2]",
            "f(key=2)",
            "d['a:=']",
        ] {
            assert!(bare(text), "{text}");
        }
        for text in [
            "x = 2",
            "x: int = 2",
            "x += 1",
            "for n in a: f(n)",
            "return x",
            "@cache",
            "if f(): x",
        ] {
            assert!(!bare(text), "{text}");
        }
    }
}
