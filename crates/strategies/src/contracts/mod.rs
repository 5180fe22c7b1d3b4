//! Contracts as proofs: functions that call themselves are proved by what they demand and promise.
//!
//! Executions are watched (`watch.rs`): what functions are given, what they leave, and what there
//! is at the heads of loops are tables. What fits all rows (`candidates.rs`), also under conditions
//! that the program itself speaks of (`conditions.rs`), becomes contracts that say too much
//! (`make.rs`). The checker of certificates leaves out what does not follow by Hoare's rule of
//! recursion, and proves the rest. Nothing here is believed: a proof that is not checked to its end
//! is none.

mod candidates;
mod conditions;
mod make;
mod shape;
mod table;
mod watch;

use crate::assumptions::assumed;
use crate::task::composition::StrategyEntry;
use crate::task::{Finished, Outcome, Strategy, Task};
use adumbra_engine::Judge;
use adumbra_judges::Counterexample;
use adumbra_judges::certificate::{self, CheckLimits, Rejected, Why};
use adumbra_options::{group, options};
use adumbra_program::{PropertyKind, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::{Assumption, Certificate, Checked, Proof, Reason, Writes};
use make::Maker;
use shape::Shape;

options! {
    /// Options of contracts.
    pub struct ContractsOptions {
        contract_conflicts: count = 4_000 in 1..=(u64::MAX), fixed, "Contracts: conflicts that one question about what is suspected may take.";
    }
}

/// Contracts in configurations.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "contracts",
    options: &[group::<ContractsOptions>],
    make: |task, single| Box::new(Contracts::new(task, &single.options.of())),
};

/// Contracts at work.
struct Contracts<'a> {
    task: Task<'a>,
    conflicts: u64,
    /// What is suspected, once executions were watched.
    suspected: Option<Certificate>,
    proof: Option<Proof>,
    assumptions: Vec<Assumption>,
    counts: Vec<(String, String)>,
}

impl<'a> Contracts<'a> {
    fn new(task: Task<'a>, options: &ContractsOptions) -> Self {
        Contracts {
            task,
            conflicts: options.contract_conflicts,
            suspected: None,
            proof: None,
            assumptions: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Why nothing is tried.
    fn refused(&self) -> Option<Reason> {
        let property = &self.task.program.property;
        let leaks = [Violation::LostMemory, Violation::UnfreedMemory].into_iter().any(|leak| property.monitors(leak));
        if leaks || property.contains(PropertyKind::Termination) {
            return Some(Reason::Property("contracts say nothing of leaks and of executions that do not end".into()));
        }
        if self.task.request.specification.is_some() || self.task.request.findings.is_some() {
            return Some(Reason::Property("contracts know no rules, and do not tell violations apart".into()));
        }
        None
    }

    fn suspect(&mut self, stop: &Stop) -> Certificate {
        if let Some(known) = &self.suspected {
            return known.clone();
        }
        let program = &self.task.program;
        let shape = Shape::of(program);
        let observed = watch::watch(program, &shape, self.task.request.externals, stop);
        let certificate = Maker::new(program, &shape, &observed).certificate(&self.task.pointers);
        let clauses: usize = certificate.contracts.iter().map(|c| c.entry.all().len() + c.exit.all().len()).sum();
        self.counts = vec![
            ("functions with contracts".to_owned(), certificate.contracts.len().to_string()),
            ("rows observed".to_owned(), make::rows(&observed).to_string()),
            ("clauses suspected".to_owned(), clauses.to_string()),
        ];
        self.suspected = Some(certificate.clone());
        certificate
    }

    fn prove(&mut self, stop: &Stop) -> Outcome {
        let certificate = self.suspect(stop);
        if certificate.contracts.is_empty() {
            return Outcome::Unknown(vec![Reason::Incomplete("no function calls itself".into())]);
        }
        match self.weaken(certificate, stop) {
            Ok(certificate) => self.check(certificate, stop),
            Err(_) if stop.is_done() => Outcome::Paused,
            Err(rejected) => {
                let why = format!("no contracts were found: {rejected}");
                Outcome::Unknown(vec![Reason::Incomplete(why)])
            }
        }
    }

    fn limits(&self, stop: &Stop) -> CheckLimits {
        CheckLimits {
            stop: stop.clone(),
            externals: self.task.request.externals,
            oracle: self.task.request.oracle.clone(),
            moves: MOST_MOVES,
            ..CheckLimits::default()
        }
    }

    /// Leaves out what does not hold. Who writes more than was thought may write anything.
    fn weaken(&mut self, mut certificate: Certificate, stop: &Stop) -> Result<Certificate, Rejected> {
        loop {
            let limits = self.limits(stop);
            let rejected = match certificate::weaken(&self.task.program, certificate.clone(), &limits, self.conflicts) {
                Ok(weakened) => {
                    let kept = weakened.certificate.contracts.iter().map(|c| c.entry.all().len() + c.exit.all().len());
                    self.counts.truncate(3);
                    self.counts.extend([
                        ("clauses kept".to_owned(), kept.sum::<usize>().to_string()),
                        ("looks at bodies".to_owned(), weakened.rounds.to_string()),
                        ("questions about contracts".to_owned(), weakened.queries.to_string()),
                    ]);
                    return Ok(weakened.certificate);
                }
                Err(rejected) => rejected,
            };
            let wrong = certificate.contracts.iter_mut().find(|contract| {
                Some(contract.function) == rejected.contract && contract.writes != Writes::Anything
            });
            match wrong {
                Some(contract) if rejected.why == Why::Writes => contract.writes = Writes::Anything,
                _ => return Err(rejected),
            }
        }
    }

    fn check(&mut self, certificate: Certificate, stop: &Stop) -> Outcome {
        match certificate::check(&self.task.program, &certificate, &self.limits(stop)) {
            Ok(checks) => {
                self.assumptions = assumed(&self.task.program, &self.task.request, &checks.ends);
                self.counts.push(("states checked".to_owned(), checks.states.to_string()));
                self.proof = Some(Proof {
                    method: "contracts",
                    certificate: Some(certificate),
                    checked: Checked::Yes,
                    passed: Some(checks.passed),
                });
                Outcome::Proved
            }
            Err(_) if stop.is_done() => Outcome::Paused,
            Err(rejected) => {
                let why = format!("the contracts that were found do not prove it: {rejected}");
                Outcome::Unknown(vec![Reason::Incomplete(why)])
            }
        }
    }
}

/// Most moves on a path.
const MOST_MOVES: u64 = 20_000;

impl Strategy for Contracts<'_> {
    fn run(&mut self, _: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        match self.refused() {
            Some(reason) => Outcome::Unknown(vec![reason]),
            None => self.prove(stop),
        }
    }

    fn finish(&mut self) -> Finished {
        Finished {
            proof: self.proof.take(),
            assumptions: std::mem::take(&mut self.assumptions),
            counts: std::mem::take(&mut self.counts),
            ..Finished::default()
        }
    }
}
