//! Loading: from what the user gives to a program.

use crate::automaton_file;
use crate::clang::{self, Clang, Prepared};
use crate::compile_commands::DatabaseFilter;
use crate::error::FrontendError;
use crate::files;
use crate::inputs::{self, Language, Unit};
use crate::llvm_process;
use crate::protocol::{LoadRequest, ModuleInput};
use crate::rustc::{self, Rustc};
use adumbra_program::{DataModel, FileData, Program, Property};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Sources, modules, task files, databases; linked into one program.
    pub inputs: Vec<PathBuf>,
    /// The property; the compile line depends on it.
    pub property: Property,
    /// The data model; `None` takes the task's, else the host's.
    pub data_model: Option<DataModel>,
    /// The function where executions start; for Rust, a function at the crate's root.
    pub entry: String,
    /// Keep scalar locals in registers.
    pub promote: bool,
    /// May `malloc` fail?
    pub malloc_may_fail: bool,
    /// Are calls of library functions to stay as they are written? If not, `printf`, `scanf` and their like with a known format
    /// become what matters of them for a property.
    pub calls_as_written: bool,
    /// Flags for clang; for rustc, if all inputs are Rust.
    pub compiler_flags: Vec<String>,
    /// Which entries of a compilation database are meant.
    pub database: DatabaseFilter,
    /// Where temporary files go and stay; `None` removes them.
    pub keep_temps: Option<PathBuf>,
    /// Where to write the normalised bitcode.
    pub normalised: Option<PathBuf>,
    /// Time limit of each compiler run.
    pub compile_timeout: Duration,
    /// How many files to compile at once; `None` takes the number of cores.
    pub jobs: Option<usize>,
}

impl LoadOptions {
    /// Loads these inputs for the default property, promoted, from `main`, for the host.
    pub fn new(inputs: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        LoadOptions {
            inputs: inputs.into_iter().map(Into::into).collect(),
            property: Property::unspecified(),
            data_model: None,
            entry: "main".into(),
            promote: true,
            malloc_may_fail: false,
            calls_as_written: true,
            compiler_flags: Vec::new(),
            database: DatabaseFilter::default(),
            keep_temps: None,
            normalised: None,
            compile_timeout: Duration::from_secs(900),
            jobs: None,
        }
    }

    /// With another property.
    pub fn property(mut self, property: Property) -> Self {
        self.property = property;
        self
    }

    /// With a data model.
    pub fn data_model(mut self, data_model: DataModel) -> Self {
        self.data_model = Some(data_model);
        self
    }

    /// With or without promotion of scalar locals to registers.
    pub fn promote(mut self, promote: bool) -> Self {
        self.promote = promote;
        self
    }

    /// Is the compile line the same? Of the property, only overflow checks decide about it; the entry has another symbol in Rust.
    pub fn compiles_as(&self, other: &LoadOptions) -> bool {
        let depends = |options: &LoadOptions| (options.property.needs_overflow_checks(), options.data_model);
        depends(self) == depends(other)
            && (&self.inputs, &self.entry) == (&other.inputs, &other.entry)
            && (&self.compiler_flags, &self.database) == (&other.compiler_flags, &other.database)
    }

    /// Is the program the same, apart from the property that it names?
    pub fn loads_as(&self, other: &LoadOptions) -> bool {
        let depends = |options: &LoadOptions| {
            let scopes = options.property.needs_scopes();
            let errors = options.property.error_functions().to_vec();
            (scopes, errors, options.promote, options.malloc_may_fail, options.calls_as_written)
        };
        self.compiles_as(other) && depends(self) == depends(other)
    }
}

/// What loading cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadReport {
    /// Time in the compilers.
    pub compiling: Duration,
    /// Time from bitcode to the program: reading, linking, translating, and handing the program over.
    pub translating: Duration,
    /// Bytes of bitcode that were read, without the library models.
    pub bitcode_bytes: u64,
}

/// Loads a program. Temporary files are removed, also after an error, unless they are to be kept.
pub fn load(options: &LoadOptions) -> Result<Program, FrontendError> {
    load_reporting(options).map(|(program, _)| program)
}

/// Loads a program as [`load`] does, and says what that cost.
pub fn load_reporting(options: &LoadOptions) -> Result<(Program, LoadReport), FrontendError> {
    let start = Instant::now();
    if let Some(program) = automaton_file::load(options)? {
        return Ok((program, LoadReport { translating: start.elapsed(), ..LoadReport::default() }));
    }
    let executable = llvm_process::find();
    let compiled = Compiled::new(options)?;
    let done = Instant::now();
    let modules = compiled.bitcode.iter().flat_map(|bitcode| &bitcode.request.modules);
    let bitcode_bytes = modules.filter_map(|m| m.path.metadata().ok()).map(|m| m.len()).sum();
    executable?;
    let program = compiled.load(options)?;
    Ok((program, LoadReport { compiling: done - start, translating: done.elapsed(), bitcode_bytes }))
}

/// The bitcode of inputs that were compiled once. Whoever has the same compile line loads from it: with other properties, promoted or not.
#[derive(Debug)]
pub struct Compiled {
    options: LoadOptions,
    /// `None` if the input is a program in textual form, which is read each time.
    bitcode: Option<Bitcode>,
}

/// What the compilers wrote, and where.
#[derive(Debug)]
struct Bitcode {
    request: LoadRequest,
    directory: Directory,
}

impl Compiled {
    /// Compiles the inputs. The bitcode is removed with this value, unless it is to be kept.
    pub fn new(options: &LoadOptions) -> Result<Self, FrontendError> {
        let options = options.clone();
        if automaton_file::load(&options)?.is_some() {
            return Ok(Compiled { options, bitcode: None });
        }
        let directory = Directory::of(&options)?;
        let request = compile(&options, directory.path())?;
        Ok(Compiled { options, bitcode: Some(Bitcode { request, directory }) })
    }

    /// Is it what these options compile?
    pub fn serves(&self, options: &LoadOptions) -> bool {
        self.options.compiles_as(options)
    }

    /// Loads the program of options that it serves.
    pub fn load(&self, options: &LoadOptions) -> Result<Program, FrontendError> {
        debug_assert!(self.serves(options));
        let Some(Bitcode { request, directory }) = &self.bitcode else {
            return automaton_file::load(options)?.ok_or(FrontendError::NoInput);
        };
        let request = LoadRequest {
            property: options.property.clone(),
            promote: options.promote,
            malloc_may_fail: options.malloc_may_fail,
            calls_as_written: options.calls_as_written,
            normalised: options.normalised.clone(),
            // What was asked to be kept is kept of the program that is analysed.
            output: directory.path().join(if options.promote == self.options.promote { "program" } else { "replayed" }),
            ..request.clone()
        };
        llvm_process::run(&llvm_process::find()?, &request, options.compile_timeout)
    }
}

/// Where temporary files are: in a directory that the user named, or in one that is removed with this value.
#[derive(Debug)]
pub(crate) enum Directory {
    Named(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Directory {
    /// The directory that options ask for.
    pub(crate) fn of(options: &LoadOptions) -> Result<Self, FrontendError> {
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
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Named(path) => path,
            Self::Temporary(directory) => directory.path(),
        }
    }
}

/// Compiles all inputs into a directory and answers the request for the LLVM process.
pub(crate) fn compile(options: &LoadOptions, directory: &Path) -> Result<LoadRequest, FrontendError> {
    let inputs = inputs::expand(&options.inputs, &options.database)?;
    let data_model = options.data_model.or(inputs.data_model);
    let all_rust = inputs.units.iter().all(|u| u.language == Language::Rust);
    if !options.compiler_flags.is_empty() && !all_rust && !inputs.units.iter().any(|u| u.language.by_clang()) {
        return Err(FrontendError::Usage("compiler flags are given, but there is nothing to compile".into()));
    }

    let prepared: Vec<Option<Prepared<'_>>> = inputs
        .units
        .iter()
        .map(|u| if u.language.by_clang() { clang::prepare(u).map(Some) } else { Ok(None) })
        .collect::<Result<_, _>>()?;
    let mut redefined: Vec<String> = prepared.iter().flatten().flat_map(|p| p.scan.redefined.clone()).collect();
    redefined.sort();
    redefined.dedup();
    let clang = match inputs.units.iter().find(|u| u.language.by_clang()) {
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

    let jobs: Vec<(&Unit, &Option<Prepared<'_>>)> = inputs.units.iter().zip(&prepared).collect();
    let modules = in_parallel(options.jobs, &jobs, |number, (unit, prepared)| {
        let stem = unit.path.file_stem().unwrap_or_default().to_string_lossy();
        let output = directory.join(format!("{number}-{stem}.bc"));
        let path = match (unit.language, prepared, &clang) {
            (Language::Bitcode | Language::TextualIr, ..) => {
                check_module(unit)?;
                unit.path.clone()
            }
            (_, Some(prepared), Some(clang)) => {
                clang.compile(prepared, &output)?;
                output
            }
            _ => {
                rustc.compile(unit, &output)?;
                output
            }
        };
        let checked = match unit.language {
            Language::Bitcode | Language::TextualIr => false,
            Language::Rust => true,
            _ => options.property.needs_overflow_checks(),
        };
        let compiled = !matches!(unit.language, Language::Bitcode | Language::TextualIr);
        Ok(ModuleInput { path, display: unit.display.clone(), checked, compiled })
    })?;

    let mut entry = options.entry.clone();
    for (unit, module) in inputs.units.iter().zip(&modules) {
        if unit.language == Language::Rust
            && let Some(symbol) = rustc::symbol_of(unit, &module.path, &options.entry)?
        {
            entry = symbol;
            break;
        }
    }
    let files = inputs
        .units
        .iter()
        .zip(&prepared)
        .filter_map(|(unit, prepared)| {
            let markers = &prepared.as_ref()?.markers;
            (!markers.is_empty()).then(|| FileData { path: unit.display.clone(), line_markers: markers.clone() })
        })
        .collect();
    Ok(LoadRequest {
        modules,
        data_model,
        property: options.property.clone(),
        entry,
        promote: options.promote,
        malloc_may_fail: options.malloc_may_fail,
        calls_as_written: options.calls_as_written,
        files,
        output: directory.join("program"),
        normalised: options.normalised.clone(),
        remainder: None,
    })
}

/// A given module must at least look like one: LLVM's own message for other bytes helps nobody.
fn check_module(unit: &Unit) -> Result<(), FrontendError> {
    if unit.language != Language::Bitcode {
        return Ok(());
    }
    let bytes = files::read(&unit.path)?;
    if bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(b"\xDE\xC0\x17\x0B") {
        return Ok(());
    }
    Err(FrontendError::Malformed { path: unit.path.clone(), line: None, message: "not LLVM bitcode".into() })
}

/// Does work on several threads; answers the results in order, or the error of the first item that failed.
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
