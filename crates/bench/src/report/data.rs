//! Results of one or more stores, side by side: tasks, columns, and a cell for each task and
//! column.

use crate::model::{Answer, Class, Column, Outcome, Task};
use crate::score::Scored;
use crate::store::{ColumnId, Row, Store, StoreError, TaskId};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Results to be shown.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The columns.
    pub columns: Vec<Shown>,
    /// The tasks, by category and name.
    pub tasks: Vec<Task>,
    /// The categories that occur, in order.
    pub categories: Vec<String>,
    /// The category of each task.
    pub category_of: Vec<usize>,
    cells: Vec<Option<Cell>>,
}

/// A column with the name by which it is shown: names are unique.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The name.
    pub name: String,
    /// The column.
    pub column: Column,
}

/// A result.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// How the answer compares with what is known.
    pub class: Class,
    /// What was said and measured; without what the tool wrote.
    pub outcome: Outcome,
    /// Where it is stored.
    pub source: Option<Source>,
}

/// Where a result is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Which of the stores.
    pub store: usize,
    /// The column there.
    pub column: ColumnId,
    /// The task there.
    pub task: TaskId,
}

/// Why results cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A column is asked for that is not there.
    #[error("there is no column `{name}`; there are {known}")]
    NoColumn {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A category is asked for that is not there.
    #[error("there is no category `{name}`; there are {known}")]
    NoCategory {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A store has nothing to show.
    #[error("{0}: the store has no {1}")]
    Empty(PathBuf, &'static str),
}

impl Cell {
    /// A result of a task.
    pub fn new(task: &Task, outcome: Outcome, source: Option<Source>) -> Self {
        Cell { class: Class::of(&outcome.answer, &task.expected), outcome, source }
    }

    /// Seconds of processor time.
    pub fn cpu(&self) -> f64 {
        self.outcome.measured.cpu.as_secs_f64()
    }

    /// What a score looks at.
    pub fn scored(&self) -> Scored {
        Scored { class: self.class, cpu: self.cpu(), wall: self.outcome.measured.wall.as_secs_f64() }
    }

    /// Why there is no answer; nothing if there is one.
    pub fn reason(&self) -> Option<&str> {
        match &self.outcome.answer {
            Answer::Unknown(reason) if reason.is_empty() => Some("unknown"),
            Answer::Unknown(reason) => Some(reason),
            Answer::Answers(_) if self.class == Class::Unknown => Some("not all questions answered"),
            _ => None,
        }
    }
}

impl Data {
    /// Data of columns and of tasks with a cell for each column. Equal names of columns are told
    /// apart.
    pub fn new(columns: Vec<Column>, rows: Vec<(Task, Vec<Option<Cell>>)>) -> Self {
        let mut rows = rows;
        rows.sort_by(|(a, _), (b, _)| {
            (&a.category, &a.name, &a.property.name).cmp(&(&b.category, &b.name, &b.property.name))
        });
        let mut data = Data { columns: distinct(columns), ..Data::default() };
        for (task, mut cells) in rows {
            if data.categories.last() != Some(&task.category) {
                data.categories.push(task.category.clone());
            }
            data.category_of.push(data.categories.len() - 1);
            data.tasks.push(task);
            cells.resize(data.columns.len(), None);
            data.cells.extend(cells);
        }
        data
    }

    /// Reads stores. The same column in two stores is one column here, and likewise the same task;
    /// where both have a result, that of the earlier store stays.
    pub fn load(stores: &[Store]) -> Result<Self, DataError> {
        let (mut columns, mut tasks) = (Merged::default(), Merged::default());
        let mut found: Vec<(usize, usize, Row, Source)> = Vec::new();
        for (index, store) in stores.iter().enumerate() {
            let mut column_of = HashMap::new();
            for (id, column) in store.columns()? {
                let Column { name, tool, version, description, options, limits, machine: _ } = &column;
                let key = format!("{:?}", (name, tool, version, description, options, limits));
                column_of.insert(id, columns.add(key, column));
            }
            let mut task_of = HashMap::new();
            for (id, task) in store.tasks()? {
                let Task { name, category, property, expected, data_model, arguments, definition: _, files: _ } = &task;
                let key = format!("{:?}", (category, name, &property.name, expected, data_model, arguments));
                task_of.insert(id, tasks.add(key, task));
            }
            for row in store.results()? {
                let source = Source { store: index, column: row.column, task: row.task };
                // What refers to nothing was added while the store was read; the next report has
                // it.
                if let (Some(column), Some(task)) = (column_of.get(&row.column), task_of.get(&row.task)) {
                    found.push((*column, *task, row, source));
                }
            }
        }
        let mut rows: Vec<_> =
            tasks.items.into_iter().map(|task| (task, vec![None::<Cell>; columns.items.len()])).collect();
        for (column, task, row, source) in found {
            let (task, cells) = &mut rows[task];
            if cells[column].is_none() {
                cells[column] = Some(Cell::new(task, row.outcome, Some(source)));
            }
        }
        Ok(Data::new(columns.items, rows))
    }

    /// The result of a column on a task, if it is there.
    pub fn cell(&self, task: usize, column: usize) -> Option<&Cell> {
        self.cells.get(task * self.columns.len() + column)?.as_ref()
    }

    /// The names of all values that tools counted themselves.
    pub fn values(&self) -> Vec<String> {
        let names = self.cells.iter().flatten().flat_map(|cell| cell.outcome.values.keys());
        names.cloned().collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// The results of a task, by column.
    pub fn row(&self, task: usize) -> &[Option<Cell>] {
        let width = self.columns.len();
        self.cells.get(task * width..(task + 1) * width).unwrap_or(&[])
    }

    /// Did a column solve a task? Only a correct answer solves one.
    pub fn solved(&self, task: usize, column: usize) -> bool {
        self.cell(task, column).is_some_and(|cell| cell.class.is_correct())
    }

    /// The categories with their numbers of tasks.
    pub fn sizes(&self) -> Vec<(String, usize)> {
        let mut sizes = vec![0; self.categories.len()];
        for category in &self.category_of {
            sizes[*category] += 1;
        }
        self.categories.iter().cloned().zip(sizes).collect()
    }

    /// The longest CPU-time limit (or else wall-time limit) of the columns.
    pub fn limit(&self) -> Option<f64> {
        self.columns
            .iter()
            .filter_map(|shown| shown.column.limits.cpu.or(shown.column.limits.wall))
            .max_by(f64::total_cmp)
    }

    /// The column of a name: the shown one, or the stored one if no other has it.
    pub fn find_column(&self, name: &str) -> Result<usize, DataError> {
        let shown = self.columns.iter().position(|shown| shown.name == name);
        let mut stored = (0..self.columns.len()).filter(|i| self.columns[*i].column.name == name);
        shown.or_else(|| stored.next().filter(|_| stored.next().is_none())).ok_or_else(|| DataError::NoColumn {
            name: name.to_owned(),
            known: listed(self.columns.iter().map(|shown| shown.name.as_str())),
        })
    }

    /// Columns by name; an entry may hold several names between commas.
    pub fn find_columns(&self, names: &[String]) -> Result<Vec<usize>, DataError> {
        let mut found = Vec::new();
        for name in names {
            match self.find_column(name) {
                Ok(column) => found.push(column),
                Err(_) if name.contains(',') => {
                    for part in name.split(',') {
                        found.push(self.find_column(part.trim())?);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Only these columns, in this order; a column that is named twice is there once.
    pub fn with_columns(&self, columns: &[usize]) -> Data {
        let mut kept: Vec<usize> = Vec::new();
        for column in columns {
            if !kept.contains(column) {
                kept.push(*column);
            }
        }
        let mut data = Data { columns: kept.iter().map(|i| self.columns[*i].clone()).collect(), ..self.clone() };
        data.cells = (0..self.tasks.len())
            .flat_map(|task| kept.iter().map(move |column| self.cell(task, *column).cloned()))
            .collect();
        data
    }

    /// A category by its name.
    pub fn find_category(&self, name: &str) -> Result<usize, DataError> {
        self.categories.iter().position(|category| category == name).ok_or_else(|| DataError::NoCategory {
            name: name.to_owned(),
            known: listed(self.categories.iter().map(String::as_str)),
        })
    }

    /// Only these categories; an entry may hold several names between commas.
    pub fn with_categories(&self, names: &[String]) -> Result<Data, DataError> {
        let mut kept = vec![false; self.categories.len()];
        for name in names {
            let whole = self.categories.iter().any(|category| category == name);
            for part in if whole { vec![name.as_str()] } else { name.split(',').map(str::trim).collect() } {
                kept[self.find_category(part)?] = true;
            }
        }
        let rows = (0..self.tasks.len())
            .filter(|task| kept[self.category_of[*task]])
            .map(|task| (self.tasks[task].clone(), self.row(task).to_vec()))
            .collect();
        // The names of columns are unique already and stay as they are.
        let columns = self.columns.iter().map(|shown| shown.column.clone()).collect();
        Ok(Data { columns: self.columns.clone(), ..Data::new(columns, rows) })
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Things that are the same if their keys are, in the order in which they came.
struct Merged<T> {
    items: Vec<T>,
    index: BTreeMap<String, usize>,
}

impl<T> Default for Merged<T> {
    fn default() -> Self {
        Merged { items: Vec::new(), index: BTreeMap::new() }
    }
}

impl<T> Merged<T> {
    fn add(&mut self, key: String, item: T) -> usize {
        let Merged { items, index } = self;
        *index.entry(key).or_insert_with(|| {
            items.push(item);
            items.len() - 1
        })
    }
}

/// Gives every column a name of its own: equal ones get the version, the options, the limits, and
/// at last a number.
fn distinct(columns: Vec<Column>) -> Vec<Shown> {
    let mut shown: Vec<Shown> = columns.into_iter().map(|column| Shown { name: column.name.clone(), column }).collect();
    let additions: [fn(&Column) -> String; 3] =
        [|column| column.version.clone(), |column| column.options.join(" "), |column| limits(column)];
    for addition in additions {
        for group in same_names(&shown) {
            let texts: Vec<String> = group.iter().map(|i| addition(&shown[*i].column)).collect();
            if texts.iter().any(|text| *text != texts[0]) {
                for (i, text) in group.into_iter().zip(texts) {
                    if !text.is_empty() {
                        shown[i].name = format!("{} [{text}]", shown[i].name);
                    }
                }
            }
        }
    }
    for group in same_names(&shown) {
        let mut number = 1;
        for i in group.into_iter().skip(1) {
            loop {
                number += 1;
                let name = format!("{} ({number})", shown[i].name);
                if shown.iter().all(|other| other.name != name) {
                    shown[i].name = name;
                    break;
                }
            }
        }
    }
    shown
}

fn same_names(shown: &[Shown]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, column) in shown.iter().enumerate() {
        groups.entry(&column.name).or_default().push(i);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// The limits of a column in words.
pub fn limits(column: &Column) -> String {
    let limits = column.limits;
    let mut parts = Vec::new();
    parts.extend(limits.cpu.map(|s| format!("{s} s CPU")));
    parts.extend(limits.wall.map(|s| format!("{s} s wall")));
    parts.extend(limits.memory.map(|bytes| format!("{} MB", bytes / 1_000_000)));
    parts.extend(limits.cores.map(|n| format!("{n} {}", if n == 1 { "core" } else { "cores" })));
    if parts.is_empty() { "no limits".into() } else { parts.join(", ") }
}
