//! How a query is answered, slice by slice.

use super::cache::{Answer, Found, Hit};
use super::{Given, Known, Layer, Owner};
use crate::polynomial::is_equation_of_sums;
use crate::solver::{Core, Solver, SolverError, Tracked, Unknown, Verdict};
use adumbra_interpolate::flatten;
use adumbra_sat::Limits;
use adumbra_terms::walk::dag_size;
use adumbra_terms::{Model, Plan, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The solver behind does not start over if it would see again all but a part of what it has seen.
const PART: usize = 2;

/// What is known of a slice.
enum Outcome {
    /// The values satisfy it.
    Holds,
    /// This model satisfies it.
    Model(Rc<Model>),
    /// These constraints have no model.
    Refuted(Rc<[Term]>),
    Unknown(Unknown),
}

/// Constraints larger than this are not tried by algebra.
const MOST_FOR_ALGEBRA: usize = 400;

/// Might equations between sums refute some constraints? One of them must hold.
fn is_for_algebra(terms: &Terms, set: &[Term]) -> bool {
    set.len() > 1
        && set.iter().any(|term| is_equation_of_sums(terms, *term))
        && dag_size(terms, set) <= MOST_FOR_ALGEBRA
}

/// Does a model make the first so many roots of a plan true?
fn satisfies(plan: &mut Plan, roots: usize, model: &Model) -> bool {
    plan.run(model);
    (0..roots).all(|root| plan.value(root).as_bool() == Some(true))
}

/// The constraints of a slice, sorted, each once.
type Set = Vec<Term>;

impl<S: Solver> Layer<S> {
    /// Adds the constraints of an assertion or assumption.
    pub(super) fn add(&mut self, terms: &mut Terms, term: Term, owner: Owner) {
        let conjuncts = match self.conjuncts.get(&term) {
            Some(conjuncts) => Rc::clone(conjuncts),
            None => {
                let conjuncts: Rc<[Term]> = flatten(terms, &mut self.simplifier, &[term]).into();
                self.conjuncts.insert(term, Rc::clone(&conjuncts));
                conjuncts
            }
        };
        for conjunct in conjuncts.iter() {
            self.constraints.push((*conjunct, owner));
            if self.options.split {
                let symbols = self.values.symbols_of(terms, *conjunct);
                self.slices.add(&symbols);
            } else {
                self.slices.add(&[]);
            }
        }
    }

    /// Answers a query whose assertions are the first so many constraints.
    pub(super) fn decide(
        &mut self,
        terms: &mut Terms,
        asserted: usize,
        limits: &Limits,
    ) -> Result<Verdict, SolverError> {
        // A solver that is asked once may do more with assertions than with assumptions.
        let once = self.stats.queries == 1
            && self.levels.is_empty()
            && asserted == self.constraints.len()
            && self.given.iter().all(|given| given.tracked.is_none());
        let mut seen = FxHashSet::default();
        let mut open: Vec<Set> = Vec::new();
        let mut models: Vec<(Set, Rc<Model>)> = Vec::new();
        for place in self.satisfied..self.slices.len() {
            let slice = self.slices.slice_of(place);
            if !seen.insert(slice) {
                continue;
            }
            let of = |place: usize| self.constraints[place].0;
            let mut set: Set = self.slices.members(slice).map(of).collect();
            set.sort_unstable();
            set.dedup();
            let mut new: Set = self.slices.members(slice).filter(|place| *place >= self.satisfied).map(of).collect();
            new.sort_unstable();
            new.dedup();
            self.stats.slices += 1;
            match self.recall(terms, &set, &new) {
                Some(Outcome::Refuted(core)) => return Ok(self.refuted(&core)),
                Some(Outcome::Model(model)) => models.push((set, model)),
                Some(Outcome::Holds) => {}
                Some(Outcome::Unknown(_)) | None => open.push(set),
            }
        }
        let mut unknown = None;
        for set in open {
            match self.ask(terms, &set, limits, once)? {
                Outcome::Refuted(core) => return Ok(self.refuted(&core)),
                Outcome::Model(model) => models.push((set, model)),
                Outcome::Holds => {}
                Outcome::Unknown(why) => unknown = Some(why),
            }
        }
        if let Some(why) = unknown {
            return Ok(Verdict::Unknown(why));
        }
        for (set, model) in models {
            let symbols = self.symbols_of(terms, &set);
            self.values.adopt(symbols.into_iter(), &model);
        }
        let given = self.given.iter().map(|given| given.term).chain(self.assumptions.iter().copied());
        if !self.values.satisfy(terms, given.clone()) {
            return Err(SolverError::WrongModel { solver: self.name().to_owned() });
        }
        self.known = Known::Sat(given.map(|term| self.values.symbols_of(terms, term)).collect(), Default::default());
        self.satisfied = asserted;
        Ok(Verdict::Sat)
    }

    /// The symbols of some constraints, each once.
    fn symbols_of(&mut self, terms: &Terms, set: &[Term]) -> Vec<Symbol> {
        let mut all = FxHashSet::default();
        for term in set {
            all.extend(self.values.symbols_of(terms, *term).iter());
        }
        all.into_iter().collect()
    }

    /// What is known of a slice without the solver. The values satisfy all of it but what is new;
    /// both are sorted, each constraint once.
    fn recall(&mut self, terms: &Terms, set: &[Term], new: &[Term]) -> Option<Outcome> {
        if let Some(never) = new.iter().find(|term| terms.truth(**term) == Some(false)) {
            return Some(Outcome::Refuted([*never].into()));
        }
        if self.options.model_reuse > 0 && self.values.satisfy(terms, new.iter().copied()) {
            self.stats.held += 1;
            return Some(Outcome::Holds);
        }
        if let Some(Found { hit, set, answer, cost }) = self.cache.find(set) {
            match hit {
                Hit::Exact => self.stats.exact += 1,
                Hit::Subset => self.stats.subset += 1,
                Hit::Superset => self.stats.superset += 1,
            }
            self.stats.saved += cost;
            return Some(match answer {
                Answer::Model(model) => Outcome::Model(model),
                Answer::Refuted => Outcome::Refuted(set),
            });
        }
        let count = (self.options.model_reuse as usize).min(self.recent.len());
        if count > 0 {
            // Most models fail at what is new, so that is tried first.
            let (mut first, mut rest) = (Plan::new(terms, new), None);
            for model in self.recent.iter().take(count) {
                if !satisfies(&mut first, new.len(), model) {
                    continue;
                }
                let rest = rest.get_or_insert_with(|| Plan::new(terms, set));
                if new.len() == set.len() || satisfies(rest, set.len(), model) {
                    self.stats.reused += 1;
                    return Some(Outcome::Model(Rc::clone(model)));
                }
            }
        }
        None
    }

    /// Asks the solver about some constraints.
    fn ask(&mut self, terms: &mut Terms, set: &[Term], limits: &Limits, once: bool) -> Result<Outcome, SolverError> {
        if self.options.algebra
            && is_for_algebra(terms, set)
            && self.preprocessor.run(terms, set).assertions == [terms.bool(false)]
        {
            self.stats.algebra += 1;
            let core: Rc<[Term]> = set.into();
            let most = self.options.cache_size as usize;
            self.cache.insert(&core, Answer::Refuted, Duration::ZERO, most);
            return Ok(Outcome::Refuted(core));
        }
        self.make_room(terms, set)?;
        self.stats.asked += 1;
        let start = Instant::now();
        let verdict = if once {
            self.renew()?;
            for constraint in set {
                self.inner.assert(terms, *constraint)?;
            }
            self.inner.check(terms, &[], limits)?
        } else {
            self.inner.check(terms, set, limits)?
        };
        let cost = start.elapsed();
        self.stats.solving += cost;
        let most = self.options.cache_size as usize;
        let outcome = match verdict {
            Verdict::Unknown(why) => Outcome::Unknown(why),
            Verdict::Unsat => {
                let core = self.inner.core().map(|core| core.assumptions.as_slice()).unwrap_or_default();
                let mut core: Set = core.iter().filter_map(|place| set.get(*place)).copied().collect();
                // There are no other assertions, so it took some of these.
                if core.is_empty() {
                    core = set.to_vec();
                }
                core.sort_unstable();
                core.dedup();
                self.cache.insert(&core, Answer::Refuted, cost, most);
                Outcome::Refuted(core.into())
            }
            Verdict::Sat => {
                let mut model = Model::new();
                let symbols = self.symbols_of(terms, set);
                if let Some(found) = self.inner.model() {
                    for symbol in symbols {
                        if let Some(value) = found.values.get(&symbol) {
                            model.values.insert(symbol, value.clone());
                        }
                        if let Some(function) = found.functions.get(&symbol) {
                            model.functions.insert(symbol, function.clone());
                        }
                    }
                }
                let model = Rc::new(model);
                self.cache.insert(set, Answer::Model(Rc::clone(&model)), cost, most);
                self.recent.push_front(Rc::clone(&model));
                self.recent.truncate(self.options.model_reuse as usize);
                Outcome::Model(model)
            }
        };
        if once {
            self.renew()?;
        }
        Ok(outcome)
    }

    /// Lets the solver start over when it has seen much that it is no longer asked about.
    fn make_room(&mut self, terms: &Terms, set: &[Term]) -> Result<(), SolverError> {
        let new: Vec<Term> = set.iter().copied().filter(|term| !self.seen.contains(term)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let more = dag_size(terms, &new);
        if self.seen_nodes + more > self.options.renew_nodes as usize {
            let whole = dag_size(terms, set);
            if self.seen_nodes > PART * whole {
                self.renew()?;
                self.seen.extend(set);
                self.seen_nodes = whole;
                return Ok(());
            }
        }
        self.seen.extend(new);
        self.seen_nodes += more;
        Ok(())
    }

    /// The verdict of constraints that have no model. Of equal constraints the one is named that
    /// costs least: an assertion without a name nothing.
    fn refuted(&mut self, core: &[Term]) -> Verdict {
        let mut owners: FxHashMap<Term, (u8, Owner)> = FxHashMap::default();
        for (term, owner) in &self.constraints {
            if core.binary_search(term).is_err() {
                continue;
            }
            let rank = match owner {
                Owner::Given(place) if self.given[*place].tracked.is_none() => 0,
                Owner::Given(_) => 1,
                Owner::Assumption(_) => 2,
            };
            let best = owners.entry(*term).or_insert((rank, *owner));
            if rank < best.0 {
                *best = (rank, *owner);
            }
        }
        let mut found = Core::default();
        for (_, owner) in owners.into_values() {
            match owner {
                Owner::Given(place) => found.assertions.extend(self.given[place].tracked),
                Owner::Assumption(place) => found.assumptions.push(place),
            }
        }
        found.assertions.sort_unstable();
        found.assertions.dedup();
        found.assumptions.sort_unstable();
        found.assumptions.dedup();
        self.known = Known::Unsat(found);
        Verdict::Unsat
    }

    /// Removes from a core what is not needed.
    pub(super) fn minimize(&mut self, terms: &mut Terms, core: Core, limits: &Limits) -> Result<Core, SolverError> {
        /// A member of the core with its constraints.
        type Member = (Result<Tracked, usize>, Rc<[Term]>);
        let of = |layer: &Layer<S>, term: Term| layer.conjuncts.get(&term).cloned().unwrap_or_else(|| [term].into());
        let mut members: Vec<Member> = Vec::new();
        for Given { term, tracked, .. } in &self.given {
            if let Some(name) = tracked.filter(|name| core.assertions.contains(name)) {
                members.push((Ok(name), of(self, *term)));
            }
        }
        for place in &core.assumptions {
            if let Some(term) = self.assumptions.get(*place) {
                members.push((Err(*place), of(self, *term)));
            }
        }
        let always: Vec<Term> = self
            .given
            .iter()
            .filter(|given| given.tracked.is_none())
            .flat_map(|given| of(self, given.term).to_vec())
            .collect();
        let mut place = members.len();
        while place > 0 {
            place -= 1;
            let rest = members.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, member)| member);
            let mut set: Set =
                always.iter().chain(rest.flat_map(|(_, constraints)| constraints.iter())).copied().collect();
            set.sort_unstable();
            set.dedup();
            let outcome = match self.recall(terms, &set, &set) {
                Some(outcome) => outcome,
                None if set.is_empty() => continue,
                None => self.ask(terms, &set, limits, false)?,
            };
            if let Outcome::Refuted(needed) = outcome {
                // What was found to be needed stays behind `place`; of the others those stay that
                // this refutation has.
                let is_needed = |constraints: &Rc<[Term]>| {
                    constraints.iter().any(|term| needed.binary_search(term).is_ok() && !always.contains(term))
                };
                let mut number = 0;
                let last = place;
                members.retain(|(_, constraints)| {
                    number += 1;
                    number - 1 > last || (number - 1 < last && is_needed(constraints))
                });
                place = members.len() - (number - 1 - last);
            }
        }
        let mut kept = Core::default();
        for (member, _) in members {
            match member {
                Ok(name) => kept.assertions.push(name),
                Err(place) => kept.assumptions.push(place),
            }
        }
        kept.assertions.sort_unstable();
        kept.assumptions.sort_unstable();
        Ok(kept)
    }
}
