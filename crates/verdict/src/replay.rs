//! The judge of counterexamples: a script is run by the interpreter on the program with its locals in memory.
//!
//! An analysis works on an abstraction, perhaps of a slice, of the promoted program. None of this is trusted: its
//! counterexample is only a script, and the script counts if the interpreter, watching for the property alone, reports
//! a violation that the property monitors. Everything else is a rejection with its reason: the path was not feasible after all, or the
//! script does not say enough, or the violation rests on memory that an external function may have changed.

use crate::verdict::{Counterexample, described};
use adumbra_interpreter::{Interpreter, Limit, Options, Outcome, Report, RunResult, Script, Scripted, Streams, Tracer};
use adumbra_program::{Position, Program, PropertyKind, Violation};
use thiserror::Error;

/// Why a script is no counterexample.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejected {
    /// The program comes to its end.
    #[error("the program ends with status {status} and violates nothing")]
    Exited {
        /// The exit status.
        status: i32,
    },
    /// The execution ends at an assumption that does not hold, or at something that the property does not monitor.
    #[error("the execution ends before a violation, at {}", match .cause { Some(r) => described(r.kind), None => "an assumption that does not hold" })]
    Ended {
        /// What ended it, unless it was the program itself.
        cause: Option<Box<Report>>,
    },
    /// The replay met something that is not modelled.
    #[error("not supported: {what}")]
    Unsupported {
        /// What.
        what: String,
        /// Where.
        position: Option<Position>,
    },
    /// The script does not decide the execution.
    #[error("the script does not fit: {0}")]
    DoesNotFit(String),
    /// The violation rests on memory that a function without a definition may have written.
    #[error("the violation rests on memory that a function without a definition may have written ({})", .0.join(", "))]
    Havocked(
        /// The functions without a definition that were called.
        Vec<String>,
    ),
    /// A violation that belongs to no atomic property of the conjunction.
    #[error("{} belongs to no part of the property", described(*.0))]
    NotAsked(Violation),
    /// A limit stopped the replay.
    #[error("{}", limit(*.0))]
    Limit(Limit),
}

fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "the replay takes too many steps",
        Limit::Memory => "the replay needs too much memory",
        Limit::Time => "there was no time left for the replay",
        Limit::Cancelled => "the replay was cancelled",
    }
}

/// Replays a script on a program that was loaded **without** promotion of locals to registers. The options say which property is
/// watched, what functions without a definition do, and when to stop.
pub fn replay(program: &Program, script: &Script, options: &Options) -> Result<Counterexample, Rejected> {
    let result = run(program, script, options);
    let report = match result.outcome {
        Outcome::Violation(report) => *report,
        Outcome::Exited { status } => return Err(Rejected::Exited { status }),
        Outcome::Ended { cause } => return Err(Rejected::Ended { cause }),
        Outcome::Unsupported { reason, position, .. } => {
            return Err(Rejected::Unsupported { what: reason, position });
        }
        Outcome::Undetermined { reason } => return Err(Rejected::DoesNotFit(reason)),
        Outcome::Limit(limit) => return Err(Rejected::Limit(limit)),
    };
    if result.havocked_read {
        return Err(Rejected::Havocked(result.externals));
    }
    let violated = PropertyKind::NAMES.iter().map(|(kind, _)| *kind);
    let Some(kind) = violated.into_iter().find(|k| options.property.contains(*k) && k.monitors(report.kind)) else {
        return Err(Rejected::NotAsked(report.kind));
    };
    Ok(Counterexample {
        kind,
        script: result.script,
        report,
        steps: result.steps,
        externals: result.externals,
        path: None,
    })
}

/// Runs a script; what the program prints goes nowhere.
pub(crate) fn run(program: &Program, script: &Script, options: &Options) -> RunResult {
    Interpreter::new(program, options.clone()).run(&mut Scripted::new(script, Nowhere), None)
}

/// Runs a script and tells a tracer of every edge.
pub(crate) fn watch(program: &Program, script: &Script, options: &Options, tracer: &mut impl Tracer) -> RunResult {
    Interpreter::new(program, options.clone()).run(&mut Scripted::new(script, Nowhere), Some(tracer))
}

/// Output that nobody reads.
pub(crate) struct Nowhere;

impl Streams for Nowhere {
    fn read(&mut self) -> Option<u8> {
        None
    }

    fn write(&mut self, _descriptor: i32, _byte: u8) {}
}
