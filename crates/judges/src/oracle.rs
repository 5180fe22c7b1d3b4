//! Who decides questions about terms: the embedded solver or another one, with the query layer in
//! front of it.

use adumbra_solver::configurations;
use adumbra_solver::engine::Embedded;
use adumbra_solver::layer::{Layer, LayerOptions, LayerStats};
use adumbra_solver::options::Options;
use adumbra_solver::process::{CommandLine, ProcessSolver};
use adumbra_solver::record::{Recorder, Recording};
use adumbra_solver::solver::Solver;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes of terms that a solver may have seen before it starts over: each answer costs as many
/// steps as it has variables.
const MOST_NODES: i64 = 400;

/// Which solver decides, and what all solvers from here did. Clones count together.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// What the configuration of the embedded solver is called.
    pub configuration: String,
    /// Its options; by default those for verification conditions of programs.
    pub options: Options,
    /// Where queries are written, if they are.
    pub recording: Option<Arc<Recording>>,
    command: Option<CommandLine>,
    counts: Arc<Mutex<LayerStats>>,
}

impl Default for Oracle {
    fn default() -> Self {
        let configuration = configurations::for_verification();
        Oracle {
            configuration: configuration.name.to_owned(),
            options: configuration.options(),
            recording: None,
            command: None,
            counts: Arc::default(),
        }
    }
}

impl Oracle {
    /// The embedded solver, or another one by its command line.
    pub fn new(command: Option<CommandLine>) -> Oracle {
        Oracle { command, ..Oracle::default() }
    }

    /// What was asked and answered so far by solvers that are gone.
    pub fn counts(&self) -> LayerStats {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A solver without assertions and without the query layer, for those who ask what does not
    /// come back. What it is asked is recorded under a name.
    pub fn plain_solver(&self, name: &'static str) -> Box<dyn Solver> {
        Box::new(Recorder::new(self.bare(), name, self.recording.clone()))
    }

    fn bare(&self) -> Box<dyn Solver> {
        match &self.command {
            None => Box::new(Embedded::new(self.options.clone())),
            Some(command) => Box::new(ProcessSolver::new(command.clone())),
        }
    }

    /// A solver without assertions, with the query layer, for the conditions of paths.
    pub fn path_solver(&self) -> PathSolver {
        let options =
            LayerOptions { renew_nodes: MOST_NODES.min(self.options.layer.renew_nodes), ..self.options.layer.clone() };
        let layer = Layer::new(self.bare(), options);
        PathSolver { solver: Recorder::new(layer, "path", self.recording.clone()), oracle: self.clone() }
    }
}

/// A solver whose counts go to its oracle in the end.
pub struct PathSolver {
    solver: Recorder<Layer<Box<dyn Solver>>>,
    oracle: Oracle,
}

impl Deref for PathSolver {
    type Target = Recorder<Layer<Box<dyn Solver>>>;

    fn deref(&self) -> &Self::Target {
        &self.solver
    }
}

impl DerefMut for PathSolver {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.solver
    }
}

impl Drop for PathSolver {
    fn drop(&mut self) {
        let mut counts = self.oracle.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts = counts.plus(&self.solver.inner().stats());
    }
}
