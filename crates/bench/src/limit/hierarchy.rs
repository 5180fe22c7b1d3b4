//! Which way of accounting this machine allows: where its control groups are, and whether they can
//! be used.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How processes are accounted for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Source {
    /// By looking at the process tree.
    Tree,
    /// By control groups of version 1.
    V1(V1),
    /// By control groups of version 2.
    V2(V2),
}

/// The groups in which those of runs are made: one a controller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct V1 {
    /// `cpuacct`.
    pub cpu: PathBuf,
    /// `memory`.
    pub memory: PathBuf,
    /// `pids`.
    pub processes: Option<PathBuf>,
    /// `freezer`.
    pub freezer: Option<PathBuf>,
}

/// The group in which those of runs are made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct V2 {
    /// Its directory.
    pub directory: PathBuf,
    /// Is the controller `memory` there?
    pub memory: bool,
    /// Is the controller `pids` there?
    pub processes: bool,
}

/// What the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Choice {
    /// Control groups if they account for processor time and memory, otherwise the process tree
    Auto,
    /// Control groups of either version
    Cgroup,
    /// Control groups, version 1
    Cgroup1,
    /// Control groups, version 2
    Cgroup2,
    /// The process tree
    Tree,
}

/// Control groups cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("control groups cannot be used: {0}")]
pub struct NoGroups(String);

impl Source {
    /// Finds a way that the machine allows. This process may be moved to a group below its own,
    /// where version 2 demands it.
    pub fn choose(choice: Choice) -> Result<Source, NoGroups> {
        let places = || Places::read().map_err(|e| NoGroups(e.to_string()));
        let v1 = || places()?.v1().map(Source::V1).map_err(NoGroups);
        let v2 = || places()?.v2().map_err(NoGroups);
        let whole = |found: Result<V2, NoGroups>| match found {
            Ok(V2 { memory: false, .. }) => Err(NoGroups("version 2 has no memory controller here".into())),
            Ok(found) => Ok(Source::V2(found)),
            Err(e) => Err(e),
        };
        match choice {
            Choice::Tree => Ok(Source::Tree),
            Choice::Cgroup1 => v1(),
            Choice::Cgroup2 => v2().map(Source::V2),
            Choice::Auto => Ok(whole(v2()).or_else(|_| v1()).unwrap_or(Source::Tree)),
            Choice::Cgroup => {
                let second = match whole(v2()) {
                    Ok(found) => return Ok(found),
                    Err(e) => e,
                };
                let first = match v1() {
                    Ok(found) => return Ok(found),
                    Err(e) => e,
                };
                v2().map(Source::V2).map_err(|_| NoGroups(format!("{}; {}", second.0, first.0)))
            }
        }
    }

    /// The directories in which groups are made.
    pub fn directories(&self) -> Vec<PathBuf> {
        let mut found = match self {
            Source::Tree => Vec::new(),
            Source::V1(V1 { cpu, memory, processes, freezer }) => {
                let optional = [processes, freezer].into_iter().flatten().cloned();
                [cpu.clone(), memory.clone()].into_iter().chain(optional).collect()
            }
            Source::V2(V2 { directory, .. }) => vec![directory.clone()],
        };
        found.sort();
        found.dedup();
        found
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Tree => f.write_str("process tree"),
            Source::V1(_) => f.write_str("control groups, version 1"),
            Source::V2(V2 { memory: true, .. }) => f.write_str("control groups, version 2"),
            Source::V2(_) => f.write_str("control groups, version 2, memory by process"),
        }
    }
}

/// Where the groups of this process are.
struct Places {
    /// Controllers of version 1 with their directories.
    first: Vec<(String, PathBuf)>,
    /// The directory in version 2.
    second: Option<PathBuf>,
}

impl Places {
    fn read() -> io::Result<Self> {
        let (mounts, groups) = (fs::read_to_string("/proc/self/mountinfo")?, fs::read_to_string("/proc/self/cgroup")?);
        Ok(Self::parse(&mounts, &groups))
    }

    /// A line of `groups` is `number:controllers:path`; in version 2 there are no controllers.
    fn parse(mounts: &str, groups: &str) -> Self {
        let mut places = Places { first: Vec::new(), second: None };
        for line in groups.lines() {
            let mut parts = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
            if controllers.is_empty() {
                places.second = directory(mounts, "cgroup2", None, path);
                continue;
            }
            for controller in controllers.split(',').filter(|c| !c.starts_with("name=")) {
                if let Some(found) = directory(mounts, "cgroup", Some(controller), path) {
                    places.first.push((controller.to_owned(), found));
                }
            }
        }
        places
    }

    fn v1(&self) -> Result<V1, String> {
        let place = |controller: &str| {
            let (_, path) = self
                .first
                .iter()
                .find(|(name, _)| name == controller)
                .ok_or_else(|| format!("version 1 has no controller {controller} here"))?;
            probe(path).map(|()| path.clone()).map_err(|e| format!("{}: {e}", path.display()))
        };
        Ok(V1 {
            cpu: place("cpuacct")?,
            memory: place("memory")?,
            processes: place("pids").ok(),
            freezer: place("freezer").ok(),
        })
    }

    fn v2(&self) -> Result<V2, String> {
        let directory = self.second.clone().ok_or("version 2 is not mounted")?;
        let error = |e: io::Error| format!("{}: {e}", directory.display());
        probe(&directory).map_err(error)?;
        remove_empty(&directory);
        let controllers = |file: &str| fs::read_to_string(directory.join(file)).unwrap_or_default();
        let has = |list: &str, controller: &str| list.split_whitespace().any(|c| c == controller);
        let there = controllers("cgroup.controllers");
        let wanted: Vec<&str> = ["memory", "pids"].into_iter().filter(|c| has(&there, c)).collect();
        let given = controllers("cgroup.subtree_control");
        if wanted.iter().any(|c| !has(&given, c)) {
            give(&directory, &wanted);
        }
        let given = controllers("cgroup.subtree_control");
        Ok(V2 { memory: has(&given, "memory"), processes: has(&given, "pids"), directory })
    }
}

/// Gives controllers to the groups below one. A group that has processes itself cannot do so,
/// except the topmost one; if this process is the only one in it, it moves one down.
fn give(directory: &Path, controllers: &[&str]) {
    let order = controllers.iter().map(|c| format!("+{c}")).collect::<Vec<_>>().join(" ");
    let give = || fs::write(directory.join("cgroup.subtree_control"), &order);
    let me = std::process::id().to_string();
    let alone = || fs::read_to_string(directory.join("cgroup.procs")).is_ok_and(|text| text.trim() == me);
    if give().is_err() && alone() {
        let below = directory.join(format!("adumbra-bench-{me}"));
        if fs::create_dir(&below).is_ok() && fs::write(below.join("cgroup.procs"), "0").is_ok() && give().is_err() {
            // What did not help is undone.
            let _ = fs::write(directory.join("cgroup.procs"), "0");
            let _ = fs::remove_dir(&below);
        }
    }
}

/// Removes the groups into which others have moved that have ended; the system refuses to remove
/// one that is in use.
fn remove_empty(directory: &Path) {
    let is_place = |name: &str| {
        name.strip_prefix("adumbra-bench-")
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_place) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Can groups be made here?
fn probe(directory: &Path) -> io::Result<()> {
    let name = directory.join(format!("adumbra-bench-probe-{}-{:?}", std::process::id(), std::thread::current().id()));
    fs::create_dir(&name)?;
    fs::remove_dir(&name)
}

/// The directory of a group: where its hierarchy is mounted, and the path from what is mounted
/// there.
///
/// A line is `id parent device root mountpoint options [fields] - type source options`.
fn directory(mounts: &str, kind: &str, controller: Option<&str>, path: &str) -> Option<PathBuf> {
    mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut left = left.split(' ').skip(3);
        let (root, mounted) = (left.next()?, left.next()?);
        let mut right = right.split(' ');
        let (found, options) = (right.next()?, right.nth(1)?);
        if found != kind || controller.is_some_and(|c| options.split(',').all(|option| option != c)) {
            return None;
        }
        let rest = Path::new(path).strip_prefix(root).ok()?;
        Some(PathBuf::from(unescape(mounted)).join(rest))
    })
}

/// The list of mounts writes spaces and the like as `\040`.
fn unescape(text: &str) -> String {
    let mut pieces = text.split('\\');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match (code, piece.get(3..)) {
            (Some(code), Some(rest)) => {
                plain.push(char::from(code));
                plain.push_str(rest);
            }
            _ => {
                plain.push('\\');
                plain.push_str(piece);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_where_they_are_mounted() {
        let mounts = "\
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
            33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n\
            35 31 0:32 /docker/abc /sys/fs/cgroup/my\\040memory rw master:3 - cgroup cgroup rw,memory\n\
            41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n";
        let groups =
            "4:memory:/docker/abc/x\n3:cpu,cpuacct:/a/b\n2:pids:/\n1:name=systemd:/a\n0::/user.slice/s.scope\n";
        let places = Places::parse(mounts, groups);
        let first: Vec<(&str, &str)> =
            places.first.iter().map(|(name, path)| (name.as_str(), path.to_str().unwrap())).collect();
        assert_eq!(
            first,
            [
                ("memory", "/sys/fs/cgroup/my memory/x"),
                ("cpu", "/sys/fs/cgroup/cpu,cpuacct/a/b"),
                ("cpuacct", "/sys/fs/cgroup/cpu,cpuacct/a/b"),
            ]
        );
        assert_eq!(places.second.as_deref(), Some(Path::new("/sys/fs/cgroup/unified/user.slice/s.scope")));
    }

    #[test]
    fn a_machine_without_groups_has_a_tree() {
        let places = Places::parse("", "");
        assert!(places.v1().is_err() && places.v2().is_err());
        assert_eq!(Source::choose(Choice::Tree).unwrap(), Source::Tree);
    }
}
