//! Exit codes.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done; nothing was found.
    Success = 0,
    /// The command line makes no sense.
    Usage = 1,
    /// An input could not be read.
    Input = 2,
    /// A limit was reached, or something is not supported: no answer.
    Unknown = 5,
    /// Something on our side broke.
    Internal = 6,
    /// A violation was found.
    Violation = 10,
}

impl Exit {
    /// Why a command that ends so has no verdict.
    pub fn reason(self) -> &'static str {
        match self {
            Exit::Usage => "wrong usage",
            Exit::Input => "input could not be read",
            Exit::Internal => "internal error",
            Exit::Success | Exit::Unknown | Exit::Violation => "incomplete",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
