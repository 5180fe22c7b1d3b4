//! Other solvers behind the trait: real ones, and processes that do everything wrong.

use adumbra_interpolate::{Interpolation, Query, definition};
use adumbra_sat::{Limits, StopReason};
use adumbra_solver::options::Options;
use adumbra_solver::process::{CommandLine, ProcessSolver, SOURCE};
use adumbra_solver::solver::{Core, Solver, SolverError, Unknown, Verdict};
use adumbra_stop::Stop;
use adumbra_terms::{Term, Terms, evaluate};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The solvers of `scripts/setup --tests`, as far as they are installed.
fn solvers() -> Vec<&'static str> {
    let all = ["z3 -in", "cvc5 --incremental --lang smt2"];
    all.into_iter()
        .filter(|command| {
            let program = command.split(' ').next().unwrap_or_default();
            let installed = std::process::Command::new(program).arg("--version").output().is_ok();
            if !installed {
                eprintln!("skipped: {program} is not installed");
            }
            installed
        })
        .collect()
}

fn start(command: &str) -> ProcessSolver {
    ProcessSolver::new(CommandLine::parse(command).unwrap())
}

/// A process that runs a shell script.
fn fake(script: &str) -> ProcessSolver {
    ProcessSolver::new(CommandLine::new("sh", ["-c".to_owned(), script.to_owned()]))
}

/// Swallows all commands in the background of a script that says its answers by itself.
const SWALLOW: &str = "echo ready; cat >/dev/null & ";

fn assertions(terms: &mut Terms, text: &str) -> Vec<Term> {
    use adumbra_terms::smtlib::{Command, Reader};
    let mut reader = Reader::new(text);
    let mut found = Vec::new();
    while let Some(command) = reader.next(terms).unwrap() {
        if let Command::Assert(term, _) = command {
            found.push(term);
        }
    }
    found
}

fn check(solver: &mut ProcessSolver, terms: &mut Terms, assumptions: &[Term]) -> Verdict {
    solver.check(terms, assumptions, &Limits::none()).unwrap()
}

fn one_assertion(terms: &mut Terms) -> Term {
    assertions(terms, "(declare-const x (_ BitVec 8)) (assert (= x #x05))")[0]
}

fn broken(solver: &mut ProcessSolver, limits: &Limits) -> String {
    let mut terms = Terms::new();
    let term = one_assertion(&mut terms);
    solver.assert(&mut terms, term).unwrap();
    let error = solver.check(&mut terms, &[], limits).unwrap_err();
    // It stays broken.
    assert_eq!(solver.check(&mut terms, &[], &Limits::none()).unwrap_err(), error);
    assert_eq!(solver.push().unwrap_err(), error);
    assert!(solver.model().is_none() && solver.core().is_none());
    assert!(matches!(error, SolverError::Broken { .. }), "{error:?}");
    error.to_string()
}

#[test]
fn models_cover_arrays_and_functions() {
    let text =
        "(declare-const |a b| (Array (_ BitVec 8) (_ BitVec 16))) (declare-const c (Array (_ BitVec 8) (_ BitVec 16)))
        (declare-fun f ((_ BitVec 16) Bool) (_ BitVec 8)) (declare-const p Bool) (declare-const let! (_ BitVec 70))
        (declare-const m (Array Bool (Array (_ BitVec 2) Bool)))
        (assert (not (= |a b| c)))
        (assert (= (select (store |a b| #x01 #x1234) (f (select c #x07) p)) #x1234))
        (assert (distinct (f #x0001 p) (f #x0002 p) (f ((_ zero_extend 8) (f #x0003 true)) false) #x00))
        (assert (= (select c (f #x0005 (= let! (bvnot let!)))) #xbeef))
        (assert (bvugt let! (bvshl let! ((_ zero_extend 69) #b1))))
        (assert (xor p (select (select m p) #b10)))";
    for command in solvers() {
        let mut terms = Terms::new();
        let all = assertions(&mut terms, text);
        let mut solver = start(command);
        for term in &all {
            solver.assert(&mut terms, *term).unwrap();
        }
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
        let model = solver.model().unwrap().clone();
        for term in all {
            assert_eq!(evaluate(&terms, &model, term).as_bool(), Some(true), "{command}");
        }
        assert_eq!(model.functions.len(), 1, "{command}");
        solver.push().unwrap();
        assert!(solver.model().is_none());
    }
}

#[test]
fn levels_and_redeclared_symbols() {
    for command in solvers() {
        let mut terms = Terms::new();
        let all = assertions(
            &mut terms,
            "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
             (assert (bvult x #x05)) (assert (bvult #x07 x)) (assert (= y (bvadd x #x01)))",
        );
        let mut solver = start(command);
        // `x` is declared first on a level that goes away.
        solver.push().unwrap();
        solver.assert(&mut terms, all[0]).unwrap();
        solver.push().unwrap();
        solver.assert(&mut terms, all[1]).unwrap();
        assert_eq!(solver.levels(), 2);
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Unsat, "{command}");
        solver.pop(1).unwrap();
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
        solver.pop(1).unwrap();
        solver.assert(&mut terms, all[1]).unwrap();
        solver.assert(&mut terms, all[2]).unwrap();
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
        assert_eq!(check(&mut solver, &mut terms, &[all[0]]), Verdict::Unsat, "{command}");
        assert_eq!(solver.core().unwrap(), &Core { assertions: vec![], assumptions: vec![0] });
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
        assert_eq!(solver.levels(), 0);
    }
}

#[test]
fn cores_name_tracked_assertions_and_assumptions() {
    for command in solvers() {
        let mut terms = Terms::new();
        let all = assertions(
            &mut terms,
            "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
             (assert (bvult x #x05)) (assert (bvult y #x09)) (assert (bvult #x04 x)) (assert (= y #x03)) (assert (= x #x07))",
        );
        let mut solver = start(command);
        solver.assert(&mut terms, all[1]).unwrap();
        let low = solver.assert_tracked(&mut terms, all[0]).unwrap();
        solver.push().unwrap();
        let other = solver.assert_tracked(&mut terms, all[3]).unwrap();
        assert_ne!(low, other);
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
        assert_eq!(check(&mut solver, &mut terms, &[all[3], all[2], all[4], all[2]]), Verdict::Unsat, "{command}");
        let core = solver.minimize_core(&mut terms, &Limits::none()).unwrap().unwrap().clone();
        assert_eq!(core.assertions, [low], "{command}");
        assert!(core.assumptions == [1] || core.assumptions == [2], "{command}: {core:?}");
        solver.pop(1).unwrap();
        assert!(solver.core().is_none());
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
    }
}

#[test]
fn names_of_ours_and_of_the_script_stay_apart() {
    for command in solvers() {
        let mut terms = Terms::new();
        let all = assertions(
            &mut terms,
            "(declare-const assumed Bool) (declare-const tracked Bool) (declare-const |assumed!1| Bool) (declare-const |with| Bool)
             (assert (not assumed)) (assert (not tracked)) (assert (not |assumed!1|)) (assert |with|)",
        );
        let mut solver = start(command);
        solver.assert_tracked(&mut terms, all[3]).unwrap();
        for term in &all[..3] {
            assert_eq!(check(&mut solver, &mut terms, &[*term]), Verdict::Sat, "{command}");
            solver.assert(&mut terms, *term).unwrap();
        }
        assert_eq!(check(&mut solver, &mut terms, &all), Verdict::Sat, "{command}");
    }
}

/// The factors of the product of two primes of 61 bits: nobody finds them soon.
fn hard(terms: &mut Terms) -> Term {
    assertions(
        terms,
        "(declare-const p (_ BitVec 256)) (declare-const q (_ BitVec 256))
         (assert (and (bvult (_ bv1 256) p) (bvule p q) (bvult q (_ bv21267647932558653966460912964485513216 256))
                      (= (bvmul p q) (_ bv2538019673877958286600568331550103342783025480400737415613697468986875153 256))))",
    )[0]
}

#[test]
fn deadlines_and_cancellation_end_the_process_and_not_the_solver() {
    for command in solvers() {
        let mut terms = Terms::new();
        let (hard, easy) = (hard(&mut terms), one_assertion(&mut terms));
        let mut solver = start(command);
        solver.assert(&mut terms, easy).unwrap();
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat);
        solver.push().unwrap();
        solver.assert(&mut terms, hard).unwrap();
        let began = Instant::now();
        let deadline = began + Duration::from_millis(300);
        let limits = Limits::until(Stop::never().by(deadline));
        let verdict = solver.check(&mut terms, &[], &limits).unwrap();
        println!("{command}: {:?} after the deadline", deadline.elapsed());
        assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(StopReason::Deadline)), "{command}");
        assert!(deadline.elapsed() < Duration::from_secs(1), "{command}");

        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits::until(Stop::never().when(&cancel));
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            cancel.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let verdict = solver.check(&mut terms, &[], &limits).unwrap();
        let cancelled = canceller.join().unwrap();
        println!("{command}: {:?} after the cancellation", cancelled.elapsed());
        assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(StopReason::Cancelled)), "{command}");
        assert!(cancelled.elapsed() < Duration::from_secs(1), "{command}");
        // Another process is told what still holds.
        solver.pop(1).unwrap();
        assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Sat, "{command}");
    }
}

#[test]
fn memory_of_the_process_is_limited() {
    let mut terms = Terms::new();
    let hard = hard(&mut terms);
    let Some(command) = solvers().into_iter().find(|command| command.starts_with("z3")) else { return };
    let mut solver = start(command);
    solver.assert(&mut terms, hard).unwrap();
    let limits = Limits {
        memory: Some(32 << 20),
        stop: Stop::never().by(Instant::now() + Duration::from_secs(20)),
        ..Limits::none()
    };
    let verdict = solver.check(&mut terms, &[], &limits);
    assert_eq!(verdict, Ok(Verdict::Unknown(Unknown::Stopped(StopReason::Memory))));
}

#[test]
fn unknown_comes_with_its_reason() {
    let mut terms = Terms::new();
    let term = one_assertion(&mut terms);
    let script = format!("{SWALLOW} echo unknown; echo '(:reason-unknown \"too hard\")'; wait");
    let mut solver = fake(&script);
    solver.assert(&mut terms, term).unwrap();
    assert_eq!(check(&mut solver, &mut terms, &[]), Verdict::Unknown(Unknown::Said("too hard".into())));
}

#[test]
fn processes_that_fail_are_errors() {
    let none = Limits::none();
    let mut missing = start("no-such-solver-anywhere");
    assert!(broken(&mut missing, &none).contains("no-such-solver-anywhere: cannot be started"));
    let dead = broken(&mut fake("echo out of luck >&2; exit 3"), &none);
    assert!(dead.contains("exit status: 3") && dead.contains("out of luck"), "{dead}");
    let killed = broken(&mut fake(&format!("{SWALLOW} kill -9 $$")), &none);
    assert!(killed.contains("signal: 9"), "{killed}");
    let nonsense = broken(&mut fake(&format!("{SWALLOW} echo hello; wait")), &none);
    assert!(nonsense.contains("`hello` is no answer to check-sat"), "{nonsense}");
    let no_start = broken(&mut fake("echo hello; cat >/dev/null"), &none);
    assert!(no_start.contains("`hello` instead of `ready`"), "{no_start}");
    let parenthesis = broken(&mut fake(&format!("{SWALLOW} echo ')sat'; wait")), &none);
    assert!(parenthesis.contains("parenthesis"), "{parenthesis}");
    let binary = broken(&mut fake(&format!("{SWALLOW} printf '\\377\\376\\n'; wait")), &none);
    assert!(binary.contains("no text"), "{binary}");
    let error = broken(&mut fake(&format!("{SWALLOW} echo '(error \"line 1: bad\")'; wait")), &none);
    assert!(error.ends_with("line 1: bad"), "{error}");
    let cut = broken(&mut fake(&format!("{SWALLOW} echo sat; echo '((x #x0'; exit 0")), &none);
    assert!(cut.contains("ended"), "{cut}");
    let value = broken(&mut fake(&format!("{SWALLOW} echo sat; echo '((x banana))'; wait")), &none);
    assert!(value.contains("`banana` is no value"), "{value}");
    let few = broken(&mut fake(&format!("{SWALLOW} echo sat; echo '()'; wait")), &none);
    assert!(few.contains("no answer to get-value"), "{few}");
}

#[test]
fn a_silent_process_is_an_error_at_the_time_limit() {
    let began = Instant::now();
    let limits = Limits::until(Stop::never().by(began + Duration::from_millis(1200)));
    let silent = broken(&mut fake("sleep 1000 & sleep 1000"), &limits);
    assert!(silent.contains("says nothing"), "{silent}");
    assert!(began.elapsed() < Duration::from_secs(5));
    // Too early to tell.
    let mut terms = Terms::new();
    let limits = Limits::until(Stop::never().by(Instant::now() + Duration::from_millis(50)));
    let verdict = fake("sleep 1000").check(&mut terms, &[], &limits);
    assert_eq!(verdict, Ok(Verdict::Unknown(Unknown::Stopped(StopReason::Deadline))));
}

#[test]
fn a_wrong_model_is_an_error() {
    let mut terms = Terms::new();
    let term = one_assertion(&mut terms);
    let mut solver = fake(&format!("{SWALLOW} echo sat; echo '((x #x06))'; wait"));
    solver.assert(&mut terms, term).unwrap();
    let wrong = SolverError::WrongModel { solver: "sh".into() };
    assert_eq!(solver.check(&mut terms, &[], &Limits::none()), Err(wrong.clone()));
    assert_eq!(solver.check(&mut terms, &[], &Limits::none()), Err(wrong));
}

#[test]
fn a_core_of_something_else_is_an_error() {
    let mut terms = Terms::new();
    let term = one_assertion(&mut terms);
    let mut solver = fake(&format!("{SWALLOW} echo unsat; echo '(banana)'; wait"));
    let error = solver.check(&mut terms, &[term], &Limits::none()).unwrap_err().to_string();
    assert!(error.contains("no list of assumptions"), "{error}");
}

#[test]
fn much_output_is_neither_kept_nor_waited_for() {
    // One answer without end, on both outputs.
    let endless = broken(
        &mut fake(&format!(
            "{SWALLOW} echo '('; (head -c 100000000 /dev/zero | tr '\\0' x >&2) & head -c 100000000 /dev/zero | tr '\\0' x; wait"
        )),
        &Limits::none(),
    );
    assert!(endless.contains("no end"), "{endless}");
    // Many short ones, before anything is read.
    let many = broken(&mut fake("yes nonsense | head -c 100000000; cat >/dev/null"), &Limits::none());
    assert!(many.contains("`nonsense` instead of `ready`"), "{many}");
}

#[test]
fn large_input_and_output_cross_without_standing_still() {
    // A megabyte of assertions meets a process that writes a megabyte before it reads.
    let mut terms = Terms::new();
    let mut text = String::new();
    let pad = "x".repeat(1000);
    for i in 0..600 {
        text.push_str(&format!(
            "(declare-const {pad}{i} (_ BitVec 64)) (assert (bvult {pad}{i} #x00000000000000{:02x}))\n",
            i % 200 + 1
        ));
    }
    let all = assertions(&mut terms, &text);
    let mut solver = fake("echo ready; head -c 1000000 /dev/zero | tr '\\0' ' '; cat >/dev/null; echo unsat");
    for term in &all {
        solver.assert(&mut terms, *term).unwrap();
    }
    // The input is never closed while we wait for an answer, so there is none.
    let limits = Limits::until(Stop::never().by(Instant::now() + Duration::from_secs(1)));
    assert_eq!(solver.check(&mut terms, &[], &limits), Ok(Verdict::Unknown(Unknown::Stopped(StopReason::Deadline))));
    for command in solvers() {
        let mut real = start(command);
        for term in &all {
            real.assert(&mut terms, *term).unwrap();
        }
        assert_eq!(check(&mut real, &mut terms, &[]), Verdict::Sat);
        assert_eq!(real.model().unwrap().values.len(), 600);
    }
}

/// Numbers, rounding modes, and what the standard leaves open come back from other solvers as
/// values.
#[test]
fn models_of_floating_point_are_read() {
    for command in solvers() {
        let mut terms = Terms::new();
        let all = assertions(
            &mut terms,
            "(declare-const x Float32) (declare-const y Float32) (declare-const r RoundingMode)
             (declare-fun f (Float32) Float32) (declare-const m (Array (_ BitVec 4) Float32))
             (assert (not (= (fp.add r x y) (fp.add RNE x y)))) (assert (fp.isSubnormal (f x)))
             (assert (fp.isNaN (select m #x3))) (assert (fp.isInfinite (select m #x5))) (assert (fp.isNegative (select m #x5)))
             (assert (fp.isNegative (fp.min (_ +zero 8 24) (_ -zero 8 24))))
             (assert (= ((_ fp.to_ubv 8) RNE (_ NaN 8 24)) #x2a))",
        );
        let mut solver = start(command);
        for term in &all {
            solver.assert(&mut terms, *term).unwrap();
        }
        // The model is evaluated on the assertions before `sat` is said.
        assert_eq!(solver.check(&mut terms, &[], &Limits::none()).unwrap(), Verdict::Sat, "{command}");
        let value = |name: &str| &solver.model().unwrap().values[&terms.find_symbol(name).unwrap()];
        assert!(value("x").as_float().is_some() && value("r").as_mode().is_some(), "{command}");
    }
}

const SIDES: &str =
    "(declare-const |x y| (_ BitVec 32)) (declare-const z (_ BitVec 32)) (declare-const w (_ BitVec 32))
    (assert (and (= |x y| z) (= z #x00000002))) (assert (= w (bvadd |x y| #x00000001))) (assert (bvsle w #x00000000))";

/// cvc5 can be asked about two sides. What has a model, or more sides, is ours to answer.
#[test]
fn cvc5_is_asked_for_interpolants() {
    let Some(command) = solvers().into_iter().find(|command| command.starts_with("cvc5")) else { return };
    let mut terms = Terms::new();
    let all = assertions(&mut terms, SIDES);
    let mut solver = start(command);
    let query = Query::sequence(vec![vec![all[0]], vec![all[1], all[2]]]);
    let Interpolation::Found(found) = solver.interpolate(&mut terms, &query, &Limits::none()).unwrap() else {
        panic!()
    };
    assert_eq!((found.len(), found[0].source), (1, SOURCE));
    let settings = Options::default().settings();
    let finding = definition::check(&mut terms, &query.parts, &found[0].interpolants, &Limits::none(), &settings);
    assert_eq!(finding, definition::Finding::Holds);
    let open = Query::sequence(vec![vec![all[0]], vec![all[1]]]);
    let answer = solver.interpolate(&mut terms, &open, &Limits::none()).unwrap();
    assert!(matches!(answer, Interpolation::Satisfiable(_)), "{answer:?}");
    let three = Query::sequence(all.iter().map(|part| vec![*part]).collect());
    let Interpolation::Found(found) = solver.interpolate(&mut terms, &three, &Limits::none()).unwrap() else {
        panic!()
    };
    assert_ne!(found[0].source, SOURCE);
}

/// A formula that is no interpolant is an error, one that is none an answer of ours.
#[test]
fn interpolants_of_others_are_checked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let asked = |formula: &str| {
        let program = folder.path().join("cvc5");
        let script = format!("#!/bin/sh\necho ready\necho unsat\necho '{formula}'\ncat >/dev/null\n");
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut terms = Terms::new();
        let all = assertions(&mut terms, SIDES);
        let mut solver = ProcessSolver::new(CommandLine::new(program.display().to_string(), Vec::new()));
        let query = Query::sequence(vec![vec![all[0]], vec![all[1], all[2]]]);
        solver.interpolate(&mut terms, &query, &Limits::none())
    };
    let source = |answer: Result<Interpolation, SolverError>| match answer.unwrap() {
        Interpolation::Found(found) => found[0].source,
        other => panic!("{other:?}"),
    };
    let right = "(define-fun interpolant! () Bool (= |x y| #x00000002))";
    assert_eq!(source(asked(right)), SOURCE);
    for wrong in ["true", "false", "(= |x y| z)"] {
        let answer = asked(&format!("(define-fun interpolant! () Bool {wrong})"));
        assert!(matches!(&answer, Err(SolverError::WrongInterpolant { solver, .. }) if solver == "cvc5"), "{wrong}");
    }
    for none in ["fail", "(error \"no\")", "(define-fun interpolant! () Bool unheard-of)"] {
        assert_ne!(source(asked(none)), SOURCE, "{none}");
    }
}
