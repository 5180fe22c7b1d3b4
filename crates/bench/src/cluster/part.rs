//! Files of results that a job writes and the bench reads, through a file system that several
//! machines share.
//!
//! A line is a result with a checksum. Lines are only ever added, and each is on the disk before
//! the next run starts. Every start of a job has a file of its own, so that two that run at once,
//! because a node was thought dead, do not disturb each other.

use crate::model::Outcome;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A result in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Which pair of the job's share.
    pub pair: usize,
    /// The result.
    pub outcome: Outcome,
}

/// Adds results to a file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    length: u64,
}

impl Writer {
    /// Makes a file, which is not there yet.
    pub fn create(path: &Path) -> io::Result<Writer> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.sync_all()?;
        // The entry in the directory is to last as well; where a directory cannot be synced, the
        // system does it by itself.
        if let Some(directory) = path.parent() {
            let _ = File::open(directory).and_then(|d| d.sync_all());
        }
        Ok(Writer { file, length: 0 })
    }

    /// Adds a result; it is on the disk when this returns. After an error the file is as it was, as
    /// far as the disk allows, and this can be tried again.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        let json = serde_json::to_string(entry).map_err(io::Error::other)?;
        let line = format!("{} {json}\n", checksum(json.as_bytes()));
        let written = self.write(line.as_bytes());
        match written {
            Ok(()) => self.length += line.len() as u64,
            Err(_) => {
                // What is left of a line fails its checksum, so that nothing depends on this.
                let _ = self.file.set_len(self.length);
            }
        }
        written
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(line)?;
        self.file.sync_data()
    }
}

/// What was read from a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The results.
    pub entries: Vec<Entry>,
    /// Where to read on next time.
    pub offset: u64,
    /// How many lines were damaged.
    pub damaged: usize,
}

/// Reads a file from an offset. As long as its writer may be alive, a damaged line may be one that
/// has not arrived yet: reading stops there. A `last` look passes over it.
pub fn read(path: &Path, offset: u64, last: bool) -> io::Result<Found> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let mut found = Found { offset, ..Found::default() };
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match parse(line) {
            Some(entry) => found.entries.push(entry),
            None if !last => break,
            None => found.damaged += 1,
        }
        found.offset += line.len() as u64;
    }
    Ok(found)
}

fn parse(line: &[u8]) -> Option<Entry> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (sum, json) = text.split_once(' ')?;
    if sum != checksum(json.as_bytes()) {
        return None;
    }
    serde_json::from_str(json).ok()
}

fn checksum(bytes: &[u8]) -> String {
    adumbra_text::hexadecimal(&Sha256::digest(bytes)[..8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Answer, Ending, Measured};
    use proptest::prelude::*;
    use std::time::Duration;

    fn entry(pair: usize) -> Entry {
        let measured =
            Measured { ending: Ending::Exit(0), cpu: Duration::from_millis(5), wall: Duration::ZERO, memory: None };
        let outcome = Outcome {
            answer: Answer::True,
            measured,
            started: 1,
            host: "n\u{f6}de".into(),
            command: vec!["tool".into()],
            output: format!("line {pair}\nnext\r\n\u{0}"),
            values: std::collections::BTreeMap::new(),
        };
        Entry { pair, outcome }
    }

    fn written(count: usize) -> (tempfile::TempDir, std::path::PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("part");
        let mut writer = Writer::create(&path).unwrap();
        (0..count).for_each(|pair| writer.append(&entry(pair)).unwrap());
        (directory, path)
    }

    #[test]
    fn what_was_added_is_read_once() {
        let (_directory, path) = written(3);
        let first = read(&path, 0, false).unwrap();
        assert_eq!(first.entries, (0..3).map(entry).collect::<Vec<_>>());
        assert_eq!(read(&path, first.offset, false).unwrap(), Found { offset: first.offset, ..Found::default() });
        assert!(Writer::create(&path).is_err());
    }

    #[test]
    fn a_damaged_line_is_waited_for_and_then_passed_over() {
        let (_directory, path) = written(3);
        let mut bytes = std::fs::read(&path).unwrap();
        let second = bytes.iter().position(|b| *b == b'\n').unwrap() + 1;
        bytes[second + 30] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let now = read(&path, 0, false).unwrap();
        assert_eq!((now.entries.len(), now.offset as usize, now.damaged), (1, second, 0));
        let last = read(&path, now.offset, true).unwrap();
        assert_eq!((last.entries, last.damaged), (vec![entry(2)], 1));
    }

    proptest! {
        /// Cut off anywhere, a file gives the results that were there in whole, and goes on where
        /// it was cut off.
        #[test]
        fn a_file_that_grows_gives_each_result_once(cut in 0usize..2000) {
            let (_directory, path) = written(4);
            let bytes = std::fs::read(&path).unwrap();
            std::fs::write(&path, &bytes[..cut.min(bytes.len())]).unwrap();
            let before = read(&path, 0, false).unwrap();
            std::fs::write(&path, &bytes).unwrap();
            let after = read(&path, before.offset, false).unwrap();
            let all: Vec<Entry> = before.entries.into_iter().chain(after.entries).collect();
            prop_assert_eq!(all, (0..4).map(entry).collect::<Vec<_>>());
        }

        /// Whatever is in a file, reading ends.
        #[test]
        fn anything_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("part");
            std::fs::write(&path, &bytes).unwrap();
            let found = read(&path, 0, true).unwrap();
            prop_assert_eq!((found.entries.len(), found.offset as usize), (0, bytes.len()));
        }
    }
}
