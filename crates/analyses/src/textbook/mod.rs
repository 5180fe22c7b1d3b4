//! Analyses as textbooks have them: references for the tests of others, and examples of what the
//! engine's trait can express.
//!
//! - `dataflow.rs`: any problem of data flow as an analysis, with the problems `reaching.rs`,
//!   `uninitialised.rs` and `flow.rs`;
//! - `dominators.rs`: what lies on every way; `backward.rs`: locations from the end of a function
//!   on;
//! - `constant.rs`: constant propagation with locations in its states.

pub mod backward;
pub mod constant;
pub mod dataflow;
pub mod dominators;
pub mod flow;
pub mod reaching;
pub mod uninitialised;

pub use backward::BackwardLocation;
