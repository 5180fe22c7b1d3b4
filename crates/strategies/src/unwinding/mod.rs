//! Recursion unrolled to more and more levels around analyses that need to know nothing of it
//! (Chen, Hsieh, Tsai, Wang, Wang, "Verifying Recursive Programs Using Intraprocedural Analyzers",
//! SAS 2014).
//!
//! One round has k levels of each recursive function ([`adumbra_program::unroll`]) and three steps:
//!
//! 1. Deeper calls have no execution. So all executions of the unrolled program are executions of
//!    the program: a violation is one, and it is judged and replayed as such (`original.rs`).
//! 2. If there is none, what the proof says of the copies is suspected of the functions
//!    (`summaries.rs`). The checker of contracts leaves out what is not inductive; if the rest
//!    proves the program, that is checked like any proof by contracts.
//! 3. If not, deeper calls may write and return anything. A proof says that the depth does not
//!    matter, or that no execution needs it.
//!
//! Then the next round begins, with k + 1 levels and nothing of the rounds before.

mod original;
mod summaries;

use crate::block_options::BlockOptions;
use crate::exploring::Exploring;
use crate::task::composition::{Single, StrategyEntry};
use crate::task::{Finished, Outcome, Request, Strategy, Task};
use crate::unrolled::{of_copies, unrolled};
use adumbra_engine::Judge;
use adumbra_judges::{Counterexample, certificate};
use adumbra_program::unroll::{Beyond, Unrolled, unroll};
use adumbra_stop::{MILLISECOND, Meter, Stop};
use adumbra_verdict::{Certificate, Checked, Proof, Reason};
use original::{OfOriginal, Skipping};
use std::sync::Arc;

/// The least work for the steps behind the first one.
const LEAST: u64 = 100 * MILLISECOND;

/// Conflicts that one question about what is suspected may take.
const CONFLICTS: u64 = 4_000;

/// The strategy of configurations that ask for recursion to be unwound.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "unwinding",
    options: &[],
    keeps: false,
    make: |task, single| Box::new(Unwinding::new(task, single)),
};

/// Does a configuration ask for it?
pub(crate) fn unwinds(single: &Single) -> bool {
    levels(single) > 0
}

/// The most levels.
fn levels(single: &Single) -> u32 {
    u32::try_from(single.options.of::<BlockOptions>().unwind_recursion).unwrap_or(u32::MAX)
}

/// Analyses of a program with more and more levels.
struct Unwinding<'a> {
    task: Task<'a>,
    single: Single,
    /// The levels of this round.
    level: u32,
    round: Option<Round<'a>>,
    /// The rounds so far that ended with something inductive, or were to end with it.
    suspected: usize,
    kept: usize,
    finished: Finished,
}

/// A round, in one of its steps.
enum Round<'a> {
    /// Where deeper calls have no execution; with the work so far.
    Within(Arc<Unrolled>, Box<Exploring<'a>>, u64),
    /// Where they may do anything; with the work that is left.
    Beyond(Arc<Unrolled>, Box<Exploring<'a>>, u64),
}

impl<'a> Unwinding<'a> {
    fn new(task: Task<'a>, single: &Single) -> Self {
        let single = single.clone();
        Unwinding { task, single, level: 1, round: None, suspected: 0, kept: 0, finished: Finished::default() }
    }

    /// Why nothing is tried.
    fn refused(&self) -> Option<Reason> {
        let request = &self.task.request;
        let other = request.specification.is_some() || request.findings.is_some();
        other.then(|| Reason::Property("where recursion is unwound, rules and several violations are not known".into()))
    }

    /// The analyses at work on another program, whose proof may be checked with so much work.
    fn exploring(&self, unrolled: &Unrolled, most_checking: Option<u64>) -> Box<Exploring<'a>> {
        let Task { name, request, started, host, .. } = &self.task;
        let program = Arc::new(unrolled.program.clone());
        let request = Request { most_checking, ..request.clone() };
        let task = Task { name: name.clone(), started: *started, ..Task::new(&program, &request, *host) };
        Box::new(Exploring::new(task, &self.single))
    }

    /// Begins a round.
    fn begin(&mut self) -> Result<Round<'a>, Reason> {
        let unrolled = unroll(&self.task.program, self.level, &Beyond::Never);
        let unrolled = unrolled.map_err(|what| Reason::Unsupported { what, position: None })?;
        // What is made of the proof is checked.
        let exploring = self.exploring(&unrolled, unrolled.is_copied().then_some(0));
        Ok(Round::Within(Arc::new(unrolled), exploring, 0))
    }

    /// The second and the third step, as far as work allows.
    fn beyond(
        &mut self,
        within: &Unrolled,
        finished: Finished,
        spent: u64,
        stop: &Stop,
    ) -> Result<Option<Round<'a>>, ()> {
        let most = spent.max(LEAST);
        let certificate = finished.proof.as_ref().and_then(|proof| proof.certificate.as_ref());
        if let Some(certificate) = certificate
            && let Some(proof) = self.summarized(within, certificate, &stop.within(most))
        {
            self.finished.proof = Some(proof);
            return Err(());
        }
        // What cannot be unrolled was found out before.
        let unrolled = unrolled(&self.task.program, &self.task.request, self.level, true);
        Ok(unrolled.ok().map(|unrolled| {
            let exploring = self.exploring(&unrolled, None);
            Round::Beyond(Arc::new(unrolled), exploring, most)
        }))
    }

    /// The proof by what is inductive of what a proof says of copies.
    fn summarized(&mut self, within: &Unrolled, certificate: &Certificate, stop: &Stop) -> Option<Proof> {
        let Task { program, request, pointers, .. } = &self.task;
        let mut suspected = summaries::suspected(program, within, certificate, pointers)?;
        let clauses = |certificate: &Certificate| -> usize {
            certificate.contracts.iter().map(|contract| contract.entry.all().len() + contract.exit.all().len()).sum()
        };
        self.suspected += clauses(&suspected);
        let limits = certificate::CheckLimits {
            stop: stop.clone(),
            externals: request.externals,
            oracle: request.oracle.clone(),
            jobs: request.jobs,
            ..certificate::CheckLimits::default()
        };
        certificate::weaken(program, &mut suspected, &limits, CONFLICTS).ok()?;
        self.kept += clauses(&suspected);
        let checks = certificate::check(program, &suspected, &limits).ok()?;
        self.finished.assumptions = crate::assumptions::assumed(program, request, &checks.ends);
        suspected.retain(&checks.needed);
        let (certificate, passed) = (Some(suspected), Some(checks.passed));
        Some(Proof { method: "summaries of unwindings", certificate, checked: Checked::Yes, passed })
    }

    fn counts(&self) -> Vec<(String, String)> {
        vec![
            ("unwindings".to_owned(), self.level.to_string()),
            ("summaries suspected".to_owned(), self.suspected.to_string()),
            ("summaries kept".to_owned(), self.kept.to_string()),
        ]
    }
}

impl Strategy for Unwinding<'_> {
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        if let Some(reason) = self.refused() {
            return Outcome::Unknown(vec![reason]);
        }
        loop {
            let round = match self.round.take().map_or_else(|| self.begin(), Ok) {
                Ok(round) => round,
                Err(reason) => return Outcome::Unknown(vec![reason]),
            };
            self.round = match round {
                Round::Within(unrolled, mut exploring, spent) => {
                    let meter = Meter::start();
                    let program = &self.task.program;
                    let mut judge = OfOriginal { judge, program, unrolled: &unrolled, beyond: None };
                    let outcome = exploring.run(&mut judge, stop);
                    let spent = spent + meter.read();
                    match outcome {
                        Outcome::Proved if !unrolled.is_copied() => {
                            self.finished = exploring.finish();
                            return Outcome::Proved;
                        }
                        Outcome::Proved => match self.beyond(&unrolled, exploring.finish(), spent, stop) {
                            Err(()) => return Outcome::Proved,
                            Ok(next) => next,
                        },
                        Outcome::Paused => {
                            self.round = Some(Round::Within(unrolled, exploring, spent));
                            return Outcome::Paused;
                        }
                        // More levels have these executions, too.
                        outcome => {
                            self.finished = exploring.finish();
                            return outcome;
                        }
                    }
                }
                Round::Beyond(unrolled, mut exploring, left) => {
                    let meter = Meter::start();
                    let Request { externals, oracle, .. } = &self.task.request;
                    let beyond = Some(Skipping { externals: *externals, oracle: oracle.clone() });
                    let mut judge = OfOriginal { judge, program: &self.task.program, unrolled: &unrolled, beyond };
                    match exploring.run(&mut judge, &stop.within(left)) {
                        Outcome::Proved => {
                            self.finished = exploring.finish();
                            self.finished.proof.iter_mut().for_each(of_copies);
                            return Outcome::Proved;
                        }
                        Outcome::Refuted(counterexample) => {
                            self.finished = exploring.finish();
                            return Outcome::Refuted(counterexample);
                        }
                        // What is left may be too little for a step.
                        Outcome::Paused if stop.is_done() && left > meter.read() => {
                            self.round = Some(Round::Beyond(unrolled, exploring, left - meter.read()));
                            return Outcome::Paused;
                        }
                        Outcome::Unknown(_) | Outcome::Paused => None,
                    }
                }
            };
            if self.round.is_none() {
                if self.level >= levels(&self.single) {
                    let why = format!("{} levels of recursion have no violation and prove nothing", self.level);
                    return Outcome::Unknown(vec![Reason::Incomplete(why)]);
                }
                self.level += 1;
            }
            if stop.is_done() {
                return Outcome::Paused;
            }
        }
    }

    fn open(&mut self) -> Vec<Reason> {
        match &mut self.round {
            Some(Round::Within(_, exploring, _)) => exploring.open(),
            _ => Vec::new(),
        }
    }

    fn finish(&mut self) -> Finished {
        let mut finished = std::mem::take(&mut self.finished);
        finished.counts = [self.counts(), finished.counts].concat();
        finished
    }
}
