//! Quantile plots: how many tasks, or what score, within how much time for each.

use super::Analysis;
use super::svg::{Key, Plot, Scale};
use super::text::{number, score};

/// A correct result in the order of time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The task.
    pub task: usize,
    /// Seconds of processor time.
    pub cpu: f64,
    /// The score of this result, of all faster correct ones, and of everything that is not correct.
    pub score: f64,
}

/// The correct results of a column, the fastest first. The score begins with what wrong answers
/// cost, and the last one is the score of the column.
pub fn points(analysis: &Analysis<'_>, column: usize) -> Vec<Point> {
    let data = analysis.data;
    let limit = data.limit();
    let mut correct = Vec::new();
    let mut sum = 0.0;
    for task in 0..data.tasks.len() {
        let Some(cell) = data.cell(task, column) else { continue };
        let points = analysis.factors[data.category_of[task]] * analysis.scheme.score(cell.scored(), limit);
        if cell.class.is_correct() {
            correct.push(Point { task, cpu: cell.cpu(), score: points });
        } else {
            sum += points;
        }
    }
    correct.sort_by(|a, b| a.cpu.total_cmp(&b.cpu).then(a.task.cmp(&b.task)));
    for point in &mut correct {
        sum += point.score;
        point.score = sum;
    }
    correct
}

/// The number of tasks that are solved within a time each.
pub fn solved(analysis: &Analysis<'_>, standalone: bool) -> String {
    let series: Vec<Vec<(f64, f64)>> = (0..analysis.data.columns.len())
        .map(|column| points(analysis, column).iter().enumerate().map(|(n, p)| (n as f64 + 1.0, p.cpu)).collect())
        .collect();
    let legend = |column: usize| format!("{} solved", number(analysis.totals[column].correct()));
    draw(analysis, "Solved within CPU time", "n-th fastest correct result", &series, &legend, standalone)
}

/// The score that is reached within a time for each task, as SV-COMP draws it: a line begins left
/// of zero by what wrong answers cost. There is none where a smaller score is better.
pub fn scored(analysis: &Analysis<'_>, standalone: bool) -> Option<String> {
    if analysis.scheme.less_is_better() {
        return None;
    }
    let series: Vec<Vec<(f64, f64)>> = (0..analysis.data.columns.len())
        .map(|column| points(analysis, column).iter().map(|p| (p.score, p.cpu)).collect())
        .collect();
    let legend = |column: usize| format!("score {}", score(analysis.totals[column].score));
    let label = format!("accumulated score ({})", analysis.scheme.name);
    Some(draw(analysis, "Score within CPU time", &label, &series, &legend, standalone))
}

fn draw(
    analysis: &Analysis<'_>,
    title: &str,
    label: &str,
    series: &[Vec<(f64, f64)>],
    legend: &dyn Fn(usize) -> String,
    standalone: bool,
) -> String {
    let all = || series.iter().flatten();
    let bounds = |values: &dyn Fn(&(f64, f64)) -> f64| {
        all().map(values).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (x, y) = (bounds(&|p| p.0), bounds(&|p| p.1));
    let (x, y) = if x.0.is_finite() { (x, y) } else { ((0.0, 1.0), (0.1, 1.0)) };
    let limit = analysis.data.limit().unwrap_or(0.0);
    let scales = (Scale::linear(x.0, x.1), Scale::logarithmic(y.0, y.1.max(limit)));
    let mut plot = Plot::new(title, (scales.0, label), (scales.1, "CPU time in s"), false, 0.0);
    if limit > 0.0 {
        let (from, to) = (plot.place(scales.0.low(), limit), plot.place(scales.0.high(), limit));
        plot.add(&format!("<path class=\"ab-limit\" d=\"M{:.1} {:.1}H{:.1}\"/>", from.0, from.1, to.0));
        plot.text(from.0 + 6.0, from.1 + 13.0, "start", "ab-soft", &format!("limit {limit} s"));
    }
    for (column, points) in series.iter().enumerate() {
        let name = &analysis.data.columns[column].name;
        plot.line(column, name, points.iter().copied());
        plot.legend(Key::Line(column), format!("{name}: {}", legend(column)));
    }
    plot.finish(standalone)
}
