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

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_interpreter::Externals;
    use adumbra_interpreter::script::NamedValue;
    use adumbra_program::{Property, text};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// A program that reads `x`, does what `body` says from `l2` on, and stops at `l9`.
    fn program(body: &str) -> Program {
        let text = format!(
            "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n
function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i32
  reg %2: ptr
  l0 -> l2: %0 = input nondet \"x\"
  {body}
}}

function @outside(ptr) -> i32

site s0 in @main
symbol sym0 \"x\"
symbol sym1 \"magic\"
"
        );
        text::parse(&text).unwrap()
    }

    fn judge(body: &str, inputs: &[&str], change: impl Fn(&mut Options)) -> Result<Counterexample, Rejected> {
        let inputs = inputs.iter().map(|v| NamedValue { name: "x".into(), value: (*v).into() }).collect();
        let script = Script {
            inputs,
            externals: vec![NamedValue { name: "outside".into(), value: "0".into() }],
            unlisted: adumbra_interpreter::script::Unlisted::Zero,
            ..Script::default()
        };
        let mut options = Options::new(Property::by_name("unreach-call").unwrap());
        change(&mut options);
        replay(&program(body), &script, &options)
    }

    const FAILS_AT_SEVEN: &str = "l2 -> l3: [%0 == 7]
  l2 -> l4: [!(%0 == 7)]
  l3 -> l5: violation error-call
  l5 stop
  l4 -> l1: return 3:i32";

    #[test]
    fn a_violation_that_is_monitored_is_a_counterexample() {
        let found = judge(FAILS_AT_SEVEN, &["7", "8"], |_| {}).unwrap();
        assert_eq!((found.kind, found.report.kind), (PropertyKind::UnreachCall, Violation::ErrorCall));
        assert_eq!(found.script.inputs.len(), 1, "what was not asked for is gone");
        let again = judge(FAILS_AT_SEVEN, &["7"], |_| {}).unwrap();
        assert_eq!((&again.report, again.steps), (&found.report, found.steps));
    }

    #[test]
    fn everything_else_is_rejected_with_its_reason() {
        assert_eq!(judge(FAILS_AT_SEVEN, &["8"], |_| {}).unwrap_err(), Rejected::Exited { status: 3 });
        assert!(matches!(judge(FAILS_AT_SEVEN, &[], |_| {}).unwrap_err(), Rejected::DoesNotFit(_)));
        let other = |o: &mut Options| o.property = Property::by_name("no-overflow").unwrap();
        assert!(matches!(judge(FAILS_AT_SEVEN, &["7"], other).unwrap_err(), Rejected::Ended { .. }));
        let cancelled = |o: &mut Options| o.stop = o.stop.when(&Arc::new(AtomicBool::new(true)));
        assert_eq!(judge(FAILS_AT_SEVEN, &["7"], cancelled).unwrap_err(), Rejected::Limit(Limit::Cancelled));
        let unasked = "l2 -> l3: violation division-by-zero\n  l3 stop";
        match judge(unasked, &["7"], |_| {}).unwrap_err() {
            Rejected::Ended { cause: Some(report) } => assert_eq!(report.kind, Violation::DivisionByZero),
            other => panic!("{other:?}"),
        }
        let everything = |o: &mut Options| o.property = Property::everything();
        assert_eq!(judge(unasked, &["7"], everything).unwrap_err(), Rejected::NotAsked(Violation::DivisionByZero));
        let unsupported = "l2 -> l3: unsupported \"magic\"\n  l3 stop";
        assert!(
            matches!(judge(unsupported, &["7"], |_| {}).unwrap_err(), Rejected::Unsupported { what, .. } if what == "magic")
        );
    }

    /// Sees the third edge that is executed.
    struct Third {
        edges: u32,
        seen: Option<Report>,
        enough: Arc<AtomicBool>,
    }

    impl Tracer for Third {
        fn edge(&mut self, _view: &adumbra_interpreter::View<'_>, edge: adumbra_program::Edge) {
            self.edges += 1;
            if self.edges == 3 {
                let (kind, message) = (Violation::Specification, "a rule".to_owned());
                self.seen = Some(Report { kind, edge, position: None, stack: Vec::new(), message });
                self.enough.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
    }

    impl Observer for Third {
        fn seen(&self) -> Option<&Report> {
            self.seen.as_ref()
        }

        fn enough(&self) -> Arc<AtomicBool> {
            Arc::clone(&self.enough)
        }
    }

    #[test]
    fn what_an_observer_sees_is_a_violation_if_it_is_asked_for() {
        let observed = |property: &[PropertyKind], input: &str| {
            let inputs = vec![NamedValue { name: "x".into(), value: input.into() }];
            let script = Script { inputs, ..Script::default() };
            let options = Options::new(Property::of(property));
            let mut third = Third { edges: 0, seen: None, enough: Arc::default() };
            replay_observed(&program(FAILS_AT_SEVEN), &script, &options, &mut third)
        };
        let rules = [PropertyKind::UnreachCall, PropertyKind::Specification];
        let found = observed(&rules, "8").unwrap();
        assert_eq!((found.kind, found.report.message.as_str()), (PropertyKind::Specification, "a rule"));
        assert_eq!(observed(&rules, "7").unwrap().kind, PropertyKind::Specification, "it comes first");
        assert_eq!(observed(&rules[..1], "7").unwrap().kind, PropertyKind::UnreachCall);
        assert!(observed(&rules[..1], "8").is_err());
    }

    /// `outside(&local)` and then the error if `local` is 7: it is not if the function is pure.
    const FAILS_BY_OTHERS: &str = "l2 -> l3: %2 = allocate stack 4 align 4 site s0
  l3 -> l4: store %0 to %2
  l4 -> l5: %1 = call @outside(%2)
  l5 -> l6: %1 = load %2
  l6 -> l7: [%1 == 0]
  l6 -> l8: [!(%1 == 0)]
  l7 -> l9: violation error-call
  l9 stop
  l8 -> l1: return 0:i32";

    #[test]
    fn a_violation_that_rests_on_memory_from_outside_is_rejected() {
        assert_eq!(judge(FAILS_BY_OTHERS, &["7"], |_| {}).unwrap_err(), Rejected::Exited { status: 0 });
        let havoc = |o: &mut Options| o.externals = Externals::HavocArgs;
        assert_eq!(judge(FAILS_BY_OTHERS, &["7"], havoc).unwrap_err(), Rejected::Havocked(vec!["outside".into()]));
        let found = judge(FAILS_BY_OTHERS, &["0"], |_| {}).unwrap();
        assert_eq!(found.externals, ["outside"]);
    }
}
