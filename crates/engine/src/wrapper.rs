//! A part around a part.
//!
//! A [`Wrapper`] owns any part and a [`Control`], which has a state and a precision of its own and
//! says for each move whether the wrapped part takes it. A state of the wrapper is a pair; so is
//! its precision: a tree of the same shape.

use crate::block::{Block, BlockId, Boundary};
use crate::part::Siblings;
use crate::part::*;
use crate::question::{Fact, Question};
use crate::refinement::{ErrorPath, Refinement};
use crate::store::Store;
use crate::transfer::{Adjusted, Flow, Moves, Pause};
use adumbra_program::{Edge, ExprId, Move, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::certificate::Description;
use adumbra_verdict::{StateFacts, Target};
use std::hash::Hash;

/// What a wrapper adds to the part that it wraps.
pub trait Control {
    /// The state of the control itself. States cover each other only if these are equal.
    type State: Clone + Eq + Hash;
    /// The precision of the control itself.
    type Precision: Clone + Eq + Hash;

    /// The name, as in configurations.
    fn name(&self) -> &'static str;

    /// The state and precision at the start of the program.
    fn initial(&mut self) -> (Self::State, Self::Precision);

    /// Does the wrapped part take the move? If not, it takes it as if nothing happened there
    /// ([`Steps::skip`]).
    fn passes(&mut self, state: &mut Self::State, precision: &Self::Precision, step: Move) -> bool;

    /// Looks for precisions of both that exclude a path. By default the wrapped part does.
    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &Self::Precision,
        inner: &mut dyn Part,
        inner_precision: PrecisionId,
        inner_used: &[PrecisionId],
        inner_states: &[StateId],
    ) -> Refinement<(Self::Precision, PrecisionId)> {
        inner.refine(path, inner_precision, inner_used, inner_states).map(|found| (precision.clone(), found))
    }

    /// May the wrapped part decide a condition?
    fn decides(&self, _condition: ExprId) -> bool {
        true
    }

    /// May the wrapped part answer questions?
    fn answers(&self) -> bool {
        true
    }

    /// May the wrapped part be relied upon to look for violations?
    fn checks(&self) -> bool {
        true
    }

    /// Adds what is known in a state of the wrapped part to the facts of a certificate.
    fn facts(&self, inner: &dyn Part, state: StateId, facts: &mut StateFacts) {
        inner.facts(state, facts);
    }

    /// What the control counted, for statistics.
    fn counts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// The state as text.
    fn show(&self, state: &Self::State) -> String;
}

/// A part around a part.
pub struct Wrapper<C: Control> {
    control: C,
    inner: Box<dyn Part>,
    states: Store<(C::State, StateId)>,
    precisions: Store<(C::Precision, PrecisionId)>,
    hand: Option<C::State>,
    profile: Profile,
}

impl<C: Control> Wrapper<C> {
    /// Wraps a part.
    pub fn new(control: C, inner: Box<dyn Part>) -> Self {
        let mut profile = *inner.profile();
        // Its own state may change with every edge, whatever it is around.
        profile.abilities.edges = true;
        Wrapper { control, inner, states: Store::default(), precisions: Store::default(), hand: None, profile }
    }

    /// The part that is wrapped.
    pub fn inner(&self) -> &dyn Part {
        &*self.inner
    }

    /// Pairs the states of a split with the control's state.
    fn pair(&mut self, flow: Flow<StateId>) -> Flow<StateId> {
        match (flow, &self.hand) {
            (Flow::Split(states), Some(own)) => {
                Flow::Split(states.into_iter().map(|s| self.states.intern((own.clone(), s))).collect())
            }
            (Flow::Split(_), None) => Flow::Dead,
            (flow, _) => flow,
        }
    }
}

impl<C: Control> States for Wrapper<C> {
    fn initial(&mut self) -> (StateId, PrecisionId) {
        let ((state, precision), (inner, inner_precision)) = (self.control.initial(), self.inner.initial());
        (self.states.intern((state, inner)), self.precisions.intern((precision, inner_precision)))
    }

    fn covers(&mut self, general: StateId, special: StateId) -> bool {
        let ((a, general), (b, special)) = (self.states.get(general), self.states.get(special));
        a == b && self.inner.covers(*general, *special)
    }

    fn covered_by_join(&mut self, special: StateId, others: &[StateId]) -> bool {
        let (own, inner) = self.states.get(special).clone();
        let same: Vec<StateId> =
            others.iter().map(|o| self.states.get(*o)).filter(|(o, _)| *o == own).map(|(_, i)| *i).collect();
        self.inner.covered_by_join(inner, &same)
    }

    fn shape(&self, state: StateId) -> u64 {
        self.inner.shape(self.states.get(state).1)
    }

    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId> {
        let (own, inner) = self.states.get(state).clone();
        let projected = self.inner.project(inner, self.states.get(example).1)?;
        self.states.find(&(own, projected))
    }

    fn partition(&self, state: StateId) -> u64 {
        self.inner.partition(self.states.get(state).1)
    }

    fn merge(&mut self, new: StateId, old: StateId, precision: PrecisionId) -> Option<StateId> {
        let ((a, new), (b, old)) = (self.states.get(new).clone(), self.states.get(old).clone());
        if a != b {
            return None;
        }
        let merged = self.inner.merge(new, old, self.precisions.get(precision).1)?;
        Some(self.states.intern((a, merged)))
    }

    fn widen(&mut self, old: StateId, new: StateId) -> Option<StateId> {
        let ((a, old), (b, new)) = (self.states.get(old).clone(), self.states.get(new).clone());
        if a != b {
            return None;
        }
        let widened = self.inner.widen(old, new)?;
        Some(self.states.intern((a, widened)))
    }

    fn rank(&self, state: StateId, by: Rank) -> Option<u32> {
        self.inner.rank(self.states.get(state).1, by)
    }

    fn facts(&self, state: StateId, facts: &mut StateFacts) {
        self.control.facts(&*self.inner, self.states.get(state).1, facts);
    }

    fn descriptions(&self) -> Vec<Description> {
        self.inner.descriptions()
    }

    fn is_on_the_way(&self, state: StateId) -> bool {
        self.inner.is_on_the_way(self.states.get(state).1)
    }

    fn show(&self, state: StateId) -> String {
        let (own, inner) = self.states.get(state);
        format!("{} {}", self.control.show(own), self.inner.show(*inner))
    }
}

impl<C: Control> Steps for Wrapper<C> {
    fn load(&mut self, state: StateId) {
        let (own, inner) = self.states.get(state);
        self.hand = Some(own.clone());
        self.inner.load(*inner);
    }

    fn save(&mut self) -> StateId {
        let inner = self.inner.save();
        match &self.hand {
            Some(own) => self.states.intern((own.clone(), inner)),
            None => 0,
        }
    }

    fn moves(&mut self, siblings: &Siblings<'_>) -> Moves {
        self.inner.moves(siblings)
    }

    fn decide(&mut self, condition: ExprId) -> Option<bool> {
        if self.control.decides(condition) { self.inner.decide(condition) } else { None }
    }

    fn step(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        let Some(own) = &mut self.hand else { return Flow::Dead };
        let (own_precision, inner_precision) = self.precisions.get(precision);
        let flow = match self.control.passes(own, own_precision, step) {
            true => self.inner.step(*inner_precision, step, siblings),
            false => self.inner.skip(*inner_precision, step, siblings),
        };
        self.pair(flow)
    }

    fn strengthen(&mut self, precision: PrecisionId, step: Move, siblings: &Siblings<'_>) -> Flow<StateId> {
        let flow = self.inner.strengthen(self.precisions.get(precision).1, step, siblings);
        self.pair(flow)
    }

    fn settle(&mut self, precision: PrecisionId, siblings: &Siblings<'_>) {
        self.inner.settle(self.precisions.get(precision).1, siblings);
    }

    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>) -> (PrecisionId, Adjusted) {
        let (own, inner) = self.precisions.get(precision).clone();
        let states = &self.states;
        let inner_peers = |visit: &mut dyn FnMut(StateId) -> bool| peers(&mut |id| visit(states.get(id).1));
        let (inner, adjusted) = self.inner.adjust(inner, &inner_peers);
        (self.precisions.intern((own, inner)), adjusted)
    }

    fn resume(&mut self, precision: PrecisionId) -> PrecisionId {
        let (own, inner) = self.precisions.get(precision).clone();
        let inner = self.inner.resume(inner);
        self.precisions.intern((own, inner))
    }

    fn target(&self) -> Option<Target> {
        self.inner.target()
    }

    fn pause(&self) -> Pause {
        self.inner.pause()
    }

    fn boundary(&self, within: Option<BlockId>, siblings: &Siblings<'_>) -> Boundary {
        self.inner.boundary(within, siblings)
    }

    fn answer(&self, question: Question) -> Option<Fact> {
        if self.control.answers() { self.inner.answer(question) } else { None }
    }
}

impl<C: Control> Refines for Wrapper<C> {
    fn checks(&self, violation: Violation) -> bool {
        self.control.checks() && self.inner.checks(violation)
    }

    fn precludes(&self, violation: Violation) -> bool {
        self.inner.precludes(violation)
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.inner.ends_at()
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: PrecisionId,
        used: &[PrecisionId],
        states: &[StateId],
    ) -> Refinement<PrecisionId> {
        let (own, inner) = self.precisions.get(precision).clone();
        let used: Vec<PrecisionId> = used.iter().map(|id| self.precisions.get(*id).1).collect();
        let states: Vec<StateId> = states.iter().map(|id| self.states.get(*id).1).collect();
        let refinement = self.control.refine(path, &own, &mut *self.inner, inner, &used, &states);
        refinement.map(|precision| self.precisions.intern(precision))
    }

    fn limit(&mut self, stop: &Stop) {
        self.inner.limit(stop);
    }

    fn statistics(&self) -> Statistics {
        let mut all = Statistics { counts: self.control.counts(), tracked: Vec::new() };
        all.extend(self.inner.statistics());
        all
    }
}

impl<C: Control> Part for Wrapper<C> {
    fn name(&self) -> &'static str {
        self.control.name()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reducer(&mut self) -> Option<&mut dyn Reduces> {
        if self.inner.reducer().is_some() { Some(self) } else { None }
    }
}

impl<C: Control> Wrapper<C> {
    /// The control's state and precision, and those of the part inside.
    fn pairs(&self, (state, precision): Point) -> ((C::State, C::Precision), Point) {
        let ((state, inner), (precision, inner_precision)) =
            (self.states.get(state).clone(), self.precisions.get(precision).clone());
        ((state, precision), (inner, inner_precision))
    }

    /// The control keeps what it has; the part inside has something else.
    fn around(&mut self, (state, precision): (C::State, C::Precision), inner: Point) -> Point {
        (self.states.intern((state, inner.0)), self.precisions.intern((precision, inner.1)))
    }
}

/// The control's own state and precision stay as they are: nothing is reduced of them.
impl<C: Control> Reduces for Wrapper<C> {
    fn reduce(&mut self, of: Point, block: &Block) -> Point {
        let (own, inner) = self.pairs(of);
        let reduced = self.inner.reducer().map_or(inner, |part| part.reduce(inner, block));
        self.around(own, reduced)
    }

    fn expand(&mut self, before: Point, block: &Block, inner: Point) -> Point {
        let ((_, before), (own, inner)) = (self.pairs(before), self.pairs(inner));
        let expanded = self.inner.reducer().map_or(inner, |part| part.expand(before, block, inner));
        self.around(own, expanded)
    }

    fn rebuild(&mut self, caller: Point, entry: Point, exit: Point) -> Point {
        let ((_, caller), (_, entry), (own, exit)) = (self.pairs(caller), self.pairs(entry), self.pairs(exit));
        let rebuilt = self.inner.reducer().map_or(exit, |part| part.rebuild(caller, entry, exit));
        self.around(own, rebuilt)
    }
}
