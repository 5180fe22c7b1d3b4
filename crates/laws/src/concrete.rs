//! What a run of the interpreter has done so far, as far as analyses speak of it.

use adumbra_interpreter::View;
use adumbra_program::*;
use std::collections::{BTreeMap, HashMap};

/// The history of a run.
#[derive(Default)]
pub struct Record {
    /// The open calls, the outermost first.
    pub calls: Vec<(Edge, Function)>,
    /// For every open activation, by which edge each register got its value; for parameters, the
    /// call edge.
    pub definitions: Vec<BTreeMap<Register, Edge>>,
    /// The objects of each activation and site, in the order of their allocation.
    pub allocated: HashMap<(usize, Site), Vec<u64>>,
    /// The moves of the run.
    pub moves: Vec<Move>,
}

/// A concrete state: the machine, where it is, and how it came there.
pub struct Concrete<'a> {
    pub program: &'a Program,
    pub view: &'a View<'a>,
    pub location: Location,
    pub record: &'a Record,
}

impl Record {
    pub fn new() -> Self {
        Record { definitions: vec![BTreeMap::new()], ..Record::default() }
    }

    /// Notes a move. The machine has made it, unless it enters or returns from a function.
    pub fn note(&mut self, program: &Program, view: &View<'_>, step: Move) {
        self.moves.push(step);
        let op = &program.edges[step.edge()].op;
        match step {
            Move::Enter { call, callee } => {
                self.calls.push((call, callee));
                let parameters = program.body(callee).map_or(&[][..], |b| &b.parameters);
                self.definitions.push(parameters.iter().map(|r| (*r, call)).collect());
            }
            Move::Leave { .. } => {
                self.calls.pop();
                self.definitions.pop();
                let depth = view.depth();
                self.allocated.retain(|(activation, _), _| *activation < depth);
                self.define(op, step.edge());
            }
            Move::Edge(edge) => {
                if let Op::Allocate { register, site, .. } = *op
                    && let Some(value) = view.register(register)
                {
                    let here = (view.depth() - 1, site);
                    self.allocated.entry(here).or_default().push((value.low() >> 64) as u64);
                }
                self.define(op, edge);
            }
        }
    }

    fn define(&mut self, op: &Op, edge: Edge) {
        if let Some(defined) = self.definitions.last_mut() {
            op.for_each_definition(|r| {
                defined.insert(r, edge);
            });
        }
    }
}
