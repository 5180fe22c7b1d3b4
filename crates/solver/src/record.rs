//! What a solver is asked, as scripts: every query of a run can be kept, measured and given to
//! another solver.
//!
//! A [`Recording`] is a directory; every solver that is recorded writes one SMT-LIB script there,
//! which asks the queries in their order. An answer stands before its query as
//! `(set-info :status …)`. Assumptions become a level of their own.
//!
//! ```
//! use adumbra_solver::engine::Embedded;
//! use adumbra_solver::record::{Recorder, Recording};
//! use adumbra_sat::{Limits, SatOptions};
//! use adumbra_solver::solver::Solver;
//! use adumbra_terms::Terms;
//!
//! let directory = std::env::temp_dir().join(format!("recorded-{}", std::process::id()));
//! let recording = Recording::new(&directory)?;
//! let mut solver = Recorder::new(Embedded::new(SatOptions::default()), "path", Some(recording));
//! let mut terms = Terms::new();
//! let byte = terms.bv_sort(8);
//! let (x, y) = (terms.var("x", byte), terms.var("y", byte));
//! let below = terms.bv_ult(x, y);
//! solver.check(&mut terms, &[below], &Limits::none())?;
//! let script = std::fs::read_to_string(directory.join("path-00001.smt2"))?;
//! assert!(script.ends_with("(push 1)\n(assert (bvult x y))\n(set-info :status sat)\n(check-sat)\n(pop 1)\n"), "{script}");
//! # std::fs::remove_dir_all(directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::declare::Declarations;
use crate::solver::{Core, Solver, SolverError, Tracked, Verdict};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_sat::Limits;
use adumbra_terms::smtlib::write_term;
use adumbra_terms::{Model, Symbol, Term, Terms};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A directory in which solvers write what they are asked.
#[derive(Debug)]
pub struct Recording {
    directory: PathBuf,
    next: AtomicUsize,
    failure: Mutex<Option<String>>,
}

impl Recording {
    /// Records into a directory, which is made if it is not there.
    pub fn new(directory: &Path) -> io::Result<Arc<Recording>> {
        std::fs::create_dir_all(directory)?;
        Ok(Arc::new(Recording {
            directory: directory.to_owned(),
            next: AtomicUsize::new(0),
            failure: Mutex::new(None),
        }))
    }

    /// How many scripts there are.
    pub fn scripts(&self) -> usize {
        self.next.load(Ordering::Relaxed)
    }

    /// Why a script is not complete, if one is not: the first failure.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fail(&self, path: &Path, error: &io::Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert_with(|| format!("{}: {error}", path.display()));
    }

    /// A new file for a script of this kind. Files of others are left alone.
    fn open(&self, kind: &str) -> io::Result<(PathBuf, File)> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed) + 1;
            let path = self.directory.join(format!("{kind}-{number:05}.smt2"));
            match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    self.fail(&path, &error);
                    return Err(error);
                }
                Ok(file) => return Ok((path, file)),
            }
        }
    }
}

/// A script that is being written.
struct Script {
    recording: Arc<Recording>,
    kind: &'static str,
    /// The file, once there was a query; nothing after a failure.
    file: Option<(PathBuf, File)>,
    failed: bool,
    /// What comes before the next query.
    pending: String,
    known: Declarations,
    /// What was declared on each level.
    levels: Vec<Vec<Symbol>>,
}

impl Script {
    /// Declares on the innermost level what a term needs.
    fn declare(&mut self, terms: &Terms, term: Term) {
        let innermost = self.levels.len() - 1;
        self.known.declare(terms, term, &mut self.levels[innermost], &mut self.pending);
    }

    fn assert(&mut self, terms: &Terms, term: Term) {
        self.pending.push_str("(assert ");
        let _ = write_term(&mut self.pending, terms, &self.known.names, term);
        self.pending.push_str(")\n");
    }

    fn pop(&mut self, levels: usize) {
        let _ = writeln!(self.pending, "(pop {levels})");
        for _ in 0..levels.min(self.levels.len() - 1) {
            self.known.close(&self.levels.pop().unwrap_or_default());
        }
    }

    fn query(&mut self, terms: &Terms, assumptions: &[Term], verdict: &Verdict) {
        for assumption in assumptions {
            self.declare(terms, *assumption);
        }
        if !assumptions.is_empty() {
            self.pending.push_str("(push 1)\n");
        }
        for assumption in assumptions {
            self.assert(terms, *assumption);
        }
        self.pending.push_str(match verdict {
            Verdict::Sat => "(set-info :status sat)\n",
            Verdict::Unsat => "(set-info :status unsat)\n",
            Verdict::Unknown(_) => "(set-info :status unknown)\n",
        });
        self.pending.push_str("(check-sat)\n");
        if !assumptions.is_empty() {
            self.pending.push_str("(pop 1)\n");
        }
        self.write();
    }

    fn write(&mut self) {
        if self.file.is_none() && !self.failed {
            self.file = self.recording.open(self.kind).ok();
        }
        let text = std::mem::take(&mut self.pending);
        if let Some((path, file)) = &mut self.file
            && let Err(error) = file.write_all(text.as_bytes())
        {
            self.recording.fail(path, &error);
            self.file = None;
        }
        self.failed = self.file.is_none();
    }
}

/// A solver whose queries are recorded, if there is a recording.
pub struct Recorder<S> {
    solver: S,
    script: Option<Script>,
}

impl<S: Solver> Recorder<S> {
    /// Records what a solver without assertions is asked, in a file whose name begins with the
    /// kind.
    pub fn new(solver: S, kind: &'static str, recording: Option<Arc<Recording>>) -> Recorder<S> {
        let script = recording.map(|recording| Script {
            recording,
            kind,
            file: None,
            failed: false,
            pending: "(set-logic ALL)\n".to_owned(),
            known: Declarations::new(),
            levels: vec![Vec::new()],
        });
        Recorder { solver, script }
    }

    /// The solver that answers.
    pub fn inner(&self) -> &S {
        &self.solver
    }
}

impl<S: Solver> Solver for Recorder<S> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        if let Some(script) = &mut self.script {
            script.known.clear();
            script.levels = vec![Vec::new()];
            script.pending.push_str("(reset-assertions)\n");
        }
        self.solver.reset()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        if let Some(script) = &mut self.script {
            script.pending.push_str("(push 1)\n");
            script.levels.push(Vec::new());
        }
        self.solver.push()
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        if let Some(script) = &mut self.script {
            script.pop(levels);
        }
        self.solver.pop(levels)
    }

    fn levels(&self) -> usize {
        self.solver.levels()
    }

    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError> {
        if let Some(script) = &mut self.script {
            script.declare(terms, term);
            script.assert(terms, term);
        }
        self.solver.assert(terms, term)
    }

    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        if let Some(script) = &mut self.script {
            script.declare(terms, term);
            script.assert(terms, term);
        }
        self.solver.assert_tracked(terms, term)
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        let verdict = self.solver.check(terms, assumptions, limits)?;
        if let Some(script) = &mut self.script {
            script.query(terms, assumptions, &verdict);
        }
        Ok(verdict)
    }

    fn model(&self) -> Option<&Model> {
        self.solver.model()
    }

    fn core(&self) -> Option<&Core> {
        self.solver.core()
    }

    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        self.solver.minimize_core(terms, limits)
    }

    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        self.solver.interpolate(terms, query, limits)
    }
}
