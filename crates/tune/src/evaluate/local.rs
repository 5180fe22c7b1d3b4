//! Runs on this machine: as many at a time as there are places, each with cores of its own.

use super::Recipe;
use crate::journal::Run;
use crate::session::{Evaluator, Job};
use adumbra_bench::limit::Executor;
use adumbra_bench::model::Task;
use adumbra_bench::run::{self, Broken, Described};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often a run that could not be observed is tried.
const TRIES: usize = 3;

/// Runs on this machine.
pub struct Local<'a> {
    recipe: &'a Recipe<'a>,
    tasks: &'a [Task],
    executor: &'a Executor,
    scratch: PathBuf,
    /// The cores of places that are free.
    free: Mutex<Vec<Vec<usize>>>,
    freed: Condvar,
    next: AtomicU64,
}

impl<'a> Local<'a> {
    /// Runs the tasks, at most as many at a time as there are lists of cores.
    pub fn new(
        recipe: &'a Recipe<'a>,
        tasks: &'a [Task],
        executor: &'a Executor,
        cores: Vec<Vec<usize>>,
        scratch: PathBuf,
    ) -> Self {
        let (free, freed) = (Mutex::new(cores), Condvar::new());
        Local { recipe, tasks, executor, scratch, free, freed, next: AtomicU64::new(0) }
    }

    fn place(&self, cancel: &AtomicBool) -> Option<Vec<usize>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(cores) = free.pop() {
                return Some(cores);
            }
            let waited = self.freed.wait_timeout(free, Duration::from_millis(100));
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn once(&self, job: &Job, cores: &[usize], cancel: &AtomicBool) -> Result<Option<Run>, String> {
        let task = self.tasks.get(job.instance).ok_or("there is no such instance")?;
        let tool = self.recipe.tool(&job.configuration, job.seed, job.cap)?;
        let column = self.recipe.column(&job.configuration, &tool, job.cap);
        let scratch = self.scratch.join(format!("tune-{}", self.next.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
        let broken = Broken::default();
        let subject = Described::new(tool, &broken);
        let outcome = run::one(&column, &subject, task, self.executor, cores, &scratch, cancel);
        // What a tool left there and made unremovable harms nobody.
        let _ = std::fs::remove_dir_all(&scratch);
        let outcome = outcome.map_err(|e| e.to_string())?;
        outcome.map(|outcome| self.recipe.read(&outcome, job.cap)).transpose()
    }
}

impl Evaluator for Local<'_> {
    fn evaluate(&self, job: &Job, cancel: &AtomicBool) -> Result<Option<Run>, String> {
        let Some(cores) = self.place(cancel) else { return Ok(None) };
        let mut done = self.once(job, &cores, cancel);
        for _ in 1..TRIES {
            if done.is_ok() {
                break;
            }
            done = self.once(job, &cores, cancel);
        }
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(cores);
        self.freed.notify_one();
        done
    }
}
