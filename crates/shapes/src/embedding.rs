//! Is one graph embedded in another: does the other stand for every heap that the first stands for?
//!
//! An embedding maps every node of the first to one of the second, such that every node of the
//! second is reached, a node that is no summary is reached once, and no value becomes more
//! definite. The unary predicates leave each node few candidates, where abstraction predicates are
//! definite one; then the check is linear in the graph. Otherwise the candidates are searched, the
//! node with the fewest first.

use crate::graph::Graph;
use crate::truth::nodes;

/// Is the first graph embedded in the second, of the same class?
pub fn is_embedded(graph: &Graph, other: &Graph) -> bool {
    if !graph.nullary().within(other.nullary()) || graph.count() < other.count() {
        return false;
    }
    let mut candidates = vec![other.all(); graph.count()];
    for (node, candidates) in candidates.iter_mut().enumerate() {
        if graph.summary() >> node & 1 == 1 {
            *candidates &= other.summary();
        }
    }
    for predicate in 0..graph.layout().unary {
        let (mine, theirs) = (graph.unary(predicate), other.unary(predicate));
        let (yes, no, open) = (theirs.may, !theirs.must, theirs.open());
        for (node, candidates) in candidates.iter_mut().enumerate() {
            let bit = 1 << node;
            *candidates &= if mine.must & bit != 0 {
                yes
            } else if mine.may & bit != 0 {
                open
            } else {
                no
            };
        }
    }
    let mut chosen = vec![usize::MAX; graph.count()];
    let mut order: Vec<usize> = (0..graph.count()).collect();
    order.sort_by_key(|node| candidates[*node].count_ones());
    search(graph, other, &candidates, &order, &mut chosen, 0)
}

/// Chooses for the nodes that are left in the order. `used` are the nodes of the other that were
/// chosen.
fn search(graph: &Graph, other: &Graph, candidates: &[u64], order: &[usize], chosen: &mut [usize], used: u64) -> bool {
    let Some((node, rest)) = order.split_first() else { return used == other.all() };
    // Every node that is still to be reached needs a node that is left.
    if (other.all() & !used).count_ones() as usize > order.len() {
        return false;
    }
    let single = used & !other.summary();
    for candidate in nodes(candidates[*node] & !single) {
        chosen[*node] = candidate;
        if agrees(graph, other, chosen, *node) && search(graph, other, candidates, rest, chosen, used | 1 << candidate)
        {
            return true;
        }
        chosen[*node] = usize::MAX;
    }
    false
}

/// Do the links between a node and those chosen before agree with the choice?
fn agrees(graph: &Graph, other: &Graph, chosen: &[usize], node: usize) -> bool {
    let mine = chosen[node];
    (0..graph.layout().binary).all(|predicate| {
        let row = graph.row(predicate, node);
        let target = other.row(predicate, mine);
        let known = chosen.iter().enumerate().filter(|(_, to)| **to != usize::MAX);
        known.into_iter().all(|(from, to)| {
            row.at(from).within(target.at(*to))
                && graph.edge(predicate, from, node).within(other.edge(predicate, *to, mine))
        })
    })
}
