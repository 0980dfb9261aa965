//! What the heading of a row or column says that its cells are.

use crate::notation::formula::{self, Term};
use crate::notation::line::Line;
use crate::notation::words;

/// What the cells under a heading are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// Positions; the greater the weight, the surer.
    Position(u8),
    /// Labels.
    Outcome,
    /// Grundy values.
    Nimber,
    /// The positions that one move leads to.
    Options,
    /// The Grundy values of the options.
    OptionValues,
    /// Nim-sums.
    Xor,
    /// Binary numerals.
    Binary,
    /// A formula in n, whose value the cells give.
    Formula(Term),
    /// Names of players: A and B, whose letters are no labels.
    Names,
    /// Winning moves.
    Moves,
    /// Explanations and anything else.
    Other,
}

const POSITION_STRONG: &[&str] = &[
    "viên",
    "sỏi",
    "size",
    "পাথর",
    "stones",
    "đá",
    "vertex",
    "đỉnh",
    "শীর্ষ",
    "heaps",
    "piles",
    "số",
    "node",
    "nút",
    "kích",
    "গুটি",
    "ছোলা",
    "কাঠি",
    "que",
    "মার্বেল",
    "quân",
    "কয়েন",
    "xu",
];
const POSITION_WEAK: &[&str] = &[
    "গাদা",
    "গাদাগুলো",
    "ঢিবি",
    "স্তূপের",
    "sàn",
    "hàng",
    "rows",
    "row",
    "সারি",
    "থাক",
    "stack",
    "heap",
    "pile",
    "đống",
    "trạng",
    "state",
    "position",
    "positions",
    "স্তূপ",
    "স্তূপগুলো",
    "অবস্থা",
    "অবস্থান",
    "vị",
    "thế",
    "cặp",
    "pair",
    "পজিশন",
    "ঘর",
    "ô",
];
const OUTCOME: &[&str] = &[
    "loại",
    "kết",
    "outcome",
    "player",
    "thắng",
    "thua",
    "type",
    "label",
    "ফল",
    "ফলাফল",
    "status",
    "result",
    "verdict",
    "কে",
    "ধরন",
    "জয়",
    "লেবেল",
    "người",
    "জন",
    "পালা",
    "nhãn",
    "winner",
    "w",
    "ai",
    "ট্যাগ",
    "খেলোয়াড়",
    "জেতে",
    "জেতা",
    "জিতবে",
    "হারা",
];
const NIMBER: &[&str] = &[
    "g",
    "sg",
    "grundy",
    "nimber",
    "গ্রান্ডি",
    "nim-value",
    "গ্রুন্ডি",
    "গ্র্যান্ডি",
];
const NEXT: &[&str] = &[
    "chúng",
    "তাদের",
    "their",
    "còn",
    "kế",
    "next",
    "option",
    "options",
    "পরের",
    "পরবর্তী",
    "successors",
    "successor",
    "kề",
    "tiếp",
    "follow",
    "followers",
];
/// Phrases that say the same.
const NEXT_PHRASES: &[&str] = &[
    "đi được",
    "đi tới",
    "đi đến",
    "tới được",
    "যাওয়া যায়",
    "যেতে পারে",
];
const XOR: &[&str] = &["xor", "nim-sum", "nimsum", "⊕"];
const BINARY: &[&str] = &[
    "nhị",
    "binary",
    "বাইনারি",
    "bin",
    "দ্বিমিক",
    "bit",
    "bits",
    "বিট",
];
const REASON: &[&str] = &[
    "কারণ",
    "reason",
    "lý",
    "giải",
    "vì",
    "why",
    "ব্যাখ্যা",
    "note",
    "ghi",
    "কেন",
    "মন্তব্য",
    "comment",
];
const MOVES: &[&str] = &["move", "moves", "nước", "চাল", "winning"];

fn has(line: &Line, list: &[&str]) -> bool {
    line.tokens
        .iter()
        .filter_map(|token| token.word())
        .any(|word| list.contains(&word))
}

/// What a heading says; `None` if nothing that the tool knows.
#[must_use]
pub fn role(line: &Line) -> Option<Role> {
    if line.is_empty() {
        return None;
    }
    if has(line, REASON) {
        return Some(Role::Other);
    }
    let nimber = has(line, NIMBER)
        || line
            .tokens
            .iter()
            .any(|token| token.word().is_some_and(words::is_nimber_name));
    let next = has(line, NEXT)
        || NEXT_PHRASES
            .iter()
            .any(|phrase| (0..line.len()).any(|at| line.phrase(at, phrase).is_some()));
    if nimber && next {
        return Some(Role::OptionValues);
    }
    let xor = has(line, XOR)
        || line.tokens.iter().any(|token| {
            token.is(crate::notation::token::Sign::Caret)
                || token.is(crate::notation::token::Sign::Oplus)
        });
    if xor {
        return Some(Role::Xor);
    }
    if nimber {
        return Some(Role::Nimber);
    }
    if next {
        return Some(Role::Options);
    }
    // `số dư khi chia cho 4`, `4 দিয়ে ভাগশেষ`
    if has(line, &["dư", "ভাগশেষ", "remainder", "অবশিষ্ট"])
        && let Some(at) = (0..line.len()).find(|&at| line.number(at).is_some())
        && let Some((modulus, _)) = formula::primary(line, at, at + 1)
    {
        return Some(Role::Formula(Term::Mod(
            Box::new(Term::Variable("n".into())),
            Box::new(modulus),
        )));
    }
    if has(line, BINARY) {
        return Some(Role::Binary);
    }
    if let Some(chain) = formula::chain(line, 0, line.len())
        && chain.tokens.end == line.len()
        && chain.relations.is_empty()
        && matches!(chain.terms.first(), Some(Term::Mod(..)))
        && let Some(term) = chain.terms.into_iter().next()
    {
        return Some(Role::Formula(term));
    }
    let words: Vec<&str> = line
        .tokens
        .iter()
        .filter_map(|token| token.word())
        .collect();
    let single = match words.as_slice() {
        [word] => words::VARIABLES.contains(word),
        _ => false,
    };
    if single {
        return Some(Role::Position(3));
    }
    if has(line, OUTCOME) {
        return Some(Role::Outcome);
    }
    if has(line, MOVES) {
        return Some(Role::Moves);
    }
    if has(line, POSITION_STRONG) {
        return Some(Role::Position(2));
    }
    if has(line, POSITION_WEAK) {
        return Some(Role::Position(1));
    }
    None
}
