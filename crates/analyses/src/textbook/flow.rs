//! Flow dependence as a data-flow analysis: which definition of which register an edge may read.
//!
//! A fact is the definitions that reach a place, and the dependences that were seen on the way
//! there. The union over all places is what
//! [`DependenceGraph`](adumbra_dependence::DependenceGraph) finds without the sets.

use super::dataflow::DataflowAnalysis;
use crate::registry::{Beside, Can, PartEntry};
use crate::textbook::dataflow::Dataflow;
use crate::textbook::reaching::{Definition, ReachingDefinitions};
use adumbra_program::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An edge, the register that it reads, and the edge that may have defined it.
pub type Dependence = (Edge, Register, Edge);

/// Flow dependence through registers.
pub struct FlowDependence {
    program: Arc<Program>,
    reaching: ReachingDefinitions,
}

impl FlowDependence {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>) -> Self {
        FlowDependence { program: Arc::clone(program), reaching: ReachingDefinitions::new(program) }
    }
}

impl Dataflow for FlowDependence {
    type Fact = (BTreeSet<Definition>, BTreeSet<Dependence>);

    fn name(&self) -> &'static str {
        "flow-dependence"
    }

    fn start(&self) -> Self::Fact {
        (self.reaching.start(), BTreeSet::new())
    }

    fn post(&self, (reaching, seen): &Self::Fact, step: Move) -> Option<Self::Fact> {
        let mut seen = seen.clone();
        // A return to the caller reads nothing: the values were read on the edge of the return.
        if !matches!(step, Move::Leave { .. }) {
            let mut used = BTreeSet::new();
            self.program.edges[step.edge()].op.for_each_use(|e| self.program.exprs.registers(e, &mut used));
            for register in used {
                let definitions = ReachingDefinitions::of(reaching, register);
                seen.extend(definitions.map(|definition| (step.edge(), register, definition)));
            }
        }
        Some((self.reaching.post(reaching, step)?, seen))
    }

    fn join(&self, a: &Self::Fact, b: &Self::Fact) -> Self::Fact {
        (&a.0 | &b.0, &a.1 | &b.1)
    }

    fn show(&self, (reaching, seen): &Self::Fact) -> String {
        let seen: Vec<String> = seen.iter().map(|(edge, r, on)| format!("{edge}-{r}-{on}")).collect();
        format!("{} | {}", self.reaching.show(reaching), seen.join(" "))
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "flow",
    can: Can { joins: true, ..Can::NONE },
    beside: Beside::Locations,
    options: &[],
    make: |setting| setting.operated(DataflowAnalysis(FlowDependence::new(setting.program))),
};
