//! Symbolic execution by functions: what a function ends with are terms and conditions over what it
//! was given, put in for each call.

use crate::asking::{HEAD, count, with};
use crate::value_blocks::Replays;
use adumbra_judges::Answer;
use adumbra_laws::sources::load_c;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, Verified, verify};

fn run(text: &str, memoize: &str) -> Verified {
    let text = format!("{HEAD}{text}");
    let mut request = Request::new(with("symbolic", &[("memoize", memoize)]));
    request.stop = Stop::never().within(20 * SECOND);
    let program = load_c(&text, "unreach-call", true);
    verify(&program, &request, &Replays(load_c(&text, "unreach-call", false)))
}

/// The answer is the same with blocks and without.
#[track_caller]
fn check(text: &str, holds: bool) -> Verified {
    let mut last = None;
    for memoize in ["off", "functions", "both"] {
        let verified = run(text, memoize);
        let answer = &verified.verdict.answer;
        let right = if holds { matches!(answer, Answer::True(_)) } else { matches!(answer, Answer::False(_)) };
        assert!(right, "{memoize}: {answer:?}\n{:?}", verified.counts);
        last = Some(verified);
    }
    last.unwrap()
}

const MORE: &str = "static int more(int a, int b) { if (a > b) return a; return b; }
    static int apart(int a, int b) { return a < b ? b - a : a - b; }";

#[test]
fn conditions_on_what_was_given_come_back() {
    let main = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
        int m = more(x, y), n = more(y, x); if (RELATION) reach_error(); return 0; }";
    for (relation, holds) in [
        ("m != n", true),
        ("m < x || m < y", true),
        ("m != x && m != y", true),
        ("m == x && x < y", true),
        ("m == y && n == 7", false),
        ("m - 1 == x", false),
    ] {
        check(&format!("{MORE} {}", main.replace("RELATION", relation)), holds);
    }
}

/// Equal up to the names of unknowns: the function is explored once.
#[test]
fn what_looks_alike_is_explored_once() {
    let text = format!(
        "{MORE} int main(void) {{ int a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7;
            int r = apart(1, 2); r += apart(1, 2); if (apart(a, b) > 7 || r != 2) reach_error(); return 0; }}"
    );
    let verified = run(&text, "functions");
    assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
    assert!(count(&verified, "block hits") + count(&verified, "partial block hits") > 0, "{:?}", verified.counts);
}
