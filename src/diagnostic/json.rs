//! Findings as JSON: the figures of each lesson, the diagnostics, the totals. Paths are relative to the course; lines and
//! columns count from 1, columns in Unicode scalar values, ends exclusive.

use super::{Diagnostic, Findings, Form, LessonFindings};
use crate::source::{Sources, Span};
use serde_json::{Map, Value, json};

pub(super) struct Json;

impl Form for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn purpose(&self) -> &'static str {
        "for programs: every figure, diagnostic and fix"
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let sources = findings.sources;
        let lessons = findings.lessons.iter().map(|one| lesson(sources, one));
        let diagnostics = findings
            .diagnostics
            .iter()
            .map(|one| diagnostic(sources, one));
        let totals = findings.totals();
        let value = json!({
            "version": 1,
            "lessons": lessons.collect::<Vec<_>>(),
            "diagnostics": diagnostics.collect::<Vec<_>>(),
            "totals": {
                "lessons": totals.lessons,
                "figures": totals.figures,
                "claims": totals.claims,
                "confirmed": totals.confirmed,
                "refuted": totals.refuted,
                "unchecked": totals.unchecked,
            },
        });
        format!("{value:#}\n")
    }
}

fn lesson(sources: &Sources, lesson: &LessonFindings<'_>) -> Value {
    let mut figures = Vec::new();
    for figure in &lesson.figures {
        let mut object = Map::new();
        object.insert("kind".to_owned(), json!(figure.kind));
        object.extend(region(sources, figure.span));
        object.insert("game".to_owned(), json!(figure.game));
        object.insert("game_from".to_owned(), json!(figure.game_from));
        object.insert("claims".to_owned(), json!(figure.claims()));
        object.insert("confirmed".to_owned(), json!(figure.confirmed));
        object.insert("refuted".to_owned(), json!(figure.refuted));
        object.insert("unchecked".to_owned(), json!(figure.unchecked));
        figures.push(Value::Object(object));
    }
    let mut object = Map::new();
    object.insert("path".to_owned(), json!(lesson.path));
    object.insert("figures".to_owned(), Value::Array(figures));
    for (key, what, places) in [
        ("opted_out", "reason", &lesson.opted_out),
        ("unclear", "why", &lesson.unclear),
    ] {
        if places.is_empty() {
            continue;
        }
        let places = places.iter().map(|(span, reason)| {
            let mut place = region(sources, *span);
            place.insert(what.to_owned(), json!(reason));
            Value::Object(place)
        });
        object.insert(key.to_owned(), Value::Array(places.collect()));
    }
    Value::Object(object)
}

fn diagnostic(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let span = diagnostic.primary.span;
    let mut object = Map::new();
    object.insert("code".to_owned(), json!(diagnostic.code.id()));
    object.insert("severity".to_owned(), json!(diagnostic.severity().id()));
    object.insert("path".to_owned(), json!(sources.path(span.file)));
    object.extend(region(sources, span));
    object.insert("message".to_owned(), json!(diagnostic.message));
    for (key, value) in [
        ("written", &diagnostic.written),
        ("computed", &diagnostic.computed),
        ("because", &diagnostic.because),
        ("help", &diagnostic.help),
    ] {
        if let Some(value) = value {
            object.insert(key.to_owned(), json!(value));
        }
    }
    if !diagnostic.related.is_empty() {
        let related = diagnostic.related.iter().map(|label| {
            let mut place = Map::new();
            place.insert("path".to_owned(), json!(sources.path(label.span.file)));
            place.extend(region(sources, label.span));
            place.insert("message".to_owned(), json!(label.text));
            Value::Object(place)
        });
        object.insert("related".to_owned(), Value::Array(related.collect()));
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        let edits = suggestion.edits.iter().map(|edit| {
            let mut place = region(sources, edit.span);
            place.insert("text".to_owned(), json!(edit.text));
            Value::Object(place)
        });
        object.insert("fix".to_owned(), Value::Array(edits.collect()));
    }
    Value::Object(object)
}

fn region(sources: &Sources, span: Span) -> Map<String, Value> {
    let (start, end) = (sources.start(span), sources.end(span));
    let mut region = Map::new();
    region.insert("line".to_owned(), json!(start.line));
    region.insert("column".to_owned(), json!(start.column));
    region.insert("end_line".to_owned(), json!(end.line));
    region.insert("end_column".to_owned(), json!(end.column));
    region
}
