//! The unknowns that are expected: `unknown/CONFIGURATION.txt` in the folder of the tasks, one a
//! line with its reason.

use crate::label::folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Unknowns by the name of their label, with their reasons.
pub type Record = BTreeMap<String, String>;

/// The folder of all records about the tasks of a folder.
pub fn records(tasks: &Path) -> PathBuf {
    tasks.join("unknown")
}

fn file(tasks: &Path, configuration: &str) -> PathBuf {
    records(tasks).join(format!("{configuration}.txt"))
}

/// The unknowns that are recorded for a configuration in the folder that all are run on.
pub fn read(configuration: &str) -> Record {
    read_below(&folder(), configuration)
}

/// The unknowns that are recorded for a configuration about the tasks of a folder.
pub fn read_below(tasks: &Path, configuration: &str) -> Record {
    let text = std::fs::read_to_string(file(tasks, configuration)).unwrap_or_default();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(": ")).map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect()
}

/// Writes the unknowns of a configuration about the tasks of a folder.
pub fn write(tasks: &Path, configuration: &str, record: &Record) -> std::io::Result<()> {
    let mut text = String::from("# Expected unknowns, written by scripts/tasks --record.\n");
    for (name, reason) in record {
        text += &format!("{name}: {reason}\n");
    }
    std::fs::create_dir_all(records(tasks))?;
    std::fs::write(file(tasks, configuration), text)
}

/// Is it the limit of work that made a verdict unknown, so that more work may give one?
pub fn is_limit(reason: &str) -> bool {
    reason == "work limit"
}
