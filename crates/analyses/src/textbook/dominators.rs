//! Dominators as a configurable analysis: which locations every way to a location has passed.
//!
//! A state is a set of locations; fewer are more general, and the join is the intersection. It
//! makes sense beside an analysis of locations only: forwards it gives dominators, beside
//! [`BackwardLocation`](crate::textbook::BackwardLocation) from every end post-dominators. The sets
//! take quadratic space; the tree of [`DominatorTree`](adumbra_program::graph::DominatorTree) is
//! what is used elsewhere, and has to agree.

use super::backward;
use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_engine::*;
use adumbra_program::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The dominator analysis.
pub struct DominatorAnalysis {
    program: Arc<Program>,
    backward: bool,
}

impl DominatorAnalysis {
    /// Dominators, to be used beside a forward location analysis.
    pub fn new(program: &Arc<Program>) -> Self {
        DominatorAnalysis { program: Arc::clone(program), backward: false }
    }

    /// Post-dominators, to be used beside a backward location analysis.
    pub fn backward(program: &Arc<Program>) -> Self {
        DominatorAnalysis { program: Arc::clone(program), backward: true }
    }

    /// The exit of the function in which a step is.
    fn exit_of(&self, step: Move) -> Option<Location> {
        let function = self.program.function_of(self.program.edges[step.edge()].from);
        self.program.body(function).map(|body| body.exit)
    }
}

impl Analysis for DominatorAnalysis {
    type State = BTreeSet<Location>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "dominators"
    }

    fn abilities(&self) -> Abilities {
        Abilities::NONE
    }

    fn initial(&mut self) -> (BTreeSet<Location>, ()) {
        (BTreeSet::new(), ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &BTreeSet<Location>, special: &BTreeSet<Location>) -> bool {
        general.is_subset(special)
    }

    fn join(&mut self, a: &BTreeSet<Location>, b: &BTreeSet<Location>) -> Option<BTreeSet<Location>> {
        Some(a & b)
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(&mut self, new: &Self::State, old: &Self::State, _: &()) -> Option<Self::State> {
        self.join(new, old)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Self::State> {
        let left = match self.backward {
            false => step.from(&self.program),
            // Only at the exit itself nothing is known yet; from there a step may also lead to
            // another end, under the name of an edge that does not lead to the exit.
            true if state.is_empty() => self.exit_of(step),
            true => step.to(&self.program),
        };
        state.extend(left);
        Flow::On
    }

    fn show(&self, state: &BTreeSet<Location>) -> String {
        let shown: Vec<String> = state.iter().map(|l| l.to_string()).collect();
        shown.join(" ")
    }
}

/// The analysis in configurations: post-dominators beside locations backwards.
pub const PART: PartEntry = PartEntry {
    name: "dominators",
    can: Can { joins: true, ..Can::NONE },
    beside: Beside::Locations,
    options: &[],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    match setting.has(&backward::PART) {
        true => setting.operated(DominatorAnalysis::backward(setting.program)),
        false => setting.operated(DominatorAnalysis::new(setting.program)),
    }
}
