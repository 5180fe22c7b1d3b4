//! What is counted, as tables that know nothing of how they are shown.

use super::Analysis;
use super::data::{self, Data};
use super::histogram;
use super::stats::Stats;
use super::summary;
use super::text::{decimal, megabytes, number, score};
use crate::model::{Class, Expected};
use std::collections::{BTreeMap, BTreeSet};

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// How it is to be read, if that needs saying.
    pub note: String,
    /// The headings.
    pub header: Vec<Head>,
    /// The lines; each has as many fields as there are headings.
    pub lines: Vec<Line>,
}

/// A heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The text.
    pub text: String,
    /// Are there numbers below?
    pub number: bool,
}

/// A line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The fields.
    pub fields: Vec<Field>,
    /// What it is.
    pub kind: Kind,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The first of a group.
    Group,
    /// Any other.
    Plain,
}

/// A field.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Field {
    /// The text.
    pub text: String,
    /// How it is to be taken.
    pub tone: Tone,
    /// Is it the best of its kind, or a total?
    pub strong: bool,
    /// Which results it counts.
    pub filter: Option<Filter>,
}

/// How a field is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Something is wrong.
    Alarm,
    /// Something is not complete.
    Caution,
    /// Nothing to see.
    Faint,
}

/// Results that can be looked at one by one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Of this category.
    pub category: Option<String>,
    /// In this column.
    pub column: Option<usize>,
    /// Of this class, or `missing`, or `timeout`, `out-of-memory`, `other`.
    pub class: Option<&'static str>,
    /// With this text.
    pub text: Option<String>,
}

impl Table {
    /// Does it have groups of more than one line?
    pub fn groups(&self) -> bool {
        self.lines.iter().any(|line| line.kind == Kind::Plain)
    }
}

fn head(text: impl Into<String>) -> Head {
    Head { text: text.into(), number: false }
}

fn numeric(text: impl Into<String>) -> Head {
    Head { text: text.into(), number: true }
}

fn field(text: impl Into<String>) -> Field {
    Field { text: text.into(), ..Field::default() }
}

fn counted(value: usize) -> Field {
    Field { text: number(value), tone: if value == 0 { Tone::Faint } else { Tone::Plain }, ..Field::default() }
}

/// The name of a class in filters and machine-readable output.
pub fn class_name(class: Class) -> &'static str {
    match class {
        Class::CorrectTrue => "correct-true",
        Class::CorrectFalse => "correct-false",
        Class::WrongTrue => "wrong-true",
        Class::WrongFalse => "wrong-false",
        Class::Unjudged => "unjudged",
        Class::Unknown => "unknown",
    }
}

/// Counts, scores, times and memory: all categories together, then each.
pub fn results(analysis: &Analysis<'_>) -> Table {
    let data = analysis.data;
    let any = |what: fn(&Stats) -> usize| analysis.totals.iter().any(|stats| what(stats) > 0);
    let (unjudged, missing) = (any(|stats| stats.unjudged), any(|stats| stats.missing));
    let memory_out = any(|stats| stats.reason("out of memory"));
    let mut header = vec![head("Category"), head("Column")];
    header.extend(["Tasks", "Correct proofs", "Correct alarms", "Wrong proofs", "Wrong alarms"].map(numeric));
    header.push(numeric("Timeout"));
    header.extend(memory_out.then(|| numeric("Out of memory")));
    header.push(numeric("Other unknown"));
    header.extend(unjudged.then(|| numeric("Unjudged")));
    header.extend(missing.then(|| numeric("Missing")));
    header.extend(["Score", "CPU s all", "CPU s correct", "CPU s common", "Peak MB", "Mean MB"].map(numeric));

    let mut lines = Vec::new();
    let mut group = |category: Option<&str>, all: &[Stats]| {
        let correct = all.iter().map(Stats::correct).max().unwrap_or(0);
        // Where less is better, a column that is not finished is not the best.
        let less = analysis.scheme.less_is_better();
        let scores = all.iter().filter(|stats| !less || stats.missing == 0).map(|stats| stats.score);
        let best = if less { scores.min_by(f64::total_cmp) } else { scores.max_by(f64::total_cmp) };
        for (column, stats) in all.iter().enumerate() {
            let filter = |class: &'static str| {
                Some(Filter {
                    category: category.map(str::to_owned),
                    column: Some(column),
                    class: Some(class),
                    text: None,
                })
            };
            let linked = |value: usize, class: &'static str| {
                let filter = if value > 0 { filter(class) } else { None };
                Field { filter, ..counted(value) }
            };
            let wrong = |value: usize, class: &'static str| Field {
                tone: if value > 0 { Tone::Alarm } else { Tone::Faint },
                strong: value > 0,
                ..linked(value, class)
            };
            let first = column == 0;
            let name = match category {
                _ if !first => String::new(),
                Some(name) => name.to_owned(),
                None if data.categories.len() == 1 => data.categories[0].clone(),
                None => "all".into(),
            };
            let leads = all.len() > 1 && correct > 0 && stats.correct() == correct;
            let (timeout, oom) = (stats.reason("timeout"), stats.reason("out of memory"));
            let mut fields = vec![Field { strong: category.is_none(), ..field(name) }];
            fields.push(Field { strong: leads, ..field(&data.columns[column].name) });
            fields.push(counted(stats.tasks));
            fields.push(linked(stats.correct_true, "correct-true"));
            fields.push(linked(stats.correct_false, "correct-false"));
            fields.push(wrong(stats.wrong_true, "wrong-true"));
            fields.push(wrong(stats.wrong_false, "wrong-false"));
            fields.push(linked(timeout, "timeout"));
            fields.extend(memory_out.then(|| linked(oom, "out-of-memory")));
            fields.push(linked(stats.unknown - timeout - oom, "other"));
            fields.extend(unjudged.then(|| linked(stats.unjudged, "unjudged")));
            fields.extend(missing.then(|| Field {
                tone: if stats.missing > 0 { Tone::Caution } else { Tone::Faint },
                ..linked(stats.missing, "missing")
            }));
            fields.push(Field {
                strong: all.len() > 1 && best == Some(stats.score) && (!less || stats.missing == 0),
                ..field(score(stats.score))
            });
            fields.extend([stats.cpu, stats.cpu_correct, stats.cpu_common].map(|time| field(decimal(time))));
            fields.push(field(stats.memory_peak.map_or("–".into(), |bytes| megabytes(bytes as f64))));
            fields.push(field(stats.memory_mean.map_or("–".into(), megabytes)));
            lines.push(Line { fields, kind: if first { Kind::Group } else { Kind::Plain } });
        }
    };
    group(None, &analysis.totals);
    if data.categories.len() > 1 {
        for (category, all) in data.categories.iter().zip(&analysis.categories) {
            group(Some(category), all);
        }
    }
    let mut note = format!("Score: {}", analysis.scheme.name);
    if let Some(best) = analysis.totals.first().and_then(|stats| stats.best) {
        note += &format!(", at most {}", score(best));
    }
    if analysis.scheme.normalise {
        note += ", the total normalised by category";
    }
    if !analysis.scheme.weights.is_empty() {
        note += ", the total weighted by category";
    }
    let common = analysis.totals.first().map_or(0, |stats| stats.common);
    note += &format!(". CPU s common: on the {} that every column solved.", super::text::count(common, "task"));
    Table { title: "Results".into(), note, header, lines }
}

/// Why there was no answer, by column; nothing if there always was one.
pub fn reasons(analysis: &Analysis<'_>) -> Option<Table> {
    const SHOWN: usize = 20;
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for stats in &analysis.totals {
        for (reason, tasks) in &stats.reasons {
            *all.entry(reason).or_default() += tasks;
        }
    }
    if all.is_empty() {
        return None;
    }
    let mut order: Vec<(&str, usize)> = all.into_iter().collect();
    order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let mut header = vec![head("Reason")];
    header.extend(analysis.data.columns.iter().map(|shown| numeric(&shown.name)));
    let mut lines: Vec<Line> = order
        .iter()
        .take(SHOWN)
        .map(|(reason, _)| {
            let mut fields = vec![field(*reason)];
            fields.extend(analysis.totals.iter().map(|stats| counted(stats.reason(reason))));
            Line { fields, kind: Kind::Group }
        })
        .collect();
    let rest = order.get(SHOWN..).unwrap_or(&[]);
    if !rest.is_empty() {
        let mut fields = vec![field(format!("{} other reasons", number(rest.len())))];
        fields.extend(
            analysis.totals.iter().map(|stats| counted(rest.iter().map(|(reason, _)| stats.reason(reason)).sum())),
        );
        lines.push(Line { fields, kind: Kind::Group });
    }
    let mut fields = vec![Field { strong: true, ..field("all") }];
    fields.extend(analysis.totals.iter().map(|stats| Field { strong: true, ..counted(stats.unknown) }));
    lines.push(Line { fields, kind: Kind::Group });
    Some(Table { title: "Unknown, by reason".into(), note: String::new(), header, lines })
}

/// Why there was no answer, by category and column; nothing if there always was one or if there is
/// one category only.
pub fn reasons_by_category(analysis: &Analysis<'_>) -> Option<Table> {
    let mut header = vec![head("Category"), head("Reason")];
    header.extend(analysis.data.columns.iter().map(|shown| numeric(&shown.name)));
    let mut lines = Vec::new();
    for (category, all) in analysis.data.categories.iter().zip(&analysis.categories) {
        let reasons: BTreeSet<&str> = all.iter().flat_map(|stats| stats.reasons.keys().map(String::as_str)).collect();
        for (i, reason) in reasons.into_iter().enumerate() {
            let mut fields = vec![field(if i == 0 { category.as_str() } else { "" }), field(reason)];
            fields.extend(all.iter().map(|stats| counted(stats.reason(reason))));
            lines.push(Line { fields, kind: if i == 0 { Kind::Group } else { Kind::Plain } });
        }
    }
    let shown = analysis.data.categories.len() > 1 && !lines.is_empty();
    shown.then(|| Table { title: "Unknown, by category and reason".into(), note: String::new(), header, lines })
}

/// What a column solved and another did not; nothing for a single column.
pub fn unique(analysis: &Analysis<'_>) -> Option<Table> {
    let columns = &analysis.data.columns;
    if columns.len() < 2 {
        return None;
    }
    let mut header = vec![head("Solved by ↓, not by →")];
    header.extend(columns.iter().map(|shown| numeric(&shown.name)));
    header.push(numeric("any other"));
    header.push(numeric("solved"));
    let mut lines = Vec::new();
    let mut missing = false;
    for (row, shown) in columns.iter().enumerate() {
        let mut fields = vec![field(&shown.name)];
        for column in 0..columns.len() {
            if row == column {
                fields.push(Field { tone: Tone::Faint, ..field("–") });
                continue;
            }
            let pair = analysis.pair(row, column);
            missing |= pair.other_missing.0.sum() > 0;
            let only = pair.only_first;
            let tone = if only.sum() == 0 { Tone::Faint } else { Tone::Plain };
            let text = format!("{} ({} + {})", number(only.sum()), number(only.proofs), number(only.alarms));
            fields.push(Field { tone, ..field(text) });
        }
        let stats = &analysis.totals[row];
        fields.push(counted(analysis.only[row].len()));
        fields.push(Field { strong: true, ..counted(stats.correct()) });
        lines.push(Line { fields, kind: Kind::Group });
    }
    let mut note = "In brackets: proofs + alarms.".to_owned();
    if missing {
        note += " Where the other column has no result yet, a task does not count.";
    }
    Some(Table { title: "Solved by one and not by the other".into(), note, header, lines })
}

/// Who was faster on what both solved; nothing for a single column.
pub fn speed(analysis: &Analysis<'_>) -> Option<Table> {
    if analysis.pairs.is_empty() {
        return None;
    }
    let mut header = vec![head("First"), head("Second")];
    header.extend(
        [
            "Both solved",
            "CPU s first",
            "CPU s second",
            "Total second ÷ first",
            "Mean second ÷ first",
            "First faster",
            "Second faster",
            "Similar",
        ]
        .map(numeric),
    );
    let ratio = |ratio: Option<f64>| field(ratio.map_or("–".into(), decimal));
    let lines = analysis
        .pairs
        .iter()
        .map(|pair| {
            let speed = &pair.speed;
            let mut fields: Vec<Field> =
                [pair.first, pair.second].map(|column| field(&analysis.data.columns[column].name)).into();
            fields[0].strong = speed.ratio.is_some_and(|ratio| ratio > 1.0);
            fields[1].strong = speed.ratio.is_some_and(|ratio| ratio < 1.0);
            fields.push(counted(speed.tasks));
            fields.extend([field(decimal(speed.cpu.0)), field(decimal(speed.cpu.1))]);
            fields.extend([ratio(speed.ratio), ratio(speed.mean_ratio)]);
            fields.extend([speed.first_faster, speed.second_faster, speed.similar].map(counted));
            Line { fields, kind: Kind::Group }
        })
        .collect();
    let noise = analysis.noise;
    let note = format!(
        "The mean is the geometric one. A difference counts from a factor of {} and {} s.",
        noise.factor, noise.seconds
    );
    Some(Table { title: "Faster on what both solved".into(), note, header, lines })
}

/// What tools counted themselves, over the tasks where they said it.
pub fn values(analysis: &Analysis<'_>) -> Option<Table> {
    let data = analysis.data;
    let mut lines = Vec::new();
    for name in data.values() {
        let mut kind = Kind::Group;
        for (column, shown) in data.columns.iter().enumerate() {
            let cells = (0..data.tasks.len()).filter_map(|task| data.cell(task, column));
            let mut all: Vec<f64> = cells.filter_map(|cell| cell.outcome.values.get(&name).copied()).collect();
            all.sort_by(f64::total_cmp);
            let (Some(highest), Some(median)) = (all.last(), all.get(all.len() / 2)) else { continue };
            let sum: f64 = all.iter().sum();
            let mut fields = vec![field(if kind == Kind::Group { name.as_str() } else { "" }), field(&shown.name)];
            fields.push(counted(all.len()));
            fields.extend([*median, sum / all.len() as f64, *highest, sum].map(|number| field(decimal(number))));
            lines.push(Line { fields, kind });
            kind = Kind::Plain;
        }
    }
    let mut header = vec![head("Value"), head("Column")];
    header.extend(["Tasks", "Median", "Mean", "Highest", "Sum"].map(numeric));
    let note = "As the tools say, on the tasks where they do.".into();
    (!lines.is_empty()).then(|| Table { title: "What tools counted".into(), note, header, lines })
}

/// How many tasks there are for each number that tools counted under a name.
pub fn by_value(analysis: &Analysis<'_>, name: &str) -> Table {
    let mut lines = Vec::new();
    for (column, shown) in analysis.data.columns.iter().enumerate() {
        let tasks = histogram::counted(analysis, column, name);
        for (i, (value, count)) in tasks.into_iter().enumerate() {
            let kind = if i == 0 { Kind::Group } else { Kind::Plain };
            let title = if i == 0 { shown.name.as_str() } else { "" };
            lines.push(Line { fields: vec![field(title), field(value.to_string()), counted(count)], kind });
        }
    }
    let header = vec![head("Column"), numeric(name), numeric("Tasks")];
    let note = "As the tools say, on the tasks where they do.".into();
    Table { title: format!("Tasks by {name}"), note, header, lines }
}

/// Tasks that one column alone solved, at most so many of each.
pub fn only(analysis: &Analysis<'_>, most: usize) -> Option<Table> {
    let data = analysis.data;
    let mut lines = Vec::new();
    for (column, tasks) in analysis.only.iter().enumerate() {
        for (i, task) in tasks.iter().take(most).enumerate() {
            let mut fields = vec![field(if i == 0 { data.columns[column].name.as_str() } else { "" })];
            fields.extend(task_fields(data, *task));
            let cell = data.cell(*task, column);
            fields.push(field(cell.map_or(String::new(), |cell| cell.outcome.answer.to_string())));
            fields.push(field(cell.map_or(String::new(), |cell| decimal(cell.cpu()))));
            lines.push(Line { fields, kind: if i == 0 { Kind::Group } else { Kind::Plain } });
        }
        if tasks.len() > most {
            let mut fields = vec![Field::default(); 6];
            fields[2] = field(format!("and {} more", number(tasks.len() - most)));
            lines.push(Line { fields, kind: Kind::Plain });
        }
    }
    let header =
        vec![head("Column"), head("Category"), head("Task"), head("Property"), head("Answer"), numeric("CPU s")];
    (!lines.is_empty()).then(|| Table { title: "Solved by one alone".into(), note: String::new(), header, lines })
}

fn task_fields(data: &Data, task: usize) -> [Field; 3] {
    let task = &data.tasks[task];
    let filter = Filter { category: Some(task.category.clone()), text: Some(task.name.clone()), ..Filter::default() };
    [field(&task.category), Field { filter: Some(filter), ..field(&task.name) }, field(&task.property.name)]
}

/// Wrong answers, at most so many; nothing if there are none.
pub fn wrong(analysis: &Analysis<'_>, most: usize) -> Option<Table> {
    let data = analysis.data;
    let all = summary::wrong(analysis);
    let mut lines: Vec<Line> = all
        .iter()
        .take(most)
        .filter_map(|wrong| {
            let cell = data.cell(wrong.task, wrong.column)?;
            let mut fields = vec![field(&data.columns[wrong.column].name)];
            fields.extend(task_fields(data, wrong.task));
            fields.push(Field { tone: Tone::Alarm, strong: true, ..field(cell.outcome.answer.to_string()) });
            fields.push(field(data.tasks[wrong.task].expected.to_string()));
            Some(Line { fields, kind: Kind::Group })
        })
        .collect();
    if all.len() > most {
        let mut fields = vec![Field::default(); 6];
        fields[2] = field(format!("and {} more", number(all.len() - most)));
        lines.push(Line { fields, kind: Kind::Group });
    }
    let header = ["Column", "Category", "Task", "Property", "Answer", "Expected"].map(head).into();
    (!lines.is_empty()).then(|| Table { title: "Wrong answers".into(), note: String::new(), header, lines })
}

/// The task set: how many tasks with which expected verdicts, and lines of code where `lines` tells
/// them.
pub fn task_set(data: &Data, lines_of: &[Option<u64>]) -> Table {
    let with_lines = lines_of.iter().any(Option::is_some);
    let mut header = vec![head("Category"), numeric("Tasks"), numeric("true"), numeric("false"), numeric("not known")];
    if with_lines {
        header.extend(["Lines", "Lines min", "Lines median", "Lines mean", "Lines max"].map(numeric));
    }
    let line = |name: &str, strong: bool, tasks: &[usize]| {
        let expected = |wanted: fn(&Expected) -> bool| {
            counted(tasks.iter().filter(|task| wanted(&data.tasks[**task].expected)).count())
        };
        let mut fields = vec![Field { strong, ..field(name) }, counted(tasks.len())];
        fields.push(expected(|e| matches!(e, Expected::True | Expected::Unsat | Expected::Answers(_))));
        fields.push(expected(|e| matches!(e, Expected::False(_) | Expected::Sat)));
        fields.push(expected(|e| matches!(e, Expected::Nothing)));
        if with_lines {
            let mut lines: Vec<u64> = tasks.iter().filter_map(|task| lines_of.get(*task).copied().flatten()).collect();
            lines.sort_unstable();
            let sum: u64 = lines.iter().sum();
            let at = |i: usize| lines.get(i).map_or(f64::NAN, |lines| *lines as f64);
            let median = (at(lines.len() / 2) + at(lines.len().saturating_sub(1) / 2)) / 2.0;
            let mean = sum as f64 / lines.len() as f64;
            let last = at(lines.len().wrapping_sub(1));
            let whole =
                |value: f64| field(if value.is_finite() { number(value.round() as usize) } else { "–".into() });
            fields.extend([sum as f64, at(0), median, mean, last].map(whole));
        }
        Line { fields, kind: Kind::Group }
    };
    let all: Vec<usize> = (0..data.tasks.len()).collect();
    let mut lines = vec![line("all", true, &all)];
    if data.categories.len() > 1 {
        for (category, name) in data.categories.iter().enumerate() {
            let tasks: Vec<usize> = all.iter().copied().filter(|task| data.category_of[*task] == category).collect();
            lines.push(line(name, false, &tasks));
        }
    }
    Table { title: "Tasks".into(), note: String::new(), header, lines }
}

/// What the columns are.
pub fn columns(data: &Data) -> Table {
    let header = ["Column", "Tool", "Version", "Options", "Limits", "Machine"].map(head).into();
    let lines = data
        .columns
        .iter()
        .map(|shown| {
            let column = &shown.column;
            let fields = vec![
                Field { strong: true, ..field(&shown.name) },
                field(&column.tool),
                field(&column.version),
                field(column.options.join(" ")),
                field(data::limits(column)),
                field(&column.machine),
            ];
            Line { fields, kind: Kind::Group }
        })
        .collect();
    Table { title: "Columns".into(), note: String::new(), header, lines }
}
