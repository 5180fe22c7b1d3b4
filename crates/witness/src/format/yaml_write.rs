//! Writing witnesses of the format 2.0.

use super::{Content, Decision, Invariant, Metadata, Place, Waypoint, WaypointKind, Witness};
use std::fmt::Write;

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = String::new();
    let entry = match witness.content {
        Content::Violation(_) => "violation_sequence",
        Content::Correctness(_) => "invariant_set",
    };
    let _ = writeln!(out, "- entry_type: {}", quoted(entry));
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
        Content::Correctness(invariants) if invariants.is_empty() => out.push_str("  content: []\n"),
        Content::Correctness(invariants) => {
            out.push_str("  content:\n");
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
        let _ = writeln!(out, "{:indent$}{name}: {}", "", quoted(value));
    };
    field(4, "format_version", format_version);
    field(4, "uuid", uuid);
    field(4, "creation_time", creation_time);
    out.push_str("    producer:\n");
    let mut field = |indent: usize, name: &str, value: &str| {
        let _ = writeln!(out, "{:indent$}{name}: {}", "", quoted(value));
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
        let _ = writeln!(out, "        - {}", quoted(file));
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &task.hashes {
        let _ = writeln!(out, "        {}: {}", quoted(file), quoted(hash));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&task.specification));
    let _ = writeln!(out, "      data_model: {}", quoted(task.data_model.name()));
    let _ = writeln!(out, "      language: \"C\"");
}

fn waypoint(out: &mut String, waypoint: &Waypoint, action: &str) {
    let _ = writeln!(out, "        - waypoint:\n            type: {}", quoted(waypoint.kind.name()));
    let _ = writeln!(out, "            action: {}", quoted(action));
    let constraint = match &waypoint.kind {
        WaypointKind::Assumption(expression) => Some((expression.clone(), Some("c_expression"))),
        WaypointKind::FunctionReturn(expression) => Some((expression.clone(), Some("acsl_expression"))),
        WaypointKind::Branching(Decision::Truth(truth)) => Some((truth.to_string(), None)),
        WaypointKind::Branching(Decision::Case(value)) => Some((value.to_string(), None)),
        WaypointKind::Branching(Decision::Default) => Some(("default".to_owned(), None)),
        WaypointKind::FunctionEnter | WaypointKind::Target => None,
    };
    if let Some((value, format)) = constraint {
        let _ = writeln!(out, "            constraint:\n              value: {}", quoted(&value));
        if let Some(format) = format {
            let _ = writeln!(out, "              format: {}", quoted(format));
        }
    }
    place(out, 12, &waypoint.place);
}

fn place(out: &mut String, indent: usize, place: &Place) {
    let inner = indent + 2;
    let _ = writeln!(out, "{:indent$}location:", "");
    let _ = writeln!(out, "{:inner$}file_name: {}", "", quoted(&place.file));
    let _ = writeln!(out, "{:inner$}line: {}", "", place.line);
    if let Some(column) = place.column {
        let _ = writeln!(out, "{:inner$}column: {column}", "");
    }
    if let Some(function) = &place.function {
        let _ = writeln!(out, "{:inner$}function: {}", "", quoted(function));
    }
}

fn invariant(out: &mut String, invariant: &Invariant) {
    let kind = if invariant.of_loop { "loop_invariant" } else { "location_invariant" };
    let _ = writeln!(out, "    - invariant:\n        type: {}", quoted(kind));
    place(out, 8, &invariant.place);
    let _ = writeln!(out, "        value: {}", quoted(&invariant.expression));
    let _ = writeln!(out, "        format: \"c_expression\"");
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
