//! Phrases of more than one word: quantifiers, multiples, periods, moves, and what a row of numbers stands for.

use crate::notation::line::Line;
use crate::notation::outcome::Label;
use crate::notation::token::Sign;
use crate::notation::words;
use std::ops::Range;

/// How many options a statement speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// All of them.
    Every,
    /// At least one.
    Some,
    /// None.
    None,
}

fn any(line: &Line, at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().find_map(|phrase| line.phrase(at, phrase))
}

/// Whether one of the words stands in a range.
fn within(line: &Line, range: Range<usize>, list: &[&str]) -> bool {
    range
        .into_iter()
        .any(|index| any(line, index, list).is_some())
}

/// "all", "at least one", "no" at a token, and where the phrase ends.
#[must_use]
pub fn quantifier(line: &Line, at: usize) -> Option<(Quantifier, usize)> {
    const SOME: &[&str] = &[
        "অন্তত একটা",
        "অন্তত একটি",
        "অন্তত এক",
        "কোনো একটা",
        "কোনো একটি",
        "একটা",
        "ít nhất một",
        "ít nhất 1",
        "có một",
        "at least one",
        "some",
    ];
    const NONE: &[&str] = &["কোনো", "কোনও", "không có", "không còn", "no", "chẳng có"];
    const EVERY: &[&str] = &[
        "সব",
        "সবগুলো",
        "সবই",
        "প্রতিটা",
        "প্রতিটি",
        "tất cả",
        "mọi",
        "all",
        "every",
        "đều",
        "toàn",
        "cả ba",
        "cả hai",
        "both",
    ];
    if let Some(end) = any(line, at, SOME) {
        return Some((Quantifier::Some, end));
    }
    // `có ít nhất 1` has a number in it.
    if any(line, at, &["ít nhất", "অন্তত", "at least"]).is_some() && line.number(at + 2) == Some(1)
    {
        return Some((Quantifier::Some, at + 3));
    }
    if any(line, at, &["অন্তত"]).is_some() && line.number(at + 1) == Some(1) {
        return Some((Quantifier::Some, at + 2));
    }
    if let Some(end) = any(line, at, EVERY) {
        return Some((Quantifier::Every, end));
    }
    if let Some(end) = any(line, at, NONE) {
        // `কোনো L নেই`: the denial stands behind the label in Bengali.
        let denied = !["কোনো", "কোনও"].contains(&line.word(at).unwrap_or_default())
            || within(line, end..end + 4, &["নেই", "না"]);
        return denied.then_some((Quantifier::None, end));
    }
    None
}

/// "a multiple of 4" at a token: the token of the number, where the phrase ends, and whether it is denied.
#[must_use]
pub fn multiple(line: &Line, at: usize) -> Option<(usize, usize, bool)> {
    // `4-এর গুণিতক`, `৪ দিয়ে বিভাজ্য`
    if line.number(at).is_some() {
        let mut index = at + 1;
        index += usize::from(line.is(index, Sign::Minus));
        let suffix = line
            .word(index)
            .is_some_and(|word| ["এর", "র", "দিয়ে", "দ্বারা", "টির"].contains(&word));
        if suffix {
            index += 1;
            if line
                .word(index)
                .is_some_and(|word| ["নিঃশেষে", "সব", "প্রতিটা", "প্রতিটি", "যেকোনো"].contains(&word))
            {
                index += 1;
            }
            let noun = line.word(index)?;
            if noun.starts_with("গুণিতক") || noun.starts_with("বিভাজ্য") {
                let denied = line
                    .word(index + 1)
                    .is_some_and(|word| ["না", "নয়"].contains(&word));
                return Some((at, index + 1 + usize::from(denied), denied));
            }
        }
        return None;
    }
    const BEFORE: &[&str] = &[
        "bội của",
        "bội số của",
        "là bội",
        "chia hết cho",
        "multiple of",
        "multiples of",
        "divisible by",
    ];
    let denied = line
        .word(at)
        .is_some_and(|word| ["không", "not", "chẳng"].contains(&word));
    let start = at
        + usize::from(denied)
        + usize::from(
            denied
                && line
                    .word(at + 1)
                    .is_some_and(|word| ["là", "phải", "a"].contains(&word)),
        );
    let end = any(line, start, BEFORE)?;
    line.number(end).map(|_| (end, end + 1, denied))
}

/// "otherwise", "the rest" at a token, and where the phrase ends.
#[must_use]
pub fn otherwise(line: &Line, at: usize) -> Option<usize> {
    const OTHERWISE: &[&str] = &[
        "নইলে",
        "নাহলে",
        "না হলে",
        "অন্যথায়",
        "বাকি সব",
        "বাকি",
        "বাকিগুলো",
        "বাকিরা",
        "còn lại",
        "ngược lại",
        "nếu không",
        "không chia hết",
        "otherwise",
        "else",
        "the rest",
        "các trường hợp khác",
    ];
    any(line, at, OTHERWISE)
}

/// "or" between two conditions.
#[must_use]
pub fn joins_cases(line: &Line, at: usize) -> bool {
    any(line, at, &["অথবা", "বা", "কিংবা", "hoặc", "hay", "or"]).is_some()
}

/// Whether a number that ends at a token is that of a heap of which something is said: where that begins.
#[must_use]
pub fn heap_of(line: &Line, at: usize) -> Option<usize> {
    const UNITS: &[&str] = &[
        "viên",
        "sỏi",
        "টা",
        "টি",
        "পাথর",
        "stones",
        "stone",
        "que",
        "quân",
        "গুটি",
        "খানা",
    ];
    const SAYS: &[&str] = &["thì", "থাকলে", "হলে", "là", "is", "এ", "তে", "পাথরে", "পাথর"];
    let mut index = any(line, at, UNITS)?;
    if any(line, index, UNITS).is_some() {
        index += 1;
    }
    index += usize::from(line.is(index, Sign::Minus));
    any(line, index, SAYS)
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cycle {
    /// The period.
    Period,
    /// The preperiod.
    Preperiod,
}

/// "period 3" at a token: the token of the number, and where the phrase ends.
#[must_use]
pub fn period(line: &Line, at: usize) -> Option<(Cycle, usize, usize)> {
    const PERIOD: &[&str] = &[
        "period",
        "chu kỳ",
        "chu kì",
        "পর্যায়",
        "পর্যায়কাল",
        "পর্যায়ক্রম",
        "পিরিয়ড",
        "periodic with period",
        "lặp lại sau mỗi",
        "lặp lại sau",
        "lặp lại mỗi",
        "lặp sau mỗi",
        "repeats every",
        "প্রতি",
        "every",
        "cứ",
        "cứ sau",
        "mỗi",
    ];
    const PREPERIOD: &[&str] = &[
        "preperiod",
        "pre-period",
        "tiền chu kỳ",
        "tiền chu kì",
        "প্রাক্-পর্যায়",
        "প্রাকপর্যায়",
        "প্রাক পর্যায়",
    ];
    const STEPS: &[&str] = &[
        "ধাপে",
        "ধাপ",
        "ঘরে",
        "ঘর",
        "টায়",
        "পরপর",
        "bước",
        "số",
        "vị",
        "steps",
        "numbers",
        "values",
        "giá",
        "positions",
        "পাথরে",
        "viên",
        "মানে",
        "টি",
    ];
    let (kind, end) = if let Some(end) = any(line, at, PREPERIOD) {
        (Cycle::Preperiod, end)
    } else {
        (Cycle::Period, any(line, at, PERIOD)?)
    };
    if kind == Cycle::Period
        && at > 0
        && line
            .word(at - 1)
            .is_some_and(|word| ["tiền", "pre", "প্রাক"].contains(&word))
    {
        return None;
    }
    for index in end..end + 3 {
        if line.number(index).is_some() {
            // `প্রতি ৫ ধাপে`: every so many steps; "every 2 players" is something else.
            let loose = any(line, at, &["প্রতি", "every", "cứ", "mỗi"]).is_some()
                && any(line, at, &["repeats every"]).is_none();
            let steps = within(line, index + 1..index + 3, STEPS);
            let repeats = within(
                line,
                0..line.len(),
                &[
                    "lặp",
                    "ফিরে",
                    "পুনরাবৃত্ত",
                    "পুনরাবৃত্তি",
                    "repeat",
                    "repeats",
                    "আবার",
                    "ঘুরে",
                ],
            );
            if loose && !(steps && (repeats || any(line, at, &["প্রতি"]).is_some())) {
                return None;
            }
            return Some((kind, index, index + 1));
        }
        let joins = line.word(index).is_some_and(|word| {
            [
                "là",
                "bằng",
                "is",
                "হলো",
                "হল",
                "of",
                "length",
                "độ",
                "dài",
                "দৈর্ঘ্য",
                "কাল",
                "mới",
            ]
            .contains(&word)
        }) || line.is(index, Sign::Equal)
            || line.is(index, Sign::Colon)
            || line.is(index, Sign::Minus);
        if !joins {
            return None;
        }
    }
    None
}

/// Whether the words in a range say that something is taken.
#[must_use]
pub fn takes(line: &Line, range: Range<usize>) -> bool {
    const TAKES: &[&str] = &[
        "নিয়ে",
        "নিলে",
        "নিল",
        "নাও",
        "নিই",
        "নেয়",
        "তুলে",
        "তুললে",
        "সরিয়ে",
        "সরালে",
        "lấy",
        "bốc",
        "bớt",
        "take",
        "taking",
        "takes",
        "remove",
        "removing",
        "চাল",
        "নিলাম",
        "নেওয়া",
    ];
    within(line, range, TAKES)
}

/// Whether the word at a token says that something is left.
#[must_use]
pub fn leaves(line: &Line, at: usize) -> bool {
    const LEAVES: &[&str] = &[
        "còn",
        "leaves",
        "leaving",
        "থাকে",
        "রেখে",
        "বাকি",
        "để",
        "về",
        "tới",
        "đến",
        "to",
        "left",
        "রইল",
        "যাও",
        "গিয়ে",
        "থাকবে",
        "রাখো",
    ];
    any(line, at, LEAVES).is_some()
}

/// Whether a list at a token is what a move led to.
#[must_use]
pub fn arrives(line: &Line, at: usize) -> bool {
    let from = at.saturating_sub(8);
    (at > 0 && line.is(at - 1, Sign::Arrow)) && takes(line, from..at)
        || at > 0 && takes(line, at.saturating_sub(3)..at)
}

/// Whether a term at a token is the target of an arrow that a number leads to (`1→win[0]`).
#[must_use]
pub fn is_target(line: &Line, at: usize) -> bool {
    at > 0 && line.is(at - 1, Sign::Arrow)
}

/// Whether an arrow stands earlier in the line.
#[must_use]
pub fn after_arrow(line: &Line, at: usize) -> bool {
    (0..at).any(|index| line.is(index, Sign::Arrow))
}

/// Whether a number counts things of its own (`1.` of a list, a year).
#[must_use]
pub fn is_count(line: &Line, at: usize) -> bool {
    at > 0 && line.is(at - 1, Sign::Hash)
}

/// Whether nothing but `n`, `=`, blanks and words like "from" stand before a token.
#[must_use]
pub fn only_counts_before(line: &Line, at: usize) -> bool {
    (0..at).all(|index| {
        line.word(index).is_some_and(|word| {
            [
                "n",
                "từ",
                "from",
                "থেকে",
                "k",
                "heap",
                "đống",
                "trạng",
                "thái",
                "state",
            ]
            .contains(&word)
        })
    })
}

/// Whether a label is one that is reached rather than had: `L-এ ফেলে`, `an L`, `W-তে যায়`.
#[must_use]
pub fn is_reached(line: &Line, label: &Label) -> bool {
    const REACHED: &[&str] = &[
        "ফেলে",
        "ফেলা",
        "ফেলতে",
        "ফেলো",
        "ফেললাম",
        "যায়",
        "পাঠাই",
        "পাঠায়",
        "পেলাম",
        "পাই",
        "ঠেলে",
        "পৌঁছায়",
        "পৌঁছে",
        "পড়ে",
        "যেতে",
        "যাওয়া",
        "পাওয়া",
    ];
    const BEFORE: &[&str] = &[
        "đến", "tới", "về", "vào", "gặp", "reaches", "reach", "to", "into", "an", "sang", "được",
    ];
    let end = label.tokens.end;
    // `L পেলাম → W`
    within(line, end..(end + 4).min(first_stop(line, end)), REACHED)
        || label.tokens.start > 0
            && within(
                line,
                label.tokens.start.saturating_sub(2)..label.tokens.start,
                BEFORE,
            )
}

fn first_stop(line: &Line, from: usize) -> usize {
    (from..line.len())
        .find(|&index| {
            line.is(index, Sign::Arrow)
                || line.is(index, Sign::Comma)
                || line.number(index).is_some()
                || line.is(index, Sign::Close)
                || line.is(index, Sign::Dash)
        })
        .unwrap_or(line.len())
}

/// Whether a label that is reached is said to have been found among the options (`L পেলাম`).
#[must_use]
pub fn found_some(line: &Line, label: &Label) -> bool {
    let end = label.tokens.end;
    within(
        line,
        end..(end + 3).min(first_stop(line, end)),
        &["পেলাম", "পাই", "পাওয়া", "আছে"],
    ) || label.tokens.start > 0
        && within(
            line,
            label.tokens.start - 1..label.tokens.start,
            &["gặp", "được", "reach", "reaches"],
        )
}

/// Whether a sentence speaks of a case rather than of the piles at hand.
#[must_use]
pub fn conditional(line: &Line) -> bool {
    const CONDITIONS: &[&str] = &[
        "যদি",
        "nếu",
        "khi",
        "if",
        "when",
        "মানে",
        "যখন",
        "whenever",
        "সব pile",
        "mọi",
    ];
    (0..line.len()).any(|index| any(line, index, CONDITIONS).is_some() || line.is(index, Sign::Iff))
}

/// Whether two sides are said to go together both ways.
#[must_use]
pub fn both_ways(line: &Line, range: Range<usize>) -> bool {
    const BOTH: &[&str] = &[
        "khi và chỉ khi",
        "iff",
        "exactly",
        "if and only if",
        "যদি এবং কেবল যদি",
        "ঠিক তখনই",
        "đúng khi",
        "tương đương",
    ];
    range.clone().any(|index| line.is(index, Sign::Iff)) || within(line, range, BOTH)
}

/// Whether the words before a row of numbers say that they are positions.
#[must_use]
pub fn names_positions(line: &Line, at: usize) -> bool {
    const POSITIONS: &[&str] = &[
        "n",
        "position",
        "positions",
        "vị trí",
        "trạng thái",
        "thế",
        "অবস্থা",
        "অবস্থান",
        "পজিশন",
        "ঘর",
        "heap",
        "viên",
        "đống",
    ];
    within(line, at.saturating_sub(6)..at, POSITIONS)
}

/// Whether the words before a row of numbers say that they are the losing positions.
#[must_use]
pub fn names_losing(line: &Line, at: usize) -> bool {
    const LOSING: &[&str] = &[
        "losing",
        "thua",
        "হারা",
        "হারার",
        "পরাজয়",
        "lạnh",
        "cold",
        "হারে",
        "p position",
        "p positions",
    ];
    let from = at.saturating_sub(9);
    let letter = (from..at).any(|index| {
        matches!(line.raw(index), "P" | "L")
            && (line.is(index + 1, Sign::Minus)
                || line.is(index + 1, Sign::Colon)
                || line
                    .word(index + 1)
                    .is_some_and(|word| words::POSITION_SUFFIXES.contains(&word)))
    });
    letter || within(line, from..at, LOSING) && !names_winning(line, at)
}

/// Whether the words before a row of numbers say that they are winning positions.
#[must_use]
pub fn names_winning(line: &Line, at: usize) -> bool {
    const WINNING: &[&str] = &["winning", "thắng", "জেতা", "জয়", "জেতে"];
    let from = at.saturating_sub(6);
    let letter = (from..at).any(|index| {
        matches!(line.raw(index), "N" | "W")
            && (line.is(index + 1, Sign::Minus) || line.is(index + 1, Sign::Colon))
    });
    letter || within(line, from..at, WINNING)
}

/// Whether a text goes on from what was said before: it begins with an arrow or a "so".
#[must_use]
pub fn concludes(line: &Line) -> bool {
    line.is(0, Sign::Arrow)
        || any(
            line,
            0,
            &[
                "vậy",
                "suy ra",
                "do đó",
                "nên",
                "vì vậy",
                "অতএব",
                "সুতরাং",
                "তাই",
                "কাজেই",
                "so",
                "hence",
                "therefore",
                "thus",
            ],
        )
        .is_some()
}

/// Whether the word before a row of numbers says that moves lead there.
#[must_use]
pub fn leads_to(line: &Line, at: usize) -> bool {
    at > 0
        && within(
            line,
            at.saturating_sub(2)..at,
            &["tới", "đến", "đi tới", "যায়", "যাওয়া যায়", "leads to", "to"],
        )
}

/// Whether the words before a set say that it holds values.
#[must_use]
pub fn names_values(line: &Line, at: usize) -> bool {
    at > 0
        && within(
            line,
            at.saturating_sub(2)..at,
            &["giá trị", "মান", "মানগুলো", "values", "value"],
        )
}

/// Whether the word behind a number says that it is among the values (`0 আছে`), or that it is not (`2 নেই`).
#[must_use]
pub fn is_among(line: &Line, at: usize) -> Option<bool> {
    if any(
        line,
        at,
        &["আছে", "có mặt", "là có", "is there", "is present"],
    )
    .is_some()
    {
        return Some(true);
    }
    any(
        line,
        at,
        &["নেই", "không có", "vắng", "thiếu", "is missing", "is not"],
    )
    .map(|_| false)
}
