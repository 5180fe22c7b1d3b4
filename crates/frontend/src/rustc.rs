//! Compiling Rust with rustc.
//!
//! **Where a Rust program starts.** A file is compiled as an executable crate; if it has no `main`,
//! as a library.
//! - `fn main()`: rustc wraps it in a C `main` that starts the runtime of the standard library,
//!   which is not part of the program. Executions start in the user's function instead. Its symbol
//!   follows from Rust's v0 mangling: `_RNvC`, the crate's disambiguator `s…_`, the length and name
//!   of the crate, `4main`.
//! - `#![no_main]` with `#[no_mangle] pub extern "C" fn main() -> i32`, or a library that has such
//!   a function: executions start there; there is no mangled `main`.
//!
//! **What is in the module.** Unoptimised crates use instances of generic functions that the
//! standard library happens to contain, for example the one that frees a vector; their bodies are
//! not in the module. `-Zshare-generics=no` makes rustc compile all of them. It is an unstable
//! flag, so this one process of a stable rustc is told to accept it.
//!
//! **Other entry functions.** The name of a function at the crate's root stands for its symbol.
//! Symbols are looked up in the string table of the bitcode, which is stored as it is.

use crate::clang::compile_error;
use crate::error::FrontendError;
use crate::files;
use crate::inputs::Unit;
use crate::process;
use adumbra_program::DataModel;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The target of the 32-bit data model.
const TARGET_32: &str = "i686-unknown-linux-gnu";
/// The target of the 64-bit data model.
const TARGET_64: &str = "x86_64-unknown-linux-gnu";

/// What all rustc runs of a program share.
pub(crate) struct Rustc<'a> {
    pub(crate) executable: PathBuf,
    pub(crate) data_model: Option<DataModel>,
    pub(crate) user_flags: &'a [String],
    pub(crate) limit: Duration,
}

/// The rustc that `ADUMBRA_RUSTC` names, or `rustc`.
pub(crate) fn find() -> PathBuf {
    std::env::var_os("ADUMBRA_RUSTC").filter(|v| !v.is_empty()).map_or_else(|| "rustc".into(), PathBuf::from)
}

/// The arguments of rustc for one file, without input and output.
fn arguments(crate_name: &str, crate_type: &str, data_model: Option<DataModel>, user_flags: &[String]) -> Vec<String> {
    let mut arguments: Vec<String> = [
        "--emit=llvm-bc",
        "-Cpanic=abort",
        "-Copt-level=0",
        "-Coverflow-checks=on",
        "-Ccodegen-units=1",
        "-Csymbol-mangling-version=v0",
        "-Zshare-generics=no",
        "-g",
        "--error-format=short",
        "--cap-lints=allow",
    ]
    .map(String::from)
    .to_vec();
    arguments.push(format!("--crate-name={crate_name}"));
    arguments.push(format!("--crate-type={crate_type}"));
    match data_model {
        None => {}
        Some(DataModel::Ilp32) => arguments.push(format!("--target={TARGET_32}")),
        Some(DataModel::Lp64) => arguments.push(format!("--target={TARGET_64}")),
    }
    if !user_flags.iter().any(|f| f.starts_with("--edition")) {
        arguments.push("--edition=2021".into());
    }
    arguments.extend_from_slice(user_flags);
    arguments
}

impl Rustc<'_> {
    /// Compiles one unit to bitcode.
    pub(crate) fn compile(&self, unit: &Unit, output: &Path) -> Result<(), FrontendError> {
        match self.run(unit, "bin", output) {
            Err(FrontendError::Compile { output: text, .. }) if text.contains("[E0601]") => {
                self.run(unit, "lib", output)
            }
            other => other,
        }
    }

    fn run(&self, unit: &Unit, crate_type: &str, output: &Path) -> Result<(), FrontendError> {
        let mut command = Command::new(&self.executable);
        command.args(arguments(&crate_name(&unit.path), crate_type, self.data_model, self.user_flags));
        command.arg("-o").arg(output).arg(&unit.path).env("RUSTC_BOOTSTRAP", "1");
        let file = || unit.display.clone();
        let done = process::run(&mut command, Vec::new(), self.limit).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => FrontendError::NoCompiler { file: file(), tool: "rustc" },
            _ => FrontendError::System { what: format!("starting {}", self.executable.display()), cause },
        })?;
        let Some(status) = done.status else {
            return Err(FrontendError::CompilerTimeout { file: file(), tool: "rustc", seconds: self.limit.as_secs() });
        };
        match status.code() {
            Some(0) => Ok(()),
            Some(1) => Err(compile_error(unit, done.stderr)),
            _ => Err(FrontendError::CompilerDied {
                file: file(),
                tool: "rustc",
                how: process::describe(status),
                output: process::tail(&done.stderr, 20),
            }),
        }
    }
}

/// The name of the crate in a file: its stem as an identifier.
fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("crate_{name}") }
}

/// The symbol of a function at the root of the crate, if the bitcode has it.
pub(crate) fn symbol_of(unit: &Unit, bitcode: &Path, function: &str) -> Result<Option<String>, FrontendError> {
    Ok(find_symbol(&files::read(bitcode)?, &crate_name(&unit.path), function))
}

fn find_symbol(bytes: &[u8], crate_name: &str, function: &str) -> Option<String> {
    let separator = |name: &str| if name.starts_with(|c: char| c == '_' || c.is_ascii_digit()) { "_" } else { "" };
    let end = format!(
        "{}{}{crate_name}{}{}{function}",
        crate_name.len(),
        separator(crate_name),
        function.len(),
        separator(function)
    );
    const START: &[u8] = b"_RNvC";
    bytes.windows(START.len()).enumerate().filter(|(_, w)| *w == START).find_map(|(at, _)| {
        // The disambiguator: `s`, digits of base 62, `_`; it is absent for the number 0.
        let rest = &bytes[at + START.len()..];
        let skipped = match rest.strip_prefix(b"s") {
            Some(digits) => 2 + digits.iter().take_while(|b| b.is_ascii_alphanumeric()).count(),
            None => 0,
        };
        let length = START.len() + skipped + end.len();
        let symbol = bytes.get(at..at + length)?;
        if !symbol.ends_with(end.as_bytes()) {
            return None;
        }
        String::from_utf8(symbol.to_vec()).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_in_the_string_table() {
        let table =
            b"xx_RNCNvCs6xxl1lAjzDf_1a4main0B3__RNvNvCs6xxl1lAjzDf_1a4main3fooprintf_RNvCs6xxl1lAjzDf_1a4mainmain";
        assert_eq!(find_symbol(table, "a", "main").as_deref(), Some("_RNvCs6xxl1lAjzDf_1a4main"));
        assert_eq!(find_symbol(table, "a", "foo"), None);
        assert_eq!(find_symbol(b"_RNvC1a4main", "a", "main").as_deref(), Some("_RNvC1a4main"));
        assert_eq!(find_symbol(b"_RNvCs1_1a2__x", "a", "_x").as_deref(), Some("_RNvCs1_1a2__x"));
        assert_eq!(find_symbol(b"_RNvCs1_1a2", "a", "main"), None);
    }

    #[test]
    fn crate_names_are_identifiers() {
        assert_eq!(crate_name(Path::new("d/a-b.c.rs")), "a_b_c");
        assert_eq!(crate_name(Path::new("1.rs")), "crate_1");
    }
}
