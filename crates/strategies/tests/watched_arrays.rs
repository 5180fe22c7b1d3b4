//! Arrays by one watched element: what is proved of all elements, and that nothing is proved that
//! is not so.

use crate::asking::Nobody;
use adumbra_judges::Answer;
use adumbra_laws::sources as value_common;
use adumbra_stop::{Meter, SECOND, Stop};
use adumbra_strategies::{Request, configuration, verify};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    extern void *malloc(unsigned long size);\n";

/// Is it proved with so much work?
fn proves(text: &str, work: u64) -> bool {
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut configuration = configuration::find("predicate-watched").unwrap();
    configuration.set("max-undecided", "0").unwrap();
    let mut request = Request::new(configuration);
    request.stop = Stop::never().within(work);
    matches!(verify(&program, &request, &Nobody).verdict.answer, Answer::True(_))
}

/// A program, and the same with something changed so that the error is reached: twice the work of
/// the proof proves nothing then.
fn only_the_first(text: &str, changes: &[(&str, &str)]) {
    let meter = Meter::start();
    assert!(proves(text, 60 * SECOND), "{text}");
    let twice = 2 * meter.read();
    for (right, wrong) in changes {
        assert!(text.contains(right));
        let changed = text.replace(right, wrong);
        assert!(!proves(&changed, twice), "{changed}");
    }
}

#[test]
fn all_elements_are_set() {
    let text = "int main(void) { int a[100000]; for (int i = 0; i < 100000; i++) a[i] = 42;
        for (int x = 0; x < 100000; x++) if (a[x] != 42) reach_error(); return 0; }";
    let changes = [
        ("i = 0;", "i = 1;"),
        ("i < 100000", "i < 99999"),
        ("!= 42", "!= 43"),
        ("a[i] = 42", "a[i] = 42 + (i == 777)"),
    ];
    only_the_first(text, &changes);
}

#[test]
fn all_elements_are_copied() {
    let text = "int main(void) { int a[1000], b[1000], c[1000]; int i, x;
        for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
        for (i = 0; i < 1000; i++) b[i] = a[i];
        for (i = 0; i < 1000; i++) c[i] = b[i];
        for (x = 0; x < 1000; x++) if (a[x] != c[x]) reach_error(); return 0; }";
    only_the_first(text, &[("c[i] = b[i]", "c[i] = b[i] + 1"), ("b[i] = a[i]", "b[i] = a[0]")]);
}

#[test]
fn a_maximum_is_the_greatest() {
    let text = "int main(void) { int a[1000]; int i, max;
        for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
        max = a[0];
        for (i = 0; i < 1000; i++) if (a[i] > max) max = a[i];
        for (i = 0; i < 1000; i++) if (a[i] > max) reach_error(); return 0; }";
    only_the_first(text, &[("if (a[i] > max) max = a[i];", "if (a[i] < max) max = a[i];")]);
}

/// Two loads of one place between writes give one value, and a write at one place changes that
/// place.
#[test]
fn places_that_are_not_watched_are_followed_within_a_block() {
    let text = "int main(void) { int a[1000]; int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
        if (i < 0 || i >= 1000 || j < 0 || j >= 1000 || i == j) return 0;
        a[i] = 1; a[j] = 2;
        if (a[i] + a[j] != 3) reach_error(); return 0; }";
    only_the_first(text, &[("|| i == j", "")]);
}

#[test]
fn other_objects_of_one_kind_are_other_places() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(); if (n <= 0 || n > 1000) return 0;
        int *p = malloc(4 * n), *q = malloc(4 * n);
        for (int i = 0; i < n; i++) p[i] = 1;
        for (int i = 0; i < n; i++) q[i] = 2;
        for (int i = 0; i < n; i++) if (p[i] != 1) reach_error(); return 0; }";
    let changed = text.replace("*q = malloc(4 * n)", "*q = p");
    assert!(!proves(&changed, SECOND), "{changed}");
}
