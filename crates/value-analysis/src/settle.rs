//! Before a state is kept: what is of no use goes, and objects get canonical names.
//!
//! Objects are numbered in the order in which one comes to them: stack objects of the outermost
//! activation first, then along pointers in registers, globals and objects. Equal heaps thus have
//! equal names. Objects that no known pointer reaches are dropped.

use super::ValueAnalysis;
use super::bytes::PAGE;
use super::context::{Context, Home};
use super::memory::Spot;
use super::precision::{Base, Key, Precision, Tracks};
use super::scalar::{ObjectRef, Value};
use super::state::{Frame, Life, ValueState};
use super::trie::{Found, Trie};
use adumbra_program::*;
use adumbra_stop::spend;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::rc::Rc;

const NONE: u32 = u32::MAX;

/// The work of visiting a pointer or an object, and of renaming it.
const VISIT: u64 = 60;
const RENAME: u64 = 250;

/// The work of finding a term in a state.
const COLLECT: u64 = 60;

impl Context {
    /// Forgets registers that are dead and what is not tracked, and names objects canonically.
    pub(super) fn trim(&self, state: &mut ValueState, precision: &Precision) {
        if state.violated.is_none() {
            self.forget_dead(state);
        }
        if !precision.is_total() {
            self.forget_untracked(state, precision);
        }
        self.canonicalize(state);
        state.private.tidy();
        state.shared.tidy();
        state.objects.tidy();
    }

    pub(super) fn forget_dead(&self, state: &mut ValueState) {
        let live = self.slots.live(&self.program, state.location);
        let known = state.top.slots.iter().filter(|v| v.is_known()).count();
        let kept = live.iter().filter(|(slot, _)| state.top.slots[*slot as usize].is_known()).count();
        if known == kept {
            return;
        }
        let slots = &mut state.frame().slots;
        let mut new = vec![Value::UNKNOWN; slots.len()].into_boxed_slice();
        for (slot, _) in live.iter() {
            new[*slot as usize] = slots[*slot as usize];
        }
        *slots = new;
    }

    /// Notes whether heap memory is lost, without giving objects other names.
    pub(super) fn look_for_lost(&self, state: &mut ValueState) {
        self.forget_dead(state);
        let reached = self.reachable(state);
        let lives = |o: &super::state::Object| o.origin.is_heap() && matches!(o.life, Life::Live | Life::Maybe);
        state.others |= state.objects().iter().any(|(i, o)| lives(o) && !reached.contains(i));
    }

    /// Registers of the caller that are not read behind a call do not outlive the call.
    pub(super) fn forget_across(&self, state: &mut ValueState, call: Edge) {
        let live = self.slots.live_across(&self.program, call);
        let known = state.top.slots.iter().filter(|v| v.is_known()).count();
        let kept = live.iter().filter(|(slot, _)| state.top.slots[*slot as usize].is_known()).count();
        if known == kept {
            return;
        }
        let slots = &mut state.frame().slots;
        let mut new = vec![Value::UNKNOWN; slots.len()].into_boxed_slice();
        for (slot, _) in live.iter() {
            new[*slot as usize] = slots[*slot as usize];
        }
        *slots = new;
    }

    fn forget_untracked(&self, state: &mut ValueState, precision: &Precision) {
        let location = state.location;
        let function = self.program.function_of(location);
        let tracks = super::precision::At { precision, location, function };
        for (slot, register) in self.slots.live(&self.program, location).iter() {
            if state.top.slots[*slot as usize].is_known()
                && !self.always.contains(*register)
                && !tracks.register(state.top.depth, *register)
            {
                state.set(*slot, Value::UNKNOWN);
            }
        }
        for shared in [false, true] {
            let bytes = if shared { &state.shared } else { &state.private };
            let list = if shared { &self.shared_order } else { &self.private_order };
            let mut gone = Vec::new();
            bytes.trie().for_each(|index, count, found| {
                let (start, end) = (index * PAGE, (index + count).saturating_mul(PAGE));
                let first = list.partition_point(|(at, g)| at + self.program.globals[*g].size.max(1) <= start);
                for (at, global) in list[first..].iter().take_while(|(at, _)| *at < end) {
                    let size = self.program.globals[*global].size;
                    self.untracked(
                        (*at, size),
                        (start, end),
                        ObjectRef::global(*global),
                        Base::Global(*global),
                        &tracks,
                        &mut gone,
                    );
                }
                debug_assert!(!matches!(found, Found::Nothing));
            });
            for (object, from, length) in gone {
                self.forget(state, Spot::Exact(object, from), 0, Some(length));
            }
        }
        let mut gone = Vec::new();
        for (index, object) in state.objects() {
            if object.bytes.is_empty() {
                continue;
            }
            let name = ObjectRef::allocated(index);
            let base = self.base(state, name);
            object.bytes.trie().for_each(|page, count, _| {
                let range = (page * PAGE, (page + count).saturating_mul(PAGE));
                self.untracked((0, object.size.unwrap_or(range.1)), range, name, base, &tracks, &mut gone);
            });
        }
        for (object, from, length) in gone {
            self.forget(state, Spot::Exact(object, from), 0, Some(length));
        }
    }

    /// The parts of an object within a range that are not tracked.
    fn untracked(
        &self,
        (at, size): (u64, u64),
        (start, end): (u64, u64),
        object: ObjectRef,
        base: Base,
        tracks: &super::precision::At<'_>,
        gone: &mut Vec<(ObjectRef, u64, u64)>,
    ) {
        let from = start.saturating_sub(at);
        let to = end.saturating_sub(at).min(size);
        if from >= to {
            return;
        }
        match tracks.precision.of_base(base) {
            Some(true) => {}
            Some(false) => gone.push((object, from, to - from)),
            None => {
                for word in from / 8..to.div_ceil(8) {
                    if !tracks.word(object, base, word) {
                        gone.push((object, 8 * word, 8.min(size - 8 * word)));
                    }
                }
            }
        }
    }

    /// The objects that known pointers reach from registers, live stack objects and globals.
    pub(super) fn reachable(&self, state: &ValueState) -> FxHashSet<u32> {
        let mut seen = FxHashSet::default();
        let mut work: Vec<u32> = Vec::new();
        for frame in state.top.chain() {
            work.extend(&frame.owned);
            let values = frame.slots.iter().chain(&frame.results).copied().chain(frame.rest.iter().map(|(_, v)| *v));
            work.extend(values.filter_map(Value::allocated));
        }
        let mut add = |_, value: Value| work.extend(value.allocated());
        state.private.for_each_pointer(&mut add);
        state.shared.for_each_pointer(&mut add);
        while let Some(index) = work.pop() {
            if seen.insert(index)
                && let Some(object) = state.object(index).filter(|o| o.life == Life::Live)
            {
                object.bytes.for_each_pointer(|_, value| work.extend(value.allocated()));
                work.extend(object.many.iter().flat_map(|many| many.others()));
            }
        }
        seen
    }

    /// Gives objects canonical names and drops those that nothing known points to.
    pub(super) fn canonicalize(&self, state: &mut ValueState) {
        if state.count == 0 || self.keep_names {
            return;
        }
        let (listed, visits) = self.canonical_order(state);
        if listed.len() == state.count as usize && (0..).zip(&listed).all(|(name, index)| name == *index) {
            return;
        }
        spend((visits + u64::from(state.count)) * RENAME);
        let mut names = vec![NONE; state.count as usize];
        for (name, index) in (0..).zip(&listed) {
            names[*index as usize] = name;
        }
        self.rename(state, &names, &listed);
    }

    /// The objects that known pointers lead to, in the order of their canonical names, and how many
    /// pointers were followed.
    pub(super) fn canonical_order(&self, state: &ValueState) -> (Vec<u32>, u64) {
        let frames: Vec<&Rc<Frame>> = chain(&state.top);
        let mut seen = vec![false; state.count as usize];
        let mut order = VecDeque::new();
        let visits = std::cell::Cell::new(0);
        let mut visit = |index: u32, order: &mut VecDeque<u32>| {
            visits.set(visits.get() + 1);
            if let Some(seen) = seen.get_mut(index as usize)
                && !std::mem::replace(seen, true)
            {
                order.push_back(index);
            }
        };
        for frame in frames.iter().rev() {
            frame.owned.iter().for_each(|i| visit(*i, &mut order));
        }
        for frame in frames.iter().rev() {
            let values = frame.slots.iter().chain(&frame.results).copied();
            values
                .chain(frame.rest.iter().map(|(_, v)| *v))
                .filter_map(Value::allocated)
                .for_each(|i| visit(i, &mut order));
        }
        state.private.for_each_pointer(|_, v| v.allocated().into_iter().for_each(|i| visit(i, &mut order)));
        state.shared.for_each_pointer(|_, v| v.allocated().into_iter().for_each(|i| visit(i, &mut order)));
        let mut listed = Vec::new();
        while let Some(index) = order.pop_front() {
            listed.push(index);
            if let Some(object) = state.object(index) {
                object.bytes.for_each_pointer(|_, v| v.allocated().into_iter().for_each(|i| visit(i, &mut order)));
                object.many.iter().flat_map(|many| many.others()).for_each(|i| visit(i, &mut order));
            }
        }
        spend((visits.get() + u64::from(state.count)) * VISIT);
        (listed, visits.get())
    }

    fn rename(&self, state: &mut ValueState, names: &[u32], listed: &[u32]) {
        let size = self.pointer_size;
        let rename = |value: Value| match value.allocated() {
            Some(index) => match names.get(index as usize) {
                Some(name) if *name != NONE => value.renamed(*name),
                _ => Value::UNKNOWN,
            },
            None => value,
        };
        if self.leaks {
            let lost = state.objects().iter().any(|(i, o)| {
                names[*i as usize] == NONE && o.origin.is_heap() && matches!(o.life, Life::Live | Life::Maybe)
            });
            state.others |= lost;
        }
        state.top = map_frames(&state.top, rename, |index| names[index as usize]);
        state.private.map_pointers(size, rename);
        state.shared.map_pointers(size, rename);
        let mut objects = Trie::default();
        state.has_runs = false;
        for (name, index) in (0u64..).zip(listed) {
            if let Some(object) = state.object(*index).cloned() {
                let mut object = object;
                object.bytes.map_pointers(size, rename);
                if let Some(many) = &mut object.many {
                    **many = many.renamed(|index| names[index as usize]);
                    state.has_runs = true;
                }
                objects.make(name, || object);
            }
        }
        state.objects = objects;
        state.count = listed.len() as u32;
    }

    /// Where each global of the state is, in order of place.
    pub(super) fn order_globals(&mut self) {
        for (global, home) in self.homes.iter() {
            match home {
                Home::Constant => {}
                Home::Private(at) => self.private_order.push((*at, global)),
                Home::Shared(at) => self.shared_order.push((*at, global)),
            }
        }
    }
}

impl ValueAnalysis {
    /// Drops conditions that are not tracked, and those that say nothing about what is known any
    /// more: the conditions hold together, so that those on unknowns which the state does not speak
    /// of can be met whatever the others are. Their unknowns are free again.
    #[inline]
    pub(super) fn prune(&mut self, state: &mut ValueState, precision: &Precision) {
        if state.unknowns.is_some() {
            self.prune_unknowns(state, precision);
        }
    }

    #[inline(never)]
    fn prune_unknowns(&mut self, state: &mut ValueState, precision: &Precision) {
        let Some(symbols) = &mut self.scratch.get_mut().symbols else { return };
        let location = state.location;
        let function = self.context.program.function_of(location);
        let mut list = state.conditions().to_vec();
        if !precision.is_total() {
            list.retain(|c| precision.tracks(Key::Condition(c.origin), location, function));
        }
        let mut terms: FxHashSet<adumbra_terms::Term> = FxHashSet::default();
        for frame in state.top.chain() {
            let values = frame.slots.iter().chain(&frame.results).chain(frame.rest.iter().map(|(_, v)| v));
            terms.extend(values.filter_map(|v| v.any_term()));
        }
        let mut add = |_, value: Value| terms.extend(value.any_term());
        state.private.for_each_pointer(&mut add);
        state.shared.for_each_pointer(&mut add);
        for (_, object) in state.objects() {
            object.bytes.for_each_pointer(&mut add);
        }
        let mut used: FxHashSet<adumbra_terms::Term> = FxHashSet::default();
        spend(terms.len() as u64 * COLLECT);
        for term in terms {
            used.extend(symbols.variables(term).iter());
        }
        // Conditions that share unknowns with what is known, directly or by way of others.
        let open: Vec<_> = list.iter().map(|c| symbols.variables(c.term)).collect();
        let mut kept = vec![false; list.len()];
        let mut grows = true;
        while grows {
            grows = false;
            for (variables, kept) in open.iter().zip(&mut kept) {
                if !*kept && variables.iter().any(|v| used.contains(v)) {
                    *kept = true;
                    used.extend(variables.iter());
                    grows = true;
                }
            }
        }
        let mut keep = kept.iter();
        list.retain(|_| keep.next() == Some(&true));
        let mut used: Vec<_> = used.into_iter().collect();
        used.sort_unstable();
        if used != state.used() || list.len() != state.conditions().len() {
            state.set_unknowns(list, used);
        }
    }
}

/// The same activations with other values, and other names of the objects that belong to them.
/// Those that do not change stay shared.
pub(super) fn map_frames(top: &Rc<Frame>, value: impl Fn(Value) -> Value, name: impl Fn(u32) -> u32) -> Rc<Frame> {
    let changes = |v: &Value| value(*v) != *v;
    let mut below: Option<Rc<Frame>> = None;
    // From the outermost inwards.
    for frame in chain(top).into_iter().rev() {
        let same_below = match (&frame.caller, &below) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let touched = frame.slots.iter().chain(&frame.results).any(changes)
            || frame.rest.iter().any(|(_, v)| changes(v))
            || frame.owned.iter().any(|i| name(*i) != *i);
        if same_below && !touched {
            below = Some(Rc::clone(frame));
            continue;
        }
        let mut new = Frame::clone(frame);
        new.touch();
        new.slots.iter_mut().for_each(|v| *v = value(*v));
        new.results.iter_mut().for_each(|v| *v = value(*v));
        if frame.rest.iter().any(|(_, v)| changes(v)) {
            new.rest = frame.rest.iter().map(|(ty, v)| (*ty, value(*v))).collect();
        }
        new.owned.iter_mut().for_each(|i| *i = name(*i));
        new.rest_object = new.rest_object.map(&name);
        new.caller = below.take();
        below = Some(Rc::new(new));
    }
    below.unwrap_or_else(|| Rc::clone(top))
}

/// The activations from the innermost to the outermost.
pub(super) fn chain(top: &Rc<Frame>) -> Vec<&Rc<Frame>> {
    std::iter::successors(Some(top), |f| f.caller.as_ref()).collect()
}
