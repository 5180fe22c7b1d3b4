//! `adumbra bench report`: tables and plots of stored results.

use super::{SUCCESS, Stop};
use crate::report::data::{Cell, Data};
use crate::report::write::write;
use crate::report::{Analysis, Noise, csv, histogram, html, json, quantile, scatter, tables, text};
use crate::score::Scheme;
use crate::store::Store;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Report {
    /// Stores of results; several are read together
    #[arg(required = true, value_name = "STORE")]
    stores: Vec<PathBuf>,
    /// Only these columns, in this order
    #[arg(long, value_name = "NAME,…")]
    columns: Vec<String>,
    /// Only these categories
    #[arg(long, value_name = "NAME,…")]
    categories: Vec<String>,
    /// How to score: sv-comp, sv-comp-2015, solved, par-2, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "sv-comp")]
    score: String,
    /// Give every category the same say in the total score
    #[arg(long)]
    normalise: bool,
    /// A page with tables, plots and all results
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Every result as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The table as comma-separated values
    #[arg(long, value_name = "FILE")]
    table_csv: Option<PathBuf>,
    /// The data of the quantile plots as comma-separated values
    #[arg(long, value_name = "FILE")]
    quantile_csv: Option<PathBuf>,
    /// Everything as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The tables as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// The plots, into this directory
    #[arg(long, value_name = "DIRECTORY")]
    svg: Option<PathBuf>,
    /// Two columns to draw against each other, instead of the usual ones; may be given more than
    /// once
    #[arg(long, value_name = "A,B")]
    scatter: Vec<String>,
    /// Draw only tasks that each column solved or ran out of time on
    #[arg(long)]
    scatter_valid: bool,
    /// Count and draw the tasks by a number that tools counted, such as refinements; may be given
    /// more than once
    #[arg(long, value_name = "VALUE")]
    histogram: Vec<String>,
    /// A time differs if the longer one is at least this many times the shorter one
    #[arg(long, value_name = "FACTOR", default_value_t = Noise::default().factor, value_parser = super::compare::at_least_one)]
    noise_factor: f64,
    /// A time differs if it does by at least so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Noise::default().seconds, value_parser = super::compare::not_negative)]
    noise_seconds: f64,
    /// A category of tasks with nothing to do: the time that tools need on them is taken off in the
    /// table of ratios
    #[arg(long, value_name = "CATEGORY")]
    start: Option<String>,
    /// Count the lines of the tasks' programs
    #[arg(long)]
    lines: bool,
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Results")]
    title: String,
}

pub(super) fn report(arguments: &Report) -> Result<u8, Stop> {
    let stores = open(&arguments.stores)?;
    let mut data = Data::load(&stores).map_err(Stop::input)?;
    if !arguments.columns.is_empty() {
        let columns = data.find_columns(&arguments.columns).map_err(Stop::input)?;
        data = data.with_columns(&columns);
    }
    if !arguments.categories.is_empty() {
        data = data.with_categories(&arguments.categories).map_err(Stop::input)?;
    }
    let mut scheme = Scheme::find(&arguments.score).map_err(Stop::input)?;
    scheme.normalise |= arguments.normalise;
    if scheme.penalised_time.is_some_and(|rule| rule.limit.is_none()) && data.limit().is_none() {
        let message = format!("the score `{}` needs a time limit, and the columns ran without", scheme.name);
        return Err(Stop::input(message));
    }
    let noise = Noise { factor: arguments.noise_factor, seconds: arguments.noise_seconds };
    let start = arguments.start.as_ref().map(|name| data.find_category(name)).transpose().map_err(Stop::input)?;
    let analysis = Analysis::new(&data, &scheme, noise).with_start(start);
    let pairs = match arguments.scatter.is_empty() {
        true => analysis.worthwhile_pairs(),
        false => arguments.scatter.iter().map(|pair| two(&data, pair)).collect::<Result<_, _>>()?,
    };

    let lines: Vec<Option<u64>> = match arguments.lines {
        true => data.tasks.iter().map(|task| count_lines(&task.files)).collect(),
        false => vec![None; data.tasks.len()],
    };
    let set = tables::task_set(&data, &lines);
    let mut shown = text::printed(&analysis);
    if arguments.lines {
        shown.push(set.clone());
    }
    let known = data.values();
    if let Some(name) = arguments.histogram.iter().find(|name| !known.contains(name)) {
        return Err(Stop::input(format!("--histogram {name}: no tool counted it; counted are {}", known.join(", "))));
    }
    shown.extend(arguments.histogram.iter().map(|name| tables::by_value(&analysis, name)));

    // Everything is made before anything is written.
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    if let Some(path) = &arguments.html {
        let output = |cell: &Cell| {
            let source = cell.source?;
            stores.get(source.store)?.output(source.column, source.task).ok().flatten()
        };
        let options = html::Options {
            title: &arguments.title,
            pairs: &pairs,
            valid_only: arguments.scatter_valid,
            output: &output,
            output_budget: html::OUTPUT_BUDGET,
            task_set: set,
        };
        files.push((path.clone(), html::page(&analysis, &options)));
    }
    let mut add = |path: &Option<PathBuf>, content: &dyn Fn() -> String| {
        files.extend(path.as_ref().map(|path| (path.clone(), content())));
    };
    add(&arguments.csv, &|| csv::results(&analysis));
    add(&arguments.table_csv, &|| csv::tables(&analysis));
    add(&arguments.quantile_csv, &|| csv::quantiles(&analysis));
    add(&arguments.json, &|| format!("{:#}\n", json::document(&analysis)));
    add(&arguments.markdown, &|| text::markdown(&analysis, &shown));
    if let Some(directory) = &arguments.svg {
        std::fs::create_dir_all(directory).map_err(|e| Stop::input(format!("{}: {e}", directory.display())))?;
        let mut plots = vec![("quantile".to_owned(), quantile::solved(&analysis, true))];
        plots.extend(quantile::scored(&analysis, true).map(|svg| ("quantile-score".to_owned(), svg)));
        plots.push(("histogram".into(), histogram::plot(&analysis, true)));
        for name in &arguments.histogram {
            let file = format!("histogram-{}", name.replace(|c: char| !c.is_alphanumeric(), "_"));
            plots.push((file, histogram::plot_of(&analysis, name, true)));
        }
        for (a, b) in &pairs {
            let name = format!("scatter-{}-{}", file_name(&data, *a), file_name(&data, *b));
            plots.push((name, scatter::plot(&analysis, *a, *b, arguments.scatter_valid, true)));
        }
        files.extend(plots.into_iter().map(|(name, svg)| (directory.join(name + ".svg"), svg)));
    }
    if files.is_empty() {
        files.push((PathBuf::from("-"), text::report(&analysis, &shown)));
    }
    for (path, content) in &files {
        write(path, content).map_err(Stop::input)?;
    }
    Ok(SUCCESS)
}

/// Opens stores that exist.
pub(super) fn open(paths: &[PathBuf]) -> Result<Vec<Store>, Stop> {
    paths.iter().map(|path| Store::read(path).map_err(Stop::input)).collect()
}

/// Two columns between a comma; their names may have commas themselves.
fn two(data: &Data, text: &str) -> Result<(usize, usize), Stop> {
    let split = text.match_indices(',').find_map(|(at, _)| {
        let (a, b) = (data.find_column(text[..at].trim()), data.find_column(text[at + 1..].trim()));
        Some((a.ok()?, b.ok()?))
    });
    split.ok_or_else(|| {
        let names: Vec<_> = data.columns.iter().map(|shown| format!("`{}`", shown.name)).collect();
        Stop::input(format!("--scatter {text}: not two columns between a comma; there are {}", names.join(", ")))
    })
}

/// A name for a file; the number of the column makes it unique.
fn file_name(data: &Data, column: usize) -> String {
    let name = &data.columns[column].name;
    let kept: String = name
        .chars()
        .take(40)
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c.to_ascii_lowercase() } else { '_' })
        .collect();
    let same = data.columns.iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count();
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || " -".contains(c)) && name.len() <= 40 && same == 1;
    if plain { kept } else { format!("{kept}_{}", column + 1) }
}

/// The lines of the files of a task, if all can be read.
fn count_lines(files: &[PathBuf]) -> Option<u64> {
    let lines = |path: &Path| std::fs::read(path).ok().map(|text| text.iter().filter(|byte| **byte == b'\n').count());
    files.iter().map(|path| lines(path).map(|lines| lines as u64)).sum::<Option<u64>>().filter(|_| !files.is_empty())
}
