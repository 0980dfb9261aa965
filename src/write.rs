//! The only writer: files and sites replace what stood there whole or not at all.

mod file;

pub use file::{file, folder_of};
