//! A counterexample as C: a file that, compiled with the task by any compiler, makes it fail
//! natively.
//!
//! The file defines the functions that the task takes its inputs from; they return the values of
//! the script in order. This works where inputs alone decide. Whether they do is found by trying:
//! in a run that watches for everything no branch may depend on an indeterminate value, and when
//! the script is replayed with other indeterminate values and with objects at other addresses, the
//! same violation must come at the same place each time.

mod c_values;
mod functions;

use crate::bases::decisive_bases;
use crate::replay::{Counterexample, run};
use crate::variation::{self, Variation};
use adumbra_interpreter::{Options, Outcome, Script};
use adumbra_program::{DataModel, Edge, Program, Property, PropertyKind, Violation};
use adumbra_text::shell_quoted;
use functions::Functions;
use std::fmt::Write;
use thiserror::Error;

/// Why there is no harness.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoHarness {
    /// The task is not C or C++.
    #[error("a harness is C, and cannot be linked to a task in another language")]
    Language,
    /// Executions do not start in `main`.
    #[error("the execution starts in `{0}`, and a native one starts in `main`")]
    Entry(String),
    /// With other indeterminate values the violation does not happen.
    #[error(
        "inputs alone do not decide: the violation depends on values of variables or memory that were never initialised"
    )]
    Indeterminate,
    /// With objects elsewhere the violation does not happen.
    #[error("inputs alone do not decide: the violation depends on {}", match .0.as_slice() { [] => "the addresses of objects".to_owned(), names => format!("where these objects are: {}", names.join(", ")) })]
    Addresses(Vec<String>),
    /// An allocation fails.
    #[error("inputs alone do not decide: an allocation fails")]
    Allocation,
    /// A function gives a result that the harness cannot give.
    #[error("`{name}` decides, and {why}")]
    Function {
        /// The function.
        name: String,
        /// Why the harness cannot stand in for it.
        why: &'static str,
    },
    /// The rule of a specification is broken.
    #[error("nothing notices natively that a rule of the specification is broken")]
    Specification,
    /// The execution could not be repeated.
    #[error("the execution could not be repeated in the time that was left")]
    Time,
}

/// The harness of a counterexample, as the text of a C file. Program and options are those of the
/// replay.
pub fn harness(program: &Program, counterexample: &Counterexample, options: &Options) -> Result<String, NoHarness> {
    if program.files.values().any(|f| f.path.ends_with(".rs")) {
        return Err(NoHarness::Language);
    }
    if counterexample.kind == PropertyKind::Specification {
        return Err(NoHarness::Specification);
    }
    let start = functions::started(program);
    if program.functions[start].name != "main" {
        return Err(NoHarness::Entry(program.functions[start].name.clone()));
    }
    if counterexample.script.allocation_fails.contains(&true) {
        return Err(NoHarness::Allocation);
    }
    let watching = Options { property: Property::everything(), ..options.clone() };
    if let Outcome::Violation(report) = run(program, &counterexample.script, &watching).outcome
        && report.kind == Violation::IndeterminateBranch
    {
        return Err(NoHarness::Indeterminate);
    }
    let wanted = (counterexample.report.kind, counterexample.report.edge);
    for variation in Variation::all() {
        let result = variation::run(program, &counterexample.script, options, variation);
        match (result.outcome, variation) {
            (Outcome::Violation(report), _) if (report.kind, report.edge) == wanted => {}
            (Outcome::Limit(_), _) => return Err(NoHarness::Time),
            // There may be no room for all objects at other places; then nothing is known.
            (Outcome::Undetermined { .. }, Variation::Addresses) => {}
            (_, Variation::Addresses) => {
                let bases = decisive_bases(program, counterexample, options);
                return Err(NoHarness::Addresses(bases.iter().map(ToString::to_string).collect()));
            }
            (_, Variation::Fill(_)) => return Err(NoHarness::Indeterminate),
        }
    }
    let functions = Functions::of(program, &counterexample.script, &counterexample.externals, options)?;
    let mut text = header(program, counterexample);
    text.push_str(&functions.text(program));
    Ok(text)
}

/// What an execution comes to, so that two can be compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Exited(i32),
    At(Violation, Edge),
}

fn end(outcome: &Outcome) -> Option<End> {
    match outcome {
        Outcome::Exited { status } => Some(End::Exited(*status)),
        Outcome::Ended { cause: Some(report) } | Outcome::Violation(report) => Some(End::At(report.kind, report.edge)),
        _ => None,
    }
}

/// The harness of a test that violates nothing, as the text of a C file: inputs and what they come
/// to. Program and options are those of replays.
pub fn harness_of_test(program: &Program, script: &Script, options: &Options) -> Result<String, NoHarness> {
    if program.files.values().any(|f| f.path.ends_with(".rs")) {
        return Err(NoHarness::Language);
    }
    let start = functions::started(program);
    if program.functions[start].name != "main" {
        return Err(NoHarness::Entry(program.functions[start].name.clone()));
    }
    if script.allocation_fails.contains(&true) {
        return Err(NoHarness::Allocation);
    }
    let watching = Options { property: Property::everything(), ..options.clone() };
    if let Outcome::Violation(report) = run(program, script, &watching).outcome
        && report.kind == Violation::IndeterminateBranch
    {
        return Err(NoHarness::Indeterminate);
    }
    let result = run(program, script, options);
    let wanted = end(&result.outcome).ok_or(NoHarness::Time)?;
    for variation in Variation::all() {
        let other = variation::run(program, script, options, variation).outcome;
        match (end(&other), variation) {
            (Some(end), _) if end == wanted => {}
            (None, Variation::Addresses) if matches!(other, Outcome::Undetermined { .. }) => {}
            (_, Variation::Addresses) => return Err(NoHarness::Addresses(Vec::new())),
            (_, Variation::Fill(_)) => return Err(NoHarness::Indeterminate),
        }
    }
    let functions = Functions::of(program, &result.script, &result.externals, options)?;
    let comes_to = match wanted {
        End::Exited(status) => format!("the program ends with status {}", status & 0xff),
        End::At(kind, _) => format!("the execution ends: {kind}"),
    };
    let width = match program.layout.model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let mut text = String::from("/*\n * A test by Adumbra: these are the inputs of one execution of the task.\n");
    let _ = writeln!(text, " * With them {comes_to}.");
    let _ = writeln!(text, " * Compile it with the task:  cc {width} -g -fwrapv TASK.c THIS.c -o test");
    let _ = writeln!(text, " * Run it:                    {}./test{}", fed(&result.script), given(&result.script));
    text.push_str(" */\n");
    text.push_str(&functions.text(program));
    Ok(text)
}

/// What feeds standard input, for a shell within a comment.
fn fed(script: &Script) -> String {
    let Some(stdin) = script.stdin.as_ref().filter(|s| !s.is_empty()) else { return String::new() };
    let octal: String = stdin.iter().map(|b| format!("\\{b:03o}")).collect();
    format!("printf '{octal}' | ")
}

/// The arguments, for a shell within a comment.
fn given(script: &Script) -> String {
    let quoted = script.arguments.iter().skip(1).map(|argument| format!(" {}", shell_quoted(argument)));
    quoted.collect::<String>().replace("*/", "*'/'")
}

/// What the file is, and how to use it.
fn header(program: &Program, counterexample: &Counterexample) -> String {
    let mut out = String::from("/*\n * A counterexample by Adumbra: these are the inputs with which the task fails.\n");
    let what = counterexample.report.message.replace("*/", "* /");
    let _ = writeln!(out, " * Violated: {} ({}: {what}).", counterexample.kind.name(), counterexample.report.kind);
    let width = match program.layout.model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let checks = match counterexample.kind {
        PropertyKind::NoOverflow => " -fsanitize=signed-integer-overflow,shift -fno-sanitize-recover=all",
        PropertyKind::ValidDeref | PropertyKind::ValidFree | PropertyKind::ValidMemtrack => {
            " -fwrapv -fsanitize=address -fno-omit-frame-pointer"
        }
        _ => " -fwrapv",
    };
    let _ = writeln!(out, " * Compile it with the task:  cc {width} -g{checks} TASK.c THIS.c -o failing");
    let script = &counterexample.script;
    let mut command = fed(script);
    match counterexample.kind {
        PropertyKind::ValidDeref => command.push_str("ASAN_OPTIONS=detect_stack_use_after_return=1 "),
        // No sanitizer minds memory that is still reachable in the end.
        PropertyKind::ValidMemcleanup => {
            command.push_str(
                "valgrind --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=1 ",
            );
        }
        _ => {}
    }
    command.push_str("./failing");
    command.push_str(&given(script));
    let _ = writeln!(out, " * Run it:                    {command}");
    if counterexample.report.kind == Violation::ErrorCall && !functions::error_function_is_ours(program, counterexample)
    {
        let _ = writeln!(out, " * The task itself says what its error function does.");
    }
    out.push_str(" */\n");
    out
}
