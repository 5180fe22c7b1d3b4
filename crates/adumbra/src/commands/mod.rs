//! One module per command.

pub mod cfa;

use crate::cli::Command;
use crate::failure::{Exit, Failure};

/// Runs a command.
pub fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Cfa(arguments) => cfa::run(&arguments),
    }
}
