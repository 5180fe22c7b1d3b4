//! The judge of counterexamples: a script is run by the interpreter on the program with its locals
//! in memory.
//!
//! An analysis works on an abstraction, perhaps of a slice, of the promoted program. None of this
//! is trusted: its counterexample is only a script, and the script counts if the interpreter,
//! watching for the property alone, reports a violation that the property monitors. Everything else
//! is a rejection with its reason: the path was not feasible after all, or the script does not say
//! enough, or the violation rests on memory that an external function may have changed.
//!
//! A [`Counterexample`] is a type of this file with private fields, and `judge` is the only
//! function that makes one. So whoever holds one, anywhere, holds what was replayed, and nobody can
//! change what the replay found.

use adumbra_interpreter::{
    Interpreter, Limit, Options, Outcome, Report, RunResult, Script, Scripted, StackEntry, Streams, Tracer,
};
use adumbra_program::{Path, Position, Program, PropertyKind, Violation};
use adumbra_verdict::described;
use adumbra_verdict::place::{Place, end_of_entry, entry_edges, is_own};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A counterexample that the interpreter has replayed. Only [`replay`] and [`replay_observed`] make
/// one, and what they found can be read but not changed.
///
/// ```compile_fail
/// # use adumbra_judges::{Counterexample, Replayed};
/// fn forged(replayed: Replayed) -> Counterexample {
///     Counterexample { replayed, path: None } // The fields are private.
/// }
/// ```
///
/// ```compile_fail
/// # use adumbra_judges::Counterexample;
/// fn changed(mut counterexample: Counterexample) {
///     counterexample.steps = 0; // There is no `DerefMut`.
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Counterexample {
    replayed: Replayed,
    path: Option<Path>,
}

/// What a replay found.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The atomic property that is violated.
    pub kind: PropertyKind,
    /// What decides the execution, as the replay recorded it: nothing that it did not ask for.
    pub script: Script,
    /// What the replay reported, on the program with its locals in memory.
    pub report: Report,
    /// Where the user should look for it.
    pub place: Place,
    /// How many edges the replay executed.
    pub steps: u64,
    /// Functions without a definition that the replay called.
    pub externals: Vec<String>,
}

impl Counterexample {
    /// The path of the promoted program that the analysis found, if it found one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    /// … and the analysis found this path. It is a note for the reader: nothing rests on it.
    pub fn with_path(mut self, path: Path) -> Counterexample {
        self.path = Some(path);
        self
    }
}

impl Deref for Counterexample {
    type Target = Replayed;

    fn deref(&self) -> &Replayed {
        &self.replayed
    }
}

/// Why a script is no counterexample.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejected {
    /// The program comes to its end.
    #[error("the program ends with status {status} and violates nothing")]
    Exited {
        /// The exit status.
        status: i32,
    },
    /// The execution ends at an assumption that does not hold, or at something that the property
    /// does not monitor.
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
        Limit::Work => "the replay takes too much work",
    }
}

/// Replays a script on a program that was loaded **without** promotion of locals to registers. The
/// options say which property is watched, what functions without a definition do, and when to stop.
pub fn replay(program: &Program, script: &Script, options: &Options) -> Result<Counterexample, Rejected> {
    judge(program, run(program, script, options), None, options)
}

/// Somebody who sees more in a run than the interpreter does: that a rule of a specification is
/// broken.
pub trait Observer: Tracer {
    /// What was seen, once it was. The observer then says nothing else.
    fn seen(&self) -> Option<&Report>;

    /// Is set when the run may end.
    fn enough(&self) -> Arc<AtomicBool>;
}

/// Replays a script as [`replay`] does, with an observer. What it sees is a violation too, if the
/// property asks about that.
pub fn replay_observed(
    program: &Program,
    script: &Script,
    options: &Options,
    observer: &mut impl Observer,
) -> Result<Counterexample, Rejected> {
    let options = Options { stop: options.stop.when(&observer.enough()), ..options.clone() };
    let result = watch(program, script, &options, observer);
    judge(program, result, observer.seen(), &options)
}

fn judge(
    program: &Program,
    result: RunResult,
    seen: Option<&Report>,
    options: &Options,
) -> Result<Counterexample, Rejected> {
    let report = match (seen, result.outcome) {
        // What was seen came before the run ended.
        (Some(report), _) if options.property.monitors(report.kind) => report.clone(),
        (_, Outcome::Violation(report)) => *report,
        (_, Outcome::Exited { status }) => return Err(Rejected::Exited { status }),
        (_, Outcome::Ended { cause }) => return Err(Rejected::Ended { cause }),
        (_, Outcome::Unsupported { reason, position, .. }) => {
            return Err(Rejected::Unsupported { what: reason, position });
        }
        (_, Outcome::Undetermined { reason }) => return Err(Rejected::DoesNotFit(reason)),
        (_, Outcome::Limit(limit)) => return Err(Rejected::Limit(limit)),
    };
    if result.havocked_read {
        return Err(Rejected::Havocked(result.externals));
    }
    let violated = PropertyKind::NAMES.iter().map(|(kind, _)| *kind);
    let Some(kind) = violated.into_iter().find(|k| options.property.contains(*k) && k.monitors(report.kind)) else {
        return Err(Rejected::NotAsked(report.kind));
    };
    let replayed = Replayed {
        kind,
        script: result.script,
        place: Place::of(program, own_position(program, &report)),
        report,
        steps: result.steps,
        externals: result.externals,
    };
    Ok(Counterexample { replayed, path: None })
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

/// The part of the call stack of a violation that begins in the user's code: a violation in a model
/// of a library function, or in the body given to an error function, belongs to the call of it.
/// What prepares the entry function is left out; what is found when that has returned, such as lost
/// memory, has no stack.
pub fn own_stack<'r>(program: &Program, report: &'r Report) -> &'r [StackEntry] {
    let own = |e: &StackEntry| is_own(program, e.function);
    match (report.stack.iter().position(own), report.stack.iter().rposition(own)) {
        (Some(first), Some(last)) => &report.stack[first..=last],
        _ if entry_edges(program).is_some() => &[],
        _ => &report.stack,
    }
}

/// Where the user should look for a violation: at the end of the entry function if it is found
/// behind that.
pub fn own_position(program: &Program, report: &Report) -> Option<Position> {
    let end = || end_of_entry(program).or(report.position);
    own_stack(program, report).first().map_or_else(end, |e| e.position)
}
