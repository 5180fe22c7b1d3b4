//! Correctness witnesses: invariants are written from states, and checked by `adumbra validate`.

use crate::common::{Place, Ran, need_llvm};
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::{Captured, Interpreter, Options, Seeded, Tracer, View};
use adumbra_program::*;
use adumbra_verdict::{Argument, Certificate};
use adumbra_verdict::{ClosedSet, Known, ObjectName, Point, StateFacts};
use adumbra_witness::format::metadata::specification;
use adumbra_witness::format::{
    Content, Invariant, Metadata, Place as Where, Task, Witness, graphml_write, read, yaml_write,
};
use adumbra_witness::invariants::{Language, of_proof};
use adumbra_witness::sources::Sources;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

const COUNT: &str = r#"
extern void reach_error(void);
int steps;
static int twice(int n) {
  int r = 0;
  while (n > 0) { r += 2; n--; }
  return r;
}
int main(void) {
  unsigned char limit = 200;
  short down = 10;
  unsigned up = 4294967290u;
  int same = 7;
  while (down > 0) {
    int inner = 3;
    down--;
    up++;
    steps = steps + 1;
    for (int i = 0; i < 2; i++) { inner += i; }
  }
  do { same = 8 - (same - 7); } while (steps < 0);
  if (twice(2) != 4 || limit > 255) reach_error();
  return same;
}
"#;

/// Writes down every state in which a location with two ways is reached: what registers and globals
/// hold.
struct States<'a> {
    program: &'a Program,
    calls: Vec<Edge>,
    set: ClosedSet,
}

impl Tracer for States<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let data = &program.edges[edge];
        match data.op {
            Op::Call { callee: Callee::Direct(f), .. } if program.body(f).is_some() => self.calls.push(edge),
            Op::Return { .. } => {}
            _ => self.record(view, data.to),
        }
    }

    fn returned(&mut self, _view: &View<'_>, edge: Edge) {
        if self.calls.last() == Some(&edge) {
            self.calls.pop();
        }
    }
}

impl States<'_> {
    fn record(&mut self, view: &View<'_>, location: Location) {
        let program = self.program;
        let heads = program.out_edges(location).len() == 2 || program.in_edges(location).len() == 2;
        let Some(body) = program.body(program.function_of(location)).filter(|_| heads) else { return };
        let depth = self.calls.len() as u32;
        let bits = |value: u128| Known::Bits(vec![value as u64]);
        let registers = body
            .register_ids()
            .filter(|r| matches!(program.registers[*r].ty, Type::Int(w) if w <= 64))
            .filter_map(|r| Some((depth, r, bits(view.register(r)?.low()))))
            .collect();
        let cells = program
            .globals
            .iter()
            .filter(|(_, g)| g.size <= 8 && !g.library)
            .filter_map(|(id, g)| {
                let object = view
                    .memory()
                    .objects()
                    .find(|o| o.origin() == adumbra_interpreter::memory::ObjectOrigin::Global(id))?;
                let bytes: Option<Vec<u8>> = (0..g.size).map(|i| object.byte(i)).collect();
                let value = bytes?.iter().rev().fold(0u128, |v, b| v << 8 | u128::from(*b));
                Some((ObjectName::Global(id), 0, g.size as u32, bits(value)))
            })
            .collect();
        let point = Point { location, calls: self.calls.clone() };
        self.set.states.push(StateFacts { registers, cells, ..StateFacts::at(point) });
    }
}

/// A place with the program, and a witness for it with these invariants.
struct Proved {
    place: Place,
    name: &'static str,
    text: &'static str,
}

impl Proved {
    fn new(name: &'static str, text: &'static str) -> Proved {
        need_llvm();
        Proved { place: Place::new(&[(name, text.as_bytes())]), name, text }
    }

    fn program(&self) -> Arc<Program> {
        let property = Property::by_name("unreach-call").expect("a property");
        let path = self.place.path(self.name);
        let options = LoadOptions::new([path]).property(property).data_model(DataModel::Lp64);
        load(&options).unwrap_or_else(|e| panic!("{e}")).into_program()
    }

    fn sources(&self) -> Sources {
        Sources::new([(self.place.path(self.name).display().to_string(), self.text.as_bytes().to_vec())])
    }

    fn witness(&self, invariants: Vec<Invariant>) -> Witness {
        let content = Content::Correctness(invariants, Vec::new());
        let specification = specification(&self.program(), "main");
        let task = Task::new(&[(self.name.to_owned(), self.text.as_bytes())], specification, DataModel::Lp64);
        let metadata = Metadata::new(task, UNIX_EPOCH + Duration::from_secs(1_700_000_000), None, &content);
        Witness { metadata, content, hints: Vec::new() }
    }

    fn validate(&self, name: &str, witness: &str, more: &[&str]) -> Ran {
        std::fs::write(self.place.path(name), witness).expect("the witness is written");
        if let Ok(directory) = std::env::var("ADUMBRA_KEEP_WITNESSES") {
            let kept = std::path::Path::new(&directory).join(self.name);
            std::fs::create_dir_all(&kept).expect("a directory for witnesses");
            std::fs::write(kept.join(name), witness).expect("the witness is kept");
            std::fs::write(kept.join(self.name), self.text).expect("the program is kept");
        }
        self.place.run(&[&["validate", name, self.name], more].concat())
    }
}

fn at(line: u32, column: u32, expression: &str) -> Invariant {
    let place = Where { file: "count.c".into(), line, column: Some(column), function: None };
    Invariant { of_loop: true, place, expression: expression.into(), line: 0 }
}

/// The states of all runs of the program, written as invariants.
fn invariants() -> (Proved, Vec<Invariant>) {
    let proved = Proved::new("count.c", COUNT);
    let program = proved.program();
    let mut states = States { program: &program, calls: Vec::new(), set: ClosedSet::default() };
    let interpreter = Interpreter::new(&program, Options::new(program.property.clone()));
    for seed in 0..3 {
        states.calls.clear();
        let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
        interpreter.run(&mut environment, Some(&mut states));
    }
    let certificate = Certificate::from(Argument::ClosedSet(states.set.clone()));
    let found = of_proof(&program, &certificate, &[], &proved.sources(), Language::C);
    (proved, found)
}

#[test]
fn states_at_loop_heads_become_invariants() {
    let (_, found) = invariants();
    let shown: Vec<String> =
        found.iter().map(|i| format!("{}:{:?} {}", i.place.line, i.place.column, i.expression)).collect();
    assert_eq!(shown.len(), 3, "{shown:#?}");
    // In `twice` all that is known is a disjunction of few states.
    assert_eq!(
        shown[0],
        "6:Some(3) (n == 2 && r == 0 && steps == 10) || (n == 1 && r == 2 && steps == 10) || (n == 0 && r == 4 && steps == 10)"
    );
    // Names with their types: `down` is signed, `up` goes around, `inner` is not visible here.
    for part in ["down >= 0 && down <= 10", "steps >= 0 && steps <= 10"] {
        assert!(shown[1].contains(part), "{part}: {shown:#?}");
    }
    assert!(!shown[1].contains("up") && !shown[1].contains("inner") && !shown[1].contains(" i "), "{shown:#?}");
    // The variable of a `for` is not visible at its keyword.
    assert!(shown[2].starts_with("19:Some(5)") && !shown[2].contains("i >="), "{shown:#?}");
}

#[test]
fn invariants_that_do_not_hold_are_found() {
    let (proved, mut found) = invariants();
    found.push(at(14, 3, "down != 4"));
    let witness = proved.witness(found);
    for (name, text) in [("w.yml", yaml_write::write(&witness)), ("w.graphml", graphml_write::write(&witness, "main"))]
    {
        read(&text).expect("our own witness is read");
        let ran = proved.validate(name, &text, &[]);
        assert_eq!(ran.code, Some(10), "{ran:#?}");
        assert_eq!(ran.stdout.lines().last(), Some("Verification result: FALSE(invariant)"), "{ran:#?}");
        assert!(ran.stdout.contains("down != 4") && ran.stdout.contains("count.c:14"), "{ran:#?}");
    }
}

#[test]
fn no_invariant_is_refuted_that_holds() {
    let (proved, found) = invariants();
    let ran = proved.validate("holds.yml", &yaml_write::write(&proved.witness(found)), &["--timeout", "20"]);
    assert_ne!(ran.code, Some(10), "{ran:#?}");
    assert!(!ran.stderr.contains(" panicked at "), "{ran:#?}");
}

#[test]
fn invariants_that_make_no_sense_are_refused() {
    let proved = Proved::new("count.c", COUNT);
    let cases: &[(Invariant, i32, &str)] = &[
        (at(14, 3, "down = 4"), 2, "is an effect"),
        (at(14, 3, "twice(1) == 2"), 2, "is a call"),
        (at(14, 3, "nobody == 2"), 5, "does not compile"),
        (at(14, 4, "down > 0"), 2, "a loop at count.c:14:4, where none is"),
        (at(15, 5, "down > 0"), 2, "a loop at count.c:15:5, where none is"),
        (at(99, 1, "down > 0"), 2, "fewer lines"),
        (
            Invariant { of_loop: false, ..at(22, 3, "steps == 11") },
            10,
            "location invariant `steps == 11` does not hold",
        ),
    ];
    for (invariant, code, part) in cases {
        let text = yaml_write::write(&proved.witness(vec![invariant.clone()]));
        let ran = proved.validate("w.yml", &text, &[]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code, Some(*code), "{invariant:?}: {ran:#?}");
        assert!(said.contains(part), "{part}: {ran:#?}");
    }
    let text = yaml_write::write(&proved.witness(vec![at(14, 3, "down > 0")]));
    for (from, to, part) in [
        ("loop_invariant", "transition_invariant", "type is `transition_invariant`"),
        ("c_expression", "acsl_expression", "`c_expression` and `ext_c_expression` are known"),
        ("- invariant:", "- segment:", "expected sequence"),
        ("        value: ", "        text: ", "text"),
    ] {
        let ran = proved.validate("changed.yml", &text.replace(from, to), &[]);
        ran.fails(2, &["changed.yml:", part]);
    }
}

const SMALL: &str = r#"extern void reach_error(void);
int total;
int main(void) {
  int x = 0, n = 5;
  while (x < n) {
    x++;
    total = 2 * x;
  }
  for (;;) { if (x++ > 7) break; }
  do x--; while (x > 3);
  if (x != 3) reach_error();
  return 0;
}
"#;

#[test]
fn invariants_that_hold_are_proved() {
    let proved = Proved::new("small.c", SMALL);
    let with = |of_loop: bool, line: u32, column: u32, expression: &str| {
        let place = Where { file: "small.c".into(), line, column: Some(column), function: Some("main".into()) };
        Invariant { of_loop, place, expression: expression.into(), line: 0 }
    };
    let check = |what: &str, invariants: Vec<Invariant>, code: i32, line: &str| {
        let ran = proved.validate("w.yml", &yaml_write::write(&proved.witness(invariants)), &[]);
        let line = format!("Verification result: {line}");
        assert_eq!((ran.code, ran.stdout.lines().last()), (Some(code), Some(line.as_str())), "{what}: {ran:#?}");
    };
    check("none", vec![], 0, "TRUE");
    let all = vec![
        with(true, 5, 3, "0 <= x && x <= n && n == 5"),
        with(true, 5, 3, "total == 2 * x"),
        with(false, 6, 5, "x < n"),
        with(false, 7, 5, "x <= n"),
        with(true, 9, 3, "x >= 5"),
        with(true, 10, 3, "x >= 3"),
        with(false, 10, 6, "x > 3"),
        with(false, 11, 15, "0"),
    ];
    check("all", all, 0, "TRUE");
    check("a condition that is seen once too often", vec![with(true, 5, 3, "x < n")], 10, "FALSE(invariant)");
    check("an empty condition", vec![with(true, 9, 3, "x < 8")], 10, "FALSE(invariant)");
    check("the body of do", vec![with(false, 10, 6, "x > 4")], 10, "FALSE(invariant)");
    check("the condition of do", vec![with(true, 10, 3, "x > 3")], 10, "FALSE(invariant)");
    check("a statement without braces", vec![with(false, 11, 15, "x != 3")], 0, "TRUE");
    check("undefined", vec![with(true, 5, 3, "n / (n - 5) == 1 || 1")], 5, "UNKNOWN(undefined invariant)");
}

#[test]
fn no_invariant_hides_a_violation() {
    // The division ends every execution before the error function is called.
    let text = "extern void reach_error(void);\nint zero;\n#define STOP __builtin_trap()\nint main(void) {\n  int x = 1;\n  \
                x = 2;\n  reach_error();\n  return x;\n}\n";
    let proved = Proved::new("hidden.c", text);
    for expression in ["1 / zero == 0 || 1", "*(int *)0 == 0 || 1", "(STOP, 1)", "1"] {
        let place = Where { file: "hidden.c".into(), line: 7, column: None, function: None };
        let invariant = Invariant { of_loop: false, place, expression: expression.into(), line: 0 };
        let ran = proved.validate("w.yml", &yaml_write::write(&proved.witness(vec![invariant])), &[]);
        assert_ne!(ran.code, Some(0), "{expression}: {ran:#?}");
        assert!(!ran.stdout.contains("FALSE(invariant)"), "{expression}: {ran:#?}");
    }
}

/// A counter that grows in a function that calls itself, and one that is read through a pointer.
const RECURSIVE: &str = r#"unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned int ticks;
int add(int n, int *p) {
  if (n <= 0) return 0;
  ticks++;
  *p = *p + 1;
  return add(n - 1, p) + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_uint() & 63, x = 0;
  if (add(n, &x) != n || x != n) reach_error();
}
"#;

/// What `validate` says of a contract of `add`.
fn of_contract(fields: &[(&str, &str)], more: &[&str]) -> Ran {
    let proved = Proved::new("rec.c", RECURSIVE);
    let witness = proved.witness(Vec::new());
    let text = yaml_write::write(&witness).replace("\"2.0\"", "\"2.1\"");
    let mut contract = "  content:\n    - contract:\n        type: function_contract\n".to_owned();
    contract += "        location:\n          file_name: rec.c\n          line: 4\n";
    for (name, value) in fields {
        contract += &format!("        {name}: '{value}'\n");
    }
    let text = text.replace("  content: []\n", &contract);
    std::fs::write(proved.place.path("w.yml"), text).unwrap();
    proved.place.run(&[&["validate", "w.yml", "rec.c"], more].concat())
}

#[test]
fn contracts_of_a_witness_are_proved_with_the_property() {
    need_llvm();
    let place = Place::new(&[("rec.c", RECURSIVE.as_bytes())]);
    let ran = place.run(&["verify", "rec.c", "--config", "contracts", "--witness", "own.yml"]);
    assert!(ran.stdout.ends_with("TRUE\n"), "{ran:#?}");
    let text = std::fs::read_to_string(place.path("own.yml")).unwrap();
    for part in ["format_version: \"2.1\"", "type: \"function_contract\"", "format: \"ext_c_expression\"", "line: 4"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let ran = place.run(&["validate", "own.yml", "rec.c"]);
    assert!(ran.stdout.contains("the contract of a function is proved, too"), "{ran:#?}");
    assert!(ran.stdout.ends_with("Verification result: TRUE\n"), "{ran:#?}");
    // Some tools write contracts as invariants.
    std::fs::write(place.path("old.yml"), text.replace("- contract:", "- invariant:")).unwrap();
    let ran = place.run(&["validate", "old.yml", "rec.c"]);
    assert!(ran.stdout.ends_with("Verification result: TRUE\n"), "{ran:#?}");
    // What holds of the program does not hold of another one.
    let other = RECURSIVE.replace("*p + 1", "*p + 2");
    std::fs::write(place.path("other.c"), &other).unwrap();
    let ran = place.run(&["validate", "own.yml", "other.c"]);
    assert!(ran.stdout.ends_with("Verification result: FALSE(unreach-call)\n"), "{ran:#?}");
}

#[test]
fn what_contracts_say_counts_in_the_language_that_they_name() {
    need_llvm();
    let check = |fields: &[(&str, &str)], result: &str, part: &str| {
        let ran = of_contract(fields, &[]);
        assert!(ran.stdout.ends_with(&format!("Verification result: {result}\n")), "{fields:?}: {ran:#?}");
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    };
    let (proved, open) = ("TRUE", "UNKNOWN(contract not proved)");
    let result = ("ensures", "\\result == n && *p == \\old(*p) + n");
    check(
        &[("requires", "n >= 0 && n < 64"), result, ("format", "acsl_expression")],
        open,
        "ensures *p == \\old(*p) + n",
    );
    check(
        &[("requires", "n >= 0"), ("ensures", "\\result == n"), ("format", "ext_c_expression")],
        proved,
        "is proved, too",
    );
    let wraps = ("ensures", "ticks == \\old(ticks) + n");
    check(&[wraps, ("format", "ext_c_expression")], proved, "");
    check(&[wraps, ("format", "acsl_expression")], open, "line 18: `ensures ticks == \\old(ticks) + n` of add: what");
    check(
        &[("requires", "n > 0"), ("format", "c_expression")],
        open,
        "`requires n > 0` of add: what a contract demands",
    );
    check(&[("ensures", "\\result > n"), ("format", "ext_c_expression")], open, "what a contract promises");
    check(&[("ensures", "sizeof(n) == 4"), ("format", "ext_c_expression")], open, "is not understood");
}

#[test]
fn bad_contracts_are_refused_with_their_line() {
    need_llvm();
    let c = ("format", "ext_c_expression");
    for (fields, part) in [
        (&[("ensures", "m == 1"), c][..], "w.yml:18: the `ensures` of add, `m == 1`: `m` is not visible"),
        (&[("ensures", "n = 1"), c], "`=` is an effect"),
        (&[("requires", "\\result == 1"), c], "`\\result` and `\\old` belong into `ensures`"),
        (&[("ensures", "\\result == 1"), ("format", "c_expression")], "belong into `ensures`"),
        (&[("ensures", "1"), ("format", "smt")], "format is `smt`"),
        (&[c], "neither `requires` nor `ensures`"),
        (&[("ensures", "1"), ("promises", "1"), c], "promises"),
        (&[("ensures", "1")], "format"),
    ] {
        of_contract(fields, &[]).fails(2, &[part]);
    }
}
