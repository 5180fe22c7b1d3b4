//! Uninitialised variables: registers that may still hold an indeterminate value.
//!
//! A register is uninitialised before its first assignment and after an indeterminate value was put
//! into it. A copy of an uninitialised register is uninitialised, so that the value is followed
//! through the joins of a promoted program; any other assignment initialises. Activations are not
//! told apart, so in a function that can call itself nothing initialises: the caller's copy may
//! still be indeterminate.

use super::dataflow::DataflowAnalysis;
use crate::registry::{Beside, Can, PartEntry};
use crate::textbook::dataflow::Dataflow;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The analysis of uninitialised registers.
pub struct Uninitialised {
    program: Arc<Program>,
    calls: CallGraph,
}

impl Uninitialised {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>) -> Self {
        Uninitialised { program: Arc::clone(program), calls: CallGraph::new(program) }
    }

    /// The registers that an edge reads, other than to copy them, while they may be uninitialised.
    pub fn reads(&self, fact: &BTreeSet<Register>, edge: Edge) -> Vec<Register> {
        let program = &self.program;
        let mut read = BTreeSet::new();
        match &program.edges[edge].op {
            Op::Assign(pairs) => {
                for (_, expr) in pairs.iter().filter(|(_, e)| !matches!(program.exprs.get(*e), Expr::Register(_))) {
                    program.exprs.registers(*expr, &mut read);
                }
            }
            op => op.for_each_use(|expr| program.exprs.registers(expr, &mut read)),
        }
        read.into_iter().filter(|r| fact.contains(r)).collect()
    }

    fn unassigned(&self, function: Function) -> BTreeSet<Register> {
        let body = self.program.body(function);
        body.map(|b| b.register_ids().filter(|r| !b.parameters.contains(r)).collect()).unwrap_or_default()
    }
}

impl Dataflow for Uninitialised {
    type Fact = BTreeSet<Register>;

    fn name(&self) -> &'static str {
        "uninitialised"
    }

    fn start(&self) -> Self::Fact {
        self.unassigned(self.program.entry)
    }

    fn post(&self, fact: &Self::Fact, step: Move) -> Option<Self::Fact> {
        let program = &self.program;
        let op = &program.edges[step.edge()].op;
        let uninitialised = |expr: ExprId| matches!(program.exprs.get(expr), Expr::Register(r) if fact.contains(&r));
        let mut next = fact.clone();
        let to = step.to(program)?;
        match (step, op) {
            (Move::Edge(_), Op::Assign(pairs)) => {
                for (register, expr) in pairs.iter() {
                    if uninitialised(*expr) {
                        next.insert(*register);
                    } else {
                        next.remove(register);
                    }
                }
            }
            (Move::Edge(_), Op::Input { register, source: InputSource::Indeterminate(_) }) => {
                next.insert(*register);
            }
            (Move::Edge(_), op) => op.for_each_definition(|r| {
                next.remove(&r);
            }),
            (Move::Enter { callee, .. }, Op::Call { arguments, .. }) => {
                // The activation is a new one, also of a function that is active already.
                next.extend(self.unassigned(callee));
                let parameters = program.body(callee).map_or(&[][..], |b| &b.parameters);
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    if uninitialised(*argument) {
                        next.insert(*parameter);
                    } else {
                        next.remove(parameter);
                    }
                }
            }
            (Move::Enter { .. }, _) => {}
            (Move::Leave { .. }, op) => op.for_each_definition(|r| {
                next.remove(&r);
            }),
        }
        if self.calls.is_recursive(program.function_of(to)) {
            next.extend(fact);
        }
        Some(next)
    }

    fn join(&self, a: &Self::Fact, b: &Self::Fact) -> Self::Fact {
        a | b
    }

    fn show(&self, fact: &Self::Fact) -> String {
        let shown: Vec<String> = fact.iter().map(|r| r.to_string()).collect();
        shown.join(" ")
    }
}

/// The analysis in configurations.
pub const PART: PartEntry = PartEntry {
    name: "uninitialised",
    can: Can { joins: true, in_sets: true, ..Can::NONE },
    beside: Beside::Locations,
    options: &[],
    make: |setting| setting.operated(DataflowAnalysis(Uninitialised::new(setting.program))),
};
