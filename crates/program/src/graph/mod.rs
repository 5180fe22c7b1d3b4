//! Algorithms on control-flow and call graphs.
//!
//! A [`Graph`] has dense `u32` nodes and a root; [`FunctionGraph`] makes one of a function's
//! automaton. Everything here is iterative and takes (near) linear time, so that functions with
//! hundreds of thousands of locations are no problem. What the root does not reach takes part in
//! strongly connected components and post-dominance, but has no dominators, loops or place in an
//! order.

mod control;
mod distance;
mod dominators;
mod levels;
mod liveness;
mod loops;
mod order;
mod scc;
mod uses_defs;
mod wto;

pub use control::ControlDependence;
pub use distance::{distance, distances_from, shortest_path};
pub use dominators::DominatorTree;
pub use levels::{Levels, levels};
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId};
pub use order::ReversePostOrder;
pub use scc::Components;
pub use uses_defs::UsesDefs;
pub use wto::{WeakTopologicalOrder, WtoItem};

use crate::ids::{Function, Location};
use crate::model::{Body, Program};
use cranelift_entity::EntityRef;

/// A directed graph with nodes `0..len` and a root. Parallel edges and self-loops are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    root: u32,
    successors: Lists,
    predecessors: Lists,
}

/// Lists of numbers, one a node, stored one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups pairs by their first component; the order within a group is that of the pairs.
    fn group(len: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut start = vec![0u32; len + 1];
        for (key, _) in pairs.clone() {
            start[key as usize + 1] += 1;
        }
        for i in 0..len {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut items = vec![0; start[len] as usize];
        for (key, item) in pairs {
            let slot = &mut next[key as usize];
            items[*slot as usize] = item;
            *slot += 1;
        }
        Lists { start, items }
    }

    fn get(&self, key: u32) -> &[u32] {
        let key = key as usize;
        &self.items[self.start[key] as usize..self.start[key + 1] as usize]
    }
}

impl Graph {
    /// The graph with `len` nodes and these edges. Panics if the root or an edge names a node that
    /// does not exist.
    pub fn new(len: usize, root: u32, edges: &[(u32, u32)]) -> Graph {
        assert!(
            (root as usize) < len && edges.iter().all(|(a, b)| (*a.max(b) as usize) < len),
            "a node does not exist"
        );
        Graph {
            root,
            successors: Lists::group(len, edges.iter().copied()),
            predecessors: Lists::group(len, edges.iter().map(|(a, b)| (*b, *a))),
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.successors.start.len() - 1
    }

    /// Has it no nodes? Never, since it has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The root.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// All nodes.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The nodes that edges from `node` lead to.
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.get(node)
    }

    /// The nodes from which edges lead to `node`.
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.predecessors.get(node)
    }

    /// All edges.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.nodes().flat_map(|a| self.successors(a).iter().map(move |b| (a, *b)))
    }

    /// The same graph with all edges turned round and another root.
    pub fn reversed(&self, root: u32) -> Graph {
        assert!((root as usize) < self.len(), "a node does not exist");
        Graph { root, successors: self.predecessors.clone(), predecessors: self.successors.clone() }
    }
}

/// The automaton of a function as a [`Graph`]: nodes are locations, the root is the entry.
#[derive(Clone, Debug)]
pub struct FunctionGraph {
    /// The function.
    pub function: Function,
    /// The graph.
    pub graph: Graph,
    first: Location,
    exit: u32,
}

impl FunctionGraph {
    /// The graph of a function; `None` if it has no body.
    pub fn new(program: &Program, function: Function) -> Option<FunctionGraph> {
        Some(Self::of_body(program, function, program.body(function)?))
    }

    /// The graph of a body.
    pub fn of_body(program: &Program, function: Function, body: &Body) -> FunctionGraph {
        let first = body.locations.0;
        let node = |l: Location| (l.index() - first.index()) as u32;
        let edges: Vec<_> = body
            .edge_ids()
            .map(|e| {
                let edge = &program.edges[e];
                (node(edge.from), node(edge.to))
            })
            .collect();
        let graph = Graph::new(body.location_ids().len(), node(body.entry), &edges);
        FunctionGraph { function, graph, first, exit: node(body.exit) }
    }

    /// The node of a location of the function.
    pub fn node(&self, location: Location) -> u32 {
        (location.index() - self.first.index()) as u32
    }

    /// The location of a node.
    pub fn location(&self, node: u32) -> Location {
        Location::new(self.first.index() + node as usize)
    }

    /// The node of the exit location.
    pub fn exit(&self) -> u32 {
        self.exit
    }

    /// The dominator tree, rooted at the entry.
    pub fn dominators(&self) -> DominatorTree {
        DominatorTree::new(&self.graph)
    }

    /// The post-dominator tree, rooted at the exit; see [`DominatorTree::post`].
    pub fn post_dominators(&self) -> DominatorTree {
        DominatorTree::post(&self.graph, self.exit)
    }

    /// Which branches decide whether a location is passed, given that executions end.
    pub fn control_dependence(&self) -> ControlDependence {
        ControlDependence::new(&self.graph, self.exit)
    }

    /// The loops and how they are nested.
    pub fn loops(&self) -> LoopForest {
        LoopForest::new(&self.graph)
    }
}
