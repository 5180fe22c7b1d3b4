//! The unknowns that are expected: `tasks/verify/unknown/CONFIGURATION.txt`, one a line with its
//! reason.

use crate::label::folder;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Unknowns by the name of their label, with their reasons.
pub type Record = BTreeMap<String, String>;

/// The folder of all records.
pub fn records() -> PathBuf {
    folder().join("unknown")
}

fn file(configuration: &str) -> PathBuf {
    records().join(format!("{configuration}.txt"))
}

/// The unknowns that are recorded for a configuration.
pub fn read(configuration: &str) -> Record {
    let text = std::fs::read_to_string(file(configuration)).unwrap_or_default();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(": ")).map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect()
}

/// Writes the unknowns of a configuration.
pub fn write(configuration: &str, record: &Record) -> std::io::Result<()> {
    let mut text = String::from("# Expected unknowns, written by scripts/tasks --record.\n");
    for (name, reason) in record {
        text += &format!("{name}: {reason}\n");
    }
    std::fs::create_dir_all(records())?;
    std::fs::write(file(configuration), text)
}

/// Is it the limit of work that made a verdict unknown, so that more work may give one?
pub fn is_limit(reason: &str) -> bool {
    reason == "work limit"
}
