//! Interval decision diagrams: sets of valuations of many variables, shared.
//!
//! A *valuation* gives each variable a key, a number of 64 bits. Variables are ordered by their
//! *levels*. A node has a level and cuts the line of keys into pieces, each with a child; it stands
//! for the valuations whose key of the variable is in a piece whose child stands for them. Levels
//! grow along every path. Two pieces that meet have different children, a node has at least two
//! pieces, and no two nodes are alike. So each set that finitely many cuts describe has exactly one
//! node (Strehl and Thiele: Symbolic model checking of process networks using interval diagram
//! techniques, 1998), and equality of sets is equality of numbers. A level that a path does not
//! pass may have any key.
//!
//! Operations recurse on levels, never on the number of nodes. Nodes are kept as long as the store.
//! When there are too many, or when the time is over, operations stop early: what they give is then
//! worthless, and [`Diagrams::is_over`] says so until the cause is gone.

use adumbra_stop::{Stop, spend};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A set of valuations: the number of its node.
pub(super) type Node = u32;

/// A variable's place in the order.
pub(super) type Level = u32;

/// No valuation.
pub(super) const EMPTY: Node = 0;

/// All valuations.
pub(super) const FULL: Node = 1;

/// The level of the two constants: below all others.
const BOTTOM: Level = u32::MAX;

/// A set of keys: ranges in ascending order, ends included, with gaps between them.
pub(super) type Keys = Vec<(i64, i64)>;

/// Pieces that a store may hold.
const MOST_PIECES: usize = 60_000_000;

/// Entries of the table of results.
const RESULTS: usize = 1 << 20;

/// Steps between looks at the clock.
const POLL: u64 = 1 << 16;

/// The work of a step.
const STEP: u64 = 180;

/// Operations on two sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pair {
    Union,
    Minus,
    Meet,
}

/// A store of diagrams.
pub(super) struct Diagrams {
    levels: Vec<Level>,
    /// Where the pieces of each node begin, and one more entry at the end.
    starts: Vec<u32>,
    /// The last key of each piece.
    ends: Vec<i64>,
    children: Vec<Node>,
    unique: HashTable<Node>,
    /// Operation and operands, with their result.
    results: Vec<(u8, Node, Node, Node)>,
    /// Results of the operation at hand by node, with the number of the operation.
    memo: Vec<(u32, Node)>,
    operation: u32,
    steps: u64,
    next_poll: u64,
    stop: Stop,
    over: bool,
    /// Pieces under construction, as a stack.
    scratch: Vec<(i64, Node)>,
}

impl Diagrams {
    pub(super) fn new() -> Self {
        Diagrams {
            levels: vec![BOTTOM; 2],
            starts: vec![0; 3],
            ends: Vec::new(),
            children: Vec::new(),
            unique: HashTable::new(),
            results: vec![(0, 0, 0, 0); RESULTS],
            memo: Vec::new(),
            operation: 0,
            steps: 0,
            next_poll: 0,
            stop: Stop::never(),
            over: false,
            scratch: Vec::new(),
        }
    }

    /// Works within these limits from now on.
    pub(super) fn limit(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        self.over = self.is_full();
    }

    /// Were results worthless since the limits were set?
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Are there too many nodes?
    pub(super) fn is_full(&self) -> bool {
        self.ends.len() > MOST_PIECES
    }

    /// Steps of all operations so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    /// The level of a set; below all others if it is a constant.
    pub(super) fn level(&self, node: Node) -> Level {
        self.levels[node as usize]
    }

    /// The pieces of a node with their children: first key, last key, child.
    pub(super) fn pieces(&self, node: Node) -> impl Iterator<Item = (i64, i64, Node)> + '_ {
        let range = self.range(node);
        let mut first = i64::MIN;
        self.ends[range.clone()].iter().zip(&self.children[range]).map(move |(end, child)| {
            let piece = (first, *end, *child);
            first = end.wrapping_add(1);
            piece
        })
    }

    fn range(&self, node: Node) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// Counts a step; `false` if there are no more.
    fn step(&mut self) -> bool {
        self.steps += 1;
        spend(STEP);
        if self.steps >= self.next_poll {
            self.next_poll = self.steps + POLL;
            self.over |= self.is_full() || self.stop.reached().is_some();
        }
        !self.over
    }

    /// The node of the pieces on the stack from a height on, which are taken off.
    fn make(&mut self, level: Level, from: usize) -> Node {
        // Equal neighbours become one piece.
        let mut to = from;
        for i in from..self.scratch.len() {
            if to > from && self.scratch[to - 1].1 == self.scratch[i].1 {
                self.scratch[to - 1].0 = self.scratch[i].0;
            } else {
                self.scratch[to] = self.scratch[i];
                to += 1;
            }
        }
        self.scratch.truncate(to);
        if to - from == 1 {
            return self.scratch.pop().map_or(EMPTY, |(_, child)| child);
        }
        let hash = |pieces: &mut dyn Iterator<Item = (i64, Node)>| {
            let mut hasher = FxHasher::default();
            hasher.write_u32(level);
            pieces.for_each(|(end, child)| {
                hasher.write_i64(end);
                hasher.write_u32(child);
            });
            hasher.finish()
        };
        let key = hash(&mut self.scratch[from..].iter().copied());
        let (levels, starts, ends, children) = (&self.levels, &self.starts, &self.ends, &self.children);
        let range = |node: Node| starts[node as usize] as usize..starts[node as usize + 1] as usize;
        let new = &self.scratch[from..];
        let same = |node: &Node| {
            let range = range(*node);
            levels[*node as usize] == level
                && range.len() == new.len()
                && range.zip(new).all(|(i, (end, child))| ends[i] == *end && children[i] == *child)
        };
        if let Some(node) = self.unique.find(key, same) {
            let node = *node;
            self.scratch.truncate(from);
            return node;
        }
        let node = self.levels.len() as Node;
        let rehash = |node: &Node| {
            let range = range(*node);
            let mut hasher = FxHasher::default();
            hasher.write_u32(levels[*node as usize]);
            for i in range {
                hasher.write_i64(ends[i]);
                hasher.write_u32(children[i]);
            }
            hasher.finish()
        };
        self.unique.insert_unique(key, node, rehash);
        self.levels.push(level);
        for (end, child) in self.scratch.drain(from..) {
            self.ends.push(end);
            self.children.push(child);
        }
        self.starts.push(self.ends.len() as u32);
        node
    }

    /// The valuations of a set below a level whose key at the level is one of these.
    fn only(&mut self, level: Level, keys: &[(i64, i64)], child: Node) -> Node {
        if child == EMPTY || keys.is_empty() {
            return EMPTY;
        }
        let from = self.scratch.len();
        for (first, last) in keys {
            if *first > i64::MIN {
                self.scratch.push((first - 1, EMPTY));
            }
            self.scratch.push((*last, child));
        }
        if keys.last().is_some_and(|(_, last)| *last < i64::MAX) {
            self.scratch.push((i64::MAX, EMPTY));
        }
        self.make(level, from)
    }

    /// What is in one of two sets.
    pub(super) fn union(&mut self, a: Node, b: Node) -> Node {
        self.pair(Pair::Union, a, b)
    }

    /// What is in the first of two sets alone.
    pub(super) fn minus(&mut self, a: Node, b: Node) -> Node {
        self.pair(Pair::Minus, a, b)
    }

    /// What is in both of two sets.
    pub(super) fn meet(&mut self, a: Node, b: Node) -> Node {
        self.pair(Pair::Meet, a, b)
    }

    fn pair(&mut self, op: Pair, a: Node, b: Node) -> Node {
        let (a, b) = if op != Pair::Minus && a > b { (b, a) } else { (a, b) };
        match (op, a, b) {
            (Pair::Union, EMPTY, other) => return other,
            (Pair::Union, FULL, _) | (Pair::Union, _, FULL) => return FULL,
            (Pair::Minus, EMPTY, _) | (Pair::Minus, _, FULL) | (Pair::Meet, EMPTY, _) => return EMPTY,
            (Pair::Minus, one, EMPTY) | (Pair::Meet, FULL, one) => return one,
            (Pair::Union | Pair::Meet, ..) if a == b => return a,
            (Pair::Minus, ..) if a == b => return EMPTY,
            _ => {}
        }
        if !self.step() {
            return EMPTY;
        }
        let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((op as u64) << 51);
        let slot = (mixed >> 44) as usize & (RESULTS - 1);
        let (kind, x, y, known) = self.results[slot];
        if (kind, x, y) == (op as u8 + 1, a, b) {
            return known;
        }
        let level = self.level(a).min(self.level(b));
        let from = self.scratch.len();
        let (mut i, mut j) = (self.range(a), self.range(b));
        // The one whose level is lower has one piece here.
        if self.level(a) != level {
            i = 0..0;
        }
        if self.level(b) != level {
            j = 0..0;
        }
        loop {
            let (end_a, child_a) =
                if i.is_empty() { (i64::MAX, a) } else { (self.ends[i.start], self.children[i.start]) };
            let (end_b, child_b) =
                if j.is_empty() { (i64::MAX, b) } else { (self.ends[j.start], self.children[j.start]) };
            let end = end_a.min(end_b);
            let child = self.pair(op, child_a, child_b);
            self.scratch.push((end, child));
            if end == i64::MAX {
                break;
            }
            i.start += usize::from(end == end_a && !i.is_empty());
            j.start += usize::from(end == end_b && !j.is_empty());
        }
        let result = self.make(level, from);
        if !self.over {
            self.results[slot] = (op as u8 + 1, a, b, result);
        }
        result
    }

    /// Begins an operation whose results are remembered by node.
    fn begin(&mut self) {
        self.operation += 1;
        self.memo.resize(self.levels.len(), (0, 0));
    }

    fn remembered(&self, node: Node) -> Option<Node> {
        let (operation, result) = self.memo.get(node as usize)?;
        (*operation == self.operation).then_some(*result)
    }

    fn remember(&mut self, node: Node, result: Node) -> Node {
        if let Some(slot) = self.memo.get_mut(node as usize) {
            *slot = (self.operation, result);
        }
        result
    }

    /// The valuations whose key at a level is one of these.
    pub(super) fn keep(&mut self, node: Node, level: Level, keys: &[(i64, i64)]) -> Node {
        self.begin();
        self.at(node, level, &mut |this, below| match below {
            Below::Child(child) => this.only(level, keys, child),
            Below::Node(node) => {
                let from = this.scratch.len();
                let mut keys = keys.iter().copied().peekable();
                let mut first = i64::MIN;
                for i in this.range(node) {
                    let (end, child) = (this.ends[i], this.children[i]);
                    while let Some((low, high)) = keys.peek().copied().filter(|(low, _)| *low <= end) {
                        let (low, high) = (low.max(first), high.min(end));
                        if low > first {
                            this.scratch.push((low - 1, EMPTY));
                        }
                        if low <= high {
                            this.scratch.push((high, child));
                            first = high.wrapping_add(1);
                        }
                        if high < end {
                            keys.next();
                        } else {
                            break;
                        }
                    }
                    if this.scratch.len() == from || this.scratch[this.scratch.len() - 1].0 < end {
                        this.scratch.push((end, EMPTY));
                        first = end.wrapping_add(1);
                    }
                }
                this.make(level, from)
            }
        })
    }

    /// The valuations whose key at a level is in a range, without those that may have any key
    /// there.
    pub(super) fn keep_explicit(&mut self, node: Node, level: Level, range: (i64, i64)) -> Node {
        self.begin();
        self.at(node, level, &mut |this, below| match below {
            Below::Child(_) => EMPTY,
            Below::Node(node) => {
                let all = this.only(level, &[range], FULL);
                this.meet(node, all)
            }
        })
    }

    /// The valuations with one of these keys at a level in the place of theirs.
    pub(super) fn set(&mut self, node: Node, level: Level, keys: &[(i64, i64)]) -> Node {
        self.begin();
        self.at(node, level, &mut |this, below| {
            let child = match below {
                Below::Child(child) => child,
                Below::Node(node) => this.union_of_children(node, i64::MIN, i64::MAX),
            };
            this.only(level, keys, child)
        })
    }

    /// The union of the children of pieces that meet a range of keys.
    fn union_of_children(&mut self, node: Node, low: i64, high: i64) -> Node {
        let mut all: Vec<Node> =
            self.pieces(node).filter(|(first, last, _)| *last >= low && *first <= high).map(|(_, _, c)| c).collect();
        all.sort_unstable();
        all.dedup();
        let mut union = EMPTY;
        for child in all {
            union = self.union(union, child);
        }
        union
    }

    /// Does something at one level of a set.
    fn at(&mut self, node: Node, level: Level, act: &mut dyn FnMut(&mut Self, Below) -> Node) -> Node {
        if node == EMPTY {
            return EMPTY;
        }
        if let Some(known) = self.remembered(node) {
            return known;
        }
        if !self.step() {
            return EMPTY;
        }
        let result = if self.level(node) > level {
            act(self, Below::Child(node))
        } else if self.level(node) == level {
            act(self, Below::Node(node))
        } else {
            let from = self.scratch.len();
            for i in self.range(node) {
                let (end, child) = (self.ends[i], self.children[i]);
                let child = self.at(child, level, act);
                self.scratch.push((end, child));
            }
            self.make(self.level(node), from)
        };
        self.remember(node, result)
    }

    /// The valuations with any keys at these levels, which are in ascending order.
    pub(super) fn forget(&mut self, node: Node, levels: &[Level]) -> Node {
        let Some(last) = levels.last().copied() else { return node };
        self.forget_up_to(node, last, &|level| levels.binary_search(&level).is_ok())
    }

    /// The valuations with any keys at all levels but these, which are in ascending order.
    pub(super) fn project(&mut self, node: Node, levels: &[Level]) -> Node {
        self.forget_up_to(node, BOTTOM, &|level| levels.binary_search(&level).is_err())
    }

    fn forget_up_to(&mut self, node: Node, last: Level, which: &dyn Fn(Level) -> bool) -> Node {
        self.begin();
        self.change(node, last, &mut |this, node, changed| {
            if which(this.level(node)) {
                let mut union = EMPTY;
                for child in changed {
                    union = this.union(union, *child);
                }
                return union;
            }
            this.rebuild(node, changed)
        })
    }

    /// The valuations in which a key of a range at the levels that are named is one of others
    /// instead.
    pub(super) fn replace(&mut self, node: Node, range: (i64, i64), by: &dyn Fn(Level) -> Option<Keys>) -> Node {
        self.begin();
        self.change(node, BOTTOM, &mut |this, node, changed| {
            let level = this.level(node);
            let (Some(keys), true) = (
                by(level),
                this.pieces(node).any(|(first, last, child)| child != EMPTY && last >= range.0 && first <= range.1),
            ) else {
                return this.rebuild(node, changed);
            };
            let rebuilt = this.rebuild(node, changed);
            if this.level(rebuilt) != level {
                return rebuilt;
            }
            let others = [(i64::MIN, range.0 - 1), (range.1 + 1, i64::MAX)];
            let inside = this.union_of_children(rebuilt, range.0, range.1);
            let moved = this.only(level, &keys, inside);
            let rest = this.only(level, &others, FULL);
            let rest = this.meet(rebuilt, rest);
            this.union(rest, moved)
        })
    }

    /// The valuations in which keys of a range, at the levels that are named, stand for any key
    /// outside of it with the same rest: they are added.
    pub(super) fn blur(&mut self, node: Node, range: (i64, i64), which: &dyn Fn(Level) -> bool) -> Node {
        self.begin();
        self.change(node, BOTTOM, &mut |this, node, changed| {
            let rebuilt = this.rebuild(node, changed);
            let level = this.level(node);
            if !which(level) || this.level(rebuilt) != level {
                return rebuilt;
            }
            let any = this.union_of_children(rebuilt, i64::MIN, i64::MAX);
            let added = this.only(level, &[range], any);
            this.union(rebuilt, added)
        })
    }

    fn rebuild(&mut self, node: Node, changed: &[Node]) -> Node {
        let from = self.scratch.len();
        for (i, child) in self.range(node).zip(changed) {
            let end = self.ends[i];
            self.scratch.push((end, *child));
        }
        self.make(self.level(node), from)
    }

    /// Computes something of each node down to a level from what was computed of its children. What
    /// is below stays as it is.
    fn change(&mut self, node: Node, last: Level, act: &mut dyn FnMut(&mut Self, Node, &[Node]) -> Node) -> Node {
        if node <= FULL || self.level(node) > last {
            return node;
        }
        if let Some(known) = self.remembered(node) {
            return known;
        }
        if !self.step() {
            return EMPTY;
        }
        let children = self.children[self.range(node)].to_vec();
        let changed: Vec<Node> = children.into_iter().map(|child| self.change(child, last, act)).collect();
        let result = act(self, node, &changed);
        self.remember(node, result)
    }

    /// One of the boxes that a set is made of.
    pub(super) fn one_box(&mut self, node: Node) -> Node {
        if node <= FULL {
            return node;
        }
        let piece = self.pieces(node).find(|(_, _, child)| *child != EMPTY);
        let Some((first, last, child)) = piece else { return EMPTY };
        let below = self.one_box(child);
        self.only(self.level(node), &[(first, last)], below)
    }

    /// The number of nodes of a set, if it is at most this.
    pub(super) fn size(&self, root: Node, most: usize) -> Option<usize> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Node> = [root].into_iter().filter(|root| *root > FULL).collect();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(self.children[self.range(node)].iter().filter(|child| **child > FULL));
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(seen.len())
    }
}

/// What an operation at one level finds.
enum Below {
    /// A set that does not depend on the key there.
    Child(Node),
    /// A node of the level.
    Node(Node),
}
