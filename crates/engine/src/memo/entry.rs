//! A cache entry: a set with what it was asked for, who uses it, and what it told them.

use crate::block::BlockId;
use crate::node::{NodeId, SetId};
use crate::part::Point;
use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeMap;

/// When a set has published so many exits, and each time that it has twice as many, those who use
/// it go on first: what grows for ever does not keep them from finding something.
const FIRST_YIELD: usize = 8;

/// A node at the entry of a block, and what it knows of what is behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct User {
    /// The set that the node is in.
    pub(super) set: SetId,
    /// The node.
    pub(super) node: NodeId,
    /// How many of the published exits it was given.
    pub(super) given: usize,
    /// Was the set being explored when the node came to use it? Then it is a recursive call, which
    /// takes what is known so far.
    pub(super) covered: bool,
}

/// A target inside, and through how many blocks the way to it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Inner {
    pub(super) node: NodeId,
    pub(super) levels: u32,
}

/// What is remembered of a set.
#[derive(Default)]
pub(super) struct Entry {
    /// The block and the state with its precision at its entry; nothing for the outermost set.
    pub(super) key: Option<(BlockId, Point)>,
    /// Who uses it.
    pub(super) users: Vec<User>,
    /// Which sets its own nodes use.
    pub(super) uses: BTreeMap<NodeId, SetId>,
    /// The exits that users are told of, in order. One that stands for more comes again.
    pub(super) published: Vec<(NodeId, Point)>,
    /// The same, to look it up.
    pub(super) told: HashSet<(NodeId, Point)>,
    /// When so many exits of it were published, those who use it go on first.
    pub(super) yields_at: usize,
    /// How many times nodes had left the set when exits were published.
    pub(super) looked: usize,
    /// Its place in the chain, if it is being explored.
    pub(super) place: Option<u32>,
    /// Is nothing to come any more?
    pub(super) complete: bool,
    /// The lowest place in the chain that it rests on.
    pub(super) low: u32,
    /// Targets inside that users were told of.
    pub(super) targets: Vec<Inner>,
    /// Are there ways to targets inside that nobody was told of?
    pub(super) lost: bool,
}

impl Entry {
    /// Of a block that is entered with a state.
    pub(super) fn of(block: BlockId, entry: Point) -> Self {
        Entry { key: Some((block, entry)), low: u32::MAX, yields_at: FIRST_YIELD, ..Entry::default() }
    }

    /// The block.
    pub(super) fn block(&self) -> Option<BlockId> {
        self.key.map(|(block, _)| block)
    }

    /// A node does not use it any more.
    pub(super) fn forget(&mut self, set: SetId, node: NodeId) {
        self.users.retain(|user| (user.set, user.node) != (set, node));
    }
}
