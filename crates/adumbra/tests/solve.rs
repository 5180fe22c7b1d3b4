//! `adumbra solve` on scripts and formulas, right and wrong.

mod common;

use common::Place;

const SCRIPT: &[u8] = b"(set-logic QF_BV)\n(declare-const x (_ BitVec 16))\n(assert (= (bvmul x x) #x0051))\n\
    (assert (bvult x #x0010))\n(check-sat)\n(get-value (x))\n(assert (bvugt x #x0009))\n(check-sat)\n";

#[test]
fn scripts_are_answered() {
    let place = Place::new(&[("a.smt2", SCRIPT)]);
    let ran = place.run(&["solve", "a.smt2", "--stats"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n((x #x0009))\nunsat\n"), "{ran:?}");
    assert!(ran.stderr.contains("conflicts"), "{ran:?}");
}

#[test]
fn formulas_are_answered_with_checked_proofs() {
    let unsat = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    let place = Place::new(&[("u.cnf", unsat), ("s.cnf", b"p cnf 2 2\n1 2 0\n-1 0\n")]);
    let ran = place.run(&["solve", "u.cnf", "--proof", "p.lrat", "--check-proof"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "c proof checked\ns UNSATISFIABLE\n"), "{ran:?}");
    let ran = place.run(&["solve", "s.cnf"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "s SATISFIABLE\nv -1 2 0\n"), "{ran:?}");
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let place = Place::new(&[
        ("a.smt2", b"(declare-const x (_ BitVec 8))\n(assert (bvult x y))\n"),
        ("wide.smt2", b"(declare-const x (_ BitVec 2147483648))\n"),
        ("logic.smt2", b"(set-logic QF_NRA)\n"),
        ("a.cnf", b"p cnf 1 1\n2 0\n"),
        ("a.txt", b""),
        (
            "array.smt2",
            b"(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))\n(assert (= (select m #x00) #x01))\n(check-sat)\n",
        ),
    ]);
    place.run(&["solve", "a.smt2"]).fails(2, &["a.smt2: line 2, column 18", "unknown symbol y"]);
    place.run(&["solve", "wide.smt2"]).fails(2, &["wide.smt2: line 1"]);
    place.run(&["solve", "logic.smt2"]).fails(2, &["logic.smt2: line 1", "QF_NRA"]);
    place.run(&["solve", "a.cnf"]).fails(2, &["a.cnf: "]);
    place.run(&["solve", "a.txt"]).fails(2, &["neither .smt2 nor .cnf"]);
    place.run(&["solve", "none.smt2"]).fails(2, &["none.smt2: "]);
    place.run(&["solve", "a.smt2", "--set", "nonsense=1"]).fails(1, &["nonsense"]);
    let ran = place.run(&["solve", "array.smt2"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(5), "unknown\n"), "{ran:?}");
}
