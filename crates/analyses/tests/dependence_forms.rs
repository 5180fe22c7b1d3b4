//! Dominators and flow dependence as analyses agree with the quick algorithms.

use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::textbook::BackwardLocation;
use adumbra_analyses::textbook::dataflow::*;
use adumbra_analyses::textbook::dominators::DominatorAnalysis;
use adumbra_analyses::textbook::flow::{Dependence, FlowDependence};
use adumbra_dependence::{Andersen, DependenceGraph, DependenceOptions, Outside, Regions};
use adumbra_engine::*;
use adumbra_laws::*;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::graph::{DominatorTree, FunctionGraph, distances_from};
use adumbra_program::*;
use adumbra_stop::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the analysis reaches: a set a location.
fn explored(program: &Arc<Program>, backward: bool) -> BTreeMap<String, String> {
    shown(&analysed(program, backward, Traversal::BreadthFirst))
}

/// The analysis, when nothing waits any more.
fn analysed(program: &Arc<Program>, backward: bool, traversal: Traversal) -> Algorithm {
    let location: Box<dyn Part> = match backward {
        true => Box::new(Component::new(BackwardLocation::from_every_end(program, program.entry))),
        false => Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
    };
    let dominators = if backward { DominatorAnalysis::backward(program) } else { DominatorAnalysis::new(program) };
    let parts = vec![location, Box::new(Component::new(dominators))];
    let exploration = Exploration { granularity: Granularity::Edge, traversal, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let mut rounds = 0;
    while algorithm.run(&Stop::never()) != Ended::Fixpoint {
        // Targets are passed.
        rounds += 1;
        assert!(rounds < 1000);
    }
    algorithm
}

/// The set of each location.
fn shown(algorithm: &Algorithm) -> BTreeMap<String, String> {
    let mut sets = BTreeMap::new();
    for (_, node) in algorithm.reached().reached() {
        let shown = algorithm.part().show(node.state);
        let (place, set) = shown.split_once('\n').unwrap_or((&shown, ""));
        let place = place.split(' ').next().unwrap_or_default().to_owned();
        assert!(sets.insert(place, set.to_owned()).is_none(), "one set a location");
    }
    sets
}

fn sets_of(graph: &FunctionGraph, tree: &DominatorTree) -> BTreeMap<String, String> {
    let reached = graph.graph.nodes().filter(|n| tree.is_reachable(*n));
    reached
        .map(|n| {
            let set: BTreeSet<Location> = tree.strict_dominators(n).map(|d| graph.location(d)).collect();
            let shown: Vec<String> = set.iter().map(|l| l.to_string()).collect();
            (graph.location(n).to_string(), shown.join(" "))
        })
        .collect()
}

fn main_with(registers: &str, body: &str) -> Arc<Program> {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\
         function @main() -> i32 {{\n  entry l0 exit l1\n  {registers}\n{body}\n}}\nsymbol sym0 \"nondet\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// Fig. 19, with 9 for the exit and 6 for the loop.
fn fig_19() -> Arc<Program> {
    main_with(
        "reg %0.x: i32",
        "  l0 -> l2: nop
  l2 -> l3: [%0.x == 0]
  l2 -> l4: [!(%0.x == 0)]
  l3 -> l9: nop
  l4 -> l5: [%0.x == 1]
  l4 -> l6: [!(%0.x == 1)]
  l5 -> l8: nop
  l6 -> l7: nop
  l7 -> l8: nop
  l8 -> l7: [%0.x == 2]
  l8 -> l9: [!(%0.x == 2)]
  l9 -> l7: [%0.x == 3]
  l9 -> l10: [!(%0.x == 3)]
  l10 -> l1: return 0:i32",
    )
}

#[test]
fn sli_14_fig_19_by_analysis_and_by_algorithm() {
    let program = fig_19();
    let graph = FunctionGraph::new(&program, program.entry).unwrap();
    let sets = explored(&program, false);
    assert_eq!(sets, sets_of(&graph, &graph.dominators()));
    // The numbers of the figure are one less, and the loop is 7.
    assert_eq!(sets["l4"], "l0 l2");
    assert_eq!(sets["l5"], "l0 l2 l4");
    for place in ["l7", "l8", "l9"] {
        assert_eq!(sets[place], "l0 l2", "{place}");
    }
    assert_eq!(sets["l10"], "l0 l2 l9");
    assert_eq!(explored(&program, true), sets_of(&graph, &graph.post_dominators()));
}

#[test]
fn sli_14_dominators_of_random_programs_agree() {
    let mut compared = 0;
    for number in 0..80 {
        let program = Arc::new(random_program(&mut Random(3000 + number)));
        let body = program.body(program.entry).unwrap();
        let graph = FunctionGraph::new(&program, program.entry).unwrap();
        assert_eq!(explored(&program, true), sets_of(&graph, &graph.post_dominators()));
        if !body.edge_ids().any(|e| matches!(program.edges[e].op, Op::Call { .. })) {
            assert_eq!(explored(&program, false), sets_of(&graph, &graph.dominators()));
            compared += 1;
        }
    }
    assert!(compared > 0, "{compared}");
}

/// A random automaton, of which some locations lead nowhere.
fn random_automaton(random: &mut Random) -> Arc<Program> {
    let last = 3 + random.below(8);
    let mut body = "  l0 -> l2: nop\n".to_owned();
    for at in 2..=last {
        let [to, other] = [0, 1].map(|_| 2 + random.below(last - 1));
        body += &match random.below(6) {
            0 => format!("  l{at} stop\n"),
            1 => format!("  l{at} -> l1: return 0:i32\n"),
            2 | 3 => format!("  l{at} -> l{to}: nop\n"),
            _ => format!("  l{at} -> l{to}: [%0.x == {at}]\n  l{at} -> l{other}: [!(%0.x == {at})]\n"),
        };
    }
    main_with("reg %0.x: i32", &body)
}

#[test]
fn sli_14_post_dominators_agree_where_not_all_ends() {
    let mut endless = 0;
    for number in 0..300 {
        let program = random_automaton(&mut Random(5000 + number));
        let graph = FunctionGraph::new(&program, program.entry).unwrap();
        let reaches = distances_from(&graph.graph.reversed(graph.exit()), graph.exit());
        endless += usize::from(reaches.iter().any(Option::is_none));
        let mut expected = sets_of(&graph, &graph.post_dominators());
        // What no edge touches is no place of an execution.
        for location in program.locations.keys().filter(|l| *l != graph.location(graph.exit())) {
            if program.in_edges(location).is_empty() && program.out_edges(location).len() == 0 {
                expected.remove(&location.to_string());
            }
        }
        assert_eq!(explored(&program, true), expected, "{}", text::print(&program));
    }
    assert!(endless > 100, "{endless}");
}

/// What does not lead to the exit ends where it is, or in the first location of its endless loop.
#[test]
fn sli_14_dead_ends_and_endless_loops_are_ends() {
    let program = main_with(
        "reg %0.x: i32",
        "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: [%0.x == 1]
  l2 -> l4: [!(%0.x == 1)]
  l3 -> l5: violation error-call
  l4 -> l6: [%0.x == 2]
  l4 -> l7: [!(%0.x == 2)]
  l5 stop
  l6 -> l1: return 0:i32
  l7 -> l8: nop
  l8 -> l7: nop",
    );
    let sets = explored(&program, true);
    let expected = [
        ("l0", "l1 l2"),
        ("l1", ""),
        ("l2", "l1"),
        ("l3", "l1 l5"),
        ("l4", "l1"),
        ("l5", "l1"),
        ("l6", "l1"),
        ("l7", "l1"),
        ("l8", "l1 l7"),
    ];
    let expected: BTreeMap<String, String> = expected.map(|(l, set)| (l.to_owned(), set.to_owned())).into();
    assert_eq!(sets, expected);
    let graph = FunctionGraph::new(&program, program.entry).unwrap();
    assert_eq!(sets, sets_of(&graph, &graph.post_dominators()));
}

/// So many loops within each other, the innermost empty.
fn nested(loops: usize) -> Arc<Program> {
    let mut body = String::from("  l0 -> l2: nop\n");
    // Heads are l2, l3, …; what lies behind the loop of a head comes after all of them.
    let behind = |head: usize| 2 + loops + head;
    for head in 0..loops {
        let (at, inner) = (2 + head, if head + 1 < loops { 3 + head } else { 2 + head });
        body += &format!("  l{at} -> l{inner}: [%0.x == {head}]\n  l{at} -> l{}: [!(%0.x == {head})]\n", behind(head));
    }
    for head in 0..loops {
        let back = match head {
            0 => "l1: return 0:i32".to_owned(),
            _ => format!("l{}: nop", 1 + head),
        };
        body += &format!("  l{} -> {back}\n", behind(head));
    }
    main_with("reg %0.x: i32", &body)
}

/// The steps of the analysis, in reverse post-order, are at most a multiple of the square of the
/// locations.
#[test]
fn sli_14_steps_are_at_most_quadratic() {
    for (loops, backward) in [5, 10, 20, 40, 80].into_iter().flat_map(|loops| [(loops, false), (loops, true)]) {
        let program = nested(loops);
        let locations = program.body(program.entry).unwrap().location_ids().count() as u64;
        let algorithm = analysed(&program, backward, Traversal::ReversePostorder);
        let steps = algorithm.counts().moves;
        // Every edge is taken at least once; a head of a loop and what it leads to once more for
        // every loop around.
        assert!(steps >= locations && steps <= 2 * locations * locations, "{loops} {backward}: {steps}");
        let graph = FunctionGraph::new(&program, program.entry).unwrap();
        let tree = if backward { graph.post_dominators() } else { graph.dominators() };
        assert_eq!(shown(&algorithm), sets_of(&graph, &tree));
    }
}

fn dependences(program: &Arc<Program>) -> BTreeSet<Dependence> {
    kildall(program, &FlowDependence::new(program)).into_values().flat_map(|(_, seen)| seen).collect()
}

fn graph_of(program: &Arc<Program>) -> DependenceGraph {
    let points_to = Andersen::new(program, Outside::Pure);
    let regions = Regions::new(program, &points_to);
    DependenceGraph::new(program, &points_to, &regions, &DependenceOptions::default())
}

#[test]
fn sli_12_the_running_example_has_21_flow_dependences() {
    let program = main_with(
        "reg %0.x %1.y %2.w: i32",
        "  l0 -> l2: nop
  l2 -> l3: %0.x = input nondet \"nondet\"
  l3 -> l4: %2.w = input nondet \"nondet\"
  l4 -> l5: %1.y = 1
  l5 -> l6: [0:i32 <s %0.x]
  l5 -> l9: [!(0:i32 <s %0.x)]
  l6 -> l5: %0.x = %0.x - 1
  l7 stop
  l8 stop
  l9 -> l12: %2.w = %2.w + 1
  l10 stop
  l11 stop
  l12 -> l13: [(%0.x <s 0) & (%1.y <s 0)]
  l12 -> l15: [!((%0.x <s 0) & (%1.y <s 0))]
  l13 -> l14: violation error-call
  l14 -> l1: return 0:i32
  l15 -> l16: [%1.y <s %2.w]
  l15 -> l18: [!(%1.y <s %2.w)]
  l16 -> l15: %1.y = %1.y + 1
  l17 stop
  l18 -> l1: return 0:i32",
    );
    assert_eq!(dependences(&program).len(), 21);
    let graph = graph_of(&program);
    let quick: usize = program.edges.keys().map(|e| graph.definitions(e).len()).sum();
    assert_eq!(quick, 21);
}

/// What the analysis finds within a function is in the graph, on programs whose registers are
/// defined in many places. The graph has more where a register that is defined once is read before.
#[test]
fn sli_12_flow_dependences_of_random_programs_agree() {
    let mut found = 0;
    for number in 0..200 {
        let program = Arc::new(random_program(&mut Random(5000 + number)));
        let (graph, calls) = (graph_of(&program), CallGraph::new(&program));
        let function = |e: Edge| program.function_of(program.edges[e].from);
        let all = dependences(&program);
        let read: BTreeSet<(Edge, Edge)> = all.iter().map(|(edge, _, on)| (*edge, *on)).collect();
        for (edge, on) in &read {
            // The analysis tells neither calls nor activations apart.
            if [function(*edge), function(*on)] == [program.entry; 2] && calls.callees(program.entry).is_empty() {
                assert!(graph.definitions(*edge).contains(on), "{number}: {edge} reads what {on} defines");
                found += 1;
            }
        }
    }
    assert!(found > 100, "{found}");
}
