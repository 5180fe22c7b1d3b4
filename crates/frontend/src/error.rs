//! What can go wrong between a user's input and a program.

use std::path::PathBuf;
use thiserror::Error;

/// Whose problem an error is; it decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The request itself makes no sense.
    Usage,
    /// An input could not be read, or a compiler did not take it.
    Input,
    /// Something on our side broke.
    Internal,
}

/// One message of a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The file, as the user calls it.
    pub file: String,
    /// The line, starting at 1; 0 if the compiler named none.
    pub line: u32,
    /// The column, starting at 1; 0 if the compiler named none.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "{}: {}", self.file, self.message),
            (line, 0) => write!(f, "{}:{line}: {}", self.file, self.message),
            (line, column) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
        }
    }
}

/// Why there is no program.
#[derive(Debug, Error)]
pub enum FrontendError {
    /// No input was given.
    #[error("no input file")]
    NoInput,
    /// Options contradict each other or the input.
    #[error("{0}")]
    Usage(String),
    /// A file does not exist.
    #[error("{}: no such file", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A directory was given where a file is needed.
    #[error("{}: is a directory", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
    },
    /// A file exists and cannot be read.
    #[error("{}: cannot be read: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {cause}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: std::io::Error,
    },
    /// The name of a file does not tell what it holds.
    #[error("{}: unknown kind of input", path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
    },
    /// A file is not what its name says.
    #[error("{}{}: {message}", path.display(), at_line(*line))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, if known.
        line: Option<u32>,
        /// What is wrong.
        message: String,
    },
    /// A compiler rejected a file.
    #[error("{first}")]
    Compile {
        /// The first error.
        first: Diagnostic,
        /// Everything the compiler printed.
        output: String,
        /// The source construct that is known to be out of reach, if it is one.
        construct: Option<&'static str>,
    },
    /// A compiler is not installed.
    #[error("{file}: {tool} was not found")]
    NoCompiler {
        /// The file that needs it.
        file: String,
        /// The compiler.
        tool: &'static str,
    },
    /// A compiler crashed.
    #[error("{file}: {tool} {how}")]
    CompilerDied {
        /// The file it was compiling.
        file: String,
        /// The compiler.
        tool: &'static str,
        /// How it ended.
        how: String,
        /// The last that it printed.
        output: String,
    },
    /// A compiler took too long.
    #[error("{file}: {tool} did not finish within {seconds} s")]
    CompilerTimeout {
        /// The file it was compiling.
        file: String,
        /// The compiler.
        tool: &'static str,
        /// The limit.
        seconds: u64,
    },
    /// The modules cannot be loaded: broken bitcode, a wrong target, no entry function, a link
    /// error.
    #[error("{file}{}: {message}", at_line(*line))]
    Load {
        /// The file, as the user calls it.
        file: String,
        /// The line, if known.
        line: Option<u32>,
        /// The cause.
        message: String,
    },
    /// LLVM aborted while it read the input.
    #[error("{file}: LLVM could not take this input ({how})")]
    LlvmDied {
        /// The files, as the user calls them.
        file: String,
        /// How the process ended.
        how: String,
        /// The last that it printed.
        output: String,
    },
    /// The `adumbra-llvm` executable is not there.
    #[error("the executable adumbra-llvm was not found (looked for {})", looked.display())]
    NoLlvmProcess {
        /// Where it should be.
        looked: PathBuf,
    },
    /// The `adumbra-llvm` executable answered something that cannot be understood.
    #[error("adumbra-llvm answered wrongly: {0}")]
    Protocol(String),
    /// A temporary file cannot be written, a process cannot be started.
    #[error("{what}: {cause}")]
    System {
        /// What was tried.
        what: String,
        /// Why it failed.
        cause: std::io::Error,
    },
}

fn at_line(line: Option<u32>) -> String {
    line.map(|l| format!(":{l}")).unwrap_or_default()
}

impl FrontendError {
    /// Whose problem it is.
    pub fn class(&self) -> ErrorClass {
        use FrontendError::*;
        match self {
            NoInput | Usage(_) => ErrorClass::Usage,
            Missing { .. }
            | Directory { .. }
            | Unreadable { .. }
            | Unwritable { .. }
            | UnknownExtension { .. }
            | Malformed { .. }
            | Compile { .. }
            | NoCompiler { .. }
            | CompilerDied { .. }
            | CompilerTimeout { .. }
            | Load { .. }
            | LlvmDied { .. } => ErrorClass::Input,
            NoLlvmProcess { .. } | Protocol(_) | System { .. } => ErrorClass::Internal,
        }
    }

    /// What the user can try.
    pub fn hint(&self) -> Option<String> {
        use FrontendError::*;
        Some(match self {
            NoInput => "give at least one source, bitcode, task or compilation database file".into(),
            Directory { .. } => "give the files in it, or its compile_commands.json".into(),
            UnknownExtension { .. } => format!("known are {}", crate::unit::KNOWN),
            Compile { construct: Some(construct), .. } => {
                format!("{construct}: clang does not support this GCC extension")
            }
            Compile { .. } => {
                "compiler flags go after `--`, for example `-- -Iinclude -DNDEBUG`; `--32` and `--64` choose the data model"
                    .into()
            }
            NoCompiler { tool: "clang", .. } => {
                "install clang-22 (on Debian, `scripts/setup` does it), or name one in ADUMBRA_CLANG".into()
            }
            NoCompiler { .. } => "install Rust 1.95 or later, or name a compiler in ADUMBRA_RUSTC".into(),
            CompilerTimeout { .. } => "load less, or raise the limit with --compile-timeout".into(),
            NoLlvmProcess { .. } => {
                "put it beside `adumbra`, with which it is built and installed, or name it in ADUMBRA_LLVM".into()
            }
            _ => return None,
        })
    }

    /// What a compiler or LLVM printed besides the first error.
    pub fn details(&self) -> Option<&str> {
        match self {
            FrontendError::Compile { output, .. }
            | FrontendError::CompilerDied { output, .. }
            | FrontendError::LlvmDied { output, .. } => Some(output),
            _ => None,
        }
    }

    pub(crate) fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> FrontendError {
        let what = what.into();
        move |cause| FrontendError::System { what, cause }
    }
}
