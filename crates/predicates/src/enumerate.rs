//! The truth that some formulas allow their predicates to have together: what the solver is asked,
//! and what its models say.
//!
//! Each instance of a predicate is given a *switch*, a Boolean variable that is true exactly when
//! the instance is. A model tells the truth of all predicates at once, and often more (`sample`);
//! clauses over switches say what else is looked for:
//!
//! - *fixed* switches, which have one value in all models, are found by asking for a model in which
//!   at least one of those that had one value so far has the other one. Each answer is a model that
//!   takes a switch from the list, or says that all on the list are fixed;
//! - *all* values that some switches have together are found by excluding those that were seen,
//!   until there are no others.
//!
//! What the solver leaves open is not taken for an answer: a switch is fixed, and a list of values
//! complete, only by `Unsat`.

use crate::counts::Counts;
use crate::sample::{Sampler, Values};
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, SolverError, Verdict};
use adumbra_terms::{Term, Terms};
use std::collections::BTreeSet;
use std::time::Instant;

/// A Boolean variable that stands for an instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch {
    pub(crate) on: Term,
    pub(crate) off: Term,
}

impl Switch {
    /// The switch has this value.
    fn is(&self, value: bool) -> Term {
        if value { self.on } else { self.off }
    }
}

/// Why an enumeration did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GaveUp {
    /// There are too many models.
    Models,
    /// The solver did not answer.
    Unknown,
}

/// A solver with what counts and limits its queries.
pub(crate) struct Asker<'a> {
    pub(crate) solver: &'a mut dyn Solver,
    pub(crate) limits: &'a Limits,
    pub(crate) counts: &'a mut Counts,
}

impl Asker<'_> {
    /// Is there a model? `None` if that is not known.
    pub(crate) fn check(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Result<Option<bool>, SolverError> {
        if self.limits.reached().is_some() {
            return Ok(None);
        }
        let start = Instant::now();
        let verdict = self.solver.check(terms, assumptions, self.limits);
        self.counts.solving += start.elapsed();
        self.counts.queries += 1;
        match verdict? {
            Verdict::Sat => {
                self.counts.models += 1;
                Ok(Some(true))
            }
            Verdict::Unsat => Ok(Some(false)),
            Verdict::Unknown(_) => {
                self.counts.unknown += 1;
                Ok(None)
            }
        }
    }
}

/// What is known of the switches of one abstraction.
pub(crate) struct Enumeration<'a> {
    switches: &'a [Switch],
    /// The values that the switches had together in models, at least one.
    sampler: Sampler,
    /// How many models the solver found.
    models: usize,
    /// The value of those that are fixed.
    pub(crate) fixed: Vec<Option<bool>>,
}

impl<'a> Enumeration<'a> {
    /// Switches, and the values they have in some models.
    pub(crate) fn new(switches: &'a [Switch], sampler: Sampler) -> Enumeration<'a> {
        Enumeration { switches, sampler, models: 0, fixed: vec![None; switches.len()] }
    }

    /// Notes the values of the solver's model, and more that are found from there. What was asked
    /// for is something new, so that there is no answer if it is nothing new.
    pub(crate) fn note(&mut self, asker: &Asker) -> Option<()> {
        self.models += 1;
        let model = asker.solver.model()?;
        self.sampler.add(model).then_some(())
    }

    /// The values that the switches had together in models.
    pub(crate) fn seen(&self) -> &[Values] {
        &self.sampler.seen
    }

    /// A switch has a value.
    pub(crate) fn switch(&self, place: usize, value: bool) -> Term {
        self.switches[place].is(value)
    }

    /// Finds the fixed switches; false if some remain that may or may not be.
    pub(crate) fn find_fixed(&mut self, terms: &mut Terms, asker: &mut Asker) -> Result<bool, SolverError> {
        let first = self.sampler.seen[0].clone();
        let mut same: Vec<usize> = (0..self.switches.len()).collect();
        let mut known = 0;
        asker.solver.push()?;
        // Each clause is within the one before, so that none of them has to be taken back.
        let answer = loop {
            for values in &self.sampler.seen[known..] {
                same.retain(|i| values[*i] == first[*i]);
            }
            known = self.sampler.seen.len();
            if same.is_empty() {
                break Some(false);
            }
            let other = terms.or_all(same.iter().map(|i| self.switches[*i].is(!first[*i])));
            asker.solver.assert(terms, other)?;
            match asker.check(terms, &[])? {
                Some(true) if self.note(asker).is_some() => {}
                Some(true) => break None,
                answer => break answer,
            }
        };
        asker.solver.pop(1)?;
        if answer == Some(false) {
            same.iter().for_each(|i| self.fixed[*i] = Some(first[*i]));
            return Ok(true);
        }
        // All at once was too hard. One at a time may not be.
        let mut all = true;
        while let Some(i) = same.pop() {
            match asker.check(terms, &[self.switches[i].is(!first[i])])? {
                Some(false) => self.fixed[i] = Some(first[i]),
                Some(true) if self.note(asker).is_some() => {
                    for values in &self.sampler.seen[known..] {
                        same.retain(|i| values[*i] == first[*i]);
                    }
                    known = self.sampler.seen.len();
                }
                _ => all = false,
            }
        }
        Ok(all)
    }

    /// All values that the switches of a group have together, if the solver need not give more than
    /// so many models.
    pub(crate) fn values(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        group: &[usize],
        most: usize,
    ) -> Result<Result<BTreeSet<Values>, GaveUp>, SolverError> {
        let mut found: BTreeSet<Values> = BTreeSet::new();
        let mut known = 0;
        let possible = 1usize.checked_shl(group.len() as u32).unwrap_or(usize::MAX);
        asker.solver.push()?;
        let end = loop {
            for values in &self.sampler.seen[known..] {
                let values: Values = group.iter().map(|i| values[*i]).collect();
                if !found.contains(&values) {
                    self.exclude(terms, asker, group, &values)?;
                    found.insert(values);
                }
            }
            known = self.sampler.seen.len();
            if found.len() >= possible {
                break Ok(());
            }
            if self.models >= most {
                break Err(GaveUp::Models);
            }
            match asker.check(terms, &[])? {
                Some(true) if self.note(asker).is_some() => {}
                Some(false) => break Ok(()),
                _ => break Err(GaveUp::Unknown),
            }
        };
        asker.solver.pop(1)?;
        Ok(end.map(|()| found))
    }

    /// Asserts that a group has other values.
    fn exclude(
        &self,
        terms: &mut Terms,
        asker: &mut Asker,
        group: &[usize],
        values: &[bool],
    ) -> Result<(), SolverError> {
        let clause = terms.or_all(group.iter().zip(values).map(|(i, value)| self.switches[*i].is(!value)));
        asker.solver.assert(terms, clause)
    }
}
