//! Running a compiler or the LLVM reader: input, output, a time limit, and how it ended.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a process left behind.
#[derive(Debug)]
pub(crate) struct Finished {
    /// How it ended; `None` if it was stopped at the time limit.
    pub status: Option<ExitStatus>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: String,
}

/// Runs a command to its end or to the time limit, then stops it.
pub(crate) fn run(command: &mut Command, stdin: Vec<u8>, limit: Duration) -> std::io::Result<Finished> {
    let deadline = Instant::now() + limit;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        // The process may end without reading; what it says then is in its status.
        std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    }
    let (sender, receiver) = channel();
    let pipes: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|p| Box::new(p) as Box<dyn Read + Send>),
        child.stderr.take().map(|p| Box::new(p) as Box<dyn Read + Send>),
    ];
    for (which, pipe) in pipes.into_iter().enumerate() {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                drop(pipe.read_to_end(&mut bytes));
            }
            drop(sender.send((which, bytes)));
        });
    }
    drop(sender);
    let mut output = [Vec::new(), Vec::new()];
    let mut in_time = true;
    loop {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((which, bytes)) => output[which] = bytes,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                in_time = false;
                child.kill()?;
                break;
            }
        }
    }
    let status = child.wait()?;
    let [stdout, stderr] = output;
    Ok(Finished { status: in_time.then_some(status), stdout, stderr: String::from_utf8_lossy(&stderr).into_owned() })
}

/// How a process ended, in words.
pub(crate) fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => {
            let name = match signal {
                2 => " (interrupt)",
                6 => " (abort)",
                9 => " (kill)",
                11 => " (segmentation fault)",
                15 => " (terminate)",
                _ => "",
            };
            format!("was ended by signal {signal}{name}")
        }
        (None, None) => "ended in an unknown way".into(),
    }
}

/// The last lines of a text.
pub(crate) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_status_and_limit() {
        let done = run(Command::new("cat").arg("-"), b"hello".to_vec(), Duration::from_secs(20)).unwrap();
        assert_eq!(done.stdout, b"hello");
        assert!(done.status.unwrap().success());
        let start = Instant::now();
        let stopped = run(Command::new("sleep").arg("30"), Vec::new(), Duration::from_millis(50)).unwrap();
        assert!(stopped.status.is_none() && start.elapsed() < Duration::from_secs(10));
        let ended = run(Command::new("sh").args(["-c", "kill -ABRT $$"]), Vec::new(), Duration::from_secs(20)).unwrap();
        assert_eq!(describe(ended.status.unwrap()), "was ended by signal 6 (abort)");
    }
}
