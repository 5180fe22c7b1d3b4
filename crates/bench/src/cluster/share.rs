//! What one job of an array is told: its pairs, with everything that a node needs to run them.

use crate::limit::Bounds;
use crate::model::{Column, Task};
use crate::run::Pair;
use crate::tool::{Description, Tool, ToolError};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::PathBuf;

/// How a column is run on another machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The description of the tool.
    pub description: String,
    /// The executable, where it is on every node.
    pub executable: PathBuf,
    /// The configuration.
    pub configuration: Option<String>,
    /// Further options.
    pub options: Vec<String>,
}

impl Recipe {
    /// The recipe for a tool.
    pub fn new(tool: &Tool) -> Self {
        Recipe {
            description: tool.description.text.clone(),
            executable: tool.executable.clone(),
            configuration: tool.configuration.clone(),
            options: tool.options.clone(),
        }
    }

    /// The tool.
    pub fn tool(&self) -> Result<Tool, ToolError> {
        Ok(Tool {
            description: Description::parse("the description of the tool", &self.description)?,
            executable: self.executable.clone(),
            configuration: self.configuration.clone(),
            options: self.options.clone(),
        })
    }
}

/// What is the same for all jobs of an array.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Common {
    /// The name of the array.
    pub name: String,
    /// How processes are accounted for, as on the command line.
    pub accounting: String,
    /// What is far from what a tool needs.
    pub bounds: Bounds,
    /// Where scratch directories are made on a node; `%N` stands for its name.
    pub scratch: Option<String>,
}

/// The share of one job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// What it has in common with the others.
    pub common: Common,
    /// The columns of its pairs.
    pub columns: Vec<(Column, Recipe)>,
    /// The tasks of its pairs.
    pub tasks: Vec<Task>,
    /// What it runs, in this order.
    pub pairs: Vec<Pair>,
}

/// Deals pairs to jobs, so many each. A share has the columns and tasks of its own pairs only.
pub fn deal(common: &Common, columns: &[(Column, Recipe)], tasks: &[Task], pairs: &[Pair], each: usize) -> Vec<Share> {
    let share = |pairs: &[Pair]| {
        let mut share = Share { common: common.clone(), columns: Vec::new(), tasks: Vec::new(), pairs: Vec::new() };
        let (mut column_at, mut task_at) = (HashMap::new(), HashMap::new());
        for pair in pairs {
            let (Some(column), Some(task)) = (columns.get(pair.column), tasks.get(pair.task)) else { continue };
            let column = *column_at.entry(pair.column).or_insert_with(|| {
                share.columns.push(column.clone());
                share.columns.len() - 1
            });
            let task = *task_at.entry(pair.task).or_insert_with(|| {
                share.tasks.push(task.clone());
                share.tasks.len() - 1
            });
            share.pairs.push(Pair { task, column });
        }
        share
    };
    pairs.chunks(each.max(1)).map(share).collect()
}
