//! # Strategies
//!
//! How a program and a configuration become a verdict: [`configuration`] says which analyses work
//! together, and [`verify()`] lets them.

mod assumptions;
mod block_options;
mod blocks;
mod certify;
pub mod configuration;
mod contracts;
mod exploring;
pub mod facts;
mod features;
mod growing_bound;
mod growth;
pub mod heaps;
mod judge;
mod k_induction;
pub mod property_slice;
mod random;
pub mod registry;
pub mod slice_first;
mod statistics;
mod summaries;
pub mod task;
pub mod test_generation;
pub mod unrolled;
mod unwinding;
mod valuations;
mod verify;

pub use assumptions::{assumed_in, assumed_of_externals, called_externals};
pub use certify::LEAST_CHECK;
pub use contracts::merged as merged_summaries;
pub use features::{Feature, Features};
pub use summaries::Summaries;
pub use task::{Host, Request};
pub use verify::{Verified, verify};
