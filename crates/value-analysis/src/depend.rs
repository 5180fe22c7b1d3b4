//! What a move on a path depends on, seen from the state before it.

use super::ValueAnalysis;
use super::code::Action;
use super::memory::Spot;
use super::scalar::ObjectRef;
use super::state::ValueState;
use adumbra_program::*;
use std::collections::BTreeSet;

/// Something that a state on a path knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Item {
    /// A register of an activation.
    Register(u32, Register),
    /// A result that an activation returns.
    Result(u32, u32),
    /// An argument of an activation beyond its parameters.
    Rest(u32, u32),
    /// A word of an object.
    Word(ObjectRef, u64),
    /// The conditions on unknowns that come from an edge.
    Condition(Edge),
}

/// What a move writes, and from what.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) writes: Vec<Item>,
    pub(super) reads: Vec<Item>,
}

/// What a move depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Dependence {
    pub(super) groups: Vec<Group>,
    /// Must be known so that the move does not destroy what is known of memory.
    pub(super) hazards: Vec<Item>,
    /// Decide whether the move is possible and valid.
    pub(super) blame: Vec<Item>,
    /// The object that the move creates, and the register that gets its address.
    pub(super) creates: Option<(u32, Item)>,
    /// The object whose contents the move destroys.
    pub(super) destroys: Option<ObjectRef>,
}

/// Most words of a copy that are followed one by one.
const WORDS: u64 = 1 << 12;

impl ValueAnalysis {
    /// The known registers of the innermost activation that an expression reads.
    fn reads(&self, state: &ValueState, expr: ExprId, out: &mut Vec<Item>) {
        let mut registers = BTreeSet::new();
        self.context.program.exprs.registers(expr, &mut registers);
        for register in registers {
            let slot = self.context.slots.of(register);
            if state.top.slots[slot as usize].is_known() {
                out.push(Item::Register(state.top.depth, register));
            }
        }
    }

    fn read_of(&self, state: &ValueState, exprs: &[ExprId]) -> Vec<Item> {
        let mut out = Vec::new();
        exprs.iter().for_each(|e| self.reads(state, *e, &mut out));
        out
    }

    fn spot(&mut self, state: &ValueState, address: &super::code::Address, length: Option<u64>, write: bool) -> Spot {
        let pointer = self.context.evaluate(self.scratch.get_mut(), state, &address.code);
        self.context.check(state, pointer, address.root, length, write).0
    }

    /// What a move depends on.
    pub(super) fn depend(&mut self, state: &ValueState, step: Move) -> Dependence {
        let program = std::sync::Arc::clone(&self.context.program);
        let depth = state.top.depth;
        let edge = step.edge();
        let op = &program.edges[edge].op;
        let mut d = Dependence::default();
        match (step, op) {
            (Move::Leave { .. }, Op::Call { results, .. }) => {
                for (i, register) in (0u32..).zip(results.iter()) {
                    d.groups.push(Group {
                        writes: vec![Item::Register(depth.saturating_sub(1), *register)],
                        reads: vec![Item::Result(depth, i)],
                    });
                }
            }
            (Move::Enter { callee, .. }, Op::Call { callee: named, arguments, .. }) => {
                if let Callee::Indirect(pointer) = named {
                    self.reads(state, *pointer, &mut d.blame);
                }
                let parameters = program.body(callee).map_or(&[][..], |b| &b.parameters);
                for (i, argument) in (0u32..).zip(arguments.iter()) {
                    let place = match parameters.get(i as usize) {
                        Some(register) => Item::Register(depth + 1, *register),
                        None => Item::Rest(depth + 1, i - parameters.len() as u32),
                    };
                    d.groups.push(Group { writes: vec![place], reads: self.read_of(state, &[*argument]) });
                }
            }
            (_, op) => self.depend_edge(state, edge, op, &mut d),
        }
        d
    }

    fn depend_edge(&mut self, state: &ValueState, edge: Edge, op: &Op, d: &mut Dependence) {
        let depth = state.top.depth;
        let actions = std::rc::Rc::clone(&self.context.actions);
        let action = &actions[edge.index()];
        let register = |r: &Register| Item::Register(depth, *r);
        match (op, action) {
            (Op::Assign(pairs), _) => {
                for (r, e) in pairs.iter() {
                    d.groups.push(Group { writes: vec![register(r)], reads: self.read_of(state, &[*e]) });
                }
            }
            (Op::Assume { condition, .. }, Action::Assume { refine, .. }) => {
                self.reads(state, *condition, &mut d.blame);
                for refinement in refine {
                    let old = state.top.slots[refinement.place.slot as usize];
                    if old.is_known() && !old.is_symbolic() {
                        continue;
                    }
                    let mut writes = vec![register(&refinement.place.register)];
                    if let Some((address, layout)) = &refinement.cell {
                        let length = self.context.length(*layout);
                        if let Spot::Exact(object, offset) = self.spot(state, address, Some(length), false) {
                            words(object, offset, length, |w| writes.push(w));
                        }
                    }
                    d.groups.push(Group { writes, reads: d.blame.clone() });
                }
            }
            (Op::Load { register: r, address }, Action::Load { layout, address: code, .. }) => {
                let mut reads = self.read_of(state, &[*address]);
                d.blame.clone_from(&reads);
                let length = self.context.length(*layout);
                let mut writes = vec![register(r)];
                match self.spot(state, code, Some(length), false) {
                    Spot::Exact(object, offset) => {
                        words(object, offset, length, |w| reads.push(w));
                        // What is not known may get a name that it keeps.
                        if self.is_symbolic() {
                            words(object, offset, length, |w| writes.push(w));
                        }
                    }
                    Spot::Object(object) if self.is_symbolic() => self.all_words(state, object, |w| reads.push(w)),
                    _ => {}
                }
                d.groups.push(Group { writes, reads });
            }
            (Op::Store { address, value }, Action::Store { layout, address: code, .. }) => {
                let length = self.context.length(*layout);
                d.blame = self.read_of(state, &[*address]);
                d.hazards.clone_from(&d.blame);
                let spot = self.spot(state, code, Some(length), true);
                let reads = self.read_of(state, &[*address, *value]);
                self.written(state, spot, Some(length), &reads, d);
            }
            (Op::Allocate { register: r, size, .. }, _) => {
                d.groups.push(Group { writes: vec![register(r)], reads: self.read_of(state, &[*size]) });
                d.creates = Some((state.count, register(r)));
            }
            (Op::Free { address, .. }, _) => {
                d.blame = self.read_of(state, &[*address]);
                d.hazards.clone_from(&d.blame);
            }
            (
                Op::ScopeBegin { address } | Op::ScopeEnd { address },
                Action::ScopeBegin { address: code } | Action::ScopeEnd { address: code },
            ) => {
                d.hazards = self.read_of(state, &[*address]);
                if let Spot::Exact(object, _) = self.spot(state, code, None, false) {
                    d.destroys = Some(object);
                }
            }
            (Op::StackRestore { token }, _) => d.hazards = self.read_of(state, &[*token]),
            (Op::Copy { to, from, length }, Action::Copy { to: target, from: source, length: count }) => {
                let count = self.context.evaluate(self.scratch.get_mut(), state, count).as_bits();
                d.blame = self.read_of(state, &[*to, *from, *length]);
                d.hazards.clone_from(&d.blame);
                let (a, b) = (self.spot(state, source, count, false), self.spot(state, target, count, true));
                match (a, b, count) {
                    (Spot::Exact(x, from), Spot::Exact(y, to), Some(count @ 1..=WORDS)) => {
                        for word in to / 8..=(to + count - 1) / 8 {
                            let begin = to.max(8 * word);
                            let end = (to + count).min(8 * word + 8);
                            let mut reads = d.blame.clone();
                            words(x, from + (begin - to), end - begin, |w| reads.push(w));
                            if begin > 8 * word || end < self.word_end(state, y, word) {
                                reads.push(Item::Word(y, word));
                            }
                            d.groups.push(Group { writes: vec![Item::Word(y, word)], reads });
                        }
                    }
                    (_, spot, count) => {
                        let reads = d.blame.clone();
                        self.written(state, spot, count, &reads, d);
                    }
                }
            }
            (Op::Fill { to, byte, length }, Action::Fill { to: target, length: count, .. }) => {
                let count = self.context.evaluate(self.scratch.get_mut(), state, count).as_bits();
                d.blame = self.read_of(state, &[*to, *length]);
                d.hazards.clone_from(&d.blame);
                let reads = self.read_of(state, &[*to, *byte, *length]);
                let spot = self.spot(state, target, count, true);
                self.written(state, spot, count, &reads, d);
            }
            (Op::Havoc { to, length }, _) => {
                d.blame = self.read_of(state, &[*to, *length]);
                d.hazards.clone_from(&d.blame);
            }
            (Op::ObjectSize { register: r, address }, _) => {
                d.groups.push(Group { writes: vec![register(r)], reads: self.read_of(state, &[*address]) });
            }
            (Op::Call { callee, results, .. }, _) => {
                if let Callee::Indirect(pointer) = callee {
                    self.reads(state, *pointer, &mut d.blame);
                }
                d.groups.push(Group { writes: results.iter().map(register).collect(), reads: Vec::new() });
            }
            (Op::Return { values }, _) => {
                for (i, value) in (0u32..).zip(values.iter()) {
                    d.groups
                        .push(Group { writes: vec![Item::Result(depth, i)], reads: self.read_of(state, &[*value]) });
                }
            }
            (Op::VaStart { list }, Action::VaStart { list: code }) => {
                let reads = self.read_of(state, &[*list]);
                d.blame.clone_from(&reads);
                d.hazards.clone_from(&reads);
                let spot = self.spot(state, code, Some(24), true);
                self.written(state, spot, Some(24), &reads, d);
                if state.top.rest_object.is_none() {
                    let area = ObjectRef::allocated(state.count);
                    let rest = (0..state.top.rest.len() as u32).map(|i| Item::Rest(depth, i)).collect();
                    let length = 16 * state.top.rest.len() as u64 + 16;
                    let mut group = Group { writes: Vec::new(), reads: rest };
                    words(area, 0, length, |w| group.writes.push(w));
                    d.groups.push(group);
                }
            }
            (Op::StackSave { register: r } | Op::Input { register: r, .. }, _) => {
                d.groups.push(Group { writes: vec![register(r)], reads: Vec::new() });
            }
            _ => {}
        }
    }

    /// The words of an object, if they are few.
    fn all_words(&self, state: &ValueState, object: ObjectRef, f: impl FnMut(Item)) {
        if let Some((Some(size @ 1..=WORDS), _)) = self.context.extent(state, object) {
            words(object, 0, size, f);
        }
    }

    /// Where a word of an object ends: eight bytes on, or at the end of the object.
    fn word_end(&self, state: &ValueState, object: ObjectRef, word: u64) -> u64 {
        let size = self.context.extent(state, object).and_then(|(size, _)| size).unwrap_or(u64::MAX);
        (8 * word + 8).min(size)
    }

    /// A write of a range from what was read.
    fn written(&self, state: &ValueState, spot: Spot, length: Option<u64>, reads: &[Item], d: &mut Dependence) {
        if let (Spot::Exact(object, offset), Some(length @ 1..=WORDS)) = (spot, length) {
            for word in offset / 8..=(offset + length - 1) / 8 {
                let mut reads = reads.to_vec();
                if offset > 8 * word || offset + length < self.word_end(state, object, word) {
                    reads.push(Item::Word(object, word));
                }
                d.groups.push(Group { writes: vec![Item::Word(object, word)], reads });
            }
        } else if let (Spot::Object(object), true) = (spot, self.is_symbolic()) {
            // At one of them the value is new, at the others it is the old one.
            let mut all = Vec::new();
            self.all_words(state, object, |w| all.push(w));
            for word in all {
                let reads = reads.iter().copied().chain([word]).collect();
                d.groups.push(Group { writes: vec![word], reads });
            }
        } else if let (Spot::Exact(object, _), Some(_)) = (spot, length) {
            // Too long to follow: whatever is needed of the object afterwards needs this.
            d.hazards.extend(reads);
            d.groups.push(Group { writes: Vec::new(), reads: vec![Item::Word(object, 0)] });
        }
    }
}

/// The words of a range.
fn words(object: ObjectRef, offset: u64, length: u64, mut f: impl FnMut(Item)) {
    if length > 0 {
        for word in offset / 8..=offset.saturating_add(length - 1) / 8 {
            f(Item::Word(object, word));
        }
    }
}
