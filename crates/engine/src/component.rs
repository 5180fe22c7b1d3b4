//! An analysis as a part: the only place where types are erased.
//!
//! States and precisions get numbers in stores of their own. A state gets one only when it is
//! saved; what is in hand is changed in place.

use crate::abilities::{Coverage, Merge, Order};
use crate::analysis::{Analysis, Reducing};
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

/// A part made of an analysis.
pub struct Component<A: Analysis> {
    analysis: A,
    merge: Merge,
    states: Store<A::State>,
    precisions: Store<A::Precision>,
    /// The state in hand.
    hand: Option<A::State>,
    /// The stored state that is in hand, as long as it is unchanged.
    loaded: Option<StateId>,
    profile: Profile,
    /// How it reduces states, if it can.
    reducing: Option<Operators<A>>,
}

/// The operators of [`Reducing`], so that they can be missing.
struct Operators<A: Analysis> {
    reduce: fn(&mut A, Seen<'_, A>, &Block) -> Made<A>,
    expand: fn(&mut A, Seen<'_, A>, &Block, Seen<'_, A>) -> Made<A>,
    rebuild: Rebuild<A>,
}

/// A state and a precision, to look at and to keep.
type Seen<'a, A> = (&'a <A as Analysis>::State, &'a <A as Analysis>::Precision);
type Made<A> = (<A as Analysis>::State, <A as Analysis>::Precision);
type Rebuild<A> = fn(&mut A, Seen<'_, A>, Seen<'_, A>, Seen<'_, A>) -> Made<A>;

impl<A: Analysis> Component<A> {
    /// With the analysis's own merge, and covering by single states.
    pub fn new(analysis: A) -> Self {
        Self::with(analysis, Merge::Own, Coverage::Sep)
    }

    /// With other operators.
    pub fn with(analysis: A, merge: Merge, stop: Coverage) -> Self {
        Component {
            profile: Profile {
                abilities: analysis.abilities(),
                strengthens: analysis.strengthens(),
                adjusts: analysis.adjusts(),
                merges: match merge {
                    Merge::Sep => false,
                    Merge::Join => true,
                    Merge::Own => analysis.merges(),
                },
                order: analysis.order(),
                stop: if analysis.joins_exactly() { stop } else { Coverage::Sep },
            },
            reducing: None,
            analysis,
            merge,
            states: Store::default(),
            precisions: Store::default(),
            hand: None,
            loaded: None,
        }
    }

    /// With its operators of block abstraction.
    pub fn reducing(mut self) -> Self
    where
        A: Reducing,
    {
        self.reducing = Some(Operators { reduce: A::reduce, expand: A::expand, rebuild: A::rebuild });
        self
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

impl<A: Analysis> States for Component<A> {
    fn initial(&mut self) -> (StateId, PrecisionId) {
        let (state, precision) = self.analysis.initial();
        (self.states.intern(state), self.precisions.intern(precision))
    }

    fn covers(&mut self, general: StateId, special: StateId) -> bool {
        general == special
            || self.profile.order != Order::Flat
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

    fn shape(&self, state: StateId) -> u64 {
        self.analysis.shape(self.states.get(state))
    }

    fn project(&mut self, state: StateId, example: StateId) -> Option<StateId> {
        if self.profile.order == Order::Flat {
            return (state == example).then_some(state);
        }
        let projected = self.analysis.project(self.states.get(state), self.states.get(example))?;
        self.states.find(&projected)
    }

    fn partition(&self, state: StateId) -> u64 {
        match self.profile.order {
            Order::Flat => u64::from(state),
            _ => self.analysis.partition(self.states.get(state)),
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

    fn widen(&mut self, old: StateId, new: StateId) -> Option<StateId> {
        if old == new {
            return Some(old);
        }
        let widened = self.analysis.widen(self.states.get(old), self.states.get(new))?;
        Some(self.states.intern(widened))
    }

    fn rank(&self, state: StateId, by: Rank) -> Option<u32> {
        self.analysis.rank(self.states.get(state), by)
    }

    fn facts(&self, state: StateId, facts: &mut StateFacts) {
        self.analysis.facts(self.states.get(state), facts);
    }

    fn descriptions(&self) -> Vec<Description> {
        self.analysis.descriptions()
    }

    fn is_on_the_way(&self, state: StateId) -> bool {
        self.analysis.is_on_the_way(self.states.get(state))
    }

    fn show(&self, state: StateId) -> String {
        self.analysis.show(self.states.get(state))
    }
}

impl<A: Analysis> Steps for Component<A> {
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

    fn adjust(&mut self, precision: PrecisionId, peers: &Peers<'_>) -> (PrecisionId, Adjusted) {
        let Some(state) = &mut self.hand else { return (precision, Adjusted::Done) };
        if !self.profile.adjusts {
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
        if self.profile.abilities.target && self.analysis.target(state).is_some() {
            Pause::Must
        } else {
            self.analysis.pause(state)
        }
    }

    fn boundary(&self, within: Option<BlockId>, siblings: &Siblings<'_>) -> Boundary {
        self.hand.as_ref().map_or(Boundary::Inside, |state| self.analysis.boundary(state, within, siblings))
    }

    fn answer(&self, question: Question) -> Option<Fact> {
        self.analysis.answer(self.hand.as_ref()?, question)
    }
}

impl<A: Analysis> Refines for Component<A> {
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

    fn statistics(&self) -> Statistics {
        let mut counts = vec![("different states", self.states.len() as u64)];
        counts.extend(self.analysis.counts());
        Statistics { counts, tracked: self.analysis.tracked() }
    }
}

impl<A: Analysis> Part for Component<A> {
    fn name(&self) -> &'static str {
        self.analysis.name()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reducer(&mut self) -> Option<&mut dyn Reduces> {
        if self.reducing.is_some() { Some(self) } else { None }
    }
}

impl<A: Analysis> Component<A> {
    fn keep(&mut self, (state, precision): Made<A>) -> Point {
        (self.states.intern(state), self.precisions.intern(precision))
    }
}

/// Without operators of its own, a part that is asked all the same keeps everything.
impl<A: Analysis> Reduces for Component<A> {
    fn reduce(&mut self, of: Point, block: &Block) -> Point {
        let Some(operators) = &self.reducing else { return of };
        let seen = (self.states.get(of.0), self.precisions.get(of.1));
        let made = (operators.reduce)(&mut self.analysis, seen, block);
        self.keep(made)
    }

    fn expand(&mut self, before: Point, block: &Block, inner: Point) -> Point {
        let Some(operators) = &self.reducing else { return inner };
        let seen = |(state, precision): Point| (self.states.get(state), self.precisions.get(precision));
        let made = (operators.expand)(&mut self.analysis, seen(before), block, seen(inner));
        self.keep(made)
    }

    fn rebuild(&mut self, caller: Point, entry: Point, exit: Point) -> Point {
        let Some(operators) = &self.reducing else { return exit };
        let seen = |(state, precision): Point| (self.states.get(state), self.precisions.get(precision));
        let made = (operators.rebuild)(&mut self.analysis, seen(caller), seen(entry), seen(exit));
        self.keep(made)
    }
}
