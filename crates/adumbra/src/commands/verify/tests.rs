//! Every kind of verdict as text and as JSON.

use super::*;
use crate::arguments::Limits;
use adumbra_interpreter::script::{NamedValue, Unlisted};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Verdict, replay};
use adumbra_program::{Position, Property, PropertyKind, Violation, text as program_text};
use adumbra_verdict::{Assumption, Checked, Proof};
use serde_json::Value;

/// A program that fails if its input is 7.
fn program() -> Arc<Program> {
    let text = "program 1
layout LP64 64 \"x86_64-pc-linux-gnu\"
property unreach-call errors \"reach_error\"
entry @main

function @main() -> i32 {
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: %0 = input nondet \"__VERIFIER_nondet_int\"  ; a.c:3:5
  l2 -> l3: [%0 == 7]  ; a.c:4:7
  l2 -> l4: [!(%0 == 7)]  ; a.c:4:7
  l3 -> l5: violation error-call  ; a.c:5:9
  l5 stop
  l4 -> l1: return 3:i32  ; a.c:6:3
}

symbol sym0 \"__VERIFIER_nondet_int\"
file file0 \"a.c\"
";
    Arc::new(program_text::parse(text).unwrap())
}

fn outcome(answer: Answer, assumptions: Vec<Assumption>, replayed: Option<Replayed>) -> Outcome {
    let counts = vec![("states".to_owned(), "12".to_owned()), ("time refining".to_owned(), "0.1 s".to_owned())];
    Outcome {
        invariants: Vec::new(),
        contracts: Vec::new(),
        show_contracts: false,
        verified: Verified {
            verdict: Verdict { answer, assumptions },
            configuration: "value".into(),
            counts,
            graph: None,
            levels: None,
            heaps: None,
            tests: None,
        },
        program: program(),
        replayed,
        elapsed: Duration::from_millis(1500),
        limits: Limits { timeout: Some(2.5), memory: Some(64) },
        share: None,
        others: Vec::new(),
        rest: None,
    }
}

fn shown(trace: Option<Trace>) -> Option<Replayed> {
    Some(Replayed { program: program(), trace, rests: Vec::new(), bases: Vec::new(), fate: None })
}

fn both(outcome: &Outcome) -> (String, Value) {
    let result = outcome.verified.verdict.answer.to_string();
    let (text, exit) = (text::render(outcome, None), exit_of(&outcome.verified.verdict.answer));
    let said = Said { text, json: json::render(outcome), result, exit };
    let json = said::alone(&said, Style::Json);
    assert_eq!(json.lines().count(), 1);
    let (text, json) = (said::alone(&said, Style::Text), serde_json::from_str::<Value>(&json).unwrap());
    assert_eq!(text.lines().last().unwrap(), json["line"].as_str().unwrap());
    (text, json)
}

#[test]
fn a_proof() {
    let proof = |checked| {
        Answer::True(Box::new(Proof { method: "closed reached set", certificate: None, checked, passed: None }))
    };
    let position = program().edges.values().find_map(|e| e.position);
    let beside = position.map(|position| Position { column: position.column + 7, ..position });
    let assumptions = vec![
        Assumption::ExternalsArePure(vec![("f".into(), position), ("g".into(), None)]),
        Assumption::EndsAt(Violation::DivisionByZero, position),
        // The text does not speak of columns.
        Assumption::EndsAt(Violation::DivisionByZero, beside),
        Assumption::AllocationsSucceed(None),
    ];
    let outcome_checked = outcome(proof(Checked::Yes), assumptions, None);
    let (text, json) = both(&outcome_checked);
    assert_eq!(
        text,
        "proved by closed reached set (configuration value); proof checked
assuming: functions without a definition return any value and write nothing: f (a.c:3), g
assuming: executions end at a division by zero (a.c:3), which the property does not ask about
assuming: allocations succeed
Verification result: TRUE
"
    );
    assert_eq!((&json["result"], &json["proof"]["checked"]), (&"TRUE".into(), &true.into()));
    assert_eq!(json["assumptions"][1]["name"], "ends-at");
    assert_eq!(
        (&json["assumptions"][1]["places"][0]["line"], &json["assumptions"][3]["places"]),
        (&3.into(), &[(); 0][..].into())
    );
    assert_eq!((&json["counts"]["states"], &json["counts"]["time refining"]), (&12.into(), &0.1.into()));
    assert_eq!(exit_of(&outcome_checked.verified.verdict.answer), Exit::Success);

    let unchecked = outcome(proof(Checked::No("there was no time".into())), Vec::new(), None);
    let (text, json) = both(&unchecked);
    assert!(text.contains("; proof not re-checked: there was no time\n"), "{text}");
    assert_eq!(json["proof"]["not-checked-because"], "there was no time");
    assert!(text::statistics(&unchecked).contains("states                12\n"));
}

#[test]
fn a_counterexample() {
    let program = program();
    let inputs = vec![NamedValue { name: "__VERIFIER_nondet_int".into(), value: "7".into() }];
    let script = Script { inputs, unlisted: Unlisted::Zero, ..Script::default() };
    let options = Options::new(Property::of(&[PropertyKind::UnreachCall]));
    let counterexample = replay(&program, &script, &options).unwrap();
    let trace = Trace::of(&program, &counterexample, &options, SHORT);
    assert!(trace.is_some());
    let answer = Answer::False(Box::new(counterexample));
    let with_trace = outcome(answer.clone(), Vec::new(), shown(trace));
    let (text, json) = both(&with_trace);
    assert_eq!(
        text,
        "a.c:5:9: violation: error-call: the error function was called
  in main at a.c:5:9
inputs: __VERIFIER_nondet_int() = 7
what happens:
  a.c:3:
      __VERIFIER_nondet_int() = 7
  a.c:5:
      violation: error-call: the error function was called
Verification result: FALSE(unreach-call)
"
    );
    assert_eq!((&json["result"], &json["property"]), (&"FALSE".into(), &"unreach-call".into()));
    assert_eq!(json["violation"]["position"]["line"], 5);
    assert_eq!(json["script"]["inputs"][0]["name"], "__VERIFIER_nondet_int");
    assert_eq!(
        json["trace"]["last"][0]["step"].as_str().or(json["trace"]["first"][0]["step"].as_str()),
        Some("violated")
    );
    assert_eq!(exit_of(&with_trace.verified.verdict.answer), Exit::Violation);

    let (text, _) = both(&outcome(answer.clone(), Vec::new(), shown(None)));
    assert!(text.contains("no time to show what happens"), "{text}");
    let (text, _) = both(&outcome(answer, Vec::new(), None));
    assert!(text.starts_with("violation: error-call: "), "{text}");
}

#[test]
fn every_reason_says_why_and_what_to_try() {
    let position = program().edges.values().find_map(|e| e.position);
    let reasons = [
        (
            Reason::Unsupported { what: "inline assembly".into(), position },
            "unsupported",
            "a.c:3:5: unknown: not supported: inline assembly",
        ),
        (
            Reason::Property("termination".into()),
            "property not supported",
            "unknown: no analysis decides the property termination",
        ),
        (Reason::Property("nobody looks".into()), "property not supported", "unknown: nobody looks"),
        (Reason::Timeout, "timeout", "unknown: the time limit of 2.5 s is reached"),
        (Reason::Memory, "out of memory", "unknown: the memory limit of 64 MB is reached"),
        (Reason::Cancelled, "cancelled", "unknown: it was interrupted"),
        (Reason::Recursion { function: "f".into() }, "recursion", "unknown: `f` calls itself"),
        (
            Reason::Undecided { violation: Violation::NullAccess, position, why: "the solver gave up".into() },
            "undecided path",
            "a.c:3:5: unknown: an access through a null pointer can be neither excluded nor confirmed: the solver gave up",
        ),
        (
            Reason::Rejected { configuration: "value".into(), why: "error-call is not excluded".into() },
            "proof rejected",
            "unknown: the proof of the configuration value did not pass its check: error-call is not excluded",
        ),
        (Reason::Incomplete("too hard".into()), "incomplete", "unknown: too hard"),
    ];
    for (reason, name, line) in reasons {
        let outcome = outcome(Answer::Unknown(vec![reason]), Vec::new(), None);
        let (text, json) = both(&outcome);
        assert!(text.starts_with(line), "{text}");
        assert!(text.contains("\ntry: "), "{text}");
        assert!(text.contains("\nso far: configuration value, 12 states, 1.5 s\n"), "{text}");
        assert!(text.ends_with(&format!("\nVerification result: UNKNOWN({name})\n")), "{text}");
        assert_eq!(json["reasons"][0]["name"], name);
        assert!(!json["reasons"][0]["try"].as_str().unwrap().is_empty());
        assert_eq!(exit_of(&outcome.verified.verdict.answer), Exit::Unknown);
    }
    let many = vec![Reason::Incomplete("x".into()); 11];
    let (text, json) = both(&outcome(Answer::Unknown(many), Vec::new(), None));
    assert!(text.contains("… and 3 more reasons\n") && text.matches("try:").count() == 1, "{text}");
    assert_eq!(json["reasons"].as_array().unwrap().len(), 11);
    let (text, _) = both(&outcome(Answer::Unknown(Vec::new()), Vec::new(), None));
    assert!(text.ends_with("UNKNOWN(incomplete)\n"));
}

#[test]
fn the_most_telling_reason_comes_first() {
    let recursion = Reason::Recursion { function: "f".into() };
    let mut reasons = vec![Reason::Incomplete("x".into()), recursion.clone(), Reason::Cancelled, recursion.clone()];
    assert_eq!(Answer::Unknown(reasons.clone()).to_string(), "UNKNOWN(cancelled)");
    let mut without_memory = reasons.clone();
    tidy(&mut reasons, None);
    assert_eq!(reasons, [Reason::Cancelled, recursion.clone(), Reason::Incomplete("x".into())]);
    tidy(&mut without_memory, Some(Reason::Memory));
    assert_eq!(without_memory, [Reason::Memory, recursion, Reason::Incomplete("x".into())]);
}
