//! Which sets the outermost one rests on, through whatever blocks.

use super::entry::Entry;
use super::{Memo, OUTERMOST};
use crate::node::{SetId, Step};
use crate::set::Set;
use std::collections::VecDeque;

impl Memo {
    /// The sets that the outermost one rests on, itself included: what is in others does not count.
    pub(super) fn live(&self, sets: &[Set]) -> Vec<SetId> {
        self.reachable(sets).into_iter().map(|(set, _)| set).collect()
    }

    /// The same, each with the one through which it was found; the nearest first.
    fn reachable(&self, sets: &[Set]) -> Vec<(SetId, SetId)> {
        let mut seen = vec![false; self.entries.len()];
        seen[OUTERMOST as usize] = true;
        let mut found = vec![(OUTERMOST, OUTERMOST)];
        let mut queue = VecDeque::from([OUTERMOST]);
        while let Some(set) = queue.pop_front() {
            for (_, used) in self.uses(sets, set) {
                if !std::mem::replace(&mut seen[used as usize], true) {
                    found.push((used, set));
                    queue.push_back(used);
                }
            }
        }
        found
    }

    /// The sets on the shortest way from the outermost one to one that fulfils a condition.
    pub(super) fn way_to(&self, sets: &[Set], wanted: impl Fn(SetId) -> bool) -> Option<Vec<SetId>> {
        let found = self.reachable(sets);
        let (mut at, mut from) = found.iter().copied().find(|(set, _)| wanted(*set))?;
        let mut way = vec![at];
        while at != OUTERMOST {
            way.push(from);
            (at, from) = found.iter().copied().find(|(set, _)| *set == from)?;
        }
        way.reverse();
        way.dedup();
        Some(way)
    }

    /// Targets in sets that do not count are none of the program.
    pub(super) fn forget_other_targets(&mut self, sets: &[Set]) {
        let mut counts = vec![false; self.entries.len()];
        self.live(sets).into_iter().for_each(|set| counts[set as usize] = true);
        self.targets.keep(|set| counts[set as usize]);
    }

    /// By set, does the outermost one rest on it, or is there a path through it? A node that has
    /// come to stand for more since may have successors through a set that it used before.
    fn with_paths(&self, sets: &[Set]) -> Vec<bool> {
        let mut seen = vec![false; self.entries.len()];
        seen[OUTERMOST as usize] = true;
        let mut work = vec![OUTERMOST];
        while let Some(set) = work.pop() {
            let steps = sets[set as usize].reached().nodes().filter_map(|(_, node)| match node.step {
                Step::Through { set, .. } => Some(set),
                Step::Start | Step::Moves { .. } => None,
            });
            let used = self.uses(sets, set).map(|(_, used)| used).chain(steps);
            work.extend(used.filter(|used| !std::mem::replace(&mut seen[*used as usize], true)));
        }
        seen
    }

    /// Gives back the sets that the outermost one does not rest on.
    pub(super) fn keep_what_counts(&mut self, sets: &mut [Set]) {
        let mut counts = self.with_paths(sets);
        self.free.iter().for_each(|set| counts[*set as usize] = true);
        for set in (1..self.entries.len()).filter(|set| !counts[*set]) {
            // Another set may have taken its place.
            if let Some(key) = std::mem::take(&mut self.entries[set]).key
                && self.known.get(&key) == Some(&(set as SetId))
            {
                self.known.remove(&key);
            }
            self.past = self.past.and(sets[set].forget());
            self.free.push(set as SetId);
        }
        let mut is_kept = counts;
        self.free.iter().for_each(|set| is_kept[*set as usize] = false);
        let is_kept = |set: SetId| is_kept[set as usize];
        self.entries.iter_mut().for_each(|entry: &mut Entry| entry.users.retain(|user| is_kept(user.set)));
        self.targets.keep(is_kept);
    }
}
