//! # The engine
//!
//! Configurable program analysis with adjustable precision. It knows no analysis by name, not even what a location is.
//!
//! - `analysis.rs`: the trait that an analysis implements, with a worked example. **Read this first.**
//! - `part.rs`: the same with numbers for states, as the engine sees it; `composite.rs`: parts put together;
//! - `question.rs`: what parts ask each other.

pub mod analysis;
pub mod composite;
pub mod part;
pub mod question;
pub mod store;

pub use analysis::*;
pub use composite::Composite;
pub use part::{Component, Part, Peers, PrecisionId, Rank, StateId};
pub use question::{Fact, Question, Siblings};
pub use store::Store;
