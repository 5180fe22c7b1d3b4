//! One module per command.

pub mod cfa;
pub mod completions;
pub mod manual;
pub mod run;
pub mod slice;
pub mod solve;
pub mod tune;
pub mod validate;
pub mod verify;

use crate::cancel::Cancel;
use crate::cli::{Command, Limits};
use crate::failure::{Exit, Failure};
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

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Exit, Failure> {
    match command {
        Command::Cfa(arguments) => cfa::run(arguments, context),
        Command::Run(arguments) => run::run(arguments, context),
        Command::Slice(arguments) => slice::run(arguments),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Verify(arguments) => verify::run(arguments, context),
        Command::Compare(arguments) => verify::compare::run(arguments, context),
        Command::Validate(arguments) => validate::run(arguments, context),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Manual(arguments) => manual::run(arguments),
        // They watch processes themselves, each with a limit of its own, so that they have neither
        // a worker nor a limit.
        Command::Bench(_) => Err(Failure::new(Exit::Usage, "bench has no worker")),
        Command::Tune(_) => Err(Failure::new(Exit::Usage, "tune has no worker")),
    }
}
