//! Running many trials on a few threads, and what they count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What is counted, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// Counts one.
    pub fn add(&mut self, name: &str) {
        self.add_many(name, 1);
    }

    /// Counts several.
    pub fn add_many(&mut self, name: &str, count: u64) {
        match self.0.get_mut(name) {
            Some(known) => *known += count,
            None => {
                self.0.insert(name.to_owned(), count);
            }
        }
    }

    /// The number of a name.
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// All names with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }

    /// Everything that was counted.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Adds what others counted.
    pub fn merge(&mut self, other: &Counts) {
        for (name, count) in &other.0 {
            self.add_many(name, *count);
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|(name, count)| writeln!(f, "{count:>9}  {name}"))
    }
}

/// A trial that went wrong, with what to look at.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The number of the trial.
    pub trial: u64,
    /// What went wrong, in a line.
    pub what: String,
    /// The end of the name of the file.
    pub extension: &'static str,
    /// The input, as small as it could be made.
    pub text: String,
}

/// Why the trials could not be run.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// A solver to compare with cannot be started or talked to.
    #[error("{solver}: {reason}")]
    Rival {
        /// The solver.
        solver: String,
        /// What happened.
        reason: String,
    },
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// Which trials to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// The seed.
    pub seed: u64,
    /// Number of threads.
    pub jobs: usize,
    /// Say how far it is on standard error.
    pub progress: bool,
    /// Other solvers are asked about every n-th trial only; in the others our models and proofs are
    /// checked.
    pub rivals_every: u64,
    /// Start no trial after this.
    pub deadline: Option<Instant>,
    /// Start no trial once this is true.
    pub interrupted: Arc<AtomicBool>,
}

impl Plan {
    /// Are other solvers asked about a trial?
    pub fn asks_rivals(&self, trial: u64) -> bool {
        trial.is_multiple_of(self.rivals_every.max(1))
    }

    fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What all trials came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What was counted.
    pub counts: Counts,
    /// What went wrong, in order of the trials.
    pub wrong: Vec<Wrong>,
    /// The number of the first trial that was not run: all before it were.
    pub end: u64,
}

impl Summary {
    /// Writes each wrong trial to a file of its own.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, TrialError> {
        let file = |path: &Path, result: std::io::Result<()>| {
            result.map_err(|error| TrialError::File { path: path.to_owned(), error })
        };
        let mut paths = Vec::new();
        for wrong in &self.wrong {
            file(folder, std::fs::create_dir_all(folder))?;
            let path = folder.join(format!("wrong-{}.{}", wrong.trial, wrong.extension));
            file(&path, std::fs::write(&path, &wrong.text))?;
            paths.push(path);
        }
        Ok(paths)
    }
}

/// Runs trials on threads. Each thread has a state of its own, such as the processes it talks to; a
/// trial depends on its number only. After a few wrong ones no more are started.
pub fn run<S>(
    plan: &Plan,
    start: impl Fn() -> Result<S, TrialError> + Sync,
    trial: impl Fn(&mut S, u64, &mut Counts) -> Result<Option<Wrong>, TrialError> + Sync,
) -> Result<Summary, TrialError> {
    const ENOUGH: usize = 10;
    let next = AtomicU64::new(plan.first);
    let end = plan.first.saturating_add(plan.count);
    let first_left = AtomicU64::new(end);
    let stop = AtomicBool::new(false);
    let summary = Mutex::new(Summary::default());
    let error = Mutex::new(None);
    let work = || -> Result<(), TrialError> {
        let mut state = start()?;
        let mut counts = Counts::default();
        let result = loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || stop.load(Ordering::Relaxed) || plan.is_over() {
                first_left.fetch_min(number, Ordering::Relaxed);
                break Ok(());
            }
            if plan.progress && number > plan.first && number.is_multiple_of(1000) {
                eprintln!("{number} of {end}");
            }
            let mut counted = Counts::default();
            counted.add("trials");
            let tried = trial(&mut state, number, &mut counted);
            if plan.interrupted.load(Ordering::Relaxed) {
                // So were the processes that it had started, and what came out is nothing.
                first_left.fetch_min(number, Ordering::Relaxed);
                break Ok(());
            }
            counts.merge(&counted);
            match tried {
                Ok(None) => {}
                Ok(Some(wrong)) => {
                    if plan.progress {
                        eprintln!("trial {}: {}", wrong.trial, wrong.what);
                    }
                    let mut summary = summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    summary.wrong.push(wrong);
                    if summary.wrong.len() >= ENOUGH {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    break Err(error);
                }
            }
        };
        summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner).counts.merge(&counts);
        result
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                if let Err(what) = work() {
                    *error.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(what);
                }
            });
        }
    });
    if let Some(error) = error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let mut summary = summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    summary.end = first_left.into_inner();
    summary.wrong.sort_by_key(|wrong| wrong.trial);
    Ok(summary)
}
