//! The judge of paths: first the solver, then a replay.

use crate::verify::Host;
use adumbra_engine::{Budget, Judge, Judgement, Progress};
use adumbra_program::{Path, Program};
use adumbra_verdict::Target;
use std::sync::Arc;

/// Judges paths of a program.
pub struct PathJudge<'a> {
    program: Arc<Program>,
    host: &'a dyn Host,
}

impl<'a> PathJudge<'a> {
    /// For a program, on behalf of a host.
    pub fn new(program: &Arc<Program>, host: &'a dyn Host) -> Self {
        PathJudge { program: Arc::clone(program), host }
    }
}

impl Judge for PathJudge<'_> {
    fn judge(&mut self, path: &Path, target: Target, budget: &Budget) -> Judgement {
        let _ = (&self.program, path, target, budget);
        Judgement::Undecided("paths are not judged".into())
    }

    fn begins(&mut self, name: &str) {
        self.host.begins(name);
    }

    fn progress(&mut self, progress: &Progress) {
        self.host.progress(progress);
    }
}
