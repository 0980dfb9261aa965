//! The blocks of a lesson -> headings, texts and code in the order of reading, at any depth.

use crate::parse::block::{Block, BlockKind, Directive, Fence};
use crate::parse::flow::Flow;
use crate::source::Span;

/// What is met on the way.
#[derive(Debug, Clone)]
pub enum Event<'a> {
    /// A heading: what it reads.
    Heading(String),
    /// A paragraph: what it reads.
    Text(String),
    /// A code block.
    Code {
        /// The block.
        fence: &'a Fence,
        /// From its first to its last byte, markers included.
        span: Span,
        /// Whether the author opted it out.
        opted_out: bool,
        /// Whether it stands in one of several tabs.
        tabbed: bool,
    },
    /// Anything else that a reader sees, such as a table.
    Other,
}

/// All events of a lesson.
#[must_use]
pub fn walk(blocks: &[Block]) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    visit(blocks, false, false, &mut events);
    events
}

fn visit<'a>(blocks: &'a [Block], opted_out: bool, tabbed: bool, events: &mut Vec<Event<'a>>) {
    let mut next_opted_out = false;
    for block in blocks {
        let opted_out = opted_out || std::mem::take(&mut next_opted_out);
        match &block.kind {
            BlockKind::Heading { content, .. } => {
                events.push(Event::Heading(Flow::of(content).text));
            }
            BlockKind::Paragraph(content) => events.push(Event::Text(Flow::of(content).text)),
            BlockKind::Quote(blocks)
            | BlockKind::Div { blocks, .. }
            | BlockKind::Note { blocks, .. }
            | BlockKind::Footnote { blocks, .. } => visit(blocks, opted_out, tabbed, events),
            BlockKind::List { items, .. } => {
                for item in items {
                    visit(&item.blocks, opted_out, tabbed, events);
                }
            }
            BlockKind::Tabs(tabs) => {
                for tab in tabs {
                    events.push(Event::Text(tab.title.clone()));
                    visit(&tab.blocks, opted_out, true, events);
                }
            }
            BlockKind::Code(fence) => events.push(Event::Code {
                fence,
                span: block.span,
                opted_out,
                tabbed,
            }),
            BlockKind::Directive(Directive::NotChecked(_)) => next_opted_out = true,
            BlockKind::Table { .. } => events.push(Event::Other),
            BlockKind::Directive(_) | BlockKind::Html(_) | BlockKind::Rule => {}
        }
    }
}
