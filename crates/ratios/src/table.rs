//! Measuring, comparing answers, and the table.

use crate::TableArguments;
use crate::families::{self, Family, Instance};
use crate::tools::{self, Present, Tool};
use serde::Serialize;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct Run<'a> {
    family: &'a str,
    instance: &'a str,
    tool: &'a str,
    cpu_seconds: f64,
    answers: &'a [String],
    timed_out: bool,
    solved: bool,
}

struct Measured {
    cpu: f64,
    answers: Vec<String>,
    timed_out: bool,
    solved: bool,
}

#[derive(Default, Clone)]
struct Sum {
    ours: f64,
    theirs: f64,
    solved: usize,
    timeouts: usize,
    count: usize,
}

/// Measures the families; false when answers differ.
pub fn run(arguments: &TableArguments) -> Result<bool, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let mut all = families::all(arguments.quick);
    if let Some(path) = &arguments.bitwuzla_regressions {
        all.extend(families::directory(path)?);
    }
    let sat_tools = tools::present(&Tool::SAT, arguments, directory.path())?;
    let smt_tools = tools::present(&Tool::SMT, arguments, directory.path())?;
    for present in sat_tools.iter().chain(&smt_tools) {
        println!("{:10} starts in {:.4} s", present.tool.name(), present.start);
    }
    println!(
        "{:22} {:>9} {:>9} {:>17} {:>9} {:>7} {:>12} {:>8}",
        "family", "instances", "ours [s]", "rival", "[s]", "ratio", "solved", "timeouts"
    );
    let mut agree = true;
    let mut totals: Vec<(Tool, bool, Sum)> = Vec::new();
    for family in all {
        if arguments.only.as_ref().is_some_and(|only| !family.name.contains(only.as_str())) {
            continue;
        }
        let tools = if family.is_cnf { &sat_tools } else { &smt_tools };
        let sums = measure(&family, tools, arguments, directory.path(), &mut agree)?;
        for (present, sum) in tools.iter().zip(&sums) {
            print_row(&family.name, present.tool, sum, &sums[0]);
            if present.tool != Tool::Ours {
                match totals.iter_mut().find(|(tool, cnf, _)| *tool == present.tool && *cnf == family.is_cnf) {
                    Some((_, _, total)) => {
                        total.ours += sum.ours;
                        total.theirs += sum.theirs;
                        total.count += sum.count;
                        total.solved += sum.solved;
                        total.timeouts += sum.timeouts;
                    }
                    None => totals.push((present.tool, family.is_cnf, sum.clone())),
                }
            }
        }
    }
    for (tool, _, sum) in &totals {
        print_row("total", *tool, sum, sum);
    }
    Ok(agree)
}

fn print_row(family: &str, tool: Tool, sum: &Sum, ours: &Sum) {
    if tool == Tool::Ours {
        println!(
            "{family:22} {:>9} {:>9.3} {:>17} {:>9} {:>7} {:>5} of {:>4} {:>8}",
            sum.count, sum.ours, "", "", "", sum.solved, ours.count, sum.timeouts
        );
    } else {
        let ratio = sum.ours / sum.theirs.max(1e-6);
        println!(
            "{family:22} {:>9} {:>9.3} {:>17} {:>9.3} {ratio:>7.2} {:>5} of {:>4} {:>8}",
            sum.count,
            sum.ours,
            tool.name(),
            sum.theirs,
            sum.solved,
            sum.count,
            sum.timeouts
        );
    }
}

fn measure(
    family: &Family,
    tools: &[Present],
    arguments: &TableArguments,
    directory: &Path,
    agree: &mut bool,
) -> Result<Vec<Sum>, Box<dyn Error>> {
    let mut json = match &arguments.json {
        Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
        None => None,
    };
    let mut sums = vec![Sum::default(); tools.len()];
    let mut unread = 0;
    for instance in &family.instances {
        let file = path_of(instance, directory, family.is_cnf)?;
        let mut runs: Vec<Measured> = Vec::new();
        for present in tools {
            let outcome = present.tool.run(&file, arguments)?;
            // After an error a solver goes on without what it did not understand: its answers are to another question.
            let confused = present.tool != Tool::Ours && outcome.output.contains("(error");
            let answers = if confused { Vec::new() } else { tools::answers(&outcome.output) };
            let complete = answers.len() == instance.queries.unwrap_or(answers.len().max(1));
            let solved = !outcome.timed_out && complete && answers.iter().all(|answer| answer != "unknown");
            let cpu = if outcome.timed_out { arguments.limit as f64 } else { outcome.cpu };
            let cpu = (cpu - present.start).max(0.0);
            runs.push(Measured { cpu, answers, timed_out: outcome.timed_out, solved });
        }
        *agree &= compare(family, instance, tools, &runs);
        if runs[0].answers.is_empty() && !runs[0].timed_out {
            unread += 1;
            continue;
        }
        for ((present, run), sum) in tools.iter().zip(&runs).zip(&mut sums) {
            if let Some(json) = &mut json {
                let line = Run {
                    family: &family.name,
                    instance: &instance.name,
                    tool: present.tool.name(),
                    cpu_seconds: run.cpu,
                    answers: if run.answers.len() > 10 { &[] } else { &run.answers },
                    timed_out: run.timed_out,
                    solved: run.solved,
                };
                writeln!(json, "{}", serde_json::to_string(&line)?)?;
            }
            // What a rival cannot read says nothing about its speed.
            if run.solved || run.timed_out || present.tool == Tool::Ours {
                sum.count += 1;
                sum.ours += runs[0].cpu;
                sum.theirs += run.cpu;
                sum.solved += usize::from(run.solved);
                sum.timeouts += usize::from(run.timed_out);
            }
        }
        if arguments.verbose {
            let times: Vec<String> = tools
                .iter()
                .zip(&runs)
                .map(|(p, r)| format!("{} {:.3}{}", p.tool.name(), r.cpu, if r.solved { "" } else { "!" }))
                .collect();
            eprintln!("{}/{}: {}", family.name, instance.name, times.join(", "));
        }
    }
    if unread > 0 {
        println!("{:22} {unread:>9} without a query that is read, not counted", family.name);
    }
    Ok(sums)
}

fn path_of(instance: &Instance, directory: &Path, cnf: bool) -> Result<PathBuf, Box<dyn Error>> {
    if let Some(path) = &instance.path {
        return Ok(path.clone());
    }
    let path = directory.join(if cnf { "instance.cnf" } else { "instance.smt2" });
    std::fs::write(&path, &instance.text)?;
    Ok(path)
}

/// Says when two solvers, or a solver and what is known, give different answers.
fn compare(family: &Family, instance: &Instance, tools: &[Present], runs: &[Measured]) -> bool {
    let mut agree = true;
    let mut say = |text: String| {
        eprintln!("DISAGREEMENT on {}/{}: {text}", family.name, instance.name);
        agree = false;
    };
    for (present, run) in tools.iter().zip(runs) {
        for (query, answer) in run.answers.iter().enumerate() {
            if answer == "unknown" {
                continue;
            }
            let ours = runs[0].answers.get(query).filter(|ours| *ours != "unknown");
            if let Some(ours) = ours.filter(|ours| *ours != answer) {
                say(format!("query {query}: adumbra {ours}, {} {answer}", present.tool.name()));
            }
            let status = instance.status.get(query).filter(|status| *status != "unknown");
            if let Some(status) = status.filter(|status| *status != answer) {
                say(format!("query {query}: stated {status}, {} {answer}", present.tool.name()));
            }
        }
    }
    agree
}
