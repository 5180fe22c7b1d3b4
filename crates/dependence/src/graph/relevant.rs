//! Relevant variables: those on whose values it depends where an execution goes.
//!
//! A variable is relevant if a branch uses it, or if its value flows into a relevant one: through
//! registers, parameters, results and memory. Control does not count, so the number says how much
//! data an analysis that decides branches has to follow. Variables are registers and parts of
//! memory.

use super::{DependenceGraph, NodeKind};
use crate::regions::{RegionId, Regions};
use adumbra_program::*;
use std::collections::HashSet;

/// The variables on whose values branches depend.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelevantVariables {
    /// Registers.
    pub registers: HashSet<Register>,
    /// Parts of memory.
    pub regions: HashSet<RegionId>,
}

impl RelevantVariables {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.registers.len() + self.regions.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl DependenceGraph {
    /// The variables on whose values the branches of a program depend.
    pub fn relevant_variables(&self, program: &Program, regions: &Regions) -> RelevantVariables {
        let mut found = RelevantVariables::default();
        let branches = program.edges.iter().filter(|(_, data)| matches!(data.op, Op::Assume { .. }));
        let mut work: Vec<u32> = branches.map(|(edge, _)| self.nodes.operation(edge)).collect();
        let mut seen = vec![false; self.len()];
        while let Some(node) = work.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            work.extend(self.flow.get(node));
            work.extend(self.memory.get(node));
            match self.nodes.kind(program, node) {
                NodeKind::FormalIn(function, i) => {
                    work.extend(self.up.get(node));
                    let body = program.body(function);
                    found.registers.extend(body.and_then(|b| b.parameters.get(i as usize)));
                }
                NodeKind::ActualOut(..) => work.extend(self.down.get(node)),
                _ => {}
            }
            if let Some(edge) = self.nodes.edge(node) {
                found.regions.extend(regions.read(edge));
                if matches!(program.edges[edge].op, Op::Load { .. }) {
                    found.regions.extend(regions.access(edge));
                }
                self.nodes.for_each_definition(program, edge, |register, by| {
                    if by == node {
                        found.registers.insert(register);
                    }
                });
            }
        }
        found
    }
}
