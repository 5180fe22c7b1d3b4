//! The answer for machines: one JSON object.

use super::{Outcome, Replayed, Worded, reasons, text};
use crate::answer::last_line;
use crate::violation::{place_json, report_json};
use adumbra_judges::{Answer, Counterexample};
use adumbra_verdict::Checked;
use serde_json::{Map, Value, json};

/// The result in one word.
pub(super) fn result(answer: &Answer) -> &'static str {
    match answer {
        Answer::True(_) => "TRUE",
        Answer::False(_) => "FALSE",
        Answer::Unknown(_) => "UNKNOWN",
    }
}

/// What was counted: numbers as numbers, times in seconds.
pub(super) fn counts(counts: &[(String, String)]) -> Map<String, Value> {
    let value = |text: &str| match (text.parse::<u64>(), text.strip_suffix(" s").map(str::parse::<f64>)) {
        (Ok(count), _) => json!(count),
        (_, Some(Ok(seconds))) => json!(seconds),
        _ => json!(text),
    };
    counts.iter().map(|(name, count)| (name.clone(), value(count))).collect()
}

/// The object.
pub(super) fn render(outcome: &Outcome) -> Value {
    let verdict = &outcome.verified.verdict;
    let mut answer = json!({
        "result": result(&verdict.answer),
        "line": last_line(&verdict.answer.to_string()),
        "configuration": outcome.verified.configuration,
        "assumptions": verdict.assumptions.iter().map(|a| json!({
            "name": a.name(),
            "text": a.text(&text::short_place(&outcome.program)),
            "places": a.places().into_iter().map(|p| place_json(&outcome.program, Some(p))).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "counts": counts(&outcome.verified.counts),
        "seconds": outcome.elapsed.as_secs_f64(),
    });
    let mut details = details(&verdict.answer, outcome);
    if let Some(rest) = &outcome.rest {
        let others = outcome.others.iter().map(|(other, replayed)| violation(other, replayed.as_ref()));
        let first = match &verdict.answer {
            Answer::False(first) => Some(violation(first, outcome.replayed.as_ref())),
            _ => None,
        };
        details["violations"] = first.into_iter().chain(others).collect();
        let mut known = self::details(rest, outcome);
        known["result"] = json!(result(rest));
        details["rest"] = known;
    }
    if let (Some(object), Value::Object(details)) = (answer.as_object_mut(), details) {
        object.extend(details);
    }
    answer
}

/// A counterexample.
fn violation(counterexample: &Counterexample, replayed: Option<&Replayed>) -> Value {
    json!({
        "property": counterexample.kind.name(),
        "violation": replayed.map(|replayed| report_json(&replayed.program, &counterexample.report)),
        "rests-on": replayed.iter().flat_map(|replayed| &replayed.rests).map(|result| json!({
            "function": result.name, "returned": result.value, "position": result.place,
        })).collect::<Vec<_>>(),
        "bases": replayed.iter().flat_map(|replayed| &replayed.bases).map(|base| json!({
            "object": base.object, "base": format!("{:#x}", base.base),
        })).collect::<Vec<_>>(),
        "memory": replayed.and_then(|replayed| replayed.fate.as_ref()),
        "script": counterexample.script,
        "trace": replayed.and_then(|replayed| replayed.trace.as_ref()),
    })
}

/// The contracts of a proof if they are asked for, else how many there are.
fn contracts(outcome: &Outcome) -> Value {
    if !outcome.show_contracts {
        return json!(outcome.contracts.len());
    }
    let contract = |worded: &Worded| {
        json!({
            "function": worded.function,
            "file": worded.place.file,
            "line": worded.place.line,
            "requires": worded.requires,
            "assigns": worded.assigns,
            "ensures": worded.ensures,
            "left-out": worded.left_out,
        })
    };
    outcome.contracts.iter().map(contract).collect()
}

/// What an answer rests on.
fn details(answer: &Answer, outcome: &Outcome) -> Value {
    match answer {
        Answer::True(proof) => {
            let why = match &proof.checked {
                Checked::Yes => None,
                Checked::No(why) => Some(why),
            };
            let invariants = outcome.invariants.iter().map(|invariant| {
                let place = &invariant.place;
                json!({"file": place.file, "line": place.line, "expression": invariant.expression})
            });
            json!({"proof": {
                "method": proof.method,
                "checked": why.is_none(),
                "not-checked-because": why,
                "invariants": invariants.collect::<Vec<_>>(),
                "contracts": contracts(outcome),
            }})
        }
        Answer::False(counterexample) => violation(counterexample, outcome.replayed.as_ref()),
        Answer::Unknown(list) => json!({
            "reasons": list.iter().map(|reason| json!({
                "name": reason.name(),
                "text": reasons::text(reason, &outcome.limits, outcome.share),
                "try": reasons::hint(reason),
                "position": place_json(&outcome.program, text::position(reason)),
            })).collect::<Vec<_>>(),
        }),
    }
}
