//! Reads the rows of the conformance table.

use crate::{NamedTest, Problem};
use std::fmt;

/// The id of a feature, such as `SLI-30`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Feature {
    /// The letters that name the list.
    pub prefix: String,
    /// The number in the list.
    pub number: u32,
}

impl Feature {
    /// Reads an id: capital letters, a dash, a number without leading zeros.
    pub fn parse(text: &str) -> Option<Self> {
        let (prefix, digits) = text.split_once('-')?;
        let letters = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_uppercase());
        let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok()?;
        (letters && plain).then(|| Feature { prefix: prefix.to_string(), number })
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.prefix, self.number)
    }
}

/// How far a feature is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing to show yet.
    Planned,
    /// Some of it works.
    Partial,
    /// All of it works.
    Working,
    /// Outside the aim.
    NotPlanned,
}

impl State {
    /// All states with their names in the table.
    pub const NAMES: &'static [(State, &'static str)] = &[
        (State::Planned, "planned"),
        (State::Partial, "partial"),
        (State::Working, "working"),
        (State::NotPlanned, "optional, not planned"),
    ];
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = State::NAMES.iter().find(|(s, _)| s == self).map_or("?", |(_, n)| n);
        f.write_str(name)
    }
}

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The feature it is about.
    pub feature: Feature,
    /// How far it is.
    pub state: State,
    /// The tests that show it.
    pub tests: Vec<NamedTest>,
    /// The transcripts that show it to a user.
    pub shown: Vec<String>,
    /// What is missing.
    pub missing: String,
}

/// The rows of all tables in a Markdown text. Heads of tables, the lines below them and all other
/// text are skipped.
pub fn read_table(text: &str) -> impl Iterator<Item = Result<Row, Problem>> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let cells = cells(line)?;
        let skipped =
            cells.first() == Some(&"id") || cells.iter().all(|c| !c.is_empty() && c.bytes().all(|b| b == b'-'));
        (!skipped).then(|| row(&cells).map_err(|reason| Problem::BadRow { line: index + 1, reason }))
    })
}

/// The cells of a line that belongs to a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(inner.split('|').map(str::trim).collect())
}

fn row(cells: &[&str]) -> Result<Row, String> {
    let &[id, feature, state, tests, shown] = cells else {
        return Err(format!("a row has 5 cells, this one {}", cells.len()));
    };
    let id = Feature::parse(id).ok_or_else(|| format!("`{id}` is no feature id"))?;
    if feature.is_empty() {
        return Err(format!("{id} does not say what the feature is"));
    }
    let (state, _) = State::NAMES
        .iter()
        .find(|(_, name)| *name == state)
        .ok_or_else(|| format!("{id} has the unknown state `{state}`"))?;
    let tests = tests.split(',').map(|t| t.trim().trim_matches('`')).filter(|t| !t.is_empty()).map(NamedTest::parse);
    // Names of transcripts come first, then what is missing.
    let (shown, missing) = match shown.split_once("missing:") {
        Some((shown, missing)) => (shown, missing.trim()),
        None => (shown, ""),
    };
    let shown = shown.split([',', ';']).map(|t| t.trim().trim_matches('`')).filter(|t| !t.is_empty());
    let shown = shown.map(str::to_owned).collect();
    Ok(Row { feature: id, state: *state, tests: tests.collect(), shown, missing: missing.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rows_and_skips_the_rest() {
        let text = "# Title\n\n| id | feature | state | tests | shown by |\n|---|---|---|---|---|\n\
                    | AB-12 | does it | partial | `a/b.rs::c`, tasks/x.c | d/x.txt; missing: all, else |\ntext\n\
                    | AB-13 | more | planned | | |\n";
        let rows: Vec<_> = read_table(text).collect::<Result<_, _>>().expect("good rows");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].feature.to_string(), "AB-12");
        assert_eq!(rows[0].state, State::Partial);
        assert_eq!(rows[0].tests, [NamedTest::parse("a/b.rs::c"), NamedTest::parse("tasks/x.c")]);
        assert_eq!((&rows[0].shown[..], rows[0].missing.as_str()), (&["d/x.txt".to_owned()][..], "all, else"));
        assert_eq!((rows[1].state, rows[1].tests.len()), (State::Planned, 0));
    }

    #[test]
    fn rejects_bad_rows() {
        let check = |line: &str, expected: &str| {
            let problem = read_table(line).next().expect("a row").expect_err("a bad row");
            assert_eq!(problem.to_string(), format!("line 1: {expected}"));
        };
        check("| AB-1 | f | done | | |", "AB-1 has the unknown state `done`");
        check("| AB-1 | f | planned | |", "a row has 5 cells, this one 4");
        check("| AB-1 | | planned | | |", "AB-1 does not say what the feature is");
        check("| AB1 | f | planned | | |", "`AB1` is no feature id");
        check("| AB-01 | f | planned | | |", "`AB-01` is no feature id");
        check("| ab-1 | f | planned | | |", "`ab-1` is no feature id");
        check("| AB-+1 | f | planned | | |", "`AB-+1` is no feature id");
    }
}
