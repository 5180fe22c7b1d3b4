//! Dominators and post-dominators, by the algorithm of Lengauer and Tarjan with path compression:
//! O(m log n).
//!
//! A node *d* dominates *n* if every path from the root to *n* contains *d*. The semidominator of
//! *n* is the node of smallest depth-first number from which a path leads to *n* all of whose inner
//! nodes have larger numbers than *n*; immediate dominators follow from semidominators in two
//! passes over the search tree.

use super::order::{DepthFirst, NONE};
use super::{Components, Graph, Lists, ReversePostOrder};

/// A dominator tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DominatorTree {
    root: u32,
    parent: Vec<u32>,
    /// For each node its number and the largest number below it, in a preorder of the tree.
    interval: Vec<(u32, u32)>,
    children: Lists,
}

impl DominatorTree {
    /// The dominator tree of a graph.
    pub fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let search = DepthFirst::new(graph);
        let immediate = immediate_dominators(graph, &search);
        let mut parent = vec![NONE; n];
        for (i, node) in search.preorder.iter().enumerate().skip(1) {
            parent[*node as usize] = search.preorder[immediate[i] as usize];
        }
        let pairs = search.preorder.iter().skip(1).map(|node| (parent[*node as usize], *node));
        let children = Lists::group(n, pairs);
        let interval = intervals(graph.root(), n, &children);
        DominatorTree { root: graph.root(), parent, interval, children }
    }

    /// The post-dominator tree: the dominator tree of the reversed graph, rooted at `exit`.
    ///
    /// Not every node need reach the exit: an execution may end elsewhere or run forever. For this
    /// computation only, an edge to the exit is added from each strongly connected component that
    /// has no edge out of it and does not contain the exit, that is, from each dead end and each
    /// endless loop; of a loop's nodes, from the first in reverse post-order, so that the head of
    /// an endless loop post-dominates its body.
    pub fn post(graph: &Graph, exit: u32) -> Self {
        Self::post_with(graph, exit, std::iter::empty())
    }

    /// The same, with an edge to the exit from further nodes.
    pub(super) fn post_with(graph: &Graph, exit: u32, further: impl Iterator<Item = u32>) -> Self {
        let added = Self::ends(graph, exit).into_iter().chain(further).map(|node| (exit, node));
        let edges: Vec<_> = graph.edges().map(|(a, b)| (b, a)).chain(added).collect();
        DominatorTree::new(&Graph::new(graph.len(), exit, &edges))
    }

    /// The nodes from which [`post`](DominatorTree::post) adds an edge to the exit.
    pub fn ends(graph: &Graph, exit: u32) -> Vec<u32> {
        let components = Components::new(graph);
        let order = ReversePostOrder::new(graph);
        let mut bottom = vec![true; components.len()];
        for (a, b) in graph.edges() {
            if components.of(a) != components.of(b) {
                bottom[components.of(a) as usize] = false;
            }
        }
        bottom[components.of(exit) as usize] = false;
        let key = |node: &&u32| (order.place(**node).unwrap_or(NONE), **node);
        let first = |component: u32| components.members(component).iter().min_by_key(key).copied();
        (0..components.len() as u32).filter(|c| bottom[*c as usize]).filter_map(first).collect()
    }

    /// The root.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The immediate dominator of a node; `None` for the root and for what it does not reach.
    pub fn immediate(&self, node: u32) -> Option<u32> {
        Some(self.parent[node as usize]).filter(|p| *p != NONE)
    }

    /// Does the root reach the node?
    pub fn is_reachable(&self, node: u32) -> bool {
        self.interval[node as usize].0 != NONE
    }

    /// Does `a` dominate `b`? A node that is reached dominates itself.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (first, last) = self.interval[a as usize];
        let (number, _) = self.interval[b as usize];
        number != NONE && first <= number && number <= last
    }

    /// Does `a` dominate `b`, and is it another node?
    pub fn strictly_dominates(&self, a: u32, b: u32) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The nodes that strictly dominate a node, nearest first.
    pub fn strict_dominators(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.immediate(node), |n| self.immediate(*n))
    }

    /// The nodes whose immediate dominator is `node`.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.get(node)
    }
}

/// For each preorder number that of the immediate dominator.
fn immediate_dominators(graph: &Graph, search: &DepthFirst) -> Vec<u32> {
    let n = search.preorder.len();
    let mut semi: Vec<u32> = (0..n as u32).collect();
    let mut immediate = vec![0u32; n];
    let mut forest = Forest { ancestor: vec![NONE; n], label: semi.clone(), path: Vec::new() };
    // Nodes by their semidominator, as linked lists.
    let (mut first, mut next) = (vec![NONE; n], vec![NONE; n]);
    for w in (1..n as u32).rev() {
        let node = search.preorder[w as usize];
        for predecessor in graph.predecessors(node) {
            let v = search.number[*predecessor as usize];
            if v != NONE {
                let u = forest.evaluate(v, &semi);
                semi[w as usize] = semi[w as usize].min(semi[u as usize]);
            }
        }
        let s = semi[w as usize] as usize;
        next[w as usize] = std::mem::replace(&mut first[s], w);
        let parent = search.parent[w as usize];
        forest.ancestor[w as usize] = parent;
        let mut v = std::mem::replace(&mut first[parent as usize], NONE);
        while v != NONE {
            let u = forest.evaluate(v, &semi);
            immediate[v as usize] = if semi[u as usize] < semi[v as usize] { u } else { parent };
            v = next[v as usize];
        }
    }
    for w in 1..n {
        if immediate[w] != semi[w] {
            immediate[w] = immediate[immediate[w] as usize];
        }
    }
    immediate
}

/// Trees over preorder numbers; `label` is the number of least semidominator on the path to the
/// tree's root.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn evaluate(&mut self, v: u32, semi: &[u32]) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        let mut top = v;
        while self.ancestor[self.ancestor[top as usize] as usize] != NONE {
            self.path.push(top);
            top = self.ancestor[top as usize];
        }
        // From the top of the path downward, so that each node sees its ancestor's final label.
        while let Some(node) = self.path.pop() {
            let node = node as usize;
            let above = self.ancestor[node] as usize;
            if semi[self.label[above] as usize] < semi[self.label[node] as usize] {
                self.label[node] = self.label[above];
            }
            self.ancestor[node] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}

fn intervals(root: u32, n: usize, children: &Lists) -> Vec<(u32, u32)> {
    let mut interval = vec![(NONE, 0); n];
    interval[root as usize].0 = 0;
    let mut count = 1;
    let mut stack = vec![(root, 0usize)];
    while let Some((node, next)) = stack.last_mut() {
        match children.get(*node).get(*next) {
            Some(child) => {
                *next += 1;
                interval[*child as usize].0 = count;
                count += 1;
                stack.push((*child, 0));
            }
            None => {
                interval[*node as usize].1 = count - 1;
                stack.pop();
            }
        }
    }
    interval
}
