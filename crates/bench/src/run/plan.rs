//! What is to be run: all columns on all tasks, without what the store has.

use crate::model::{Answer, Class, Column, Ending, Task};
use crate::store::{ColumnId, Row, Store, StoreError, TaskId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A column and a task, by their places in the lists that the plan was made from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The task.
    pub task: usize,
    /// The column.
    pub column: usize,
}

/// What is to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The columns in the store.
    pub columns: Vec<ColumnId>,
    /// The tasks in the store.
    pub tasks: Vec<TaskId>,
    /// What has no result: all columns on the first task, then on the second. So the columns can be
    /// compared at any time.
    pub pairs: Vec<Pair>,
    /// What has one already.
    pub done: usize,
}

/// Which results are thrown away, to be run again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Retry {
    /// Runs that could not be started or observed
    Failed,
    /// Runs without an answer
    Unknown,
    /// Runs that used up their time
    Timeout,
    /// Wrong answers
    Wrong,
    /// All
    All,
}

impl Retry {
    /// Is a result to be thrown away?
    pub fn wants(self, row: &Row) -> bool {
        let outcome = &row.outcome;
        match self {
            Retry::Failed => matches!(outcome.measured.ending, Ending::Failed(_)),
            Retry::Unknown => row.class == Class::Unknown,
            Retry::Timeout => {
                matches!(outcome.measured.ending, Ending::CpuLimit | Ending::WallLimit)
                    || outcome.answer == Answer::Unknown("timeout".into())
            }
            Retry::Wrong => row.class.is_wrong(),
            Retry::All => true,
        }
    }
}

impl Plan {
    /// Adds columns and tasks to a store and finds what is missing, after throwing away what shall
    /// be run again.
    pub fn make(store: &Store, columns: &[Column], tasks: &[Task], retry: Option<Retry>) -> Result<Plan, StoreError> {
        let (columns, tasks) = store.at_once(|| {
            let columns = columns.iter().map(|c| store.column(c)).collect::<Result<Vec<_>, _>>()?;
            let tasks = tasks.iter().map(|t| store.task(t)).collect::<Result<Vec<_>, _>>()?;
            if let Some(retry) = retry {
                let (in_columns, in_tasks) = (as_set(&columns), as_set(&tasks));
                let ours = |row: &Row| in_columns.contains(&row.column) && in_tasks.contains(&row.task);
                for row in store.results()?.iter().filter(|row| ours(row) && retry.wants(row)) {
                    store.forget(row.column, row.task)?;
                }
            }
            Ok((columns, tasks))
        })?;
        let mut have: HashSet<(ColumnId, TaskId)> = HashSet::new();
        for column in as_set(&columns) {
            have.extend(store.done(column)?.into_iter().map(|task| (column, task)));
        }
        let mut plan = Plan { pairs: Vec::new(), done: 0, columns, tasks };
        for (task, task_id) in plan.tasks.iter().enumerate() {
            for (column, column_id) in plan.columns.iter().enumerate() {
                // What is there twice is run once.
                if have.insert((*column_id, *task_id)) {
                    plan.pairs.push(Pair { task, column });
                } else {
                    plan.done += 1;
                }
            }
        }
        Ok(plan)
    }
}

impl Plan {
    /// The classes of what has a result.
    pub fn classes(&self, store: &Store) -> Result<Vec<Class>, StoreError> {
        let (columns, tasks) = (as_set(&self.columns), as_set(&self.tasks));
        let ours = |row: &Row| columns.contains(&row.column) && tasks.contains(&row.task);
        Ok(store.results()?.iter().filter(|row| ours(row)).map(|row| row.class).collect())
    }
}

fn as_set(ids: &[i64]) -> HashSet<i64> {
    ids.iter().copied().collect()
}
