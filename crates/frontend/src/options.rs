//! What to load, and how.

use crate::compile_commands::DatabaseFilter;
use adumbra_program::{DataModel, Property};
use std::path::PathBuf;
use std::time::Duration;

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
    /// Are calls of library functions to stay as they are written? If not, `printf`, `scanf` and
    /// their like with a known format become what matters of them for a property.
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

    /// Is the compile line the same? Of the property, only overflow checks decide about it; the
    /// entry has another symbol in Rust.
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
