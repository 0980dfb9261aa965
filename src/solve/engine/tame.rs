//! Misère play of sums whose parts behave like heaps of Nim ("tame" parts).
//!
//! A part is *fickle*, worth 0 or 1, or *firm*, worth any number. A sum of fickle parts is won exactly if the XOR of
//! their worths is 0; a sum with a firm part exactly if the XOR is not 0. Heaps of Nim are fickle up to 1 and firm
//! from 2 on. A part all of whose options are tame is looked at twice: the mex of its options' worths under normal
//! play, and the mex of what they are worth alone under misère play, where a fickle one counts the other way round.
//! Are the two equal, it is firm; are they 0 and 1, or 1 and 0, it is fickle; else it is wild and nothing is said.
//! Source: Winning Ways, chapter 13, "genus" and "tame"; Conway, On Numbers and Games, chapter 12.

use crate::solve::game::Outcome;
use crate::solve::mex::Mex;
use crate::solve::search::Valuation;
use std::ops::ControlFlow;

/// What a part is under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Temper {
    /// Like some heaps of Nim of size 1, an odd number of them or an even one.
    Fickle(bool),
    /// Like heaps of Nim of which one is larger than 1.
    Firm(u64),
    /// None of these.
    Wild,
}

impl Temper {
    /// Who wins, where that is known.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        let won = match self {
            Self::Fickle(odd) => !odd,
            Self::Firm(worth) => worth != 0,
            Self::Wild => return None,
        };
        Some(if won {
            Outcome::Next
        } else {
            Outcome::Previous
        })
    }

    /// Two parts together.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Wild, _) | (_, Self::Wild) => Self::Wild,
            (Self::Fickle(one), Self::Fickle(two)) => Self::Fickle(one != two),
            (Self::Firm(one), Self::Firm(two)) => Self::Firm(one ^ two),
            (Self::Firm(firm), Self::Fickle(odd)) | (Self::Fickle(odd), Self::Firm(firm)) => {
                Self::Firm(firm ^ u64::from(odd))
            }
        }
    }
}

/// The tempers of positions, from those of their options.
#[derive(Debug)]
pub(crate) struct Tempers;

/// The options seen so far.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    any: bool,
    wild: bool,
    normal: Mex,
    misere: Mex,
}

impl Valuation for Tempers {
    type Value = Temper;
    type Gathered = Seen;

    fn add(&self, seen: &mut Seen, option: Temper) -> ControlFlow<()> {
        seen.any = true;
        match option {
            Temper::Fickle(odd) => {
                seen.normal.add(u64::from(odd));
                seen.misere.add(u64::from(!odd));
            }
            Temper::Firm(worth) => {
                seen.normal.add(worth);
                seen.misere.add(worth);
            }
            Temper::Wild => {
                seen.wild = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn finish(&self, seen: Seen) -> Temper {
        if seen.wild {
            return Temper::Wild;
        }
        if !seen.any {
            return Temper::Fickle(false);
        }
        match (seen.normal.value(), seen.misere.value()) {
            (0, 1) => Temper::Fickle(false),
            (1, 0) => Temper::Fickle(true),
            (normal, misere) if normal == misere => Temper::Firm(normal),
            _ => Temper::Wild,
        }
    }

    fn nothing(&self) -> Temper {
        Temper::Fickle(false)
    }

    fn join(&self, left: Temper, right: Temper) -> Temper {
        left.and(right)
    }
}
