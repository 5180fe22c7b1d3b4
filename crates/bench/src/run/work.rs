//! The workers: each takes a pair, runs it, stores the result, and only then takes the next.

use super::{Pair, Plan, Subject, host};
use crate::limit::{ExecuteError, Executed, Executor};
use crate::model::{Answer, Class, Column, Ending, Measured, Outcome, Task};
use crate::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How much of each stream is stored: its end.
const STORED: usize = 16 << 10;

/// How pairs are run.
pub struct Settings<'a> {
    /// Runs commands.
    pub executor: &'a Executor,
    /// The cores of each worker; there are as many workers.
    pub cores: &'a [Vec<usize>],
    /// Where scratch directories are made.
    pub scratch: &'a Path,
}

/// Hears what happens.
pub trait Observer: Sync {
    /// A pair is taken.
    fn started(&self, pair: Pair);
    /// A result was stored.
    fn finished(&self, pair: Pair, outcome: &Outcome, class: Class);
    /// So many run at the same time, where that changes.
    fn at_once(&self, _jobs: usize) {}
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// All pairs have results.
    Complete,
    /// It was cancelled; the pairs that were running have none.
    Cancelled,
}

/// Why a run cannot go on. What was stored stays.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A result cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing can be started.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    /// There is no place to run.
    #[error("{path}: a scratch directory cannot be made: {cause}")]
    Scratch {
        /// The directory.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

/// Runs the pairs of a plan. `cancel` ends what is running, without results; it is also set when
/// the run cannot go on.
pub fn execute(
    plan: &Plan,
    columns: &[(Column, &dyn Subject)],
    tasks: &[Task],
    store: &Mutex<Store>,
    settings: &Settings<'_>,
    observer: &dyn Observer,
    cancel: &AtomicBool,
) -> Result<Done, RunError> {
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<RunError>> = Mutex::new(None);
    let work = |worker: usize, cores: &[usize]| -> Result<(), RunError> {
        while !cancel.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = plan.pairs.get(place).copied() else { return Ok(()) };
            let (Some((column, subject)), Some(task)) = (columns.get(pair.column), tasks.get(pair.task)) else {
                continue;
            };
            observer.started(pair);
            let scratch = settings.scratch.join(format!("{worker}-{place}"));
            let cause = |cause| RunError::Scratch { path: scratch.clone(), cause };
            std::fs::create_dir_all(&scratch).map_err(cause)?;
            let outcome = one(column, *subject, task, settings.executor, cores, &scratch, cancel);
            // What a tool left there and made unremovable harms nobody.
            let _ = std::fs::remove_dir_all(&scratch);
            let Some(outcome) = outcome? else { return Ok(()) };
            let (column_id, task_id) = (plan.columns[pair.column], plan.tasks[pair.task]);
            let stored = store.lock().unwrap_or_else(PoisonError::into_inner);
            stored.add_result(column_id, task_id, &task.expected, &outcome)?;
            drop(stored);
            observer.finished(pair, &outcome, Class::of(&outcome.answer, &task.expected));
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for (worker, cores) in settings.cores.iter().enumerate() {
            let (work, failure) = (&work, &failure);
            scope.spawn(move || {
                if let Err(error) = work(worker, cores) {
                    cancel.store(true, Ordering::Relaxed);
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None if cancel.load(Ordering::Relaxed) => Ok(Done::Cancelled),
        None => Ok(Done::Complete),
    }
}

/// Runs one pair in a scratch directory, which is there already; `None` if it was cancelled.
/// Nothing is stored.
pub fn one(
    column: &Column,
    subject: &dyn Subject,
    task: &Task,
    executor: &Executor,
    cores: &[usize],
    scratch: &Path,
    cancel: &AtomicBool,
) -> Result<Option<Outcome>, RunError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    if let Some(reason) = subject.refuses(task) {
        return Ok(Some(not_run(reason, Ending::NotRun)));
    }
    let invocation = match subject.command(task, &column.limits, scratch) {
        Ok(invocation) => invocation,
        Err(reason) => return Ok(Some(not_run(reason, Ending::Failed))),
    };
    let executed =
        executor.execute(&invocation.command, &invocation.environment, &column.limits, cores, scratch, cancel)?;
    let Some(Executed { measured, stdout, stderr }) = executed else { return Ok(None) };
    let answer = stopped(&measured.ending).unwrap_or_else(|| subject.answer(task, &measured, &stdout, &stderr));
    Ok(Some(Outcome {
        answer,
        measured,
        started,
        host: host(),
        command: invocation.command,
        output: stored(&stdout, &stderr),
        values: subject.values(&stdout, &stderr),
    }))
}

/// The result of a pair that is not run, for this reason.
pub(crate) fn not_run(reason: String, ending: fn(String) -> Ending) -> Outcome {
    let ending = ending(reason.clone());
    Outcome {
        answer: Answer::Unknown(reason),
        measured: Measured { ending, cpu: Duration::ZERO, wall: Duration::ZERO, memory: None },
        started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        host: host(),
        command: Vec::new(),
        output: String::new(),
        values: BTreeMap::new(),
    }
}

/// What a run that did not end by itself says, whatever it wrote before.
fn stopped(ending: &Ending) -> Option<Answer> {
    let reason = match ending {
        Ending::Exit(_) | Ending::Signal(_) => return None,
        Ending::CpuLimit | Ending::WallLimit => "timeout",
        Ending::MemoryLimit => "out of memory",
        Ending::ProcessLimit => "too many processes",
        Ending::OutputLimit => "too much output",
        Ending::Failed(reason) | Ending::NotRun(reason) => reason,
    };
    Some(Answer::Unknown(reason.to_owned()))
}

/// The ends of both streams.
fn stored(stdout: &str, stderr: &str) -> String {
    let end = |text: &str| {
        let start = text.len().saturating_sub(STORED);
        let start = (start..=text.len()).find(|n| text.is_char_boundary(*n)).unwrap_or(text.len());
        if start == 0 { text.to_owned() } else { format!("[{start} bytes left out]\n{}", &text[start..]) }
    };
    match (stdout.is_empty(), stderr.is_empty()) {
        (_, true) => end(stdout),
        (true, false) => end(stderr),
        (false, false) => format!("{}\n--- standard error ---\n{}", end(stdout).trim_end_matches('\n'), end(stderr)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_both_streams_are_stored() {
        assert_eq!(stored("out\n", ""), "out\n");
        assert_eq!(stored("", "err\n"), "err\n");
        assert_eq!(stored("out\n", "err\n"), "out\n--- standard error ---\nerr\n");
        let long = "\u{fc}".repeat(STORED) + "end";
        let kept = stored(&long, "");
        assert!(kept.ends_with("\u{fc}end") && kept.len() < STORED + 100 && kept.starts_with('['), "{}", kept.len());
    }

    #[test]
    fn what_was_stopped_has_not_answered() {
        assert_eq!(stopped(&Ending::CpuLimit), Some(Answer::Unknown("timeout".into())));
        assert_eq!(stopped(&Ending::MemoryLimit), Some(Answer::Unknown("out of memory".into())));
        assert_eq!(stopped(&Ending::Failed("why".into())), Some(Answer::Unknown("why".into())));
        assert_eq!(stopped(&Ending::Exit(3)), None);
    }
}
