//! Loading: from what the user gives to a program, in the two forms in which it is asked for.
//!
//! Analyses want the locals of a program in registers; counterexamples are replayed with locals in
//! memory. Both forms come from one run of the compilers: the bitcode stays, as temporary files, as
//! long as the [`Loaded`] or its [`Loader`]. The second form is made when it is first asked for, so
//! that a proof does not pay for it.

use crate::compiled::{Compiled, about};
use crate::error::FrontendError;
use crate::options::LoadOptions;
use crate::protocol::{FunctionRemainder, Remainder};
use crate::remainder;
use adumbra_program::Program;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What loading cost. What was compiled or translated before costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadReport {
    /// Time in the compilers.
    pub compiling: Duration,
    /// Time from bitcode to the program: reading, linking, translating, and handing the program
    /// over.
    pub translating: Duration,
    /// Bytes of bitcode that were read, without the library models.
    pub bitcode_bytes: u64,
}

/// Loads a program. Temporary files are removed with it, also after an error, unless they are to be
/// kept.
pub fn load(options: &LoadOptions) -> Result<Loaded, FrontendError> {
    Loader::default().load(options)
}

/// Loads programs, and compiles nothing twice: those with the same compile line share the bitcode,
/// and where only the property differs, the program.
#[derive(Clone, Debug, Default)]
pub struct Loader(Arc<Mutex<Known>>);

/// What was compiled and loaded so far.
#[derive(Debug, Default)]
struct Known {
    compiled: Vec<Arc<Compiled>>,
    programs: Vec<(LoadOptions, Arc<Program>)>,
}

impl Loader {
    /// Loads a program. Temporary files are removed when neither it nor the loader is needed any
    /// more.
    pub fn load(&self, options: &LoadOptions) -> Result<Loaded, FrontendError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        let (compiled, compiling) = known.compiled(options)?;
        let program = known.program(&compiled, options)?;
        let translating = start.elapsed().saturating_sub(compiling);
        let report = LoadReport { compiling, translating, bitcode_bytes: compiled.bytes() };
        let (loader, options, other) = (self.clone(), options.clone(), OnceLock::new());
        Ok(Loaded { loader, compiled, options, program, other, report })
    }
}

impl Known {
    /// The bitcode for these options, and how long the compilers worked now.
    fn compiled(&mut self, options: &LoadOptions) -> Result<(Arc<Compiled>, Duration), FrontendError> {
        if let Some(known) = self.compiled.iter().find(|known| known.serves(options)) {
            return Ok((Arc::clone(known), Duration::ZERO));
        }
        let compiled = Arc::new(Compiled::new(options)?);
        self.compiled.push(Arc::clone(&compiled));
        let compiling = compiled.compiling;
        Ok((compiled, compiling))
    }

    /// The program of these options, from their bitcode.
    fn program(&mut self, compiled: &Compiled, options: &LoadOptions) -> Result<Arc<Program>, FrontendError> {
        let Some((_, program)) = self.programs.iter().find(|(known, _)| known.loads_as(options)) else {
            let program = compiled.program(options)?;
            self.programs.push((options.clone(), Arc::clone(&program)));
            return Ok(program);
        };
        Ok(about(program, &options.property))
    }
}

/// A program that was loaded, with what its other form is made of.
#[derive(Debug)]
pub struct Loaded {
    loader: Loader,
    compiled: Arc<Compiled>,
    options: LoadOptions,
    program: Arc<Program>,
    other: OnceLock<Result<Arc<Program>, FrontendError>>,
    report: LoadReport,
}

impl Loaded {
    /// The program in the form that the options ask for.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The program alone: its temporary files are not needed any more.
    pub fn into_program(self) -> Arc<Program> {
        self.program
    }

    /// The program with its scalar locals in registers; made when it is first asked for.
    pub fn promoted(&self) -> Result<&Arc<Program>, &FrontendError> {
        self.form(true)
    }

    /// The program with its locals in memory, for replays; made when it is first asked for.
    pub fn unpromoted(&self) -> Result<&Arc<Program>, &FrontendError> {
        self.form(false)
    }

    /// How it was loaded.
    pub fn options(&self) -> &LoadOptions {
        &self.options
    }

    /// What loading cost, without the other form.
    pub fn report(&self) -> &LoadReport {
        &self.report
    }

    /// Writes what remains of its normalised module: textual IR if the file's name ends in `.ll`,
    /// else bitcode. The file appears whole or not at all.
    pub fn write_remainder(
        &self,
        functions: BTreeMap<String, FunctionRemainder>,
        output: &Path,
    ) -> Result<(), FrontendError> {
        let text = output.extension().is_some_and(|e| e == "ll");
        remainder::write_whole(output, |draft| {
            let remainder = Remainder { output: draft.to_owned(), text, functions };
            self.compiled.write_remainder(&self.options, remainder)
        })
    }

    /// The program in one of its forms.
    fn form(&self, promote: bool) -> Result<&Arc<Program>, &FrontendError> {
        if promote == self.options.promote {
            return Ok(&self.program);
        }
        // What was asked to be written is written of the form that was asked for.
        let options = || LoadOptions { promote, normalised: None, ..self.options.clone() };
        self.other.get_or_init(|| self.loader.load(&options()).map(Loaded::into_program)).as_ref()
    }
}
