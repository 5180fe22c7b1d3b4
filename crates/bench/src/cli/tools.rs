//! `adumbra bench tools`: which tools are described, which of them are installed, and whether the
//! descriptions work.

use super::{SUCCESS, Stop, WORSE};
use crate::model::Class;
use crate::tool::{self, Kind, Request, Tool, check};
use std::time::Duration;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Tools {
    /// Only these: NAME, FILE.toml, NAME=EXECUTABLE or NAME:CONFIGURATION [default: all that are
    /// shipped]
    #[arg(value_name = "TOOL")]
    tools: Vec<String>,
    /// Print descriptions, for example to change one and give it as a file
    #[arg(long, conflicts_with = "check")]
    show: bool,
    /// Run those that are installed on small programs and formulas, and say whether their answers
    /// are understood
    #[arg(long)]
    check: bool,
    /// With --check: seconds for each program or formula
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,
}

pub(super) fn tools(tools: &Tools) -> Result<u8, Stop> {
    let shipped = || tool::SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let asked: Vec<String> = if tools.tools.is_empty() { shipped() } else { tools.tools.clone() };
    let requests: Vec<Request> = asked.iter().map(|written| Request::parse(written)).collect();
    // What is wrong with any description is said before anything runs.
    let mut wrong = Vec::new();
    let mut descriptions = Vec::new();
    for request in &requests {
        match tool::load(&request.name) {
            Ok(description) => descriptions.push(description),
            Err(cause) => wrong.push(cause.to_string()),
        }
    }
    if !wrong.is_empty() {
        return Err(Stop::input(wrong.join("\nerror: ")));
    }
    if tools.show {
        descriptions.iter().for_each(|description| print!("{}", description.text));
        return Ok(SUCCESS);
    }
    let resolved: Vec<Result<Tool, tool::ToolError>> = requests.iter().map(Request::resolve).collect();
    if tools.check {
        return Ok(check_all(&resolved, !tools.tools.is_empty(), Duration::from_secs(tools.time)));
    }
    let mut rows = vec![["tool", "kind", "version", "what it is", "executable"].map(str::to_owned).to_vec()];
    for (description, tool) in descriptions.iter().zip(&resolved) {
        let (version, place) = match tool {
            Ok(tool) => (tool.version().unwrap_or_else(|_| "not said".into()), tool.executable.display().to_string()),
            Err(tool::ToolError::NotInstalled { .. }) => {
                ("-".into(), format!("not installed ({})", description.install))
            }
            Err(cause) => ("-".into(), cause.to_string()),
        };
        let kind = match description.kind {
            Kind::Verifier => "verifier",
            Kind::Solver => "solver",
        };
        rows.push(vec![description.name.clone(), kind.into(), version, description.about.clone(), place]);
    }
    print!("{}", table(&rows));
    Ok(SUCCESS)
}

/// Tries out all tools that are there. One that was named and is not there is bad as well.
fn check_all(tools: &[Result<Tool, tool::ToolError>], named: bool, limit: Duration) -> u8 {
    let mut code = SUCCESS;
    for tool in tools {
        let tool = match tool {
            Ok(tool) => tool,
            Err(cause) => {
                if named {
                    eprintln!("error: {cause}");
                    code = WORSE;
                }
                continue;
            }
        };
        match tool.version() {
            Ok(version) => println!("{} {version}", tool.title()),
            Err(cause) => {
                println!("{}: {cause}", tool.title());
                code = WORSE;
            }
        }
        let tried = match check::check(tool, limit) {
            Ok(tried) => tried,
            Err(cause) => {
                println!("  {cause}");
                code = WORSE;
                continue;
            }
        };
        for sample in &tried {
            let judgement = match (sample.class(), sample.is_good()) {
                (Class::Unknown, true) => "understood",
                (Class::Unknown, false) => "NOT UNDERSTOOD",
                (_, true) => "right",
                (_, false) => "WRONG",
            };
            println!("  {judgement:14} {:32} {} (expected {})", sample.sample, sample.answer, sample.expected);
            if !sample.is_good() {
                code = WORSE;
                println!("    {}", sample.command.join(" "));
                sample
                    .output
                    .lines()
                    .rev()
                    .take(10)
                    .collect::<Vec<_>>()
                    .iter()
                    .rev()
                    .for_each(|l| println!("    | {l}"));
            }
        }
        if !tried.iter().any(|sample| sample.class().is_correct()) {
            println!("  no verdict on any of these");
            code = WORSE;
        }
    }
    code
}

/// Columns as wide as they need to be; the last one is left as it is.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
