//! The supervisor of one run: starts it, watches it, ends it, and tells what it used.

use super::accounting::{self, Accounting, Usage};
use super::capture::Capture;
use super::{Executed, Reply, Request, sys, tree};
use crate::model::{Ending, Limits, Measured};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus};
use rustix::thread::CpuSet;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{ChildStderr, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest time between two looks.
const LOOK: Duration = Duration::from_millis(50);
/// The shortest.
const CLOSE_LOOK: Duration = Duration::from_millis(3);
/// How fast memory fills at worst, in bytes a second.
const FILL: f64 = 8e9;
/// How long processes may take to end after they were killed.
const DYING: Duration = Duration::from_secs(30);

/// Is a supervisor: reads what to run from standard input, writes what became of it to standard
/// output. Whoever asked keeps standard input open; when it is closed, everything ends.
///
/// The process must have no other thread.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let request: Request = serde_json::from_str(&line)?;
    let reply = match run(&request) {
        Ok(Some(executed)) => Reply::Executed(executed),
        Ok(None) => {
            // Nobody is there to remove it.
            let _ = fs::remove_dir_all(&request.scratch);
            return Ok(());
        }
        Err(cause) => Reply::SetUp(cause.to_string()),
    };
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &reply)?;
    out.flush()
}

/// Runs what is asked for; `None` if the one who asked has gone.
fn run(request: &Request) -> io::Result<Option<Executed>> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let priority = raise_priority();
    let outage = outages();
    let mut accounting = accounting::open(&request.source, &request.group, &request.limits, request.bounds.processes)?;
    let mut command = command(request);
    sys::prepare(&mut command, accounting.entrances()?, core_set(&request.cores), priority);
    let begun = Instant::now();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => {
            accounting.close()?;
            let program = request.command.first().map_or("", String::as_str);
            return Ok(Some(super::failed(format!("{program} cannot be started: {e}"), begun.elapsed())));
        }
    };
    let root = Pid::from_child(&child);
    let mut streams = Streams::new(child.stdout.take(), child.stderr.take())?;
    let mut watched = watch(request, accounting.as_mut(), root, begun, &mut streams)
        .unwrap_or_else(|e| Watched::Stopped(Ending::Failed(format!("it cannot be observed: {e}"))));
    let wall = begun.elapsed();
    let status = end(accounting.as_mut(), root, &mut streams);
    if let Watched::Ended(found) = &mut watched {
        *found = found.or(status);
    }
    let usage = accounting.close()?;
    streams.drain();
    let ending = match watched {
        Watched::Abandoned => return Ok(None),
        Watched::Stopped(ending) => ending,
        Watched::Ended(status) => {
            // A limit may have been passed just before the end, or held by the system.
            excess(&request.limits, &usage, wall).unwrap_or_else(|| ended(status, outages() > outage))
        }
    };
    let (stdout, stderr) = streams.text();
    let measured = Measured { ending, cpu: usage.cpu, wall, memory: usage.peak };
    Ok(Some(Executed { measured, stdout, stderr }))
}

/// The command; one that is empty names no program, which cannot be started.
fn command(request: &Request) -> Command {
    let (program, arguments) = match request.command.split_first() {
        Some((program, arguments)) => (program.as_str(), arguments),
        None => ("", &[][..]),
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(&request.scratch)
        .env("TMPDIR", &request.scratch)
        .envs(request.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn core_set(cores: &[usize]) -> Option<CpuSet> {
    let mut set = CpuSet::new();
    cores.iter().filter(|core| **core < CpuSet::MAX_CPU).for_each(|core| set.set(*core));
    (set.count() > 0).then_some(set)
}

/// A supervisor must get its turn beside what it watches. Gives the priority that the tool shall
/// have.
fn raise_priority() -> Option<i32> {
    let own = rustix::process::getpriority_process(None).ok()?;
    rustix::process::setpriority_process(None, own - 10).ok().map(|()| own)
}

/// How often the system has ended a process for want of memory.
fn outages() -> u64 {
    let text = fs::read_to_string("/proc/vmstat").unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.parse().ok()).unwrap_or(0)
}

/// Why watching came to its end.
enum Watched {
    /// The command has ended; its status, if it is known already.
    Ended(Option<WaitStatus>),
    /// It must end, for this reason.
    Stopped(Ending),
    /// The one who asked has gone.
    Abandoned,
}

fn watch(
    request: &Request,
    accounting: &mut dyn Accounting,
    root: Pid,
    begun: Instant,
    streams: &mut Streams,
) -> io::Result<Watched> {
    let Request { limits, bounds, cores, .. } = request;
    // Where the system has no such handles, the end of the command is seen at the next look.
    let handle = rustix::process::pidfd_open(root, PidfdFlags::empty()).ok();
    let mut next = begun;
    loop {
        let now = Instant::now();
        if now >= next {
            if let Some(status) = reap(root) {
                return Ok(Watched::Ended(Some(status)));
            }
            let usage = accounting.observe()?;
            if let Some(ending) = excess(limits, &usage, begun.elapsed()) {
                // Processes come and go while they are looked at, so that one may be counted twice.
                let again = accounting.observe()?;
                if excess(limits, &again, begun.elapsed()).is_some() {
                    return Ok(Watched::Stopped(ending));
                }
            }
            next = Instant::now() + pause(limits, &usage, accounting.holds_memory(), cores.len(), begun, now.elapsed());
        }
        match streams.wait(handle.as_ref(), next.saturating_duration_since(Instant::now()))? {
            Event::Abandoned => return Ok(Watched::Abandoned),
            Event::Ended => return Ok(Watched::Ended(reap(root))),
            Event::Nothing if streams.total() > bounds.output => return Ok(Watched::Stopped(Ending::OutputLimit)),
            Event::Nothing => {}
        }
    }
}

/// Which limit is reached?
fn excess(limits: &Limits, usage: &Usage, wall: Duration) -> Option<Ending> {
    let over = |limit: Option<f64>, used: Duration| limit.is_some_and(|limit| used.as_secs_f64() >= limit);
    if usage.breach.is_some() {
        usage.breach.clone()
    } else if over(limits.cpu, usage.cpu) {
        Some(Ending::CpuLimit)
    } else if over(limits.wall, wall) {
        Some(Ending::WallLimit)
    } else {
        None
    }
}

/// How long until the next look: no limit can be passed by much, and looking costs little.
fn pause(limits: &Limits, usage: &Usage, holds_memory: bool, cores: usize, begun: Instant, cost: Duration) -> Duration {
    let mut pause = LOOK.max((cost * 10).min(LOOK * 4));
    let mut at_most = |seconds: f64| pause = pause.min(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(LOOK));
    if let Some(cpu) = limits.cpu {
        let cores = if cores == 0 { std::thread::available_parallelism().map_or(1, |n| n.get()) } else { cores };
        at_most((cpu - usage.cpu.as_secs_f64()) / cores as f64);
    }
    if let Some(wall) = limits.wall {
        at_most(wall - begun.elapsed().as_secs_f64());
    }
    if let (Some(memory), false) = (limits.memory, holds_memory) {
        at_most(memory.saturating_sub(usage.peak.unwrap_or(0)) as f64 / FILL);
    }
    if usage.crowded {
        return CLOSE_LOOK;
    }
    pause.max(CLOSE_LOOK).max(cost)
}

/// Waits for processes that have ended. The status of the command, if it is among them.
fn reap(root: Pid) -> Option<WaitStatus> {
    let mut found = None;
    while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
        if pid == root {
            found = Some(status);
        }
    }
    found
}

/// Ends everything. The status of the command, if it had none before.
fn end(accounting: &mut dyn Accounting, root: Pid, streams: &mut Streams) -> Option<WaitStatus> {
    let me = tree::own_pid();
    let deadline = Instant::now() + DYING;
    let mut found = None;
    let mut pause = Duration::from_millis(1);
    loop {
        found = found.or(reap(root));
        if accounting.is_empty() {
            // What left its group is still below this process.
            tree::kill_below(me);
            found = found.or(reap(root));
            if super::procfs::below(me).is_empty() {
                return found;
            }
        } else {
            accounting.kill();
        }
        if Instant::now() > deadline {
            return found;
        }
        streams.drain();
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// How a command that was not stopped has ended.
fn ended(status: Option<WaitStatus>, outage: bool) -> Ending {
    let Some(status) = status else { return Ending::Failed("its exit status is not known".into()) };
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, Some(libc::SIGKILL)) if outage => Ending::Failed("the machine ran out of memory".into()),
        (None, Some(signal)) => Ending::Signal(signal),
        (None, None) => Ending::Failed(format!("its exit status is {status:?}")),
    }
}

/// What happened while waiting.
enum Event {
    /// The command has ended.
    Ended,
    /// The one who asked has gone.
    Abandoned,
    /// Something was written, or time has passed.
    Nothing,
}

/// What the command writes.
struct Streams {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    output: Capture,
    errors: Capture,
}

impl Streams {
    fn new(stdout: Option<ChildStdout>, stderr: Option<ChildStderr>) -> io::Result<Self> {
        for stream in [stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd)].into_iter().flatten() {
            rustix::io::ioctl_fionbio(stream, true)?;
        }
        Ok(Streams { stdout, stderr, output: Capture::default(), errors: Capture::default() })
    }

    fn total(&self) -> u64 {
        self.output.total() + self.errors.total()
    }

    fn text(self) -> (String, String) {
        (self.output.text(), self.errors.text())
    }

    /// Waits until something happens, and reads what was written.
    fn wait(&mut self, handle: Option<&OwnedFd>, pause: Duration) -> io::Result<Event> {
        let stdin = io::stdin();
        let mut watched = vec![PollFd::new(&stdin, PollFlags::IN)];
        watched.extend(handle.map(|handle| PollFd::new(handle, PollFlags::IN)));
        watched.extend(self.stdout.as_ref().map(|stream| PollFd::new(stream, PollFlags::IN)));
        watched.extend(self.stderr.as_ref().map(|stream| PollFd::new(stream, PollFlags::IN)));
        let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(pause.min(LOOK * 10).subsec_nanos()) };
        match rustix::event::poll(&mut watched, Some(&pause)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(Event::Nothing),
            Ok(_) => {}
            Err(e) => return Err(e.into()),
        }
        let ready = |n: usize| watched.get(n).is_some_and(|fd| !fd.revents().is_empty());
        let event = if ready(0) {
            Event::Abandoned
        } else if handle.is_some() && ready(1) {
            Event::Ended
        } else {
            Event::Nothing
        };
        self.read(1 << 18);
        Ok(event)
    }

    /// Reads what is there.
    fn drain(&mut self) {
        self.read(4 << 20);
    }

    fn read(&mut self, at_most: usize) {
        read(&mut self.stdout, &mut self.output, at_most);
        read(&mut self.stderr, &mut self.errors, at_most);
    }
}

/// Reads what is there, and no more than that much; a stream that has ended is closed.
fn read(stream: &mut Option<impl Read>, capture: &mut Capture, at_most: usize) {
    let mut buffer = [0; 1 << 16];
    let mut read = 0;
    while let (Some(open), true) = (stream.as_mut(), read < at_most) {
        match open.read(&mut buffer) {
            Ok(0) => *stream = None,
            Ok(n) => {
                capture.add(&buffer[..n]);
                read += n;
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
            Err(_) => *stream = None,
        }
    }
}
