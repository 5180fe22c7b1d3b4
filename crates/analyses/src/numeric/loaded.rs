//! What a branch says about memory.
//!
//! A branch is about registers. Where a register was loaded just before, and nothing was written
//! since, the place in memory has the same value, so that what the branch says of the register
//! holds of the place too.

use super::Numeric;
use super::numbers::Numbers;
use super::state::{State, Val};
use adumbra_program::*;
use adumbra_verdict::{Formulas, Leaf, Place, StateFacts};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// So many edges before a branch are looked at.
const LOOKED_AT: usize = 16;

/// A register of a condition that was loaded since memory was last written, with the address.
type Load = (Register, ExprId);

/// What was loaded before branches.
#[derive(Debug, Default)]
pub(super) struct LoadedBefore {
    /// For the locations of branches, and those between a load and its branch.
    at: FxHashMap<Location, Vec<Load>>,
}

impl LoadedBefore {
    pub(super) fn new(program: &Program) -> Self {
        let mut at: FxHashMap<Location, Vec<Load>> = FxHashMap::default();
        for edge in program.edges.values() {
            if let Op::Assume { condition, .. } = &edge.op {
                for (location, load) in loads_before(program, edge.from, *condition) {
                    let loads = at.entry(location).or_default();
                    if !loads.contains(&load) {
                        loads.push(load);
                    }
                }
            }
        }
        LoadedBefore { at }
    }

    fn at(&self, location: Location) -> &[Load] {
        self.at.get(&location).map_or(&[], |loads| loads)
    }
}

/// Follows the only way to a location back, as long as memory is only read. Each load is given with
/// every location from there on.
fn loads_before(program: &Program, location: Location, condition: ExprId) -> Vec<(Location, Load)> {
    let mut asked = BTreeSet::new();
    program.exprs.registers(condition, &mut asked);
    let mut defined = BTreeSet::new();
    let mut passed = vec![location];
    let mut found = Vec::new();
    for _ in 0..LOOKED_AT {
        let [edge] = program.in_edges(passed[passed.len() - 1]) else { break };
        let edge = &program.edges[*edge];
        match &edge.op {
            Op::Nop | Op::Assign(_) | Op::Assume { .. } | Op::Input { .. } => {}
            Op::Load { register, address } => {
                let mut used = BTreeSet::from([*register]);
                program.exprs.registers(*address, &mut used);
                let whole = matches!(program.registers[*register].ty, Type::Int(width) if width % 8 == 0);
                if whole && asked.contains(register) && used.is_disjoint(&defined) {
                    found.extend(passed.iter().map(|location| (*location, (*register, *address))));
                }
            }
            _ => break,
        }
        edge.op.for_each_definition(|register| {
            defined.insert(register);
        });
        passed.push(edge.from);
    }
    found
}

impl<D: Numbers> Numeric<D> {
    /// Takes a branch. Answers whether that is possible.
    pub(super) fn branch(&self, state: &mut State<D>, from: Location, condition: ExprId, truth: bool) -> bool {
        let values = &self.values;
        let loads = self.loaded.at(from);
        let before: Vec<Option<Val<D>>> = loads.iter().map(|(register, _)| values.register(state, *register)).collect();
        if !values.assume(state, condition, truth) {
            return false;
        }
        for ((register, address), before) in loads.iter().zip(before) {
            let after = values.register(state, *register);
            if after != before {
                let pointer = values.evaluate(state, *address);
                values.learn(state, pointer, self.program().registers[*register].ty, after);
            }
        }
        true
    }

    /// Says that registers are equal to the places that they were loaded from. Is that all that a
    /// branch may use?
    pub(super) fn tell_loads(&self, state: &State<D>, facts: &mut StateFacts) -> bool {
        let loads = self.loaded.at(facts.point.location);
        if loads.is_empty() {
            return true;
        }
        if facts.formulas.is_some() {
            return false;
        }
        let mut formulas = Formulas::new();
        let mut objects = std::mem::take(&mut facts.objects);
        for (register, address) in loads {
            let Type::Int(width) = self.program().registers[*register].ty else { continue };
            let pointer = self.values.evaluate(state, *address);
            let Some((object, offset)) = self.values.place(pointer, u64::from(width / 8)) else { continue };
            let Some(name) = self.object_name(object, &mut objects) else { continue };
            let loaded = formulas.leaf(Leaf::Value(Place::Register(state.frame.depth, *register)), width);
            let cell = formulas.leaf(Leaf::Value(Place::Cell(name, offset, width / 8)), width);
            let equal = formulas.terms.eq(loaded, cell);
            formulas.hold(equal);
        }
        facts.objects = objects;
        if !formulas.is_empty() {
            facts.formulas = Some(Box::new(formulas));
        }
        true
    }
}
