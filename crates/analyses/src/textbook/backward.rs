//! Locations backwards, within one function: from its exit along the edges that lead to a location.
//!
//! Not every location leads to the exit: an execution may end elsewhere or run forever. Who asks
//! what lies on every way to an end needs these ends as well: each dead end and one location of
//! each endless loop, from which the exit is taken to be reached at once
//! ([`DominatorTree::ends`]). The step backwards from the exit to such an end has no edge of its
//! own and is taken under the name of one that leads to the end.

use super::dominators;
use crate::registry::{Beside, Can, PartEntry, Setting};
use adumbra_engine::*;
use adumbra_program::graph::{DominatorTree, FunctionGraph};
use adumbra_program::*;
use smallvec::SmallVec;
use std::sync::Arc;

/// The backward location analysis of a function.
pub struct BackwardLocation {
    program: Arc<Program>,
    function: Function,
    /// For every other end an edge that leads to it.
    ends: Vec<Edge>,
}

impl BackwardLocation {
    /// From the exit of a function.
    pub fn new(program: &Arc<Program>, function: Function) -> Self {
        BackwardLocation { program: Arc::clone(program), function, ends: Vec::new() }
    }

    /// From all ends of a function, except those that no edge leads to.
    pub fn from_every_end(program: &Arc<Program>, function: Function) -> Self {
        let ends = FunctionGraph::new(program, function).map_or_else(Vec::new, |graph| {
            let ends = DominatorTree::ends(&graph.graph, graph.exit()).into_iter();
            ends.filter_map(|node| program.in_edges(graph.location(node)).first().copied()).collect()
        });
        BackwardLocation { program: Arc::clone(program), function, ends }
    }

    fn exit(&self) -> Option<Location> {
        self.program.body(self.function).map(|body| body.exit)
    }
}

impl Analysis for BackwardLocation {
    type State = Option<Location>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "backward-location"
    }

    fn initial(&mut self) -> (Option<Location>, ()) {
        (self.exit(), ())
    }

    fn moves(&mut self, state: &Option<Location>, _: &Siblings<'_>) -> Moves {
        let edges = state.map_or(&[][..], |location| self.program.in_edges(location));
        let ends = if *state == self.exit() { &self.ends[..] } else { &[] };
        Moves::Only(edges.iter().chain(ends).map(|e| Move::Edge(*e)).collect::<SmallVec<_>>())
    }

    fn transfer(
        &mut self,
        state: &mut Option<Location>,
        _: &(),
        step: Move,
        _: &Siblings<'_>,
    ) -> Flow<Option<Location>> {
        let edge = &self.program.edges[step.edge()];
        *state = Some(if *state == Some(edge.to) { edge.from } else { edge.to });
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
pub const PART: PartEntry =
    PartEntry { name: "backward", can: Can { place: true, ..Can::NONE }, beside: Beside::Nothing, options: &[], make };

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let (program, function) = (setting.program, setting.program.entry);
    Box::new(Component::new(match setting.has(&dominators::PART) {
        true => BackwardLocation::from_every_end(program, function),
        false => BackwardLocation::new(program, function),
    }))
}
