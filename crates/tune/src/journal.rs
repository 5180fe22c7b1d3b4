//! All that was measured and decided, in a file that only grows.
//!
//! A line is a record in JSON behind a checksum, which also covers the checksum before. So a line
//! that was changed, lost or moved is noticed. A kill can leave the last line unfinished; it is cut
//! off. Anything else that is wrong is an error: what was measured would be taken for what it is
//! not.

use crate::ils::Stop;
use crate::space::Configuration;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The format, in the first record.
pub const FORMAT: u32 = 1;
/// How many digits a checksum has.
const SUM: usize = 16;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A line is not what was written.
    #[error("{path}:{line}: the journal is damaged: {cause}; what was measured cannot be trusted")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, starting at 1.
        line: usize,
        /// What is wrong.
        cause: String,
    },
    /// It was written by another version.
    #[error("{path}: the journal has format {found}; this version reads format {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// It has nothing in it.
    #[error("{0}: there is no journal of a tuning")]
    Missing(PathBuf),
    /// It cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// What was measured of one run of the tool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// Which search asked for it.
    pub search: usize,
    /// How many runs that search had asked for, this one included.
    pub ask: u64,
    /// The configuration.
    pub configuration: Configuration,
    /// The instance, by its place in the training set.
    pub instance: usize,
    /// The seed.
    pub seed: u64,
    /// Where it would have been stopped.
    #[serde(with = "exact")]
    pub cap: f64,
    /// What came of it.
    pub result: Run,
    /// How long the tuning had taken, in seconds, all starts together.
    pub elapsed: f64,
}

/// What came of a run of the tool.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How it ended.
    pub status: Status,
    /// What it cost in the unit of the tuning; of one that was stopped, so far.
    #[serde(with = "exact")]
    pub cost: f64,
    /// What the tool said.
    pub answer: String,
    /// Processor time in seconds.
    #[serde(with = "exact")]
    pub cpu: f64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With an answer.
    Solved,
    /// It was stopped at its cap.
    Stopped,
    /// Without an answer, for a reason that more time does not mend.
    Failed,
    /// With a wrong answer.
    Wrong,
}

/// A record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// What is tuned and how: the first record.
    Header {
        /// The format of the file.
        format: u32,
        /// What must be the same when the tuning goes on, by name.
        settings: Vec<(String, String)>,
        /// What is shown in reports.
        subject: Subject,
    },
    /// A run of the tool.
    Evaluation(Evaluation),
    /// A search has a new best configuration.
    Incumbent {
        /// The search.
        search: usize,
        /// How many runs it had asked for.
        ask: u64,
        /// The configuration.
        configuration: Configuration,
        /// The mean of its runs that are known; nothing if none is.
        mean: Option<f64>,
        /// How many runs it has had.
        runs: usize,
        /// How long the tuning had taken.
        elapsed: f64,
    },
    /// A search has ended.
    End {
        /// The search.
        search: usize,
        /// How many runs it had asked for.
        ask: u64,
        /// Why.
        stop: Stop,
        /// The budget that it had. With another one, the search goes on.
        budget: String,
        /// How long the tuning had taken.
        elapsed: f64,
    },
    /// What was chosen in the end.
    Chosen {
        /// The configuration.
        configuration: Configuration,
        /// The configurations that the searches ended with.
        candidates: Vec<Configuration>,
        /// Random ones, to compare with.
        random: Vec<Configuration>,
    },
}

/// What is tuned, as reports show it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Subject {
    /// The tool.
    pub tool: String,
    /// What it says its version is.
    pub version: String,
    /// The parameters: name, values, the place of the base value, whether it is free.
    pub parameters: Vec<(String, Vec<String>, u16, bool)>,
    /// What is counted, such as `CPU time in s`.
    pub cost: String,
    /// What a run may cost.
    pub cutoff: f64,
    /// What a run without an answer counts as, in cutoffs.
    pub penalty: f64,
    /// The names of the training instances.
    pub train: Vec<String>,
    /// The names of the test instances.
    pub test: Vec<String>,
    /// The algorithm, in words.
    pub method: String,
    /// The command.
    pub command: String,
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    last: String,
}

impl Journal {
    /// Makes an empty journal; fails if there is one.
    pub fn create(path: &Path) -> Result<Journal, JournalError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed(path))?;
        Ok(Journal { path: path.to_owned(), file, last: String::new() })
    }

    /// Opens a journal to go on with it, and what is in it. What a kill left unfinished is cut off.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Record>), JournalError> {
        let (records, last, good) = read_all(path)?;
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed(path))?;
        file.set_len(good).map_err(failed(path))?;
        file.seek(SeekFrom::End(0)).map_err(failed(path))?;
        Ok((Journal { path: path.to_owned(), file, last }, records))
    }

    /// Adds a record; it is on the disk when this returns.
    pub fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        let text = serde_json::to_string(record).map_err(io::Error::other).map_err(failed(&self.path))?;
        let sum = checksum(&self.last, &text);
        // In one piece, so that a kill leaves a line that is unfinished and not one that is wrong.
        let line = format!("{sum} {text}\n");
        self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()).map_err(failed(&self.path))?;
        self.last = sum;
        Ok(())
    }
}

/// Numbers by which is decided, as text: the reader of JSON may be off in the last bit.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Reads a journal.
pub fn read(path: &Path) -> Result<Vec<Record>, JournalError> {
    read_all(path).map(|(records, ..)| records)
}

fn failed(path: &Path) -> impl Fn(io::Error) -> JournalError + '_ {
    |cause| JournalError::File { path: path.to_owned(), cause }
}

fn checksum(last: &str, text: &str) -> String {
    let digest = Sha256::new().chain_update(last).chain_update(" ").chain_update(text).finalize();
    adumbra_text::hexadecimal(&digest[..SUM / 2])
}

/// The records, the last checksum, and how long the part of the file is that has them.
fn read_all(path: &Path) -> Result<(Vec<Record>, String, u64), JournalError> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_end(&mut bytes).map_err(failed(path))?,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(JournalError::Missing(path.to_owned())),
        Err(e) => return Err(failed(path)(e)),
    };
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (mut records, mut last) = (Vec::new(), String::new());
    for (number, line) in bytes[..end].split_inclusive(|byte| *byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let damaged =
            |cause: &str| JournalError::Damaged { path: path.to_owned(), line: number + 1, cause: cause.to_owned() };
        let text = std::str::from_utf8(line).map_err(|_| damaged("it is no text"))?;
        let (sum, text) = text.split_once(' ').ok_or_else(|| damaged("a checksum is missing"))?;
        if sum != checksum(&last, text) {
            return Err(damaged("the checksum is wrong"));
        }
        let record: Record = serde_json::from_str(text).map_err(|e| damaged(&e.to_string()))?;
        match (&record, number) {
            (Record::Header { format, .. }, 0) if *format != FORMAT => {
                return Err(JournalError::Format { path: path.to_owned(), found: *format });
            }
            (Record::Header { .. }, 0) => {}
            (Record::Header { .. }, _) | (_, 0) => return Err(damaged("the header is not where it should be")),
            _ => {}
        }
        records.push(record);
        last = sum.to_owned();
    }
    if records.is_empty() {
        return Err(JournalError::Missing(path.to_owned()));
    }
    Ok((records, last, end as u64))
}
