//! TeX in, HTML and MathML out. Every formula has a budget, and the same formula always gives the same bytes.
//!
//! Four guards stand around the KaTeX port: a body of `\sqrt` without braces is grouped (else the radical is drawn over
//! it), precomposed Latin letters are set as they are (else `ắ` falls apart into loose accents), attributes are sorted
//! (their order is random), and size and depth are limited (its parser is recursive).

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use katex::define_function::HtmlBuilder;
use katex::macro_expander::MacroMap;
use katex::macros::MacroDefinition;
use katex::parser::parse_node::{NodeType, ParseNode, ParseNodeOrdGroup};
use katex::{KatexContext, OutputFormat, Settings};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_canonical;

/// The stack that a thread needs to set any formula within the limits below.
pub const STACK: usize = 16 << 20;

/// The longest formula, in bytes. Time grows faster than length: 64 KiB take seconds.
const LONGEST: usize = 16 << 10;

/// How deep groups, `\left` and environments may nest. The parser overflows a stack of 2 MiB near 300.
const DEEPEST: usize = 100;

/// Why a formula cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Where, in bytes of the TeX as written.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

impl Broken {
    /// The diagnostic for a formula whose TeX stands at `body`. A place beyond its end is its last byte.
    #[must_use]
    pub fn diagnostic(&self, body: Span) -> Diagnostic {
        let at = (body.start as usize + self.offset).min(body.end as usize);
        Diagnostic::new(
            Code::BrokenFormula,
            Span::new(body.file, at, body.end as usize),
            format!("formula cannot be set: {}", self.message),
        )
        .help("write it as KaTeX reads it (https://katex.org/docs/supported); a dollar sign that is no formula is written \\$")
    }
}

/// Sets formulas. Make one and share it; calls need a stack of [`STACK`] bytes.
pub struct Typesetter {
    context: KatexContext,
}

impl Default for Typesetter {
    fn default() -> Self {
        let mut context = KatexContext::default();
        context
            .html_group_builders
            .insert(NodeType::Sqrt, sqrt as HtmlBuilder);
        Self { context }
    }
}

impl Typesetter {
    /// The formula as HTML with MathML for screen readers.
    ///
    /// # Errors
    ///
    /// The formula does not parse, or exceeds a limit.
    pub fn set(&self, tex: &str, display: bool) -> Result<String, Broken> {
        let budget = Budget::of(tex)?;
        let composed: String = tex.nfc().collect();
        let settings = Settings::builder()
            .display_mode(display)
            .output(OutputFormat::HtmlAndMathml)
            .throw_on_error(true)
            .max_size(50.0)
            .max_expand(budget.expansions)
            .macros(letters(&composed))
            .build();
        katex::render_to_string(&self.context, &composed, &settings)
            .map(|html| plain_operators(&sort_attributes(&html)))
            .map_err(|error| Broken {
                offset: original_offset(tex, &composed, error.position().unwrap_or(0)),
                message: error.kind.to_string(),
            })
    }
}

/// The builder that the port has for `\sqrt`.
static BUILT_IN_SQRT: LazyLock<Option<HtmlBuilder>> = LazyLock::new(|| {
    KatexContext::default()
        .html_group_builders
        .get(&NodeType::Sqrt)
        .copied()
});

fn sqrt(
    node: &ParseNode,
    options: &katex::options::Options,
    context: &KatexContext,
) -> Result<katex::dom_tree::HtmlDomNode, katex::ParseError> {
    let Some(built_in) = *BUILT_IN_SQRT else {
        return Err(katex::ParseError::new(
            katex::types::ParseErrorKind::UnknownGroupType {
                group_type: NodeType::Sqrt,
            },
        ));
    };
    let ParseNode::Sqrt(sqrt) = node else {
        return built_in(node, options, context);
    };
    if matches!(sqrt.body, ParseNode::OrdGroup(_)) {
        return built_in(node, options, context);
    }
    let mut grouped = (**sqrt).clone();
    grouped.body = ParseNode::OrdGroup(ParseNodeOrdGroup {
        mode: sqrt.mode,
        loc: None,
        body: vec![sqrt.body.clone()],
        semisimple: None,
    });
    built_in(&ParseNode::Sqrt(Box::new(grouped)), options, context)
}

/// A macro for each letter of the formula that canonically decomposes: it sets the letter whole.
fn letters(tex: &str) -> MacroMap {
    let mut macros = MacroMap::default();
    for letter in tex
        .chars()
        .filter(|letter| matches!(letter, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'))
    {
        let mut parts = 0;
        decompose_canonical(letter, |_| parts += 1);
        if parts > 1 {
            macros.insert(
                letter.to_string(),
                MacroDefinition::String(format!("\\@char{{{}}}", letter as u32)),
            );
        }
    }
    macros
}

/// What a formula may cost.
struct Budget {
    expansions: usize,
}

impl Budget {
    fn of(tex: &str) -> Result<Self, Broken> {
        let refuse = |offset, message: String| Err(Broken { offset, message });
        if tex.len() > LONGEST {
            return refuse(
                0,
                format!("it is longer than {LONGEST} bytes; set it as several formulas"),
            );
        }
        let (mut depth, mut deepest, mut deepest_at) = (0_usize, 0_usize, 0);
        let (mut switches, mut switch_at) = (0_usize, 0);
        let mut defines = false;
        let mut rest = tex.char_indices().peekable();
        while let Some((at, character)) = rest.next() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '\\' => {
                    let mut name = String::new();
                    while let Some((_, letter)) =
                        rest.next_if(|(_, next)| next.is_ascii_alphabetic() || *next == '@')
                    {
                        name.push(letter);
                    }
                    if name.is_empty() {
                        rest.next();
                    }
                    match name.as_str() {
                        "left" | "begin" | "begingroup" | "bgroup" => depth += 1,
                        "right" | "end" | "endgroup" | "egroup" => {
                            depth = depth.saturating_sub(1);
                        }
                        "def" | "gdef" | "edef" | "xdef" | "newcommand" | "renewcommand"
                        | "providecommand" | "let" | "futurelet" => defines = true,
                        "message" | "errmessage" | "show" => {
                            return refuse(at, format!("\\{name} prints while it is set"));
                        }
                        _ if switch(&name) => {
                            switches += 1;
                            switch_at = at;
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
            if depth > deepest {
                (deepest, deepest_at) = (depth, at);
            }
        }
        // A definition multiplies what it holds, so that less is allowed beside one.
        let most = if defines { DEEPEST / 12 } else { DEEPEST };
        if deepest > most {
            return refuse(deepest_at, format!("groups nest deeper than {most}"));
        }
        if switches > most {
            return refuse(
                switch_at,
                format!("more than {most} changes of font, size, style or colour"),
            );
        }
        Ok(Self {
            expansions: if defines { 100 } else { 1000 },
        })
    }
}

/// Whether a command takes the rest of its group, or another command without braces, as its argument: those nest
/// without a brace to count.
fn switch(name: &str) -> bool {
    name.starts_with("math")
        || name.starts_with("text")
        || name.ends_with("style")
        || name.ends_with("size")
        || matches!(
            name,
            "bf" | "rm" | "it" | "sf" | "tt" | "cal" | "frak" | "Bbb" | "bold" | "boldsymbol" | "bm"
                | "color" | "tiny" | "small" | "normalsize" | "large" | "Large" | "LARGE" | "huge" | "Huge"
                | "llap" | "rlap" | "clap" | "mathllap" | "mathrlap" | "mathclap" | "operatorname"
                | "hat" | "bar" | "vec" | "dot" | "ddot" | "tilde" | "widehat" | "widetilde" | "overline"
                | "underline" | "overrightarrow" | "sqrt" | "frac" | "dfrac" | "tfrac" | "cfrac" | "binom"
                | "phantom" | "hphantom" | "vphantom" | "smash" | "hbox" | "mbox" | "not"
        )
            // These are common and take one symbol; they cannot nest without braces.
            && !matches!(name, "hat" | "bar" | "vec" | "dot" | "sqrt" | "frac" | "overline" | "binom" | "operatorname")
}

/// Where a byte of the composed text stands in the text as written.
fn original_offset(written: &str, composed: &str, offset: usize) -> usize {
    if written.len() == composed.len() {
        return floor(written, offset);
    }
    let wanted = composed.get(..floor(composed, offset)).unwrap_or_default();
    let length: usize = wanted.nfd().map(char::len_utf8).sum();
    let mut seen = 0;
    for (at, character) in written.char_indices() {
        if seen >= length {
            return at;
        }
        decompose_canonical(character, |part| seen += part.len_utf8());
    }
    written.len()
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The same markup with the attributes of each start tag in alphabetical order.
fn sort_attributes(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let Some(close) = tag_end(rest, open) else {
            break;
        };
        out.push_str(&rest[..open]);
        let tag = &rest[open..close];
        let name_end = tag.find([' ', '>', '/']).unwrap_or(tag.len()).max(1);
        let (name, attributes) = tag.split_at(if tag.starts_with("</") {
            tag.len()
        } else {
            name_end
        });
        out.push_str(name);
        let mut list = split_attributes(attributes.trim_end_matches(['>', '/']));
        list.sort_unstable();
        for attribute in list {
            out.push(' ');
            out.push_str(attribute);
        }
        if !tag.starts_with("</") {
            out.push_str(if tag.ends_with("/>") { "/>" } else { ">" });
        }
        rest = &rest[close..];
    }
    out.push_str(rest);
    out
}

/// The same markup with the words of operators such as `mod` as text: the port puts elements into `mo`, which MathML does
/// not allow.
fn plain_operators(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find("<mo") {
        let Some(start) = tag_end(rest, open) else {
            break;
        };
        let (head, tail) = rest.split_at(start);
        out.push_str(head);
        rest = tail;
        if let Some(inner) = tail.strip_prefix("<mrow>")
            && let Some(end) = inner.find("</mrow></mo>")
        {
            let mut tagged = false;
            out.extend(inner[..end].chars().filter(|character| match character {
                '<' => {
                    tagged = true;
                    false
                }
                '>' => {
                    tagged = false;
                    false
                }
                _ => !tagged,
            }));
            rest = &inner[end + "</mrow>".len()..];
        }
    }
    out.push_str(rest);
    out
}

/// One past the `>` of the tag that opens at `open`; a `>` between quotes is none.
fn tag_end(html: &str, open: usize) -> Option<usize> {
    let mut quoted = false;
    html.bytes().enumerate().skip(open).find_map(|(at, byte)| {
        quoted ^= byte == b'"';
        (byte == b'>' && !quoted).then_some(at + 1)
    })
}

fn split_attributes(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b' ' if !quoted => {
                list.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[start..].trim());
    list.retain(|attribute| !attribute.is_empty());
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(work)
            .and_then(|thread| thread.join().map_err(|_| std::io::ErrorKind::Other.into()))
            .unwrap()
    }

    #[test]
    fn every_setting_gives_the_same_bytes() {
        on_large_stack(|| {
            let tex = r"\bigoplus_{i=1}^n a_i \neq 0 \implies \sqrt2 + \boxed{\frac12} \text{trò chơi} \xrightarrow{a}";
            let first = Typesetter::default().set(tex, true).unwrap();
            for _ in 0..8 {
                assert_eq!(Typesetter::default().set(tex, true).unwrap(), first);
            }
        });
    }

    #[test]
    fn a_radical_covers_a_body_without_braces() {
        on_large_stack(|| {
            let typesetter = Typesetter::default();
            let html = |tex| {
                let set = typesetter.set(tex, false).unwrap();
                let at = set.find("katex-html").unwrap();
                set[at..].to_owned()
            };
            assert_eq!(html(r"\sqrt2"), html(r"\sqrt{2}"));
            assert_eq!(html(r"\sqrt n"), html(r"\sqrt{n}"));
        });
    }

    #[test]
    fn operators_are_words() {
        on_large_stack(|| {
            let html = Typesetter::default()
                .set(r"n \bmod 4 + \max x", false)
                .unwrap();
            assert!(html.contains(">mod</mo>"), "{html}");
            assert!(
                !html.contains("<mo><m") && !html.contains("em\"><mrow>"),
                "{html}"
            );
        });
    }

    #[test]
    fn vietnamese_letters_stay_whole_in_both_normal_forms() {
        on_large_stack(|| {
            let typesetter = Typesetter::default();
            let composed = typesetter
                .set(r"\text{Người đi trước thắng}", true)
                .unwrap();
            let decomposed: String = r"\text{Người đi trước thắng}".nfd().collect();
            assert_eq!(typesetter.set(&decomposed, true).unwrap(), composed);
            assert!(
                composed.contains('ắ') && !composed.contains("accent"),
                "{composed}"
            );
        });
    }

    #[test]
    fn a_mistake_is_placed_in_the_text_as_written() {
        on_large_stack(|| {
            let typesetter = Typesetter::default();
            let tex = r"\text{đống} + \nonsense{x}";
            assert_eq!(
                typesetter.set(tex, false).unwrap_err().offset,
                tex.find(r"\nonsense").unwrap()
            );
            let tex: String = tex.nfd().collect();
            assert_eq!(
                typesetter.set(&tex, false).unwrap_err().offset,
                tex.find(r"\nonsense").unwrap()
            );
            assert!(typesetter.set(r"\frac{1", false).is_err());
            assert!(typesetter.set(r"\errmessage{x}", false).is_err());
        });
    }

    #[test]
    fn no_formula_exhausts_the_stack() {
        on_large_stack(|| {
            let typesetter = Typesetter::default();
            let mut names: Vec<String> =
                KatexContext::default().functions.keys().cloned().collect();
            names.sort();
            assert!(names.len() > 100);
            for name in names {
                for tex in [
                    format!("{name} ").repeat(16_000 / (name.len() + 1)),
                    format!("{name}{{").repeat(99) + &"}".repeat(99),
                ] {
                    let _ = typesetter.set(&tex, true);
                }
            }
            for tex in [
                "{".repeat(99) + &"}".repeat(99),
                r"\left(".repeat(99) + &r"\right)".repeat(99),
                "x^".repeat(8000),
                "x'".repeat(8000),
                r"\def\a{\bf}".to_owned() + &r"\a ".repeat(5000),
                r"\def\a{{\a}}\a".to_owned(),
                "{".repeat(16_000),
            ] {
                let _ = typesetter.set(&tex, true);
            }
        });
    }
}
