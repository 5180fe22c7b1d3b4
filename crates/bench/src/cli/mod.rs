//! The command line: `adumbra bench SET…` runs task sets; its subcommands read what was stored.

mod compare;
mod report;
mod run;
mod slurm;
mod tools;
pub mod units;
mod work;

use std::process::ExitCode;

/// Exit code if everything went well.
pub const SUCCESS: u8 = 0;
/// Exit code of a comparison that found something lost or wrong, and of a run with wrong answers.
pub const WORSE: u8 = 1;
/// Exit code if the command line, a task, a tool description or a store is wrong, before anything
/// runs.
pub const BAD_INPUT: u8 = 2;
/// Exit code if a run cannot go on, such as on a full disk; what was finished is stored.
pub const FAILED: u8 = 3;
/// Exit code if a run was interrupted; what was finished is stored.
pub const INTERRUPTED: u8 = 130;

/// Runs task sets under limits and compares the results.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Bench {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Run,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Tables and plots of stored results
    Report(Box<report::Report>),
    /// What changed between two columns or two stores
    Compare(compare::Compare),
    /// Tools that are described, and whether they are installed
    Tools(tools::Tools),
    /// Watches one run; started for each run, of no use to anybody else
    #[command(hide = true)]
    Supervise,
    /// Is a job on a cluster; started by Slurm
    #[command(hide = true)]
    Work(work::Work),
}

/// Why a command stopped.
#[derive(Debug)]
pub struct Stop {
    /// The exit code.
    pub code: u8,
    /// What to say on standard error.
    pub message: String,
}

impl Stop {
    /// Something that was given is wrong.
    pub fn input(message: impl ToString) -> Self {
        Stop { code: BAD_INPUT, message: message.to_string() }
    }
}

/// Does what the command line says. `words` are those between the name of the executable and what
/// is parsed here, such as `bench`.
pub fn execute(bench: Bench, words: &[&str]) -> ExitCode {
    let done = match bench.command {
        None => run::run(&bench.run, words),
        Some(Command::Supervise) => {
            crate::limit::supervise().map(|()| SUCCESS).map_err(|e| Stop { code: FAILED, message: e.to_string() })
        }
        Some(Command::Work(job)) => work::run(&job, words),
        Some(Command::Report(report)) => report::report(&report),
        Some(Command::Compare(compare)) => compare::compare(&compare),
        Some(Command::Tools(tools)) => tools::tools(&tools),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(stop) => {
            eprintln!("error: {}", stop.message);
            ExitCode::from(stop.code)
        }
    }
}
