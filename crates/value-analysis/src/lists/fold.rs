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
use super::twins::{Blurred, Common, JOINTS, Links, Manner};
use super::{Many, Role, Run};
use crate::bytes::Bytes;
use crate::context::Context;
use crate::scalar::Value;
use crate::state::{Object, ValueState};
use adumbra_analyses::location::Places;
use adumbra_program::{Location, Program};
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
    /// May members have something of their own, such as a payload?
    pub owning: bool,
}

/// What folding has found out.
pub(crate) struct Lists {
    folding: Folding,
    places: Places,
    blurred: Blurred,
    links: Links,
    pub(crate) folds: u64,
    /// The most runs in one state.
    pub(crate) runs: u64,
}

impl Lists {
    pub(crate) fn new(program: &Program, folding: Folding) -> Self {
        Lists {
            folding,
            places: Places::new(program),
            blurred: Blurred::default(),
            links: Links::default(),
            folds: 0,
            runs: 0,
        }
    }

    /// Is anything folded at a location?
    pub(crate) fn folds_at(&self, location: Location) -> bool {
        self.places.is_loop_head(location)
    }

    /// What folding is at a level of precision.
    fn at_level(&self, level: u32) -> Folding {
        let Folding { shortest, least, pieces, owning } = self.folding;
        Folding { shortest: shortest + level, least: least + level, pieces: pieces + 2 * level, owning }
    }

    /// At the head of a loop: folds what can be folded. The state is canonical before and behind.
    pub(crate) fn settle(&mut self, context: &Context, state: &mut ValueState, level: u32) {
        if state.violated.is_some() || !self.folds_at(state.location) || context.keep_names {
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
            let runs =
                state.objects().iter().filter(|(_, o)| o.many.as_ref().is_some_and(|m| m.run().is_some())).count();
            self.runs = self.runs.max(runs as u64);
        }
    }

    fn manner<'a>(&'a self, context: &Context, state: &'a ValueState, level: u32, loose: bool) -> Manner<'a> {
        let (links, blurred) = (&self.links, &self.blurred);
        Manner { state, pointer_size: context.pointer_size, level, links, blurred, loose }
    }

    /// Folds the first two of a chain.
    fn fold_one(&mut self, context: &Context, state: &mut ValueState, level: u32, folding: Folding) -> bool {
        let refs = Refs::of(state);
        spend(u64::from(state.count) * LOOK);
        let chains =
            Chains { manner: self.manner(context, state, level, false), refs: &refs, owning: self.folding.owning };
        let is_heap = |index: u32| state.object(index).is_some_and(|o| o.origin.is_heap());
        let is_below = |first: u32| refs.to(first).iter().all(|r| r.from != ROOT && is_heap(r.from));
        let long = |chain: &Chain, shortest: u32| {
            let is_run = |index: &u32| state.many(*index).is_some();
            chain.list.len() >= 2 && (chain.list.iter().any(is_run) || chain.list.len() as u32 >= shortest)
        };
        let search = |first: u32, shortest: u32| chains.from(first).into_iter().find(|chain| long(chain, shortest));
        // What hangs below others first, so that what belongs to members is folded when they are.
        let below = (0..state.count).rev().filter(|first| is_below(*first)).find_map(|first| search(first, 2));
        let above = || (0..state.count).filter(|i| !is_below(*i)).find_map(|i| search(i, folding.shortest));
        let Some(chain) = below.or_else(above) else { return false };
        let (a, b) = (chain.list[0], chain.list[1]);
        let Some(common) = chains.common(a, b, chain.next, chain.back) else { return false };
        let gone: Vec<u32> = [a, b].iter().flat_map(|e| chains.exclusive(*e, chain.next, chain.back)).collect();
        gone.into_iter().for_each(|index| state.remove(index));
        self.folds += 1;
        if let Some(object) = state.object(a)
            && let Some(size) = object.size
        {
            self.links.insert((object.origin, size), (chain.next, chain.back));
        }
        apply(context, state, (a, b), &chain, common, folding.least);
        true
    }

    /// Forgets from now on what keeps too many pieces in a row apart. Is there anything?
    fn blur(&mut self, context: &Context, state: &ValueState, level: u32, folding: Folding) -> bool {
        let refs = Refs::of(state);
        let chains =
            Chains { manner: self.manner(context, state, level, true), refs: &refs, owning: self.folding.owning };
        let is_long = |chain: &Chain| chain.list.len() as u32 > folding.pieces && !chain.differences.is_empty();
        let Some(chain) = (0..state.count).find_map(|first| chains.from(first).into_iter().find(is_long)) else {
            return false;
        };
        let mut grows = false;
        for (form, differences) in chain.differences {
            let gone = self.blurred.entry((level, form)).or_default();
            let count = gone.len();
            gone.extend(differences);
            grows |= gone.len() > count;
        }
        grows
    }
}

/// The second of two elements becomes part of the first, which is a run then.
fn apply(
    context: &Context,
    state: &mut ValueState,
    (a, b): (u32, u32),
    chain: &Chain,
    common: Common,
    most_counted: u32,
) {
    let size = context.pointer_size;
    let (next, back) = (chain.next, chain.back);
    let (Some(first), Some(second)) = (state.object(a).cloned(), state.object(b).cloned()) else { return };
    let run_of = |object: &Object| object.many.as_ref().and_then(|many| many.run()).copied();
    let (x, y) = (run_of(&first), run_of(&second));
    let length = |run: Option<Run>| run.map_or(1, |run| run.least);
    let least = length(x).saturating_add(length(y)).min(most_counted);
    let before = back.map(|back| first.bytes.read_pointer(back.at, size));
    let behind = second.bytes.read_pointer(next.at, size);
    // The name of the last member: its own, or what it was.
    let name = back.map(|_| y.and_then(|run| run.last).unwrap_or(b));
    for index in [Some(b), x.and_then(|run| run.last)].into_iter().flatten() {
        state.remove(index);
    }
    let base = state.count;
    let named = |index: u32| if index >= JOINTS { base + (index - JOINTS) } else { index };
    let rename = |value: Value| match value.allocated() {
        Some(index) => value.renamed(named(index)),
        None => value,
    };
    for mut joint in common.joints {
        joint.bytes.map_pointers(size, rename);
        joint.many = joint.many.map(|many| Box::new(many.renamed(named)));
        state.insert(joint);
    }
    let mut object = first;
    object.bytes = common.bytes;
    object.bytes.map_pointers(size, rename);
    object.bytes.write_pointer(next.at, size, behind);
    if let (Some(back), Some(before)) = (back, before) {
        object.bytes.write_pointer(back.at, size, before);
    }
    let run = Run { next, back, least, most: None, last: name };
    object.many = Some(Box::new(Many { owner: None, role: Role::Run(run) }));
    if let Some(name) = name {
        let many = Some(Box::new(Many { owner: None, role: Role::Last(a) }));
        let named = Object { bytes: Bytes::default(), many, ..object.clone() };
        state.remove(name);
        state.objects.make(name.into(), || named);
    }
    state.remove(a);
    state.objects.make(a.into(), || object);
    state.has_runs = true;
}

impl std::fmt::Debug for Lists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lists").field("folding", &self.folding).finish_non_exhaustive()
    }
}
