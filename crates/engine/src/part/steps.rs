//! How the state in hand takes a step.
//!
//! The exploration loads a state, asks which moves are possible, lets the part step along one of
//! them, again and again while the way is decided, and saves what it came to. Only then is a
//! number looked up: a long decided stretch costs no hashing.
//!
//! ```
//! use adumbra_engine::*;
//! use adumbra_program::{Edge, Move};
//!
//! /// How many edges were passed, in rounds of three.
//! struct Rounds;
//!
//! impl Analysis for Rounds {
//!     type State = u32;
//!     type Precision = ();
//!     fn name(&self) -> &'static str { "rounds" }
//!     fn initial(&mut self) -> (u32, ()) { (0, ()) }
//!     fn transfer(&mut self, state: &mut u32, _: &(), _: Move, _: &Siblings<'_>) -> Flow<u32> {
//!         *state = (*state + 1) % 3;
//!         Flow::On
//!     }
//!     fn pause(&self, state: &u32) -> Pause { if *state == 0 { Pause::LoopHead } else { Pause::No } }
//!     fn show(&self, state: &u32) -> String { state.to_string() }
//! }
//!
//! let mut part = Component::new(Rounds);
//! let (start, precision) = part.initial();
//! part.load(start);
//! for edge in 0..3 {
//!     let step = Move::Edge(Edge::from_u32(edge));
//!     assert_eq!(part.step(precision, step, &Siblings::NONE), Flow::On);
//! }
//! assert_eq!(part.pause(), Pause::LoopHead);
//! assert_eq!(part.save(), start);
//! ```

use super::{PrecisionId, Siblings, StateId};
use crate::block::{BlockId, Boundary};
use crate::question::{Fact, Question};
use crate::transfer::{Adjusted, Flow, Moves, Pause};
use adumbra_program::{ExprId, Move};
use adumbra_verdict::Target;

/// States of a partition that were reached, as a part sees them.
pub type Peers<'a> = dyn Fn(&mut dyn FnMut(StateId) -> bool) + 'a;

/// The steps of a part. What has no state argument is about the state in hand.
/// [`Analysis`](crate::Analysis) says what each operation means and owes.
pub trait Steps {
    /// Takes a state in hand.
    fn load(&mut self, state: StateId);

    /// The number of the state in hand.
    fn save(&mut self) -> StateId;

    /// The moves that are possible.
    fn moves(&mut self, siblings: &Siblings<'_>) -> Moves;

    /// Does a condition have one truth value?
    fn decide(&mut self, condition: ExprId) -> Option<bool>;

    /// Takes a step. After anything but [`Flow::On`] there is no state in hand.
    fn step(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId>;

    /// Takes a step along an edge as if nothing happened there.
    fn skip(&mut self, _precision: PrecisionId, _step: Move, _siblings: &Siblings<'_>) -> Flow<StateId> {
        Flow::On
    }

    /// Uses what siblings know.
    fn strengthen(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId>;

    /// Drops what is of no use.
    fn settle(&mut self, precision: PrecisionId, siblings: &Siblings<'_>);

    /// Adjusts state and precision.
    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>, siblings: &Siblings<'_>)
    -> (PrecisionId, Adjusted);

    /// Acts on a state that waits, after an interruption.
    fn resume(&mut self, precision: PrecisionId, siblings: &Siblings<'_>) -> PrecisionId;

    /// Is the state one that must not be reached?
    fn target(&self) -> Option<Target>;

    /// May a node be made here? At a target one must.
    fn pause(&self) -> Pause;

    /// Where the state is with regard to blocks, seen from a set that explores `within` one, or
    /// from the set of the whole program. Only asked at [`Pause::Boundary`].
    fn boundary(&self, within: Option<BlockId>, siblings: &Siblings<'_>) -> Boundary;

    /// Answers a question.
    fn answer(&self, question: Question) -> Option<Fact>;
}
