//! The first column against every other, family by family: CPU time as a ratio, with what was not
//! answered counted as the limit.

use super::Analysis;
use super::data::{Cell, Data};
use super::pairs::TICK;
use super::tables::{Field, Head, Kind, Line, Table};
use super::text::{decimal, number};
use crate::model::{Class, Ending};
use serde::Serialize;

/// The first column against another one on some tasks.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Ratio {
    /// Tasks that both ran on and at least one of them answered.
    pub tasks: usize,
    /// How many each answered.
    pub answered: (usize, usize),
    /// CPU time of both, in seconds.
    pub cpu: (f64, f64),
}

impl Ratio {
    /// The time of the first divided by that of the other: below 1, the first is faster.
    pub fn value(&self) -> Option<f64> {
        (self.tasks > 0).then(|| self.cpu.0.max(TICK) / self.cpu.1.max(TICK))
    }

    fn add(&mut self, one: (bool, f64), other: (bool, f64)) {
        if one.0 || other.0 {
            self.tasks += 1;
            self.answered.0 += usize::from(one.0);
            self.answered.1 += usize::from(other.0);
            self.cpu.0 += one.1;
            self.cpu.1 += other.1;
        }
    }
}

/// What a tool needs before it works, by column and by the kind of its file: the least time in a
/// category of tasks with nothing to do.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Starts(Vec<(usize, String, f64)>);

impl Starts {
    /// The least times in a category.
    pub fn of(data: &Data, category: usize) -> Starts {
        let mut starts: Vec<(usize, String, f64)> = Vec::new();
        for task in (0..data.tasks.len()).filter(|task| data.category_of[*task] == category) {
            let kind = extension(data, task);
            for column in 0..data.columns.len() {
                let Some(cell) = data.cell(task, column).filter(|cell| is_answered(cell)) else { continue };
                match starts.iter_mut().find(|(c, k, _)| *c == column && *k == kind) {
                    Some((_, _, least)) => *least = least.min(cell.cpu()),
                    None => starts.push((column, kind.clone(), cell.cpu())),
                }
            }
        }
        Starts(starts)
    }

    fn get(&self, column: usize, kind: &str) -> f64 {
        self.0.iter().find(|(c, k, _)| *c == column && k == kind).map_or(0.0, |(_, _, least)| *least)
    }
}

fn extension(data: &Data, task: usize) -> String {
    let file = data.tasks[task].files.first().and_then(|file| file.extension());
    file.map(|e| e.to_string_lossy().into_owned()).unwrap_or_default()
}

fn is_answered(cell: &Cell) -> bool {
    cell.class.is_correct() || cell.class == Class::Unjudged
}

/// By category, and at last of all together: every other column.
pub fn all(data: &Data, start: Option<usize>) -> Vec<(Option<usize>, Vec<Ratio>)> {
    let starts = start.map(|category| Starts::of(data, category)).unwrap_or_default();
    let width = data.columns.len().saturating_sub(1);
    let mut rows: Vec<(Option<usize>, Vec<Ratio>)> =
        (0..data.categories.len()).map(|category| (Some(category), vec![Ratio::default(); width])).collect();
    rows.push((None, vec![Ratio::default(); width]));
    let total = rows.len() - 1;
    for task in 0..data.tasks.len() {
        let category = data.category_of[task];
        if Some(category) == start {
            continue;
        }
        let kind = extension(data, task);
        let spent = |column: usize| {
            let cell = data.cell(task, column)?;
            if matches!(cell.outcome.measured.ending, Ending::NotRun(_)) {
                return None;
            }
            let answered = is_answered(cell);
            let limit = data.columns[column].column.limits.cpu;
            let used = if answered { cell.cpu() } else { limit.unwrap_or(cell.cpu()) };
            Some((answered, (used - starts.get(column, &kind)).max(0.0)))
        };
        let Some(first) = spent(0) else { continue };
        for other in 0..width {
            if let Some(second) = spent(other + 1) {
                rows[category].1[other].add(first, second);
                rows[total].1[other].add(first, second);
            }
        }
    }
    rows.retain(|(_, ratios)| ratios.iter().any(|ratio| ratio.tasks > 0));
    if data.categories.len() == 1 {
        rows.truncate(1);
    }
    rows
}

/// The table; nothing if there is only one column.
pub fn table(analysis: &Analysis<'_>) -> Option<Table> {
    let data = analysis.data;
    let rows = all(data, analysis.start);
    let first = &data.columns.first()?.name;
    let head = |text: &str, number| Head { text: text.to_owned(), number };
    let mut header = vec![head("Category", false), head("Against", false)];
    header.extend(
        ["Tasks", "Answered", "Answered by other", "CPU s", "CPU s other", "Ratio"].map(|text| head(text, true)),
    );
    let mut lines = Vec::new();
    for (category, ratios) in &rows {
        let name = category.map_or("all", |category| data.categories[category].as_str());
        let mut kind = Kind::Group;
        for (other, ratio) in ratios.iter().enumerate().filter(|(_, ratio)| ratio.tasks > 0) {
            let text = |text: String| Field { text, ..Field::default() };
            let value = ratio.value();
            let mut fields = vec![text(if kind == Kind::Group { name.to_owned() } else { String::new() })];
            fields.push(text(data.columns[other + 1].name.clone()));
            fields.extend([ratio.tasks, ratio.answered.0, ratio.answered.1].map(|n| text(number(n))));
            fields.extend([ratio.cpu.0, ratio.cpu.1].map(|seconds| text(decimal(seconds))));
            fields.push(Field { strong: value.is_some_and(|v| v < 1.0), ..text(value.map_or("–".into(), decimal)) });
            lines.push(Line { fields, kind });
            kind = Kind::Plain;
        }
    }
    let start = match analysis.start {
        Some(category) => format!(" The least time on `{}` is taken off every run.", data.categories[category]),
        None => String::new(),
    };
    let note = format!(
        "Below 1, {first} is faster. Tasks that one of the two answered; what is not answered counts the CPU limit.{start}"
    );
    (!lines.is_empty()).then(|| Table { title: format!("CPU time of {first} against others"), note, header, lines })
}
