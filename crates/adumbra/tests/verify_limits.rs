//! What is known when a limit is reached.

use crate::common::{Place, need_llvm};
use serde_json::Value;

/// Refinement excludes path after path, and there are too many.
const HARD: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
unsigned f(unsigned x) { for (int i = 0; i < 20; i++) x = x * 1664525u + 1013904223u ^ (x >> 3); return x; }
int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  if (f(n) == 12345u)
    reach_error();
  unsigned m = __VERIFIER_nondet_int();
  if (f(m) == 54321u)
    reach_error();
  return 0;
}
";

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

/// The lines that are said to be undecided.
fn undecided(json: &Value) -> Vec<u64> {
    let reasons = json["reasons"].as_array().unwrap().iter();
    reasons.filter(|r| r["name"] == "undecided path").map(|r| r["position"]["line"].as_u64().unwrap()).collect()
}

#[test]
fn a_limit_keeps_the_places_that_are_undecided() {
    need_llvm();
    let place = Place::new(&[("hard.c", HARD), ("endless.c", ENDLESS)]);
    let asked = ["verify", "hard.c", "--config", "predicate", "--timeout", "4"];
    let ran = place.run(&asked);
    assert_eq!(ran.stdout.lines().last(), Some("Verification result: UNKNOWN(timeout)"), "{ran:#?}");
    for part in [
        "unknown: the time limit of 4 s is reached\n",
        "hard.c:6:5: unknown: a call of the error function can be neither excluded nor confirmed: ",
        "  6 | reach_error();\n",
        "try: a larger --timeout, --slice-first",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    let json: Value = serde_json::from_str(&place.run(&[&asked[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!(json["reasons"][0]["name"], "timeout", "{json}");
    assert!(undecided(&json).contains(&6), "{json}");
}

#[test]
fn where_nothing_was_met_the_places_are_those_of_the_program() {
    need_llvm();
    let place = Place::new(&[("hard.c", HARD), ("endless.c", ENDLESS)]);
    for limit in [["--timeout", "2"], ["--work", "300ms"]] {
        let busy = ["--config", "random", "--set", "random-executions=unlimited", "--json"];
        let ran = place.run(&[&["verify", "endless.c"], &busy[..], &limit[..]].concat());
        let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
        assert_eq!((json["result"].as_str(), undecided(&json)), (Some("UNKNOWN"), vec![7]), "{json}");
    }
}

/// Its proof is found by running, and takes longer to check.
const LONG: &[u8] = b"extern void reach_error(void);
int main(void) {
  int a[8] = {0};
  unsigned n = 0;
  for (int i = 0; i < 120000; i++) {
    a[i % 8] += i; n += i * 3;
    if (n == 0xffffffffu) reach_error();
  }
  return 0;
}
";

#[test]
fn a_check_that_ends_for_time_says_how_much_was_checked() {
    need_llvm();
    let place = Place::new(&[("long.c", LONG)]);
    let check = |more: &[&str]| {
        let ran = place.run(&[&["verify", "long.c", "--config", "value"], more].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        ran.stdout
    };
    let short = check(&[]);
    let said = short.split("its share of the time is used up; ").nth(1).unwrap_or_else(|| panic!("{short}"));
    let numbers: Vec<u64> = said.split(' ').take(3).filter_map(|word| word.parse().ok()).collect();
    assert!(said.contains(" states are checked"), "{short}");
    assert!(numbers.len() == 2 && 0 < numbers[0] && numbers[0] < numbers[1], "{short}");
    // A fifth of what was given is more than a fifth of what it took.
    let more = check(&["--work", "4s"]);
    let more = more.split("is used up; ").nth(1).and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    assert!(more.is_some_and(|checked| checked > numbers[0]), "{more:?}");
    assert!(check(&["--timeout", "300"]).contains("; proof checked\n"));
    assert!(check(&["--check-proofs"]).contains("; proof checked\n"));
}
