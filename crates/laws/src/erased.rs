//! A part, such as a composite or a wrapper, as an analysis: its states are numbers.

use adumbra_engine::*;
use adumbra_program::*;
use adumbra_verdict::{StateFacts, Target};
use std::cell::RefCell;

/// A part as an analysis.
pub struct Erased(RefCell<Box<dyn Part>>);

impl Erased {
    pub fn new(part: impl Part + 'static) -> Self {
        Erased(RefCell::new(Box::new(part)))
    }

    /// The part with a state in hand.
    fn with<R>(&self, state: StateId, act: impl FnOnce(&mut dyn Part) -> R) -> R {
        let mut part = self.0.borrow_mut();
        part.load(state);
        act(&mut **part)
    }
}

impl Analysis for Erased {
    type State = StateId;
    type Precision = PrecisionId;

    fn name(&self) -> &'static str {
        self.0.borrow().name()
    }

    fn initial(&mut self) -> (StateId, PrecisionId) {
        self.0.get_mut().initial()
    }

    fn order(&self) -> Order {
        self.0.borrow().profile().order
    }

    fn covers(&mut self, general: &StateId, special: &StateId) -> bool {
        self.0.get_mut().covers(*general, *special)
    }

    fn shape(&self, state: &StateId) -> u64 {
        self.0.borrow().shape(*state)
    }

    fn project(&mut self, state: &StateId, example: &StateId) -> Option<StateId> {
        self.0.get_mut().project(*state, *example)
    }

    fn partition(&self, state: &StateId) -> u64 {
        self.0.borrow().partition(*state)
    }

    fn moves(&mut self, state: &StateId, siblings: &Siblings<'_>) -> Moves {
        self.with(*state, |part| part.moves(siblings))
    }

    fn decide(&mut self, state: &StateId, condition: ExprId) -> Option<bool> {
        self.with(*state, |part| part.decide(condition))
    }

    fn transfer(
        &mut self,
        state: &mut StateId,
        precision: &PrecisionId,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<StateId> {
        let (flow, next) = self.with(*state, |part| {
            let flow = part.step(*precision, step, siblings);
            let next = (flow == Flow::On).then(|| part.save());
            (flow, next)
        });
        *state = next.unwrap_or(*state);
        flow
    }

    fn settle(&mut self, state: &mut StateId, precision: &PrecisionId, siblings: &Siblings<'_>) {
        *state = self.with(*state, |part| {
            part.settle(*precision, siblings);
            part.save()
        });
    }

    fn merges(&self) -> bool {
        self.0.borrow().profile().merges
    }

    fn merge(&mut self, new: &StateId, old: &StateId, precision: &PrecisionId) -> Option<StateId> {
        self.0.get_mut().merge(*new, *old, *precision)
    }

    fn adjusts(&self) -> bool {
        self.0.borrow().profile().adjusts
    }

    fn adjust(
        &mut self,
        state: &mut StateId,
        precision: &mut PrecisionId,
        peers: &mut dyn Iterator<Item = &StateId>,
        siblings: &Siblings<'_>,
    ) -> Adjusted {
        let peers: Vec<StateId> = peers.copied().collect();
        let visit = |f: &mut dyn FnMut(StateId) -> bool| {
            let _ = peers.iter().all(|id| f(*id));
        };
        let (id, new, adjusted) = self.with(*state, |part| {
            let (new, adjusted) = part.adjust(*precision, &visit, siblings);
            (part.save(), new, adjusted)
        });
        (*state, *precision) = (id, new);
        adjusted
    }

    fn target(&self, state: &StateId) -> Option<Target> {
        self.with(*state, |part| part.target())
    }

    fn answer(&self, state: &StateId, question: Question) -> Option<Fact> {
        self.with(*state, |part| part.answer(question))
    }

    fn checks(&self, violation: Violation) -> bool {
        self.0.borrow().checks(violation)
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &PrecisionId,
        used: &[&PrecisionId],
        states: &[&StateId],
    ) -> Refinement<PrecisionId> {
        let used: Vec<PrecisionId> = used.iter().map(|id| **id).collect();
        let states: Vec<StateId> = states.iter().map(|id| **id).collect();
        self.0.get_mut().refine(path, *precision, &used, &states)
    }

    fn facts(&self, state: &StateId, facts: &mut StateFacts) {
        self.0.borrow().facts(*state, facts);
    }

    fn facts_since(&self, entry: &StateId, state: &StateId, facts: &mut StateFacts) {
        self.0.borrow().facts_since(*entry, *state, facts);
    }

    fn show(&self, state: &StateId) -> String {
        self.0.borrow().show(*state)
    }
}
