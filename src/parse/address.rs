//! The path of a lesson -> its address on the site and the number in its name.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The address of a lesson: the code of its language and its path below the folder of that language, without the
/// extension, in letters that are safe in an address.
#[must_use]
pub fn of(language: &str, folder: &str, path: &str) -> String {
    let inner = path
        .strip_prefix(folder)
        .unwrap_or(path)
        .trim_start_matches('/');
    let stem = inner.rsplit_once('.').map_or(inner, |(stem, _)| stem);
    let mut parts = vec![language.to_owned()];
    parts.extend(stem.split('/').map(safe));
    parts.join("/")
}

/// A name in letters, digits and hyphens.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for c in name.nfc() {
        // The two joiners shape Bengali conjuncts and are part of the word.
        let keep = c.is_alphanumeric()
            || is_combining_mark(c)
            || matches!(c, '_' | '.' | '~' | '\u{200c}' | '\u{200d}');
        if keep {
            safe.push(c);
        } else if !safe.ends_with('-') {
            safe.push('-');
        }
    }
    let trimmed = safe.trim_matches(['-', '.']);
    if trimmed.is_empty() {
        "lesson".to_owned()
    } else {
        trimmed.to_owned()
    }
}

/// Two addresses with one key would overwrite each other on a disk that knows no upper and lower case.
#[must_use]
pub fn key(address: &str) -> String {
    address.to_lowercase()
}

/// The first number in the name of a file, such as `141` of `bn/141-basics.md`.
#[must_use]
pub fn number(path: &str) -> Option<String> {
    let name = path.rsplit('/').next()?;
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let digits: String = name[start..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_safe_and_readable() {
        assert_eq!(
            of("bn", "bn", "bn/141-game-theory.md"),
            "bn/141-game-theory"
        );
        assert_eq!(
            of("vi", "tieng-viet", "tieng-viet/b/Bài 27.md"),
            "vi/b/Bài-27"
        );
        assert_eq!(of("en", "", "a/../x?#&.md"), "en/a/lesson/x");
        let decomposed: String = "ba\u{300}i.md".to_owned();
        assert_eq!(of("vi", "", &decomposed), "vi/bài");
        assert_eq!(of("bn", "", "ক্ষেত্র ১.md"), "bn/ক্ষেত্র-১");
    }

    #[test]
    fn the_number_of_a_lesson_is_the_first_in_its_name() {
        assert_eq!(number("bn/141-game.md").as_deref(), Some("141"));
        assert_eq!(number("vi/bai-060b.md").as_deref(), Some("060"));
        assert_eq!(number("12/nim.md"), None);
    }
}
