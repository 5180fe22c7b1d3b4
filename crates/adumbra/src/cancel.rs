//! Why work is to stop before it is done: an interruption, or memory that runs out.

use crate::sys;
use adumbra_engine::portfolio::Memory;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Tells work to stop, and knows why.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
    memory: Arc<AtomicBool>,
    /// Is there so little memory left that somebody must give way? Only told if there is a limit.
    short: Option<Arc<AtomicBool>>,
}

impl Cancel {
    /// Cancels when a signal asks to end, and when less than a tenth of the memory limit is left,
    /// so that there is room for an answer. Memory is short when less than a quarter is left.
    pub fn watching(megabytes: Option<u64>) -> std::io::Result<Self> {
        let cancel = Cancel { short: megabytes.map(|_| Arc::default()), ..Cancel::default() };
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&cancel.interrupted))?;
            signal_hook::flag::register(signal, Arc::clone(&cancel.flag))?;
        }
        if let (Some(megabytes), Some(short)) = (megabytes, cancel.short.clone()) {
            let bytes = usize::try_from(megabytes << 20).unwrap_or(usize::MAX);
            let (much, enough) = (bytes / 4 * 3, bytes / 10 * 9);
            let watched = cancel.clone();
            std::thread::Builder::new().name("memory".into()).spawn(move || {
                while !watched.flag.load(Ordering::Relaxed) {
                    let held = sys::held();
                    if held > enough {
                        watched.memory.store(true, Ordering::Relaxed);
                        watched.flag.store(true, Ordering::Relaxed);
                    }
                    if held > much {
                        short.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(INTERVAL);
                }
            })?;
        }
        Ok(cancel)
    }

    /// The flag that work looks at.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// The memory, if there is a limit, for work that can give some back.
    pub fn memory(&self) -> Option<Memory> {
        self.short.clone().map(|short| Memory { short, held: sys::held })
    }

    /// Did a signal ask to end?
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Did memory run out?
    pub fn is_out_of_memory(&self) -> bool {
        self.memory.load(Ordering::Relaxed)
    }
}
