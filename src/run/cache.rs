//! Outcomes kept between runs: one file per program, named by a digest of all that decides the outcome.

use crate::run::cpp::Compiler;
use crate::run::{Language, Outcome, Program};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Changes whenever the interpreter, what it is given, or the form of an entry changes.
const VERSION: &str = "rustpython 0.5.0, entry 1";

/// Names the entry of a program.
pub(super) fn key(program: &Program, compiler: Option<&Compiler>) -> String {
    let mut digest = Sha256::new();
    digest.update(VERSION);
    match (program.language, compiler) {
        (Language::Cpp, Some(compiler)) => digest.update(&compiler.version),
        #[cfg(feature = "python")]
        _ => digest.update(super::python::PRELUDE),
        #[cfg(not(feature = "python"))]
        _ => {}
    }
    digest.update(serde_json::to_vec(program).unwrap_or_default());
    hex(&digest.finalize())
}

/// The outcome that was kept. A file that is damaged counts as missing.
pub(super) fn get(folder: &Path, key: &str) -> Option<Outcome> {
    let text = std::fs::read_to_string(path(folder, key)).ok()?;
    let (digest, body) = text.split_once('\n')?;
    if hex(&Sha256::digest(body)) != digest {
        return None;
    }
    serde_json::from_str(body).ok()
}

/// Keeps an outcome. A cache that cannot be written is no cache; nothing else depends on it.
pub(super) fn put(folder: &Path, key: &str, outcome: &Outcome) {
    // Two threads or processes may keep one outcome at once: each writes a file of its own and renames it.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Ok(body) = serde_json::to_string(outcome) else {
        return;
    };
    let target = path(folder, key);
    let Some(parent) = target.parent() else {
        return;
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let draft = parent.join(format!("{key}.{}.{number}", std::process::id()));
    let text = format!("{}\n{body}", hex(&Sha256::digest(&body)));
    let written = std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(&draft, text))
        .and_then(|()| std::fs::rename(&draft, &target));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
}

fn path(folder: &Path, key: &str) -> PathBuf {
    folder.join(key.get(..2).unwrap_or_default()).join(key)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{End, Printed};

    fn outcome() -> Outcome {
        Outcome {
            printed: vec![Printed {
                line: 1,
                top_line: 1,
                text: "ক্ষ\n".into(),
            }],
            again: None,
            end: End::Finished,
        }
    }

    #[test]
    fn what_is_kept_comes_back_and_damage_is_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let key = key(&Program::python("print('ক্ষ')"), None);
        assert_eq!(get(folder.path(), &key), None);
        put(folder.path(), &key, &outcome());
        assert_eq!(get(folder.path(), &key), Some(outcome()));

        let file = path(folder.path(), &key);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("ক্ষ", "খ")).unwrap();
        assert_eq!(get(folder.path(), &key), None, "a changed entry");
        std::fs::write(&file, &text.as_bytes()[..text.len() / 2]).unwrap();
        assert_eq!(get(folder.path(), &key), None, "half an entry");
    }

    #[test]
    fn everything_that_decides_the_outcome_is_in_the_key() {
        let base = Program::python("print(1)");
        let mut others = vec![base.clone(); 4];
        others[0].code.push('\n');
        others[1].input.push('1');
        others[2].limits.memory += 1;
        others[3].entries.push(1);
        for other in others {
            assert_ne!(key(&base, None), key(&other, None), "{other:?}");
        }
    }
}
