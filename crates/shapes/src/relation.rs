//! Binary predicates as rows of words, one mask a node, with Warshall's closure on words.
//!
//! Composition, converse and closure are monotone in "surely" and in "perhaps" apart, so each is
//! computed for the two halves. A chain of certain steps is a certain path: a certain step from `u`
//! to `v` is there between every pair of the cells for which the two nodes stand.

use crate::truth::{Mask, first, nodes};
use smallvec::{SmallVec, smallvec};

/// The values of a binary predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The row of each node: to which nodes it goes.
    pub rows: SmallVec<[Mask; 8]>,
}

impl Relation {
    /// The same value everywhere.
    pub fn constant(row: Mask, count: usize) -> Self {
        Relation { rows: smallvec![row; count] }
    }

    /// Equality on nodes, of which those of `summary` stand for one cell or more.
    pub fn equality(count: usize, summary: u64) -> Self {
        let rows = (0..count).map(|node| Mask { must: 1 << node & !summary, may: 1 << node });
        Relation { rows: rows.collect() }
    }

    /// The number of nodes.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Pointwise.
    pub fn zip(mut self, other: &Self, f: impl Fn(Mask, Mask) -> Mask) -> Self {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            *row = f(*row, *other);
        }
        self
    }

    /// Pointwise.
    pub fn map(mut self, f: impl Fn(Mask) -> Mask) -> Self {
        for row in &mut self.rows {
            *row = f(*row);
        }
        self
    }

    /// With the two arguments exchanged.
    pub fn converse(&self) -> Self {
        let mut result = Relation::constant(Mask::NONE, self.count());
        for (from, row) in self.rows.iter().enumerate() {
            for to in nodes(row.may) {
                result.rows[to].may |= 1 << from;
            }
            for to in nodes(row.must) {
                result.rows[to].must |= 1 << from;
            }
        }
        result
    }

    /// First this, then the other.
    pub fn compose(&self, other: &Self) -> Self {
        self.clone().map(|row| other.image(row))
    }

    /// The nodes to which it goes from a set.
    pub fn image(&self, set: Mask) -> Mask {
        let must = nodes(set.must).fold(0, |all, node| all | self.rows[node].must);
        let may = nodes(set.may).fold(0, |all, node| all | self.rows[node].may);
        Mask { must, may }
    }

    /// One step or more.
    pub fn closure(mut self) -> Self {
        for middle in 0..self.count() {
            let through = self.rows[middle];
            for row in &mut self.rows {
                if row.may >> middle & 1 == 1 {
                    row.may |= through.may;
                }
                if row.must >> middle & 1 == 1 {
                    row.must |= through.must;
                }
            }
        }
        self
    }

    /// Does it hold between some node and this one, for each node?
    pub fn range(&self) -> Mask {
        self.rows.iter().fold(Mask::NONE, |all, row| all.or(*row))
    }

    /// Does it hold from each node to some other?
    pub fn domain(&self) -> Mask {
        let mut result = Mask::NONE;
        for (node, row) in self.rows.iter().enumerate() {
            result = result.with(node, row.any());
        }
        result
    }

    /// Where it goes from a node to the node itself.
    pub fn diagonal(&self) -> Mask {
        let mut result = Mask::NONE;
        for (node, row) in self.rows.iter().enumerate() {
            result = result.with(node, row.at(node));
        }
        result
    }

    /// All nodes.
    pub fn all(&self) -> u64 {
        first(self.count())
    }
}
