//! # The analyses
//!
//! One module an analysis, each written against the engine's trait.

pub mod callstack;
pub mod location;
