//! `course.yaml`: the raw shape (serde) and the validated [`Config`].

use std::collections::BTreeMap;

/// A validated course configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// Whether there is a `course.yaml`. Without one the folder is any folder of Markdown.
    pub declared: bool,
    /// `title:` per language code. One string for all is stored under every language.
    pub title: BTreeMap<String, String>,
    /// `languages:` in the order written.
    pub languages: Vec<Language>,
    /// `base_url:` without a slash at the end; for canonical addresses, sitemap and feeds only.
    pub base_url: Option<String>,
    /// `sources:`
    pub sources: BTreeMap<String, Source>,
    /// `checks:`
    pub checks: Checks,
    /// `nav:` paths of lessons in reading order.
    pub nav: Vec<String>,
}

/// A language of the course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// Its code, such as `bn`.
    pub code: String,
    /// Its own name, such as `বাংলা`.
    pub name: String,
    /// The folder of its lessons, relative to the course.
    pub folder: String,
}

/// An entry of `sources:`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Its title.
    pub title: String,
    /// Its authors.
    pub authors: Vec<String>,
    /// Its address.
    pub url: Option<String>,
    /// Its licence.
    pub license: Option<String>,
}

/// `checks:`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// What a figure that was not checked is: `error`, `warn` or `allow`.
    pub unchecked: Unchecked,
    /// Whether code samples are run (`run`) or not (`skip`).
    pub code: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            unchecked: Unchecked::Warn,
            code: true,
        }
    }
}

/// What a figure that was not checked is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unchecked {
    /// An error.
    Error,
    /// A warning.
    #[default]
    Warn,
    /// Nothing.
    Allow,
}
