//! Labels against executions: what is said to be FALSE fails when it is run; of what is said to be
//! TRUE, a few runs go well.

use crate::label::Label;
use crate::loaded::Loaded;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{Captured, Environment, Interpreter, Options, Outcome, Script, Scripted, Seeded};
use adumbra_program::{Program, Property, PropertyKind, SiteData, Violation};
use serde_json::json;

/// Seeds of the runs that go well.
const SEEDS: [u64; 2] = [1, 2];

/// Does a label agree with executions? Those of rules are not looked at: an execution alone knows
/// none.
pub fn check(task: &Loaded) -> Result<(), String> {
    check_with(task, &SEEDS)
}

/// The same, with a choice of the runs that go well.
pub fn check_with(task: &Loaded, seeds: &[u64]) -> Result<(), String> {
    let label = &task.label;
    if label.options.iter().any(|option| option.starts_with("--spec=")) {
        return Ok(());
    }
    let checked = match label.violated() {
        Some(violated) => fails(task, violated),
        None if label.verdict == "TRUE" => seeds.iter().try_for_each(|seed| goes_well(task, *seed)),
        None if label.is_open() => Ok(()),
        None => Err(format!("`{}` is no verdict", label.verdict)),
    };
    checked.map_err(|e| format!("{} => {}: {e}", label.name, label.verdict))
}

/// One run; the answer is the violation that ends it.
fn run(task: &Loaded, environment: &mut dyn Environment) -> Result<Option<Violation>, String> {
    let mut options = Options::new(task.program.property.clone());
    (options.max_steps, options.max_frames) = (100_000, 2000);
    match Interpreter::new(&task.program, options).run(environment, None).outcome {
        Outcome::Violation(report) => Ok(Some(report.kind)),
        Outcome::Exited { .. } | Outcome::Ended { .. } | Outcome::Limit(_) => Ok(None),
        other => Err(format!("{other:?}")),
    }
}

fn seeded(seed: Option<u64>) -> Seeded<Captured> {
    Seeded::new(seed, &["task"], Captured::default())
}

fn goes_well(task: &Loaded, seed: u64) -> Result<(), String> {
    match run(task, &mut seeded(Some(seed)))? {
        None => Ok(()),
        Some(violation) => Err(format!("seed {seed} violates {}", violation.name())),
    }
}

/// Does the execution that the label names violate what it says?
fn fails(task: &Loaded, violated: &str) -> Result<(), String> {
    let found = match task.label.by.as_deref() {
        None => run(task, &mut seeded(None))?,
        Some(by) => match by.strip_prefix("seed ") {
            Some(seed) => run(task, &mut seeded(Some(seed.parse().map_err(|_| format!("`{by}`: no seed"))?)))?,
            None => run(task, &mut Scripted::new(&script(&task.program, by)?, Captured::default()))?,
        },
    };
    let kind = PropertyKind::NAMES.iter().find(|(_, name)| *name == violated).map(|(kind, _)| *kind);
    let kind = kind.ok_or_else(|| format!("`{violated}` is no property"))?;
    match found {
        Some(violation) if kind.monitors(violation) => Ok(()),
        found => Err(format!("the run violates {:?}", found.map(Violation::name))),
    }
}

/// Inputs, such as `int=3`, standard input without spaces, `stdin:17,4`, and places of objects,
/// such as `array@0x100000` or `heap#1@0x100000`.
fn script(program: &Program, by: &str) -> Result<Script, String> {
    let (mut inputs, mut bases, mut stdin) = (Vec::new(), Vec::new(), None);
    for word in by.split_whitespace() {
        if let Some(text) = word.strip_prefix("stdin:") {
            stdin = Some(text);
        } else if let Some((object, base)) = word.rsplit_once('@') {
            let key = object_named(program, object).ok_or_else(|| format!("`{object}` is no object"))?;
            bases.push(json!({ "object": key, "base": base }));
        } else if let Some((kind, value)) = word.split_once('=') {
            inputs.push(json!({ "name": format!("__VERIFIER_nondet_{kind}"), "value": value }));
        } else {
            return Err(format!("`{word}` is no input"));
        }
    }
    let mut script = json!({ "version": 1, "unlisted": "zero", "inputs": inputs, "bases": bases });
    if let Some(text) = stdin {
        script["stdin"] = json!(text);
    }
    Script::from_json(&script.to_string()).map_err(|e| e.to_string())
}

/// A global, a heap object by its number, or the first object of a local variable.
fn object_named(program: &Program, name: &str) -> Option<ObjectKey> {
    if let Some(number) = name.strip_prefix("heap#") {
        return number.parse().ok().map(ObjectKey::Heap);
    }
    if program.globals.values().any(|global| global.name == name) {
        return Some(ObjectKey::Global(name.to_owned()));
    }
    let is_it = |site: &SiteData| site.variable.as_ref().is_some_and(|v| v.name == name);
    let (site, _) = program.sites.iter().find(|(_, data)| is_it(data))?;
    Some(ObjectKey::Stack { site: site.as_u32(), occurrence: 0 })
}

/// What is missing in a collection of labels: every property is there with both verdicts, and every
/// kind of violation.
pub fn missing(labels: &[Label]) -> Vec<String> {
    let mut missing = Vec::new();
    for property in ["unreach-call", "no-overflow", "memsafety", "memcleanup"] {
        let of_it = || labels.iter().filter(|l| l.property.as_deref() == Some(property));
        let proved = of_it().filter(|l| l.verdict == "TRUE").count();
        if proved < 4 || of_it().count() - proved < 4 {
            missing.push(format!("{property} has too few tasks"));
        }
    }
    for part in ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup", "no-overflow", "assertions"] {
        if !labels.iter().any(|l| l.violated() == Some(part)) {
            missing.push(format!("{part} is never violated"));
        }
    }
    missing.extend(Property::by_name("memsafety").is_none().then(|| "memsafety is no property".to_owned()));
    missing
}
