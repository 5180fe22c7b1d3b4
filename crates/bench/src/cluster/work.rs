//! One job of an array: runs its share, one pair after the other, on a node.

use super::part::{Entry, Writer};
use super::share::{Common, Share};
use super::{ClusterError, failed, submission};
use crate::limit::{self, Choice, Executor, NoGroups, Source};
use crate::model::Ending;
use crate::run::{self, Broken, Described, RunError};
use crate::tool::ToolError;
use clap::ValueEnum;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// The exit code of a job whose node is not fit for any run, such as for want of disk space.
pub const UNFIT: u8 = 75;

/// So much must be free where tools write, in bytes; with less a tool may fail for no fault of its
/// own.
const SPACE: u64 = 16 << 20;
/// How often a result that cannot be written is tried again, a second apart.
const TRIES: usize = 10;

/// Why a job cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// Its share cannot be read, or there is no place for results.
    #[error(transparent)]
    Files(#[from] ClusterError),
    /// A tool cannot be used.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The node does not account for processes in the way that was asked for.
    #[error(transparent)]
    Accounting(#[from] NoGroups),
    /// Nothing can be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is no way to account of that name.
    #[error("there is no accounting `{0}`")]
    NoAccounting(String),
    /// The node is not fit.
    #[error("{path}: only {free} MiB are free on this node")]
    Full {
        /// Where tools would write.
        path: PathBuf,
        /// How much there is, in MiB.
        free: u64,
    },
}

impl WorkError {
    /// Is it the node that is to blame, so that another may fare better?
    pub fn is_of_the_node(&self) -> bool {
        matches!(
            self,
            WorkError::Full { .. }
                | WorkError::Run(RunError::Scratch { .. } | RunError::Execute(_))
                | WorkError::Accounting(_)
        )
    }
}

/// Runs what the job of this number in a directory is told, without what it has finished in an
/// earlier start. `supervisor` is the command that is a supervisor. Gives how many pairs were run;
/// fewer than there are if it was cancelled.
pub fn work(
    directory: &Path,
    number: usize,
    supervisor: Vec<OsString>,
    cancel: &AtomicBool,
) -> Result<usize, WorkError> {
    let share = read(directory, number)?;
    let Common { name, accounting, bounds, scratch } = &share.common;
    let choice = Choice::from_str(accounting, true).map_err(|_| WorkError::NoAccounting(accounting.clone()))?;
    let source = Source::choose(choice)?;
    // What cannot be run at all did not get here.
    let broken = Broken::default();
    let subjects = share.columns.iter().map(|(_, recipe)| Ok(Described::new(recipe.tool()?, &broken)));
    let subjects: Vec<Described<'_>> = subjects.collect::<Result<_, ToolError>>()?;
    let finished = submission::finished(directory, number)?;
    let run = format!("{name}-{number}");
    let scratch = Scratch::new(scratch.as_deref(), &run)?;
    // What an earlier start of this job has left here when it was killed.
    limit::clean(&run, &source.directories());
    let executor = Executor::new(supervisor, source, *bounds, run);
    let part = submission::part_file(directory, number, &start_name());
    let mut writer = Writer::create(&part).map_err(failed(&part))?;
    let mut done = 0;
    for (place, pair) in share.pairs.iter().enumerate().filter(|(place, _)| !finished.contains(place)) {
        let (Some((column, _)), Some(subject), Some(task)) =
            (share.columns.get(pair.column), subjects.get(pair.column), share.tasks.get(pair.task))
        else {
            continue;
        };
        let own = scratch.ready(place)?;
        // The cores are those that Slurm has given to the job.
        let outcome = run::one(column, subject, task, &executor, &[], &own, cancel);
        scratch.check_after(&own)?;
        let Some(outcome) = outcome? else { break };
        if is_being_ended(&outcome.measured.ending, cancel) {
            break;
        }
        append(&mut writer, Entry { pair: place, outcome }, cancel).map_err(failed(&part))?;
        done += 1;
    }
    Ok(done)
}

/// Is the job being ended? Slurm sends its signal to all processes of a job, so that a tool may
/// have been ended by it shortly before this process heard of it; what the tool said then is not
/// its own answer.
fn is_being_ended(ending: &Ending, cancel: &AtomicBool) -> bool {
    let suspicious = matches!(ending, Ending::Signal(_) | Ending::Failed(_));
    let until = Instant::now() + Duration::from_millis(if suspicious { 2000 } else { 100 });
    while !cancel.load(Ordering::Relaxed) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    cancel.load(Ordering::Relaxed)
}

fn read(directory: &Path, number: usize) -> Result<Share, ClusterError> {
    let path = submission::share_file(directory, number);
    let text = fs::read_to_string(&path).map_err(failed(&path))?;
    serde_json::from_str(&text).map_err(io::Error::other).map_err(failed(&path))
}

/// A name that no other start of the job has.
fn start_name() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{now:x}-{:x}-{}", std::process::id(), run::host().replace('/', "_"))
}

/// Writes a result. It may have cost an hour, so that a disk that is full for a moment does not
/// lose it.
fn append(writer: &mut Writer, entry: Entry, cancel: &AtomicBool) -> io::Result<()> {
    let mut tries = 0;
    loop {
        let Err(error) = writer.append(&entry) else { return Ok(()) };
        tries += 1;
        if tries > TRIES || cancel.load(Ordering::Relaxed) {
            return Err(error);
        }
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// The place on the node where tools write. Every run has a directory there, which its supervisor
/// removes if this process is killed.
struct Scratch {
    place: PathBuf,
    prefix: String,
}

impl Scratch {
    fn new(wanted: Option<&str>, run: &str) -> Result<Scratch, WorkError> {
        let node = || std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| run::host());
        let place = wanted.map_or_else(std::env::temp_dir, |wanted| PathBuf::from(wanted.replace("%N", &node())));
        let scratch = Scratch { place, prefix: format!("adumbra-bench-{run}.") };
        fs::create_dir_all(&scratch.place).map_err(scratch.error())?;
        scratch.clean();
        Ok(scratch)
    }

    /// Removes what this job has left here, also in an earlier start in which its supervisors were
    /// killed too.
    fn clean(&self) {
        for file in fs::read_dir(&self.place).into_iter().flatten().flatten() {
            if file.file_name().to_string_lossy().starts_with(&self.prefix) {
                let _ = fs::remove_dir_all(file.path());
            }
        }
    }

    fn error(&self) -> impl Fn(io::Error) -> WorkError {
        let path = self.place.clone();
        move |cause| WorkError::Run(RunError::Scratch { path: path.clone(), cause })
    }

    /// A directory for a run, where there is room.
    fn ready(&self, place: usize) -> Result<PathBuf, WorkError> {
        self.need(self.free()?)?;
        let own = self.place.join(format!("{}{place}", self.prefix));
        fs::create_dir_all(&own).map_err(self.error())?;
        Ok(own)
    }

    /// Removes the directory of a run. If the disk is full and it was not this run that filled it,
    /// its result is worth nothing.
    fn check_after(&self, own: &Path) -> Result<(), WorkError> {
        let before = self.free()?;
        // What a tool left there and made unremovable harms nobody.
        let _ = fs::remove_dir_all(own);
        let after = self.free()?;
        self.need(after)?;
        if before < SPACE && after - before.min(after) < SPACE { self.need(before) } else { Ok(()) }
    }

    fn need(&self, free: u64) -> Result<(), WorkError> {
        if free < SPACE { Err(WorkError::Full { path: self.place.clone(), free: free >> 20 }) } else { Ok(()) }
    }

    fn free(&self) -> Result<u64, WorkError> {
        let system = rustix::fs::statvfs(&self.place).map_err(|e| self.error()(e.into()))?;
        Ok(system.f_bavail.saturating_mul(system.f_frsize))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clean();
    }
}
