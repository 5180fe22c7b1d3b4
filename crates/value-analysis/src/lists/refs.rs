//! Who points where in a state, as far as objects of the heap are concerned.

use super::{Many, Role};
use crate::scalar::Value;
use crate::state::{Life, Object, ValueState};
use rustc_hash::FxHashSet;

/// A register, a global, or whatever else is no allocated object.
pub(super) const ROOT: u32 = u32::MAX;

/// A pointer to an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ref {
    /// The entry that has it, or [`ROOT`].
    pub(super) from: u32,
    /// Where in it.
    pub(super) at: u64,
}

/// The pointers to each entry, by its index.
pub(super) struct Refs {
    to: Vec<Vec<Ref>>,
    /// The entries to which each one has pointers, with where it has them.
    from: Vec<Vec<(u64, Value)>>,
}

impl Refs {
    pub(super) fn of(state: &ValueState) -> Self {
        let mut refs =
            Refs { to: vec![Vec::new(); state.count as usize], from: vec![Vec::new(); state.count as usize] };
        for frame in state.top.chain() {
            let values = frame.slots.iter().chain(&frame.results).chain(frame.rest.iter().map(|(_, v)| v));
            values.for_each(|value| refs.add(ROOT, 0, *value));
        }
        state.private.for_each_pointer(|at, value| refs.add(ROOT, at, value));
        state.shared.for_each_pointer(|at, value| refs.add(ROOT, at, value));
        for (index, object) in state.objects() {
            object.bytes.for_each_pointer(|at, value| {
                refs.add(index, at, value);
                refs.from[index as usize].push((at, value));
            });
        }
        refs
    }

    fn add(&mut self, from: u32, at: u64, value: Value) {
        if let Some(list) = value.allocated().and_then(|index| self.to.get_mut(index as usize)) {
            list.push(Ref { from, at });
        }
    }

    /// The pointers to an entry.
    pub(super) fn to(&self, index: u32) -> &[Ref] {
        self.to.get(index as usize).map_or(&[], |list| list)
    }

    /// The pointers that an entry has.
    pub(super) fn from(&self, index: u32) -> &[(u64, Value)] {
        self.from.get(index as usize).map_or(&[], |list| list)
    }

    /// The heap objects and runs that an entry leads to by other pointers than those at these
    /// places, and that nothing leads to but the entry and they themselves. For a run that is what
    /// belongs to its members.
    pub(super) fn exclusive(&self, state: &ValueState, of: u32, but: &[u64]) -> FxHashSet<u32> {
        if matches!(state.many(of), Some(Many { role: Role::Run(_), .. })) {
            return state.owned_by(of).into_iter().collect();
        }
        let mut reached: FxHashSet<u32> = FxHashSet::default();
        let mut work: Vec<u32> = Vec::new();
        let first = self.from(of).iter().filter(|(at, _)| !but.contains(at));
        work.extend(first.filter_map(|(_, value)| value.allocated()));
        while let Some(index) = work.pop() {
            if index == of || !state.object(index).is_some_and(is_plain_heap) || !reached.insert(index) {
                continue;
            }
            work.extend(self.from(index).iter().filter_map(|(_, value)| value.allocated()));
            work.extend(state.many(index).iter().flat_map(Many::others));
        }
        // The name of a last member goes with its run.
        let mut shrinks = true;
        while shrinks {
            let inside =
                |r: &Ref, reached: &FxHashSet<u32>| r.from == of && !but.contains(&r.at) || reached.contains(&r.from);
            let goes: Vec<u32> = reached
                .iter()
                .copied()
                .filter(|index| {
                    let others = state.many(*index).map(|many| many.others()).unwrap_or_default();
                    !self.to(*index).iter().all(|r| inside(r, &reached)) || !others.iter().all(|o| reached.contains(o))
                })
                .collect();
            shrinks = !goes.is_empty();
            goes.iter().for_each(|index| {
                reached.remove(index);
            });
        }
        reached
    }
}

/// Does an object of the heap live whose size is known?
pub(super) fn is_plain_heap(object: &Object) -> bool {
    object.origin.is_heap() && object.life == Life::Live && object.size.is_some()
}
