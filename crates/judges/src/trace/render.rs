//! A trace as text.

use super::{Event, Step, Trace};
use adumbra_verdict::place::Place;
use std::fmt::Write;

/// How far calls are indented at most.
const DEEPEST: usize = 12;

impl Trace {
    /// The trace as text: each source line once when it is come to, and below it what happened
    /// there. `line` gives the text of a line.
    pub fn text(&self, mut line: impl FnMut(&Place) -> Option<String>) -> String {
        let mut out = String::new();
        let outermost = self.steps().map(|s| s.depth).min().unwrap_or(0);
        let mut before: Option<&Step> = None;
        for (index, step) in self.steps().enumerate() {
            if index == self.first.len() && self.left_out > 0 {
                let _ = writeln!(out, "… {} steps", self.left_out);
                before = None;
            }
            let indent = "  ".repeat((step.depth - outermost).min(DEEPEST));
            let same =
                |b: &Step| b.depth == step.depth && b.place.file == step.place.file && b.place.line == step.place.line;
            if !before.is_some_and(same) {
                let text = line(&step.place).unwrap_or_default();
                let place = match (step.place.file.as_str(), step.place.line) {
                    ("", _) => format!("{}:", step.function),
                    (file, line) => format!("{file}:{line}:"),
                };
                let _ = writeln!(out, "{}", format!("{place} {indent}{text}").trim_end());
            }
            let _ = writeln!(out, "    {indent}{}", step.event);
            before = Some(step);
        }
        out
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Assigned { what, value } => write!(f, "{what} = {value}"),
            Event::Uninitialised { what, value } => write!(f, "{what} = {value} (not initialised)"),
            Event::Input { source, value } => write!(f, "{source}() = {value}"),
            Event::Branch { condition: Some(condition), holds } => write!(f, "{condition} is {holds}"),
            Event::Branch { condition: None, holds: _ } => f.write_str("branch"),
            Event::Called { callee, arguments } => write!(f, "call {callee}({})", arguments.join(", ")),
            Event::Returned { callee, value: Some(value) } => write!(f, "{callee} returns {value}"),
            Event::Returned { callee, value: None } => write!(f, "{callee} returns"),
            Event::Violated { kind, message } => write!(f, "violation: {kind}: {message}"),
        }
    }
}
