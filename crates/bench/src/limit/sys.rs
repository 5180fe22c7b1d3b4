//! What a process does between its start and the first instruction of a tool, and what the system
//! counted for those that ended.

#![allow(unsafe_code)]

use rustix::process::{Resource, Rlimit, Signal};
use rustix::thread::CpuSet;
use std::fs::File;
use std::io::{Error, Write};
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

/// Lets the process that the command starts enter groups, have a session of its own, end with its
/// parent, run on the given cores and with the given priority, write no core files, and be the
/// first that the system ends when memory is scarce.
///
/// Only a process with one thread may call this.
pub(super) fn prepare(command: &mut Command, mut entrances: Vec<File>, cores: Option<CpuSet>, priority: Option<i32>) {
    let enter = move || {
        for entrance in &mut entrances {
            entrance.write_all(b"0")?;
        }
        rustix::process::setsid()?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if let Some(cores) = &cores {
            rustix::thread::sched_setaffinity(None, cores)?;
        }
        if let Some(priority) = priority {
            rustix::process::setpriority_process(None, priority)?;
        }
        rustix::process::setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        first_to_go();
        Ok(())
    };
    // SAFETY: the closure makes system calls and allocates nothing.
    unsafe { command.pre_exec(enter) };
}

/// Without effect where the system does not allow it.
fn first_to_go() {
    // SAFETY: the path and the text are constant and live for ever; the descriptor is used only if
    // it was opened.
    unsafe {
        let file = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file >= 0 {
            libc::write(file, c"1000".as_ptr().cast(), 4);
            libc::close(file);
        }
    }
}

/// Processor time of the children that this process has waited for and of those they waited for,
/// and the most memory that one of them had, in bytes.
pub(super) fn waited_for() -> Result<(Duration, u64), Error> {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: `usage` is a place for the structure, and is read only if the call filled it.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) != 0 {
            return Err(Error::last_os_error());
        }
        usage.assume_init()
    };
    let time = |t: libc::timeval| {
        let (seconds, micros) = (u64::try_from(t.tv_sec).unwrap_or(0), u64::try_from(t.tv_usec).unwrap_or(0));
        Duration::from_secs(seconds) + Duration::from_micros(micros)
    };
    let memory = u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024);
    Ok((time(usage.ru_utime) + time(usage.ru_stime), memory))
}
