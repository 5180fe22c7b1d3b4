//! `adumbra verify --slice-first`, and the modules of slices for properties.

use crate::common::{self, Place, Ran, adumbra, need_llvm};
use serde_json::Value;
use std::path::{Path, PathBuf};

const HEAD: &str = "extern void abort(void); void reach_error(void); int __VERIFIER_nondet_int(void);\n";

fn verify(body: &str, more: &[&str]) -> (Place, Ran) {
    need_llvm();
    let place = Place::new(&[("a.c", format!("{HEAD}{body}").as_bytes())]);
    let ran = place.run(&[&["verify", "a.c", "--slice-first", "--timeout", "60"], more].concat());
    (place, ran)
}

/// The verdict and a part of what is said besides.
#[track_caller]
fn check(body: &str, more: &[&str], verdict: &str, part: &str) {
    let (_, ran) = verify(body, more);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert_eq!(last, format!("Verification result: {verdict}"), "{ran:#?}");
    assert!(ran.stdout.contains(part) || ran.stderr.contains(part), "{part}: {ran:#?}");
}

#[test]
fn proofs_carry_over() {
    let body = "int main(void) { int x = 3, y = __VERIFIER_nondet_int();\n\
                while (y != 5) y = y * y + __VERIFIER_nondet_int();\n if (x != 3) reach_error(); return y; }";
    check(body, &[], "TRUE", "proved by");
    // Behind a function that may stop.
    let body = "void need(int c) { if (!c) abort(); }\n\
                int main(void) { int x = __VERIFIER_nondet_int(); need(x > 3); if (x == 3) reach_error(); return 0; }";
    check(body, &[], "TRUE", "proved by");
}

/// Inputs that the slice lacks come before, between and after those that it has.
#[test]
fn counterexamples_are_completed() {
    let body = "int unknown(void);\n\
        int main(void) { int a = __VERIFIER_nondet_int(), noise = 0; noise += unknown();\n\
        for (int i = 0; i < 3; i++) noise ^= __VERIFIER_nondet_int();\n\
        int b = __VERIFIER_nondet_int(); int c = unknown();\n\
        if (noise == 99) noise = __VERIFIER_nondet_int();\n\
        if (a == 11 && b == 22 && c == 33) reach_error(); return noise; }";
    check(body, &["--set", "traversal=breadth-first"], "FALSE(unreach-call)", "__VERIFIER_nondet_int");
    let (place, _) = verify(body, &["--script", "s.json"]);
    let script: Value = serde_json::from_slice(&std::fs::read(place.path("s.json")).unwrap()).unwrap();
    let values = |list: &str| {
        script[list].as_array().unwrap().iter().map(|v| v["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).unwrap(),
        None => text.parse().unwrap(),
    };
    let inputs: Vec<u64> = values("inputs").iter().map(|v| number(v)).collect();
    assert_eq!(inputs, [11, 0, 0, 0, 22]);
    assert!(script.to_string().matches("unknown").count() == 2, "{script}");
    let ran = place.run(&["run", "a.c", "--property", "unreach-call", "--script", "s.json"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
}

/// The slice passes an endless loop; the program does not.
#[test]
fn what_only_the_slice_can_reach_is_no_violation() {
    let body =
        "int main(void) { unsigned i = __VERIFIER_nondet_int() & 7; while (i < 10) i = i; reach_error(); return 0; }";
    need_llvm();
    let place = Place::new(&[("a.c", format!("{HEAD}{body}").as_bytes())]);
    // The replay in the program takes all the time that the slice has.
    let ran = place.run(&["verify", "a.c", "--slice-first", "--timeout", "10", "--stats"]);
    assert_ne!(ran.code, Some(10), "{ran:#?}");
    assert!(ran.stderr.contains("no answer, so the whole program was verified"), "{ran:#?}");
    // Where a constant decides that the loop is endless, the loop is all that is left.
    let body = "int main(void) { unsigned i = 0; while (i < 10) i = i; reach_error(); return 0; }";
    check(body, &[], "TRUE", "proof checked");
}

/// What is not modelled is not sliced away.
#[test]
fn what_is_not_modelled_still_counts() {
    let body = "int main(void) { int x = 0; __asm__ volatile(\"incl %0\" : \"=m\"(x)); if (__VERIFIER_nondet_int()) x = 1; return 0; }";
    check(body, &[], "UNKNOWN(unsupported)", "inline assembly");
}

#[test]
fn numbers_about_the_slice() {
    let body =
        "int main(void) { int x = 3, y = 0; for (int i = 0; i < 9; i++) y += i; if (x != 3) reach_error(); return y; }";
    let (_, ran) = verify(body, &["--json"]);
    let object: Value = serde_json::from_str(&ran.stdout).unwrap();
    let count = |name: &str| object["counts"][name].as_u64().unwrap();
    assert!(count("edges in the slice") < count("edges"), "{object}");
    for name in ["time for points-to", "time for the graph", "time for the slice"] {
        assert!(object["counts"][name].is_f64(), "{name}: {object}");
    }
    assert!(count("dependence graph nodes") > count("edges in the slice"), "{object}");
    assert!(count("dependence graph edges") > 0 && count("locations") > 5, "{object}");
    // The return alone: the loop is gone, and with it what decides about it.
    assert_eq!(count("edges that remain"), 1, "{object}");
    assert!(count("branches simplified") > 0 && count("constants simplified") > 0, "{object}");
    let (_, ran) = verify(body, &["--json", "--no-simplify"]);
    let object: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(object["counts"]["edges that remain"].is_null(), "{object}");
}

#[test]
fn properties_without_slices_are_refused() {
    for property in ["termination", "memsafety", "memcleanup"] {
        check(
            "int main(void) { return 0; }",
            &["--property", property],
            "UNKNOWN(wrong usage)",
            "there is no slice for",
        );
    }
    check(
        "int main(void) { int a[3]; a[__VERIFIER_nondet_int()] = 1; return 0; }",
        &["--property", "valid-deref"],
        "FALSE(valid-deref)",
        "",
    );
}

/// The tasks of some families with their properties and verdicts, one label each.
fn tasks(families: &[&str]) -> Vec<(PathBuf, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify");
    let mut out = Vec::new();
    for family in families {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder.join(family)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files.into_iter().filter(|f| f.extension().is_some_and(|e| e == "c" || e == "ll")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let label = text.lines().find_map(|l| l.split_once("verify unreach-call => ").map(|(_, v)| v.to_owned()));
            if let Some(verdict) = label {
                out.push((file, "unreach-call".to_owned(), verdict));
            }
        }
    }
    out
}

/// The module of every slice obeys LLVM's rules (the command checks it), loads, and has no
/// violation less than the program.
fn modules_are_right(families: &[&str], verified: bool) {
    need_llvm();
    let place = Place::new(&[]);
    let module = place.path("slice.bc");
    let tasks = tasks(families);
    assert!(tasks.len() > 5, "{}", tasks.len());
    for (file, property, verdict) in tasks {
        let mut slice = adumbra();
        slice.args(["slice", "--lines", "--property", &property, "--output"]).arg(&module).arg(&file);
        let ran = common::ran(&slice.output().unwrap());
        assert_eq!(ran.code, Some(0), "{}: {ran:#?}", file.display());
        if verified && verdict.starts_with("FALSE") {
            let mut verify = adumbra();
            verify.args(["verify", "--timeout", "20", "--property", &property]).arg(&module);
            let ran = common::ran(&verify.output().unwrap());
            assert_ne!(ran.code, Some(0), "{}: {ran:#?}", file.display());
        }
    }
}

#[test]
fn modules_of_slices_are_right_on_some_families() {
    modules_are_right(&["branches", "functions"], true);
}

#[test]
fn modules_of_slices_are_right_on_loops() {
    modules_are_right(&["loops"], false);
}

#[test]
fn modules_of_slices_are_right_on_memory() {
    modules_are_right(&["memory", "heap", "strings", "protocols", "examples", "floats"], false);
}

/// Verdicts of slices are right or there is none, simplified or not; so many of a hundred are there
/// at least.
fn verdicts_are_right(families: &[&str], more: &[&str], least: usize) {
    need_llvm();
    let mut answers = 0;
    let tasks = tasks(families);
    for (file, property, verdict) in &tasks {
        let mut verify = adumbra();
        verify
            .args(["verify", "--slice-first", "--work", "1s", "--timeout", "15", "--property", property])
            .args(more)
            .arg(file);
        let ran = common::ran(&verify.output().unwrap());
        let expected = if verdict.starts_with("TRUE") { 0 } else { 10 };
        assert!([Some(expected), Some(5)].contains(&ran.code), "{}: {ran:#?}", file.display());
        answers += usize::from(ran.code == Some(expected));
    }
    assert!(answers * 100 >= tasks.len() * least, "{answers} of {}", tasks.len());
}

#[test]
fn verdicts_are_right_on_some_families() {
    verdicts_are_right(&["branches", "functions"], &[], 75);
}

#[test]
fn verdicts_are_right_without_simplification() {
    verdicts_are_right(&["branches"], &["--no-simplify"], 75);
}

#[test]
fn verdicts_are_right_on_loops() {
    verdicts_are_right(&["loops"], &[], 50);
}

/// The running example goes through the pipeline with any verifier behind it: symbolic execution,
/// analyses that refine, and as a module.
#[test]
fn sli_32_the_verifier_is_exchangeable() {
    need_llvm();
    let running = "int main(void) { int x = __VERIFIER_nondet_int(), w = __VERIFIER_nondet_int(), y = 1;\n\
        while (x > 0) x = x - 1;\n w = w + 1;\n\
        if (x < 0 && y < 0) reach_error(); else while (y < w) y = y + 1; return 0; }";
    for config in ["symbolic-refined", "value-refined", "predicate", "k-induction"] {
        check(running, &["--config", config], "TRUE", "proved by");
    }
    let failing = running.replace("y < 0", "w == 5");
    for config in ["symbolic", "predicate", "bmc"] {
        check(&failing, &["--config", config], "FALSE(unreach-call)", "__VERIFIER_nondet_int");
    }
    for (body, verdict, config) in [(running, "TRUE", "predicate"), (&failing, "FALSE(unreach-call)", "symbolic")] {
        let place = Place::new(&[("a.c", format!("{HEAD}{body}").as_bytes())]);
        let ran = place.run(&["slice", "a.c", "--property", "unreach-call", "--lines", "--output", "s.bc"]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let arguments = ["verify", "s.bc", "--property", "unreach-call", "--config", config, "--timeout", "30"];
        let ran = place.run(&arguments);
        assert_eq!(ran.stdout.lines().last(), Some(format!("Verification result: {verdict}").as_str()), "{ran:#?}");
    }
}
