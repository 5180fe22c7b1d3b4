//! Explicit values by functions: programs of the literature on recursion, with the numbers of
//! entries that the theory gives, and refinement over paths that go through functions explored
//! once.

use crate::asking::{HEAD, count, with};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Answer, Counterexample};
use adumbra_laws::sources::load_c;
use adumbra_program::Program;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Host, Request, Verified, verify};
use adumbra_verdict::Checked;
use std::sync::Arc;

pub(crate) struct Replays(pub(crate) Arc<Program>);

impl Host for Replays {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let options = Options { stop: stop.clone(), ..Options::new(self.0.property.clone()) };
        adumbra_judges::replay(&self.0, script, &options).map_err(|e| e.to_string())
    }
}

/// Everything is tracked from the start.
const ALL: &[(&str, &str)] = &[("refinement", "none")];

fn run(text: &str, property: &str, options: &[(&str, &str)]) -> Verified {
    let text = format!("{HEAD}{text}");
    let mut request = Request::new(with("value-blocks", options));
    request.stop = Stop::never().within(120 * SECOND);
    verify(&load_c(&text, property, true), &request, &Replays(load_c(&text, property, false)))
}

#[track_caller]
fn holds(text: &str, options: &[(&str, &str)]) -> Verified {
    let verified = run(text, "unreach-call", options);
    assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}\n{:?}", verified.verdict.answer, verified.counts);
    verified
}

#[track_caller]
fn fails(text: &str, options: &[(&str, &str)]) -> Verified {
    let verified = run(text, "unreach-call", options);
    assert!(
        matches!(verified.verdict.answer, Answer::False(_)),
        "{:?}\n{:?}",
        verified.verdict.answer,
        verified.counts
    );
    verified
}

/// What functions do by themselves is their contract, which the checker proves: values and bounds
/// at the entry and the exits, and terms as relations between both.
#[test]
fn proofs_through_recursion_are_checked() {
    let depth = "int limit(int x) { if (x < 0) return 0; if (x > 100) return 100; return x; }
        int depth(int n) { if (n <= 0) return 0; return limit(depth(n - 1) + 1); }
        int main(void) { if (depth(__VERIFIER_nondet_int()) > 100) reach_error(); }";
    let kept = "unsigned keep(unsigned x, int n) { if (n <= 0) return x; return keep(x, n - 1); }
        int main(void) { unsigned x = __VERIFIER_nondet_int(); if (keep(x + 2, __VERIFIER_nondet_int()) != x + 2) reach_error(); }";
    let twice = "int state; void turn(int n) { if (n <= 0) return; state = 1 - state; turn(n - 1); }
        int main(void) { turn(__VERIFIER_nondet_int()); if (state != 0 && state != 1) reach_error(); }";
    let behind = "void down(int n, int *out) { if (n <= 0) { *out = 7; return; } down(n - 1, out); }
        int seven; int main(void) { down(__VERIFIER_nondet_int(), &seven); if (seven != 7) reach_error(); }";
    let rounds = "int last(int n) { int i = 0; while (i < 3) i++; if (n <= 0) return i; return last(n - 1); }
        int main(void) { if (last(__VERIFIER_nondet_int()) != 3) reach_error(); }";
    for (configuration, text) in [
        ("value-blocks", twice),
        ("value-blocks", behind),
        ("value-blocks", rounds),
        ("interval-blocks", depth),
        ("interval-blocks", twice),
        ("symbolic-blocks", kept),
        ("symbolic-blocks", rounds),
        ("value-predicate-blocks", twice),
    ] {
        let program = |simplified| load_c(&format!("{HEAD}{text}"), "unreach-call", simplified);
        let mut request = Request::new(with(configuration, &[]));
        request.stop = Stop::never().within(20 * SECOND);
        let verified = verify(&program(true), &request, &Replays(program(false)));
        let Answer::True(proof) = &verified.verdict.answer else {
            panic!("{configuration}: {:?}\n{text}", verified.verdict.answer);
        };
        assert_eq!(proof.checked, Checked::Yes, "{configuration}: {text}");
        assert!(proof.certificate.as_ref().is_some_and(|c| !c.contracts.is_empty()), "{configuration}: {text}");
    }
}

const PLUS_ONE: &str = "int f(int x) { if (x <= 0) return BASE; else { int tmp = f(x - 1); return tmp + 1; } }";

#[test]
fn three_entries_and_no_recursion_is_found() {
    let text = PLUS_ONE.replace("BASE", "x") + "int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }";
    let verified = holds(&text, ALL);
    assert_eq!((count(&verified, "block misses"), count(&verified, "recursive calls")), (3, 0));
    // From nothing, too.
    let verified = holds(&text, &[]);
    assert!(count(&verified, "refinements") > 0 && count(&verified, "recursive calls") > 0, "{:?}", verified.counts);
}

#[test]
fn a_covered_call_takes_what_is_known_until_that_is_all() {
    let main = "int main(void) { int a = __VERIFIER_nondet_int(); int b = f(a); if (b == 1) reach_error(); }";
    let text = PLUS_ONE.replace("BASE", "0") + main;
    let rounds = |more: &[(&str, &str)]| fails(&text, &[&[("fixpoint", "rounds")], more].concat());
    assert_eq!(count(&rounds(ALL), "rounds of recursion"), 2);
    fails(&text, &[]);
}

#[test]
fn what_a_recursion_returns_is_bounded() {
    let id = "int id(int x) { if (x == 0) return 0; int r = id(x - 1) + 1; if (r > 2) return 2; return r; }
        int main(void) { int a = __VERIFIER_nondet_int(); int b = id(a); if (b == WHAT) reach_error(); }";
    for options in [ALL, &[]] {
        holds(&id.replace("WHAT", "3"), options);
        fails(&id.replace("WHAT", "2"), options);
    }
}

#[test]
fn numbers_of_fibonacci_are_found_once_each() {
    let text = "int fibo(int n) { if (n < 1) return 0; if (n == 1) return 1; return fibo(n - 1) + fibo(n - 2); }
        int main(void) { if (fibo(5) != 5) reach_error(); }";
    let verified = holds(text, ALL);
    assert_eq!((count(&verified, "block misses"), count(&verified, "block hits")), (6, 3));
    holds(text, &[]);
}

/// What was tracked in the caller alone is refined behind a call that was explored once.
#[test]
fn refinement_goes_through_functions() {
    holds(
        "static int twice(int x) { return 2 * x; } static void set(int *p, int v) { *p = v; }
         int main(void) { int lock = 0; int n = twice(2); int way = __VERIFIER_nondet_int();
           if (n > 3) { set(&lock, 1); twice(way); }
           int r = twice(4) + twice(4); if (n > 3) set(&lock, lock - 1);
           if (lock != 0 || r != 16) reach_error(); }",
        &[],
    );
    fails(
        "static int twice(int x) { return 2 * x; } static void set(int *p, int v) { *p = v; }
         int main(void) { int lock = 0; int n = __VERIFIER_nondet_int(); if (n > 3) set(&lock, twice(n == 5)); if (lock == 2) reach_error(); }",
        &[],
    );
}

/// `main` calls itself: that it returns there does not end the program.
#[test]
fn a_recursion_of_the_entry_function() {
    let text = "int depth; int main(void) { if (depth == 3) return 7; depth++; int r = main(); depth--;
        if (r != 7 || depth < 0) reach_error(); return r; }";
    holds(text, ALL);
    holds(text, &[]);
}

/// What a threshold has seen is in no key of the cache.
#[test]
fn thresholds_are_refused() {
    let verified = run("int main(void) { return 0; }", "unreach-call", &[("value-threshold", "5")]);
    let Answer::Unknown(reasons) = &verified.verdict.answer else { panic!("{:?}", verified.verdict.answer) };
    assert!(reasons.iter().any(|reason| format!("{reason:?}").contains("part value")), "{reasons:?}");
}

/// Memory is asked about where it ends: in functions, and with what they leave behind.
#[test]
fn memory_of_callers_and_callees() {
    let library = "extern void *malloc(unsigned long); extern void free(void *); struct N { struct N *n; int d; };
        static struct N *push(struct N *h, int d) { struct N *t = malloc(sizeof *t); t->n = h; t->d = d; return t; }
        static void drop(struct N *h) { if (!h) return; drop(h->n); free(h); }";
    let main =
        |body: &str| format!("{library} int main(void) {{ struct N *h = push(push(push(0, 1), 2), 3); {body} }}");
    for (body, property, safe) in [
        ("drop(h);", "memsafety", true),
        ("drop(h);", "memcleanup", true),
        ("drop(h->n); free(h);", "memsafety", true),
        ("drop(h->n);", "memcleanup", false),
        ("drop(h); return h->d;", "memsafety", false),
        ("h = h->n; drop(h);", "memsafety", false),
    ] {
        let verified = run(&main(body), property, ALL);
        let answer = &verified.verdict.answer;
        let right = if safe { matches!(answer, Answer::True(_)) } else { matches!(answer, Answer::False(_)) };
        assert!(right, "{body} {property}: {answer:?}");
    }
}

/// With terms, what a recursion returns is said by what it was given: `m + n` in every call.
#[test]
fn sums_of_unknowns_stay_the_same_through_a_recursion() {
    let text = "int sum(int n, int m) { if (n <= 0) return m + n; return sum(n - 1, m + 1); }
        int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); int r = sum(a, b); if (CONDITION) reach_error(); }";
    let symbolic = &[("refinement", "none"), ("symbolic", "on")];
    let verified = holds(&text.replace("CONDITION", "r != a + b"), symbolic);
    assert!(count(&verified, "widened exits") > 0, "{:?}", verified.counts);
    fails(&text.replace("CONDITION", "r == a + b"), symbolic);
    fails(&text.replace("CONDITION", "r == 17 && a == 3"), symbolic);
}
