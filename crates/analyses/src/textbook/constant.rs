//! Constant propagation, with and without the location in the state.
//!
//! [`ConstantAnalysis`] is the part without it, to be put next to the location analysis.
//! [`Located`] puts the location into the state of any analysis; with constants this is the
//! textbook's single analysis. Both reach the same states.

use crate::numeric::Numeric;
use crate::numeric::registered::{OPTIONS, analysis};
use crate::registry::{Beside, Can, PartEntry};
use crate::textbook::dataflow::MoveTable;
use adumbra_domains::Constant;
use adumbra_engine::*;
use adumbra_program::*;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Constants of registers and memory.
pub type ConstantAnalysis = Numeric<Constant>;

/// Constants with the location in the state.
pub type ConstantPropagation = Located<ConstantAnalysis>;

/// An analysis with the location in its state. States merge, by the analysis's own merge, where
/// locations are equal.
pub struct Located<A> {
    program: Arc<Program>,
    moves: MoveTable,
    inner: A,
}

impl<A: Analysis> Located<A> {
    /// Puts the location into the state of an analysis.
    pub fn new(program: &Arc<Program>, inner: A) -> Self {
        Located { program: Arc::clone(program), moves: MoveTable::new(program), inner }
    }

    /// The analysis inside.
    pub fn inner(&self) -> &A {
        &self.inner
    }
}

impl<A: Analysis> Analysis for Located<A> {
    type State = (Location, A::State);
    type Precision = A::Precision;

    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn initial(&mut self) -> (Self::State, A::Precision) {
        let entry = self.program.body(self.program.entry).map_or(Location::from_u32(0), |b| b.entry);
        let (state, precision) = self.inner.initial();
        ((entry, state), precision)
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        general.0 == special.0 && (general.1 == special.1 || self.inner.covers(&general.1, &special.1))
    }

    fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
        if a.0 != b.0 {
            return None;
        }
        Some((a.0, self.inner.join(&a.1, &b.1)?))
    }

    fn partition(&self, state: &Self::State) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        state.0.hash(&mut hasher);
        hasher.write_u64(self.inner.partition(&state.1));
        hasher.finish()
    }

    fn moves(&mut self, state: &Self::State, _: &Siblings<'_>) -> Moves {
        let open = match self.inner.answer(&state.1, Question::OpenCall) {
            Some(Fact::OpenCall(open)) => Some(open),
            _ => None,
        };
        let possible = |step: &Move| match (step, open) {
            (Move::Leave { call, .. }, Some(open)) => open == Some(*call),
            _ => true,
        };
        Moves::Only(self.moves.at(state.0).iter().copied().filter(possible).collect::<SmallVec<_>>())
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        self.inner.decide(&state.1, condition)
    }

    fn transfer(
        &mut self,
        state: &mut Self::State,
        precision: &A::Precision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<Self::State> {
        let Some(to) = step.to(&self.program) else { return Flow::Dead };
        state.0 = to;
        match self.inner.transfer(&mut state.1, precision, step, siblings) {
            Flow::On => Flow::On,
            Flow::Dead => Flow::Dead,
            Flow::Cut(reason) => Flow::Cut(reason),
            Flow::Split(states) => Flow::Split(states.into_iter().map(|s| (to, s)).collect()),
        }
    }

    fn settle(&mut self, state: &mut Self::State, precision: &A::Precision, siblings: &Siblings<'_>) {
        self.inner.settle(&mut state.1, precision, siblings);
    }

    fn merges(&self) -> bool {
        self.inner.merges()
    }

    fn merge(&mut self, new: &Self::State, old: &Self::State, precision: &A::Precision) -> Option<Self::State> {
        if new.0 != old.0 {
            return None;
        }
        Some((old.0, self.inner.merge(&new.1, &old.1, precision)?))
    }

    fn adjusts(&self) -> bool {
        self.inner.adjusts()
    }

    fn adjust(
        &mut self,
        state: &mut Self::State,
        precision: &mut A::Precision,
        peers: &mut dyn Iterator<Item = &Self::State>,
        siblings: &Siblings<'_>,
    ) -> Adjusted {
        let at = state.0;
        self.inner.adjust(&mut state.1, precision, &mut peers.filter(|p| p.0 == at).map(|p| &p.1), siblings)
    }

    fn answer(&self, state: &Self::State, question: Question) -> Option<Fact> {
        match question {
            Question::Location => Some(Fact::At(state.0)),
            question => self.inner.answer(&state.1, question),
        }
    }

    fn show(&self, state: &Self::State) -> String {
        let function = &self.program.functions[self.program.function_of(state.0)].name;
        format!("{} in {function} {}", state.0, self.inner.show(&state.1)).trim_end().to_owned()
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "constant-propagation",
    can: Can { joins: true, in_sets: true, ..Can::NONE },
    beside: Beside::Nothing,
    options: OPTIONS,
    make: |setting| setting.operated(Located::new(setting.program, analysis::<Constant>(setting))),
};
