//! Which registers are read later: the classic backward analysis, one small sorted set a location.

use adumbra_program::*;
use std::collections::BTreeSet;

/// The live registers of every location.
#[derive(Debug)]
pub struct Liveness {
    live: Vec<Box<[Register]>>,
}

impl Liveness {
    /// Computes the live registers of a program.
    pub fn new(program: &Program) -> Self {
        let mut live: Vec<Box<[Register]>> = vec![Box::default(); program.locations.len()];
        // The registers that each edge reads and writes.
        let reads: Vec<Box<[Register]>> = program
            .edges
            .values()
            .map(|edge| {
                let mut registers = BTreeSet::new();
                edge.op.for_each_use(|expr| program.exprs.registers(expr, &mut registers));
                registers.into_iter().collect()
            })
            .collect();
        for (_, _, body) in program.defined_functions() {
            let mut waiting: Vec<Location> = body.location_ids().collect();
            let mut is_waiting = vec![true; waiting.len()];
            let first = body.locations.0.index();
            while let Some(location) = waiting.pop() {
                is_waiting[location.index() - first] = false;
                let mut here: Vec<Register> = Vec::new();
                for edge in program.out_edges(location) {
                    let data = &program.edges[edge];
                    let mut written: Vec<Register> = Vec::new();
                    data.op.for_each_definition(|r| written.push(r));
                    here.extend(live[data.to.index()].iter().filter(|r| !written.contains(r)));
                    here.extend(reads[edge.index()].iter());
                }
                here.sort_unstable();
                here.dedup();
                if *here != *live[location.index()] {
                    live[location.index()] = here.into();
                    for edge in program.in_edges(location) {
                        let from = program.edges[*edge].from;
                        if !std::mem::replace(&mut is_waiting[from.index() - first], true) {
                            waiting.push(from);
                        }
                    }
                }
            }
        }
        Liveness { live }
    }

    /// The registers that may be read after this location is reached, in ascending order.
    pub fn at(&self, location: Location) -> &[Register] {
        &self.live[location.index()]
    }

    /// May the register be read after this location is reached?
    pub fn is_live(&self, register: Register, location: Location) -> bool {
        self.at(location).binary_search(&register).is_ok()
    }
}
