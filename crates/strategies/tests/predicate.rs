//! Predicate analysis, bounded model checking and induction on small programs: what they prove, and
//! that block encodings agree.

use crate::asking::{HEAD, Nobody, with};
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::configuration::Configuration;
use adumbra_strategies::{Request, configuration, verify};
use adumbra_verdict::Reason;

fn answer(text: &str, configuration: Configuration) -> Answer {
    answer_within(60_000, text, configuration)
}

fn answer_within(milliseconds: u64, text: &str, configuration: Configuration) -> Answer {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(milliseconds * MILLISECOND);
    verify(&program, &request, &Nobody).verdict.answer
}

fn proved(text: &str, configuration: Configuration) {
    let answer = answer(text, configuration);
    assert!(matches!(answer, Answer::True(_)), "{answer:?}\n{text}");
}

/// All block encodings, both abstractions, all scopes.
fn encodings() -> Vec<Configuration> {
    let mut all = vec![with("predicate", &[]), with("predicate-lbe", &[])];
    for blocks in ["single", "loops", "functions", "length"] {
        for abstraction in ["boolean", "cartesian"] {
            all.push(with("predicate", &[("blocks", blocks), ("abstraction", abstraction)]));
        }
    }
    for scope in ["function", "global"] {
        all.push(with("predicate", &[("precision-scope", scope)]));
    }
    all.push(with("predicate", &[("refinement", "restart")]));
    all
}

/// An unbounded loop whose invariant is a relation of two variables.
const PARITY: &str =
    "int main(void) { unsigned x = 0; int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x += 2;
    if (x % 2) reach_error(); return 0; }";

/// The locks of the literature: two variables that are the same at the head of the loop.
const LOCK: &str = "int main(void) { int lock = 0, old, new = __VERIFIER_nondet_int();
    do { if (lock) reach_error(); lock = 1; old = new; if (__VERIFIER_nondet_int()) { lock = 0; new++; } } while (new != old);
    if (!lock) reach_error(); return 0; }";

/// What a branch made of two variables, at a head where nothing else is known: there the predicates
/// have to do with each other by the branch alone.
#[test]
fn variables_that_a_branch_sets_stay_related() {
    let branch = "int x, z; if (__VERIFIER_nondet_int()) { x = 1; z = 0; } else { x = 0; z = 1; }";
    let one_input = "int x = __VERIFIER_nondet_int(), z = x;";
    for (set, error) in [(branch, "x + z != 1"), (branch, "x == z"), (one_input, "x == 3 && z != 3")] {
        let text = format!(
            "int main(void) {{ {set} while (__VERIFIER_nondet_int()); if ({error}) reach_error(); return 0; }}"
        );
        for blocks in ["single", "loops", "functions"] {
            proved(&text, with("predicate", &[("blocks", blocks)]));
        }
    }
}

#[test]
fn block_encodings_agree_on_proofs() {
    for configuration in encodings() {
        for text in [PARITY, LOCK] {
            // A conjunction of predicates may be too weak, but it is never wrong.
            match answer(text, configuration.clone()) {
                Answer::True(_) => {}
                other => assert!(
                    format!("{configuration:?}").contains("cartesian") && matches!(other, Answer::Unknown(_)),
                    "{other:?} {configuration:?}"
                ),
            }
        }
    }
}

/// What is not so is not proved, whatever the encoding: nobody replays here, so that the answer
/// stays open.
#[test]
fn block_encodings_agree_on_violations() {
    for mut configuration in encodings() {
        configuration.set("max-undecided", "2").unwrap();
        for text in [
            "int main(void) { int x = 0; int n = __VERIFIER_nondet_int(); while (x < n) x += 2; if (x == 7 + 1) reach_error(); return 0; }",
            "int g; void f(int *p) { *p += 1; } int main(void) { f(&g); f(&g); int y = __VERIFIER_nondet_int(); if (y == g + 40) reach_error(); return 0; }",
            "int a[4]; int main(void) { int i = __VERIFIER_nondet_int() & 3; a[i] = 5; if (a[2]) reach_error(); return 0; }",
        ] {
            let answer = answer_within(500, text, configuration.clone());
            assert!(matches!(answer, Answer::Unknown(_)), "{answer:?} {configuration:?}\n{text}");
        }
    }
}

/// Where blocks pass the heads of loops, states of different iterations are not alternatives of
/// each other.
#[test]
fn iterations_within_a_block_stay_apart() {
    let text =
        "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) x++; if (x == 2) reach_error(); return 0; }";
    for length in ["1", "2", "3", "5", "8", "13", "40", "200"] {
        let configuration =
            with("predicate", &[("blocks", "length"), ("block-length", length), ("max-undecided", "2")]);
        let answer = answer_within(500, text, configuration);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?} {length}");
    }
    let parts =
        "parts = location callstack predicate\ntraversal = reverse-postorder\nrefinement = lazy\nblocks = never";
    let configuration = configuration::read("endless", parts).unwrap();
    let answer = answer_within(500, text, configuration.clone());
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    // A loop without branches: no two of its paths are alternatives, so that nothing is merged,
    // whatever comes first.
    let text = "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; for (int i = 0; i < 5; i++) x += n; if (x != 5 * n) reach_error(); return 0; }";
    for configuration in [configuration, with("predicate", &[("blocks", "length"), ("block-length", "200")])] {
        let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
        let verified = verify(&program, &Request::new(configuration), &Nobody);
        assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
        let merged = verified.counts.iter().find(|(name, _)| name == "blocks merged");
        assert_eq!(merged.map(|(_, count)| count.as_str()), Some("0"), "{:?}", verified.counts);
    }
}

#[test]
fn memory_is_followed() {
    for text in [
        // Globals, pointers to locals, results, structures, copies.
        "int g = 3; int twice(int x) { return 2 * x; } int main(void) { int n = __VERIFIER_nondet_int(); int *p = &g; *p = n; if (twice(g) != n + n) reach_error(); return 0; }",
        "int main(void) { int x = 1, y = 1; int *p = __VERIFIER_nondet_int() ? &x : &y; *p = 2; if (x + y != 3) reach_error(); return 0; }",
        "struct S { int a; char c; struct S *n; }; int main(void) { struct S s = {1, 2, 0}, t; t = s; t.n = &s; t.n->a = 7; if (s.a != 7 || t.a != 1) reach_error(); return 0; }",
        "int t[3] = {1, 2, 3}; int main(void) { unsigned i = __VERIFIER_nondet_int(); if (i < 3 && t[i] != i + 1) reach_error(); return 0; }",
        // The same local again is another one.
        "static int *keep; static int f(int first) { int l = 0; if (first) { l = 5; keep = &l; } return l; } int main(void) { f(1); if (f(0)) reach_error(); return 0; }",
        "int main(void) { float f = 0.5f; double d = f + 0.25; if (d != 0.75) reach_error(); return 0; }",
        "static int one(int x) { return x + 1; } static int two(int x) { return x + 2; } int (*table[2])(int) = {one, two};
         int main(void) { int r = table[1](5); if (r != 7) reach_error(); return 0; }",
    ] {
        proved(text, with("predicate", &[]));
        proved(text, with("bmc", &[]));
    }
}

#[test]
fn a_bound_is_no_proof_unless_it_is_complete() {
    let answer = answer(PARITY, with("bmc", &[("loop-bound", "3")]));
    let Answer::Unknown(reasons) = answer else { panic!("{answer:?}") };
    assert_eq!(reasons, [Reason::Bounded { iterations: 3 }]);
    let bounded = "int main(void) { int n = __VERIFIER_nondet_int() & 3, s = 0; for (int i = 0; i < n; i++) s += i; if (s > 3) reach_error(); return 0; }";
    proved(bounded, with("bmc", &[("loop-bound", "5")]));
}

/// BAM-48: a bound of 1 that grows to 32 finds what happens in the twentieth iteration, in the
/// sixth round; a bound that stays does not.
#[test]
fn a_growing_bound_finds_a_violation_in_the_twentieth_iteration() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) { i++; if (i == 20) reach_error(); } return 0; }";
    let run = |text: &str, most: &str| {
        let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
        let mut request = Request::new(with("bmc", &[("loop-bound", "1"), ("max-loop-bound", most)]));
        request.stop = Stop::never().within(60_000 * MILLISECOND);
        let verified = verify(&program, &request, &Nobody);
        let counted = |name: &str| verified.counts.iter().find(|(n, _)| n == name).map(|(_, c)| c.clone());
        (counted("loop bound"), counted("rounds of the loop bound"), verified.verdict.answer)
    };
    let (bound, rounds, answer) = run(text, "16");
    assert_eq!((bound.as_deref(), rounds.as_deref()), (Some("16"), Some("5")));
    let Answer::Unknown(reasons) = answer else { panic!("{answer:?}") };
    assert_eq!(reasons, [Reason::Bounded { iterations: 16 }], "no violation within 16 iterations");
    // Nobody replays here, so that what is found stays open; the command line confirms it.
    let (bound, rounds, answer) = run(text, "1000");
    assert_eq!((bound.as_deref(), rounds.as_deref()), (Some("32"), Some("6")));
    let Answer::Unknown(reasons) = answer else { panic!("{answer:?}") };
    assert!(
        reasons.iter().any(|r| matches!(r, Reason::Undecided { why, .. } if why.contains("replay"))),
        "{reasons:?}"
    );
    // Where no loop has more iterations, it is a proof.
    let short =
        "int main(void) { int s = 0; for (int i = 0; i < 12; i++) s += i; if (s != 66) reach_error(); return 0; }";
    let (bound, rounds, answer) = run(short, "1000");
    assert_eq!((bound.as_deref(), rounds.as_deref()), (Some("16"), Some("5")));
    assert!(matches!(answer, Answer::True(_)), "{answer:?}");
}

#[test]
fn induction_proves_what_intervals_do_not() {
    // The difference of two counters stays; two steps are needed for the pair that swaps.
    let swaps = "int main(void) { int a = 0, b = 1; while (__VERIFIER_nondet_int()) { int t = a; a = b; b = t; if (a == b) reach_error(); } return 0; }";
    proved(swaps, with("k-induction", &[]));
    let three = "int main(void) { unsigned a = 1, b = 2, c = 3; while (__VERIFIER_nondet_int()) { unsigned t = a; a = b; b = c; c = t; if (a == 0) reach_error(); } return 0; }";
    proved(three, with("k-induction", &[]));
    // Not inductive whatever the number of steps; and one that fails after many iterations.
    for text in [
        "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) { x++; if (x == 100000) reach_error(); } return 0; }",
        "int main(void) { int i = 0; while (i < 40) { i++; if (i == 33) reach_error(); } return 0; }",
    ] {
        let answer = answer(text, with("k-induction", &[]));
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}\n{text}");
    }
}
