//! The SAT core: conflict-driven clause learning, one technique per file.
//!
//! [`Sat`] is incremental: variables and clauses may be added between calls of [`Sat::solve`], each
//! call may assume literals, and what was learned stays. The files follow a search: `assign` and
//! `propagate` extend the assignment, `analyze` and `minimize` learn from a conflict, `decide`,
//! `phase` and `restart` steer, `reduce` and `collect` forget; `inprocess` calls `probe`, `vivify`,
//! `subsume` and `eliminate`; `extend` rebuilds the values of eliminated variables and brings them
//! back; `failed` says which assumptions an answer rests on; `proof` tells others about every
//! clause. `spear` is another style of steering and forgetting, with the parameters of SPEAR.
//!
//! - [`SatOptions`] is the typed table every number of the search comes from;
//! - [`cores`] is what others need of a core, so that CaDiCaL can be one (feature `cadical`);
//! - [`dimacs`] reads and writes clauses;
//! - [`certify`] has every unsatisfiable answer checked while it is found;
//! - [`lrat_check`] checks proofs and shares no code with the core.
//!
//! ```
//! use adumbra_sat::{Answer, Limits, Sat, SatOptions};
//!
//! let mut sat = Sat::new(SatOptions::default());
//! let (a, b) = (sat.new_var().positive(), sat.new_var().positive());
//! sat.add_clause(&[a, b]);
//! sat.add_clause(&[!a, b]);
//! assert_eq!(sat.solve(&[], &Limits::none()), Answer::Sat);
//! assert_eq!(sat.value(b), Some(true));
//! assert_eq!(sat.solve(&[a, !b], &Limits::none()), Answer::Unsat);
//! assert_eq!(sat.minimize_core(&Limits::none()), [!b]);
//! ```
//!
//! **Invariants.** A clause is derived only with the antecedents that derive it, so every `Unsat`
//! can be checked. The learned clauses follow from the irredundant ones alone. An answer depends on
//! the input, the options and the seed only, unless a limit ends the search.

pub mod certify;
pub mod cores;
#[cfg(feature = "cadical")]
pub use cores::cadical;
pub mod dimacs;
pub mod lrat_check;

mod add;
mod analyze;
mod assign;
mod clause;
mod collect;
mod config;
mod decide;
mod eliminate;
mod extend;
mod failed;

mod gates;
mod heap;
mod inprocess;
mod limits;
mod lit;
mod minimize;
mod phase;
mod probe;
mod proof;
mod propagate;
mod queue;
mod random;
mod reduce;
mod restart;
mod search;
mod spear;
mod subsume;
mod sys;
#[cfg(test)]
mod testing;
mod vivify;
mod watch;

pub use config::SatOptions;
pub use limits::{Answer, Limits, StopReason};
pub use lit::{Lit, Var};
pub use proof::{Event, Lrat, MemoryProof, Tracer};

use analyze::Analysis;
use assign::{Level, VarState};
use clause::{Arena, ClauseRef};
use extend::Extension;
use heap::ActivityHeap;
use inprocess::Schedule;
use phase::Phases;
use proof::Proof;
use queue::BumpQueue;
use random::Random;
use restart::Restarts;
use spear::Spear;
use watch::Watch;

/// What the solver counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Calls of [`Sat::solve`].
    pub solves: u64,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Decisions of the search, assumptions included.
    pub decisions: u64,
    /// Literals propagated, in search and simplification.
    pub propagations: u64,
    /// Work in units of about one memory access out of cache.
    pub ticks: u64,
    /// Restarts.
    pub restarts: u64,
    /// Learned clauses.
    pub learned: u64,
    /// Literals in learned clauses.
    pub learned_literals: u64,
    /// Literals removed from learned clauses by minimisation.
    pub minimized_literals: u64,
    /// Chronological backtracks.
    pub chronological: u64,
    /// Reductions of the learned clauses.
    pub reductions: u64,
    /// Learned clauses forgotten.
    pub reduced: u64,
    /// Resets of phases.
    pub rephases: u64,
    /// Rounds of simplification.
    pub inprocessings: u64,
    /// Failed literals.
    pub failed_literals: u64,
    /// Clauses tried for vivification.
    pub vivify_checks: u64,
    /// Clauses vivified.
    pub vivified: u64,
    /// Clauses removed because another subsumes them.
    pub subsumed: u64,
    /// Clauses strengthened by self-subsumption.
    pub strengthened: u64,
    /// Variables eliminated.
    pub eliminated: u64,
    /// Of these, because they occurred in one polarity only.
    pub pure_literals: u64,
    /// Of these, with the help of a definition.
    pub gates: u64,
    /// Variables that came back because they were used again.
    pub restored: u64,
}

impl Stats {
    /// What two solvers counted together.
    pub fn plus(&self, other: &Stats) -> Stats {
        Stats {
            solves: self.solves + other.solves,
            conflicts: self.conflicts + other.conflicts,
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            ticks: self.ticks + other.ticks,
            restarts: self.restarts + other.restarts,
            learned: self.learned + other.learned,
            learned_literals: self.learned_literals + other.learned_literals,
            minimized_literals: self.minimized_literals + other.minimized_literals,
            chronological: self.chronological + other.chronological,
            reductions: self.reductions + other.reductions,
            reduced: self.reduced + other.reduced,
            rephases: self.rephases + other.rephases,
            inprocessings: self.inprocessings + other.inprocessings,
            failed_literals: self.failed_literals + other.failed_literals,
            vivify_checks: self.vivify_checks + other.vivify_checks,
            vivified: self.vivified + other.vivified,
            subsumed: self.subsumed + other.subsumed,
            strengthened: self.strengthened + other.strengthened,
            eliminated: self.eliminated + other.eliminated,
            pure_literals: self.pure_literals + other.pure_literals,
            gates: self.gates + other.gates,
            restored: self.restored + other.restored,
        }
    }
}

/// An incremental SAT solver.
///
/// After [`Answer::Sat`] the model is read with [`Sat::value`] or [`Sat::model`], after
/// [`Answer::Unsat`] the core with [`Sat::failed_assumptions`]; both are valid until clauses are
/// added or the next call.
pub struct Sat {
    opts: SatOptions,
    stats: Stats,
    arena: Arena,
    irredundant: Vec<ClauseRef>,
    redundant: Vec<ClauseRef>,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    vars: Vec<VarState>,
    trail: Vec<Lit>,
    control: Vec<Level>,
    propagated: usize,
    heap: ActivityHeap,
    queue: BumpQueue,
    phases: Phases,
    restarts: Restarts,
    /// The state of the other style of search, if the options ask for it.
    spear: Option<Box<Spear>>,
    schedule: Schedule,
    analysis: Analysis,
    extension: Extension,
    proof: Option<Box<Proof>>,
    random: Random,
    /// Variables that may not be eliminated, by number of reasons why.
    frozen: Vec<u32>,
    /// Variables in clauses that subsumption has not seen.
    fresh: Vec<bool>,
    assumptions: Vec<Lit>,
    /// Literals to be made true for good when nothing is lost by it.
    retired: Vec<Lit>,
    core: Vec<Lit>,
    limits: Limits,
    conflict_limit: u64,
    propagation_limit: u64,
    next_poll: u64,
    /// The ticks that were counted as work.
    counted_ticks: u64,
    stop: Option<StopReason>,
    /// The id of the empty clause once there is one.
    empty_id: u64,
    /// The clauses are unsatisfiable without assumptions.
    unsat: bool,
    /// A clause did not fit.
    exhausted: bool,
    /// The assignment is a model.
    satisfied: bool,
    /// A limit was reached while the watches were brought in order; that comes first in the next
    /// call.
    stale: bool,
    buffer: Vec<Lit>,
}

impl Sat {
    /// A solver without clauses.
    pub fn new(opts: SatOptions) -> Self {
        Self::build(opts, None)
    }

    /// A solver that tells a tracer about every clause.
    pub fn with_tracer(opts: SatOptions, tracer: Box<dyn Tracer>) -> Self {
        Self::build(opts, Some(Box::new(Proof::new(tracer))))
    }

    fn build(opts: SatOptions, proof: Option<Box<Proof>>) -> Self {
        let spear = Spear::new(&opts);
        Self {
            stats: Stats::default(),
            arena: Arena::new(proof.is_some(), spear.is_some()),
            irredundant: Vec::new(),
            redundant: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            trail: Vec::new(),
            control: Vec::new(),
            propagated: 0,
            heap: ActivityHeap::default(),
            queue: BumpQueue::default(),
            phases: Phases::default(),
            restarts: Restarts::new(&opts),
            spear,
            schedule: Schedule::new(&opts),
            analysis: Analysis::default(),
            extension: Extension::default(),
            proof,
            random: Random::new(opts.seed as u64),
            frozen: Vec::new(),
            fresh: Vec::new(),
            assumptions: Vec::new(),
            retired: Vec::new(),
            core: Vec::new(),
            limits: Limits::none(),
            conflict_limit: u64::MAX,
            propagation_limit: u64::MAX,
            next_poll: 0,
            counted_ticks: 0,
            stop: None,
            empty_id: 0,
            unsat: false,
            exhausted: false,
            satisfied: false,
            stale: false,
            buffer: Vec::new(),
            opts,
        }
    }

    /// The options the solver runs with.
    pub fn options(&self) -> &SatOptions {
        &self.opts
    }

    /// What was counted so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The number of variables.
    pub fn num_vars(&self) -> usize {
        self.vars.len()
    }

    /// The number of variables that a clause or an assumption has used.
    pub fn num_used_vars(&self) -> usize {
        self.vars.len() - self.extension.unused
    }

    /// The number of clauses with at least two literals that the formula has now, without learned
    /// ones.
    pub fn num_clauses(&self) -> usize {
        self.irredundant.len()
    }

    /// A new variable.
    ///
    /// # Panics
    /// If there are [`Var::MAX`] variables.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.vars.len());
        self.vars.push(VarState::default());
        for _ in 0..2 {
            self.values.push(0);
            self.watches.push(Vec::new());
        }
        self.heap.add_inactive();
        self.queue.add_var();
        if let Some(spear) = &mut self.spear {
            spear.add_var();
        }
        self.phases.add_var(self.opts.phase);
        self.analysis.add_var();
        self.extension.add_var();
        self.frozen.push(0);
        self.fresh.push(false);
        self.schedule.eliminable.push(true);
        if let Some(proof) = &mut self.proof {
            proof.unit_ids.push(0);
        }
        self.satisfied = false;
        var
    }

    /// Keeps a variable from being eliminated until it is melted as often as it was frozen.
    pub fn freeze(&mut self, var: Var) {
        self.frozen[var.index()] += 1;
        self.restore(var);
    }

    /// Undoes one call of [`Sat::freeze`].
    pub fn melt(&mut self, var: Var) {
        let count = &mut self.frozen[var.index()];
        *count = count.saturating_sub(1);
    }

    /// The phase in which a variable is decided first.
    pub fn set_phase(&mut self, lit: Lit) {
        self.phases.saved[lit.var().index()] = if lit.is_negative() { -1 } else { 1 };
    }

    /// The value of a literal in the model of the last call; nothing if that did not answer
    /// [`Answer::Sat`].
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if !self.satisfied {
            return None;
        }
        match self.values.get(lit.index())? {
            0 => self.extension.value(lit),
            value => Some(*value > 0),
        }
    }

    /// The model of the last call, by variable; nothing if that did not answer [`Answer::Sat`].
    pub fn model(&self) -> Option<Vec<bool>> {
        (0..self.vars.len()).map(|index| self.value(Var::new(index).positive())).collect()
    }

    /// The value a literal has in all models, as far as is known.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        let value = *self.values.get(lit.index())?;
        (value != 0 && self.vars[lit.var().index()].level == 0).then_some(value > 0)
    }

    /// Whether the clauses are known to be unsatisfiable without assumptions.
    pub fn is_unsat(&self) -> bool {
        self.unsat
    }
}
