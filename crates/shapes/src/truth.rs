//! Kleene's three truth values, and a mask of nodes for each of "surely" and "perhaps".
//!
//! A value of a predicate on up to 64 nodes is two words: `must` has the nodes on which it is 1,
//! `may` those on which it is not 0. `must ⊆ may` always; the nodes of `may` alone have ½. Every
//! connective is then one operation on each word, and two values are equal when the words are.

/// A truth value of Kleene's logic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It is not known (½).
    Unknown,
    /// It holds.
    True,
}

impl Truth {
    /// The value that is at least `must`, at most `may`.
    pub fn of(must: bool, may: bool) -> Self {
        match (must, may) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }

    /// Does it surely hold?
    pub fn must(self) -> bool {
        self == Truth::True
    }

    /// Can it hold?
    pub fn may(self) -> bool {
        self != Truth::False
    }

    /// The least value in the order of information that both are below.
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { Truth::Unknown }
    }

    /// Is it below the other in the order of information: the same, or the other is unknown?
    pub fn within(self, other: Self) -> bool {
        other == Truth::Unknown || self == other
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        Truth::of(!self.may(), !self.must())
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        Truth::of(value, value)
    }
}

/// The values of a predicate on the nodes of a graph, or those of a relation from one node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mask {
    /// The nodes on which it holds.
    pub must: u64,
    /// The nodes on which it may hold; those of `must` are among them.
    pub may: u64,
}

impl Mask {
    /// False everywhere.
    pub const NONE: Mask = Mask { must: 0, may: 0 };

    /// The predicate that holds on exactly these nodes.
    pub fn exactly(nodes: u64) -> Self {
        Mask { must: nodes, may: nodes }
    }

    /// Unknown on these nodes, false elsewhere.
    pub fn unknown(nodes: u64) -> Self {
        Mask { must: 0, may: nodes }
    }

    /// One value on all of these nodes.
    pub fn constant(value: Truth, nodes: u64) -> Self {
        Mask { must: if value.must() { nodes } else { 0 }, may: if value.may() { nodes } else { 0 } }
    }

    /// The value on a node.
    pub fn at(self, node: usize) -> Truth {
        Truth::of(self.must >> node & 1 == 1, self.may >> node & 1 == 1)
    }

    /// With another value on a node.
    pub fn with(self, node: usize, value: Truth) -> Self {
        let put = |word: u64, bit: bool| word & !(1 << node) | u64::from(bit) << node;
        Mask { must: put(self.must, value.must()), may: put(self.may, value.may()) }
    }

    /// The nodes on which it is unknown.
    pub fn open(self) -> u64 {
        self.may & !self.must
    }

    /// The negation on a graph with these nodes.
    pub fn not(self, all: u64) -> Self {
        Mask { must: all & !self.may, may: all & !self.must }
    }

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Mask { must: self.must & other.must, may: self.may & other.may }
    }

    /// One of the two.
    pub fn or(self, other: Self) -> Self {
        Mask { must: self.must | other.must, may: self.may | other.may }
    }

    /// The join in the order of information: unknown where they differ.
    pub fn join(self, other: Self) -> Self {
        Mask { must: self.must & other.must, may: self.may | other.may }
    }

    /// The value where `condition` decides: the first where it holds, the second where it does not,
    /// their join where it is unknown.
    pub fn choose(condition: Self, then: Self, other: Self) -> Self {
        let (yes, no, open) = (condition.must, !condition.may, condition.open());
        let both = then.join(other);
        Mask {
            must: yes & then.must | no & other.must | open & both.must,
            may: yes & then.may | no & other.may | open & both.may,
        }
    }

    /// Does it hold on some node?
    pub fn any(self) -> Truth {
        Truth::of(self.must != 0, self.may != 0)
    }

    /// Is it below the other in the order of information on all nodes?
    pub fn within(self, other: Self) -> bool {
        other.must & !self.must == 0 && self.may & !other.may == 0
    }
}

/// The nodes of a mask, lowest first.
pub fn nodes(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let node = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(node)
    })
}

/// The mask of the first nodes, at most 64.
pub fn first(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
