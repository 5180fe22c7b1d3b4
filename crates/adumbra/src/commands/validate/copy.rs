//! Copies of the program on disk, and what is asked of the analyses about them.

use super::Case;
use crate::failure::{Exit, Failure};
use adumbra_frontend::{LoadOptions, Loaded, load};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Counterexample, replay};
use adumbra_program::{Program, Property};
use adumbra_stop::Stop;
use adumbra_strategies::{Host, Request, Verified, verify};
use adumbra_witness::copies::Copies;
use std::sync::Arc;

/// A copy of the program in a directory of its own, which is removed with it.
pub struct CopyOnDisk {
    _directory: tempfile::TempDir,
    /// Where the files are, in the order of the originals.
    pub paths: Vec<String>,
    options: LoadOptions,
}

impl CopyOnDisk {
    /// Writes the copies of the program's files.
    pub fn write(case: &Case, copies: &Copies, property: Property) -> Result<CopyOnDisk, Failure> {
        let failed = |e: std::io::Error| Failure::new(Exit::Internal, format!("a copy of the program: {e}"));
        let directory = tempfile::Builder::new().prefix("adumbra-").tempdir().map_err(failed)?;
        let mut options = case.options.clone();
        options.property = property;
        options.inputs.clear();
        options.keep_temps = None;
        options.normalised = None;
        let mut paths = Vec::new();
        for (number, (unit, text)) in case.units.iter().zip(&copies.texts).enumerate() {
            let folder = directory.path().join(number.to_string());
            std::fs::create_dir(&folder).map_err(failed)?;
            let path = folder.join(unit.path.file_name().unwrap_or_default());
            std::fs::write(&path, text).map_err(failed)?;
            paths.push(path.display().to_string());
            options.inputs.push(path);
            // Headers beside the original.
            let beside = unit.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(std::path::Path::new("."));
            options.compiler_flags.push(format!("-iquote{}", beside.display()));
        }
        Ok(CopyOnDisk { _directory: directory, paths, options })
    }

    /// Loads the copy; an error of the compiler is an error of the witness's expressions.
    pub fn load(&self, promote: bool) -> Result<Loaded, String> {
        let options = self.options.clone().promote(promote);
        load(&options).map_err(|e| {
            let details = e.details().and_then(|d| d.lines().find(|l| l.contains("error")).map(str::to_owned));
            details.unwrap_or_else(|| e.to_string())
        })
    }
}

/// The options of a replay.
pub fn replay_options(case: &Case, program: &Program) -> Options {
    let mut options = Options::new(program.property.clone());
    options.stop = Stop::never().by(case.deadline);
    options
}

/// Judges counterexamples on a program with its locals in memory, made when it is first needed.
pub struct ReplayHost<'a> {
    loaded: &'a Loaded,
    options: &'a (dyn Fn(&Program) -> Options + Sync),
    /// May a counterexample count?
    accepts: &'a (dyn Fn(&Program, &Counterexample) -> bool + Sync),
}

impl<'a> ReplayHost<'a> {
    /// A judge.
    pub fn new(
        loaded: &'a Loaded,
        options: &'a (dyn Fn(&Program) -> Options + Sync),
        accepts: &'a (dyn Fn(&Program, &Counterexample) -> bool + Sync),
    ) -> Self {
        ReplayHost { loaded, options, accepts }
    }

    /// The program on which is replayed.
    pub fn program(&self) -> Result<Arc<Program>, String> {
        self.loaded.unpromoted().cloned().map_err(ToString::to_string)
    }
}

impl Host for ReplayHost<'_> {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let program = self.program()?;
        let mut options = (self.options)(&program);
        options.stop = options.stop.and(stop);
        let counterexample = replay(&program, script, &options).map_err(|e| e.to_string())?;
        if (self.accepts)(&program, &counterexample) {
            Ok(counterexample)
        } else {
            Err("the execution is not one that the witness describes".into())
        }
    }
}

/// Asks the analyses about a program.
pub fn ask(case: &Case, program: &Arc<Program>, host: &dyn Host) -> Verified {
    let request = Request { stop: Stop::never().by(case.deadline), ..Request::new(case.configuration.clone()) };
    verify(program, &request, host)
}
