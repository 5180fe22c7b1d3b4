//! Running a command under limits that hold for all processes it starts.
//!
//! A run has a supervisor: a small process that starts the command, watches it and whatever
//! descends from it, and ends all of it. It adopts the orphans, so that nothing escapes; it holds
//! on to a pipe from the one who asked, so that nothing is left when that one is killed. How use is
//! accounted for is chosen once (see [`Source`]).

mod accounting;
mod capture;
mod cores;
mod group;
mod hierarchy;
mod procfs;
mod supervise;
mod sys;
mod tree;

pub use cores::{Cores, cores};
pub use hierarchy::{Choice, NoGroups, Source, V1, V2};
pub use supervise::supervise;

use crate::model::{Limits, Measured};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The environment variable that marks all processes of a bench, so that they are found when it was
/// killed.
const MARK: &str = "ADUMBRA_BENCH_RUN";

/// Limits that are the same for all runs, and far from what a tool needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// How many processes and threads there may be at once.
    pub processes: u64,
    /// How many bytes may be written to standard output and standard error together.
    pub output: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { processes: 4096, output: 256 << 20 }
    }
}

/// A finished run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Executed {
    /// What was measured.
    pub measured: Measured,
    /// Standard output; of very much, the beginning and the end.
    pub stdout: String,
    /// Standard error; of very much, the beginning and the end.
    pub stderr: String,
}

/// Why a run could not even begin. It is not the tool's fault, and no later run would fare better.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// No supervisor.
    #[error("the supervisor of a run cannot be started: {0}")]
    Start(io::Error),
    /// The supervisor cannot make what it needs.
    #[error("a run cannot be set up: {0}")]
    SetUp(String),
}

/// What the supervisor is told.
#[derive(Debug, Serialize, Deserialize)]
struct Request {
    command: Vec<String>,
    environment: Vec<(String, String)>,
    limits: Limits,
    bounds: Bounds,
    cores: Vec<usize>,
    scratch: PathBuf,
    source: Source,
    /// The name of the group.
    group: String,
}

/// What the supervisor says.
#[derive(Debug, Serialize, Deserialize)]
enum Reply {
    Executed(Executed),
    SetUp(String),
}

/// Runs commands.
pub struct Executor {
    /// The command that is a supervisor: it calls [`supervise`].
    supervisor: Vec<OsString>,
    source: Source,
    bounds: Bounds,
    run: String,
    next: AtomicU64,
}

impl Executor {
    /// An executor for a bench with this name, which no other on this machine has.
    pub fn new(supervisor: Vec<OsString>, source: Source, bounds: Bounds, run: String) -> Self {
        Executor { supervisor, source, bounds, run, next: AtomicU64::new(0) }
    }

    /// How use is accounted for.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Runs a command with further environment variables in the directory `scratch`, which is also
    /// its place for temporary files. `None` if it was cancelled: then all its processes have
    /// ended.
    pub fn execute(
        &self,
        command: &[String],
        environment: &[(String, String)],
        limits: &Limits,
        cores: &[usize],
        scratch: &Path,
        cancel: &AtomicBool,
    ) -> Result<Option<Executed>, ExecuteError> {
        // No name is the beginning of another.
        let group = format!("{}{}.", group_prefix(&self.run), self.next.fetch_add(1, Ordering::Relaxed));
        let request = Request {
            command: command.to_vec(),
            environment: environment.to_vec(),
            limits: *limits,
            bounds: self.bounds,
            cores: cores.to_vec(),
            scratch: scratch.to_owned(),
            source: self.source.clone(),
            group: group.clone(),
        };
        let started = Instant::now();
        let mut supervisor = self.start(&request).map_err(ExecuteError::Start)?;
        let reply = listen(&mut supervisor, cancel);
        // A supervisor that hears nothing more ends what it watches.
        drop(supervisor.stdin.take());
        let status = supervisor.wait().map_err(ExecuteError::Start)?;
        match reply.map(|text| serde_json::from_slice(&text)) {
            None => {
                self.clean_after(&group);
                Ok(None)
            }
            Some(Ok(Reply::Executed(executed))) => Ok(Some(executed)),
            Some(Ok(Reply::SetUp(cause))) => Err(ExecuteError::SetUp(cause)),
            // It was killed, such as by the system for want of memory; others may fare better.
            Some(Err(_)) => {
                self.clean_after(&group);
                let how = match status.signal() {
                    Some(signal) => format!("the supervisor was killed by signal {signal}"),
                    None => format!("the supervisor ended with {status}"),
                };
                Ok(Some(failed(how, started.elapsed())))
            }
        }
    }

    fn start(&self, request: &Request) -> io::Result<Child> {
        let (program, arguments) = self.supervisor.split_first().ok_or(io::ErrorKind::NotFound)?;
        // In a group of its own, what the terminal sends to this process does not reach it.
        let mut supervisor = Command::new(program)
            .args(arguments)
            .env(MARK, format!("{}/{}", self.run, request.group))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = serde_json::to_vec(request).map_err(io::Error::other)?;
        line.push(b'\n');
        if let Some(stdin) = supervisor.stdin.as_mut() {
            // Where this fails, the exit status of the supervisor tells more.
            let _ = stdin.write_all(&line);
        }
        Ok(supervisor)
    }

    fn clean_after(&self, group: &str) {
        end_marked(|value| value == format!("{}/{group}", self.run), Duration::ZERO);
        group::clean(&self.source.directories(), group);
    }
}

fn failed(reason: String, wall: Duration) -> Executed {
    let measured = Measured { ending: crate::model::Ending::Failed(reason), cpu: Duration::ZERO, wall, memory: None };
    Executed { measured, stdout: String::new(), stderr: String::new() }
}

/// Reads what a supervisor says, to the end. `None` if it was cancelled.
fn listen(supervisor: &mut Child, cancel: &AtomicBool) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let Some(stdout) = supervisor.stdout.as_mut() else { return Some(text) };
    let mut buffer = [0; 1 << 16];
    loop {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let pause = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        let ready = rustix::event::poll(&mut [PollFd::new(&*stdout, PollFlags::IN)], Some(&pause));
        if ready.is_ok_and(|n| n > 0) {
            match stdout.read(&mut buffer) {
                Ok(0) => return Some(text),
                Ok(n) => text.extend_from_slice(&buffer[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Some(text),
            }
        }
    }
}

/// What the names of a bench's groups begin with.
fn group_prefix(run: &str) -> String {
    format!("adumbra-bench-{run}-")
}

/// Ends what a bench that was killed has left: its processes, also where their supervisors were
/// killed too, and its groups.
pub fn clean(run: &str, directories: &[PathBuf]) {
    let ours = format!("{run}/");
    // Supervisors that live are already at it.
    end_marked(|value| value.starts_with(&ours), Duration::from_secs(2));
    group::clean(directories, &group_prefix(run));
}

/// Ends the processes that bear a mark, after some time in which they may end by themselves.
fn end_marked(wanted: impl Fn(&str) -> bool, grace: Duration) {
    let begun = Instant::now();
    loop {
        let left = procfs::marked(MARK, &wanted);
        if left.is_empty() || begun.elapsed() > grace + Duration::from_secs(5) {
            return;
        }
        if begun.elapsed() >= grace {
            // Stopped first, so that none starts another.
            left.iter().for_each(|process| procfs::signal(process, Signal::STOP));
            left.iter().for_each(|process| procfs::signal(process, Signal::KILL));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// This process shall not be the one that the system ends when memory is scarce. Without effect
/// where that is not allowed.
pub fn stay_alive() {
    let _ = std::fs::write("/proc/self/oom_score_adj", "-500");
}
