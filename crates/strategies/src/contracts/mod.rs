//! Contracts as proofs: functions that call themselves are proved by what they demand and promise.
//!
//! Executions are watched (`watch.rs`): what functions are given, what they leave, and what there
//! is at the heads of loops are tables. What fits all rows (`candidates.rs`), also under conditions
//! that the program itself speaks of (`conditions.rs`), becomes contracts that say too much
//! (`make.rs`). The checker of certificates leaves out what does not follow by Hoare's rule of
//! recursion, and proves the rest. What earlier runs proved is written down (`portable.rs`) and
//! suspected first (`reuse.rs`). Nothing here is believed: a proof that is not checked to its end
//! is none.
//!
//! What was explored of functions by themselves are contracts, too (`of_blocks.rs`,
//! `of_facts.rs`).

mod candidates;
mod code;
mod conditions;
mod make;
mod of_blocks;
mod of_facts;
mod portable;
mod reuse;
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
use adumbra_program::{AllocationKind, Op, PropertyKind, Violation};
use adumbra_stop::Stop;
use adumbra_verdict::{Assumption, Certificate, Checked, Contract, Proof, Reason, Writes};
use candidates::Effort;
use make::Maker;
pub use portable::merged;
pub(crate) use shape::{Shape, writes};
use watch::Observed;

pub(crate) use of_blocks::{certify_blocks, certify_summaries};

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
    keeps: true,
    make: |task, single| Box::new(Contracts::new(task, &single.options.of())),
};

/// Contracts at work.
struct Contracts<'a> {
    task: Task<'a>,
    conflicts: u64,
    /// What executions showed, once they were watched.
    seen: Option<(Shape, Observed)>,
    /// How much is suspected, and what is left of it.
    effort: Effort,
    suspected: Option<Certificate>,
    /// Was what an earlier run left tried?
    tried_known: bool,
    proof: Option<Proof>,
    assumptions: Vec<Assumption>,
    counts: Vec<(String, String)>,
}

impl<'a> Contracts<'a> {
    fn new(task: Task<'a>, options: &ContractsOptions) -> Self {
        Contracts {
            task,
            conflicts: options.contract_conflicts,
            seen: None,
            effort: Effort::Plain,
            suspected: None,
            tried_known: false,
            proof: None,
            assumptions: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Why nothing is tried.
    fn refused(&self) -> Option<Reason> {
        let property = &self.task.program.property;
        let leaks = [Violation::LostMemory, Violation::UnfreedMemory].into_iter().any(|leak| property.monitors(leak));
        let is_heap =
            |op: &Op| matches!(op, Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. });
        let heap = self.task.program.edges.values().any(|edge| is_heap(&edge.op));
        if leaks && heap || property.contains(PropertyKind::Termination) {
            return Some(Reason::Property("contracts say nothing of leaks and of executions that do not end".into()));
        }
        if self.task.request.specification.is_some() || self.task.request.findings.is_some() {
            return Some(Reason::Property("contracts know no rules, and do not tell violations apart".into()));
        }
        None
    }

    /// Suspects as much as the effort says.
    fn suspect(&mut self, stop: &Stop) -> Certificate {
        if let Some(known) = self.suspected.take() {
            return known;
        }
        let program = &self.task.program;
        let externals = self.task.request.externals;
        let given = self.task.request.suspected.clone().unwrap_or_default();
        let (shape, observed) = self.seen.get_or_insert_with(|| {
            let mut shape = Shape::of(program);
            shape.also(given.iter().map(|contract| contract.function));
            let observed = watch::watch(program, &shape, externals, stop);
            (shape, observed)
        });
        let mut certificate = Maker::new(program, shape, observed, self.effort).certificate(&self.task.pointers);
        add_given(&mut certificate, &given);
        self.counts = vec![
            ("functions with contracts".to_owned(), certificate.contracts.len().to_string()),
            ("rows observed".to_owned(), make::rows(observed).to_string()),
            ("clauses suspected".to_owned(), clauses(&certificate).to_string()),
        ];
        certificate
    }

    fn prove(&mut self, stop: &Stop) -> Outcome {
        if !self.tried_known {
            match self.reuse(stop) {
                Some(true) => return Outcome::Proved,
                Some(false) => self.tried_known = true,
                // It is tried again when there is more time.
                None => return Outcome::Paused,
            }
        }
        loop {
            let mut certificate = self.suspect(stop);
            if certificate.contracts.is_empty() {
                return Outcome::Unknown(vec![Reason::Incomplete("no function calls itself".into())]);
            }
            let rejected = match self.weaken(&mut certificate, stop) {
                Ok(()) => match self.check(&certificate, stop) {
                    Ok(()) => return Outcome::Proved,
                    Err(rejected) => rejected,
                },
                Err(rejected) => rejected,
            };
            if stop.reached().is_some() {
                self.suspected = Some(certificate);
                return Outcome::Paused;
            }
            match self.effort.more() {
                Some(effort) => self.effort = effort,
                None => {
                    let why = format!("no contracts were found that prove it: {rejected}");
                    return Outcome::Unknown(vec![Reason::Incomplete(why)]);
                }
            }
        }
    }

    fn limits(&self, stop: &Stop) -> CheckLimits {
        CheckLimits {
            stop: stop.clone(),
            externals: self.task.request.externals,
            oracle: self.task.request.oracle.clone(),
            moves: MOST_MOVES,
            jobs: self.task.request.jobs,
            ..CheckLimits::default()
        }
    }

    /// Leaves out what does not hold. Who writes more than was thought may write anything.
    fn weaken(&mut self, certificate: &mut Certificate, stop: &Stop) -> Result<(), Rejected> {
        loop {
            let limits = self.limits(stop);
            let rejected = match certificate::weaken(&self.task.program, certificate, &limits, self.conflicts) {
                Ok(weakened) => {
                    self.counts.truncate(3);
                    self.counts.extend([
                        ("clauses kept".to_owned(), clauses(certificate).to_string()),
                        ("looks at bodies".to_owned(), weakened.rounds.to_string()),
                        ("questions about contracts".to_owned(), weakened.queries.to_string()),
                    ]);
                    return Ok(());
                }
                Err(rejected) => rejected,
            };
            let wrong = certificate
                .contracts
                .iter_mut()
                .find(|contract| Some(contract.function) == rejected.contract && contract.writes != Writes::Anything);
            match wrong {
                Some(contract) if rejected.why == Why::Writes => contract.writes = Writes::Anything,
                _ => return Err(rejected),
            }
        }
    }

    fn check(&mut self, certificate: &Certificate, stop: &Stop) -> Result<(), Rejected> {
        let checks = certificate::check(&self.task.program, certificate, &self.limits(stop))?;
        self.assumptions = assumed(&self.task.program, &self.task.request, &checks.ends);
        self.keep(certificate);
        self.counts.push(("states checked".to_owned(), checks.states.to_string()));
        self.proof = Some(Proof {
            method: "contracts",
            certificate: Some(certificate.clone()),
            checked: Checked::Yes,
            passed: Some(checks.passed),
        });
        Ok(())
    }
}

/// Adds clauses to the contracts of their functions.
fn add_given(certificate: &mut Certificate, given: &[Contract]) {
    for other in given {
        let own = certificate.contracts.iter_mut().find(|contract| contract.function == other.function);
        if let Some(own) = own {
            own.entry.absorb(&other.entry);
            own.exit.absorb(&other.exit);
        }
    }
}

/// How many clauses contracts have.
fn clauses(certificate: &Certificate) -> usize {
    certificate.contracts.iter().map(|contract| contract.entry.all().len() + contract.exit.all().len()).sum()
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
