//! Trees of parts, in the form of two arrays: parts in post-order, and for each the first part of
//! its subtree.
//!
//! The subtree of a part is a stretch of parts that ends with it, so most questions about the tree
//! are comparisons of numbers. A sequence is the tree in which each part is above the one before
//! it; the last part is the root.

use std::ops::Range;

/// The shape of a tree.
///
/// ```
/// use adumbra_interpolate::Tree;
/// let tree = Tree::from_starts(vec![0, 1, 2, 1, 1, 1, 0, 0, 0])?;
/// assert_eq!(tree.children(3).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(tree.children(6).collect::<Vec<_>>(), [0, 5]);
/// assert_eq!(tree.parent(5), Some(6));
/// assert_eq!(tree.subtree(3), 1..4);
/// assert!(Tree::from_starts(vec![0, 0, 1, 0]).is_err());
/// # Ok::<(), adumbra_interpolate::TreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    starts: Vec<usize>,
    parents: Vec<usize>,
}

/// Why numbers are not the shape of a tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no part.
    #[error("a tree has at least one part")]
    Empty,
    /// A subtree does not begin where a subtree below it begins, or with the part itself.
    #[error("the subtree of part {part} cannot begin at part {start}")]
    Start {
        /// The part.
        part: usize,
        /// Where its subtree is said to begin.
        start: usize,
    },
    /// The last part is not above all others.
    #[error("part {0} is below no other, but the last part must be the only root")]
    Roots(usize),
}

impl Tree {
    /// The tree of a sequence.
    pub fn sequence(parts: usize) -> Tree {
        Tree { starts: vec![0; parts], parents: (1..=parts).collect() }
    }

    /// The tree in which the subtree of each part begins at a given part.
    pub fn from_starts(starts: Vec<usize>) -> Result<Tree, TreeError> {
        let mut parents = vec![starts.len(); starts.len()];
        // Roots of finished subtrees without a parent so far.
        let mut open: Vec<usize> = Vec::new();
        for (part, start) in starts.iter().copied().enumerate() {
            let mut begin = part;
            while start < begin {
                let Some(child) = open.pop() else { return Err(TreeError::Start { part, start }) };
                parents[child] = part;
                begin = starts[child];
            }
            if begin != start {
                return Err(TreeError::Start { part, start });
            }
            open.push(part);
        }
        match open[..] {
            [] => Err(TreeError::Empty),
            [_] => Ok(Tree { starts, parents }),
            [first, ..] => Err(TreeError::Roots(first)),
        }
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no part.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// For each part the first of its subtree.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The part above a part.
    pub fn parent(&self, part: usize) -> Option<usize> {
        self.parents.get(part).copied().filter(|parent| *parent < self.len())
    }

    /// The parts of the subtree of a part, itself the last.
    pub fn subtree(&self, part: usize) -> Range<usize> {
        self.starts[part]..part + 1
    }

    /// The parts right below a part, from left to right.
    pub fn children(&self, part: usize) -> impl Iterator<Item = usize> + '_ {
        let mut children = Vec::new();
        let mut end = part;
        while end > self.starts[part] {
            children.push(end - 1);
            end = self.starts[end - 1];
        }
        children.into_iter().rev()
    }

    /// Whether no part has two below it.
    pub fn is_sequence(&self) -> bool {
        self.starts.iter().all(|start| *start == 0)
    }

    /// The lowest part whose subtree has two given ones.
    pub fn join(&self, a: usize, b: usize) -> usize {
        let (low, mut top) = (a.min(b), a.max(b));
        while self.starts[top] > low {
            top = self.parents[top];
        }
        top
    }
}

/// Where something occurs: some parts, and those between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scope {
    /// The parts, in order.
    parts: Vec<usize>,
    /// The lowest part whose subtree has them all.
    top: usize,
}

impl Scope {
    /// The scope of what occurs in one part.
    pub fn new(part: usize) -> Scope {
        Scope { parts: vec![part], top: part }
    }

    /// Adds a part, not before the last.
    pub fn add(&mut self, tree: &Tree, part: usize) {
        if self.parts.last() != Some(&part) {
            self.parts.push(part);
            self.top = tree.join(self.top, part);
        }
    }

    /// The first part.
    pub fn first(&self) -> usize {
        self.parts[0]
    }

    /// Whether there is only one part.
    pub fn is_local(&self) -> bool {
        self.parts.len() == 1
    }

    /// Whether one of the parts is in a stretch.
    pub fn meets(&self, stretch: &Range<usize>) -> bool {
        let next = self.parts.partition_point(|part| *part < stretch.start);
        self.parts.get(next).is_some_and(|part| stretch.contains(part))
    }

    /// Whether one of the parts is not in a stretch.
    pub fn leaves(&self, stretch: &Range<usize>) -> bool {
        self.first() < stretch.start || self.parts.last().is_some_and(|last| *last >= stretch.end)
    }

    /// Whether one part is in a subtree and another is not.
    pub fn crosses(&self, stretch: &Range<usize>) -> bool {
        self.leaves(stretch) && self.meets(stretch)
    }

    /// Whether a part is one of these or on the way between two of them. What occurs in this scope
    /// may occur there too, and no cut tells.
    fn covers(&self, tree: &Tree, part: usize) -> bool {
        tree.subtree(self.top).contains(&part) && self.meets(&tree.subtree(part))
    }
}

/// The first part that all scopes cover. Scopes are connected, so those that all meet do so below
/// the lowest of their tops.
pub(super) fn meeting(tree: &Tree, scopes: &[&Scope]) -> Option<usize> {
    let covered = |part: usize| scopes.iter().all(|scope| scope.covers(tree, part));
    if tree.is_sequence() {
        let first = scopes.iter().map(|scope| scope.first()).max().unwrap_or(0);
        return covered(first).then_some(first);
    }
    let mut place = scopes.iter().map(|scope| scope.top).min().unwrap_or(tree.len() - 1);
    if !covered(place) {
        return None;
    }
    while let Some(child) = tree.children(place).find(|child| covered(*child)) {
        place = child;
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_testing::Random;

    /// A random tree by its parents: numbered in post-order by construction from starts.
    fn random_tree(random: &mut Random, parts: usize) -> Tree {
        let mut below = |bound: usize| random.below(bound);
        let mut open: Vec<usize> = Vec::new();
        let mut starts = Vec::new();
        for part in 0..parts {
            let taken = if part + 1 == parts { open.len() } else { below(open.len() + 1).min(3) };
            let start = if taken == 0 { part } else { starts[open[open.len() - taken]] };
            open.truncate(open.len() - taken);
            starts.push(start);
            open.push(part);
        }
        Tree::from_starts(starts).expect("a tree by construction")
    }

    #[test]
    fn starts_say_what_is_below() {
        // A part whose subtree begins with itself is a leaf: nothing is below it.
        let tree = Tree::from_starts(vec![0, 1, 0]).expect("a tree");
        assert_eq!(tree.children(2).collect::<Vec<_>>(), [0, 1]);
        assert_eq!((tree.parent(0), tree.parent(1), tree.subtree(1)), (Some(2), Some(2), 1..2));
        assert_ne!(tree, Tree::sequence(3));
        assert_eq!(Tree::from_starts(vec![0, 1]), Err(TreeError::Roots(0)));
        assert_eq!(Tree::from_starts(vec![0, 0, 1]), Err(TreeError::Start { part: 2, start: 1 }));
        assert_eq!(Tree::from_starts(Vec::new()), Err(TreeError::Empty));
    }

    #[test]
    fn arrays_describe_trees() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        for round in 0..300 {
            let tree = random_tree(&mut random, 1 + round % 12);
            let mut children = 0;
            for part in 0..tree.len() {
                for child in tree.children(part) {
                    assert_eq!(tree.parent(child), Some(part));
                    children += 1;
                }
                // A part is in the subtree of those it reaches by going up, and of no others.
                let mut above = vec![part];
                while let Some(parent) = tree.parent(above[above.len() - 1]) {
                    above.push(parent);
                }
                for other in 0..tree.len() {
                    assert_eq!(tree.subtree(other).contains(&part), above.contains(&other));
                    assert_eq!(
                        above.iter().find(|a| tree.subtree(**a).contains(&other)),
                        Some(&tree.join(part, other))
                    );
                }
            }
            assert_eq!(children + 1, tree.len());
        }
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let error = |starts: &[usize]| Tree::from_starts(starts.to_vec()).expect_err("no tree");
        assert_eq!(error(&[]), TreeError::Empty);
        assert_eq!(error(&[0, 1]), TreeError::Roots(0));
        assert_eq!(error(&[1]), TreeError::Start { part: 0, start: 1 });
        // The subtree of part 1 begins at part 0, so that of part 2 cannot begin at part 1.
        assert_eq!(error(&[0, 0, 1]), TreeError::Start { part: 2, start: 1 });
        assert_eq!(Tree::from_starts(vec![0, 0, 0]), Ok(Tree::sequence(3)));
    }

    #[test]
    fn scopes_meet_where_no_cut_tells() {
        let mut random = Random(0x0BAD_5EED_1234_5678);
        for round in 0..200 {
            let tree = random_tree(&mut random, 2 + round % 9);
            let mut scopes = Vec::new();
            for _ in 0..1 + round % 3 {
                let mut scope: Option<Scope> = None;
                for part in 0..tree.len() {
                    if random.one_in(4) || (scope.is_none() && part + 1 == tree.len()) {
                        match &mut scope {
                            Some(scope) => scope.add(&tree, part),
                            None => scope = Some(Scope::new(part)),
                        }
                    }
                }
                scopes.extend(scope);
            }
            // By the definition: a place where one more occurrence changes no cut.
            let fits = |part: usize| {
                scopes.iter().all(|scope| {
                    let more = |cut: &Range<usize>| {
                        let (inside, outside) = (cut.contains(&part), !cut.contains(&part));
                        (scope.meets(cut) || inside) && (scope.leaves(cut) || outside)
                    };
                    (0..tree.len()).map(|cut| tree.subtree(cut)).all(|cut| more(&cut) == scope.crosses(&cut))
                })
            };
            let references: Vec<&Scope> = scopes.iter().collect();
            assert_eq!(meeting(&tree, &references), (0..tree.len()).find(|part| fits(*part)));
        }
    }
}
