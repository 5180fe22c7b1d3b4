//! Compiling C and C++ with clang.

use crate::compile_line::{CompileLine, clang_arguments};
use crate::error::{Diagnostic, FrontendError};
use crate::files;
use crate::inputs::Unit;
use crate::process;
use crate::source::{self, LineMarker, Scan};
use adumbra_program::{DataModel, Property};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The newest clang whose bitcode the LLVM reader takes.
const NEWEST: u32 = 22;
/// The oldest clang that knows all flags of the compile line.
const OLDEST: u32 = 16;

/// A unit with what its text says about it.
pub(crate) struct Prepared<'a> {
    unit: &'a Unit,
    pub(crate) scan: Scan,
    pub(crate) markers: Vec<LineMarker>,
    copy: Option<Vec<u8>>,
}

/// Reads the text of a unit and blanks its line markers.
pub(crate) fn prepare(unit: &Unit) -> Result<Prepared<'_>, FrontendError> {
    let text = files::read(&unit.path)?;
    let scan = source::scan(&text);
    let (copy, markers) = match source::blank_line_markers(&text) {
        Some((copy, markers)) => (Some(copy), markers),
        None => (None, Vec::new()),
    };
    Ok(Prepared { unit, scan, markers, copy })
}

/// What all clang runs of a program share.
pub(crate) struct Clang<'a> {
    pub(crate) executable: PathBuf,
    pub(crate) property: &'a Property,
    pub(crate) data_model: Option<DataModel>,
    pub(crate) redefined: &'a [String],
    pub(crate) user_flags: &'a [String],
    pub(crate) limit: Duration,
}

/// Finds clang: the one that `ADUMBRA_CLANG` names, `clang-22`, or a `clang` of a version that
/// fits.
pub(crate) fn find(for_file: &str) -> Result<PathBuf, FrontendError> {
    let missing = || FrontendError::NoCompiler { file: for_file.into(), tool: "clang" };
    if let Some(named) = std::env::var_os("ADUMBRA_CLANG").filter(|v| !v.is_empty()) {
        let path = PathBuf::from(named);
        return version(&path).map(|_| path).ok_or_else(missing);
    }
    // Asking for the version costs as much as compiling a small file; a name that has it need not
    // be asked.
    let versioned = format!("clang-{NEWEST}");
    let on_path = |name: &str| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|d| d.join(name)).find(|f| f.is_file())
    };
    if let Some(path) = on_path(&versioned) {
        return Ok(path);
    }
    on_path("clang").filter(|path| version(path).is_some_and(|v| (OLDEST..=NEWEST).contains(&v))).ok_or_else(missing)
}

/// The major version of a clang; `None` if it does not run.
fn version(executable: &Path) -> Option<u32> {
    let output = Command::new(executable).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, after) = text.split_once("version ")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

impl Clang<'_> {
    /// Compiles one unit to bitcode. C is tried as gnu11 and, if that fails, as gnu89, unless flags
    /// name a standard; the error is then that of the first try.
    pub(crate) fn compile(&self, prepared: &Prepared<'_>, output: &Path) -> Result<(), FrontendError> {
        let unit = prepared.unit;
        let mut extra: Vec<String> = Vec::new();
        let mut input = unit.path.clone();
        if let Some(copy) = &prepared.copy {
            let name = unit.path.file_name().unwrap_or_default();
            input = output.with_extension("source").join(name);
            let directory = input.parent().unwrap_or(Path::new("."));
            let mut text = source::name_line(&unit.display).into_bytes();
            text.extend_from_slice(copy);
            std::fs::create_dir_all(directory)
                .and_then(|()| std::fs::write(&input, text))
                .map_err(FrontendError::system(format!("writing {}", input.display())))?;
            let parent = unit.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            extra.extend(["-iquote".into(), parent.display().to_string()]);
            extra.push(format!("-fdebug-prefix-map={}={}", input.display(), unit.display));
        }
        let named =
            |flags: &[String]| flags.iter().any(|f| f.starts_with("-std") || f.starts_with("--std") || f == "-ansi");
        let own_standard = named(&unit.flags) || named(self.user_flags);
        let standards: &[Option<&str>] =
            if unit.language.is_c() && !own_standard { &[Some("gnu11"), Some("gnu89")] } else { &[None] };
        let directory = unit.directory.as_ref().map(|d| d.display().to_string());
        let mut first_error = None;
        for standard in standards {
            let mut arguments = clang_arguments(&CompileLine {
                language: unit.language,
                data_model: self.data_model.or(unit.data_model),
                property: self.property,
                standard: *standard,
                macros: &prepared.scan.macros,
                redefined: self.redefined,
                debug_directory: directory.as_deref().unwrap_or("."),
                database_flags: &unit.flags,
                user_flags: self.user_flags,
            });
            // Before the user's own include paths: the directory of the original stands in for that
            // of the copy.
            arguments.splice(0..0, extra.iter().cloned());
            match self.run(unit, &arguments, &input, output) {
                Ok(()) => return Ok(()),
                Err(error @ FrontendError::Compile { .. }) => {
                    first_error.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        first_error.map_or(Ok(()), Err)
    }

    fn run(&self, unit: &Unit, arguments: &[String], input: &Path, output: &Path) -> Result<(), FrontendError> {
        let mut command = Command::new(&self.executable);
        command.args(arguments).arg("-fno-crash-diagnostics").arg("-o").arg(output).arg(input).env("LC_ALL", "C");
        if let Some(directory) = &unit.directory {
            command.current_dir(directory);
        }
        let file = || unit.display.clone();
        let done = process::run(&mut command, Vec::new(), self.limit).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound if unit.directory.as_ref().is_some_and(|d| !d.exists()) => {
                FrontendError::Missing { path: unit.directory.clone().unwrap_or_default() }
            }
            _ => FrontendError::System { what: format!("starting {}", self.executable.display()), cause },
        })?;
        let Some(status) = done.status else {
            return Err(FrontendError::CompilerTimeout { file: file(), tool: "clang", seconds: self.limit.as_secs() });
        };
        match status.code() {
            Some(0) => Ok(()),
            Some(1) => Err(compile_error(unit, done.stderr)),
            _ => Err(FrontendError::CompilerDied {
                file: file(),
                tool: "clang",
                how: process::describe(status),
                output: process::tail(&done.stderr, 20),
            }),
        }
    }
}

/// The first error in what clang or rustc printed, with the rest.
pub(crate) fn compile_error(unit: &Unit, output: String) -> FrontendError {
    let first = first_error(&output).unwrap_or_else(|| Diagnostic {
        file: unit.display.clone(),
        line: 0,
        column: 0,
        message: output.lines().next().unwrap_or("the compiler failed without a message").to_owned(),
    });
    let construct = CONSTRUCTS.iter().find(|(text, _)| first.message.contains(text)).map(|(_, name)| *name);
    let first = if first.file.is_empty() { Diagnostic { file: unit.display.clone(), ..first } } else { first };
    FrontendError::Compile { first, output, construct }
}

/// Messages of clang that stand for extensions of GCC which it does not know.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("function definition is not allowed here", "nested function"),
    ("fields must have a constant size", "variable-length array in a structure"),
    ("address of explicit register", "address of a register variable"),
    ("unknown type name '__int128_t'", "128-bit integer in a 32-bit data model"),
    ("__int128 is not supported", "128-bit integer in a 32-bit data model"),
    ("use of '__builtin_va_arg_pack", "__builtin_va_arg_pack"),
    ("'__builtin_apply", "__builtin_apply"),
];

fn first_error(output: &str) -> Option<Diagnostic> {
    output.lines().find_map(|text| {
        let (place, message) = [": error: ", ": fatal error: ", ": error["].iter().find_map(|m| {
            let (place, rest) = text.split_once(m)?;
            let message = if m.ends_with('[') { rest.split_once("]: ")?.1 } else { rest };
            Some((place, message))
        })?;
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        Some(match (file, line.and_then(|l| l.trim().parse().ok()), column.and_then(|c| c.trim().parse().ok())) {
            (Some(file), Some(line), Some(column)) => {
                Diagnostic { file: file.into(), line, column, message: message.into() }
            }
            // "clang-22: error: …": about the command, not a place.
            _ => Diagnostic { file: String::new(), line: 0, column: 0, message: message.into() },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_found() {
        let clang = "In file included from a.c:1:\nb.h:3:7: warning: w\nsub dir/a.c:12:5: error: use of undeclared identifier 'x'\n    1 | x\na.c:13:1: error: second\n";
        let found = first_error(clang).unwrap();
        assert_eq!(found.to_string(), "sub dir/a.c:12:5: use of undeclared identifier 'x'");
        let header = first_error("a.c:1:10: fatal error: 'no.h' file not found\n").unwrap();
        assert_eq!(header.to_string(), "a.c:1:10: 'no.h' file not found");
        let command = first_error("clang-22: error: unknown argument: '-fxyz'\n").unwrap();
        assert_eq!((command.file.as_str(), command.message.as_str()), ("", "unknown argument: '-fxyz'"));
        let rust = first_error("a.rs:1:5: error[E0425]: cannot find value `x` in this scope\n").unwrap();
        assert_eq!(rust.to_string(), "a.rs:1:5: cannot find value `x` in this scope");
        assert_eq!(first_error("nothing here"), None);
    }
}
