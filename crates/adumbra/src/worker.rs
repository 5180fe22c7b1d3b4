//! The worker: the process that does the work, under the supervisor's limits.

use crate::answer;
use crate::arguments::Limits;
use crate::cli::Cli;
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use crate::processes;
use crate::sys;
use std::time::{Duration, Instant};

/// Set for a worker; its value is the number of the supervisor's process.
pub const VARIABLE: &str = "ADUMBRA_WORKER";

/// What a process maps besides its data: code, stacks, reserves of allocators. The hard limit
/// allows for it.
const MAPPED: u64 = 2 << 30;

/// The stack of the thread that works; deep recursion over programs must not depend on the shell's
/// setting.
const STACK: usize = 512 << 20;

/// Is this process a worker, started by a supervisor that is its parent?
pub fn is_worker() -> bool {
    let parent = rustix::process::getppid().map(|p| p.as_raw_nonzero().get().to_string());
    std::env::var(VARIABLE).is_ok_and(|v| Some(v) == parent)
}

/// Runs a command to its end.
pub fn run(cli: Cli) -> Exit {
    processes::end_with_parent();
    if !is_worker() {
        return Exit::Internal; // the supervisor ended before we asked to end with it
    }
    limit(&cli.limits);
    let deadline = cli.limits.timeout.map(|s| Instant::now() + Duration::from_secs_f64(s));
    let work = std::thread::Builder::new().name("worker".into()).stack_size(STACK).spawn(move || {
        let context = Context { deadline, limits: cli.limits.clone(), share: None };
        match cli.command.run(&context) {
            Ok(exit) => exit,
            Err(failure) => match cli.command.answers() {
                Some(style) => {
                    let (text, exit) = failure.answer(style);
                    answer::deliver(&text, exit)
                }
                None => failure.report(),
            },
        }
    });
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic's message is on standard error already.
        Ok(Err(_)) => std::process::exit(101),
        Err(error) => Failure::new(Exit::Internal, format!("no thread to work in: {error}")).report(),
    }
}

fn limit(limits: &Limits) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Some(megabytes) = limits.memory else { return };
    let bytes = megabytes << 20;
    sys::limit_memory(usize::try_from(bytes).unwrap_or(usize::MAX));
    let wanted = bytes.saturating_add(MAPPED);
    let maximum = getrlimit(Resource::As).maximum.map_or(wanted, |m| m.min(wanted));
    // Where the system refuses, the allocator and the supervisor still watch.
    let _ = setrlimit(Resource::As, Rlimit { current: Some(maximum), maximum: Some(maximum) });
}
