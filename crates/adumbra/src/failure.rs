//! Errors as the user sees them.

use crate::answer::Style;
pub use crate::exit::Exit;
use adumbra_frontend::{ErrorClass, FrontendError};
use std::io::Write;

/// An error, ready to be shown.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    /// `file:line: cause`.
    message: String,
    /// What else is known, shown indented.
    details: Option<String>,
    /// What the user can try.
    hint: Option<String>,
}

impl Failure {
    /// A failure with its message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Failure { exit, message: message.into(), details: None, hint: None }
    }

    /// With something to try.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Writing the result failed. A reader that went away is not worth a message.
    pub fn output(what: &str, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure::new(Exit::Success, "");
        }
        Failure::new(Exit::Input, format!("{what}: cannot be written: {error}"))
    }

    /// The answer of a command that gives verdicts and failed so. What the answer does not say is
    /// shown on standard error: nothing is said twice.
    pub fn answer(&self, style: Style) -> (String, Exit) {
        match style {
            Style::Json => (self.unknown(style, self.exit.reason(), None), self.exit),
            Style::Text => (crate::answer::unknown(style, self.exit.reason(), "", "", None), self.report()),
        }
    }

    /// The whole failure as an answer, with the reason by name and what is known so far.
    pub fn unknown(&self, style: Style, reason: &str, so_far: Option<&str>) -> String {
        let hint = self.hint.as_deref().unwrap_or_default();
        let details = self.details.iter().map(|details| format!("\n{details}"));
        let text = std::iter::once(self.message.clone()).chain(details).collect::<String>();
        crate::answer::unknown(style, reason, &text, hint, so_far)
    }

    /// How the command ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Shows the failure on standard error and answers the exit code.
    pub fn report(&self) -> Exit {
        if self.message.is_empty() {
            return self.exit;
        }
        crate::progress::clear();
        let mut text = format!("error: {}\n", self.message);
        for line in self.details.iter().flat_map(|d| d.lines()) {
            text.push_str("  | ");
            text.push_str(line);
            text.push('\n');
        }
        if let Some(hint) = &self.hint {
            text.push_str("try: ");
            text.push_str(hint);
            text.push('\n');
        }
        drop(std::io::stderr().write_all(text.as_bytes()));
        self.exit
    }
}

/// How many lines of a compiler's output are shown.
const SHOWN_LINES: usize = 24;

/// How many characters of each are shown.
const SHOWN_COLUMNS: usize = 400;

impl From<FrontendError> for Failure {
    fn from(error: FrontendError) -> Self {
        let exit = match error.class() {
            ErrorClass::Usage => Exit::Usage,
            ErrorClass::Input => Exit::Input,
            ErrorClass::Internal => Exit::Internal,
        };
        Failure { exit, message: error.to_string(), details: error.details().and_then(excerpt), hint: error.hint() }
    }
}

/// The beginning of a compiler's output, bounded in both directions.
fn excerpt(output: &str) -> Option<String> {
    let mut lines = output.lines();
    let mut text: Vec<String> = lines.by_ref().take(SHOWN_LINES).map(shorten).collect();
    let rest = lines.count();
    if rest > 0 {
        text.push(format!("… and {rest} more lines"));
    }
    (!text.is_empty()).then(|| text.join("\n"))
}

fn shorten(line: &str) -> String {
    match line.char_indices().nth(SHOWN_COLUMNS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into(),
    }
}
