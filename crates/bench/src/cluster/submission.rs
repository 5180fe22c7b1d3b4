//! An array of jobs on the disk: what its jobs are told, what they wrote, and the number that Slurm
//! gave it.
//!
//! The directory of an array is complete before it is submitted, and named after the array's name
//! in Slurm, so that a bench that was killed at any moment can be told apart from one that has
//! submitted.

use super::part::{self, Entry};
use super::share::Share;
use super::slurm::JobId;
use super::{ClusterError, failed};
use sha2::Digest;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "adumbra-";
const UNFINISHED: &str = "new-";
const JOB: &str = "job";
const READ: &str = "read";
const CLOSED: &str = "closed-";
const FAILED: &str = "failed-";

/// An array of jobs.
#[derive(Debug)]
pub struct Submission {
    /// Its name in Slurm, and that of its directory.
    pub name: String,
    /// Its directory.
    pub directory: PathBuf,
    /// Its jobs.
    pub shares: Vec<Share>,
    /// Its number, if it was submitted.
    pub job: Option<JobId>,
    /// How far each file of results was read.
    read: HashMap<String, u64>,
}

/// Results that were not read before.
#[derive(Debug)]
pub struct News {
    /// The results, with the numbers of their jobs.
    pub entries: Vec<(usize, Entry)>,
    /// How many damaged lines were passed over.
    pub damaged: usize,
    /// How far each file was read.
    pub read: HashMap<String, u64>,
}

/// A new name, which no other array has.
pub fn new_name() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let host = crate::run::host();
    let sum = sha2::Sha256::digest(format!("{now} {} {host}", std::process::id()).as_bytes());
    format!("{PREFIX}{}", adumbra_text::hexadecimal(&sum[..6]))
}

/// The file that tells a job its share.
pub fn share_file(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("share-{number}.json"))
}

/// The file that a job writes its messages to.
pub fn log_file(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("log-{number}.txt"))
}

/// What the names of the result files of a job begin with.
fn part_prefix(number: usize) -> String {
    format!("part-{number}-")
}

/// A result file for a start of a job.
pub fn part_file(directory: &Path, number: usize, start: &str) -> PathBuf {
    directory.join(format!("{}{start}.jsonl", part_prefix(number)))
}

/// The pairs of a job that have results already, from any of its starts.
pub fn finished(directory: &Path, number: usize) -> Result<HashSet<usize>, ClusterError> {
    let mut finished = HashSet::new();
    for (of, name) in parts(directory)? {
        if of == number {
            let path = directory.join(name);
            let found = part::read(&path, 0, true).map_err(failed(&path))?;
            finished.extend(found.entries.iter().map(|entry| entry.pair));
        }
    }
    Ok(finished)
}

/// The result files, with the numbers of their jobs.
fn parts(directory: &Path) -> Result<Vec<(usize, String)>, ClusterError> {
    let mut parts = Vec::new();
    for file in fs::read_dir(directory).map_err(failed(directory))? {
        let name = file.map_err(failed(directory))?.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix("part-").and_then(|rest| rest.split('-').next()?.parse().ok());
        if let Some(number) = number {
            parts.push((number, name));
        }
    }
    // The first result counts, so the order must not depend on the file system.
    parts.sort();
    Ok(parts)
}

/// Writes a file such that it is there as a whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), ClusterError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let write = || {
        let mut file = fs::File::create(&new)?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(failed(path))
}

impl Submission {
    /// Writes what the jobs of an array are told. It is not submitted yet.
    pub fn create(parent: &Path, name: &str, shares: Vec<Share>, script: &str) -> Result<Submission, ClusterError> {
        let directory = parent.join(name);
        let new = parent.join(format!("{UNFINISHED}{name}"));
        fs::create_dir_all(&new).map_err(failed(&new))?;
        for (number, share) in shares.iter().enumerate() {
            let path = share_file(&new, number);
            let text = serde_json::to_string(share).map_err(std::io::Error::other).map_err(failed(&path))?;
            fs::write(&path, text).map_err(failed(&path))?;
        }
        write(&new.join("job.sh"), script)?;
        fs::rename(&new, &directory).map_err(failed(&directory))?;
        Ok(Submission { name: name.to_owned(), directory, shares, job: None, read: HashMap::new() })
    }

    /// The script that Slurm runs.
    pub fn script(&self) -> PathBuf {
        self.directory.join("job.sh")
    }

    /// The arrays in a directory that are not closed, the oldest first.
    pub fn open_all(parent: &Path) -> Result<Vec<Submission>, ClusterError> {
        let mut found = Vec::new();
        for file in fs::read_dir(parent).map_err(failed(parent))? {
            let file = file.map_err(failed(parent))?;
            let name = file.file_name().to_string_lossy().into_owned();
            if [UNFINISHED, CLOSED].iter().any(|prefix| name.starts_with(&format!("{prefix}{PREFIX}"))) {
                // Its bench was killed before it could submit anything, or after all was stored.
                let _ = fs::remove_dir_all(file.path());
            } else if name.starts_with(PREFIX) {
                let made = file.metadata().and_then(|data| data.modified()).ok();
                found.push((made, name, file.path()));
            }
        }
        found.sort();
        found.into_iter().map(|(_, name, path)| Submission::open(name, path)).collect()
    }

    fn open(name: String, directory: PathBuf) -> Result<Submission, ClusterError> {
        let mut shares = Vec::new();
        loop {
            let path = share_file(&directory, shares.len());
            if !path.exists() {
                break;
            }
            let text = fs::read_to_string(&path).map_err(failed(&path))?;
            shares.push(serde_json::from_str(&text).map_err(std::io::Error::other).map_err(failed(&path))?);
        }
        let job = fs::read_to_string(directory.join(JOB)).ok().and_then(|text| text.trim().parse().ok());
        let read = fs::read_to_string(directory.join(READ)).unwrap_or_default();
        // Reading from the beginning again does no harm.
        let read = serde_json::from_str(&read).unwrap_or_default();
        Ok(Submission { name, directory, shares, job, read })
    }

    /// It was submitted.
    pub fn set_job(&mut self, job: JobId) -> Result<(), ClusterError> {
        self.job = Some(job);
        write(&self.directory.join(JOB), &format!("{job}\n"))
    }

    /// What is new. A `last` look is taken at a job that has ended.
    pub fn news(&self, last: impl Fn(usize) -> bool) -> Result<News, ClusterError> {
        let mut news = News { entries: Vec::new(), damaged: 0, read: self.read.clone() };
        for (number, name) in parts(&self.directory)? {
            let path = self.directory.join(&name);
            let from = news.read.get(&name).copied().unwrap_or(0);
            let found = part::read(&path, from, last(number)).map_err(failed(&path))?;
            news.damaged += found.damaged;
            news.entries.extend(found.entries.into_iter().map(|entry| (number, entry)));
            if found.offset > 0 {
                news.read.insert(name, found.offset);
            }
        }
        Ok(news)
    }

    /// What was read up to here is stored: it is not read again.
    pub fn set_read(&mut self, read: HashMap<String, u64>) {
        if read != self.read {
            // On a full disk this fails and does no harm: the next bench would read results again
            // that are stored already.
            let _ = serde_json::to_string(&read).map(|text| write(&self.directory.join(READ), &text));
            self.read = read;
        }
    }

    /// All is stored. Where something went wrong, the files stay to be looked at; gives their
    /// place.
    pub fn close(&self, keep: bool) -> Result<PathBuf, ClusterError> {
        let prefix = if keep { FAILED } else { CLOSED };
        let place = self.directory.with_file_name(format!("{prefix}{}", self.name));
        fs::rename(&self.directory, &place).map_err(failed(&self.directory))?;
        if !keep {
            // A job that is just ending may still have a file open there; then it is removed next
            // time.
            let _ = fs::remove_dir_all(&place);
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::share::Common;
    use super::*;

    fn share() -> Share {
        let bounds = crate::limit::Bounds::default();
        let common = Common { name: "x".into(), accounting: "auto".into(), bounds, scratch: None };
        Share { common, columns: Vec::new(), tasks: Vec::new(), pairs: Vec::new() }
    }

    #[test]
    fn a_directory_tells_what_was_submitted() {
        let parent = tempfile::tempdir().unwrap();
        let parent = parent.path();
        // Killed before it was complete.
        fs::create_dir(parent.join("new-adumbra-0")).unwrap();
        let mut one = Submission::create(parent, "adumbra-1", vec![share(), share()], "true").unwrap();
        Submission::create(parent, "adumbra-2", vec![share()], "true").unwrap();
        one.set_job(17).unwrap();
        let found = Submission::open_all(parent).unwrap();
        let mut seen: Vec<_> = found.iter().map(|s| (s.name.as_str(), s.job, s.shares.len())).collect();
        seen.sort_unstable();
        assert_eq!(seen, [("adumbra-1", Some(17), 2), ("adumbra-2", None, 1)]);
        one.close(true).unwrap();
        found.iter().find(|s| s.name == "adumbra-2").unwrap().close(false).unwrap();
        assert!(Submission::open_all(parent).unwrap().is_empty());
        assert_eq!(fs::read_dir(parent).unwrap().count(), 1);
    }
}
