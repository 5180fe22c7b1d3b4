//! What the first lines of a task say.
//!
//! The lines read `// verify [PROPERTY] [OPTIONS] => VERDICT [by INPUTS]`; in LLVM files they begin
//! with `;`. The inputs of a FALSE are what an execution needs to fail: `int=3 uchar=200` for the
//! results of `__VERIFIER_nondet_int` and `__VERIFIER_nondet_uchar` in the order of the calls,
//! `stdin:17,4` for standard input, `seed N` for a seed of `adumbra run`; without them all inputs
//! are zero.

use adumbra_testing::files;
use adumbra_testing::labels::{self, Line};
use std::path::{Path, PathBuf};

/// One line of expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The task, relative to the folder of its collection, with what comes before the arrow; names
    /// the label.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The property, if one is named.
    pub property: Option<String>,
    /// Options of the command line.
    pub options: Vec<String>,
    /// `TRUE`, `FALSE(property)`, or `UNKNOWN` where every other answer would be wrong.
    pub verdict: String,
    /// The inputs of an execution that fails.
    pub by: Option<String>,
}

impl Label {
    /// Must every answer be UNKNOWN?
    pub fn is_open(&self) -> bool {
        self.verdict == "UNKNOWN"
    }

    /// The atomic property that is violated, if one is.
    pub fn violated(&self) -> Option<&str> {
        self.verdict.strip_prefix("FALSE(")?.strip_suffix(')')
    }
}

/// The folder of the tasks that every configuration is run on.
pub fn folder() -> PathBuf {
    files::repository("tasks/verify")
}

/// The folder of recursive tasks. Many are over inputs without bounds, and most configurations
/// would only use up their work there.
pub fn recursion() -> PathBuf {
    files::repository("tasks/recursion")
}

/// The folder of programs about heaps, most of them without bounds.
pub fn heaps() -> PathBuf {
    files::repository("tasks/heaps")
}

/// The programs below a folder, in order.
///
/// # Panics
/// If a folder cannot be read.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    files::below(folder, &["c", "cpp", "ll", "rs"])
}

/// The labels in the text of a task in a folder, or what is wrong with them.
///
/// ```
/// # use adumbra_tasks::label;
/// let folder = label::folder();
/// let text = "// verify no-overflow --32 => FALSE(no-overflow) by int=3\nint x;";
/// let labels = label::read(&folder, "loops/f.c", text)?;
/// assert_eq!(labels[0].name, "loops/f.c no-overflow --32");
/// assert_eq!((labels[0].violated(), labels[0].by.as_deref()), (Some("no-overflow"), Some("int=3")));
/// assert!(label::read(&folder, "f.c", "int x;").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn read(folder: &Path, task: &str, text: &str) -> Result<Vec<Label>, String> {
    let mut found = Vec::new();
    let lines = labels::read("verify", text).map_err(|line| format!("{task}: no verdict in `{line}`"))?;
    for Line { words: before, expected: after } in lines {
        let (verdict, by) = match after.split_once(" by ") {
            Some((verdict, by)) => (verdict, Some(by.trim().to_owned())),
            None => (after, None),
        };
        let (options, properties): (Vec<&str>, Vec<&str>) =
            before.split_whitespace().partition(|word| word.starts_with('-'));
        if properties.len() > 1 {
            return Err(format!("{task}: more than one property in `{before}`"));
        }
        found.push(Label {
            name: format!("{task} {before}").trim().to_owned(),
            path: folder.join(task),
            property: properties.first().map(|p| (*p).to_owned()),
            options: options.iter().map(|o| (*o).to_owned()).collect(),
            verdict: verdict.trim().to_owned(),
            by,
        });
    }
    if found.is_empty() { Err(format!("{task}: the first line says no verdict")) } else { Ok(found) }
}

/// All labels of the folder that every configuration is run on.
///
/// # Panics
/// If a task cannot be read.
pub fn all() -> Vec<Label> {
    below(&folder())
}

/// All labels of a folder.
///
/// # Panics
/// If a task cannot be read.
pub fn below(folder: &Path) -> Vec<Label> {
    let of = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let task = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        read(folder, &task, &text).unwrap_or_else(|e| panic!("{e}"))
    };
    programs(folder).into_iter().flat_map(of).collect()
}
