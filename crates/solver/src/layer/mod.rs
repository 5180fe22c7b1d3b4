//! The query layer: a solver in front of any other that asks it less.
//!
//! A query is taken apart into slices of constraints that share symbols (`slices`); only slices
//! that something was added to are looked at. A slice is answered, from the cheapest way to the
//! dearest:
//!
//! - by the values of the last model, if they satisfy what is new;
//! - by a set that was answered before: the same, one within it that was refuted, one around it
//!   that has a model (`cache`);
//! - by a recent model of another slice;
//! - by the solver, which gets the constraints as assumptions and so tells which of them it took.
//!
//! Models of slices are put together, cores are those of one slice. This is the way of KLEE's
//! solvers (Cadar, Dunbar, Engler: KLEE, OSDI 2008, 3.3).
//!
//! **Invariant:** `Sat` is said only when the evaluator finds every assertion and assumption true
//! as it was given (`values`). `Unsat` is said only for a set around one that the solver refuted.
//! What is not known is asked again.

mod ask;
mod cache;
mod slices;
mod values;

use crate::preprocess::Preprocessor;
use crate::solver::{Core, Solver, SolverError, Tracked, Verdict};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_options::options;
use adumbra_sat::Limits;
use adumbra_terms::{Model, Simplifier, Symbol, Term, Terms};
use cache::Cache;
use rustc_hash::{FxHashMap, FxHashSet};
use slices::Slices;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use values::Values;

options! {
    /// The options of the query layer.
    pub struct LayerOptions {
        layer: flag = false, tunable, "Answer queries from earlier ones where that is possible.";
        split: flag = true, tunable if layer: flag [true], "Answer constraints that share no symbol apart.";
        cache_size: int = 262144 in 0..=1000000000, tunable [0, 16384, 262144] if layer: flag [true], "Constraints and values that remembered answers may have together.";
        renew_nodes: int = 200000 in 1..=1000000000, tunable [400, 20000, 200000] if layer: flag [true], "Nodes of terms after which the solver behind starts over, if most of them do not matter any more.";
        model_reuse: int = 4 in 0..=1000, tunable [0, 1, 4, 16] if layer: flag [true], "Recent models that are tried before the solver is asked.";
        algebra: flag = true, tunable if layer: flag [true], "Try small sets of constraints by equations between sums before the solver is asked.";
    }
}

/// What the layer did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LayerStats {
    /// Queries.
    pub queries: u64,
    /// Slices that were looked at.
    pub slices: u64,
    /// Slices that the values of the last model satisfied.
    pub held: u64,
    /// Slices that were answered before.
    pub exact: u64,
    /// Slices with a set within that was refuted before.
    pub subset: u64,
    /// Slices within a set that has a model.
    pub superset: u64,
    /// Slices that a recent model of another satisfied.
    pub reused: u64,
    /// Slices that algebra refuted.
    pub algebra: u64,
    /// Times that the solver was asked.
    pub asked: u64,
    /// Answers that were dropped to make room.
    pub dropped: u64,
    /// Time that the solver took.
    pub solving: Duration,
    /// Time that it took to find the answers that were used again.
    pub saved: Duration,
}

impl LayerStats {
    /// Slices that were answered without the solver.
    pub fn hits(&self) -> u64 {
        self.held + self.exact + self.subset + self.superset + self.reused + self.algebra
    }

    /// The sum of two counts.
    pub fn plus(&self, other: &LayerStats) -> LayerStats {
        LayerStats {
            queries: self.queries + other.queries,
            slices: self.slices + other.slices,
            held: self.held + other.held,
            exact: self.exact + other.exact,
            subset: self.subset + other.subset,
            superset: self.superset + other.superset,
            reused: self.reused + other.reused,
            algebra: self.algebra + other.algebra,
            asked: self.asked + other.asked,
            dropped: self.dropped + other.dropped,
            solving: self.solving + other.solving,
            saved: self.saved + other.saved,
        }
    }
}

/// An assertion.
struct Given {
    term: Term,
    tracked: Option<Tracked>,
    /// How many constraints there were before it, once it is settled.
    before: usize,
}

/// Where a constraint comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// An assertion, by its place.
    Given(usize),
    /// An assumption, by its place.
    Assumption(usize),
}

enum Known {
    Nothing,
    /// The symbols of the query, and the model once it was asked for.
    Sat(Vec<Rc<[Symbol]>>, OnceCell<Model>),
    Unsat(Core),
}

/// A solver in front of another.
///
/// ```
/// use adumbra_solver::engine::Embedded;
/// use adumbra_solver::layer::{Layer, LayerOptions};
/// use adumbra_solver::options::Options;
/// use adumbra_sat::Limits;
/// use adumbra_solver::solver::{Solver, Verdict};
/// use adumbra_terms::Terms;
///
/// let mut terms = Terms::new();
/// let byte = terms.bv_sort(8);
/// let (x, y, five) = (terms.var("x", byte), terms.var("y", byte), terms.bv_u64(8, 5));
/// let (small, large) = (terms.bv_ult(x, five), terms.bv_ult(five, x));
/// let other = terms.bv_ult(five, y);
/// let mut solver = Layer::new(Embedded::new(Options::default()), LayerOptions::default());
/// solver.assert(&mut terms, small)?;
/// assert_eq!(solver.check(&mut terms, &[large], &Limits::none())?, Verdict::Unsat);
/// // What was refuted stays refuted with more beside it.
/// assert_eq!(solver.check(&mut terms, &[other, large], &Limits::none())?, Verdict::Unsat);
/// assert_eq!(solver.core().unwrap().assumptions, [1]);
/// assert_eq!(solver.stats().asked, 1);
/// # Ok::<(), adumbra_solver::solver::SolverError>(())
/// ```
pub struct Layer<S> {
    inner: S,
    options: LayerOptions,
    /// The arena that all terms here are of.
    arena: Option<u64>,
    simplifier: Simplifier,
    /// Refutes small sets of equations.
    preprocessor: Preprocessor,
    /// The constraints of assertions and assumptions.
    conjuncts: FxHashMap<Term, Rc<[Term]>>,
    given: Vec<Given>,
    /// The number of assertions when each level was opened.
    levels: Vec<usize>,
    tracked: u32,
    /// How many assertions are constraints already.
    settled: usize,
    constraints: Vec<(Term, Owner)>,
    slices: Slices,
    /// The values satisfy so many constraints from the first on.
    satisfied: usize,
    values: Values,
    cache: Cache,
    /// The newest first.
    recent: VecDeque<Rc<Model>>,
    /// What the solver has seen since it started, and how large that is.
    seen: FxHashSet<Term>,
    seen_nodes: usize,
    known: Known,
    assumptions: Vec<Term>,
    stats: LayerStats,
}

impl<S: Solver> Layer<S> {
    /// A layer in front of a solver without assertions.
    pub fn new(inner: S, options: LayerOptions) -> Layer<S> {
        Layer {
            inner,
            options,
            arena: None,
            simplifier: Simplifier::new(),
            preprocessor: Preprocessor::new(),
            conjuncts: FxHashMap::default(),
            given: Vec::new(),
            levels: Vec::new(),
            tracked: 0,
            settled: 0,
            constraints: Vec::new(),
            slices: Slices::new(),
            satisfied: 0,
            values: Values::default(),
            cache: Cache::default(),
            recent: VecDeque::new(),
            seen: FxHashSet::default(),
            seen_nodes: 0,
            known: Known::Nothing,
            assumptions: Vec::new(),
            stats: LayerStats::default(),
        }
    }

    /// The solver behind.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// What the layer did.
    pub fn stats(&self) -> LayerStats {
        LayerStats { dropped: self.cache.dropped, ..self.stats }
    }

    /// Lets the solver behind start over. What the layer knows stays.
    pub fn renew(&mut self) -> Result<(), SolverError> {
        self.seen.clear();
        self.seen_nodes = 0;
        self.inner.reset()
    }

    /// Terms of another arena mean something else: nothing that is known is true of them.
    fn enter(&mut self, terms: &Terms) -> Result<(), SolverError> {
        if self.arena == Some(terms.id()) {
            return Ok(());
        }
        if self.arena.replace(terms.id()).is_some() {
            self.simplifier = Simplifier::new();
            self.preprocessor = Preprocessor::new();
            self.conjuncts.clear();
            self.withdraw(0);
            (self.settled, self.slices) = (0, Slices::new());
            (self.values, self.cache) = (Values::default(), Cache::default());
            self.recent.clear();
            self.renew()?;
        }
        Ok(())
    }

    /// Takes constraints back until so many are left.
    fn withdraw(&mut self, count: usize) {
        self.constraints.truncate(count);
        self.slices.truncate(count);
        self.satisfied = self.satisfied.min(count);
    }

    /// Forgets assertions until so many are left.
    fn forget(&mut self, count: usize) {
        if let Some(first) = self.given.get(count).filter(|_| self.settled > count) {
            let before = first.before;
            self.withdraw(before);
            self.settled = count;
        }
        self.given.truncate(count);
        self.known = Known::Nothing;
    }
}

impl<S: Solver> Solver for Layer<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        self.forget(0);
        self.levels.clear();
        self.tracked = 0;
        self.renew()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.levels.push(self.given.len());
        self.known = Known::Nothing;
        Ok(())
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        let left = self.levels.len().saturating_sub(levels);
        if let Some(count) = self.levels.get(left).copied() {
            self.forget(count);
        }
        self.levels.truncate(left);
        self.known = Known::Nothing;
        Ok(())
    }

    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn assert(&mut self, _: &mut Terms, term: Term) -> Result<(), SolverError> {
        self.known = Known::Nothing;
        self.given.push(Given { term, tracked: None, before: 0 });
        Ok(())
    }

    fn assert_tracked(&mut self, _: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        self.known = Known::Nothing;
        let name = Tracked(self.tracked);
        self.tracked += 1;
        self.given.push(Given { term, tracked: Some(name), before: 0 });
        Ok(name)
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        self.known = Known::Nothing;
        self.stats.queries += 1;
        self.enter(terms)?;
        while let Some(given) = self.given.get_mut(self.settled) {
            given.before = self.constraints.len();
            let (term, owner) = (given.term, Owner::Given(self.settled));
            self.add(terms, term, owner);
            self.settled += 1;
        }
        let asserted = self.constraints.len();
        for (place, assumption) in assumptions.iter().enumerate() {
            self.add(terms, *assumption, Owner::Assumption(place));
        }
        self.assumptions = assumptions.to_vec();
        let verdict = self.decide(terms, asserted, limits);
        self.withdraw(asserted);
        verdict
    }

    fn model(&self) -> Option<&Model> {
        let Known::Sat(symbols, model) = &self.known else { return None };
        Some(model.get_or_init(|| self.values.of(symbols.iter().flat_map(|some| some.iter().copied()))))
    }

    fn core(&self) -> Option<&Core> {
        match &self.known {
            Known::Unsat(core) => Some(core),
            _ => None,
        }
    }

    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        if let Known::Unsat(core) = std::mem::replace(&mut self.known, Known::Nothing) {
            let core = self.minimize(terms, core, limits)?;
            self.known = Known::Unsat(core);
        }
        Ok(self.core())
    }

    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        self.inner.interpolate(terms, query, limits)
    }
}
