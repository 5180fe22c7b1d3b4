//! Paths through copies, judged as paths of the program that was unrolled.
//!
//! A path through a call that is skipped is no path of the program. Whether it is feasible is asked
//! where it is one; if it is, that says nothing.

use crate::judge::PATIENCE;
use adumbra_engine::{Judge, Judgement, Progress};
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_judges::feasibility::{self, Feasibility};
use adumbra_program::unroll::Unrolled;
use adumbra_program::{Move, Path, Program};
use adumbra_stop::Stop;
use adumbra_verdict::Target;

/// Gives a judge of the program the paths of the unrolled one.
pub(super) struct OfOriginal<'j, F> {
    pub(super) judge: &'j mut dyn Judge<F>,
    pub(super) program: &'j Program,
    pub(super) unrolled: &'j Unrolled,
    /// Who judges paths through calls that are skipped, if some are.
    pub(super) beyond: Option<Skipping>,
}

/// What is asked about paths through calls that are skipped.
pub(super) struct Skipping {
    pub(super) externals: Externals,
    pub(super) oracle: Oracle,
}

impl Skipping {
    fn judge<F>(&self, program: &Program, path: &Path, target: Target, stop: &Stop) -> Judgement<F> {
        let options = feasibility::Options {
            stop: stop.within(PATIENCE),
            externals: self.externals,
            oracle: self.oracle.clone(),
            ..feasibility::Options::default()
        };
        match feasibility::check(program, path, Some(target), &options) {
            Feasibility::Infeasible { .. } => Judgement::Infeasible,
            Feasibility::Unknown(why) => Judgement::Undecided(why),
            Feasibility::Feasible(_) => Judgement::Undecided("it leads through a call that is skipped".into()),
        }
    }
}

impl<F> OfOriginal<'_, F> {
    fn step(&self, step: Move) -> Option<Move> {
        let edge = |edge| self.unrolled.edge(self.program, edge);
        let function = |function| self.unrolled.function(self.program, function);
        Some(match step {
            Move::Edge(e) => Move::Edge(edge(e)?),
            Move::Enter { call, callee } => Move::Enter { call: edge(call)?, callee: function(callee)? },
            Move::Leave { call, callee } => Move::Leave { call: edge(call)?, callee: function(callee)? },
        })
    }

    /// The path with its target; none if it leads beyond the last level.
    fn original(&self, moves: &[Move], target: Target) -> Option<(Path, Target)> {
        let moves = moves.iter().map(|step| self.step(*step)).collect::<Option<_>>()?;
        let edge = self.unrolled.edge(self.program, target.edge)?;
        Some((Path { moves }, Target { edge, ..target }))
    }
}

impl<F> Judge<F> for OfOriginal<'_, F> {
    fn judge(&mut self, path: &Path, target: Target, stop: &Stop) -> Judgement<F> {
        match self.original(&path.moves, target) {
            Some((path, target)) => self.judge.judge(&path, target, stop),
            None => match &self.beyond {
                Some(beyond) => beyond.judge(&self.unrolled.program, path, target, stop),
                None => Judgement::Undecided("it leads beyond what is unrolled".into()),
            },
        }
    }

    fn passes(&self, path: &[Move], target: Target) -> bool {
        self.original(path, target).is_some_and(|(path, target)| self.judge.passes(&path.moves, target))
    }

    fn begins(&mut self, name: &str) {
        self.judge.begins(name);
    }

    fn progress(&mut self, progress: &Progress) {
        self.judge.progress(progress);
    }
}
