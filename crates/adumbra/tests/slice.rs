//! `adumbra slice`: marks, files, errors.

use crate::common::{Place, Ran, need_llvm};
use serde_json::Value;

const PROGRAM: &str = "\
#include <stdio.h>
int total;
int twice(int a, int unused) {
  total += unused;
  return 2 * a;
}
int main(void) {
  int sum = 0, noise = 1;
  for (int i = 0; i < 10; i++) {
    sum += i;
    noise *= 3;
  }
  while (noise > 7)
    noise /= 2;
  int result = twice(sum, noise);
  printf(\"%d\\n\", result);
  return 0;
}
";

fn place() -> Place {
    need_llvm();
    Place::new(&[("a.c", PROGRAM.as_bytes())])
}

#[track_caller]
fn succeeds(ran: Ran) -> String {
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ran.stdout
}

/// The lines that `--lines` prints for a criterion.
#[track_caller]
fn check(place: &Place, criterion: &str, more: &[&str], expected: &[u32]) {
    let arguments = [&["slice", "a.c", "--criterion", criterion, "--lines"], more].concat();
    let lines = succeeds(place.run(&arguments));
    let expected: String = expected.iter().map(|l| format!("a.c:{l}\n")).collect();
    assert_eq!(lines, expected, "{criterion}");
}

#[test]
fn lines_of_slices() {
    let place = place();
    check(&place, "15:sum", &[], &[8, 9, 10, 15]);
    check(&place, "a.c:15:sum", &[], &[8, 9, 10, 15]);
    check(&place, "15:noise", &[], &[8, 9, 11, 13, 14, 15]);
    // The line does not read it, so all that was ever written to it may count.
    check(&place, "15:total", &[], &[4, 8, 9, 11, 13, 14, 15]);
    check(&place, "16:result", &[], &[5, 8, 9, 10, 15, 16]);
    check(&place, "16:total", &[], &[4, 8, 9, 11, 13, 14, 15, 16]);
    // Loops may not end: then what is behind them depends on what decides that.
    check(&place, "15:sum", &["--termination-sensitive"], &[8, 9, 10, 11, 13, 14, 15]);
    check(&place, "10:sum", &["--criterion", "11:noise"], &[8, 9, 10, 11]);
    check(&place, "4", &["--forward"], &[4]);
}

#[test]
fn locals_in_memory_have_slices_too() {
    let place = place();
    check(&place, "15:sum", &["--no-promote"], &[8, 9, 10, 15]);
    check(&place, "16:result", &["--no-promote", "--points-to", "andersen"], &[3, 5, 8, 9, 10, 15, 16]);
}

#[test]
fn marks_and_colours() {
    let place = place();
    let text = succeeds(place.run(&["slice", "a.c", "--criterion", "15:sum"]));
    for line in ["10 |     sum += i;", "11 -     noise *= 3;", "15 >   int result", " 1   #include", "kept: ", "time: "]
    {
        assert!(text.lines().any(|l| l.starts_with(line)), "{line} is missing:\n{text}");
    }
    assert!(!text.contains('\x1b'), "{text}");
    let coloured = succeeds(place.run(&["slice", "a.c", "--criterion", "15:sum", "--color", "always"]));
    assert!(coloured.contains("\x1b[2m11 -") && coloured.contains("\x1b[1m10 |"), "{coloured}");
}

#[test]
fn properties_are_criteria() {
    need_llvm();
    let source = "extern void abort(void); void reach_error(void); int __VERIFIER_nondet_int(void);\n\
                  int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n\
                  \x20 if (x < 0)\n    abort();\n  for (int i = 0; i < 5; i++)\n    y += i;\n  if (x == 7)\n    reach_error();\n  return y;\n}\n";
    let place = Place::new(&[("a.c", source.as_bytes())]);
    let lines = succeeds(place.run(&["slice", "a.c", "--property", "unreach-call", "--lines"]));
    assert_eq!(lines, "a.c:3\na.c:5\na.c:6\na.c:9\na.c:10\n");
    for (property, why) in
        [("termination", "every loop"), ("memcleanup", "every pointer"), ("memsafety", "every pointer")]
    {
        place.run(&["slice", "a.c", "--property", property]).fails(1, &["no slice for", why]);
    }
}

#[test]
fn numbers_for_machines() {
    let place = place();
    let object: Value =
        serde_json::from_str(&succeeds(place.run(&["slice", "a.c", "-c", "15:sum", "--json"]))).unwrap();
    assert_eq!(object["files"][0]["file"], "a.c");
    assert_eq!(object["files"][0]["kept"], serde_json::json!([8, 9, 10, 15]));
    assert_eq!(object["files"][0]["criterion"], serde_json::json!([15]));
    assert_eq!(object["direction"], "backward");
    let functions = &object["counts"]["functions"];
    assert_eq!((&functions["kept"], &functions["all"]), (&Value::from(1), &Value::from(2)));
    for name in ["edges", "instructions", "lines"] {
        let share = &object["counts"][name];
        let number = |key: &str| share[key].as_u64().unwrap();
        assert_eq!(number("kept") + number("removed"), number("all"), "{name}");
        assert!(number("kept") > 0 && number("removed") > 0, "{name}");
    }
    for name in ["points-to", "graph", "slice"] {
        assert!(object["seconds"][name].as_f64().is_some(), "{name}");
    }
    let graph = |name: &str| object["graph"][name].as_u64().unwrap();
    let kinds = ["flow", "memory", "control", "calls", "summaries"].map(graph);
    assert_eq!(kinds.iter().sum::<u64>(), graph("edges"), "{object}");
    assert!(graph("nodes") > graph("hubs") && kinds[0] > 0 && kinds[2] > 0, "{object}");
    assert!(object["locations"].as_u64().unwrap() > 20, "{object}");
    let variables = |name: &str| object["variables"][name].as_u64().unwrap();
    assert!(variables("relevant") > 0 && variables("relevant") < variables("all"), "{object}");
}

#[test]
fn criteria_that_make_no_sense() {
    let place = place();
    let fails = |criterion: &str, parts: &[&str]| {
        place.run(&["slice", "a.c", "--criterion", criterion]).fails(1, parts);
    };
    fails("1", &["a.c:1: no code on this line", "nearest lines with code: 4"]);
    fails("12", &["nearest lines with code: 11 and 13"]);
    fails("999", &["no code on this line", "17"]);
    fails("15:summ", &["no variable `summ`", "sum"]);
    fails("x", &["not a line", "LINE:VARIABLE"]);
    fails("b.c:3", &["b.c: no such file with code", "a.c"]);
    place.run(&["slice", "a.c"]).fails(1, &["what is the slice about?", "--criterion"]);
    place.run(&["slice", "a.c", "-c", "15", "-o", "s.txt"]).fails(1, &["neither .bc, .ll nor .cfa"]);
    place.run(&["slice", "missing.c", "-c", "15"]).fails(2, &["missing.c: no such file"]);
}

#[test]
fn several_files_need_a_name() {
    need_llvm();
    let one = "int helper(int);\nint main(void) { return helper(3); }\n";
    let two = "int helper(int a) {\n  return a + 1; }\n";
    let place = Place::new(&[("one.c", one.as_bytes()), ("two.c", two.as_bytes())]);
    place.run(&["slice", "one.c", "two.c", "-c", "2"]).fails(1, &["several files have code", "one.c, two.c"]);
    let lines = succeeds(place.run(&["slice", "one.c", "two.c", "-c", "two.c:2:a", "--lines"]));
    assert_eq!(lines, "one.c:2\ntwo.c:2\n");
}

#[test]
fn pages_and_graphs() {
    let place = place();
    succeeds(place.run(&["slice", "a.c", "-c", "15:sum", "--html", "s.html", "--dot", "s.dot"]));
    let page = std::fs::read_to_string(place.path("s.html")).unwrap();
    for part in [
        "<!DOCTYPE html>",
        "class=\"c\"><i>15</i>",
        "class=\"r\"><i>11</i>",
        "class=\"k\"><i>10</i>",
        "&lt;stdio.h&gt;",
        "prefers-color-scheme",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
    assert!(!page.contains("http"), "the page needs nothing else");
    assert!(std::fs::read_to_string(place.path("s.dot")).unwrap().starts_with("digraph"));
    for option in ["--html", "--dot", "--output"] {
        let file = if option == "--output" { "no/such/s.bc" } else { "no/such/file" };
        place.run(&["slice", "a.c", "-c", "15:sum", option, file]).fails(1, &["no/such/", "cannot be written"]);
    }
}

#[test]
fn modules_are_the_same_each_time_and_load_again() {
    let place = place();
    let write = |name: &str| succeeds(place.run(&["slice", "a.c", "-c", "16", "--output", name]));
    write("s.ll");
    write("t.ll");
    write("s.bc");
    let read = |name: &str| std::fs::read(place.path(name)).unwrap();
    let text = String::from_utf8(read("s.ll")).unwrap();
    assert_eq!(text.replace("s.ll", ""), String::from_utf8(read("t.ll")).unwrap().replace("t.ll", ""));
    assert!(!text.contains("adumbra"), "{text}");
    assert!(!text.contains("@total"), "what is not in the slice is gone:\n{text}");
    for name in ["s.ll", "s.bc"] {
        let ran = place.run(&["run", name]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "90\n"), "{ran:#?}");
        assert!(succeeds(place.run(&["cfa", name])).contains("twice"));
    }
    let left: Vec<_> = std::fs::read_dir(place.path(".")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!left.iter().any(|n| n.to_string_lossy().contains("part")), "{left:?}");
    assert!(place.is_tidy());
}

const POINTERS: &[u8] = include_bytes!("../../../docs/shown/programs/pointers.c");

/// Where it is known where pointers point to, what is done to another variable is not in the slice;
/// where it is not, all is kept that the other keeps, and more.
#[test]
fn points_to_by_inclusion_is_more_precise_than_the_trivial_one() {
    need_llvm();
    let place = Place::new(&[("a.c", POINTERS)]);
    let kept = |points_to: &str| -> Vec<u32> {
        let ran = place.run(&["slice", "a.c", "--property", "assertions", "--points-to", points_to, "--lines"]);
        let lines = succeeds(ran);
        lines.lines().map(|line| line.rsplit(':').next().unwrap().parse().unwrap()).collect()
    };
    assert_eq!(kept("andersen"), [8, 12, 13, 14, 19, 20]);
    assert_eq!(kept("trivial"), [8, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
}
