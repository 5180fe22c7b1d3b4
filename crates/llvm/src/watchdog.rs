//! Limits for what a damaged file can make LLVM's readers do: some never end, and take all memory
//! on the way.

use crate::sys;
use adumbra_frontend::protocol::LoadFailure;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The time for any file, however small; files of the usual kind take a thousandth of it.
const BASE: Duration = Duration::from_secs(10);
/// Bytes for which there is one more second.
const BYTES_A_SECOND: usize = 64 << 10;

/// Memory for any file, however small.
const BASE_MEMORY: u64 = 2 << 30;
/// Memory for each byte of a file.
const MEMORY_A_BYTE: u64 = 256;

/// While it lives, the clock runs and memory is limited. When time is up the process answers with a
/// failure and ends.
pub struct Watchdog {
    _alive: Sender<()>,
    memory: Option<libc::rlimit>,
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Some(limit) = &self.memory {
            sys::restore_memory(limit);
        }
    }
}

impl Watchdog {
    /// Starts the clock for reading a file.
    pub fn start(file: &str, bytes: usize) -> Watchdog {
        let limit = BASE + Duration::from_secs((bytes / BYTES_A_SECOND) as u64);
        let (alive, ended) = channel();
        let file = file.to_owned();
        // Without a thread there is no limit but the caller's.
        let _ = std::thread::Builder::new().spawn(move || watch(&ended, file, limit));
        let memory = BASE_MEMORY.saturating_add(MEMORY_A_BYTE.saturating_mul(bytes as u64));
        Watchdog { _alive: alive, memory: sys::limit_memory(memory) }
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
