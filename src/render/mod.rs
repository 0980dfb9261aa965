//! Site + Report -> Pages, in memory.
