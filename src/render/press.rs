//! What every page is made with: the course and what was found in it, and the tools that are made once.

use crate::check::report::Report;
use crate::failure::Failure;
use crate::load::Inputs;
use crate::parse::site::Site;
use crate::render::code::Highlighter;
use crate::render::language::Languages;
use crate::render::math::Typesetter;
use crate::render::templates::Templates;

/// The course and the tools, shared by all threads.
pub(crate) struct Press<'a> {
    pub(crate) site: &'a Site,
    pub(crate) report: &'a Report,
    pub(crate) inputs: &'a Inputs,
    pub(crate) languages: Languages,
    pub(crate) templates: Templates,
    pub(crate) typesetter: Typesetter,
    pub(crate) highlighter: Highlighter,
}

impl<'a> Press<'a> {
    pub(crate) fn new(
        site: &'a Site,
        report: &'a Report,
        inputs: &'a Inputs,
    ) -> Result<Self, Failure> {
        Ok(Self {
            site,
            report,
            inputs,
            languages: Languages::load(&inputs.templates)?,
            templates: Templates::load(&inputs.templates)?,
            typesetter: Typesetter::default(),
            highlighter: Highlighter::default(),
        })
    }
}
