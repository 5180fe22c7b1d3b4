//! One module per command.

pub mod cfa;
pub mod completions;
pub mod manual;
pub mod run;
pub mod shapes;
pub mod slice;
pub mod solve;
pub mod tune;
pub mod validate;
pub mod verify;

use crate::arguments::Limits;
use crate::cancel::Cancel;
use adumbra_stop::Stop;
use std::time::{Duration, Instant};

/// What a command knows about the run it is part of.
#[derive(Clone, Debug)]
pub struct Context {
    /// When to stop; shortly after, the supervisor ends the process.
    pub deadline: Option<Instant>,
    /// The limits as they were given.
    pub limits: Limits,
    /// The seconds until the deadline, if it is that of one of several questions.
    pub share: Option<f64>,
}

impl Context {
    /// When work is to stop: some time before the deadline, so that there is time left for what
    /// comes after, or when it is cancelled.
    pub fn stop(&self, cancel: &Cancel, reserve: Duration) -> Stop {
        let deadline = self.deadline.map(|deadline| deadline.checked_sub(reserve).unwrap_or(deadline));
        Stop::never().by(deadline).when(&cancel.flag())
    }
}
