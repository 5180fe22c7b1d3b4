//! The processes below this one, as `/proc` shows them: how much memory they hold, and how to end
//! them all.

use rustix::process::{Pid, Signal};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// All processes that descend from a process.
fn descendants(of: i32) -> Vec<i32> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse::<i32>().ok()) else { continue };
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything; after it come the state and the parent.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let mut fields = rest.split_whitespace();
        let (Some(state), Some(parent)) = (fields.next(), fields.next().and_then(|p| p.parse().ok())) else { continue };
        if state != "Z" {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut todo = vec![of];
    while let Some(next) = todo.pop() {
        for child in children.remove(&next).into_iter().flatten() {
            found.push(child);
            todo.push(child);
        }
    }
    found
}

fn own_pid() -> i32 {
    i32::try_from(std::process::id()).unwrap_or(i32::MAX)
}

/// The memory in use by all processes below this one, in bytes.
pub fn memory_below() -> u64 {
    let page = rustix::param::page_size() as u64;
    descendants(own_pid())
        .into_iter()
        .filter_map(|pid| std::fs::read_to_string(format!("/proc/{pid}/statm")).ok())
        .filter_map(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok())
        .map(|pages| pages * page)
        .sum()
}

/// Ends all processes below this one. A process may start another while we look, so look until none
/// is left; those whose parent has ended are adopted by this process (see [`adopt_orphans`]) and
/// found again.
pub fn end_all_below() {
    let deadline = Instant::now() + Duration::from_secs(1);
    loop {
        let alive = descendants(own_pid());
        if alive.is_empty() || Instant::now() > deadline {
            return;
        }
        for pid in alive.into_iter().filter_map(Pid::from_raw) {
            let _ = rustix::process::kill_process(pid, Signal::KILL); // it may have ended
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// From now on this process is the parent of those below it whose parents end.
pub fn adopt_orphans() {
    let _ = rustix::process::set_child_subreaper(Pid::from_raw(1));
}

/// This process ends when its parent does.
pub fn end_with_parent() {
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
}
