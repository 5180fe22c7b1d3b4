//! # The analyses
//!
//! One module an analysis, each written against the engine's trait; [`configuration`] says which of them work together, and
//! [`verify()`] lets them.

mod assumed;
pub mod automaton;
pub mod bound;
mod bounding;
pub mod callstack;
mod certify;
pub mod configuration;
pub mod constant;
mod counted;
pub mod dataflow;
pub mod dominators;
pub mod exported;
pub mod facts;
mod features;
pub mod flow;
mod guess;
mod inducing;
mod induction;
pub mod interval;
mod judge;
pub mod location;
pub mod pointers;
pub mod powerset;
pub mod predicate;
mod random;
pub mod reaching;
pub mod slicing;
mod standing;
pub mod uninitialised;
mod valuations;
pub mod value;
mod verify;

pub use assumed::{assumed_in, assumed_of_externals, called_externals};
pub use certify::LEAST_CHECK;
pub use features::Features;
pub use verify::{Host, Request, Verified, verify};
