//! `adumbra run`: one execution of a program by its semantics.

use crate::arguments::{ExternalsArg, LoadArgs};
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use crate::source_view::{SourceView, readable};
use crate::streams::{Discard, Standard};
use crate::table_args::TableArgs;
use crate::violation::{describe_inputs, describe_violation, place_json, report_json, shortened};
use adumbra_frontend::load;
use adumbra_interpreter::{
    Captured, Interpreter, Limit, Options, Outcome, RunResult, Script, Scripted, Seeded, Streams, Tracer,
};
use adumbra_judges::trace::own_position;
use adumbra_options::options;
use adumbra_program::{Program, Property};
use adumbra_stop::Stop;
use clap::Args;
use std::path::{Path, PathBuf};

mod trace;
use trace::{LastValues, PrintTrace};

/// What `adumbra run` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    load: LoadArgs,
    /// Follow a script: inputs, indeterminate values, results of external functions
    #[arg(long, value_name = "FILE.json", conflicts_with = "seed")]
    script: Option<PathBuf>,
    /// Write a script that repeats this run exactly
    #[arg(long, value_name = "FILE.json")]
    record: Option<PathBuf>,
    /// Choose inputs and indeterminate values by this number; without it, and without a script,
    /// they are zero
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// An argument of the program; repeat it for several
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// Print source lines with the values they assign to standard error; with --no-promote every
    /// one of them
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    limits: TableArgs<RunLimits>,
    /// What functions without a definition do besides returning any value
    #[arg(long, value_enum, default_value_t = ExternalsArg::Pure)]
    externals: ExternalsArg,
    /// Print what the run did: steps, memory, inputs
    #[arg(long)]
    stats: bool,
    /// Print one JSON object, with the output of the program in it, instead of text
    #[arg(long)]
    json: bool,
}

options! {
    /// How far a run goes.
    pub struct RunLimits {
        steps: count = (u64::MAX) in 1..=(u64::MAX), fixed, "Stop after this many steps";
        object_bytes: count = (4 << 30) in 1..=(u64::MAX), fixed, "Stop when the objects of the program hold more bytes than this";
        call_depth: count = 200_000 in 1..=10_000_000, fixed, "A stack overflow: more calls at a time than this";
        stack_bytes: count = (1 << 30) in 1..=(u64::MAX), fixed, "A stack overflow: more bytes of local variables than this";
    }
}

const EXAMPLES: &str = "\
Without --property every check is on: calls of error functions, failed assertions, invalid memory
accesses and frees, lost memory, signed overflow, bad shifts, division by zero, branches on
indeterminate values. Numbers may end in k, M or G.
What the program prints goes to standard output; what Adumbra says, to standard error.

Examples:
  adumbra run task.c                                 inputs are zero
  adumbra run task.c --seed 7 --trace                other inputs, and what happens line by line
  adumbra run task.yml --property no-overflow        watch for overflow only
  adumbra run task.c --seed 7 --record run.json      write down what decided the run …
  adumbra run task.c --script run.json               … and repeat it
  adumbra run sort.c --arg=-r --arg=x <words.txt     arguments and standard input of the program
  adumbra run lib.c --entry test_insert -- -Iinclude start elsewhere; flags for clang";

/// Runs the command.
pub fn run(arguments: &RunArgs, context: &Context) -> Result<Exit, Failure> {
    let script = arguments.script.as_deref().map(read_script).transpose()?;
    let program = load(&arguments.load.options(Property::everything())?)?.into_program();
    let mut options = Options::new(program.property.clone());
    options.externals = arguments.externals.into();
    let limits = &arguments.limits.0;
    options.max_steps = limits.steps;
    options.max_memory = limits.object_bytes;
    options.max_frames = usize::try_from(limits.call_depth).unwrap_or(usize::MAX);
    options.max_stack = limits.stack_bytes;
    options.stop = Stop::never().by(context.deadline);
    let interpreter = Interpreter::new(&program, options);

    let (result, captured) = if arguments.json {
        let streams = Captured::new(&crate::streams::standard_input());
        let (result, streams) = execute(&interpreter, &program, arguments, script.as_ref(), streams);
        (result, Some(streams))
    } else {
        let (result, streams) = execute(&interpreter, &program, arguments, script.as_ref(), Standard::default());
        streams.finish().map_err(|e| Failure::output("standard output", &e))?;
        (result, None)
    };

    if let Some(path) = &arguments.record {
        std::fs::write(path, result.script.to_json()).map_err(|e| Failure::output(&path.display().to_string(), &e))?;
    }
    let exit = exit_of(&result.outcome);
    match captured {
        Some(streams) => {
            let mut text = json(&program, &result, &streams).to_string();
            text.push('\n');
            let mut out = std::io::stdout().lock();
            std::io::Write::write_all(&mut out, text.as_bytes()).map_err(|e| Failure::output("standard output", &e))?;
        }
        None => {
            let values = values_before(&interpreter, &program, &result, arguments.trace);
            eprint!("{}", describe(&program, &result, &values));
            if arguments.stats {
                eprint!("{}", statistics(&result));
            }
        }
    }
    Ok(exit)
}

fn read_script(path: &Path) -> Result<Script, Failure> {
    let unreadable = |cause: String| Failure::new(Exit::Input, format!("{}: {cause}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => unreadable("no such file".into()),
        _ => unreadable(format!("cannot be read: {e}")),
    })?;
    Script::from_json(&text).map_err(|e| unreadable(e.to_string()))
}

/// Runs the program in the environment that the arguments ask for; gives the streams back.
fn execute<S: Streams>(
    interpreter: &Interpreter<'_>,
    program: &Program,
    arguments: &RunArgs,
    script: Option<&Script>,
    streams: S,
) -> (RunResult, S) {
    let mut tracer = arguments.trace.then(|| PrintTrace::new(program));
    let tracer = tracer.as_mut().map(|t| t as &mut dyn Tracer);
    if let Some(script) = script {
        let mut environment = Scripted::new(script, streams);
        return (interpreter.run(&mut environment, tracer), environment.streams);
    }
    let name = arguments.load.files.first().map(|f| f.display().to_string()).unwrap_or_default();
    let words: Vec<&str> = std::iter::once(name.as_str()).chain(arguments.arg.iter().map(String::as_str)).collect();
    let mut environment = Seeded::new(arguments.seed, &words, streams);
    (interpreter.run(&mut environment, tracer), environment.streams)
}

/// Longer runs are not repeated only to show values.
const REPEATED_STEPS: u64 = 20_000_000;

/// The last values assigned before a violation: the run is repeated from its own script, and
/// watched.
fn values_before(interpreter: &Interpreter<'_>, program: &Program, result: &RunResult, traced: bool) -> Vec<String> {
    if traced || result.steps > REPEATED_STEPS || !matches!(result.outcome, Outcome::Violation(_)) {
        return Vec::new();
    }
    let mut tracer = LastValues::new(program);
    let again = interpreter.run(&mut Scripted::new(&result.script, Discard), Some(&mut tracer));
    if again.outcome == result.outcome { tracer.lines() } else { Vec::new() }
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Exited { .. } | Outcome::Ended { .. } => Exit::Success,
        Outcome::Violation(_) => Exit::Violation,
        Outcome::Unsupported { .. } | Outcome::Undetermined { .. } | Outcome::Limit(_) => Exit::Unknown,
    }
}

fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "the limit on steps is reached (--steps)",
        Limit::Memory => "the program holds too much memory",
        Limit::Time => "the time limit is reached (--timeout)",
        Limit::Cancelled => "the run was cancelled",
        Limit::Work => "the limit on work is reached",
    }
}

/// What is said about a run, as text.
fn describe(program: &Program, result: &RunResult, values: &[String]) -> String {
    let mut source = SourceView::new(program);
    let mut out = String::new();
    match &result.outcome {
        Outcome::Exited { .. } | Outcome::Ended { cause: None } => {}
        Outcome::Ended { cause: Some(report) } => {
            let place = source.place(own_position(program, report));
            out.push_str(&format!("{place}: the run ends here ({}; the property does not ask for it)\n", report.kind));
        }
        Outcome::Violation(report) => {
            describe_violation(&mut out, program, &mut source, report);
            if !values.is_empty() {
                out.push_str("last values:\n");
                out.extend(values.iter().map(|v| format!("  {v}\n")));
            }
            describe_inputs(&mut out, program, &result.script);
        }
        Outcome::Unsupported { reason, position, .. } => {
            out.push_str(&format!("{}: not supported: {reason}\n", source.place(*position)));
            out.extend(source.excerpt(*position));
        }
        Outcome::Undetermined { reason } => out.push_str(&format!("the script does not fit: {reason}\n")),
        Outcome::Limit(limit) => {
            out.push_str(&format!("stopped after {} steps: {}\n", result.steps, limit_name(*limit)))
        }
    }
    if !result.externals.is_empty() {
        let names: Vec<String> = result.externals.iter().map(|n| readable(n)).collect();
        out.push_str(&format!("note: functions without a definition were called: {}\n", shortened(&names)));
    }
    if !result.leftover.is_empty() {
        out.push_str(&format!("note: the script also has {}\n", shortened(&result.leftover)));
    }
    out
}

fn statistics(result: &RunResult) -> String {
    let status = match result.outcome {
        Outcome::Exited { status } => format!("exit status           {status}\n"),
        _ => String::new(),
    };
    format!(
        "{status}steps                 {}\npeak memory (bytes)   {}\ninputs                {}\nindeterminate values  {}\n",
        result.steps,
        result.peak_memory,
        result.script.inputs.len() + result.script.externals.len(),
        result.script.indeterminate.len() + result.script.memory.len(),
    )
}

/// What is said about a run, for machines.
fn json(program: &Program, result: &RunResult, streams: &Captured) -> serde_json::Value {
    use serde_json::json;
    let (outcome, details) = match &result.outcome {
        Outcome::Exited { status } => ("exited", json!({"status": status})),
        Outcome::Violation(r) => ("violation", report_json(program, r)),
        Outcome::Ended { cause } => ("ended", cause.as_ref().map_or(json!({}), |r| report_json(program, r))),
        Outcome::Unsupported { reason, position, .. } => {
            ("unsupported", json!({"reason": reason, "position": place_json(program, *position)}))
        }
        Outcome::Undetermined { reason } => ("undetermined", json!({"reason": reason})),
        Outcome::Limit(limit) => ("limit", json!({"reason": limit_name(*limit)})),
    };
    let text = |descriptor: i32| {
        streams.output.get(&descriptor).map(|b| String::from_utf8_lossy(b).into_owned()).unwrap_or_default()
    };
    json!({
        "outcome": outcome,
        "details": details,
        "steps": result.steps,
        "peak-memory": result.peak_memory,
        "externals": result.externals,
        "leftover": result.leftover,
        "stdout": text(1),
        "stderr": text(2),
        "script": serde_json::to_value(&result.script).unwrap_or_default(),
    })
}
