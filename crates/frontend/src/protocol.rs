//! What is said between the front end and the `adumbra-llvm` process.
//!
//! The request is JSON on standard input. The answer is the exit code: 0, and the program in binary
//! form in the file that the request names (or, if the request has a [`Remainder`], a module in
//! that file); or 2, and a [`LoadFailure`] as JSON on standard output; anything else is a crash of
//! LLVM.
//!
//! **Paths.** In the debug information of files that the front end compiled, a file whose directory
//! is `.` or empty is named as the user named it; otherwise (an entry of a compilation database, a
//! module given by the user) its path is the directory joined with the name. [`FileData::path`] in
//! a request follows the same rule.

use adumbra_program::{DataModel, FileData, Property};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A request to read modules, link them with the library models and build one program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadRequest {
    /// Bitcode or textual IR, in link order.
    pub modules: Vec<ModuleInput>,
    /// The data model that was asked for; `None` accepts what the modules have.
    pub data_model: Option<DataModel>,
    /// The property; it decides which checks become violations.
    pub property: Property,
    /// The linker name of the function where executions start.
    pub entry: String,
    /// Keep scalar locals in registers. Replay uses the unpromoted form.
    pub promote: bool,
    /// May `malloc` fail?
    pub malloc_may_fail: bool,
    /// Are calls of library functions to stay as they are written? If not, those with a known
    /// format become what matters of them for a property.
    pub calls_as_written: bool,
    /// Source files that carry line markers, and where their lines come from.
    pub files: Vec<FileData>,
    /// Where to write the program in binary form.
    pub output: PathBuf,
    /// Where to write the normalised bitcode, if wanted.
    pub normalised: Option<PathBuf>,
    /// If given, no program is built: what remains of the normalised module is written instead.
    #[serde(default)]
    pub remainder: Option<Remainder>,
}

/// What is to remain of the normalised module, and where to write it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remainder {
    /// The file.
    pub output: PathBuf,
    /// Textual IR instead of bitcode?
    pub text: bool,
    /// What remains of each function, by its linker name. Nothing is known of the others: no edge
    /// was made of them.
    pub functions: BTreeMap<String, FunctionRemainder>,
}

/// What remains of a function. Instructions are numbered as [`Origin`](adumbra_program::Origin)s
/// are; all lists are sorted.
///
/// An instruction in none of the lists became no edge of its own. It is part of those that use it,
/// or was not translated because no execution gets there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionRemainder {
    /// Instructions whose effect or value is kept.
    pub kept: Vec<u32>,
    /// Instructions that make several ways to go on, and whose condition is kept.
    pub decided: Vec<u32>,
    /// Instructions that wrote registers and are not kept: nothing that is kept may use their
    /// value.
    pub removed: Vec<u32>,
    /// Other instructions that became edges.
    pub passed: Vec<u32>,
}

/// One module of a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ModuleInput {
    /// The bitcode or textual IR.
    pub path: PathBuf,
    /// What the user calls it, for messages.
    pub display: String,
    /// Was it compiled with overflow and shift checks that trap? If not and the property asks for
    /// them, the `nsw` flags of the instructions decide.
    pub checked: bool,
    /// Did our own run of a compiler just write it? Then LLVM need not verify it once more.
    #[serde(default)]
    pub compiled: bool,
}

/// Why modules could not be loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadFailure {
    /// The file, as the user calls it.
    pub file: String,
    /// The line, if known.
    pub line: Option<u32>,
    /// The cause.
    pub message: String,
}
