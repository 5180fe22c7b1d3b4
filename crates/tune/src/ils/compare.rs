//! Which of two configurations is better, and which runs are made to find out.
//!
//! Runs are made lazily: `N(c)` counts the runs that a configuration has had by the rules, but a
//! run whose cost cannot change a decision is stopped early or not made at all. It is made, or made
//! again with more time, when its cost is needed. So the decisions, and `N`, are the same with
//! trajectory-preserving capping as without any.

use super::{Algorithm, Capping, Cost, Search, Stop, Target};
use crate::space::Configuration;
use std::cmp::Ordering;

/// What the first runs of a configuration cost together, as far as it had to be known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measure {
    /// This much.
    Sum(f64),
    /// More than allowed, in the run after so many.
    Over(usize),
    /// One of the answers is wrong.
    Wrong,
}

impl Measure {
    /// Less is better. What was stopped later is better than what was stopped earlier.
    pub fn compare(self, other: Measure) -> Ordering {
        match (self, other) {
            (Measure::Sum(a), Measure::Sum(b)) => a.total_cmp(&b),
            (Measure::Over(a), Measure::Over(b)) => b.cmp(&a),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(self) -> u8 {
        match self {
            Measure::Sum(_) => 0,
            Measure::Over(_) => 1,
            Measure::Wrong => 2,
        }
    }

    fn sum(self) -> f64 {
        if let Measure::Sum(sum) = self { sum } else { f64::INFINITY }
    }
}

impl<T: Target> Search<'_, T> {
    /// How many runs a configuration has had.
    pub(super) fn runs(&self, configuration: &Configuration) -> usize {
        self.histories.get(configuration).map_or(0, |history| history.runs)
    }

    /// The mean of its runs that are known.
    pub(super) fn known_mean(&self, configuration: &Configuration) -> f64 {
        let costs = self.histories.get(configuration).map_or(&[][..], |history| &history.costs);
        let known =
            || costs.iter().filter_map(|cost| if let Some(Cost::Exact(cost)) = cost { Some(*cost) } else { None });
        if known().count() == 0 { f64::NAN } else { known().sum::<f64>() / known().count() as f64 }
    }

    /// The configuration to begin with gets its first run, or all that are compared.
    pub(super) fn first_run(&mut self, configuration: &Configuration) -> Result<(), Stop> {
        let runs = match self.settings.algorithm {
            Algorithm::Focused => 1,
            Algorithm::Basic(runs) => runs.clamp(1, self.settings.sequence.len()),
        };
        self.set_runs(configuration, runs);
        self.measure(configuration, runs, f64::INFINITY)?;
        self.target.incumbent(configuration, self.known_mean(configuration), runs)
    }

    /// Is `a` at least as good as `b`?
    pub(super) fn better(&mut self, a: &Configuration, b: &Configuration) -> Result<bool, Stop> {
        let won = match self.settings.algorithm {
            Algorithm::Focused => self.dominates_after_runs(a, b)?,
            Algorithm::Basic(runs) => {
                let runs = runs.clamp(1, self.settings.sequence.len());
                self.set_runs(a, runs);
                self.set_runs(b, runs);
                self.order(a, b, runs)? != Ordering::Greater
            }
        };
        self.crown(if won { a } else { b })?;
        Ok(won)
    }

    /// Makes runs until one of the two dominates. If that is `a`, it gets its bonus runs.
    fn dominates_after_runs(&mut self, a: &Configuration, b: &Configuration) -> Result<bool, Stop> {
        self.bonus += 1;
        let most = self.settings.sequence.len();
        let won = loop {
            let (of_a, of_b) = (self.runs(a), self.runs(b));
            if of_a <= of_b {
                self.set_runs(a, (of_a + 1).min(most));
            }
            if of_b <= of_a {
                self.set_runs(b, (of_b + 1).min(most));
            }
            let (of_a, of_b) = (self.runs(a), self.runs(b));
            // The one with fewer runs is measured against the other, of which more is known.
            match of_a.cmp(&of_b) {
                Ordering::Equal => break self.order(a, b, of_a)? != Ordering::Greater,
                Ordering::Less if self.order(a, b, of_a)? != Ordering::Less => break false,
                Ordering::Greater if self.order(b, a, of_b)? != Ordering::Less => break true,
                _ => {}
            }
        };
        if won {
            let runs = (self.runs(a) + self.bonus).min(most);
            self.bonus = 0;
            self.set_runs(a, runs);
            let bound = self.aggressive_bound(a, runs)?;
            self.measure(a, runs, bound)?;
        }
        Ok(won)
    }

    /// Compares the first runs of a configuration with those of another, which are found out first
    /// and bound the former.
    fn order(&mut self, of: &Configuration, reference: &Configuration, runs: usize) -> Result<Ordering, Stop> {
        let bound = self.aggressive_bound(reference, runs)?;
        let known = self.measure(reference, runs, bound)?;
        let bound = self.aggressive_bound(of, runs)?;
        let bound = if self.settings.capping == Capping::None { f64::INFINITY } else { bound.min(known.sum()) };
        Ok(self.measure(of, runs, bound)?.compare(known))
    }

    /// What aggressive capping allows the first runs of a configuration to cost.
    fn aggressive_bound(&mut self, configuration: &Configuration, runs: usize) -> Result<f64, Stop> {
        let Capping::Aggressive(factor) = self.settings.capping else { return Ok(f64::INFINITY) };
        let incumbent = self.incumbent.clone();
        let of_incumbent = runs.min(self.runs(&incumbent));
        if *configuration == incumbent || of_incumbent == 0 {
            return Ok(f64::INFINITY);
        }
        let sum = self.measure(&incumbent, of_incumbent, f64::INFINITY)?.sum();
        Ok(factor * sum * runs as f64 / of_incumbent as f64)
    }

    /// The incumbent is what dominates all that were incumbents before.
    fn crown(&mut self, winner: &Configuration) -> Result<(), Stop> {
        let incumbent = self.incumbent.clone();
        let runs = self.runs(&incumbent);
        if *winner == incumbent
            || self.runs(winner) < runs
            || self.order(winner, &incumbent, runs)? == Ordering::Greater
        {
            return Ok(());
        }
        self.incumbent = winner.clone();
        let runs = self.runs(winner);
        self.target.incumbent(winner, self.known_mean(winner), runs)
    }

    fn set_runs(&mut self, configuration: &Configuration, runs: usize) {
        let before = self.runs(configuration);
        if runs > before {
            self.histories.entry(configuration.clone()).or_default().runs = runs;
            self.all_runs += runs - before;
        }
    }

    /// What the first runs of a configuration cost, as long as that is not over a bound.
    fn measure(&mut self, configuration: &Configuration, runs: usize, bound: f64) -> Result<Measure, Stop> {
        let mut sum = 0.0;
        for run in 0..runs {
            match self.cost(configuration, run, bound - sum)? {
                Cost::Wrong => return Ok(Measure::Wrong),
                Cost::MoreThan(_) => return Ok(Measure::Over(run)),
                Cost::Exact(cost) => sum += cost,
            }
            if sum > bound {
                return Ok(Measure::Over(run));
            }
        }
        Ok(Measure::Sum(sum))
    }

    /// What a run costs, if that is not more than `left`.
    fn cost(&mut self, configuration: &Configuration, run: usize, left: f64) -> Result<Cost, Stop> {
        // A little more, so that rounding does not make a difference.
        let needed = left.max(0.0) * (1.0 + 1e-9);
        let known = self.histories.get(configuration).and_then(|history| *history.costs.get(run)?);
        // A run that is made again gets at least twice as much, so that all its starts together
        // cost little more than the last.
        let least = match known {
            Some(Cost::MoreThan(cap)) if cap < needed => 2.0 * cap,
            Some(cost) => return Ok(cost),
            None => 0.0,
        };
        let cap = needed.max(least).max(self.settings.floor).min(self.settings.cutoff);
        let cost = self.target.evaluate(configuration, self.settings.sequence[run], cap)?;
        self.evaluations += 1;
        let history = self.histories.entry(configuration.clone()).or_default();
        if history.costs.len() <= run {
            history.costs.resize(run + 1, None);
        }
        history.costs[run] = Some(cost);
        Ok(cost)
    }
}
