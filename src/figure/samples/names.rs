//! A scanned text -> the names that it leaves behind for later samples.

use super::scan::{Scan, Statement};
use std::collections::BTreeSet;

/// The names that the outer level of a text binds.
#[must_use]
pub fn bound(scan: &Scan) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for statement in outer(scan) {
        bind(&statement.code, &mut names);
    }
    names
}

/// Whether a statement at the outer level begins with one of the names: it may change what the name stands for.
#[must_use]
pub fn touches(scan: &Scan, names: &BTreeSet<String>) -> bool {
    outer(scan).any(|statement| names.contains(statement.head()))
}

/// The statements that are not part of a function or class.
fn outer(scan: &Scan) -> impl Iterator<Item = &Statement> {
    let mut inside: Option<usize> = None;
    scan.statements.iter().filter(move |statement| {
        if inside.is_some_and(|indent| statement.indent > indent) {
            return false;
        }
        inside = matches!(statement.head(), "def" | "class" | "async").then_some(statement.indent);
        true
    })
}

fn bind(code: &str, names: &mut BTreeSet<String>) {
    let (head, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    match head {
        "def" | "class" => add_first(rest, names),
        "async" => bind(rest.trim_start(), names),
        "import" => {
            for module in rest.split(',') {
                match module.split_once(" as ") {
                    Some((_, alias)) => add_first(alias, names),
                    None => add_first(module.split('.').next().unwrap_or_default(), names),
                }
            }
        }
        "from" => {
            let list = rest.split_once(" import ").map_or("", |(_, list)| list);
            for name in list.split(',') {
                let name = name.split_once(" as ").map_or(name, |(_, alias)| alias);
                add_first(name.trim_start_matches(['(', ' ']), names);
            }
        }
        "for" => {
            let target = rest.split_once(" in ").map_or("", |(target, _)| target);
            add_targets(target, names);
        }
        "with" => {
            for part in rest.split(" as ").skip(1) {
                add_first(part, names);
            }
        }
        _ => {
            // `a = b = f(x)`, `a, b = 1, 2`, `a: int = 1`: each part before an equals sign at the outer level.
            let (mut depth, mut start) = (0usize, 0);
            for (at, c) in code.char_indices() {
                match c {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.saturating_sub(1),
                    '=' if depth == 0 => {
                        let before = code.get(start..at).unwrap_or_default();
                        let after = code.get(at + 1..).unwrap_or_default();
                        if after.starts_with('=') || before.ends_with(['=', '!', '<', '>']) {
                            break;
                        }
                        let target = before.split(':').next().unwrap_or_default();
                        add_targets(target, names);
                        start = at + 1;
                    }
                    _ => {}
                }
            }
        }
    }
}

fn add_targets(targets: &str, names: &mut BTreeSet<String>) {
    for target in targets.split(',') {
        let target = target.trim_matches(|c: char| " ()[]*+-/%&|^@".contains(c));
        if target.chars().all(|c| c.is_alphanumeric() || c == '_') {
            add_first(target, names);
        }
    }
}

fn add_first(text: &str, names: &mut BTreeSet<String>) {
    let name: String = text
        .trim_start()
        .chars()
        .take_while(|&c| c.is_alphanumeric() || c == '_')
        .collect();
    if name.chars().next().is_some_and(|c| !c.is_numeric()) {
        names.insert(name);
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    #[test]
    fn names_of_the_outer_level() {
        let text = "import os.path, heapq as hq\nfrom functools import (lru_cache,\n    reduce as fold)\n\ndef f(a):\n    inner = 1\n    return inner\n\nclass C:\n    field = 1\n\nfor i, j in pairs:\n    last = i\na = b = f(x=1)\nn: int = 3\n(c, *d) = 1, 2\ne += 1\ng == 2\nh[0] = 1\nwith f() as w:\n    pass\n";
        let names: Vec<String> = bound(&scan(text)).into_iter().collect();
        assert_eq!(
            names,
            [
                "C",
                "a",
                "b",
                "c",
                "d",
                "e",
                "f",
                "fold",
                "hq",
                "i",
                "j",
                "last",
                "lru_cache",
                "n",
                "os",
                "w"
            ]
        );
        let names = BTreeSet::from(["a".to_owned()]);
        assert!(touches(&scan("a.append(1)"), &names));
        assert!(touches(&scan("a[0] = 1"), &names));
        assert!(!touches(
            &scan("print(a)\ndef f():\n    a.append(1)"),
            &names
        ));
    }
}
