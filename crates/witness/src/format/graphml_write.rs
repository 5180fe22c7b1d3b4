//! Writing witnesses of the format 1.0: automata in GraphML.
//!
//! A violation witness is a path: an edge a waypoint, from the entry to the violation; where a
//! branching is decided, the other way leads to the sink. A correctness witness has a node for each
//! place with an invariant, and edges between all of them, since executions go from any loop to any
//! other.

use super::{Content, Decision, Invariant, Place, Segment, WaypointKind, Witness};
use adumbra_program::DataModel;
use adumbra_text::markup;
use std::fmt::Write;

/// A correctness witness has edges between all places; more places than this are left out.
const MOST_PLACES: usize = 100;

/// The keys: identifier, type, what it is about, and the default.
const KEYS: &[(&str, &str, &str, Option<&str>)] = &[
    ("witness-type", "string", "graph", None),
    ("sourcecodelang", "string", "graph", None),
    ("producer", "string", "graph", None),
    ("specification", "string", "graph", None),
    ("programfile", "string", "graph", None),
    ("programhash", "string", "graph", None),
    ("architecture", "string", "graph", None),
    ("creationtime", "string", "graph", None),
    ("entry", "boolean", "node", Some("false")),
    ("violation", "boolean", "node", Some("false")),
    ("sink", "boolean", "node", Some("false")),
    ("invariant", "string", "node", None),
    ("invariant.scope", "string", "node", None),
    ("assumption", "string", "edge", None),
    ("assumption.scope", "string", "edge", None),
    ("assumption.resultfunction", "string", "edge", None),
    ("control", "string", "edge", None),
    ("startline", "int", "edge", None),
    ("endline", "int", "edge", None),
    ("enterLoopHead", "boolean", "edge", Some("false")),
    ("enterFunction", "string", "edge", None),
    ("returnFromFunction", "string", "edge", None),
];

/// The text of a witness; `entry` is the function where executions start.
pub fn write(witness: &Witness, entry: &str) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    out.push_str("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    for (name, kind, element, default) in KEYS {
        let open = format!("  <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{element}\" id=\"{name}\"");
        match default {
            Some(default) => {
                let _ = writeln!(out, "{open}>\n    <default>{default}</default>\n  </key>");
            }
            None => {
                let _ = writeln!(out, "{open}/>");
            }
        }
    }
    out.push_str("  <graph edgedefault=\"directed\">\n");
    let task = &witness.metadata.task;
    let kind = match witness.content {
        Content::Violation(_) => "violation_witness",
        Content::Correctness(..) => "correctness_witness",
    };
    let producer = &witness.metadata.producer;
    data(&mut out, 4, "witness-type", kind);
    data(&mut out, 4, "sourcecodelang", "C");
    data(&mut out, 4, "producer", format!("{} {}", producer.name, producer.version).trim());
    for line in task.specification.lines() {
        data(&mut out, 4, "specification", line);
    }
    // The format knows one file.
    if let Some((file, hash)) = task.hashes.first() {
        data(&mut out, 4, "programfile", file);
        data(&mut out, 4, "programhash", hash);
    }
    let architecture = match task.data_model {
        DataModel::Ilp32 => "32bit",
        DataModel::Lp64 => "64bit",
    };
    data(&mut out, 4, "architecture", architecture);
    data(&mut out, 4, "creationtime", &witness.metadata.creation_time);
    match &witness.content {
        Content::Violation(segments) => violation(&mut out, segments, entry),
        // The format has no words for contracts.
        Content::Correctness(invariants, _) => correctness(&mut out, invariants, entry),
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

fn violation(out: &mut String, segments: &[Segment], entry: &str) {
    let start = segments.len() + 1;
    node(out, &format!("N{start}"), &[("entry", "true")]);
    let branches = |s: &Segment| matches!(s.follow.kind, WaypointKind::Branching(Decision::Truth(_)));
    if segments.iter().any(branches) {
        node(out, "sink", &[("sink", "true")]);
    }
    edge(out, &format!("N{start}"), "N0", &[("enterFunction", entry.into())]);
    node(out, "N0", &[]);
    for (index, segment) in segments.iter().enumerate() {
        let (from, to) = (format!("N{index}"), format!("N{}", index + 1));
        let last = index + 1 == segments.len();
        node(out, &to, if last { &[("violation", "true")] } else { &[] });
        let mut facts = lines(&segment.follow.place);
        let scope = segment.follow.place.function.clone();
        match &segment.follow.kind {
            WaypointKind::Assumption(expression) | WaypointKind::FunctionReturn(expression) => {
                facts.push(("assumption", format!("{expression};")));
                facts.extend(scope.map(|s| ("assumption.scope", s)));
                if matches!(segment.follow.kind, WaypointKind::FunctionReturn(_)) {
                    facts.extend(segment.follow.called.clone().map(|f| ("assumption.resultfunction", f)));
                }
            }
            WaypointKind::Branching(Decision::Truth(truth)) => {
                let mut other = facts.clone();
                facts.push(("control", format!("condition-{truth}")));
                other.push(("control", format!("condition-{}", !truth)));
                edge(out, &from, "sink", &other);
            }
            WaypointKind::FunctionEnter => {
                facts.extend(segment.follow.called.clone().map(|f| ("enterFunction", f)));
            }
            WaypointKind::Branching(_) | WaypointKind::Target => {}
        }
        edge(out, &from, &to, &facts);
    }
}

fn correctness(out: &mut String, invariants: &[Invariant], entry: &str) {
    let mut places: Vec<&Place> = invariants.iter().map(|i| &i.place).collect();
    places.sort();
    places.dedup();
    places.truncate(MOST_PLACES);
    node(out, "start", &[("entry", "true")]);
    node(out, "N0", &[]);
    edge(out, "start", "N0", &[("enterFunction", entry.into())]);
    for (index, place) in places.iter().enumerate() {
        let here: Vec<&Invariant> = invariants.iter().filter(|i| i.place == **place).collect();
        let all = here.iter().map(|i| format!("({})", i.expression)).collect::<Vec<_>>().join(" && ");
        let mut facts = vec![("invariant", all.as_str())];
        facts.extend(place.function.as_deref().map(|f| ("invariant.scope", f)));
        node(out, &format!("N{}", index + 1), &facts);
        let mut facts = lines(place);
        if here.iter().any(|i| i.of_loop) {
            facts.push(("enterLoopHead", "true".into()));
        }
        for from in 0..=places.len() {
            edge(out, &format!("N{from}"), &format!("N{}", index + 1), &facts);
        }
    }
}

fn lines(place: &Place) -> Vec<(&'static str, String)> {
    vec![("startline", place.line.to_string()), ("endline", place.line.to_string())]
}

fn node(out: &mut String, id: &str, facts: &[(&str, &str)]) {
    if facts.is_empty() {
        let _ = writeln!(out, "    <node id=\"{id}\"/>");
        return;
    }
    let _ = writeln!(out, "    <node id=\"{id}\">");
    for (key, value) in facts {
        data(out, 6, key, value);
    }
    out.push_str("    </node>\n");
}

fn edge(out: &mut String, from: &str, to: &str, facts: &[(&str, String)]) {
    let _ = writeln!(out, "    <edge source=\"{from}\" target=\"{to}\">");
    for (key, value) in facts {
        data(out, 6, key, value);
    }
    out.push_str("    </edge>\n");
}

fn data(out: &mut String, indent: usize, key: &str, value: &str) {
    let _ = writeln!(out, "{:indent$}<data key=\"{key}\">{}</data>", "", markup(value));
}
