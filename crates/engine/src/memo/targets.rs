//! Targets inside blocks, and the ways from the outermost set to them.
//!
//! Everyone who uses a block with a target inside gets a node for it, as if it were an exit, and
//! so do those who use the block of that one, up to the outermost set. Where functions call
//! themselves there is no end of such ways: they are made when they are asked for, shortest first.

use super::entry::{Inner, User};
use super::{OUTERMOST, Pass, expanded};
use crate::explore::reach_target;
use crate::node::{NodeId, SetId, Status};
use adumbra_stop::spend;
use std::collections::VecDeque;
use std::sync::Arc;

/// Ways through more blocks than this are not looked at.
const MOST_LEVELS: u32 = 2_000;

/// So many nodes for targets inside are made at most.
const MOST_WAYS: u64 = 100_000;

/// So many are made when a target was found, before the exploration goes on.
const AT_ONCE: u32 = 256;

/// The work of making one.
const TELL: u64 = 3_000;

/// Targets that not all have been told of.
#[derive(Default)]
pub(super) struct Targets {
    /// Those inside blocks, in the order in which they were found.
    inside: VecDeque<(SetId, Inner)>,
    /// Those in the outermost set.
    outermost: VecDeque<NodeId>,
    /// How many nodes were made for targets inside.
    made: u64,
}

impl Targets {
    /// The next one is this one in the outermost set.
    pub(super) fn ask_again(&mut self, target: NodeId) {
        self.outermost.push_front(target);
    }

    /// The outermost set begins anew.
    pub(super) fn forget_outermost(&mut self) {
        self.outermost.clear();
        self.made = 0;
    }

    /// Forgets those in other sets than these.
    pub(super) fn keep(&mut self, is_kept: impl Fn(SetId) -> bool) {
        self.inside.retain(|(set, _)| is_kept(*set));
    }
}

impl Pass<'_> {
    /// A target in the outermost set that was not yet told of.
    pub(super) fn next_target(&mut self) -> Option<NodeId> {
        while let Some(target) = self.memo.targets.outermost.pop_front() {
            let node = self.sets[OUTERMOST as usize].reached().node(target);
            if node.target.is_some() && node.status == Status::Expanded {
                return Some(target);
            }
        }
        None
    }

    /// A target was found by exploring a set.
    pub(super) fn found_target(&mut self, set: SetId, node: NodeId) {
        self.note_target(set, Inner { node, levels: 0 });
        self.tell_targets(AT_ONCE);
    }

    fn note_target(&mut self, set: SetId, inner: Inner) {
        match set {
            OUTERMOST => self.memo.targets.outermost.push_back(inner.node),
            _ => self.memo.targets.inside.push_back((set, inner)),
        }
    }

    /// A set has the targets of another one, of which it is a copy, as far as they are in it.
    pub(super) fn take_targets(&mut self, set: SetId, from: SetId) {
        let told = self.memo.entries[from as usize].targets.iter().copied();
        let others = self.memo.targets.inside.iter().filter(|(inner, _)| *inner == from).map(|(_, inner)| *inner);
        let reached = self.sets[set as usize].reached();
        let is_there = |inner: &Inner| reached.node(inner.node).status != Status::Removed;
        let all: Vec<Inner> = told.chain(others).filter(is_there).collect();
        self.memo.targets.inside.extend(all.into_iter().map(|inner| (set, inner)));
    }

    /// Tells users of targets inside, until one is in the outermost set or so many were told.
    /// Says whether one is in the outermost set.
    pub(super) fn tell_targets(&mut self, most: u32) -> bool {
        for _ in 0..most {
            if !self.memo.targets.outermost.is_empty() {
                break;
            }
            let Some((set, inner)) = self.memo.targets.inside.pop_front() else { break };
            self.entry(set).targets.push(inner);
            for index in 0..self.entry(set).users.len() {
                let user = self.entry(set).users[index];
                self.tell_target(set, inner, user);
            }
        }
        !self.memo.targets.outermost.is_empty()
    }

    /// Tells a new user of a set about the targets inside that others were told of.
    pub(super) fn tell_targets_to(&mut self, set: SetId, user: User) {
        for index in 0..self.entry(set).targets.len() {
            let inner = self.entry(set).targets[index];
            self.tell_target(set, inner, user);
        }
    }

    /// Makes a node for a target inside a block where it is used.
    fn tell_target(&mut self, set: SetId, inner: Inner, user: User) {
        let Some((block, _)) = self.entry(set).key else { return };
        let node = self.sets[user.set as usize].reached().node(user.node);
        // One that waits enters anew, and is told then.
        if matches!(node.status, Status::Waiting | Status::Removed) {
            return;
        }
        let targets = &mut self.memo.targets;
        if inner.levels >= MOST_LEVELS || targets.made >= MOST_WAYS {
            self.entry(set).lost = true;
            return;
        }
        targets.made += 1;
        spend(TELL);
        let before = (node.state, node.precision);
        let at = self.sets[set as usize].reached().node(inner.node);
        let Some(target) = at.target.filter(|_| at.status != Status::Removed) else { return };
        let point = (at.state, at.precision);
        let table = Arc::clone(&self.memo.table);
        let point = expanded(self.part, &table, block, before, point);
        let made =
            reach_target(self.part, &mut self.sets[user.set as usize], user.node, (set, inner.node), point, target);
        self.note_target(user.set, Inner { node: made, levels: inner.levels + 1 });
    }
}
