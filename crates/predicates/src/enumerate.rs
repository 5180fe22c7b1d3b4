//! The truth that some formulas allow their predicates to have together: what the solver is asked, and what its models say.
//!
//! Each instance of a predicate is given a *switch*, a Boolean variable that is true exactly when the instance is. So a model tells the
//! truth of all predicates at once, and clauses over switches say what else is looked for:
//!
//! - *fixed* switches, which have one value in all models, are found by asking for a model in which at least one of those that
//!   had one value so far has the other one. Each answer is a model that takes a switch from the list, or says that all on the list are
//!   fixed;
//! - *all* values that some switches have together are found by excluding those that were seen, until there are no others.
//!
//! What the solver leaves open is not taken for an answer: a switch is fixed, and a list of values complete, only by `Unsat`.

use crate::counts::Counts;
use adumbra_solver::sat::Limits;
use adumbra_solver::solver::{Solver, SolverError, Verdict};
use adumbra_terms::{Symbol, Term, Terms, Value};
use std::collections::BTreeSet;
use std::time::Instant;

/// A Boolean variable that stands for an instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch {
    pub(crate) symbol: Symbol,
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

/// Values of switches, in their order.
pub(crate) type Values = Box<[bool]>;

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
    pub(crate) switches: &'a [Switch],
    /// The values that the switches had together in models.
    seen: Vec<Values>,
    /// The value of those that are fixed.
    pub(crate) fixed: Vec<Option<bool>>,
}

impl<'a> Enumeration<'a> {
    /// Switches, and the values they have in some model.
    pub(crate) fn new(switches: &'a [Switch], first: Values) -> Enumeration<'a> {
        Enumeration { switches, seen: vec![first], fixed: vec![None; switches.len()] }
    }

    /// Notes the values of the last model.
    fn note(&mut self, asker: &Asker) -> Option<&[bool]> {
        let model = asker.solver.model()?;
        let is_on = |switch: &Switch| matches!(model.values.get(&switch.symbol), Some(Value::Bool(true)));
        self.seen.push(self.switches.iter().map(is_on).collect());
        self.seen.last().map(|values| &**values)
    }

    /// Finds the fixed switches; false if some remain that may or may not be.
    pub(crate) fn find_fixed(&mut self, terms: &mut Terms, asker: &mut Asker) -> Result<bool, SolverError> {
        let first = self.seen[0].clone();
        let mut same: Vec<usize> = (0..self.switches.len()).collect();
        same.retain(|i| self.seen.iter().all(|values| values[*i] == first[*i]));
        asker.solver.push()?;
        // Each clause is within the one before, so that none of them has to be taken back.
        let answer = loop {
            if same.is_empty() {
                break Some(false);
            }
            let other = terms.or_all(same.iter().map(|i| self.switches[*i].is(!first[*i])));
            asker.solver.assert(terms, other)?;
            match asker.check(terms, &[])? {
                Some(true) => match self.note(asker) {
                    Some(values) => same.retain(|i| values[*i] == first[*i]),
                    None => break None,
                },
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
                Some(true) => {
                    if let Some(values) = self.note(asker) {
                        same.retain(|i| values[*i] == first[*i]);
                    }
                }
                None => all = false,
            }
        }
        Ok(all)
    }

    /// All values that the switches of a group have together.
    pub(crate) fn values(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        group: &[usize],
        most: usize,
    ) -> Result<Result<BTreeSet<Values>, GaveUp>, SolverError> {
        let project = |values: &[bool]| -> Values { group.iter().map(|i| values[*i]).collect() };
        let mut found: BTreeSet<Values> = self.seen.iter().map(|values| project(values)).collect();
        let possible = 1usize.checked_shl(group.len() as u32).unwrap_or(usize::MAX);
        if found.len() == possible {
            return Ok(Ok(found));
        }
        asker.solver.push()?;
        for values in &found {
            self.exclude(terms, asker, group, values)?;
        }
        let end = loop {
            if found.len() >= possible {
                break Ok(());
            }
            if self.seen.len() >= most {
                break Err(GaveUp::Models);
            }
            match asker.check(terms, &[])? {
                Some(true) => {
                    let Some(values) = self.note(asker).map(project) else { break Err(GaveUp::Unknown) };
                    self.exclude(terms, asker, group, &values)?;
                    // Values that the clauses exclude are of no model.
                    if !found.insert(values) {
                        break Err(GaveUp::Unknown);
                    }
                }
                Some(false) => break Ok(()),
                None => break Err(GaveUp::Unknown),
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
