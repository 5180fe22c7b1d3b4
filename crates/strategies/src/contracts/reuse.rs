//! Contracts of an earlier run: kept where nothing changed, looked at again where something did.
//!
//! What is kept is suspected as anything else, and in the end all of it is checked. But where the
//! code of a function is as it was, and so are the contracts that it rests on, its clauses are taken
//! to hold until something that they rest on is left out; so nothing is executed for it, and its body
//! is looked at once, by the last check. A function that changed is first tried with what was known
//! of it. If that is not enough, executions are watched for those that changed, and in the end, as if
//! nothing were known, for all.

use super::candidates::Effort;
use super::make::Maker;
use super::portable::{self, Kept, Stored};
use super::shape::Shape;
use super::watch;
use super::{Contracts, clauses};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::location::Places;
use adumbra_judges::certificate::{self, Root};
use adumbra_program::{Function, Program};
use adumbra_stop::Stop;
use adumbra_verdict::{Argument, Certificate, ClosedSet, Contract, StateFacts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What an earlier run left, for the program as it is.
pub(super) struct Known {
    shape: Shape,
    stored: Stored,
    /// The functions whose contracts are not kept as they are.
    changed: BTreeSet<Function>,
    /// Are the states of the entry function not those that are kept?
    entry_changed: bool,
}

impl Contracts<'_> {
    /// What an earlier run left, if it is of use.
    pub(super) fn known(&self) -> Option<Known> {
        let summaries = self.task.request.summaries.as_ref()?;
        let program = &self.task.program;
        let stored = match portable::read(program, summaries.given()?) {
            Ok(stored) => stored,
            Err(why) => {
                summaries.remark(format!("what is kept is not understood: {why}"));
                return None;
            }
        };
        let shape = Shape::of(program);
        let changed = changed(program, &shape, &stored);
        let entry_changed = stored.states.is_none();
        let kept = shape.functions.iter().any(|function| stored.functions.contains_key(function));
        kept.then_some(Known { shape, stored, changed, entry_changed })
    }

    /// Tries to prove the program with what is known. Is it proved? None if there was not the time.
    pub(super) fn reuse(&mut self, stop: &Stop) -> Option<bool> {
        let Some(mut known) = self.known() else { return Some(false) };
        let kept = known.shape.functions.len() - known.changed.len();
        for effort in [None, Some(Effort::Plain)] {
            if effort.is_none() && known.needs_executions(&self.task.program) {
                continue;
            }
            if effort.is_some() && known.changed.is_empty() && !known.entry_changed {
                break;
            }
            let mut certificate = self.with_known(&mut known, effort, stop);
            self.counts = vec![
                ("functions with contracts".to_owned(), certificate.contracts.len().to_string()),
                ("contracts kept".to_owned(), kept.to_string()),
                ("clauses suspected".to_owned(), clauses(&certificate).to_string()),
            ];
            let (roots, uses) = known.to_look_at(&certificate);
            let limits = self.limits(stop);
            let program = &self.task.program;
            let weakened = certificate::weaken_some(program, &mut certificate, &limits, self.conflicts, roots, uses);
            if let Ok(weakened) = weakened {
                self.counts.extend([
                    ("clauses kept".to_owned(), clauses(&certificate).to_string()),
                    ("looks at bodies".to_owned(), weakened.rounds.to_string()),
                    ("questions about contracts".to_owned(), weakened.queries.to_string()),
                ]);
                if self.check(&certificate, stop).is_ok() {
                    return Some(true);
                }
            }
            self.counts.clear();
            if stop.reached().is_some() {
                return None;
            }
        }
        Some(false)
    }

    /// A certificate of what is kept, and of what is suspected of what changed.
    fn with_known(&self, known: &mut Known, effort: Option<Effort>, stop: &Stop) -> Certificate {
        let program = &self.task.program;
        let all = known.shape.functions.clone();
        let mut made: BTreeMap<Function, Contract> = BTreeMap::new();
        let mut states: Option<Vec<StateFacts>> = known.stored.states.clone();
        if let Some(effort) = effort {
            known.shape.functions = all.iter().copied().filter(|f| known.changed.contains(f)).collect();
            let observed = watch::watch(program, &known.shape, self.task.request.externals, stop);
            let new = Maker::new(program, &known.shape, &observed, effort).certificate(&self.task.pointers);
            known.shape.functions.clone_from(&all);
            states = states.or_else(|| Some(new.states().to_vec()));
            made.extend(new.contracts.into_iter().map(|contract| (contract.function, contract)));
        }
        let mut standing = PointInvariants::new(program);
        let mut contracts = Vec::new();
        for function in &all {
            let kept = known.stored.functions.get(function).map(|kept| kept.contract.clone());
            let contract = match (made.remove(function), kept) {
                (Some(mut new), Some(old)) => {
                    new.entry.absorb(&old.entry);
                    new.exit.absorb(&old.exit);
                    new
                }
                (Some(new), None) => new,
                (None, Some(mut old)) => {
                    old.states.iter_mut().for_each(|facts| standing.add_objects(facts));
                    old
                }
                (None, None) => Contract::of(*function),
            };
            contracts.push(contract);
        }
        let mut states = states.unwrap_or_default();
        if effort.is_none() || known.stored.states.is_some() {
            for facts in &mut states {
                standing.add_objects(facts);
                standing.add_pointers(&self.task.pointers, facts);
            }
        }
        let argument = match states.is_empty() {
            true => Argument::Unwinding,
            false => Argument::ClosedSet(ClosedSet { states }),
        };
        Certificate { contracts, ..Certificate::from(argument) }
    }

    /// Leaves what was proved for the next run.
    pub(super) fn keep(&self, certificate: &Certificate) {
        let Some(summaries) = &self.task.request.summaries else { return };
        let program = &self.task.program;
        let mut shape = Shape::of(program);
        shape.functions = certificate.contracts.iter().map(|contract| contract.function).collect();
        let uses = |function: Function| shape.uses(function).into_iter().collect();
        summaries.leave(portable::write(program, certificate, &uses));
    }
}

impl Known {
    /// Is there a loop, or a function, of which nothing is kept?
    fn needs_executions(&self, program: &Arc<Program>) -> bool {
        let places = Places::new(program);
        let has_loop = |function: Function| {
            program.body(function).is_some_and(|body| body.location_ids().any(|l| places.is_loop_head(l)))
        };
        let open = |function: &Function| !self.stored.functions.contains_key(function) || has_loop(*function);
        self.changed.iter().any(open) || self.entry_changed && has_loop(program.entry)
    }

    /// The bodies to look at, and which contracts each rests on.
    fn to_look_at(&self, certificate: &Certificate) -> (Vec<Root>, BTreeMap<Root, BTreeSet<usize>>) {
        let index = |function: &Function| certificate.contracts.iter().position(|own| own.function == *function);
        let of = |functions: BTreeSet<Function>| functions.iter().filter_map(index).collect::<BTreeSet<usize>>();
        let mut uses: BTreeMap<Root, BTreeSet<usize>> = BTreeMap::new();
        for (number, contract) in certificate.contracts.iter().enumerate() {
            uses.insert(Some(number), of(self.shape.uses(contract.function)));
        }
        let roots = self.changed.iter().filter_map(index).map(Some);
        (std::iter::once(None).chain(roots).collect(), uses)
    }
}

/// The functions whose contracts cannot be kept as they are: their code changed, or a contract that
/// they rest on is not the one that they rested on.
fn changed(program: &Program, shape: &Shape, stored: &Stored) -> BTreeSet<Function> {
    let is_known = |(name, number): &(String, u64)| {
        let kept = program.function_named(name).and_then(|function| stored.functions.get(&function));
        kept.is_some_and(|kept| kept.own == *number)
    };
    let same = |kept: &Kept| kept.same_code && kept.rests.iter().all(is_known);
    let is_same = |function: &&Function| stored.functions.get(function).is_some_and(same);
    shape.functions.iter().filter(|function| !is_same(function)).copied().collect()
}
