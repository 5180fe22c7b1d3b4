//! The value analysis: a concrete program against the interpreter, and states a second.
//!
//! The program text is built by hand, so that no compiler is needed. `ratio` prints what an edge
//! costs here and in the interpreter.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Interpreter, Options, Seeded};
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_value_analysis::*;
use std::sync::Arc;

fn main() {
    ratio();
    states();
    divan::main();
}

const HEAD: &str =
    "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n";

/// A loop with arithmetic, an array, and a call in each round.
fn concrete(rounds: u32) -> Arc<Program> {
    let text = format!(
        "{HEAD}global @a size 4096 align 16 = b\"\"\nglobal @sum size 8 align 8 = b\"\"\n\n\
function @main() -> i32 {{\n  entry l0 exit l1\n  reg %0 %1 %2 %3 %4: i32\n  reg %5: i64\n\
  l0 -> l2: %0 = 0, %1 = 1\n\
  l2 -> l3: [%0 <s {rounds}]\n  l2 -> l4: [!(%0 <s {rounds})]\n\
  l3 -> l5: %2 = (%1 * 1103515245) + 12345\n\
  l5 -> l6: store %2 to @a + (zext(%0 & 1023, i64) * 4)\n\
  l6 -> l7: %3 = load @a + (zext((%0 * 7) & 1023, i64) * 4)\n\
  l7 -> l8: %4 = call @f(%3, %2)\n\
  l8 -> l9: %5 = load @sum\n\
  l9 -> l10: store %5 + sext(%4, i64) to @sum\n\
  l10 -> l2: %0 = %0 + 1, %1 = %2 ^ %4\n\
  l4 -> l1: return %1\n}}\n\n\
function @f(%6: i32, %7: i32) -> i32 {{\n  entry l11 exit l12\n  reg %6 %7 %8: i32\n\
  l11 -> l13: [%6 <s %7]\n  l11 -> l14: [!(%6 <s %7)]\n\
  l13 -> l15: %8 = %7 - %6\n  l14 -> l15: %8 = %6 >>s 3\n\
  l15 -> l12: return %8\n}}\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// A machine of three counters that an input chooses among: about `size` cubed states.
fn counters(size: u32) -> Arc<Program> {
    let mut globals = String::new();
    for i in 0..40 {
        globals += &format!("global @g{i} size 4 align 4 = b\"\\x0{}\"\n", i % 8);
    }
    let text = format!(
        "{HEAD}{globals}\n\
function @main() -> i32 {{\n  entry l0 exit l1\n  reg %0 %1 %2: i32\n\
  l0 -> l2: nop\n\
  l2 -> l3: %0 = input nondet \"n\"\n\
  l3 -> l4: [%0 == 1]\n  l3 -> l5: [!(%0 == 1)]\n\
  l5 -> l6: [%0 == 2]\n  l5 -> l7: [!(%0 == 2)]\n\
  l4 -> l8: %1 = load @g1\n  l8 -> l2: store urem(%1 + 1, {size}) to @g1\n\
  l6 -> l9: %2 = load @g20\n  l9 -> l2: store urem(%2 + 1, {size}) to @g20\n\
  l7 -> l10: [%0 == 3]\n  l7 -> l11: [!(%0 == 3)]\n\
  l10 -> l12: %1 = load @g39\n  l12 -> l2: store urem(%1 + 1, {size}) to @g39\n\
  l11 -> l1: return 0:i32\n}}\n\nsymbol sym0 \"n\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// Explores a program with locations, calls and values, as a verification does; returns the numbers
/// of moves and of states.
fn explore(program: &Arc<Program>, symbolic: bool) -> (u64, usize) {
    let analysis = ValueAnalysis::new(program, ValueOptions::default());
    let analysis = if symbolic { analysis.symbolic(&SymbolicOptions::default()) } else { analysis };
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 100))),
        Box::new(Component::new(analysis)),
    ];
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), Exploration::default());
    let ended = algorithm.run(&Stop::never());
    assert_eq!(ended, Ended::Fixpoint);
    (algorithm.counts().moves, algorithm.reached().len())
}

/// Seconds of processor time of this thread, so that other work on the machine does not count.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn ratio() {
    let program = concrete(400_000);
    let interpreter = Interpreter::new(&program, Options::new(program.property.clone()));
    let mut best = [f64::MAX; 3];
    for _ in 0..3 {
        let start = seconds();
        let steps = interpreter.run(&mut Seeded::new(None, &["p"], Captured::default()), None).steps;
        best[0] = best[0].min((seconds() - start) / steps as f64);
        for (best, symbolic) in best[1..].iter_mut().zip([false, true]) {
            let start = seconds();
            let (moves, _) = explore(&program, symbolic);
            *best = best.min((seconds() - start) / moves as f64);
        }
    }
    let [interpreter, analysis, symbolic] = best.map(|seconds| seconds * 1e9);
    println!(
        "concrete loop: interpreter {interpreter:.1} ns an edge, value analysis {analysis:.1} ns a move, ratio {:.1}; \
         with symbolic values {symbolic:.1} ns, ratio {:.1}",
        analysis / interpreter,
        symbolic / interpreter
    );
}

/// Resident memory in bytes, where the system tells it.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 4096
}

fn states() {
    for size in [10, 22, 46, 64] {
        let program = counters(size);
        let before = resident();
        let start = seconds();
        let (_, count) = explore(&program, false);
        let seconds = seconds() - start;
        println!(
            "{count} states: {:.0} a second, {:.2} µs a state, at most {} MB",
            count as f64 / seconds,
            seconds * 1e6 / count as f64,
            resident().saturating_sub(before) >> 20,
        );
    }
}

#[divan::bench]
fn concrete_moves(bencher: divan::Bencher<'_, '_>) {
    let program = concrete(1000);
    bencher.bench_local(|| explore(&program, false));
}

#[divan::bench]
fn symbolic_moves(bencher: divan::Bencher<'_, '_>) {
    let program = concrete(1000);
    bencher.bench_local(|| explore(&program, true));
}

#[divan::bench]
fn ten_thousand_states(bencher: divan::Bencher<'_, '_>) {
    let program = counters(13);
    bencher.bench_local(|| explore(&program, false));
}
