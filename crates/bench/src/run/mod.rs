//! Running columns on tasks: the plan, the workers, progress, and what was found.
//!
//! [`Plan::make`] says which pairs of a column and a task have no result yet; [`execute`] runs them
//! and stores each result before it takes the next pair. Both know nothing of where tasks and tools
//! come from, so that a job of a cluster can run its share of pairs with a store of its own, which
//! [`Store::merge`](crate::store::Store::merge) brings back.

mod host;
mod lock;
mod plan;
mod progress;
mod subject;
mod summary;
mod work;

pub use host::{host, machine};
pub use lock::{Lock, LockError};
pub use plan::{Pair, Plan, Retry};
pub use progress::{Progress, Style};
pub use subject::{Broken, Described};
pub use summary::Summary;
pub(crate) use work::not_run;
pub use work::{Done, Observer, RunError, Settings, execute, one};

use crate::model::{Answer, Limits, Measured, Task};
use adumbra_text::shell_word;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// What runs on tasks.
pub trait Subject: Sync {
    /// Why a task is not for it, if it is not.
    fn refuses(&self, task: &Task) -> Option<String>;

    /// The command for a task; it may write files into the scratch directory, in which it will run.
    fn command(&self, task: &Task, limits: &Limits, scratch: &Path) -> Result<Invocation, String>;

    /// What it said, if it ended by itself.
    fn answer(&self, task: &Task, measured: &Measured, stdout: &str, stderr: &str) -> Answer;

    /// What it counted itself.
    fn values(&self, _stdout: &str, _stderr: &str) -> BTreeMap<String, f64> {
        BTreeMap::new()
    }
}

/// How a subject is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// The executable and its arguments.
    pub command: Vec<String>,
    /// Environment variables in addition.
    pub environment: Vec<(String, String)>,
}

/// As one would write it in a shell.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variables = self.environment.iter().map(|(name, value)| format!("{name}={}", shell_word(value)));
        let words: Vec<String> = variables.chain(self.command.iter().map(|word| shell_word(word))).collect();
        f.write_str(&words.join(" "))
    }
}
