//! Proofs of scripts and SF formulas: checked as they arise, the last one kept in a file.

use crate::failure::{Exit, Failure};
use adumbra_sat::certify::Certifier;
use adumbra_sat::cores::AnyCore;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What is done about proofs.
pub(super) struct Proofs {
    check: bool,
    /// The file of the proof and that of its clauses.
    files: Option<[(PathBuf, File); 2]>,
    current: Option<Arc<Mutex<Certifier>>>,
    /// The last certifier that holds a refutation.
    last: Option<Arc<Mutex<Certifier>>>,
    checked: u64,
    /// The core to use instead of our own.
    core: Option<fn() -> AnyCore>,
}

impl Proofs {
    pub(super) fn new(check: bool, file: Option<&Path>, core: Option<fn() -> AnyCore>) -> Result<Proofs, Failure> {
        let create = |path: PathBuf| match File::create(&path) {
            Ok(file) => Ok((path, file)),
            Err(error) => Err(Failure::output(&path.display().to_string(), &error)),
        };
        let files = match file {
            None => None,
            Some(file) => {
                let mut clauses = file.as_os_str().to_owned();
                clauses.push(".cnf");
                Some([create(file.to_owned())?, create(PathBuf::from(clauses))?])
            }
        };
        Ok(Proofs { check, files, current: None, last: None, checked: 0, core })
    }

    /// A fresh solver, traced if need be.
    pub(super) fn solver(&mut self, options: &Options) -> Embedded {
        if let Some(core) = self.core {
            return Embedded::over(options.clone(), core());
        }
        if !self.check && self.files.is_none() {
            return Embedded::new(options.clone());
        }
        self.retire();
        let certifier = Arc::new(Mutex::new(Certifier::new(self.check, self.files.is_some())));
        self.current = Some(certifier.clone());
        Embedded::with_tracer(options.clone(), Box::new(certifier))
    }

    /// The current solver is done.
    fn retire(&mut self) {
        if let Some(certifier) = self.current.take() {
            let answers = certifier.lock().unwrap_or_else(PoisonError::into_inner).answers();
            self.checked += answers;
            if answers > 0 {
                self.last = Some(certifier);
            }
        }
    }

    /// Is everything right so far?
    pub(super) fn verify(&self, path: &str) -> Result<(), Failure> {
        let Some(certifier) = &self.current else { return Ok(()) };
        match certifier.lock().unwrap_or_else(PoisonError::into_inner).error() {
            None => Ok(()),
            Some(error) => Err(Failure::new(Exit::Internal, format!("{path}: the proof is wrong: {error}"))),
        }
    }

    /// Writes the last refutation, and says what was checked.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.retire();
        if self.check {
            eprintln!("proofs checked: {}", self.checked);
        }
        let Some([(proof, proof_file), (clauses, clauses_file)]) = self.files else { return Ok(()) };
        let Some(certifier) = self.last else {
            drop((std::fs::remove_file(&proof), std::fs::remove_file(&clauses)));
            eprintln!("no query was unsatisfiable, so there is no proof");
            return Ok(());
        };
        let certifier = certifier.lock().unwrap_or_else(PoisonError::into_inner);
        let written = certifier.write(&mut BufWriter::new(proof_file), &mut BufWriter::new(clauses_file));
        written.map(drop).map_err(|e| Failure::output(&proof.display().to_string(), &e))
    }
}
