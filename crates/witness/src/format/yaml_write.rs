//! Writing witnesses of the format 2.0, or of 2.1 if there are contracts.

use super::{Content, Decision, FunctionContract, Invariant, Metadata, Place, Waypoint, WaypointKind, Witness};
use adumbra_text::yaml;
use std::fmt::Write;

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = String::new();
    let entry = match witness.content {
        Content::Violation(_) => "violation_sequence",
        Content::Correctness(..) => "invariant_set",
    };
    let _ = writeln!(out, "- entry_type: {}", yaml(entry));
    metadata(&mut out, &witness.metadata);
    match &witness.content {
        Content::Violation(segments) => {
            out.push_str("  content:\n");
            for segment in segments {
                out.push_str("    - segment:\n");
                for waypoint in &segment.avoid {
                    self::waypoint(&mut out, waypoint, "avoid");
                }
                waypoint(&mut out, &segment.follow, "follow");
            }
        }
        Content::Correctness(invariants, contracts) if invariants.is_empty() && contracts.is_empty() => {
            out.push_str("  content: []\n");
        }
        Content::Correctness(invariants, contracts) => {
            out.push_str("  content:\n");
            for contract in contracts {
                self::contract(&mut out, contract);
            }
            for invariant in invariants {
                self::invariant(&mut out, invariant);
            }
        }
    }
    out
}

fn metadata(out: &mut String, metadata: &Metadata) {
    let Metadata { format_version, uuid, creation_time, producer, task } = metadata;
    out.push_str("  metadata:\n");
    let mut field = |indent: usize, name: &str, value: &str| {
        let _ = writeln!(out, "{:indent$}{name}: {}", "", yaml(value));
    };
    field(4, "format_version", format_version);
    field(4, "uuid", uuid);
    field(4, "creation_time", creation_time);
    out.push_str("    producer:\n");
    let mut field = |indent: usize, name: &str, value: &str| {
        let _ = writeln!(out, "{:indent$}{name}: {}", "", yaml(value));
    };
    field(6, "name", &producer.name);
    field(6, "version", &producer.version);
    let optional = [
        ("configuration", &producer.configuration),
        ("command_line", &producer.command_line),
        ("description", &producer.description),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            field(6, name, value);
        }
    }
    out.push_str("    task:\n      input_files:\n");
    for file in &task.input_files {
        let _ = writeln!(out, "        - {}", yaml(file));
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &task.hashes {
        let _ = writeln!(out, "        {}: {}", yaml(file), yaml(hash));
    }
    let _ = writeln!(out, "      specification: {}", yaml(&task.specification));
    let _ = writeln!(out, "      data_model: {}", yaml(task.data_model.name()));
    let _ = writeln!(out, "      language: \"C\"");
}

fn waypoint(out: &mut String, waypoint: &Waypoint, action: &str) {
    let _ = writeln!(out, "        - waypoint:\n            type: {}", yaml(waypoint.kind.name()));
    let _ = writeln!(out, "            action: {}", yaml(action));
    let constraint = match &waypoint.kind {
        WaypointKind::Assumption(expression) => Some((expression.clone(), Some("c_expression"))),
        WaypointKind::FunctionReturn(expression) => Some((expression.clone(), Some("acsl_expression"))),
        WaypointKind::Branching(Decision::Truth(truth)) => Some((truth.to_string(), None)),
        WaypointKind::Branching(Decision::Case(value)) => Some((value.to_string(), None)),
        WaypointKind::Branching(Decision::Default) => Some(("default".to_owned(), None)),
        WaypointKind::FunctionEnter | WaypointKind::Target => None,
    };
    if let Some((value, format)) = constraint {
        let _ = writeln!(out, "            constraint:\n              value: {}", yaml(&value));
        if let Some(format) = format {
            let _ = writeln!(out, "              format: {}", yaml(format));
        }
    }
    place(out, 12, &waypoint.place);
}

fn place(out: &mut String, indent: usize, place: &Place) {
    let inner = indent + 2;
    let _ = writeln!(out, "{:indent$}location:", "");
    let _ = writeln!(out, "{:inner$}file_name: {}", "", yaml(&place.file));
    let _ = writeln!(out, "{:inner$}line: {}", "", place.line);
    if let Some(column) = place.column {
        let _ = writeln!(out, "{:inner$}column: {column}", "");
    }
    if let Some(function) = &place.function {
        let _ = writeln!(out, "{:inner$}function: {}", "", yaml(function));
    }
}

fn invariant(out: &mut String, invariant: &Invariant) {
    let kind = if invariant.of_loop { "loop_invariant" } else { "location_invariant" };
    let _ = writeln!(out, "    - invariant:\n        type: {}", yaml(kind));
    place(out, 8, &invariant.place);
    let _ = writeln!(out, "        value: {}", yaml(&invariant.expression));
    let _ = writeln!(out, "        format: \"c_expression\"");
}

fn contract(out: &mut String, contract: &FunctionContract) {
    out.push_str("    - contract:\n        type: \"function_contract\"\n");
    place(out, 8, &contract.place);
    for (name, value) in [("requires", &contract.requires), ("ensures", &contract.ensures)] {
        if let Some(value) = value {
            let _ = writeln!(out, "        {name}: {}", yaml(value));
        }
    }
    let _ = writeln!(out, "        format: {}", yaml(contract.language.name()));
}
