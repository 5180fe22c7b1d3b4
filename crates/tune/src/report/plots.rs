//! Plots of what configurations need: one against another, and how many within what.

use crate::journal::Run;
use crate::session::Rules;
use adumbra_bench::report::svg::{Key, Plot, Scale};
use adumbra_bench::report::text::decimal;
use adumbra_text::markup;

/// What two configurations need, instance by instance, both axes logarithmic. Runs without an
/// answer are at the cutoff.
pub fn correlation(
    title: &str,
    names: [&str; 2],
    cost: &str,
    rules: &Rules,
    instances: &[String],
    runs: [&[Run]; 2],
) -> String {
    let at = |run: &Run| rules.counted(run, 1.0);
    let values = || runs[0].iter().chain(runs[1]).map(at);
    let scale = scale(values(), rules.cutoff);
    let labels = names.map(|name| format!("{name}: {cost}"));
    let mut plot = Plot::new(title, (scale, &labels[0]), (scale, &labels[1]), true, 0.0);
    let (low, high) = (scale.low(), scale.high());
    for (class, from, to) in [
        ("ab-guide", (low, low), (high, high)),
        ("ab-guide ab-dash", (low * 10.0, low), (high, high / 10.0)),
        ("ab-guide ab-dash", (low, low * 10.0), (high / 10.0, high)),
        ("ab-limit", (rules.cutoff, low), (rules.cutoff, high)),
        ("ab-limit", (low, rules.cutoff), (high, rules.cutoff)),
    ] {
        let ((x, y), (to_x, to_y)) = (plot.place(from.0, from.1), plot.place(to.0, to.1));
        plot.add(&format!("<path class=\"{class}\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>"));
    }
    let mut unsolved = 0;
    for (place, (first, second)) in runs[0].iter().zip(runs[1]).enumerate() {
        let (x, y) = plot.place(at(first), at(second));
        let name = instances.get(place).map_or("", String::as_str);
        let title = format!("{name}\n{}: {}\n{}: {}", names[0], said(first), names[1], said(second));
        let class = if rules.is_solved(first) && rules.is_solved(second) { "ab-true" } else { "ab-unjudged" };
        unsolved += usize::from(class == "ab-unjudged");
        let title = markup(&title);
        plot.add(&format!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{title}</title></circle>"
        ));
    }
    let both = runs[0].len().min(runs[1].len()) - unsolved;
    let circle = |class: &str| Key::Point(format!("<circle class=\"{class}\" r=\"3\"/>"));
    plot.legend(circle("ab-true"), format!("solved by both ({both})"));
    if unsolved > 0 {
        plot.legend(circle("ab-unjudged"), format!("not solved by both ({unsolved}); drawn at the cutoff"));
    }
    plot.legend(Key::Remark, format!("Cutoff: {}. Below the diagonal {} is better.", decimal(rules.cutoff), names[1]));
    plot.finish(false)
}

fn said(run: &Run) -> String {
    format!("{} ({})", run.answer, decimal(run.cost))
}

/// How many instances are solved within what cost each (a cactus plot).
pub fn quantile(title: &str, cost: &str, rules: &Rules, series: &[(String, &[Run])]) -> String {
    let sorted: Vec<Vec<f64>> = series
        .iter()
        .map(|(_, runs)| {
            let mut costs: Vec<f64> = runs.iter().filter(|run| rules.is_solved(run)).map(|run| run.cost).collect();
            costs.sort_by(f64::total_cmp);
            costs
        })
        .collect();
    let most = series.iter().map(|(_, runs)| runs.len()).max().unwrap_or(1);
    let y = scale(sorted.iter().flatten().copied(), rules.cutoff);
    let x = Scale::linear(0.0, most as f64);
    let mut plot = Plot::new(title, (x, "instances solved"), (y, cost), false, 0.0);
    let (from, to) = (plot.place(0.0, rules.cutoff), plot.place(most as f64, rules.cutoff));
    plot.add(&format!("<path class=\"ab-limit\" d=\"M{:.1} {:.1}H{:.1}\"/>", from.0, from.1, to.0));
    for (number, ((name, _), costs)) in series.iter().zip(&sorted).enumerate() {
        plot.line(number, name, costs.iter().enumerate().map(|(n, cost)| (n as f64 + 1.0, *cost)));
        plot.legend(Key::Line(number), format!("{name}: {} solved", costs.len()));
    }
    plot.finish(false)
}

/// The estimate of the incumbent of each search over the time of the tuning.
pub fn trajectory(title: &str, cost: &str, series: &[(String, Vec<(f64, f64)>)]) -> String {
    let all = || series.iter().flat_map(|(_, points)| points);
    let last = all().map(|(x, _)| *x).fold(0.0, f64::max);
    let y = scale(all().map(|(_, y)| *y), 0.0);
    let mut plot = Plot::new(title, (Scale::linear(0.0, last.max(1.0)), "seconds of tuning"), (y, cost), false, 0.0);
    for (number, (name, points)) in series.iter().enumerate() {
        // Between two estimates the first one holds.
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for (x, y) in points {
            if let Some((_, before)) = steps.last().copied() {
                steps.push((*x, before));
            }
            steps.push((*x, *y));
        }
        if let Some((_, end)) = steps.last().copied() {
            steps.push((last, end));
        }
        plot.line(number, name, steps.into_iter());
        plot.legend(Key::Line(number), name.clone());
    }
    plot.finish(false)
}

fn scale(values: impl Iterator<Item = f64> + Clone, cutoff: f64) -> Scale {
    let finite = || values.clone().filter(|value| value.is_finite() && *value > 0.0);
    let low = finite().fold(f64::INFINITY, f64::min);
    let high = finite().fold(cutoff, f64::max);
    Scale::logarithmic(if low.is_finite() { low } else { 0.1 }, high.max(0.01))
}
