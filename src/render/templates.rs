//! The templates: those of the tool, each replaced by the course's own of the same name.

use crate::failure::Failure;
use std::collections::BTreeMap;
use tera::{Context, ErrorKind, Tera};

/// The built-in templates.
const FILES: &[(&str, &str)] = &[
    ("404.html", include_str!("../../templates/404.html")),
    ("base.html", include_str!("../../templates/base.html")),
    ("concept.html", include_str!("../../templates/concept.html")),
    (
        "concepts.html",
        include_str!("../../templates/concepts.html"),
    ),
    ("feed.xml", include_str!("../../templates/feed.xml")),
    ("home.html", include_str!("../../templates/home.html")),
    (
        "language.html",
        include_str!("../../templates/language.html"),
    ),
    ("lesson.html", include_str!("../../templates/lesson.html")),
    ("lessons.html", include_str!("../../templates/lessons.html")),
    ("sitemap.xml", include_str!("../../templates/sitemap.xml")),
    ("sources.html", include_str!("../../templates/sources.html")),
];

/// Templates, ready to be filled in.
pub(crate) struct Templates {
    tera: Tera,
}

impl Templates {
    /// Reads the templates, the course's own in place of those of the same name.
    pub(crate) fn load(own: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let mut all: BTreeMap<&str, &str> = FILES.iter().copied().collect();
        for (name, text) in own {
            if !name.starts_with("language/") {
                all.insert(name, text);
            }
        }
        let mut tera = Tera::default();
        tera.add_raw_templates(all.iter().map(|(name, text)| (*name, *text)))
            .map_err(|error| failure("", &error))?;
        Ok(Self { tera })
    }

    /// A template with its values.
    pub(crate) fn fill(&self, name: &str, values: &Context) -> Result<String, Failure> {
        self.tera
            .render(name, values)
            .map_err(|error| failure(name, &error))
    }
}

/// What a broken template stops the tool with: what, in which template, in which line.
fn failure(name: &str, error: &tera::Error) -> Failure {
    let help = "templates are written for Tera 2 (https://keats.github.io/tera/); templates/README.md lists the values that they get";
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let span = report.span();
            Failure::new(format!("template fails: {}", report.message()))
                .at(format!(
                    "templates/{}:{}:{}",
                    report.filename(),
                    span.start_line,
                    span.start_col + 1
                ))
                .help(help)
        }
        kind => {
            let failure = Failure::new(format!("template fails: {kind}")).help(help);
            if name.is_empty() {
                failure
            } else {
                failure.at(format!("templates/{name}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_template_is_placed() {
        let own = |name: &str, text: &str| BTreeMap::from([(name.to_owned(), text.to_owned())]);
        let failure = Templates::load(&own("lesson.html", "a\n{% if x %}\n"))
            .err()
            .unwrap();
        assert!(
            failure
                .place
                .as_deref()
                .unwrap()
                .starts_with("templates/lesson.html:"),
            "{failure}"
        );
        let templates = Templates::load(&own("home.html", "a\n  {{ nothing }}")).unwrap();
        let failure = templates.fill("home.html", &Context::new()).unwrap_err();
        assert_eq!(
            failure.place.as_deref(),
            Some("templates/home.html:2:6"),
            "{failure}"
        );
        let failure = Templates::load(&own("home.html", "{% extends \"none.html\" %}"))
            .err()
            .unwrap();
        assert!(failure.message.contains("none.html"), "{failure}");
    }

    #[test]
    fn every_file_is_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter(|name| name != "README.md")
            .collect();
        found.sort();
        assert_eq!(
            found,
            FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>()
        );
    }
}
