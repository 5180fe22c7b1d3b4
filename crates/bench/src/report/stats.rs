//! What is counted and summed up for a category and a column.

use super::data::Data;
use crate::model::Class;
use crate::score::Scheme;
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts and sums over the results of a column.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Stats {
    /// All tasks: those of every class, and those that have no result yet.
    pub tasks: usize,
    /// Correct proofs.
    pub correct_true: usize,
    /// Correct alarms.
    pub correct_false: usize,
    /// Wrong proofs.
    pub wrong_true: usize,
    /// Wrong alarms.
    pub wrong_false: usize,
    /// Answers where nothing is known.
    pub unjudged: usize,
    /// No answer.
    pub unknown: usize,
    /// No result: the run is not finished.
    pub missing: usize,
    /// Why there was no answer, with the number of tasks; they sum up to `unknown`.
    pub reasons: BTreeMap<String, usize>,
    /// The score.
    pub score: f64,
    /// The best possible score, where points are given.
    pub best: Option<f64>,
    /// CPU time of all results, in seconds.
    pub cpu: f64,
    /// CPU time of the correct results.
    pub cpu_correct: f64,
    /// CPU time on those tasks that every column solved.
    pub cpu_common: f64,
    /// How many tasks every column solved.
    pub common: usize,
    /// Time on the clock of all results.
    pub wall: f64,
    /// The most memory that one run had, in bytes.
    pub memory_peak: Option<u64>,
    /// The mean of the most memory of each run, in bytes.
    pub memory_mean: Option<f64>,
    #[serde(skip)]
    measured: usize,
    #[serde(skip)]
    memory_sum: f64,
}

impl Stats {
    /// How many results are of a class.
    pub fn of(&self, class: Class) -> usize {
        match class {
            Class::CorrectTrue => self.correct_true,
            Class::CorrectFalse => self.correct_false,
            Class::WrongTrue => self.wrong_true,
            Class::WrongFalse => self.wrong_false,
            Class::Unjudged => self.unjudged,
            Class::Unknown => self.unknown,
        }
    }

    fn count(&mut self, class: Class) {
        *match class {
            Class::CorrectTrue => &mut self.correct_true,
            Class::CorrectFalse => &mut self.correct_false,
            Class::WrongTrue => &mut self.wrong_true,
            Class::WrongFalse => &mut self.wrong_false,
            Class::Unjudged => &mut self.unjudged,
            Class::Unknown => &mut self.unknown,
        } += 1;
    }

    /// Correct answers.
    pub fn correct(&self) -> usize {
        self.correct_true + self.correct_false
    }

    /// Wrong answers.
    pub fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }

    /// Tasks without an answer for this reason.
    pub fn reason(&self, reason: &str) -> usize {
        self.reasons.get(reason).copied().unwrap_or(0)
    }
}

/// Counts by category and column, and by column. The score of a category is not weighted, that of
/// the total is.
pub fn count(data: &Data, scheme: &Scheme, factors: &[f64]) -> (Vec<Vec<Stats>>, Vec<Stats>) {
    let width = data.columns.len();
    let limit = data.limit();
    let mut categories = vec![vec![Stats::default(); width]; data.categories.len()];
    let mut totals = vec![Stats::default(); width];
    for (task, description) in data.tasks.iter().enumerate() {
        let category = data.category_of[task];
        let common = (0..width).all(|column| data.solved(task, column));
        let best = scheme.best(&description.expected);
        for column in 0..width {
            for (stats, factor) in [(&mut categories[category][column], 1.0), (&mut totals[column], factors[category])]
            {
                stats.tasks += 1;
                stats.best = best.map(|best| stats.best.unwrap_or(0.0) + factor * best);
                let Some(cell) = data.cell(task, column) else {
                    stats.missing += 1;
                    continue;
                };
                stats.count(cell.class);
                if let Some(reason) = cell.reason() {
                    *stats.reasons.entry(reason.to_owned()).or_default() += 1;
                }
                stats.score += factor * scheme.score(cell.scored(), limit);
                let cpu = cell.cpu();
                stats.cpu += cpu;
                stats.wall += cell.outcome.measured.wall.as_secs_f64();
                if cell.class.is_correct() {
                    stats.cpu_correct += cpu;
                }
                if common {
                    stats.common += 1;
                    stats.cpu_common += cpu;
                }
                if let Some(memory) = cell.outcome.measured.memory {
                    stats.memory_peak = stats.memory_peak.max(Some(memory));
                    stats.measured += 1;
                    stats.memory_sum += memory as f64;
                    stats.memory_mean = Some(stats.memory_sum / stats.measured as f64);
                }
            }
        }
    }
    (categories, totals)
}
