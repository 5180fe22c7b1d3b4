//! # Ratios
//!
//! The embedded solver against others, in CPU time, family by family: one table, and a line of JSON per run. Solvers that are not
//! installed are left out. What a solver needs to start is measured on an empty input and subtracted. Two answers to one query that differ
//! are an error.
//!
//! `adumbra-ratios table [--quick]` measures, `adumbra-ratios solve FILE` is the solver by itself, `adumbra-ratios generate DIR` writes the
//! families.

// The generators of the solver's own tests.
#[path = "../../solver/tests/common/mod.rs"]
mod common;
mod families;
mod solve;
mod sys;
mod table;
mod tools;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser, Debug)]
#[command(about = "Measures the embedded solver against others")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Measure and print the table
    Table(TableArguments),
    /// Answer one file, .smt2 or .cnf
    Solve(SolveArguments),
    /// Write the generated families into a directory
    Generate {
        /// Where to
        directory: PathBuf,
        /// Fewer and smaller instances
        #[arg(long)]
        quick: bool,
    },
}

/// What to measure.
#[derive(clap::Args, Debug)]
pub struct TableArguments {
    /// Fewer and smaller instances
    #[arg(long)]
    quick: bool,
    /// CPU seconds an instance may take
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// Only families whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Only these solvers, with commas between
    #[arg(long, value_delimiter = ',')]
    tools: Vec<String>,
    /// Bitwuzla's regression files, or any directory of scripts
    #[arg(long, value_name = "DIR")]
    bitwuzla_regressions: Option<PathBuf>,
    /// A Python that has the package bitwuzla
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Append a line of JSON per run to this file
    #[arg(long)]
    json: Option<PathBuf>,
    /// Say each instance on standard error as it ends
    #[arg(long)]
    verbose: bool,
    /// Options of the embedded solver
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
}

/// What to answer.
#[derive(clap::Args, Debug)]
pub struct SolveArguments {
    /// The file
    file: PathBuf,
    /// Options of the SAT core
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Print what was counted
    #[arg(long)]
    stats: bool,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Table(arguments) => table::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments).map(|()| true),
        Command::Generate { directory, quick } => families::write_all(&directory, quick).map(|()| true),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
