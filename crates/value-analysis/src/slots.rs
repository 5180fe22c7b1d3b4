//! Registers that are never live together share a slot of the frame.
//!
//! A function in the form that compilers make has many registers, of which few are live at a time.
//! A linear scan over the ranges that [`Liveness`] gives keeps frames small.

use adumbra_program::graph::Liveness;
use adumbra_program::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::rc::Rc;

/// Registers with their slots.
pub(super) type Live = Rc<[(u32, Register)]>;

/// Where the registers of all functions are.
#[derive(Debug)]
pub(super) struct Slots {
    slot: SecondaryMap<Register, u32>,
    count: SecondaryMap<Function, u32>,
    liveness: SecondaryMap<Function, Option<Box<Liveness>>>,
    /// Live registers at locations that were asked for.
    at: RefCell<FxHashMap<Location, Live>>,
    /// The same for the caller during a call.
    across: RefCell<FxHashMap<Edge, Live>>,
}

impl Slots {
    pub(super) fn new(program: &Program) -> Self {
        let mut slots = Slots {
            slot: SecondaryMap::new(),
            count: SecondaryMap::new(),
            liveness: SecondaryMap::new(),
            at: RefCell::default(),
            across: RefCell::default(),
        };
        for (function, _, body) in program.defined_functions() {
            let liveness = Liveness::new(program, body);
            let ranges = liveness.ranges(program, body);
            let mut order: Vec<(u32, u32, Register)> = body
                .register_ids()
                .zip(&ranges)
                .filter_map(|(register, range)| range.map(|(start, end)| (start, end, register)))
                .collect();
            order.sort_unstable();
            let mut busy: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
            let mut free: BTreeSet<u32> = BTreeSet::new();
            let mut count = 0;
            for (start, end, register) in order {
                while let Some(Reverse((last, slot))) = busy.peek().copied()
                    && last < start
                {
                    busy.pop();
                    free.insert(slot);
                }
                let slot = free.pop_first().unwrap_or_else(|| {
                    count += 1;
                    count - 1
                });
                slots.slot[register] = slot;
                busy.push(Reverse((end, slot)));
            }
            slots.count[function] = count.max(1);
            slots.liveness[function] = Some(Box::new(liveness));
        }
        slots
    }

    /// The slot of a register in the frames of its function.
    pub(super) fn of(&self, register: Register) -> u32 {
        self.slot[register]
    }

    /// How many slots the frames of a function have.
    pub(super) fn count(&self, function: Function) -> usize {
        self.count[function] as usize
    }

    /// The registers that are live at a location, with their slots.
    pub(super) fn live(&self, program: &Program, location: Location) -> Live {
        if let Some(known) = self.at.borrow().get(&location) {
            return Rc::clone(known);
        }
        let liveness = &self.liveness[program.function_of(location)];
        let live: Rc<[_]> = match liveness {
            Some(l) => l.live(program, location).into_iter().map(|r| (self.of(r), r)).collect(),
            None => Rc::new([]),
        };
        self.at.borrow_mut().insert(location, Rc::clone(&live));
        live
    }

    /// The registers of the caller that are live while a call runs, with their slots.
    pub(super) fn live_across(&self, program: &Program, call: Edge) -> Live {
        if let Some(known) = self.across.borrow().get(&call) {
            return Rc::clone(known);
        }
        let liveness = &self.liveness[program.function_of(program.edges[call].from)];
        let live: Rc<[_]> = match liveness {
            Some(l) => l.live_across(program, call).into_iter().map(|r| (self.of(r), r)).collect(),
            None => Rc::new([]),
        };
        self.across.borrow_mut().insert(call, Rc::clone(&live));
        live
    }
}
