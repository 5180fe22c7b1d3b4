//! Accounting without control groups: the processes below this one are looked at every now and
//! then.
//!
//! This process adopts those whose parents end, so that all that a tool starts stays below it,
//! whatever sessions and groups it makes. The processor time of a process that ends goes to the one
//! that waits for it, in the end to this one. Only a process that ignores its children loses their
//! times; what was last seen of them is then added.

use super::accounting::{Accounting, Usage};
use super::procfs::{self, Meter, Process};
use super::sys;
use crate::model::Ending;
use rustix::process::{Pid, Signal};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::time::Duration;

/// What is seen of a process is rounded down by this, in ticks: one for the time in the program and
/// one for that in the system.
const ROUNDING: u64 = 2;

pub(super) struct Tree {
    me: i32,
    memory: Option<u64>,
    processes: u64,
    meter: Meter,
    /// What was seen the last time: the time of each process and of those it waited for.
    seen: HashMap<(i32, u64), (u64, u64)>,
    waited_for: Duration,
    lost: Lost,
    peak: u64,
}

impl Tree {
    pub(super) fn new(memory: Option<u64>, processes: u64) -> Self {
        Tree {
            me: own_pid(),
            memory,
            processes,
            meter: Meter::new(),
            seen: HashMap::new(),
            waited_for: Duration::ZERO,
            lost: Lost::default(),
            peak: 0,
        }
    }

    /// Processor time until now.
    fn cpu(&mut self, processes: &[Process]) -> io::Result<Duration> {
        let (waited_for, _) = sys::waited_for()?;
        let mut now = HashMap::with_capacity(processes.len());
        let mut gained = waited_for.saturating_sub(self.waited_for);
        let mut alive = Duration::ZERO;
        for process in processes {
            let key = (process.pid, process.started);
            let before = self.seen.remove(&key).map_or(0, |(_, waited)| waited);
            gained += procfs::time(process.waited.saturating_sub(before));
            alive += procfs::time(process.own + process.waited);
            now.insert(key, (process.own, process.waited));
        }
        let gone = self.seen.values().map(|(own, waited)| procfs::time((own + waited).saturating_sub(ROUNDING))).sum();
        self.seen = now;
        self.waited_for = waited_for;
        Ok(waited_for + alive + self.lost.settle(gone, gained))
    }
}

/// Times of processes that ended and that nobody waited for.
///
/// A process is looked at before or after the one that waits for it, so what one of them has and
/// what the other got may be seen one look apart.
#[derive(Default)]
struct Lost {
    forever: Duration,
    owed: Duration,
    credit: Duration,
}

impl Lost {
    /// Since the last look, processes with this time have gone, and this time has arrived
    /// elsewhere. What is missing?
    fn settle(&mut self, gone: Duration, gained: Duration) -> Duration {
        let mut available = self.credit + gained;
        let mut pay = |owed: Duration| {
            let paid = owed.min(available);
            available -= paid;
            owed - paid
        };
        self.forever += pay(self.owed);
        self.owed = pay(gone);
        // What arrived before this look and was not asked for came from processes that were never
        // seen.
        self.credit = available.min(gained);
        self.forever + self.owed
    }
}

impl Accounting for Tree {
    fn entrances(&self) -> io::Result<Vec<File>> {
        Ok(Vec::new())
    }

    fn observe(&mut self) -> io::Result<Usage> {
        let processes = procfs::below(self.me);
        let cpu = self.cpu(&processes)?;
        let threads = processes.iter().map(|p| p.threads).sum::<u64>();
        let breach = if threads > self.processes {
            Some(Ending::ProcessLimit)
        } else {
            let now = self.meter.above(self.peak.min(self.memory.unwrap_or(u64::MAX)), &processes);
            self.peak = self.peak.max(now);
            self.memory.is_some_and(|limit| now > limit).then_some(Ending::MemoryLimit)
        };
        Ok(Usage { cpu, peak: Some(self.peak), breach, crowded: threads > self.processes / 4 })
    }

    fn kill(&mut self) {
        kill_below(self.me);
    }

    fn is_empty(&self) -> bool {
        procfs::below(self.me).is_empty()
    }

    fn close(&mut self) -> io::Result<Usage> {
        let cpu = self.cpu(&[])?;
        // A process that grew and ended between two looks. What a process had before it became a
        // tool is part of this number.
        let (_, largest) = sys::waited_for()?;
        if largest > own_peak() {
            self.peak = self.peak.max(largest);
        }
        let breach = self.memory.is_some_and(|limit| self.peak > limit).then_some(Ending::MemoryLimit);
        Ok(Usage { cpu, peak: Some(self.peak), breach, crowded: false })
    }

    fn holds_memory(&self) -> bool {
        false
    }
}

/// Ends all processes below one. They are stopped first, so that none starts another while the
/// others end.
pub(super) fn kill_below(ancestor: i32) {
    let own = procfs::process(ancestor).map(|process| process.session);
    let mut stopped = HashSet::new();
    // Each round meets only what was started during the one before it.
    for _ in 0..100 {
        let alive = procfs::below(ancestor).into_iter().filter(|process| !process.zombie);
        let fresh: Vec<Process> = alive.filter(|p| stopped.insert((p.pid, p.started))).collect();
        if fresh.is_empty() {
            break;
        }
        signal_all(&fresh, own, Signal::STOP);
    }
    let alive: Vec<Process> = procfs::below(ancestor).into_iter().filter(|process| !process.zombie).collect();
    signal_all(&alive, own, Signal::KILL);
}

/// A signal to a process group meets all its members at once, also those that are just being
/// started. A session that was begun by one of the processes has no members but them; those of the
/// session `own` get the signal one by one.
fn signal_all(processes: &[Process], own: Option<i32>, signal: Signal) {
    let (single, groups): (Vec<&Process>, Vec<&Process>) =
        processes.iter().partition(|process| own.is_none_or(|own| process.session == own));
    let groups: HashSet<i32> = groups.into_iter().map(|process| process.group).collect();
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, signal); // It may have ended.
    }
    single.into_iter().for_each(|process| procfs::signal(process, signal));
}

/// The number of this process.
pub(super) fn own_pid() -> i32 {
    i32::try_from(std::process::id()).unwrap_or(i32::MAX)
}

/// The most memory that this process had.
fn own_peak() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each look: what has gone, what arrived, what must be missing.
    fn check(looks: &[(u64, u64, u64)]) {
        let mut lost = Lost::default();
        for (n, (gone, gained, missing)) in looks.iter().enumerate() {
            let found = lost.settle(Duration::from_secs(*gone), Duration::from_secs(*gained));
            assert_eq!(found, Duration::from_secs(*missing), "look {n} of {looks:?}");
        }
    }

    #[test]
    fn times_that_arrive_are_not_missing() {
        check(&[(5, 5, 0), (0, 0, 0)]);
        // Seen one look later, and one look earlier.
        check(&[(5, 0, 5), (0, 5, 0), (0, 0, 0)]);
        check(&[(0, 5, 0), (5, 0, 0), (0, 0, 0)]);
    }

    #[test]
    fn times_that_never_arrive_are_added() {
        check(&[(5, 0, 5), (0, 0, 5), (0, 9, 5), (2, 0, 5)]);
        check(&[(5, 0, 5), (3, 0, 8), (0, 0, 8), (4, 4, 8)]);
        // What arrived long ago does not pay.
        check(&[(0, 9, 0), (0, 0, 0), (5, 0, 5), (0, 0, 5)]);
    }
}
