//! Predicates by functions: programs of the literature on recursion from no predicates at all, the
//! sources of interpolants, and random programs against their executions.

use crate::asking::{HEAD, count, with};
use adumbra_interpreter::{Captured, Interpreter, Options, Outcome, Script, Seeded};
use adumbra_judges::{Answer, Counterexample};
use adumbra_laws::sources::load_c;
use adumbra_laws::{Random, programs, random_calls};
use adumbra_program::Program;
use adumbra_stop::{MILLISECOND, SECOND, Stop};
use adumbra_strategies::{Host, Request, Verified, verify};
use adumbra_verdict::Checked;
use std::sync::Arc;

struct Replays(Arc<Program>);

impl Host for Replays {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let options = Options { stop: stop.clone(), ..Options::new(self.0.property.clone()) };
        adumbra_judges::replay(&self.0, script, &options).map_err(|e| e.to_string())
    }
}

fn run_for(text: &str, options: &[(&str, &str)], work: u64) -> Verified {
    let mut request = Request::new(with("predicate-blocks", options));
    request.stop = Stop::never().within(work);
    verify(&load_c(text, "unreach-call", true), &request, &Replays(load_c(text, "unreach-call", false)))
}

fn run(text: &str, options: &[(&str, &str)]) -> Verified {
    run_for(&format!("{HEAD}{text}"), options, 20 * SECOND)
}

#[track_caller]
fn holds(text: &str, options: &[(&str, &str)]) -> Verified {
    let verified = run(text, options);
    let (answer, counts) = (&verified.verdict.answer, &verified.counts);
    assert!(matches!(answer, Answer::True(_)), "{options:?} {answer:?}\n{counts:?}");
    verified
}

#[track_caller]
fn fails(text: &str, options: &[(&str, &str)]) -> Verified {
    let verified = run(text, options);
    let (answer, counts) = (&verified.verdict.answer, &verified.counts);
    assert!(matches!(answer, Answer::False(_)), "{options:?} {answer:?}\n{counts:?}");
    verified
}

/// The sources of interpolants that do for recursion.
const SOURCES: [&str; 3] = ["tree", "from-binary", "nested"];

const PLUS_ONE: &str = "int f(int x) { if (x <= 0) return BASE; else { int tmp = f(x - 1); return tmp + 1; } }";

fn first() -> String {
    PLUS_ONE.replace("BASE", "x") + "int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }"
}

fn second() -> String {
    PLUS_ONE.replace("BASE", "0")
        + "int main(void) { int a = __VERIFIER_nondet_int(); int b = f(a); if (b == 1) reach_error(); }"
}

#[test]
fn the_first_example_holds_from_no_predicates() {
    for source in SOURCES {
        for blocks in ["functions", "loops", "single"] {
            let verified = holds(&first(), &[("interpolants", source), ("blocks", blocks)]);
            assert!(count(&verified, "refinements") > 0 && count(&verified, "recursive calls") > 0);
        }
    }
}

#[test]
fn the_second_example_fails() {
    for source in SOURCES {
        fails(&second(), &[("interpolants", source)]);
        fails(&second(), &[("interpolants", source), ("fixpoint", "rounds")]);
    }
}

/// One query a refinement for the tree; for the others one for each part but the root, unless an
/// answer is known without.
#[test]
fn sources_ask_as_often_as_they_should() {
    let (text, asked) = (first(), "path interpolation queries");
    let tree = holds(&text, &[]);
    assert_eq!(count(&tree, asked), count(&tree, "refinements"));
    for source in ["from-binary", "nested"] {
        let parts = holds(&text, &[("interpolants", source)]);
        assert!(count(&parts, asked) > count(&parts, "refinements"), "{source}: {:?}", parts.counts);
    }
}

/// Where no notice is taken of calls, formulas are about several activations at once, and are no
/// predicates of one: a path that is excluded with a tree is not.
#[test]
fn a_sequence_does_not_do_for_recursion() {
    let verified = run(&first(), &[("interpolants", "sequence")]);
    let answer = &verified.verdict.answer;
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}\n{:?}", verified.counts);
    // What is found is right all the same.
    fails(&second(), &[("interpolants", "sequence")]);
}

#[test]
fn what_a_recursion_returns_is_bounded() {
    let id = "int id(int x) { if (x == 0) return 0; int r = id(x - 1) + 1; if (r > 2) return 2; return r; }
        int main(void) { int a = __VERIFIER_nondet_int(); int b = id(a); if (b == WHAT) reach_error(); }";
    for source in SOURCES {
        holds(&id.replace("WHAT", "3"), &[("interpolants", source)]);
        fails(&id.replace("WHAT", "2"), &[("interpolants", source)]);
    }
}

#[test]
fn functions_that_call_each_other() {
    let text = "int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }
        int odd(int n) { if (n == 0) return 0; return even(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); int r = even(n); if (r != 0 && r != 1) reach_error(); }";
    holds(text, &[]);
    fails(&text.replace("r != 0 && ", ""), &[]);
}

/// What a function does to memory is known by what was there before.
#[test]
fn memory_before_and_behind_calls() {
    let counter = "int count; void tick(int n) { if (n <= 0) return; count++; tick(n - 1); }
        int main(void) { count = 5; tick(2); if (count != WHAT) reach_error(); }";
    holds(&counter.replace("WHAT", "7"), &[]);
    fails(&counter.replace("WHAT", "6"), &[]);
    let swap = "static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int x, y;
        int main(void) { x = 1; y = __VERIFIER_nondet_int(); if (y < 5) return 0; swap(&x, &y);
          if (WHAT) reach_error(); }";
    holds(&swap.replace("WHAT", "y != 1 || x < 5"), &[]);
    fails(&swap.replace("WHAT", "x == 8"), &[]);
    let add = "int total; static void add(int n) { total = total + n; }
        int main(void) { int a = __VERIFIER_nondet_int(); if (a < 0 || a > 100) return 0;
          add(a); add(a); add(1); if (total WHAT) reach_error(); }";
    holds(&add.replace("WHAT", "> 201"), &[]);
    fails(&add.replace("WHAT", "== 201"), &[]);
}

/// Locals of a caller that calls itself are not those of the callee.
#[test]
fn locals_of_callers_survive_calls() {
    let text = "int f(int n) { int keep = n; if (n > 0) f(n - 1); if (keep != n) reach_error(); return 0; }
        int main(void) { return f(__VERIFIER_nondet_int()); }";
    for source in SOURCES {
        holds(text, &[("interpolants", source)]);
    }
    let below = "void f(int n) { int x = 0; if (n > 0) f(n - 1); x++; if (x != WHAT) reach_error(); }
        int main(void) { f(3); }";
    holds(&below.replace("WHAT", "1"), &[]);
    fails(&below.replace("WHAT", "2"), &[]);
}

/// A violation far inside is found on a path through calls that stay open.
#[test]
fn violations_inside_calls() {
    let text = "void f(int n) { if (n < 3) return; n--; f(n); reach_error(); } int main(void) { f(WHAT); }";
    fails(&text.replace("WHAT", "4"), &[]);
    holds(&text.replace("WHAT", "2"), &[]);
    let deep = "void down(int n, int to) { if (n == to) reach_error(); if (n > 0) down(n - 1, to); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 5) return 0; down(n, WHAT); }";
    fails(&deep.replace("WHAT", "4"), &[]);
    holds(&deep.replace("WHAT", "6"), &[]);
}

/// What was explored of a function by itself is its contract, which the checker proves: of
/// recursions without a bound, too, and of counters in memory.
#[test]
fn proofs_are_checked_as_contracts() {
    let counts = "unsigned ticks; void tick(unsigned n) { if (n == 0) return; ticks++; tick(n - 1); }
        int main(void) { unsigned n = __VERIFIER_nondet_uint(); tick(n); if (ticks != n) reach_error(); }";
    let in_loops = "int sum; int step(int n) { int i = 0; while (i < n) i++; return i; }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; if (step(n) != n) reach_error(); }";
    let inside = "void down(int n) { if (n > 5) reach_error(); if (n > 0) down(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n < 6) down(n); }";
    // As old programs declare it: C says nothing of its arguments.
    let unprototyped = "extern void __VERIFIER_error(); int lock;
        void take() { if (lock) __VERIFIER_error(); lock = 1; } void leave() { lock = 0; }
        int main() { for (int i = 0; i < 9; i++) { take(); leave(); } return 0; }";
    for text in [&first(), counts, in_loops, inside, unprototyped] {
        let verified = holds(text, &[]);
        let Answer::True(proof) = &verified.verdict.answer else { unreachable!() };
        assert_eq!(proof.checked, Checked::Yes, "{text}");
        let contracts = &proof.certificate.as_ref().unwrap().contracts;
        assert!(contracts.iter().any(|contract| !contract.exit.is_empty() || !contract.entry.is_empty()), "{text}");
    }
}

#[test]
fn watched_arrays_are_refused() {
    let verified = run("int main(void) { return 0; }", &[("arrays", "watched")]);
    let Answer::Unknown(reasons) = &verified.verdict.answer else { panic!("{:?}", verified.verdict.answer) };
    assert!(reasons.iter().any(|reason| format!("{reason:?}").contains("part predicate")), "{reasons:?}");
}

/// What executions of a program end with: the status, or nothing if it is a violation.
fn ends(program: &Arc<Program>, seeds: u64) -> Vec<Option<i32>> {
    let ends = (0..seeds).filter_map(|seed| {
        let options = Options { max_steps: 20_000, ..Options::new(program.property.clone()) };
        let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
        match Interpreter::new(program, options).run(&mut environment, None).outcome {
            Outcome::Exited { status } => Some(Some(status)),
            Outcome::Violation(_) => Some(None),
            _ => None,
        }
    });
    ends.collect()
}

/// No random program with a failing execution is proved, whatever the interpolants and blocks are.
/// Half of them have one: that they end as they do in some execution is the violation.
#[test]
fn random_programs_that_fail_are_not_proved() {
    let (mut proved, mut refuted, mut back, mut refined) = (0, 0, 0, 0);
    for number in 0..programs(16) {
        let mut text = random_calls(&mut Random(9_000 + number / 2));
        let seen = ends(&load_c(&text, "unreach-call", true), 30);
        let last = text.rfind("  return (").unwrap();
        let result = text[last..]
            .trim()
            .trim_start_matches("return ")
            .trim_end_matches("}")
            .trim_end()
            .trim_end_matches(';')
            .to_owned();
        let status = seen.iter().rev().flatten().next().copied().unwrap_or(1);
        let compared = if number % 2 == 0 { "==" } else { "> 64 +" };
        text.replace_range(
            last..,
            &format!("  if ((({result})) {compared} {status}) reach_error();\n  return 0;\n}}\n"),
        );
        let fails = ends(&load_c(&text, "unreach-call", true), 30).contains(&None);
        let source = SOURCES[number as usize % 3];
        let blocks = ["functions", "loops", "single"][number as usize / 3 % 3];
        let options = [("interpolants", source), ("blocks", blocks)];
        let verified = run_for(&text, &options, 400 * MILLISECOND);
        back += count(&verified, "excluded paths that came back");
        refined += count(&verified, "path interpolation queries");
        match verified.verdict.answer {
            Answer::True(_) => {
                proved += 1;
                assert!(!fails, "proved with {options:?}:\n{text}");
            }
            Answer::False(_) => refuted += 1,
            Answer::Unknown(_) => {}
        }
    }
    println!("{proved} proved, {refuted} refuted, {refined} queries for interpolants, {back} paths came back");
    assert!(back * 20 <= refined, "{back} of {refined} paths came back");
    assert!(proved as u64 >= programs(16) / 8 && refuted as u64 >= programs(16) / 8, "{proved} {refuted}");
}
