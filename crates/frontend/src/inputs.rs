//! From the paths that the user gives to the units that are compiled and linked.

use crate::compile_commands::{self, DatabaseFilter};
use crate::error::FrontendError;
use crate::files;
use crate::task_file;
pub use crate::unit::{Language, Unit};
use adumbra_program::DataModel;
use std::path::{Path, PathBuf};

/// All inputs, expanded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The units, in link order.
    pub units: Vec<Unit>,
    /// The data model that a task file or a database names.
    pub data_model: Option<DataModel>,
}

/// Expands task files and databases and checks that every file can be read.
pub fn expand(paths: &[PathBuf], filter: &DatabaseFilter) -> Result<Inputs, FrontendError> {
    let mut inputs = Inputs { units: Vec::new(), data_model: None };
    for path in paths {
        files::check(path)?;
        match path.extension().and_then(|e| e.to_str()) {
            Some("yml" | "yaml") => {
                let task = task_file::read(path)?;
                inputs.agree(task.data_model, path)?;
                for file in &task.inputs {
                    files::check(file)?;
                    inputs.units.push(unit(file)?);
                }
            }
            Some("json") => {
                for unit in compile_commands::read(path, filter)? {
                    files::check(&unit.path)?;
                    inputs.agree(unit.data_model, path)?;
                    inputs.units.push(unit);
                }
            }
            Some("prp") => {
                return Err(FrontendError::Usage(format!(
                    "{}: a property file is given with --property",
                    path.display()
                )));
            }
            Some("cfa") => {
                return Err(FrontendError::Usage(format!("{}: there is no LLVM module of it", path.display())));
            }
            _ => inputs.units.push(unit(path)?),
        }
    }
    if inputs.units.is_empty() {
        return Err(FrontendError::NoInput);
    }
    Ok(inputs)
}

impl Inputs {
    fn agree(&mut self, data_model: Option<DataModel>, path: &Path) -> Result<(), FrontendError> {
        match (self.data_model, data_model) {
            (Some(a), Some(b)) if a != b => Err(FrontendError::Malformed {
                path: path.into(),
                line: None,
                message: format!("data models {} and {} in one program", a.name(), b.name()),
            }),
            (None, Some(_)) => {
                self.data_model = data_model;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn unit(path: &Path) -> Result<Unit, FrontendError> {
    let language = Language::of(path).ok_or_else(|| FrontendError::UnknownExtension { path: path.into() })?;
    Ok(Unit {
        path: path.into(),
        display: path.display().to_string(),
        language,
        directory: None,
        flags: Vec::new(),
        data_model: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_databases_and_files_mix() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        file("a.c", "");
        file("b.i", "");
        let task = file("t.yml", "format_version: '2.0'\ninput_files: [a.c]\noptions: {data_model: ILP32}\n");
        let other = file("u.yml", "format_version: '2.0'\ninput_files: [b.i]\noptions: {data_model: LP64}\n");
        let base = dir.path().display();
        let database = file(
            "compile_commands.json",
            &format!(r#"[{{"directory": "{base}", "file": "b.i", "arguments": ["cc", "-c", "b.i"]}}]"#),
        );
        let inputs = expand(&[task.clone(), database], &DatabaseFilter::default()).unwrap();
        assert_eq!(inputs.data_model, Some(DataModel::Ilp32));
        let languages: Vec<_> = inputs.units.iter().map(|u| u.language).collect();
        assert_eq!(languages, [Language::C, Language::PreprocessedC]);
        let error = expand(&[task, other], &DatabaseFilter::default()).unwrap_err();
        assert!(error.to_string().contains("ILP32 and LP64"), "{error}");
        assert!(matches!(
            expand(&[dir.path().into()], &DatabaseFilter::default()),
            Err(FrontendError::Directory { .. })
        ));
        let unknown = file("x.txt", "");
        assert!(matches!(expand(&[unknown], &DatabaseFilter::default()), Err(FrontendError::UnknownExtension { .. })));
        assert!(matches!(expand(&[], &DatabaseFilter::default()), Err(FrontendError::NoInput)));
    }
}
