//! The shape of the engine: wrappers, nested composites, steps, interruption, coverage, refinement.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::textbook::BackwardLocation;
use adumbra_engine::*;
use adumbra_laws::programs::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_verdict::Target;
use std::sync::Arc;

const DIAMOND: (&str, &str) = (
    "reg %0.x %1.y %2.z: i32",
    "  l0 -> l2: %1.y = input nondet \"nondet\"
  l2 -> l3: %0.x = 0, %2.z = 0
  l3 -> l4: [%1.y == 1]
  l3 -> l5: [!(%1.y == 1)]
  l4 -> l6: %0.x = 1
  l5 -> l6: %2.z = 1
  l6 -> l7: [%0.x == %2.z]
  l6 -> l8: [!(%0.x == %2.z)]
  l7 -> l9: violation error-call
  l9 stop
  l8 -> l1: return 0:i32",
);

const COUNTER: (&str, &str) = (
    "reg %0.i: i32",
    "  l0 -> l2: %0.i = 0
  l2 -> l3: [%0.i <u 1000]
  l2 -> l4: [!(%0.i <u 1000)]
  l3 -> l2: %0.i = %0.i + 1
  l4 -> l1: return 0:i32",
);

fn stack(program: &Arc<Program>) -> Box<dyn Part> {
    Box::new(Component::new(CallStackAnalysis::new(program, 100)))
}

fn constants(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    Box::new(Component::with(Constants { program: Arc::clone(program) }, merge, Coverage::Sep))
}

fn explore(parts: Vec<Box<dyn Part>>, granularity: Granularity) -> (Algorithm, Ended) {
    let exploration = Exploration { traversal: Traversal::ReversePostorder, granularity, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let ended = algorithm.run(&Stop::never());
    (algorithm, ended)
}

fn is_target(ended: &Ended) -> bool {
    matches!(ended, Ended::Target(_))
}

/// CPA-3, X4: the same domain, only merge is changed.
#[test]
fn merge_decides_between_data_flow_analysis_and_model_checking() {
    let program = main_with(DIAMOND.0, DIAMOND.1);
    let (joined, ended) = explore(vec![location(&program), constants(&program, Merge::Join)], Granularity::Edge);
    assert!(is_target(&ended), "a false alarm: {:?}", shown(&joined));
    let at_join: Vec<String> = shown(&joined).into_iter().filter(|s| s.starts_with("l6 ")).collect();
    assert_eq!(at_join, ["l6 in main"], "nothing is known where the branches meet");

    let (apart, ended) = explore(vec![location(&program), constants(&program, Merge::Sep)], Granularity::Edge);
    assert_eq!(ended, Ended::Fixpoint);
    let at_join: Vec<String> = shown(&apart).into_iter().filter(|s| s.starts_with("l6 ")).collect();
    assert_eq!(at_join, ["l6 in main r0=0 r2=1", "l6 in main r0=1 r1=1 r2=0"]);
}

/// A step goes as far as it is decided; with single edges the verdict is the same.
#[test]
fn steps_are_long_where_the_way_is_decided() {
    let program = main_with(COUNTER.0, COUNTER.1);
    let run = |granularity| explore(vec![location(&program), constants(&program, Merge::Sep)], granularity);
    let (single, first) = run(Granularity::Edge);
    let (decided, second) = run(Granularity::Decided);
    assert_eq!((first, second), (Ended::Fixpoint, Ended::Fixpoint));
    assert_eq!(single.counts().moves, decided.counts().moves);
    assert!(single.reached().len() > 2000);
    // Loop heads at growing distances: about the root of twice the number of rounds.
    assert!(decided.reached().len() < 60, "{} nodes", decided.reached().len());
}

/// A decided loop without end is seen to come back to a state.
#[test]
fn a_loop_without_end_is_covered() {
    let program = main_with(
        "reg %0.i: i32",
        "  l0 -> l2: %0.i = 0
  l2 -> l3: [%0.i == 6]
  l2 -> l4: [!(%0.i == 6)]
  l3 -> l2: %0.i = 0
  l4 -> l2: %0.i = %0.i + 1",
    );
    let (algorithm, ended) = explore(vec![location(&program), constants(&program, Merge::Sep)], Granularity::Decided);
    assert_eq!(ended, Ended::Fixpoint);
    assert!(algorithm.counts().covered > 0);
}

/// Interrupted after every few moves, an exploration ends with the same result.
#[test]
fn interrupting_and_resuming_changes_nothing() {
    let program = main_with(COUNTER.0, COUNTER.1);
    for granularity in [Granularity::Edge, Granularity::Decided] {
        let (whole, _) = explore(vec![location(&program), constants(&program, Merge::Sep)], granularity);
        let parts = vec![location(&program), constants(&program, Merge::Sep)];
        let exploration = Exploration { traversal: Traversal::ReversePostorder, granularity, covering: true };
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        let mut rounds = 0;
        while let Ended::Limit(limit) = algorithm.run(&Stop::never().within(50_000)) {
            assert_eq!(limit, adumbra_stop::Limit::Work);
            rounds += 1;
            assert!(rounds < 10_000, "no progress");
        }
        assert!(rounds > 5, "{rounds}");
        assert_eq!(shown(&algorithm), shown(&whole));
    }
}

/// Every order of exploration reaches the same states.
#[test]
fn orders_of_exploration_reach_the_same() {
    let program = main_with(DIAMOND.0, DIAMOND.1);
    let mut results = Vec::new();
    for name in [
        "depth-first",
        "breadth-first",
        "reverse-postorder",
        "call-depth",
        "loop-iteration",
        "random-path",
        "coverage",
        "depth-first:2+breadth-first",
        "random-path:2+coverage:3+depth-first",
    ] {
        let exploration =
            Exploration { traversal: Traversal::parse(name).unwrap(), granularity: Granularity::Edge, covering: true };
        let parts = vec![location(&program), stack(&program), constants(&program, Merge::Sep)];
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint, "{name}");
        results.push(shown(&algorithm));
    }
    assert!(results.windows(2).all(|w| w[0] == w[1]));
    assert_eq!(Traversal::parse("depth"), None);
    assert_eq!(Traversal::parse("depth-first:0+breadth-first"), None);
}

/// A loop that may be left in every round, by either of two ways, and has a thousand rounds; and
/// something else beside it.
const DEEP: (&str, &str) = (
    "reg %0.i %1.x: i32",
    "  l0 -> l2: %0.i = 0
  l2 -> l3: %1.x = input nondet \"nondet\"
  l3 -> l4: [%1.x == 0]
  l3 -> l5: [!(%1.x == 0)]
  l4 -> l8: %1.x = 1
  l8 -> l9: %1.x = 2
  l9 -> l1: return 0:i32
  l5 -> l6: [%0.i <u 300]
  l5 -> l7: [!(%0.i <u 300)]
  l6 -> l2: %0.i = %0.i + 1
  l7 -> l1: return 1:i32",
);

fn ordered(program: &Arc<Program>, traversal: Traversal) -> Algorithm {
    let exploration = Exploration { traversal, granularity: Granularity::Edge, covering: true };
    let parts = vec![location(program), stack(program), constants(program, Merge::Sep)];
    Algorithm::new(Box::new(Composite::new(parts)), exploration)
}

/// One expansion after the other: the first states in the order in which they were expanded.
fn expansions(program: &Arc<Program>, traversal: Traversal, most: usize) -> Vec<String> {
    let mut algorithm = ordered(program, traversal);
    let mut order = Vec::new();
    let mut done = std::collections::HashSet::new();
    loop {
        let ended = algorithm.run(&Stop::never().within(1));
        for (id, node) in algorithm.reached().nodes() {
            if node.status == Status::Expanded && done.insert(id) {
                order.push(algorithm.part().show(node.state).replace('\n', " "));
            }
        }
        if ended == Ended::Fixpoint || order.len() >= most {
            return order;
        }
    }
}

/// On a program without targets every order ends with the same states, and interruptions do not
/// matter.
#[test]
fn every_order_explores_all_states() {
    let program = main_with(DEEP.0, DEEP.1);
    let reference = {
        let mut algorithm = ordered(&program, Traversal::BreadthFirst);
        assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
        shown(&algorithm)
    };
    for (name, order) in Traversal::NAMES {
        for seed in 0..3 {
            let mut algorithm = ordered(&program, order.clone().seeded(seed));
            while algorithm.run(&Stop::never().within(47_111)) != Ended::Fixpoint {}
            assert_eq!(shown(&algorithm), reference, "{name}");
        }
    }
}

/// The same seed is the same order, another seed another one.
#[test]
fn random_paths_are_decided_by_their_seed() {
    let program = main_with(DEEP.0, DEEP.1);
    let order = |seed| expansions(&program, Traversal::RandomPath(seed), 200);
    let first = order(1);
    assert_eq!(first, order(1));
    assert!((2..6).any(|seed| order(seed) != first));
}

/// A walk chooses a way with equal probability at each fork: of the two sides of the first fork,
/// the one with a single state comes early, however many states wait on the other.
#[test]
fn random_paths_prefer_what_is_near_the_root() {
    let program = main_with(DEEP.0, DEEP.1);
    let is_early = |seed: &u64| {
        let order = expansions(&program, Traversal::RandomPath(*seed), 16);
        order.iter().any(|state| state.starts_with("l4 "))
    };
    let early = (0..40).filter(is_early).count();
    assert!((30..=40).contains(&early), "{early} of 40");
}

/// Every location is explored after few expansions; depth-first, it takes the whole loop first.
#[test]
fn coverage_reaches_every_location_before_the_loop_ends() {
    let program = main_with(DEEP.0, DEEP.1);
    let needed = |traversal: Traversal, last: &str| {
        let order = expansions(&program, traversal, 700);
        order.iter().position(|state| state.starts_with(last)).unwrap_or(order.len())
    };
    // What is beside the loop; the location behind it needs all of its rounds in any order.
    let (by_coverage, depth_first) = (needed(Traversal::Coverage, "l9 "), needed(Traversal::DepthFirst, "l9 "));
    assert!(by_coverage < 20, "{by_coverage}");
    assert!(depth_first > 300, "{depth_first}");
}

/// What was reached, level by level: every node once, with its colour, and what merges replaced
/// beside it.
#[test]
fn levels_are_those_of_the_graph() {
    let diamond = main_with(DIAMOND.0, DIAMOND.1);
    let (joined, _) = explore(vec![location(&diamond), constants(&diamond, Merge::Join)], Granularity::Edge);
    let deep = main_with(DEEP.0, DEEP.1);
    let (apart, _) = explore(vec![location(&deep), stack(&deep), constants(&deep, Merge::Sep)], Granularity::Edge);
    for (algorithm, merges) in [(joined, true), (apart, false)] {
        let reached = algorithm.reached();
        let mut widths = Vec::new();
        for (id, node) in reached.nodes() {
            let depth = reached.ancestors(id).len();
            widths.resize(widths.len().max(depth), 0);
            widths[depth - 1] += 1 + node.replaced as usize;
        }
        let rows = levels::levels(reached);
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), widths);
        let count = |kind| rows.iter().flatten().filter(|k| **k == kind).count();
        assert_eq!(count(levels::Kind::Replaced) as u64, algorithm.counts().merges);
        assert_eq!(count(levels::Kind::Covered) as u64, algorithm.counts().covered);
        assert_eq!(count(levels::Kind::Waiting), reached.waiting());
        assert_eq!(count(levels::Kind::Target), reached.nodes().filter(|(_, n)| n.target.is_some()).count());
        assert_eq!(count(levels::Kind::Replaced) > 0, merges);
    }
}

fn rows(program: &Arc<Program>, parts: Vec<Box<dyn Part>>) -> (Vec<usize>, Vec<levels::Kind>) {
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    algorithm.run(&Stop::never());
    let rows = levels::levels(algorithm.reached());
    assert!(rows.iter().map(Vec::len).sum::<usize>() <= 4 * program.locations.len());
    (rows.iter().map(Vec::len).collect(), rows.concat())
}

/// The fork of symbolic execution: two states in the third row, and both come to the same location.
#[test]
fn rows_of_a_fork() {
    let program = main_with(
        "reg %0.z: i32",
        "  l0 -> l2: %0.z = input nondet \"nondet\"
  l2 -> l3: [!(%0.z <s 1)]
  l2 -> l4: [%0.z <s 1]
  l3 -> l4: %0.z = %0.z - 1
  l4 stop",
    );
    let parts = vec![location(&program), constants(&program, Merge::Sep)];
    assert_eq!(rows(&program, parts).0, [1, 1, 2, 1]);
}

/// The running example of slicing with nothing but locations, as with an empty slice: the error is
/// found in the eighth row.
#[test]
fn rows_of_the_running_example_without_values() {
    let program = main_with(
        "reg %0.x %1.y %2.w: i32",
        "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: %2.w = input nondet \"nondet\"
  l3 -> l4: %1.y = 1
  l4 -> l5: [!(%0.x <s 1)]
  l4 -> l6: [%0.x <s 1]
  l5 -> l4: %0.x = %0.x - 1
  l6 -> l7: %2.w = %2.w + 1
  l7 -> l9: [%1.y <u 2147483648]
  l7 -> l8: [!(%1.y <u 2147483648)]
  l8 -> l12: violation error-call
  l9 -> l10: [%1.y <s %2.w]
  l9 -> l11: [!(%1.y <s %2.w)]
  l10 -> l9: %1.y = %1.y + 1
  l11 -> l1: return 0:i32
  l12 stop",
    );
    let (widths, kinds) = rows(&program, vec![location(&program), stack(&program)]);
    assert_eq!(widths, [1, 1, 1, 1, 2, 2, 2, 3]);
    let count = |kind| kinds.iter().filter(|k| **k == kind).count();
    assert_eq!((count(levels::Kind::Covered), count(levels::Kind::Target), count(levels::Kind::Waiting)), (1, 1, 2));
}

/// A composite inside a composite is as good as one flat composite.
#[test]
fn composites_nest() {
    let program = main_with(DIAMOND.0, DIAMOND.1);
    let flat = vec![location(&program), stack(&program), constants(&program, Merge::Sep)];
    let inner: Box<dyn Part> = Box::new(Composite::new(vec![stack(&program), constants(&program, Merge::Sep)]));
    let nested = vec![location(&program), inner];
    let (flat, a) = explore(flat, Granularity::Edge);
    let (nested, b) = explore(nested, Granularity::Edge);
    assert_eq!((a, shown(&flat)), (b, shown(&nested)));
}

/// Lets every second move pass.
struct EverySecond;

impl Control for EverySecond {
    type State = bool;
    type Precision = ();

    fn name(&self) -> &'static str {
        "every-second"
    }

    fn initial(&mut self) -> (bool, ()) {
        (false, ())
    }

    fn passes(&mut self, state: &mut bool, _: &(), _: Move) -> bool {
        *state = !*state;
        *state
    }

    fn show(&self, state: &bool) -> String {
        state.to_string()
    }
}

/// A wrapper that makes every second edge a no-op goes around any part, a composite included.
#[test]
fn a_wrapper_goes_around_any_part() {
    let program = main_with(
        "reg %0.a %1.b: i32",
        "  l0 -> l2: %0.a = 1
  l2 -> l3: %1.b = 2
  l3 -> l4: %0.a = 3
  l4 -> l5: %1.b = 4
  l5 -> l1: return 0:i32",
    );
    let around = |inner: Box<dyn Part>| -> Vec<String> {
        let wrapped: Box<dyn Part> = Box::new(Wrapper::new(EverySecond, inner));
        let (algorithm, ended) = explore(vec![location(&program), wrapped], Granularity::Edge);
        assert_eq!(ended, Ended::Fixpoint);
        shown(&algorithm)
    };
    let last = |states: &[String]| states.iter().find(|s| s.starts_with("l5 ")).unwrap().clone();
    let simple = around(constants(&program, Merge::Sep));
    assert_eq!(last(&simple), "l5 in main false r0=3", "the assignments to b were no-ops");
    let composite = around(Box::new(Composite::new(vec![stack(&program), constants(&program, Merge::Sep)])));
    assert_eq!(last(&composite), "l5 in main false [main] r0=3");
    // Edges do not change a stack of calls, but they do change the wrapper.
    let calls = around(stack(&program));
    assert!(calls.contains(&"l4 in main true [main]".to_owned()), "{calls:?}");
}

/// Theorem 4.2: with an adjustment that changes nothing, and with none, the reached sets are equal
/// (CPA-17).
#[test]
fn the_identity_adjustment_changes_nothing() {
    struct Identity(Constants);
    impl Analysis for Identity {
        type State = <Constants as Analysis>::State;
        type Precision = ();
        fn name(&self) -> &'static str {
            "identity"
        }
        fn initial(&mut self) -> (Self::State, ()) {
            self.0.initial()
        }
        fn order(&self) -> Order {
            self.0.order()
        }
        fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
            self.0.covers(general, special)
        }
        fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
            self.0.decide(state, condition)
        }
        fn transfer(
            &mut self,
            state: &mut Self::State,
            precision: &(),
            step: Move,
            siblings: &Siblings<'_>,
        ) -> Flow<Self::State> {
            self.0.transfer(state, precision, step, siblings)
        }
        fn adjusts(&self) -> bool {
            true
        }
        fn show(&self, state: &Self::State) -> String {
            self.0.show(state)
        }
    }
    let program = main_with(DIAMOND.0, DIAMOND.1);
    let identity = Identity(Constants { program: Arc::clone(&program) });
    let (plain, a) = explore(vec![location(&program), constants(&program, Merge::Sep)], Granularity::Decided);
    let (plus, b) = explore(vec![location(&program), Box::new(Component::new(identity))], Granularity::Decided);
    assert_eq!((a, shown(&plain)), (b, shown(&plus)));
}

/// Locations alone are reachability in the graph, forwards and backwards (CPA-5, SLI-7).
#[test]
fn locations_are_graph_reachability() {
    let program = main_with(
        "reg %0.x: i32",
        "  l0 -> l2: %0.x = 0
  l2 -> l3: [%0.x == 0]
  l2 -> l4: [!(%0.x == 0)]
  l3 -> l1: return 0:i32
  l4 -> l5: nop
  l5 stop",
    );
    let (forward, _) = explore(vec![location(&program)], Granularity::Edge);
    assert_eq!(forward.reached().len(), program.locations.len());
    let backward: Box<dyn Part> = Box::new(Component::new(BackwardLocation::new(&program, program.entry)));
    let (backward, _) = explore(vec![backward], Granularity::Edge);
    assert_eq!(shown(&backward), ["l0", "l1", "l2", "l3"], "the dead end does not reach the exit");
}

/// The error function is a target where locations are all that is known.
#[test]
fn bam_2_an_error_is_a_target_of_locations_alone() {
    let program = |operation: &str| {
        let body = format!(
            "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: [%0.x == 1]
  l2 -> l4: [!(%0.x == 1)]
  l3 -> l5: {operation}
  l5 stop
  l4 -> l1: return 0:i32"
        );
        main_with("reg %0.x: i32", &body)
    };
    let (algorithm, ended) = explore(vec![location(&program("violation error-call"))], Granularity::Edge);
    let Ended::Target(node) = ended else { panic!("{ended:?}") };
    let target = algorithm.reached().node(node).target.unwrap();
    assert_eq!(target.kind, adumbra_verdict::TargetKind::Violation(Violation::ErrorCall));
    let (_, ended) = explore(vec![location(&program("nop"))], Granularity::Edge);
    assert_eq!(ended, Ended::Fixpoint);
}

/// E7: a node whose cover is removed by a refinement is explored again. The error is reachable only
/// through it.
#[test]
fn nodes_whose_cover_is_removed_wait_again() {
    let program = main_with(
        "reg %0.x: i32",
        "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: [%0.x == 0]
  l2 -> l4: [!(%0.x == 0)]
  l3 -> l5: nop
  l4 -> l5: nop
  l5 -> l6: violation error-call
  l6 stop",
    );
    let parts = vec![location(&program)];
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let Ended::Target(target) = algorithm.run(&Stop::never()) else { panic!("the violation is reached") };
    let chain = algorithm.reached().ancestors(target);
    // The two ways meet at l5; one node there covers the other.
    let covered = algorithm.reached().nodes().filter(|(_, n)| matches!(n.status, Status::Covered(_))).count();
    assert_eq!(covered, 1);
    let join = chain[chain.len() - 2];
    let precision = algorithm.reached().node(join).precision;
    let (reached, part) = algorithm.graph();
    reached.remove(part, join, precision);
    let Ended::Target(again) = algorithm.run(&Stop::never()) else { panic!("the error was lost") };
    let path = algorithm.path_to(again, &Stop::never()).unwrap();
    Path { moves: path.moves }.check(&program).unwrap();
}

/// The path to a target consists of connected moves, whatever the steps were.
#[test]
fn paths_are_found_again() {
    let program = main_with(
        "reg %0.i: i32",
        "  l0 -> l2: %0.i = 0
  l2 -> l3: [%0.i <u 30]
  l2 -> l4: [!(%0.i <u 30)]
  l3 -> l2: %0.i = %0.i + 1
  l4 -> l5: violation error-call
  l5 stop",
    );
    for granularity in [Granularity::Edge, Granularity::Decided] {
        let (mut algorithm, ended) = explore(vec![location(&program), constants(&program, Merge::Sep)], granularity);
        let Ended::Target(target) = ended else { panic!("not reached") };
        let FoundPath { moves, places } = algorithm.path_to(target, &Stop::never()).unwrap();
        assert_eq!(moves.len(), 1 + 2 * 30 + 2);
        let (first, last) = (places.first().unwrap(), places.last().unwrap());
        assert_eq!((first.moves, last.moves, last.node), (0, moves.len(), target));
        let chain: Vec<NodeId> = places.iter().map(|place| place.node).collect();
        assert_eq!(chain, algorithm.reached().ancestors(target));
        Path { moves }.check(&program).unwrap();
    }
}

/// The same infeasible path twice is noticed, and is no endless loop.
#[test]
fn refinement_without_progress_is_noticed() {
    struct Liar;
    impl Analysis for Liar {
        type State = ();
        type Precision = u32;
        fn name(&self) -> &'static str {
            "liar"
        }
        fn initial(&mut self) -> ((), u32) {
            ((), 0)
        }
        fn transfer(&mut self, _: &mut (), _: &u32, _: Move, _: &Siblings<'_>) -> Flow<()> {
            Flow::On
        }
        fn refine(&mut self, _: &ErrorPath<'_>, precision: &u32, _: &[&u32], _: &[&()]) -> Refinement<u32> {
            Refinement::Excluded { precision: precision + 1, from: 1 }
        }
        fn show(&self, _: &()) -> String {
            String::new()
        }
    }
    struct Nobody;
    impl Judge<()> for Nobody {
        fn judge(&mut self, _: &Path, _: Target, _: &Stop) -> Judgement<()> {
            Judgement::Infeasible
        }
    }
    let program = main_with("reg %0.x: i32", "  l0 -> l2: violation error-call\n  l2 stop");
    let parts = vec![location(&program), Box::new(Component::new(Liar)) as Box<dyn Part>];
    let algorithm = Algorithm::new(Box::new(Composite::new(parts)), Exploration::default());
    let outcome = Cegar::new(&program, algorithm, Refining::default()).run(&mut Nobody, &Stop::never());
    assert!(matches!(outcome, Outcome::Unknown(_)));
}
