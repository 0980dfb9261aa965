//! The words by which lessons name things, in Bengali, Vietnamese and English. All lower case, NFC at the point of use.

use crate::notation::line::Line;
use crate::notation::token::Sign;

/// What may follow a letter: `P-position`, `N position`.
pub const POSITION_SUFFIXES: &[&str] = &[
    "position",
    "positions",
    "pos",
    "অবস্থা",
    "অবস্থান",
    "position-এ",
    "state",
    "thế",
    "vị",
];

/// The player to move.
pub const FIRST_PLAYER: &[&str] = &[
    "trước",
    "first",
    "প্রথম",
    "আমি",
    "তুমি",
    "nhất",
    "bạn",
    "next",
    "alice",
];

/// The other player.
pub const SECOND_PLAYER: &[&str] = &[
    "sau",
    "hai",
    "second",
    "দ্বিতীয়",
    "opponent",
    "thủ",
    "প্রতিপক্ষ",
    "previous",
    "vừa",
    "বিপক্ষ",
    "bob",
    "বন্ধু",
];

/// Functions that give a Grundy value.
pub const NIMBER_NAMES: &[&str] = &[
    "g",
    "sg",
    "grundy",
    "nimber",
    "gr",
    "nim",
    "grundy_value",
    "গ্রান্ডি",
    "𝒢",
    "nimvalue",
    "mex_value",
];

/// Functions that say who wins, by a part of their name.
const OUTCOME_NAME_PARTS: &[&str] = &["win", "thang", "jite", "jitbe"];

/// The mex.
pub const MEX_NAMES: &[&str] = &["mex"];

/// XOR as a word.
pub const XOR_NAMES: &[&str] = &["xor", "nim-sum", "nimsum", "এক্সর"];

/// The remainder as a word.
pub const MOD_NAMES: &[&str] = &["mod", "bmod", "pmod"];

/// Names of a variable that stands for the size of a heap.
pub const VARIABLES: &[&str] = &[
    "n", "k", "m", "x", "i", "s", "h", "p", "v", "u", "a", "b", "c", "d", "q", "r", "t", "y", "z",
    "j",
];

/// Whether a name is that of a function that gives a Grundy value.
#[must_use]
pub fn is_nimber_name(name: &str) -> bool {
    NIMBER_NAMES.contains(&name) || name.contains("grundy") || name.contains("nimber")
}

/// Whether a name is that of a function that says who wins.
#[must_use]
pub fn is_outcome_name(name: &str) -> bool {
    OUTCOME_NAME_PARTS.iter().any(|part| name.contains(part))
}

/// Whether a winning or losing word is no verdict here: `thắng/thua`, `điều kiện thắng`, `জেতার চাল`.
#[must_use]
pub fn not_a_verdict(line: &Line, at: usize) -> bool {
    let slash = |index: usize| line.is(index, Sign::Slash);
    slash(at + 1) || (at > 0 && slash(at - 1))
}

/// Words that say that something is not so: what stands in such a sentence is no claim.
const WRONG: &[&str] = &[
    "sai",
    "sai lầm",
    "ভাবা",
    "ভাবলে",
    "ভেবে",
    "nhầm",
    "wrong",
    "incorrect",
    "incorrectly",
    "mistake",
    "mistakenly",
    "ভুল",
    "ভুলভাবে",
    "ভুলে",
    "ভুলবশত",
    "chưa đúng",
    "không đúng",
    "không phải",
    "chứ không",
    "tưởng",
    "nghĩ",
    "ngộ nhận",
    "lầm",
    "nhiều bạn",
    "অনেকে ভাবে",
    "অনেকে মনে করে",
    "ভেবে বসে",
    "isn't",
    "not true",
    "সত্য নয়",
    "ঠিক নয়",
    "সত্যি নয়",
    "লিখো না",
    "লিখবে না",
    "লিখবেন না",
    "đừng",
    "lỗi",
    "kết luận nhầm",
    "don't",
    "do not",
    "quên rằng",
    "ঠিক না",
    "সঠিক নয়",
    "মিথ্যা",
];

/// Words that suppose something: a value that follows them is no claim.
const SUPPOSED: &[&str] = &[
    "giả sử",
    "giả thử",
    "suppose",
    "assume",
    "imagine",
    "ধরি",
    "ধরা যাক",
    "ধরে নিই",
    "ধরে নাও",
    "মনে করি",
    "মনে করো",
    "কল্পনা",
    "giá như",
    "nếu luật",
    "nếu đổi luật",
    "নিয়ম যদি",
    "যদি নিয়ম",
    "হতো",
    "if the rule",
    "were",
];

fn holds(line: &Line, phrases: &[&str]) -> bool {
    phrases
        .iter()
        .any(|phrase| (0..line.len()).any(|at| line.phrase(at, phrase).is_some()))
}

/// Whether a sentence says that something is wrong.
#[must_use]
pub fn denies(line: &Line) -> bool {
    let crossed = (0..line.len()).any(|at| matches!(line.raw(at), "❌" | "✗" | "✘" | "✖" | "NOT"));
    crossed || holds(line, WRONG)
}

/// Whether a sentence supposes something.
#[must_use]
pub fn supposes(line: &Line) -> bool {
    // `ধরো` also tells a story, in which moves are made.
    let story = line.tokens.iter().any(|token| token.is(Sign::Arrow));
    holds(line, SUPPOSED) || (!story && holds(line, &["ধরো", "ধরুন", "let"]))
}

/// Whether a sentence asks something.
#[must_use]
pub fn asks(line: &Line) -> bool {
    line.tokens
        .last()
        .is_some_and(|token| token.is(Sign::Question))
}

/// Whether a sentence speaks of misère play.
#[must_use]
pub fn speaks_of_misere(line: &Line) -> bool {
    holds(
        line,
        &[
            "misère",
            "misere",
            "cuối cùng thua",
            "cuối thua",
            "মিজের",
            "মিজেয়ার",
            "মিসেয়ার",
            "মিজেয়ার",
            "last loses",
        ],
    )
}

/// Whether a label is denied: `không thắng`, `জেতে না`, `not win`.
#[must_use]
pub fn negated(line: &Line, tokens: &std::ops::Range<usize>) -> bool {
    let before = tokens
        .start
        .checked_sub(1)
        .and_then(|index| line.word(index));
    let after = line.word(tokens.end);
    before.is_some_and(|word| {
        [
            "không", "not", "chưa", "cannot", "can't", "never", "muốn", "để", "to", "các", "những",
            "mọi",
        ]
        .contains(&word)
    }) || after
        .is_some_and(|word| ["না", "নয়", "নয়", "কি", "নাকি", "hay", "or", "বা", "কিনা"].contains(&word))
}

/// Whether a word multiplies the number before it: `10 lakh`, `3 triệu`.
#[must_use]
pub fn scales(word: &str) -> bool {
    [
        "লাখ",
        "লক্ষ",
        "হাজার",
        "কোটি",
        "শত",
        "triệu",
        "nghìn",
        "ngàn",
        "tỷ",
        "tỉ",
        "trăm",
        "million",
        "thousand",
        "billion",
        "hundred",
    ]
    .contains(&word)
}
