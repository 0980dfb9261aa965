//! The words that decide what is a shown output and what is prose: every rule about words stands here.
//!
//! | written | is | because |
//! | --- | --- | --- |
//! | `print(f(4))  # False (L)` | a value and a gloss | a constant, then brackets |
//! | `print(x)  # Kết quả: 14` | a value | its label says so |
//! | `print(x)  # ৫ (২+৩)` | a value and a gloss | a number, then brackets |
//! | `print(x)  # 5 phần tử` | unclear, unless it is what is printed | a number, then words |
//! | `print(x)  # True nếu chẵn` | unclear, unless it is what is printed | a constant, then a condition |
//! | `print(x)  # চাল নেই -> হার (L)` | prose | begins with words |
//! | `print(x)  # OK` | prose | begins with words |
//! | `assert f(4) == 2  # 2` | prose | the line prints nothing |

use unicode_normalization::UnicodeNormalization;

/// Labels before a value in a comment, and words that introduce a fence with an output.
pub(super) const OUTPUT: &[&str] = &[
    "output",
    "outputs",
    "prints",
    "printed",
    "result",
    "expected",
    "expected output",
    // Vietnamese
    "in ra",
    "sẽ in",
    "chương trình in",
    "xuất",
    "đoạn code in",
    "দেখায়",
    "প্রিন্ট হয়",
    "kết quả",
    "kết quả in ra",
    "kết quả chạy",
    "kết quả là",
    "đầu ra",
    "xuất ra",
    "màn hình",
    "ra",
    "kq",
    "chạy ra",
    "khi chạy",
    "chạy thử",
    // Bengali
    "আউটপুট",
    "ফলাফল",
    "ফল",
    "ছাপবে",
    "ছাপে",
    "ছাপা হবে",
    "প্রিন্ট হবে",
    "প্রিন্ট করবে",
    "চালালে ছাপবে",
    "চালালে",
    "দেখাবে",
    "উত্তর",
];

/// Words too common to introduce a fence by themselves; as a label before a value they are clear enough.
const ONLY_LABELS: &[&str] = &[
    "ra",
    "kq",
    "ফল",
    "উত্তর",
    "result",
    "expected",
    "khi chạy",
    "chạy thử",
];

/// Words that introduce what a sample reads.
pub(super) const INPUT: &[&str] = &[
    "input",
    "inputs",
    "stdin",
    "đầu vào",
    "dữ liệu vào",
    "nhập vào",
    "nhập",
    "ইনপুট",
];

/// Words after a value that begin a reason, so that the value stands for itself.
pub(super) const REASON: &[&str] = &[
    "vì",
    "do",
    "bởi",
    "because",
    "since",
    "tức",
    "nghĩa",
    "chứ",
    "কারণ",
    "মানে",
    "অর্থাৎ",
    "যেহেতু",
];

/// What marks a sample that is wrong on purpose.
const WRONG: &[&str] = &["sai", "lỗi", "wrong", "bad", "incorrect", "buggy", "ভুল"];

/// What in a comment announces an exception.
pub(super) const FAILS: &[&str] = &[
    "error",
    "exception",
    "lỗi",
    "báo lỗi",
    "ত্রুটি",
    "এরর",
    "traceback",
];

/// Words in the name of a function that make `True` mean a win for the player to move.
const WINS: &[&str] = &[
    "win",
    "first_player",
    "firstplayer",
    "thang",
    "jit",
    "jet",
    "can_win",
];

/// Words in the name of a function that make `True` mean a loss.
const LOSES: &[&str] = &["los", "thua", "har", "cold", "p_pos", "ppos", "second"];

fn folded(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase()
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c)
}

/// Whether a phrase stands in a text as whole words. Both folded.
fn holds(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text
            .get(at + phrase.len()..)
            .and_then(|after| after.chars().next());
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

/// Whether any of the phrases stands in the text as whole words.
pub(super) fn holds_any(text: &str, phrases: &[&str]) -> bool {
    let text = folded(text);
    phrases.iter().any(|phrase| holds(&text, &folded(phrase)))
}

/// The length in bytes of a label at the beginning of a text, with the colon, equals sign or arrow that ends it.
pub(super) fn label(text: &str) -> Option<usize> {
    let end = text
        .find([':', '=', '→', '：'])
        .or_else(|| text.find("->"))?;
    let name = folded(text.get(..end)?.trim().trim_matches(['*', '_']));
    if !OUTPUT.iter().any(|known| folded(known) == name) {
        return None;
    }
    let rest = text.get(end..)?;
    let mark = ["->", "=>", "→", ":", "：", "="]
        .into_iter()
        .find(|mark| rest.starts_with(mark))?;
    let rest = rest.get(mark.len()..)?;
    Some(text.len() - rest.trim_start().len())
}

/// Whether a comment is a label and nothing else: `# Output`.
pub(super) fn is_label(comment: &str) -> bool {
    let name = folded(comment.trim().trim_end_matches([':', '：', '.', ' ']));
    OUTPUT
        .iter()
        .any(|known| !ONLY_LABELS.contains(known) && folded(known) == name)
}

/// Whether a label names a position that the player to move wins (`true`) or loses.
#[must_use]
pub fn wins(label: &str) -> Option<bool> {
    match folded(label).as_str() {
        "w" | "n" | "win" | "thắng" | "জেতে" | "জিতে" | "জয়" => Some(true),
        "l" | "p" | "lose" | "loss" | "thua" | "হারে" | "হার" | "পরাজয়" => {
            Some(false)
        }
        _ => None,
    }
}

/// The label that says the opposite.
#[must_use]
pub fn opposite(label: &str) -> &'static str {
    match label {
        "W" => "L",
        "L" => "W",
        "w" => "l",
        "l" => "w",
        "P" => "N",
        "N" => "P",
        "p" => "n",
        "n" => "p",
        "win" => "lose",
        "lose" | "loss" => "win",
        "Win" => "Lose",
        "Lose" | "Loss" => "Win",
        "thắng" => "thua",
        "thua" => "thắng",
        "Thắng" => "Thua",
        "Thua" => "Thắng",
        "জেতে" => "হারে",
        "হারে" => "জেতে",
        "হার" => "জিতে",
        "জিতে" => "হার",
        _ => {
            if wins(label) == Some(true) {
                "L"
            } else {
                "W"
            }
        }
    }
}

/// Whether a comment announces that its line fails.
#[must_use]
pub fn announces_failure(text: &str) -> bool {
    let text = folded(text);
    FAILS.iter().any(|word| text.contains(&folded(word)))
}

/// The last sentence of a paragraph: what stands right above the block that follows.
fn last_sentence(text: &str) -> &str {
    let text = text.trim_end();
    let body = text.trim_end_matches([':', '：', '.', '।', '*', '_', ' ']);
    let start = ["\n", ". ", "। ", "? ", "! ", "; "]
        .iter()
        .filter_map(|end| body.rfind(end).map(|at| at + end.len()))
        .max()
        .unwrap_or(0);
    text.get(start..).unwrap_or(text)
}

/// Whether a paragraph or heading introduces an output: its last sentence names one and is short or ends in a colon.
pub(super) fn introduces_output(text: &str) -> bool {
    let sentence = last_sentence(text);
    let strong: Vec<&str> = OUTPUT
        .iter()
        .copied()
        .filter(|word| !ONLY_LABELS.contains(word))
        .collect();
    introduces(sentence, &strong)
        || label(&format!("{}:", sentence.trim_end_matches([':', ' ', '*']))).is_some()
}

/// Whether a paragraph or heading introduces an input.
pub(super) fn introduces_input(text: &str) -> bool {
    let sentence = last_sentence(text);
    introduces(sentence, INPUT) && !introduces_output(text)
}

fn introduces(sentence: &str, phrases: &[&str]) -> bool {
    let ends = sentence
        .trim_end_matches(['*', '_', ' '])
        .ends_with([':', '：']);
    (ends || sentence.chars().count() <= 40) && holds_any(sentence, phrases)
}

/// Whether a text marks the code beside it as wrong on purpose.
pub(super) fn marks_wrong(text: &str) -> bool {
    let text = text.trim();
    if text.contains(['❌', '✗', '✘']) {
        return true;
    }
    // `# SAI: ...`, `**Sai:**`, `ভুল:`; a sentence that only speaks of mistakes marks nothing.
    let head: String = text
        .trim_start_matches(['#', '*', '_', '>', ' ', '-', '('])
        .chars()
        .take(24)
        .collect();
    let first: String = folded(&head)
        .chars()
        .take_while(|&c| is_letter(c) || c == ' ')
        .collect();
    let first = first.trim();
    WRONG.iter().any(|word| {
        first == folded(word) || first == format!("code {word}") || first == format!("{word} code")
    })
}

/// What `True` means for the player to move, judged by the code that is printed: `Some(true)` a win, `Some(false)` a
/// loss, `None` unknown.
pub(super) fn meaning_of_true(code: &str) -> Option<bool> {
    let code = folded(code);
    let wins = WINS.iter().any(|word| code.contains(word));
    let loses = LOSES.iter().any(|word| code.contains(word))
        || code.contains(" not ")
        || code.contains("(not ")
        || code.contains("==");
    match (wins, loses) {
        (true, false) => Some(true),
        (false, true) if LOSES.iter().any(|word| code.contains(word)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introductions_in_both_languages() {
        for text in [
            "চালালে ছাপবে:",
            "**Kết quả:**",
            "Output:",
            "Chạy đoạn code trên. Kết quả in ra:",
            "আউটপুট:",
            "Đầu ra:",
        ] {
            assert!(introduces_output(text), "{text}");
        }
        for text in [
            "এটাই পুরো theorem।",
            "Kết quả này cho thấy rằng mọi vị trí chia hết cho bốn đều là vị trí thua của người đi trước.",
            "Input:",
            "Chứng minh rõ ràng.",
        ] {
            assert!(!introduces_output(text), "{text}");
        }
        assert!(introduces_input("Đầu vào:"));
        assert!(!introduces_input("Đầu ra:"));
    }

    #[test]
    fn labels() {
        assert_eq!(label("In ra: 5"), Some("In ra: ".len()));
        assert_eq!(label("আউটপুট: ৫"), Some("আউটপুট: ".len()));
        assert_eq!(label("Output -> 5"), Some("Output -> ".len()));
        assert_eq!(label("n = 5"), None);
    }

    #[test]
    fn wrong_on_purpose() {
        assert!(marks_wrong("# ❌ quên base case"));
        assert!(marks_wrong("# SAI: quên base case"));
        assert!(marks_wrong("**ভুল:** base case নেই"));
        assert!(!marks_wrong("# sai số nhỏ hơn 1"));
        assert!(!marks_wrong("যে ভুলগুলো এড়াতে হবে"));
    }
}
