//! Answers: how a command that gives a verdict hands it over.
//!
//! The last line on standard output is `Verification result: …`, whatever happens. So the worker
//! does not print its answer; it leaves it in a file, whole or not at all, and the supervisor
//! prints it. If the worker dies, there is no file, and the supervisor says why there is no answer.
//! What is known on the way is left in a second file, for that case.

use crate::exit::Exit;
use std::io::Write;
use std::path::Path;

/// How an answer looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Text, with the result as the last line.
    Text,
    /// One JSON object, with the result in it.
    Json,
}

/// The beginning of the last line.
const RESULT: &str = "Verification result: ";

/// The name of the answer in the directory for temporary files.
const ANSWER: &str = "answer";

/// The name of what is known so far.
const SO_FAR: &str = "so-far";

/// The last line of an answer.
pub fn last_line(result: &str) -> String {
    format!("{RESULT}{result}")
}

/// The answer UNKNOWN with one reason, where nothing else is known: its name, what happened, what
/// to try.
pub fn unknown(style: Style, name: &str, text: &str, hint: &str, so_far: Option<&str>) -> String {
    match style {
        Style::Text => {
            format!("{}{}\n", unknown_text(text, hint, so_far), last_line(&format!("UNKNOWN({name})")))
        }
        Style::Json => format!("{}\n", unknown_json(name, text, hint, so_far)),
    }
}

/// What stands above the last line of such an answer.
pub fn unknown_text(text: &str, hint: &str, so_far: Option<&str>) -> String {
    let row = |name: &str, text: &str| if text.is_empty() { String::new() } else { format!("{name}: {text}\n") };
    [row("unknown", text), row("so far", so_far.unwrap_or_default()), row("try", hint)].concat()
}

/// The object of such an answer.
pub fn unknown_json(name: &str, text: &str, hint: &str, so_far: Option<&str>) -> serde_json::Value {
    serde_json::json!({
        "result": "UNKNOWN",
        "line": last_line(&format!("UNKNOWN({name})")),
        "reasons": [{"name": name, "text": text, "try": hint, "position": null}],
        "so-far": so_far,
    })
}

/// Leaves the answer for the supervisor. Where that is not possible, it is printed.
pub fn deliver(text: &str, exit: Exit) -> Exit {
    let directory = std::env::temp_dir();
    let (draft, whole) = (directory.join("answer-draft"), directory.join(ANSWER));
    let written =
        std::fs::write(&draft, format!("{}\n{text}", exit as u8)).and_then(|()| std::fs::rename(draft, whole));
    if written.is_err() {
        print(text);
    }
    exit
}

/// The answer that a worker left: the exit code and the text.
pub fn take(directory: &Path) -> Option<(u8, String)> {
    let text = std::fs::read_to_string(directory.join(ANSWER)).ok()?;
    let (code, text) = text.split_once('\n')?;
    Some((code.parse().ok()?, text.to_owned()))
}

/// Leaves what is known so far.
pub fn leave_so_far(text: &str) {
    let directory = std::env::temp_dir();
    let draft = directory.join("so-far-draft");
    // It is only a help; where it cannot be written, there is none.
    let _ = std::fs::write(&draft, text).and_then(|()| std::fs::rename(draft, directory.join(SO_FAR)));
}

/// What a worker knew when it was ended.
pub fn so_far(directory: &Path) -> Option<String> {
    std::fs::read_to_string(directory.join(SO_FAR)).ok()
}

/// Prints an answer. A reader that went away does not want it.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_ends_in_its_line_or_is_one_object() {
        let text = unknown(Style::Text, "timeout", "the time is over", "more time", Some("7 states"));
        assert_eq!(
            text,
            "unknown: the time is over\nso far: 7 states\ntry: more time\nVerification result: UNKNOWN(timeout)\n"
        );
        let json: serde_json::Value =
            serde_json::from_str(&unknown(Style::Json, "timeout", "the time is over", "more time", None)).unwrap();
        assert_eq!(json["line"], "Verification result: UNKNOWN(timeout)");
        assert_eq!(json["reasons"][0]["text"], "the time is over");
        assert!(json["so-far"].is_null());
    }
}
