//! A line of text as its readers see it: flat text and tokens side by side.

use crate::notation::token::{Sign, Token, TokenKind, tokens};
use crate::parse::flow::Flow;
use crate::source::Span;
use std::ops::Range;

/// A flat text and its tokens.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// The text.
    pub flow: Flow,
    /// Its tokens.
    pub tokens: Vec<Token>,
}

impl Line {
    /// Reads the tokens of a flat text.
    #[must_use]
    pub fn new(flow: Flow) -> Self {
        let tokens = tokens(&flow);
        Self { flow, tokens }
    }

    /// A token as it is written.
    #[must_use]
    pub fn raw(&self, index: usize) -> &str {
        self.tokens
            .get(index)
            .and_then(|token| self.flow.text.get(token.at.clone()))
            .unwrap_or_default()
    }

    /// The text of some tokens, blanks between them included.
    #[must_use]
    pub fn text(&self, range: Range<usize>) -> &str {
        match (
            self.tokens.get(range.start),
            range
                .end
                .checked_sub(1)
                .and_then(|last| self.tokens.get(last)),
        ) {
            (Some(first), Some(last)) if range.start < range.end => self
                .flow
                .text
                .get(first.at.start..last.at.end)
                .unwrap_or_default(),
            _ => "",
        }
    }

    /// Where some tokens were written; `None` for no token.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> Option<Span> {
        let first = self.tokens.get(range.start)?;
        let last = self.tokens.get(range.end.checked_sub(1)?)?;
        (range.start < range.end).then(|| first.span.to(last.span))
    }

    /// Whether a token is this sign.
    #[must_use]
    pub fn is(&self, index: usize, sign: Sign) -> bool {
        self.tokens.get(index).is_some_and(|token| token.is(sign))
    }

    /// The word at an index, in lower case.
    #[must_use]
    pub fn word(&self, index: usize) -> Option<&str> {
        self.tokens.get(index).and_then(Token::word)
    }

    /// The number at an index.
    #[must_use]
    pub fn number(&self, index: usize) -> Option<u64> {
        self.tokens
            .get(index)
            .and_then(Token::number)
            .map(|numeral| numeral.value)
    }

    /// Some of its tokens as a line of their own.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let tokens = self
            .tokens
            .get(range)
            .map(<[Token]>::to_vec)
            .unwrap_or_default();
        Self {
            flow: self.flow.clone(),
            tokens,
        }
    }

    /// How many tokens it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether it has no token.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether the tokens hold a phrase, as words in a row.
    #[must_use]
    pub fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut index = at;
        for word in phrase.split(' ') {
            match self.tokens.get(index).map(|token| &token.kind) {
                Some(TokenKind::Word(found)) if found == word => index += 1,
                _ => return None,
            }
        }
        Some(index)
    }
}
