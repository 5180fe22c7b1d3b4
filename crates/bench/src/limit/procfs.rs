//! Processes as `/proc` shows them: who descends from whom, what they use, and a signal that meets
//! the right one.

use rustix::process::{Pid, PidfdFlags, Signal};
use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// A process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) parent: i32,
    /// Its process group.
    pub(super) group: i32,
    pub(super) session: i32,
    /// It has ended, and nobody has waited for it yet.
    pub(super) zombie: bool,
    /// When it started; together with the number this is unique.
    pub(super) started: u64,
    /// Its own processor time, in ticks.
    pub(super) own: u64,
    /// The processor time of those that it has waited for, in ticks.
    pub(super) waited: u64,
    pub(super) threads: u64,
    /// Memory, in pages.
    pub(super) pages: u64,
}

/// Reads what `/proc/PID/stat` says.
fn parse(text: &str) -> Option<Process> {
    // The name in parentheses may hold anything, also parentheses.
    let (pid, rest) = (text.split_once(' ')?.0.parse().ok()?, text.rsplit_once(')')?.1);
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let number = |n: usize| fields.get(n)?.parse::<u64>().ok();
    Some(Process {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        session: fields.get(3)?.parse().ok()?,
        zombie: matches!(*fields.first()?, "Z" | "X"),
        started: number(19)?,
        own: number(11)? + number(12)?,
        waited: number(13)? + number(14)?,
        threads: number(17)?,
        pages: number(21)?,
    })
}

/// A process, if it is still there.
pub(super) fn process(pid: i32) -> Option<Process> {
    parse(&String::from_utf8_lossy(&fs::read(format!("/proc/{pid}/stat")).ok()?))
}

/// All processes of the machine, by rising number.
pub(super) fn all() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter_map(process).collect()
}

/// All processes that descend from one.
pub(super) fn below(ancestor: i32) -> Vec<Process> {
    let mut children: HashMap<i32, Vec<Process>> = HashMap::new();
    for process in all() {
        children.entry(process.parent).or_default().push(process);
    }
    let mut found: Vec<Process> = children.remove(&ancestor).unwrap_or_default();
    let mut next = 0;
    while let Some(parent) = found.get(next) {
        let more = children.remove(&parent.pid).unwrap_or_default();
        found.extend(more);
        next += 1;
    }
    found
}

/// Sends a signal, unless the process has ended and its number belongs to another.
pub(super) fn signal(process: &Process, signal: Signal) {
    let Some(pid) = Pid::from_raw(process.pid) else { return };
    let same = |now: Option<Process>| now.is_some_and(|now| now.started == process.started);
    // Where a signal goes nowhere, there is nothing left to end.
    match rustix::process::pidfd_open(pid, PidfdFlags::empty()) {
        Ok(handle) if same(self::process(process.pid)) => {
            let _ = rustix::process::pidfd_send_signal(&handle, signal);
        }
        Err(rustix::io::Errno::NOSYS) if same(self::process(process.pid)) => {
            let _ = rustix::process::kill_process(pid, signal);
        }
        _ => {}
    }
}

/// Processor time of a number of ticks.
pub(super) fn time(ticks: u64) -> Duration {
    let rate = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_nanos(ticks.saturating_mul(1_000_000_000 / rate))
}

/// The memory of processes together, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Meter {
    page: u64,
    /// Does the machine swap?
    swaps: bool,
}

impl Meter {
    pub(super) fn new() -> Self {
        let swaps = fs::read_to_string("/proc/swaps").is_ok_and(|text| text.lines().count() > 1);
        Meter { page: rustix::param::page_size() as u64, swaps }
    }

    /// What they use, if that may be more than a number; otherwise 0.
    pub(super) fn above(&self, number: u64, processes: &[Process]) -> u64 {
        let at_most = self.at_most(processes);
        if at_most > number { self.exactly(processes, at_most) } else { 0 }
    }

    /// What they use, at most: pages that they share may be counted for each.
    fn at_most(&self, processes: &[Process]) -> u64 {
        let swapped = |p: &Process| if self.swaps { field(p.pid, "status", "VmSwap:") } else { 0 };
        processes.iter().map(|p| p.pages * self.page + swapped(p)).sum()
    }

    /// What they use. It costs a walk over their memory if there are several of about the same
    /// size; of very many, only the largest and a few others are walked over.
    fn exactly(&self, processes: &[Process], at_most: u64) -> u64 {
        let largest = processes.iter().map(|p| p.pages * self.page).max().unwrap_or(0);
        if at_most - largest.min(at_most) <= at_most / 50 {
            return at_most;
        }
        let mut processes = processes.to_vec();
        processes.sort_unstable_by_key(|p| std::cmp::Reverse(p.pages));
        let (large, small) = processes.split_at(processes.len().min(WALKED));
        let sample: Vec<Process> = small.iter().step_by((small.len() / WALKED).max(1)).copied().collect();
        let pages = |processes: &[Process]| processes.iter().map(|p| p.pages).sum::<u64>() as f64;
        let scale = if sample.is_empty() { 0.0 } else { pages(small) / pages(&sample).max(1.0) };
        // Where the system does not tell shares, they are 0, and what is counted twice is better
        // than nothing.
        match shares(large) + (shares(&sample) as f64 * scale) as u64 {
            0 => at_most,
            shares => at_most.min(shares),
        }
    }
}

/// How many processes are walked over.
const WALKED: usize = 64;

/// The memory of processes, where what several use counts for each in part.
fn shares(processes: &[Process]) -> u64 {
    let share = |p: &Process| field(p.pid, "smaps_rollup", "Pss:") + field(p.pid, "smaps_rollup", "SwapPss:");
    processes.iter().map(share).sum()
}

/// A size in a file about a process, in bytes; 0 if it is not there.
fn field(pid: i32, file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let size = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    size.unwrap_or(0) * 1024
}

/// The processes whose environment has a variable with a value that is wanted.
pub(super) fn marked(name: &str, wanted: impl Fn(&str) -> bool) -> Vec<Process> {
    let value = |variable: &[u8]| {
        let (found, value) = std::str::from_utf8(variable).ok()?.split_once('=')?;
        (found == name).then(|| wanted(value))
    };
    let is_marked = |process: &Process| {
        let environment = fs::read(format!("/proc/{}/environ", process.pid)).unwrap_or_default();
        environment.split(|byte| *byte == 0).find_map(value) == Some(true)
    };
    all().into_iter().filter(|process| !process.zombie && is_marked(process)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_do_not_confuse() {
        let text =
            "42 (a) b (c) S 7 41 40 0 -1 4194560 1 2 3 4 50 6 70 8 20 0 3 0 999 1000000 250 18446744073709551615";
        let process = parse(text).unwrap();
        assert_eq!((process.pid, process.parent, process.zombie, process.started), (42, 7, false, 999));
        assert_eq!((process.group, process.session), (41, 40));
        assert_eq!((process.own, process.waited, process.threads, process.pages), (56, 78, 3, 250));
        assert_eq!(parse("42 (short) S 7"), None);
    }

    #[test]
    fn children_are_found() {
        let mut child =
            std::process::Command::new("sleep").arg("60").env("ADUMBRA_PROCFS_TEST", "x y").spawn().unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        let me = i32::try_from(std::process::id()).unwrap();
        // Between fork and exec it has no memory of its own.
        let started = || below(me).into_iter().find(|p| p.pid == pid && p.pages > 0);
        let found = std::iter::repeat_with(|| std::thread::sleep(Duration::from_millis(2)))
            .take(5_000)
            .find_map(|()| started())
            .unwrap();
        let marked = marked("ADUMBRA_PROCFS_TEST", |value| value == "x y");
        // The signal of a process that had this number before meets nobody.
        signal(&Process { started: found.started - 1, ..found }, Signal::KILL);
        assert!(child.try_wait().unwrap().is_none());
        signal(&found, Signal::KILL);
        child.wait().unwrap();
        assert_eq!(found.parent, me);
        assert!(marked.iter().any(|p| p.pid == pid) && marked.len() == 1, "{marked:?}");
        assert!(Meter::new().at_most(&[found]) > 0);
    }
}
