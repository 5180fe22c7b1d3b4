//! `adumbra-tasks`: configurations on all tasks of a folder, as a table; `scripts/tasks` calls it.

use adumbra_stop::SECOND;
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_tasks::compare::{Answered, Findings, unknown};
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::{Loaded, counted};
use adumbra_tasks::record::{self, Record};
use adumbra_tasks::{WORK, in_large_stack};
use clap::Parser;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Runs configurations on all tasks of a folder and prints a table: proved, refuted, wrong, unknown
/// by reason, time.
///
/// Each task is loaded once. Fails on a wrong verdict, on two configurations that contradict each
/// other, and, where the folder has a record of unknowns, on a verdict that became unknown.
#[derive(Parser)]
#[command(name = "scripts/tasks")]
struct Arguments {
    /// Only tasks whose label contains one of these, such as `heap/` or `no-overflow`
    patterns: Vec<String>,
    /// The folder of the tasks, such as tasks/recursion; tasks/verify if none is named
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Only this configuration; repeat it for several
    #[arg(long, value_name = "NAME")]
    config: Vec<String>,
    /// The work that a configuration may do for a task, such as 500ms or 5s
    #[arg(long, value_parser = work)]
    work: Option<u64>,
    /// Tasks at a time
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Also print every task with its verdict and time
    #[arg(long)]
    list: bool,
    /// Write the unknowns to `unknown` in the folder as the expected ones; takes all tasks
    #[arg(long, conflicts_with_all = ["patterns", "work"])]
    record: bool,
    /// Also write every answer with what was counted on the way, to compare two versions with
    /// `diff`
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
}

fn work(text: &str) -> Result<u64, String> {
    configuration::work(text).ok_or_else(|| "an amount of work such as 500ms or 5s".into())
}

/// A verdict and how long it took.
struct Timed {
    verdict: String,
    /// Who answered, and what was counted.
    counts: String,
    time: Duration,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let configurations: Result<Vec<Configuration>, _> = match arguments.config.is_empty() {
        true => Ok(configuration::shipped().collect()),
        false => arguments.config.iter().map(|name| configuration::find(name)).collect(),
    };
    let configurations = match configurations {
        Ok(configurations) => configurations,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(1);
        }
    };
    let wanted = |label: &Label| {
        arguments.patterns.is_empty() || arguments.patterns.iter().any(|pattern| label.name.contains(pattern))
    };
    let folder = arguments.folder.clone().unwrap_or_else(label::folder);
    if !folder.is_dir() {
        eprintln!("error: {} is no folder", folder.display());
        return ExitCode::from(1);
    }
    let labels: Vec<Label> = label::below(&folder).into_iter().filter(wanted).collect();
    // A record that is being written is not compared with, nor one that there is not.
    let is_recorded = !arguments.record && record::records(&folder).is_dir();
    let jobs = arguments.jobs.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let work = arguments.work.unwrap_or(WORK);
    eprintln!(
        "{} labels, {} configurations, {:.3} s of work each, {jobs} at a time",
        labels.len(),
        configurations.len(),
        work as f64 / SECOND as f64
    );
    let (results, broken) = run(&labels, &configurations, work, jobs);
    let mut findings = Findings { wrong: broken };
    println!(
        "{:<24}{:>7}{:>7}{:>7}{:>7}{:>9}{:>11}",
        "configuration", "tasks", "true", "false", "wrong", "unknown", "time"
    );
    let mut all = Vec::new();
    for (place, configuration) in configurations.iter().enumerate() {
        let of: Vec<(&Label, &Timed)> =
            labels.iter().zip(&results).filter_map(|(label, row)| Some((label, row.get(place)?))).collect();
        print_row(&configuration.name, &of, arguments.list);
        let expected = match is_recorded {
            true => record::read_below(&folder, &configuration.name),
            false => Record::new(),
        };
        let mut unknowns = Record::new();
        for (label, timed) in of {
            let verdict = timed.verdict.clone();
            if let Some(reason) = unknown(&verdict).filter(|_| !label.is_open()) {
                unknowns.insert(label.name.clone(), reason.to_owned());
            }
            let answer = Answered { label, configuration: &configuration.name, verdict };
            if is_recorded || unknown(&answer.verdict).is_none() {
                findings.compare(&answer, &expected);
            }
            all.push(answer);
        }
        if arguments.record
            && let Err(error) = record::write(&folder, &configuration.name, &unknowns)
        {
            findings.wrong.push(format!("the record of {} is not written: {error}", configuration.name));
        }
    }
    findings.contradictions(&all);
    if let Some(file) = &arguments.counts
        && let Err(error) = std::fs::write(file, all_counts(&labels, &configurations, &results))
    {
        findings.wrong.push(format!("{} is not written: {error}", file.display()));
    }
    for wrong in &findings.wrong {
        println!("WRONG: {wrong}");
    }
    if findings.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// All answers, a row a label; and what could not be loaded.
fn run(labels: &[Label], configurations: &[Configuration], work: u64, jobs: usize) -> (Vec<Vec<Timed>>, Vec<String>) {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Vec<Timed>>> = Mutex::new(labels.iter().map(|_| Vec::new()).collect());
    let broken = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                in_large_stack(|| {
                    while let index = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(label) = labels.get(index)
                    {
                        match Loaded::new(label) {
                            Ok(task) => {
                                let row = configurations.iter().map(|configuration| {
                                    let clock = Instant::now();
                                    let verified = task.verified(configuration, work);
                                    let verdict = verified.verdict.answer.to_string();
                                    let counts = counted(&verified).into_iter();
                                    let counts = counts.map(|(name, value)| format!("{name} = {value}"));
                                    let counts = format!(
                                        "{}; {}",
                                        verified.configuration,
                                        counts.collect::<Vec<_>>().join("; ")
                                    );
                                    Timed { verdict, counts, time: clock.elapsed() }
                                });
                                let row: Vec<Timed> = row.collect();
                                rows.lock().expect("no thread panics here")[index] = row;
                            }
                            Err(why) => broken.lock().expect("no thread panics here").push(why),
                        }
                    }
                });
            });
        }
    });
    (rows.into_inner().expect("no thread panics here"), broken.into_inner().expect("no thread panics here"))
}

/// All answers with what was counted, one a line.
fn all_counts(labels: &[Label], configurations: &[Configuration], results: &[Vec<Timed>]) -> String {
    let mut text = String::new();
    for (label, row) in labels.iter().zip(results) {
        for (configuration, answer) in configurations.iter().zip(row) {
            text += &format!("{} | {} | {} | {}\n", label.name, configuration.name, answer.verdict, answer.counts);
        }
    }
    text
}

/// One configuration: its line of the table, why verdicts are unknown, and each verdict if that is
/// wanted.
fn print_row(configuration: &str, results: &[(&Label, &Timed)], list: bool) {
    let count = |fits: &dyn Fn(&Label, &str) -> bool| results.iter().filter(|(l, a)| fits(l, &a.verdict)).count();
    let proved = count(&|l, v| v == l.verdict && v == "TRUE");
    let refuted = count(&|l, v| v == l.verdict && v != "TRUE");
    let wrong = count(&|l, v| v != l.verdict && unknown(v).is_none());
    let open = count(&|_, v| unknown(v).is_some());
    let time: Duration = results.iter().map(|(_, a)| a.time).sum();
    let tasks = results.len();
    println!("{configuration:<24}{tasks:>7}{proved:>7}{refuted:>7}{wrong:>7}{open:>9}{:>9.1} s", time.as_secs_f64());
    if list {
        for (label, answer) in results {
            println!("  {:<60} {:<26} {:>6.2} s", label.name, answer.verdict, answer.time.as_secs_f64());
        }
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in results.iter().filter_map(|(_, a)| unknown(&a.verdict)) {
        *reasons.entry(reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let reasons: Vec<String> = reasons.into_iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        println!("  unknown: {}", reasons.join(", "));
    }
}
