//! Refinement by value interpolation: what must be tracked where, so that a path is excluded.
//!
//! The path is executed with everything tracked. Where it becomes contradictory (a condition that
//! is false, a call that goes elsewhere, a violation that does not happen), a backward slice along
//! the path tells for each position which things the contradiction rests on. That these suffice is
//! checked by executing the path with nothing else; then things are left out one after the other as
//! long as the contradiction stays. Of several contradictions the one is taken that needs least.
//!
//! With symbolic values a contradiction may rest on conditions that were taken before: those that
//! the solver names are things to be tracked too, from where they were taken on, and what they
//! speak of was needed there. Conditions are left out before values.

use super::ValueAnalysis;
use super::depend::{Dependence, Item};
use super::memory::Spot;
use super::precision::{Base, Key, Precision, Tracks};
use super::scalar::{ObjectRef, Target, Value};
use super::state::ValueState;
use super::unknowns::origins;
use adumbra_engine::{ErrorPath, Flow};
use adumbra_program::*;
use adumbra_verdict::{Target as Goal, TargetKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A precision that excludes a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The precision.
    pub precision: Precision,
    /// Number of moves before the first state whose precision has changed.
    pub from: usize,
    /// What is new in it: the number of moves that lead there, and the key.
    pub added: Vec<(usize, Key)>,
}

/// Paths with more moves are excluded by tracking everything.
pub(super) const LONGEST: usize = 200_000;

/// How many contradictions are compared.
const CANDIDATES: usize = 4;

/// What is needed at each position of a path: `needed[i]` behind `i` moves.
pub(super) struct Slice {
    end: usize,
    needed: Vec<Vec<Item>>,
}

/// The execution of a path with everything tracked.
pub(super) struct Run {
    pub(super) dependences: Vec<Dependence>,
    /// The moves that cannot be taken, the last one perhaps because it is no violation.
    contradictions: Vec<usize>,
    bases: FxHashMap<u32, Base>,
    /// The objects of the heap.
    heap: FxHashSet<u32>,
    /// Depth of the call stack behind each number of moves.
    pub(super) depths: Vec<u32>,
    /// How many different values keys had.
    values: FxHashMap<Key, BTreeSet<u64>>,
    /// For each contradiction, the edges of earlier conditions that it rests on.
    conditions: FxHashMap<usize, Vec<Edge>>,
}

/// Keeps exactly the given items.
struct Kept<'a> {
    items: &'a [Item],
    dropped: &'a FxHashSet<Key>,
    bases: &'a FxHashMap<u32, Base>,
}

fn key_of(item: Item, bases: &FxHashMap<u32, Base>) -> Option<Key> {
    match item {
        Item::Register(_, register) => Some(Key::Register(register)),
        Item::Word(object, word) => Some(Key::Cell(base_of(object, bases), word)),
        Item::Condition(edge) => Some(Key::Condition(edge)),
        _ => None,
    }
}

fn base_of(object: ObjectRef, bases: &FxHashMap<u32, Base>) -> Base {
    match object.target() {
        Target::Global(g) => Base::Global(g),
        Target::Allocated(index) => bases.get(&index).copied().unwrap_or(Base::Arguments),
        _ => Base::Arguments,
    }
}

impl Kept<'_> {
    fn has(&self, item: Item) -> bool {
        self.items.binary_search(&item).is_ok()
            && key_of(item, self.bases).is_none_or(|key| !self.dropped.contains(&key))
    }
}

impl Tracks for Kept<'_> {
    fn everything(&self) -> bool {
        false
    }

    fn register(&self, depth: u32, register: Register) -> bool {
        self.has(Item::Register(depth, register))
    }

    fn word(&self, object: ObjectRef, _: Base, word: u64) -> bool {
        self.has(Item::Word(object, word))
    }

    fn condition(&self, origin: Edge) -> bool {
        self.has(Item::Condition(origin))
    }
}

impl ValueAnalysis {
    /// Looks for a precision that excludes a path to a target; `None` if the path is not
    /// contradictory. The precision may be the given one, if that excludes the path already.
    pub fn exclude(&mut self, moves: &[Move], target: Goal, precision: &Precision) -> Option<Excluded> {
        self.exclude_used(&ErrorPath { moves, nodes: &[], skipped: &[], target }, precision, &|_| None)
    }

    /// The same if the states on the path may be older than the precision: `used` has the precision
    /// with which the state behind a number of moves was computed; `None` stands for none at all.
    pub(super) fn exclude_used<'p>(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &Precision,
        used: &dyn Fn(usize) -> Option<&'p Precision>,
    ) -> Option<Excluded> {
        self.context.keep_names = true;
        let ends = self.ends.clone();
        let excluded = self.search(path, precision, used);
        self.ends = ends;
        self.context.keep_names = false;
        self.refinements += u64::from(excluded.is_some());
        excluded
    }

    fn search<'p>(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &Precision,
        used: &dyn Fn(usize) -> Option<&'p Precision>,
    ) -> Option<Excluded> {
        let moves = path.moves;
        if moves.len() > LONGEST {
            self.contradicts(path)?;
            let everything = Precision::everything();
            return (everything != *precision).then_some(Excluded {
                precision: everything,
                from: 0,
                added: Vec::new(),
            });
        }
        let run = self.execute(path);
        let mut best: Option<(u64, Slice)> = None;
        for at in &run.contradictions {
            let slice = self.slice(&run, moves, *at, path.target);
            if !self.replay(path, &slice, &run.bases, &FxHashSet::default()) {
                continue;
            }
            let cost = self.cost(&slice, &run);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, slice));
            }
        }
        let slice = match best {
            Some((_, slice)) => slice,
            None => self.all(&run, moves, *run.contradictions.first()?),
        };
        if self.needs_heap(&slice, &run) {
            // Lists and the like without the counters that bound them would grow for ever.
            let all = self.all(&run, moves, slice.end);
            return self.extend(moves, &all, &run, &FxHashSet::default(), precision, used);
        }
        let dropped = self.leave_out(path, &slice, &run);
        self.extend(moves, &slice, &run, &dropped, precision, used)
    }

    /// A precision with which less is folded, if a path is not real and lists may be why it was
    /// taken for real.
    pub(super) fn refine_lists(&mut self, path: &ErrorPath<'_>, precision: &Precision) -> Option<Precision> {
        let finer = precision.with_finer_lists()?;
        self.context.keep_names = true;
        let ends = self.ends.clone();
        let contradicts = self.contradicts(path).is_some();
        self.ends = ends;
        self.context.keep_names = false;
        self.refinements += u64::from(contradicts);
        contradicts.then_some(finer)
    }

    /// Passes a move without an effect.
    pub(super) fn pass(&self, state: &mut ValueState, step: Move) -> Flow<ValueState> {
        if state.violated.is_some() {
            return Flow::Dead;
        }
        if let Some(location) = step.to(&self.context.program) {
            state.location = location;
        }
        Flow::On
    }

    /// The first move that cannot be taken, without looking for reasons.
    fn contradicts(&mut self, path: &ErrorPath<'_>) -> Option<usize> {
        let mut state = self.start();
        let everything = Precision::everything();
        for (i, step) in path.moves.iter().enumerate() {
            if i + 1 == path.moves.len() && is_loss(path.target) {
                self.context.look_for_lost(&mut state);
            }
            let flow = match path.skips(i) {
                true => self.pass(&mut state, *step),
                false => self.apply(&mut state, &everything, *step),
            };
            if !advance(&mut state, flow, i + 1 == path.moves.len(), path.target) {
                return Some(i);
            }
        }
        None
    }

    /// Executes a path with everything tracked, past contradictions where that is possible.
    pub(super) fn execute(&mut self, path: &ErrorPath<'_>) -> Run {
        let (moves, target) = (path.moves, path.target);
        let mut run = Run {
            dependences: Vec::with_capacity(moves.len()),
            contradictions: Vec::new(),
            bases: FxHashMap::default(),
            heap: FxHashSet::default(),
            depths: vec![0],
            values: FxHashMap::default(),
            conditions: FxHashMap::default(),
        };
        let mut state = self.start();
        let everything = Precision::everything();
        for (i, step) in moves.iter().enumerate() {
            let skipped = path.skips(i);
            run.dependences.push(if skipped { Dependence::default() } else { self.depend(&state, *step) });
            let last = i + 1 == moves.len();
            if last && is_loss(target) {
                self.context.look_for_lost(&mut state);
            }
            let before = state.clone();
            let count = state.count;
            let flow = match skipped {
                true => self.pass(&mut state, *step),
                false => self.apply(&mut state, &everything, *step),
            };
            if !advance(&mut state, flow, last, target) {
                run.contradictions.push(i);
                run.conditions.insert(i, self.blamed(&before, *step));
                let condition = matches!(self.context.program.edges[step.edge()].op, Op::Assume { .. });
                if !condition || last || run.contradictions.len() >= CANDIDATES {
                    break;
                }
                // As if the condition had not been there.
                state = before;
                state.location = self.context.program.edges[step.edge()].to;
            }
            for index in count..state.count {
                run.bases.insert(index, self.context.base(&state, ObjectRef::allocated(index)));
                if state.object(index).is_some_and(|o| o.origin.is_heap()) {
                    run.heap.insert(index);
                }
            }
            run.depths.push(state.top.depth);
            self.context.program.edges[step.edge()].op.for_each_definition(|register| {
                if matches!(step, Move::Edge(_)) {
                    let value = state.top.slots[self.context.slots.of(register) as usize];
                    let seen = run.values.entry(Key::Register(register)).or_default();
                    if seen.len() < 16 {
                        seen.insert(value.mix());
                    }
                }
            });
        }
        run
    }

    /// What a contradiction rests on, position by position.
    fn slice(&self, run: &Run, moves: &[Move], end: usize, target: Goal) -> Slice {
        let leak = matches!(self.context.program.edges[moves[end].edge()].op, Op::End { .. } | Op::Return { .. })
            || end + 1 == moves.len() && is_loss(target);
        let conditions = run.conditions.get(&end).map_or(&[][..], |list| list);
        let asked = |position| if position == end { &run.dependences[end].blame[..] } else { &[] };
        self.slice_for(run, moves, end, &asked, conditions, leak)
    }

    /// What things rest on that are asked for at positions up to `end`, position by position.
    pub(super) fn slice_for<'r>(
        &self,
        run: &Run,
        moves: &[Move],
        end: usize,
        asked: &dyn Fn(usize) -> &'r [Item],
        conditions: &[Edge],
        leak: bool,
    ) -> Slice {
        let mut needed = vec![Vec::new(); end + 1];
        let mut set: BTreeSet<Item> = BTreeSet::new();
        for i in (0..=end).rev() {
            set.extend(asked(i));
            // Behind `i` moves; what is of no activation any more or not yet was a register of
            // another call.
            needed[i] = set.iter().copied().collect();
            let Some(d) = i.checked_sub(1).map(|before| &run.dependences[before]) else { break };
            let mut reads: Vec<Item> = Vec::new();
            let edge = moves[i - 1].edge();
            if conditions.binary_search(&edge).is_ok() {
                reads.extend(&d.blame);
            }
            if let Some((index, register)) = d.creates {
                let object = ObjectRef::allocated(index);
                let count = set.len();
                set.retain(|item| !matches!(item, Item::Word(o, _) if *o == object));
                if set.len() < count || leak {
                    set.insert(register);
                    needed[i] = merge(&needed[i], register);
                }
            }
            if let Some(object) = d.destroys {
                set.retain(|item| !matches!(item, Item::Word(o, _) if *o == object));
            }
            for group in &d.groups {
                if group.writes.iter().any(|w| set.contains(w)) {
                    reads.extend(&group.reads);
                }
            }
            for group in &d.groups {
                group.writes.iter().for_each(|w| {
                    set.remove(w);
                });
            }
            let memory = |item: &Item| matches!(item, Item::Word(..));
            if leak || set.iter().any(memory) || reads.iter().any(memory) {
                reads.extend(&d.hazards);
            }
            set.extend(reads);
        }
        // Conditions are needed from where they were taken.
        let mut taken: BTreeSet<Item> = BTreeSet::new();
        for (i, items) in needed.iter_mut().enumerate().skip(1) {
            let edge = moves[i - 1].edge();
            if conditions.binary_search(&edge).is_ok() {
                taken.insert(Item::Condition(edge));
            }
            if !taken.is_empty() {
                items.extend(&taken);
                items.sort_unstable();
                items.dedup();
            }
        }
        Slice { end, needed }
    }

    /// The edges of the conditions of a state that make a move impossible.
    fn blamed(&mut self, state: &ValueState, step: Move) -> Vec<Edge> {
        if state.conditions().is_empty() {
            return Vec::new();
        }
        let Op::Assume { condition, truth } = self.context.program.edges[step.edge()].op else {
            return origins(state.conditions());
        };
        let number = self.context.condition_of[condition.index()];
        let Some(code) = self.context.conditions.get(number as usize) else { return Vec::new() };
        let scratch = self.scratch.get_mut();
        let value = self.context.evaluate(scratch, state, code);
        let Some(symbols) = scratch.symbols.as_mut().filter(|_| value.is_symbolic()) else { return Vec::new() };
        let Some(mut wanted) = symbols.is_set(&scratch.wides, value) else { return Vec::new() };
        if !truth {
            wanted = symbols.build.not(wanted);
        }
        let blamed: Vec<_> = self.blame(state, wanted).into_iter().map(|i| state.conditions()[i]).collect();
        origins(&blamed)
    }

    /// Does a slice speak of what is in heap objects?
    fn needs_heap(&self, slice: &Slice, run: &Run) -> bool {
        let heap = |item: &Item| match item {
            Item::Word(object, _) => matches!(object.target(), Target::Allocated(i) if run.heap.contains(&i)),
            _ => false,
        };
        slice.needed.iter().any(|items| items.iter().any(heap))
    }

    /// Everything that is written before a contradiction and not overwritten: if the slice does not
    /// suffice.
    fn all(&self, run: &Run, moves: &[Move], end: usize) -> Slice {
        let mut everything: BTreeSet<Item> = BTreeSet::new();
        for d in &run.dependences[..=end.min(moves.len() - 1)] {
            for group in &d.groups {
                everything.extend(&group.writes);
                everything.extend(&group.reads);
            }
            everything.extend(&d.blame);
            everything.extend(&d.hazards);
        }
        if self.is_symbolic() {
            everything.extend(moves[..end].iter().map(|step| Item::Condition(step.edge())));
        }
        let list: Vec<Item> = everything.into_iter().collect();
        Slice { end, needed: vec![list; end + 1] }
    }

    /// Is a path contradictory, at the end of the slice at the latest, if only the items of the
    /// slice are known?
    fn replay(
        &mut self,
        path: &ErrorPath<'_>,
        slice: &Slice,
        bases: &FxHashMap<u32, Base>,
        dropped: &FxHashSet<Key>,
    ) -> bool {
        let mut state = self.begin(&slice.needed[0], bases, dropped);
        for (i, step) in path.moves[..=slice.end].iter().enumerate() {
            let items: &[Item] = slice.needed.get(i + 1).map_or(&[], |n| n);
            let Some(to) = step.to(&self.context.program) else { return false };
            let kept = Kept { items, dropped, bases };
            let flow = match path.skips(i) {
                true => self.pass(&mut state, *step),
                false => self.step(&mut state, &kept, *step, to),
            };
            if !advance(&mut state, flow, i + 1 == path.moves.len(), path.target) {
                return true;
            }
            if i == slice.end {
                return false;
            }
            self.forget_between(&mut state, &slice.needed[i], items);
        }
        false
    }

    /// The state at the start of which only some items are known.
    fn begin(&self, items: &[Item], bases: &FxHashMap<u32, Base>, dropped: &FxHashSet<Key>) -> ValueState {
        let full = self.start();
        let mut state = full.clone();
        state.private = super::bytes::Bytes::default();
        state.shared = super::bytes::Bytes::default();
        let kept = Kept { items, dropped, bases };
        for item in items {
            if let Item::Word(object, word) = item
                && kept.has(*item)
                && let Target::Global(g) = object.target()
                && !self.context.program.globals[g].constant
                && let Some((bytes, start)) = self.context.bytes(&full, *object)
                && let Some(left) = self.context.program.globals[g].size.checked_sub(8 * word)
            {
                let size = self.context.pointer_size;
                if let Some((target, at)) = self.context.bytes_mut(&mut state, *object) {
                    target.copy_from(at + 8 * word, bytes, start + 8 * word, left.min(8), size);
                }
            }
        }
        state
    }

    /// Forgets what was needed before a move and is not any more.
    fn forget_between(&self, state: &mut ValueState, before: &[Item], after: &[Item]) {
        for item in before {
            if after.binary_search(item).is_ok() {
                continue;
            }
            match *item {
                Item::Register(depth, register) if depth == state.top.depth => {
                    if state.top.function != self.context.program.function_of(state.location) {
                        continue;
                    }
                    let live = self.context.slots.live(&self.context.program, state.location);
                    if let Some((slot, _)) = live.iter().find(|(_, r)| *r == register)
                        && !self.context.always.contains(register)
                    {
                        state.set(*slot, Value::UNKNOWN);
                    }
                }
                Item::Word(object, word) => {
                    self.context.forget(state, Spot::Exact(object, 8 * word), 0, Some(8));
                }
                _ => {}
            }
        }
    }

    /// How many values a key may have: as many as on the path, and more if it counts.
    fn weight(&self, key: Key, run: &Run) -> usize {
        let (registers, globals) = &self.context.counting;
        let counts = match key {
            Key::Register(r) => registers.contains(r),
            Key::Cell(Base::Global(g), _) => globals.contains(g),
            Key::Cell(..) | Key::Condition(_) => false,
        };
        run.values.get(&key).map_or(1, BTreeSet::len).max(1) + if counts { 16 } else { 0 }
    }

    /// How much a slice costs: the positions that it names, and the values that its keys have.
    fn cost(&self, slice: &Slice, run: &Run) -> u64 {
        let mut keys: BTreeSet<Key> = BTreeSet::new();
        let mut positions = 0;
        for items in &slice.needed {
            positions += items.len() as u64;
            keys.extend(items.iter().filter_map(|item| key_of(*item, &run.bases)));
        }
        keys.iter().map(|k| 128 * self.weight(*k, run) as u64 - 112).sum::<u64>() + positions
    }

    /// Leaves out keys one after the other while the path stays contradictory.
    fn leave_out(&mut self, path: &ErrorPath<'_>, slice: &Slice, run: &Run) -> FxHashSet<Key> {
        let mut keys: BTreeSet<Key> = BTreeSet::new();
        for items in &slice.needed {
            keys.extend(items.iter().filter_map(|item| key_of(*item, &run.bases)));
        }
        // Conditions first, then those with many values: they make many states.
        let mut order: Vec<(usize, Key)> = keys.into_iter().map(|k| (self.weight(k, run), k)).collect();
        let is_value = |key: &Key| !matches!(key, Key::Condition(_));
        order.sort_by(|a, b| is_value(&a.1).cmp(&is_value(&b.1)).then(b.0.cmp(&a.0)).then(a.1.cmp(&b.1)));
        let mut work = self.options.refinement_work;
        let mut dropped = FxHashSet::default();
        for (_, key) in order {
            let Some(left) = work.checked_sub(slice.end as u64 + 1) else { break };
            work = left;
            dropped.insert(key);
            if !self.replay(path, slice, &run.bases, &dropped) {
                dropped.remove(&key);
            }
        }
        dropped
    }

    /// Adds what is needed to a precision; `None` if something of it has had too many values.
    pub(super) fn extend<'p>(
        &self,
        moves: &[Move],
        slice: &Slice,
        run: &Run,
        dropped: &FxHashSet<Key>,
        precision: &Precision,
        used: &dyn Fn(usize) -> Option<&'p Precision>,
    ) -> Option<Excluded> {
        let program = &self.context.program;
        let mut precision = precision.clone();
        let mut added = Vec::new();
        let mut first = None;
        for (i, items) in slice.needed.iter().enumerate() {
            let location = match i.checked_sub(1) {
                Some(before) => moves[before].to(program)?,
                None => self.context.start,
            };
            let function = program.function_of(location);
            for item in items {
                // Registers of callers are not touched by the precision of the callee.
                if matches!(item, Item::Register(depth, _) if *depth != run.depths[i]) {
                    continue;
                }
                let Some(key) = key_of(*item, &run.bases).filter(|k| !dropped.contains(k)) else { continue };
                if matches!(key, Key::Register(r) if self.context.always.contains(r)) {
                    continue;
                }
                if self.is_given_up(key, location) {
                    return None;
                }
                if used(i).is_none_or(|old| !old.tracks(key, location, function)) {
                    first.get_or_insert(i);
                }
                if precision.set(key, self.options.scope, location, function, true) {
                    added.push((i, key));
                }
            }
        }
        // The branch itself is always looked at where it is taken; tracked, its condition is known
        // behind it, too.
        if let Some(step) = moves.get(slice.end).filter(|_| self.is_symbolic() && self.options.branches)
            && matches!(program.edges[step.edge()].op, Op::Assume { .. })
            && let Some(location) = step.to(program)
        {
            let (key, function) = (Key::Condition(step.edge()), program.function_of(location));
            if precision.set(key, self.options.scope, location, function, true) {
                added.push((slice.end + 1, key));
            }
        }
        // States on the path may be older than the precision: those that lack something are
        // computed anew.
        Some(Excluded { precision, from: first?, added })
    }
}

/// Is it the target that memory is lost, wherever that is noticed?
fn is_loss(target: Goal) -> bool {
    target.kind == TargetKind::Violation(Violation::LostMemory)
}

/// Is it the target that a rule of a specification is broken?
pub(super) fn is_of_rule(target: Goal) -> bool {
    target.kind == TargetKind::Violation(Violation::Specification)
}

/// Do values say whether the target is reached? That a rule is broken is not theirs to say: they
/// exclude the path to it, or nothing.
fn is_claimed(target: Goal) -> bool {
    matches!(target.kind, TargetKind::Violation(_)) && !is_of_rule(target)
}

/// Goes on with the state that a path takes; `false` if there is none.
fn advance(state: &mut ValueState, flow: Flow<ValueState>, last: bool, target: Goal) -> bool {
    let claimed = last && is_claimed(target);
    match flow {
        Flow::On => {}
        Flow::Dead => return false,
        Flow::Cut(_) => return true,
        Flow::Split(states) => {
            // The last move of a path to a broken rule may be a violation or not.
            let any = last && !claimed;
            let wanted = states.into_iter().find(|s| any || s.violated.is_some() == last);
            match wanted {
                Some(next) => *state = next,
                None => return false,
            }
        }
    }
    if claimed { state.violated.is_some() } else { last || state.violated.is_none() }
}

fn merge(items: &[Item], new: Item) -> Vec<Item> {
    let mut set: BTreeSet<Item> = items.iter().copied().collect();
    set.insert(new);
    set.into_iter().collect()
}
