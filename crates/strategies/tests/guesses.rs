//! Invariants guessed from executions: what holds strengthens induction, and what only seemed to
//! hold proves nothing.

use crate::asking::Nobody;
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, Verified, configuration, verify};
use adumbra_verdict::{Argument, Checked};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);\n";

fn induced(text: &str) -> Verified {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(configuration::find("k-induction").unwrap());
    request.stop = Stop::never().within(120 * SECOND);
    request.check_proofs = true;
    verify(&program, &request, &Nobody)
}

/// The program is proved by induction, and the proof is checked.
fn is_proved(text: &str) {
    let Verified { verdict, counts, .. } = induced(text);
    let Answer::True(proof) = verdict.answer else { panic!("{text}: {:?} {counts:?}", verdict.answer) };
    assert!(
        matches!(proof.certificate.as_ref().map(|c| &c.argument), Some(Argument::Induction(_))),
        "{text}: {}",
        proof.method
    );
    assert_eq!(proof.checked, Checked::Yes, "{text}");
}

#[test]
fn sums_of_counters() {
    is_proved(
        "int main(void) { int n = __VERIFIER_nondet_int(), a = 0, b = 0, i = 0;
         if (n < 0 || n > 100000) return 0;
         for (; i < n; i++) if (__VERIFIER_nondet_int()) { a += 1; b += 2; } else { a += 2; b += 1; }
         if (a + b != 3 * n) reach_error(); return 0; }",
    );
    // The same where numbers wrap.
    is_proved(
        "int main(void) { unsigned x = 0, y = 7;
         while (__VERIFIER_nondet_int()) { x += 3; y += 6; }
         if (y - 2 * x != 7) reach_error(); return 0; }",
    );
}

#[test]
fn squares_of_counters() {
    is_proved(
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
         while (i != n) { i++; s += 2 * i - 1; }
         if (s != n * n) reach_error(); return 0; }",
    );
    is_proved(
        "int main(void) { unsigned i = 0, s = 0;
         while (__VERIFIER_nondet_int()) { i++; s += i; }
         if (2 * s != i * i + i) reach_error(); return 0; }",
    );
}

#[test]
fn cases_and_remainders() {
    is_proved(
        "int main(void) { int flag = __VERIFIER_nondet_int(); unsigned x = flag ? 1 : 4, y = 0;
         while (__VERIFIER_nondet_int()) { x += 2; y += 4; }
         if (flag && x % 2 == 0 || y % 4) reach_error(); return 0; }",
    );
    is_proved(
        "int lock, got; int main(void) { int n = __VERIFIER_nondet_int(), old = n + 1;
         while (n != old) { lock = 1; old = n; if (__VERIFIER_nondet_int()) { lock = 0; n++; } }
         if (!lock) reach_error(); return 0; }",
    );
}

#[test]
fn heads_in_a_function_that_is_called_twice() {
    is_proved(
        "unsigned a, b;
         void go(unsigned by) { while (__VERIFIER_nondet_int()) { a += by; b += by; if (a != b) reach_error(); } }
         int main(void) { go(1); go(5); if (a != b) reach_error(); return 0; }",
    );
}

/// What held in the executions that were watched, and does not always.
#[test]
fn what_only_seemed_to_hold_proves_nothing() {
    for text in [
        // Later than any execution is watched.
        "int main(void) { int i = 0, x = 0; while (__VERIFIER_nondet_int()) { i++; if (i == 1000000) x = 1; }
         if (x) reach_error(); return 0; }",
        // For an input that is hardly met.
        "int main(void) { int k = __VERIFIER_nondet_int(), x = 0, y = 0;
         while (__VERIFIER_nondet_int()) { x++; y += k == 123456789 ? 2 : 1; }
         if (x != y) reach_error(); return 0; }",
        // Orders that end where numbers wrap.
        "int main(void) { unsigned x = 0, y = 1; while (__VERIFIER_nondet_int()) { x++; y++; }
         if (x > y) reach_error(); return 0; }",
        // A remainder that wraps.
        "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) x += 3; if (x % 3) reach_error(); return 0; }",
    ] {
        let Verified { verdict, .. } = induced_soon(text);
        assert!(!matches!(verdict.answer, Answer::True(_)), "{text}");
    }
}

fn induced_soon(text: &str) -> Verified {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(configuration::find("k-induction").unwrap());
    request.stop = Stop::never().within(3 * SECOND);
    verify(&program, &request, &Nobody)
}
