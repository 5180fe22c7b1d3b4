//! Task files of the software verification competition (`.yml`, formats 1.0 and 2.0).

use crate::error::FrontendError;
use crate::files;
use crate::task_set;
use adumbra_program::DataModel;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What a task file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskFile {
    /// The input files, relative to the working directory.
    pub inputs: Vec<PathBuf>,
    /// The properties to be decided.
    pub properties: Vec<TaskProperty>,
    /// The data model, if the task names one, or the sets that list it do.
    pub data_model: Option<DataModel>,
    /// The language, if the task names one.
    pub language: Option<String>,
}

/// One property of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    /// The property file, relative to the working directory.
    pub file: PathBuf,
    /// The verdict that is known to be right.
    pub expected: Option<bool>,
    /// Which part of a conjunction is violated, if the expected verdict is false.
    pub subproperty: Option<String>,
}

#[derive(Deserialize)]
struct RawTask {
    format_version: Option<Version>,
    input_files: OneOrMore,
    #[serde(default)]
    properties: Vec<RawProperty>,
    #[serde(default)]
    options: RawOptions,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Version {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct RawOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// Reads a task file. If it names no data model, the sets that list it may.
pub fn read(path: &Path) -> Result<TaskFile, FrontendError> {
    let text = files::read_text(path)?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let malformed = |(line, message)| FrontendError::Malformed { path: path.into(), line, message };
    let mut task = parse(&text, directory).map_err(malformed)?;
    if task.data_model.is_none() {
        task.data_model = task_set::data_model(path);
    }
    Ok(task)
}

/// Parses the text of a task file that lies in `directory`.
pub fn parse(text: &str, directory: &Path) -> Result<TaskFile, (Option<u32>, String)> {
    let raw: RawTask = serde_saphyr::from_str(text).map_err(|e| {
        let line = e.location().map(|l| l.line() as u32);
        let message = e.without_snippet().to_string();
        let message = message.lines().next().unwrap_or_default().to_owned();
        (line, format!("not a task file: {message}"))
    })?;
    let version = match &raw.format_version {
        Some(Version::Text(t)) => t.clone(),
        Some(Version::Number(n)) => format!("{n:.1}"),
        None => return Err((None, "not a task file: no format_version".into())),
    };
    if !(version.starts_with("1.") || version.starts_with("2.")) {
        return Err((None, format!("format_version {version} is not known (1.0 and 2.0 are)")));
    }
    let files = match raw.input_files {
        OneOrMore::One(file) => vec![file],
        OneOrMore::More(files) => files,
    };
    if files.is_empty() {
        return Err((None, "the task has no input files".into()));
    }
    let data_model = match raw.options.data_model.as_deref() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err((None, format!("data_model {other} is not known (ILP32 and LP64 are)"))),
    };
    Ok(TaskFile {
        inputs: files.iter().map(|f| directory.join(f)).collect(),
        properties: raw
            .properties
            .into_iter()
            .map(|p| TaskProperty {
                file: directory.join(p.property_file),
                expected: p.expected_verdict,
                subproperty: p.subproperty,
            })
            .collect(),
        data_model,
        language: raw.options.language,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_one() {
        let text = "format_version: '1.0'\n\n# old file name: a.c\ninput_files: 'array-1.c'\n\nproperties:\n  \
                    - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  \
                    - property_file: ../properties/coverage-branches.prp\n";
        let task = parse(text, Path::new("c/loops")).unwrap();
        assert_eq!(task.inputs, [Path::new("c/loops/array-1.c")]);
        assert_eq!(task.data_model, None);
        assert_eq!(task.properties.len(), 2);
        assert_eq!(task.properties[0].file, Path::new("c/loops/../properties/unreach-call.prp"));
        assert_eq!((task.properties[0].expected, task.properties[1].expected), (Some(true), None));
    }

    #[test]
    fn format_two() {
        let text = "format_version: '2.0'\ninput_files:\n  - 'a.i'\n  - \"b.i\"\nproperties:\n  \
                    - property_file: p.prp\n    expected_verdict: false\n    subproperty: valid-deref\n\
                    options:\n  language: C\n  data_model: ILP32\n";
        let task = parse(text, Path::new("")).unwrap();
        assert_eq!(task.inputs, [Path::new("a.i"), Path::new("b.i")]);
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
        assert_eq!(task.language.as_deref(), Some("C"));
        assert_eq!(task.properties[0].subproperty.as_deref(), Some("valid-deref"));
        assert_eq!(parse("format_version: 2.0\ninput_files: a.c\n", Path::new("")).unwrap().inputs.len(), 1);
    }

    #[test]
    fn what_is_no_task_is_refused() {
        for (text, part) in [
            ("", "not a task file"),
            ("input_files: a.c\n", "format_version"),
            ("format_version: '3.0'\ninput_files: a.c\n", "3.0"),
            ("format_version: '2.0'\n", "input_files"),
            ("format_version: '2.0'\ninput_files: []\n", "no input files"),
            ("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LLP64}\n", "LLP64"),
            ("format_version: [\n", "not a task file"),
        ] {
            let (_, message) = parse(text, Path::new("")).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
