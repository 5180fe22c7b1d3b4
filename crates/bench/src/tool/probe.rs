//! Running a command for a moment: to ask a tool for its version, or to try it out.
//!
//! There is a limit of time, but nothing is measured exactly and memory is not limited; tasks are
//! not run this way.

use crate::model::{Ending, Measured};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// What a command did.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Done {
    pub(super) measured: Measured,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// At most this much of each stream is kept.
const KEPT: usize = 8 << 20;

/// Runs a command with no input; an error says why it could not be started.
pub(super) fn run(
    command: &[String],
    environment: &[(String, String)],
    directory: Option<&Path>,
    limit: Duration,
) -> Result<Done, String> {
    let (program, arguments) = command.split_first().ok_or("an empty command")?;
    let mut process = Command::new(program);
    process.args(arguments).envs(environment.iter().map(|(name, value)| (name, value)));
    process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    if let Some(directory) = directory {
        process.current_dir(directory);
    }
    let started = Instant::now();
    let mut child = process.spawn().map_err(|cause| cause.to_string())?;
    let (stdout, stderr) = (child.stdout.take().map(collect), child.stderr.take().map(collect));
    let mut pause = Duration::from_millis(1);
    let ending = loop {
        match child.try_wait() {
            Ok(Some(status)) => break ending_of(status),
            Ok(None) if started.elapsed() < limit => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            }
            Ok(None) => {
                kill(&mut child);
                break Ending::WallLimit;
            }
            Err(cause) => {
                kill(&mut child);
                break Ending::Failed(cause.to_string());
            }
        }
    };
    let wall = started.elapsed();
    // A descendant that lives on may hold the pipes; it is not waited for.
    let text = |stream: Option<Receiver<Vec<u8>>>| {
        let bytes = stream.and_then(|stream| stream.recv_timeout(Duration::from_secs(2)).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let measured = Measured { ending, cpu: Duration::ZERO, wall, memory: None };
    Ok(Done { measured, stdout: text(stdout), stderr: text(stderr) })
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, Some(signal)) => Ending::Signal(signal),
        (None, None) => Ending::Failed("it ended in an unknown way".into()),
    }
}

/// Ends a process and its group.
fn kill(child: &mut std::process::Child) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It may have ended in the meantime.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads a stream to its end in the background.
fn collect(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 8192];
        while let Ok(count) = stream.read(&mut buffer)
            && count > 0
        {
            let room = KEPT - kept.len();
            kept.extend_from_slice(&buffer[..count.min(room)]);
        }
        // Who asked may not wait any more.
        let _ = sender.send(kept);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Done {
        run(&["sh", "-c", script].map(String::from), &[("A".into(), "b".into())], Some(Path::new("/")), limit).unwrap()
    }

    #[test]
    fn commands_end_by_themselves_or_are_ended() {
        let done = shell("echo $A $PWD; echo c >&2; exit 3", Duration::from_secs(20));
        assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("b /\n", "c\n"));
        assert_eq!(done.measured.ending, Ending::Exit(3));
        assert_eq!(shell("kill -9 $$", Duration::from_secs(20)).measured.ending, Ending::Signal(9));
        let done = shell("echo begun; sleep 100", Duration::from_millis(300));
        assert_eq!((done.stdout.as_str(), done.measured.ending), ("begun\n", Ending::WallLimit));
        assert!(run(&["/nowhere/tool".into()], &[], None, Duration::from_secs(1)).is_err());
    }
}
