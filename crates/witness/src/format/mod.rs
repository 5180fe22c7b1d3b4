//! Witnesses: what a verifier writes down so that others can check its answer.
//!
//! - `metadata.rs`: who, when, and about which task;
//! - `yaml_write.rs`, `yaml_read.rs`: the formats 2.0 and 2.1, in YAML;
//! - `graphml_write.rs`, `graphml_read.rs`: the format 1.0, automata in GraphML.

pub mod graphml_read;
pub mod graphml_write;
pub mod metadata;
pub mod yaml_read;
pub mod yaml_write;

pub use metadata::{Metadata, Producer, Task};

use thiserror::Error;

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Who wrote it, and about what.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
    /// What a violation witness also says and no execution is held to, in order.
    pub hints: Vec<Hint>,
}

/// Something that is said to hold near a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The line.
    pub line: Option<u32>,
    /// The C expression.
    pub expression: String,
}

/// What a witness says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Executions that go through these segments, one after the other, violate the property. The
    /// last segment, and no other, follows a target.
    Violation(Vec<Segment>),
    /// The property holds, and so do these invariants and contracts.
    Correctness(Vec<Invariant>, Vec<FunctionContract>),
}

/// A part of an execution: it ends when the waypoint is passed, and passes none of those to avoid
/// before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What must not be passed.
    pub avoid: Vec<Waypoint>,
    /// What must be passed when it is met.
    pub follow: Waypoint,
}

/// A requirement on an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What is required.
    pub kind: WaypointKind,
    /// Where.
    pub place: Place,
    /// The function that is called there, if the witness names it.
    pub called: Option<String>,
    /// The line of the witness that says so; 0 for a witness that was not read.
    pub line: u32,
}

/// What a waypoint requires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// A C expression holds before a statement.
    Assumption(String),
    /// A branching goes this way.
    Branching(Decision),
    /// A function is entered.
    FunctionEnter,
    /// A function has returned, and this holds of `\result`.
    FunctionReturn(String),
    /// The property is violated here.
    Target,
}

impl WaypointKind {
    /// Its name in the format 2.0.
    pub fn name(&self) -> &'static str {
        match self {
            WaypointKind::Assumption(_) => "assumption",
            WaypointKind::Branching(_) => "branching",
            WaypointKind::FunctionEnter => "function_enter",
            WaypointKind::FunctionReturn(_) => "function_return",
            WaypointKind::Target => "target",
        }
    }
}

/// How a branching is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The condition has this truth value.
    Truth(bool),
    /// The controlling expression of a `switch` has this value.
    Case(i128),
    /// It has the value of no `case`.
    Default,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters; without it, the leftmost place on the line that is
    /// possible.
    pub column: Option<u32>,
    /// The function that contains the place.
    pub function: Option<String>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// An invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Does it hold whenever the condition of a loop is evaluated? Else, whenever a statement is
    /// reached.
    pub of_loop: bool,
    /// The loop or the statement.
    pub place: Place,
    /// The C expression.
    pub expression: String,
    /// The line of the witness that says so; 0 for a witness that was not read.
    pub line: u32,
}

/// What a function demands and promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionContract {
    /// Where the function is defined.
    pub place: Place,
    /// What holds whenever it is entered.
    pub requires: Option<String>,
    /// What holds whenever it returns; of `\result`, and of `\old(…)` at the entry.
    pub ensures: Option<String>,
    /// The language of both.
    pub language: ExpressionLanguage,
    /// The line of the witness that says so; 0 for a witness that was not read.
    pub line: u32,
}

/// The language of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionLanguage {
    /// C.
    C,
    /// C with `\result` and `\old`.
    ExtendedC,
    /// ACSL, whose numbers are the integers.
    Acsl,
}

impl ExpressionLanguage {
    /// All of them.
    pub const ALL: [ExpressionLanguage; 3] =
        [ExpressionLanguage::C, ExpressionLanguage::ExtendedC, ExpressionLanguage::Acsl];

    /// Its name in the format 2.1.
    pub fn name(self) -> &'static str {
        match self {
            ExpressionLanguage::C => "c_expression",
            ExpressionLanguage::ExtendedC => "ext_c_expression",
            ExpressionLanguage::Acsl => "acsl_expression",
        }
    }
}

/// Why a file is no witness.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Malformed {
    /// The line of the witness, if it is known.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl Malformed {
    /// Something wrong on a line; 0 is no line.
    pub fn at(line: u32, message: impl Into<String>) -> Self {
        Malformed { line: (line > 0).then_some(line), message: message.into() }
    }
}

/// Reads a witness of either format. YAML files may hold several.
pub fn read(text: &str) -> Result<Vec<Witness>, Malformed> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        Ok(vec![graphml_read::read(text)?])
    } else {
        yaml_read::read(text)
    }
}

/// Checks what both formats demand of the content.
fn check(content: &Content) -> Result<(), Malformed> {
    let Content::Violation(segments) = content else { return Ok(()) };
    let Some((last, normal)) = segments.split_last() else {
        return Err(Malformed::at(0, "a violation witness has at least one segment"));
    };
    if last.follow.kind != WaypointKind::Target {
        return Err(Malformed::at(last.follow.line, "the last segment must end with the target"));
    }
    match normal.iter().find(|s| s.follow.kind == WaypointKind::Target) {
        Some(early) => Err(Malformed::at(early.follow.line, "the target must be in the last segment")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
