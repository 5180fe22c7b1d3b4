//! What is said in the end: about one property, or about several and then about the whole.

use crate::answer::{self, Style, last_line};
use crate::failure::Exit;
use serde_json::{Value, json};
use std::fmt::Write;

/// The answer to one question, in both forms.
pub(super) struct Said {
    /// The text above the line of the result.
    pub(super) text: String,
    /// The object for machines.
    pub(super) json: Value,
    /// The result, as the last line has it: `FALSE(valid-deref)`.
    pub(super) result: String,
    /// How the command ends if this is all.
    pub(super) exit: Exit,
}

impl Said {
    /// No answer, with one reason, where nothing else is known.
    pub(super) fn unknown(name: &str, text: &str, hint: &str, so_far: &str) -> Said {
        Said {
            text: answer::unknown_text(text, hint, Some(so_far)),
            json: answer::unknown_json(name, text, hint, Some(so_far)),
            result: format!("UNKNOWN({name})"),
            exit: Exit::Unknown,
        }
    }
}

/// The answer to the question that was asked alone.
pub(super) fn alone(said: &Said, style: Style) -> String {
    match style {
        Style::Text => format!("{}{}\n", said.text, last_line(&said.result)),
        Style::Json => format!("{}\n", said.json),
    }
}

/// The answers to several questions, by their names, and that for the whole: FALSE if one is, else
/// UNKNOWN if one is.
pub(super) fn together(all: &[(&str, Said)], style: Style, seconds: f64) -> (String, Exit) {
    let worst = |exit: Exit| all.iter().map(|(_, said)| said).find(|said| said.exit == exit);
    let (result, exit) = match worst(Exit::Violation).or(worst(Exit::Unknown)) {
        Some(said) => (said.result.as_str(), said.exit),
        None => ("TRUE", Exit::Success),
    };
    let line = last_line(result);
    let rendered = match style {
        Style::Text => {
            let mut out = String::new();
            for (name, said) in all {
                let _ = writeln!(out, "property {name}:");
                out.extend(said.text.lines().map(|line| format!("  {line}\n")));
                let _ = writeln!(out, "  {name}: {}", said.result);
            }
            format!("{out}{line}\n")
        }
        Style::Json => {
            let results = all.iter().map(|(name, said)| {
                let mut object = said.json.clone();
                object["asked"] = json!(name);
                object
            });
            let whole = json!({
                "result": result.split('(').next(),
                "line": line,
                "results": results.collect::<Vec<_>>(),
                "seconds": seconds,
            });
            format!("{whole}\n")
        }
    };
    (rendered, exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(result: &str, exit: Exit) -> Said {
        Said { text: "why\n".into(), json: json!({"line": last_line(result)}), result: result.into(), exit }
    }

    #[test]
    fn false_comes_before_unknown_before_true() {
        let (no, open, yes) = (Exit::Violation, Exit::Unknown, Exit::Success);
        let check = |all: &[(&str, Exit)], result: &str, exit: Exit| {
            let all: Vec<(&str, Said)> = all.iter().map(|(result, exit)| ("p", said(result, *exit))).collect();
            let (text, found) = together(&all, Style::Text, 1.0);
            assert_eq!((text.lines().last(), found), (Some(last_line(result).as_str()), exit));
            let json: Value = serde_json::from_str(&together(&all, Style::Json, 1.0).0).unwrap();
            assert_eq!(json["line"], last_line(result));
            assert_eq!(json["results"].as_array().map(Vec::len), Some(all.len()));
        };
        check(&[("TRUE", yes), ("UNKNOWN(timeout)", open), ("FALSE(a)", no), ("FALSE(b)", no)], "FALSE(a)", no);
        check(&[("TRUE", yes), ("UNKNOWN(bounded)", open), ("TRUE", yes)], "UNKNOWN(bounded)", open);
        check(&[("TRUE", yes), ("TRUE", yes)], "TRUE", yes);
    }
}
