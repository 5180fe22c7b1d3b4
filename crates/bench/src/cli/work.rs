//! `adumbra bench work DIR NUMBER`: is a job of an array on a cluster.

use super::{FAILED, INTERRUPTED, SUCCESS, Stop};
use crate::cluster::work::{UNFIT, work};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which job it is.
#[derive(Debug, clap::Args)]
pub struct Work {
    /// The directory of the array
    directory: PathBuf,
    /// Its number in the array
    number: usize,
}

pub(super) fn run(job: &Work, words: &[&str]) -> Result<u8, Stop> {
    let cancel = Arc::new(AtomicBool::new(false));
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let register = signal_hook::flag::register(signal, cancel.clone());
        register.map_err(|e| Stop { code: FAILED, message: e.to_string() })?;
    }
    let mut supervisor: Vec<OsString> = vec!["/proc/self/exe".into()];
    supervisor.extend(words.iter().copied().chain(["supervise"]).map(OsString::from));
    match work(&job.directory, job.number, supervisor, &cancel) {
        Ok(_) if cancel.load(Ordering::Relaxed) => {
            Err(Stop { code: INTERRUPTED, message: "the job was told to end".into() })
        }
        Ok(_) => Ok(SUCCESS),
        Err(error) => {
            Err(Stop { code: if error.is_of_the_node() { UNFIT } else { FAILED }, message: error.to_string() })
        }
    }
}
