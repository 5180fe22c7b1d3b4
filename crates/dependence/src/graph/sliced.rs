//! A slice as a program.
//!
//! The automata keep their shape, so that edges have the same numbers. Operations outside the slice
//! become nothing. A branch outside the slice must be passed without its condition: both its edges
//! then assume a constant, and the one that is taken leads to the branch's immediate post-dominator
//! by the shortest way; nothing in between is in the slice, or the branch would be too. Returns
//! stay, since only they may lead to an exit; a call outside the slice is not taken.

use super::{DependenceGraph, Slice};
use adumbra_program::graph::{DominatorTree, FunctionGraph, Graph, distances_from};
use adumbra_program::*;

impl DependenceGraph {
    /// The program of a slice.
    pub fn sliced(&self, program: &Program, slice: &Slice) -> Program {
        let mut result = program.clone();
        let always = result.exprs.int(1, 1);
        for (function, _, body) in program.defined_functions() {
            let mut ways: Option<Ways> = None;
            for location in body.location_ids() {
                let out: Vec<Edge> = program.out_edges(location).collect();
                if out.iter().any(|edge| slice.contains(*edge)) {
                    continue;
                }
                match out[..] {
                    [only] if !matches!(program.edges[only].op, Op::Return { .. }) => {
                        result.edges[only].op = Op::Nop;
                    }
                    [a, b] => {
                        let ways =
                            ways.get_or_insert_with(|| Ways::new(FunctionGraph::of_body(program, function, body)));
                        let first = ways.distance(program, location, a) <= ways.distance(program, location, b);
                        result.edges[a].op = Op::Assume { condition: always, truth: first };
                        result.edges[b].op = Op::Assume { condition: always, truth: !first };
                    }
                    _ => {}
                }
            }
        }
        result
    }
}

/// How far it is to where branches meet.
struct Ways {
    graph: FunctionGraph,
    reversed: Graph,
    tree: DominatorTree,
    /// Distances to the node for which they were asked last.
    last: Option<(u32, Vec<Option<u32>>)>,
}

impl Ways {
    fn new(graph: FunctionGraph) -> Ways {
        let (reversed, tree) = (graph.graph.reversed(graph.exit()), graph.post_dominators());
        Ways { graph, reversed, tree, last: None }
    }

    fn distance(&mut self, program: &Program, branch: Location, edge: Edge) -> u32 {
        let meets = self.tree.immediate(self.graph.node(branch)).unwrap_or(self.graph.exit());
        if self.last.as_ref().is_none_or(|(node, _)| *node != meets) {
            self.last = Some((meets, distances_from(&self.reversed, meets)));
        }
        let to = self.graph.node(program.edges[edge].to);
        self.last.as_ref().and_then(|(_, all)| all[to as usize]).unwrap_or(u32::MAX)
    }
}
