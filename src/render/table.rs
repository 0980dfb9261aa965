//! A pipe table in, an HTML table out, with the marks of the figures that stand in it.

use crate::parse::block::{Alignment, Cell, InlineKind};
use crate::render::body::{Body, class_attribute, scrolling};
use crate::render::{html, line};
use crate::source::Span;

impl Body<'_> {
    pub(crate) fn table(
        &mut self,
        out: &mut String,
        span: Span,
        alignments: &[Alignment],
        head: &[Cell],
        rows: &[Vec<Cell>],
    ) {
        let figures = self.take_leaf(span);
        let mut out_table = String::from("<table>\n");
        if head.iter().any(|cell| !cell.content.is_empty()) {
            out_table.push_str("<thead><tr>");
            for (column, cell) in head.iter().enumerate() {
                let class = class_attribute(&[aligned(alignments, column)]);
                let text = self.line(&cell.content);
                let tag = if text.is_empty() { "td" } else { "th" };
                let scope = if text.is_empty() {
                    ""
                } else {
                    " scope=\"col\""
                };
                // A heading that is a formula is told in words as well: formulas have no text of their own.
                let only_math = !cell.content.is_empty()
                    && cell
                        .content
                        .iter()
                        .all(|inline| matches!(inline.kind, InlineKind::Math { .. }));
                let text = if only_math {
                    let told = line::plain(&cell.content).replace(['\\', '{', '}', '$'], " ");
                    format!(
                        "<span class=\"hidden\">{}</span><span aria-hidden=\"true\">{text}</span>",
                        html::attribute(&html::one_line(&told))
                    )
                } else {
                    text
                };
                out_table.push_str(&format!("<{tag}{scope}{class}>{text}</{tag}>"));
            }
            out_table.push_str("</tr></thead>\n");
        }
        out_table.push_str("<tbody>\n");
        for row in rows {
            out_table.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let text = self.line(&cell.content);
                let shown = self.shown(&figures, cell.span);
                out_table.push_str(&format!(
                    "<td{}{}>{text}</td>",
                    class_attribute(&[aligned(alignments, column), shown.class]),
                    shown.data
                ));
            }
            out_table.push_str("</tr>\n");
        }
        out_table.push_str("</tbody></table>");
        for cell in head.iter().chain(rows.iter().flatten()) {
            self.add_text(&cell.content);
        }
        if figures.is_empty() {
            let label = html::attribute(self.texts.say("table"));
            out.push_str(&scrolling(&out_table, &label));
        } else {
            let label = html::attribute(&self.caption(&figures));
            out.push_str("<figure class=\"shown\">\n");
            out.push_str(&scrolling(&out_table, &label));
            out.push_str("<figcaption>");
            self.write_marks(out, &figures);
            out.push_str("</figcaption></figure>\n");
        }
    }
}

fn aligned(alignments: &[Alignment], column: usize) -> &'static str {
    match alignments.get(column) {
        Some(Alignment::Right) => "right",
        Some(Alignment::Center) => "center",
        _ => "",
    }
}
