//! A running process: commands go in, answers come out, and neither waits for the other.
//!
//! One thread writes, one reads answers, one keeps the beginning of what the process complains
//! about. So a process that writes much before it reads, or the other way round, never stands still
//! against us. The process leads a group of its own, which is killed at once when the channel is
//! dropped.

use super::text::{Nonsense, Splitter};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, prlimit};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Answers that may wait to be taken; then the process has to wait.
const WAITING: usize = 256;

/// How much of the complaints is kept.
const COMPLAINTS: usize = 2048;

/// How long it may take to learn how a process ended that closed its output, and what it complained
/// about.
const ENDING: Duration = Duration::from_millis(200);

/// What came instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing yet.
    Waiting,
    /// Nothing will come any more, and why.
    Ended(String),
}

pub(super) struct Channel {
    child: Child,
    commands: Sender<Vec<u8>>,
    answers: Receiver<Result<String, Nonsense>>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Ends when the process has closed its standard error.
    listener: Option<JoinHandle<()>>,
}

impl Channel {
    /// Starts a process.
    pub(super) fn start(program: &str, arguments: &[String]) -> std::io::Result<Channel> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (commands, to_write) = channel();
        let (found, answers) = sync_channel(WAITING);
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let mut listener = None;
        if let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            std::thread::spawn(move || write_all(input, &to_write));
            std::thread::spawn(move || read_answers(output, &found));
            let kept = complaints.clone();
            listener = Some(std::thread::spawn(move || keep_complaints(errors, &kept)));
        }
        Ok(Channel { child, commands, answers, complaints, listener })
    }

    /// Limits the data that the process may hold from now on. Where the system refuses there is no
    /// limit.
    pub(super) fn limit_memory(&self, bytes: Option<u64>) {
        if let Some(pid) = self.pid() {
            let maximum = getrlimit(Resource::Data).maximum;
            let current = maximum.map_or(bytes, |m| Some(bytes.map_or(m, |b| b.min(m))));
            let _ = prlimit(Some(pid), Resource::Data, Rlimit { current, maximum });
        }
    }

    /// Sends commands; they are written in the background.
    pub(super) fn send(&self, text: String) {
        // A writer that is gone means a process that is gone, which the missing answer will tell.
        drop(self.commands.send(text.into_bytes()));
    }

    /// Waits so long for an answer.
    pub(super) fn answer(&mut self, wait: Duration) -> Result<String, Silence> {
        match self.answers.recv_timeout(wait) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(nonsense)) => Err(Silence::Ended(
                match nonsense {
                    Nonsense::Closing => "its answer has a parenthesis too many",
                    Nonsense::NotText => "its answer is no text",
                    Nonsense::TooLong => "its answer has no end",
                }
                .to_owned(),
            )),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Waiting),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended(self.how_it_ended())),
        }
    }

    fn how_it_ended(&mut self) -> String {
        let by = Instant::now() + ENDING;
        loop {
            let status = self.child.try_wait().ok().flatten();
            let heard = self.listener.as_ref().is_none_or(JoinHandle::is_finished);
            match status {
                Some(status) if heard || Instant::now() >= by => return format!("the process ended ({status})"),
                None if Instant::now() >= by => return "the process closed its output".to_owned(),
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// The beginning of what the process wrote to its standard error, in one line.
    pub(super) fn complaints(&self) -> String {
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if let Some(pid) = self.pid()
            && matches!(self.child.try_wait(), Ok(None))
        {
            let _ = kill_process_group(pid, Signal::KILL);
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}

fn write_all(mut input: ChildStdin, commands: &Receiver<Vec<u8>>) {
    while let Ok(text) = commands.recv() {
        if input.write_all(&text).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_answers(mut output: ChildStdout, found: &SyncSender<Result<String, Nonsense>>) {
    let mut splitter = Splitter::default();
    let mut buffer = vec![0; 1 << 16];
    let mut open = true;
    loop {
        let each = |open: &mut bool, answer| *open &= found.send(Ok(answer)).is_ok();
        let result = match output.read(&mut buffer) {
            Ok(0) => {
                drop(splitter.end(|answer| each(&mut open, answer)));
                return;
            }
            Ok(count) => splitter.take(&buffer[..count], |answer| each(&mut open, answer)),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        if let Err(nonsense) = result {
            drop(found.send(Err(nonsense)));
            return;
        }
        if !open {
            return;
        }
    }
}

fn keep_complaints(mut errors: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let room = COMPLAINTS - kept.len().min(COMPLAINTS);
        kept.extend_from_slice(&buffer[..count.min(room)]);
    }
}
