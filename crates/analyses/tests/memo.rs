//! Blocks are explored once for all calls that look alike inside; recursion is a fixpoint of exits.
//!
//! The part is explicit: one state for each value, none of them merged.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::{IntervalAnalysis, Numeric};
use adumbra_domains::Constant;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::sources::load_c;
use adumbra_program::*;
use adumbra_stop::{Limit, Stop};
use adumbra_verdict::{Known, Point, Reason, StateFacts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

pub(crate) fn source(text: &str) -> Arc<Program> {
    load_c(&format!("{HEAD}{text}"), "unreach-call", true)
}

/// Where the execution is and which calls are open, and what is known of numbers.
pub(crate) fn parts(program: &Arc<Program>, table: &Arc<BlockTable>, numbers: Box<dyn Part>) -> Box<dyn Part> {
    let location = LocationAnalysis::new(program, ExternalCalls::Followed).with_blocks(table);
    Box::new(Composite::new(vec![
        Box::new(Component::new(location).reducing()),
        Box::new(Component::new(CallStackAnalysis::new(program, 5000)).reducing()),
        numbers,
    ]))
}

pub(crate) fn explicit(program: &Arc<Program>) -> Box<dyn Part> {
    let numbers = Numeric::<Constant>::new(program, Externals::Pure, u32::MAX).by_blocks();
    Box::new(Component::with(numbers, Merge::Sep, Coverage::Sep).reducing())
}

pub(crate) fn intervals(program: &Arc<Program>) -> Box<dyn Part> {
    Box::new(Component::new(IntervalAnalysis::new(program, Externals::Pure, 3).by_blocks()).reducing())
}

/// Nothing is widened.
pub(crate) const EXACT: Memoizing = Memoizing {
    recursion: Recursion::Fixpoint,
    fixpoint: Fixpoint::Dependents,
    entries_apart: u32::MAX,
    exits_apart: u32::MAX,
};

const ROUNDS: Memoizing = Memoizing { fixpoint: Fixpoint::Rounds, ..EXACT };

fn by_blocks(program: &Arc<Program>, numbers: Box<dyn Part>, options: Memoizing) -> Algorithm {
    let table = Arc::new(BlockTable::of_functions(program));
    let part = parts(program, &table, numbers);
    Algorithm::by_blocks(part, Exploration::default(), &table, options).unwrap()
}

fn of(program: &Arc<Program>, options: Memoizing) -> Algorithm {
    by_blocks(program, explicit(program), options)
}

pub(crate) fn counts(algorithm: &Algorithm) -> MemoCounts {
    algorithm.blocks().unwrap().0
}

/// The sets of a function.
fn sets_of(algorithm: &Algorithm, name: &str) -> Vec<SetId> {
    let all = 0..algorithm.sets().len() as SetId;
    let is_of = |set: &SetId| {
        let block = algorithm.key(*set).map(|(block, _)| block);
        block.is_some_and(|block| algorithm.function_name(block) == Some(name))
    };
    all.filter(is_of).collect()
}

/// The results at the exits of all sets of a function, as signed numbers.
pub(crate) fn results(program: &Program, algorithm: &Algorithm, name: &str) -> BTreeSet<i32> {
    let start = program.body(program.entry).unwrap().entry;
    let mut results = BTreeSet::new();
    for set in sets_of(algorithm, name) {
        for (_, (state, _)) in algorithm.published(set) {
            let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
            algorithm.part().facts(*state, &mut facts);
            for (_, known) in facts.results {
                if let Known::Bits(bits) = known {
                    results.insert(bits[0] as u32 as i32);
                }
            }
        }
    }
    results
}

/// Explores to the end. Says how many targets were reached.
pub(crate) fn targets(algorithm: &mut Algorithm) -> usize {
    let mut found = 0;
    loop {
        match algorithm.run(&Stop::never()) {
            Ended::Target(_) => found += 1,
            Ended::Fixpoint => return found,
            ended => panic!("{ended:?}"),
        }
    }
}

const E1: &str = "
int f(int x) { if (x <= 0) return x; else { int tmp = f(x - 1); return tmp + 1; } }
int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }";

#[test]
fn e1_has_three_entries_and_no_recursion_is_found() {
    let program = source(E1);
    let mut algorithm = of(&program, EXACT);
    assert_eq!(targets(&mut algorithm), 0);
    assert_eq!(sets_of(&algorithm, "f").len(), 3);
    assert_eq!(results(&program, &algorithm, "f"), BTreeSet::from([0, 1, 2]));
    let MemoCounts { misses, covered, full_hits, partial_hits, .. } = counts(&algorithm);
    assert_eq!((misses, covered, full_hits, partial_hits), (3, 0, 0, 0));
}

const E2: &str = "
int f(int x) { if (x <= 0) return 0; else { int tmp = f(x - 1); return tmp + 1; } }
int main(void) { int a = __VERIFIER_nondet_int(); int b = f(a); if (b == 1) reach_error(); }";

#[test]
fn e2_fails_in_the_second_round_on_a_path_that_goes_through_f_twice() {
    let program = source(E2);
    let mut algorithm = of(&program, ROUNDS);
    let Ended::Target(target) = algorithm.run(&Stop::never()) else { panic!("no target") };
    assert_eq!(counts(&algorithm).rounds, 2);
    assert_eq!(sets_of(&algorithm, "f").len(), 1);
    let path = algorithm.path_to(target, &Stop::never()).unwrap();
    Path { moves: path.moves.clone() }.check(&program).unwrap();
    let mut runs: Vec<SetId> = path.places.iter().map(|place| place.set).collect();
    runs.dedup();
    // Into `f`, from there into `f`, which is the same set, back to `main`, and into the function
    // that fails.
    assert_eq!(runs, [0, 1, 0, 2, 0]);
    let calls = path.moves.iter().filter(|m| matches!(m, Move::Enter { .. })).count();
    assert_eq!(calls, 3, "twice `f`, and the function that fails");
}

const E3: &str = "
int g(int x) { if (x == 7) return 1; return 0; }
int h(void) { return g(__VERIFIER_nondet_int()); }
int main(void) { int a = g(__VERIFIER_nondet_int()); int b = g(__VERIFIER_nondet_int()); int c = h(); return a + b + c; }";

#[test]
fn e3_misses_once_and_hits_twice() {
    let program = source(E3);
    let mut algorithm = of(&program, EXACT);
    assert_eq!(targets(&mut algorithm), 0);
    assert_eq!(sets_of(&algorithm, "g").len(), 1);
    assert_eq!(algorithm.published(sets_of(&algorithm, "g")[0]).len(), 2);
    let MemoCounts { misses, full_hits, partial_hits, covered, .. } = counts(&algorithm);
    // `h` is entered once for every sum so far, and each time the same.
    assert_eq!((partial_hits, covered), (0, 0));
    assert_eq!(misses, 2, "g and h");
    let calls_of_g = 1 + 2 + 1;
    let calls_of_h = 4;
    assert_eq!(full_hits, calls_of_g + calls_of_h - misses);
}

/// The exits that a function has at the end of each round.
fn rounds(program: &Arc<Program>, name: &str) -> (Vec<BTreeSet<i32>>, usize) {
    let mut algorithm = of(program, ROUNDS);
    let mut exits: BTreeMap<u64, BTreeSet<i32>> = BTreeMap::new();
    let mut found = 0;
    loop {
        let ended = algorithm.run(&Stop::never().within(1));
        exits.insert(counts(&algorithm).rounds, results(program, &algorithm, name));
        match ended {
            Ended::Limit(Limit::Work) => {}
            Ended::Target(_) => {
                found += 1;
                break;
            }
            Ended::Fixpoint => break,
            ended => panic!("{ended:?}"),
        }
    }
    (exits.into_values().collect(), found)
}

fn sets(all: &[&[i32]]) -> Vec<BTreeSet<i32>> {
    all.iter().map(|set| set.iter().copied().collect()).collect()
}

#[test]
fn e6_bounded_identity_is_stable_in_the_fourth_round() {
    let program = source(
        "int id(int x) { if (x == 0) return 0; int r = id(x - 1) + 1; if (r > 2) return 2; return r; }
         int main(void) { int result = id(__VERIFIER_nondet_int()); if (result == 3) reach_error(); }",
    );
    let (exits, found) = rounds(&program, "id");
    assert_eq!(exits, sets(&[&[0], &[0, 1], &[0, 1, 2], &[0, 1, 2]]));
    assert_eq!(found, 0);
}

#[test]
fn e6_mutual_identity_is_stable_in_the_third_round() {
    let program = source(
        "int id2(int x);
         int id(int x) { if (x == 0) return 0; int r = id2(x - 1) + 1; if (r > 2) return 2; return r; }
         int id2(int x) { if (x == 0) return 0; int r = id(x - 1) + 1; if (r > 2) return 2; return r; }
         int main(void) { int result = id(__VERIFIER_nondet_int()); if (result == 3) reach_error(); }",
    );
    let (exits, found) = rounds(&program, "id");
    assert_eq!(exits, sets(&[&[0, 1], &[0, 1, 2], &[0, 1, 2]]));
    assert_eq!(found, 0);
}

fn identity(fails_at: u32) -> Arc<Program> {
    source(&format!(
        "int id(int x) {{ if (x == 0) return 0; return id(x - 1) + 1; }}
         int main(void) {{ int result = id(__VERIFIER_nondet_int()); if (result == {fails_at}) reach_error(); }}"
    ))
}

#[test]
fn e6_identity_fails_one_round_after_its_result() {
    let (exits, found) = rounds(&identity(3), "id");
    assert_eq!(exits, sets(&[&[0], &[0, 1], &[0, 1, 2], &[0, 1, 2, 3]]));
    assert_eq!(found, 1);
}

/// A thousand calls inside each other, found by rounds and, without them, although the exits grow
/// for ever.
#[test]
fn e6_identity_of_a_thousand() {
    let program = identity(1000);
    for options in [ROUNDS, EXACT] {
        let mut algorithm = of(&program, options);
        let Ended::Target(target) = algorithm.run(&Stop::never()) else { panic!("no target") };
        if options == ROUNDS {
            assert_eq!(counts(&algorithm).rounds, 1001);
        }
        let path = algorithm.path_to(target, &Stop::never()).unwrap();
        Path { moves: path.moves.clone() }.check(&program).unwrap();
        let id = program.function_named("id").unwrap();
        let calls = path.moves.iter().filter(|m| matches!(m, Move::Enter { callee, .. } if *callee == id));
        assert_eq!(calls.count(), 1001);
    }
}

#[test]
fn e6_fibonacci_of_five_misses_six_times_and_hits_three_times() {
    let program = source(
        "int fibo(int n) { if (n < 1) return 0; if (n == 1) return 1; return fibo(n - 1) + fibo(n - 2); }
         int main(void) { if (fibo(5) != 5) reach_error(); }",
    );
    let mut algorithm = of(&program, EXACT);
    assert_eq!(targets(&mut algorithm), 0);
    let MemoCounts { misses, full_hits, partial_hits, covered, .. } = counts(&algorithm);
    assert_eq!((misses, full_hits, partial_hits, covered), (6, 3, 0, 0));
}

/// With `x <= 0` as the base the result is never −1. The exits grow for ever, so explicit values
/// do not come to an end; intervals are widened.
#[test]
fn e6_identity_is_never_negative() {
    let program = source(
        "int id(int x) { if (x <= 0) return 0; return id(x - 1) + 1; }
         int main(void) { int result = id(__VERIFIER_nondet_int()); if (result == -1) reach_error(); }",
    );
    let mut algorithm = by_blocks(&program, intervals(&program), Memoizing::default());
    let mut ends = 0;
    loop {
        match algorithm.run(&Stop::never()) {
            // Sums that wrap are not excluded by intervals of results alone.
            Ended::Target(_) => ends += 1,
            Ended::Fixpoint => break,
            ended => panic!("{ended:?}"),
        }
    }
    assert!(counts(&algorithm).widened_exits > 0);
    assert!(ends <= 1, "{ends}");
    let limited = Stop::never().within(50 * adumbra_stop::MILLISECOND);
    assert_eq!(of(&program, EXACT).run(&limited), Ended::Limit(Limit::Work));
}

#[test]
fn recursion_can_be_refused() {
    let off = Memoizing { recursion: Recursion::Off, ..EXACT };
    let mut algorithm = of(&source(E1), off);
    assert_eq!(targets(&mut algorithm), 0);
    let cuts: Vec<Reason> = algorithm.cuts().cloned().collect();
    assert_eq!(cuts, [Reason::Recursion { function: "f".into() }]);
    let program = source(E3);
    let (mut with, mut without) = (of(&program, EXACT), of(&program, off));
    assert_eq!((targets(&mut with), targets(&mut without)), (0, 0));
    assert_eq!(without.cuts().count(), 0);
    assert_eq!((counts(&with), with.counts()), (counts(&without), without.counts()));
}

/// A function that fails is found through every call, and through recursive ones.
#[test]
fn targets_are_found_in_all_ways() {
    let program = source(
        "void g(int x) { if (x == 7) reach_error(); }
         void f(int x) { g(x); if (x == 1) g(7); if (x == 5) f(1); }
         int main(void) { int n = __VERIFIER_nondet_int();
           if (n == 1) f(1); else if (n == 2) f(2); else if (n == 5) f(5); else g(n); }",
    );
    for options in [EXACT, ROUNDS] {
        let mut algorithm = of(&program, options);
        let mut paths = BTreeSet::new();
        loop {
            match algorithm.run(&Stop::never()) {
                Ended::Target(node) => {
                    let path = algorithm.path_to(node, &Stop::never()).unwrap();
                    let path = Path { moves: path.moves };
                    path.check(&program).unwrap();
                    let calls = path.moves.iter().filter(|m| matches!(m, Move::Enter { .. }));
                    paths.insert(calls.map(|m| m.edge()).collect::<Vec<_>>());
                }
                Ended::Fixpoint => break,
                ended => panic!("{ended:?}"),
            }
        }
        // From f(1) to g(7); from f(5) through f(1) to g(7); g with the input.
        assert_eq!(paths.len(), 3, "{paths:?}");
    }
}

#[test]
fn a_target_that_recursion_hides_has_ways_without_end() {
    let program = source(
        "void f(int x) { if (__VERIFIER_nondet_int()) f(x + __VERIFIER_nondet_int()); else if (x == 7) reach_error(); }
         int main(void) { f(__VERIFIER_nondet_int()); }",
    );
    let mut algorithm = of(&program, EXACT);
    let mut lengths = BTreeSet::new();
    for _ in 0..20 {
        let Ended::Target(node) = algorithm.run(&Stop::never()) else { panic!("no more") };
        let path = algorithm.path_to(node, &Stop::never()).unwrap();
        Path { moves: path.moves.clone() }.check(&program).unwrap();
        lengths.insert(path.moves.len());
    }
    assert!(lengths.len() >= 15, "{lengths:?}");
}

/// What is interrupted everywhere and goes on comes to the same.
#[test]
fn interrupted_and_resumed_with_equal_counts() {
    let texts = [E1, E2, E3, MIXED];
    for text in texts {
        let program = source(text);
        for options in [ROUNDS, Memoizing::default()] {
            for numbers in [explicit, intervals] {
                let options = Memoizing { exits_apart: 6, entries_apart: 6, ..options };
                let whole = summary(&mut by_blocks(&program, numbers(&program), options), u64::MAX);
                for work in [1, 3_000, 40_000] {
                    let parts = summary(&mut by_blocks(&program, numbers(&program), options), work);
                    assert_eq!(parts, whole, "{work} of {text}");
                }
            }
        }
    }
}

const MIXED: &str = "
int g; int even(int n);
int odd(int n) { g++; if (n <= 0) return 0; return even(n - 1); }
int even(int n) { if (n <= 0) return 1; return odd(n - 1); }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) { int a = 3, b = __VERIFIER_nondet_int(); swap(&a, &b); int c = even(b) + odd(a);
  for (int i = 0; i < 3; i++) { swap(&a, &b); c += even(i); } if (c > 100) reach_error(); return g; }";

type Summary = (MemoCounts, Counts, Vec<Vec<String>>, Vec<NodeId>);

fn summary(algorithm: &mut Algorithm, work: u64) -> Summary {
    let mut found = Vec::new();
    loop {
        match algorithm.run(&Stop::never().within(work)) {
            Ended::Limit(Limit::Work) => {}
            Ended::Target(node) if found.len() < 10 => found.push(node),
            Ended::Target(_) | Ended::Fixpoint => break,
            ended => panic!("{ended:?}"),
        }
    }
    let shown = |set: &Set| set.reached().nodes().map(|(_, node)| algorithm.part().show(node.state)).collect();
    (counts(algorithm), algorithm.counts(), algorithm.sets().iter().map(shown).collect(), found)
}

/// A restart keeps the sets that were used: with an equal precision all calls are hits.
#[test]
fn a_restart_keeps_the_cache() {
    let program = source(E1);
    let mut algorithm = of(&program, EXACT);
    targets(&mut algorithm);
    let (misses, sets) = (counts(&algorithm).misses, algorithm.sets().len());
    let precision = algorithm.reached().node(0).precision;
    algorithm.restart(precision);
    targets(&mut algorithm);
    assert_eq!(counts(&algorithm).misses, misses);
    assert_eq!(algorithm.sets().len(), sets);
    assert!(counts(&algorithm).full_hits > 0);
}

/// A restart in the middle of a recursion leaves nothing unexplored.
#[test]
fn a_restart_in_the_middle_comes_to_the_same_end() {
    let program = source(MIXED);
    let exits = |algorithm: &Algorithm| {
        let mut shown = BTreeSet::new();
        for set in 0..algorithm.sets().len() as SetId {
            for (_, (state, _)) in algorithm.published(set) {
                shown.insert(algorithm.part().show(*state));
            }
        }
        shown
    };
    let mut whole = by_blocks(&program, intervals(&program), Memoizing::default());
    targets(&mut whole);
    let at_end = |algorithm: &Algorithm| {
        let nodes = algorithm.reached().reached().map(|(_, node)| algorithm.part().show(node.state));
        nodes.filter(|shown| shown.starts_with("l1 in main")).collect::<BTreeSet<String>>()
    };
    for work in [10_000, 100_000, 300_000, 600_000] {
        let mut algorithm = by_blocks(&program, intervals(&program), Memoizing::default());
        algorithm.run(&Stop::never().within(work));
        let precision = algorithm.reached().node(0).precision;
        algorithm.restart(precision);
        targets(&mut algorithm);
        assert_eq!(algorithm.size().1, 0, "something waits");
        assert_eq!(at_end(&algorithm), at_end(&whole));
        assert!(!exits(&algorithm).is_empty());
    }
}

/// What a round does not concern stays as it is: the same nodes with the same states.
#[test]
fn a_round_leaves_alone_what_it_does_not_concern() {
    let program = source(E2);
    let mut algorithm = of(&program, ROUNDS);
    let nodes = |algorithm: &Algorithm| {
        let of = |set: &Set| set.reached().nodes().map(|(id, node)| (id, node.state, node.parent)).collect::<Vec<_>>();
        algorithm.sets().iter().map(of).collect::<Vec<_>>()
    };
    let mut first = Vec::new();
    loop {
        let ended = algorithm.run(&Stop::never().within(1));
        if counts(&algorithm).rounds > 1 || matches!(ended, Ended::Target(_)) {
            break;
        }
        first = nodes(&algorithm);
    }
    while !matches!(algorithm.run(&Stop::never()), Ended::Target(_)) {}
    let second = nodes(&algorithm);
    assert_eq!((first.len(), second.len()), (2, 3), "main and f; then the function that fails");
    for (before, after) in first.iter().zip(&second) {
        assert_eq!(after[..before.len()], before[..], "nothing is made anew");
    }
    // What is behind the recursive call, and behind the call in `main`.
    let grown: Vec<usize> = first.iter().zip(&second).map(|(before, after)| after.len() - before.len()).collect();
    assert!(grown.iter().all(|more| (1..=4).contains(more)), "{grown:?}");
}

/// In no set more than one call is open: the function of a block, and one that it calls.
#[test]
fn stacks_have_two_functions_at_most() {
    for text in [E1, E2, MIXED] {
        let program = source(text);
        let mut algorithm = by_blocks(&program, intervals(&program), Memoizing::default());
        targets(&mut algorithm);
        let start = program.body(program.entry).unwrap().entry;
        let mut deepest = 0;
        for set in algorithm.sets() {
            for (_, node) in set.reached().nodes().filter(|(_, node)| node.target.is_none()) {
                let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
                algorithm.part().facts(node.state, &mut facts);
                deepest = deepest.max(facts.point.calls.len());
            }
        }
        assert_eq!(deepest, 1);
    }
}

/// Counts how often it is asked to rebuild a state, and keeps everything.
struct Rebuilding(std::rc::Rc<std::cell::Cell<u32>>);

impl Analysis for Rebuilding {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "rebuilding"
    }

    fn initial(&mut self) -> ((), ()) {
        ((), ())
    }

    fn transfer(&mut self, (): &mut (), (): &(), _: Move, _: &Siblings<'_>) -> Flow<()> {
        Flow::On
    }

    fn show(&self, (): &()) -> String {
        String::new()
    }
}

impl Reducing for Rebuilding {
    fn rebuild(&mut self, _: (&(), &()), _: (&(), &()), _: (&(), &())) -> ((), ()) {
        self.0.set(self.0.get() + 1);
        ((), ())
    }
}

#[test]
fn states_are_rebuilt_behind_every_function() {
    let program = source(E1);
    let rebuilt = std::rc::Rc::new(std::cell::Cell::new(0));
    let counting = Component::new(Rebuilding(std::rc::Rc::clone(&rebuilt))).reducing();
    let numbers = Box::new(Composite::new(vec![explicit(&program), Box::new(counting)]));
    let mut algorithm = by_blocks(&program, numbers, EXACT);
    assert_eq!(targets(&mut algorithm), 0);
    // Each of the three calls has one exit.
    assert_eq!(rebuilt.get(), 3);
}

/// A part that keeps everything is legal: then only equal states share what is explored.
#[test]
fn parts_that_keep_everything_come_to_the_same() {
    struct Kept(CallStackAnalysis);
    impl Analysis for Kept {
        type State = u32;
        type Precision = ();
        fn name(&self) -> &'static str {
            self.0.name()
        }
        fn initial(&mut self) -> (u32, ()) {
            (0, ())
        }
        // The number of calls that were made, which no block forgets.
        fn transfer(&mut self, state: &mut u32, (): &(), step: Move, _: &Siblings<'_>) -> Flow<u32> {
            *state += u32::from(matches!(step, Move::Enter { .. }));
            Flow::On
        }
        fn show(&self, state: &u32) -> String {
            state.to_string()
        }
    }
    impl Reducing for Kept {}
    let program = source(E3);
    let kept = Component::new(Kept(CallStackAnalysis::new(&program, 10))).reducing();
    let numbers = Box::new(Composite::new(vec![explicit(&program), Box::new(kept)]));
    let mut algorithm = by_blocks(&program, numbers, EXACT);
    assert_eq!(targets(&mut algorithm), 0);
    let mut shared = of(&program, EXACT);
    assert_eq!(targets(&mut shared), 0);
    assert_eq!(results(&program, &algorithm, "g"), results(&program, &shared, "g"));
    assert!(counts(&algorithm).misses > counts(&shared).misses);
}

#[test]
fn boundaries_are_seen_from_within_a_block() {
    let program = source(E2);
    let table = BlockTable::of_functions(&program);
    let f = program.function_named("f").unwrap();
    let block = (0..table.len() as BlockId).find(|id| table.block(*id).function == f).unwrap();
    let body = program.body(f).unwrap();
    let (entry, exit) = (body.entry, body.exit);
    assert!(table.is_recursive(block) && table.is_boundary(entry) && table.is_boundary(exit));
    // A call of the function enters the block, from within it too.
    assert_eq!(table.boundary(entry, None, true), Boundary::Enter(block));
    assert_eq!(table.boundary(entry, Some(block), true), Boundary::Enter(block));
    assert_eq!(table.boundary(entry, Some(block), false), Boundary::Inside);
    // Its exit is one for the activation that the block was entered with, and for no other.
    assert_eq!(table.boundary(exit, Some(block), false), Boundary::Exit);
    assert_eq!(table.boundary(exit, Some(block), true), Boundary::Inside);
    assert_eq!(table.boundary(exit, None, true), Boundary::Inside);
}
