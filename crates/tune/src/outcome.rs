//! What configurations cost on whole sets: measured through `bench`, with a store that its reports
//! read too.

use crate::evaluate::Recipe;
use crate::journal::{Run, Status};
use crate::judge::{self, WrongAnswer};
use crate::session::Rules;
use crate::space::Configuration;
use adumbra_bench::cluster::watch::{self, Ended, Order};
use adumbra_bench::cluster::{self, share};
use adumbra_bench::limit::{Bounds, Executor};
use adumbra_bench::model::{Column, Expected, Task};
use adumbra_bench::run::{self, Broken, Described, Done, Observer, Plan, Settings, Subject};
use adumbra_bench::store::Store;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// Where runs are made.
pub enum Place<'a> {
    /// On this machine.
    Here {
        /// Runs commands.
        executor: &'a Executor,
        /// The cores of each run at a time.
        cores: &'a [Vec<usize>],
        /// Where scratch directories are made.
        scratch: &'a Path,
    },
    /// On a cluster.
    Cluster {
        /// How it is used.
        options: &'a cluster::Options,
        /// How nodes account for processes.
        accounting: String,
        /// What is far from what a tool needs.
        bounds: Bounds,
        /// The command that is a job.
        worker: Vec<String>,
    },
}

/// Why a set has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutcomeError {
    /// It was interrupted.
    #[error("interrupted")]
    Cancelled,
    /// Runs cannot be made or stored.
    #[error("{0}")]
    Failed(String),
}

/// Runs configurations on tasks, as far as the store has no results. By configuration and task.
pub fn measure(
    recipe: &Recipe<'_>,
    store: &Mutex<Store>,
    place: &Place<'_>,
    configurations: &[Configuration],
    tasks: &[Task],
    observer: &dyn Observer,
    cancel: &AtomicBool,
) -> Result<Vec<Vec<Run>>, OutcomeError> {
    let failed = |e: &dyn std::fmt::Display| OutcomeError::Failed(e.to_string());
    let broken = Broken::default();
    let (mut columns, mut subjects): (Vec<Column>, Vec<Described<'_>>) = (Vec::new(), Vec::new());
    for configuration in configurations {
        let tool = recipe.tool(configuration, 0, recipe.cutoff).map_err(OutcomeError::Failed)?;
        columns.push(recipe.column(configuration, &tool, recipe.cutoff));
        subjects.push(Described::new(tool, &broken));
    }
    let lock = || store.lock().unwrap_or_else(PoisonError::into_inner);
    let plan = Plan::make(&lock(), &columns, tasks, None).map_err(|e| failed(&e))?;
    if !plan.pairs.is_empty() {
        match place {
            Place::Here { executor, cores, scratch } => {
                let rows: Vec<(Column, &dyn Subject)> =
                    columns.iter().cloned().zip(subjects.iter().map(|s| s as &dyn Subject)).collect();
                let settings = Settings { executor, cores, scratch };
                match run::execute(&plan, &rows, tasks, store, &settings, observer, cancel).map_err(|e| failed(&e))? {
                    Done::Complete => {}
                    Done::Cancelled => return Err(OutcomeError::Cancelled),
                }
            }
            Place::Cluster { options, accounting, bounds, worker } => {
                let recipes: Vec<(Column, share::Recipe)> =
                    columns.iter().cloned().zip(subjects.iter().map(|s| share::Recipe::new(s.tool()))).collect();
                let subjects: Vec<&dyn Subject> = subjects.iter().map(|s| s as &dyn Subject).collect();
                let (accounting, bounds, worker) = (accounting.clone(), *bounds, worker.clone());
                let order =
                    Order { plan: &plan, columns: &recipes, subjects: &subjects, tasks, accounting, bounds, worker };
                match watch::run(options, &order, &lock(), observer, &|_| {}, cancel).map_err(|e| failed(&e))? {
                    Ended::Complete => {}
                    Ended::Left(_) => return Err(OutcomeError::Cancelled),
                    Ended::Incomplete(left) => {
                        let cause = left.values().next().cloned().unwrap_or_default();
                        return Err(failed(&format!("{} runs failed on the cluster: {cause}", left.len())));
                    }
                }
            }
        }
    }
    let rows = lock().results().map_err(|e| failed(&e))?;
    let find = |column: i64, task: i64| {
        let row = rows.iter().find(|row| row.column == column && row.task == task);
        let row = row.ok_or_else(|| failed(&"a run has no result"))?;
        recipe.read(&row.outcome, recipe.cutoff).map_err(OutcomeError::Failed)
    };
    plan.columns.iter().map(|column| plan.tasks.iter().map(|task| find(*column, *task)).collect()).collect()
}

/// Finds wrong answers among those of configurations, of which the first is the base; marks them.
pub fn judge(names: &[String], tasks: &[Task], runs: &mut [Vec<Run>]) -> Vec<WrongAnswer> {
    let mut wrong = Vec::new();
    for (place, task) in tasks.iter().enumerate() {
        let reference = runs.first().and_then(|of| of.get(place)).map(|run| judge::parse(&run.answer));
        for (number, of) in runs.iter_mut().enumerate() {
            let Some(run) = of.get_mut(place).filter(|run| run.status == Status::Solved) else { continue };
            let answer = judge::parse(&run.answer);
            let against = match (&task.expected, &reference) {
                (Expected::Nothing, Some(reference)) if answer.contradicts(reference) => {
                    "against the answer of default".to_owned()
                }
                (Expected::Nothing, _) => continue,
                (known, _) if judge::contradicts(&answer, known) => format!("expected {known}"),
                _ => continue,
            };
            run.status = Status::Wrong;
            let configuration = names.get(number).cloned().unwrap_or_default();
            wrong.push(WrongAnswer { instance: task.name.clone(), configuration, answer: run.answer.clone(), against });
        }
    }
    wrong
}

/// What a configuration needs on a set, in numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many instances it solves within the cutoff.
    pub solved: usize,
    /// How many there are.
    pub total: usize,
    /// The mean over those that it solves.
    pub mean_solved: f64,
    /// The mean over all, where one without an answer counts as the cutoff.
    pub mean: f64,
    /// The same, where one without an answer counts as ten cutoffs.
    pub par10: f64,
    /// The mean by which is tuned.
    pub tuned_by: f64,
    /// How many answers are wrong.
    pub wrong: usize,
}

impl Rules {
    /// What a run at the cutoff counts as, where one without an answer counts as so many cutoffs.
    pub fn counted(&self, run: &Run, penalty: f64) -> f64 {
        if self.is_solved(run) { run.cost } else { penalty * self.cutoff }
    }

    /// Was it solved within the cutoff?
    pub fn is_solved(&self, run: &Run) -> bool {
        run.status == Status::Solved && run.cost <= self.cutoff
    }

    /// Sums up.
    pub fn summary(&self, runs: &[Run]) -> Summary {
        let mean = |sum: f64, count: usize| if count == 0 { f64::NAN } else { sum / count as f64 };
        let of = |penalty: f64| mean(runs.iter().map(|run| self.counted(run, penalty)).sum(), runs.len());
        let solved = || runs.iter().filter(|run| self.is_solved(run));
        Summary {
            solved: solved().count(),
            total: runs.len(),
            mean_solved: mean(solved().map(|run| run.cost).sum(), solved().count()),
            mean: of(1.0),
            par10: of(10.0),
            tuned_by: of(self.penalty),
            wrong: runs.iter().filter(|run| run.status == Status::Wrong).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_answer_counts_as_the_cutoff() {
        let rules = Rules { cutoff: 10.0, penalty: 10.0 };
        let run = |status, cost| Run { status, cost, answer: String::new(), cpu: cost };
        let runs =
            [run(Status::Solved, 2.0), run(Status::Solved, 4.0), run(Status::Stopped, 10.0), run(Status::Failed, 1.0)];
        let summary = rules.summary(&runs);
        assert_eq!((summary.solved, summary.total, summary.wrong), (2, 4, 0));
        assert_eq!((summary.mean_solved, summary.mean, summary.par10), (3.0, 26.0 / 4.0, 206.0 / 4.0));
        // Solved, but later than allowed.
        assert!(!rules.is_solved(&run(Status::Solved, 10.5)));
        assert!(rules.summary(&[]).mean.is_nan());
    }
}
