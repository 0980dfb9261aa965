//! A stretch of running text in; its formulas, and the letters to hide from the Markdown parser, out.
//!
//! The Markdown parser is handed a text of the same length in which each formula is a word, so that no pipe, star or
//! underscore in it can mean anything, and in which a closing `**` between punctuation and a letter may close:
//! `**জেতে।**তারপর` is bold, although CommonMark, made for scripts with spaces, has it otherwise.

use crate::parse::emphasis::{self, Run};
use std::collections::BTreeMap;
use std::ops::Range;

/// A formula: with its delimiters, and between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Formula {
    /// The delimiters included.
    pub(crate) range: Range<usize>,
    /// The TeX.
    pub(crate) body: Range<usize>,
    /// Whether it stands on its own line.
    pub(crate) display: bool,
}

/// What a stretch of running text holds.
#[derive(Debug, Default)]
pub(crate) struct Mask {
    /// The formulas in order.
    pub(crate) formulas: Vec<Formula>,
    /// Characters that are to be read as punctuation.
    pub(crate) punctuation: Vec<usize>,
}

/// Reads a paragraph, a heading or (`row`) a row of a table. `ready` are formulas that are known already.
pub(crate) fn read(text: &str, range: Range<usize>, row: bool, ready: &[Formula]) -> Mask {
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        start: range.start,
        end: range.end,
        ticks: None,
        missing: [false; 3],
        refused: 0,
        mask: Mask::default(),
        runs: Vec::new(),
    };
    let mut ready = ready.iter().peekable();
    let mut at = range.start;
    while at < range.end {
        if let Some(formula) = ready.next_if(|formula| formula.range.start <= at) {
            scan.mask.formulas.push(formula.clone());
            at = formula.range.end.max(at + 1);
            continue;
        }
        at = scan.step(at, row);
    }
    scan.settle();
    scan.mask
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    start: usize,
    end: usize,
    /// Runs of backticks by length, built when the first one is met.
    ticks: Option<BTreeMap<usize, Vec<usize>>>,
    /// Closing marks that are known not to follow: `\)`, `\]`, `$$`.
    missing: [bool; 3],
    /// Where a `\\]` stands that closes no formula, so that nobody looks for it twice.
    refused: usize,
    mask: Mask,
    runs: Vec<Run>,
}

impl Scan<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        (at < self.end)
            .then(|| self.bytes.get(at).copied())
            .flatten()
    }

    /// Reads what stands at `at` and says where to go on.
    fn step(&mut self, at: usize, row: bool) -> usize {
        let next = at + 1;
        match self.byte(at) {
            Some(b'\\') => match self.byte(next) {
                Some(b'(') => self.bracket(at, b')', 0),
                Some(b'[') => self.bracket(at, b']', 1),
                Some(_) => at + 2,
                None => next,
            },
            Some(b'$') if self.byte(next) == Some(b'$') => self.display(at),
            Some(b'$') => self.inline(at),
            Some(b'`') => self.code(at),
            Some(b'<') => self.tag(at),
            Some(b']') if self.byte(next) == Some(b'(') => self.destination(at + 2),
            Some(b'*') => self.star(at),
            Some(b'|') if row => {
                self.settle();
                next
            }
            _ => next,
        }
    }

    fn formula(&mut self, at: usize, body: Range<usize>, end: usize, display: bool) -> usize {
        self.mask.formulas.push(Formula {
            range: at..end,
            body,
            display,
        });
        end
    }

    /// `\(..\)`, and `\[..\]` where it fills its lines: elsewhere `\[text\]` is text in brackets.
    fn bracket(&mut self, at: usize, close: u8, kind: usize) -> usize {
        let display = close == b']';
        if display && (at < self.refused || !self.begins_line(at)) {
            return at + 2;
        }
        let found = self.closing(at + 2, kind, |scan, i| {
            scan.byte(i) == Some(b'\\') && scan.byte(i + 1) == Some(close)
        });
        match found {
            Some(end) if !display || ends_line(self.text, end + 2) => {
                self.formula(at, at + 2..end, end + 2, display)
            }
            Some(end) => {
                self.refused = end;
                at + 2
            }
            None => at + 2,
        }
    }

    /// Whether only quote marks and spaces stand before a place on its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.bytes.get(self.start..at).unwrap_or_default();
        let mut bytes = before.iter().rev();
        let other = bytes.find(|b| !matches!(b, b' ' | b'\t' | b'>'));
        other.is_none_or(|&b| b == b'\n')
    }

    /// `$$..$$`
    fn display(&mut self, at: usize) -> usize {
        let found = self.closing(at + 2, 2, |scan, i| {
            scan.byte(i) == Some(b'$') && scan.byte(i + 1) == Some(b'$')
        });
        match found {
            Some(end) => self.formula(at, at + 2..end, end + 2, true),
            None => at + 2,
        }
    }

    /// Where a closing mark stands, if what stands before it is more than white space.
    fn closing(
        &mut self,
        from: usize,
        kind: usize,
        closes: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        if self.missing.get(kind).copied().unwrap_or(true) {
            return None;
        }
        let mut i = from;
        while i < self.end {
            if closes(self, i) {
                let body = self.text.get(from..i)?;
                return (!empty(body)).then_some(i);
            }
            i += if self.byte(i) == Some(b'\\') { 2 } else { 1 };
        }
        if let Some(missing) = self.missing.get_mut(kind) {
            *missing = true;
        }
        None
    }

    /// `$..$`: no space inside the dollars, and no digit after the closing one, so that prices stay prices.
    fn inline(&mut self, at: usize) -> usize {
        let space = |byte: Option<u8>| byte.is_none_or(|b| b.is_ascii_whitespace());
        if space(self.byte(at + 1)) {
            return at + 1;
        }
        let mut i = at + 1;
        while let Some(byte) = self.byte(i) {
            match byte {
                b'\\' => i += 2,
                // What holds a code span is running text, and its dollars are dollars.
                b'`' => {
                    let length = self.run(i, b'`');
                    if self.code(i) > i + length {
                        return at + 1;
                    }
                    i += length;
                }
                b'$' => {
                    let price = self.byte(i + 1).is_some_and(|b| b.is_ascii_digit());
                    let body = self.text.get(at + 1..i).unwrap_or_default();
                    // `$x$$y$` are two formulas; `$x$$` is a slip of the pen.
                    let then = self.byte(i + 2);
                    let double =
                        self.byte(i + 1) == Some(b'$') && (space(then) || then == Some(b'$'));
                    if space(self.byte(i - 1)) || price || double || empty(body) {
                        return at + 1;
                    }
                    return self.formula(at, at + 1..i, i + 1, false);
                }
                _ => i += 1,
            }
        }
        // No dollar follows, so none needs to be looked at again.
        at + 1
    }

    /// A code span, or the backticks alone where none closes it.
    fn code(&mut self, at: usize) -> usize {
        let length = self.run(at, b'`');
        let ticks = self.ticks.get_or_insert_with(|| {
            let mut ticks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            let mut i = at;
            while i < self.end {
                let rest = self.bytes.get(i..self.end).unwrap_or_default();
                let length = rest.iter().take_while(|&&byte| byte == b'`').count();
                if length > 0 {
                    ticks.entry(length).or_default().push(i);
                }
                i += length.max(1);
            }
            ticks
        });
        let places = ticks.get(&length).map_or(&[][..], |places| places);
        let next = places.partition_point(|&place| place <= at);
        places.get(next).map_or(at, |place| *place) + length
    }

    fn run(&self, at: usize, mark: u8) -> usize {
        (at..self.end)
            .take_while(|&i| self.bytes.get(i) == Some(&mark))
            .count()
    }

    /// An autolink or a tag: `<https://...>`, `<a href="...">`, `</b>`, a comment.
    fn tag(&self, at: usize) -> usize {
        let mut i = at + 1;
        if self.byte(i) == Some(b'/') {
            i += 1;
        }
        if !self.byte(i).is_some_and(|b| b.is_ascii_alphabetic()) {
            return at + 1;
        }
        let mut spaced = false;
        while let Some(byte) = self.byte(i) {
            match byte {
                b'>' => return i + 1,
                b'<' => return at + 1,
                b'"' | b'\'' if spaced => {
                    let from = i + 1;
                    i = match (from..self.end).find(|&i| self.bytes.get(i) == Some(&byte)) {
                        Some(close) => close,
                        None => return at + 1,
                    };
                }
                _ if byte.is_ascii_whitespace() => spaced = true,
                // An autolink holds any visible character, a tag only names, `=` and quoted values.
                _ if spaced && !(byte.is_ascii_alphanumeric() || b"=/-_:.".contains(&byte)) => {
                    return at + 1;
                }
                _ => {}
            }
            i += 1;
        }
        at + 1
    }

    /// The target of a link, up to the first space or the closing parenthesis.
    fn destination(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for i in from..self.end {
            match self.bytes.get(i) {
                Some(b'(') => depth += 1,
                Some(b')') if depth == 0 => return i + 1,
                Some(b')') => depth -= 1,
                Some(byte) if byte.is_ascii_whitespace() => return i,
                _ => {}
            }
        }
        self.end
    }

    /// A run of stars.
    fn star(&mut self, at: usize) -> usize {
        let length = self.run(at, b'*');
        self.runs
            .push(Run::of(self.text, at..at + length, self.end));
        at + length
    }

    /// Pairs the runs of stars met so far.
    fn settle(&mut self) {
        self.mask.punctuation.extend(emphasis::settle(&self.runs));
        self.runs.clear();
    }
}

/// Whether a formula would be empty: white space, and the quote marks that its lines begin with.
pub(crate) fn empty(body: &str) -> bool {
    body.chars().all(|c| c.is_whitespace() || c == '>')
}

/// Whether nothing but a punctuation mark stands between a place and the end of its line.
pub(crate) fn ends_line(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let bare = line.trim();
    bare.trim_start_matches(['.', ',', ';', ':', '।'])
        .is_empty()
}

/// Writes the mask over a text: formulas become words between commas, the chosen characters punctuation.
pub(crate) fn apply(masked: &mut [u8], text: &str, mask: &Mask) {
    for formula in &mask.formulas {
        fill(masked, formula.range.clone(), b'x');
        // A dollar counts as punctuation beside a star; so does a comma, which means nothing anywhere.
        fill(masked, formula.range.start..formula.range.start + 1, b',');
        fill(masked, formula.range.end - 1..formula.range.end, b',');
    }
    for &at in &mask.punctuation {
        let length = text.get(at..).and_then(|t| t.chars().next());
        let other = match length.map_or(0, char::len_utf8) {
            1 => ",",
            2 => "§",
            3 => "।",
            4 => "\u{10100}",
            _ => "",
        };
        if let Some(target) = masked.get_mut(at..at + other.len()) {
            target.copy_from_slice(other.as_bytes());
        }
    }
}

/// Overwrites a range.
pub(crate) fn fill(masked: &mut [u8], range: Range<usize>, with: u8) {
    if let Some(target) = masked.get_mut(range) {
        target.fill(with);
    }
}
