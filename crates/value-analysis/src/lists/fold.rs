//! Folding: at the head of a loop objects in a row become a run.
//!
//! The members are as alike as [`twins`](super::twins) says. A chain of as many objects as the
//! option says is folded, one with a run in it always, and below the heap one of two. What differs
//! in the members of a chain keeps them apart; but if then more pieces hang together than are
//! allowed, what they differ in is forgotten in all members of this kind from then on. So lists of
//! any length become few.
//!
//! A pointer to the middle of a list keeps what it leads to apart. Nothing is lost by folding: the
//! state stands for all that it stood for, and for more.

use super::chain::{Chain, Chains};
use super::refs::{ROOT, Refs};
use super::twins::{self, Blurred};
use super::{Many, Role, Run};
use crate::context::Context;
use crate::state::ValueState;
use adumbra_analyses::location::Places;
use adumbra_program::Program;
use adumbra_stop::spend;

/// The work of looking at an entry for chains.
const LOOK: u64 = 200;

/// How lists become runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folding {
    /// This many objects in a row become a run.
    pub shortest: u32,
    /// A run is known to have at most so many members or more.
    pub least: u32,
    /// More pieces in a row than these are made alike.
    pub pieces: u32,
}

/// What folding has found out.
pub(crate) struct Lists {
    folding: Folding,
    places: Places,
    blurred: Blurred,
    pub(crate) folds: u64,
    /// The most runs in one state.
    pub(crate) runs: u64,
}

impl Lists {
    pub(crate) fn new(program: &Program, folding: Folding) -> Self {
        Lists { folding, places: Places::new(program), blurred: Blurred::default(), folds: 0, runs: 0 }
    }

    /// What folding is at a level of precision.
    fn at_level(&self, level: u32) -> Folding {
        let Folding { shortest, least, pieces } = self.folding;
        Folding { shortest: shortest + level, least: least + level, pieces: pieces + 2 * level }
    }

    /// At the head of a loop: folds what can be folded. The state is canonical before and behind.
    pub(crate) fn settle(&mut self, context: &Context, state: &mut ValueState, level: u32) {
        if state.violated.is_some() || !self.places.is_loop_head(state.location) || context.keep_names {
            return;
        }
        if state.objects().iter().filter(|(_, o)| o.origin.is_heap()).count() < 2 {
            return;
        }
        let folding = self.at_level(level);
        let mut changed = false;
        loop {
            while self.fold_one(context, state, level, folding) {
                changed = true;
            }
            if !self.blur(context, state, level, folding) {
                break;
            }
        }
        if changed {
            context.canonicalize(state);
            state.private.tidy();
            state.shared.tidy();
            state.objects.tidy();
            let runs = state.objects().iter().filter(|(_, o)| o.many.as_ref().is_some_and(|m| m.run().is_some())).count();
            self.runs = self.runs.max(runs as u64);
        }
    }

    /// Folds one chain.
    fn fold_one(&mut self, context: &Context, state: &mut ValueState, level: u32, folding: Folding) -> bool {
        let refs = Refs::of(state);
        let blurred = &self.blurred;
        let chains = Chains { state, refs: &refs, blurred, pointer_size: context.pointer_size, level, loose: false };
        spend(u64::from(state.count) * LOOK);
        let wanted = |chain: &Chain| {
            let is_run = |index: &u32| state.many(*index).is_some();
            let below = !refs.to(chain.list[0]).iter().any(|r| r.from == ROOT);
            let shortest = if below { 2 } else { folding.shortest };
            chain.list.len() >= 2 && (chain.list.iter().any(is_run) || chain.list.len() as u32 >= shortest)
        };
        let Some(chain) = (0..state.count).find_map(|first| chains.from(first).into_iter().find(wanted)) else {
            return false;
        };
        self.folds += 1;
        self.apply(context, state, &chain, level, folding);
        true
    }

    fn apply(&self, context: &Context, state: &mut ValueState, chain: &Chain, level: u32, folding: Folding) {
        let size = context.pointer_size;
        let (next, back) = (chain.next, chain.back);
        let first = chain.list[0];
        let last = chain.list[chain.list.len() - 1];
        let Some(mut object) = state.object(first).cloned() else { return };
        let Some(end) = state.object(last).cloned() else { return };
        let length = |index: &u32| state.many(*index).and_then(|many| Some(many.run()?.least)).unwrap_or(1);
        let least = chain.list.iter().map(length).fold(0, u32::saturating_add).min(folding.least);
        let before = back.map(|back| object.bytes.read_pointer(back.at, size));
        let behind = end.bytes.read_pointer(next.at, size);
        object.bytes = twins::content((size, level), &self.blurred, &object, (next, back));
        object.bytes.write_pointer(next.at, size, behind);
        if let (Some(back), Some(before)) = (back, before) {
            object.bytes.write_pointer(back.at, size, before);
        }
        // The name of the last member: its own, or what it was.
        let name = back.map(|_| state.many(last).and_then(|many| many.run()?.last).unwrap_or(last));
        let mut gone: Vec<u32> = chain.list[1..].to_vec();
        gone.extend(chain.list.iter().filter_map(|index| state.many(*index)?.run()?.last));
        gone.retain(|index| Some(*index) != name);
        gone.into_iter().for_each(|index| state.remove(index));
        object.many = Some(Box::new(Many { owner: None, role: Role::Run(Run { next, back, least, most: None, last: name }) }));
        let mut named = object.clone();
        if let Some(slot) = state.object_mut(first) {
            *slot = object;
        }
        if let Some(name) = name {
            named.bytes = Default::default();
            named.many = Some(Box::new(Many { owner: None, role: Role::Last(first) }));
            state.objects.clear(name.into(), u64::from(name) + 1, false);
            state.objects.make(name.into(), || named);
        }
        state.has_runs = true;
    }

    /// Forgets from now on what keeps too many pieces in a row apart. Is there anything?
    fn blur(&mut self, context: &Context, state: &ValueState, level: u32, folding: Folding) -> bool {
        let refs = Refs::of(state);
        let blurred = &self.blurred;
        let chains = Chains { state, refs: &refs, blurred, pointer_size: context.pointer_size, level, loose: true };
        let is_long = |chain: &Chain| chain.list.len() as u32 > folding.pieces && !chain.differences.is_empty();
        let Some(chain) = (0..state.count).find_map(|first| chains.from(first).into_iter().find(is_long)) else {
            return false;
        };
        let Some(object) = state.object(chain.list[0]) else { return false };
        let Some(size) = object.size else { return false };
        let gone = self.blurred.entry((level, object.origin, size)).or_default();
        let count = gone.len();
        gone.extend(chain.differences);
        gone.len() > count
    }
}

impl std::fmt::Debug for Lists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lists").field("folding", &self.folding).finish_non_exhaustive()
    }
}
