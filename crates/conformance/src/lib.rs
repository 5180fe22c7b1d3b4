//! # Conformance
//!
//! `docs/conformance.md` says of every feature whether it works, which tests show it, and which
//! transcript of commands shows it to a user. This crate reads that table and finds what is wrong
//! with it: ids that are missing or doubled, tests that do not exist, claims without a test or a
//! transcript. It also counts: see [`summary`].
//!
//! ```
//! use adumbra_conformance::{Group, check};
//!
//! let groups = [Group { prefix: "CPA", count: 1 }];
//! let table = "| CPA-1 | automata | working | tests/cfa.rs::builds | shown/cfa.txt |";
//! let files = |path: &str| match path {
//!     "tests/cfa.rs" => Some("#[test]\nfn builds() {}".to_owned()),
//!     "shown/cfa.txt" => Some("# CPA-1\n$ adumbra cfa".to_owned()),
//!     _ => None,
//! };
//! assert_eq!(check(table, &groups, &files), []);
//!
//! let unproved = "| CPA-1 | automata | working | | shown/cfa.txt |";
//! let problems = check(unproved, &groups, &files);
//! assert_eq!(problems[0].to_string(), "CPA-1: working, but names no test");
//! ```
//!
//! **Invariant:** the checker knows no other crate; it reads text.

mod named_test;
mod table;

pub use named_test::{NamedTest, TestProblem};
pub use table::{Feature, Row, State, read_table};

use std::collections::BTreeMap;
use std::fmt;

/// A list of features: ids `prefix-1` to `prefix-count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The letters before the number.
    pub prefix: &'static str,
    /// How many features the list has.
    pub count: u32,
}

/// The feature lists that Adumbra is built from.
pub const GROUPS: [Group; 5] = [
    Group { prefix: "CPA", count: 36 },
    Group { prefix: "BAM", count: 50 },
    Group { prefix: "SLI", count: 36 },
    Group { prefix: "SUM", count: 44 },
    Group { prefix: "INS", count: 60 },
];

/// Something wrong with the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A line of the table that is not a row: its number and what is wrong.
    BadRow {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// An id that no feature list has.
    UnknownFeature(Feature),
    /// A feature without a row.
    MissingFeature(Feature),
    /// A feature with more than one row.
    DoubledFeature(Feature),
    /// A feature said to work, wholly or in part, for which no test is named.
    NoTest(Feature, State),
    /// A test named for a feature that cannot be one.
    BadTest(Feature, NamedTest, TestProblem),
    /// A feature said to work without a command that shows it.
    NotShown(Feature),
    /// A transcript that does not exist or does not name the feature.
    BadTranscript(Feature, String),
    /// A feature said to work in part, without a word on what is missing, or one that works of
    /// which something is missing.
    Missing(Feature, State),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::BadRow { line, reason } => write!(f, "line {line}: {reason}"),
            Problem::UnknownFeature(feature) => write!(f, "{feature}: no such feature"),
            Problem::MissingFeature(feature) => write!(f, "{feature}: has no row"),
            Problem::DoubledFeature(feature) => write!(f, "{feature}: has more than one row"),
            Problem::NoTest(feature, state) => write!(f, "{feature}: {state}, but names no test"),
            Problem::BadTest(feature, test, problem) => write!(f, "{feature}: {test}: {problem}"),
            Problem::NotShown(feature) => write!(f, "{feature}: working, but no command shows it"),
            Problem::BadTranscript(feature, path) => {
                write!(f, "{feature}: {path}: no such file, or its first line does not name the feature")
            }
            Problem::Missing(feature, State::Partial) => {
                write!(f, "{feature}: partial, but it is not said what is missing")
            }
            Problem::Missing(feature, state) => write!(f, "{feature}: {state}, but something is missing"),
        }
    }
}

/// Checks a table against the feature lists and the files of the repository, and returns what is
/// wrong with it. `file` gives the text of a file by its path from the repository's root, or `None`
/// if there is no such file.
pub fn check(table: &str, groups: &[Group], file: &dyn Fn(&str) -> Option<String>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen: BTreeMap<Feature, u32> = BTreeMap::new();
    for row in read_table(table) {
        let row = match row {
            Ok(row) => row,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let known =
            groups.iter().any(|g| g.prefix == row.feature.prefix && (1..=g.count).contains(&row.feature.number));
        if !known {
            problems.push(Problem::UnknownFeature(row.feature.clone()));
        }
        let rows = seen.entry(row.feature.clone()).or_default();
        *rows += 1;
        if *rows == 2 {
            problems.push(Problem::DoubledFeature(row.feature.clone()));
        }
        if row.tests.is_empty() && matches!(row.state, State::Partial | State::Working) {
            problems.push(Problem::NoTest(row.feature.clone(), row.state));
        }
        if row.shown.is_empty() && row.state == State::Working {
            problems.push(Problem::NotShown(row.feature.clone()));
        }
        for path in &row.shown {
            if !file(path).is_some_and(|text| names(&text, &row.feature)) {
                problems.push(Problem::BadTranscript(row.feature.clone(), path.clone()));
            }
        }
        let says = !row.missing.is_empty();
        if matches!((row.state, says), (State::Partial, false) | (State::Working, true)) {
            problems.push(Problem::Missing(row.feature.clone(), row.state));
        }
        for test in row.tests {
            if let Err(problem) = test.find(file) {
                problems.push(Problem::BadTest(row.feature.clone(), test, problem));
            }
        }
    }
    for group in groups {
        for number in 1..=group.count {
            let feature = Feature { prefix: group.prefix.to_string(), number };
            if !seen.contains_key(&feature) {
                problems.push(Problem::MissingFeature(feature));
            }
        }
    }
    problems
}

/// Does the first line of a transcript, `# AB-1, AB-2`, name a feature?
fn names(transcript: &str, feature: &Feature) -> bool {
    let first = transcript.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or("");
    first.split(',').any(|id| Feature::parse(id.trim()).as_ref() == Some(feature))
}

/// The sentence that counts the features of a table by their states.
pub fn summary(table: &str) -> String {
    let rows: Vec<Row> = read_table(table).flatten().collect();
    let count = |state: State| rows.iter().filter(|row| row.state == state).count();
    format!(
        "**{} of {} features are `working`**, {} `partial`, {} `planned`, {} `optional, not planned`.",
        count(State::Working),
        rows.len(),
        count(State::Partial),
        count(State::Planned),
        count(State::NotPlanned),
    )
}
