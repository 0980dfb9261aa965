//! The document tree of a lesson. Every node carries its span in the file on disk.

pub use crate::parse::dump::dump;
use crate::source::{Span, Spanned};

/// A block and the bytes it was written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// From its first to its last byte, markers included.
    pub span: Span,
    /// What it is.
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// `## Text {#id}`. The id is unique within the lesson.
    Heading {
        level: u8,
        id: String,
        classes: Vec<String>,
        content: Vec<Inline>,
    },
    /// A paragraph. A display formula is an inline of a paragraph.
    Paragraph(Vec<Inline>),
    /// `> text`
    Quote(Vec<Block>),
    /// A list; `start` is the first number of an ordered one.
    List {
        start: Option<u64>,
        tight: bool,
        items: Vec<Item>,
    },
    /// A fenced or indented code block.
    Code(Fence),
    /// A pipe table.
    Table {
        alignments: Vec<Alignment>,
        head: Vec<Cell>,
        rows: Vec<Vec<Cell>>,
    },
    /// `<div ... markdown="1">`, its content parsed.
    Div {
        attributes: Attributes,
        blocks: Vec<Block>,
    },
    /// `=== "C++"`, `=== "Python"`.
    Tabs(Vec<Tab>),
    /// `!!! note "Title"`; `collapsed` is `Some(true)` for `???`, `Some(false)` for `???+`.
    Note {
        kind: String,
        title: Option<Vec<Inline>>,
        collapsed: Option<bool>,
        blocks: Vec<Block>,
    },
    /// `[^label]: text`
    Footnote { label: String, blocks: Vec<Block> },
    /// `<!-- game: NAME -->` and the like.
    Directive(Directive),
    /// Raw HTML as written.
    Html(String),
    /// `---`
    Rule,
}

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The entry with its marker.
    pub span: Span,
    /// Whether a task is done, where the entry is a task.
    pub task: Option<bool>,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// A code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// What stands after the backticks; empty for indented code.
    pub info: String,
    /// The first word of the info string in lower case, such as `python`; `None` if there is none.
    pub language: Option<String>,
    /// `{game=NAME key="v"}` of the info string.
    pub attributes: Attributes,
    /// Each line, without its indentation within the document and without its line ending. Empty lines are empty spans.
    pub lines: Vec<Span>,
}

/// One cell of a pipe table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The cell between its pipes, without the surrounding spaces.
    pub span: Span,
    /// What it holds.
    pub content: Vec<Inline>,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// As the language has it.
    Default,
    /// To the left.
    Left,
    /// Centred.
    Center,
    /// To the right.
    Right,
}

/// One tab of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tab {
    /// The title between the quotes.
    pub title: String,
    /// The tab with its title line.
    pub span: Span,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// `{#id .class key="v"}`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `#id`
    pub id: Option<String>,
    /// `.class`
    pub classes: Vec<String>,
    /// `key="v"`, in the order written.
    pub pairs: Vec<(String, Spanned<String>)>,
}

impl Attributes {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Spanned<String>> {
        self.pairs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }
}

/// A comment that speaks to the tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// The figures of the next block are about this game.
    Game(Spanned<String>),
    /// The next block is not checked, for this reason.
    NotChecked(Spanned<String>),
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// As written, markers included.
    pub span: Span,
    /// What it is.
    pub kind: InlineKind,
}

/// What a piece of running text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InlineKind {
    /// Text as it reads (entities and escapes resolved).
    Text(String),
    /// `` `code` ``, the code without its backticks; `body` is where it stands.
    Code { text: String, body: Span },
    /// A formula, TeX without its delimiters; `body` is where the TeX stands.
    Math {
        tex: String,
        body: Span,
        display: bool,
    },
    /// `*text*`
    Emphasis(Vec<Inline>),
    /// `**text**`
    Strong(Vec<Inline>),
    /// `~~text~~`
    Strike(Vec<Inline>),
    /// `[text](target "title")`
    Link {
        target: Target,
        title: String,
        content: Vec<Inline>,
    },
    /// `![alt](source "title")`
    Image {
        source: Target,
        title: String,
        alt: String,
    },
    /// Raw inline HTML as written.
    Html(String),
    /// A line end within a paragraph.
    SoftBreak,
    /// A line end that is kept.
    HardBreak,
    /// `[^label]`
    FootnoteReference(String),
}

/// Where a link leads, resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// An address outside the site (`https:`, `mailto:`).
    External(String),
    /// A lesson of the course: its index in `Site::lessons`, and the fragment without `#`.
    Lesson {
        lesson: usize,
        fragment: Option<String>,
    },
    /// A fragment of this lesson, without `#`.
    Fragment(String),
    /// A file of the course that is published with it: its path relative to the course.
    Asset(String),
    /// A link that leads nowhere; shown as plain text.
    Broken(String),
}
