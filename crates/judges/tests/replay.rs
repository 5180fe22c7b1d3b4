//! Which executions are counterexamples.

use adumbra_interpreter::Externals;
use adumbra_interpreter::script::NamedValue;
use adumbra_interpreter::{Limit, Options, Report, Script, Tracer};
use adumbra_judges::replay::Observer;
use adumbra_judges::{Counterexample, Rejected, replay, replay_observed};
use adumbra_program::{Program, PropertyKind, Violation};
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
