//! Recorded scripts ask the same questions and get the same answers.

use adumbra_sat::{Limits, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::record::{Recorder, Recording};
use adumbra_solver::script::Session;
use adumbra_solver::solver::Solver;
use adumbra_terms::Terms;
use adumbra_terms::smtlib::{Command, Reader};

/// What a session says to a script, query by query.
fn answers(text: &str, solver: impl Solver) -> Vec<String> {
    let (mut terms, mut session) = (Terms::new(), Session::new(solver, Limits::none()));
    let mut reader = Reader::new(text);
    let mut said = Vec::new();
    while let Some(command) = reader.next(&mut terms).unwrap_or_else(|error| panic!("{error}\n{text}")) {
        let asks = matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
        let output = session.execute(&mut terms, command).unwrap();
        said.extend(output.filter(|_| asks));
    }
    said
}

/// Levels, assumptions, starting over, and an operator of which the standard leaves a result open.
const SCRIPT: &str = "(set-logic ALL)
(declare-fun x () (_ BitVec 8))
(declare-fun p () Bool)
(declare-fun a () Float32)
(assert (bvult x #x05))
(check-sat)
(push 1)
(declare-fun y () (_ BitVec 8))
(assert (= x (bvadd y #x01)))
(assert (=> p (= y #x09)))
(check-sat-assuming (p))
(check-sat)
(pop 1)
(push 1)
(assert (not (= (fp.min a (fp.neg a)) (fp.min a (fp.neg a)))))
(check-sat)
(pop 1)
(assert (fp.isNegative (fp.min (_ +zero 8 24) (_ -zero 8 24))))
(check-sat)
(reset-assertions)
(declare-fun x () (_ BitVec 8))
(assert (= x (bvmul x x)))
(check-sat)
";

#[test]
fn a_recorded_script_asks_the_same() {
    let place = tempfile::tempdir().unwrap();
    let recording = Recording::new(place.path()).unwrap();
    let embedded = || Embedded::new(SatOptions::default());
    let said = answers(SCRIPT, Recorder::new(embedded(), "script", Some(recording.clone())));
    assert_eq!(said, ["sat", "unsat", "sat", "unsat", "sat", "sat"]);
    assert_eq!((recording.scripts(), recording.failure()), (1, None));
    let recorded = std::fs::read_to_string(place.path().join("script-00001.smt2")).unwrap();
    assert_eq!(answers(&recorded, embedded()), said, "{recorded}");
    let status: Vec<&str> = recorded.lines().filter_map(|l| l.strip_prefix("(set-info :status ")).collect();
    assert_eq!(status, said.iter().map(|s| format!("{s})")).collect::<Vec<_>>());
}

#[test]
fn what_cannot_be_written_is_said_and_the_answers_stay() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("gone");
    let recording = Recording::new(&folder).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    let said = answers(SCRIPT, Recorder::new(Embedded::new(SatOptions::default()), "script", Some(recording.clone())));
    assert_eq!(said.len(), 6);
    assert!(recording.failure().is_some_and(|failure| failure.contains("script-00001.smt2")));
}
