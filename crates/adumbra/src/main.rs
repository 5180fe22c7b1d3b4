//! # Adumbra on the command line
//!
//! `main` is a table of contents: the command line is read ([`cli`]), a worker is started and watched
//! ([`supervisor`]), and in the worker one module of [`commands`] does the work. Errors are typed where they arise
//! and rendered once, here ([`failure`]).

mod answer;
mod cancel;
mod cli;
mod commands;
mod failure;
mod processes;
mod source_view;
mod streams;
mod supervisor;
mod sys;
mod table_args;
mod violation;
mod worker;

use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: sys::CountingAllocator = sys::CountingAllocator;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; everything else is a wrong use of the command line.
            drop(error.print());
            if error.use_stderr()
                && std::env::args().nth(1).is_some_and(|command| command == "verify" || command == "validate")
            {
                answer::print(&answer::unknown(answer::Style::Text, failure::Exit::Usage.reason(), "", "", None));
            }
            return if error.use_stderr() { failure::Exit::Usage.into() } else { ExitCode::SUCCESS };
        }
    };
    if let cli::Command::Bench(bench) = cli.command {
        if cli.limits.timeout.is_some() {
            eprintln!("error: bench has no --timeout; the limits of a run are --cpu and --wall");
            return failure::Exit::Usage.into();
        }
        return adumbra_bench::cli::execute(*bench, &["bench"]);
    }
    if worker::is_worker() { worker::run(cli).into() } else { supervisor::run(&cli) }
}
