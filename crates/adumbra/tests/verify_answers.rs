//! What `adumbra verify` answers, and the files that it writes.

use crate::common::{Place, Ran, need_llvm, ran};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// It fails with the first input that is tried.
const FAILS: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int twice(int x) { return x + x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    n = twice(n);
  if (n != 1)
    reach_error();
  return 0;
}
";

const HOLDS: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    return 1;
  return 0;
}
";

/// No execution ends, and no two states are the same.
const ENDLESS: &[u8] = b"extern void reach_error(void);
int main(void) {
  unsigned long long n = 0, a[64] = {0};
  for (;; n++) {
    a[n % 64] += n;
    if (n == ~0ull)
      reach_error();
  }
}
";

/// A configuration that is busy until it is stopped.
const BUSY: [&str; 6] =
    ["--config", "random", "--set", "random-executions=unlimited", "--set", "random-steps=unlimited"];

#[track_caller]
fn check(ran: &Ran, code: i32, result: &str) {
    let line = format!("Verification result: {result}");
    assert_eq!((ran.code, ran.stdout.lines().last()), (Some(code), Some(line.as_str())), "{ran:#?}");
}

fn place() -> Place {
    need_llvm();
    Place::new(&[("fails.c", FAILS), ("holds.c", HOLDS), ("endless.c", ENDLESS)])
}

#[test]
fn a_program_that_holds() {
    let place = place();
    let ran = place.run(&["verify", "holds.c", "--stats"]);
    check(&ran, 0, "TRUE");
    assert!(ran.stdout.starts_with("proved by "), "{ran:#?}");
    assert!(ran.stderr.contains("\nstates "), "{ran:#?}");
    let ran = place.run(&["verify", "holds.c", "--json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.code, &json["result"], &json["line"]),
        (Some(0), &"TRUE".into(), &"Verification result: TRUE".into())
    );
    assert!(json["proof"]["method"].is_string() && json["counts"]["states"].is_u64(), "{json}");
    assert_eq!(ran.stderr, "", "silent in a pipe");
}

/// A function without a definition is one however it is called.
#[test]
fn undefined_functions_through_pointers() {
    need_llvm();
    let place = Place::new(&[(
        "pointer.c",
        b"extern int one(void), two(void), __VERIFIER_nondet_int(void); int (*volatile g)(void);
int main(void) { g = __VERIFIER_nondet_int() ? one : two; return g() == 3; }
",
    )]);
    for config in ["default", "interval", "value"] {
        let ran = place.run(&["verify", "pointer.c", "--config", config, "--externals", "unknown"]);
        check(&ran, 5, "UNKNOWN(unsupported)");
    }
    let ran = place.run(&["verify", "pointer.c", "--config", "interval"]);
    check(&ran, 0, "TRUE");
    assert!(
        ran.stdout.contains("return any value and write nothing: one (pointer.c:2), two (pointer.c:2)"),
        "{ran:#?}"
    );
}

/// The configurations of a portfolio at the same time: the first answer counts, the others stop.
#[test]
fn configurations_in_parallel() {
    let place = place();
    check(&place.run(&["verify", "holds.c", "--parallel"]), 0, "TRUE");
    check(&place.run(&["verify", "fails.c", "--parallel"]), 10, "FALSE(unreach-call)");
    let begun = Instant::now();
    check(&place.run(&["verify", "endless.c", "--parallel", "--timeout", "2"]), 5, "UNKNOWN(timeout)");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

/// Executions that never end are stopped when another configuration has the answer, though both are
/// at work.
#[test]
fn executions_stop_for_the_answer_of_another() {
    let endless = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  for (;;) {
    int low = __VERIFIER_nondet_int() & 7;
    if (low > 7)
      reach_error();
  }
}
";
    let portfolio = b"run = random\nrun = interval\n";
    need_llvm();
    let place = Place::new(&[("endless.c", endless), ("two.conf", portfolio)]);
    for more in [&[][..], &["--parallel"]] {
        let ran = place.run(&[&["verify", "endless.c", "--config", "two.conf", "--timeout", "60"], more].concat());
        check(&ran, 0, "TRUE");
    }
}

#[test]
fn a_program_that_fails() {
    let place = place();
    let ran = place.run(&["verify", "fails.c", "--trace"]);
    check(&ran, 10, "FALSE(unreach-call)");
    for part in [
        "fails.c:8:5: violation: error-call: the error function was called\n  8 | reach_error();\n",
        "what happens:\n",
        "  fails.c:5: for (int i = 0; i < 3; i++)\n      i = 0\n      i < 3 is true\n",
        "      call twice(",
        "    fails.c:2:   int twice(int x) { return x + x; }\n",
    ] {
        assert!(ran.stdout.contains(part.trim_start()), "{part}: {ran:#?}");
    }
    let ran = place.run(&["verify", "fails.c", "--json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.code, &json["result"], &json["property"]), (Some(10), &"FALSE".into(), &"unreach-call".into()));
    assert_eq!(json["violation"]["position"]["line"], 8);
    assert_eq!(json["script"]["inputs"][0]["name"], "__VERIFIER_nondet_int");
    assert_eq!(json["trace"]["first"][0]["step"], "input");
}

#[test]
fn queries_are_written_with_their_answers() {
    let place = place();
    let ran = place.run(&["verify", "fails.c", "--config", "value-refined", "--dump-queries", "queries"]);
    check(&ran, 10, "FALSE(unreach-call)");
    let scripts: Vec<_> =
        std::fs::read_dir(place.path("queries")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!scripts.is_empty(), "{ran:#?}");
    for script in scripts {
        let text = std::fs::read_to_string(&script).unwrap();
        let known = text.lines().filter_map(|line| line.strip_prefix("(set-info :status ")?.strip_suffix(')'));
        let solved = place.run(&["solve", script.to_str().unwrap()]);
        assert_eq!(solved.stdout.lines().collect::<Vec<_>>(), known.collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn files_of_a_counterexample() {
    let place = place();
    let ran = place.run(&[
        "verify",
        "fails.c",
        "--script",
        "s.json",
        "--harness",
        "h.c",
        "--witness",
        "w.yml",
        "--graphml-witness",
        "w.graphml",
    ]);
    check(&ran, 10, "FALSE(unreach-call)");
    assert_eq!(ran.stderr, "", "{ran:#?}");
    let replayed = place.run(&["run", "fails.c", "--no-promote", "--property", "unreach-call", "--script", "s.json"]);
    replayed.fails(10, &["fails.c:8:5: violation: error-call"]);
    let cc = |arguments: &[&str]| Command::new("cc").args(arguments).current_dir(place.path("")).status().unwrap();
    assert!(cc(&["-fwrapv", "fails.c", "h.c", "-o", "failing"]).success());
    let native = Command::new(place.path("failing")).output().unwrap();
    assert_eq!(native.status.code(), None, "ended by a signal: {native:?}");
    let witness = std::fs::read_to_string(place.path("w.yml")).unwrap();
    assert!(witness.contains("violation_sequence") && witness.contains("target"), "{witness}");
    assert!(std::fs::read_to_string(place.path("w.graphml")).unwrap().contains("violation_witness"));

    let ran = place.run(&["verify", "holds.c", "--harness", "h2.c", "--witness", "w2.yml"]);
    check(&ran, 0, "TRUE");
    assert!(ran.stderr.contains("--harness: h2.c is not written: there is no counterexample"), "{ran:#?}");
    assert!(std::fs::read_to_string(place.path("w2.yml")).unwrap().contains("invariant_set"));
}

#[test]
fn files_that_cannot_be_written_are_refused_before_the_work() {
    let place = place();
    std::fs::write(place.path("plain"), "").unwrap();
    for option in
        ["--script", "--harness", "--witness", "--graphml-witness", "--graph", "--export-predicates", "--write-bitcode"]
    {
        // The work would not come to an end.
        let ran = place.run(&[&["verify", "endless.c", option, "no/file"], &BUSY[..]].concat());
        check(&ran, 1, "UNKNOWN(wrong usage)");
        assert!(ran.stderr.contains(&format!("{option}: no/file cannot be written")), "{ran:#?}");
        let ran = place.run(&[&["verify", "endless.c", option, "."], &BUSY[..]].concat());
        check(&ran, 1, "UNKNOWN(wrong usage)");
    }
    let ran = place.run(&[&["verify", "endless.c", "--export-tests", "plain/tests"], &BUSY[..]].concat());
    check(&ran, 1, "UNKNOWN(wrong usage)");
    let ran = place.run(&["slice", "fails.c", "-c", "7", "--html", "no/slice.html"]);
    ran.fails(1, &["--html: no/slice.html cannot be written"]);
    let ran = place.run(&["verify", "fails.c", "--script", "s.json", "--export-tests", "made/tests"]);
    check(&ran, 10, "FALSE(unreach-call)");
    let left: Vec<_> = std::fs::read_dir(place.path(".")).unwrap().flatten().map(|f| f.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "no drafts: {left:?}");
    assert!(place.path("s.json").exists() && place.path("made/tests/metadata.xml").exists());
}

#[test]
fn inputs_that_do_not_decide_alone_give_no_harness() {
    need_llvm();
    let place = Place::new(&[(
        "a.c",
        b"extern void reach_error(void);\nint main(void) { int x; if (x == 0) reach_error(); return 0; }\n",
    )]);
    let ran = place.run(&["verify", "a.c", "--harness", "h.c"]);
    check(&ran, 10, "FALSE(unreach-call)");
    assert!(ran.stderr.contains("--harness: h.c is not written: inputs alone do not decide"), "{ran:#?}");
    assert!(!place.path("h.c").exists());
    assert!(ran.stdout.contains("x = 0 (not initialised)"), "{ran:#?}");
}

#[test]
fn assumptions_are_printed() {
    need_llvm();
    let place = Place::new(&[("a.c", b"extern int sensor(void);\nint main(void) { return sensor(); }\n")]);
    let ran = place.run(&["verify", "a.c"]);
    check(&ran, 0, "TRUE");
    let assumption = "assuming: functions without a definition return any value and write nothing: sensor (a.c:2)\n";
    assert!(ran.stdout.contains(assumption), "{ran:#?}");
    let ran = place.run(&["verify", "a.c", "--externals", "unknown"]);
    check(&ran, 5, "UNKNOWN(unsupported)");
}

#[test]
fn the_time_limit() {
    let place = place();
    let start = Instant::now();
    let ran = place.run(&[&["verify", "endless.c", "--timeout", "1"], &BUSY[..]].concat());
    check(&ran, 5, "UNKNOWN(timeout)");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(
        ran.stdout.contains("the time limit of 1 s is reached") && ran.stdout.contains("\ntry: a larger --timeout")
    );
    assert!(place.is_tidy());
}

#[test]
fn the_memory_limit() {
    need_llvm();
    let source = b"#include <stdlib.h>\nextern void reach_error(void);
int main(void) { for (unsigned i = 0;; i++) { char *p = malloc(5000); *p = 1; if (i == ~0u) reach_error(); } }\n";
    let place = Place::new(&[("a.c", source)]);
    let ran = place.run(&[&["verify", "a.c", "--memory", "100", "--timeout", "60"], &BUSY[..]].concat());
    check(&ran, 5, "UNKNOWN(out of memory)");
    assert!(ran.stdout.contains("the memory limit of 100 MB is reached"), "{ran:#?}");
}

#[test]
fn an_interruption_keeps_what_is_known() {
    let place = place();
    let mut command = place.command(&[&["verify", "endless.c"], &BUSY[..]].concat());
    let child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let start = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran = ran(&child.wait_with_output().unwrap());
    check(&ran, 5, "UNKNOWN(cancelled)");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(ran.stdout.contains("so far: "), "{ran:#?}");
    assert!(place.is_tidy());
}

/// What stays open is shown where the error function is called, not where that is declared.
#[test]
fn an_open_question_is_where_it_is_asked() {
    need_llvm();
    let source = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int x)
{
    if (x * x == 3)
        reach_error();
}
int main(void)
{
    check(__VERIFIER_nondet_int());
    return 0;
}
";
    let place = Place::new(&[("a.c", source)]);
    let ran = place.run(&["verify", "a.c", "--config", "interval"]);
    check(&ran, 5, "UNKNOWN(undecided path)");
    assert!(ran.stdout.starts_with("a.c:6:9: unknown: a call of the error function can be neither"), "{ran:#?}");
    let ran = place.run(&["verify", "a.c", "--config", "interval", "--json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["reasons"][0]["position"]["line"], 6, "{json}");
}

const LOCK: &[u8] = b"automaton lock($l) {
  state free { call lock($l) -> held; call unlock($l) -> error \"unlocked without being locked\"; }
  state held { call unlock($l) -> free; call lock($l) -> error \"locked twice\"; }
}
";

#[test]
fn rules_of_a_specification() {
    need_llvm();
    let head = "void lock(int *l) {}\nvoid unlock(int *l) {}\nextern int __VERIFIER_nondet_int(void);\nint a, b;\n";
    let fine = format!("{head}int main(void) {{ lock(&a); unlock(&a); lock(&a); unlock(&a); return 0; }}\n");
    let twice = format!(
        "{head}int main(void) {{\n  lock(&a);\n  if (__VERIFIER_nondet_int() == 7)\n    lock(&a);\n  return 0;\n}}\n"
    );
    let alias = format!(
        "{head}int main(void) {{\n  lock(&a);\n  lock(__VERIFIER_nondet_int() == 3 ? &a : &b);\n  return 0;\n}}\n"
    );
    let one = String::from_utf8_lossy(LOCK).replace("($l)", "");
    let place = Place::new(&[
        ("fine.c", fine.as_bytes()),
        ("twice.c", twice.as_bytes()),
        ("lock.spec", LOCK),
        ("one.spec", one.as_bytes()),
        ("bad.spec", b"automaton a { state s { call f -> t; } }"),
        ("line.c", b"int __VERIFIER_nondet_int(void);\nint a[4];\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n  if (i > 0 && i < 4)\n    a[i] = 1;\n  return 0;\n}\n"),
        ("line.spec", b"automaton a { state s { line 6 -> error \"here\"; } }"),
        ("alias.c", alias.as_bytes()),
        ("idle.spec", b"automaton a { state s { call lokc -> error \"x\"; } }"),
    ]);
    check(&place.run(&["verify", "fine.c", "--spec", "one.spec"]), 0, "TRUE");
    let ran = place.run(&["verify", "twice.c", "--spec", "lock.spec", "--harness", "h.c", "--witness", "w.yml"]);
    check(&ran, 10, "FALSE(specification)");
    for part in [
        "twice.c:8:5: violation: specification: lock: locked twice\n",
        "__VERIFIER_nondet_int() = 7\n",
        "call lock(&a)\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    assert!(ran.stderr.contains("--harness: h.c is not written: nothing notices natively"), "{ran:#?}");
    assert!(ran.stderr.contains("--witness: w.yml is not written: the formats of witnesses"), "{ran:#?}");
    // A rule is broken where an operation begins, whether that is valid or not; and where values
    // turn out to be the same.
    for configuration in ["paths", "value"] {
        let ran = place.run(&["verify", "line.c", "--spec", "line.spec", "--config", configuration]);
        check(&ran, 10, "FALSE(specification)");
        let ran = place.run(&["verify", "alias.c", "--spec", "lock.spec", "--config", configuration]);
        check(&ran, 10, "FALSE(specification)");
        assert!(ran.stdout.contains("__VERIFIER_nondet_int() = 3\n"), "{ran:#?}");
    }
    let ran = place.run(&["verify", "twice.c", "--spec", "bad.spec"]);
    check(&ran, 2, "UNKNOWN(input could not be read)");
    assert!(ran.stderr.contains("bad.spec:1:35: there is no state `t`"), "{ran:#?}");
    let ran = place.run(&["verify", "fine.c", "--spec", "idle.spec"]);
    check(&ran, 0, "TRUE");
    assert!(ran.stderr.contains("note: nothing in the program is what this rule waits for: a: call lokc"), "{ran:#?}");
    check(&place.run(&["verify", "fine.c", "--property", "specification"]), 1, "UNKNOWN(wrong usage)");
}

/// A NaN has any payload, so nothing about its bits is proved; no execution can be made to have
/// others either.
#[test]
fn bits_of_a_nan_are_any() {
    need_llvm();
    let program: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  volatile float zero = 0.0f;
  float nan = zero / zero;
  int c = __VERIFIER_nondet_int();
  union { float f; unsigned u; } v;
  v.f = c ? nan : 1.0f;
  if (c && v.u == 0x7fc00001u)
    reach_error();
  return 0;
}
";
    let place = Place::new(&[("nan.c", program)]);
    for configuration in ["paths", "symbolic", "symbolic-refined", "value-interval", "predicate", "k-induction"] {
        let ran = place.run(&["verify", "nan.c", "--config", configuration]);
        check(&ran, 5, "UNKNOWN(undecided path)");
    }
}

/// What a larger slice is said to exclude must stay excluded with what the precision keeps on the
/// way.
#[test]
fn slices_exclude_what_they_are_said_to_exclude() {
    need_llvm();
    let program: &[u8] = b"extern int __VERIFIER_nondet_int(void); void reach_error(void);
int state = 10, flag = 0, mode = 1, count = 0;
int main(void) {
  for (;;) {
    int message = __VERIFIER_nondet_int();
    if (state == 10) {
      if (message > 0 && flag == 3 && mode == 3)
        reach_error();
      state = mode != 5 && count <= 1 ? 30 : 30;
    }
  }
}
";
    let place = Place::new(&[("machine.c", program)]);
    for configuration in ["value-sliced", "symbolic-sliced-refined"] {
        check(&place.run(&["verify", "machine.c", "--config", configuration]), 0, "TRUE");
    }
}

const CHOICES: &[u8] = include_bytes!("../../../docs/shown/programs/choices.c");
const TWO_FUTURES: &[u8] = include_bytes!("../../../docs/shown/programs/two-futures.c");

/// A choice of two, then one of three: six futures, and those that are assumed away. Each has a
/// test with its inputs, and the search of all ends with the word that no assertion fails.
#[test]
fn all_futures_are_explored() {
    need_llvm();
    let place = Place::new(&[("choices.c", CHOICES)]);
    let base = ["verify", "choices.c", "--property", "assertions", "--config", "paths", "--stats"];
    let ran = place.run(&[&base[..], &["--export-tests", "tests"]].concat());
    check(&ran, 0, "TRUE");
    assert!(ran.stderr.contains("\npaths to an end       7\n"), "{ran:#?}");
    let mut futures = Vec::new();
    for number in 1..=7 {
        let text = std::fs::read_to_string(place.path(&format!("tests/testcase-{number}.xml"))).unwrap();
        let inputs = text.split("<input").skip(1).map(|input| {
            let value = input.split_once('>').unwrap().1.split_once('<').unwrap().0;
            value.parse::<u8>().unwrap().min(3)
        });
        futures.push(inputs.collect::<Vec<u8>>());
    }
    futures.sort();
    futures.retain(|inputs| inputs[1] < 3);
    assert_eq!(futures, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
    assert!(!place.path("tests/testcase-8.xml").exists());
}

/// One of two futures is the error: the trace has the inputs and every value on the way. With the
/// other alone, no execution comes to the error.
#[test]
fn the_future_that_fails_is_told() {
    need_llvm();
    let only_two = String::from_utf8(TWO_FUTURES.to_vec()).unwrap().replace("x > 3", "x > 2");
    let place = Place::new(&[("both.c", TWO_FUTURES), ("two.c", only_two.as_bytes())]);
    for config in ["value", "symbolic", "paths"] {
        let ran = place.run(&["verify", "both.c", "--property", "unreach-call", "--config", config, "--trace"]);
        check(&ran, 10, "FALSE(unreach-call)");
        let mut rest = ran.stdout.as_str();
        let told = [
            "x = 3",
            "call f(1, 3)",
            "a = 1",
            "b = 3",
            "c = 2",
            "c == b is false",
            "f returns 1",
            "y = 1",
            "violation",
        ];
        for part in told {
            rest = rest.split_once(part).unwrap_or_else(|| panic!("{part}: {ran:#?}")).1;
        }
    }
    // Values alone do not know what a comparison says about an input.
    for config in ["symbolic", "paths"] {
        let ran = place.run(&["verify", "two.c", "--property", "unreach-call", "--config", config]);
        check(&ran, 0, "TRUE");
    }
}
