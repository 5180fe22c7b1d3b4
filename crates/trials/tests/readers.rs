//! The readers of the solver survive anything: they answer or refuse, never panic, and never accept
//! what is wrong.

use adumbra_options::{OptionTable, options};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Answer, Limits, Lit, Lrat, Sat, SatOptions, Var};
use adumbra_solver::engine::Embedded;
use adumbra_solver::process::{CommandLine, ProcessSolver};
use adumbra_solver::script::Session;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_stop::Stop;
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::{Terms, evaluate};
use adumbra_trials::random::Rng;
use adumbra_trials::rival::Said;
use adumbra_trials::{cnf, terms};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Texts made of the words of a format, which come further than bytes do.
fn text_of(words: &[&str], choices: &[u8]) -> String {
    choices.iter().map(|choice| words[usize::from(*choice) % words.len()]).collect::<Vec<_>>().join(" ")
}

#[test]
fn clauses() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        if let Ok(cnf) = Cnf::parse(bytes) {
            assert_eq!(Cnf::parse(cnf.to_dimacs().as_bytes()), Ok(cnf));
        }
    });
    const WORDS: &[&str] = &[
        "p cnf 3 2\n",
        "p cnf",
        "p",
        "cnf",
        "0",
        "1",
        "-2",
        "3",
        "\n",
        "c",
        "%",
        "99999999999",
        "-",
        "0\n",
        "-0",
        "+1",
    ];
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        if let Ok(cnf) = Cnf::parse(text_of(WORDS, choices).as_bytes()) {
            assert_eq!(Cnf::parse(cnf.to_dimacs().as_bytes()), Ok(cnf));
        }
    });
}

/// A checker with the clauses of a formula that has a model.
fn satisfiable() -> Checker {
    let mut checker = Checker::new();
    for (id, lits) in [&[1, 2][..], &[-1, 2], &[-2, 3, 4], &[-3, 4], &[1, -4, 5]].into_iter().enumerate() {
        checker.original(id as u64 + 1, lits).unwrap();
    }
    checker
}

/// No proof refutes a formula that has a model.
#[test]
fn proofs_of_what_is_false() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        assert!(satisfiable().check_binary(bytes).is_err());
        assert!(satisfiable().check_text(&String::from_utf8_lossy(bytes)).is_err());
    });
    const WORDS: &[&str] = &[
        "0",
        "0",
        "0",
        "\n",
        "\n",
        "1",
        "2",
        "-2",
        "3",
        "-3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "d",
        "c",
        "-",
        "99999999999999999999",
    ];
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        assert!(satisfiable().check_text(&text_of(WORDS, choices)).is_err());
    });
    // Numbers of the binary form below 32 with the marks of lines, so that most lines can be read.
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        let bytes: Vec<u8> = choices
            .iter()
            .map(|choice| match choice % 8 {
                0 => b'a',
                1 => b'd',
                2 | 3 => 0,
                _ => choice / 8,
            })
            .collect();
        assert!(satisfiable().check_binary(&bytes).is_err());
    });
}

/// The proof of a solver, as text and in the binary form.
fn proof_of(cnf: &Cnf, binary: bool) -> Option<Vec<u8>> {
    let writer = if binary { Lrat::binary(Vec::new()) } else { Lrat::text(Vec::new()) };
    let shared = Arc::new(Mutex::new(writer));
    let mut sat = Sat::with_tracer(SatOptions::default(), Box::new(Arc::clone(&shared)));
    sat.reserve_ids(cnf.clauses.len() as u64);
    (0..cnf.vars).for_each(|_| {
        sat.new_var();
    });
    cnf.clauses.iter().for_each(|clause| {
        sat.add_clause(clause);
    });
    let answer = sat.solve(&[], &Limits::none());
    drop(sat);
    let writer = Arc::into_inner(shared)?.into_inner().ok()?;
    (answer == Answer::Unsat).then(|| writer.into_inner().ok()).flatten()
}

/// What the writers write the checker reads; what is changed in it is refused, or is no worse: the
/// formula is still refuted by steps that follow.
#[test]
fn proofs_are_read_back_and_edits_do_not_crash() {
    let mut proofs = 0;
    for trial in 0..300 {
        let rng = &mut Rng::new(9, trial);
        let (_, formula) = cnf::formula(rng);
        let checker = || {
            let mut checker = Checker::new();
            for (id, clause) in formula.clauses.iter().enumerate() {
                let lits: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
                checker.original(id as u64 + 1, &lits).unwrap();
            }
            checker
        };
        let (Some(text), Some(binary)) = (proof_of(&formula, false), proof_of(&formula, true)) else { continue };
        proofs += 1;
        checker().check_text(std::str::from_utf8(&text).unwrap()).unwrap();
        checker().check_binary(&binary).unwrap();
        // The same edits to the proof of a formula with one clause more general: never accepted
        // without a refutation.
        for proof in [text, binary] {
            for _ in 0..10 {
                let mut edited = proof.clone();
                for _ in 0..rng.between(1, 3) {
                    if !edited.is_empty() {
                        let at = rng.below(edited.len());
                        edited[at] = rng.bits() as u8;
                    }
                }
                edited.truncate(rng.between(0, 2 * edited.len()));
                let _ = checker().check_text(&String::from_utf8_lossy(&edited));
                let _ = checker().check_binary(&edited);
                assert!(satisfiable().check_binary(&edited).is_err());
                assert!(satisfiable().check_text(&String::from_utf8_lossy(&edited)).is_err());
            }
        }
    }
    assert!(proofs > 60, "{proofs}");
}

#[test]
fn options_of_the_search() {
    const NAMES: &[&str] =
        &["seed", "restart-margin", "probe", "chrono_distance", "no-such", "", "random_phases", "Seed"];
    const VALUES: &[&str] = &[
        "0",
        "1",
        "-1",
        "true",
        "false",
        "on",
        "off",
        "0.5",
        "NaN",
        "inf",
        "-inf",
        "1e308",
        "99999999999999999999",
        "",
        " ",
        "1 ",
        "+1",
        "0x1",
        "١",
    ];
    bolero::check!().with_iterations(500).with_type::<(u8, u8, Vec<u8>)>().for_each(|(name, value, bytes)| {
        let mut options = SatOptions::default();
        let name = NAMES[usize::from(*name) % NAMES.len()];
        let text = String::from_utf8_lossy(bytes);
        for value in [VALUES[usize::from(*value) % VALUES.len()], &text] {
            let _ = options.set(name, value);
            let _ = options.set(value, name);
        }
        for spec in SatOptions::TABLE {
            spec.check(options.get(spec.name).unwrap()).unwrap();
            // What is printed can be set.
            let mut copy = SatOptions::default();
            copy.set(spec.name, &options.get(spec.name).unwrap().to_string()).unwrap();
            assert_eq!(copy.get(spec.name), options.get(spec.name));
        }
    });
}

options! {
    /// A table to configure.
    pub struct Sample {
        switch_on: flag = false, fixed, "A switch.";
        count: count = 10 in 1..=(u64::MAX), tunable, "A count.";
        share: real = 0.5 in 0.0..=1.0, tunable, "A share.";
    }
}

#[test]
fn configuration_files() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        let _ = adumbra_options::apply(&mut Sample::default(), &String::from_utf8_lossy(bytes));
    });
    const WORDS: &[&str] = &[
        "switch-on",
        "count",
        "share",
        "=",
        "=",
        "\n",
        "\n",
        "true",
        "false",
        "7",
        "-1",
        "0.25",
        "NaN",
        "#",
        "\0",
        "é",
        "none",
    ];
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        let mut sample = Sample::default();
        let before = sample.clone();
        match adumbra_options::apply(&mut sample, &text_of(WORDS, choices)) {
            Err(_) => assert_eq!(sample, before),
            Ok(()) => {
                let lines: Vec<String> = Sample::TABLE
                    .iter()
                    .map(|spec| format!("{} = {}", spec.name, sample.get(spec.name).unwrap()))
                    .collect();
                let mut copy = Sample::default();
                adumbra_options::apply(&mut copy, &lines.join("\n")).unwrap();
                assert_eq!(copy, sample);
            }
        }
    });
}

#[test]
fn command_lines() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        if let Ok(command) = CommandLine::parse(&String::from_utf8_lossy(bytes)) {
            assert!(!command.program().is_empty());
        }
    });
}

/// A process may say anything: what comes of it is an error, or a model that the evaluator has
/// checked.
#[test]
fn answers_of_processes() {
    const WORDS: &[&str] = &[
        "sat\n",
        "sat\n",
        "sat\n",
        "unknown\n",
        "success\n",
        "(error \"no\")\n",
        "(",
        ")",
        "((x #x05))\n",
        "((x #x05) (m ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x05)))\n",
        "((m (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x00) #b01 #x05)))\n",
        "((m (lambda ((i (_ BitVec 2))) (ite (= i #b01) #x05 #x00))))\n",
        "((x (_ bv5 8)))\n",
        "x",
        "m",
        "#x05",
        "#x0",
        "(_ bv5 8)",
        "(_ bv999 8)",
        "(let ((a #x05)) a)",
        "|",
        "\"",
        ";",
        "é",
        "\n",
    ];
    let folder = tempfile::tempdir().unwrap();
    let (mut models, mut others) = (0, 0);
    let script = "(declare-const x (_ BitVec 8)) (declare-const m (Array (_ BitVec 2) (_ BitVec 8)))
        (assert (and (= x #x05) (= (select m #b01) x)))";
    for trial in 0..100 {
        let rng = &mut Rng::new(21, trial);
        let mut text = String::from(if rng.one_in(4) { "" } else { "ready\nsat\n" });
        if rng.one_in(3) {
            text += "((x #x05) (m ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x05)))\n";
        }
        for _ in 0..rng.between(1, 12) {
            text += WORDS[rng.below(WORDS.len())];
            text.push(' ');
        }
        let file = folder.path().join("answers");
        std::fs::write(&file, &text).unwrap();
        // It ends a little later than its answers do, and never reads.
        let command = CommandLine::new("sh", ["-c".to_owned(), format!("cat {}; sleep 0.05", file.display())]);
        let mut terms = Terms::new();
        let mut reader = Reader::new(script);
        let mut solver = ProcessSolver::new(command);
        let mut asserted = None;
        while let Some(command) = reader.next(&mut terms).unwrap() {
            if let Command::Assert(term, _) = command {
                solver.assert(&mut terms, term).unwrap();
                asserted = Some(term);
            }
        }
        let limits = Limits::until(Stop::never().by(Instant::now() + Duration::from_secs(5)));
        match solver.check(&mut terms, &[], &limits) {
            Ok(Verdict::Sat) => {
                let model = solver.model().unwrap();
                assert_eq!(evaluate(&terms, model, asserted.unwrap()).as_bool(), Some(true), "{text}");
                models += 1;
            }
            Ok(Verdict::Unsat) => panic!("nobody said so: {text}"),
            Ok(Verdict::Unknown(_)) | Err(_) => others += 1,
        }
    }
    assert!(models > 0 && others > 50, "{models} {others}");
}

/// Scripts that can be read are executed: every command answers.
#[test]
fn sessions_execute_what_is_read() {
    const WORDS: &[&str] = &[
        "(check-sat)",
        "(check-sat)",
        "(push 1)",
        "(pop 1)",
        "(push 0)",
        "(pop 0)",
        "(get-model)",
        "(get-value (x b))",
        "(get-unsat-core)",
        "(get-unsat-assumptions)",
        "(get-assertions)",
        "(reset)",
        "(reset-assertions)",
        "(exit)",
        "(get-info :reason-unknown)",
        "(set-option :print-success true)",
        "(set-option :produce-models false)",
        "(get-option :x)",
        "(echo \"\")",
        "(declare-const x (_ BitVec 8))",
        "(declare-const b Bool)",
        "(declare-const m (Array (_ BitVec 2) (_ BitVec 8)))",
        "(declare-fun f ((_ BitVec 8)) Bool)",
        "(define-fun g ((y Bool)) Bool (not y))",
        "(assert b)",
        "(assert (not b))",
        "(assert (! (bvult x #x05) :named small))",
        "(assert (! (bvugt x #x05) :named large))",
        "(assert (f x))",
        "(assert (= (select m #b01) x))",
        "(assert (= m ((as const (Array (_ BitVec 2) (_ BitVec 8))) x)))",
        "(check-sat-assuming (b (not b)))",
        "(check-sat-assuming ((bvslt x #x00)))",
        "(check-sat-assuming ())",
        "(get-interpolant small)",
        "(get-interpolants small large)",
        "(assert (g b))",
        "(set-logic QF_AUFBV)",
    ];
    bolero::check!().with_iterations(3_000).with_type::<Vec<u8>>().for_each(|choices| {
        let mut text = String::from("(declare-const x (_ BitVec 8)) (declare-const b Bool) ");
        text += &text_of(WORDS, choices);
        let mut terms = Terms::new();
        let mut reader = Reader::new(&text);
        let mut session = Session::new(Embedded::new(SatOptions::default()), Limits::conflicts(1000));
        while let Ok(Some(command)) = reader.next(&mut terms) {
            session.execute(&mut terms, command).unwrap_or_else(|error| panic!("{error} in {text}"));
        }
    });
}

/// Formulas as the trials write them are read as they were meant: what is printed again has the
/// same answers.
#[test]
fn scripts_of_the_trials_are_read() {
    let mut compared = 0;
    for number in 0..200 {
        let (_, formula, options) = terms::trial(17, number);
        let answers = terms::answers(&formula, &options).unwrap();
        let printed = terms::session_answers(&formula, &options).unwrap();
        assert_eq!(answers.len(), printed.len());
        for (answer, said) in answers.iter().zip(printed) {
            // With a proof there is no preprocessing, which may take away what is not supported.
            if answer.said != Said::Unknown && said != Said::Unknown {
                assert_eq!(answer.said, said, "{}", formula.script());
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

/// The largest number of a literal is read; the next one is refused.
#[test]
fn the_last_variable() {
    let last = Var::MAX as i64;
    assert_eq!(Lit::from_dimacs(last).map(Lit::to_dimacs).map(i64::from), Some(last));
    assert!(Cnf::parse(format!("p cnf {last} 1\n{last} 0\n").as_bytes()).is_ok());
    assert!(Cnf::parse(format!("p cnf {last} 1\n{} 0\n", last + 1).as_bytes()).is_err());
    assert!(Cnf::parse(format!("p cnf {} 0\n", last + 1).as_bytes()).is_err());
}
