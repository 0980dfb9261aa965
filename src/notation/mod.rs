//! How lessons write numbers, outcomes, sets and formulas. Text with spans in, tokens and terms with spans out;
//! nothing is computed.

pub mod formula;
pub mod line;
pub mod outcome;
pub mod phrases;
pub mod roles;
pub mod token;
pub mod words;
