//! What happens where a block is entered: the set is looked up, and made if there is none.

use super::entry::{Entry, User};
use super::{Pass, Recursion};
use crate::block::BlockId;
use crate::node::{NodeId, SetId};
use crate::part::Point;
use crate::set::Set;
use adumbra_stop::spend;
use adumbra_verdict::Reason;

/// The work of reducing a state and looking for its set.
const REDUCE: u64 = 2_000;

/// The work of looking whether a set covers a call.
const COVER: u64 = 2_000;

/// So many sets of a block are looked at from each end of the chain, whether they cover a call.
const LOOKED_AT: usize = 64;

/// Where the set of a call comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// It was there.
    Known(SetId),
    /// A set that is being explored covers the call.
    Covering(SetId),
    /// It was made.
    Made(SetId),
}

impl Pass<'_> {
    /// A node of a set is at the entry of a block.
    pub(super) fn enter(&mut self, set: SetId, node: NodeId, block: BlockId) {
        if let Some(before) = self.entry(set).uses.remove(&node) {
            self.entry(before).forget(set, node);
        }
        if self.memo.options.recursion == Recursion::Off && self.memo.table.is_recursive(block) {
            let function = self.memo.table.function_name(block).to_owned();
            self.sets[set as usize].cut(node, Reason::Recursion { function });
            return;
        }
        self.sets[set as usize].reached_mut().forsake(self.part, node);
        spend(REDUCE);
        let at = self.sets[set as usize].reached().node(node);
        let point = (at.state, at.precision);
        let entry = match self.part.reducer() {
            Some(reducer) => reducer.reduce(point, self.memo.table.block(block)),
            None => point,
        };
        let found = self.find(block, entry);
        let inner = self.count(found);
        self.use_set(set, node, inner);
    }

    /// Counts what became of a call, and returns the set.
    fn count(&mut self, found: Found) -> SetId {
        let (Found::Known(set) | Found::Covering(set) | Found::Made(set)) = found;
        let entry = &self.memo.entries[set as usize];
        let complete = entry.complete && self.sets[set as usize].cuts().next().is_none();
        let counts = &mut self.memo.counts;
        match found {
            Found::Made(_) => counts.misses += 1,
            Found::Covering(_) => counts.covered += 1,
            Found::Known(_) if entry.place.is_some() => counts.covered += 1,
            Found::Known(_) if complete => counts.full_hits += 1,
            Found::Known(_) => counts.partial_hits += 1,
        }
        set
    }

    /// The set for a block and what it begins with.
    fn find(&mut self, block: BlockId, entry: Point) -> Found {
        if let Some(found) = self.look_up(block, entry) {
            return found;
        }
        let nested = self.memo.nested.get(&block).map_or(&[][..], |nested| nested);
        let entry = match nested.last().copied() {
            Some(before) if nested.len() >= self.memo.options.entries_apart as usize => {
                let before = self.memo.entries[before as usize].key.map(|(_, point)| point.0);
                match before.and_then(|before| self.part.widen(before, entry.0)) {
                    Some(widened) if widened != entry.0 => {
                        self.memo.counts.widened_entries += 1;
                        (widened, entry.1)
                    }
                    _ => entry,
                }
            }
            _ => entry,
        };
        self.look_up(block, entry).unwrap_or_else(|| Found::Made(self.make(block, entry)))
    }

    /// A set that is there for a block and what it begins with, or for more.
    fn look_up(&mut self, block: BlockId, entry: Point) -> Option<Found> {
        if let Some(set) = self.memo.known.get(&(block, entry)) {
            return Some(Found::Known(*set));
        }
        let partition = self.part.partition(entry.0);
        let nested = self.memo.nested.get(&block).map_or(&[][..], |nested| nested);
        let (far, near) = (nested.iter().take(LOOKED_AT), nested.iter().skip(LOOKED_AT).rev().take(LOOKED_AT));
        for set in near.chain(far) {
            let Some((_, (state, _))) = self.memo.entries[*set as usize].key else { continue };
            spend(COVER);
            if self.part.partition(state) == partition && self.part.covers(state, entry.0) {
                return Some(Found::Covering(*set));
            }
        }
        None
    }

    /// A new set.
    fn make(&mut self, block: BlockId, entry: Point) -> SetId {
        let set = Set::of_block(self.part, &self.how.traversal, block, entry);
        let id = self.place(set, Entry::of(block, entry));
        self.memo.known.insert((block, entry), id);
        id
    }

    /// A copy of a set, for the same block and state with another precision, and from now on the
    /// one that is found for it. Who uses the old one goes on to do so.
    pub(super) fn copy(&mut self, set: SetId, entry: Point) -> Option<SetId> {
        let (block, _) = self.memo.key(set)?;
        let copy = self.sets[set as usize].copy();
        let mut own = Entry::of(block, entry);
        own.uses = self.memo.entries[set as usize].uses.clone();
        let uses: Vec<(NodeId, SetId)> = own.uses.iter().map(|(node, inner)| (*node, *inner)).collect();
        let id = self.place(copy, own);
        for (node, inner) in uses {
            let users = &mut self.memo.entries[inner as usize].users;
            if let Some(user) = users.iter().find(|user| (user.set, user.node) == (set, node)).copied() {
                users.push(User { set: id, ..user });
            }
        }
        self.memo.known.insert((block, entry), id);
        Some(id)
    }

    /// A place for a set.
    fn place(&mut self, set: Set, entry: Entry) -> SetId {
        match self.memo.free.pop() {
            Some(id) => {
                self.sets[id as usize] = set;
                self.memo.entries[id as usize] = entry;
                id
            }
            None => {
                self.sets.push(set);
                self.memo.entries.push(entry);
                (self.sets.len() - 1) as SetId
            }
        }
    }

    /// A node uses a set from now on: it is given what is known, and the set is explored if
    /// something waits there.
    fn use_set(&mut self, set: SetId, node: NodeId, inner: SetId) {
        self.entry(set).uses.insert(node, inner);
        let covered = self.entry(inner).place.is_some();
        let mut user = User { set, node, given: 0, covered };
        let something = !self.entry(inner).published.is_empty() || self.entry(inner).complete;
        if something {
            user.given = self.tell(inner, user);
        }
        self.entry(inner).users.push(user);
        self.tell_targets_to(inner, user);
        if !covered && self.sets[inner as usize].reached().waiting() > 0 {
            self.entry(inner).complete = false;
            self.push(inner);
        }
    }
}
