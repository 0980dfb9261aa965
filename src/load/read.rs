//! One file of a course -> its text or bytes, or a diagnostic that says why it cannot be used.

use super::{COURSE_FILE, Inputs, MAX_YAML, holds};
use crate::config::{self, Config};
use crate::diagnostic::{Code, Diagnostic};
use crate::failure::Failure;
use crate::source::{FileId, Span};
use std::collections::BTreeSet;
use std::path::Path;

/// Reads files of a course into [`Inputs`].
pub(super) struct Reader<'a> {
    root: &'a Path,
    pub(super) inputs: Inputs,
}

impl<'a> Reader<'a> {
    pub(super) fn new(root: &'a Path) -> Self {
        Self {
            root,
            inputs: Inputs::default(),
        }
    }

    /// Reads course.yaml, and reports folders that it names and that hold nothing.
    pub(super) fn course(&mut self, paths: &BTreeSet<&str>) -> Result<Config, Failure> {
        if !paths.contains(COURSE_FILE) {
            return Ok(Config::default());
        }
        let Some(file) = self.source(COURSE_FILE, MAX_YAML)? else {
            // It is there and cannot be used: the diagnostic stands, and the rest is read as any folder.
            return Ok(Config::default());
        };
        self.inputs.course = Some(file);
        let (config, _) = config::read(&self.inputs.sources, file);
        for (key, folder) in [
            ("templates", &config.templates),
            ("static", &config.statics),
        ] {
            if let Some(folder) = folder
                && !paths.iter().any(|path| holds(&folder.value, path))
            {
                let message = format!(
                    "`{key}` names the folder `{}`, which holds no file",
                    folder.value
                );
                let problem = Diagnostic::new(Code::WrongValue, folder.span, message)
                    .help("create the folder, or remove the key");
                self.inputs.diagnostics.push(problem);
            }
        }
        Ok(config)
    }

    /// Reads a text into the sources. `None` where it cannot be one; then it is reported.
    pub(super) fn source(&mut self, path: &str, limit: u64) -> Result<Option<FileId>, Failure> {
        let text = self.text(path, limit)?;
        Ok(text.map(|text| self.inputs.sources.add(path, text)))
    }

    pub(super) fn text(&mut self, path: &str, limit: u64) -> Result<Option<String>, Failure> {
        let size = std::fs::metadata(self.root.join(path))
            .map_err(|error| unreadable(self.root, path, &error))?
            .len();
        if size > limit {
            let message = format!(
                "the file has {}; it may have {}",
                bytes_in_words(size),
                bytes_in_words(limit)
            );
            self.report(path, Code::TooLarge, message, |problem| {
                problem.help("split it into several files")
            });
            return Ok(None);
        }
        let bytes = self.bytes(path, limit)?;
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Some(text)),
            Err(error) => error,
        };
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        let byte = bytes.get(at).copied().unwrap_or_default();
        let valid = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()).into_owned();
        // The text up to the fault gives the line and the column.
        let file = self.inputs.sources.add(path, valid);
        let message = format!("the file is not UTF-8: byte {at} is 0x{byte:02x}");
        let help = if wide {
            "the file looks like UTF-16; save it as UTF-8"
        } else {
            "save it as UTF-8 in your editor, or convert it with `iconv -t UTF-8`"
        };
        self.inputs
            .diagnostics
            .push(Diagnostic::new(Code::NotUtf8, Span::new(file, at, at), message).help(help));
        Ok(None)
    }

    pub(super) fn bytes(&self, path: &str, limit: u64) -> Result<Vec<u8>, Failure> {
        read(self.root, path, limit)
    }

    /// Reports a file whose text is not read.
    pub(super) fn report(
        &mut self,
        path: &str,
        code: Code,
        message: String,
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let file = self.inputs.sources.add(path, "");
        let problem = Diagnostic::new(code, Span::new(file, 0, 0), message);
        self.inputs.diagnostics.push(more(problem));
    }
}

/// Reads a file of at most `limit` bytes, also where it grows while it is read.
pub(super) fn read(root: &Path, path: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    use std::io::Read;
    let fail = |error: std::io::Error| unreadable(root, path, &error);
    let file = std::fs::File::open(root.join(path)).map_err(fail)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        let message = format!("a file has more than {}", bytes_in_words(limit));
        return Err(Failure::new(message)
            .at(root.join(path).display().to_string())
            .help("make it smaller, or keep it elsewhere and link to it"));
    }
    Ok(bytes)
}

fn unreadable(root: &Path, path: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read a file: {error}"))
        .at(root.join(path).display().to_string())
        .help("check that the file exists and that you may read it")
}

fn bytes_in_words(size: u64) -> String {
    match size {
        0..1024 => format!("{size} bytes"),
        1024..1_048_576 => format!("{} KiB", size.div_ceil(1024)),
        _ => format!("{} MiB", size.div_ceil(1 << 20)),
    }
}
