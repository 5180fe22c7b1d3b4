//! From a certificate whose contracts and states say too much to one that says what holds.
//!
//! Contracts and the formulas of states are lists of clauses, and some of them are guesses. The
//! checker runs as ever, but where it comes to clauses that do not follow it leaves them out, and
//! looks again at what rested on them, until nothing is left out any more (Houdini: Flanagan,
//! Leino, FME 2001). What is too hard for a few conflicts of the solver is left out, too. Clauses
//! only become fewer; so a violation that is not excluded now never will be, and ends it.
//!
//! What is left is no proof by itself: it is checked like any other.

use super::check::{Checker, Clause, Task, prepared};
use super::jobs::in_jobs;
use super::runs::Listed;
use super::*;
use adumbra_program::Program;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What was done until nothing was left out any more.
#[derive(Clone, Copy, Debug)]
pub struct Weakened {
    /// How many clauses were left out.
    pub dropped: usize,
    /// How often a body, or the program, was looked at.
    pub rounds: u64,
    /// Queries that a solver answered.
    pub queries: u64,
}

/// The contract whose body is looked at; none for the program.
pub type Root = Option<usize>;

/// What a look at a body found.
struct Looked {
    failing: FxHashSet<Clause>,
    used: BTreeSet<usize>,
    queries: u64,
}

/// Leaves out what does not hold. No question to the solver may take more conflicts than given. Who
/// is interrupted goes on with what was left until then.
pub fn weaken(
    program: &Program,
    certificate: &mut Certificate,
    limits: &CheckLimits,
    conflicts: u64,
) -> Result<Weakened, Rejected> {
    let roots = (0..certificate.contracts.len()).map(Some);
    let roots = std::iter::once(None).chain(roots).collect();
    weaken_some(program, certificate, limits, conflicts, roots, BTreeMap::new())
}

/// The same where only some bodies are to be looked at, and those that come to rest on less: it is
/// known by which contracts a body may pass over calls. What is said of the others is left as it
/// is.
pub fn weaken_some(
    program: &Program,
    certificate: &mut Certificate,
    limits: &CheckLimits,
    conflicts: u64,
    roots: Vec<Root>,
    mut uses: BTreeMap<Root, BTreeSet<usize>>,
) -> Result<Weakened, Rejected> {
    let mut pending: VecDeque<Root> = roots.into();
    let (mut dropped, mut rounds, mut queries) = (0, 0, 0);
    while let Some(first) = pending.pop_front() {
        // All that wait, if some may be looked at at the same time.
        let roots: Vec<Root> = match limits.jobs {
            None => vec![first],
            Some(_) => std::iter::once(first).chain(pending.drain(..)).collect(),
        };
        let before: &Certificate = certificate;
        let one = |number: usize| look(program, before, limits, conflicts, roots[number]);
        let all = match limits.jobs {
            None => vec![one(0)],
            Some(jobs) => in_jobs(jobs, roots.len(), &one),
        };
        let mut failing = FxHashSet::default();
        for (root, looked) in roots.into_iter().zip(all) {
            let looked = looked?;
            rounds += 1;
            queries += looked.queries;
            uses.insert(root, looked.used);
            failing.extend(looked.failing);
        }
        dropped += failing.len();
        leave_out(certificate, &failing);
        for root in resting_on(&failing, &uses) {
            if !pending.contains(&root) {
                pending.push_back(root);
            }
        }
    }
    Ok(Weakened { dropped, rounds, queries })
}

fn look(
    program: &Program,
    certificate: &Certificate,
    limits: &CheckLimits,
    conflicts: u64,
    root: Root,
) -> Result<Looked, Rejected> {
    let (set, contracts) = prepared(program, certificate, limits)?;
    let set = match root.and_then(|index| contracts.known(index)) {
        Some(known) => Listed { states: &known.contract.states, descriptions: &[] },
        None => set,
    };
    let mut checker = Checker::new(program, set, limits, &contracts, root);
    checker.machine.limits.conflicts = Some(conflicts);
    checker.failing = Some(FxHashSet::default());
    checker.look(Task::Closed)?;
    let queries = checker.machine.queries;
    Ok(Looked { failing: checker.failing.take().unwrap_or_default(), used: std::mem::take(&mut checker.used), queries })
}

/// The bodies that rest on clauses.
fn resting_on(failing: &FxHashSet<Clause>, uses: &BTreeMap<Root, BTreeSet<usize>>) -> BTreeSet<Root> {
    let mut found = BTreeSet::new();
    for clause in failing {
        match clause {
            Clause::Entry(index, _) => drop(found.insert(Some(*index))),
            Clause::Exit(index, _) => {
                found.extend(uses.iter().filter(|(_, used)| used.contains(index)).map(|(root, _)| *root));
            }
            Clause::State(root, ..) => drop(found.insert(*root)),
        }
    }
    found
}

/// Leaves some clauses out.
fn leave_out(certificate: &mut Certificate, failing: &FxHashSet<Clause>) {
    if failing.is_empty() {
        return;
    }
    for (index, contract) in certificate.contracts.iter_mut().enumerate() {
        contract.entry = contract.entry.only(|number| !failing.contains(&Clause::Entry(index, number)));
        contract.exit = contract.exit.only(|number| !failing.contains(&Clause::Exit(index, number)));
        drop_from(&mut contract.states, Some(index), failing);
    }
    if let Argument::ClosedSet(set) = &mut certificate.argument {
        drop_from(&mut set.states, None, failing);
    }
}

fn drop_from(states: &mut [StateFacts], root: Root, failing: &FxHashSet<Clause>) {
    for (index, state) in states.iter_mut().enumerate() {
        if let Some(formulas) = &mut state.formulas {
            **formulas = formulas.only(|number| !failing.contains(&Clause::State(root, index, number)));
        }
    }
}
