//! Random programs whose functions call each other, themselves too, with pointers to callers'
//! variables: whatever executions do is among what blocks come to.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::{Numbers, Numeric};
use adumbra_analyses::partition::table;
use adumbra_analyses::pointers::Pointers;
use adumbra_dependence::Partition;
use adumbra_domains::{Constant, Interval};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome, Seeded};
use adumbra_laws::sources::load_c;
use adumbra_laws::{Random, programs, random_calls};
use adumbra_program::*;
use adumbra_stop::{SECOND, Stop};
use adumbra_verdict::{Known, Point, StateFacts, TargetKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which parts of programs are blocks.
fn partitions() -> impl Iterator<Item = Partition> {
    Partition::NAMES.into_iter().map(|(partition, _)| partition)
}

fn by_blocks(program: &Arc<Program>, partition: Partition, numbers: Box<dyn Part>, options: Memoizing) -> Algorithm {
    let pointers = Pointers::new(program, Externals::Pure);
    let table = Arc::new(table(program, pointers.blocks(partition)));
    let location = LocationAnalysis::new(program, ExternalCalls::Followed).with_blocks(&table);
    let part = Box::new(Composite::new(vec![
        Box::new(Component::new(location).reducing()),
        Box::new(Component::new(CallStackAnalysis::new(program, 1000)).reducing()),
        numbers,
    ]));
    let traversal = Traversal::ReversePostorder;
    Algorithm::by_blocks(part, Exploration { traversal, ..Exploration::default() }, &table, options).unwrap()
}

/// What was found: where violations are targets, and what `main` returns.
struct Found {
    violations: BTreeSet<Edge>,
    results: Vec<Vec<Known>>,
}

/// Nothing if there was no time.
fn explore(program: &Arc<Program>, mut algorithm: Algorithm) -> Option<Found> {
    let stop = Stop::never().within(2 * SECOND);
    let mut violations = BTreeSet::new();
    for _ in 0..3000 {
        match algorithm.run(&stop) {
            Ended::Target(node) => {
                let target = algorithm.reached().node(node).target.unwrap();
                if matches!(target.kind, TargetKind::Violation(_)) && violations.insert(target.edge) {
                    let path = algorithm.path_to(node, &Stop::never()).unwrap();
                    Path { moves: path.moves }.check(program).unwrap();
                }
            }
            Ended::Fixpoint => break,
            _ => return None,
        }
    }
    let exit = program.body(program.entry).unwrap().exit;
    let mut results = Vec::new();
    for (_, node) in algorithm.reached().reached() {
        let mut facts = StateFacts::at(Point { location: exit, calls: Vec::new() });
        algorithm.part().facts(node.state, &mut facts);
        if facts.point.location == exit && facts.point.calls.is_empty() {
            results.push(facts.results.into_iter().map(|(_, known)| known).collect());
        }
    }
    Some(Found { violations, results })
}

fn admits(known: &Known, result: i32) -> bool {
    match known {
        Known::Bits(bits) => bits[0] as u32 as i32 == result,
        Known::Unsigned(low, high) => (*low..=*high).contains(&u128::from(result as u32)),
        Known::Signed(low, high) => (*low..=*high).contains(&i128::from(result)),
        Known::Pointer(..) | Known::Null | Known::Into(_) => false,
    }
}

/// Executions of a program: how they end is among what was found.
fn compare(text: &str, program: &Arc<Program>, found: &Found, seeds: u64) -> usize {
    let mut compared = 0;
    for seed in 0..seeds {
        let options = Options { max_steps: 20_000, ..Options::new(program.property.clone()) };
        let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
        match Interpreter::new(program, options).run(&mut environment, None).outcome {
            // By `exit`, and not by coming back to `main`.
            Outcome::Exited { status: 64 } => {}
            Outcome::Exited { status } => {
                let fits = |state: &Vec<Known>| state.iter().all(|known| admits(known, status));
                assert!(found.results.iter().any(fits), "{status} is not in {:?} of\n{text}", found.results);
                compared += 1;
            }
            Outcome::Violation(report) => {
                assert!(found.violations.contains(&report.edge), "{report:?} is not found in\n{text}");
                compared += 1;
            }
            _ => {}
        }
    }
    compared
}

fn numbers<D: Numbers + 'static>(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    let numbers = Numeric::<D>::new(program, Externals::Pure, 2).by_blocks();
    Box::new(Component::with(numbers, merge, Coverage::Sep).reducing())
}

fn executions_are_covered(count: u64, first: u64, make: impl Fn(&Arc<Program>) -> Algorithm) {
    let (mut ended, mut compared, mut violations) = (0, 0, 0);
    for number in 0..programs(count) {
        let text = random_calls(&mut Random(first + number));
        let program = load_c(&text, "unreach-call", true);
        let Some(found) = explore(&program, make(&program)) else { continue };
        ended += 1;
        violations += usize::from(!found.violations.is_empty());
        compared += compare(&text, &program, &found, 12);
    }
    println!("{ended} programs, {violations} with violations, {compared} executions");
    assert!(ended >= programs(count) / 2, "{ended} programs only came to an end");
    assert!(compared as u64 >= 3 * ended, "{compared} executions");
}

#[test]
fn executions_are_covered_by_intervals_in_blocks() {
    let mut first = 0;
    for partition in partitions() {
        for fixpoint in [Fixpoint::Dependents, Fixpoint::Rounds] {
            let options = Memoizing { fixpoint, entries_apart: 3, exits_apart: 4, ..Memoizing::default() };
            executions_are_covered(8, first, |program| {
                by_blocks(program, partition, numbers::<Interval>(program, Merge::Own), options)
            });
            first += 1000;
        }
    }
}

/// Not merged: every way to an exit is one.
#[test]
fn executions_are_covered_by_constants_in_blocks() {
    let options = Memoizing { entries_apart: 4, exits_apart: 12, ..Memoizing::default() };
    for partition in partitions() {
        executions_are_covered(6, 15_000, |program| {
            by_blocks(program, partition, numbers::<Constant>(program, Merge::Sep), options)
        });
        executions_are_covered(4, 17_000, |program| {
            by_blocks(program, partition, numbers::<Interval>(program, Merge::Join), options)
        });
    }
}

/// Where nothing is recursive, the states put together are those of the whole program, and what is
/// found is what is found without blocks, or more.
#[test]
fn without_recursion_the_whole_states_are_known() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int g;
      void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
      int twice(int *p) { g++; *p = *p + *p; return *p; }
      int main(void) { int a = 3, b = 4, c = 5; swap(&a, &b); swap(&b, &c); int r = twice(&a); r += twice(&a);
        if (a != 16 || b != 5 || c != 3 || g != 2 || r != 24) reach_error(); return r; }";
    let program = load_c(text, "unreach-call", true);
    let numbers = numbers::<Interval>(&program, Merge::Own);
    let mut algorithm = by_blocks(&program, Partition::Functions, numbers, Memoizing::default());
    assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
    let flat = algorithm.flattened(10_000).unwrap();
    let depths: BTreeSet<usize> = flat
        .iter()
        .map(|(_, _, state)| {
            let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
            algorithm.part().facts(*state, &mut facts);
            facts.point.calls.len()
        })
        .collect();
    assert_eq!(depths, BTreeSet::from([0, 1]));
    assert!(algorithm.flattened(10).is_none());
    let MemoCounts { misses, .. } = algorithm.blocks().unwrap().0;
    assert_eq!(misses, 4, "each call looks different inside");
}
