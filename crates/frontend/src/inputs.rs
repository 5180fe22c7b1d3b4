//! From the paths that the user gives to the units that are compiled and linked.

use crate::compile_commands::{self, DatabaseFilter};
use crate::error::FrontendError;
use crate::files;
use crate::task_file;
use adumbra_program::DataModel;
use std::path::{Path, PathBuf};

/// The kinds of input, for messages.
pub(crate) const KNOWN: &str = ".c, .i (C); .cpp, .cc, .cxx, .C, .ii (C++); .rs (Rust); .ll, .bc (LLVM); .cfa (textual form); .yml (task); .json (compilation database)";

/// What a unit is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C after the preprocessor.
    PreprocessedC,
    /// C++.
    Cxx,
    /// C++ after the preprocessor.
    PreprocessedCxx,
    /// Rust.
    Rust,
    /// LLVM bitcode.
    Bitcode,
    /// LLVM's textual form.
    TextualIr,
}

impl Language {
    /// The language of a file by its name.
    pub fn of(path: &Path) -> Option<Language> {
        Some(match path.extension()?.to_str()? {
            "c" => Language::C,
            "i" => Language::PreprocessedC,
            "cpp" | "cc" | "cxx" | "c++" | "cp" | "C" | "CPP" => Language::Cxx,
            "ii" => Language::PreprocessedCxx,
            "rs" => Language::Rust,
            "bc" => Language::Bitcode,
            "ll" => Language::TextualIr,
            _ => return None,
        })
    }

    /// The language that the compiler option `-x` names.
    pub(crate) fn named(name: &str) -> Option<Language> {
        Some(match name {
            "c" => Language::C,
            "cpp-output" => Language::PreprocessedC,
            "c++" => Language::Cxx,
            "c++-cpp-output" => Language::PreprocessedCxx,
            _ => return None,
        })
    }

    /// The name that clang's option `-x` takes. Preprocessed files go through the preprocessor
    /// again, since macros stand in for GCC's types.
    pub fn clang_name(self) -> &'static str {
        match self {
            Language::C | Language::PreprocessedC => "c",
            Language::Cxx | Language::PreprocessedCxx => "c++",
            Language::Rust | Language::Bitcode | Language::TextualIr => "ir",
        }
    }

    /// Is it C?
    pub fn is_c(self) -> bool {
        matches!(self, Language::C | Language::PreprocessedC)
    }

    /// Has it been through the preprocessor?
    pub fn is_preprocessed(self) -> bool {
        matches!(self, Language::PreprocessedC | Language::PreprocessedCxx)
    }

    /// Does clang compile it?
    pub fn by_clang(self) -> bool {
        self.is_c() || matches!(self, Language::Cxx | Language::PreprocessedCxx)
    }
}

/// One file to compile, or one module to link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The file, as the user gave it or absolute if a database named it.
    pub path: PathBuf,
    /// What the user calls it.
    pub display: String,
    /// What it is written in.
    pub language: Language,
    /// Where the compiler runs; `None` is the working directory.
    pub directory: Option<PathBuf>,
    /// Flags of a database.
    pub flags: Vec<String>,
    /// The data model that a database names.
    pub data_model: Option<DataModel>,
}

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
