//! Several properties in one run of `adumbra verify`.

use crate::common::{Place, Ran, need_llvm};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Its memory is safe, and its arithmetic is not.
const OVERFLOWS: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[2] = {1, 2};
  return (n + a[1]) & 1;
}
";

const HOLDS: &[u8] = b"int main(void) { int a[2] = {1, 2}; return a[1]; }\n";

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

fn place() -> Place {
    need_llvm();
    Place::new(&[
        ("overflows.c", OVERFLOWS),
        ("holds.c", HOLDS),
        ("endless.c", ENDLESS),
        ("a,b.prp", b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
    ])
}

/// The last line is for the whole, with one line for each property above it.
#[track_caller]
fn check(ran: &Ran, code: i32, whole: &str, lines: &[&str]) {
    let last = format!("Verification result: {whole}");
    assert_eq!((ran.code, ran.stdout.lines().last()), (Some(code), Some(last.as_str())), "{ran:#?}");
    assert_eq!(ran.stdout.matches("Verification result").count(), 1, "{ran:#?}");
    let found: Vec<&str> = ran.stdout.lines().map(str::trim).filter(|line| lines.contains(line)).collect();
    assert_eq!(found, lines, "{ran:#?}");
}

#[test]
fn each_property_has_a_line_and_the_whole_has_the_last() {
    let place = place();
    let lines = ["memsafety: TRUE", "no-overflow: FALSE(no-overflow)"];
    for properties in [&["-p", "memsafety,no-overflow"][..], &["-p", "memsafety", "--property", "no-overflow"]] {
        let ran = place.run(&[&["verify", "overflows.c"], properties].concat());
        check(&ran, 10, "FALSE(no-overflow)", &lines);
        assert!(ran.stdout.contains("overflows.c:4:13: violation: signed-overflow"), "{ran:#?}");
    }
    let ran = place.run(&["verify", "holds.c", "-p", "memsafety,no-overflow,unreach-call,memsafety"]);
    check(&ran, 0, "TRUE", &["memsafety: TRUE", "no-overflow: TRUE", "unreach-call: TRUE"]);
    let ran = place.run(&["verify", "holds.c", "-p", "termination,memsafety"]);
    let lines = ["termination: UNKNOWN(property not supported)", "memsafety: TRUE"];
    check(&ran, 5, "UNKNOWN(property not supported)", &lines);
    let ran = place.run(&["verify", "overflows.c", "-p", "termination,no-overflow"]);
    check(&ran, 10, "FALSE(no-overflow)", &["no-overflow: FALSE(no-overflow)"]);
}

#[test]
fn machines_get_an_array_of_results() {
    let place = place();
    let ran = place.run(&["verify", "overflows.c", "-p", "memsafety,no-overflow", "--json"]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
    assert_eq!((ran.code, &json["result"]), (Some(10), &"FALSE".into()), "{json}");
    assert_eq!(json["line"], "Verification result: FALSE(no-overflow)");
    let results = json["results"].as_array().unwrap();
    let asked: Vec<_> = results.iter().map(|r| (r["asked"].as_str().unwrap(), r["result"].as_str().unwrap())).collect();
    assert_eq!(asked, [("memsafety", "TRUE"), ("no-overflow", "FALSE")]);
    assert!(results[0]["proof"]["method"].is_string(), "{json}");
    assert_eq!(results[1]["violation"]["position"]["line"], 4);
}

#[test]
fn properties_with_the_same_compile_line_share_the_load() {
    let place = place();
    let (ran, compiled, translated) = place.counted(&["verify", "holds.c", "-p", "unreach-call,assertions"]);
    assert_eq!((ran.code, compiled, translated), (Some(0), 1, 1), "{ran:#?}");
    let (ran, compiled, _) = place.counted(&["verify", "holds.c", "-p", "memsafety,unreach-call,valid-free"]);
    assert_eq!((ran.code, compiled), (Some(0), 1), "{ran:#?}");
    let (ran, compiled, _) = place.counted(&["verify", "holds.c", "-p", "unreach-call,no-overflow"]);
    assert_eq!((ran.code, compiled), (Some(0), 2), "overflow checks are compiled in: {ran:#?}");
    // A counterexample is replayed on what was compiled for the analyses.
    let (ran, compiled, translated) = place.counted(&["verify", "overflows.c", "-p", "no-overflow"]);
    assert_eq!((ran.code, compiled, translated), (Some(10), 1, 2), "{ran:#?}");
}

#[test]
fn the_time_limit_is_for_the_whole() {
    let place = place();
    let begun = Instant::now();
    let ran = place.run(&["verify", "endless.c", "-p", "unreach-call,assertions,memsafety", "--timeout", "6"]);
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    check(&ran, 5, "UNKNOWN(timeout)", &["unreach-call: UNKNOWN(timeout)", "assertions: TRUE"]);
    assert!(ran.stdout.contains("unknown: its share of "), "{ran:#?}");
}

#[test]
fn what_is_about_one_answer_does_not_go_with_several() {
    let place = place();
    for (option, file) in [
        ("--witness", "w.yml"),
        ("--graphml-witness", "w.graphml"),
        ("--script", "s.json"),
        ("--harness", "h.c"),
        ("--graph", "g.dot"),
        ("--pixel-tree", "t.svg"),
        ("--export-tests", "t"),
        ("--export-predicates", "p.smt2"),
        ("--keep-temps", "k"),
    ] {
        let ran = place.run(&["verify", "holds.c", "-p", "memsafety,no-overflow", option, file]);
        check(&ran, 1, "UNKNOWN(wrong usage)", &[]);
        let message = format!("{option} is about one property, and 2 are asked about");
        assert!(ran.stderr.contains(&message), "{ran:#?}");
        assert!(!place.path(file).exists());
    }
    let ran = place.run(&["verify", "holds.c", "-p", "memsafety,everything"]);
    check(&ran, 1, "UNKNOWN(wrong usage)", &[]);
    let ran = place.run(&["verify", "holds.c", "-p", "memsafety,"]);
    check(&ran, 1, "UNKNOWN(wrong usage)", &[]);
    assert!(ran.stderr.contains(": no such property") && !ran.stderr.contains("everything"), "{ran:#?}");
    let ran = place.run(&["run", "holds.c", "-p", "memsafety,no-overflow"]);
    ran.fails(1, &["--property: one property at a time", "adumbra verify"]);
    let ran = place.run(&["verify", "holds.c", "-p", "a,b.prp"]);
    assert_eq!(ran.code, Some(0), "a comma in the name of a file: {ran:#?}");
}
