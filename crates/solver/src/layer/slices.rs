//! Constraints by the symbols they share: two are in one slice if there is a chain of constraints
//! between them in which neighbours share a symbol. So a slice can be satisfied without looking at
//! the others, and models of slices are put together to a model of all.
//!
//! A union-find forest over symbols with the constraints of each tree as a list. Trees are joined
//! by size and paths are not shortened, so the last constraint can be taken back in the time it
//! took to add it.

use adumbra_terms::Symbol;
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;

/// A tree of the forest: the list of its constraints, if it is not below another.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    size: u32,
    first: u32,
    last: u32,
}

#[derive(Debug, Clone, Copy)]
struct Constraint {
    /// A node of its tree.
    anchor: u32,
    /// The next one of the slice.
    next: u32,
    /// How long the record was before it was added.
    before: u32,
}

/// What is to be taken back.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A tree was put below another.
    Joined { lower: u32, upper: u32, last: u32 },
    /// A constraint was added to a tree whose last one this was.
    Added { root: u32, last: u32 },
}

/// Slices of a stack of constraints.
#[derive(Debug)]
pub(super) struct Slices {
    nodes: Vec<Node>,
    symbols: FxHashMap<Symbol, u32>,
    constraints: Vec<Constraint>,
    record: Vec<Change>,
}

impl Slices {
    /// No constraints.
    pub fn new() -> Slices {
        // The first node is of constraints without symbols.
        let ground = Node { parent: 0, size: 1, first: NONE, last: NONE };
        Slices { nodes: vec![ground], symbols: FxHashMap::default(), constraints: Vec::new(), record: Vec::new() }
    }

    /// Number of constraints.
    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    fn node(&mut self, symbol: Symbol) -> u32 {
        let next = self.nodes.len() as u32;
        *self.symbols.entry(symbol).or_insert_with(|| {
            self.nodes.push(Node { parent: next, size: 1, first: NONE, last: NONE });
            next
        })
    }

    fn root(&self, mut node: u32) -> u32 {
        while self.nodes[node as usize].parent != node {
            node = self.nodes[node as usize].parent;
        }
        node
    }

    /// Puts a constraint over some symbols on the stack.
    pub fn add(&mut self, symbols: &[Symbol]) {
        let before = self.record.len() as u32;
        let anchor = symbols.first().map_or(0, |symbol| self.node(*symbol));
        let mut root = self.root(anchor);
        for symbol in symbols.iter().skip(1) {
            let other = self.node(*symbol);
            let other = self.root(other);
            if other != root {
                root = self.join(root, other);
            }
        }
        let place = self.constraints.len() as u32;
        self.constraints.push(Constraint { anchor, next: NONE, before });
        let Node { first, last, .. } = self.nodes[root as usize];
        self.record.push(Change::Added { root, last });
        match last {
            NONE => self.nodes[root as usize].first = place,
            last => self.constraints[last as usize].next = place,
        }
        debug_assert_eq!(first == NONE, last == NONE);
        self.nodes[root as usize].last = place;
    }

    /// Makes two trees one; gives its root.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let larger = self.nodes[a as usize].size >= self.nodes[b as usize].size;
        let (upper, lower) = if larger { (a, b) } else { (b, a) };
        let (below, above) = (self.nodes[lower as usize], self.nodes[upper as usize]);
        self.record.push(Change::Joined { lower, upper, last: above.last });
        self.nodes[lower as usize].parent = upper;
        let node = &mut self.nodes[upper as usize];
        node.size += below.size;
        if below.first != NONE {
            node.last = below.last;
            match above.last {
                NONE => node.first = below.first,
                last => self.constraints[last as usize].next = below.first,
            }
        }
        upper
    }

    /// Takes constraints back until so many are left.
    pub fn truncate(&mut self, count: usize) {
        while self.constraints.len() > count {
            let Some(constraint) = self.constraints.last() else { return };
            let before = constraint.before as usize;
            while self.record.len() > before {
                match self.record.pop() {
                    Some(Change::Added { root, last }) => self.cut(root, last),
                    Some(Change::Joined { lower, upper, last }) => {
                        let size = self.nodes[lower as usize].size;
                        self.nodes[lower as usize].parent = lower;
                        self.nodes[upper as usize].size -= size;
                        self.cut(upper, last);
                    }
                    None => {}
                }
            }
            self.constraints.pop();
        }
    }

    /// Ends the list of a tree after a constraint.
    fn cut(&mut self, root: u32, last: u32) {
        self.nodes[root as usize].last = last;
        match last {
            NONE => self.nodes[root as usize].first = NONE,
            last => self.constraints[last as usize].next = NONE,
        }
    }

    /// The slice of a constraint: a number that its constraints share.
    pub fn slice_of(&self, place: usize) -> u32 {
        self.root(self.constraints[place].anchor)
    }

    /// The constraints of a slice.
    pub fn members(&self, slice: u32) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.nodes[slice as usize].first;
        std::iter::from_fn(move || {
            let place = next;
            if place == NONE {
                return None;
            }
            next = self.constraints[place as usize].next;
            Some(place as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::Terms;
    use adumbra_testing::Random;

    #[test]
    fn slices_are_connected_components_at_any_time() {
        let mut terms = Terms::new();
        let sort = terms.bool_sort();
        let symbols: Vec<Symbol> = (0..12).map(|i| terms.declare(&format!("x{i}"), &[], sort)).collect();
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        let mut below = |bound: usize| random.below(bound);
        let mut slices = Slices::new();
        let mut stack: Vec<Vec<Symbol>> = Vec::new();
        for _ in 0..3000 {
            if below(3) == 0 {
                let count = below(stack.len() + 1);
                stack.truncate(count);
                slices.truncate(count);
            } else if stack.len() < 30 {
                let some: Vec<Symbol> = (0..below(4)).map(|_| symbols[below(12)]).collect();
                slices.add(&some);
                stack.push(some);
            }
            // The slice of each constraint by the definition.
            for place in 0..stack.len() {
                let mut known = vec![place];
                loop {
                    let more: Vec<usize> = (0..stack.len())
                        .filter(|other| !known.contains(other))
                        .filter(|other| {
                            let ground = stack[*other].is_empty();
                            known.iter().any(|one| {
                                (ground && stack[*one].is_empty())
                                    || stack[*one].iter().any(|symbol| stack[*other].contains(symbol))
                            })
                        })
                        .collect();
                    if more.is_empty() {
                        break;
                    }
                    known.extend(more);
                }
                known.sort_unstable();
                let mut found: Vec<usize> = slices.members(slices.slice_of(place)).collect();
                found.sort_unstable();
                assert_eq!(found, known);
            }
        }
    }
}
