//! The kinds of figures, a file each. A new one is its file and its line in the list below.

use crate::figure::context::Context;
use crate::figure::unit::Unit;

/// A kind of figure: finds its own in a block, and takes the lines it understood.
pub trait FigureKind: Sync {
    /// The name that stands in reports.
    fn id(&self) -> &'static str;

    /// Looks at the lines that no earlier kind took.
    fn read(&self, unit: &mut Unit, context: &mut Context<'_>);
}

/// Declares the modules, and lists them in [`ALL`].
macro_rules! kinds {
    ($($kind:ident)*) => {
        $(pub mod $kind;)*

        /// Every kind, in the order in which they look at a block.
        pub const ALL: &[&dyn FigureKind] = &[$(&$kind::Kind),*];
    };
}

kinds! {
    game_graph
    excerpt
    operation_table
    strip
    bit_diagram
    aligned_table
    pipe_table
    running_text
}
