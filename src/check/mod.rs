//! Claims x solve x run -> Report. The comparison, the reason and the fix are written once, here.
pub mod output;
pub mod report;
