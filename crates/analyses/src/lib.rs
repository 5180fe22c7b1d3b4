//! # The analyses
//!
//! One module an analysis, each written against the engine's trait. Those of explicit values and of
//! predicates are crates of their own; [`textbook`] has those that show the theory.

pub mod automaton;
pub mod bound;
pub mod callstack;
pub mod invariants;
pub mod location;
pub mod mentions;
pub mod numeric;
pub mod partition;
pub mod pointers;
pub mod pointing;
pub mod powerset;
pub mod registry;
pub mod slicing;
pub mod textbook;
pub mod validity;
