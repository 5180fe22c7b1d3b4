//! Sets of small numbers that share what they have in common.
//!
//! What a function may touch is what its callees may touch and a little more. Stored one by one,
//! such sets are quadratic in a program of many functions. Here a set is a tree over blocks of 64
//! numbers, and every tree exists once: a node is numbered by its contents, so that equal parts of
//! different sets are one node, and equal sets one number. A union follows only those parts in
//! which both sets have something and that differ, and is remembered.

use rustc_hash::FxHashMap;

/// How many children a node has.
const WIDTH: usize = 8;

/// How many numbers a leaf has.
const LEAF: u32 = u64::BITS;

/// A set, by the number of its tree. Equal sets of one table have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Set(u32);

impl Set {
    /// Nothing. At every level the node 0 is the empty one.
    pub(super) const EMPTY: Set = Set(0);
}

/// Nodes of one level, each once.
struct Level<N> {
    nodes: Vec<N>,
    index: FxHashMap<N, u32>,
    /// Results of operations on two nodes.
    known: FxHashMap<(Operation, u32, u32), u32>,
}

impl<N: Copy + Eq + std::hash::Hash + Default> Level<N> {
    fn new() -> Level<N> {
        let mut level = Level { nodes: Vec::new(), index: FxHashMap::default(), known: FxHashMap::default() };
        level.node(N::default());
        level
    }

    fn node(&mut self, contents: N) -> u32 {
        let nodes = &mut self.nodes;
        *self.index.entry(contents).or_insert_with(|| {
            nodes.push(contents);
            nodes.len() as u32 - 1
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Union,
    Without,
}

impl Operation {
    /// The result, if it is one of the operands.
    fn trivial(self, a: u32, b: u32) -> Option<u32> {
        match self {
            Operation::Union if b == 0 || a == b => Some(a),
            Operation::Union if a == 0 => Some(b),
            Operation::Without if a == b => Some(0),
            Operation::Without if a == 0 || b == 0 => Some(a),
            Operation::Union | Operation::Without => None,
        }
    }

    fn on_words(self, a: u64, b: u64) -> u64 {
        match self {
            Operation::Union => a | b,
            Operation::Without => a & !b,
        }
    }
}

/// A table of sets of numbers below a bound.
pub(super) struct Sets {
    words: Level<u64>,
    /// The levels above, the root's last.
    above: Vec<Level<[u32; WIDTH]>>,
}

impl Sets {
    /// For numbers below a bound.
    pub(super) fn new(bound: u32) -> Sets {
        let mut above = Vec::new();
        let mut reach = u64::from(LEAF);
        while reach < u64::from(bound) {
            above.push(Level::new());
            reach *= WIDTH as u64;
        }
        Sets { words: Level::new(), above }
    }

    /// The set of numbers that are in ascending order.
    pub(super) fn of(&mut self, numbers: &[u32]) -> Set {
        let mut nodes: Vec<(u32, u32)> = Vec::new();
        for run in numbers.chunk_by(|a, b| a / LEAF == b / LEAF) {
            let word = run.iter().fold(0u64, |word, number| word | 1 << (number % LEAF));
            nodes.push((run[0] / LEAF, self.words.node(word)));
        }
        for level in &mut self.above {
            let width = WIDTH as u32;
            let mut next = Vec::new();
            for run in nodes.chunk_by(|a, b| a.0 / width == b.0 / width) {
                let mut children = [0; WIDTH];
                run.iter().for_each(|(at, node)| children[*at as usize % WIDTH] = *node);
                next.push((run[0].0 / width, level.node(children)));
            }
            nodes = next;
        }
        nodes.first().map_or(Set::EMPTY, |(_, root)| Set(*root))
    }

    /// Is a number in a set?
    pub(super) fn contains(&self, set: Set, number: u32) -> bool {
        let mut node = set.0;
        for (depth, level) in self.above.iter().enumerate().rev() {
            let below = u64::from(LEAF) * (WIDTH as u64).pow(depth as u32);
            node = level.nodes[node as usize][(u64::from(number) / below) as usize % WIDTH];
        }
        self.words.nodes[node as usize] >> (number % LEAF) & 1 == 1
    }

    /// The numbers of a set, in ascending order.
    pub(super) fn numbers(&self, set: Set) -> Vec<u32> {
        let mut nodes: Vec<(u32, u32)> = vec![(0, set.0)];
        for level in self.above.iter().rev() {
            let children = |(at, node): (u32, u32)| {
                let children = level.nodes[node as usize];
                (0..WIDTH as u32).map(move |i| (at * WIDTH as u32 + i, children[i as usize]))
            };
            nodes = nodes.into_iter().flat_map(children).filter(|(_, child)| *child != 0).collect();
        }
        let bits = |(at, node): (u32, u32)| {
            let word = self.words.nodes[node as usize];
            (0..LEAF).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * LEAF + bit)
        };
        nodes.into_iter().flat_map(bits).collect()
    }

    /// What is in one of two sets.
    pub(super) fn union(&mut self, a: Set, b: Set) -> Set {
        // The result is the same for both orders.
        Set(self.combine(self.above.len(), Operation::Union, a.0.min(b.0), a.0.max(b.0)))
    }

    /// What is in the first set and not in the second.
    pub(super) fn without(&mut self, a: Set, b: Set) -> Set {
        Set(self.combine(self.above.len(), Operation::Without, a.0, b.0))
    }

    /// Recurses as deep as there are levels.
    fn combine(&mut self, height: usize, operation: Operation, a: u32, b: u32) -> u32 {
        if let Some(known) = operation.trivial(a, b) {
            return known;
        }
        let key = (operation, a, b);
        let Some(depth) = height.checked_sub(1) else {
            let word = operation.on_words(self.words.nodes[a as usize], self.words.nodes[b as usize]);
            return self.words.node(word);
        };
        if let Some(known) = self.above[depth].known.get(&key) {
            return *known;
        }
        let (mut children, others) = (self.above[depth].nodes[a as usize], self.above[depth].nodes[b as usize]);
        for (child, other) in children.iter_mut().zip(others) {
            *child = self.combine(depth, operation, *child, other);
        }
        let level = &mut self.above[depth];
        let node = level.node(children);
        level.known.insert(key, node);
        node
    }

    /// Forgets the results of operations.
    pub(super) fn forget(&mut self) {
        self.above.iter_mut().for_each(|level| level.known = FxHashMap::default());
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.words.nodes.len() + self.above.iter().map(|level| level.nodes.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_testing::Random;
    use std::collections::BTreeSet;

    #[test]
    fn operations_are_those_of_sets() {
        for bound in [1, 64, 65, 512, 513, 5_000, 100_000] {
            let mut random = Random(u64::from(bound));
            let mut sets = Sets::new(bound);
            let mut known: Vec<(Set, BTreeSet<u32>)> = vec![(sets.of(&[]), BTreeSet::new())];
            assert_eq!(known[0].0, Set::EMPTY);
            for round in 0..60 {
                let made = match round % 3 {
                    0 => {
                        let numbers: BTreeSet<u32> =
                            (0..random.below(40)).map(|_| random.below(bound as usize) as u32).collect();
                        (sets.of(&numbers.iter().copied().collect::<Vec<_>>()), numbers)
                    }
                    1 => {
                        let (a, b) = (&known[random.below(known.len())], &known[random.below(known.len())]);
                        (sets.union(a.0, b.0), &a.1 | &b.1)
                    }
                    _ => {
                        let (a, b) = (&known[random.below(known.len())], &known[random.below(known.len())]);
                        (sets.without(a.0, b.0), &a.1 - &b.1)
                    }
                };
                assert!(sets.numbers(made.0).into_iter().eq(made.1.iter().copied()));
                for _ in 0..20 {
                    let number = random.below(bound as usize) as u32;
                    assert_eq!(sets.contains(made.0, number), made.1.contains(&number));
                }
                for (set, numbers) in &known {
                    assert_eq!(*set == made.0, *numbers == made.1, "equal sets have equal numbers");
                }
                known.push(made);
            }
        }
    }

    /// Each of many sets has one number more than the one before it: one by one they would have
    /// half a square of words.
    #[test]
    fn growing_sets_share_what_they_have() {
        let count = 64 * 512;
        let mut sets = Sets::new(count);
        let mut all = Set::EMPTY;
        for number in 0..count {
            let one = sets.of(&[number]);
            all = sets.union(all, one);
        }
        assert!(sets.len() < 8 * count as usize, "{}", sets.len());
    }
}
