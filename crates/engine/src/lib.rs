//! # The engine
//!
//! Configurable program analysis with adjustable precision. It knows no analysis by name, not even
//! what a location is.
//!
//! - `analysis.rs`: the trait that an analysis implements, with a worked example. **Read this
//!   first.** What its methods take and answer: `transfer.rs`, `abilities.rs`, `refinement.rs`,
//!   `block.rs`;
//! - `part/`: the same with numbers for states, as the engine sees it, on four pages;
//!   `component.rs`: an analysis as a part; `composite.rs`: parts put together, with the
//!   operators of `product.rs`; `wrapper.rs`: a part around a part;
//! - `question.rs`: what parts ask each other;
//! - `explore.rs`: the algorithm; `set.rs`, `reached.rs`, `node.rs`: what it has reached;
//!   `waitlist.rs`: in which order it explores; `path.rs`: paths to nodes; `algorithm.rs`: a part
//!   with one set; `draw.rs`: a picture of it; `levels.rs`: its shape;
//! - `memo/`: many sets, one for each block and way into it;
//! - `cegar.rs`: refinement guided by counterexamples; `portfolio.rs`: several configurations for
//!   one question.

pub mod abilities;
pub mod algorithm;
pub mod analysis;
pub mod block;
pub mod cegar;
pub mod component;
pub mod composite;
pub mod draw;
pub mod explore;
pub mod levels;
pub mod memo;
pub mod node;
pub mod part;
pub mod path;
pub mod portfolio;
pub mod product;
pub mod question;
pub mod reached;
pub mod refinement;
pub mod set;
pub mod store;
pub mod transfer;
pub mod waitlist;
pub mod wrapper;

pub use abilities::{Abilities, Coverage, Merge, Order};
pub use algorithm::{Algorithm, CannotReduce};
pub use analysis::{Analysis, Reducing};
pub use block::{Block, BlockId, BlockKind, BlockTable, Boundary, Described};
pub use cegar::{Cegar, Judge, Judgement, Outcome, Progress, Refining};
pub use component::Component;
pub use composite::Composite;
pub use explore::{Ended, Exploration, Explored, Granularity, explore, through, through_more};
pub use memo::{Fixpoint, MemoCounts, Memoizing, Recursion};
pub use node::{NodeId, SetId, Status, Step};
pub use part::{
    Part, Peers, Point, PrecisionId, Profile, Rank, Reduces, Refines, Siblings, StateId, States, Statistics, Steps,
};
pub use path::{FoundPath, Place, path_to};
pub use product::{ProductMerge, ProductOperators, ProductStop};
pub use question::{Fact, Given, GivenObject, GivenUp, Question, Valued};
pub use reached::{Node, Reached};
pub use refinement::{ErrorPath, Refinement};
pub use set::{Counts, Set};
pub use store::Store;
pub use transfer::{Adjusted, Flow, Moves, Pause};
pub use waitlist::{Traversal, Waitlist};
pub use wrapper::{Control, Wrapper};
