//! Running text in, HTML out.

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::block::{Inline, InlineKind, Target};
use crate::parse::flow::Flow;
use crate::render::body::Body;
use crate::render::raw::RawHtml;
use crate::render::{address, html};
use crate::source::Span;

impl Body<'_> {
    /// Running text as it stands on the page.
    pub(crate) fn line(&mut self, content: &[Inline]) -> String {
        self.inlines(content, false)
    }

    /// Running text for a place that may hold no link, no identifier and no footnote: a table of contents, a button.
    pub(crate) fn label(&mut self, content: &[Inline]) -> String {
        self.inlines(content, true)
    }

    fn inlines(&mut self, content: &[Inline], label: bool) -> String {
        let mut out = String::new();
        let mut raw = RawHtml::text();
        for inline in content {
            if let InlineKind::Html(piece) = &inline.kind {
                if !label {
                    self.raw(&mut raw, &mut out, piece, inline.span);
                }
            } else if !raw.swallows() {
                self.inline(&mut out, inline, label);
            }
        }
        raw.close(&mut out);
        out
    }

    fn inline(&mut self, out: &mut String, inline: &Inline, label: bool) {
        match &inline.kind {
            InlineKind::Text(text) => html::text(out, text),
            InlineKind::Code { text, .. } => {
                out.push_str("<code>");
                html::verbatim(out, text);
                out.push_str("</code>");
            }
            InlineKind::Math { tex, body, display } => {
                out.push_str(&self.formula(tex, *body, *display && !label))
            }
            InlineKind::Emphasis(content) => self.wrap(out, "em", content, label),
            InlineKind::Strong(content) => self.wrap(out, "strong", content, label),
            InlineKind::Strike(content) => self.wrap(out, "s", content, label),
            InlineKind::Link {
                target,
                title,
                content,
            } => {
                let text = self.inlines(content, label);
                match self.href(target).filter(|_| !label) {
                    Some(href) => {
                        out.push_str(&format!("<a href=\"{href}\""));
                        if !title.is_empty() {
                            out.push_str(&format!(" title=\"{}\"", html::attribute(title)));
                        }
                        // An address that is its own text need not be told again on paper.
                        if matches!(target, Target::External(address) if plain(content) == *address)
                        {
                            out.push_str(" class=\"bare\"");
                        }
                        out.push('>');
                        out.push_str(&text);
                        out.push_str("</a>");
                    }
                    None => out.push_str(&text),
                }
            }
            InlineKind::Image { source, title, alt } => self.image(out, source, title, alt, label),
            InlineKind::Html(_) => {}
            InlineKind::SoftBreak => out.push('\n'),
            InlineKind::HardBreak if label => out.push(' '),
            InlineKind::HardBreak => out.push_str("<br>\n"),
            InlineKind::FootnoteReference(name) if !label => self.footnote_reference(out, name),
            InlineKind::FootnoteReference(_) => {}
        }
    }

    fn wrap(&mut self, out: &mut String, tag: &str, content: &[Inline], label: bool) {
        let text = self.inlines(content, label);
        out.push_str(&format!("<{tag}>{text}</{tag}>"));
    }

    /// A formula; one that cannot be set is shown as it was written, and reported.
    fn formula(&mut self, tex: &str, body: Span, display: bool) -> String {
        self.math = true;
        match self.press.typesetter.set(tex, display) {
            Ok(set) if display => format!("<span class=\"formula\" tabindex=\"0\">{set}</span>"),
            Ok(set) => set,
            Err(broken) => {
                self.diagnostics.push(broken.diagnostic(body));
                let mut out = format!(
                    "<code class=\"broken\" title=\"{}\">",
                    html::attribute(self.texts.say("broken_formula"))
                );
                html::verbatim(&mut out, tex);
                out.push_str("</code>");
                out
            }
        }
    }

    /// Where a link leads, ready for `href`; `None` where it leads nowhere.
    pub(crate) fn href(&self, target: &Target) -> Option<String> {
        match target {
            Target::External(address) => {
                html::safe_address(address).then(|| html::address(address))
            }
            Target::Lesson { lesson, fragment } => {
                let to = self.press.site.lessons.get(*lesson)?;
                let mut href = address::relative(&self.file, &address::lesson(to));
                if let Some(fragment) = fragment {
                    href.push_str(&address::fragment(fragment));
                }
                Some(href)
            }
            Target::Fragment(id) => Some(address::fragment(id)),
            Target::Asset(path) => Some(self.asset(path)),
            Target::Broken(_) => None,
        }
    }

    /// The link to a file of the course, which is thereby published.
    fn asset(&self, path: &str) -> String {
        self.assets.borrow_mut().insert(path.to_owned());
        address::relative(&self.file, path)
    }

    fn image(&mut self, out: &mut String, source: &Target, title: &str, alt: &str, label: bool) {
        match source {
            _ if label => html::text(out, alt),
            // Pictures from elsewhere would be requests that leave the site: a link names them instead.
            Target::External(_) => match self.href(source) {
                Some(href) => {
                    out.push_str(&format!("<a href=\"{href}\">"));
                    html::text(out, if alt.is_empty() { &href } else { alt });
                    out.push_str("</a>");
                }
                None => html::text(out, alt),
            },
            Target::Asset(path) => {
                out.push_str(&format!(
                    "<img src=\"{}\" alt=\"{}\" loading=\"lazy\"",
                    self.asset(path),
                    html::attribute(alt)
                ));
                if !title.is_empty() {
                    out.push_str(&format!(" title=\"{}\"", html::attribute(title)));
                }
                out.push('>');
            }
            _ => html::text(out, alt),
        }
    }

    /// Lets a piece of raw HTML through as far as it is harmless, and reports what is left out.
    pub(crate) fn raw(&mut self, raw: &mut RawHtml, out: &mut String, piece: &str, span: Span) {
        let resolve = |address: &str| self.raw_address(address);
        let mut dropped = raw.push(out, piece, &resolve);
        if dropped.is_empty() {
            return;
        }
        dropped.sort();
        dropped.dedup();
        self.diagnostics.push(
            Diagnostic::new(
                Code::UnsafeHtml,
                span,
                format!("not published: {}", dropped.join(", ")),
            )
            .because("pages of a course run no programs of lessons and load nothing from elsewhere")
            .help("write it in Markdown, or with one of the HTML elements for text"),
        );
    }

    /// Where an address in raw HTML leads, seen from the page: a lesson, a file of the course, a fragment, elsewhere.
    fn raw_address(&self, written: &str) -> Option<String> {
        if written.starts_with('#') || written.contains("://") || written.starts_with("mailto:") {
            return Some(written.to_owned());
        }
        if written.starts_with("//") {
            return None;
        }
        let (path, fragment) = written
            .split_once('#')
            .map_or((written, None), |(path, fragment)| (path, Some(fragment)));
        let mut parts: Vec<&str> = self.lesson.path.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        let to = match self
            .press
            .site
            .lessons
            .iter()
            .find(|lesson| lesson.path == path)
        {
            Some(lesson) => address::lesson(lesson),
            None if self.press.inputs.assets.contains_key(&path) => return Some(self.asset(&path)),
            None => return None,
        };
        let mut link = address::relative(&self.file, &to);
        if let Some(fragment) = fragment {
            link.push('#');
            link.push_str(fragment);
        }
        Some(link)
    }
}

/// What running text reads, on one line.
pub(crate) fn plain(content: &[Inline]) -> String {
    html::one_line(&Flow::of(content).text).into_owned()
}
