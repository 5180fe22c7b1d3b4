//! Running a process under a limit of CPU time, and how much it used.
#![allow(
    unsafe_code,
    reason = "limits are set in the child between fork and exec, and its use is read when it is reaped"
)]

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// What a process did.
pub struct Outcome {
    /// What it printed.
    pub output: String,
    /// CPU seconds, of the user and the system: only their sum is exact for short runs.
    pub cpu: f64,
    /// Whether it was ended because of the limit.
    pub timed_out: bool,
}

/// Runs a command to its end, within a limit of CPU seconds.
pub fn run(command: &mut Command, limit: u64) -> io::Result<Outcome> {
    let mut output: File = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(Stdio::null());
    // SAFETY: setrlimit is async-signal-safe and touches nothing of the parent.
    unsafe {
        command.pre_exec(move || {
            let limit = libc::rlimit { rlim_cur: limit as libc::rlim_t, rlim_max: limit as libc::rlim_t + 1 };
            match libc::setrlimit(libc::RLIMIT_CPU, &limit) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
    let child = command.spawn()?;
    let mut status = 0;
    // SAFETY: an all-zero rusage is a value of its type, the child is ours and is reaped here and nowhere else.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        if libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) < 0 {
            return Err(io::Error::last_os_error());
        }
        usage
    };
    let mut bytes = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut bytes)?;
    let signal = if libc::WIFSIGNALED(status) { libc::WTERMSIG(status) } else { 0 };
    Ok(Outcome {
        output: String::from_utf8_lossy(&bytes).into_owned(),
        cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        timed_out: signal == libc::SIGXCPU || signal == libc::SIGKILL,
    })
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 * 1e-6
}
