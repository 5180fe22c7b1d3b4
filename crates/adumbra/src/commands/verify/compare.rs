//! `adumbra compare`: several configurations on one task, one after the other, with their state spaces side by side.

use super::host::{Loading, VerifyHost};
use super::{settings, stopped, tidy};
use crate::cancel::Cancel;
use crate::cli::{ExternalsArg, LoadArgs};
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use crate::pixels::{self, PixelArgs};
use crate::whole_file;
use adumbra_analyses::{Request, verify};
use adumbra_frontend::load;
use adumbra_program::Property;
use adumbra_report::pixel::{self, Picture};
use adumbra_verdict::Answer;
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
    #[command(flatten)]
    pixels: PixelArgs,
}

const EXAMPLES: &str = "\
Each configuration has its turn, with an equal share of the time that --timeout leaves. The result is a table:
verdict, states, levels and seconds of each.

Examples:
  adumbra compare task.c --config value,interval,predicate
  adumbra compare task.c --config value --config paths --pixel-tree both.svg --timeout 60";

/// Runs the command.
pub fn run(arguments: &CompareArgs, context: &Context) -> Result<Exit, Failure> {
    let format = arguments.pixel_tree.as_deref().map(pixels::format).transpose()?;
    let mut configurations = Vec::new();
    for name in &arguments.config {
        configurations.push(settings::configuration(name, &arguments.set)?);
    }
    let cancel = Cancel::watching(context.limits.memory)
        .map_err(|e| Failure::new(Exit::Internal, format!("signals cannot be watched: {e}")))?;
    let load_options = arguments.load.options(Property::unspecified())?;
    let loading = Loading::begins();
    let loaded = load(&load_options);
    drop(loading);
    let program = Arc::new(loaded?);
    let host = VerifyHost::new(load_options, None, arguments.externals.into(), cancel.flag(), context.deadline);
    let task = arguments.load.files[0].file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let mut table =
        format!("{:<24} {:<28} {:>12} {:>8} {:>9}\n", "configuration", "result", "states", "levels", "seconds");
    let mut pictures: Vec<Picture> = Vec::new();
    let (mut proved, mut refuted) = (false, false);
    for (index, configuration) in configurations.iter().enumerate() {
        let started = Instant::now();
        let left = (configurations.len() - index) as u32;
        let deadline = context.deadline.map(|d| started + d.saturating_duration_since(started).mul_f64(0.95) / left);
        let request = Request {
            externals: arguments.externals.into(),
            deadline,
            cancel: Some(cancel.flag()),
            levels: true,
            ..Request::new(configuration.clone())
        };
        let mut verified = verify(&program, &request, &host);
        if let Answer::Unknown(reasons) = &mut verified.verdict.answer {
            tidy(reasons, stopped(&cancel, deadline));
        }
        let answer = &verified.verdict.answer;
        proved |= matches!(answer, Answer::True(_));
        refuted |= matches!(answer, Answer::False(_));
        let elapsed: Duration = started.elapsed();
        let name = if verified.configuration == configuration.name {
            configuration.name.clone()
        } else {
            format!("{}: {}", configuration.name, verified.configuration)
        };
        let levels = verified.levels.unwrap_or_default();
        let states: usize = levels.iter().map(Vec::len).sum();
        let seconds = format!("{:.2}", elapsed.as_secs_f64());
        let _ = writeln!(table, "{name:<24} {:<28} {states:>12} {:>8} {seconds:>9}", answer.to_string(), levels.len());
        let caption = vec![task.clone(), name, format!("{answer}, {seconds} s")];
        pictures.push(pixels::reached(&levels, caption));
    }
    host.finish();
    settings::print(&table)?;
    if let (Some(file), Some(format)) = (&arguments.pixel_tree, format) {
        let bytes = pixel::draw(&pictures, &arguments.pixels.options(), format)
            .map_err(|e| Failure::new(Exit::Internal, e.to_string()))?;
        whole_file::replace(file, &bytes).map_err(|e| Failure::output(&file.display().to_string(), &e))?;
    }
    if proved && refuted {
        return Err(Failure::new(Exit::Internal, "one configuration proves what another refutes; please report it"));
    }
    Ok(Exit::Success)
}
