//! What explicit values by functions answer to recursive programs, family by family: no violation
//! is missed, and proved is what needs no relation between two unknown numbers.
//!
//! The families are those of the literature on block-abstraction memoization with recursion.

use crate::asking::{HEAD, with};
use crate::value_blocks::Replays;
use adumbra_judges::Answer;
use adumbra_laws::sources::load_c;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Request, verify};

/// A program, and whether it holds.
type Sample = (String, bool);

/// What follows a call that goes down to a base is reached if there is a call at all.
fn descents() -> Vec<Sample> {
    let one = "void sink(int depth) { if (depth < 3) return; depth = depth - 1; sink(depth); reach_error(); }";
    let two = "void sway(int depth); void sink(int depth) { if (depth < 3) return; sway(depth - 1); reach_error(); }
        void sway(int depth) { if (depth < 3) return; sink(depth - 1); reach_error(); }";
    let samples = [one, two].into_iter().flat_map(|text| [(text, 4, false), (text, 2, true)]);
    samples.map(|(text, depth, holds)| (format!("{text} int main(void) {{ sink({depth}); }}"), holds)).collect()
}

/// Sums of the two results before, by one function or by two that call each other.
fn pairs() -> Vec<Sample> {
    let one = "int sum(int n) { if (n < 1) return 0; if (n == 1) return 1; return sum(n - 1) + sum(n - 2); }";
    let two = "int other(int n); int sum(int n) { if (n < 1) return 0; if (n == 1) return 1; return other(n - 1) + other(n - 2); }
        int other(int n) { if (n < 1) return 0; if (n == 1) return 1; return sum(n - 1) + sum(n - 2); }";
    let mut samples = Vec::new();
    for (text, n, result) in
        [(one, 5, 5), (one, 7, 13), (one, 10, 55), (two, 2, 1), (two, 5, 5), (two, 6, 8), (two, 10, 55)]
    {
        for (relation, holds) in [("!=", true), ("==", false)] {
            let main = format!("int main(void) {{ int n = {n}; if (sum(n) {relation} {result}) reach_error(); }}");
            samples.push((format!("{text} {main}"), holds));
        }
    }
    samples
}

/// Counting up behind each call, from any number or a known one.
fn counts() -> Vec<Sample> {
    let count = "unsigned count(unsigned n) { if (n == 0) return 0; return 1 + count(n - 1); }";
    let any = |result: u32| {
        format!(
            "{count} int main(void) {{ unsigned n = __VERIFIER_nondet_int(); if (count(n) == {result}) reach_error(); }}"
        )
    };
    let known = |n: u32, relation: &str| {
        format!("{count} int main(void) {{ unsigned n = {n}; if (count(n) {relation} {n}) reach_error(); }}")
    };
    let mut samples: Vec<Sample> = [3, 20, 100, 1000].into_iter().map(|result| (any(result), false)).collect();
    samples.extend([5, 10].into_iter().flat_map(|n| [(known(n, "=="), false), (known(n, "!="), true)]));
    samples
}

/// Counting that stops at a bound, by one function or by two.
fn capped() -> Vec<Sample> {
    let body = "{ if (n == 0) return 0; int below = 1 + CALL(n - 1); return below > BOUND ? BOUND : below; }";
    let one = format!("int up(int n) {}", body.replace("CALL", "up"));
    let (up, on) = (body.replace("CALL", "on"), body.replace("CALL", "up"));
    let two = format!("int on(int n); int up(int n) {up} int on(int n) {on}");
    let mut samples = Vec::new();
    for text in [one, two] {
        for (bound, result, holds) in [("2", 3, true), ("3", 2, false), ("3", 5, true), ("5", 10, true)] {
            let main =
                format!("int main(void) {{ int n = __VERIFIER_nondet_int(); if (up(n) == {result}) reach_error(); }}");
            samples.push((format!("{} {main}", text.replace("BOUND", bound)), holds));
        }
    }
    samples
}

/// Moving a number from one place to another, one at a time.
fn moves() -> Vec<Sample> {
    let add = "int pour(int from, int to) { if (from <= 0) return from + to; return pour(from - 1, to + 1); }";
    let main = |a: &str, b: &str, relation: &str| {
        format!("{add} int main(void) {{ int a = {a}, b = {b}; if (pour(a, b) {relation} a + b) reach_error(); }}")
    };
    let known = [("2", "3"), ("10", "0")].into_iter();
    let mut samples: Vec<Sample> =
        known.flat_map(|(a, b)| [(main(a, b, "=="), false), (main(a, b, "!="), true)]).collect();
    samples.push((main("__VERIFIER_nondet_int()", "__VERIFIER_nondet_int()", "=="), false));
    samples
}

/// The answers to samples: each must be right.
fn check(samples: Vec<Sample>, options: &[(&str, &str)]) {
    for (text, holds) in samples {
        let text = format!("{HEAD}{text}");
        let mut request = Request::new(with("value-blocks", options));
        request.stop = Stop::never().within(10 * SECOND);
        let program = load_c(&text, "unreach-call", true);
        let verified = verify(&program, &request, &Replays(load_c(&text, "unreach-call", false)));
        let right = match verified.verdict.answer {
            Answer::True(_) => holds,
            Answer::False(_) => !holds,
            Answer::Unknown(_) => false,
        };
        assert!(right, "{text}\nholds: {holds}, but {:?}\n{:?}", verified.verdict.answer, verified.counts);
    }
}

#[test]
fn bam_25_what_follows_a_descent() {
    check(descents(), &[]);
    check(descents(), &[("refinement", "restart")]);
}

#[test]
fn bam_25_sums_of_two_results() {
    check(pairs(), &[]);
}

#[test]
fn bam_25_counting_behind_each_call() {
    check(counts(), &[]);
    check(counts(), &[("refinement", "none")]);
}

#[test]
fn bam_25_counting_that_stops_at_a_bound() {
    check(capped(), &[]);
    check(capped(), &[("refinement", "restart")]);
    check(capped(), &[("memoize", "both")]);
}

#[test]
fn bam_25_moving_a_number() {
    check(moves(), &[]);
}

/// That two unknown numbers are together as much as before is a relation, which values do not know:
/// no proof, but no wrong answer either.
#[test]
fn bam_25_relations_are_left_open() {
    let text = "int pour(int from, int to) { if (from == 0) return to; return pour(from - 1, to + 1); }
        int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (pour(a, b) != a + b) reach_error(); }";
    let text = format!("{HEAD}{text}");
    let mut request = Request::new(with("value-blocks", &[]));
    request.stop = Stop::never().within(4 * SECOND);
    let program = load_c(&text, "unreach-call", true);
    let verified = verify(&program, &request, &Replays(load_c(&text, "unreach-call", false)));
    assert!(matches!(verified.verdict.answer, Answer::Unknown(_)), "{:?}", verified.verdict.answer);
}
