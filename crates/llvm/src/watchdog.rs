//! A time limit for what a damaged file can make LLVM's readers do: some never end.

use crate::sys;
use adumbra_frontend::protocol::LoadFailure;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The time for any file, however small; files of the usual kind take a thousandth of it.
const BASE: Duration = Duration::from_secs(10);
/// Bytes for which there is one more second.
const BYTES_A_SECOND: usize = 64 << 10;

/// While it lives, the clock runs. When time is up the process answers with a failure and ends.
#[derive(Debug)]
pub struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    /// Starts the clock for reading a file.
    pub fn start(file: &str, bytes: usize) -> Watchdog {
        let limit = BASE + Duration::from_secs((bytes / BYTES_A_SECOND) as u64);
        let (alive, ended) = channel();
        let file = file.to_owned();
        // Without a thread there is no limit but the caller's.
        let _ = std::thread::Builder::new().spawn(move || watch(&ended, file, limit));
        Watchdog { _alive: alive }
    }
}

fn watch(ended: &Receiver<()>, file: String, limit: Duration) {
    if ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
        let message = format!("not valid LLVM IR: LLVM did not finish reading it in {} s", limit.as_secs());
        let failure = LoadFailure { file, line: None, message };
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(serde_json::to_string(&failure).unwrap_or_default().as_bytes());
        let _ = out.flush();
        sys::end_now(2);
    }
}
