//! Predicate abstraction: the strongest combination of predicates that some formulas imply.
//!
//! Given formulas F and predicates p1 … pn with an instance each, a *valuation* v gives every
//! predicate a truth value, and is possible if F holds in some model in which every instance has
//! the truth that v gives it.
//!
//! - The **Boolean** abstraction is the set of possible valuations: the strongest Boolean
//!   combination of the predicates that F implies (Graf, Saïdi: Construction of abstract state
//!   graphs with PVS, CAV 1997; by enumeration: Lahiri, Nieuwenhuis, Oliveras: SMT techniques for
//!   fast predicate abstraction, CAV 2006).
//! - The **Cartesian** abstraction is the strongest conjunction of literals: what all possible
//!   valuations agree on (Ball, Podelski, Rajamani: Boolean and Cartesian abstraction for model
//!   checking C programs, TACAS 2001).
//!
//! What F defines is used up first (`inline`). Without models of F both are false. Otherwise
//! instances that are constant, alike, or conjuncts of F are settled without the solver
//! (`instances`). A first model is varied for what it tells of others (`sample`). Then those
//! instances that have one truth in all models are found, and the rest is enumerated in independent
//! groups (`possible`, `enumerate`).
//!
//! **Invariant:** F implies the result, whatever the solver leaves open: what is not decided is
//! left out, and formulas that are not decided count as satisfiable. A result that is weaker for
//! this reason says so and is not remembered.

use crate::cache::Cache;
use crate::counts::Counts;
use crate::enumerate::{Asker, Switch};
use crate::inline::Inlined;
use crate::instances::arrange;
use crate::possible::{Kind, Task, explore, parts, region};
use crate::predicate::PredicateId;
use crate::region::{Region, Regions};
use crate::sample::Sampler;
use adumbra_options::options;
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, SolverError};
use adumbra_terms::{Model, Simplifier, Term, Terms};
use std::time::Instant;

options! {
    /// The options of abstraction.
    pub struct AbstractionOptions {
        abstraction_models: int = 300 in 1..=1000000000, tunable [100, 300, 2000], "Models that are enumerated for one Boolean abstraction before it is left at clauses of at most three literals that are implied.";
        abstraction_cache: int = 65536 in 0..=1000000000, fixed, "Abstractions and answers that are remembered.";
    }
}

/// Why there is no abstraction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The solver broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The result of an abstraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abstraction {
    /// What the formulas imply.
    pub region: Region,
    /// Is this the strongest there is?
    pub exact: bool,
}

/// That of formulas without models.
const REFUTED: Abstraction = Abstraction { region: Region::FALSE, exact: true };

/// Formulas and predicates with their instances, both sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: Kind,
    formulas: Box<[Term]>,
    predicates: Box<[(PredicateId, Term)]>,
}

/// The formulas that are asserted on the first level.
struct Premises {
    formulas: Box<[Term]>,
    inlined: Inlined,
}

/// Computes abstractions with one solver.
///
/// ```
/// use adumbra_predicates::{AbstractionOptions, Abstractor, Interned, Predicates};
/// use adumbra_solver::engine::Embedded;
/// use adumbra_solver::options::Options;
/// use adumbra_sat::Limits;
/// use adumbra_terms::Terms;
///
/// // After y := x + 1 where x is 3 or 4, is y below 5, is y 4, is x 0?
/// let mut terms = Terms::new();
/// let word = terms.bv_sort(32);
/// let [x, y] = ["x", "y"].map(|name| terms.var(name, word));
/// let [zero, one, three, four, five] = [0, 1, 3, 4, 5].map(|n| terms.bv_u64(32, n));
/// let sum = terms.bv_add(x, one);
/// let assigned = terms.eq(y, sum);
/// let (is_3, is_4) = (terms.eq(x, three), terms.eq(x, four));
/// let before = terms.or(is_3, is_4);
///
/// let mut predicates = Predicates::new();
/// let mut list = Vec::new();
/// for term in [terms.bv_ult(y, five), terms.eq(y, four), terms.eq(x, zero)] {
///     let Interned::Literal(literal) = predicates.intern(&mut terms, term) else { unreachable!() };
///     list.push((literal.predicate, predicates.term(literal.predicate)));
/// }
/// let solver = Box::new(Embedded::new(Options::default()));
/// let mut abstractor = Abstractor::new(solver, AbstractionOptions::default());
/// let result = abstractor.boolean(&mut terms, &[before, assigned], &list, &Limits::none())?;
/// assert!(result.exact);
/// let shown = abstractor.regions.show(result.region, |id| format!("p{}", id.0));
/// assert_eq!(shown, "p0 & p1 & !p2 | !p0 & !p1 & !p2");
/// let result = abstractor.cartesian(&mut terms, &[before, assigned], &list, &Limits::none())?;
/// assert_eq!(abstractor.regions.show(result.region, |id| format!("p{}", id.0)), "!p2");
/// # Ok::<(), adumbra_predicates::Failure>(())
/// ```
pub struct Abstractor {
    /// The regions that results are of.
    pub regions: Regions,
    solver: Box<dyn Solver>,
    options: AbstractionOptions,
    counts: Counts,
    simplifier: Simplifier,
    /// The arena that all terms here are of.
    arena: Option<u64>,
    /// One for each place among the instances of an abstraction; the same ones are used again and
    /// again.
    switches: Vec<Switch>,
    premises: Option<Premises>,
    abstractions: Cache<Key, Abstraction>,
    answers: Cache<Box<[Term]>, bool>,
}

impl Abstractor {
    /// Abstraction by a solver without assertions.
    pub fn new(solver: Box<dyn Solver>, options: AbstractionOptions) -> Abstractor {
        let size = usize::try_from(options.abstraction_cache).unwrap_or(0);
        Abstractor {
            regions: Regions::new(),
            solver,
            options,
            counts: Counts::default(),
            simplifier: Simplifier::new(),
            arena: None,
            switches: Vec::new(),
            premises: None,
            abstractions: Cache::new(size),
            answers: Cache::new(size),
        }
    }

    /// What was done so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The strongest Boolean combination of predicates that the conjunction of the formulas
    /// implies; each predicate is given with the term that it is in the formulas' language. False
    /// if the formulas are unsatisfiable. Limits are those of each query.
    pub fn boolean(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        predicates: &[(PredicateId, Term)],
        limits: &Limits,
    ) -> Result<Abstraction, Failure> {
        self.abstraction(terms, Kind::Boolean, formulas, predicates, limits)
    }

    /// The strongest conjunction of predicates and their negations that the conjunction of the
    /// formulas implies; otherwise as [`Abstractor::boolean`].
    pub fn cartesian(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        predicates: &[(PredicateId, Term)],
        limits: &Limits,
    ) -> Result<Abstraction, Failure> {
        self.abstraction(terms, Kind::Cartesian, formulas, predicates, limits)
    }

    /// Is the conjunction of the formulas satisfiable? `None` if that is not known.
    pub fn satisfiable(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        self.question(terms, formulas, None, limits)
    }

    /// Has the conjunction of the formulas no model, for a reason that is seen without search?
    pub fn refuted(&mut self, terms: &mut Terms, formulas: &[Term]) -> bool {
        Inlined::new(terms, &mut self.simplifier, formulas).is_refuted(terms)
    }

    /// The truth of terms where formulas hold, as far as it is seen without search.
    pub fn settled(&mut self, terms: &mut Terms, formulas: &[Term], goals: &[Term]) -> Vec<Option<bool>> {
        let mut inlined = Inlined::new(terms, &mut self.simplifier, formulas);
        let truth = |goal: &Term| {
            let simple = inlined.apply(terms, &mut self.simplifier, *goal);
            terms.truth(simple)
        };
        goals.iter().map(truth).collect()
    }

    /// Does the conjunction of the formulas imply the goal? `None` if that is not known.
    pub fn entails(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        goal: Term,
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        let negation = terms.not(goal);
        let counterexample = self.question(terms, formulas, Some(negation), limits)?;
        Ok(counterexample.map(|exists| !exists))
    }

    /// Is there a model of the formulas and of one more?
    fn question(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        more: Option<Term>,
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        let start = Instant::now();
        self.counts.questions += 1;
        self.enter(terms)?;
        let formulas = sorted(formulas.iter().copied());
        let key = sorted(formulas.iter().copied().chain(more));
        let answer = match self.answers.get(&key) {
            Some(known) => {
                self.counts.questions_cached += 1;
                Ok(Some(known))
            }
            None => {
                let answer = self.ask(terms, formulas, more, limits);
                match answer {
                    Ok(Some(answer)) => self.answers.insert(key, answer),
                    Ok(None) => {}
                    Err(_) => self.premises = None,
                }
                answer
            }
        };
        self.counts.total += start.elapsed();
        answer
    }

    fn ask(
        &mut self,
        terms: &mut Terms,
        formulas: Box<[Term]>,
        more: Option<Term>,
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        let mut premises = self.open(terms, formulas)?;
        let more = more.map(|term| premises.inlined.apply(terms, &mut self.simplifier, term));
        let refuted = premises.inlined.is_refuted(terms) || more.is_some_and(|term| terms.truth(term) == Some(false));
        let open = more.filter(|term| terms.truth(*term).is_none());
        let answer = if refuted {
            Some(false)
        } else if premises.inlined.rest.is_empty() && open.is_none() {
            Some(true)
        } else {
            let mut asker = Asker { solver: &mut *self.solver, limits, counts: &mut self.counts };
            asker.check(terms, open.as_slice())?
        };
        self.premises = Some(premises);
        Ok(answer)
    }

    fn abstraction(
        &mut self,
        terms: &mut Terms,
        kind: Kind,
        formulas: &[Term],
        predicates: &[(PredicateId, Term)],
        limits: &Limits,
    ) -> Result<Abstraction, Failure> {
        let start = Instant::now();
        self.counts.abstractions += 1;
        self.enter(terms)?;
        let mut predicates = predicates.to_vec();
        // Of several instances of one predicate the first counts; sorting is stable.
        predicates.sort_by_key(|(predicate, _)| *predicate);
        predicates.dedup_by_key(|(predicate, _)| *predicate);
        let key = Key { kind, formulas: sorted(formulas.iter().copied()), predicates: predicates.into() };
        let result = match self.abstractions.get(&key) {
            Some(known) => {
                self.counts.cached += 1;
                Ok(known)
            }
            None => {
                let result = self.compute(terms, &key, limits);
                if let Ok((result, _)) = &result {
                    self.counts.weakened += u64::from(!result.exact);
                }
                match &result {
                    Ok((result, true)) => self.abstractions.insert(key, *result),
                    Ok(_) => {}
                    Err(_) => self.premises = None,
                }
                result.map(|(result, _)| result)
            }
        };
        self.counts.total += start.elapsed();
        result
    }

    /// The abstraction, and whether a solver that answers more would give the same.
    fn compute(&mut self, terms: &mut Terms, key: &Key, limits: &Limits) -> Result<(Abstraction, bool), Failure> {
        if self.answers.get(&key.formulas) == Some(false) {
            return Ok((REFUTED, true));
        }
        let mut premises = self.open(terms, key.formulas.clone())?;
        let Inlined { rest, .. } = &premises.inlined;
        let satisfiable = if premises.inlined.is_refuted(terms) {
            Some(false)
        } else if rest.is_empty() {
            Some(true)
        } else {
            Asker { solver: &mut *self.solver, limits, counts: &mut self.counts }.check(terms, &[])?
        };
        if let Some(answer) = satisfiable {
            self.answers.insert(key.formulas.clone(), answer);
        }
        if satisfiable == Some(false) {
            self.premises = Some(premises);
            return Ok((REFUTED, true));
        }
        let instances = arrange(terms, &mut self.simplifier, &mut premises.inlined, &key.predicates);
        // Without conjuncts any model will do.
        let model = if premises.inlined.rest.is_empty() { Some(&Model::new()) } else { self.solver.model() };
        let conjuncts = &premises.inlined.rest;
        let models = usize::try_from(self.options.abstraction_models).unwrap_or(usize::MAX);
        let task = Task { kind: key.kind, conjuncts, instances: &instances, models };
        let mut sampler = Sampler::new(terms, conjuncts, &instances.open_terms(), &parts(terms, &task));
        if let Some(model) = model {
            sampler.add(model);
        }
        self.make_switches(terms, instances.open.len());
        let mut asker = Asker { solver: &mut *self.solver, limits, counts: &mut self.counts };
        let found = explore(terms, &mut asker, &self.switches, &task, sampler)?;
        self.premises = Some(premises);
        let (region, whole) = region(&mut self.regions, key.kind, &instances, &found);
        Ok((Abstraction { region, exact: found.exact && whole }, found.stable))
    }

    /// Sees to it that there are so many switches.
    fn make_switches(&mut self, terms: &mut Terms, count: usize) {
        while self.switches.len() < count {
            let on = terms.fresh_var("switch", terms.bool_sort());
            let off = terms.not(on);
            self.switches.push(Switch { on, off });
        }
    }

    /// Sees to it that exactly these formulas are asserted, without what they define.
    fn open(&mut self, terms: &mut Terms, formulas: Box<[Term]>) -> Result<Premises, SolverError> {
        if let Some(premises) = self.premises.take_if(|premises| premises.formulas == formulas) {
            return Ok(premises);
        }
        self.premises = None;
        let levels = self.solver.levels();
        self.solver.pop(levels)?;
        let inlined = Inlined::new(terms, &mut self.simplifier, &formulas);
        self.solver.push()?;
        for conjunct in &inlined.rest {
            self.solver.assert(terms, *conjunct)?;
        }
        Ok(Premises { formulas, inlined })
    }

    /// Terms of another arena mean something else: nothing that is known is true of them.
    fn enter(&mut self, terms: &Terms) -> Result<(), SolverError> {
        if self.arena.replace(terms.id()) == Some(terms.id()) {
            return Ok(());
        }
        self.simplifier = Simplifier::new();
        self.switches.clear();
        self.premises = None;
        self.abstractions.clear();
        self.answers.clear();
        self.solver.reset()
    }
}

fn sorted(formulas: impl Iterator<Item = Term>) -> Box<[Term]> {
    let mut formulas: Vec<Term> = formulas.collect();
    formulas.sort_unstable();
    formulas.dedup();
    formulas.into()
}
