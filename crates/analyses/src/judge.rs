//! The judge of paths: first the solver, then a replay.

use crate::verify::Host;
use adumbra_engine::{Budget, Judge, Judgement, Progress};
use adumbra_interpreter::Externals;
use adumbra_program::{Path, Program};
use adumbra_verdict::Target;
use adumbra_verdict::feasibility::{self, Feasibility};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Judges paths of a program.
pub struct PathJudge<'a> {
    program: Arc<Program>,
    host: &'a dyn Host,
    externals: Externals,
    /// Most time for one path.
    patience: Duration,
}

impl<'a> PathJudge<'a> {
    /// For a program, on behalf of a host; functions without a body do what `externals` says.
    pub fn new(program: &Arc<Program>, host: &'a dyn Host, externals: Externals) -> Self {
        PathJudge { program: Arc::clone(program), host, externals, patience: Duration::from_secs(60) }
    }
}

impl Judge for PathJudge<'_> {
    fn judge(&mut self, path: &Path, target: Target, budget: &Budget) -> Judgement {
        let patience = Instant::now().checked_add(self.patience);
        let deadline = match (budget.deadline, patience) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        // Whoever cancels last is nearest: a portfolio adds its flag behind those from outside.
        let options = feasibility::Options {
            deadline,
            cancel: budget.cancel.last().cloned(),
            externals: self.externals,
            ..feasibility::Options::default()
        };
        match feasibility::check(&self.program, path, Some(target), &options) {
            Feasibility::Infeasible { .. } => Judgement::Infeasible,
            Feasibility::Unknown(why) => Judgement::Undecided(why),
            Feasibility::Feasible(script) => match self.host.replay(&script, budget.deadline) {
                Ok(mut counterexample) => {
                    counterexample.path = Some(path.clone());
                    Judgement::Real(Box::new(counterexample))
                }
                Err(why) => Judgement::Undecided(format!("the counterexample does not replay: {why}")),
            },
        }
    }

    fn begins(&mut self, name: &str) {
        self.host.begins(name);
    }

    fn progress(&mut self, progress: &Progress) {
        self.host.progress(progress);
    }
}
