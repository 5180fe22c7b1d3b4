//! `adumbra bench` as a program of its own: small enough to be copied to the nodes of a cluster,
//! and without LLVM.

use clap::Parser;
use std::process::ExitCode;

/// Runs task sets under limits and compares the results.
#[derive(Parser)]
#[command(version)]
struct Program {
    #[command(flatten)]
    bench: adumbra_bench::cli::Bench,
}

fn main() -> ExitCode {
    adumbra_bench::cli::execute(Program::parse().bench, &[])
}
