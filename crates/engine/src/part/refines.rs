//! What a part says about proofs, and how it excludes a path.
//!
//! A path to a target comes with the precisions that were used and the states that were reached on
//! it. A part that knows a precision with which the path is gone says so; a composite asks its
//! parts in turn.
//!
//! ```
//! use adumbra_engine::*;
//! use adumbra_program::{Edge, Move};
//! use adumbra_verdict::{Target, TargetKind};
//!
//! /// Forgets how many moves were made, unless its precision says up to where to count.
//! struct Counted;
//!
//! impl Analysis for Counted {
//!     type State = u32;
//!     type Precision = u32;
//!     fn name(&self) -> &'static str { "counted" }
//!     fn initial(&mut self) -> (u32, u32) { (0, 0) }
//!     fn transfer(&mut self, state: &mut u32, most: &u32, _: Move, _: &Siblings<'_>) -> Flow<u32> {
//!         *state = (*state + 1).min(*most);
//!         Flow::On
//!     }
//!     fn refine(
//!         &mut self, path: &ErrorPath<'_>, precision: &u32, _: &[&u32], _: &[&u32],
//!     ) -> Refinement<u32> {
//!         match path.moves.len() as u32 {
//!             needed if needed > *precision => Refinement::Excluded { precision: needed, from: 1 },
//!             _ => Refinement::Powerless,
//!         }
//!     }
//!     fn show(&self, state: &u32) -> String { state.to_string() }
//! }
//!
//! let mut part = Component::new(Counted);
//! let (start, coarse) = part.initial();
//! let edge = Edge::from_u32(0);
//! let target = Target { kind: TargetKind::TooDeep, edge };
//! let moves = [Move::Edge(edge); 2];
//! let path = ErrorPath { moves: &moves, nodes: &[0, 2], skipped: &[], target };
//! let Refinement::Excluded { precision, from: 1 } = part.refine(&path, coarse, &[coarse], &[start, start])
//! else { panic!("it can count") };
//! assert_ne!(precision, coarse);
//! assert_eq!(part.refine(&path, precision, &[precision], &[start, start]), Refinement::Powerless);
//! ```

use super::{PrecisionId, StateId};
use crate::refinement::{ErrorPath, Refinement};
use adumbra_program::{Edge, Violation};
use adumbra_stop::Stop;

/// What a part counted and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// What was counted.
    pub counts: Vec<(&'static str, u64)>,
    /// What refinement made it track, as text.
    pub tracked: Vec<(&'static str, String)>,
}

impl Statistics {
    /// Adds those of another part.
    pub fn extend(&mut self, other: Statistics) {
        self.counts.extend(other.counts);
        self.tracked.extend(other.tracked);
    }
}

/// A part in the loop of refinement. [`Analysis`](crate::Analysis) says what each operation means
/// and owes.
pub trait Refines {
    /// Is a target reported wherever this violation can happen?
    fn checks(&self, violation: Violation) -> bool;

    /// May executions that end in this violation be left out?
    fn precludes(&self, violation: Violation) -> bool;

    /// Violations that are not monitored and at which executions were assumed to end.
    fn ends_at(&self) -> Vec<(Violation, Edge)>;

    /// Looks for a precision that excludes a path.
    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: PrecisionId,
        used: &[PrecisionId],
        states: &[StateId],
    ) -> Refinement<PrecisionId>;

    /// Is told within which limits it works from now on.
    fn limit(&mut self, stop: &Stop);

    /// What was counted and tracked.
    fn statistics(&self) -> Statistics;
}
