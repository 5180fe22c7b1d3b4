//! Tests of the copies that follow a witness.

use super::*;
use crate::format::{Content, Place, read, yaml_write};
use adumbra_testing::Random;

const TEXT: &str = "extern int f(int);\nint main() {\n  int x = f(f(1));\n  if (x > 2 && f(x)) x = 1; else for (;;) x++;\n  \
                    switch (x) { case 1: case 2 ... 4: return 1; default: ; }\nL: x = x ? 1 : 2;\n  do x--; while (x);\n  \
                    f(0);\n}\n";

fn sources() -> Sources {
    Sources::new([("a.c".to_owned(), TEXT.as_bytes().to_vec())])
}

fn waypoint(kind: WaypointKind, line: u32, column: Option<u32>) -> Waypoint {
    Waypoint { kind, place: Place { file: "a.c".into(), line, column, function: None }, called: None, line: 1 }
}

fn follow_one(kind: WaypointKind, line: u32, column: Option<u32>) -> Result<String, String> {
    let segment = |follow| Segment { avoid: Vec::new(), follow };
    let segments = [segment(waypoint(kind, line, column)), segment(waypoint(WaypointKind::Target, 8, None))];
    let (copies, kept) = follow(&sources(), &segments, &[], false).map_err(|e| e.to_string())?;
    assert_eq!(kept.len(), 2);
    let copy = String::from_utf8(copies.texts[0].clone()).unwrap();
    // The same lines, and what is not inserted is the original.
    assert_eq!(copy.lines().count(), TEXT.lines().count() + 2);
    let changed = copy.lines().zip(TEXT.lines()).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 1, "{copy}");
    Ok(copy.lines().nth(line as usize - 1).unwrap().to_owned())
}

#[test]
fn checks_stand_where_the_witness_points() {
    let returned = || WaypointKind::FunctionReturn("\\result == 3".into());
    let inner = follow_one(returned(), 3, Some(16)).unwrap();
    assert!(inner.starts_with("  int x = f(({ __auto_type __witness_result = f(1); "), "{inner}");
    let outer = follow_one(returned(), 3, Some(17)).unwrap();
    assert!(outer.starts_with("  int x = ({ __auto_type __witness_result = f(f(1)); "), "{outer}");
    assert!(outer.ends_with("__witness_result; });"), "{outer}");
    let branch = |truth| WaypointKind::Branching(Decision::Truth(truth));
    let condition = follow_one(branch(true), 4, None).unwrap();
    assert!(condition.starts_with("  if (({ int __witness_taken = !!(x > 2 && f(x)); "), "{condition}");
    let empty = follow_one(branch(false), 4, Some(34)).unwrap();
    assert!(empty.contains("for (;({ int __witness_taken = 1; "), "{empty}");
    let choice = follow_one(branch(true), 6, Some(10)).unwrap();
    assert!(choice.starts_with("L: x = ({ int __witness_taken = !!(x); "), "{choice}");
    let switch = follow_one(WaypointKind::Branching(Decision::Default), 5, None).unwrap();
    assert!(
        switch.contains("!(__witness_taken == (1) || (__witness_taken >= (2) && __witness_taken <= (4)))"),
        "{switch}"
    );
    let assumption = || WaypointKind::Assumption("x == 1".into());
    let labelled = follow_one(assumption(), 6, None).unwrap();
    assert!(labelled.starts_with("L: { extern int __witness_segment;"), "{labelled}");
    let body = follow_one(assumption(), 7, Some(6)).unwrap();
    assert!(body.starts_with("  do { { extern") && body.ends_with("x--; } while (x);"), "{body}");
    let entered = follow_one(WaypointKind::FunctionEnter, 8, None).unwrap();
    assert!(entered.starts_with("  ({ { extern") && entered.ends_with("f(0); });"), "{entered}");
}

#[test]
fn what_fits_nothing_is_an_error() {
    for (kind, line, column, part) in [
        (WaypointKind::FunctionEnter, 4, Some(3), "right parenthesis of a call"),
        (WaypointKind::Branching(Decision::Truth(true)), 3, None, "branching"),
        (WaypointKind::Branching(Decision::Truth(true)), 5, None, "`switch` is decided"),
        (WaypointKind::Branching(Decision::Case(1)), 4, None, "`true` or `false`"),
        (WaypointKind::Assumption("x = 1".into()), 3, None, "effect"),
        (WaypointKind::Assumption("x".into()), 90, None, "fewer lines"),
        (WaypointKind::FunctionReturn("\\old(x)".into()), 3, None, "old"),
    ] {
        let error = follow_one(kind.clone(), line, column).unwrap_err();
        assert!(error.contains(part), "{kind:?}: {error}");
    }
}

#[test]
fn a_name_that_may_mean_two_variables_is_refused() {
    let sources = |text: &str| Sources::new([("a.c".to_owned(), text.as_bytes().to_vec())]);
    let check = |text: &str| {
        let place = Place { file: "a.c".into(), line: 2, column: None, function: None };
        let invariant = Invariant { of_loop: true, place, expression: "i >= 0".into(), line: 1 };
        check_invariants(&sources(text), &[invariant]).map(|c| String::from_utf8(c.texts[0].clone()).unwrap())
    };
    let good = check("int main() { for (int i = 0; i < 2; i++) ;\nfor (int i = 0; i < 3; i++) ; }").unwrap();
    assert!(good.contains("for (int i = 0; ({ { extern void __witness_invariant_0(void);"), "{good}");
    assert!(check("int i; int main() {\nfor (int i = 0; i < 3; i++) ; }").is_err());
    assert!(check("int main(int i) {\nfor (int i = 0; i < 3; i++) ; }").is_err());
    assert!(check("int main() { int i; {\nfor (int i = 0; i < 3; i++) ; } }").is_err());
    assert!(check("int main() { int i;\nfor (i = 0; i < 3; i++) ; }").is_ok());
}

#[test]
fn other_calls_of_error_functions_end_the_execution() {
    let text = "void e(void);\nvoid g(void) { e(); }\nint main() {\n  e();\n  if (1) e();\n  g();\n}\nvoid e(void) {\n  for (;;) ;\n}\n";
    let sources = Sources::new([("a.c".to_owned(), text.as_bytes().to_vec())]);
    let copy = |line| {
        let segments = [Segment { avoid: vec![], follow: waypoint(WaypointKind::Target, line, None) }];
        let (copies, _) = follow(&sources, &segments, &["e".into()], false).unwrap();
        String::from_utf8(copies.texts[0].clone()).unwrap()
    };
    let fourth = copy(4);
    assert_eq!(fourth.matches("__adumbra_assume(0)").count(), 2, "{fourth}");
    assert_eq!(fourth.matches("__adumbra_assume(__witness_segment == 0); } e();").count(), 1, "{fourth}");
    // A target inside the error function is met by all calls.
    assert_eq!(copy(9).matches("__adumbra_assume").count(), 0);
}

/// Whatever a witness says, there is a copy or an error.
#[test]
fn no_witness_makes_it_panic() {
    let kinds = [
        WaypointKind::FunctionReturn("\\result == 3".into()),
        WaypointKind::Assumption("x == 1".into()),
        WaypointKind::Branching(Decision::Truth(true)),
        WaypointKind::Branching(Decision::Default),
        WaypointKind::FunctionEnter,
        WaypointKind::Target,
    ];
    let sources = sources();
    for line in 0..12 {
        for column in (0..40).map(Some).chain([None]) {
            for kind in &kinds {
                let segments = [Segment { avoid: vec![], follow: waypoint(kind.clone(), line, column) }];
                let _ = follow(&sources, &segments, &["f".into()], column.is_none());
            }
            for of_loop in [false, true] {
                let place = Place { file: "a.c".into(), line, column, function: None };
                let _ = check_invariants(&sources, &[Invariant { of_loop, place, expression: "x".into(), line: 0 }]);
            }
        }
    }
    let text = {
        let segments = [waypoint(kinds[0].clone(), 3, Some(16)), waypoint(WaypointKind::Target, 8, None)];
        let content = Content::Violation(segments.map(|follow| Segment { avoid: vec![], follow }).into());
        let task = crate::format::Task::new(&[], String::new(), adumbra_program::DataModel::Lp64);
        let metadata = crate::format::Metadata::new(task, std::time::UNIX_EPOCH, None, &content);
        yaml_write::write(&crate::format::Witness { metadata, content, hints: vec![] })
    };
    let mut random = Random(1);
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..3 {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.truncate(at.max(1)),
                _ => bytes[at] = b"\n :-\"'{[&*#0a<"[random.below(14)],
            }
        }
        if let Ok(witnesses) = read(&String::from_utf8_lossy(&bytes)) {
            for witness in witnesses {
                if let Content::Violation(segments) = witness.content {
                    let _ = follow(&sources, &segments, &[], false);
                }
            }
        }
    }
}
