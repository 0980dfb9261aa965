//! Tokens -> terms and chains of relations (`g[3] ^ g[5] = 0 ^ 2 = 2 ≠ 0`). Nothing is computed here.

use crate::notation::line::Line;
use crate::notation::outcome::{self, Label};
use crate::notation::token::{Numeral, Sign, TokenKind};
use crate::notation::words;
use crate::solve::Outcome;
use crate::source::Span;
use std::ops::Range;

/// A number as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its digits.
    pub numeral: Numeral,
    /// Where it stands.
    pub span: Span,
}

/// What a lesson writes on one side of a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A natural number.
    Number(Written),
    /// A nim-sum: `⊕`, `XOR`.
    Xor(Vec<Term>),
    /// `^` in text or code: a nim-sum or a power.
    Caret(Vec<Term>),
    /// `a + b`
    Sum(Box<Term>, Box<Term>),
    /// `a - b`
    Difference(Box<Term>, Box<Term>),
    /// `a * b`
    Product(Box<Term>, Box<Term>),
    /// `a^b` in a formula.
    Power(Box<Term>, Box<Term>),
    /// `a % m`, `a mod m`
    Mod(Box<Term>, Box<Term>),
    /// `a // b`
    Quotient(Box<Term>, Box<Term>),
    /// `mex{...}`
    Mex(Box<Term>),
    /// `{a, b}`; `open` when it ends in `…`.
    Set {
        items: Vec<Term>,
        open: bool,
        span: Span,
    },
    /// `[a, b]` or `(a, b)`; `open` when it ends in `…`.
    List {
        items: Vec<Term>,
        open: bool,
        span: Span,
    },
    /// `G(5)`, `g[5]`: a Grundy value.
    Nimber {
        name: String,
        argument: Box<Term>,
        span: Span,
    },
    /// `win(4)`, `win[4]`: whether the player to move wins.
    Wins {
        name: String,
        argument: Box<Term>,
        span: Span,
    },
    /// A name.
    Variable(String),
    /// W, L, N, P.
    Label(Label, Span),
    /// `True`, `False`.
    Truth(bool, Span),
    /// "XOR" as a noun: the nim-sum of the position spoken of.
    NimSum(Span),
    /// Something else.
    Unknown,
}

/// How two terms are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `≠`
    NotEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `≤`
    AtMost,
    /// `≥`
    AtLeast,
    /// `∈`
    In,
    /// `∉`
    NotIn,
}

/// Terms joined by relations; `terms.len() == relations.len() + 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The terms.
    pub terms: Vec<Term>,
    /// The tokens of each term.
    pub places: Vec<Range<usize>>,
    /// The relations between them.
    pub relations: Vec<Relation>,
    /// The tokens that it is made of.
    pub tokens: Range<usize>,
}

impl Term {
    /// The term in plain text, without regard to how it was set.
    #[must_use]
    pub fn plain(&self) -> String {
        let term = self;
        let all = |items: &[Self], between: &str| {
            items
                .iter()
                .map(Self::plain)
                .collect::<Vec<_>>()
                .join(between)
        };
        let two = |a: &Self, sign: &str, b: &Self| {
            format!("{} {sign} {}", Self::plain(a), Self::plain(b))
        };
        match term {
            Self::Number(written) => match written.numeral.binary {
                // A numeral with a leading zero keeps it.
                Some(_) if written.numeral.digits > written.numeral.value.to_string().len() => {
                    format!(
                        "{:0width$}",
                        written.numeral.value,
                        width = written.numeral.digits
                    )
                }
                _ => written.numeral.value.to_string(),
            },
            Self::Xor(items) => all(items, " ⊕ "),
            Self::Caret(items) => all(items, " ^ "),
            Self::Sum(a, b) => two(a, "+", b),
            Self::Difference(a, b) => two(a, "-", b),
            Self::Product(a, b) => two(a, "·", b),
            Self::Power(a, b) => two(a, "to the power of", b),
            Self::Mod(a, b) => two(a, "mod", b),
            Self::Quotient(a, b) => two(a, "//", b),
            Self::Mex(set) => format!("mex {}", Self::plain(set)),
            Self::Set { items, .. } => format!("{{{}}}", all(items, ", ")),
            Self::List { items, .. } => format!("[{}]", all(items, ", ")),
            Self::Nimber { argument, .. } => format!(
                "G({})",
                Self::plain(argument)
                    .trim_start_matches('[')
                    .trim_end_matches(']')
            ),
            Self::Wins { name, argument, .. } => format!("{name}({})", Self::plain(argument)),
            Self::Variable(name) => name.clone(),
            Self::Label(label, _) => (if label.outcome == Outcome::Next {
                "W"
            } else {
                "L"
            })
            .to_owned(),
            Self::Truth(truth, _) => truth.to_string(),
            Self::NimSum(_) => "the nim-sum".to_owned(),
            Self::Unknown => "…".to_owned(),
        }
    }

    /// Whether it has a variable or something unknown in it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        match self {
            Self::Variable(_) | Self::Unknown => true,
            Self::Number(_) | Self::Label(..) | Self::Truth(..) | Self::NimSum(_) => false,
            Self::Xor(items) | Self::Caret(items) => items.iter().any(Self::is_open),
            Self::Set { items, .. } | Self::List { items, .. } => items.iter().any(Self::is_open),
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Power(a, b)
            | Self::Mod(a, b)
            | Self::Quotient(a, b) => a.is_open() || b.is_open(),
            Self::Mex(inner) => inner.is_open(),
            Self::Nimber { argument, .. } | Self::Wins { argument, .. } => argument.is_open(),
        }
    }

    /// The value of a plain number.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Number(written) => Some(written.numeral.value),
            _ => None,
        }
    }

    /// The numbers of a list, set or tuple of plain numbers.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<u64>> {
        match self {
            Self::List { items, .. } | Self::Set { items, .. } => {
                items.iter().map(Self::number).collect()
            }
            _ => None,
        }
    }

    /// The term with a number in the place of a variable.
    #[must_use]
    pub fn at(&self, name: &str, value: u64, span: Span) -> Self {
        let inner = |term: &Self| Box::new(term.at(name, value, span));
        let all = |items: &[Self]| {
            items
                .iter()
                .map(|item| item.at(name, value, span))
                .collect::<Vec<_>>()
        };
        match self {
            Self::Variable(found) if found == name => Self::Number(Written {
                numeral: Numeral {
                    value,
                    binary: None,
                    digits: 1,
                    bengali: false,
                    marked: false,
                },
                span,
            }),
            Self::Xor(items) => Self::Xor(all(items)),
            Self::Caret(items) => Self::Caret(all(items)),
            Self::Set { items, open, span } => Self::Set {
                items: all(items),
                open: *open,
                span: *span,
            },
            Self::List { items, open, span } => Self::List {
                items: all(items),
                open: *open,
                span: *span,
            },
            Self::Sum(a, b) => Self::Sum(inner(a), inner(b)),
            Self::Difference(a, b) => Self::Difference(inner(a), inner(b)),
            Self::Product(a, b) => Self::Product(inner(a), inner(b)),
            Self::Power(a, b) => Self::Power(inner(a), inner(b)),
            Self::Mod(a, b) => Self::Mod(inner(a), inner(b)),
            Self::Quotient(a, b) => Self::Quotient(inner(a), inner(b)),
            Self::Mex(set) => Self::Mex(inner(set)),
            Self::Nimber {
                name: function,
                argument,
                span,
            } => Self::Nimber {
                name: function.clone(),
                argument: inner(argument),
                span: *span,
            },
            Self::Wins {
                name: function,
                argument,
                span,
            } => Self::Wins {
                name: function.clone(),
                argument: inner(argument),
                span: *span,
            },
            other => other.clone(),
        }
    }

    /// The variable that the term speaks of.
    #[must_use]
    pub fn variable(&self) -> Option<&str> {
        match self {
            Self::Variable(name) => Some(name),
            Self::Mod(a, _) | Self::Quotient(a, _) => a.variable(),
            Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) => {
                a.variable().or_else(|| b.variable())
            }
            Self::Nimber { argument, .. } | Self::Wins { argument, .. } => argument.variable(),
            _ => None,
        }
    }
}

/// Whether a chain may begin at a token: it must not cut an expression in two.
fn may_begin(line: &Line, at: usize) -> bool {
    // `~100^3`, `≈ 3`: about so much.
    if at > 0 && matches!(line.raw(at - 1), "~" | "≈" | "∼") {
        return false;
    }
    let Some(before) = at.checked_sub(1).and_then(|index| line.tokens.get(index)) else {
        return true;
    };
    let touching = line.tokens.get(at).is_some_and(|token| token.gap == 0);
    match &before.kind {
        TokenKind::Sign(sign) => match sign {
            Sign::Plus
            | Sign::Times
            | Sign::Percent
            | Sign::Power
            | Sign::Subscript
            | Sign::Caret
            | Sign::Oplus
            | Sign::DoubleSlash => false,
            Sign::Minus | Sign::Slash => {
                !touching
                    || line
                        .tokens
                        .get(at)
                        .is_some_and(|token| token.word().is_some())
            }
            _ => true,
        },
        TokenKind::Word(word) => {
            !(words::MOD_NAMES.contains(&word.as_str())
                || (touching
                    && line
                        .tokens
                        .get(at)
                        .is_some_and(|t| t.is(Sign::Open) || t.is(Sign::OpenBracket))
                    && !words::MEX_NAMES.contains(&word.as_str())))
        }
        TokenKind::Number(_) => true,
    }
}

/// The chain that begins at a token: at least one term. `end` bounds the tokens it may use.
#[must_use]
pub fn chain(line: &Line, at: usize, end: usize) -> Option<Chain> {
    if !may_begin(line, at) {
        return None;
    }
    let mut parser = Parser {
        line,
        at,
        end: end.min(line.len()),
        depth: 0,
    };
    let first = parser.expression()?;
    let mut chain = Chain {
        terms: vec![first],
        places: std::iter::once(at..parser.at).collect(),
        relations: Vec::new(),
        tokens: at..parser.at,
    };
    loop {
        let before = parser.at;
        let Some(relation) = parser.relation(&chain) else {
            break;
        };
        let start = parser.at;
        let Some(mut term) = parser.expression() else {
            parser.at = before;
            break;
        };
        let mut relation = relation.0;
        if line.is(start - 1, Sign::Equivalent)
            && let Term::Mod(residue, modulus) = &term
        {
            // `23 ≡ 3 (mod 10)`: the modulus belongs to both sides.
            let left = chain.terms.pop().unwrap_or(Term::Unknown);
            chain.terms.push(Term::Mod(Box::new(left), modulus.clone()));
            term = residue.as_ref().clone();
        } else if relation_is_congruence(line, start) {
            // `n ≡ 0, 2 (mod 7)`
            if let Some((modulus, residues)) = parser.modulus(&term) {
                let left = chain.terms.pop().unwrap_or(Term::Unknown);
                chain
                    .terms
                    .push(Term::Mod(Box::new(left), Box::new(modulus)));
                if residues.len() > 1 {
                    relation = Relation::In;
                    let span = line
                        .span(start..parser.at)
                        .unwrap_or(line.tokens[start].span);
                    term = Term::Set {
                        items: residues,
                        open: false,
                        span,
                    };
                }
            }
        }
        // `= 10 lakh` is no 10.
        if line.word(parser.at).is_some_and(words::scales) {
            term = Term::Unknown;
        }
        chain.relations.push(relation);
        chain.terms.push(term);
        chain.places.push(start..parser.at);
    }
    chain.tokens.end = parser.at;
    Some(chain)
}

fn relation_is_congruence(line: &Line, start: usize) -> bool {
    start
        .checked_sub(1)
        .is_some_and(|index| line.is(index, Sign::Equivalent) || line.is(index, Sign::Equal))
}

/// A single term at a token, and where it ends.
#[must_use]
pub fn term(line: &Line, at: usize, end: usize) -> Option<(Term, usize)> {
    let mut parser = Parser {
        line,
        at,
        end: end.min(line.len()),
        depth: 0,
    };
    let term = parser.expression()?;
    Some((term, parser.at))
}

/// A primary term (no operators around it) at a token, and where it ends.
#[must_use]
pub fn primary(line: &Line, at: usize, end: usize) -> Option<(Term, usize)> {
    let mut parser = Parser {
        line,
        at,
        end: end.min(line.len()),
        depth: 0,
    };
    let term = parser.primary()?;
    Some((term, parser.at))
}

/// How deep terms may nest: deeper ones are no figures.
const DEPTH: usize = 40;

struct Parser<'a> {
    line: &'a Line,
    at: usize,
    end: usize,
    depth: usize,
}

impl Parser<'_> {
    fn is(&self, sign: Sign) -> bool {
        self.at < self.end && self.line.is(self.at, sign)
    }

    fn take(&mut self, sign: Sign) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn word(&self) -> Option<&str> {
        if self.at < self.end {
            self.line.word(self.at)
        } else {
            None
        }
    }

    fn span_from(&self, start: usize) -> Option<Span> {
        self.line.span(start..self.at)
    }

    fn relation(&mut self, chain: &Chain) -> Option<(Relation, usize)> {
        let at = self.at;
        // Quotes and closing marks of emphasis may stand between a term and its relation.
        let relation = if self.take(Sign::Equal) || self.take(Sign::Equivalent) {
            Relation::Equal
        } else if self.take(Sign::NotEqual) {
            Relation::NotEqual
        } else if self.take(Sign::AtMost) {
            Relation::AtMost
        } else if self.take(Sign::AtLeast) {
            Relation::AtLeast
        } else if self.take(Sign::Less) {
            Relation::Less
        } else if self.take(Sign::Greater) {
            Relation::Greater
        } else if self.take(Sign::In) {
            Relation::In
        } else if self.take(Sign::NotIn) {
            Relation::NotIn
        } else {
            let valued = matches!(
                chain.terms.last(),
                Some(
                    Term::Mex(_)
                        | Term::Xor(_)
                        | Term::Nimber { .. }
                        | Term::Caret(_)
                        | Term::Mod(..)
                )
            );
            let word = self.word()?;
            if word == "in"
                && !chain
                    .terms
                    .last()
                    .is_some_and(|term| matches!(term, Term::Number(_)))
            {
                self.at += 1;
                Relation::In
            } else if valued
                && ["là", "bằng", "is", "equals", "হলো", "হল", "হয়", "মানে"].contains(&word)
            {
                self.at += 1;
                Relation::Equal
            } else {
                return None;
            }
        };
        // `= {3 ...` and the like go on; a relation at the end of the text is none.
        (self.at < self.end).then_some((relation, at))
    }

    /// `(mod 7)` or `mod 7` behind a congruence, and the residues before it.
    fn modulus(&mut self, first: &Term) -> Option<(Term, Vec<Term>)> {
        let back = self.at;
        let mut residues = vec![first.clone()];
        while self.take(Sign::Comma)
            || ["hoặc", "or", "বা", "và", "and", "ও"].contains(&self.word().unwrap_or_default())
        {
            if !self.line.is(self.at - 1, Sign::Comma) {
                self.at += 1;
            }
            match self.primary() {
                Some(term @ Term::Number(_)) => residues.push(term),
                _ => {
                    self.at = back;
                    return None;
                }
            }
        }
        let open = self.take(Sign::Open);
        let found = self
            .word()
            .is_some_and(|word| words::MOD_NAMES.contains(&word));
        if !found {
            self.at = back;
            return None;
        }
        self.at += 1;
        let modulus = match self.primary() {
            Some(term @ (Term::Number(_) | Term::Variable(_))) => term,
            _ => {
                self.at = back;
                return None;
            }
        };
        if open && !self.take(Sign::Close) {
            self.at = back;
            return None;
        }
        Some((modulus, residues))
    }

    fn expression(&mut self) -> Option<Term> {
        self.depth += 1;
        let term = if self.depth > DEPTH { None } else { self.xor() };
        self.depth -= 1;
        term
    }

    fn xor(&mut self) -> Option<Term> {
        let first = self.additive()?;
        let mut items = vec![first];
        let mut caret = None;
        // Behind a list the word is a noun: `[5, 5] XOR 0` says what the nim-sum is.
        let list = matches!(items[0], Term::List { .. } | Term::Set { .. });
        loop {
            let back = self.at;
            let is_caret = if self.take(Sign::Caret) {
                true
            } else if self.take(Sign::Oplus) {
                false
            } else if !list
                && self
                    .word()
                    .is_some_and(|word| words::XOR_NAMES.contains(&word))
            {
                self.at += 1;
                false
            } else {
                break;
            };
            // `XOR = 0`, `XOR 2`: then the word is a noun and no operator.
            let Some(next) = self.additive() else {
                self.at = back;
                break;
            };
            if caret.is_some_and(|was| was != is_caret) {
                self.at = back;
                break;
            }
            caret = Some(is_caret);
            items.push(next);
        }
        match caret {
            None => items.pop(),
            Some(true) => Some(Term::Caret(items)),
            Some(false) => Some(Term::Xor(items)),
        }
    }

    fn additive(&mut self) -> Option<Term> {
        let mut left = self.multiplicative()?;
        loop {
            let back = self.at;
            if self.take(Sign::Plus) {
                match self.multiplicative() {
                    Some(right) => left = Term::Sum(Box::new(left), Box::new(right)),
                    None => {
                        self.at = back;
                        return Some(left);
                    }
                }
            } else if self.is(Sign::Minus) {
                self.at += 1;
                // A hyphen joins a number to a word; a difference has numbers or variables on both sides.
                let next = self.at;
                let numeric = self.line.number(next).is_some()
                    || self
                        .word()
                        .is_some_and(|word| word.chars().count() == 1 && word.is_ascii());
                match if numeric || self.is(Sign::Open) {
                    self.multiplicative()
                } else {
                    None
                } {
                    Some(right) => left = Term::Difference(Box::new(left), Box::new(right)),
                    None => {
                        self.at = back;
                        return Some(left);
                    }
                }
            } else {
                return Some(left);
            }
        }
    }

    fn multiplicative(&mut self) -> Option<Term> {
        let mut left = self.power()?;
        loop {
            let back = self.at;
            let is_mod = self.is(Sign::Percent)
                || self
                    .word()
                    .is_some_and(|word| words::MOD_NAMES.contains(&word));
            let sign = if is_mod {
                'm'
            } else if self.is(Sign::Times) {
                '*'
            } else if self.is(Sign::DoubleSlash) {
                '/'
            } else {
                return Some(left);
            };
            self.at += 1;
            let Some(right) = self.power() else {
                self.at = back;
                return Some(left);
            };
            let (a, b) = (Box::new(left), Box::new(right));
            left = match sign {
                'm' => Term::Mod(a, b),
                '*' => Term::Product(a, b),
                _ => Term::Quotient(a, b),
            };
        }
    }

    fn power(&mut self) -> Option<Term> {
        let base = self.primary()?;
        if self.is(Sign::Power) {
            let back = self.at;
            self.at += 1;
            return match self.primary() {
                Some(exponent) => Some(Term::Power(Box::new(base), Box::new(exponent))),
                None => {
                    self.at = back;
                    Some(Term::Unknown)
                }
            };
        }
        Some(base)
    }

    fn primary(&mut self) -> Option<Term> {
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        let token = self.line.tokens.get(start)?;
        match &token.kind {
            TokenKind::Number(numeral) => {
                self.at += 1;
                Some(self.numeral(start, numeral.clone(), token.span))
            }
            TokenKind::Word(_) => self.named(),
            TokenKind::Sign(Sign::Open) => self.parenthesis(),
            TokenKind::Sign(Sign::OpenBracket) => {
                let (items, open) = self.items(Sign::CloseBracket)?;
                Some(Term::List {
                    items,
                    open,
                    span: self.span_from(start)?,
                })
            }
            TokenKind::Sign(Sign::OpenBrace) => {
                let (items, open) = self.items(Sign::CloseBrace)?;
                Some(Term::Set {
                    items,
                    open,
                    span: self.span_from(start)?,
                })
            }
            TokenKind::Sign(Sign::Empty) => {
                self.at += 1;
                Some(Term::Set {
                    items: Vec::new(),
                    open: false,
                    span: token.span,
                })
            }
            TokenKind::Sign(Sign::Quote) => {
                self.at += 1;
                let label = outcome::label(self.line, self.at, true)?;
                let span = self.line.tokens.get(label.token)?.span;
                self.at = label.tokens.end;
                self.take(Sign::Quote).then_some(Term::Label(label, span))
            }
            TokenKind::Sign(_) => None,
        }
    }

    /// A number, with the base that a subscript names: `101_2`, `17_8`.
    fn numeral(&mut self, start: usize, mut numeral: Numeral, span: Span) -> Term {
        // `3n`, `0x10`: a letter right behind makes something else of it. Words of the language may stand there.
        let glued = self.line.tokens.get(self.at).is_some_and(|next| {
            next.gap == 0
                && next.register != crate::parse::flow::Register::Prose
                && next.word().is_some_and(|word| {
                    word.is_ascii()
                        && !words::MOD_NAMES.contains(&word)
                        && !words::XOR_NAMES.contains(&word)
                })
        });
        if glued {
            return Term::Unknown;
        }
        if self.is(Sign::Subscript) {
            let base = self
                .line
                .number(self.at + 1)
                .and_then(|base| u32::try_from(base).ok())
                .filter(|base| (2..=16).contains(base));
            let raw: String = self
                .line
                .raw(start)
                .chars()
                .filter_map(crate::notation::token::plain_digit)
                .collect();
            match base.map(|base| (base, u64::from_str_radix(&raw, base))) {
                Some((base, Ok(value))) => {
                    self.at += 2;
                    numeral.value = value;
                    numeral.marked = base == 2;
                    numeral.binary = (base == 2).then_some(value);
                }
                _ => return Term::Unknown,
            }
        }
        Term::Number(Written { numeral, span })
    }

    fn parenthesis(&mut self) -> Option<Term> {
        let start = self.at;
        let (mut items, open) = self.items(Sign::Close)?;
        if items.len() == 1 && !open {
            return items.pop();
        }
        Some(Term::List {
            items,
            open,
            span: self.span_from(start)?,
        })
    }

    /// `[a, b, …]`, the opening sign included.
    fn items(&mut self, close: Sign) -> Option<(Vec<Term>, bool)> {
        self.at += 1;
        let (mut items, mut open) = (Vec::new(), false);
        if self.take(close) {
            return Some((items, open));
        }
        loop {
            if self.take(Sign::Ellipsis) {
                open = true;
            } else {
                items.push(self.expression()?);
            }
            if self.take(close) {
                return Some((items, open));
            }
            if !(self.take(Sign::Comma) || self.take(Sign::Semicolon)) {
                return None;
            }
            // A comma at the end: `(3,)`.
            if self.take(close) {
                return Some((items, open));
            }
        }
    }

    fn named(&mut self) -> Option<Term> {
        let start = self.at;
        let word = self.word()?.to_owned();
        let raw = self.line.raw(start).to_owned();
        let token_span = self.line.tokens.get(start)?.span;
        if raw == "True" || raw == "False" || raw == "true" || raw == "false" {
            self.at += 1;
            return Some(Term::Truth(word == "true", token_span));
        }
        if words::MEX_NAMES.contains(&word.as_str()) {
            self.at += 1;
            return self.mex_argument(start);
        }
        if words::XOR_NAMES.contains(&word.as_str()) {
            self.at += 1;
            // `XOR(3, 4)` is a call; `XOR = 2` speaks of the position at hand.
            if self.is(Sign::Open)
                && self
                    .line
                    .tokens
                    .get(self.at)
                    .is_some_and(|token| token.gap == 0)
                && let Some(Term::List {
                    items, open: false, ..
                }) = self.parenthesis()
            {
                return Some(Term::Xor(items));
            }
            self.at = start + 1;
            return Some(Term::NimSum(token_span));
        }
        let next = self.line.tokens.get(start + 1);
        let touching = next.is_some_and(|token| token.gap == 0);
        let call = next.is_some_and(|token| {
            (token.is(Sign::Open)
                && (touching || token.register == crate::parse::flow::Register::Math))
                || (token.is(Sign::OpenBracket) && touching)
                || token.is(Sign::Subscript)
        });
        if call {
            self.at += 1;
            let argument = if self.take(Sign::Subscript) {
                self.primary()
            } else if self.is(Sign::OpenBracket) {
                self.items(Sign::CloseBracket)
                    .and_then(|(mut items, open)| {
                        if items.len() == 1 && !open {
                            items.pop()
                        } else {
                            None
                        }
                    })
            } else {
                self.parenthesis()
            };
            let Some(argument) = argument else {
                self.at = start;
                return None;
            };
            let span = self.span_from(start)?;
            if words::is_nimber_name(&word) {
                return Some(Term::Nimber {
                    name: word,
                    argument: Box::new(argument),
                    span,
                });
            }
            if words::is_outcome_name(&word) {
                return Some(Term::Wins {
                    name: word,
                    argument: Box::new(argument),
                    span,
                });
            }
            return Some(Term::Unknown);
        }
        if let Some(label) = outcome::label(self.line, start, raw.chars().all(char::is_uppercase)) {
            // `N` alone is a variable more often than a label: only W and L are labels by themselves.
            if !(label.letter
                && matches!(raw.as_str(), "N" | "P" | "T" | "B")
                && label.tokens.len() == 1)
            {
                let span = self.line.tokens.get(label.token)?.span;
                self.at = label.tokens.end;
                return Some(Term::Label(label, span));
            }
        }
        // A name is a variable; a word of the language is no term.
        let is_name = word.is_ascii()
            && (word.chars().count() == 1 || touching_operator(self.line, start))
            || word.contains('_');
        if !is_name {
            return None;
        }
        self.at += 1;
        Some(Term::Variable(word))
    }

    fn mex_argument(&mut self, start: usize) -> Option<Term> {
        let argument = if self.is(Sign::Open) {
            let (mut items, open) = self.items(Sign::Close).or_else(|| {
                self.at = start;
                None
            })?;
            match items.pop() {
                // `mex({0, 1})`, `mex(∅)`, `mex(S)`
                Some(item @ (Term::Set { .. } | Term::List { .. } | Term::Variable(_)))
                    if items.is_empty() =>
                {
                    item
                }
                Some(item) => {
                    items.push(item);
                    Term::Set {
                        items,
                        open,
                        span: self.span_from(start)?,
                    }
                }
                None => Term::Set {
                    items,
                    open,
                    span: self.span_from(start)?,
                },
            }
        } else if self.is(Sign::OpenBrace) || self.is(Sign::OpenBracket) || self.is(Sign::Empty) {
            self.primary().or_else(|| {
                self.at = start;
                None
            })?
        } else {
            return None;
        };
        Some(Term::Mex(Box::new(argument)))
    }
}

/// Whether a relation or an operator stands beside a name, so that it is a variable (`total = 3`, `dp % 4`).
fn touching_operator(line: &Line, at: usize) -> bool {
    line.tokens
        .get(at + 1)
        .is_some_and(|token| match &token.kind {
            TokenKind::Sign(sign) => matches!(
                sign,
                Sign::Equal | Sign::NotEqual | Sign::Percent | Sign::Caret | Sign::Oplus
            ),
            _ => false,
        })
}

/// The outcome that a truth value of a "wins" function says.
#[must_use]
pub fn outcome_of(truth: bool) -> Outcome {
    if truth {
        Outcome::Next
    } else {
        Outcome::Previous
    }
}
