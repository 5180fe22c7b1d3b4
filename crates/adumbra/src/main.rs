//! # Adumbra on the command line
//!
//! `main` is a table of contents: the command line is read ([`cli`]), a worker is started and
//! watched ([`supervisor`]), and in the worker one module of [`commands`] does the work. Errors are
//! typed where they arise and rendered once, here ([`failure`]).

mod answer;
mod arguments;
mod cancel;
mod cli;
mod commands;
mod exit;
mod failure;
mod heaps;
mod option_text;
mod pixels;
mod processes;
mod progress;
mod source_view;
mod streams;
mod supervisor;
mod sys;
mod table_args;
mod violation;
mod whole_file;
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
            if !error.use_stderr() {
                drop(error.print());
                return ExitCode::SUCCESS;
            }
            let given: Vec<_> = std::env::args_os().skip(1).take_while(|argument| argument != "--").collect();
            let answers = given.first().is_some_and(|command| command == "verify" || command == "validate");
            let reason = failure::Exit::Usage.reason();
            if answers && given.iter().any(|argument| argument == "--json") {
                let text = error.to_string();
                let text = text.trim_start_matches("error: ").trim_end();
                answer::print(&answer::unknown(answer::Style::Json, reason, text, "adumbra verify --help", None));
            } else {
                drop(error.print());
                if answers {
                    answer::print(&answer::unknown(answer::Style::Text, reason, "", "", None));
                }
            }
            return failure::Exit::Usage.into();
        }
    };
    if cli.limits.timeout.is_some() && matches!(cli.command, cli::Command::Bench(_) | cli::Command::Tune(_)) {
        eprintln!("error: bench and tune have no --timeout; the limits of a run are --cpu and --wall");
        return failure::Exit::Usage.into();
    }
    let cli = match cli.command {
        cli::Command::Bench(bench) => return adumbra_bench::cli::execute(*bench, &["bench"]),
        cli::Command::Tune(tune) => return commands::tune::run(*tune),
        command => cli::Cli { command, ..cli },
    };
    if worker::is_worker() { worker::run(cli).into() } else { supervisor::run(&cli) }
}
