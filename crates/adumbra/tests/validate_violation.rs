//! Witnesses of failing runs are written, read back and validated; changed ones are not accepted.

mod common;

use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome, Seeded};
use adumbra_program::{DataModel, Program, Property};
use adumbra_report::sources::Sources;
use adumbra_report::violation::segments;
use adumbra_report::witness::metadata::specification;
use adumbra_report::witness::{Content, Metadata, Task, WaypointKind, Witness, graphml_write, read, yaml_write};
use common::{Place, Ran, need_llvm};
use std::time::{Duration, UNIX_EPOCH};

/// A program, the witness of a failing run of it, and the directory where both are.
struct Failing {
    place: Place,
    witness: Witness,
}

/// Runs the program with seed after seed until it violates the property, and writes the witness.
fn failing(name: &str, text: &str, property: &str) -> Failing {
    need_llvm();
    let place = Place::new(&[(name, text.as_bytes())]);
    let property = Property::by_name(property).expect("a property");
    let path = place.path(name);
    let program =
        load(&LoadOptions::new([&path]).property(property.clone()).data_model(DataModel::Lp64).promote(false))
            .unwrap_or_else(|e| panic!("{e}"));
    let mut options = Options::new(property.clone());
    options.max_steps = 1_000_000;
    let interpreter = Interpreter::new(&program, options);
    let (script, report) = (0..5_000)
        .find_map(|seed| {
            let run = interpreter.run(&mut Seeded::new(Some(seed), &["program"], Captured::default()), None);
            match run.outcome {
                Outcome::Violation(report) => Some((run.script, report)),
                _ => None,
            }
        })
        .expect("a seed that violates the property");
    let file = path.display().to_string();
    let sources = Sources::new([(file.clone(), text.as_bytes().to_vec())]);
    let content = Content::Violation(segments(&program, &script, &report, Externals::Pure, &sources));
    let task = Task::new(&[(file, text.as_bytes())], written(&property, &program), DataModel::Lp64);
    let metadata = Metadata::new(task, UNIX_EPOCH + Duration::from_secs(1_700_000_000), None, &content);
    Failing { place, witness: Witness { metadata, content, hints: Vec::new() } }
}

fn written(property: &Property, program: &Program) -> String {
    specification(property, &program.functions[program.entry].name)
}

impl Failing {
    fn validate(&self, name: &str, witness: &str, file: &str) -> Ran {
        std::fs::write(self.place.path(name), witness).expect("the witness is written");
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
    let failing = failing("sum.c", SUM, "unreach-call");
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
    let graphml = graphml_write::write(&failing.witness, "main");
    answers(&failing.validate("w.graphml", &graphml, "sum.c"), 10, "FALSE(unreach-call)");
}
