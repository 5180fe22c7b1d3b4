//! The programs in `filetests/`: what runs of them do.
//!
//! * `run` executes the program, with zeros for all that it does not decide itself.
//!   `property=KIND,…` is monitored instead of the program's own (`property=unspecified`: the one
//!   that is meant when none is given); `inputs=NAME:VALUE,…` and `bases=ADDRESS,…` (of heap
//!   objects) make a script that decides the run; `externals=`, `max-steps=` are the options of
//!   these names; `seeds=N` makes N runs with other values, of which the different ones are shown;
//!   `traced` watches the run, which must not change it.
//! * `trace` says what each edge did.
//! * `contents ctype=N` shows the newest object as a value of the type after each store.
//! * `branches register=N` lists the values that a register has at branches.

use adumbra_filetests::{Command, check_group};
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::script::{NamedValue, ObjectBase};
use adumbra_interpreter::*;
use adumbra_program::*;
use std::fmt::Write;

/// Checks the files of a folder.
pub fn group(name: &str) {
    check_group(env!("CARGO_MANIFEST_DIR"), name, &execute);
}

fn execute(command: &Command, text: &str) -> Result<String, String> {
    let program = text::parse(text).map_err(|e| e.to_string())?;
    match command.name() {
        "run" => run(command, &program),
        "trace" => {
            let mut lines = Lines(String::new());
            let result = result(command, &program, None, Some(&mut lines))?;
            Ok(lines.0 + &described(&program, &result))
        }
        "contents" => {
            let ctype = CTypeId::from_u32(number(command, "ctype")?.ok_or("`ctype=N` is missing")?);
            let mut contents = Contents { ctype, lines: String::new() };
            result(command, &program, None, Some(&mut contents))?;
            Ok(contents.lines)
        }
        "branches" => {
            let register = Register::from_u32(number(command, "register")?.ok_or("`register=N` is missing")?);
            let mut values = Branches { register, values: Vec::new() };
            let result = result(command, &program, None, Some(&mut values))?;
            Ok(format!("{}\n{}", values.values.join(" "), described(&program, &result)))
        }
        _ => command.unknown(),
    }
}

fn run(command: &Command, program: &Program) -> Result<String, String> {
    let seeds: Vec<Option<u64>> = match number::<u64>(command, "seeds")? {
        Some(count) => (0..count).map(Some).collect(),
        None => vec![None],
    };
    let traced = command.flag("traced");
    let mut different: Vec<String> = Vec::new();
    for seed in seeds {
        let tracer: Option<&mut dyn Tracer> = if traced { Some(&mut Nothing) } else { None };
        let shown = described(program, &result(command, program, seed, tracer)?);
        if !different.contains(&shown) {
            different.push(shown);
        }
    }
    Ok(different.concat())
}

fn number<T: std::str::FromStr>(command: &Command, key: &str) -> Result<Option<T>, String> {
    command.value(key).map(|text| text.parse().map_err(|_| format!("`{key}={text}` is no number"))).transpose()
}

fn property(command: &Command, program: &Program) -> Result<Property, String> {
    let Some(names) = command.value("property") else { return Ok(program.property.clone()) };
    if names == "unspecified" {
        return Ok(Property::unspecified());
    }
    let kind = |name: &str| PropertyKind::NAMES.iter().find(|(_, n)| *n == name).map(|(kind, _)| *kind);
    let kinds: Option<Vec<PropertyKind>> = names.split(',').map(kind).collect();
    kinds.map(|kinds| Property::of(&kinds)).ok_or(format!("`{names}` are no properties"))
}

fn options(command: &Command, program: &Program) -> Result<Options, String> {
    let mut options = Options::new(property(command, program)?);
    options.max_steps = number(command, "max-steps")?.unwrap_or(options.max_steps);
    options.externals = match command.value("externals") {
        None | Some("pure") => Externals::Pure,
        Some("havoc-args") => Externals::HavocArgs,
        Some("havoc-all") => Externals::HavocAll,
        Some("unknown") => Externals::Unknown,
        Some(other) => return Err(format!("`{other}` is nothing that external functions do")),
    };
    Ok(options)
}

/// The script that `inputs` and `bases` describe.
fn script(command: &Command) -> Result<Option<Script>, String> {
    let (inputs, bases) = (command.value("inputs"), command.value("bases"));
    if inputs.is_none() && bases.is_none() {
        return Ok(None);
    }
    let mut script = Script::default();
    for input in inputs.into_iter().filter(|list| *list != "none").flat_map(|list| list.split(',')) {
        let (name, value) = input.split_once(':').ok_or(format!("`{input}` should be NAME:VALUE"))?;
        script.inputs.push(NamedValue { name: name.into(), value: value.into() });
    }
    for (n, base) in bases.into_iter().flat_map(|list| list.split(',')).enumerate() {
        script.bases.push(ObjectBase { object: ObjectKey::Heap(n as u64), base: base.into() });
    }
    Ok(Some(script))
}

fn result(
    command: &Command,
    program: &Program,
    seed: Option<u64>,
    tracer: Option<&mut dyn Tracer>,
) -> Result<RunResult, String> {
    let tracer = tracer.map(|tracer| tracer as &mut dyn Tracer);
    let interpreter = Interpreter::new(program, options(command, program)?);
    Ok(match script(command)? {
        Some(script) => interpreter.run(&mut Scripted::new(&script, Captured::default()), tracer),
        None => interpreter.run(&mut Seeded::new(seed, &["program"], Captured::default()), tracer),
    })
}

/// How a run ended and what it did, the outcome first.
fn described(program: &Program, result: &RunResult) -> String {
    let mut text = outcome(program, &result.outcome);
    let mut put = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    if result.havocked_read {
        put("read what an external function may have written".into());
    }
    result.leftover.iter().for_each(|what| put(format!("not asked for: {what}")));
    put(format!("steps {}", result.steps));
    put(format!("peak memory {}", result.peak_memory));
    text
}

fn outcome(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exited { status } => format!("exited {status}\n"),
        Outcome::Violation(report) => report_text("violation", program, report),
        Outcome::Ended { cause: Some(report) } => report_text("ended", program, report),
        Outcome::Ended { cause: None } => "ended\n".into(),
        Outcome::Unsupported { reason, .. } => format!("unsupported: {reason}\n"),
        Outcome::Undetermined { reason } => format!("undetermined: {reason}\n"),
        Outcome::Limit(limit) => format!("limit: {limit:?}\n").to_lowercase(),
    }
}

/// What was broken, the message, and the operations on the stack.
fn report_text(how: &str, program: &Program, report: &Report) -> String {
    let printer = text::Printer::new(program);
    let mut text = format!("{how} {}\n{}\n", report.kind, report.message);
    for entry in &report.stack {
        let (function, op) = (&program.functions[entry.function].name, &program.edges[entry.edge].op);
        let _ = writeln!(text, "in @{function}: {}", printer.op(op));
    }
    text
}

struct Nothing;

impl Tracer for Nothing {
    fn edge(&mut self, _: &View<'_>, _: Edge) {}
}

/// What edges did, as a C programmer reads it; calls, with the depth, when they have returned.
struct Lines(String);

impl Lines {
    fn put(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.0 += &format!("{line}\n"));
    }
}

impl Tracer for Lines {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if !matches!(view.program().edges[edge].op, Op::Call { .. }) {
            self.put(view.describe(edge));
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.put(view.describe(edge).into_iter().map(|line| format!("{}: {line}", view.depth())));
    }
}

struct Contents {
    ctype: CTypeId,
    lines: String,
}

impl Tracer for Contents {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let Op::Store { .. } = view.program().edges[edge].op
            && let Some(object) = view.memory().objects().last()
        {
            let printer = Printer::new(view.program(), view.memory());
            self.lines += &format!("{}\n", printer.contents(object, 0, self.ctype));
        }
    }
}

struct Branches {
    register: Register,
    values: Vec<String>,
}

impl Tracer for Branches {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if matches!(view.program().edges[edge].op, Op::Assume { .. }) {
            let value = view.register(self.register);
            self.values.extend(value.map(|v| (v.low() as u32 as i32).to_string()));
        }
    }
}

#[test]
fn accesses() {
    group("accesses");
}

#[test]
fn assignments() {
    group("assignments");
}

#[test]
fn calls() {
    group("calls");
}

#[test]
fn ends() {
    group("ends");
}

#[test]
fn indeterminate_branches() {
    group("indeterminate_branches");
}

#[test]
fn leaks() {
    group("leaks");
}

#[test]
fn lifetimes() {
    group("lifetimes");
}

#[test]
fn memory() {
    group("memory");
}

#[test]
fn pointers() {
    group("pointers");
}

#[test]
fn scripts() {
    group("scripts");
}

#[test]
fn traces() {
    group("traces");
}
