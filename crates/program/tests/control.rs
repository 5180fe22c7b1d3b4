//! Control dependence against its definition on small random graphs, and the examples of the
//! slicing specification.

use adumbra_program::graph::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Random graphs, all of whose nodes the root reaches.
fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..12).prop_flat_map(|n| {
        let node = 0..n as u32;
        let tree = prop::collection::vec(0u32..64, n);
        (tree, prop::collection::vec((node.clone(), node), 0..2 * n)).prop_map(move |(parents, mut edges)| {
            edges.extend((1..n as u32).map(|i| (parents[i as usize] % i, i)));
            Graph::new(n, 0, &edges)
        })
    })
}

/// What `from` reaches by paths that avoid a node.
fn reach(graph: &Graph, from: u32, avoid: Option<u32>) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if Some(node) != avoid && seen.insert(node) {
            stack.extend(graph.successors(node));
        }
    }
    seen
}

/// Do all paths from a node that end in a dead end, or never, contain another?
fn on_all_maximal_paths(graph: &Graph, from: u32, node: u32) -> bool {
    let avoiding = reach(graph, from, Some(node));
    let ends = |n: &u32| graph.successors(*n).is_empty();
    let cycles = |n: &u32| graph.successors(*n).iter().any(|s| reach(graph, *s, Some(node)).contains(n));
    !avoiding.iter().any(|n| ends(n) || cycles(n))
}

/// The nodes on which each node depends, directly or not.
fn closure(len: usize, direct: impl Fn(u32) -> Vec<u32>) -> Vec<BTreeSet<u32>> {
    let all = |start: u32| {
        let (mut seen, mut work) = (BTreeSet::new(), direct(start));
        while let Some(n) = work.pop() {
            if seen.insert(n) {
                work.extend(direct(n));
            }
        }
        seen
    };
    (0..len as u32).map(all).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// `l` depends on `b` iff `l` does not strictly post-dominate `b`, and is or post-dominates a
    /// successor.
    #[test]
    fn sli_16_control_dependence_is_that_of_the_definition(graph in graphs(), exit in 0u32..12) {
        let exit = exit % graph.len() as u32;
        let tree = DominatorTree::post(&graph, exit);
        let found = ControlDependence::new(&graph, exit);
        let mut number = 0;
        for b in graph.nodes() {
            let parts = graph.successors(b).iter().collect::<BTreeSet<_>>().len() > 1;
            for l in graph.nodes() {
                let depends = parts
                    && !tree.strictly_dominates(l, b)
                    && graph.successors(b).iter().any(|s| tree.dominates(l, *s));
                prop_assert_eq!(found.controllers(l).contains(&b), depends, "{} on {}", l, b);
                prop_assert_eq!(found.controlled(b).contains(&l), depends);
                number += usize::from(depends);
            }
        }
        prop_assert_eq!(found.len(), number);
    }

    /// If one way out of a branch leads to a node on all maximal paths and another does not, the
    /// branch is found.
    #[test]
    fn sli_16_sensitive_dependence_covers_infinite_paths(graph in graphs()) {
        // The exit is a node of its own behind all dead ends.
        let exit = graph.len() as u32;
        let mut edges: Vec<_> = graph.edges().collect();
        edges.extend(graph.nodes().filter(|n| graph.successors(*n).is_empty()).map(|n| (n, exit)));
        let graph = Graph::new(exit as usize + 1, 0, &edges);
        let found = ControlDependence::sensitive(&graph, exit, |_| false);
        let all = closure(graph.len(), |n| found.controllers(n).to_vec());
        for b in graph.nodes() {
            for n in graph.nodes() {
                if n == exit {
                    continue;
                }
                let sure: Vec<bool> = graph.successors(b).iter().map(|s| on_all_maximal_paths(&graph, *s, n)).collect();
                if sure.contains(&true) && sure.contains(&false) {
                    prop_assert!(all[n as usize].contains(&b), "{} on {}: {:?}", n, b, graph);
                }
            }
        }
        // Nothing is lost of what holds if loops end.
        let classic = ControlDependence::new(&graph, exit);
        for n in graph.nodes() {
            prop_assert!(classic.controllers(n).iter().all(|b| all[n as usize].contains(b)), "{}: {:?}", n, graph);
        }
    }
}

#[test]
fn sli_16_fig_20_has_no_redundant_dependences() {
    let graph = Graph::new(7, 1, &[(1, 2), (1, 3), (3, 4), (3, 5), (2, 6), (4, 6), (5, 6)]);
    let found = ControlDependence::new(&graph, 6);
    assert_eq!(found.controlled(1), [2, 3]);
    assert_eq!(found.controlled(3), [4, 5]);
    assert_eq!(found.len(), 4);
}

#[test]
fn sli_16_running_example() {
    let edges = [
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (5, 9),
        (6, 5),
        (9, 12),
        (12, 13),
        (12, 15),
        (13, 19),
        (15, 16),
        (15, 18),
        (16, 15),
        (18, 19),
    ];
    let found = ControlDependence::new(&Graph::new(20, 2, &edges), 19);
    assert_eq!(found.controlled(5), [5, 6]);
    assert_eq!(found.controlled(12), [13, 15, 18]);
    assert_eq!(found.controlled(15), [15, 16]);
    assert_eq!(found.len(), 7);
    // If loops need not end, all behind the first depends on its condition, and so on.
    let found = ControlDependence::sensitive(&Graph::new(20, 2, &edges), 19, |_| false);
    assert_eq!(found.controlled(5), [5, 6, 9, 12]);
    assert!(found.controlled(15).contains(&18));
}

/// A chain of branches around a chain of loops: nothing is quadratic.
#[test]
fn large_graphs_are_no_problem() {
    let n = 100_000u32;
    let mut edges: Vec<(u32, u32)> = (0..3 * n).map(|i| (i, i + 1)).collect();
    edges.extend((0..n).map(|i| (3 * i, 3 * i + 2)));
    edges.extend((0..n).map(|i| (3 * i + 2, 3 * i + 1)));
    let graph = Graph::new(3 * n as usize + 1, 0, &edges);
    assert!(ControlDependence::new(&graph, 3 * n).len() < 8 * n as usize);
    assert!(!ControlDependence::sensitive(&graph, 3 * n, |_| false).is_empty());
}
