//! Proofs by predicates and by induction: their certificates are checked, and their invariants are
//! shown, written and validated.

use crate::common::{Place, Ran, need_llvm, ran};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Tasks of `tasks/verify` that the configurations prove, with certificates that the checker
/// accepts.
const CHECKED: &[(&str, &str, &str)] = &[
    ("predicate", "unreach-call", "loops/count_to_ten.c"),
    ("predicate", "unreach-call", "loops/input_bound.c"),
    ("predicate", "unreach-call", "loops/unbounded_counter.c"),
    ("predicate", "unreach-call", "loops/irreducible.c"),
    ("predicate", "unreach-call", "examples/decrement_global.c"),
    ("predicate", "unreach-call", "functions/factorial.c"),
    ("predicate", "unreach-call", "memory/out_parameter.c"),
    ("predicate", "unreach-call", "memory/struct_copy.c"),
    ("predicate", "unreach-call", "floats/halves.c"),
    ("predicate", "no-overflow", "integers/multiply_small.c"),
    ("predicate-lbe", "unreach-call", "loops/count_to_ten.c"),
    ("predicate-lbe", "unreach-call", "memory/out_parameter.c"),
    ("k-induction", "unreach-call", "loops/count_to_ten.c"),
    ("k-induction", "unreach-call", "loops/endless.c"),
    ("k-induction", "unreach-call", "loops/input_bound.c"),
    ("k-induction", "unreach-call", "loops/nested_product.c"),
    ("k-induction", "unreach-call", "examples/slicing.c"),
    ("k-induction", "no-overflow", "integers/multiply_small.c"),
];

fn verify(config: &str, property: &str, task: &str) -> Value {
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adumbra"));
    command.arg("verify").arg(tasks.join(task)).args(["--property", property, "--config", config]);
    let ran = ran(&command.args(["--check-proofs", "--timeout", "120", "--json"]).output().expect("adumbra runs"));
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"))
}

#[test]
fn certificates_of_formulas_and_inductions_are_accepted() {
    need_llvm();
    for (config, property, task) in CHECKED {
        let answer = verify(config, property, task);
        assert_eq!(answer["result"], "TRUE", "{config} {task}: {answer:#}");
        assert_eq!(answer["proof"]["checked"], true, "{config} {task}: {answer:#}");
    }
}

/// Loops with invariants that relate variables.
const RELATED: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int total;
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned i = 0, j = 0;
  if (n < 0 || n > 1000)
    return 0;
  while (i < (unsigned)n) {
    i++;
    j += 2;
  }
  if (j != 2 * i)
    reach_error();
  int k = 3;
  while (total < 100) {
    k = k == 3 ? 4 : 3;
    total++;
  }
  if (k < 3)
    reach_error();
  return 0;
}
";

const COUNT: &[u8] = b"extern void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 10)
    i++;
  if (i != 10)
    reach_error();
  return 0;
}
";

fn place() -> Place {
    need_llvm();
    Place::new(&[("related.c", RELATED), ("count.c", COUNT)])
}

/// Verifies a program and writes both witnesses.
fn proved(place: &Place, program: &str, config: &str) -> Ran {
    let options = ["--config", config, "--check-proofs", "--timeout", "120"];
    let files = ["--witness", "w.yml", "--graphml-witness", "w.graphml"];
    let ran = place.run(&[&["verify", program][..], &options, &files].concat());
    assert_eq!(ran.stdout.lines().last(), Some("Verification result: TRUE"), "{ran:#?}");
    assert!(ran.stdout.contains("proof checked"), "{ran:#?}");
    ran
}

#[test]
fn invariants_are_shown_with_their_lines_and_written() {
    let place = place();
    let ran = proved(&place, "related.c", "predicate");
    let first = ran.stdout.lines().find(|line| line.starts_with("related.c:9: at the loop: "));
    let (_, expression) = first.and_then(|line| line.split_once("loop: ")).unwrap_or_else(|| panic!("{ran:#?}"));
    assert!(expression.contains('i') && expression.contains('j'), "{ran:#?}");
    let yaml = std::fs::read_to_string(place.path("w.yml")).expect("a witness");
    let graphml = std::fs::read_to_string(place.path("w.graphml")).expect("a witness");
    assert!(yaml.contains("loop_invariant") && yaml.contains("line: 9"), "{yaml}");
    assert!(graphml.contains("key=\"invariant\""), "{graphml}");
}

#[test]
fn invariants_of_formulas_and_inductions_hold() {
    let place = place();
    for (config, program) in [("predicate", "related.c"), ("predicate", "count.c"), ("k-induction", "count.c")] {
        proved(&place, program, config);
        let ran = place.run(&["validate", "w.yml", program, "--config", "predicate", "--timeout", "120"]);
        assert_eq!(ran.stdout.lines().last(), Some("Verification result: TRUE"), "{config} {program}: {ran:#?}");
        // The same with an invariant that does not hold: the check is none that says yes to all.
        let wrong = std::fs::read_to_string(place.path("w.yml")).expect("a witness");
        let (before, behind) = wrong.split_once("value: \"").unwrap_or_else(|| panic!("{config} {program}: {wrong}"));
        let (invariant, behind) = behind.split_once('"').expect("a value ends");
        let wrong = format!("{before}value: \"i == 5 && ({invariant})\"{behind}");
        std::fs::write(place.path("wrong.yml"), &wrong).expect("a witness is written");
        let ran = place.run(&["validate", "wrong.yml", program, "--timeout", "120"]);
        assert_eq!(ran.code, Some(10), "{config} {program}: {ran:#?}");
    }
}

/// A value that counts far is described at few of the visits of its loop: those are no invariant.
#[test]
fn states_that_do_not_describe_every_visit_are_no_invariant() {
    need_llvm();
    let text = b"extern void reach_error(void);\nint main(void) {\n  int i = 0;\n  while (i < 100000)\n    i++;\n  if (i != 100000)\n    reach_error();\n  return 0;\n}\n";
    let place = Place::new(&[("far.c", text)]);
    let ran = place.run(&["verify", "far.c", "--config", "value", "--check-proofs", "--timeout", "120"]);
    assert_eq!(ran.stdout.lines().last(), Some("Verification result: TRUE"), "{ran:#?}");
    for line in ran.stdout.lines().filter_map(|line| line.strip_prefix("far.c:4: at the loop: ")) {
        // Whatever is said must hold after one iteration.
        assert!(line.contains("<=") || line.contains("i == 1)"), "{ran:#?}");
    }
}
