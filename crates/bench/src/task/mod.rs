//! Task sets: what is asked of the tools, read from definitions, sets, labelled programs and
//! formulas.
//!
//! [`load`] reads everything before anything runs, and answers all that is wrong at once.

pub mod definition;
pub mod formula;
pub mod glob;
pub mod label;
pub mod property;
mod reader;
mod select;
pub mod set;

pub use select::{Selection, spread};

use crate::model::Task;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a task, or a set of them, cannot be used.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskError {
    /// The file that is wrong; `None` if it is the selection.
    pub file: Option<PathBuf>,
    /// The line, if there is one.
    pub line: Option<u32>,
    /// What is wrong.
    pub cause: Cause,
    /// The tasks that are lost by it, as far as they could be read, so that a run can record their
    /// failure.
    pub lost: Vec<Task>,
}

/// What is wrong with a task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// The file is not there, or cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file does not say what it should.
    #[error("{0}")]
    Malformed(String),
    /// A file of a kind that is no task.
    #[error("a task is a .yml, .set, .smt2 or .cnf file, a program, or a directory of them")]
    Kind,
    /// A program is not there.
    #[error("the program {0} does not exist")]
    NoProgram(String),
    /// A property file cannot be read.
    #[error("the property file {0} cannot be read: {1}")]
    NoPropertyFile(String, String),
    /// A property file with a property that has no name here.
    #[error("the property file {file}, line {line}: {cause}")]
    PropertyFile {
        /// The file.
        file: String,
        /// The line in it.
        line: u32,
        /// What is wrong there.
        cause: String,
    },
    /// A coverage goal that was asked for.
    #[error("the property file {0} is a coverage goal for test generators, not a property")]
    Coverage(String),
    /// A property that was asked for does not exist.
    #[error("unknown property `{0}`; known are {known}", known = known_properties())]
    UnknownProperty(String),
    /// A pattern that no file fits.
    #[error("the pattern `{0}` matches no file")]
    EmptyPattern(String),
    /// A task that is there already.
    #[error("{0} is there twice")]
    Duplicate(String),
    /// A verdict names a part that the property does not have.
    #[error("`{part}` is no part of {property}")]
    NoPart {
        /// The part.
        part: String,
        /// The property.
        property: String,
    },
    /// Sets that list a task do not agree.
    #[error("the set {ilp32} says 32 bit and {lp64} says 64 bit; choose a data model")]
    DataModels {
        /// A set that says 32 bit.
        ilp32: String,
        /// A set that says 64 bit.
        lp64: String,
    },
    /// Nothing that is a task.
    #[error("no tasks here: no .yml, no program whose first line begins with `// verify`, no .smt2, no .cnf")]
    NoTasks,
    /// All tasks were selected out.
    #[error("of {0} properties of tasks none is wanted")]
    NothingWanted(usize),
}

fn known_properties() -> String {
    property::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl TaskError {
    fn of_selection(cause: Cause) -> Self {
        TaskError { file: None, line: None, cause, lost: Vec::new() }
    }

    fn at(file: &Path, line: Option<u32>, cause: Cause) -> Self {
        TaskError { file: Some(file.to_owned()), line, cause, lost: Vec::new() }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{}:{line}: {}", file.display(), self.cause),
            (Some(file), None) => write!(f, "{}: {}", file.display(), self.cause),
            (None, _) => self.cause.fmt(f),
        }
    }
}

impl std::error::Error for TaskError {}

/// What was read: the tasks that are good, and what is wrong with the others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Loaded {
    /// The tasks, in the order of the sets.
    pub tasks: Vec<Task>,
    /// What is wrong.
    pub errors: Vec<TaskError>,
}

/// Reads the tasks of sets, definitions, directories, programs and formulas. If anything is wrong,
/// all that is wrong is answered; a selection that keeps going is then answered the good tasks,
/// unless there are none. Who wants to record what was left out calls [`read`].
pub fn load(sets: &[PathBuf], selection: &Selection) -> Result<Vec<Task>, Vec<TaskError>> {
    let loaded = read(sets, selection);
    if loaded.errors.is_empty() || (selection.keep_going && !loaded.tasks.is_empty()) {
        Ok(loaded.tasks)
    } else {
        Err(loaded.errors)
    }
}

/// Reads the tasks like [`load`], and answers both the good ones and what is wrong with the others.
pub fn read(sets: &[PathBuf], selection: &Selection) -> Loaded {
    let wanted = match select::Wanted::new(selection) {
        Ok(wanted) => wanted,
        Err(errors) => return Loaded { tasks: Vec::new(), errors },
    };
    let mut reader = reader::Reader::new(&wanted);
    for set in sets {
        reader.argument(set);
    }
    let reader::Reader { mut loaded, seen, .. } = reader;
    name(&mut loaded);
    loaded.tasks.retain(|task| wanted.name(&task.name));
    loaded.errors.retain_mut(|error| {
        // What is wrong with a task that is not wanted does not matter.
        let named = error.lost.is_empty();
        error.lost.retain(|task| wanted.name(&task.name));
        let file = error.file.as_deref().filter(|file| reader::is_task(file));
        if named { file.is_none_or(|file| wanted.name(&components(file, 2))) } else { !error.lost.is_empty() }
    });
    without_duplicates(&mut loaded);
    loaded.tasks = select::limit(loaded.tasks, selection);
    if loaded.tasks.is_empty() && loaded.errors.is_empty() {
        loaded.errors.push(TaskError::of_selection(Cause::NothingWanted(seen)));
    }
    loaded
}

/// The last components of a path.
fn components(path: &Path, count: usize) -> String {
    let all: Vec<_> = path.iter().map(|c| c.to_string_lossy()).collect();
    all[all.len().saturating_sub(count)..].join("/")
}

/// Gives every task its name: the last two components of its definition, or more where that is
/// needed to tell two of a category from each other.
fn name(loaded: &mut Loaded) {
    let mut lengths: HashMap<(String, PathBuf), usize> = HashMap::new();
    for task in loaded.all() {
        lengths.insert((task.category.clone(), task.definition.clone()), 2);
    }
    loop {
        let mut owners: HashMap<(&str, String), Vec<&(String, PathBuf)>> = HashMap::new();
        for (key, length) in &lengths {
            owners.entry((&key.0, components(&key.1, *length))).or_default().push(key);
        }
        let clashes = owners.into_values().filter(|owners| owners.len() > 1);
        let clashing: HashSet<(String, PathBuf)> = clashes.flatten().cloned().collect();
        if clashing.is_empty() {
            break;
        }
        for key in clashing {
            *lengths.entry(key).or_default() += 1;
        }
    }
    for task in loaded.all_mut() {
        let key = (task.category.clone(), task.definition.clone());
        let short = components(&task.definition, lengths.get(&key).copied().unwrap_or(2));
        // What the reader wrote is what comes after the file: the options of a label.
        task.name = format!("{short} {}", task.name).trim_end().to_owned();
    }
}

impl Loaded {
    fn all(&self) -> impl Iterator<Item = &Task> {
        self.tasks.iter().chain(self.errors.iter().flat_map(|error| &error.lost))
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Task> {
        self.tasks.iter_mut().chain(self.errors.iter_mut().flat_map(|error| &mut error.lost))
    }
}

/// Takes out tasks that are there already, and says so.
fn without_duplicates(loaded: &mut Loaded) {
    let mut known = HashSet::new();
    let errors = &mut loaded.errors;
    loaded.tasks.retain(|task| {
        let key = (task.category.clone(), task.name.clone(), task.property.name.clone(), task.data_model);
        let new = known.insert((key, task.arguments.clone()));
        if !new {
            let what = format!("the task {} ({}) of {}", task.name, task.property.name, task.category);
            errors.push(TaskError::at(&task.definition, None, Cause::Duplicate(what)));
        }
        new
    });
}
