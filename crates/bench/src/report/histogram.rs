//! Histograms: how many tasks took how long, or how much of what tools count themselves.

use super::Analysis;
use super::svg::{Key, Plot, Scale};
use super::text::number;
use std::collections::BTreeMap;

/// Bins in a decade.
const BINS: f64 = 4.0;

/// Correct results by CPU time, in bins of equal ratio: the lower end of each bin with the number
/// in it.
pub fn bins(analysis: &Analysis<'_>, column: usize) -> Vec<(f64, usize)> {
    let data = analysis.data;
    let mut bins: BTreeMap<i64, usize> = BTreeMap::new();
    for task in (0..data.tasks.len()).filter(|task| data.solved(*task, column)) {
        if let Some(cell) = data.cell(task, column) {
            *bins.entry((cell.cpu().max(0.01).log10() * BINS).floor() as i64).or_default() += 1;
        }
    }
    let (Some(first), Some(last)) = (bins.keys().next().copied(), bins.keys().last().copied()) else {
        return Vec::new();
    };
    (first..=last).map(|bin| (10f64.powf(bin as f64 / BINS), bins.get(&bin).copied().unwrap_or(0))).collect()
}

/// The tasks by a whole number that the tool of a column counted, such as refinements, where it
/// says so.
pub fn counted(analysis: &Analysis<'_>, column: usize, name: &str) -> BTreeMap<u64, usize> {
    let cells = (0..analysis.data.tasks.len()).filter_map(|task| analysis.data.cell(task, column));
    let mut tasks = BTreeMap::new();
    for value in cells.filter_map(|cell| cell.outcome.values.get(name)).filter(|value| **value >= 0.0) {
        *tasks.entry(*value as u64).or_default() += 1;
    }
    tasks
}

/// The plot of what the tools of all columns counted under a name: tasks over numbers.
pub fn plot_of(analysis: &Analysis<'_>, name: &str, standalone: bool) -> String {
    let columns = 0..analysis.data.columns.len();
    let series: Vec<BTreeMap<u64, usize>> = columns.map(|column| counted(analysis, column, name)).collect();
    let most = series.iter().flat_map(BTreeMap::values).max().copied().unwrap_or(1);
    let last = series.iter().filter_map(|tasks| tasks.keys().last()).max().copied().unwrap_or(0);
    let scales = (Scale::linear(0.0, (last + 1) as f64), Scale::linear(0.0, most as f64));
    let title = format!("Tasks by {name}");
    let mut plot = Plot::new(&title, (scales.0, name), (scales.1, "tasks"), false, 0.0);
    for (column, tasks) in series.iter().enumerate() {
        let heights = (0..=last).map(|number| tasks.get(&number).copied().unwrap_or(0) as f64);
        let steps = heights.enumerate().flat_map(|(at, height)| [(at as f64, height), (at as f64 + 1.0, height)]);
        plot.line(column, &analysis.data.columns[column].name, steps);
        let all: usize = tasks.values().sum();
        plot.legend(Key::Line(column), format!("{}: {}", analysis.data.columns[column].name, number(all)));
    }
    plot.finish(standalone)
}

/// The plot of all columns.
pub fn plot(analysis: &Analysis<'_>, standalone: bool) -> String {
    let series: Vec<Vec<(f64, usize)>> = (0..analysis.data.columns.len()).map(|c| bins(analysis, c)).collect();
    let most = series.iter().flatten().map(|(_, tasks)| *tasks).max().unwrap_or(1);
    let low = series.iter().flatten().map(|(low, _)| *low).fold(f64::INFINITY, f64::min);
    let high = series.iter().flatten().map(|(low, _)| *low).fold(0.0, f64::max) * 10f64.powf(1.0 / BINS);
    let low = if low.is_finite() { low } else { 0.1 };
    let scales = (Scale::logarithmic(low * 1.0001, high), Scale::linear(0.0, most as f64));
    let labels = ("CPU time in s", "correct results");
    let mut plot = Plot::new("Correct results by CPU time", (scales.0, labels.0), (scales.1, labels.1), false, 0.0);
    for (column, bins) in series.iter().enumerate() {
        let name = &analysis.data.columns[column].name;
        let mut outline = Vec::new();
        for (low, tasks) in bins {
            let high = low * 10f64.powf(1.0 / BINS);
            if outline.is_empty() {
                outline.push((*low, 0.0));
            }
            outline.extend([(*low, *tasks as f64), (high, *tasks as f64)]);
        }
        if let Some((end, _)) = outline.last().copied() {
            outline.push((end, 0.0));
        }
        plot.line(column, name, outline.into_iter());
        plot.legend(Key::Line(column), format!("{name}: {}", number(analysis.totals[column].correct())));
    }
    plot.finish(standalone)
}
