//! What a refinement removes: of the outermost set, and of the sets of blocks that are open where
//! it begins to matter.
//!
//! In the outermost set what was reached from there on goes, as without blocks. A set of a block is
//! not changed, for others may use it: the block gets a new set for the new precision, a *copy* of
//! the old one without what is to be explored anew. A copy takes the place of the old set in the
//! cache; all other sets stay what they are, and who uses them goes on to do so.
//!
//! A node at the entry of an open block is entered anew, with the new precision. What was reached
//! from it goes. In a copy, calls that the old set itself covered enter anew, too, so that they
//! come to use the copy.
//!
//! What is kept is older than the precision, and more general. So a path that was excluded can come
//! back by way of it; then everything is begun anew.

use super::{OUTERMOST, Pass};
use crate::node::{NodeId, SetId, Status, Step};
use crate::part::{Point, PrecisionId};
use crate::path::Place;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

/// A set on the way to where a refinement begins, with the node in it.
#[derive(Clone, Copy)]
struct Level {
    set: SetId,
    node: NodeId,
}

/// What becomes of a set.
struct Change {
    copy: SetId,
    precision: PrecisionId,
}

impl Pass<'_> {
    /// Removes what a new precision concerns from one of the places of a path on. `false` if that
    /// is everything, or the path is not what it was.
    pub(crate) fn cut(&mut self, places: &[Place], at: usize, precision: PrecisionId) -> bool {
        let Some(levels) = self.levels(&places[..=at]) else { return false };
        self.memo.keep_what_counts(self.sets);
        let copies = self.copies(&levels, precision);
        for (depth, level) in levels.iter().enumerate() {
            let (set, precision) = match copies.get(&level.set) {
                _ if level.set == OUTERMOST => (OUTERMOST, precision),
                Some(change) => (change.copy, change.precision),
                None => continue,
            };
            let reached = self.sets[set as usize].reached_mut();
            // The same set may be open several times.
            if reached.node(level.node).status == Status::Removed {
                continue;
            }
            if depth + 1 < levels.len() {
                reached.explore_anew(self.part, level.node, precision);
            } else {
                let parent = reached.node(level.node).parent;
                reached.remove(self.part, level.node, precision);
                reached.revisit(self.part, parent, precision);
            }
        }
        self.sets[OUTERMOST as usize].reached_mut().set_waiting_precision(precision);
        for (old, change) in &copies {
            let itself: Vec<NodeId> =
                self.memo.uses(self.sets, change.copy).filter(|(_, used)| used == old).map(|(node, _)| node).collect();
            let reached = self.sets[change.copy as usize].reached_mut();
            for node in itself {
                if reached.node(node).status != Status::Removed {
                    reached.explore_anew(self.part, node, change.precision);
                }
            }
            reached.set_waiting_precision(change.precision);
            self.take_targets(change.copy, *old);
        }
        let changed = copies.values().map(|change| change.copy).chain([OUTERMOST]);
        changed.collect::<Vec<_>>().into_iter().for_each(|set| self.forget_removed(set));
        self.leave_all();
        true
    }

    /// The sets that are open at the last of some places, the outermost first; each but the last
    /// with the node where the next one is entered. `None` if that is the start of the program, or
    /// something on the way is gone.
    fn levels(&self, places: &[Place]) -> Option<Vec<Level>> {
        let mut levels: Vec<Level> = Vec::new();
        for Place { set, node, .. } in places {
            let at = self.sets.get(*set as usize)?.reached().node(*node);
            if at.status == Status::Removed {
                return None;
            }
            match at.step {
                Step::Start => levels.push(Level { set: *set, node: *node }),
                Step::Moves { .. } => levels.last_mut()?.node = *node,
                Step::Through { .. } => {
                    levels.pop();
                    levels.last_mut()?.node = *node;
                }
            }
            if levels.last()?.set != *set {
                return None;
            }
        }
        // The start of a block is where it is entered.
        while levels.last().is_some_and(|last| self.sets[last.set as usize].reached().is_root(last.node)) {
            levels.pop();
        }
        (!levels.is_empty()).then_some(levels)
    }

    /// The sets that take the place of those that are open, as far as these are for the block, the
    /// state and the precision that is asked for now.
    fn copies(&mut self, levels: &[Level], precision: PrecisionId) -> HashMap<SetId, Change> {
        let mut copies: HashMap<SetId, Change> = HashMap::default();
        let mut inner = precision;
        for pair in levels.windows(2) {
            let (before, set) = (pair[0], pair[1].set);
            let state = self.sets[before.set as usize].reached().node(before.node).state;
            let Some((block, (known, _))) = self.memo.key(set) else { break };
            let Some(reducer) = self.part.reducer() else { break };
            let entry: Point = reducer.reduce((state, inner), self.memo.table.block(block));
            inner = entry.1;
            if set == OUTERMOST || copies.contains_key(&set) || entry.0 != known {
                continue;
            }
            let other = self.memo.known.get(&(block, entry)).is_some_and(|other| *other != set);
            if !other && let Some(copy) = self.copy(set, entry) {
                self.memo.counts.cut += 1;
                copies.insert(set, Change { copy, precision: inner });
            }
        }
        copies
    }

    /// Nodes of a set that are removed use nothing any more.
    fn forget_removed(&mut self, set: SetId) {
        let uses = std::mem::take(&mut self.entry(set).uses);
        let reached = self.sets[set as usize].reached();
        let (gone, left): (BTreeMap<NodeId, SetId>, _) =
            uses.into_iter().partition(|(node, _)| reached.node(*node).status == Status::Removed);
        self.entry(set).uses = left;
        gone.into_iter().for_each(|(node, inner)| self.entry(inner).forget(set, node));
    }

    /// Nothing is being explored any more.
    pub(super) fn leave_all(&mut self) {
        self.memo.chain = vec![OUTERMOST];
        self.memo.nested.clear();
        self.memo.pending.clear();
        for entry in self.memo.entries.iter_mut().skip(1) {
            entry.place = None;
            if !entry.complete {
                entry.low = u32::MAX;
            }
        }
    }

    /// Begins anew with another precision, and forgets all sets.
    pub(crate) fn begin_anew(&mut self, precision: PrecisionId) {
        self.entry(OUTERMOST).uses.clear();
        self.sets[OUTERMOST as usize].restart(self.part, precision);
        self.restart(precision);
    }
}
