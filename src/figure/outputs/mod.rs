pub mod comment;
pub mod token;
mod words;
