//! Holds the invariants that stand at the top of `src/lib.rs`: reads the sources and names each line that breaks one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Which modules a module may use, besides itself. What stands to the right is nearer to the source of the flow.
const ARROWS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("failure", &[]),
    ("solve", &[]),
    ("answer", &["solve"]),
    ("run", &[]),
    ("diagnostic", &["source"]),
    ("yaml", &["diagnostic", "source"]),
    ("config", &["yaml", "diagnostic", "source"]),
    ("load", &["config", "diagnostic", "failure", "source"]),
    ("notation", &["parse", "solve", "source"]),
    (
        "parse",
        &["load", "config", "yaml", "diagnostic", "solve", "source"],
    ),
    (
        "figure",
        &[
            "parse",
            "notation",
            "solve",
            "run",
            "config",
            "diagnostic",
            "source",
        ],
    ),
    (
        "check",
        &[
            "figure",
            "parse",
            "notation",
            "solve",
            "run",
            "config",
            "diagnostic",
            "source",
        ],
    ),
    ("fix", &["diagnostic", "source"]),
    (
        "render",
        &[
            "check",
            "figure",
            "parse",
            "notation",
            "solve",
            "load",
            "config",
            "yaml",
            "diagnostic",
            "failure",
            "source",
        ],
    ),
    ("write", &["render", "load", "failure"]),
    ("cli", &["diagnostic"]),
];

/// A rule about words: the files it speaks of, those it leaves out, the words that must not stand there.
struct Ban {
    why: &'static str,
    inside: &'static str,
    except: &'static [&'static str],
    words: &'static [&'static str],
}

const BANS: &[Ban] = &[
    Ban {
        why: "figures are read, never solved",
        inside: "src/figure",
        except: &[],
        words: &[
            "Runner",
            "run::run",
            "Solver",
            "solve::Search",
            "solve::search",
            "solve::nim_sum",
            "solve::mex",
        ],
    },
    Ban {
        why: "check never looks at Markdown",
        inside: "src/check",
        except: &[],
        words: &["parse::block", "parse::markdown", "pulldown_cmark"],
    },
    Ban {
        why: "only load reads (run keeps its cache; write looks at what it replaces)",
        inside: "src",
        except: &["src/load", "src/run", "src/write"],
        words: &[
            "fs::",
            "File::open",
            "read_dir",
            "WalkDir",
            ".metadata()",
            ".exists()",
            ".is_file()",
            ".is_dir()",
            ".canonicalize()",
            "stdin()",
        ],
    },
    Ban {
        why: "only write writes (run keeps its cache)",
        inside: "src",
        except: &["src/write", "src/run"],
        words: &[
            "fs::write",
            "File::create",
            "create_dir",
            "fs::rename",
            "remove_dir",
            "remove_file",
            "OpenOptions",
        ],
    },
    Ban {
        why: "only main prints and exits (a child of run speaks to its parent)",
        inside: "src",
        except: &["src/main.rs", "src/run"],
        words: &[
            "println!",
            "print!",
            "eprintln!",
            "eprint!",
            "process::exit",
            "stdout()",
            "stderr()",
        ],
    },
    Ban {
        why: "nothing depends on the clock (run has a time limit)",
        inside: "src",
        except: &["src/run", "src/serve"],
        words: &["Instant::now", "SystemTime", "UNIX_EPOCH"],
    },
    Ban {
        why: "there are no globals",
        inside: "src",
        except: &[],
        words: &["static mut", "thread_local!"],
    },
    Ban {
        why: "the environment is read at the edge",
        inside: "src",
        except: &["src/main.rs", "src/run"],
        words: &["env::var", "current_exe", "current_dir"],
    },
];

#[test]
fn every_import_follows_the_arrows() {
    assert_none(
        sources()
            .iter()
            .flat_map(|(path, text)| against_the_arrows(path, text)),
    );
}

#[test]
fn the_invariants_hold() {
    assert_none(sources().iter().flat_map(|(path, text)| banned(path, text)));
}

#[test]
fn the_game_library_imports_the_standard_library_only() {
    let crates = dependencies();
    assert!(crates.contains("serde_json"), "{crates:?}");
    let sources = sources();
    let solve = sources
        .iter()
        .filter(|(path, _)| path.starts_with("src/solve/"));
    assert_none(solve.flat_map(|(path, text)| foreign(path, text, &crates)));
}

#[test]
fn every_file_of_a_list_is_listed() {
    for folder in ["src/solve/games", "src/figure/kinds"] {
        if !Path::new(folder).is_dir() {
            continue;
        }
        let list = fs::read_to_string(format!("{folder}/mod.rs")).expect("the list");
        let list = without_comments(&list);
        for (path, _) in sources() {
            if let Some(file) = path.strip_prefix(&format!("{folder}/"))
                && !file.contains('/')
                && file != "mod.rs"
            {
                let stem = file.trim_end_matches(".rs");
                assert!(
                    names(&list, stem),
                    "{path} stands in no list of {folder}/mod.rs"
                );
            }
        }
    }
    let forms = fs::read_to_string("src/diagnostic/form.rs").expect("the list");
    for (path, text) in sources() {
        if path.starts_with("src/diagnostic/") && text.contains("impl Form for") {
            let stem = path
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .trim_end_matches(".rs");
            assert!(
                forms.contains(&format!("super::{stem}::")),
                "{path} is not listed in form.rs"
            );
        }
    }
}

#[test]
fn every_module_is_in_the_note() {
    let note = fs::read_to_string("src/lib.rs").expect("lib.rs");
    let modules: Vec<&str> = note
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.len() > 10);
    for module in modules {
        assert!(
            note.contains(&format!("//! | [`{module}`]")),
            "{module} does not stand in the table at the top of src/lib.rs"
        );
        let known = ARROWS.iter().any(|(name, _)| *name == module);
        // The commands put everything together.
        assert!(
            known || matches!(module, "command" | "serve" | "import"),
            "{module} has no arrows"
        );
    }
}

#[test]
fn every_file_begins_by_saying_what_it_is() {
    for (path, _) in sources() {
        let text = fs::read_to_string(&path).expect("a source");
        assert!(
            text.starts_with("//! "),
            "{path} does not begin with `//! `"
        );
    }
}

/// Lists of words are compared with words of lessons in composed form (NFC): they must be written so.
#[test]
fn sources_are_in_composed_form() {
    use unicode_normalization::is_nfc;
    for (path, _) in sources() {
        let text = fs::read_to_string(&path).expect("a source");
        for (number, line) in text.lines().enumerate() {
            assert!(is_nfc(line), "{path}:{}: not in NFC: {line}", number + 1);
        }
    }
    assert!(!is_nfc("\u{09df}"));
}

/// The checks of this file see what they are there to see.
#[test]
fn the_checks_can_fail() {
    let crates = BTreeSet::from(["serde".to_owned()]);
    assert_eq!(
        foreign(
            "src/solve/a.rs",
            "use serde::Serialize;\nuse std::fmt;",
            &crates
        )
        .len(),
        1
    );
    assert_eq!(
        foreign("src/solve/a.rs", "fn a() { serde::x() }", &crates).len(),
        1
    );
    assert_eq!(
        against_the_arrows("src/solve/a.rs", "use crate::parse::Site;").len(),
        1
    );
    assert_eq!(
        against_the_arrows("src/yaml/a.rs", "use crate::{source::Span, load, check};").len(),
        2
    );
    assert_eq!(
        against_the_arrows("src/figure/a.rs", "let a = crate::check::x();").len(),
        1
    );
    assert_eq!(
        against_the_arrows("src/figure/a.rs", "use crate::figure::b;").len(),
        0
    );
    assert_eq!(
        banned("src/figure/kinds/a.rs", "let s = Solver::new();").len(),
        1
    );
    assert_eq!(banned("src/parse/a.rs", "std::fs::read(path)").len(), 1);
    assert_eq!(
        banned("src/load/a.rs", "std::fs::read(path); println!()").len(),
        1
    );
    let hidden = "// std::fs::read\nlet a = \"println!\";\n#[cfg(test)]\nmod tests { fn a() { println!() } }";
    assert_eq!(banned("src/parse/a.rs", &code(hidden)).len(), 0);
}

fn assert_none(found: impl Iterator<Item = String>) {
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Every source file: its path and its code, without comments, texts and unit tests.
fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let mut folders = vec!["src".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().expect("a type").is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(&path).expect("a source");
                sources.push((path, code(&text)));
            }
        }
    }
    sources.sort();
    assert!(sources.len() > 20);
    sources
}

fn code(text: &str) -> String {
    let text = match text.find("#[cfg(test)]\nmod ") {
        Some(at) => &text[..at],
        None => text,
    };
    without_comments(text)
}

/// Blanks out comments and the content of strings; keeps line ends.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|c| *c != '\n').is_some() {},
            '"' => {
                code.push('"');
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => {
                            chars.next();
                        }
                        '"' => break,
                        '\n' => code.push('\n'),
                        _ => {}
                    }
                }
                code.push('"');
            }
            '\'' => {
                // A character such as '"' must not open a string; a lifetime has no second quote.
                code.push('\'');
                let ahead: Vec<char> = chars.clone().take(3).collect();
                let length = match ahead.as_slice() {
                    ['\\', _, '\''] => 3,
                    [_, '\'', ..] => 2,
                    _ => 0,
                };
                for _ in 0..length {
                    chars.next();
                }
            }
            c => code.push(c),
        }
    }
    code
}

/// Whether a word stands in a text on its own.
fn names(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn module_of(path: &str) -> &str {
    let inner = path.trim_start_matches("src/");
    inner.split(['/', '.']).next().unwrap_or_default()
}

fn against_the_arrows(path: &str, text: &str) -> Vec<String> {
    let module = module_of(path);
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
        return Vec::new();
    };
    let mut used = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        if text[..at].ends_with('$') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            // `use crate::{a::b, c}`: the first word of each entry.
            let mut depth = 1;
            let mut entry = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                if depth == 0 || (depth == 1 && c == ',') {
                    used.insert(first_word(&entry));
                    entry.clear();
                } else {
                    entry.push(c);
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            used.insert(first_word(rest));
        }
    }
    used.iter()
        .filter(|name| ARROWS.iter().any(|(known, _)| known == name) || *name == "command")
        .filter(|name| *name != module && !allowed.contains(&name.as_str()))
        .map(|name| format!("{path}: {module} uses {name}, against the arrows"))
        .collect()
}

fn first_word(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

fn banned(path: &str, text: &str) -> Vec<String> {
    let under = |folder: &str| {
        path.strip_prefix(folder)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    let mut found = Vec::new();
    for ban in BANS {
        if !under(ban.inside) || ban.except.iter().any(|folder| under(folder)) {
            continue;
        }
        for word in ban.words {
            if text.contains(word) {
                found.push(format!("{path}: `{word}`: {}", ban.why));
            }
        }
    }
    found
}

/// The names of the crates that Cargo.toml lists, as code writes them.
fn dependencies() -> BTreeSet<String> {
    let manifest = fs::read_to_string("Cargo.toml").expect("Cargo.toml");
    let mut crates = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if inside && let Some((name, _)) = line.split_once('=') {
            crates.insert(name.trim().replace('-', "_"));
        }
    }
    crates
}

fn foreign(path: &str, text: &str, crates: &BTreeSet<String>) -> Vec<String> {
    crates
        .iter()
        .filter(|name| text.contains(&format!("{name}::")) || text.contains(&format!("use {name}")))
        .map(|name| format!("{path}: uses the crate {name}"))
        .collect()
}
