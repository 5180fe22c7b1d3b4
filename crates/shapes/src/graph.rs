//! A shape graph: up to 64 nodes and the values of predicates on them, as words of bits.
//!
//! A node stands for one cell, or, if it is a *summary* node, for one cell or more. A graph in
//! which everything is definite and no node is a summary is *two-valued*: it is a heap. The words
//! are, in this order: the nullary predicates, the summary nodes, two words for each unary
//! predicate, and for each binary one two words a node. So copying, comparing and hashing are those
//! of a slice.

use crate::relation::Relation;
use crate::truth::{Mask, Truth, first, nodes};

/// The most nodes that a graph has.
pub const MOST_NODES: usize = 64;

/// More nodes than a graph can have, or more conditions than a class can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {MOST_NODES} nodes or conditions in one shape graph")]
pub struct TooLarge;

/// How many unary and binary predicates a graph has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Layout {
    /// Nullary predicates.
    pub nullary: usize,
    /// Unary predicates.
    pub unary: usize,
    /// Binary predicates.
    pub binary: usize,
}

/// A shape graph. Predicates are known by their numbers; a class says what they mean.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Graph {
    layout: Layout,
    count: usize,
    words: Vec<u64>,
}

const HEADER: usize = 3;

impl Graph {
    /// Nodes that stand for one cell each, and nothing holds on them.
    pub fn new(layout: Layout, count: usize) -> Result<Self, TooLarge> {
        if count > MOST_NODES {
            return Err(TooLarge);
        }
        let words = vec![0; HEADER + 2 * layout.unary + 2 * layout.binary * count];
        Ok(Graph { layout, count, words })
    }

    /// One summary node on which everything is unknown.
    pub fn top(layout: Layout) -> Self {
        let words = vec![0; HEADER + 2 * layout.unary + 2 * layout.binary];
        let mut graph = Graph { layout, count: 1, words };
        graph.set_nullary(Mask::unknown(first(layout.nullary)));
        graph.set_summary(1);
        (0..layout.unary).for_each(|p| graph.set_unary(p, Mask::unknown(1)));
        (0..layout.binary).for_each(|p| graph.set_row(p, 0, Mask::unknown(1)));
        graph
    }

    /// The same nodes with other predicates, all of them unknown.
    pub fn unknown(&self, layout: Layout) -> Self {
        let words = vec![0; HEADER + 2 * layout.unary + 2 * layout.binary * self.count];
        let mut graph = Graph { layout, count: self.count, words };
        graph.set_nullary(Mask::unknown(first(layout.nullary)));
        graph.set_summary(self.summary());
        let all = Mask::unknown(graph.all());
        (0..layout.unary).for_each(|predicate| graph.set_unary(predicate, all));
        for predicate in 0..layout.binary {
            (0..self.count).for_each(|node| graph.set_row(predicate, node, all));
        }
        graph
    }

    /// The numbers of predicates.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The number of nodes.
    pub fn count(&self) -> usize {
        self.count
    }

    /// All nodes.
    pub fn all(&self) -> u64 {
        first(self.count)
    }

    /// The nullary predicates, as a mask over their numbers.
    pub fn nullary(&self) -> Mask {
        Mask { must: self.words[0], may: self.words[1] }
    }

    /// Sets the nullary predicates.
    pub fn set_nullary(&mut self, value: Mask) {
        (self.words[0], self.words[1]) = (value.must, value.may);
    }

    /// The summary nodes.
    pub fn summary(&self) -> u64 {
        self.words[2]
    }

    /// Sets the summary nodes.
    pub fn set_summary(&mut self, nodes: u64) {
        self.words[2] = nodes;
    }

    /// A unary predicate.
    pub fn unary(&self, predicate: usize) -> Mask {
        let at = HEADER + 2 * predicate;
        Mask { must: self.words[at], may: self.words[at + 1] }
    }

    /// Sets a unary predicate.
    pub fn set_unary(&mut self, predicate: usize, value: Mask) {
        let at = HEADER + 2 * predicate;
        (self.words[at], self.words[at + 1]) = (value.must, value.may);
    }

    fn row_at(&self, predicate: usize, from: usize) -> usize {
        HEADER + 2 * self.layout.unary + 2 * (predicate * self.count + from)
    }

    /// Where a binary predicate goes from a node.
    pub fn row(&self, predicate: usize, from: usize) -> Mask {
        let at = self.row_at(predicate, from);
        Mask { must: self.words[at], may: self.words[at + 1] }
    }

    /// Sets where a binary predicate goes from a node.
    pub fn set_row(&mut self, predicate: usize, from: usize, value: Mask) {
        let at = self.row_at(predicate, from);
        (self.words[at], self.words[at + 1]) = (value.must, value.may);
    }

    /// The value of a binary predicate on two nodes.
    pub fn edge(&self, predicate: usize, from: usize, to: usize) -> Truth {
        self.row(predicate, from).at(to)
    }

    /// Sets the value of a binary predicate on two nodes.
    pub fn set_edge(&mut self, predicate: usize, from: usize, to: usize, value: Truth) {
        self.set_row(predicate, from, self.row(predicate, from).with(to, value));
    }

    /// A binary predicate.
    pub fn relation(&self, predicate: usize) -> Relation {
        Relation { rows: (0..self.count).map(|node| self.row(predicate, node)).collect() }
    }

    /// Sets a binary predicate.
    pub fn set_relation(&mut self, predicate: usize, relation: &Relation) {
        for (node, row) in relation.rows.iter().enumerate() {
            self.set_row(predicate, node, *row);
        }
    }

    /// Is it a heap: everything definite, every node one cell?
    pub fn is_two_valued(&self) -> bool {
        let mut pairs = self.words[HEADER..].chunks_exact(2);
        self.summary() == 0 && self.nullary().open() == 0 && pairs.all(|pair| pair[0] == pair[1])
    }

    /// Equality of nodes.
    pub fn equality(&self) -> Relation {
        Relation::equality(self.count, self.summary())
    }

    /// The graph whose nodes are those that `from` names, in this order: a node that is named twice
    /// is split, one that is not is left out.
    pub fn select(&self, from: &[usize]) -> Result<Graph, TooLarge> {
        let mut result = Graph::new(self.layout, from.len())?;
        result.words[..HEADER].copy_from_slice(&self.words[..HEADER]);
        let spread = |word: u64| (0..).zip(from).fold(0, |all, (new, old)| all | (word >> old & 1) << new);
        let spread = |mask: Mask| Mask { must: spread(mask.must), may: spread(mask.may) };
        result.set_summary(spread(Mask::exactly(self.summary())).must);
        for predicate in 0..self.layout.unary {
            result.set_unary(predicate, spread(self.unary(predicate)));
        }
        for predicate in 0..self.layout.binary {
            for (new, old) in from.iter().enumerate() {
                result.set_row(predicate, new, spread(self.row(predicate, *old)));
            }
        }
        Ok(result)
    }

    /// With one more node, the last, on which nothing holds.
    pub fn extended(&self) -> Result<Graph, TooLarge> {
        let mut result = Graph::new(self.layout, self.count + 1)?;
        let unary = HEADER + 2 * self.layout.unary;
        result.words[..unary].copy_from_slice(&self.words[..unary]);
        for predicate in 0..self.layout.binary {
            for node in 0..self.count {
                result.set_row(predicate, node, self.row(predicate, node));
            }
        }
        Ok(result)
    }

    /// With a summary node split in two: the node itself and a last one.
    pub fn split(&self, node: usize) -> Result<Graph, TooLarge> {
        let mut from: Vec<usize> = (0..self.count).collect();
        from.push(node);
        self.select(&from)
    }

    /// The graph in which each class of nodes is one node: the join of the values of its members, a
    /// summary if they are more than one.
    pub fn merged(&self, classes: &[u64]) -> Graph {
        let words = vec![0; HEADER + 2 * self.layout.unary + 2 * self.layout.binary * classes.len()];
        let mut result = Graph { layout: self.layout, count: classes.len(), words };
        result.words[..HEADER].copy_from_slice(&self.words[..HEADER]);
        let squeeze = |mask: Mask| {
            let mut squeezed = Mask::NONE;
            for (new, class) in classes.iter().enumerate() {
                let value = Truth::of(mask.must & class == *class, mask.may & class != 0);
                squeezed = squeezed.with(new, value);
            }
            squeezed
        };
        let summary = classes.iter().enumerate().filter(|(_, c)| c.count_ones() > 1 || self.summary() & **c != 0);
        result.set_summary(summary.fold(0, |all, (new, _)| all | 1 << new));
        for predicate in 0..self.layout.unary {
            result.set_unary(predicate, squeeze(self.unary(predicate)));
        }
        for predicate in 0..self.layout.binary {
            for (new, class) in classes.iter().enumerate() {
                let rows = nodes(*class).map(|node| self.row(predicate, node));
                let joined = rows.reduce(Mask::join).unwrap_or_default();
                result.set_row(predicate, new, squeeze(joined));
            }
        }
        result
    }
}
