//! False first: a model has zeros wherever the assertions allow it without search, so that
//! counterexamples are small and pointers null.

use adumbra_sat::{Limits, SatOptions};
use adumbra_solver::configurations;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::script::Session;
use adumbra_terms::Terms;
use adumbra_terms::smtlib::Reader;

const QUERY: &str = "
    (declare-const p (_ BitVec 64)) (declare-const q (_ BitVec 64)) (declare-const n (_ BitVec 32))
    (declare-const i (_ BitVec 32)) (declare-const unused (_ BitVec 16))
    (declare-const memory (Array (_ BitVec 64) (_ BitVec 8)))
    (assert (or (= p #x0000000000000000) (= p q) (bvult #x00000000ffffffff p)))
    (assert (bvult i n)) (assert (bvule n #x00000064))
    (assert (not (= (select memory p) #x01)))
    (check-sat) (get-value (p q i unused (select memory p)))";

fn answers(options: SatOptions) -> Vec<String> {
    let mut terms = Terms::new();
    let mut reader = Reader::new(QUERY);
    let mut session = Session::new(Embedded::new(Options::from(options)), Limits::none());
    let mut answers = Vec::new();
    while let Some(command) = reader.next(&mut terms).expect("a valid script") {
        answers.extend(session.execute(&mut terms, command).expect("right answers"));
    }
    answers
}

#[test]
fn zeros_come_first() {
    for name in ["default", "software"] {
        let answers = answers(configurations::find(name).expect("a configuration").options().sat);
        assert_eq!(answers[0], "sat");
        let values = [
            "(p #x0000000000000000)",
            "(q #x0000000000000000)",
            "(i #x00000000)",
            "(unused #x0000)",
            "((select memory p) #x00)",
        ];
        assert_eq!(answers[1], format!("({})", values.join("\n ")));
    }
}

#[test]
fn ones_come_first_when_asked_for() {
    let answers = answers(SatOptions { phase: true, ..SatOptions::default() });
    assert_eq!(answers[0], "sat");
    assert!(!answers[1].contains("(p #x0000000000000000)"), "{}", answers[1]);
}
