//! Automata on programs that have one difficulty each.

use adumbra_analyses::automaton::*;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter as interpreter;
use adumbra_interpreter::Script;
use adumbra_laws::programs::Constants;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_verdict::TargetKind;
use std::sync::Arc;

fn observer(functions: &str, specification: &str) -> Observer {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n\
         global @a size 8 align 8 = b\"\"\nglobal @b size 8 align 8 = b\"\"\n\n{functions}\n"
    );
    let program = text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Observer::new(Arc::new(program), parse("test.spec", specification).unwrap_or_else(|e| panic!("{e}")))
}

/// The messages of the errors that the analysis reaches, knowing constants that the parts around it
/// know.
fn reached(observer: &Observer, before: bool) -> Vec<String> {
    let program = observer.program();
    let constants = || Box::new(Component::new(Constants { program: Arc::clone(program) })) as Box<dyn Part>;
    let mut parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 20))),
    ];
    if before {
        parts.push(constants());
    }
    parts.push(Box::new(Component::new(Automata::new(observer.clone()))));
    if !before {
        parts.push(constants());
    }
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let mut messages = Vec::new();
    loop {
        match algorithm.run(&Stop::never()) {
            Ended::Target(node) => {
                let node = algorithm.reached().node(node);
                let target = node.target.expect("a target");
                if target.kind == TargetKind::Violation(Violation::Specification) {
                    let shown = algorithm.part().show(node.state);
                    let error = observer.specification().automata.iter().flat_map(|a| {
                        let rules = a.states.iter().flat_map(|s| &s.rules);
                        rules.filter_map(|r| match &r.action {
                            Action::Error(message) => Some(message.clone()),
                            _ => None,
                        })
                    });
                    messages.extend(error.filter(|m| shown.contains(m.as_str())));
                }
            }
            Ended::Fixpoint => break,
            other => panic!("{other:?}"),
        }
    }
    messages.sort();
    messages.dedup();
    messages
}

/// What a run with this script breaks.
fn broken(observer: &Observer, script: &str) -> Option<String> {
    let script = Script::from_json(script).expect("a script");
    let options = interpreter::Options::new(Property::unspecified());
    let observation = observe(observer, &script, &options);
    assert!(!observation.blind);
    observation.broken.map(|(_, report)| report.message)
}

const NOTHING: &str = r#"{ "version": 1, "unlisted": "zero" }"#;

const LOCKS: &str = r#"automaton lock($l) {
    state free { call lock($l) -> held; call unlock($l) -> error "not held"; }
    state held { call unlock($l) -> free; call lock($l) -> error "twice"; exit -> error "at the end"; }
}"#;

const DECLARED: &str = "\nfunction @lock(ptr)\n\nfunction @unlock(ptr)\n";

#[track_caller]
fn check(functions: &str, specification: &str, run: Option<&str>, analysis: &[&str]) {
    let observer = observer(functions, specification);
    assert_eq!(broken(&observer, NOTHING).as_deref(), run);
    for before in [false, true] {
        assert_eq!(
            reached(&observer, before),
            analysis,
            "constants known {}",
            if before { "before" } else { "behind" }
        );
    }
}

#[test]
fn each_lock_has_its_own_automaton() {
    let main = "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: call @lock(@a)
  l2 -> l3: call @lock(@b)
  l3 -> l4: call @unlock(@a)
  l4 -> l5: call @unlock(@b)
  l5 -> l1: return 0:i32
}";
    check(&format!("{main}{DECLARED}"), LOCKS, None, &[]);
    let twice = main.replace("l3 -> l4: call @unlock(@a)", "l3 -> l4: call @lock(@a)");
    check(&format!("{twice}{DECLARED}"), LOCKS, Some("lock: twice"), &["twice"]);
    let other = main.replace("l4: call @unlock(@a)", "l4: call @unlock(@b)");
    check(&format!("{other}{DECLARED}"), LOCKS, Some("lock: not held"), &["at the end", "not held"]);
    let forgotten = main.replace("l5: call @unlock(@b)", "l5: nop");
    check(&format!("{forgotten}{DECLARED}"), LOCKS, Some("lock: at the end"), &["at the end"]);
    let part = main.replace("l5: call @unlock(@b)", "l5: call @unlock(@b + 4)");
    check(&format!("{part}{DECLARED}"), LOCKS, Some("lock: not held"), &["at the end", "not held"]);
}

/// Where a pointer is not known, both cases are followed.
#[test]
fn unknown_values_may_be_the_same_or_not() {
    let functions = format!(
        "function @main() -> i32 {{
  entry l0 exit l1
  reg %0.p: ptr
  l0 -> l2: store @a to @b
  l2 -> l3: %0.p = load @b
  l3 -> l4: call @lock(%0.p)
  l4 -> l5: call @unlock(@a)
  l5 -> l1: return 0:i32
}}{DECLARED}"
    );
    check(&functions, LOCKS, None, &["at the end", "not held"]);
}

/// The registers of a caller are not mistaken for those of a deeper activation of the same
/// function.
#[test]
fn arguments_of_recursion_are_not_mixed_up() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: call @f(2:i32)
  l2 -> l1: return 0:i32
}

function @f(%0.n: i32) {
  entry l3 exit l4
  reg %0.n %1.m: i32
  l3 -> l5: [%0.n == 0]
  l3 -> l6: [!(%0.n == 0)]
  l5 -> l4: return
  l6 -> l7: %1.m = %0.n - 1
  l7 -> l8: call @f(%1.m)
  l8 -> l4: return
}";
    let spec = |n: i32| format!("automaton a {{ state s {{ call f({n}) -> error \"called\"; }} }}");
    for n in [0, 1, 2] {
        let observer = observer(functions, &spec(n));
        assert_eq!(broken(&observer, NOTHING).as_deref(), Some("a: called"), "{n}");
        for before in [false, true] {
            assert_eq!(reached(&observer, before), ["called"], "{n}");
        }
    }
    assert_eq!(broken(&observer(functions, &spec(3)), NOTHING), None);
}

/// A call whose result overwrites its argument.
#[test]
fn an_overwritten_argument_is_not_asked_for() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.x: i32
  l0 -> l2: %0.x = 5
  l2 -> l3: %0.x = call @get(%0.x)
  l3 -> l1: return 0:i32
}

function @get(i32) -> i32
";
    let with_zero = "automaton a { state s { call get(0) -> error \"zero\"; call get(5) -> error \"five\"; } }";
    let observer = observer(functions, with_zero);
    assert_eq!(
        broken(&observer, r#"{ "version": 1, "externals": [{ "name": "get", "value": "0" }] }"#).as_deref(),
        Some("a: five")
    );
    for before in [false, true] {
        assert!(reached(&observer, before).contains(&"five".to_owned()));
    }
}

#[test]
fn results_of_undefined_functions_are_seen() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.x: i32
  l0 -> l2: %0.x = call @get()
  l2 -> l1: return 0:i32
}

function @get() -> i32
";
    let spec = "automaton a { state s { return get = x assuming x > 3 && x < 6 -> error \"between\"; } }";
    let observer = observer(functions, spec);
    let script = |n: i32| format!(r#"{{ "version": 1, "externals": [{{ "name": "get", "value": "{n}" }}] }}"#);
    assert_eq!(broken(&observer, &script(4)).as_deref(), Some("a: between"));
    assert_eq!(broken(&observer, &script(6)), None);
    assert_eq!(broken(&observer, &script(-4)), None);
    assert_eq!(reached(&observer, false), ["between"]);
}

#[test]
fn results_of_defined_functions_are_known() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.x: i32
  l0 -> l2: %0.x = call @five()
  l2 -> l1: return 0:i32
}

function @five() -> i32 {
  entry l3 exit l4
  l3 -> l4: return 5:i32
}
";
    check(functions, "automaton a { state s { return five = 4 -> error \"four\"; } }", None, &[]);
    check(functions, "automaton a { state s { return five = 5 -> error \"five\"; } }", Some("a: five"), &["five"]);
    check(functions, "automaton a { state s { return main = 0 -> error \"main\"; } }", Some("a: main"), &["main"]);
    check(
        functions,
        "automaton a { state s { call five -> t; } state t { return main -> stop; exit -> error \"x\"; } }",
        None,
        &[],
    );
}

/// A call through a pointer is a call of what it points to.
#[test]
fn indirect_calls_are_seen() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: call *(@f)()
  l2 -> l1: return 0:i32
}

function @f() address-taken {
  entry l3 exit l4
  l3 -> l4: return
}
";
    let spec = "automaton a { state s { call f() -> error \"f\"; } }";
    let observer = observer(functions, spec);
    assert_eq!(broken(&observer, NOTHING).as_deref(), Some("a: f"));
}

/// What library models do among themselves is not seen; what they call of the user's is.
#[test]
fn models_keep_to_themselves() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: call @outer()
  l2 -> l1: return 0:i32
}

function @outer() library {
  entry l3 exit l4
  l3 -> l5: call @inner()
  l5 -> l6: call @users()
  l6 -> l4: return
}

function @inner() library {
  entry l7 exit l8
  l7 -> l8: return
}

function @users() {
  entry l9 exit l10
  l9 -> l10: return
}
";
    let spec = |f: &str| format!("automaton a {{ state s {{ call {f} -> error \"{f}\"; }} }}");
    check(functions, &spec("outer"), Some("a: outer"), &["outer"]);
    check(functions, &spec("inner"), None, &[]);
    check(functions, &spec("users"), Some("a: users"), &["users"]);
}

#[test]
fn ends_and_violations_are_seen() {
    let functions = "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: end 3:i32
  l2 stop
}
";
    check(functions, "automaton a { state s { exit -> error \"end\"; } }", Some("a: end"), &["end"]);
    let divides = functions.replace("end 3:i32", "violation division-by-zero");
    let spec = "automaton a { state s { violation division-by-zero -> error \"divides\"; } }";
    check(&divides, spec, Some("a: divides"), &["divides"]);
    check(&divides, "automaton a { state s { exit -> error \"end\"; } }", None, &[]);
}

#[test]
fn rules_that_fit_nothing_are_listed() {
    let functions = format!(
        "function @main() -> i32 {{\n  entry l0 exit l1\n  l0 -> l2: call @lock(@a)\n  l2 -> l1: return 0:i32\n}}{DECLARED}"
    );
    let spec = "automaton a {
        state s { call lock(_) -> t; call lokc -> s; }
        state t { call lock() -> s; call unlokc -> s; line 3 -> s; }
        state u { exit -> s; }
        state v { }
    }";
    assert_eq!(
        observer(&functions, spec).idle_rules(),
        ["a: call lock() -> s;", "a: call unlokc -> s;", "a: line 3 -> s;"]
    );
}
