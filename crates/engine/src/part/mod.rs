//! Analyses as the engine sees them: states and precisions are numbers.
//!
//! A [`Part`] keeps its states and precisions in stores of its own and has one state *in hand*,
//! which steps change in place. [`Component`](crate::Component) makes a part of any
//! [`Analysis`](crate::Analysis); it is the only place where types are erased.
//! [`Composite`](crate::Composite) is a part made of parts, [`Wrapper`](crate::Wrapper) a part
//! around a part.
//!
//! What a part can do is on four pages, each with an example:
//!
//! - [`States`] (`states.rs`): what states are, which cover which, how they merge;
//! - [`Steps`] (`steps.rs`): how the state in hand takes a step;
//! - [`Refines`] (`refines.rs`): what it says about proofs, and how it excludes a path;
//! - [`Reduces`] (`reduces.rs`): how blocks are analysed apart from those who use them. Not every
//!   part can: [`Part::reducer`] says whether.
//!
//! What never changes about a part is its [`Profile`], so that nobody has to ask after every move.

mod reduces;
mod refines;
mod siblings;
mod states;
mod steps;

pub use reduces::{Point, Reduces};
pub use refines::{Refines, Statistics};
pub use siblings::Siblings;
pub use states::{Rank, States};
pub use steps::{Peers, Steps};

use crate::abilities::{Abilities, Coverage, Order};

/// The number of a state in the store of its part.
pub type StateId = u32;
/// The number of a precision in the store of its part.
pub type PrecisionId = u32;

/// What never changes about a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Which questions of the engine it ever answers.
    pub abilities: Abilities,
    /// Is [`Steps::strengthen`] to be called?
    pub strengthens: bool,
    /// Is [`Steps::adjust`] to be called?
    pub adjusts: bool,
    /// Can states ever merge?
    pub merges: bool,
    /// Does merging mean no more than both states?
    pub merges_exactly: bool,
    /// Does joining?
    pub joins_exactly: bool,
    /// Which states can cover which.
    pub order: Order,
    /// How coverage is checked.
    pub stop: Coverage,
}

/// An analysis with numbers for states.
pub trait Part: States + Steps + Refines {
    /// The name, as in configurations.
    fn name(&self) -> &'static str;

    /// What never changes about it.
    fn profile(&self) -> &Profile;

    /// How it reduces states to what matters in a block; `None` if it cannot, so that it has no
    /// place in an analysis by blocks.
    fn reducer(&mut self) -> Option<&mut dyn Reduces>;
}
