//! Graph algorithms against their definitions on small random graphs, the examples of the slicing
//! specification, and large graphs.

use crate::common;
use crate::filetests::group;
use adumbra_program::graph::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Random graphs: sparse ones are like programs, dense ones irreducible.
fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..14).prop_flat_map(|n| {
        let node = 0..n as u32;
        prop::collection::vec((node.clone(), node), 0..3 * n).prop_map(move |edges| Graph::new(n, 0, &edges))
    })
}

/// What `from` reaches by paths that avoid the nodes for which `avoid` holds.
fn reach(graph: &Graph, from: u32, avoid: impl Fn(u32) -> bool) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if !avoid(node) && seen.insert(node) {
            stack.extend(graph.successors(node));
        }
    }
    seen
}

fn naive_dominates(graph: &Graph, a: u32, b: u32) -> bool {
    let all = reach(graph, graph.root(), |_| false);
    all.contains(&b) && !reach(graph, graph.root(), |n| n == a).contains(&b)
}

/// The strongly connected components with a cycle among some nodes.
fn naive_cyclic_components(graph: &Graph, nodes: &BTreeSet<u32>) -> BTreeSet<BTreeSet<u32>> {
    let inside = |n: u32| !nodes.contains(&n);
    let from =
        |n: u32| -> BTreeSet<u32> { graph.successors(n).iter().flat_map(|s| reach(graph, *s, inside)).collect() };
    let cyclic = nodes.iter().copied().filter(|n| from(*n).contains(n));
    cyclic.map(|n| from(n).into_iter().filter(|m| from(*m).contains(&n)).collect()).collect()
}

/// The graph with the edges to the exit that post-dominance adds.
fn with_ends(graph: &Graph, exit: u32) -> Graph {
    let order = ReversePostOrder::new(graph);
    let mut edges: Vec<_> = graph.edges().collect();
    for n in graph.nodes() {
        let component: Vec<u32> =
            reach(graph, n, |_| false).into_iter().filter(|m| reach(graph, *m, |_| false).contains(&n)).collect();
        let bottom = reach(graph, n, |_| false).len() == component.len() && !component.contains(&exit);
        let first = component.iter().min_by_key(|m| (order.place(**m).unwrap_or(u32::MAX), **m));
        if bottom && first == Some(&n) {
            edges.push((n, exit));
        }
    }
    Graph::new(graph.len(), exit, &edges)
}

fn body(forest: &LoopForest, id: LoopId, graph: &Graph) -> BTreeSet<u32> {
    graph.nodes().filter(|n| forest.contains(id, *n)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sli_14_dominators_are_those_of_the_definition(graph in graphs()) {
        let tree = DominatorTree::new(&graph);
        for a in graph.nodes() {
            for b in graph.nodes() {
                prop_assert_eq!(tree.dominates(a, b), naive_dominates(&graph, a, b), "{} {}", a, b);
            }
        }
        for n in graph.nodes() {
            let strict: BTreeSet<u32> = graph.nodes().filter(|d| tree.strictly_dominates(*d, n)).collect();
            prop_assert_eq!(tree.strict_dominators(n).collect::<BTreeSet<_>>(), strict);
            prop_assert!(tree.children(n).iter().all(|c| tree.immediate(*c) == Some(n)));
        }
    }

    #[test]
    fn sli_14_post_dominators_are_those_of_the_definition(graph in graphs(), exit in 0u32..14) {
        let exit = exit % graph.len() as u32;
        let tree = DominatorTree::post(&graph, exit);
        let reversed = with_ends(&graph, exit).reversed(exit);
        for a in graph.nodes() {
            prop_assert!(tree.is_reachable(a), "every node reaches the exit");
            for b in graph.nodes() {
                prop_assert_eq!(tree.dominates(a, b), naive_dominates(&reversed, a, b), "{} {}", a, b);
            }
        }
    }

    #[test]
    fn components_are_those_of_the_definition(graph in graphs()) {
        let components = Components::new(&graph);
        for a in graph.nodes() {
            for b in graph.nodes() {
                let both = reach(&graph, a, |_| false).contains(&b) && reach(&graph, b, |_| false).contains(&a);
                prop_assert_eq!(components.of(a) == components.of(b), both);
            }
            prop_assert!(components.members(components.of(a)).contains(&a));
            let own: BTreeSet<u32> = [a].into();
            let cyclic = components.members(components.of(a)).len() > 1 || !naive_cyclic_components(&graph, &own).is_empty();
            prop_assert_eq!(components.is_cyclic(components.of(a)), cyclic);
        }
        for (a, b) in graph.edges() {
            prop_assert!(components.of(b) <= components.of(a), "bottom-up numbering");
        }
    }

    #[test]
    fn reverse_post_order_goes_back_only_along_cycles(graph in graphs()) {
        let order = ReversePostOrder::new(&graph);
        let reached: BTreeSet<u32> = order.nodes().iter().copied().collect();
        prop_assert_eq!(&reached, &reach(&graph, graph.root(), |_| false));
        prop_assert_eq!(reached.len(), order.nodes().len());
        prop_assert_eq!(order.place(graph.root()), Some(0));
        for (a, b) in graph.edges().filter(|(a, _)| reached.contains(a)) {
            prop_assert!(order.place(a) < order.place(b) || reach(&graph, b, |_| false).contains(&a));
        }
    }

    /// The loops are the cyclic strongly connected components, then those of each loop without its
    /// head, and so on.
    #[test]
    fn loops_are_nested_components_without_heads(graph in graphs()) {
        let forest = LoopForest::new(&graph);
        let inner = |parent: Option<LoopId>| -> BTreeSet<BTreeSet<u32>> {
            forest.iter().filter(|(_, l)| l.parent == parent).map(|(id, _)| body(&forest, id, &graph)).collect()
        };
        let reached = reach(&graph, graph.root(), |_| false);
        prop_assert_eq!(inner(None), naive_cyclic_components(&graph, &reached));
        for (id, l) in forest.iter() {
            let mut rest = body(&forest, id, &graph);
            prop_assert!(rest.remove(&l.head));
            prop_assert_eq!(inner(Some(id)), naive_cyclic_components(&graph, &rest));
            prop_assert_eq!(l.depth, l.parent.map_or(1, |p| forest.get(p).depth + 1));
            prop_assert_eq!(forest.headed_by(l.head), Some(id));
            let entered = graph.edges().any(|(a, b)| {
                b != l.head && reached.contains(&a) && !forest.contains(id, a) && forest.contains(id, b)
            });
            prop_assert_eq!(l.irreducible, entered);
            if !forest.iter().any(|(_, l)| l.irreducible) {
                prop_assert!(body(&forest, id, &graph).iter().all(|n| naive_dominates(&graph, l.head, *n)));
            }
        }
    }

    #[test]
    fn weak_topological_order_obeys_its_definition(graph in graphs()) {
        let order = WeakTopologicalOrder::new(&graph);
        let mut inside: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); graph.len()];
        let mut open = BTreeSet::new();
        for item in order.items() {
            match item {
                WtoItem::Open(head) => { open.insert(*head); inside[*head as usize] = open.clone(); }
                WtoItem::Node(node) => inside[*node as usize] = open.clone(),
                WtoItem::Close(head) => prop_assert!(open.remove(head)),
            }
        }
        prop_assert!(open.is_empty());
        prop_assert_eq!(order.nodes().collect::<BTreeSet<_>>(), reach(&graph, graph.root(), |_| false));
        for (a, b) in graph.edges().filter(|(a, _)| order.place(*a).is_some()) {
            prop_assert!(order.place(a) < order.place(b) || inside[a as usize].contains(&b), "{}->{} in {}", a, b, order);
        }
    }

    #[test]
    fn sli_1_distances_are_those_of_the_definition(graph in graphs()) {
        let n = graph.len();
        let mut best = vec![vec![None::<u32>; n]; n];
        for (a, row) in best.iter_mut().enumerate() { row[a] = Some(0); }
        for (a, b) in graph.edges().filter(|(a, b)| a != b) { best[a as usize][b as usize] = Some(1); }
        for k in 0..n { for a in 0..n { for b in 0..n {
            if let (Some(x), Some(y)) = (best[a][k], best[k][b]) {
                best[a][b] = Some(best[a][b].map_or(x + y, |z| z.min(x + y)));
            }
        } } }
        for a in graph.nodes() {
            prop_assert_eq!(&distances_from(&graph, a), &best[a as usize]);
            for b in graph.nodes() {
                prop_assert_eq!(distance(&graph, a, b), best[a as usize][b as usize]);
                let path = shortest_path(&graph, a, b).unwrap_or_default();
                prop_assert!(path.windows(2).all(|w| graph.successors(w[0]).contains(&w[1])));
            }
        }
    }

    #[test]
    fn sli_1_uses_and_defs_agree_with_the_operations(bytes in prop::collection::vec(any::<u8>(), 0..1000)) {
        let program = common::program(&mut common::Choices::new(&bytes));
        for (_, _, body) in program.defined_functions() {
            let table = UsesDefs::new(&program, body);
            for edge in body.edge_ids() {
                let (mut uses, mut defs) = (BTreeSet::new(), Vec::new());
                program.edges[edge].op.for_each_use(|e| program.exprs.registers(e, &mut uses));
                program.edges[edge].op.for_each_definition(|r| defs.push(r));
                prop_assert_eq!(table.uses(edge).collect::<Vec<_>>(), uses.into_iter().collect::<Vec<_>>());
                prop_assert_eq!(table.defs(edge).collect::<Vec<_>>(), defs);
            }
        }
    }
}

fn strict(tree: &DominatorTree, node: u32) -> BTreeSet<u32> {
    tree.strict_dominators(node).collect()
}

/// Slicing specification 3.7 (Fig. 19); 6 is the node called "loop".
#[test]
fn sli_14_fig_19_dominators() {
    let edges =
        [(0, 1), (1, 2), (1, 3), (3, 4), (3, 5), (2, 8), (4, 7), (5, 6), (6, 7), (7, 6), (7, 8), (8, 6), (8, 9)];
    let tree = DominatorTree::new(&Graph::new(10, 0, &edges));
    let expected: [&[u32]; 10] =
        [&[], &[0], &[0, 1], &[0, 1], &[0, 1, 3], &[0, 1, 3], &[0, 1], &[0, 1], &[0, 1], &[0, 1, 8]];
    for (node, set) in (0..).zip(expected) {
        assert_eq!(strict(&tree, node), set.iter().copied().collect(), "{node}");
    }
}

/// Slicing specification 3.2 (Fig. 3b).
#[test]
fn sli_1_fig_3_distance_and_path_length() {
    group("sli_1_fig_3");
}

/// Slicing specification 3.1: post-dominators, loops and their order.
#[test]
fn sli_14_running_example_post_dominators() {
    group("sli_14_running_example");
}

#[test]
fn sli_14_endless_loops_and_dead_ends_are_post_dominated_by_the_exit() {
    // 0 -> 1 -> {2, 3}; 2 -> exit 4; 3 <-> 5 forever; 1 -> 6, a dead end.
    let graph = Graph::new(7, 0, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 5), (5, 3), (1, 6)]);
    let tree = DominatorTree::post(&graph, 4);
    assert_eq!(strict(&tree, 1), [4].into());
    assert_eq!(strict(&tree, 3), [4].into());
    assert_eq!(strict(&tree, 5), [3, 4].into());
    assert_eq!(strict(&tree, 6), [4].into());
}

#[test]
fn sli_1_uses_and_defs_table() {
    group("sli_1_uses_and_defs");
}

/// A chain with a loop around each tail of it: n nested loops, n long. Nothing recurses, nothing is
/// quadratic.
#[test]
fn large_graphs_take_linear_time() {
    let n = 200_000u32;
    let mut edges: Vec<_> = (0..n - 1).map(|i| (i, i + 1)).collect();
    edges.extend((1..n / 2).map(|i| (n - 1 - i, i)));
    let graph = Graph::new(n as usize, 0, &edges);
    let start = std::time::Instant::now();
    assert_eq!(DominatorTree::new(&graph).strict_dominators(n - 1).count(), n as usize - 1);
    assert!(DominatorTree::post(&graph, n - 1).dominates(n - 1, 0));
    assert_eq!(Components::new(&graph).len(), 3);
    let loops = LoopForest::new(&graph);
    assert_eq!(loops.len(), n as usize / 2 - 1);
    assert_eq!(WeakTopologicalOrder::of_loops(&loops).nodes().count(), n as usize);
    assert_eq!(distance(&graph, 0, n - 1), Some(n - 1));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
