//! Values and predicates together: what has few values is known by them, what has many by
//! predicates.

use crate::asking::{HEAD, Nobody, count, proved, with};
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_predicate_analysis::GivenPredicates;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::configuration::Configuration;
use adumbra_strategies::{Request, Verified, configuration, verify};
use adumbra_verdict::Reason;

fn run(text: &str, property: &str, configuration: Configuration, seconds: u64) -> Verified {
    let program = value_common::load_c(&format!("{HEAD}{text}"), property, true);
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(seconds * SECOND);
    verify(&program, &request, &Nobody)
}

/// A state machine as in protocols, and two loops that no number bounds: the state has five values,
/// the counter any number.
const MACHINE: &str = "int main(void) { int st = 0, ok = 0, p, cmd = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  while (1) switch (st) {
    case 0: if (cmd == 177) st = 1; else st = 2; break;
    case 1: if (cmd == 177) { st = 3; cmd = __VERIFIER_nondet_int(); } else st = 0; break;
    case 2: if (cmd != 177) { cmd = 79; st = 4; p = cmd; while (p > 0) --p; if (p > 0) reach_error(); } else reach_error(); break;
    case 3: if (cmd == 78) { st = 4; ok = 1; } else { st = 0; cmd = __VERIFIER_nondet_int(); } break;
    case 4: if (ok) { if (cmd != 78) reach_error(); } else { if (cmd != 79) reach_error(); } goto cont;
  }
  cont: p = cmd; while (p < n) ++p; if (p < n) reach_error(); return 0; }";

/// A counter to a constant, then an equality: for values alone.
const COUNTER: &str =
    "int main(void) { int i = 0, j = 0; while (i < 100) { i++; j += 2; } if (j != 200) reach_error(); return 0; }";

/// The conditions of the machine as predicates, in all of `main`.
const CONDITIONS: &str = r#"
(declare-const |main::st| (_ BitVec 32))
(declare-const |main::ok| (_ BitVec 32))
(declare-const |main::cmd| (_ BitVec 32))
(declare-const |main::p| (_ BitVec 32))
(declare-const |main::n| (_ BitVec 32))
(set-info :place "main")
(assert (= |main::st| #x00000000))
(assert (= |main::st| #x00000001))
(assert (= |main::st| #x00000002))
(assert (= |main::st| #x00000003))
(assert (= |main::st| #x00000004))
(assert (= |main::ok| #x00000000))
(assert (= |main::cmd| #x000000b1))
(assert (= |main::cmd| #x0000004e))
(assert (= |main::cmd| #x0000004f))
(assert (bvslt |main::p| |main::n|))
(assert (bvsgt |main::p| #x00000000))"#;

#[test]
fn a_machine_is_proved_with_a_threshold() {
    for values in ["as-needed", "all"] {
        for threshold in ["5", "10"] {
            let options = [("values", values), ("value-threshold", threshold)];
            let verified = run(MACHINE, "unreach-call", with("value-predicate", &options), 120);
            proved(&verified);
            // What counts without end is known by predicates, the rest by values.
            assert!((1..=4).contains(&count(&verified, "predicates")), "{}", count(&verified, "predicates"));
        }
    }
}

/// With one value of each variable, all of the machine is left to predicates, which here are given.
#[test]
fn a_machine_is_proved_with_one_value_and_given_predicates() {
    let given = std::sync::Arc::new(GivenPredicates::read("given", CONDITIONS).unwrap());
    let program = value_common::load_c(&format!("{HEAD}{MACHINE}"), "unreach-call", true);
    for values in ["as-needed", "all"] {
        let mut request = Request::new(with("value-predicate", &[("values", values), ("value-threshold", "1")]));
        request.stop = Stop::never().within(120 * SECOND);
        request.initial_predicates = Some(std::sync::Arc::clone(&given));
        let verified = verify(&program, &request, &Nobody);
        proved(&verified);
        assert_eq!((count(&verified, "refinements"), given.remarks()), (0, Vec::new()));
    }
}

/// CPA-21, X7: with thresholds of one and of five values the machine is proved, and predicates take
/// over what is given up: more of them with the smaller threshold. Without a threshold, counters
/// that have no end are followed for ever.
#[test]
fn a_machine_with_thresholds_of_one_and_five_and_none() {
    let with_threshold =
        |k: &str| run(MACHINE, "unreach-call", with("value-predicate", &[("value-threshold", k)]), 120);
    let [one, five] = ["1", "5"].map(|k| {
        let verified = with_threshold(k);
        proved(&verified);
        assert!(count(&verified, "value refinements") > 0, "{k}");
        count(&verified, "predicates")
    });
    assert!(one > five && five > 0, "{one} {five}");
    let forever =
        run(MACHINE, "unreach-call", with("value-predicate", &[("values", "all"), ("value-threshold", NONE)]), 2);
    assert!(matches!(forever.verdict.answer, Answer::Unknown(_)), "{:?}", forever.verdict.answer);
    assert!(count(&forever, "states") > 1000, "{}", count(&forever, "states"));
}

/// The value of the option that is no threshold.
const NONE: &str = "18446744073709551615";

/// CPA-21, loop1: without a threshold the loop is followed to its end by values alone; with
/// thresholds of one and of five, the counters are left to predicates.
#[test]
fn a_counter_with_thresholds_of_one_and_five_and_none() {
    let with_threshold = |k: &str, seconds| {
        run(COUNTER, "unreach-call", with("value-predicate", &[("values", "all"), ("value-threshold", k)]), seconds)
    };
    let explicit = with_threshold(NONE, 60);
    proved(&explicit);
    assert_eq!((count(&explicit, "refinements"), count(&explicit, "predicates")), (0, 0));
    for k in ["1", "5"] {
        let verified = with_threshold(k, 2);
        assert!(count(&verified, "predicates") > 0, "{k}");
    }
}

/// Values alone do not end, or do not tell.
#[test]
fn a_machine_is_not_proved_by_values_alone() {
    let alone = run(MACHINE, "unreach-call", with("value", &[]), 3);
    assert!(matches!(alone.verdict.answer, Answer::Unknown(_)), "{:?}", alone.verdict.answer);
}

#[test]
fn values_without_a_threshold_need_no_predicates() {
    let options = [("values", "all"), ("value-threshold", "1000")];
    let verified = run(COUNTER, "unreach-call", with("value-predicate", &options), 60);
    proved(&verified);
    assert_eq!((count(&verified, "refinements"), count(&verified, "predicates")), (0, 0));
}

/// What has too many values is left to predicates, and values do not ask for it again.
#[test]
fn what_is_given_up_becomes_predicates() {
    let text = "int mode; int main(void) { int n = __VERIFIER_nondet_int(), i = 0; mode = 3; if (n < 0) return 0;
        while (i < n) { if (mode != 3) reach_error(); i++; } if (i != n) reach_error(); return 0; }";
    let verified = run(text, "unreach-call", with("value-predicate", &[]), 60);
    proved(&verified);
    assert!(count(&verified, "value refinements") > 0 && count(&verified, "predicate refinements") > 0);
    // The values of a key past the threshold are not tracked again by those who know values alone:
    // no path is excluded twice.
    let alone = run(text, "unreach-call", with("value-refined", &[("value-threshold", "3")]), 20);
    let Answer::Unknown(reasons) = &alone.verdict.answer else { panic!("{:?}", alone.verdict.answer) };
    assert!(reasons.iter().all(|r| matches!(r, Reason::Undecided { .. })), "{reasons:?}");
}

/// A value that is known where a block ends makes a predicate true that the block alone does not:
/// `limit` was set before the block began.
#[test]
fn values_strengthen_predicates() {
    let text =
        "int limit; int main(void) { int x = __VERIFIER_nondet_int(); limit = 8; while (__VERIFIER_nondet_int()) x++;
        if (x >= 8) return 0; while (__VERIFIER_nondet_int()) { if (x >= limit) reach_error(); } return 0; }";
    let file = "(declare-const limit (_ BitVec 32))\n(declare-const |main::x| (_ BitVec 32))
        (set-info :place \"main loop 2\")\n(assert (bvslt |main::x| limit))";
    let given = std::sync::Arc::new(GivenPredicates::read("given", file).unwrap());
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    for (name, known) in [("value-predicate", true), ("predicate", false)] {
        let mut request = Request::new(with(name, &[("values", "all"), ("refinement", "none")]));
        request.stop = Stop::never().within(60 * SECOND);
        request.initial_predicates = Some(std::sync::Arc::clone(&given));
        let verified = verify(&program, &request, &Nobody);
        assert_eq!(matches!(verified.verdict.answer, Answer::True(_)), known, "{name}: {:?}", verified.verdict.answer);
        assert_eq!(given.remarks(), Vec::<String>::new());
    }
}

/// Where the abstraction says that a variable has one value, values know it: a branch on it is
/// decided without a question to the solver, and the state of the values says so.
#[test]
fn predicates_strengthen_values() {
    // Values do not see that `x` is 7 behind the tests; the predicate that is given says so at the
    // head of the loop.
    let text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 7) return 0; if (x > 7) return 0;
        while (__VERIFIER_nondet_int()) { if (x * x != 49) reach_error(); } return 0; }";
    let file =
        "(declare-const |main::x| (_ BitVec 32))\n(set-info :place \"main loop 1\")\n(assert (= |main::x| #x00000007))";
    let given = std::sync::Arc::new(GivenPredicates::read("given", file).unwrap());
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(with("value-predicate", &[("values", "all"), ("refinement", "none")]));
    request.stop = Stop::never().within(60 * SECOND);
    request.draw = true;
    for (given, known) in [(Some(given), true), (None, false)] {
        request.initial_predicates = given;
        let verified = verify(&program, &request, &Nobody);
        assert_eq!(matches!(verified.verdict.answer, Answer::True(_)), known, "{:?}", verified.verdict.answer);
        let graph = verified.graph.unwrap_or_default();
        assert_eq!(graph.contains("x = 7"), known, "{graph}");
    }
}

/// Memory safety that is no branch of the program is for values alone: blocks go on only where
/// accesses are valid.
#[test]
fn invalid_accesses_are_not_left_out() {
    let text = "int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); if (i > 3) i = 4; if (i < 0) i = 0; a[i] = 1; return 0; }";
    let verified = run(text, "valid-deref", with("value-predicate", &[]), 20);
    let Answer::Unknown(reasons) = &verified.verdict.answer else { panic!("{:?}", verified.verdict.answer) };
    assert!(matches!(&reasons[..], [Reason::Property(_)]), "{reasons:?}");
}

#[test]
fn intervals_strengthen_predicates() {
    let text = "parts = location callstack interval predicate\ntraversal = reverse-postorder\nrefinement = lazy";
    let both = configuration::read("interval-predicate", text).unwrap();
    for text in [
        "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < 100) { if (n > 5 && n < i && i > 200) reach_error(); i++; } if (i != 100) reach_error(); return 0; }",
        "int main(void) { unsigned x = 0; int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x += 2; if (x % 2) reach_error(); return 0; }",
    ] {
        proved(&run(text, "unreach-call", both.clone(), 60));
    }
    let wrong = "int main(void) { int i = 0; while (i < 10) i++; if (i == 10) reach_error(); return 0; }";
    let verified = run(wrong, "unreach-call", both, 20);
    assert!(matches!(verified.verdict.answer, Answer::Unknown(_)), "{:?}", verified.verdict.answer);
}
