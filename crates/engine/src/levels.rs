//! What was reached, level by level: the data of a pixel tree.

use crate::node::Status;
use crate::reached::Node;
use crate::reached::Reached;
use adumbra_program::graph;

/// What a state is in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A state that was explored.
    Plain,
    /// Another state covers it.
    Covered,
    /// It was merged, and the result took its place.
    Replaced,
    /// Its successors are not known yet.
    Waiting,
    /// A target.
    Target,
}

fn kind(node: &Node) -> Kind {
    match (node.target, node.status) {
        (Some(_), _) => Kind::Target,
        (_, Status::Covered(_)) => Kind::Covered,
        (_, Status::Waiting) => Kind::Waiting,
        _ => Kind::Plain,
    }
}

/// The states at each distance from the root, in steps; those that merges replaced are beside what
/// took their place.
pub fn levels(reached: &Reached) -> Vec<Vec<Kind>> {
    levels_of_all(std::iter::once(reached))
}

/// The same of several graphs, beside each other.
pub fn levels_of_all<'a>(all: impl Iterator<Item = &'a Reached>) -> Vec<Vec<Kind>> {
    let mut rows: Vec<Vec<Kind>> = Vec::new();
    for own in all.filter(|reached| !reached.table().is_empty()).map(levels_of) {
        if rows.len() < own.len() {
            rows.resize_with(own.len(), Vec::new);
        }
        rows.iter_mut().zip(own).for_each(|(row, own)| row.extend(own));
    }
    rows
}

fn levels_of(reached: &Reached) -> Vec<Vec<Kind>> {
    let nodes = reached.table();
    let levels = graph::levels(nodes.len(), 0, |node| nodes[node as usize].children.iter().copied());
    let row = |row: &[u32]| {
        let mut kinds = Vec::with_capacity(row.len());
        for node in row.iter().map(|node| &nodes[*node as usize]) {
            kinds.extend(std::iter::repeat_n(Kind::Replaced, node.replaced as usize));
            kinds.push(kind(node));
        }
        kinds
    };
    levels.rows().map(row).collect()
}
