//! `adumbra bench compare`: what changed between two columns or two stores.

use super::{SUCCESS, Stop, WORSE};
use crate::compare::{Comparison, FailOn, compare as compare_columns, headline, tables};
use crate::report::Noise;
use crate::report::data::Data;
use crate::report::text;
use crate::report::write::write;
use crate::store::Store;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// Before: a store, a column of one as STORE:COLUMN, or with --store a column
    #[arg(value_name = "A")]
    before: String,
    /// After
    #[arg(value_name = "B")]
    after: String,
    /// Compare two columns of this store
    #[arg(long, value_name = "STORE")]
    store: Option<PathBuf>,
    /// What makes the exit code 1
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["lost", "wrong"])]
    fail_on: Vec<FailOn>,
    /// A time differs if the longer one is at least this many times the shorter one
    #[arg(long, value_name = "FACTOR", default_value_t = 1.5, value_parser = at_least_one)]
    noise_factor: f64,
    /// A time differs if it does by at least so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = not_negative)]
    noise_seconds: f64,
    /// At most so many lines of each kind
    #[arg(long, value_name = "N", default_value_t = 50)]
    most: usize,
    /// The changes as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The changes as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// A factor of noise.
pub(super) fn at_least_one(text: &str) -> Result<f64, String> {
    number(text).filter(|value| *value >= 1.0).ok_or_else(|| "not a number of at least 1".into())
}

/// A number of seconds.
pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    number(text).filter(|value| *value >= 0.0).ok_or_else(|| "not a number of at least 0".into())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

pub(super) fn compare(arguments: &Compare) -> Result<u8, Stop> {
    let noise = Noise { factor: arguments.noise_factor, seconds: arguments.noise_seconds };
    let comparisons = match &arguments.store {
        Some(path) => {
            let data = load(path)?;
            let find = |name: &str| data.find_column(name).map_err(Stop::input);
            vec![compare_columns((&data, find(&arguments.before)?), (&data, find(&arguments.after)?), noise)]
        }
        None => two_stores(&arguments.before, &arguments.after, noise)?,
    };
    if comparisons.iter().all(|comparison| comparison.tasks == 0) {
        let message = format!("no task has a result in both {} and {}", arguments.before, arguments.after);
        return Err(Stop::input(message));
    }
    let mut printed = false;
    if let Some(path) = &arguments.json {
        let content = serde_json::to_string_pretty(&serde_json::json!({
            "failed": fails(&comparisons, &arguments.fail_on),
            "comparisons": comparisons,
        }))
        .map_err(Stop::input)?;
        write(path, &(content + "\n")).map_err(Stop::input)?;
        printed = true;
    }
    if let Some(path) = &arguments.markdown {
        write(path, &markdown(&comparisons, arguments.most)).map_err(Stop::input)?;
        printed = true;
    }
    if !printed {
        write(Path::new("-"), &plain(&comparisons, arguments.most)).map_err(Stop::input)?;
    }
    Ok(if fails(&comparisons, &arguments.fail_on) { WORSE } else { SUCCESS })
}

fn fails(comparisons: &[Comparison], on: &[FailOn]) -> bool {
    comparisons.iter().any(|comparison| comparison.fails(on))
}

fn load(path: &Path) -> Result<Data, Stop> {
    let store = Store::read(path).map_err(Stop::input)?;
    Data::load(&[store]).map_err(Stop::input)
}

/// A side of the comparison: a store, and a column if one is named. A file of the whole name comes
/// first.
fn side(text: &str) -> Result<(Data, Option<usize>), Stop> {
    if Path::new(text).exists() {
        return Ok((load(Path::new(text))?, None));
    }
    for (at, _) in text.match_indices(':') {
        let (path, name) = (Path::new(&text[..at]), &text[at + 1..]);
        if path.is_file() {
            let data = load(path)?;
            let column = data.find_column(name).map_err(|e| Stop::input(format!("{}: {e}", path.display())))?;
            return Ok((data, Some(column)));
        }
    }
    Err(Stop::input(format!("{text}: there is no such store")))
}

/// Columns that are named, or the only one of each store, or those of the same name.
fn two_stores(before: &str, after: &str, noise: Noise) -> Result<Vec<Comparison>, Stop> {
    let ((first, a), (second, b)) = (side(before)?, side(after)?);
    let single = |data: &Data| (data.columns.len() == 1).then_some(0);
    if let (Some(a), Some(b)) = (a.or(single(&first)), b.or(single(&second))) {
        return Ok(vec![compare_columns((&first, a), (&second, b), noise)]);
    }
    let candidates = |data: &Data, named: Option<usize>| -> Vec<usize> {
        named.map_or_else(|| (0..data.columns.len()).collect(), |column| vec![column])
    };
    let mut pairs = Vec::new();
    for a in candidates(&first, a) {
        for b in candidates(&second, b) {
            if first.columns[a].name == second.columns[b].name {
                pairs.push(compare_columns((&first, a), (&second, b), noise));
            }
        }
    }
    if pairs.is_empty() {
        let names = |data: &Data| data.columns.iter().map(|c| format!("`{}`", c.name)).collect::<Vec<_>>().join(", ");
        return Err(Stop::input(format!(
            "no column has the same name in both; name them as STORE:COLUMN. {before} has {}; {after} has {}",
            names(&first),
            names(&second)
        )));
    }
    Ok(pairs)
}

fn plain(comparisons: &[Comparison], most: usize) -> String {
    let mut out = String::new();
    for (i, comparison) in comparisons.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        for line in headline(comparison) {
            let _ = writeln!(out, "{}", adumbra_text::plain(&line));
        }
        for table in tables(comparison, most) {
            let _ = write!(out, "\n{}", text::table(&table));
        }
    }
    out
}

fn markdown(comparisons: &[Comparison], most: usize) -> String {
    let mut out = String::new();
    for comparison in comparisons {
        for line in headline(comparison) {
            let _ = writeln!(out, "- {}", adumbra_text::markdown(&line));
        }
        for table in tables(comparison, most) {
            let _ = write!(out, "\n{}", text::markdown_table(&table));
        }
        out.push('\n');
    }
    out
}
