//! Witnesses of failing runs are written, read back and validated; changed ones are not accepted.

use crate::common::{Place, Ran, need_llvm};
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::script::{NamedValue, Unlisted};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome, Script, Scripted, Seeded};
use adumbra_program::{DataModel, Property};
use adumbra_witness::format::metadata::specification;
use adumbra_witness::format::{Content, Metadata, Task, WaypointKind, Witness, graphml_write, read, yaml_write};
use adumbra_witness::sources::Sources;
use adumbra_witness::violation::segments;
use std::time::{Duration, UNIX_EPOCH};

/// A program, the witness of a failing run of it, and the directory where both are.
struct Failing {
    place: Place,
    witness: Witness,
}

/// Runs the program with these inputs, or with seed after seed, until it violates the property, and
/// writes the witness.
fn failing(name: &str, text: &str, property: &str, inputs: &[i32]) -> Failing {
    need_llvm();
    let place = Place::new(&[(name, text.as_bytes())]);
    let property = Property::by_name(property).expect("a property");
    let path = place.path(name);
    let program =
        load(&LoadOptions::new([&path]).property(property.clone()).data_model(DataModel::Lp64).promote(false))
            .unwrap_or_else(|e| panic!("{e}"))
            .into_program();
    let mut options = Options::new(property.clone());
    options.max_steps = 1_000_000;
    let interpreter = Interpreter::new(&program, options);
    let given = Script {
        inputs: inputs
            .iter()
            .map(|n| NamedValue { name: "__VERIFIER_nondet_int".into(), value: (*n as u32).to_string() })
            .collect(),
        unlisted: Unlisted::Zero,
        ..Script::default()
    };
    let seeds = if inputs.is_empty() { 5_000 } else { 0 };
    let runs =
        (0..seeds).map(|seed| interpreter.run(&mut Seeded::new(Some(seed), &["program"], Captured::default()), None));
    let (script, report) = std::iter::once(interpreter.run(&mut Scripted::new(&given, Captured::default()), None))
        .chain(runs)
        .find_map(|run| match run.outcome {
            Outcome::Violation(report) => Some((run.script, report)),
            _ => None,
        })
        .unwrap_or_else(|| panic!("{name}: no run violates the property"));
    let file = path.display().to_string();
    let sources = Sources::new([(file.clone(), text.as_bytes().to_vec())]);
    let content = Content::Violation(segments(&program, &script, &report, Externals::Pure, &sources));
    let task = Task::new(&[(file, text.as_bytes())], specification(&program, "main"), DataModel::Lp64);
    let metadata = Metadata::new(task, UNIX_EPOCH + Duration::from_secs(1_700_000_000), None, &content);
    Failing { place, witness: Witness { metadata, content, hints: Vec::new() } }
}

impl Failing {
    fn validate(&self, name: &str, witness: &str, file: &str) -> Ran {
        std::fs::write(self.place.path(name), witness).expect("the witness is written");
        keep(&self.place, file, name, witness);
        self.place.run(&["validate", name, file])
    }

    fn yaml(&self) -> String {
        yaml_write::write(&self.witness)
    }

    /// The follow waypoints, as text.
    fn waypoints(&self) -> Vec<String> {
        let Content::Violation(segments) = &self.witness.content else { panic!("a violation") };
        segments
            .iter()
            .map(|s| {
                let (place, kind) = (&s.follow.place, &s.follow.kind);
                let what = match kind {
                    WaypointKind::Assumption(e) | WaypointKind::FunctionReturn(e) => e.clone(),
                    WaypointKind::Branching(d) => format!("{d:?}"),
                    _ => String::new(),
                };
                format!("{} {}:{} {what}", kind.name(), place.line, place.column.unwrap_or(0))
            })
            .collect()
    }
}

/// Leaves a witness with its program for `scripts/lint-witnesses`.
fn keep(place: &Place, file: &str, name: &str, witness: &str) {
    let Ok(directory) = std::env::var("ADUMBRA_KEEP_WITNESSES") else { return };
    let kept = std::path::Path::new(&directory).join(file);
    std::fs::create_dir_all(&kept).expect("a directory for witnesses");
    std::fs::write(kept.join(name), witness).expect("the witness is kept");
    std::fs::copy(place.path(file), kept.join(file)).expect("the program is kept");
}

/// The answer must be this one.
#[track_caller]
fn answers(ran: &Ran, code: i32, line: &str) {
    assert_eq!(ran.code, Some(code), "{ran:#?}");
    assert_eq!(ran.stdout.lines().last(), Some(format!("Verification result: {line}").as_str()), "{ran:#?}");
    assert!(!ran.stderr.contains(" panicked at "), "{ran:#?}");
}

const SUM: &str = r#"extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  int sum = 0;
  if (n < 0 || n > 9) return 0;
  for (int i = 0; i < n; i++) {
    sum += i;
  }
  if (sum == 15) {
    if (c > 200) { reach_error(); }
  }
  return 0;
}
"#;

#[test]
fn a_written_witness_is_confirmed() {
    let failing = failing("sum.c", SUM, "unreach-call", &[]);
    let waypoints = failing.waypoints();
    assert_eq!(waypoints[0], "function_return 5:33 \\result == 6");
    assert!(waypoints[1].starts_with("function_return 6:45 \\result == 2"), "{waypoints:?}");
    assert_eq!(waypoints.last().map(String::as_str), Some("target 13:20 "));
    assert!(waypoints.contains(&"branching 9:3 Truth(true)".to_owned()), "{waypoints:?}");
    assert_eq!(waypoints.iter().filter(|w| w.starts_with("branching 9:3 Truth(false)")).count(), 1, "{waypoints:?}");
    let yaml = failing.yaml();
    let again = read(&yaml).expect("our own witness is read");
    assert_eq!(yaml_write::write(&again[0]), yaml);
    let ran = failing.validate("w.yml", &yaml, "sum.c");
    answers(&ran, 10, "FALSE(unreach-call)");
    assert!(ran.stderr.is_empty(), "{ran:#?}");
    let json = failing.place.run(&["validate", "w.yml", "sum.c", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap_or_else(|e| panic!("{e}: {json:#?}"));
    assert_eq!((json.code, &object["result"]), (Some(10), &"FALSE".into()), "{json:#?}");
    assert_eq!(object["line"], "Verification result: FALSE(unreach-call)");
    let graphml = graphml_write::write(&failing.witness, "main");
    answers(&failing.validate("w.graphml", &graphml, "sum.c"), 10, "FALSE(unreach-call)");
}

/// Each program: its name, the property, the atomic property that is violated, a waypoint that must
/// be there, the text.
const PROGRAMS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "overflow.c",
        "no-overflow",
        "no-overflow",
        "target 4:3 ",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  x = x + 1;\n  \
         return x > 0;\n}\n",
    ),
    (
        "condition.c",
        "no-overflow",
        "no-overflow",
        "target 4:7 ",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x - 1 > 0)\n  \
         return 1;\n  return 0;\n}\n",
    ),
    (
        "array.c",
        "memsafety",
        "valid-deref",
        "target 6:20 ",
        "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  int a[4] = {0};\n  unsigned i = \
         __VERIFIER_nondet_uint();\n  if (i < 6)\n    /* \u{e4} */ { /**/ a[i] = 1; }\n  return 0;\n}\n",
    ),
    (
        "leak.c",
        "memsafety",
        "valid-memtrack",
        "branching 5:3 Truth(false)",
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  char *p = malloc(3);\n  \
         if (__VERIFIER_nondet_int()) { free(p); }\n  p = 0;\n  return 0;\n}\n",
    ),
    (
        "uninitialised.c",
        "unreach-call",
        "unreach-call",
        "assumption 4:3 x == 5",
        "extern void reach_error(void);\nint main(void) {\n  int y = 1, x;\n  while (y) { y = 0; }\n  if (x == 5)\n    \
         reach_error();\n  return 0;\n}\n",
    ),
    (
        "order.c",
        "unreach-call",
        "unreach-call",
        "function_return 5:31 \\result == 2",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  for (int i = 0; i < \
         3; i++)\n    if (__VERIFIER_nondet_int() != (i == 1 ? 2 : 1)) return 0;\n  reach_error();\n}\n",
    ),
    (
        "assertion.c",
        "assertions",
        "assertions",
        "target 5:3 ",
        "#include <assert.h>\nextern _Bool __VERIFIER_nondet_bool(void);\nstatic int both(int a, int b) { return a && b; }\n\
         int main(void) {\n  assert(!both(__VERIFIER_nondet_bool(), __VERIFIER_nondet_bool()));\n  return 0;\n}\n",
    ),
    (
        "recursive.c",
        "unreach-call",
        "unreach-call",
        "function_return 4:36 \\result == 1",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nstatic int down(int n) {\n  int more = \
         __VERIFIER_nondet_int();\n  if (more == 1 && n < 3) return down(n + 1);\n  return n;\n}\nint main(void) {\n  \
         if (down(0) == 2) {\nERROR:\n    reach_error();\n  }\n  return 0;\n}\n",
    ),
    (
        "float.c",
        "unreach-call",
        "unreach-call",
        "function_return 4:37 \\result == 0.10000000149011612",
        "extern float __VERIFIER_nondet_float(void);\nextern void reach_error(void);\nint main(void) {\n  float f = \
         __VERIFIER_nondet_float();\n  if (f == 0.1f) reach_error();\n}\n",
    ),
    (
        "macro.c",
        "unreach-call",
        "unreach-call",
        "function_return 5:34 \\result == -1",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n#define CHECK(x) if (x) reach_error()\n\
         int main(void) {\n  long n = __VERIFIER_nondet_int(); int m = 3;\n  CHECK(n == -1L);\n  return m;\n}\n",
    ),
];

#[test]
fn many_programs_many_properties() {
    let mut failures = Vec::new();
    for (name, property, violated, waypoint, text) in PROGRAMS {
        let inputs: &[i32] = match *name {
            "order.c" => &[1, 2, 1],
            "recursive.c" => &[1, 1, 0],
            _ => &[],
        };
        let failing = failing(name, text, property, inputs);
        let waypoints = failing.waypoints();
        if !waypoints.iter().any(|w| w == waypoint) {
            failures.push(format!("{name}: no waypoint `{waypoint}`: {waypoints:#?}"));
        }
        let graphml = graphml_write::write(&failing.witness, "main");
        for (file, witness) in [("w.yml", failing.yaml()), ("w.graphml", graphml)] {
            let ran = failing.validate(file, &witness, name);
            let wanted = format!("Verification result: FALSE({violated})");
            if ran.code != Some(10) || ran.stdout.lines().last() != Some(&wanted) || !ran.stderr.is_empty() {
                failures.push(format!("{name}, {file}: {ran:#?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A change of a witness: what it is, what is replaced by what, the exit code, and a part of what
/// is said.
const CHANGES: &[(&str, &str, &str, i32, &str)] = &[
    ("a wrong value", "\\\\result == 6", "\\\\result == 5", 5, "the furthest passed"),
    ("a value that C does not have", "\\\\result == 6", "\\\\result == 6 = 6", 2, "is an effect"),
    ("a call as constraint", "\\\\result == 6", "main() == 6", 2, "is a call"),
    ("an unknown variable", "\\\\result == 6", "\\\\result == nobody", 5, "does not compile"),
    ("a shorter line", "line: 5\n", "line: 7\n", 2, "which has 14"),
    ("a column without a call", "column: 33", "column: 11", 2, "right parenthesis of a call"),
    ("a line behind the end", "line: 13\n", "line: 99\n", 2, "fewer lines"),
    (
        "a target elsewhere",
        "line: 13\n              column: 20",
        "line: 15\n              column: 3",
        5,
        "UNKNOWN(witness ",
    ),
    ("a column without a statement", "column: 20", "column: 21", 2, "statement or full expression"),
    ("another function", "function: \"main\"", "function: \"other\"", 2, "in the function main"),
    ("another file", "file_name: \"", "file_name: \"nowhere/", 10, "FALSE(unreach-call)"),
    ("no action", "            action: \"follow\"\n", "", 2, "action"),
    ("no line", "              line: 5\n", "", 2, "line"),
    ("no uuid", "    uuid:", "    uid:", 2, "uid"),
    ("a bad uuid", "uuid: \"", "uuid: \"x", 2, "is no UUID"),
    ("another version", "format_version: \"2.0\"", "format_version: \"1.7\"", 2, "`2.0` and `2.1` are understood"),
    ("another language", "language: \"C\"", "language: \"Java\"", 2, "only `C`"),
    ("another entry", "violation_sequence", "violation_set", 2, "entry_type"),
    ("a strange action", "action: \"follow\"", "action: \"cycle\"", 2, "`follow` and `avoid`"),
    ("no target", "type: \"target\"", "type: \"function_enter\"", 2, "must end with the target"),
    ("a strange type", "type: \"target\"", "type: \"goal\"", 2, "type is `goal`"),
    (
        "no constraint",
        "            constraint:\n              value: \"\\\\result == 6\"\n              format: \"acsl_expression\"\n",
        "",
        2,
        "needs a constraint",
    ),
    ("another data model", "LP64", "ILP32", 10, "FALSE(unreach-call)"),
    ("no specification", "CHECK( init", "TEST( init", 2, "specification"),
    ("no YAML", "- entry_type", "- - entry_type", 2, "not a witness"),
];

#[test]
fn changed_witnesses_are_refused_with_the_reason() {
    let failing = failing("sum.c", SUM, "unreach-call", &[]);
    let yaml = failing.yaml();
    let mut failures = Vec::new();
    for (what, from, to, code, part) in CHANGES {
        assert!(yaml.contains(from), "{what}: {from}\n{yaml}");
        std::fs::write(failing.place.path("changed.yml"), yaml.replace(from, to)).expect("the witness is written");
        let ran = failing.place.run(&["validate", "changed.yml", "sum.c"]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        // An error of the witness names its line.
        let line =
            *code != 2 || said.contains("changed.yml:") || said.contains("fewer lines") || *part == "specification";
        if ran.code != Some(*code) || !said.contains(part) || said.contains(" panicked at ") || !line {
            failures.push(format!("{what}: {ran:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_witness_of_another_program_is_noticed() {
    let failing = failing("sum.c", SUM, "unreach-call", &[]);
    std::fs::write(failing.place.path("w.yml"), failing.yaml()).expect("the witness is written");
    std::fs::write(failing.place.path("other.c"), SUM.replace("sum == 15", "sum == 16"))
        .expect("the program is written");
    let ran = failing.place.run(&["validate", "w.yml", "other.c"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(ran.stdout.contains("Verification result: UNKNOWN(witness "), "{ran:#?}");
    assert!(ran.stderr.contains("its SHA-256 sum differs"), "{ran:#?}");
    assert!(failing.place.is_tidy());
}

/// Witnesses as other tools write them.
#[test]
fn sparse_and_foreign_witnesses() {
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main() {\n  int a, b;\n  \
                   a = __VERIFIER_nondet_int();\n  b = __VERIFIER_nondet_int();\n  if (a > 0)\n    if (b == a + 4)\n      \
                   reach_error();\n  switch (a) { case 1: return 1; case 3 ... 5: return 2; default: return 0; }\n}\n";
    need_llvm();
    let place = Place::new(&[("p.c", program.as_bytes())]);
    let head = "- entry_type: violation_sequence\n  metadata:\n    format_version: 2.0\n    uuid: \
                22f01ef8-d8a4-4f2b-a3a5-0a1c4b5c1d11\n    creation_time: 2024-01-01T00:00:00Z\n    producer: {name: T, \
                version: 4}\n    task:\n      input_files: [p.c]\n      input_file_hashes: {}\n      specification: \
                'G ! call'\n      data_model: ILP32\n      language: C\n  content:\n"
        .replace("'G ! call'", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let waypoint = |kind: &str, at: &str, constraint: &str, action: &str| {
        let constraint = if constraint.is_empty() { String::new() } else { format!("constraint: {constraint}, ") };
        format!(
            "      - waypoint: {{type: {kind}, action: {action}, {constraint}location: {{file_name: p.c, {at}}}}}\n"
        )
    };
    let segment = |waypoints: &[String]| format!("  - segment:\n{}", waypoints.concat());
    let target = segment(&[waypoint("target", "line: 9", "", "follow")]);
    let check = |what: &str, segments: &[String], code: i32, line: &str| {
        std::fs::write(place.path("w.yml"), format!("{head}{}", segments.concat())).expect("the witness is written");
        let ran = place.run(&["validate", "w.yml", "p.c"]);
        let last = ran.stdout.lines().last().unwrap_or_default();
        let fits = ran.code == Some(code) && last.starts_with(&format!("Verification result: {line}"));
        assert!(fits, "{what}: {ran:#?}");
    };
    let confirmed = "FALSE(unreach-call)";
    check("the target alone", std::slice::from_ref(&target), 10, confirmed);
    let assumption = "{value: a == 17 && b == 21, format: c_expression}";
    let assume = |at: &str| segment(&[waypoint("assumption", at, assumption, "follow")]);
    check("an assumption behind the inputs", &[assume("line: 7, column: 3"), target.clone()], 10, confirmed);
    check("a column that is missing", &[assume("line: 7"), target.clone()], 10, confirmed);
    check("an assumption before a branch without braces", &[assume("line: 8"), target.clone()], 10, confirmed);
    check("… and one in the wrong order", &[assume("line: 10"), target.clone()], 5, "UNKNOWN(witness ");
    let greater = "{value: '\\result > 6', format: acsl_expression}";
    let returned = segment(&[waypoint("function_return", "line: 5, column: 29", greater, "follow")]);
    check("a bound on an input", &[returned, target.clone()], 10, confirmed);
    let branch = |value: &str| segment(&[waypoint("branching", "line: 7", &format!("{{value: {value}}}"), "follow")]);
    check("a branching", &[branch("true"), target.clone()], 10, confirmed);
    check("the other branch", &[branch("false"), target.clone()], 5, "UNKNOWN(witness ");
    let avoid = segment(&[
        waypoint("assumption", "line: 8, column: 5", "{value: a < 10, format: c_expression}", "avoid"),
        waypoint("target", "line: 9", "", "follow"),
    ]);
    check("something to avoid", &[assume("line: 7"), avoid.clone()], 10, confirmed);
    let avoided = "{value: a < 18, format: c_expression}";
    let avoid = segment(&[
        waypoint("assumption", "line: 8, column: 5", avoided, "avoid"),
        waypoint("target", "line: 9", "", "follow"),
    ]);
    check("something that cannot be avoided", &[assume("line: 7"), avoid], 5, "UNKNOWN(witness ");
    let entered = segment(&[waypoint("function_enter", "line: 6", "", "follow")]);
    check("a call that is entered", &[entered, target.clone()], 10, confirmed);
    let switch = segment(&[waypoint("branching", "line: 10", "{value: default}", "follow")]);
    check("a switch that is not reached", &[switch, target], 5, "UNKNOWN(witness ");
}

#[test]
fn several_files_with_their_headers() {
    need_llvm();
    let place = Place::new(&[]);
    std::fs::create_dir(place.path("src")).expect("a folder");
    let header =
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n#define LIMIT 7\nint twice(int x);\n";
    let main = "#include \"both.h\"\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (twice(n) == 2 * LIMIT)\n    \
                reach_error();\n  return 0;\n}\n";
    let twice =
        "#include \"both.h\"\nint twice(int x) {\n  int y = x;\n  while (y < LIMIT)\n    y += 2;\n  return y + x;\n}\n";
    for (name, text) in [("src/both.h", header), ("src/main.c", main), ("src/twice.c", twice)] {
        std::fs::write(place.path(name), text).expect("a file");
    }
    let files = ["src/main.c", "src/twice.c"];
    let verified =
        place.run(&[&["verify"], &files[..], &["--property", "unreach-call", "--witness", "w.yml"]].concat());
    assert_eq!(verified.code, Some(10), "{verified:#?}");
    let text = std::fs::read_to_string(place.path("w.yml")).expect("the witness");
    assert!(text.contains("file_name: \"src/twice.c\""), "{text}");
    answers(&place.run(&["validate", "w.yml", "src/main.c", "src/twice.c"]), 10, "FALSE(unreach-call)");
    // A file that the witness is about and that is not given.
    let alone = place.run(&["validate", "w.yml", "src/main.c"]);
    assert_ne!(alone.code, Some(10), "{alone:#?}");
    assert!(alone.stderr.contains("warning") || alone.stderr.contains("error"), "{alone:#?}");
    assert!(place.is_tidy());
}
