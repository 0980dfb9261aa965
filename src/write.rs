//! The only writer: files and sites replace what stood there whole or not at all.

mod file;
mod site;

pub use file::{file, folder_of};
pub use site::{MARKER, site};
