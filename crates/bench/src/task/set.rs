//! Sets of tasks (`.set`) with the architecture from the `.cfg` beside them.
//!
//! Definitions of format 1.0 do not say the data model; the set that lists them does. So for a
//! definition that was not found through a set, the sets beside its family are asked.

use super::glob::Glob;
use crate::model::DataModel;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A set.
#[derive(Clone, Debug)]
pub struct Set {
    /// Its name: the file's, without ending.
    pub name: String,
    /// The patterns with their lines, relative to the set.
    pub patterns: Vec<(u32, String)>,
    /// The data model, if the `.cfg` says one.
    pub data_model: Option<DataModel>,
}

/// Reads a set and its `.cfg`; an error names the file that is wrong.
pub fn read(path: &Path) -> Result<Set, (PathBuf, Option<u32>, String)> {
    let text = std::fs::read(path).map_err(|e| (path.to_owned(), None, e.to_string()))?;
    let text = String::from_utf8_lossy(&text);
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim().to_owned()));
    let patterns = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Set { name, patterns, data_model: architecture(&path.with_extension("cfg"))? })
}

/// The architecture that a `.cfg` says; `None` if there is no such file or line.
fn architecture(path: &Path) -> Result<Option<DataModel>, (PathBuf, Option<u32>, String)> {
    let Ok(text) = std::fs::read(path) else { return Ok(None) };
    for (number, line) in (1..).zip(String::from_utf8_lossy(&text).lines()) {
        if let Some(value) = line.trim().strip_prefix("Architecture:") {
            return match value.split_whitespace().next() {
                Some("32") => Ok(Some(DataModel::Ilp32)),
                Some("64") => Ok(Some(DataModel::Lp64)),
                _ => {
                    let cause = format!("the architecture `{}` is not known (32 bit and 64 bit are)", value.trim());
                    Err((path.to_owned(), Some(number), cause))
                }
            };
        }
    }
    Ok(None)
}

/// The sets beside families, each directory read once.
#[derive(Debug, Default)]
pub struct Catalogue {
    directories: HashMap<PathBuf, Vec<Listed>>,
}

#[derive(Debug)]
struct Listed {
    name: String,
    data_model: DataModel,
    /// With the first component where it is no pattern, to leave most of them out quickly.
    patterns: Vec<(Option<String>, Glob)>,
}

/// Two sets that list a task do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// One that says 32 bit.
    pub ilp32: String,
    /// One that says 64 bit.
    pub lp64: String,
}

impl Catalogue {
    /// The data model that the sets beside the family of a definition give it for a property. Those
    /// sets whose name goes with the property count more.
    pub fn data_model(&mut self, definition: &Path, property: &str) -> Result<Option<DataModel>, Disagreement> {
        for directory in definition.ancestors().skip(2).take(3) {
            let sets = self.directories.entry(directory.to_owned()).or_insert_with(|| listed(directory));
            if sets.is_empty() {
                continue;
            }
            let Ok(relative) = definition.strip_prefix(directory) else { continue };
            let relative = relative.to_string_lossy();
            let family = relative.split('/').next().unwrap_or_default();
            let lists = |set: &&Listed| {
                let fits = |(first, glob): &(Option<String>, Glob)| {
                    first.as_ref().is_none_or(|first| first == family) && glob.matches(&relative)
                };
                set.patterns.iter().any(fits)
            };
            let all: Vec<&Listed> = sets.iter().filter(lists).collect();
            let of_property: Vec<&Listed> = all.iter().filter(|set| goes_with(&set.name, property)).copied().collect();
            let chosen = if of_property.is_empty() { all } else { of_property };
            let with = |model| chosen.iter().find(|set| set.data_model == model);
            return match (with(DataModel::Ilp32), with(DataModel::Lp64)) {
                (Some(small), Some(large)) => Err(Disagreement { ilp32: small.name.clone(), lp64: large.name.clone() }),
                (small, large) => Ok(small.or(large).map(|set| set.data_model)),
            };
        }
        Ok(None)
    }
}

/// The sets in a directory that have a data model and can be read.
fn listed(directory: &Path) -> Vec<Listed> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "set")).collect();
    paths.sort();
    let sets = paths.iter().filter_map(|path| read(path).ok());
    sets.filter_map(|set| {
        let patterns = set.patterns.iter().filter_map(|(_, pattern)| {
            let first = pattern.split('/').next().filter(|first| !super::glob::is_pattern(first));
            Some((first.map(str::to_owned), Glob::new(pattern).ok()?))
        });
        Some(Listed { data_model: set.data_model?, patterns: patterns.collect(), name: set.name })
    })
    .collect()
}

/// Is a set, by its name, one for tasks with the property?
fn goes_with(set: &str, property: &str) -> bool {
    let words: &[&str] = match property {
        "unreach-call" => &["ReachSafety"],
        "no-overflow" => &["NoOverflows"],
        "termination" => &["Termination"],
        "no-data-race" => &["NoDataRace"],
        name if name.starts_with("valid-") => &["MemSafety", "MemCleanup"],
        _ => &[],
    };
    words.iter().any(|word| set.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    }

    #[test]
    fn sets_have_patterns_and_an_architecture() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "Loops.set", "# all\nloops/*.yml\n\n  locks/a.yml \n");
        assert_eq!(read(&path).unwrap().data_model, None);
        write(folder.path(), "Loops.cfg", "Description: x\nArchitecture: 64 bit\n");
        let set = read(&path).unwrap();
        assert_eq!((set.name.as_str(), set.data_model), ("Loops", Some(DataModel::Lp64)));
        assert_eq!(set.patterns, [(2, "loops/*.yml".to_owned()), (4, "locks/a.yml".to_owned())]);
        write(folder.path(), "Loops.cfg", "Architecture: 16 bit\n");
        let (file, line, cause) = read(&path).unwrap_err();
        assert!(file.ends_with("Loops.cfg") && line == Some(1) && cause.contains("16 bit"));
    }

    #[test]
    fn a_definition_gets_the_model_of_the_set_that_lists_it() {
        let folder = tempfile::tempdir().unwrap();
        for (name, patterns, bits) in [
            ("ReachSafety-A", "loops/*.yml\nboth/*.yml", 32),
            ("MemSafety-B", "memory/*.yml\nloops/*.yml", 64),
            ("ReachSafety-C", "both/x.yml", 64),
        ] {
            write(folder.path(), &format!("{name}.set"), patterns);
            write(folder.path(), &format!("{name}.cfg"), &format!("Architecture: {bits} bit"));
        }
        let mut catalogue = Catalogue::default();
        let mut ask = |file: &str, property: &str| catalogue.data_model(&folder.path().join(file), property);
        assert_eq!(ask("loops/x.yml", "unreach-call"), Ok(Some(DataModel::Ilp32)));
        assert_eq!(ask("loops/x.yml", "valid-memsafety"), Ok(Some(DataModel::Lp64)));
        assert_eq!(ask("memory/x.yml", "unreach-call"), Ok(Some(DataModel::Lp64)), "there is only that one");
        assert_eq!(ask("other/x.yml", "unreach-call"), Ok(None));
        assert_eq!(ask("both/y.yml", "unreach-call"), Ok(Some(DataModel::Ilp32)));
        let both = Disagreement { ilp32: "ReachSafety-A".into(), lp64: "ReachSafety-C".into() };
        assert_eq!(ask("both/x.yml", "unreach-call"), Err(both));
    }
}
