//! Lines of an earlier sample, quoted to be explained. A line of dots stands for what is left out.
//!
//! ```text
//!     while m in s:
//!         m += 1
//! ```

use crate::figure::claim::{Answer, Claim, Notation, Picture, Question};
use crate::figure::context::Context;
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Scene;
use crate::figure::unit::{Form, Unit};

/// The reader.
pub struct Kind;

/// How alike a line must be to one of the sample to be a slip of it, from 0 to 1.
const ALIKE: f64 = 0.9;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "excerpt"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        if unit.form != Form::Fence || context.code.is_empty() {
            return;
        }
        let mut claims = Vec::new();
        let (mut exact, mut telling) = (0, 0);
        for span in &unit.spans {
            let text = context.text(*span);
            let line = text.trim();
            if line.is_empty() || matches!(line, "..." | "…" | "# ..." | "// ..." | "# …" | "// …")
            {
                continue;
            }
            let stands = context.code.iter().any(|known| known == line);
            let nearest = if stands {
                Some(line.to_owned())
            } else {
                nearest(line, &context.code)
            };
            exact += usize::from(stands);
            // A bracket or `return` stands in any program.
            telling += usize::from(stands && line.chars().count() >= 8);
            let place = crate::source::Span::new(
                span.file,
                span.start as usize + (text.len() - text.trim_start().len()),
                span.start as usize + text.trim_end().len(),
            );
            claims.push(Claim {
                span: place,
                question: Question::Excerpt {
                    nearest: nearest.unwrap_or_default(),
                },
                written: Answer::Text(line.to_owned()),
                notation: Notation::Plain,
            });
        }
        let slip = |claim: &Claim| matches!(&claim.question, Question::Excerpt { nearest } if !nearest.is_empty());
        // Most lines stand in the sample, and the others are slips of lines that do.
        let quoted = telling >= 1 && exact * 2 >= claims.len() && claims.iter().all(slip);
        let slipped = exact == 0
            && !claims.is_empty()
            && claims.iter().all(slip)
            && claims.iter().all(|claim| claim.span.range().len() >= 16);
        if quoted || slipped {
            let lines = 0..unit.lines.len();
            unit.add(
                self.id(),
                lines,
                claims,
                &Scene::default(),
                Picture::InPlace,
            );
        }
    }
}

fn nearest(line: &str, code: &[String]) -> Option<String> {
    code.iter()
        .filter(|known| known.len().abs_diff(line.len()) <= 4)
        .map(|known| (strsim::normalized_levenshtein(known, line), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(a, one), (b, other)| a.total_cmp(b).then_with(|| other.cmp(one)))
        .map(|(_, known)| known.clone())
}
