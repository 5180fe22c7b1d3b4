//! The same runs as jobs of a Slurm cluster.
//!
//! What has no result is dealt to the jobs of an array ([`share`]). A job runs its share on a node
//! ([`work`]) and writes each result to a file on a disk that all machines share ([`part`]). The
//! bench brings the results into its store as they come, watches the array, and submits again what
//! is missing when it has ended ([`watch`]). Arrays are found in their directory ([`submission`]),
//! so that a bench that was killed goes on with those that it had submitted.

pub mod needs;
pub mod part;
pub mod share;
pub mod slurm;
pub mod submission;
pub mod watch;
pub mod work;

use crate::store::StoreError;
use slurm::SlurmError;
use std::io;
use std::path::{Path, PathBuf};

/// How the cluster is used.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "On a cluster")]
pub struct Options {
    /// Run as an array of Slurm jobs. The store's directory, the tasks and the tools must be there
    /// on all nodes
    #[arg(long)]
    pub slurm: bool,
    /// An option for sbatch, such as --partition=NAME (may be given several times)
    #[arg(id = "slurm-option", long, value_name = "OPTION", allow_hyphen_values = true, requires = "slurm")]
    pub options: Vec<String>,
    /// Jobs that run at the same time [default: as many as Slurm allows]
    #[arg(id = "slurm-jobs", long, value_name = "N", requires = "slurm", value_parser = at_least_one)]
    pub jobs: Option<usize>,
    /// Runs that a job makes one after the other [default: such that a job takes at most about 15
    /// min]
    #[arg(id = "slurm-chunk", long, value_name = "N", requires = "slurm", value_parser = at_least_one)]
    pub chunk: Option<usize>,
    /// A directory on a disk that all nodes share, for what jobs are told and what they write
    /// [default: STORE.slurm]
    #[arg(id = "slurm-dir", long, value_name = "DIR", requires = "slurm")]
    pub directory: Option<PathBuf>,
    /// A directory on the disk of each node where tools may write; %N stands for the name of the
    /// node [default: the node's TMPDIR]
    #[arg(id = "slurm-scratch", long, value_name = "DIR", requires = "slurm")]
    pub scratch: Option<String>,
    /// How often a run is submitted if its jobs fail
    #[arg(id = "slurm-rounds", long, value_name = "N", default_value_t = 3, requires = "slurm", value_parser = at_least_one)]
    pub rounds: usize,
    /// The longest time between two looks at the queue, in seconds
    #[arg(id = "slurm-poll", long, value_name = "SECONDS", default_value_t = 15, requires = "slurm", value_parser = at_least_one)]
    pub poll: usize,
    /// Cancel the jobs of this store, keep what they have finished, and run nothing
    #[arg(id = "slurm-cancel", long, requires = "slurm")]
    pub cancel: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n >= 1).ok_or_else(|| "a number of at least 1 is needed".into())
}

impl Options {
    /// The directory for a store.
    pub fn place(&self, store: &Path) -> io::Result<PathBuf> {
        let place = self.directory.clone().unwrap_or_else(|| {
            let mut name = store.as_os_str().to_owned();
            name.push(".slurm");
            name.into()
        });
        std::path::absolute(place)
    }
}

/// Why a run on a cluster cannot go on. What was finished stays, in the store or in the files of
/// the jobs.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// Slurm says no.
    #[error(transparent)]
    Slurm(#[from] SlurmError),
    /// A file cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The controller has not answered for a long time.
    #[error("Slurm has not answered for {minutes} min ({cause}); its jobs go on")]
    Away {
        /// How long.
        minutes: u64,
        /// What was the matter.
        cause: SlurmError,
    },
}

fn failed(path: &Path) -> impl Fn(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |cause| ClusterError::File { path: path.clone(), cause }
}

/// Is there an executable of this name in the directories of `PATH`?
fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(name).is_file())
}
