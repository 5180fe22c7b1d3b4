//! What states are: where they begin, which cover which, how they merge.
//!
//! ```
//! use adumbra_engine::*;
//! use adumbra_program::Move;
//!
//! /// Counts up to a number, and then only knows that it was more.
//! struct AtMost(u32);
//!
//! impl Analysis for AtMost {
//!     type State = Option<u32>;
//!     type Precision = ();
//!     fn name(&self) -> &'static str { "at-most" }
//!     fn initial(&mut self) -> (Option<u32>, ()) { (Some(0), ()) }
//!     fn order(&self) -> Order { Order::General }
//!     fn covers(&mut self, general: &Option<u32>, special: &Option<u32>) -> bool {
//!         general.is_none() || general == special
//!     }
//!     fn join(&mut self, a: &Option<u32>, b: &Option<u32>) -> Option<Option<u32>> {
//!         Some(if a == b { *a } else { None })
//!     }
//!     fn transfer(
//!         &mut self, state: &mut Option<u32>, _: &(), _: Move, _: &Siblings<'_>,
//!     ) -> Flow<Option<u32>> {
//!         *state = state.map(|n| n + 1).filter(|n| *n <= self.0);
//!         Flow::On
//!     }
//!     fn show(&self, state: &Option<u32>) -> String { format!("{state:?}") }
//! }
//!
//! let mut part = Component::with(AtMost(3), Merge::Join, Coverage::Sep);
//! let (zero, precision) = part.initial();
//! part.load(zero);
//! part.step(precision, Move::Edge(adumbra_program::Edge::from_u32(0)), &Siblings::NONE);
//! let one = part.save();
//! assert!(!part.covers(zero, one));
//! let merged = part.merge(one, zero, precision).unwrap();
//! assert!(part.covers(merged, one) && part.covers(merged, zero));
//! assert_eq!(part.show(merged), "None");
//! ```

use super::{PrecisionId, StateId};
use adumbra_verdict::StateFacts;
use adumbra_verdict::certificate::Description;

/// By what waiting states are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// The location's number in reverse post-order.
    ReversePostorder,
    /// The number of open calls.
    CallDepth,
    /// How far it is to something that was not explored yet. As more is explored, it can only get
    /// farther.
    Uncovered,
}

/// The states of a part. [`Analysis`](crate::Analysis) says what each operation means and owes.
pub trait States {
    /// The state and precision at the start of the program.
    fn initial(&mut self) -> (StateId, PrecisionId);

    /// Does one state stand for everything that another stands for?
    fn covers(&mut self, general: StateId, special: StateId) -> bool;

    /// Is a state covered by the join of others?
    fn covered_by_join(&mut self, special: StateId, others: &[StateId]) -> bool;

    /// The shape of a state.
    fn shape(&self, state: StateId) -> u64;

    /// The state of the shape of another that covers a state, if it exists already.
    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId>;

    /// States with different keys neither merge nor cover each other.
    fn partition(&self, state: StateId) -> u64;

    /// Weakens the old state so that it stands for the new one too.
    fn merge(&mut self, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId>;

    /// A state that covers both, such that no chain of it goes on for ever.
    fn widen(&mut self, old: StateId, new: StateId) -> Option<StateId>;

    /// A position in an order of exploration.
    fn rank(&self, state: StateId, by: Rank) -> Option<u32>;

    /// Adds what is known in a state to the facts of a certificate.
    fn facts(&self, state: StateId, facts: &mut StateFacts);

    /// How objects hang together of which facts that were told speak as many.
    fn descriptions(&self) -> Vec<Description> {
        Vec::new()
    }

    /// Is a proof complete without the state, because it is on the way between others?
    fn is_on_the_way(&self, state: StateId) -> bool;

    /// The state as text.
    fn show(&self, state: StateId) -> String;
}
