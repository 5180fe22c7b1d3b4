//! What is compiled or linked: files, and what they are written in.

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
