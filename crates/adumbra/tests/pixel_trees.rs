//! Pixel trees on the command line: formats, verdicts, comparisons, automata.

use crate::common::{Place, need_llvm};

/// The running example of slicing: two loops, and an error that is out of reach.
const RUNNING: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main() {
  int x = __VERIFIER_nondet_int();
  int w = __VERIFIER_nondet_int();
  int y = 1;
  while (x > 0) {
    x = x - 1;
  }
  w = w + 1;
  if (x < 0 && y < 0) {
    reach_error();
  } else {
    while (y < w) {
      y = y + 1;
    }
  }
}
";

const FAILING: &[u8] = b"extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
}
";

fn place() -> Place {
    need_llvm();
    Place::new(&[("running.c", RUNNING), ("failing.c", FAILING)])
}

/// What the texts of an SVG say.
fn texts(svg: &str) -> Vec<String> {
    let lines = svg.lines().filter(|l| l.starts_with("<text"));
    lines.map(|l| l.split(['>', '<']).nth(2).unwrap_or_default().to_owned()).collect()
}

#[test]
fn sli_33_both_formats_are_written() {
    let place = place();
    let ran = place.run(&["verify", "running.c", "--config", "interval", "--pixel-tree", "t.svg"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let svg = std::fs::read_to_string(place.path("t.svg")).unwrap();
    let said = texts(&svg);
    assert_eq!(said[..2], ["running.c", "interval"], "{said:?}");
    assert!(said[2].starts_with("TRUE, "), "{said:?}");
    assert!(said.iter().any(|t| t.starts_with("replaced by a merge: ")), "{said:?}");

    let ran = place.run(&["verify", "failing.c", "--config", "value", "--pixel-tree", "t.png"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    assert_eq!(std::fs::read(place.path("t.png")).unwrap()[..8], *b"\x89PNG\r\n\x1a\n");
}

/// The target that was confirmed is red, and there is one of them.
#[test]
fn sli_33_a_violation_is_a_red_state() {
    let place = place();
    place.run(&["verify", "failing.c", "--config", "value", "--pixel-tree", "t.svg"]);
    let svg = std::fs::read_to_string(place.path("t.svg")).unwrap();
    assert!(texts(&svg).contains(&"target: 1".to_owned()), "{svg}");
    // One state, and the legend.
    assert_eq!(svg.matches("fill=\"#e60014\"").count(), 2, "{svg}");
}

/// An exploration that a limit stops is drawn as far as it came: something waits.
#[test]
fn sli_33_what_a_limit_stopped_is_drawn() {
    let place = place();
    let arguments = ["verify", "running.c", "--config", "value", "--work", "500ms", "--pixel-tree", "t.svg"];
    let ran = place.run(&arguments);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    let said = texts(&std::fs::read_to_string(place.path("t.svg")).unwrap());
    assert!(said[2].starts_with("UNKNOWN(work limit)"), "{said:?}");
    let waiting = said.iter().find_map(|t| t.strip_prefix("not yet expanded: ")).unwrap();
    assert_ne!(waiting, "0");
}

#[test]
fn another_extension_is_a_wrong_use() {
    let place = place();
    let message = ["t.gif: a pixel tree is written as .svg or .png"];
    place.run(&["verify", "running.c", "--pixel-tree", "t.gif"]).fails(1, &message);
    place.run(&["compare", "running.c", "--config", "value", "--pixel-tree", "t.gif"]).fails(1, &message);
    assert!(!place.path("t.gif").exists());
}

/// Random executions explore no states: that is said, and nothing is written.
#[test]
fn there_is_no_picture_of_executions() {
    let place = place();
    let ran = place.run(&["verify", "failing.c", "--config", "random", "--pixel-tree", "t.svg"]);
    assert!(ran.stderr.contains("the configuration `random` explores no states"), "{ran:#?}");
    assert!(!place.path("t.svg").exists());
}

#[test]
fn sli_33_configurations_side_by_side() {
    let place = place();
    let arguments = [
        "compare",
        "running.c",
        "--config",
        "interval,predicate",
        "--config",
        "value-refined",
        "--pixel-tree",
        "t.svg",
    ];
    let ran = place.run(&arguments);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows.len(), 4, "{ran:#?}");
    assert!(rows[1].starts_with("interval ") && rows[1].contains(" TRUE "), "{ran:#?}");
    let said = texts(&std::fs::read_to_string(place.path("t.svg")).unwrap());
    for name in ["interval", "predicate", "value-refined"] {
        assert!(said.contains(&name.to_owned()), "{said:?}");
    }
    assert_eq!(said.iter().filter(|t| t.starts_with("target: ")).count(), 3);
}

#[test]
fn sli_33_an_automaton() {
    let place = place();
    let ran = place.run(&["cfa", "running.c", "--format", "pixel-svg", "--function", "main", "-o", "t.svg"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let said = texts(&std::fs::read_to_string(place.path("t.svg")).unwrap());
    assert!(said.contains(&"head of a loop: 2".to_owned()), "{said:?}");
    let ran = place.command(&["cfa", "running.c", "--format", "pixel-png"]).output().unwrap();
    assert!(ran.stdout.starts_with(b"\x89PNG"));
}

/// The graph as seen from the criterion, all in the slice, and as seen from the entry, with the
/// rest of it.
#[test]
fn sli_33_a_dependence_graph() {
    let place = place();
    let slice = |more: &[&str]| {
        let ran = place.run(&[&["slice", "running.c", "--lines", "--pixel-tree", "t.svg"], more].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let said = texts(&std::fs::read_to_string(place.path("t.svg")).unwrap());
        let counts = |name: &str| -> Vec<u64> {
            let of = said.iter().filter_map(|t| t.strip_prefix(name)?.strip_prefix(": "));
            of.map(|t| t.replace(',', "").parse().unwrap()).collect()
        };
        let kinds = ["criterion", "in the slice", "not in the slice", "part of memory"].map(counts);
        (said, kinds)
    };
    let (said, [criteria, inside, outside, _]) = slice(&["--property", "unreach-call"]);
    assert!(said.contains(&"backward from property unreach-call".to_owned()), "{said:?}");
    assert!(said.contains(&"from the entry main".to_owned()), "{said:?}");
    // The question itself is one more.
    assert_eq!(criteria[0], criteria[1] + 1, "{said:?}");
    assert!(inside[0] > 5 && inside[0] <= inside[1], "{said:?}");
    assert!(outside[0] == 0 && outside[1] > 3, "{said:?}");
    let (said, [_, inside, outside, _]) = slice(&["--criterion", "10:w", "--forward"]);
    assert!(said.contains(&"forward from line 10:w".to_owned()), "{said:?}");
    assert!(inside[0] > 0 && outside[0] == 0, "{said:?}");

    let message = ["t.gif: a pixel tree is written as .svg or .png"];
    place.run(&["slice", "running.c", "-c", "10", "--pixel-tree", "t.gif"]).fails(1, &message);
    assert!(!place.path("t.gif").exists());
}

/// The comparison for machines has the numbers of the table, and those of the picture.
#[test]
fn a_comparison_for_machines() {
    let place = place();
    let ran = place.run(&["compare", "failing.c", "--config", "value,random", "--json", "--pixel-tree", "t.svg"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(object["task"], "failing.c");
    let [value, random] = &object["configurations"].as_array().unwrap()[..] else { panic!("{object}") };
    assert_eq!((&value["configuration"], &value["answered"]), (&"value".into(), &"value".into()));
    assert_eq!(
        (&value["result"], &value["line"]),
        (&"FALSE".into(), &"Verification result: FALSE(unreach-call)".into())
    );
    let states = |name: &str| value["states"][name].as_u64().unwrap();
    let parts = ["explored", "covered", "replaced", "waiting", "targets"].map(states);
    assert_eq!(parts.iter().sum::<u64>(), states("all"), "{object}");
    let said = texts(&std::fs::read_to_string(place.path("t.svg")).unwrap());
    assert!(said.contains(&format!("target: {}", states("targets"))), "{said:?}");
    let summary = format!("{} states in {} rows, widest {}", states("all"), value["levels"], value["widest"]);
    assert!(said.contains(&summary), "{summary}: {said:?}");
    assert!(value["counts"]["moves"].is_u64() && value["counts"]["time judging"].is_f64(), "{object}");
    assert!(value["seconds"].is_f64() && random["states"].is_null(), "{object}");
}
