//! References to footnotes in, their numbers out; and the notes themselves at the end of the page.

use crate::parse::block::{Block, BlockKind};
use crate::render::body::Body;
use crate::render::html;

impl Body<'_> {
    pub(crate) fn footnote_reference(&mut self, out: &mut String, name: &str) {
        let index = match self.footnotes.iter().position(|(known, _)| known == name) {
            Some(index) => index,
            None => {
                self.footnotes.push((name.to_owned(), 0));
                self.footnotes.len() - 1
            }
        };
        let number = index + 1;
        let Some((_, times)) = self.footnotes.get_mut(index) else {
            return;
        };
        *times += 1;
        let suffix = if *times == 1 {
            String::new()
        } else {
            format!("-{times}")
        };
        out.push_str(&format!(
            "<sup><a class=\"footnote\" href=\"#footnote-{number}\" id=\"footnote-{number}-from{suffix}\" role=\"doc-noteref\">{}</a></sup>",
            self.texts.number(number as u64)
        ));
    }

    pub(crate) fn write_footnotes(&mut self, out: &mut String, blocks: &[Block]) {
        let mut found = Vec::new();
        collect_footnotes(blocks, &mut found);
        if self.footnotes.is_empty() {
            return;
        }
        let title = html::attribute(self.texts.say("footnotes"));
        let back = html::attribute(self.texts.say("back_to_text"));
        out.push_str(&format!("<section class=\"footnotes\" role=\"doc-endnotes\"><h2 class=\"hidden\">{title}</h2>\n<ol>\n"));
        // A footnote may refer to another one, so the list can grow while it is written.
        let mut index = 0;
        while let Some((name, _)) = self.footnotes.get(index).cloned() {
            index += 1;
            let content = found
                .iter()
                .find(|(label, _)| *label == name)
                .map_or_else(String::new, |(_, blocks)| self.blocks(blocks, true));
            out.push_str(&format!(
                "<li id=\"footnote-{index}\">{} <a href=\"#footnote-{index}-from\" role=\"doc-backlink\" aria-label=\"{back}\">↩</a></li>\n",
                content.trim_end()
            ));
        }
        out.push_str("</ol></section>\n");
    }
}

fn collect_footnotes<'b>(blocks: &'b [Block], found: &mut Vec<(&'b str, &'b [Block])>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Footnote { label, blocks } => found.push((label, blocks)),
            BlockKind::Quote(blocks)
            | BlockKind::Div { blocks, .. }
            | BlockKind::Note { blocks, .. } => {
                collect_footnotes(blocks, found);
            }
            BlockKind::List { items, .. } => items
                .iter()
                .for_each(|item| collect_footnotes(&item.blocks, found)),
            BlockKind::Tabs(tabs) => tabs
                .iter()
                .for_each(|tab| collect_footnotes(&tab.blocks, found)),
            _ => {}
        }
    }
}
