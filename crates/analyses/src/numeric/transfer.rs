//! Steps: what operations do to a state.

use super::memory::Object;
use super::state::*;
use super::{Numbers, Numeric};
use adumbra_domains::{Sort, Tristate};
use adumbra_engine::Flow;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_stop::spend;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The places of globals that loads and stores name directly.
pub(crate) fn direct_accesses(program: &Program) -> Vec<(Global, u64, Type)> {
    let pool = &program.exprs;
    let mut all = BTreeSet::new();
    for edge in program.edges.values() {
        let (address, ty) = match edge.op {
            Op::Load { register, address } => (address, program.registers[register].ty),
            Op::Store { address, value } => (address, pool.ty(value)),
            _ => continue,
        };
        match pool.get(address) {
            Expr::GlobalAddr(global) => {
                all.insert((global, 0, ty));
            }
            Expr::Binary(BinaryOp::PtrAdd, base, offset) => {
                if let (Expr::GlobalAddr(global), Expr::Const(offset)) = (pool.get(base), pool.get(offset)) {
                    all.insert((global, offset, ty));
                }
            }
            _ => {}
        }
    }
    let inside = |(global, offset, ty): &(Global, u64, Type)| {
        offset.checked_add(ty.store_size(&program.layout)).is_some_and(|end| end <= program.globals[*global].size)
    };
    all.into_iter().filter(inside).collect()
}

/// The work of a move.
const TAKE: u64 = 200;

impl<D: Numbers> Numeric<D> {
    /// Forgets registers of the current activation that are not read after a location, and those
    /// given.
    pub(super) fn drop_dead(&self, state: &mut State<D>, location: Location, written: &[Register]) {
        if self.keeps_dead {
            return;
        }
        let Some(body) = self.program().body(state.frame.function) else { return };
        let first = body.registers.0.as_u32();
        let live = self.live.at(location);
        let dead = |index: u32| {
            let register = Register::from_u32(first + index);
            live.binary_search(&register).is_err() || written.contains(&register)
        };
        let mut any = false;
        state.frame.registers.for_each(|index, _| any |= dead(index));
        if any {
            state.top().registers.retain(|index, _| !dead(index));
        }
    }

    pub(super) fn take(&self, state: &mut State<D>, step: Move) -> Flow<State<D>> {
        spend(TAKE);
        let program = std::sync::Arc::clone(self.program());
        let edge = &program.edges[step.edge()];
        match step {
            Move::Edge(_) => self.along(state, edge),
            Move::Enter { callee, call } => {
                let Op::Call { arguments, results, .. } = &edge.op else { return Flow::On };
                let passed: Vec<_> = arguments.iter().map(|a| self.values.evaluate(state, *a)).collect();
                self.drop_dead(state, edge.to, results);
                let mut frame = Frame::new(callee, Some(call), Some(Rc::clone(&state.frame)));
                if let Some(body) = program.body(callee) {
                    for ((parameter, value), argument) in body.parameters.iter().zip(passed).zip(arguments.iter()) {
                        if program.registers[*parameter].ty == program.exprs.ty(*argument) {
                            frame.registers.set(parameter.as_u32() - body.registers.0.as_u32(), value);
                        }
                    }
                }
                state.frame = Rc::new(frame);
                Flow::On
            }
            Move::Leave { .. } => self.leave(state, edge),
        }
    }

    fn leave(&self, state: &mut State<D>, edge: &EdgeData) -> Flow<State<D>> {
        let Some(caller) = state.frame.caller.clone() else { return Flow::Dead };
        let left = std::mem::replace(&mut state.frame, caller);
        let gone =
            |object: ObjectId| matches!(self.values.object(object), Object::Stack { depth, .. } if depth == left.depth);
        let dangles = |value: &Option<Val<D>>| matches!(value, Some(Val::Pointer(object, _)) if gone(*object));
        if !left.allocated.is_empty() {
            // The objects of the activation die, and their names will be used again.
            state.memory.retain(|object, _| !gone(object));
            let mut changed = Vec::new();
            state.memory.for_each(|object, cells| {
                if cells.cells.iter().any(|c| dangles(&c.value)) {
                    let mut cells = (**cells).clone();
                    cells.cells.iter_mut().filter(|c| dangles(&c.value)).for_each(|c| c.value = None);
                    if cells.ground == Ground::Any {
                        cells.cells.retain(|c| c.value.is_some());
                    }
                    changed.push((object, cells));
                }
            });
            for (object, cells) in changed {
                self.values.set_cells(state, object, cells);
            }
        }
        if let Op::Call { results, .. } = &edge.op {
            let types = &self.program().functions[left.function].result_types;
            for (index, register) in results.iter().enumerate() {
                let value = left.results.get(index).copied().flatten();
                let fits = types.get(index) == Some(&self.program().registers[*register].ty);
                self.values.set_register(state, *register, value.filter(|_| fits).filter(|v| !dangles(&Some(*v))));
            }
        }
        Flow::On
    }

    fn along(&self, state: &mut State<D>, edge: &EdgeData) -> Flow<State<D>> {
        let values = &self.values;
        match &edge.op {
            Op::Nop | Op::Output { .. } | Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => {}
            // Only heap objects are freed and only dynamic ones end at a restore; nothing is known
            // of their contents.
            Op::Free { .. } | Op::StackRestore { .. } => {}
            // An access after the end is invalid; the next scope begins with any contents.
            Op::ScopeEnd { .. } => {}
            Op::Assign(pairs) => return self.assign(state, pairs, edge.to),
            Op::Assume { condition, truth } => {
                if !self.branch(state, edge.from, *condition, *truth) {
                    return Flow::Dead;
                }
            }
            Op::Load { register, address } => {
                let pointer = values.evaluate(state, *address);
                let value = values.load(state, pointer, self.program().registers[*register].ty);
                values.set_register(state, *register, value);
            }
            Op::Store { address, value } => {
                let pointer = values.evaluate(state, *address);
                let stored = values.evaluate(state, *value);
                values.store(state, pointer, self.program().exprs.ty(*value), stored);
            }
            Op::Allocate { register, size, kind, site, .. } => {
                let value = match (kind, values.constant(state, *size)) {
                    (AllocationKind::Stack, Some(size)) if !state.frame.allocated.contains(site) => {
                        let top = state.top();
                        top.allocated.push(*site);
                        top.allocated.sort_unstable();
                        values.address(Object::Stack { depth: state.frame.depth, site: *site, size })
                    }
                    _ => {
                        self.forget_site(state, *site);
                        values.not_null()
                    }
                };
                values.set_register(state, *register, value);
            }
            Op::ScopeBegin { address } | Op::VaStart { list: address } => {
                let pointer = values.evaluate(state, *address);
                values.scribble(state, pointer);
            }
            Op::Copy { to, from, length } => {
                let (target, source) = (values.evaluate(state, *to), values.evaluate(state, *from));
                let length = values.constant(state, *length);
                values.copy(state, target, source, length);
            }
            Op::Fill { to, byte, length } => {
                let target = values.evaluate(state, *to);
                let byte = values.constant(state, *byte).map(|b| b as u8);
                let length = values.constant(state, *length);
                values.overwrite(state, target, length, byte);
            }
            Op::Havoc { to, length } => {
                let target = values.evaluate(state, *to);
                let length = values.constant(state, *length);
                values.overwrite(state, target, length, None);
            }
            Op::ObjectSize { register, address } => {
                let size = match values.evaluate(state, *address) {
                    Some(Val::Pointer(object, _)) if matches!(values.object(object), Object::Global(_)) => {
                        values.number(values.word(), values.size_of(object)).map(Val::Number)
                    }
                    _ => None,
                };
                values.set_register(state, *register, size);
            }
            Op::StackSave { register } | Op::Input { register, .. } => values.set_register(state, *register, None),
            Op::Call { callee, results, .. } => {
                match (callee, self.externals) {
                    (Callee::Direct(_), Externals::Pure) => {}
                    (Callee::Direct(_), Externals::HavocArgs) => values.scribble_shared(state),
                    _ => values.scribble_all(state),
                }
                results.iter().for_each(|r| values.set_register(state, *r, None));
            }
            Op::Return { values: returned } => {
                let results = returned.iter().map(|e| values.evaluate(state, *e)).collect();
                state.top().results = results;
            }
        }
        Flow::On
    }

    /// Another object of a site: what was known of the first one is forgotten, since a register may
    /// now mean either.
    fn forget_site(&self, state: &mut State<D>, site: Site) {
        let depth = state.frame.depth;
        state.memory.retain(|object, _| {
            !matches!(self.values.object(object), Object::Stack { depth: d, site: s, .. } if d == depth && s == site)
        });
        let top = state.top();
        if !top.allocated.contains(&site) {
            top.allocated.push(site);
            top.allocated.sort_unstable();
        }
    }

    fn assign(&self, state: &mut State<D>, pairs: &[(Register, ExprId)], to: Location) -> Flow<State<D>> {
        let values = &self.values;
        if let [(register, expr)] = pairs {
            let value = values.evaluate(state, *expr);
            let pool = &self.program().exprs;
            // A condition that is kept for later: one state for each outcome, as long as it is not
            // used.
            if pool.ty(*expr) == Type::BOOL
                && !matches!(pool.get(*expr), Expr::Register(_) | Expr::Const(_))
                && values.truth(value) == Tristate::Maybe
                && self.live.at(to).binary_search(register).is_ok()
            {
                let outcome = |truth: bool| {
                    let mut state = state.clone();
                    let feasible = values.assume(&mut state, *expr, truth);
                    let bit = values.number(Sort::BOOL, truth.into()).map(Val::Number);
                    values.set_register(&mut state, *register, bit);
                    feasible.then_some(state)
                };
                return match (outcome(false), outcome(true)) {
                    (Some(no), Some(yes)) => Flow::Split(vec![no, yes]),
                    (Some(only), None) | (None, Some(only)) => {
                        *state = only;
                        Flow::On
                    }
                    (None, None) => Flow::Dead,
                };
            }
            values.set_register(state, *register, value);
            return Flow::On;
        }
        let new: Vec<_> = pairs.iter().map(|(r, e)| (*r, values.evaluate(state, *e))).collect();
        for (register, value) in new {
            values.set_register(state, register, value);
        }
        Flow::On
    }
}
