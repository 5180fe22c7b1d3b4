//! Reaching definitions: by which moves a register may have got its value.
//!
//! A call defines the parameters of the function, a return the registers that receive the results;
//! a return also ends the life of the parameters. Activations are not told apart, so a definition
//! in a function that can call itself does not replace others: they may be the caller's.

use super::dataflow::DataflowAnalysis;
use crate::registry::{Beside, Can, PartEntry};
use crate::textbook::dataflow::Dataflow;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A register and the edge that defined it; for a parameter, the call edge.
pub type Definition = (Register, Edge);

/// Reaching definitions of registers.
pub struct ReachingDefinitions {
    program: Arc<Program>,
    calls: CallGraph,
}

impl ReachingDefinitions {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>) -> Self {
        ReachingDefinitions { program: Arc::clone(program), calls: CallGraph::new(program) }
    }

    /// Can there be another activation that has a copy of the registers of this location?
    fn is_recursive(&self, location: Location) -> bool {
        self.calls.is_recursive(self.program.function_of(location))
    }

    /// The definitions of a register that may reach a place with this fact.
    pub fn of(fact: &BTreeSet<Definition>, register: Register) -> impl Iterator<Item = Edge> + '_ {
        let first = (register, Edge::from_u32(0));
        fact.range(first..).take_while(move |(r, _)| *r == register).map(|(_, edge)| *edge)
    }
}

impl Dataflow for ReachingDefinitions {
    type Fact = BTreeSet<Definition>;

    fn name(&self) -> &'static str {
        "reaching-definitions"
    }

    fn start(&self) -> Self::Fact {
        BTreeSet::new()
    }

    fn post(&self, fact: &Self::Fact, step: Move) -> Option<Self::Fact> {
        let edge = step.edge();
        let op = &self.program.edges[edge].op;
        let parameters = |callee: Function| self.program.body(callee).map_or(&[][..], |b| &b.parameters);
        let mut defined = Vec::new();
        let mut ended: &[Register] = &[];
        match step {
            Move::Edge(_) => op.for_each_definition(|r| defined.push(r)),
            Move::Enter { callee, .. } => defined.extend_from_slice(parameters(callee)),
            Move::Leave { callee, .. } => {
                op.for_each_definition(|r| defined.push(r));
                ended = parameters(callee);
            }
        }
        let mut next = fact.clone();
        let recursive = |location: Option<Location>| location.is_none_or(|l| self.is_recursive(l));
        if !recursive(step.to(&self.program)) {
            next.retain(|(r, _)| !defined.contains(r));
        }
        if !recursive(step.from(&self.program)) {
            next.retain(|(r, _)| !ended.contains(r));
        }
        next.extend(defined.into_iter().map(|r| (r, edge)));
        Some(next)
    }

    fn join(&self, a: &Self::Fact, b: &Self::Fact) -> Self::Fact {
        a | b
    }

    fn show(&self, fact: &Self::Fact) -> String {
        let shown: Vec<String> = fact.iter().map(|(r, e)| format!("{r}@{e}")).collect();
        shown.join(" ")
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "reaching",
    can: Can { joins: true, in_sets: true, ..Can::NONE },
    beside: Beside::Locations,
    options: &[],
    make: |setting| setting.operated(DataflowAnalysis(ReachingDefinitions::new(setting.program))),
};
