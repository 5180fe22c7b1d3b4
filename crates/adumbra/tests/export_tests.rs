//! Tests from explored paths: each repeats its path, in XML and natively.

use crate::common::{Place, Ran, need_llvm};
use std::path::Path;
use std::process::Command;

/// Fig. 6: a fork on the sign of an input.
const FORK: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int z = __VERIFIER_nondet_int();
  if (z > 0) {
    z = z - 1;
    return 1;
  }
  return 0;
}
";

const EIGHT: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int r = 0;
  if (__VERIFIER_nondet_int() > 10) r += 1;
  if (__VERIFIER_nondet_uchar() > 200) r += 2;
  if (__VERIFIER_nondet_int() == -77) r += 4;
  return r;
}
";

const VIOLATED: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 5);
  if (a == 41) reach_error();
  return 0;
}
";

const ENDLESS: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) n++;
  return n % 2;
}
";

fn exported(file: (&str, &[u8]), arguments: &[&str]) -> (Place, Ran) {
    need_llvm();
    let place = Place::new(&[file]);
    let ran = place.run(&[&["verify", file.0, "--export-tests", "suite"], arguments].concat());
    (place, ran)
}

/// The inputs of all tests, with how the remark says that they end.
fn tests(place: &Place) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    for number in 1.. {
        let Ok(text) = std::fs::read_to_string(place.path(&format!("suite/testcase-{number}.xml"))) else { break };
        let inputs = text.lines().filter_map(|l| l.trim().strip_prefix("<input ")?.split(['>', '<']).nth(1));
        let remark = text.lines().find_map(|l| l.strip_prefix("<!-- ")?.strip_suffix(" -->"));
        found.push((inputs.map(str::to_owned).collect(), remark.unwrap_or_default().to_owned()));
    }
    found
}

/// Compiles the task with a harness and runs it.
fn native(place: &Place, task: &str, number: usize) -> Option<i32> {
    let directory = place.path(task).parent().map(Path::to_owned).unwrap();
    let harness = format!("suite/testcase-{number}.c");
    let built =
        Command::new("cc").args(["-w", "-fwrapv", task, &harness, "-o", "test"]).current_dir(&directory).status();
    assert!(built.unwrap().success(), "{harness}");
    Command::new(directory.join("test")).output().unwrap().status.code()
}

#[test]
fn sli_10_a_fork_gives_two_inputs_that_repeat_their_paths() {
    for configuration in ["paths", "value"] {
        let (place, ran) = exported(("task.c", FORK), &["--config", configuration]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.stdout.contains("tests: 2 in suite, 0 unconfirmed"), "{ran:#?}");
        let tests = tests(&place);
        assert_eq!(tests.len(), 2);
        let positive = |t: &(Vec<String>, String)| t.0[0].parse::<i64>().unwrap() > 0;
        assert_ne!(positive(&tests[0]), positive(&tests[1]), "{tests:?}");
        for (index, test) in tests.iter().enumerate() {
            let status = i32::from(positive(test));
            assert_eq!(test.1, format!("the program ends with status {status}"));
            assert_eq!(native(&place, "task.c", index + 1), Some(status));
        }
    }
}

#[test]
fn sli_10_three_branches_give_eight_tests() {
    let (place, ran) = exported(("task.c", EIGHT), &["--config", "paths", "--stats"]);
    assert!(ran.stderr.contains("tests written"), "{ran:#?}");
    let tests = tests(&place);
    assert_eq!(tests.len(), 8, "{ran:#?}");
    let mut statuses = Vec::new();
    for (index, (inputs, remark)) in tests.iter().enumerate() {
        let values: Vec<i64> = inputs.iter().map(|v| v.parse().unwrap()).collect();
        let expected = i32::from(values[0] > 10) + 2 * i32::from(values[1] > 200) + 4 * i32::from(values[2] == -77);
        assert_eq!(*remark, format!("the program ends with status {expected}"));
        assert_eq!(native(&place, "task.c", index + 1), Some(expected), "{inputs:?}");
        statuses.push(expected);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [0, 1, 2, 3, 4, 5, 6, 7]);
}

/// The violation is a test too and says so; executions that an assumption rules out are none.
#[test]
fn sli_10_a_violation_is_a_test() {
    let (place, ran) = exported(("task.c", VIOLATED), &["--config", "paths"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    let tests = tests(&place);
    let violating: Vec<_> = tests.iter().filter(|t| t.1.starts_with("the property is violated")).collect();
    assert_eq!(violating.len(), 1, "{tests:?}");
    assert_eq!(violating[0].0, ["41"]);
    assert!(tests.iter().all(|t| t.0[0].parse::<i64>().unwrap() > 5), "{tests:?}");
}

/// A run without an end leaves what it has found when its time is over.
#[test]
fn tests_are_there_although_the_run_does_not_end() {
    let (place, ran) = exported(("task.c", ENDLESS), &["--config", "paths", "--timeout", "5"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    let tests = tests(&place);
    assert!(!tests.is_empty(), "{ran:#?}");
    for (inputs, remark) in &tests {
        let (last, before) = inputs.split_last().unwrap();
        assert!(last == "0" && before.iter().all(|v| v != "0"), "{inputs:?}");
        assert_eq!(*remark, format!("the program ends with status {}", before.len() % 2));
    }
    assert!(place.path("suite/metadata.xml").is_file());
}

/// Tests of an earlier run go, other files stay.
#[test]
fn a_directory_is_used_again() {
    need_llvm();
    let place = Place::new(&[("task.c", EIGHT), ("fork.c", FORK)]);
    place.run(&["verify", "task.c", "--config", "paths", "--export-tests", "suite"]);
    std::fs::write(place.path("suite/testcase-mine.xml"), "").unwrap();
    place.run(&["verify", "fork.c", "--config", "paths", "--export-tests", "suite"]);
    assert_eq!(tests(&place).len(), 2);
    assert!(place.path("suite/testcase-mine.xml").is_file() && !place.path("suite/testcase-8.xml").exists());
}
