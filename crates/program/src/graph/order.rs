//! Depth-first search and the reverse post-order it gives.

use super::Graph;

/// Marks a node that the search did not reach.
pub(super) const NONE: u32 = u32::MAX;

/// A depth-first search from the root.
#[derive(Clone, Debug)]
pub(super) struct DepthFirst {
    /// Reached nodes in the order of their discovery.
    pub preorder: Vec<u32>,
    /// Reached nodes in the order in which they were left.
    pub postorder: Vec<u32>,
    /// For each node its place in the preorder, or `NONE`.
    pub number: Vec<u32>,
    /// For each preorder number the largest one below it in the tree.
    pub last: Vec<u32>,
    /// For each preorder number that of its parent; the root is its own parent.
    pub parent: Vec<u32>,
}

impl DepthFirst {
    pub(super) fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let mut search = DepthFirst {
            preorder: Vec::new(),
            postorder: Vec::new(),
            number: vec![NONE; n],
            last: Vec::new(),
            parent: Vec::new(),
        };
        search.discover(graph.root(), 0);
        let mut stack = vec![(graph.root(), 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            let number = search.number[*node as usize];
            match graph.successors(*node).get(*next) {
                Some(successor) => {
                    *next += 1;
                    if search.number[*successor as usize] == NONE {
                        search.discover(*successor, number);
                        stack.push((*successor, 0));
                    }
                }
                None => {
                    search.last[number as usize] = search.preorder.len() as u32 - 1;
                    search.postorder.push(*node);
                    stack.pop();
                }
            }
        }
        search
    }

    fn discover(&mut self, node: u32, parent: u32) {
        self.number[node as usize] = self.preorder.len() as u32;
        self.preorder.push(node);
        self.parent.push(parent);
        self.last.push(0);
    }

    /// Is preorder number `a` an ancestor of `b`, or the same?
    pub(super) fn is_ancestor(&self, a: u32, b: u32) -> bool {
        a <= b && b <= self.last[a as usize]
    }
}

/// The nodes that the root reaches, each before its successors except along back edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReversePostOrder {
    order: Vec<u32>,
    place: Vec<u32>,
}

impl ReversePostOrder {
    /// The order of a graph.
    pub fn new(graph: &Graph) -> Self {
        Self::of(graph, DepthFirst::new(graph).postorder)
    }

    pub(super) fn of(graph: &Graph, postorder: Vec<u32>) -> Self {
        let mut order = postorder;
        order.reverse();
        let mut place = vec![NONE; graph.len()];
        for (i, node) in order.iter().enumerate() {
            place[*node as usize] = i as u32;
        }
        ReversePostOrder { order, place }
    }

    /// The nodes in order.
    pub fn nodes(&self) -> &[u32] {
        &self.order
    }

    /// The place of a node in the order; `None` if the root does not reach it.
    pub fn place(&self, node: u32) -> Option<u32> {
        Some(self.place[node as usize]).filter(|p| *p != NONE)
    }
}
