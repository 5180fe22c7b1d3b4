//! Weak topological orders (Bourdoncle): in which order a fixpoint iteration visits the nodes of a
//! cyclic graph.
//!
//! The nodes are arranged as a sequence with nested components, `0 (1 2 (3 4)) 5`; the first node
//! of a component is its head. For every edge, its target comes later than its source, or is the
//! head of a component that contains the source. Made from the loop forest: within a loop, its
//! nodes and inner loops stand in reverse post-order of their first nodes. A loop's head is a
//! depth-first ancestor of all its nodes, so an edge between two parts of a loop that is no back
//! edge never leads to an earlier part, irreducible loops included.

use super::order::NONE;
use super::{Graph, LoopForest};
use std::fmt;

/// An element of a weak topological order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WtoItem {
    /// A node that heads no component.
    Node(u32),
    /// The head of a component; the component lasts until the matching [`Close`](WtoItem::Close).
    Open(u32),
    /// The end of the component with this head.
    Close(u32),
}

/// A weak topological order of the nodes that the root reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakTopologicalOrder {
    items: Vec<WtoItem>,
    place: Vec<u32>,
}

impl WeakTopologicalOrder {
    /// The order of a graph.
    pub fn new(graph: &Graph) -> Self {
        Self::of_loops(&LoopForest::new(graph))
    }

    /// The order that belongs to a loop forest: its components are the loops.
    pub fn of_loops(forest: &LoopForest) -> Self {
        let order = forest.order();
        // The parts of each loop, and of the whole graph at the end, in reverse post-order.
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); forest.len() + 1];
        for node in order.nodes() {
            let container = match forest.headed_by(*node) {
                Some(own) => forest.get(own).parent,
                None => forest.innermost(*node),
            };
            parts[container.map_or(forest.len(), |l| l as usize)].push(*node);
        }
        let mut items = Vec::with_capacity(order.nodes().len());
        let mut stack = vec![(forest.len(), 0usize)];
        while let Some((container, next)) = stack.last_mut() {
            match parts[*container].get(*next) {
                Some(node) => {
                    *next += 1;
                    match forest.headed_by(*node) {
                        None => items.push(WtoItem::Node(*node)),
                        Some(inner) => {
                            items.push(WtoItem::Open(*node));
                            stack.push((inner as usize, 0));
                        }
                    }
                }
                None => {
                    if *container < forest.len() {
                        items.push(WtoItem::Close(forest.get(*container as u32).head));
                    }
                    stack.pop();
                }
            }
        }
        let nodes = order.nodes().iter().max().map_or(0, |m| *m as usize + 1);
        let mut place = vec![NONE; nodes];
        let mut count = 0;
        for item in &items {
            if let WtoItem::Node(node) | WtoItem::Open(node) = item {
                place[*node as usize] = count;
                count += 1;
            }
        }
        WeakTopologicalOrder { items, place }
    }

    /// The elements.
    pub fn items(&self) -> &[WtoItem] {
        &self.items
    }

    /// The nodes in order, without the nesting.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.items.iter().filter_map(|item| match item {
            WtoItem::Node(node) | WtoItem::Open(node) => Some(*node),
            WtoItem::Close(_) => None,
        })
    }

    /// The place of a node in the order; `None` if the root does not reach it.
    pub fn place(&self, node: u32) -> Option<u32> {
        self.place.get(node as usize).copied().filter(|p| *p != NONE)
    }
}

impl fmt::Display for WeakTopologicalOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for item in &self.items {
            match item {
                WtoItem::Node(n) => write!(f, "{space}{n}")?,
                WtoItem::Open(n) => write!(f, "{space}({n}")?,
                WtoItem::Close(_) => f.write_str(")")?,
            }
            space = " ";
        }
        Ok(())
    }
}
