//! The predicate analysis: where its time goes.
//!
//! `shares` prints for each program how much of the time went into building formulas and the
//! bookkeeping of abstractions (everything but the solver), and how much into the solver and into
//! refinement. Building and bookkeeping are to stay below 30 %.

use adumbra_interpreter::Script;
use adumbra_judges::{Answer, Counterexample};
use adumbra_program::*;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Host, Request, configuration, verify};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    shares();
    divan::main();
}

struct Nobody;

impl Host for Nobody {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("nothing is replayed here".into())
    }
}

const HEAD: &str =
    "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n";

/// Processes in a ring hand on a token; each adds one, and the first checks that all of them did.
fn ring(processes: u32) -> Arc<Program> {
    let mut globals = String::from("global @token size 4 align 4 = b\"\"\nglobal @local size 4 align 4 = b\"\"\n");
    globals += "global @turn size 4 align 4 = b\"\"\n";
    let mut body = String::from(
        "  l0 -> l2: %0 = input nondet \"n\"\n  l2 -> l3: store %0 to @token\n  l3 -> l4: store %0 to @local\n\
  l4 -> l5: %1 = load @turn\n",
    );
    let mut next = 6;
    let mut from = String::from("l5");
    for process in 0..processes {
        let (take, other) = (next, next + 1);
        body += &format!("  {from} -> l{take}: [%1 == {process}]\n  {from} -> l{other}: [!(%1 == {process})]\n");
        body += &format!("  l{take} -> l{}: %2 = load @token\n", next + 2);
        body += &format!("  l{} -> l{}: store %2 + 1 to @token\n", next + 2, next + 3);
        body += &format!("  l{} -> l4: store {}:i32 to @turn\n", next + 3, process + 1);
        from = format!("l{other}");
        next += 4;
    }
    body += &format!(
        "  {from} -> l{a}: %2 = load @token\n  l{a} -> l{b}: %3 = load @local\n\
  l{b} -> l{c}: [%2 != (%3 + {processes})]\n  l{b} -> l{d}: [!(%2 != (%3 + {processes}))]\n\
  l{c} -> l{d}: call @reach_error()\n  l{d} -> l{e}: store %2 to @local\n  l{e} -> l4: store 0:i32 to @turn\n",
        a = next,
        b = next + 1,
        c = next + 2,
        d = next + 3,
        e = next + 4,
    );
    let (x, y, z) = (next + 5, next + 6, next + 7);
    let text = format!(
        "{HEAD}{globals}\nfunction @main() -> i32 {{\n  entry l0 exit l1\n  reg %0 %1 %2 %3: i32\n{body}}}\n\n\
function @reach_error() {{\n  entry l{x} exit l{y}\n  l{x} -> l{z}: violation error-call\n  l{z} stop\n}}\n\nsymbol sym0 \"n\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// Two counters that go up together, one of them by a multiplication.
fn counters(factor: u32) -> Arc<Program> {
    let text = format!(
        "{HEAD}function @main() -> i32 {{\n  entry l0 exit l1\n  reg %0 %1 %2: i32\n\
  l0 -> l2: %0 = 0, %1 = 0\n\
  l2 -> l3: %2 = input nondet \"n\"\n\
  l3 -> l4: [%2 == 0]\n  l3 -> l5: [!(%2 == 0)]\n\
  l4 -> l2: %0 = %0 + 1, %1 = %1 + {factor}\n\
  l5 -> l6: [%1 != (%0 * {factor})]\n  l5 -> l7: [!(%1 != (%0 * {factor}))]\n\
  l6 -> l7: call @reach_error()\n  l7 -> l1: return 0:i32\n}}\n\n\
function @reach_error() {{\n  entry l8 exit l9\n  l8 -> l10: violation error-call\n  l10 stop\n}}\n\nsymbol sym0 \"n\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// Verifies by predicates; what was counted, in milliseconds, and the whole.
fn verified(program: &Arc<Program>) -> (bool, Vec<(String, String)>, Duration) {
    let Ok(configuration) = configuration::find("predicate") else { panic!("the configuration is shipped") };
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(60 * SECOND);
    let clock = Instant::now();
    let verified = verify(program, &request, &Nobody);
    (matches!(verified.verdict.answer, Answer::True(_)), verified.counts, clock.elapsed())
}

fn shares() {
    println!(
        "{:<12} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "program", "proved", "total ms", "building", "keeping", "solver", "refining"
    );
    for (name, program) in
        [("ring 2", ring(2)), ("ring 4", ring(4)), ("ring 6", ring(6)), ("counters", counters(3)), ("ring 8", ring(8))]
    {
        let (proved, counts, total) = verified(&program);
        let count = |name: &str| -> f64 {
            counts.iter().find(|(n, _)| n == name).and_then(|(_, value)| value.parse().ok()).unwrap_or(0.0)
        };
        let total = total.as_secs_f64() * 1000.0;
        let (building, abstraction) = (count("formula building ms"), count("abstraction ms"));
        let (solver, refining) = (count("abstraction solver ms"), count("interpolation ms"));
        let share = |ms: f64| format!("{:.1} %", 100.0 * ms / total);
        println!(
            "{name:<12} {proved:>6} {total:>9.0} {:>9} {:>9} {:>9} {:>9}",
            share(building),
            share(abstraction - solver),
            share(solver),
            share(refining)
        );
    }
}

#[divan::bench(args = [2, 4])]
fn ring_of(processes: u32) -> bool {
    verified(&ring(processes)).0
}
