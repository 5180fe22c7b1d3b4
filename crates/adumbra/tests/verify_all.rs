//! `adumbra verify --all-violations`: one finding a place, and what is known of the rest.

use crate::common::{Place, Ran, need_llvm};
use serde_json::Value;
use std::collections::BTreeSet;

/// Lines 5, 12, 14, 17 and 20 fail; the calls in lines 10 and 15 of what fails elsewhere do not.
const MEMORY: &[u8] = b"#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void set(int *a, int i) {
  a[i] = 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), a[4] = {0};
  char small[4], *p = malloc(8);
  memset(small, 0, 4);
  if (n == 1) set(a, 7);
  if (n == 2) memset(small, 0, 5);
  if (n == 3)
    memset(p + 4, 0, 8);
  memset(p, 0, 8);
  if (n > 4 && n < 7)
    a[n - 2] = 2;
  free(p);
  if (n == 9)
    free(p);
  return a[3];
}
";

/// Two of three calls are reached, one of them in a loop.
const CALLS: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++) {
    if (n == i)
      reach_error();
  }
  if (n == 70)
    reach_error();
  if (n > 3 && n < 3)
    reach_error();
  return 0;
}
";

/// The second violation is behind the first line, which may go well.
const BEHIND: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int twice = n + n;
  if (twice == 10)
    return 2147483643 + n;
  return 0;
}
";

/// One violation, and then a loop that nothing comes to an end with.
const OPEN: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3)
    reach_error();
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
    Place::new(&[("memory.c", MEMORY), ("calls.c", CALLS), ("behind.c", BEHIND), ("open.c", OPEN)])
}

/// The lines with a finding, and the object.
fn found(ran: &Ran) -> (Vec<u64>, Value) {
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
    let all = json["violations"].as_array().cloned().unwrap_or_default();
    let lines: Vec<u64> = all.iter().map(|v| v["violation"]["position"]["line"].as_u64().unwrap()).collect();
    (lines, json)
}

#[track_caller]
fn check(place: &Place, file: &str, property: &str, expected: &[u64]) {
    let ran = place.run(&["verify", file, "-p", property, "--all-violations", "--json"]);
    let (lines, json) = found(&ran);
    assert_eq!(lines.iter().copied().collect::<BTreeSet<_>>(), expected.iter().copied().collect(), "{json}");
    assert_eq!(lines.len(), expected.len(), "one a place: {json}");
    assert_eq!((ran.code, &json["result"], &json["rest"]["result"]), (Some(10), &"FALSE".into(), &"TRUE".into()));
    assert_eq!(json["rest"]["proof"]["checked"], true, "{json}");
    assert!(json["violations"].as_array().unwrap().iter().all(|v| v["script"].is_object()), "{json}");
}

#[test]
fn every_place_is_found_and_the_rest_is_proved() {
    let place = place();
    check(&place, "memory.c", "memsafety", &[5, 12, 14, 17, 20]);
    check(&place, "calls.c", "unreach-call", &[6, 9]);
    check(&place, "behind.c", "no-overflow", &[4, 6]);
}

#[test]
fn the_summary_says_what_is_known_of_the_rest() {
    let place = place();
    let ran = place.run(&["verify", "calls.c", "--all-violations"]);
    assert_eq!(ran.stdout.matches(": violation: error-call").count(), 2, "{ran:#?}");
    for part in [
        "\n2 violations; the rest is proved: there is none at another line\nproved by ",
        "\nassuming: executions end at the violations that are listed\nVerification result: FALSE(unreach-call)\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    let ran = place.run(&["verify", "open.c", "--all-violations", "--timeout", "3"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    let part = "\n1 violation so far; there may be more at other lines\nunknown: the time limit of 3 s is reached\n";
    assert!(ran.stdout.contains(part) && ran.stdout.contains("what happens:\n"), "{ran:#?}");
    assert!(!ran.stdout.contains("the rest is proved"), "{ran:#?}");
    let ran = place.run(&["verify", "memory.c", "--all-violations"]);
    assert_eq!(ran.stdout.lines().last(), Some("Verification result: TRUE"), "nothing to be found: {ran:#?}");
}

/// Whoever claims that the rest is proved has found everything.
#[test]
fn no_configuration_proves_too_much() {
    let place = place();
    let listed = place.run(&["verify", "--list-configs"]).stdout;
    let names = listed.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let mut proved = 0;
    for config in names {
        for (file, property, expected) in
            [("memory.c", "memsafety", &[5, 12, 14, 17, 20][..]), ("calls.c", "unreach-call", &[6, 9])]
        {
            let asked = ["verify", file, "-p", property, "--config", config, "--all-violations", "--json"];
            let (lines, json) = found(&place.run(&[&asked[..], &["--work", "500ms", "--timeout", "20"]].concat()));
            assert!(lines.iter().all(|line| expected.contains(line)), "{config} {file}: {json}");
            let rest = if lines.is_empty() { &json["result"] } else { &json["rest"]["result"] };
            if *rest == "TRUE" {
                proved += 1;
                assert_eq!(lines.len(), expected.len(), "{config} {file}: {json}");
            }
        }
    }
    assert!(proved > 10, "only {proved} proofs");
}

/// The call of the error function that was found must not stand for the others.
#[test]
fn without_call_stacks_nothing_is_proved_of_the_rest() {
    let place = place();
    std::fs::write(place.path("flat.conf"), "parts = location value\n").unwrap();
    let asked = ["verify", "calls.c", "--config", "flat.conf", "--all-violations", "--json", "--work", "1s"];
    let (lines, json) = found(&place.run(&asked));
    assert!(!lines.is_empty() && json["rest"]["result"] == "UNKNOWN", "{json}");
}

#[test]
fn other_ways_of_looking() {
    let place = place();
    for more in [&["--parallel"][..], &["--slice-first"], &["-p", "unreach-call,no-overflow"]] {
        let ran = place.run(&[&["verify", "calls.c", "--all-violations"], more].concat());
        assert_eq!(ran.code, Some(10), "{ran:#?}");
        assert!(ran.stdout.contains("2 violations; the rest is proved"), "{ran:#?}");
    }
}
