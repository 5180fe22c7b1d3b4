//! What the states of a sliced analysis tell in certificates: only what no irrelevant edge may have
//! changed.

use crate::pointers::Pointers;
use adumbra_dependence::{AbstractObject, Slice};
use adumbra_engine::{Part, StateId};
use adumbra_program::*;
use adumbra_verdict::{Known, ObjectName, StateFacts};
use rustc_hash::FxHashSet;

/// The registers and parts of globals all of whose writes are relevant.
pub(super) struct Complete {
    registers: FxHashSet<Register>,
    /// By global, the offsets and lengths of what is complete.
    cells: FxHashSet<(Global, u64, u64)>,
}

impl Complete {
    pub(super) fn of(program: &Program, pointers: &Pointers, slice: &Slice) -> Complete {
        if slice.is_empty() {
            return Complete { registers: FxHashSet::default(), cells: FxHashSet::default() };
        }
        let (graph, regions) = (pointers.dependence(), pointers.regions());
        let mut cells = FxHashSet::default();
        for global in program.globals.keys() {
            for run in regions.initial(global).iter().filter(|run| run.count == 1) {
                let touched = regions.touched(AbstractObject::Global(global), run.offset, run.size);
                if touched.iter().all(|region| graph.writers(*region).all(|edge| slice.contains(edge))) {
                    cells.insert((global, run.offset, run.size));
                }
            }
        }
        Complete { registers: graph.complete_registers(program, slice).into_iter().collect(), cells }
    }

    /// Adds what is complete in a state.
    pub(super) fn add(&self, inner: &dyn Part, state: StateId, facts: &mut StateFacts) {
        let mut all = StateFacts::at(facts.point.clone());
        inner.facts(state, &mut all);
        facts.point = all.point;
        // What points to an object says which objects there are.
        let plain = |known: &Known| !matches!(known, Known::Pointer(ObjectName::Allocated(_), _) | Known::Into(_));
        facts.registers.extend(all.registers.into_iter().filter(|(_, r, k)| self.registers.contains(r) && plain(k)));
        facts.cells.extend(all.cells.into_iter().filter(|(object, offset, size, known)| match object {
            ObjectName::Global(global) => self.cells.contains(&(*global, *offset, u64::from(*size))) && plain(known),
            _ => false,
        }));
        facts.partial = true;
    }
}
