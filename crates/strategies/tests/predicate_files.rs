//! Predicates from files and to files: what was found is enough the next time, small changes of the
//! program do no harm, and what does not fit is said.

use crate::asking::{HEAD, Nobody, proved};
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_predicate_analysis::{FoundPredicates, GivenPredicates};
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::configuration::Configuration;
use adumbra_strategies::{Request, Verified, configuration, verify};
use std::sync::Arc;

/// A run with predicates from a file, if there is one: what came out, the predicates in the end,
/// what did not fit.
fn run(text: &str, configuration: &Configuration, file: Option<&str>) -> (Verified, String, Vec<String>) {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let found = Arc::new(FoundPredicates::default());
    let given =
        file.map(|text| Arc::new(GivenPredicates::read("given.smt2", text).unwrap_or_else(|e| panic!("{e}\n{text}"))));
    let request = Request {
        stop: Stop::never().within(500 * MILLISECOND),
        initial_predicates: given.clone(),
        found_predicates: Some(Arc::clone(&found)),
        ..Request::new(configuration.clone())
    };
    let verified = verify(&program, &request, &Nobody);
    (verified, found.to_smtlib(), given.map(|given| given.remarks()).unwrap_or_default())
}

fn with(options: &[(&str, &str)]) -> Configuration {
    let mut configuration = configuration::find("predicate").unwrap();
    for (option, value) in options {
        configuration.set(option, value).unwrap();
    }
    configuration
}

fn refinements(verified: &Verified) -> u64 {
    let count = verified.counts.iter().find(|(name, _)| name == "refinements");
    count.unwrap_or_else(|| panic!("{:?}", verified.counts)).1.parse().unwrap()
}

/// Programs that need predicates: over locals, several registers of one variable, globals, arrays,
/// pointers, results of functions, and activations of a recursive function.
const PROGRAMS: [&str; 6] = [
    "int main(void) { unsigned x = 0; int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x += 2; if (x % 2) reach_error(); return 0; }",
    "int main(void) { int lock = 0, old, new = __VERIFIER_nondet_int();
     do { if (lock) reach_error(); lock = 1; old = new; if (__VERIFIER_nondet_int()) { lock = 0; new++; } } while (new != old);
     if (!lock) reach_error(); return 0; }",
    "unsigned select, seen; static void next(void) { if (__VERIFIER_nondet_int()) { select += 4; seen = 1; } }
     int main(void) { while (__VERIFIER_nondet_int()) next(); if (select & 3) reach_error(); if (select && !seen && select < 8) reach_error(); return 0; }",
    "unsigned a[4]; int main(void) { unsigned k = __VERIFIER_nondet_int() & 3; while (__VERIFIER_nondet_int()) a[k] += 2;
     if (a[k] & 1) reach_error(); return 0; }",
    "int main(void) { int x = 0, y = 0; int *p = &x; while (__VERIFIER_nondet_int()) { if (p == &x) { x = 1; p = &y; } else { p = &x; y = x; } }
     if (p != &x && p != &y) reach_error(); if (y && !x) reach_error(); return 0; }",
    "static unsigned even(int n) { unsigned r = 0; while (__VERIFIER_nondet_int()) r += 2; if (n > 0) r += even(n - 1); return r; }
     int main(void) { if (even(1) & 1) reach_error(); return 0; }",
];

fn encodings() -> Vec<Configuration> {
    let mut all = Vec::new();
    for blocks in ["loops", "functions", "single", "length"] {
        all.push(with(&[("blocks", blocks)]));
    }
    for scope in ["function", "global"] {
        all.push(with(&[("precision-scope", scope)]));
    }
    all.push(with(&[("abstraction", "cartesian")]));
    all
}

#[test]
fn what_was_found_is_enough_the_next_time() {
    let mut compared = 0;
    for configuration in encodings() {
        for text in PROGRAMS {
            let (first, file, _) = run(text, &configuration, None);
            if !matches!(first.verdict.answer, Answer::True(_)) {
                // Conjunctions may be too weak, and small blocks too many.
                continue;
            }
            let (second, same, remarks) = run(text, &configuration, Some(&file));
            proved(&second);
            assert_eq!((refinements(&second), remarks), (0, Vec::new()), "{configuration:?}\n{text}\n{file}");
            assert_eq!(same, file, "{configuration:?}\n{text}");
            compared += u32::from(refinements(&first) > 0);
        }
    }
    assert!(compared >= 20, "only {compared} pairs of a program and an encoding needed refinement and were compared");
}

/// The head of a loop, its variables by their names in C: nothing has to be found out.
const BY_HAND: &str = "(declare-const |main::x| (_ BitVec 32))
(set-info :place \"main loop 1\")
(assert (= ((_ extract 0 0) |main::x|) #b0))";

#[test]
fn given_predicates_prove_without_refinement() {
    for abstraction in ["boolean", "cartesian"] {
        let configuration = with(&[("refinement", "none"), ("abstraction", abstraction)]);
        let (without, file, _) = run(PROGRAMS[0], &configuration, None);
        assert!(matches!(without.verdict.answer, Answer::Unknown(_)), "{:?}", without.verdict.answer);
        assert!(!file.contains("assert"), "{file}");
        for place in ["main loop 1", "main", "*", "main line 2"] {
            let (verified, _, remarks) = run(PROGRAMS[0], &configuration, Some(&BY_HAND.replace("main loop 1", place)));
            proved(&verified);
            assert_eq!(remarks, Vec::<String>::new());
        }
        // Elsewhere it is of no use.
        let (verified, _, remarks) = run(PROGRAMS[0], &configuration, Some(&BY_HAND.replace("loop 1", "exit")));
        assert!(matches!(verified.verdict.answer, Answer::Unknown(_)), "{:?}", verified.verdict.answer);
        assert_eq!(remarks, Vec::<String>::new());
    }
}

#[test]
fn an_assumption_makes_a_given_predicate_true() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; if (n < 7) return 0; while (i < 5) i++; if (n < 3) reach_error(); return 0; }";
    let file = "(declare-const |main::n| (_ BitVec 32))\n(set-info :place \"main loop 1\")\n(assert (bvslt |main::n| #x00000007))";
    let configuration = with(&[("refinement", "none"), ("abstraction", "cartesian")]);
    let (verified, _, _) = run(text, &configuration, Some(file));
    proved(&verified);
}

#[test]
fn small_changes_do_no_harm() {
    let configuration = with(&[]);
    let (first, file, _) = run(PROGRAMS[0], &configuration, None);
    proved(&first);
    assert!(refinements(&first) > 0);
    for changed in [
        // More lines, other variables and another function before it.
        "static int id(int k) { return k; }\n\nint main(void) { unsigned x = 0; int other = id(5), n = __VERIFIER_nondet_int();\n for (int i = 0; i < n; i++) x += 2; if (x % 2) reach_error(); return other - 5; }",
        // A loop behind it.
        "int main(void) { unsigned x = 0; int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x += 2; if (x % 2) reach_error(); while (n > 0) n--; return 0; }",
        // More happens to the variable.
        "int main(void) { unsigned x = 0; int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) { if (i & 1) x += 4; x += 2; } if (x % 2) reach_error(); return 0; }",
    ] {
        let (verified, _, remarks) = run(changed, &configuration, Some(&file));
        proved(&verified);
        assert_eq!((refinements(&verified), remarks), (0, Vec::new()), "{changed}\n{file}");
    }
    let renamed = PROGRAMS[0].replace("x +=", "sum +=").replace("x =", "sum =").replace("x %", "sum %");
    let (verified, _, remarks) = run(&renamed, &configuration, Some(&file));
    proved(&verified);
    assert!(refinements(&verified) > 0);
    let line = 1 + file.lines().position(|line| line.starts_with("(assert") && line.contains("main::x")).unwrap();
    let expected = format!("given.smt2:{line}: there is no variable `main::x");
    assert!(remarks.iter().any(|remark| remark.starts_with(&expected)), "{remarks:#?}\n{file}");
}

#[test]
fn what_does_not_fit_is_said() {
    for (file, remark) in [
        (
            "(declare-const |main::y| (_ BitVec 32))\n(assert (= |main::y| #x00000000))",
            "given.smt2:2: there is no variable `main::y`",
        ),
        (
            "(declare-const |f::x| (_ BitVec 32))\n\n(assert (= |f::x| #x00000000))",
            "given.smt2:3: there is no variable `f::x`",
        ),
        (
            "(declare-const |main::x| (_ BitVec 8))\n(assert (= |main::x| #x00))",
            "given.smt2:2: `main::x` is of the sort (_ BitVec 32), not (_ BitVec 8)",
        ),
        ("(set-info :place \"f\")\n(assert true)", "given.smt2:2: there is no function `f`"),
        ("(set-info :place \"main loop 2\")\n(assert true)", "given.smt2:2: there is no `main loop 2`"),
        ("(assert true)", "given.smt2:1: it is always true, or always false"),
        ("(declare-fun f ((_ BitVec 8)) Bool)\n(assert (f #x00))", "given.smt2:2: `f` is a function, not a variable"),
    ] {
        let (verified, _, remarks) = run(PROGRAMS[0], &with(&[]), Some(file));
        proved(&verified);
        assert_eq!(remarks, [remark]);
    }
}

#[test]
fn files_that_make_no_sense_are_refused() {
    for (text, error) in [
        ("(assert", "p:1:8: the text ends inside a command"),
        ("\n(assert (= x x))", "p:2:12: unknown symbol x"),
        ("(declare-const x (_ BitVec 8))\n(assert x)", "p:2:9: expected a term of sort Bool, found sort (_ BitVec 8)"),
        ("(set-info :place \"main loop two\")", "p:1:1: `two` is no number"),
        (
            "\n  (set-info :place \"main somewhere\")",
            "p:2:3: `main somewhere` is no place: expected `*`, or a function, alone or with `entry`, `exit`, `loop N`, `line N` or `location N`",
        ),
        ("(set-info :function \"main zz\")", "p:1:1: \"main zz\" is not a function and a hexadecimal number"),
        ("(check-sat)", "p:1:1: only declarations, definitions, assertions and set-info make sense here"),
        ("i < 5", "p:1:1: expected a command, found i"),
    ] {
        assert_eq!(GivenPredicates::read("p", text).unwrap_err().to_string(), error);
    }
}

/// CPA-19: refinement tracks a predicate where a path asked for it, and nowhere else. Two loops,
/// each with a variable of its own: at the head of one, nothing is tracked of the other's. With
/// other scopes both are tracked in all of the function, or everywhere.
#[test]
fn predicates_are_tracked_at_some_locations_only() {
    let text = "int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_int() && x < 1000) x += 2; if (x % 2) reach_error();
        while (__VERIFIER_nondet_int() && y < 3000) y += 3; if (y % 3) reach_error(); return 0; }";
    let places = |scope: &str| {
        let (verified, file, _) = run(text, &with(&[("precision-scope", scope)]), None);
        proved(&verified);
        let sections = file.split("(set-info :place ").skip(1);
        let section = |text: &str| {
            let (place, tracked) = text.split_once(')').unwrap();
            (place.trim_matches('"').to_owned(), ["main::x", "main::y"].map(|name| tracked.contains(name)))
        };
        sections.map(section).collect::<Vec<_>>()
    };
    let both = [true, true];
    assert_eq!(places("location"), [("main loop 1".into(), [true, false]), ("main loop 2".into(), [false, true])]);
    assert_eq!(places("function"), [("main".into(), both)]);
    assert_eq!(places("global"), [("*".into(), both)]);
}
