//! A program is compiled once: whoever wants it in another form gets it from the bitcode that was
//! kept.

use crate::common::{self, Place, Ran, ran};

const FAILS: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), unused = 3;
  for (int i = 0; i < 3; i++)
    unused += i;
  if (n > 0 && n * n == 49)
    reach_error();
  return unused;
}
";

const HOLDS: &[u8] = b"extern void reach_error(void);
int main(void) {
  int i;
  for (i = 0; i < 3; i++)
    ;
  if (i != 3)
    reach_error();
}
";

fn place() -> Place {
    common::need_llvm();
    Place::new(&[("fails.c", FAILS), ("holds.c", HOLDS)])
}

/// Runs a command and checks its exit code, and how often clang and the LLVM process were started.
#[track_caller]
fn check(place: &Place, arguments: &[&str], code: i32, clang: usize, llvm: usize) -> Ran {
    let (ran, compiled, translated) = place.counted(arguments);
    assert_eq!((ran.code, compiled, translated), (Some(code), clang, llvm), "{arguments:?}: {ran:#?}");
    assert!(place.is_tidy(), "{arguments:?} leaves temporary files");
    ran
}

#[test]
fn a_verdict_compiles_once() {
    let place = place();
    // Nobody asks for the other form after a proof.
    check(&place, &["verify", "holds.c"], 0, 1, 1);
    check(&place, &["verify", "fails.c"], 10, 1, 2);
    check(&place, &["verify", "fails.c", "--slice-first"], 10, 1, 2);
    check(&place, &["verify", "fails.c", "--no-promote"], 10, 1, 1);
    check(&place, &["verify", "fails.c", "--all-violations", "--parallel"], 10, 1, 2);
    check(&place, &["verify", "fails.c", "--harness", "h.c", "--script", "s.json", "--witness", "w.yml"], 10, 1, 2);
    check(&place, &["verify", "fails.c", "--config", "paths", "--export-tests", "tests"], 10, 1, 2);
    check(&place, &["compare", "fails.c", "--config", "value,paths"], 0, 1, 2);
}

#[test]
fn a_slice_is_written_from_what_was_compiled() {
    let place = place();
    check(&place, &["slice", "fails.c", "--criterion", "7"], 0, 1, 1);
    for output in ["s.bc", "s.ll"] {
        check(&place, &["slice", "fails.c", "--criterion", "7", "--output", output], 0, 1, 2);
        assert!(place.path(output).is_file());
    }
}

#[test]
fn a_witness_compiles_the_program_and_its_copy() {
    let place = place();
    assert_eq!(place.run(&["verify", "fails.c", "--witness", "f.yml", "--64"]).code, Some(10));
    assert_eq!(place.run(&["verify", "holds.c", "--witness", "h.yml", "--64", "--config", "interval"]).code, Some(0));
    // The search runs the copy with its locals in memory; what it finds is replayed on the program.
    check(&place, &["validate", "f.yml", "fails.c"], 10, 2, 2);
    let invariants = std::fs::read_to_string(place.path("h.yml")).unwrap();
    assert!(invariants.contains("loop_invariant"), "{invariants}");
    check(&place, &["validate", "h.yml", "holds.c"], 0, 2, 2);
    // An invariant that does not hold is violated by the copy, which is replayed.
    let value = invariants.lines().find(|line| line.trim_start().starts_with("value:")).unwrap();
    let indented = value.len() - value.trim_start().len();
    let wrong = invariants.replace(value, &format!("{}value: i < 2", " ".repeat(indented)));
    std::fs::write(place.path("h.yml"), wrong).unwrap();
    let ran = check(&place, &["validate", "h.yml", "holds.c"], 10, 1, 2);
    assert!(ran.stdout.contains("FALSE(invariant)"), "{ran:#?}");
}

/// Runs with an LLVM process that does something first.
fn with_llvm(place: &Place, first: &str, arguments: &[&str]) -> Ran {
    let llvm = place.script("llvm", &format!("{first}\nexec {} \"$@\"", common::llvm().display()));
    ran(&place.command(arguments).env("ADUMBRA_LLVM", llvm).output().unwrap())
}

#[test]
fn sources_may_change_behind_the_compiler() {
    let place = place();
    let module = place.run(&["cfa", "fails.c", "--write-bitcode", "fails.bc", "--no-promote", "-o", "fails.cfa"]);
    assert_eq!(module.code, Some(0), "{module:#?}");
    for file in ["fails.c", "fails.bc"] {
        let ran = with_llvm(&place, &format!("echo nonsense >{file}"), &["verify", file]);
        assert_eq!(ran.code, Some(10), "{file}: {ran:#?}");
        assert_eq!(std::fs::read_to_string(place.path(file)).unwrap(), "nonsense\n", "{file}");
        assert!(place.is_tidy());
    }
    assert_eq!(place.run(&["verify", "fails.c"]).code, Some(2));
}

#[test]
fn the_kept_bitcode_goes_when_the_worker_is_killed() {
    let place = place();
    let second =
        "if test -e started; then ls \"$TMPDIR\"/*/*.bc >kept; kill -KILL $PPID; exec sleep 60; fi; touch started";
    let ran = with_llvm(&place, second, &["verify", "fails.c"]);
    assert_eq!(ran.code, Some(6), "{ran:#?}");
    assert!(std::fs::read_to_string(place.path("kept")).unwrap().contains("0-fails.bc"));
    assert!(place.is_tidy());
}
