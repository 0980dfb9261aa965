//! Raw HTML in, its next tag out: name and attributes, without judging them.

/// A start or end tag, its entities resolved.
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) end: bool,
    pub(crate) closed: bool,
    pub(crate) attributes: Vec<(String, String)>,
}

/// What the beginning of a text is.
pub(crate) enum Token {
    /// A comment, a declaration, an instruction.
    Nothing,
    Tag(Tag),
}

impl Tag {
    /// The token at the beginning of the text, which starts with `<`, and its length; `None` if it is no markup.
    pub(crate) fn read(text: &str) -> Option<(Token, usize)> {
        for (open, close) in [
            ("<!--", "-->"),
            ("<![CDATA[", "]]>"),
            ("<?", "?>"),
            ("<!", ">"),
        ] {
            if text.starts_with(open) {
                let end = text.find(close).map_or(text.len(), |at| at + close.len());
                return Some((Token::Nothing, end));
            }
        }
        let mut at = 1;
        let end = text[at..].starts_with('/');
        at += usize::from(end);
        let name_length = text[at..]
            .find(|character: char| !(character.is_ascii_alphanumeric() || character == '-'))
            .unwrap_or(text.len() - at);
        let name = text[at..at + name_length].to_ascii_lowercase();
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        at += name_length;
        let mut attributes: Vec<(String, String)> = Vec::new();
        let mut closed = false;
        loop {
            let rest = text.get(at..)?;
            let skipped = rest.len() - rest.trim_start().len();
            at += skipped;
            let rest = text.get(at..)?;
            match rest.chars().next()? {
                '>' => {
                    at += 1;
                    break;
                }
                '/' => {
                    closed = true;
                    at += 1;
                }
                _ => {
                    let (key, value, length) = read_attribute(rest)?;
                    at += length;
                    if !attributes.iter().any(|(known, _)| *known == key) {
                        attributes.push((key, value));
                    }
                }
            }
        }
        Some((
            Token::Tag(Self {
                name,
                end,
                closed,
                attributes,
            }),
            at,
        ))
    }
}

/// `key`, `key=value`, `key="value"` at the beginning of the text.
fn read_attribute(text: &str) -> Option<(String, String, usize)> {
    let stop = |character: char| character.is_whitespace() || matches!(character, '=' | '>' | '/');
    let first = text.chars().next()?.len_utf8();
    let key_end = text[first..].find(stop).map_or(text.len(), |at| at + first);
    let key = text[..key_end].to_ascii_lowercase();
    let rest = &text[key_end..];
    let value_part = rest.trim_start();
    let Some(value_part) = value_part.strip_prefix('=') else {
        return Some((key, String::new(), key_end));
    };
    let value_part = value_part.trim_start();
    let value_at = text.len() - value_part.len();
    match value_part.chars().next()? {
        quote @ ('"' | '\'') => {
            let end = value_part[1..].find(quote)? + 1;
            Some((key, decode(&value_part[1..end]), value_at + end + 1))
        }
        _ => {
            let end = value_part
                .find(|character: char| character.is_whitespace() || character == '>')
                .unwrap_or(value_part.len());
            Some((key, decode(&value_part[..end]), value_at + end))
        }
    }
}

/// Resolves the entities that attribute values use.
fn decode(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let decoded = tail.find(';').filter(|end| *end < 12).and_then(|end| {
            let name = &tail[..end];
            let character = match name {
                "amp" => Some('&'),
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                "colon" => Some(':'),
                "nbsp" => Some('\u{a0}'),
                "Tab" => Some('\t'),
                "NewLine" => Some('\n'),
                _ => name.strip_prefix('#').and_then(|number| {
                    let code = match number.strip_prefix(['x', 'X']) {
                        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                        None => number.parse().ok()?,
                    };
                    char::from_u32(code)
                }),
            };
            character.map(|character| (character, end + 1))
        });
        match decoded {
            Some((character, length)) => {
                out.push(character);
                rest = &tail[length..];
            }
            None => {
                out.push('&');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}
