//! The text of a lesson -> the language it is written in, for folders that do not say.

use unicode_normalization::UnicodeNormalization;

/// `bn` for a text in Bengali script, `vi` for one with Vietnamese letters, else `en`.
#[must_use]
pub fn of(text: &str) -> &'static str {
    let (mut letters, mut bengali, mut vietnamese) = (0_usize, 0_usize, 0_usize);
    // Letters may be written as base and accents (NFD).
    for c in text.nfc() {
        letters += usize::from(c.is_alphabetic());
        bengali += usize::from(('\u{980}'..='\u{9ff}').contains(&c));
        vietnamese += usize::from(is_vietnamese(c));
    }
    // Lessons are full of Latin code, and an English one may quote a word.
    if bengali * 10 > letters {
        "bn"
    } else if vietnamese * 50 > letters {
        "vi"
    } else {
        "en"
    }
}

/// Letters that Vietnamese has and that the other languages in Latin script hardly have.
fn is_vietnamese(c: char) -> bool {
    matches!(
        c,
        'ă' | 'đ' | 'ơ' | 'ư' | 'Ă' | 'Đ' | 'Ơ' | 'Ư' | '\u{1ea0}'..='\u{1ef9}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_apart_by_their_letters() {
        assert_eq!(of("দুইজন খেলে, `def win(n): return n % 4 != 0`"), "bn");
        assert_eq!(
            of("Hai người chơi lần lượt đi, `def win(n): return n`"),
            "vi"
        );
        let decomposed: String = "Người đi trước thắng".nfd().collect();
        assert_eq!(of(&decomposed), "vi");
        assert_eq!(
            of("Two players (Nguyễn and Sprague) move in turn, as in a café with naïve guests"),
            "en"
        );
        assert_eq!(of(""), "en");
    }
}
