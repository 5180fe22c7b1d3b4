//! The worked examples of configurable program analysis, with constants and intervals.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::*;
use adumbra_analyses::powerset::Powerset;
use adumbra_analyses::textbook::constant::*;
use adumbra_domains::Constant;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::programs::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use std::sync::Arc;

/// Division by zero: `x` and `z` are 1 and 0, or 0 and 1, as the input `y` decides; then 1 is
/// divided by their difference.
fn division() -> Arc<Program> {
    main_with(
        "reg %0 %1 %2: i32",
        "  l0 -> l2: %1 = input nondet \"nondet\"
  l2 -> l3: %0 = 0, %2 = 0
  l3 -> l4: [%1 == 1]
  l3 -> l5: [!(%1 == 1)]
  l4 -> l6: %0 = 1
  l5 -> l6: %2 = 1
  l6 -> l7: [(%0 - %2) == 0]
  l6 -> l8: [!((%0 - %2) == 0)]
  l7 -> l9: violation error-call
  l9 stop
  l8 -> l1: return 0:i32",
    )
}

fn constants(program: &Arc<Program>) -> ConstantAnalysis {
    Numeric::<Constant>::new(program, Externals::Pure, u32::MAX).keep_dead()
}

/// Runs single edges until nothing waits.
fn explore(part: Box<dyn Part>) -> Algorithm {
    let exploration = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
    let mut algorithm = Algorithm::new(part, exploration);
    loop {
        match algorithm.run(&Stop::never()) {
            Ended::Fixpoint => return algorithm,
            Ended::Target(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

fn located(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    Box::new(Component::with(Located::new(program, constants(program)), merge, Coverage::Sep))
}

fn next_to_locations(program: &Arc<Program>, part: Box<dyn Part>) -> Box<dyn Part> {
    let location = LocationAnalysis::new(program, ExternalCalls::Followed);
    let calls = CallStackAnalysis::new(program, 100);
    Box::new(Composite::new(vec![Box::new(Component::new(location)), Box::new(Component::new(calls)), part]))
}

/// The states at a location, without it.
fn at(algorithm: &Algorithm, location: &str) -> Vec<String> {
    let prefix = format!("{location} in main");
    shown(algorithm).iter().filter_map(|s| s.strip_prefix(&prefix)).map(|s| s.trim().to_owned()).collect()
}

#[test]
fn joining_gives_the_false_alarm() {
    let program = division();
    let algorithm = explore(located(&program, Merge::Join));
    // Locations 0 to 6 of the example are l0, l2, l3, l4, l5, l6, l8; x, y, z are r0, r1, r2.
    let expected = [
        ("l0", ""),
        ("l2", ""),
        ("l3", "r0=0 r2=0"),
        ("l4", "r0=0 r1=1 r2=0"),
        ("l5", "r0=0 r2=0"),
        ("l6", ""),
        ("l8", ""),
    ];
    for (location, state) in expected {
        assert_eq!(at(&algorithm, location), [state], "{location}");
    }
    assert_eq!(at(&algorithm, "l9").len(), 1, "the error is reached");
}

#[test]
fn keeping_states_apart_is_safe() {
    let program = division();
    let algorithm = explore(located(&program, Merge::Sep));
    assert_eq!(at(&algorithm, "l6"), ["r0=0 r2=1", "r0=1 r1=1 r2=0"]);
    assert_eq!(at(&algorithm, "l8").len(), 2);
    assert_eq!(at(&algorithm, "l9").len(), 0, "the error is not reached");
}

/// Each of n branches doubles the states if they are kept apart.
#[test]
fn states_kept_apart_double_at_each_branch() {
    let branches = 6;
    let mut body = String::from("  l0 -> l2: nop\n");
    for i in 0..branches {
        let (from, no, yes, to) = (3 * i + 2, 3 * i + 3, 3 * i + 4, 3 * i + 5);
        body += &format!("  l{from} -> l{yes}: [%{i} == 1]\n  l{from} -> l{no}: [!(%{i} == 1)]\n");
        body += &format!("  l{yes} -> l{to}: %{i} = 2\n  l{no} -> l{to}: %{i} = 3\n");
    }
    let last = 3 * branches + 2;
    body += &format!("  l{last} -> l1: return 0:i32");
    let program = main_with("reg %0 %1 %2 %3 %4 %5: i32", &body);
    let apart = explore(located(&program, Merge::Sep));
    assert_eq!(at(&apart, &format!("l{last}")).len(), 1 << branches);
    let joined = explore(located(&program, Merge::Join));
    assert_eq!(at(&joined, &format!("l{last}")).len(), 1);
}

/// Four values for each of two Boolean variables: the lattice of the example.
#[test]
fn lattice_of_two_booleans() {
    use adumbra_domains::{Domain, Sort};
    let values = [Constant::Known(0), Constant::Known(1), Constant::Any];
    let below = |a: (Constant, Constant), b: (Constant, Constant)| {
        Constant::is_below(&mut (), Sort::BOOL, &a.0, &b.0).unwrap()
            && Constant::is_below(&mut (), Sort::BOOL, &a.1, &b.1).unwrap()
    };
    let all: Vec<_> = values.iter().flat_map(|x| values.iter().map(move |y| (*x, *y))).collect();
    // Without the elements that have a bottom, which stand for no state: 9 of 16; 25 pairs are in
    // order.
    assert_eq!(all.len(), 9);
    assert_eq!(all.iter().flat_map(|a| all.iter().map(move |b| (a, b))).filter(|(a, b)| below(**a, **b)).count(), 25);
}

/// A program with a loop and a call: constants with the location inside, and next to the locations.
fn with_call() -> Arc<Program> {
    let text = r#"program 1
layout LP64 64 "x86_64-pc-linux-gnu"
property unreach-call errors "reach_error"
entry @main

global @g size 4 align 4 = b"\x07"

function @main() -> i32 {
  entry l0 exit l1
  reg %0 %1 %2: i32
  l0 -> l2: %0 = 3
  l2 -> l3: %1 = call @add(%0, 4:i32)
  l3 -> l4: store %1 to @g
  l4 -> l5: [%2 <s 10]
  l4 -> l6: [!(%2 <s 10)]
  l5 -> l7: %2 = call @add(%2, 1:i32)
  l7 -> l4: %0 = load @g
  l6 -> l1: return %1
}

function @add(%3: i32, %4: i32) -> i32 {
  entry l8 exit l9
  reg %3 %4: i32
  l8 -> l9: return %3 + %4
}
"#;
    Arc::new(text::parse(text).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn constants_with_and_next_to_locations_reach_the_same_states() {
    for program in [division(), with_call()] {
        for merge in [Merge::Join, Merge::Sep] {
            let inside = shown(&explore(located(&program, merge)));
            let part = Box::new(Component::with(constants(&program), merge, Coverage::Sep));
            let location = LocationAnalysis::new(&program, ExternalCalls::Followed);
            let composite = Composite::new(vec![Box::new(Component::new(location)), part]);
            let beside = shown(&explore(Box::new(composite)));
            let trim = |states: Vec<String>| states.iter().map(|s| s.trim().to_owned()).collect::<Vec<_>>();
            assert_eq!(trim(inside), trim(beside));
        }
    }
}

/// CPA-6, CPA-10 by configuration, on C programs: constant propagation alone, constants beside
/// locations, and both as one element of a powerset give the same lines, joined or kept apart.
#[test]
fn configured_constants_reach_the_same_states_in_three_ways() {
    use adumbra_strategies::{configuration, facts};
    let inputs = "extern int __VERIFIER_nondet_int(void);";
    let mut known = 0;
    for text in [
        "int main(void) { int y = __VERIFIER_nondet_int(), x = 0, z = 0; if (y == 1) x = 1; else z = 1; return 1 / (x - z); }",
        "static int twice(int x) { return 2 * x; } int g; int main(void) { int a = twice(3); g = a; for (int i = 0; i < 3; i++) a = twice(g) + i; return a + twice(a); }",
        "int main(void) { int s = 0, k = 4; while (__VERIFIER_nondet_int()) { s += k; if (s > 100) k = 4; } return k + s; }",
    ] {
        let program = adumbra_laws::sources::load_c(&format!("{inputs}{text}"), "unreach-call", true);
        for merge in ["join", "sep"] {
            // A counter that is kept apart has no end.
            if merge == "sep" && text.contains("while") {
                continue;
            }
            let states = |parts: &str| {
                let text = format!("parts = {parts}\nmerge = {merge}\ntraversal = reverse-postorder");
                let configuration = configuration::read("test", &text).unwrap();
                let states = facts::facts(&program, &configuration, None, &Stop::never()).unwrap();
                let mut trimmed: Vec<String> = states.iter().map(|s| s.trim_end().to_owned()).collect();
                trimmed.sort();
                trimmed
            };
            let alone = states("constant-propagation");
            assert!(alone.len() > 5, "{alone:?}");
            known += alone.iter().filter(|s| s.contains('=')).count();
            assert_eq!(alone, states("location constant"), "{merge}");
        }
        // Sets have their own union: what is inside is kept apart or joined as the part likes.
        let inside = |parts: &str| {
            let text = format!("parts = {parts}\ntraversal = reverse-postorder");
            facts::facts(&program, &configuration::read("test", &text).unwrap(), None, &Stop::never()).unwrap()
        };
        let sets = inside("powerset(constant-propagation)");
        assert_eq!(sets.len(), 1, "one element: {sets:?}");
        let mut members: Vec<String> = sets[0].split("; ").map(|s| s.trim_end().to_owned()).collect();
        let mut single: Vec<String> = inside("constant-propagation").iter().map(|s| s.trim_end().to_owned()).collect();
        // Members that differ in their open calls are shown in the same way.
        members.sort();
        members.dedup();
        single.sort();
        assert_eq!(members, single);
    }
    assert!(known > 20, "{known}");
}

#[test]
fn sets_of_states_are_one_element_with_the_same_meaning() {
    for program in [division(), with_call()] {
        for merge in [Merge::Join, Merge::Sep] {
            let single = explore(located(&program, merge));
            let sets = explore(Box::new(Component::new(Powerset::new(located(&program, merge)))));
            let elements = shown(&sets);
            assert_eq!(elements.len(), 1, "{elements:?}");
            let members: Vec<&str> = elements[0].split("; ").collect();
            assert_eq!(members, shown(&single), "{merge:?}");
        }
    }
}

fn intervals(program: &Arc<Program>, widen_after: u32) -> Algorithm {
    let analysis = IntervalAnalysis::new(program, Externals::Pure, widen_after);
    explore(next_to_locations(program, Box::new(Component::new(analysis))))
}

/// An unbounded counter: the analysis ends because the adjustment of precision widens.
#[test]
fn widening_in_the_adjustment_ends_an_unbounded_counter() {
    let program = main_with(
        "reg %0 %1: i32",
        "  l0 -> l2: %0 = 0
  l2 -> l3: %1 = input nondet \"nondet\"
  l3 -> l4: [%1 == 0]
  l3 -> l5: [!(%1 == 0)]
  l4 -> l2: %0 = %0 + 1
  l5 -> l1: return %0",
    );
    let algorithm = intervals(&program, 2);
    assert_eq!(at(&algorithm, "l5"), ["[main]"]);
    // Without wrap-around the counter stays above zero.
    let program = main_with(
        "reg %0 %1: i32",
        "  l0 -> l2: %0 = 0
  l2 -> l3: %1 = input nondet \"nondet\"
  l3 -> l4: [%0 <s %1]
  l3 -> l5: [!(%0 <s %1)]
  l4 -> l2: %0 = %0 + 1
  l5 -> l1: return %0",
    );
    assert_eq!(at(&intervals(&program, 2), "l5"), ["[main] r0=[0,2147483647]"]);
}

/// A bound in the program is found again after widening, also behind a conjunction that is kept in
/// a register.
#[test]
fn thresholds_and_kept_conditions_find_bounds() {
    let program = main_with(
        "reg %0 %1: i32\n  reg %2 %3: i1",
        "  l0 -> l2: %1 = input nondet \"nondet\"
  l2 -> l3: %0 = 0
  l3 -> l4: [%0 <s %1]
  l3 -> l5: [!(%0 <s %1)]
  l4 -> l6: %3 = %0 <s 1000
  l5 -> l7: %2 = 0
  l6 -> l7: %2 = %3
  l7 -> l8: [%2]
  l7 -> l9: [!%2]
  l8 -> l3: %0 = %0 + 1
  l9 -> l1: return %0",
    );
    assert_eq!(at(&intervals(&program, 2), "l9"), ["[main] r0=[0,1000]"]);
}
