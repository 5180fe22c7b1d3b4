//! # The engine
//!
//! Configurable program analysis with adjustable precision. It knows no analysis by name, not even what a location is.
//!
//! - `analysis.rs`: the trait that an analysis implements, with a worked example. **Read this first.**
//! - `part.rs`: the same with numbers for states, as the engine sees it; `composite.rs`: parts put together; `wrapper.rs`: a part around a part;
//! - `question.rs`: what parts ask each other;
//! - `algorithm.rs`: the algorithm; `reached.rs`: what it has reached; `waitlist.rs`: in which order it explores; `draw.rs`: a
//!   picture of it; `levels.rs`: its shape;
//! - `cegar.rs`: refinement guided by counterexamples; `portfolio.rs`: several configurations for one question.

pub mod algorithm;
pub mod analysis;
pub mod cegar;
pub mod composite;
pub mod draw;
pub mod levels;
pub mod part;
pub mod portfolio;
pub mod question;
pub mod reached;
pub mod store;
pub mod waitlist;
pub mod wrapper;

pub use algorithm::{Algorithm, Ended, Exploration, Granularity};
pub use analysis::*;
pub use cegar::{Cegar, Judge, Judgement, Outcome, Progress, Refining};
pub use composite::Composite;
pub use part::{Component, Part, Peers, PrecisionId, Rank, StateId};
pub use question::{Fact, Question, Siblings, Valued};
pub use reached::{Node, NodeId, Reached, Status};
pub use store::Store;
pub use waitlist::{Traversal, Waitlist};
pub use wrapper::{Control, Wrapper};
