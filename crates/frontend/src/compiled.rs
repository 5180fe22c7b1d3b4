//! Inputs that were compiled: the bitcode is kept, and every form of the program comes from it.
//!
//! Compiling is most of what loading costs, and a source file may change while a program is
//! verified. So the compilers run once, and what they wrote, or a copy of a module that the user
//! gave, stays in a directory of its own as long as somebody may ask for another form.

mod automaton_file;

use crate::clang::{self, Clang, Prepared};
use crate::error::FrontendError;
use crate::files;
use crate::inputs::{self, Inputs, Language, Unit};
use crate::llvm_process;
use crate::options::LoadOptions;
use crate::protocol::{LoadRequest, ModuleInput, Remainder};
use crate::rustc::{self, Rustc};
use adumbra_program::{FileData, Program, Property};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The bitcode of inputs that were compiled once. Whoever has the same compile line loads from it:
/// with other properties, promoted or not.
#[derive(Debug)]
pub(crate) struct Compiled {
    options: LoadOptions,
    kept: Kept,
    /// How long the compilers worked.
    pub(crate) compiling: Duration,
}

/// What is kept of the inputs.
#[derive(Debug)]
enum Kept {
    /// A program in textual form, which is what it is.
    Automaton(Arc<Program>),
    /// What the compilers wrote, in a directory, and what is asked about it.
    Bitcode { request: Box<LoadRequest>, directory: Directory },
}

impl Compiled {
    /// Compiles the inputs. The bitcode is removed with this value, unless it is to be kept.
    pub(crate) fn new(options: &LoadOptions) -> Result<Self, FrontendError> {
        let options = options.clone();
        if let Some(program) = automaton_file::read(&options)? {
            return Ok(Compiled { options, kept: Kept::Automaton(Arc::new(program)), compiling: Duration::ZERO });
        }
        let start = Instant::now();
        let directory = Directory::of(&options)?;
        let request = Box::new(compile(&options, directory.path())?);
        Ok(Compiled { options, kept: Kept::Bitcode { request, directory }, compiling: start.elapsed() })
    }

    /// Is it what these options compile?
    pub(crate) fn serves(&self, options: &LoadOptions) -> bool {
        self.options.compiles_as(options)
    }

    /// The bytes of bitcode, without the library models.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.kept {
            Kept::Automaton(_) => 0,
            Kept::Bitcode { request, .. } => {
                request.modules.iter().filter_map(|m| m.path.metadata().ok()).map(|m| m.len()).sum()
            }
        }
    }

    /// The program of options that it serves.
    pub(crate) fn program(&self, options: &LoadOptions) -> Result<Arc<Program>, FrontendError> {
        debug_assert!(self.serves(options));
        let (request, directory) = match &self.kept {
            Kept::Automaton(program) => return automaton_file::program_for(program, options),
            Kept::Bitcode { request, directory } => (request, directory),
        };
        // What was asked to be kept is kept of the program that is analysed.
        let name = if options.promote == self.options.promote { "program" } else { "replayed" };
        let request = LoadRequest { output: directory.path().join(name), ..asked(request, options) };
        llvm_process::run(&llvm_process::find()?, &request, options.compile_timeout).map(Arc::new)
    }

    /// Writes what remains of the normalised module of options that it serves.
    pub(crate) fn write_remainder(&self, options: &LoadOptions, remainder: Remainder) -> Result<(), FrontendError> {
        debug_assert!(self.serves(options));
        let Kept::Bitcode { request, .. } = &self.kept else {
            let path = options.inputs.first().cloned().unwrap_or_default();
            return Err(FrontendError::Usage(format!("{}: there is no LLVM module of it", path.display())));
        };
        let request = LoadRequest { normalised: None, remainder: Some(remainder), ..asked(request, options) };
        llvm_process::ask(&llvm_process::find()?, &request, options.compile_timeout)
    }
}

/// The same program, asked about a property for which it needs no other checks.
pub(crate) fn about(program: &Arc<Program>, property: &Property) -> Arc<Program> {
    if program.property == *property {
        return Arc::clone(program);
    }
    let mut other = Program::clone(program);
    other.property = property.clone();
    Arc::new(other)
}

/// The same modules, asked for with other options.
fn asked(request: &LoadRequest, options: &LoadOptions) -> LoadRequest {
    LoadRequest {
        property: options.property.clone(),
        promote: options.promote,
        malloc_may_fail: options.malloc_may_fail,
        calls_as_written: options.calls_as_written,
        normalised: options.normalised.clone(),
        ..request.clone()
    }
}

/// Where temporary files are: in a directory that the user named, or in one that is removed with
/// this value.
#[derive(Debug)]
enum Directory {
    Named(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Directory {
    /// The directory that options ask for.
    fn of(options: &LoadOptions) -> Result<Self, FrontendError> {
        let Some(directory) = &options.keep_temps else {
            let made = tempfile::Builder::new().prefix("adumbra-").tempdir();
            return made.map(Self::Temporary).map_err(FrontendError::system("creating a temporary directory"));
        };
        std::fs::create_dir_all(directory)
            .map_err(FrontendError::system(format!("creating {}", directory.display())))?;
        let path = std::path::absolute(directory);
        path.map(Self::Named).map_err(FrontendError::system(directory.display().to_string()))
    }

    /// Its path.
    fn path(&self) -> &Path {
        match self {
            Self::Named(path) => path,
            Self::Temporary(directory) => directory.path(),
        }
    }
}

/// Compiles all inputs into a directory and answers the request for the LLVM process.
fn compile(options: &LoadOptions, directory: &Path) -> Result<LoadRequest, FrontendError> {
    let inputs = inputs::expand(&options.inputs, &options.database)?;
    let data_model = options.data_model.or(inputs.data_model);
    let by_clang = |unit: &Unit| unit.language.by_clang();
    let all_rust = inputs.units.iter().all(|u| u.language == Language::Rust);
    if !options.compiler_flags.is_empty() && !all_rust && !inputs.units.iter().any(by_clang) {
        return Err(FrontendError::Usage("compiler flags are given, but there is nothing to compile".into()));
    }
    let prepare = |unit| if by_clang(unit) { clang::prepare(unit).map(Some) } else { Ok(None) };
    let prepared: Vec<Option<Prepared<'_>>> = inputs.units.iter().map(prepare).collect::<Result<_, _>>()?;
    let redefined = redefined(&prepared);
    let clang = match inputs.units.iter().find(|unit| by_clang(unit)) {
        Some(unit) => Some(Clang {
            executable: clang::find(&unit.display)?,
            property: &options.property,
            data_model,
            redefined: &redefined,
            user_flags: &options.compiler_flags,
            limit: options.compile_timeout,
        }),
        None => None,
    };
    let rustc = Rustc {
        executable: rustc::find(),
        data_model,
        user_flags: if all_rust { &options.compiler_flags } else { &[] },
        limit: options.compile_timeout,
    };
    let compilers = Compilers { options, directory, clang, rustc };
    let jobs: Vec<(&Unit, &Option<Prepared<'_>>)> = inputs.units.iter().zip(&prepared).collect();
    let modules =
        in_parallel(options.jobs, &jobs, |number, (unit, prepared)| compilers.module(number, unit, prepared.as_ref()))?;
    Ok(LoadRequest {
        entry: entry(options, &inputs, &modules)?,
        modules,
        data_model,
        property: options.property.clone(),
        promote: options.promote,
        malloc_may_fail: options.malloc_may_fail,
        calls_as_written: options.calls_as_written,
        files: files_with_markers(&inputs, &prepared),
        output: directory.join("program"),
        normalised: options.normalised.clone(),
        remainder: None,
    })
}

/// The functions that units define and that clang would otherwise take for the library's.
fn redefined(prepared: &[Option<Prepared<'_>>]) -> Vec<String> {
    let mut names: Vec<String> = prepared.iter().flatten().flat_map(|p| p.scan.redefined.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// The symbol where executions start; that of a Rust function is in the bitcode.
fn entry(options: &LoadOptions, inputs: &Inputs, modules: &[ModuleInput]) -> Result<String, FrontendError> {
    let in_rust = inputs.units.iter().zip(modules).filter(|(unit, _)| unit.language == Language::Rust);
    for (unit, module) in in_rust {
        if let Some(symbol) = rustc::symbol_of(unit, &module.path, &options.entry)? {
            return Ok(symbol);
        }
    }
    Ok(options.entry.clone())
}

/// The files that carry line markers.
fn files_with_markers(inputs: &Inputs, prepared: &[Option<Prepared<'_>>]) -> Vec<FileData> {
    let marked = |(unit, prepared): (&Unit, &Option<Prepared<'_>>)| {
        let markers = &prepared.as_ref()?.markers;
        (!markers.is_empty()).then(|| FileData { path: unit.display.clone(), line_markers: markers.clone() })
    };
    inputs.units.iter().zip(prepared).filter_map(marked).collect()
}

/// Who makes bitcode, and where it goes.
struct Compilers<'a> {
    options: &'a LoadOptions,
    directory: &'a Path,
    clang: Option<Clang<'a>>,
    rustc: Rustc<'a>,
}

impl Compilers<'_> {
    /// Makes the module of a unit.
    fn module(
        &self,
        number: usize,
        unit: &Unit,
        prepared: Option<&Prepared<'_>>,
    ) -> Result<ModuleInput, FrontendError> {
        let compiled = !matches!(unit.language, Language::Bitcode | Language::TextualIr);
        let name = if compiled { unit.path.file_stem() } else { unit.path.file_name() };
        let name = name.unwrap_or_default().to_string_lossy();
        let path = self.directory.join(format!("{number}-{name}{}", if compiled { ".bc" } else { "" }));
        match (prepared, &self.clang) {
            _ if !compiled => copy_module(unit, &path)?,
            (Some(prepared), Some(clang)) => clang.compile(prepared, &path)?,
            _ => self.rustc.compile(unit, &path)?,
        }
        let checked = match unit.language {
            Language::Rust => true,
            _ => compiled && self.options.property.needs_overflow_checks(),
        };
        Ok(ModuleInput { path, display: unit.display.clone(), checked, compiled })
    }
}

/// Copies a module that the user gave. It must at least look like one: LLVM's own message for other
/// bytes helps nobody.
fn copy_module(unit: &Unit, copy: &Path) -> Result<(), FrontendError> {
    let bytes = files::read(&unit.path)?;
    let looks_like_one = bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(b"\xDE\xC0\x17\x0B");
    if unit.language == Language::Bitcode && !looks_like_one {
        let message = "not LLVM bitcode".into();
        return Err(FrontendError::Malformed { path: unit.path.clone(), line: None, message });
    }
    std::fs::write(copy, bytes).map_err(FrontendError::system(format!("writing {}", copy.display())))
}

/// Does work on several threads; answers the results in order, or the error of the first item that
/// failed.
fn in_parallel<T: Sync, R: Send>(
    jobs: Option<usize>,
    items: &[T],
    work: impl Fn(usize, &T) -> Result<R, FrontendError> + Sync,
) -> Result<Vec<R>, FrontendError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = jobs.unwrap_or_else(cores).clamp(1, items.len().max(1));
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<R, FrontendError>>>> = Mutex::new(items.iter().map(|_| None).collect());
    let store = || results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(number)
                {
                    let result = work(number, item);
                    if result.is_err() {
                        next.fetch_max(items.len(), Ordering::Relaxed);
                    }
                    store()[number] = Some(result);
                }
            });
        }
    });
    // Items are started in order, so all before the first failure have a result.
    results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
