//! Tools: their descriptions, where they are installed, what they are told and what their output
//! means.
//!
//! A tool is chosen by a request such as `adumbra:value`, `cbmc=/opt/cbmc/bin/cbmc` or
//! `./my-tool.toml --fast`. What is to be run for a task is [`Tool::command`]; what a run said is
//! [`Tool::read`].

pub mod answer;
pub mod check;
pub mod description;
mod probe;
pub mod template;

pub use answer::{Reading, Tally};
pub use description::{Description, Kind};

use crate::model::{Answer, DataModel, Limits, Measured, Task};
use crate::task::{label, property};
use std::path::{Path, PathBuf};
use std::time::Duration;
use template::Values;

/// The descriptions that come with this program, by name.
pub const SHIPPED: &[(&str, &str)] = &[
    ("adumbra", include_str!("../../../../tools/adumbra.toml")),
    ("adumbra-solve", include_str!("../../../../tools/adumbra-solve.toml")),
    ("bitwuzla", include_str!("../../../../tools/bitwuzla.toml")),
    ("bitwuzla-python", include_str!("../../../../tools/bitwuzla-python.toml")),
    ("cadical", include_str!("../../../../tools/cadical.toml")),
    ("cbmc", include_str!("../../../../tools/cbmc.toml")),
    ("cpachecker", include_str!("../../../../tools/cpachecker.toml")),
    ("cppcheck", include_str!("../../../../tools/cppcheck.toml")),
    ("cvc5", include_str!("../../../../tools/cvc5.toml")),
    ("esbmc", include_str!("../../../../tools/esbmc.toml")),
    ("frama-c", include_str!("../../../../tools/frama-c.toml")),
    ("klee", include_str!("../../../../tools/klee.toml")),
    ("minisat", include_str!("../../../../tools/minisat.toml")),
    ("symbiotic", include_str!("../../../../tools/symbiotic.toml")),
    ("ultimate-automizer", include_str!("../../../../tools/ultimate-automizer.toml")),
    ("z3", include_str!("../../../../tools/z3.toml")),
];

/// Why a tool cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToolError {
    /// There is no description of this name.
    #[error("there is no description of a tool `{name}`; there are {known}, and files that end in .toml")]
    Unknown {
        /// The name.
        name: String,
        /// All names.
        known: String,
    },
    /// A description cannot be read.
    #[error("{path}: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
    /// A description is wrong.
    #[error("{file}{}: {cause}", line.map(|line| format!(":{line}")).unwrap_or_default())]
    Malformed {
        /// The file.
        file: String,
        /// The line, if there is one.
        line: Option<u32>,
        /// What is wrong.
        cause: String,
    },
    /// The tool is not there.
    #[error(
        "{name} is not installed: no {looked} in the directories of PATH ({install}; or name the executable: {name}=PATH)"
    )]
    NotInstalled {
        /// The tool.
        name: String,
        /// What was looked for.
        looked: String,
        /// How it can be installed.
        install: String,
    },
    /// What was given as the executable is none.
    #[error("{name}: {path} is no executable file")]
    NotExecutable {
        /// The tool.
        name: String,
        /// What was given.
        path: PathBuf,
    },
    /// It does not say its version.
    #[error("{name}: `{command}` says no version: {cause}")]
    NoVersion {
        /// The tool.
        name: String,
        /// What was run.
        command: String,
        /// What happened.
        cause: String,
    },
    /// A configuration was chosen, but the tool has none.
    #[error("{0} has no configurations")]
    NoConfigurations(String),
    /// A hole in the command has no value for this run.
    #[error("{name}: the command needs {{{hole}}}, which has no value here")]
    NoValue {
        /// The tool.
        name: String,
        /// The hole.
        hole: String,
    },
    /// A file that the tool needs cannot be written.
    #[error("{path}: {cause}")]
    Scratch {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
}

/// Finds a description: one that is shipped, by its name, or a file.
pub fn load(name: &str) -> Result<Description, ToolError> {
    if name.ends_with(".toml") || name.contains('/') {
        let text = std::fs::read_to_string(name)
            .map_err(|cause| ToolError::Unreadable { path: name.to_owned(), cause: cause.to_string() })?;
        return Description::parse(name, &text);
    }
    match SHIPPED.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Description::parse(&format!("tools/{name}.toml"), text),
        None => {
            let known = SHIPPED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            Err(ToolError::Unknown { name: name.to_owned(), known })
        }
    }
}

/// A tool as someone asks for it: `NAME[:CONFIGURATION][=EXECUTABLE] [OPTION…]`, where the name may
/// be a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The name or the file of its description.
    pub name: String,
    /// The configuration.
    pub configuration: Option<String>,
    /// The executable.
    pub executable: Option<PathBuf>,
    /// Further options for it.
    pub options: Vec<String>,
}

impl Request {
    /// Reads a request.
    pub fn parse(written: &str) -> Request {
        let mut words = written.split_whitespace();
        let head = words.next().unwrap_or_default();
        let (left, executable) = match head.split_once('=') {
            Some((left, path)) => (left, Some(PathBuf::from(path))),
            None => (head, None),
        };
        let (name, configuration) = match left.split_once(':') {
            Some((name, configuration)) => (name, Some(configuration.to_owned())),
            None => (left, None),
        };
        Request { name: name.to_owned(), configuration, executable, options: words.map(str::to_owned).collect() }
    }

    /// Finds the description and the executable.
    pub fn resolve(&self) -> Result<Tool, ToolError> {
        let description = load(&self.name)?;
        if self.configuration.is_some() && description.configuration.is_none() {
            return Err(ToolError::NoConfigurations(description.name));
        }
        let executable = description.resolve(self.executable.as_deref())?;
        Ok(Tool { executable, configuration: self.configuration.clone(), options: self.options.clone(), description })
    }
}

impl Description {
    /// Where the executable is: the one given, or the first one of its names in the directories of
    /// `PATH`.
    pub fn resolve(&self, given: Option<&Path>) -> Result<PathBuf, ToolError> {
        if let Some(path) = given {
            // A name without a directory is looked for as well.
            let found = match path.components().count() {
                1 if !path.exists() => path.to_str().and_then(on_path),
                _ => std::path::absolute(path).ok(),
            };
            return found
                .filter(|path| is_executable(path))
                .ok_or_else(|| ToolError::NotExecutable { name: self.name.clone(), path: path.to_owned() });
        }
        let beside = self.own.then(std::env::current_exe).and_then(Result::ok);
        let beside = beside.as_deref().and_then(Path::parent).map(|directory| directory.to_owned());
        let beside = self.executables.iter().filter_map(|name| Some(beside.as_ref()?.join(name)));
        let mut found =
            beside.filter(|path| is_executable(path)).chain(self.executables.iter().filter_map(|n| on_path(n)));
        found.next().ok_or_else(|| ToolError::NotInstalled {
            name: self.name.clone(),
            looked: self.executables.join(" or "),
            install: self.install.clone(),
        })
    }
}

/// The first executable of a name in the directories of `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|directory| directory.join(name)).find(|path| is_executable(path))?;
    std::path::absolute(found).ok()
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// A tool that is installed, with a configuration and options.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The description.
    pub description: Description,
    /// The executable, absolute.
    pub executable: PathBuf,
    /// The configuration.
    pub configuration: Option<String>,
    /// Further options.
    pub options: Vec<String>,
}

impl Tool {
    /// A name for tables, such as `adumbra value`.
    pub fn title(&self) -> String {
        let words = self.configuration.iter().chain(&self.options).map(String::as_str);
        std::iter::once(self.description.name.as_str()).chain(words).collect::<Vec<_>>().join(" ")
    }

    /// The configuration and the options, which together with the description say how the tool is
    /// run.
    pub fn choices(&self) -> Vec<String> {
        let configuration = self.configuration.iter().map(|configuration| format!(":{configuration}"));
        configuration.chain(self.options.iter().cloned()).collect()
    }

    /// What the tool says its version is.
    pub fn version(&self) -> Result<String, ToolError> {
        let mut command = vec![self.executable.display().to_string()];
        command.extend(self.description.version_arguments.iter().cloned());
        let fail = |cause: String| ToolError::NoVersion {
            name: self.description.name.clone(),
            command: command.join(" "),
            cause,
        };
        let done = probe::run(&command, &[], None, Duration::from_secs(60)).map_err(fail)?;
        let pattern = &self.description.version_pattern;
        let found = [&done.stdout, &done.stderr].into_iter().find_map(|text| pattern.captures(text));
        let version = found.and_then(|found| match &self.description.version_says {
            Some(says) => Some(says.clone()),
            None => found.get(1).or(found.get(0)).map(|m| m.as_str().trim().to_owned()),
        });
        version
            .filter(|version| !version.is_empty())
            .ok_or_else(|| fail(format!("{:?}, and `{pattern}` is not in what it wrote", done.measured.ending)))
    }

    /// Can the tool be asked about a task? If not, the reason for the answer unknown.
    pub fn supports(&self, task: &Task) -> Result<(), &'static str> {
        let description = &self.description;
        let takes = |file: &PathBuf| {
            file.extension().and_then(|e| e.to_str()).is_some_and(|e| description.extensions.iter().any(|own| own == e))
        };
        let model = data_model(task).to_string();
        if !description.properties.contains_key(&task.property.name) {
            Err("property not supported")
        } else if !task.files.iter().all(takes) {
            Err("language not supported")
        } else if task.files.len() > 1 && !description.takes_several() {
            Err("several files not supported")
        } else if !description.data_models.is_empty() && !description.data_models.contains_key(&model) {
            Err("data model not supported")
        } else if !task.arguments.is_empty() && !description.command.iter().any(|word| word.has("arguments")) {
            // They change what is asked.
            Err("arguments not supported")
        } else {
            Ok(())
        }
    }

    /// The command for a task. Files that the tool needs are written into the scratch directory,
    /// which is to be its working directory.
    pub fn command(&self, task: &Task, limits: &Limits, scratch: &Path) -> Result<Vec<String>, ToolError> {
        let description = &self.description;
        let no_value = |hole| ToolError::NoValue { name: description.name.clone(), hole };
        let mut values = self.values(task, limits, scratch);
        let words = |texts: Option<&Vec<template::Text>>, values: &Values| -> Result<Vec<String>, ToolError> {
            let filled = texts.into_iter().flatten().map(|text| text.fill(values));
            Ok(filled.collect::<Result<Vec<_>, _>>().map_err(no_value)?.concat())
        };
        let for_property = description.properties.get(&task.property.name);
        let for_model = description.data_models.get(&data_model(task).to_string());
        let for_configuration = description.configuration.as_ref().filter(|_| self.configuration().is_some());
        let lists = [
            ("property_arguments", words(for_property, &values)?),
            ("data_model_arguments", words(for_model, &values)?),
            ("configuration_arguments", words(for_configuration, &values)?),
        ];
        values.list.extend(lists);
        let command = template::fill(&description.command, &values).map_err(no_value)?;
        let write = |path: PathBuf, text: &str| {
            std::fs::write(&path, text).map_err(|cause| ToolError::Scratch { path, cause: cause.to_string() })
        };
        if let (None, Some(text)) = (&task.property.file, property_text(task)) {
            write(scratch.join(PROPERTY_FILE), &text)?;
        }
        for file in &description.files {
            if file.properties.is_empty() || file.properties.contains(&task.property.name) {
                let text = file.text.fill(&values).map_err(no_value)?;
                write(scratch.join(&file.name), &text.concat())?;
            }
        }
        Ok(command)
    }

    /// The environment variables for a run.
    pub fn environment(
        &self,
        task: &Task,
        limits: &Limits,
        scratch: &Path,
    ) -> Result<Vec<(String, String)>, ToolError> {
        let values = self.values(task, limits, scratch);
        let fill = |(name, text): &(String, template::Text)| match text.fill(&values) {
            Ok(words) => Ok((name.clone(), words.concat())),
            Err(hole) => Err(ToolError::NoValue { name: self.description.name.clone(), hole }),
        };
        self.description.environment.iter().map(fill).collect()
    }

    /// The configuration that was chosen, or else the one of the description.
    fn configuration(&self) -> Option<&str> {
        self.configuration.as_deref().or(self.description.default_configuration.as_deref())
    }

    fn values(&self, task: &Task, limits: &Limits, scratch: &Path) -> Values {
        let shown = |path: &Path| path.display().to_string();
        let whole = |seconds: f64| format!("{}", seconds.ceil().max(1.0));
        let mut values = Values::default();
        let mut set = |name, value: Option<String>| {
            if let Some(value) = value {
                values.single.insert(name, value);
            }
        };
        let property_file = match (&task.property.file, property_text(task)) {
            (Some(file), _) => Some(shown(file)),
            (None, Some(_)) => Some(shown(&scratch.join(PROPERTY_FILE))),
            (None, None) => None,
        };
        set("executable", Some(shown(&self.executable)));
        set("file", task.files.first().map(|file| shown(file)));
        set("property", Some(task.property.name.clone()));
        set("property_or_file", Some(task.property.file.as_deref().map_or_else(|| task.property.name.clone(), shown)));
        set("property_file", property_file);
        set("data_model", Some(data_model(task).to_string()));
        set("bits", Some(if data_model(task) == DataModel::Ilp32 { "32".into() } else { "64".into() }));
        set("cpu_seconds", limits.cpu.map(whole));
        set("wall_seconds", limits.wall.map(whole));
        set("memory_mib", limits.memory.map(|bytes| (bytes >> 20).to_string()));
        set("memory_bytes", limits.memory.map(|bytes| bytes.to_string()));
        set("cores", limits.cores.map(|cores| cores.to_string()));
        set("scratch", Some(shown(scratch)));
        set("configuration", self.configuration().map(str::to_owned));
        values.list.insert("files", task.files.iter().map(|file| shown(file)).collect());
        values.list.insert("options", self.options.clone());
        let arguments = task.arguments.iter().map(|argument| label::resolved(argument, &task.definition));
        values.list.insert("arguments", arguments.collect());
        values
    }

    /// What a run said, and which rule of the description says so.
    pub fn read(&self, task: &Task, measured: &Measured, stdout: &str, stderr: &str) -> Reading {
        self.description.read(&task.property.name, measured, stdout, stderr)
    }

    /// What a run said.
    pub fn answer(&self, task: &Task, measured: &Measured, stdout: &str, stderr: &str) -> Answer {
        self.read(task, measured, stdout, stderr).answer
    }
}

/// The name of the property file that is written for a task without one.
const PROPERTY_FILE: &str = "property.prp";

/// The data model of a task; that of this machine if it has none.
fn data_model(task: &Task) -> DataModel {
    let own = if cfg!(target_pointer_width = "32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    task.data_model.unwrap_or(own)
}

/// The text of a property file for a task without one: with the error function that the program
/// has.
fn property_text(task: &Task) -> Option<String> {
    let text = property::text_of(&task.property.name)?;
    let calls = |name: &str| {
        let has = |path: &PathBuf| std::fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains(name));
        task.files.iter().any(has)
    };
    let old = task.property.name == "unreach-call" && !calls("reach_error") && calls("__VERIFIER_error");
    Some(if old { text.replace("reach_error", "__VERIFIER_error") } else { text })
}
