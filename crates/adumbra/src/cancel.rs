//! Why work is to stop before it is done: an interruption, or memory that runs out.

use crate::sys;
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
}

impl Cancel {
    /// Cancels when a signal asks to end, and when less than a tenth of the memory limit is left, so that there is room for an answer.
    pub fn watching(megabytes: Option<u64>) -> std::io::Result<Self> {
        let cancel = Cancel::default();
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&cancel.interrupted))?;
            signal_hook::flag::register(signal, Arc::clone(&cancel.flag))?;
        }
        if let Some(megabytes) = megabytes {
            let enough = usize::try_from((megabytes << 20) / 10 * 9).unwrap_or(usize::MAX);
            let watched = cancel.clone();
            std::thread::Builder::new().name("memory".into()).spawn(move || {
                while !watched.flag.load(Ordering::Relaxed) {
                    if sys::held() > enough {
                        watched.memory.store(true, Ordering::Relaxed);
                        watched.flag.store(true, Ordering::Relaxed);
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

    /// Did a signal ask to end?
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Did memory run out?
    pub fn is_out_of_memory(&self) -> bool {
        self.memory.load(Ordering::Relaxed)
    }
}
