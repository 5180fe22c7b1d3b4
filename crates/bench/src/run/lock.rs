//! One bench a store: a lock beside it, which also says what to clean up if its owner was killed.

use crate::limit::{Source, clean};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Why a store cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another bench is at it.
    #[error("{store}: another bench is writing to this store{owner}")]
    Busy {
        /// The store.
        store: PathBuf,
        /// Who, as far as it is known.
        owner: String,
    },
    /// The lock cannot be made.
    #[error("{path}: the lock of the store cannot be made: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// Who has the store.
#[derive(Debug, Serialize, Deserialize)]
struct Owner {
    pid: u32,
    host: String,
    run: String,
    scratch: PathBuf,
    /// The directories in which it makes control groups.
    groups: Vec<PathBuf>,
}

/// A store that nobody else runs with. The lock ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
    run: String,
    scratch: PathBuf,
}

impl Lock {
    /// Locks a store. What the one before left behind when it was killed is cleaned up.
    pub fn take(store: &Path, source: &Source) -> Result<Lock, LockError> {
        let mut name = store.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let failed = |cause| LockError::File { path: path.clone(), cause };
        let mut file = locked(&path, store)?;
        let host = super::host();
        // On a shared disk the one before may have run elsewhere, where its supervisors have ended
        // everything.
        if let Some(before) = owner(&mut file).filter(|before| before.host == host) {
            clean(&before.run, &before.groups);
            if is_scratch(&before.scratch) {
                let _ = std::fs::remove_dir_all(&before.scratch);
            }
        }
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let run = format!("{:x}-{now:x}", std::process::id());
        let scratch = std::env::temp_dir().join(format!("{SCRATCH}{run}"));
        let owner = Owner {
            pid: std::process::id(),
            host,
            run: run.clone(),
            scratch: scratch.clone(),
            groups: source.directories(),
        };
        write(&mut file, &owner).map_err(failed)?;
        Ok(Lock { file, path, run, scratch })
    }

    /// A name for this run, unique on this machine.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// A directory for scratch files, which is removed in the end.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.scratch);
        // While it is locked, nobody else takes it for theirs.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// What the names of scratch directories begin with.
const SCRATCH: &str = "adumbra-bench-";

/// Is this the directory of a bench, and no other that somebody wrote into the file?
fn is_scratch(path: &Path) -> bool {
    path.is_absolute() && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SCRATCH))
}

/// The file, locked.
fn locked(path: &Path, store: &Path) -> Result<File, LockError> {
    let failed = |cause| LockError::File { path: path.to_owned(), cause };
    loop {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(e)) => return Err(failed(e)),
            Err(TryLockError::WouldBlock) => {
                let owner = owner(&mut file).map(|o| format!(": process {} on {}", o.pid, o.host)).unwrap_or_default();
                return Err(LockError::Busy { store: store.to_owned(), owner });
            }
        }
        // The one who had it may have removed the file before it was locked here.
        let number = |metadata: io::Result<std::fs::Metadata>| metadata.ok().map(|m| (m.dev(), m.ino()));
        if number(file.metadata()) == number(std::fs::metadata(path)) {
            return Ok(file);
        }
    }
}

fn owner(file: &mut File) -> Option<Owner> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn write(file: &mut File, owner: &Owner) -> io::Result<()> {
    let text = serde_json::to_string(owner).map_err(io::Error::other)?;
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(text.as_bytes())?;
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_has_one_owner() {
        let directory = tempfile::tempdir().unwrap();
        let store = directory.path().join("a.db");
        let lock = Lock::take(&store, &Source::Tree).unwrap();
        std::fs::create_dir_all(lock.scratch()).unwrap();
        let scratch = lock.scratch().to_owned();
        let busy = Lock::take(&store, &Source::Tree).unwrap_err().to_string();
        assert!(busy.contains(&format!("process {}", std::process::id())), "{busy}");
        drop(lock);
        assert!(!scratch.exists() && std::fs::read_dir(directory.path()).unwrap().count() == 0);
        Lock::take(&store, &Source::Tree).unwrap();
    }

    #[test]
    fn what_was_left_is_removed_but_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let (store, scratch) = (directory.path().join("a.db"), directory.path().join("adumbra-bench-x"));
        let precious = directory.path().join("precious");
        for scratch in [&scratch, &precious] {
            std::fs::create_dir(scratch).unwrap();
            let owner = Owner {
                pid: 1,
                host: super::super::host(),
                run: "none".into(),
                scratch: scratch.clone(),
                groups: vec!["/nowhere".into()],
            };
            let text = serde_json::to_string(&owner).unwrap();
            std::fs::write(directory.path().join("a.db.lock"), text).unwrap();
            drop(Lock::take(&store, &Source::Tree).unwrap());
        }
        assert!(!scratch.exists() && precious.exists());
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error() {
        let failed = Lock::take(Path::new("/proc/nowhere/a.db"), &Source::Tree).unwrap_err();
        assert!(failed.to_string().contains("/proc/nowhere/a.db.lock"), "{failed}");
    }
}
