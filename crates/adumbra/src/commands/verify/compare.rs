//! `adumbra compare`: several configurations on one task, one after the other, with their state
//! spaces side by side.

use super::host::{Loading, VerifyHost};
use super::{settings, stopped, tidy};
use crate::answer::last_line;
use crate::arguments::{ExternalsArg, LoadArgs};
use crate::cancel::Cancel;
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use crate::pixels::PixelArgs;
use crate::{pixels, whole_file};
use adumbra_engine::levels;
use adumbra_frontend::load;
use adumbra_judges::Answer;
use adumbra_program::Property;
use adumbra_report::pixel::Picture;
use adumbra_strategies::{Request, Verified, verify};
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What `adumbra compare` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    #[command(flatten)]
    load: LoadArgs,
    /// The configurations to compare: names or files; several, or several times
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',', required = true)]
    config: Vec<String>,
    /// Set an option of the analyses, in all configurations
    #[arg(long, value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// What functions without a definition do besides returning any value
    #[arg(long, value_enum, default_value_t = ExternalsArg::Pure)]
    externals: ExternalsArg,
    /// Write the states that each reached as pictures side by side, a line a level
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pixel_tree: Option<PathBuf>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pixels: PixelArgs,
}

const EXAMPLES: &str = "\
Each configuration has its turn, with an equal share of the time that --timeout leaves. The result is a table:
verdict, states, levels and seconds of each.

Examples:
  adumbra compare task.c --config value,interval,predicate
  adumbra compare task.c --config value --config paths --pixel-tree both.svg --timeout 60
  adumbra compare task.c --config value,predicate --json";

/// Runs the command.
pub fn run(arguments: &CompareArgs, context: &Context) -> Result<Exit, Failure> {
    arguments.pixel_tree.as_deref().map(pixels::format).transpose()?;
    whole_file::refuse([("--pixel-tree", arguments.pixel_tree.as_deref())])?;
    let mut configurations = Vec::new();
    for name in &arguments.config {
        configurations.push(settings::configuration(name, &arguments.set)?);
    }
    let cancel = Cancel::watching(context.limits.memory)
        .map_err(|e| Failure::new(Exit::Internal, format!("signals cannot be watched: {e}")))?;
    let mut load_options = arguments.load.options_of_verdict(Property::unspecified())?;
    load_options.calls_as_written = load_options.normalised.is_some();
    let loading = Loading::begins();
    let loaded = load(&load_options);
    drop(loading);
    let loaded = loaded?;
    let program = Arc::clone(loaded.program());
    let host = VerifyHost::new(loaded, None, arguments.externals.into(), context.stop(&cancel, Duration::ZERO));
    let task = pixels::task(&arguments.load.files);
    let mut compared: Vec<Compared> = Vec::new();
    for (index, configuration) in configurations.iter().enumerate() {
        let started = Instant::now();
        let left = (configurations.len() - index) as u32;
        let deadline = context.deadline.map(|d| started + d.saturating_duration_since(started).mul_f64(0.95) / left);
        let request = Request {
            externals: arguments.externals.into(),
            stop: context.stop(&cancel, Duration::ZERO).by(deadline),
            memory: cancel.memory(),
            levels: true,
            ..Request::new(configuration.clone())
        };
        let mut verified = verify(&program, &request, &host);
        if let Answer::Unknown(reasons) = &mut verified.verdict.answer {
            tidy(reasons, stopped(&cancel, deadline));
        }
        compared.push(Compared { asked: configuration.name.clone(), verified, elapsed: started.elapsed() });
    }
    host.finish();
    settings::print(&if arguments.json { json(&task, &compared) } else { table(&compared) })?;
    if let Some(file) = &arguments.pixel_tree {
        let pictures: Vec<Picture> = compared.iter().map(|c| c.picture(&task)).collect();
        pixels::save(file, &pictures, &arguments.pixels.options())?;
    }
    let any = |wanted: fn(&Answer) -> bool| compared.iter().any(|c| wanted(&c.verified.verdict.answer));
    if any(|a| matches!(a, Answer::True(_))) && any(|a| matches!(a, Answer::False(_))) {
        return Err(Failure::new(Exit::Internal, "one configuration proves what another refutes; please report it"));
    }
    Ok(Exit::Success)
}

/// What a configuration did.
struct Compared {
    /// The configuration that was asked for.
    asked: String,
    verified: Verified,
    elapsed: Duration,
}

impl Compared {
    /// What was asked, and of a portfolio who answered.
    fn name(&self) -> String {
        match &self.verified.configuration {
            answered if *answered == self.asked => self.asked.clone(),
            answered => format!("{}: {answered}", self.asked),
        }
    }

    /// What was reached; nothing where a configuration explores no states.
    fn levels(&self) -> &[Vec<levels::Kind>] {
        self.verified.levels.as_deref().unwrap_or_default()
    }

    fn seconds(&self) -> String {
        format!("{:.2}", self.elapsed.as_secs_f64())
    }

    fn picture(&self, task: &str) -> Picture {
        let answer = format!("{}, {} s", self.verified.verdict.answer, self.seconds());
        pixels::reached(self.levels(), vec![task.to_owned(), self.name(), answer])
    }
}

fn table(compared: &[Compared]) -> String {
    let mut table =
        format!("{:<24} {:<28} {:>12} {:>8} {:>9}\n", "configuration", "result", "states", "levels", "seconds");
    for one in compared {
        let (levels, answer) = (one.levels(), one.verified.verdict.answer.to_string());
        let states: usize = levels.iter().map(Vec::len).sum();
        let (name, seconds) = (one.name(), one.seconds());
        let _ = writeln!(table, "{name:<24} {answer:<28} {states:>12} {:>8} {seconds:>9}", levels.len());
    }
    table
}

/// The same for machines, with the states by what became of them and all that was counted.
fn json(task: &str, compared: &[Compared]) -> String {
    let one = |one: &Compared| {
        let answer = &one.verified.verdict.answer;
        let of = |kind| one.levels().iter().flatten().filter(|k| **k == kind).count();
        let explores = one.verified.levels.is_some();
        serde_json::json!({
            "configuration": one.asked,
            "answered": one.verified.configuration,
            "result": super::json::result(answer),
            "line": last_line(&answer.to_string()),
            "seconds": one.elapsed.as_secs_f64(),
            "levels": explores.then(|| one.levels().len()),
            "widest": explores.then(|| one.levels().iter().map(Vec::len).max().unwrap_or(0)),
            "states": explores.then(|| serde_json::json!({
                "all": one.levels().iter().map(Vec::len).sum::<usize>(),
                "explored": of(levels::Kind::Plain),
                "covered": of(levels::Kind::Covered),
                "replaced": of(levels::Kind::Replaced),
                "waiting": of(levels::Kind::Waiting),
                "targets": of(levels::Kind::Target),
            })),
            "counts": super::json::counts(&one.verified.counts),
        })
    };
    let all: Vec<_> = compared.iter().map(one).collect();
    format!("{}\n", serde_json::json!({ "task": task, "configurations": all }))
}
