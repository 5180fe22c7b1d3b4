//! Canonical abstraction, and the order of nodes that makes equality of graphs a comparison of
//! words.
//!
//! Nodes that agree on all abstraction predicates become one (*blur*): classes are found by
//! splitting the set of all nodes by one predicate after the other, which also orders them. After
//! that no two nodes agree, so the order depends on nothing but the graph, and graphs are
//! isomorphic exactly if their words are equal. A graph that was not abstracted may have nodes that
//! agree; they are ordered by all they are known by, refined along links. Where that leaves a tie,
//! isomorphic graphs may get different words: that costs a number, and nothing else.

use crate::class::Class;
use crate::graph::Graph;
use crate::truth::Mask;

/// Splits every class of nodes by the value of a predicate: 1 before ½ before 0.
fn split(classes: Vec<u64>, mask: Mask) -> Vec<u64> {
    let parts = classes.into_iter().flat_map(|class| [class & mask.must, class & mask.open(), class & !mask.may]);
    parts.filter(|class| *class != 0).collect()
}

fn everything(graph: &Graph) -> Vec<u64> {
    if graph.count() == 0 { Vec::new() } else { vec![graph.all()] }
}

/// The classes of nodes that agree on all abstraction predicates, in order.
fn classes(class: &Class, graph: &Graph) -> Vec<u64> {
    let predicates = class.abstraction.iter();
    predicates.fold(everything(graph), |classes, predicate| split(classes, graph.unary(*predicate)))
}

/// The canonical abstraction of a graph, in canonical order.
pub fn blur(class: &Class, graph: &Graph) -> Graph {
    graph.merged(&classes(class, graph))
}

/// The same graph with its nodes in canonical order.
pub fn order(class: &Class, graph: &Graph) -> Graph {
    let mut classes = classes(class, graph);
    let is_fine = |classes: &[u64]| classes.len() == graph.count();
    if !is_fine(&classes) {
        classes = split(classes, Mask::exactly(graph.summary()));
        classes = (0..graph.layout().unary).fold(classes, |classes, p| split(classes, graph.unary(p)));
    }
    while !is_fine(&classes) {
        let refined = refine(graph, classes.clone());
        if refined.len() == classes.len() {
            // A tie: some member of the first class that has several goes first.
            let at = classes.iter().position(|class| class.count_ones() > 1).unwrap_or(0);
            let lowest = classes[at] & classes[at].wrapping_neg();
            classes[at] &= !lowest;
            classes.insert(at, lowest);
        } else {
            classes = refined;
        }
    }
    graph.merged(&classes)
}

/// Splits classes by how many links there are to and from the members of each class.
fn refine(graph: &Graph, classes: Vec<u64>) -> Vec<u64> {
    let mut refined = classes.clone();
    let relations: Vec<_> = (0..graph.layout().binary).map(|p| graph.relation(p)).collect();
    for relation in relations.iter().flat_map(|relation| [relation.clone(), relation.converse()]) {
        for class in &classes {
            let counts =
                relation.rows.iter().map(|row| ((row.must & class).count_ones(), (row.may & class).count_ones()));
            let counts: Vec<_> = counts.collect();
            let mut values = counts.clone();
            values.sort_unstable();
            values.dedup();
            for value in &values {
                let nodes = counts.iter().enumerate().filter(|(_, count)| *count == value);
                let nodes = nodes.fold(0, |all, (node, _)| all | 1 << node);
                refined = split(refined, Mask::exactly(nodes));
            }
        }
    }
    refined
}

/// By what a graph is found that may cover another: the values of the abstraction predicates of all
/// nodes. A graph in which they are definite is embedded only in graphs with the same. Nothing if
/// some value is unknown.
pub fn signature(class: &Class, graph: &Graph) -> Option<Vec<u64>> {
    let mut words = vec![graph.count() as u64];
    for predicate in &class.abstraction {
        let mask = graph.unary(*predicate);
        if mask.open() != 0 {
            return None;
        }
        words.push(mask.must);
    }
    Some(words)
}
