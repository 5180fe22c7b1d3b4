//! Analyses as the engine sees them: states and precisions are numbers.
//!
//! A [`Part`] keeps its states and precisions in stores of its own, and has one state *in hand*, which steps change in
//! place. [`Component`] makes a part of any [`Analysis`]; it is the only place where types are erased.
//! [`Composite`](crate::Composite) is a part made of parts. A wrapper owns a part and is one.

use crate::analysis::*;
use crate::question::{Fact, Question, Siblings};
use crate::store::Store;
use adumbra_program::{Edge, ExprId, Move, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::{StateFacts, Target};

/// The number of a state in the store of its part.
pub type StateId = u32;
/// The number of a precision in the store of its part.
pub type PrecisionId = u32;

/// States of a partition that were reached, as a part sees them.
pub type Peers<'a> = dyn Fn(&mut dyn FnMut(StateId) -> bool) + 'a;

/// By what waiting states are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// The location's number in reverse post-order.
    ReversePostorder,
    /// The number of open calls.
    CallDepth,
    /// How far it is to something that was not explored yet. As more is explored, it can only get farther.
    Uncovered,
}

/// An analysis with numbers for states. See [`Analysis`] for what each operation means; those without a state argument are
/// about the state in hand.
pub trait Part {
    /// The name, as in configurations.
    fn name(&self) -> &'static str;
    /// Which questions of the engine it ever answers.
    fn abilities(&self) -> Abilities;
    /// The state and precision at the start of the program.
    fn initial(&mut self) -> (StateId, PrecisionId);
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
    /// Is `strengthen` to be called?
    fn strengthens(&self) -> bool;
    /// Uses what siblings know.
    fn strengthen(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId>;
    /// Drops what is of no use.
    fn settle(&mut self, precision: PrecisionId, siblings: &Siblings<'_>);
    /// Is `adjust` to be called?
    fn adjusts(&self) -> bool;
    /// Adjusts state and precision.
    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>) -> (PrecisionId, Adjusted);
    /// Acts on a state that waits, after an interruption. See [`Analysis::resume`].
    fn resume(&mut self, precision: PrecisionId) -> PrecisionId;
    /// Is the state one that must not be reached?
    fn target(&self) -> Option<Target>;
    /// May a node be made here? At a target one must.
    fn pause(&self) -> Pause;
    /// Answers a question.
    fn answer(&self, question: Question) -> Option<Fact>;

    /// Which states can cover which.
    fn order(&self) -> Order;
    /// Does one state stand for everything that another stands for?
    fn covers(&mut self, general: StateId, special: StateId) -> bool;
    /// Is a state covered by the join of others?
    fn covered_by_join(&mut self, special: StateId, others: &[StateId]) -> bool;
    /// How coverage is checked.
    fn stop(&self) -> Coverage;
    /// The shape of a state.
    fn shape(&self, state: StateId) -> u64;
    /// The state of the shape of another that covers a state, if it exists already.
    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId>;
    /// States with different keys neither merge nor cover each other.
    fn partition(&self, state: StateId) -> u64;
    /// Can states ever merge?
    fn merges(&self) -> bool;
    /// Weakens the old state so that it stands for the new one too.
    fn merge(&mut self, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId>;
    /// A position in an order of exploration.
    fn rank(&self, state: StateId, by: Rank) -> Option<u32>;
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
    /// Adds what is known in a state to the facts of a certificate.
    fn facts(&self, state: StateId, facts: &mut StateFacts);
    /// See [`Analysis::is_on_the_way`].
    fn is_on_the_way(&self, state: StateId) -> bool;
    /// The state as text.
    fn show(&self, state: StateId) -> String;
    /// What was counted.
    fn counts(&self) -> Vec<(&'static str, u64)>;
    /// See [`Analysis::tracked`].
    fn tracked(&self) -> Vec<(&'static str, String)>;
    /// Block abstraction: see [`Analysis::reduce`].
    fn reduce(&mut self, state: StateId, block: &Block) -> StateId;
    /// Block abstraction: see [`Analysis::expand`].
    fn expand(&mut self, before: StateId, block: &Block, inner: StateId) -> StateId;
    /// Block abstraction: see [`Analysis::rebuild`].
    fn rebuild(&mut self, caller: StateId, entry: StateId, exit: StateId) -> StateId;
}

/// A part made of an analysis.
pub struct Component<A: Analysis> {
    analysis: A,
    merge: Merge,
    stop: Coverage,
    states: Store<A::State>,
    precisions: Store<A::Precision>,
    /// The state in hand.
    hand: Option<A::State>,
    /// The stored state that is in hand, as long as it is unchanged.
    loaded: Option<StateId>,
    has_targets: bool,
}

impl<A: Analysis> Component<A> {
    /// With the analysis's own merge, and covering by single states.
    pub fn new(analysis: A) -> Self {
        Self::with(analysis, Merge::Own, Coverage::Sep)
    }

    /// With other operators.
    pub fn with(analysis: A, merge: Merge, stop: Coverage) -> Self {
        Component {
            has_targets: analysis.abilities().target,
            analysis,
            merge,
            stop,
            states: Store::default(),
            precisions: Store::default(),
            hand: None,
            loaded: None,
        }
    }

    /// The analysis.
    pub fn analysis(&self) -> &A {
        &self.analysis
    }

    /// A state by its number.
    pub fn state(&self, id: StateId) -> &A::State {
        self.states.get(id)
    }

    /// How many different states there are.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Gives every state of a split a number.
    fn number(&mut self, flow: Flow<A::State>) -> Flow<StateId> {
        match flow {
            Flow::On => Flow::On,
            Flow::Dead => Flow::Dead,
            Flow::Cut(reason) => Flow::Cut(reason),
            Flow::Split(states) => Flow::Split(states.into_iter().map(|s| self.states.intern(s)).collect()),
        }
    }
}

impl<A: Analysis> Part for Component<A> {
    fn name(&self) -> &'static str {
        self.analysis.name()
    }

    fn abilities(&self) -> Abilities {
        self.analysis.abilities()
    }

    fn initial(&mut self) -> (StateId, PrecisionId) {
        let (state, precision) = self.analysis.initial();
        (self.states.intern(state), self.precisions.intern(precision))
    }

    fn load(&mut self, state: StateId) {
        if self.loaded != Some(state) {
            self.hand = Some(self.states.get(state).clone());
            self.loaded = Some(state);
        }
    }

    fn save(&mut self) -> StateId {
        if let Some(id) = self.loaded {
            return id;
        }
        match &self.hand {
            Some(state) => {
                let id = self.states.intern(state.clone());
                self.loaded = Some(id);
                id
            }
            // Nobody saves without a state in hand; the initial state is always there.
            None => 0,
        }
    }

    fn moves(&mut self, siblings: &Siblings<'_>) -> Moves {
        match &self.hand {
            Some(state) => self.analysis.moves(state, siblings),
            None => Moves::Any,
        }
    }

    fn decide(&mut self, condition: ExprId) -> Option<bool> {
        self.analysis.decide(self.hand.as_ref()?, condition)
    }

    fn step(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        let Some(state) = &mut self.hand else { return Flow::Dead };
        self.loaded = None;
        let flow = self.analysis.transfer(state, self.precisions.get(precision), step, siblings);
        if flow == Flow::On {
            return Flow::On;
        }
        self.hand = None;
        self.number(flow)
    }

    fn skip(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        let Some(state) = &mut self.hand else { return Flow::Dead };
        self.loaded = None;
        let flow = self.analysis.skip(state, self.precisions.get(precision), step, siblings);
        if flow == Flow::On {
            return Flow::On;
        }
        self.hand = None;
        self.number(flow)
    }

    fn strengthens(&self) -> bool {
        self.analysis.strengthens()
    }

    fn strengthen(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        let Some(state) = &mut self.hand else { return Flow::Dead };
        self.loaded = None;
        let flow = self.analysis.strengthen(state, self.precisions.get(precision), step, siblings);
        if flow == Flow::On {
            return Flow::On;
        }
        self.hand = None;
        self.number(flow)
    }

    fn settle(&mut self, precision: PrecisionId, siblings: &Siblings<'_>) {
        if let Some(state) = &mut self.hand {
            self.loaded = None;
            self.analysis.settle(state, self.precisions.get(precision), siblings);
        }
    }

    fn adjusts(&self) -> bool {
        self.analysis.adjusts()
    }

    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>) -> (PrecisionId, Adjusted) {
        let Some(state) = &mut self.hand else { return (precision, Adjusted::Done) };
        if !self.analysis.adjusts() {
            return (precision, Adjusted::Done);
        }
        self.loaded = None;
        let mut ids = Vec::new();
        peers(&mut |id| {
            ids.push(id);
            true
        });
        ids.sort_unstable();
        ids.dedup();
        let mut new = self.precisions.get(precision).clone();
        let states = &self.states;
        let adjusted = self.analysis.adjust(state, &mut new, &mut ids.iter().map(|id| states.get(*id)));
        let precision = if new == *self.precisions.get(precision) { precision } else { self.precisions.intern(new) };
        (precision, adjusted)
    }

    fn resume(&mut self, precision: PrecisionId) -> PrecisionId {
        let Some(state) = &mut self.hand else { return precision };
        self.loaded = None;
        let mut new = self.precisions.get(precision).clone();
        self.analysis.resume(state, &mut new);
        if new == *self.precisions.get(precision) { precision } else { self.precisions.intern(new) }
    }

    fn target(&self) -> Option<Target> {
        self.analysis.target(self.hand.as_ref()?)
    }

    fn pause(&self) -> Pause {
        let Some(state) = &self.hand else { return Pause::No };
        if self.has_targets && self.analysis.target(state).is_some() { Pause::Must } else { self.analysis.pause(state) }
    }

    fn answer(&self, question: Question) -> Option<Fact> {
        self.analysis.answer(self.hand.as_ref()?, question)
    }

    fn order(&self) -> Order {
        self.analysis.order()
    }

    fn covers(&mut self, general: StateId, special: StateId) -> bool {
        general == special
            || self.analysis.order() != Order::Flat
                && self.analysis.covers(self.states.get(general), self.states.get(special))
    }

    fn covered_by_join(&mut self, special: StateId, others: &[StateId]) -> bool {
        let Some((first, rest)) = others.split_first() else { return false };
        let mut all = self.states.get(*first).clone();
        for other in rest {
            match self.analysis.join(&all, self.states.get(*other)) {
                Some(joined) => all = joined,
                None => return others.iter().any(|o| self.covers(*o, special)),
            }
        }
        all == *self.states.get(special) || self.analysis.covers(&all, self.states.get(special))
    }

    fn stop(&self) -> Coverage {
        if self.analysis.joins_exactly() { self.stop } else { Coverage::Sep }
    }

    fn shape(&self, state: StateId) -> u64 {
        self.analysis.shape(self.states.get(state))
    }

    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId> {
        if self.analysis.order() == Order::Flat {
            return (state == example).then_some(state);
        }
        let projected = self.analysis.project(self.states.get(state), self.states.get(example))?;
        self.states.find(&projected)
    }

    fn partition(&self, state: StateId) -> u64 {
        match self.analysis.order() {
            Order::Flat => u64::from(state),
            _ => self.analysis.partition(self.states.get(state)),
        }
    }

    fn merges(&self) -> bool {
        match self.merge {
            Merge::Sep => false,
            Merge::Join => true,
            Merge::Own => self.analysis.merges(),
        }
    }

    fn merge(&mut self, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId> {
        let (a, b) = (self.states.get(new), self.states.get(old));
        let merged = match self.merge {
            Merge::Sep => None,
            Merge::Join => self.analysis.join(a, b),
            Merge::Own => self.analysis.merge(a, b, self.precisions.get(precision)),
        }?;
        Some(self.states.intern(merged))
    }

    fn rank(&self, state: StateId, by: Rank) -> Option<u32> {
        self.analysis.rank(self.states.get(state), by)
    }

    fn checks(&self, violation: Violation) -> bool {
        self.analysis.checks(violation)
    }

    fn precludes(&self, violation: Violation) -> bool {
        self.analysis.precludes(violation)
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.analysis.ends_at()
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: PrecisionId,
        used: &[PrecisionId],
        states: &[StateId],
    ) -> Refinement<PrecisionId> {
        let used: Vec<&A::Precision> = used.iter().map(|id| self.precisions.get(*id)).collect();
        let states: Vec<&A::State> = states.iter().map(|id| self.states.get(*id)).collect();
        let refinement = self.analysis.refine(path, self.precisions.get(precision), &used, &states);
        refinement.map(|precision| self.precisions.intern(precision))
    }

    fn limit(&mut self, stop: &Stop) {
        self.analysis.limit(stop);
    }

    fn facts(&self, state: StateId, facts: &mut StateFacts) {
        self.analysis.facts(self.states.get(state), facts);
    }

    fn is_on_the_way(&self, state: StateId) -> bool {
        self.analysis.is_on_the_way(self.states.get(state))
    }

    fn show(&self, state: StateId) -> String {
        self.analysis.show(self.states.get(state))
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = vec![("different states", self.states.len() as u64)];
        counts.extend(self.analysis.counts());
        counts
    }

    fn tracked(&self) -> Vec<(&'static str, String)> {
        self.analysis.tracked()
    }

    fn reduce(&mut self, state: StateId, block: &Block) -> StateId {
        let reduced = self.analysis.reduce(self.states.get(state), block);
        self.states.intern(reduced)
    }

    fn expand(&mut self, before: StateId, block: &Block, inner: StateId) -> StateId {
        let expanded = self.analysis.expand(self.states.get(before), block, self.states.get(inner));
        self.states.intern(expanded)
    }

    fn rebuild(&mut self, caller: StateId, entry: StateId, exit: StateId) -> StateId {
        let rebuilt = self.analysis.rebuild(self.states.get(caller), self.states.get(entry), self.states.get(exit));
        self.states.intern(rebuilt)
    }
}
