//! Control dependence: which branches decide whether a node is passed.
//!
//! A node *n* depends on a branching node *b* if *n* does not strictly post-dominate *b*, but is or
//! post-dominates one of *b*'s successors (Ferrante, Ottenstein and Warren): one way out of *b*
//! leads to *n* for sure, another may avoid it. In the post-dominator tree these are the nodes from
//! a successor of *b* upward, as far as the immediate post-dominator of *b*; so all dependences are
//! found in time proportional to their number. The head of a loop depends on itself.
//!
//! This takes every loop to end: what lies behind a loop does not depend on it. The *sensitive*
//! form does not. There each loop may go on forever, as if an edge led from its head to the exit,
//! and so may each node that the caller names (a call that need not return). Every cycle passes the
//! head of the innermost loop around it, so such edges account for all infinite paths. What depends
//! on the edge of a head depends on the branches by which the loop is left, for these decide
//! whether it is, and on what the head depends on, which need not branch itself.

use super::{DominatorTree, Graph, Lists, LoopForest};

/// For each node the branches that decide whether it is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlDependence {
    controllers: Lists,
    controlled: Lists,
}

impl ControlDependence {
    /// The dependences of a graph whose loops end. Nodes that do not reach the exit are treated as
    /// in [`DominatorTree::post`].
    pub fn new(graph: &Graph, exit: u32) -> Self {
        let tree = DominatorTree::post(graph, exit);
        let mut pairs = Vec::new();
        for node in graph.nodes() {
            if branches(graph, node) {
                for successor in graph.successors(node) {
                    climb(&tree, node, *successor, |n| pairs.push((n, node)));
                }
            }
        }
        Self::of(graph.len(), pairs)
    }

    /// The dependences of a graph whose loops need not end, nor what starts at nodes for which
    /// `stops` holds.
    pub fn sensitive(graph: &Graph, exit: u32, stops: impl Fn(u32) -> bool) -> Self {
        let loops = LoopForest::new(graph);
        let mut ends: Vec<bool> = graph.nodes().map(&stops).collect();
        for (_, l) in loops.iter() {
            ends[l.head as usize] = true;
        }
        let tree = DominatorTree::post_with(graph, exit, graph.nodes().filter(|n| ends[*n as usize] && *n != exit));
        let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); loops.len()];
        for node in graph.nodes().filter(|n| branches(graph, *n)) {
            let mut around = loops.innermost(node);
            while let Some(id) = around {
                if graph.successors(node).iter().any(|s| !loops.contains(id, *s)) {
                    leaving[id as usize].push(node);
                }
                around = loops.get(id).parent;
            }
        }
        let mut pairs = Vec::new();
        // The heads on which a node depends.
        let mut heads: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
        let mut direct: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
        for node in graph.nodes() {
            let may_end = ends[node as usize];
            if !may_end && !branches(graph, node) {
                continue;
            }
            let mut found = Vec::new();
            for successor in graph.successors(node) {
                climb(&tree, node, *successor, |n| found.push(n));
            }
            for n in found {
                if stops(node) || branches(graph, node) {
                    direct[n as usize].push(node);
                } else {
                    heads[n as usize].push(node);
                }
                if let Some(id) = loops.headed_by(node) {
                    direct[n as usize].extend(&leaving[id as usize]);
                }
            }
        }
        let mut seen = vec![u32::MAX; graph.len()];
        for node in graph.nodes() {
            let mut work = vec![node];
            while let Some(n) = work.pop() {
                if std::mem::replace(&mut seen[n as usize], node) != node {
                    pairs.extend(direct[n as usize].iter().map(|b| (node, *b)));
                    work.extend(&heads[n as usize]);
                }
            }
        }
        Self::of(graph.len(), pairs)
    }

    fn of(len: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        ControlDependence {
            controllers: Lists::group(len, pairs.iter().copied()),
            controlled: Lists::group(len, pairs.iter().map(|(n, b)| (*b, *n))),
        }
    }

    /// The nodes on whose outcome it depends whether a node is passed, in ascending order.
    pub fn controllers(&self, node: u32) -> &[u32] {
        self.controllers.get(node)
    }

    /// The nodes that depend on a branch, in ascending order.
    pub fn controlled(&self, branch: u32) -> &[u32] {
        self.controlled.get(branch)
    }

    /// Number of dependences.
    pub fn len(&self) -> usize {
        self.controllers.items.len()
    }

    /// Does nothing depend on anything?
    pub fn is_empty(&self) -> bool {
        self.controllers.items.is_empty()
    }
}

/// Do ways part at a node?
fn branches(graph: &Graph, node: u32) -> bool {
    let successors = graph.successors(node);
    successors.iter().any(|s| *s != successors[0])
}

/// The nodes from a successor upward, as far as the immediate post-dominator of the branch.
fn climb(tree: &DominatorTree, branch: u32, successor: u32, mut f: impl FnMut(u32)) {
    let end = tree.immediate(branch);
    let mut at = Some(successor);
    while let Some(node) = at
        && at != end
    {
        f(node);
        at = tree.immediate(node);
    }
}
