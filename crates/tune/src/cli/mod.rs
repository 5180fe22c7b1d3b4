//! The command line: `adumbra tune SET…` tunes; `adumbra tune report DIR` makes the report again.

mod finish;
mod header;
mod run;
mod setup;
mod show;

use crate::ils::{Algorithm, Capping};
use crate::space::Known;
use adumbra_bench::cli::units;
use adumbra_bench::cluster;
use adumbra_bench::limit::Choice;
use std::path::PathBuf;
use std::process::ExitCode;

pub use adumbra_bench::cli::{BAD_INPUT, FAILED, INTERRUPTED, SUCCESS, Stop};

/// Exit code if there were wrong answers.
pub const WRONG: u8 = adumbra_bench::cli::WORSE;

/// Searches the values of a tool's parameters that make it quick on a set of tasks.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub struct Tune {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: Arguments,
}

const EXAMPLES: &str = "\
Examples:
  adumbra tune formulas/ --cutoff 5s --budget 1h --runs 2 --jobs 2 --out tuned
  adumbra tune formulas/ --cost conflicts --cutoff 10000 --evaluations 500
  adumbra tune --train a/ --test b/ --only restart,restart-interval --fix phase=true
  adumbra tune formulas/ --tool minisat.toml --params minisat.params
  adumbra tune … --out tuned --resume                 goes on after a kill
  adumbra tune report tuned                           makes the report again
  adumbra solve query.smt2 --config tuned/tuned.conf  uses what was found

Exit codes: 0 done, 1 there were wrong answers, 2 something that was given is wrong, 3 it cannot go on, 130 interrupted.";

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Makes the report of a tuning again, also of one that is not finished
    Report(Report),
}

/// Which tuning to report on.
#[derive(Debug, clap::Args)]
struct Report {
    /// The directory of the tuning
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// What to tune.
#[derive(Debug, clap::Args)]
struct Arguments {
    /// Tasks, as for bench; half of each family is for training, half for testing
    #[arg(value_name = "SET", required_unless_present_all = ["train", "test"], conflicts_with_all = ["train", "test"])]
    sets: Vec<PathBuf>,
    /// Tasks for training
    #[arg(long, value_name = "SET", requires = "test")]
    train: Vec<PathBuf>,
    /// Tasks for testing
    #[arg(long, value_name = "SET", requires = "train")]
    test: Vec<PathBuf>,
    /// The tool, as for bench: the name or the file of its description, a configuration, an
    /// executable
    #[arg(long, value_name = "NAME[:CONFIG][=EXECUTABLE]", default_value = "adumbra-solve")]
    tool: String,
    /// An option that all configurations have
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// The parameters, in the format of ParamILS [default: the options of our own tools]
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// Change these parameters only
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Give a parameter a value that is not changed (may be given several times)
    #[arg(long, value_name = "NAME=VALUE")]
    fix: Vec<String>,
    /// Begin with this configuration: a name or a file of `name = value` lines
    #[arg(long, value_name = "CONFIG")]
    start: Option<String>,
    /// What is counted: cpu, wall, or a number that the tool says itself, such as conflicts
    #[arg(long, value_name = "WHAT", default_value = "cpu")]
    cost: String,
    /// What a run may cost: a time, or a number where such are counted
    #[arg(long, value_name = "COST", required = true)]
    cutoff: Option<String>,
    /// A run without an answer counts as this many cutoffs
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = at_least_one)]
    penalty: f64,
    /// Time for the search on the clock, all starts together
    #[arg(long, value_name = "TIME", value_parser = units::seconds)]
    budget: Option<f64>,
    /// Processor time of the runs that a search asks for
    #[arg(long, value_name = "TIME", value_parser = units::seconds)]
    cpu_budget: Option<f64>,
    /// How many runs a search may ask for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    evaluations: Option<u64>,
    /// Independent searches, with seeds one after the other; the best of them counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Runs of the tool at a time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    jobs: u32,
    /// The seed of the split and of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How configurations are compared: focused, or basic[:N] with N runs each [N: the training
    /// set]
    #[arg(long, value_name = "NAME", default_value = "focused", value_parser = algorithm)]
    algorithm: Algorithm,
    /// When runs are stopped early: none, preserving (no decision changes), or aggressive[:FACTOR]
    #[arg(long, value_name = "NAME", default_value = "aggressive", value_parser = capping)]
    capping: Capping,
    /// Random configurations that are tried at first
    #[arg(long, value_name = "N", default_value_t = 10)]
    initial: usize,
    /// Parameters that a perturbation changes
    #[arg(long, value_name = "N", default_value_t = 3)]
    perturbation: usize,
    /// How likely a step is followed by a new beginning
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = share)]
    restart: f64,
    /// Seeds that the tool gets for each task; more than one for tools that are not deterministic
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: u64,
    /// Measure so many random configurations on the test set too, to compare with
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Where everything is written
    #[arg(long, value_name = "DIR", default_value = "tuning")]
    out: PathBuf,
    /// Go on with what was interrupted
    #[arg(long)]
    resume: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Processor time of a run where something else is counted
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::seconds, help_heading = "Limits of a run")]
    cpu: f64,
    /// Time of a run on the clock [default: twice the processor time and 10 s]
    #[arg(long, value_name = "TIME", value_parser = units::seconds, help_heading = "Limits of a run")]
    wall: Option<f64>,
    /// Memory of a run, all its processes together
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = units::bytes, help_heading = "Limits of a run")]
    memory: u64,
    /// Processor cores of a run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = "Limits of a run")]
    cores: u32,
    /// How use is accounted for
    #[arg(long, value_name = "WAY", default_value = "auto", help_heading = "Limits of a run")]
    accounting: Choice,
    /// Only this property (may be given several times)
    #[arg(long = "property", value_name = "NAME", help_heading = "Tasks")]
    properties: Vec<String>,
    /// Only tasks with a name like this (may be given several times)
    #[arg(long = "filter", value_name = "GLOB", help_heading = "Tasks")]
    filters: Vec<String>,
    /// No task with a name like this (may be given several times)
    #[arg(long = "exclude", value_name = "GLOB", help_heading = "Tasks")]
    excludes: Vec<String>,
    /// At most so many tasks, evenly spread
    #[arg(long, value_name = "N", help_heading = "Tasks")]
    limit: Option<usize>,
    #[command(flatten)]
    cluster: cluster::Options,
}

fn algorithm(text: &str) -> Result<Algorithm, String> {
    match text.split_once(':') {
        None if text == "focused" => Ok(Algorithm::Focused),
        None if text == "basic" => Ok(Algorithm::Basic(usize::MAX)),
        Some(("basic", runs)) => match runs.parse() {
            Ok(runs) if runs > 0 => Ok(Algorithm::Basic(runs)),
            _ => Err(format!("`{runs}` is no number of runs")),
        },
        _ => Err("focused, basic or basic:N is expected".into()),
    }
}

fn capping(text: &str) -> Result<Capping, String> {
    match text.split_once(':') {
        None if text == "none" => Ok(Capping::None),
        None if text == "preserving" => Ok(Capping::Preserving),
        None if text == "aggressive" => Ok(Capping::Aggressive(2.0)),
        Some(("aggressive", factor)) => at_least_one(factor).map(Capping::Aggressive),
        _ => Err("none, preserving, aggressive or aggressive:FACTOR is expected".into()),
    }
}

fn at_least_one(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|n| n.is_finite() && *n >= 1.0).ok_or_else(|| "a number of at least 1 is needed".into())
}

fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|n| (0.0..=1.0).contains(n)).ok_or_else(|| "a number between 0 and 1 is needed".into())
}

/// What is known of our own tools, which this crate does not know.
pub struct Own<'a> {
    /// The options of a tool with a configuration, for files with these endings; `None` if the tool
    /// is not ours.
    #[allow(clippy::type_complexity, reason = "it is said in words")]
    pub known: &'a dyn Fn(&str, Option<&str>, &[&str]) -> Option<Result<Known, String>>,
    /// The text of a named configuration of a tool.
    #[allow(clippy::type_complexity, reason = "it is said in words")]
    pub configuration: &'a dyn Fn(&str, &str) -> Option<Result<String, String>>,
}

/// Does what the command line says. `words` are those that make this executable a bench, such as
/// `bench`.
pub fn execute(tune: Tune, words: &[&str], own: &Own<'_>) -> ExitCode {
    let done = match tune.command {
        Some(Command::Report(report)) => show::again(&report.directory),
        None => run::run(&tune.run, words, own),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(stop) => {
            eprintln!("error: {}", stop.message);
            ExitCode::from(stop.code)
        }
    }
}
