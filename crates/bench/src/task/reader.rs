//! Reading one argument after the other: what kind it is, and which tasks it has.

use super::select::Wanted;
use super::{Cause, Loaded, TaskError, definition, formula, glob, label, property, set};
use crate::model::{Asked, DataModel, Expected, Task};
use std::path::{Component, Path, PathBuf};

/// What has been read so far.
pub(super) struct Reader<'a> {
    wanted: &'a Wanted,
    pub(super) loaded: Loaded,
    /// How many properties of tasks there were, wanted or not.
    pub(super) seen: usize,
    properties: property::Cache,
    catalogue: set::Catalogue,
}

/// The set through which a file was found.
#[derive(Clone, Copy)]
struct Through<'a> {
    category: &'a str,
    data_model: Option<DataModel>,
}

/// What a file can be a task as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Definition,
    Program,
    Script,
    Dimacs,
}

fn kind_of(path: &Path) -> Option<Kind> {
    Some(match path.extension()?.to_str()? {
        "yml" | "yaml" => Kind::Definition,
        "smt2" => Kind::Script,
        "cnf" | "dimacs" => Kind::Dimacs,
        ending if label::PROGRAMS.contains(&ending) => Kind::Program,
        _ => return None,
    })
}

/// Can a file, by its name, be a task?
pub(super) fn is_task(path: &Path) -> bool {
    kind_of(path).is_some()
}

impl<'a> Reader<'a> {
    pub(super) fn new(wanted: &'a Wanted) -> Self {
        Reader {
            wanted,
            loaded: Loaded::default(),
            seen: 0,
            properties: property::Cache::default(),
            catalogue: set::Catalogue::default(),
        }
    }

    fn fail(&mut self, file: &Path, line: Option<u32>, cause: Cause) {
        self.loaded.errors.push(TaskError::at(file, line, cause));
    }

    /// Reads what was given on the command line.
    pub(super) fn argument(&mut self, given: &Path) {
        let path = match std::path::absolute(given) {
            Ok(path) => plain(&path),
            Err(cause) => return self.fail(given, None, Cause::Unreadable(cause.to_string())),
        };
        if path.is_dir() {
            self.directory(&path);
        } else if path.extension().is_some_and(|e| e == "set") {
            self.set(&path);
        } else {
            self.file(&path, None, true);
        }
    }

    fn set(&mut self, path: &Path) {
        let set = match set::read(path) {
            Ok(set) => set,
            Err((file, None, cause)) => return self.fail(&file, None, Cause::Unreadable(cause)),
            Err((file, line, cause)) => return self.fail(&file, line, Cause::Malformed(cause)),
        };
        if set.patterns.is_empty() {
            return self.fail(path, None, Cause::Malformed("the set is empty".into()));
        }
        let directory = path.parent().unwrap_or(Path::new("/"));
        // Patterns of a set may overlap.
        let mut files: Vec<PathBuf> = Vec::new();
        for (line, pattern) in &set.patterns {
            match glob::expand(directory, pattern) {
                Ok(found) if found.is_empty() => {
                    self.fail(path, Some(*line), Cause::EmptyPattern(pattern.clone()));
                }
                Ok(found) => files.extend(found.iter().map(|file| plain(file))),
                Err(cause) => self.fail(path, Some(*line), Cause::Malformed(cause)),
            }
        }
        files.sort();
        files.dedup();
        for file in files {
            self.file(&file, Some(Through { category: &set.name, data_model: set.data_model }), true);
        }
    }

    /// The tasks below a directory: definitions; if there are none, programs with labels; if there
    /// are none, formulas.
    fn directory(&mut self, path: &Path) {
        let files = files_below(path);
        let of = |kinds: &[Kind]| -> Vec<&PathBuf> {
            files.iter().filter(|file| kind_of(file).is_some_and(|kind| kinds.contains(&kind))).collect()
        };
        let definitions = of(&[Kind::Definition]);
        if !definitions.is_empty() {
            definitions.into_iter().for_each(|file| self.file(file, None, true));
            return;
        }
        let (tasks, errors) = (self.seen, self.loaded.errors.len());
        of(&[Kind::Program]).into_iter().for_each(|file| self.file(file, None, false));
        if self.seen == tasks && self.loaded.errors.len() == errors {
            of(&[Kind::Script, Kind::Dimacs]).into_iter().for_each(|file| self.file(file, None, true));
        }
        if self.seen == tasks && self.loaded.errors.len() == errors {
            self.fail(path, None, Cause::NoTasks);
        }
    }

    /// Reads one file. A program without a label is a task about which nothing is known if it was
    /// `named`, else none.
    fn file(&mut self, path: &Path, through: Option<Through<'_>>, named: bool) {
        let Some(kind) = kind_of(path) else { return self.fail(path, None, Cause::Kind) };
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(cause) => return self.fail(path, None, Cause::Unreadable(cause.to_string())),
        };
        match kind {
            Kind::Definition => self.definition(path, &String::from_utf8_lossy(&bytes), through),
            Kind::Program => self.program(path, &String::from_utf8_lossy(&bytes), through, named),
            Kind::Script | Kind::Dimacs => self.formula(path, &bytes, kind, through),
        }
    }

    /// A task of this file. Its name is completed when all are known.
    fn task(path: &Path, through: Option<Through<'_>>) -> Task {
        let directory = || path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        Task {
            name: String::new(),
            category: through.map_or_else(directory, |set| set.category.to_owned()),
            definition: path.to_owned(),
            files: vec![path.to_owned()],
            property: Asked { name: property::FORMULA.into(), file: None },
            expected: Expected::Nothing,
            data_model: None,
            arguments: Vec::new(),
        }
    }

    fn formula(&mut self, path: &Path, bytes: &[u8], kind: Kind, through: Option<Through<'_>>) {
        self.seen += 1;
        let scanned = match kind {
            Kind::Dimacs => formula::scan_dimacs(bytes).map(|expected| (property::FORMULA, expected)),
            _ => match formula::scan(bytes) {
                Ok(script) if script.known.is_empty() => Err((1, "the script asks nothing".to_owned())),
                Ok(script) if script.known.len() == 1 => Ok((property::FORMULA, script.expected())),
                Ok(script) => Ok((property::QUERIES, script.expected())),
                Err(error) => Err(error),
            },
        };
        match scanned {
            Ok((name, _)) if !self.wanted.property(name) => {}
            Err(_) if !self.wanted.property(property::FORMULA) => {}
            Ok((name, expected)) => {
                let property = Asked { name: name.into(), file: None };
                self.loaded.tasks.push(Task { property, expected, ..Self::task(path, through) });
            }
            Err((line, cause)) => {
                let lost = vec![Self::task(path, through)];
                self.loaded.errors.push(TaskError { lost, ..TaskError::at(path, Some(line), Cause::Malformed(cause)) });
            }
        }
    }

    fn program(&mut self, path: &Path, text: &str, through: Option<Through<'_>>, named: bool) {
        let labels = label::read(text);
        if labels.is_empty() && named {
            let asked = self.wanted.named();
            for name in if asked.is_empty() { &["default"] } else { asked } {
                self.seen += 1;
                let property = Asked { name: (*name).to_owned(), file: None };
                let data_model = through.and_then(|set| set.data_model).or(self.wanted.data_model);
                self.loaded.tasks.push(Task { property, data_model, ..Self::task(path, through) });
            }
        }
        for label in labels {
            self.seen += 1;
            let label = match label {
                Ok(label) => label,
                Err((line, cause)) => {
                    self.fail(path, Some(line), Cause::Malformed(cause));
                    continue;
                }
            };
            if !self.wanted.property(label.property) {
                continue;
            }
            let task = Task {
                name: label.options,
                property: Asked { name: label.property.to_owned(), file: None },
                expected: label.expected,
                data_model: label
                    .data_model
                    .or_else(|| through.and_then(|set| set.data_model))
                    .or(self.wanted.data_model),
                arguments: label.arguments,
                ..Self::task(path, through)
            };
            match task.arguments.iter().find_map(|argument| label::file_of(argument, path)?.err()) {
                None => self.loaded.tasks.push(task),
                Some(cause) => self.loaded.errors.push(TaskError {
                    lost: vec![task],
                    ..TaskError::at(path, Some(label.line), Cause::Malformed(cause))
                }),
            }
        }
    }

    fn definition(&mut self, path: &Path, text: &str, through: Option<Through<'_>>) {
        let definition = match definition::parse(text) {
            Ok(definition) => definition,
            Err((line, cause)) => return self.fail(path, line, Cause::Malformed(cause)),
        };
        let directory = path.parent().unwrap_or(Path::new("/"));
        let (files, missing) = inputs(directory, &definition.inputs);
        let mut tasks: Vec<Task> = Vec::new();
        for entry in &definition.properties {
            self.seen += 1;
            let file = plain(&directory.join(&entry.file));
            let Some(name) = self.property(path, entry, &file) else { continue };
            if tasks.iter().any(|task| task.property.name == name) {
                self.fail(path, Some(entry.line), Cause::Duplicate(format!("the property {name}")));
                continue;
            }
            if let Expected::False(Some(part)) = &entry.expected
                && !parts_of(name).contains(&part.as_str())
            {
                let cause = Cause::NoPart { part: part.clone(), property: name.to_owned() };
                self.fail(path, Some(entry.line), cause);
                continue;
            }
            let mut task = Task {
                files: files.clone(),
                property: Asked { name: name.to_owned(), file: Some(file) },
                expected: entry.expected.clone(),
                ..Self::task(path, through)
            };
            match self.data_model(&definition, path, name, through) {
                Ok(model) => {
                    task.data_model = model;
                    tasks.push(task);
                }
                Err(set::Disagreement { ilp32, lp64 }) => self.loaded.errors.push(TaskError {
                    lost: vec![task],
                    ..TaskError::at(path, Some(entry.line), Cause::DataModels { ilp32, lp64 })
                }),
            }
        }
        if missing.is_empty() {
            self.loaded.tasks.append(&mut tasks);
        } else if !tasks.is_empty() {
            for (line, written) in missing {
                let lost = std::mem::take(&mut tasks);
                self.loaded
                    .errors
                    .push(TaskError { lost, ..TaskError::at(path, Some(line), Cause::NoProgram(written)) });
            }
        }
    }

    /// The name of a property of a definition; `None` if it is not wanted or wrong.
    fn property(&mut self, path: &Path, entry: &definition::Property, file: &Path) -> Option<&'static str> {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let written = entry.file.clone();
        let cause = match self.properties.read(file) {
            property::Content::Named(name) => return Some(*name).filter(|name| self.wanted.property(name)),
            // Goals are for other tools; who wants everything does not want them.
            property::Content::Cover if !self.wanted.names(&stem) => return None,
            property::Content::Cover => Cause::Coverage(written),
            _ if !self.wanted.file(&stem) => return None,
            property::Content::Malformed(line, cause) => {
                Cause::PropertyFile { file: written, line: *line, cause: cause.clone() }
            }
            property::Content::Missing(cause) => Cause::NoPropertyFile(written, cause.clone()),
        };
        self.fail(path, Some(entry.line), cause);
        None
    }

    /// The data model: that of the definition, of the set, of the sets beside the family, of the
    /// selection.
    fn data_model(
        &mut self,
        definition: &definition::Definition,
        path: &Path,
        property: &str,
        through: Option<Through<'_>>,
    ) -> Result<Option<DataModel>, set::Disagreement> {
        if let Some(model) = definition.data_model.or_else(|| through.and_then(|set| set.data_model)) {
            return Ok(Some(model));
        }
        match (self.catalogue.data_model(path, property), self.wanted.data_model) {
            (Ok(Some(model)), _) | (Ok(None) | Err(_), Some(model)) => Ok(Some(model)),
            (other, None) => other,
        }
    }
}

/// The parts of a property that a verdict can name.
fn parts_of(property: &str) -> &[&str] {
    match property {
        "valid-memsafety" => &["valid-deref", "valid-free", "valid-memtrack"],
        "unreach-call" => &["unreach-call"],
        "no-overflow" => &["no-overflow"],
        "valid-memcleanup" => &["valid-memcleanup"],
        "termination" => &["termination"],
        "no-data-race" => &["no-data-race"],
        "valid-deref" => &["valid-deref"],
        "valid-free" => &["valid-free"],
        "valid-memtrack" => &["valid-memtrack"],
        _ => &[],
    }
}

/// The input files of a definition, and those that are not there.
fn inputs(directory: &Path, written: &[(u32, String)]) -> (Vec<PathBuf>, Vec<(u32, String)>) {
    let (mut files, mut missing) = (Vec::new(), Vec::new());
    for (line, input) in written {
        let path = plain(&directory.join(input));
        if path.exists() {
            files.push(path);
            continue;
        }
        match glob::expand(directory, input) {
            Ok(found) if glob::is_pattern(input) && !found.is_empty() => files.extend(found),
            _ => missing.push((*line, input.clone())),
        }
    }
    (files, missing)
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// All files below a directory, in order, without those whose name begins with a dot. Links to
/// directories are not followed.
fn files_below(top: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut waiting = vec![top.to_owned()];
    while let Some(directory) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if path.is_dir() {
                if !path.is_symlink() {
                    waiting.push(path);
                }
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
