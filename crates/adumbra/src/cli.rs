//! The command line: what can be asked for.

use crate::answer::Style;
use crate::arguments::Limits;
use crate::commands::{
    Context, cfa, cfa::CfaArgs, completions, completions::CompletionsArgs, manual, manual::ManualArgs, run,
    run::RunArgs, shapes, shapes::ShapesArgs, slice, slice::SliceArgs, solve, solve::SolveArgs, validate,
    validate::ValidateArgs, verify, verify::VerifyArgs, verify::compare::CompareArgs,
};
use crate::failure::{Exit, Failure};
use clap::{CommandFactory, Parser, Subcommand};

/// Adumbra verifies C, C++, Rust and LLVM programs by abstraction.
#[derive(Parser, Debug)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Limits of the run.
    #[command(flatten)]
    pub limits: Limits,
}

const EXIT_CODES: &str = "\
Exit codes:
   0  done, nothing found (verify: TRUE)      1  wrong use of the command line
  10  a violation was found (verify: FALSE)   2  an input could not be read
   5  no answer (a limit, or something that is not supported)
   6  internal error

`adumbra COMMAND --help` explains a command and has examples.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify a program: TRUE with a proof, FALSE with a counterexample that was replayed, or
    /// UNKNOWN with the reason
    Verify(Box<VerifyArgs>),
    /// Run several configurations on a program and compare what they answer and how much they
    /// explore
    Compare(Box<CompareArgs>),
    /// Show the program model: control-flow automata as text, DOT, SVG or a pixel tree
    Cfa(CfaArgs),
    /// Show what of a program bears on a line, a variable or a property; write it as a program of
    /// its own
    Slice(Box<SliceArgs>),
    /// Execute a program by its formal semantics and report the first violation
    Run(RunArgs),
    /// Solve an SMT-LIB script, or a DIMACS or SF formula, with the embedded solver or another
    Solve(SolveArgs),
    /// Check a witness, ours or another tool's
    Validate(ValidateArgs),
    /// Check descriptions of linked data structures; see what a heap looks like and becomes
    Shapes(ShapesArgs),
    /// Run task sets under limits, with any tools, and compare the results
    Bench(Box<adumbra_bench::cli::Bench>),
    /// Search the values of a tool's parameters that make it quick on a set of tasks
    Tune(Box<adumbra_tune::cli::Tune>),
    /// Write the completions of this command line for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages: one a command, and one with all options of the analyses and the
    /// solver
    Manual(ManualArgs),
}

impl Command {
    /// How the command's answer looks, if it is one that ends in a verdict.
    pub fn answers(&self) -> Option<Style> {
        match self {
            Command::Verify(arguments) => Some(arguments.style()),
            Command::Validate(arguments) => Some(arguments.style()),
            _ => None,
        }
    }

    /// Runs the command.
    pub fn run(&self, context: &Context) -> Result<Exit, Failure> {
        match self {
            Command::Cfa(arguments) => cfa::run(arguments, context),
            Command::Run(arguments) => run::run(arguments, context),
            Command::Slice(arguments) => slice::run(arguments),
            Command::Solve(arguments) => solve::run(arguments, context),
            Command::Verify(arguments) => verify::run(arguments, context),
            Command::Compare(arguments) => verify::compare::run(arguments, context),
            Command::Validate(arguments) => validate::run(arguments, context),
            Command::Shapes(arguments) => shapes::run(arguments),
            Command::Completions(arguments) => completions::run(arguments, Cli::command()),
            Command::Manual(arguments) => manual::run(arguments, Cli::command()),
            // They watch processes themselves, each with a limit of its own, so that they have
            // neither a worker nor a limit.
            Command::Bench(_) => Err(Failure::new(Exit::Usage, "bench has no worker")),
            Command::Tune(_) => Err(Failure::new(Exit::Usage, "tune has no worker")),
        }
    }
}
