//! Distances to what was not explored.

use adumbra_analyses::location::Search;
use adumbra_program::graph::Graph;
use adumbra_program::graph::distances_from;

/// Locations of random graphs are explored one after the other; distances are those of a search
/// from the start each time.
#[test]
fn distances_are_those_of_a_new_search() {
    let mut state = 7u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..60 {
        let len = 2 + next(30);
        let edges: Vec<(u32, u32)> = (0..next(70)).map(|_| (next(len) as u32, next(len) as u32)).collect();
        let graph = Graph::new(len, 0, &edges);
        let mut covered = vec![false; len];
        let mut search = Search::new(graph.clone());
        for _ in 0..len {
            covered[next(len)] = true;
            for _ in 0..3 {
                let from = next(len) as u32;
                let all = distances_from(&graph, from);
                let open = all.iter().zip(&covered).filter(|(_, covered)| !**covered);
                let expected = open.filter_map(|(distance, _)| *distance).min().unwrap_or(u32::MAX);
                assert_eq!(search.distance(&covered, from), expected);
            }
        }
    }
}
