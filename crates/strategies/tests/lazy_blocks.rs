//! Refinement over the sets of blocks: what it does not concern is kept.

use crate::asking::{HEAD, Nobody, count, with};
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_laws::sources::load_c;
use adumbra_program::*;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, Verified, verify};
use adumbra_value_analysis::{ValueAnalysis, ValueOptions};
use std::sync::Arc;

/// `find` is long before it needs to know `y`; `before` and `beside` never need anything.
fn source() -> Arc<Program> {
    let branches: String = (0..12).map(|i| format!("if (__VERIFIER_nondet_int()) g += {i};\n")).collect();
    let text = format!(
        "{HEAD} int g;
        int before(int n) {{ {branches} return n; }}
        int beside(int n) {{ if (n) g = 3; return 2; }}
        int find(int n) {{ {branches} beside(n); int y = 0; if (__VERIFIER_nondet_int()) y = 2; if (y == 1) reach_error(); return y; }}
        int main(void) {{ before(1); int r = find(2); beside(3); if (r == 7) reach_error(); return 0; }}"
    );
    load_c(&text, "unreach-call", true)
}

fn algorithm(program: &Arc<Program>) -> Algorithm {
    let table = Arc::new(BlockTable::of_functions(program));
    let location = LocationAnalysis::new(program, ExternalCalls::Followed).with_blocks(&table);
    let values = ValueAnalysis::new(program, ValueOptions { refined: true, refines: true, ..ValueOptions::default() });
    let part = Composite::new(vec![
        Box::new(Component::new(location).reducing()),
        Box::new(Component::new(CallStackAnalysis::new(program, 100)).reducing()),
        Box::new(Component::new(values).reducing()),
    ]);
    let how = Exploration { traversal: Traversal::BreadthFirst, ..Exploration::default() };
    Algorithm::by_blocks(Box::new(part), how, &table, Memoizing::default()).unwrap()
}

/// The nodes of a set that are not removed, with their states and what has become of them.
fn shown(set: &Set) -> Vec<(NodeId, u32, Status)> {
    set.reached().nodes().map(|(id, node)| (id, node.state, node.status)).collect()
}

/// The places that count: where a block is entered or left, the one outside.
fn stations(places: &[Place]) -> Vec<Place> {
    let mut stations: Vec<Place> = Vec::new();
    for place in places {
        match stations.last_mut() {
            Some(last) if last.moves == place.moves && place.node == 0 => {}
            Some(last) if last.moves == place.moves => *last = *place,
            _ => stations.push(*place),
        }
    }
    stations
}

fn sets_of(algorithm: &Algorithm, name: &str) -> usize {
    let is_of = |set: &SetId| {
        let block = algorithm.key(*set).map(|(block, _)| block);
        block.is_some_and(|block| algorithm.function_name(block) == Some(name))
    };
    (0..algorithm.sets().len() as SetId).filter(is_of).count()
}

#[test]
fn sets_that_a_refinement_does_not_concern_stay_what_they_are() {
    let program = source();
    let mut algorithm = algorithm(&program);
    let mut refined = 0;
    let mut kept = 0;
    loop {
        let target = match algorithm.run(&Stop::never()) {
            Ended::Target(target) => target,
            Ended::Fixpoint => break,
            ended => panic!("{ended:?}"),
        };
        let found = algorithm.path_to(target, &Stop::never()).unwrap();
        let stations = stations(&found.places);
        let nodes: Vec<usize> = stations.iter().map(|place| place.moves).collect();
        let precision = algorithm.reached().node(target).precision;
        let at = |place: &Place| algorithm.node(place.set, place.node);
        let states: Vec<_> = stations.iter().map(|place| at(place).state).collect();
        let used: Vec<_> = stations[1..].iter().map(|place| at(place).taken_from.1).collect();
        let target = algorithm.reached().node(target).target.unwrap();
        let path = ErrorPath { moves: &found.moves, nodes: &nodes, skipped: &[], target };
        let refinement = algorithm.part_mut().refine(&path, precision, &used, &states);
        let Refinement::Excluded { precision, from } = refinement else { panic!("{refinement:?}") };
        let first = stations.iter().find(|place| place.moves >= from).unwrap();
        let at = found.places.iter().position(|place| place == first).unwrap();
        let keyed = |algorithm: &Algorithm, set: usize| (algorithm.key(set as SetId), shown(&algorithm.sets()[set]));
        let before: Vec<_> = (0..algorithm.sets().len()).map(|set| keyed(&algorithm, set)).collect();
        let path: Vec<SetId> = found.places.iter().map(|place| place.set).collect();
        assert!(algorithm.cut(&found.places, at, precision));
        let (mut same, mut new) = (0, Vec::new());
        for set in 1..algorithm.sets().len() {
            match before.get(set) {
                Some(before) if *before == keyed(&algorithm, set) => same += 1,
                // Those that nobody used any more are given back.
                Some(_) if !path.contains(&(set as SetId)) && algorithm.key(set as SetId).is_none() => {}
                _ => new.push(&algorithm.sets()[set]),
            }
        }
        assert!(same >= 2 && new.len() <= 1, "{same} are what they were, {} are new", new.len());
        // Of the open set all is kept but what is behind.
        for set in new {
            let left = set.reached().len();
            assert!(left > 12, "{left} states are left");
            kept += left;
        }
        refined += 1;
        assert!(refined < 10);
    }
    assert!(refined > 0 && kept > 0);
    assert!(algorithm.blocks().unwrap().0.cut > 0);
    // With what they need to know, these are explored once.
    assert_eq!((sets_of(&algorithm, "before"), sets_of(&algorithm, "beside")), (1, 1));
}

fn run(options: &[(&str, &str)]) -> Verified {
    let mut request = Request::new(with("value-blocks", options));
    request.stop = Stop::never().within(60 * SECOND);
    verify(&source(), &request, &Nobody)
}

#[test]
fn lazy_refinement_explores_less_than_a_restart() {
    let (lazy, restart) = (run(&[]), run(&[("refinement", "restart")]));
    for verified in [&lazy, &restart] {
        let answer = &verified.verdict.answer;
        assert!(matches!(answer, adumbra_judges::Answer::True(_)), "{answer:?}\n{:?}", verified.counts);
    }
    let moves = |verified| count(verified, "moves");
    assert!(moves(&lazy) < moves(&restart), "{} and {}", moves(&lazy), moves(&restart));
    assert!(count(&lazy, "sets cut by refinement") > 0 && count(&restart, "sets cut by refinement") == 0);
}

/// Every set is drawn in a frame with the name of its block; arrows lead from where a block is
/// entered, from recursive calls, and from exits.
#[test]
fn sets_are_drawn_with_what_links_them() {
    let text = format!(
        "{HEAD} int down(int n) {{ if (n <= 0) return 0; for (int i = 0; i < 2; i++) n--; return down(n); }}
        int main(void) {{ return down(__VERIFIER_nondet_int()); }}"
    );
    let mut request = Request::new(with("interval-blocks", &[("memoize", "both")]));
    (request.draw, request.levels) = (true, true);
    let verified = verify(&load_c(&text, "unreach-call", true), &request, &Nobody);
    let picture = verified.graph.as_ref().unwrap();
    let times = |what: &str| picture.matches(what).count();
    assert_eq!(times("subgraph cluster") as u64, count(&verified, "sets of blocks"), "{picture}");
    assert!(times("label=\"loop at ") > 0 && times("label=\"down\"") > 0, "{picture}");
    let calls =
        count(&verified, "block misses") + count(&verified, "block hits") + count(&verified, "partial block hits");
    assert!(
        times("label=reduce") as u64 <= calls && times("label=reduce") > 0 && times("label=expand") > 0,
        "{picture}"
    );
    assert!(times("label=covered") > 0, "{picture}");
    // All sets are in the picture of the levels, and in what is counted.
    let squares: usize = verified.levels.as_ref().unwrap().iter().map(Vec::len).sum();
    assert!(squares as u64 >= count(&verified, "states"), "{squares}");
}
