//! Focus: the graphs with the same meaning in which a predicate is definite on every node.
//!
//! On a node where it is ½, it holds on all the cells that the node stands for, or on none, or, if
//! the node is a summary, on some of them: then the node is split in two, and both parts may still
//! stand for several cells. The graphs are as few as that: of a predicate that holds on one cell at
//! most, those with two are left out.

use crate::graph::{Graph, TooLarge};
use crate::truth::{Mask, Truth, nodes};

/// What is to become definite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// A unary predicate.
    Unary(usize),
    /// Where a binary predicate goes from a node.
    From(usize, usize),
    /// From where a binary predicate goes to a node.
    To(usize, usize),
    /// A nullary predicate.
    Nullary(usize),
}

impl Focus {
    fn value(self, graph: &Graph) -> Mask {
        match self {
            Focus::Unary(predicate) => graph.unary(predicate),
            Focus::From(predicate, node) => graph.row(predicate, node),
            Focus::To(predicate, node) => graph.relation(predicate).converse().rows[node],
            // As if it were about the first node alone.
            Focus::Nullary(predicate) => Mask::constant(graph.nullary().at(predicate), 1),
        }
    }

    fn set(self, graph: &mut Graph, node: usize, value: Truth) {
        match self {
            Focus::Unary(predicate) => graph.set_unary(predicate, graph.unary(predicate).with(node, value)),
            Focus::From(predicate, from) => graph.set_edge(predicate, from, node, value),
            Focus::To(predicate, to) => graph.set_edge(predicate, node, to, value),
            Focus::Nullary(predicate) => graph.set_nullary(graph.nullary().with(predicate, value)),
        }
    }
}

/// The graphs in which it is definite. `single` says that it holds on one cell at most.
pub fn focus(graph: Graph, on: Focus, single: bool) -> Result<Vec<Graph>, TooLarge> {
    let (mut open, mut done) = (vec![graph], Vec::new());
    while let Some(graph) = open.pop() {
        let value = on.value(&graph);
        if single && value.must.count_ones() > 1 {
            continue;
        }
        let Some(node) = nodes(value.open()).next() else {
            done.push(graph);
            continue;
        };
        if single && value.must != 0 {
            let mut graph = graph;
            nodes(value.open()).for_each(|node| on.set(&mut graph, node, Truth::False));
            done.push(graph);
            continue;
        }
        if graph.summary() >> node & 1 == 1 && !matches!(on, Focus::Nullary(_)) {
            let mut some = graph.split(node)?;
            on.set(&mut some, node, Truth::False);
            on.set(&mut some, graph.count(), Truth::True);
            open.push(some);
        }
        for value in [Truth::True, Truth::False] {
            let mut branch = graph.clone();
            on.set(&mut branch, node, value);
            open.push(branch);
        }
    }
    Ok(done)
}
