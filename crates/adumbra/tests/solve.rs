//! `adumbra solve` on scripts and formulas, right and wrong.

use crate::common::{self, Place, ran};
use std::io::Write;
use std::process::Stdio;

const SCRIPT: &[u8] = b"(set-logic QF_BV)\n(declare-const x (_ BitVec 16))\n(assert (= (bvmul x x) #x0051))\n\
    (assert (bvult x #x0010))\n(check-sat)\n(get-value (x))\n(assert (bvugt x #x0009))\n(check-sat)\n";

const UNSAT: &[u8] = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

/// Unsatisfiable under assumptions, on a level, by names, after a reset, and by itself.
const REFUTED: &[u8] = b"(set-option :produce-unsat-cores true)\n(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\n\
    (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))\n(declare-const p Bool)\n\
    (assert (=> p (= (bvmul x y) #x07)))\n(assert (bvult x #x03))\n(assert (= (select (store m x y) x) #x04))\n\
    (check-sat-assuming (p))\n(push 1)\n(assert (! (bvugt x #x05) :named big))\n(check-sat)\n(get-unsat-core)\n(pop 1)\n(check-sat)\n\
    (reset)\n(declare-const a Bool)\n(check-sat-assuming (a (not a)))\n(assert (and a (not a)))\n(check-sat)\n";

#[test]
fn scripts_are_answered() {
    let place = Place::new(&[("a.smt2", SCRIPT)]);
    let ran = place.run(&["solve", "a.smt2", "--stats"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n((x #x0009))\nunsat\n"), "{ran:?}");
    assert!(ran.stderr.contains("conflicts"), "{ran:?}");
}

#[test]
fn standard_input_is_read() {
    let place = Place::new(&[]);
    let run = |arguments: &[&str], text: &[u8]| {
        let mut command = place.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        ran(&child.wait_with_output().unwrap())
    };
    assert_eq!(run(&["solve", "-"], SCRIPT).stdout, "sat\n((x #x0009))\nunsat\n");
    assert_eq!(run(&["solve", "-", "--format", "cnf"], UNSAT).stdout, "s UNSATISFIABLE\n");
    assert_eq!(run(&["solve", "-", "--format", "sf"], b"v 1.0\nd x:i8\np ult x 0:i8\n").stdout, "unsat\n");
    run(&["solve", "-"], b"(assert").fails(2, &["standard input: line 1"]);
}

#[test]
fn formulas_are_answered_with_checked_proofs() {
    let place = Place::new(&[("u.cnf", UNSAT), ("s.cnf", b"p cnf 2 2\n1 2 0\n-1 0\n")]);
    let ran = place.run(&["solve", "u.cnf", "--proof", "p.lrat", "--check-proof"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "c proof checked\ns UNSATISFIABLE\n"), "{ran:?}");
    let ran = place.run(&["solve", "u.cnf", "--check-proof"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "c proof checked\ns UNSATISFIABLE\n"), "{ran:?}");
    let ran = place.run(&["solve", "s.cnf"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "s SATISFIABLE\nv -1 2 0\n"), "{ran:?}");
}

/// Checks a proof file against its clauses, with a checker of ours that reads the files anew.
fn accept(place: &Place, proof: &str) {
    use adumbra_sat::lrat_check::Checker;
    let formula = std::fs::read(place.path(&format!("{proof}.cnf"))).unwrap();
    let mut checker = Checker::new();
    for (index, clause) in adumbra_terms::dimacs::Cnf::read(&formula).unwrap().clauses().enumerate() {
        checker.original(index as u64 + 1, clause).unwrap();
    }
    checker.check_text(&std::fs::read_to_string(place.path(proof)).unwrap()).unwrap();
}

#[test]
fn scripts_have_proofs_too() {
    let place = Place::new(&[("a.smt2", REFUTED), ("s.smt2", b"(check-sat)\n")]);
    let answers = "unsat\nunsat\n(big)\nsat\nunsat\nunsat\n";
    let ran = place.run(&["solve", "a.smt2", "--check-proof", "--proof", "p.lrat"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), answers), "{ran:?}");
    assert!(ran.stderr.contains("proofs checked: 4"), "{ran:?}");
    accept(&place, "p.lrat");
    let ran = place.run(&["solve", "s.smt2", "--proof", "q.lrat"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n"), "{ran:?}");
    assert!(ran.stderr.contains("no proof") && !place.path("q.lrat").exists(), "{ran:?}");
    place.run(&["solve", "a.smt2", "--proof", "no/such/place"]).fails(2, &["no/such/place"]);
}

#[test]
fn sf_formulas_are_answered() {
    let sat = b"v 1.0\nd x:i8 y:i8\nc y + x 3:i8\np = y 10:i8\n";
    let unsat = b"v 1.0\nd x:i8 y:i8\nc y * x x\np = y 3:i8\n";
    let place = Place::new(&[("s.sf", sat), ("u.sf", unsat), ("bad.sf", b"v 1.0\nd x:i8\np ult x z\n")]);
    let ran = place.run(&["solve", "s.sf", "--model"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout.starts_with("sat\n(\n") && ran.stdout.contains("(define-fun x () (_ BitVec 8) #x07)"),
        "{ran:?}"
    );
    let ran = place.run(&["solve", "u.sf", "--proof", "u.lrat", "--check-proof", "--stats"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "unsat\n"), "{ran:?}");
    accept(&place, "u.lrat");
    place.run(&["solve", "bad.sf"]).fails(2, &["bad.sf: line 3, column 9", "z is not declared"]);
}

#[test]
fn configurations_and_options() {
    let place = Place::new(&[
        ("a.smt2", SCRIPT),
        ("mine.conf", b"# mine\nstabilize = 2\nreluctant_period = 64\n"),
        ("wrong.conf", b"stabilize = 2\nrestrat = true\n"),
    ]);
    let listed = place.run(&["solve", "--list-configs"]);
    assert_eq!(listed.code, Some(0), "{listed:?}");
    for configuration in adumbra_solver::configurations::ALL {
        assert!(listed.stdout.contains(configuration.description()), "{listed:?}");
        let ran = place.run(&["solve", "a.smt2", "--config", configuration.name]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n((x #x0009))\nunsat\n"), "{ran:?}");
    }
    let listed = place.run(&["solve", "--list-options"]);
    let row = listed.stdout.lines().find(|line| line.starts_with("reluctant-period ")).unwrap();
    assert!(row.contains("1024") && row.contains("2 to 100000") && row.contains("yes"), "{row}");
    let ran = place.run(&["solve", "a.smt2", "--config", "./mine.conf", "--set", "inprocess=off"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    place.run(&["solve", "a.smt2", "--config", "sofware"]).fails(1, &["nearest: software", "--list-configs"]);
    place.run(&["solve", "a.smt2", "--config", "wrong.conf"]).fails(2, &["wrong.conf: line 2", "nearest: restart"]);
    place.run(&["solve", "a.smt2", "--config", "none.conf"]).fails(2, &["none.conf"]);
    place.run(&["solve", "a.smt2", "--set", "nonsense=1"]).fails(1, &["nonsense"]);
    place.run(&["solve", "a.smt2", "--set", "stabilize=3"]).fails(1, &["stabilize: 3 is not between 0 and 2"]);
    let ran = place.run(&["solve", "a.smt2", "--set", "preprocess=off", "--set", "polarity=off"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    place.run(&["solve", "a.smt2", "--sat-core", "cadical", "--check-proof"]).fails(1, &["only the core `own`"]);
    if !cfg!(feature = "cadical") {
        place.run(&["solve", "a.smt2", "--sat-core", "cadical"]).fails(1, &["without CaDiCaL"]);
    }
    place.run(&["solve", "a.smt2", "--set", "stabilize"]).fails(1, &["not option=value"]);
}

#[test]
fn other_solvers_answer() {
    let place = Place::new(&[("a.smt2", REFUTED), ("s.sf", b"v 1.0\nd x:i8\np = x 7:i8\n"), ("u.cnf", UNSAT)]);
    for solver in ["z3", "cvc5"] {
        if std::process::Command::new(solver).arg("--version").output().is_err() {
            eprintln!("skipped: {solver} is not installed");
            continue;
        }
        let ran = place.run(&["solve", "a.smt2", "--solver", solver]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "unsat\nunsat\n(big)\nsat\nunsat\nunsat\n"), "{ran:?}");
        let ran = place.run(&["solve", "s.sf", "--solver", solver, "--model"]);
        assert!(ran.stdout.contains("#x07"), "{ran:?}");
    }
    let liar = place.script("liar", "echo ready; echo sat; echo '((x #x08))'; cat >/dev/null");
    place.run(&["solve", "s.sf", "--solver", liar.to_str().unwrap()]).fails(6, &["liar gave a model"]);
    let dead = place.script("dead", "echo no licence >&2; exit 7");
    let ran = place.run(&["solve", "a.smt2", "--solver", dead.to_str().unwrap()]);
    ran.fails(5, &["dead: the process ended (exit status: 7)", "no licence"]);
    assert_eq!(ran.stdout, "");
    place.run(&["solve", "a.smt2", "--solver", "no-such-solver"]).fails(5, &["no-such-solver: cannot be started"]);
    place.run(&["solve", "a.smt2", "--solver", ""]).fails(1, &["--solver"]);
    place.run(&["solve", "u.cnf", "--solver", "z3"]).fails(1, &["SMT-LIB and SF only"]);
    place.run(&["solve", "a.smt2", "--solver", "z3", "--proof", "p"]).fails(1, &["--proof"]);
}

#[test]
fn limits_leave_queries_unanswered() {
    let hard = b"(declare-const p (_ BitVec 80))(declare-const q (_ BitVec 80))\n(assert (and (bvult p (_ bv1099511627776 80))\
        (bvult q (_ bv1099511627776 80)) (bvugt p (_ bv1 80)) (bvugt q (_ bv1 80))\n (= (bvmul p q) (_ bv515488484425849779950329 80))))\n\
        (check-sat)\n(get-info :reason-unknown)\n(echo \"done\")\n";
    let place = Place::new(&[("hard.smt2", hard)]);
    let ran = place.run(&["solve", "hard.smt2", "--conflicts", "100"]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    assert!(ran.stdout.starts_with("unknown\n") && ran.stdout.ends_with("\"done\"\n"), "{ran:?}");
    assert!(ran.stdout.contains("conflicts"), "{ran:?}");
    let began = std::time::Instant::now();
    let ran = place.run(&["solve", "hard.smt2", "--timeout", "2"]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    assert!(began.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let place = Place::new(&[
        ("a.smt2", b"(declare-const x (_ BitVec 8))\n(assert (bvult x y))\n"),
        ("sort.smt2", b"(declare-const x (_ BitVec 8))\n(check-sat)\n(assert\n  (bvult x #x000))\n"),
        ("open.smt2", b"(check-sat)\n(assert (and true"),
        ("wide.smt2", b"(declare-const x (_ BitVec 2147483648))\n"),
        ("wider.smt2", b"(declare-const x (_ BitVec 99999999999999999999))\n"),
        (
            "extend.smt2",
            b"(declare-const x (_ BitVec 8))\n(assert (= ((_ zero_extend 2147483647) x) ((_ repeat 999999999) x)))\n",
        ),
        ("logic.smt2", b"(set-logic QF_NRA)\n"),
        ("garbage.smt2", b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe(check-sat)"),
        ("nul.smt2", b"(check-sat)\0\0\0"),
        ("pop.smt2", b"(push 1)\n(pop 2)\n"),
        ("a.cnf", b"p cnf 1 1\n2 0\n"),
        ("garbage.cnf", b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe"),
        ("short.cnf", b"p cnf 3 2\n1 2 0\n"),
        ("huge.cnf", b"p cnf 99999999999 1\n1 0\n"),
        ("garbage.sf", b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe"),
        ("a.txt", b""),
    ]);
    place.run(&["solve", "a.smt2"]).fails(2, &["a.smt2: line 2, column 18", "unknown symbol y"]);
    let ran = place.run(&["solve", "sort.smt2"]);
    ran.fails(2, &["sort.smt2: line 4, column 3"]);
    assert_eq!(ran.stdout, "sat\n", "what was answered before is kept");
    place.run(&["solve", "open.smt2"]).fails(2, &["open.smt2: line 2"]);
    place.run(&["solve", "wide.smt2"]).fails(2, &["wide.smt2: line 1", "2147483648"]);
    place.run(&["solve", "wider.smt2"]).fails(2, &["wider.smt2: line 1", "99999999999999999999"]);
    place.run(&["solve", "extend.smt2"]).fails(2, &["extend.smt2: line 2"]);
    place.run(&["solve", "logic.smt2"]).fails(2, &["logic.smt2: line 1", "QF_NRA", "QF_AUFBV"]);
    place.run(&["solve", "garbage.smt2"]).fails(2, &["garbage.smt2: line 1, column 11", "UTF-8"]);
    place.run(&["solve", "nul.smt2"]).fails(2, &["nul.smt2: line 1, column 12"]);
    place.run(&["solve", "pop.smt2"]).fails(2, &["pop.smt2: line 2", "pop 2 with 1 level(s) pushed"]);
    place.run(&["solve", "a.cnf"]).fails(2, &["a.cnf: line 2, column 1"]);
    place.run(&["solve", "garbage.cnf"]).fails(2, &["garbage.cnf: line 1, column 1"]);
    place.run(&["solve", "short.cnf"]).fails(2, &["short.cnf: line 2", "2 clause(s) declared, 1 found"]);
    place.run(&["solve", "huge.cnf"]).fails(2, &["huge.cnf: line 1", "too many"]);
    place.run(&["solve", "garbage.sf"]).fails(2, &["garbage.sf: line 1"]);
    place.run(&["solve", "a.txt"]).fails(1, &["neither .smt2 nor .cnf", "--format"]);
    place.run(&["solve", "none.smt2"]).fails(2, &["none.smt2: "]);
    place.run(&["solve", "."]).fails(1, &["--format"]);
    place.run(&["solve"]).fails(1, &["FILE"]);
}

#[test]
fn a_million_nested_lets_are_solved() {
    let mut text = String::from("(declare-const p Bool)\n(assert (let ((a0 p)) ");
    for i in 1..=1_000_000 {
        text.push_str(&format!("(let ((a{i} (not a{}))) ", i - 1));
    }
    text.push_str("a1000000");
    text.push_str(&")".repeat(1_000_002));
    text.push_str("\n(check-sat)\n(get-value (p))\n");
    let place = Place::new(&[("lets.smt2", text.as_bytes())]);
    let ran = place.run(&["solve", "lets.smt2"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n((p true))\n"), "{:?}", ran.stderr);
}

#[test]
fn a_file_of_100_mb_is_read_or_refused_for_its_size() {
    let place = Place::new(&[]);
    let mut comments = b"(declare-const x (_ BitVec 8))\n".to_vec();
    while comments.len() < 100_000_000 {
        comments.extend_from_slice(
            b"; nothing of importance is said on this line, nor on any of the many lines that follow it\n",
        );
    }
    comments.extend_from_slice(b"(assert (= x #x01))\n(check-sat)\n");
    std::fs::write(place.path("comments.smt2"), &comments).unwrap();
    let ran = place.run(&["solve", "comments.smt2", "--memory", "300"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "sat\n"), "{:?}", ran.stderr);
    place.run(&["solve", "comments.smt2", "--memory", "50"]).fails(5, &["memory limit of 50 MB"]);

    let mut chain = Vec::with_capacity(101_000_000);
    let mut i = 0;
    while chain.len() < 100_000_000 {
        let _ =
            writeln!(chain, "(declare-const x{} (_ BitVec 32))(assert (= x{} (bvmul x{i} #x{i:08x})))", i + 1, i + 1);
        if i == 0 {
            chain = b"(declare-const x0 (_ BitVec 32))".to_vec();
            let _ = writeln!(chain, "(declare-const x1 (_ BitVec 32))(assert (= x1 (bvmul x0 x0)))");
        }
        i += 1;
    }
    chain.extend_from_slice(b"(check-sat)\n");
    std::fs::write(place.path("chain.smt2"), &chain).unwrap();
    place.run(&["solve", "chain.smt2", "--memory", "250"]).fails(5, &["memory limit of 250 MB"]);
}

/// A call below a call, with a contradiction in the end.
const TREE: &[u8] = b"(declare-const a (_ BitVec 8))(declare-const p (_ BitVec 8))(declare-const r (_ BitVec 8))(declare-const b (_ BitVec 8))\n\
    (assert (! (= a #x02) :named F1))(assert (! (= r (bvadd p #x01)) :named F2))(assert (! (= p a) :named F3))\n\
    (assert (! (= b r) :named F4))(assert (! (not (= b #x03)) :named F5))\n\
    (check-sat)\n(get-interpolants F1 (F2) F3 F4 F5)\n";

#[test]
fn trees_of_assertions_have_interpolants() {
    let wrong = TREE.strip_suffix(b" F3 F4 F5)\n").unwrap();
    let wrong = [wrong, b")\n"].concat();
    let place = Place::new(&[("t.smt2", TREE), ("wrong.smt2", &wrong)]);
    for strategy in ["direct", "from-binary", "nested"] {
        let setting = format!("tree-strategy={strategy}");
        let ran = place.run(&["solve", "t.smt2", "--check-interpolants", "--set", &setting]);
        assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 5), "{ran:?}");
        assert!(ran.stdout.starts_with("unsat\n("), "{ran:?}");
        assert!(!ran.stdout.contains("error"), "{ran:?}");
    }
    place.run(&["solve", "wrong.smt2"]).fails(2, &["wrong.smt2: line 5, column 26", "no subtree can follow"]);
    place.run(&["solve", "t.smt2", "--set", "tree-strategy=none"]).fails(1, &["tree-strategy"]);
    let listed = place.run(&["solve", "--list-options"]);
    assert!(listed.stdout.contains("direct, from-binary, nested"), "{listed:?}");
}

/// The same answers with the query layer in front, whichever solver is behind it.
#[test]
fn the_query_layer_answers_from_what_it_knows() {
    let again = [REFUTED.split(|b| *b == b'(').next().unwrap(), SCRIPT, b"(check-sat)(check-sat)\n"].concat();
    let place = Place::new(&[("a.smt2", REFUTED), ("s.smt2", &again)]);
    let answers = "unsat\nunsat\n(big)\nsat\nunsat\nunsat\n";
    let count = |ran: &common::Ran, name: &str| -> u64 {
        let row = ran.stderr.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {ran:?}"));
        row.split_whitespace().last().unwrap().parse().unwrap()
    };
    let mut solvers = vec![vec![]];
    if std::process::Command::new("z3").arg("--version").output().is_ok() {
        solvers.push(vec!["--solver", "z3 -in"]);
    }
    for solver in solvers {
        let run = |file: &str| {
            let mut arguments = vec!["solve", file, "--set", "layer=on", "--stats"];
            arguments.extend(&solver);
            place.run(&arguments)
        };
        let ran = run("a.smt2");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), answers), "{ran:?}");
        let ran = run("s.smt2");
        assert_eq!(ran.stdout, "sat\n((x #x0009))\nunsat\nunsat\nunsat\n", "{ran:?}");
        assert_eq!((count(&ran, "layer queries"), count(&ran, "answered before")), (4, 2), "{ran:?}");
        assert_eq!(count(&ran, "solver asked"), 2, "{ran:?}");
    }
    let refuse = |arguments: &[&str], part: &str| place.run(arguments).fails(1, &[part]);
    refuse(&["solve", "a.smt2", "--set", "layer=on", "--check-proof"], "proofs need layer=off");
    refuse(
        &["solve", "a.smt2", "--solver", "z3 -in", "--set", "stabilize=2"],
        "another solver does not have this option",
    );
}

/// A script of `docs/shown/programs`.
macro_rules! shown {
    ($name:literal) => {
        ($name, &include_bytes!(concat!("../../../docs/shown/programs/", $name))[..])
    };
}

/// A row of `--stats`.
fn counted(ran: &common::Ran, name: &str) -> u64 {
    let row = ran.stderr.lines().find(|line| line.split("  ").next() == Some(name));
    row.and_then(|row| row.split_whitespace().last()?.parse().ok()).unwrap_or_else(|| panic!("{name}: {ran:#?}"))
}

/// Without sharing, a chain of ten functions that take the one before twice is a thousand copies of
/// the first, and two equal products are two circuits.
#[test]
fn sharing_is_worth_a_hundred_times_the_gates() {
    let place = Place::new(&[shown!("doubling.smt2"), shown!("equal-products.smt2")]);
    let gates = |sharing| {
        let set = format!("sharing={sharing}");
        let ran = place.run(&["solve", "doubling.smt2", "--set", &set, "--conflicts", "10", "--stats"]);
        counted(&ran, "gates")
    };
    let (with, without) = (gates("on"), gates("off"));
    assert!(with > 0 && without >= 100 * with, "{with} gates with sharing, {without} without");
    let products = ["solve", "equal-products.smt2", "--set", "preprocess=off", "--stats", "--conflicts", "300"];
    let ran = place.run(&products);
    assert_eq!((ran.stdout.as_str(), counted(&ran, "gates"), counted(&ran, "conflicts")), ("unsat\n", 0, 0), "{ran:?}");
    let ran = place.run(&[&products[..], &["--set", "sharing=off"]].concat());
    assert_eq!((ran.stdout.as_str(), counted(&ran, "conflicts")), ("unknown\n", 300), "{ran:?}");
    assert!(counted(&ran, "gates") > 2 * 64 * 64, "{ran:?}");
}

/// The gates of a query that was preprocessed are those that it takes without, if there is nothing
/// to preprocess.
#[test]
fn gates_are_counted() {
    let script = |width: u32, op: &str| {
        let word = format!("(_ BitVec {width})");
        format!("(declare-const x {word})(declare-const y {word})(assert (bvult ({op} x y) (bvxor x y)))(check-sat)")
    };
    let gates = |width, op, set: &str| {
        let place = Place::new(&[("a.smt2", script(width, op).as_bytes())]);
        let ran = place.run(&["solve", "a.smt2", "--set", set, "--stats"]);
        assert_eq!(ran.stdout, "sat\n", "{ran:?}");
        (counted(&ran, "gates"), counted(&ran, "variables"), counted(&ran, "clauses"))
    };
    for op in ["bvadd", "bvmul", "bvudiv"] {
        let (once, plain) = (gates(8, op, "preprocess=on"), gates(8, op, "preprocess=off"));
        assert!(once.0 == plain.0 && once.0 > 0 && once.1 > 16 && once.2 > 16, "{op}: {once:?} {plain:?}");
        // Sums grow with the width, products and quotients with its square.
        let wide = gates(16, op, "preprocess=on").0 as f64 / once.0 as f64;
        assert!(if op == "bvadd" { (1.8..2.3).contains(&wide) } else { (3.3..4.7).contains(&wide) }, "{op}: {wide}");
    }
}

/// Scripts with every operator on words, their laws and their corners, answered value by value as
/// other solvers answer.
#[test]
fn scripts_with_every_operator_are_answered_as_by_other_solvers() {
    let files = [
        shown!("operators.smt2"),
        shown!("laws.smt2"),
        shown!("division-by-13.smt2"),
        shown!("rules.smt2"),
        shown!("seven.smt2"),
        shown!("conditions/maximum-6.smt2"),
        shown!("conditions/factors-8.smt2"),
    ];
    let operators = "bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod
        bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvcomp ite concat extract zero_extend sign_extend
        rotate_left rotate_right repeat = distinct";
    let text = std::str::from_utf8(files[0].1).unwrap();
    for operator in operators.split_whitespace() {
        let used = [format!("({operator} "), format!("(_ {operator} ")].iter().any(|used| text.contains(used));
        assert!(used, "{operator}");
    }
    for (name, text) in files {
        let place = Place::new(&[("a.smt2", text)]);
        let own = place.run(&["solve", "a.smt2"]);
        assert!(own.code == Some(0) && !own.stdout.is_empty(), "{name}: {own:?}");
        for solver in ["z3 -in", "cvc5"] {
            let program = solver.split(' ').next().unwrap();
            if std::process::Command::new(program).arg("--version").output().is_err() {
                eprintln!("skipped: {program} is not installed");
                continue;
            }
            let theirs = place.run(&["solve", "a.smt2", "--solver", solver]);
            assert_eq!((theirs.code, theirs.stdout), (own.code, own.stdout.clone()), "{name}, {solver}");
        }
    }
}
