//! Unfolding: the first or last member of a run becomes an object of its own.
//!
//! If the run has at least two members, there is one way; else it may be that the member is all
//! there is. What the member owns becomes its own objects; the rest of the run gets copies. Of what
//! may be empty there are two cases at once, so that only what is owned may be.
//!
//! The cases together stand for exactly what the state stood for.

use super::{Link, Many, Role, Run};
use crate::context::Context;
use crate::scalar::{ObjectRef, Value};
use crate::shift::map_values;
use crate::state::{Object, ValueState};
use rustc_hash::FxHashMap;

/// A pointer to an entry.
fn pointer(index: u32, offset: u64) -> Value {
    Value::pointer(ObjectRef::allocated(index), offset)
}

impl ValueState {
    /// What an entry stands for, if that is no single object.
    pub(crate) fn many(&self, index: u32) -> Option<Many> {
        self.object(index).and_then(|o| o.many.as_deref().copied())
    }

    pub(crate) fn set_many(&mut self, index: u32, many: Option<Many>) {
        if let Some(object) = self.object_mut(index) {
            object.many = many.map(Box::new);
        }
    }

    /// The run that an entry is, or the last of.
    pub(crate) fn run_of(&self, index: u32) -> Option<(u32, Run)> {
        let many = self.many(index)?;
        match many.role {
            Role::Run(run) => Some((index, run)),
            Role::Last(of) => Some((of, *self.many(of)?.run()?)),
            Role::One => None,
        }
    }

    /// The entries that belong to each member of a run, directly or by way of others.
    pub(crate) fn owned_by(&self, run: u32) -> Vec<u32> {
        let owners: Vec<(u32, u32)> =
            self.objects().into_iter().filter_map(|(i, o)| Some((i, o.many.as_ref()?.owner?))).collect();
        let mut all = vec![run];
        let mut at = 0;
        while at < all.len() {
            let owner = all[at];
            all.extend(owners.iter().filter(|(_, of)| *of == owner).map(|(index, _)| *index));
            at += 1;
        }
        all.swap_remove(0);
        all.sort_unstable();
        all
    }
}

impl Context {
    /// The cases in which the member that an entry stands for is an object of its own.
    pub(crate) fn unfold(&self, state: &ValueState, index: u32) -> Vec<ValueState> {
        let Some((of, run)) = state.run_of(index) else { return vec![state.clone()] };
        let mut cases = Vec::new();
        if run.least <= 1 {
            let mut one = state.clone();
            let owned = self.be_single(&mut one, of, &run);
            cases.extend(self.decide_empty(one, &owned));
        }
        if run.most.is_none_or(|most| most > 1) {
            let mut more = state.clone();
            let owned = if index == of {
                self.take_first(&mut more, of, run)
            } else {
                self.take_last(&mut more, of, index, run)
            };
            cases.extend(self.decide_empty(more, &owned));
        }
        cases
    }

    /// The run has one member only. Says what belongs to it.
    fn be_single(&self, state: &mut ValueState, of: u32, run: &Run) -> Vec<u32> {
        state.set_many(of, None);
        if let Some(last) = run.last {
            self.lead_elsewhere(state, last, of);
            state.remove(last);
        }
        free(state, of)
    }

    /// The first member leaves the run, which has more. Says what belongs to it.
    fn take_first(&self, state: &mut ValueState, of: u32, run: Run) -> Vec<u32> {
        let Some(object) = state.object(of).cloned() else { return Vec::new() };
        let rest = state.insert(object);
        let copies = self.copy_owned(state, of, rest, Some(rest));
        let size = self.pointer_size;
        if let Some(object) = state.object_mut(rest) {
            object.many = Some(Box::new(Many { owner: None, role: Role::Run(shorter(run)) }));
            object.bytes.map_pointers(size, |value| renamed(value, &copies));
            if let Some(back) = run.back {
                object.bytes.write_pointer(back.at, size, pointer(of, back.to));
            }
        }
        if let Some(last) = run.last {
            state.set_many(last, Some(Many { owner: None, role: Role::Last(rest) }));
        }
        if let Some(object) = state.object_mut(of) {
            object.many = None;
            object.bytes.write_pointer(run.next.at, size, pointer(rest, run.next.to));
        }
        free(state, of)
    }

    /// The last member leaves the run, which has more. Says what belongs to it.
    fn take_last(&self, state: &mut ValueState, of: u32, member: u32, run: Run) -> Vec<u32> {
        let Some(object) = state.object(of).cloned() else { return Vec::new() };
        let Some(name) = state.object(member).cloned() else { return Vec::new() };
        let size = self.pointer_size;
        let last = state.insert(name);
        let copies = self.copy_owned(state, of, member, None);
        let bytes = object.bytes.clone();
        if let Some(target) = state.object_mut(member) {
            *target = Object { many: None, ..object };
            target.bytes.map_pointers(size, |value| renamed(value, &copies));
            if let Some(back) = run.back {
                target.bytes.write_pointer(back.at, size, pointer(last, back.to));
            }
        }
        if let Some(object) = state.object_mut(of) {
            object.many =
                Some(Box::new(Many { owner: None, role: Role::Run(Run { last: Some(last), ..shorter(run) }) }));
            object.bytes = bytes;
            object.bytes.write_pointer(run.next.at, size, pointer(member, run.next.to));
        }
        let mut own: Vec<u32> = copies.values().copied().collect();
        own.sort_unstable();
        own.retain(|index| state.many(*index).is_none_or(|many| many.owner.is_none()));
        release(state, &own);
        own
    }

    /// Copies what belongs to the members of a run: what has it as its owner gets another one, and
    /// pointers to the run lead elsewhere. Says which entry was copied to which.
    fn copy_owned(&self, state: &mut ValueState, of: u32, to: u32, owner: Option<u32>) -> FxHashMap<u32, u32> {
        let owned = state.owned_by(of);
        let mut names: FxHashMap<u32, u32> = FxHashMap::default();
        for index in owned {
            if let Some(object) = state.object(index).cloned() {
                names.insert(index, state.insert(object));
            }
        }
        let mut all = names.clone();
        all.insert(of, to);
        for copy in names.values() {
            if let Some(object) = state.object_mut(*copy) {
                object.bytes.map_pointers(self.pointer_size, |value| renamed(value, &all));
                if let Some(many) = &mut object.many {
                    let is_direct = many.owner == Some(of);
                    **many = many.renamed(|index| all.get(&index).copied().unwrap_or(index));
                    if is_direct {
                        many.owner = owner;
                    }
                }
            }
        }
        names
    }

    /// All pointers to an entry lead to another one.
    fn lead_elsewhere(&self, state: &mut ValueState, from: u32, to: u32) {
        map_values(state, self.pointer_size, |value| match value.allocated() {
            Some(index) if index == from => value.renamed(to),
            _ => value,
        });
    }

    /// Of runs that may be empty and belong to nobody any more: the cases in which they are and in
    /// which they are not.
    fn decide_empty(&self, state: ValueState, list: &[u32]) -> Vec<ValueState> {
        let mut cases = vec![state];
        for index in list {
            let perhaps = |state: &ValueState| {
                let many = state.many(*index)?;
                many.run().filter(|run| run.least == 0 && many.owner.is_none()).copied()
            };
            let Some(run) = perhaps(&cases[0]) else { continue };
            let mut more = Vec::with_capacity(2 * cases.len());
            for mut case in cases {
                let mut empty = case.clone();
                self.be_empty(&mut empty, *index, &run);
                more.push(empty);
                case.set_many(*index, Some(Many { owner: None, role: Role::Run(Run { least: 1, ..run }) }));
                if run.most == Some(1) {
                    let freed = self.be_single(&mut case, *index, &run);
                    more.extend(self.decide_empty(case, &freed));
                } else {
                    more.push(case);
                }
            }
            cases = more;
        }
        cases
    }

    /// A run is empty: who points to it points to what is behind or before it.
    fn be_empty(&self, state: &mut ValueState, index: u32, run: &Run) {
        let size = self.pointer_size;
        let Some(object) = state.object(index) else { return };
        let behind = object.bytes.read_pointer(run.next.at, size);
        let before = run.back.map_or(Value::UNKNOWN, |back| object.bytes.read_pointer(back.at, size));
        for owned in state.owned_by(index) {
            state.remove(owned);
        }
        state.remove(index);
        if let Some(last) = run.last {
            state.remove(last);
        }
        let instead = |value: Value, link: Option<Link>, other: Value| {
            let leads = matches!((value.as_pointer(), link), (Some((_, offset)), Some(link)) if offset == link.to);
            if leads { other } else { Value::UNKNOWN }
        };
        map_values(state, size, |value| match value.allocated() {
            Some(i) if i == index => instead(value, Some(run.next), behind),
            Some(i) if Some(i) == run.last => instead(value, run.back, before),
            _ => value,
        });
    }
}

/// The run without one member.
fn shorter(run: Run) -> Run {
    Run { least: run.least.saturating_sub(1).max(1), most: run.most.map(|most| most - 1), ..run }
}

/// What belonged to each member of a run belongs to nobody any more. Says what that is.
fn free(state: &mut ValueState, of: u32) -> Vec<u32> {
    let own: Vec<u32> = state
        .objects()
        .into_iter()
        .filter(|(_, o)| o.many.as_ref().is_some_and(|many| many.owner == Some(of)))
        .map(|(index, _)| index)
        .collect();
    release(state, &own);
    own
}

/// Entries without an owner are single objects, runs, or names of last members.
fn release(state: &mut ValueState, list: &[u32]) {
    for index in list {
        let Some(many) = state.many(*index) else { continue };
        let new = if many.role == Role::One { None } else { Some(Many { owner: None, ..many }) };
        state.set_many(*index, new);
    }
}

/// The pointer with the entry that a copy was made of replaced by the copy.
fn renamed(value: Value, names: &FxHashMap<u32, u32>) -> Value {
    match value.allocated().and_then(|index| names.get(&index)) {
        Some(name) => value.renamed(*name),
        None => value,
    }
}
