//! What was found, in short: a line a column, and the wrong answers by name.

use super::Plan;
use crate::model::{Class, Column, Ending, Outcome, Task};
use crate::store::{Store, StoreError};
use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

/// The results of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    lines: Vec<Line>,
    wrong: Vec<String>,
    failed: Vec<String>,
}

/// The results of a column.
#[derive(Clone, PartialEq, Debug, Default)]
struct Line {
    name: String,
    counts: HashMap<Class, usize>,
    cpu: Duration,
    results: usize,
}

impl Summary {
    /// Counts what the store has for the columns and tasks of a plan.
    pub fn make(store: &Store, plan: &Plan, columns: &[Column], tasks: &[Task]) -> Result<Summary, StoreError> {
        let mut lines: Vec<Line> =
            columns.iter().map(|column| Line { name: column.name.clone(), ..Line::default() }).collect();
        let places = |ids: &[i64]| -> HashMap<i64, usize> { ids.iter().enumerate().map(|(n, id)| (*id, n)).collect() };
        let (column_at, task_at) = (places(&plan.columns), places(&plan.tasks));
        let (mut wrong, mut failed) = (Vec::new(), Vec::new());
        for row in store.results()? {
            let (Some(column), Some(task)) = (column_at.get(&row.column), task_at.get(&row.task)) else { continue };
            let Some(task) = tasks.get(*task) else { continue };
            let line = &mut lines[*column];
            let Outcome { answer, measured, .. } = &row.outcome;
            *line.counts.entry(row.class).or_default() += 1;
            line.cpu += measured.cpu;
            line.results += 1;
            let who = || format!("{}: {} ({})", line.name, task.name, task.property.name);
            if row.class.is_wrong() {
                wrong.push(format!("{}: {answer}, expected {}", who(), task.expected));
            }
            if let Ending::Failed(reason) = &measured.ending {
                failed.push(format!("{}: {reason}", who()));
            }
        }
        Ok(Summary { lines, wrong, failed })
    }

    /// Is there a wrong answer?
    pub fn has_wrong(&self) -> bool {
        !self.wrong.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = ["", "true", "false", "wrong", "unknown", "unjudged", "CPU"].map(str::to_owned);
        let row = |line: &Line| {
            let count = |classes: &[Class]| {
                classes.iter().filter_map(|class| line.counts.get(class)).sum::<usize>().to_string()
            };
            [
                line.name.clone(),
                count(&[Class::CorrectTrue]),
                count(&[Class::CorrectFalse]),
                count(&[Class::WrongTrue, Class::WrongFalse]),
                count(&[Class::Unknown]),
                count(&[Class::Unjudged]),
                format!("{:.1} s", line.cpu.as_secs_f64()),
            ]
        };
        let rows: Vec<[String; 7]> = std::iter::once(header).chain(self.lines.iter().map(row)).collect();
        let widths: Vec<usize> =
            (0..7).map(|n| rows.iter().map(|row| row[n].chars().count()).max().unwrap_or(0)).collect();
        // A column of tables in which all is known has no place for what is not.
        let unjudged = self.lines.iter().any(|line| line.counts.contains_key(&Class::Unjudged));
        for row in &rows {
            write!(f, "{:<width$}", row[0], width = widths[0])?;
            for n in (1..7).filter(|n| *n != 5 || unjudged) {
                write!(f, "  {:>width$}", row[n], width = widths[n])?;
            }
            writeln!(f)?;
        }
        list(f, "Wrong answers", &self.wrong, usize::MAX)?;
        list(f, "Failed", &self.failed, 10)
    }
}

fn list(f: &mut fmt::Formatter<'_>, title: &str, lines: &[String], at_most: usize) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}:")?;
    for line in lines.iter().take(at_most) {
        writeln!(f, "  {line}")?;
    }
    if lines.len() > at_most {
        writeln!(f, "  and {} more", lines.len() - at_most)?;
    }
    Ok(())
}
