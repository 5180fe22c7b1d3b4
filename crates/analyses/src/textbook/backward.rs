//! Locations backwards, within one function: from its exit along the edges that lead to a location.

use crate::registry::{Beside, Can, PartEntry};
use adumbra_engine::*;
use adumbra_program::*;
use smallvec::SmallVec;
use std::sync::Arc;

/// The backward location analysis of a function.
pub struct BackwardLocation {
    program: Arc<Program>,
    function: Function,
}

impl BackwardLocation {
    /// From the exit of a function.
    pub fn new(program: &Arc<Program>, function: Function) -> Self {
        BackwardLocation { program: Arc::clone(program), function }
    }
}

impl Analysis for BackwardLocation {
    type State = Option<Location>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "backward-location"
    }

    fn initial(&mut self) -> (Option<Location>, ()) {
        (self.program.body(self.function).map(|b| b.exit), ())
    }

    fn moves(&mut self, state: &Option<Location>, _: &Siblings<'_>) -> Moves {
        let edges = state.map_or(&[][..], |location| self.program.in_edges(location));
        Moves::Only(edges.iter().map(|e| Move::Edge(*e)).collect::<SmallVec<_>>())
    }

    fn transfer(
        &mut self,
        state: &mut Option<Location>,
        _: &(),
        step: Move,
        _: &Siblings<'_>,
    ) -> Flow<Option<Location>> {
        *state = Some(self.program.edges[step.edge()].from);
        Flow::On
    }

    fn answer(&self, state: &Option<Location>, question: Question) -> Option<Fact> {
        if question == Question::Location { state.map(Fact::At) } else { None }
    }

    fn show(&self, state: &Option<Location>) -> String {
        state.map(|l| l.to_string()).unwrap_or_default()
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "backward",
    can: Can { place: true, ..Can::NONE },
    beside: Beside::Nothing,
    options: &[],
    make: |setting| Box::new(Component::new(BackwardLocation::new(setting.program, setting.program.entry))),
};
