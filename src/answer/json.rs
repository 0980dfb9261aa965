//! An answer in; JSON out, for programs.

use super::figures::letter;
use super::{Answer, Row};
use crate::solve::{Period, Play, Position};
use serde_json::{Value, json};

/// Writes the answer.
pub(super) fn write(answer: &Answer) -> String {
    let value = json!({
        "version": 1,
        "rule": answer.rule,
        "play": if answer.play == Play::Misere { "misere" } else { "normal" },
        "period": answer.period.map(period),
        "outcome_period": answer.outcome_period.map(period),
        "positions": answer.rows.iter().map(row).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn period(period: Period) -> Value {
    json!({
        "preperiod": period.preperiod,
        "period": period.period,
        "theorem": period.theorem,
        "checked_up_to": period.checked_up_to,
    })
}

/// `null` stands for what is not known: too many options to list, no value under misère play.
fn row(row: &Row) -> Value {
    let options = row.options.as_ref().map(|options| {
        let option = |option: &super::Reach| {
            json!({
                "position": position(&option.position),
                "outcome": letter(option.outcome),
                "grundy": option.nimber,
            })
        };
        options.iter().map(option).collect::<Vec<_>>()
    });
    let mut values: Option<Vec<u64>> = None;
    if let (Some(_), Some(options)) = (row.nimber, &row.options) {
        let mut set: Vec<u64> = options.iter().filter_map(|option| option.nimber).collect();
        set.sort_unstable();
        set.dedup();
        values = Some(set);
    }
    json!({
        "position": position(&row.position),
        "outcome": letter(row.outcome),
        "grundy": row.nimber,
        "options": options,
        "option_values": values,
        "winning_moves": row.wins.as_ref().map(|wins| wins.iter().map(position).collect::<Vec<_>>()),
        "heaps": row.heaps.as_ref().map(|heaps| heaps.iter().map(|(_, value)| *value).collect::<Vec<_>>()),
    })
}

fn position(position: &Position) -> Value {
    match position {
        Position::Number(number) => json!(number),
        Position::List(numbers) => json!(numbers),
    }
}
