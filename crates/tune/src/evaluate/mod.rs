//! Measuring a configuration on a task through `bench`: the command, the limits, and what the
//! outcome means.

mod cluster;
mod local;

pub use cluster::{OnCluster, Submitter};
pub use local::Local;

use crate::journal::{Run, Status};
use crate::judge;
use crate::space::{Configuration, Space};
use adumbra_bench::model::{Answer, Column, Ending, Limits, Outcome};
use adumbra_bench::tool::Tool;

/// What is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CostKind {
    /// Processor time.
    Cpu,
    /// Time on the clock.
    Wall,
    /// A number that the tool says itself, such as `conflicts`.
    Value(String),
}

impl CostKind {
    /// What it is called in reports.
    pub fn title(&self) -> String {
        match self {
            CostKind::Cpu => "CPU time in s".to_owned(),
            CostKind::Wall => "time in s".to_owned(),
            CostKind::Value(name) => name.clone(),
        }
    }

    /// Less than this cannot be measured well, so that no run is stopped before.
    pub fn floor(&self) -> f64 {
        match self {
            CostKind::Cpu | CostKind::Wall => 0.1,
            CostKind::Value(_) => 1.0,
        }
    }
}

/// How configurations are run.
#[derive(Clone, Debug)]
pub struct Recipe<'a> {
    /// The parameters.
    pub space: &'a Space,
    /// The tool, with the options that all configurations have.
    pub tool: Tool,
    /// Its column, of which name, options and limits are replaced.
    pub column: Column,
    /// What is counted.
    pub cost: CostKind,
    /// What a run may cost.
    pub cutoff: f64,
    /// Does the tool get a seed?
    pub seeded: bool,
    /// Limits where the cost sets none.
    pub limits: Limits,
}

impl Recipe<'_> {
    /// The tool with the options of a configuration, for a run that may cost `cap`.
    pub fn tool(&self, configuration: &Configuration, seed: u64, cap: f64) -> Result<Tool, String> {
        let mut tool = self.tool.clone();
        let description = &self.tool.description;
        for (name, value) in self.space.settings(configuration) {
            let words = description.parameter(name, value);
            tool.options.extend(words.ok_or_else(|| format!("{} has no way to set parameters", description.name))?);
        }
        if self.seeded {
            let words = description.seeded(seed);
            tool.options.extend(words.ok_or_else(|| format!("{} has no way to set a seed", description.name))?);
        }
        if let CostKind::Value(name) = &self.cost
            && let Some(counted) = description.values.iter().find(|value| value.name == *name)
        {
            tool.options.extend(counted.limited(cap.ceil() as u64).unwrap_or_default());
        }
        Ok(tool)
    }

    /// The limits of a run that may cost `cap`.
    pub fn limits(&self, cap: f64) -> Limits {
        let Limits { cpu, wall, .. } = self.limits;
        match self.cost {
            CostKind::Cpu => Limits { cpu: Some(cap), wall: Some(wall.unwrap_or(2.0 * cap + 10.0)), ..self.limits },
            CostKind::Wall => Limits { wall: Some(cap), cpu: None, ..self.limits },
            CostKind::Value(_) => {
                let cpu = cpu.unwrap_or(60.0);
                Limits { cpu: Some(cpu), wall: Some(wall.unwrap_or(2.0 * cpu + 10.0)), ..self.limits }
            }
        }
    }

    /// The column of a configuration, for runs that may cost `cap`.
    pub fn column(&self, configuration: &Configuration, tool: &Tool, cap: f64) -> Column {
        let name = self.space.name(configuration);
        Column { name, options: tool.choices(), limits: self.limits(cap), ..self.column.clone() }
    }

    /// What an outcome means for a run that might cost `cap`. An error is no fault of the
    /// configuration.
    pub fn read(&self, outcome: &Outcome, cap: f64) -> Result<Run, String> {
        let measured = &outcome.measured;
        if let Ending::Failed(reason) | Ending::NotRun(reason) = &measured.ending {
            return Err(reason.clone());
        }
        let cpu = measured.cpu.as_secs_f64();
        let answered = match &outcome.answer {
            Answer::Unknown(_) => false,
            // Of several questions all count, and a tool that broke off has not heard all of them.
            Answer::Answers(said) => {
                adumbra_bench::model::answered(said) == said.split(' ').count() && measured.ending == Ending::Exit(0)
            }
            _ => true,
        };
        let out_of_time = matches!(measured.ending, Ending::CpuLimit | Ending::WallLimit)
            || outcome.answer == Answer::Unknown("timeout".into());
        let (cost, stopped) = match &self.cost {
            CostKind::Cpu => (cpu, out_of_time),
            CostKind::Wall => (measured.wall.as_secs_f64(), out_of_time),
            CostKind::Value(name) => match outcome.values.get(name) {
                Some(value) => (*value, *value >= cap.floor()),
                None if answered => return Err(format!("the tool does not say `{name}`")),
                None => (0.0, false),
            },
        };
        let status = match (answered, stopped) {
            (true, _) => Status::Solved,
            (false, true) => Status::Stopped,
            (false, false) => Status::Failed,
        };
        Ok(Run { status, cost, answer: judge::written(&outcome.answer), cpu })
    }
}
