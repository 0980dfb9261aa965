//! Flat text -> tokens: numbers in both digit scripts, words, signs; TeX commands become the signs that they draw.
//!
//! A token keeps the bytes it was written in, so that a claim can point at it and a fix can replace it.

use crate::parse::flow::{Flow, Register};
use crate::source::Span;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// A token and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it was written.
    pub span: Span,
    /// Where it stands in the flat text.
    pub at: Range<usize>,
    /// How it is set.
    pub register: Register,
    /// Whether it is set bold.
    pub strong: bool,
    /// How many blank characters stand before it in the flat text (a tab counts as two).
    pub gap: usize,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind {
    /// A natural number.
    Number(Numeral),
    /// A word or a name: lower case, NFC.
    Word(String),
    /// A sign.
    Sign(Sign),
}

/// A natural number as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numeral {
    /// Its value read as decimal.
    pub value: u64,
    /// Its value read as binary, where it has two digits or more and all are 0 or 1.
    pub binary: Option<u64>,
    /// How many digits it has.
    pub digits: usize,
    /// Whether it is written with Bengali digits.
    pub bengali: bool,
    /// Whether a subscript 2 says that it is binary.
    pub marked: bool,
}

/// A sign, whatever it is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`, `\{`
    OpenBrace,
    /// `}`, `\}`
    CloseBrace,
    /// `∅`
    Empty,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `=`, `==`
    Equal,
    /// `≠`, `!=`
    NotEqual,
    /// `≡`
    Equivalent,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `≤`
    AtMost,
    /// `≥`
    AtLeast,
    /// `->`, `→`, `⇒`, `=>`
    Arrow,
    /// `<-`, `←`
    BackArrow,
    /// `<=>`, `⟺`
    Iff,
    /// `^` in text and code: XOR between small naturals, or a power.
    Caret,
    /// `⊕`
    Oplus,
    /// `+`
    Plus,
    /// `-`, also a hyphen
    Minus,
    /// `*`, `×`, `·`
    Times,
    /// `/`
    Slash,
    /// `//`
    DoubleSlash,
    /// `%`
    Percent,
    /// `^` in a formula, superscript digits, `**`
    Power,
    /// `_` in a formula
    Subscript,
    /// `|`
    Bar,
    /// `∈`
    In,
    /// `∉`
    NotIn,
    /// `…`, `...`
    Ellipsis,
    /// `.` and `।` and other ends of a sentence
    Stop,
    /// `–`, `—`
    Dash,
    /// `!`
    Bang,
    /// `?`
    Question,
    /// `"`, `'` and other quotes
    Quote,
    /// `#`
    Hash,
    /// A box-drawing character
    Rule,
    /// A line break
    Newline,
    /// Any other character
    Other,
}

impl Token {
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&Numeral> {
        match &self.kind {
            TokenKind::Number(numeral) => Some(numeral),
            _ => None,
        }
    }

    /// The word, if it is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is this sign.
    #[must_use]
    pub fn is(&self, sign: Sign) -> bool {
        self.kind == TokenKind::Sign(sign)
    }
}

/// Whether a character continues a word: letters and the marks that stand on them.
#[must_use]
pub fn in_word(c: char) -> bool {
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{9bc}' | '\u{9cd}' | '\u{200c}' | '\u{200d}' | '\u{2080}'..='\u{2089}')
}

fn digit(c: char) -> Option<(u32, bool)> {
    match c {
        '0'..='9' => Some((c as u32 - '0' as u32, false)),
        '০'..='৯' => Some((c as u32 - '০' as u32, true)),
        _ => None,
    }
}

/// A digit of either script, as the ASCII one.
#[must_use]
pub fn plain_digit(c: char) -> Option<char> {
    digit(c).and_then(|(value, _)| char::from_digit(value, 10))
}

/// Reads a flat text. Never fails: what it does not know is [`Sign::Other`].
#[must_use]
pub fn tokens(flow: &Flow) -> Vec<Token> {
    let mut lexer = Lexer {
        flow,
        text: &flow.text,
        at: 0,
        gap: 0,
        out: Vec::new(),
        groups: Vec::new(),
    };
    while lexer.at < lexer.text.len() {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'a> {
    flow: &'a Flow,
    text: &'a str,
    at: usize,
    gap: usize,
    out: Vec<Token>,
    /// Open TeX groups: nothing is printed for their braces.
    groups: Vec<usize>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let at = self.at..self.at + length;
        if let (Some(span), Some(piece)) = (self.flow.span(at.clone()), self.flow.piece(at.start)) {
            let (register, strong) = (piece.register, piece.strong);
            self.out.push(Token {
                kind,
                span,
                at: at.clone(),
                register,
                strong,
                gap: self.gap,
            });
        }
        self.at = at.end;
        self.gap = 0;
    }

    fn sign(&mut self, sign: Sign, length: usize) {
        self.push(TokenKind::Sign(sign), length);
    }

    fn skip(&mut self, length: usize, gap: usize) {
        self.at += length;
        self.gap += gap;
    }

    fn step(&mut self) {
        let math = self
            .flow
            .piece(self.at)
            .is_some_and(|piece| piece.register == Register::Math);
        let Some(c) = self.rest().chars().next() else {
            return;
        };
        if c == '\n' {
            self.sign(Sign::Newline, 1);
        } else if c.is_whitespace() || c == '\u{feff}' {
            let gap = if c == '\t' { 2 } else { 1 };
            self.skip(c.len_utf8(), gap);
        } else if digit(c).is_some() {
            self.number();
        } else if in_word(c) || (c == '_' && !math) {
            self.name(math);
        } else if math && self.tex(c) {
        } else {
            self.plain(c);
        }
    }

    fn number(&mut self) {
        // `0b101`: the digits behind the prefix are binary.
        if let Some(digits) = self.rest().strip_prefix("0b") {
            let length = digits
                .find(|c| c != '0' && c != '1')
                .unwrap_or(digits.len());
            if let Ok(value) = u64::from_str_radix(&digits[..length], 2) {
                self.skip(2, 0);
                let numeral = Numeral {
                    value,
                    binary: Some(value),
                    digits: length,
                    bengali: false,
                    marked: true,
                };
                return self.push(TokenKind::Number(numeral), length);
            }
        }

        let (mut value, mut binary, mut digits, mut length, mut bengali) =
            (Some(0_u64), Some(0_u64), 0, 0, false);
        let mut chars = self.rest().char_indices().peekable();
        let mut grouped = false;
        while let Some(&(at, c)) = chars.peek() {
            // A thin group separator inside a long number: 1,000,000 in prose is left to the reader as three numbers,
            // but 1_000_000 and TeX's 1{,}000 are one.
            let grouped_next = c == '_'
                && digits > 0
                && self.rest()[at + 1..]
                    .chars()
                    .take_while(|c| digit(*c).is_some())
                    .count()
                    == 3;
            if grouped_next {
                grouped = true;
                chars.next();
                continue;
            }
            let Some((d, script)) = digit(c) else { break };
            value = value
                .and_then(|v| v.checked_mul(10))
                .and_then(|v| v.checked_add(u64::from(d)));
            binary = binary
                .filter(|_| d < 2)
                .and_then(|v| v.checked_mul(2))
                .map(|v| v + u64::from(d));
            bengali |= script;
            digits += 1;
            length = at + c.len_utf8();
            chars.next();
        }
        // 3.14 and 1.2.3 are no natural numbers; neither are numbers past 2^64.
        let rest = &self.rest()[length..];
        let decimal = rest
            .strip_prefix('.')
            .is_some_and(|tail| tail.chars().next().and_then(digit).is_some());
        if decimal {
            let more = rest
                .find(|c: char| c != '.' && digit(c).is_none())
                .unwrap_or(rest.len());
            self.sign(Sign::Other, length + more);
            return;
        }
        match value {
            Some(value) => {
                let binary = binary.filter(|_| digits >= 2 && !grouped);
                self.push(
                    TokenKind::Number(Numeral {
                        value,
                        binary,
                        digits,
                        bengali,
                        marked: false,
                    }),
                    length,
                );
            }
            None => self.sign(Sign::Other, length),
        }
    }

    fn name(&mut self, math: bool) {
        let mut length = 0;
        for (at, c) in self.rest().char_indices() {
            let fits = in_word(c) || (!math && (c == '_' || (c.is_ascii_digit() && at > 0)));
            if !fits {
                break;
            }
            // A formula writes variables side by side; a name set by \text or \operatorname stays whole.
            length = at + c.len_utf8();
        }
        let word = self.rest()[..length]
            .nfc()
            .collect::<String>()
            .to_lowercase();
        self.push(TokenKind::Word(word), length);
    }

    /// TeX that is not text. Says whether it took anything.
    fn tex(&mut self, c: char) -> bool {
        match c {
            '{' => {
                self.groups.push(self.at);
                self.skip(1, 0);
            }
            '}' => {
                self.groups.pop();
                self.skip(1, 0);
            }
            '^' => self.sign(Sign::Power, 1),
            '_' => self.sign(Sign::Subscript, 1),
            '~' | '&' => self.skip(1, 1),
            '\\' => self.command(),
            _ => return false,
        }
        true
    }

    fn command(&mut self) {
        let rest = &self.rest()[1..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        if letters == 0 {
            let Some(c) = rest.chars().next() else {
                return self.skip(1, 0);
            };
            let length = 1 + c.len_utf8();
            match c {
                '{' => self.sign(Sign::OpenBrace, length),
                '}' => self.sign(Sign::CloseBrace, length),
                '\\' => self.sign(Sign::Newline, length),
                '%' => self.sign(Sign::Percent, length),
                '#' => self.sign(Sign::Hash, length),
                '|' => self.sign(Sign::Bar, length),
                '_' => self.skip(length, 0),
                _ => self.skip(length, 1),
            }
            return;
        }
        let name = rest[..letters].to_owned();
        let length = 1 + letters;
        let sign = match name.as_str() {
            "oplus" | "bigoplus" => Sign::Oplus,
            "neq" | "ne" => Sign::NotEqual,
            "equiv" => Sign::Equivalent,
            "le" | "leq" | "leqslant" => Sign::AtMost,
            "ge" | "geq" | "geqslant" => Sign::AtLeast,
            "lt" => Sign::Less,
            "gt" => Sign::Greater,
            "Rightarrow" | "rightarrow" | "implies" | "to" | "mapsto" | "longrightarrow"
            | "Longrightarrow" | "longmapsto" => Sign::Arrow,
            "leftarrow" | "Leftarrow" | "gets" | "impliedby" => Sign::BackArrow,
            "iff" | "Leftrightarrow" | "Longleftrightarrow" | "leftrightarrow" => Sign::Iff,
            "emptyset" | "varnothing" => Sign::Empty,
            "ldots" | "dots" | "cdots" | "dotsc" | "dotsb" | "vdots" => Sign::Ellipsis,
            "cdot" | "times" | "ast" => Sign::Times,
            "in" => Sign::In,
            "notin" => Sign::NotIn,
            "mid" | "vert" | "lvert" | "rvert" => Sign::Bar,
            "lbrace" => Sign::OpenBrace,
            "rbrace" => Sign::CloseBrace,
            "lbrack" => Sign::OpenBracket,
            "rbrack" => Sign::CloseBracket,
            "not" if rest[letters..].trim_start().starts_with('=') => {
                let blank = rest[letters..].len() - rest[letters..].trim_start().len();
                return self.sign(Sign::NotEqual, length + blank + 1);
            }
            "bmod" | "mod" | "pmod" | "pod" => {
                return self.push(TokenKind::Word("mod".into()), length);
            }
            // Fonts and spaces draw nothing of their own.
            "text" | "textbf" | "textit" | "textrm" | "texttt" | "mathrm" | "mathbf" | "mathit"
            | "mathsf" | "mathtt" | "mathcal" | "mathscr" | "operatorname" | "boxed"
            | "underline" | "overline" | "mathbb" | "boldsymbol" | "bm" | "displaystyle"
            | "textstyle" | "left" | "right" | "big" | "Big" | "bigg" | "Bigg" | "bigl"
            | "bigr" | "Bigl" | "Bigr" | "limits" | "nolimits" | "underbrace" | "overbrace"
            | "color" | "textcolor" | "phantom" | "hphantom" => return self.skip(length, 0),
            "quad" | "qquad" | "enspace" | "thinspace" | "hspace" => return self.skip(length, 2),
            "begin" | "end" => {
                // An environment: its name is no word of the formula.
                let brace = rest[letters..]
                    .find('}')
                    .map_or(length, |end| length + end + 1);
                return self.skip(brace, 2);
            }
            _ => {
                let word = name.to_lowercase();
                return self.push(TokenKind::Word(word), length);
            }
        };
        self.sign(sign, length);
    }

    fn plain(&mut self, c: char) {
        let rest = self.rest();
        const LONG: &[(&str, Sign)] = &[
            ("<=>", Sign::Iff),
            ("<->", Sign::Iff),
            ("<==>", Sign::Iff),
            ("===", Sign::Rule),
            ("-->", Sign::Arrow),
            ("==>", Sign::Arrow),
            ("...", Sign::Ellipsis),
            ("..", Sign::Ellipsis),
            ("->", Sign::Arrow),
            ("=>", Sign::Arrow),
            ("<-", Sign::BackArrow),
            ("==", Sign::Equal),
            ("!=", Sign::NotEqual),
            ("<>", Sign::NotEqual),
            ("<=", Sign::AtMost),
            (">=", Sign::AtLeast),
            ("//", Sign::DoubleSlash),
            ("**", Sign::Power),
        ];
        if let Some((text, sign)) = LONG.iter().find(|(text, _)| rest.starts_with(text)) {
            let length = text.len();
            // A rule of dashes or equals signs is drawn, not said.
            if matches!(sign, Sign::Rule) {
                let run = rest.find(|d| d != c).unwrap_or(rest.len());
                return self.sign(Sign::Rule, run);
            }
            return self.sign(*sign, length);
        }
        if c == '-' && rest.starts_with("---") {
            let run = rest.find(|d| d != c).unwrap_or(rest.len());
            return self.sign(Sign::Rule, run);
        }
        if let Some(value) = superscript(c) {
            let length = c.len_utf8();
            let Some(span) = self.flow.span(self.at..self.at + length) else {
                return self.skip(length, 0);
            };
            let at = self.at..self.at + length;
            let token = |kind| Token {
                kind,
                span,
                at: at.clone(),
                register: Register::Prose,
                strong: false,
                gap: 0,
            };
            let numeral = Numeral {
                value,
                binary: None,
                digits: 1,
                bengali: false,
                marked: false,
            };
            self.out.push(token(TokenKind::Sign(Sign::Power)));
            self.out.push(token(TokenKind::Number(numeral)));
            return self.skip(length, 0);
        }
        let sign = match c {
            '(' | '（' => Sign::Open,
            ')' | '）' => Sign::Close,
            '[' => Sign::OpenBracket,
            ']' => Sign::CloseBracket,
            '{' => Sign::OpenBrace,
            '}' => Sign::CloseBrace,
            '∅' | 'Ø' => Sign::Empty,
            ',' | '，' => Sign::Comma,
            ';' => Sign::Semicolon,
            ':' | '：' => Sign::Colon,
            '=' => Sign::Equal,
            '≠' => Sign::NotEqual,
            '≡' => Sign::Equivalent,
            '<' => Sign::Less,
            '>' => Sign::Greater,
            '≤' => Sign::AtMost,
            '≥' => Sign::AtLeast,
            '→' | '⇒' | '⟹' | '⟶' | '↦' | '➜' | '➔' | '⟼' | '►' | '▶' => {
                Sign::Arrow
            }
            '←' | '⇐' | '⟸' | '⟵' => Sign::BackArrow,
            '⟺' | '⇔' | '↔' | '⟷' => Sign::Iff,
            '^' => Sign::Caret,
            '⊕' | '⨁' | '⊻' => Sign::Oplus,
            '+' => Sign::Plus,
            '-' | '−' | '‑' | '‐' => Sign::Minus,
            '*' | '×' | '·' | '⋅' | '•' | '∙' => Sign::Times,
            '/' | '÷' => Sign::Slash,
            '%' => Sign::Percent,
            '|' | '│' | '┃' | '║' => Sign::Bar,
            '∈' => Sign::In,
            '∉' => Sign::NotIn,
            '…' | '⋯' => Sign::Ellipsis,
            '.' | '।' | '॥' => Sign::Stop,
            '–' | '—' | '―' => Sign::Dash,
            '!' => Sign::Bang,
            '?' => Sign::Question,
            '"' | '\'' | '“' | '”' | '‘' | '’' | '«' | '»' | '`' => Sign::Quote,
            '#' => Sign::Hash,
            '─'..='╿' => Sign::Rule,
            _ => Sign::Other,
        };
        self.sign(sign, c.len_utf8());
    }
}

fn superscript(c: char) -> Option<u64> {
    "⁰¹²³⁴⁵⁶⁷⁸⁹"
        .chars()
        .position(|s| s == c)
        .map(|value| value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    fn words(text: &str, register: Register) -> String {
        let mut sources = Sources::default();
        let file = sources.add("a.md", text);
        let flow = Flow::verbatim(text, Span::new(file, 0, text.len()), register);
        let show = |token: &Token| match &token.kind {
            TokenKind::Number(n) => format!("{}", n.value),
            TokenKind::Word(word) => word.clone(),
            TokenKind::Sign(sign) => format!("{sign:?}"),
        };
        tokens(&flow).iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn text_and_formulas_give_the_same_tokens() {
        assert_eq!(
            words("G(5) = 3 ⊕ ৪", Register::Prose),
            "g Open 5 Close Equal 3 Oplus 4"
        );
        assert_eq!(
            words(r"\operatorname{mex}\{0, 1\} \neq 3 \bmod 4", Register::Math),
            "mex OpenBrace 0 Comma 1 CloseBrace NotEqual 3 mod 4"
        );
        assert_eq!(words("2^{10}", Register::Math), "2 Power 10");
        assert_eq!(
            words("জেতে-এ 3.14 1.2.3", Register::Prose),
            "জেতে Minus এ Other Other"
        );
        assert_eq!(words("n<=>L ----- x", Register::Code), "n Iff l Rule x");
    }
}
