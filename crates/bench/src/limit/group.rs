//! Accounting by control groups, versions 1 and 2: a group for each run.

use super::accounting::{Accounting, Usage};
use super::procfs::{self, Meter};
use crate::model::Ending;
use rustix::process::{Pid, Signal};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A group of version 1: one directory a controller.
pub(super) struct V1Group {
    directories: Directories,
    cpu: PathBuf,
    memory: PathBuf,
    processes: Option<PathBuf>,
    freezer: Option<PathBuf>,
}

impl V1Group {
    pub(super) fn make(
        cpu: &Path,
        memory: &Path,
        processes: Option<&Path>,
        freezer: Option<&Path>,
        name: &str,
        bytes: Option<u64>,
        tasks: u64,
    ) -> io::Result<Self> {
        let parents = [Some(cpu), Some(memory), processes, freezer];
        let directories = Directories::make(parents.into_iter().flatten(), name)?;
        let group = V1Group {
            directories,
            cpu: cpu.join(name),
            memory: memory.join(name),
            processes: processes.map(|p| p.join(name)),
            freezer: freezer.map(|p| p.join(name)),
        };
        if let Some(bytes) = bytes {
            write(&group.memory, "memory.limit_in_bytes", bytes)?;
            // Memory together with swap, where the system counts that.
            if group.memory.join("memory.memsw.limit_in_bytes").exists() {
                write(&group.memory, "memory.memsw.limit_in_bytes", bytes)?;
            }
        }
        if let Some(directory) = &group.processes {
            write(directory, "pids.max", tasks)?;
        }
        Ok(group)
    }
}

impl Accounting for V1Group {
    fn entrances(&self) -> io::Result<Vec<File>> {
        self.directories.entrances()
    }

    fn observe(&mut self) -> io::Result<Usage> {
        let swapped = self.memory.join("memory.memsw.max_usage_in_bytes");
        let plain = self.memory.join("memory.max_usage_in_bytes");
        let peak = number(&swapped).or_else(|_| number(&plain))?;
        let killed = entry(&self.memory.join("memory.oom_control"), "oom_kill");
        let refused = self.processes.as_ref().and_then(|directory| entry(&directory.join("pids.events"), "max"));
        Ok(Usage {
            cpu: Duration::from_nanos(number(&self.cpu.join("cpuacct.usage"))?),
            peak: Some(peak),
            breach: breach(killed, refused),
            crowded: false,
        })
    }

    fn kill(&mut self) {
        let state = |state| self.freezer.as_ref().map(|f| fs::write(f.join("freezer.state"), state));
        state("FROZEN");
        if let Some(freezer) = &self.freezer {
            // Whatever starts another process while it is frozen is seen in the next round.
            let deadline = Instant::now() + Duration::from_millis(200);
            let frozen = || fs::read_to_string(freezer.join("freezer.state")).is_ok_and(|s| s.trim() == "FROZEN");
            while !frozen() && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.directories.kill();
        state("THAWED");
    }

    fn is_empty(&self) -> bool {
        self.directories.members().is_empty()
    }

    fn close(&mut self) -> io::Result<Usage> {
        let usage = self.observe()?;
        self.directories.remove();
        Ok(usage)
    }

    fn holds_memory(&self) -> bool {
        true
    }
}

/// A group of version 2: one directory. Without the memory controller, the memory of its processes
/// is looked at.
pub(super) struct V2Group {
    directories: Directories,
    directory: PathBuf,
    memory: bool,
    processes: bool,
    bytes: Option<u64>,
    tasks: u64,
    meter: Meter,
    peak: u64,
}

impl V2Group {
    pub(super) fn make(
        parent: &Path,
        memory: bool,
        processes: bool,
        name: &str,
        bytes: Option<u64>,
        tasks: u64,
    ) -> io::Result<Self> {
        let directories = Directories::make([parent], name)?;
        let directory = parent.join(name);
        if let (true, Some(bytes)) = (memory, bytes) {
            write(&directory, "memory.max", bytes)?;
            // Nothing is swapped, so that this is all it gets; all processes end together.
            for (file, value) in [("memory.swap.max", 0), ("memory.oom.group", 1)] {
                if directory.join(file).exists() {
                    write(&directory, file, value)?;
                }
            }
        }
        if processes {
            write(&directory, "pids.max", tasks)?;
        }
        Ok(V2Group { directories, directory, memory, processes, bytes, tasks, meter: Meter::new(), peak: 0 })
    }

    /// What the controllers that are not there would tell.
    fn look(&mut self) -> (Option<Ending>, bool) {
        let processes: Vec<_> = self.directories.members().into_iter().filter_map(procfs::process).collect();
        let threads = if self.processes { 0 } else { processes.iter().map(|p| p.threads).sum::<u64>() };
        let breach = if threads > self.tasks {
            Some(Ending::ProcessLimit)
        } else if self.memory {
            None
        } else {
            let now = self.meter.above(self.peak.min(self.bytes.unwrap_or(u64::MAX)), &processes);
            self.peak = self.peak.max(now);
            self.bytes.is_some_and(|limit| now > limit).then_some(Ending::MemoryLimit)
        };
        (breach, threads > self.tasks / 4)
    }
}

impl Accounting for V2Group {
    fn entrances(&self) -> io::Result<Vec<File>> {
        self.directories.entrances()
    }

    fn observe(&mut self) -> io::Result<Usage> {
        let missing = || io::Error::other("cpu.stat does not say usage_usec");
        let cpu = entry(&self.directory.join("cpu.stat"), "usage_usec").ok_or_else(missing)?;
        let (found, crowded) = if self.memory && self.processes { (None, false) } else { self.look() };
        if self.memory {
            // The peak is there since Linux 5.19.
            let peak = number(&self.directory.join("memory.peak"));
            self.peak = self.peak.max(peak.or_else(|_| number(&self.directory.join("memory.current")))?);
        }
        let killed = self.memory.then(|| entry(&self.directory.join("memory.events"), "oom_kill")).flatten();
        let refused = self.processes.then(|| entry(&self.directory.join("pids.events"), "max")).flatten();
        let breach = breach(killed, refused).or(found);
        Ok(Usage { cpu: Duration::from_micros(cpu), peak: Some(self.peak), breach, crowded })
    }

    fn kill(&mut self) {
        // The file is there since Linux 5.14; before, processes are stopped so that they start no
        // others.
        if fs::write(self.directory.join("cgroup.kill"), "1").is_err() {
            let freeze = |value| fs::write(self.directory.join("cgroup.freeze"), value);
            let _ = freeze("1");
            self.directories.kill();
            let _ = freeze("0");
        }
    }

    fn is_empty(&self) -> bool {
        self.directories.members().is_empty()
    }

    fn close(&mut self) -> io::Result<Usage> {
        let usage = self.observe()?;
        self.directories.remove();
        Ok(usage)
    }

    fn holds_memory(&self) -> bool {
        self.memory
    }
}

/// What the system did to hold limits.
fn breach(killed: Option<u64>, refused: Option<u64>) -> Option<Ending> {
    if killed.is_some_and(|n| n > 0) {
        return Some(Ending::MemoryLimit);
    }
    refused.is_some_and(|n| n > 0).then_some(Ending::ProcessLimit)
}

/// The directories of one group; they are gone when this is.
struct Directories(Vec<PathBuf>);

impl Directories {
    fn make<'a>(parents: impl IntoIterator<Item = &'a Path>, name: &str) -> io::Result<Self> {
        let mut made = Directories(Vec::new());
        let mut wanted: Vec<PathBuf> = parents.into_iter().map(|parent| parent.join(name)).collect();
        wanted.sort();
        wanted.dedup();
        for directory in wanted {
            let error = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", directory.display()));
            fs::create_dir(&directory).map_err(error)?;
            made.0.push(directory);
        }
        Ok(made)
    }

    fn entrances(&self) -> io::Result<Vec<File>> {
        self.0.iter().map(|directory| OpenOptions::new().write(true).open(directory.join("cgroup.procs"))).collect()
    }

    /// The processes in them.
    fn members(&self) -> Vec<i32> {
        let mut found: Vec<i32> = self.0.iter().flat_map(|directory| members(directory)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn kill(&self) {
        kill(&self.members());
    }

    fn remove(&mut self) {
        for directory in std::mem::take(&mut self.0) {
            remove(&directory);
        }
    }
}

impl Drop for Directories {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The processes of a group and of those below it.
fn members(directory: &Path) -> Vec<i32> {
    let read = |directory: &PathBuf| fs::read_to_string(directory.join("cgroup.procs")).unwrap_or_default();
    let numbers = |text: String| text.lines().filter_map(|line| line.parse().ok()).collect::<Vec<i32>>();
    with_below(directory).iter().map(read).flat_map(numbers).collect()
}

/// A group and those below it, each before those below it.
fn with_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = vec![directory.to_owned()];
    let mut next = 0;
    while let Some(parent) = found.get(next) {
        let entries = fs::read_dir(parent).into_iter().flatten().flatten();
        let below: Vec<PathBuf> =
            entries.filter(|e| e.file_type().is_ok_and(|t| t.is_dir())).map(|e| e.path()).collect();
        found.extend(below);
        next += 1;
    }
    found
}

fn kill(processes: &[i32]) {
    for pid in processes.iter().filter_map(|pid| Pid::from_raw(*pid)) {
        let _ = rustix::process::kill_process(pid, Signal::KILL); // It may have ended.
    }
}

/// Removes a group and those below it. The system needs a moment after the last process has ended.
fn remove(directory: &Path) {
    let deadline = Instant::now() + Duration::from_secs(5);
    for group in with_below(directory).iter().rev() {
        while fs::remove_dir(group).is_err_and(|e| e.kind() == io::ErrorKind::ResourceBusy) && Instant::now() < deadline
        {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Ends what is left in groups whose names begin like this, and removes them.
pub(super) fn clean(directories: &[PathBuf], prefix: &str) {
    for parent in directories {
        let Ok(entries) = fs::read_dir(parent) else { continue };
        let ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(prefix);
        for group in entries.flatten().filter(ours).map(|entry| entry.path()) {
            // The one who stopped these processes may have been killed itself.
            let _ = fs::write(group.join("freezer.state"), "THAWED");
            let _ = fs::write(group.join("cgroup.freeze"), "0");
            let deadline = Instant::now() + Duration::from_secs(5);
            loop {
                let left = members(&group);
                if left.is_empty() || Instant::now() > deadline {
                    break;
                }
                kill(&left);
                std::thread::sleep(Duration::from_millis(2));
            }
            remove(&group);
        }
    }
}

fn write(directory: &Path, file: &str, value: u64) -> io::Result<()> {
    let path = directory.join(file);
    fs::write(&path, value.to_string()).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))
}

fn number(path: &Path) -> io::Result<u64> {
    let text = fs::read_to_string(path).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))?;
    text.trim().parse().map_err(|_| io::Error::other(format!("{}: {:?} is no number", path.display(), text.trim())))
}

/// The number behind a word at the beginning of a line.
fn entry(path: &Path, word: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory that looks like a group; what the system would write is written here.
    fn fill(directory: &Path, files: &[(&str, &str)]) {
        for (file, text) in files {
            fs::write(directory.join(file), text).unwrap();
        }
    }

    #[test]
    fn version_2_with_all_controllers_is_read() {
        let parent = tempfile::tempdir().unwrap();
        let mut group = V2Group::make(parent.path(), true, true, "g", Some(1000), 7).unwrap();
        let directory = parent.path().join("g");
        let written = |file: &str| fs::read_to_string(directory.join(file)).unwrap();
        assert_eq!((written("memory.max"), written("pids.max")), ("1000".into(), "7".into()));
        fill(
            &directory,
            &[
                ("cpu.stat", "usage_usec 1500000\nuser_usec 1\nsystem_usec 2\n"),
                ("memory.current", "600\n"),
                ("memory.events", "low 0\nhigh 0\nmax 12\noom 0\noom_kill 0\noom_group_kill 0\n"),
                ("pids.events", "max 0\n"),
            ],
        );
        let usage = group.observe().unwrap();
        let expected = Usage { cpu: Duration::from_millis(1500), peak: Some(600), breach: None, crowded: false };
        assert_eq!(usage, expected);
        // Where the system tells the peak, that is it; otherwise the most that was seen.
        fill(&directory, &[("memory.current", "500\n")]);
        assert_eq!(group.observe().unwrap().peak, Some(600));
        fill(&directory, &[("memory.peak", "900\n"), ("pids.events", "max 3\n")]);
        let usage = group.observe().unwrap();
        assert_eq!((usage.peak, usage.breach), (Some(900), Some(Ending::ProcessLimit)));
        fill(&directory, &[("memory.events", "oom_kill 1\n")]);
        assert_eq!(group.observe().unwrap().breach, Some(Ending::MemoryLimit));
        fs::remove_file(directory.join("cpu.stat")).unwrap();
        assert!(group.observe().unwrap_err().to_string().contains("usage_usec"));
    }

    #[test]
    fn version_1_is_read() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path();
        let mut group = V1Group::make(place, place, Some(place), None, "g", Some(1000), 7).unwrap();
        let directory = place.join("g");
        assert_eq!(fs::read_to_string(directory.join("memory.limit_in_bytes")).unwrap(), "1000");
        fill(
            &directory,
            &[
                ("cpuacct.usage", "2500000000\n"),
                ("memory.max_usage_in_bytes", "600\n"),
                ("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n"),
                ("pids.events", "max 0\n"),
            ],
        );
        let expected = Usage { cpu: Duration::from_millis(2500), peak: Some(600), breach: None, crowded: false };
        assert_eq!(group.observe().unwrap(), expected);
        // With swap, if the system counts that.
        fill(&directory, &[("memory.memsw.max_usage_in_bytes", "800\n"), ("memory.oom_control", "oom_kill 2\n")]);
        let usage = group.observe().unwrap();
        assert_eq!((usage.peak, usage.breach), (Some(800), Some(Ending::MemoryLimit)));
    }
}
