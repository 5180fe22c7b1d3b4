//! Violations and what led to them, as the user sees them.

use crate::source_view::{SourceView, readable};
use adumbra_interpreter::script::NamedValue;
use adumbra_interpreter::{Report, Script};
use adumbra_judges::trace::{input_text, own_position, own_stack};
use adumbra_program::{Position, Program};
use std::fmt::Write;

/// How many innermost and how many outermost calls are shown.
const SHOWN_FRAMES: usize = 8;

/// How many values of a list are shown.
const SHOWN_VALUES: usize = 12;

/// A violation with its place, the line, and who called whom.
pub fn describe_violation(out: &mut String, program: &Program, source: &mut SourceView<'_>, report: &Report) {
    let position = own_position(program, report);
    let _ = writeln!(out, "{}: violation: {}: {}", source.place(position), report.kind, report.message);
    out.extend(source.excerpt(position));
    let stack = own_stack(program, report);
    // What the user's code called: the last entry before its own part of the stack.
    let called = report.stack.iter().take_while(|e| stack.first() != Some(e)).last();
    let library = called.map(|e| &program.functions[e.function]).filter(|f| f.library && !stack.is_empty());
    if let Some(function) = library {
        let _ = writeln!(out, "  in the library function {}", readable(&function.name));
    }
    for (depth, entry) in stack.iter().enumerate() {
        if stack.len() > 2 * SHOWN_FRAMES && depth == SHOWN_FRAMES {
            let _ = writeln!(out, "  … {} more calls", stack.len() - 2 * SHOWN_FRAMES);
        }
        if depth < SHOWN_FRAMES || depth + SHOWN_FRAMES >= stack.len() {
            let by = if depth == 0 && library.is_none() { "in" } else { "called by" };
            let name = readable(&program.functions[entry.function].name);
            let _ = writeln!(out, "  {by} {name} at {}", source.place(entry.position));
        }
    }
}

/// The inputs of a run, in order.
pub fn describe_inputs(out: &mut String, program: &Program, script: &Script) {
    let value = |v: &NamedValue| format!("{}() = {}", readable(&v.name), input_text(program, &v.name, &v.value));
    let values: Vec<String> = script.inputs.iter().chain(&script.externals).map(value).collect();
    if !values.is_empty() {
        let _ = writeln!(out, "inputs: {}", shortened(&values));
    }
}

/// The first items of a list, and how many more there are.
pub fn shortened(items: &[String]) -> String {
    let mut text = items.iter().take(SHOWN_VALUES).cloned().collect::<Vec<_>>().join(", ");
    if items.len() > SHOWN_VALUES {
        let _ = write!(text, ", … {} more", items.len() - SHOWN_VALUES);
    }
    text
}

/// A position, for machines.
pub fn place_json(program: &Program, position: Option<Position>) -> Option<serde_json::Value> {
    position.map(|p| serde_json::json!({"file": program.files[p.file].path, "line": p.line, "column": p.column}))
}

/// A violation, for machines.
pub fn report_json(program: &Program, report: &Report) -> serde_json::Value {
    serde_json::json!({
        "kind": report.kind.name(),
        "message": report.message,
        "position": place_json(program, own_position(program, report)),
        "stack": report.stack.iter().map(|e| serde_json::json!({
            "function": program.functions[e.function].name,
            "position": place_json(program, e.position),
        })).collect::<Vec<_>>(),
    })
}
