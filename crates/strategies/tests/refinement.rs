//! Refinement of explicit values from nothing: programs that need few values are proved with them.

use crate::asking::Nobody;
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_strategies::{Request, configuration, verify};

fn proved(text: &str, configuration: &str) {
    let program = value_common::load_c(text, "unreach-call", true);
    let verified = verify(&program, &Request::new(configuration::find(configuration).unwrap()), &Nobody);
    assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}\n{:?}", verified.verdict, verified.counts);
}

/// Two branches on the same input: the value that a condition gives is tracked from one to the
/// other.
#[test]
fn correlated_branches() {
    for configuration in ["value", "value-refined", "value-interval"] {
        proved(
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
             int main(void) { int p = __VERIFIER_nondet_int(); int lock; if (p != 0) lock = 1; else lock = 0;
                 if (p != 0) { if (lock != 1) reach_error(); } return 0; }",
            configuration,
        );
    }
}

/// The same in a loop, with two locks.
#[test]
fn locks_in_a_loop() {
    proved(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int p = __VERIFIER_nondet_int(); int q = __VERIFIER_nondet_int(); int a, b;
             while (1) { if (__VERIFIER_nondet_int() == 0) break; a = 0; b = 0;
                 if (p != 0) a = 1; if (q != 0) b = 1;
                 if (p != 0) { if (a != 1) reach_error(); a = 0; } if (q != 0) { if (b != 1) reach_error(); b = 0; } }
             return 0; }",
        "value-refined",
    );
}
