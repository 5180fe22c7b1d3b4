//! Syntactic distance: the number of edges of a shortest path.

use super::Graph;
use super::order::NONE;
use std::collections::VecDeque;

/// The distance of every node from `from`; `None` if there is no path. To get distances *to* a
/// node, reverse the graph.
pub fn distances_from(graph: &Graph, from: u32) -> Vec<Option<u32>> {
    let mut distance = vec![None; graph.len()];
    distance[from as usize] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((node, d)) = queue.pop_front() {
        for next in graph.successors(node) {
            let slot = &mut distance[*next as usize];
            if slot.is_none() {
                *slot = Some(d + 1);
                queue.push_back((*next, d + 1));
            }
        }
    }
    distance
}

/// `dist(from, to)`: the length of a shortest path, 0 if both are the same, `None` if there is no
/// path.
pub fn distance(graph: &Graph, from: u32, to: u32) -> Option<u32> {
    shortest_path(graph, from, to).map(|path| path.len() as u32 - 1)
}

/// The nodes of a shortest path, both ends included.
pub fn shortest_path(graph: &Graph, from: u32, to: u32) -> Option<Vec<u32>> {
    let mut before = vec![NONE; graph.len()];
    before[from as usize] = from;
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            let mut path = vec![to];
            let mut node = to;
            while node != from {
                node = before[node as usize];
                path.push(node);
            }
            path.reverse();
            return Some(path);
        }
        for next in graph.successors(node) {
            if before[*next as usize] == NONE {
                before[*next as usize] = node;
                queue.push_back(*next);
            }
        }
    }
    None
}
