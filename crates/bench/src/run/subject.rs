//! A described tool as what runs on tasks.

use super::{Invocation, Subject};
use crate::model::{Answer, Column, Limits, Measured, Task};
use crate::tool::{Tally, Tool, ToolError};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A tool, and the tasks that cannot be run with any.
pub struct Described<'a> {
    tool: Tool,
    broken: &'a Broken,
    tally: Mutex<Tally>,
}

/// Tasks that are known, but cannot be run, with the reason.
#[derive(Clone, Debug, Default)]
pub struct Broken(HashMap<(String, String, String), String>);

impl Broken {
    /// Notes that a task cannot be run.
    pub fn add(&mut self, task: &Task, reason: String) {
        self.0.insert(key(task), reason);
    }
}

fn key(task: &Task) -> (String, String, String) {
    (task.category.clone(), task.name.clone(), task.property.name.clone())
}

impl<'a> Described<'a> {
    /// A tool that runs on all tasks but those.
    pub fn new(tool: Tool, broken: &'a Broken) -> Self {
        Described { tool, broken, tally: Mutex::new(Tally::default()) }
    }

    /// The tool.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The column of this tool. It is asked for its version.
    pub fn column(&self, limits: Limits, machine: String) -> Result<Column, ToolError> {
        Ok(Column {
            name: self.tool.title(),
            tool: self.tool.description.name.clone(),
            version: self.version()?,
            description: self.tool.description.text.clone(),
            options: self.tool.choices(),
            limits,
            machine,
        })
    }

    /// What the tool says its version is. Our own is built often without another version, so its
    /// builds are told apart.
    fn version(&self) -> Result<String, ToolError> {
        let version = self.tool.version()?;
        let build = self.tool.description.own.then(|| std::fs::read(&self.tool.executable).ok()).flatten();
        Ok(match build {
            Some(content) => {
                let digest: String = adumbra_text::hexadecimal(&Sha256::digest(&content)[..4]);
                format!("{version} ({digest})")
            }
            None => version,
        })
    }

    /// What the user should know of all that was read: a description whose patterns never fit.
    pub fn complaint(&self) -> Option<String> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).complaint(&self.tool.description)
    }
}

impl Subject for Described<'_> {
    fn refuses(&self, task: &Task) -> Option<String> {
        let broken = self.broken.0.contains_key(&key(task));
        if broken { None } else { self.tool.supports(task).err().map(str::to_owned) }
    }

    fn command(&self, task: &Task, limits: &Limits, scratch: &Path) -> Result<Invocation, String> {
        if let Some(reason) = self.broken.0.get(&key(task)) {
            return Err(reason.clone());
        }
        let text = |e: ToolError| e.to_string();
        Ok(Invocation {
            command: self.tool.command(task, limits, scratch).map_err(text)?,
            environment: self.tool.environment(task, limits, scratch).map_err(text)?,
        })
    }

    fn answer(&self, task: &Task, measured: &Measured, stdout: &str, stderr: &str) -> Answer {
        let reading = self.tool.read(task, measured, stdout, stderr);
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(&self.tool.description, &reading);
        reading.answer
    }

    fn values(&self, stdout: &str, stderr: &str) -> BTreeMap<String, f64> {
        self.tool.description.values(stdout, stderr)
    }
}
