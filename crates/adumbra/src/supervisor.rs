//! The supervisor: starts a worker that does the work, and answers for it whatever happens.
//!
//! The worker is this executable again, with the same arguments and the variable
//! [`worker::VARIABLE`]. The supervisor gives it a directory for temporary files, which it removes
//! in the end; enforces the limits on time and memory, the latter over all processes below it;
//! passes an interruption on; and turns a worker that dies into an exit code and a message. Of a
//! command that gives a verdict it prints the answer, the worker's or its own.

use crate::answer::{self, Style};
use crate::arguments::Limits;
use crate::cli::Cli;
use crate::failure::{Exit, Failure};
use crate::processes;
use crate::progress;
use crate::sys::MEMORY_EXIT;
use crate::worker;
use signal_hook::consts;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(200);

/// How much longer than the time limit, or than an interruption, a worker may take to end by
/// itself, with what it has.
const GRACE: Duration = Duration::from_millis(500);

enum Event {
    Ended(std::io::Result<ExitStatus>),
    Signal(i32),
}

enum End {
    Ended(ExitStatus),
    Lost(std::io::Error),
    Signal(i32),
    Time,
    Memory,
}

/// What the end of a worker means.
enum Meaning {
    /// It has done its work, and this is its exit code.
    Done(u8),
    /// It was interrupted by this signal.
    Interrupted(i32),
    /// It could not do its work; for a verdict, the reason.
    Failed(Failure, &'static str),
}

/// Runs the worker under limits and answers its exit code, or what its end means.
pub fn run(cli: &Cli) -> ExitCode {
    let style = cli.command.answers();
    let fail = |failure: Failure| match style {
        Some(style) => {
            let (text, exit) = failure.answer(style);
            answer::print(&text);
            exit.into()
        }
        None => failure.report().into(),
    };
    let temporary = match tempfile::Builder::new().prefix("adumbra-").tempdir() {
        Ok(temporary) => temporary,
        Err(error) => {
            let directory = std::env::temp_dir();
            return fail(
                Failure::new(Exit::Internal, format!("{}: no temporary directory: {error}", directory.display()))
                    .hint("free some space, or set TMPDIR to a directory that can be written"),
            );
        }
    };
    let end = match watch(&cli.limits, style, temporary.path()) {
        Ok(end) => end,
        Err(error) => {
            return fail(Failure::new(Exit::Internal, format!("the worker could not be started: {error}")));
        }
    };
    processes::end_all_below();
    let left = answer::take(temporary.path());
    let so_far = answer::so_far(temporary.path());
    drop(temporary);
    if style.is_some() {
        progress::clear_of_others();
    }
    if let (Some(_), Some((code, text))) = (style, left) {
        answer::print(&text);
        return ExitCode::from(code);
    }
    match (meaning(&cli.limits, end), style) {
        (Meaning::Done(code), _) => ExitCode::from(code),
        (Meaning::Interrupted(signal), None) => interrupted(signal),
        (Meaning::Interrupted(_), Some(style)) => {
            let failure = Failure::new(Exit::Unknown, "interrupted");
            answer::print(&failure.unknown(style, "cancelled", so_far.as_deref()));
            failure.exit().into()
        }
        (Meaning::Failed(failure, reason), Some(style)) => {
            answer::print(&failure.unknown(style, reason, so_far.as_deref()));
            failure.exit().into()
        }
        (Meaning::Failed(failure, _), None) => failure.report().into(),
    }
}

fn watch(limits: &Limits, style: Option<Style>, temporary: &std::path::Path) -> std::io::Result<End> {
    let (sender, receiver) = channel();
    let mut signals = signal_hook::iterator::Signals::new([consts::SIGINT, consts::SIGTERM, consts::SIGHUP])?;
    let signal_sender = sender.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            drop(signal_sender.send(Event::Signal(signal)));
        }
    });
    processes::adopt_orphans();
    let deadline = limits.timeout.map(|s| Instant::now() + Duration::from_secs_f64(s) + GRACE);
    let mut child = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(worker::VARIABLE, std::process::id().to_string())
        .env("TMPDIR", temporary)
        .spawn()?;
    let worker = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    std::thread::spawn(move || drop(sender.send(Event::Ended(child.wait()))));
    // The signal that asked to end, once there was one.
    let mut ending: Option<i32> = None;
    let mut deadline = deadline;
    loop {
        let now = Instant::now();
        let wait = match (deadline, limits.memory) {
            (Some(deadline), Some(_)) => INTERVAL.min(deadline.saturating_duration_since(now)),
            (Some(deadline), None) => deadline.saturating_duration_since(now),
            (None, Some(_)) => INTERVAL,
            (None, None) => Duration::from_secs(3600),
        };
        match receiver.recv_timeout(wait) {
            Ok(Event::Ended(Ok(status))) => return Ok(ending.map_or(End::Ended(status), End::Signal)),
            Ok(Event::Ended(Err(error))) => return Ok(End::Lost(error)),
            Ok(Event::Signal(signal)) => {
                if style.is_none() || ending.is_some() {
                    return Ok(End::Signal(signal));
                }
                // The worker may say what it has. It catches the signal and does not mind getting
                // it twice.
                ending = Some(signal);
                let soon = Instant::now() + GRACE;
                deadline = Some(deadline.map_or(soon, |d| d.min(soon)));
                if let Some(worker) = worker {
                    let _ = rustix::process::kill_process(worker, rustix::process::Signal::INT); // it may have ended
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(End::Lost(std::io::ErrorKind::BrokenPipe.into())),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if deadline.is_some_and(|d| Instant::now() >= d) {
            return Ok(ending.map_or(End::Time, End::Signal));
        }
        if limits.memory.is_some_and(|mb| processes::memory_below() > mb << 20) {
            return Ok(End::Memory);
        }
    }
}

fn meaning(limits: &Limits, end: End) -> Meaning {
    let internal = |how: String| {
        let failure = Failure::new(Exit::Internal, format!("internal error: the worker {how}"))
            .hint("please report this with the input and the command line");
        Meaning::Failed(failure, Exit::Internal.reason())
    };
    let memory = || {
        let limit = limits.memory.map(|mb| format!(" of {mb} MB")).unwrap_or_default();
        let failure = Failure::new(Exit::Unknown, format!("the memory limit{limit} is reached"));
        Meaning::Failed(failure.hint("a larger --memory"), "out of memory")
    };
    match end {
        End::Ended(status) => match (status.code().map(u8::try_from), status.signal()) {
            (Some(Ok(MEMORY_EXIT)), _) => memory(),
            (Some(Ok(code @ (0 | 1 | 2 | 5 | 6 | 10))), _) => Meaning::Done(code),
            (Some(Ok(101)), _) => internal("panicked".into()),
            (Some(_), _) => internal(format!("ended with an unknown {status}")),
            // A signal to the whole group reaches the worker too and may be noticed there first.
            (None, Some(signal @ (consts::SIGINT | consts::SIGTERM | consts::SIGHUP))) => Meaning::Interrupted(signal),
            (None, Some(consts::SIGKILL)) => {
                let message = "the worker was killed from outside, perhaps because the machine ran out of memory";
                let failure = Failure::new(Exit::Internal, message).hint("a limit with --memory");
                Meaning::Failed(failure, Exit::Internal.reason())
            }
            (None, Some(signal)) => {
                let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
                internal(format!("was ended by signal {signal} ({name})"))
            }
            (None, None) => internal("ended in an unknown way".into()),
        },
        End::Lost(error) => internal(format!("was lost: {error}")),
        End::Signal(signal) => Meaning::Interrupted(signal),
        End::Time => {
            let limit = limits.timeout.unwrap_or_default();
            let failure = Failure::new(Exit::Unknown, format!("the time limit of {limit} s is reached"));
            Meaning::Failed(failure.hint("a larger --timeout"), "timeout")
        }
        End::Memory => memory(),
    }
}

/// The exit code that shells give to a command that a signal ended.
fn interrupted(signal: i32) -> ExitCode {
    eprintln!("interrupted");
    ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX))
}
