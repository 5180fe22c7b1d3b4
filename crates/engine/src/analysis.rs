//! The trait that an analysis implements.
//!
//! A configurable program analysis with adjustable precision consists of an abstract domain, a set
//! of precisions, a transfer relation, and the operators *merge*, *stop* and *prec*. [`Analysis`]
//! is that, written against the analysis's own types. The engine never sees these types:
//! [`Component`](crate::Component) numbers states and precisions in stores of its own, and
//! everything above works with numbers.
//!
//! # A worked example
//!
//! The sign of every register, in about sixty lines. What is not in the map may have any sign.
//!
//! ```
//! use adumbra_engine::*;
//! use adumbra_program::*;
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Sign { Negative, Zero, Positive }
//!
//! struct Signs { program: Arc<Program> }
//!
//! impl Signs {
//!     fn of(&self, state: &BTreeMap<Register, Sign>, expr: ExprId) -> Option<Sign> {
//!         let pool = &self.program.exprs;
//!         match (pool.get(expr), pool.ty(expr)) {
//!             (Expr::Register(r), _) => state.get(&r).copied(),
//!             (Expr::Const(0), Type::Int(_)) => Some(Sign::Zero),
//!             (Expr::Const(c), Type::Int(w)) if w <= 64 => {
//!                 Some(if c >> (w - 1) == 1 { Sign::Negative } else { Sign::Positive })
//!             }
//!             _ => None, // machine arithmetic wraps: the sign of a sum is anyone's guess
//!         }
//!     }
//! }
//!
//! impl Analysis for Signs {
//!     type State = BTreeMap<Register, Sign>;
//!     type Precision = ();
//!
//!     fn name(&self) -> &'static str { "signs" }
//!     fn initial(&mut self) -> (Self::State, ()) { (BTreeMap::new(), ()) }
//!     fn order(&self) -> Order { Order::General }
//!
//!     fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
//!         general.iter().all(|(r, s)| special.get(r) == Some(s))
//!     }
//!     fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
//!         Some(a.iter().filter(|(r, s)| b.get(r) == Some(s)).map(|(r, s)| (*r, *s)).collect())
//!     }
//!     fn show(&self, state: &Self::State) -> String { format!("{state:?}") }
//!     fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
//!         let Expr::Binary(BinaryOp::Slt, a, b) = self.program.exprs.get(condition) else { return None };
//!         match (self.of(state, a)?, self.of(state, b)?) {
//!             (Sign::Negative, Sign::Zero | Sign::Positive) | (Sign::Zero, Sign::Positive) => Some(true),
//!             (Sign::Negative, Sign::Negative) | (Sign::Positive, Sign::Positive) => None,
//!             _ => Some(false),
//!         }
//!     }
//!     fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Self::State> {
//!         let program = Arc::clone(&self.program);
//!         let op = &program.edges[step.edge()].op;
//!         match (step, op) {
//!             (Move::Edge(_), Op::Assume { condition, truth }) if self.decide(state, *condition) == Some(!truth) => {
//!                 return Flow::Dead;
//!             }
//!             (Move::Edge(_), Op::Assign(pairs)) => {
//!                 let new: Vec<_> = pairs.iter().map(|(r, e)| (*r, self.of(state, *e))).collect();
//!                 for (register, sign) in new {
//!                     match sign {
//!                         Some(sign) => state.insert(register, sign),
//!                         None => state.remove(&register),
//!                     };
//!                 }
//!             }
//!             // Registers belong to an activation; this analysis forgets them at calls and returns.
//!             (Move::Enter { .. } | Move::Leave { .. }, _) => state.clear(),
//!             (_, op) => op.for_each_definition(|r| { state.remove(&r); }),
//!         }
//!         Flow::On
//!     }
//! }
//! ```
//!
//! Together with the location analysis it becomes part of a composite, which
//! [`Algorithm`](crate::Algorithm) runs.

use crate::abilities::{Abilities, Order};
use crate::block::{Block, BlockId, Boundary};
use crate::part::Siblings;
use crate::question::{Fact, Question};
use crate::refinement::{ErrorPath, Refinement};
use crate::transfer::{Adjusted, Flow, Moves, Pause};
use adumbra_program::{Edge, ExprId, Move, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::certificate::Description;
use adumbra_verdict::{StateFacts, Target};
use std::hash::Hash;

/// A configurable program analysis with adjustable precision, see the [module](self).
///
/// With `[[s]]` for the concrete states that a state stands for, an implementation owes:
/// - `covers(g, s)` implies `[[s]] ⊆ [[g]]`; `[[join(a, b)]] ⊇ [[a]] ∪ [[b]]`;
/// - after [`transfer`](Analysis::transfer), the resulting states stand for at least all concrete
///   successors;
/// - [`merge`](Analysis::merge) yields a state that covers its second argument;
/// - [`adjust`](Analysis::adjust), [`resume`](Analysis::resume), [`settle`](Analysis::settle) only
///   make a state stand for more;
/// - [`strengthen`](Analysis::strengthen) keeps every concrete state that all siblings stand for;
/// - [`answer`](Analysis::answer) and [`decide`](Analysis::decide) tell what holds in all of
///   `[[s]]`.
pub trait Analysis {
    /// An abstract state.
    type State: Clone + Eq + Hash;
    /// A precision.
    type Precision: Clone + Eq + Hash;

    /// The name, as in configurations.
    fn name(&self) -> &'static str;

    /// The state and precision at the start of the program.
    fn initial(&mut self) -> (Self::State, Self::Precision);

    /// Which questions of the engine it ever answers.
    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }

    /// Which states can cover which.
    fn order(&self) -> Order {
        Order::Flat
    }

    /// Does one state stand for everything that another stands for? Not called if the order is
    /// flat.
    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        general == special
    }

    /// A state that covers both, such that no chain of it goes on for ever; `None` if there is
    /// none. Asked for where a recursion goes deeper and deeper, or returns more and more.
    fn widen(&mut self, old: &Self::State, new: &Self::State) -> Option<Self::State> {
        (old == new).then(|| old.clone())
    }

    /// The least upper bound as far as the domain has one.
    fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
        (a == b).then(|| a.clone())
    }

    /// Does `join` mean no more than the union? Only then may
    /// [`Coverage::Join`](crate::Coverage::Join) be chosen.
    fn joins_exactly(&self) -> bool {
        false
    }

    /// A number for the shape of a state: which things it knows. Only for [`Order::Shaped`].
    fn shape(&self, _state: &Self::State) -> u64 {
        0
    }

    /// What remains of a state if only the things known in `example` are kept; `None` if it does
    /// not know all of them. Only for [`Order::Shaped`]: the result, and no other state of that
    /// shape, covers the state.
    fn project(&mut self, state: &Self::State, _example: &Self::State) -> Option<Self::State> {
        Some(state.clone())
    }

    /// States with different keys neither merge nor cover each other. Not called if the order is
    /// flat: then it is the state itself.
    fn partition(&self, _state: &Self::State) -> u64 {
        0
    }

    /// The moves that are possible in a state.
    fn moves(&mut self, _state: &Self::State, _siblings: &Siblings<'_>) -> Moves {
        Moves::Any
    }

    /// Does a condition have one truth value in all concrete states?
    fn decide(&mut self, _state: &Self::State, _condition: ExprId) -> Option<bool> {
        None
    }

    /// Takes a step, in place.
    fn transfer(
        &mut self,
        state: &mut Self::State,
        precision: &Self::Precision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<Self::State>;

    /// Takes a step along an edge whose operation is of no interest, as if nothing happened there,
    /// in place.
    fn skip(
        &mut self,
        _state: &mut Self::State,
        _precision: &Self::Precision,
        _step: Move,
        _siblings: &Siblings<'_>,
    ) -> Flow<Self::State> {
        Flow::On
    }

    /// Is [`strengthen`](Analysis::strengthen) to be called?
    fn strengthens(&self) -> bool {
        false
    }

    /// After all siblings took a step: uses what they know, in place.
    fn strengthen(
        &mut self,
        _state: &mut Self::State,
        _precision: &Self::Precision,
        _step: Move,
        _siblings: &Siblings<'_>,
    ) -> Flow<Self::State> {
        Flow::On
    }

    /// Before a state is kept: drops what is of no use any more, such as dead registers.
    fn settle(&mut self, _state: &mut Self::State, _precision: &Self::Precision, _siblings: &Siblings<'_>) {}

    /// Is [`merge`](Analysis::merge) to be called?
    fn merges(&self) -> bool {
        false
    }

    /// Weakens the old state so that it stands for (some of) the new one too; `None` leaves it as
    /// it is.
    fn merge(&mut self, _new: &Self::State, _old: &Self::State, _precision: &Self::Precision) -> Option<Self::State> {
        None
    }

    /// Does `merge` mean no more than both states together, where it gives a state that covers
    /// both?
    fn merges_exactly(&self) -> bool {
        false
    }

    /// Adjusts the precision, and the state to it, in view of the states that were reached in the
    /// same partition. Siblings before it have adjusted theirs already, and tell what they gave up
    /// ([`Question::GivenUp`]); those behind it have not.
    fn adjust(
        &mut self,
        _state: &mut Self::State,
        _precision: &mut Self::Precision,
        _peers: &mut dyn Iterator<Item = &Self::State>,
        _siblings: &Siblings<'_>,
    ) -> Adjusted {
        Adjusted::Done
    }

    /// Is [`adjust`](Analysis::adjust) to be called?
    fn adjusts(&self) -> bool {
        false
    }

    /// After an interruption, for every state that waits: may make it stand for more, and change
    /// its precision. Whoever interrupts owes that this comes to an end. Siblings before it have
    /// acted already, as in [`adjust`](Analysis::adjust).
    fn resume(&mut self, _state: &mut Self::State, _precision: &mut Self::Precision, _siblings: &Siblings<'_>) {}

    /// Is the state one that must not be reached?
    fn target(&self, _state: &Self::State) -> Option<Target> {
        None
    }

    /// Is the state at a place where a node may be made? At a [`target`](Analysis::target) one is
    /// made without this.
    fn pause(&self, _state: &Self::State) -> Pause {
        Pause::No
    }

    /// Where a state is with regard to blocks, seen from a set that explores `within` one, or from
    /// the set of the whole program. Only asked at [`Pause::Boundary`].
    fn boundary(&self, _state: &Self::State, _within: Option<BlockId>, _siblings: &Siblings<'_>) -> Boundary {
        Boundary::Inside
    }

    /// A position of the state in an order of exploration; lower is earlier.
    fn rank(&self, _state: &Self::State, _by: crate::Rank) -> Option<u32> {
        None
    }

    /// Answers a sibling's question.
    fn answer(&self, _state: &Self::State, _question: Question) -> Option<Fact> {
        None
    }

    /// Does the analysis report a target wherever this violation can happen?
    fn checks(&self, _violation: Violation) -> bool {
        false
    }

    /// May the analysis leave out executions that end in this violation, so that a sibling that
    /// looks for it does not see them?
    fn precludes(&self, _violation: Violation) -> bool {
        false
    }

    /// Violations that are not monitored and at which executions were assumed to end, each with the
    /// first edge where one was.
    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        Vec::new()
    }

    /// Looks for a precision, not coarser than the given one, that excludes a path. `used` has the
    /// precisions with which the steps between the nodes of the path were taken; they may be older.
    /// `states` are those of the nodes.
    fn refine(
        &mut self,
        _path: &ErrorPath<'_>,
        _precision: &Self::Precision,
        _used: &[&Self::Precision],
        _states: &[&Self::State],
    ) -> Refinement<Self::Precision> {
        Refinement::Powerless
    }

    /// Adds what is known in a state to the facts of a certificate.
    fn facts(&self, _state: &Self::State, _facts: &mut StateFacts) {}

    /// The same of a state in a block that was entered in another one: also how it relates to what
    /// was there at the entry.
    fn facts_since(&self, _entry: &Self::State, state: &Self::State, facts: &mut StateFacts) {
        self.facts(state, facts);
    }

    /// How objects hang together of which facts that were told speak as many.
    fn descriptions(&self) -> Vec<Description> {
        Vec::new()
    }

    /// Is the state on the way between others, so that a proof is complete without it? Then
    /// certificates leave it out.
    fn is_on_the_way(&self, _state: &Self::State) -> bool {
        false
    }

    /// The state as text.
    fn show(&self, state: &Self::State) -> String;

    /// Is told within which limits it works from now on.
    fn limit(&mut self, _stop: &Stop) {}

    /// What the analysis counted, for statistics.
    fn counts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// What refinement made it track, as text, for statistics.
    fn tracked(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The operators of block abstraction, for analyses that have them. What is not written keeps
/// everything, which is always right: then only equal states share what is explored in a block.
///
/// An implementation owes, for every state `e` at an entry of a block:
/// - `expand(e, reduce(e))` covers `e`;
/// - executions through the block from `e` are covered by what `expand` and `rebuild` make of the
///   exits that are reached from `reduce(e)`.
pub trait Reducing: Analysis {
    /// What matters inside a block.
    fn reduce(
        &mut self,
        (state, precision): (&Self::State, &Self::Precision),
        _block: &Block,
    ) -> (Self::State, Self::Precision) {
        (state.clone(), precision.clone())
    }

    /// What is behind a block, from what was before it and what it ended with.
    fn expand(
        &mut self,
        _before: (&Self::State, &Self::Precision),
        _block: &Block,
        (state, precision): (&Self::State, &Self::Precision),
    ) -> (Self::State, Self::Precision) {
        (state.clone(), precision.clone())
    }

    /// What is behind a recursive call, from what the caller, the entry and the exit had.
    fn rebuild(
        &mut self,
        _caller: (&Self::State, &Self::Precision),
        _entry: (&Self::State, &Self::Precision),
        (state, precision): (&Self::State, &Self::Precision),
    ) -> (Self::State, Self::Precision) {
        (state.clone(), precision.clone())
    }
}
