//! From arguments to what is tuned: the tool, the parameters, the tasks.

use super::{Arguments, Own, Stop};
use crate::evaluate::CostKind;
use crate::ils::{Algorithm, Settings, Trial};
use crate::random::Random;
use crate::space::{Known, Space, SpaceError};
use crate::split::{self, Split};
use adumbra_bench::cli::units;
use adumbra_bench::model::{Limits, Task};
use adumbra_bench::task::{self, Selection, TaskError};
use adumbra_bench::tool::{Request, Tool};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// No process can start with less.
const LEAST_MEMORY: u64 = 1_000_000;

impl Arguments {
    /// The tool, with the options that all configurations have.
    pub(super) fn resolve(&self) -> Result<Tool, Stop> {
        let mut request = Request::parse(&self.tool);
        request.options.extend(self.options.iter().cloned());
        let tool = request.resolve().map_err(Stop::input)?;
        if tool.description.parameters.is_none() {
            let name = &tool.description.name;
            let what = "its description needs `parameters`, such as [\"--{parameter}\", \"{value}\"]";
            return Err(Stop::input(format!("{name} has no way to set parameters; {what}")));
        }
        if self.seeds > 1 && tool.description.seed.is_none() {
            return Err(Stop::input(format!("{} has no way to set a seed", tool.description.name)));
        }
        Ok(tool)
    }

    /// What is counted and how much a run may count.
    pub(super) fn cost(&self, tool: &Tool) -> Result<(CostKind, f64), Stop> {
        let kind = match self.cost.as_str() {
            "cpu" => CostKind::Cpu,
            "wall" => CostKind::Wall,
            name if tool.description.values.iter().any(|value| value.name == name) => CostKind::Value(name.to_owned()),
            name => {
                let known: Vec<&str> = tool.description.values.iter().map(|value| value.name.as_str()).collect();
                let known = [&["cpu", "wall"][..], &known].concat().join(", ");
                let message = format!("--cost: {} does not say `{name}`; known are {known}", tool.description.name);
                return Err(Stop::input(message));
            }
        };
        let text = self.cutoff.as_deref().unwrap_or_default();
        let cutoff = match kind {
            CostKind::Cpu | CostKind::Wall => units::seconds(text).map_err(|e| format!("--cutoff: {e}")),
            CostKind::Value(_) => match text.replace('_', "").parse::<u64>() {
                Ok(number) if number > 0 => Ok(number as f64),
                _ => Err(format!("--cutoff: `{text}` is no number of {}", self.cost)),
            },
        };
        Ok((kind, cutoff.map_err(Stop::input)?))
    }

    /// The limits that the cost does not set.
    pub(super) fn limits(&self) -> Result<Limits, Stop> {
        if self.memory < LEAST_MEMORY {
            return Err(Stop::input(format!("{} bytes are too little memory for any run", self.memory)));
        }
        Ok(Limits { cpu: Some(self.cpu), wall: self.wall, memory: Some(self.memory), cores: Some(self.cores) })
    }

    /// The training and the test set.
    pub(super) fn split(&self, tool: &Tool) -> Result<Split, Stop> {
        let split = if self.sets.is_empty() {
            split::given(self.tasks(&self.train)?, self.tasks(&self.test)?)
        } else {
            split::halve(self.tasks(&self.sets)?, self.seed)
        };
        let split = split.map_err(Stop::input)?;
        for task in split.train.iter().chain(&split.test) {
            tool.supports(task).map_err(|e| Stop::input(format!("{}: {e} by {}", task.name, tool.description.name)))?;
        }
        Ok(split)
    }

    fn tasks(&self, sets: &[PathBuf]) -> Result<Vec<Task>, Stop> {
        let selection = Selection {
            properties: self.properties.clone(),
            include: self.filters.clone(),
            exclude: self.excludes.clone(),
            limit: self.limit,
            limit_per_category: None,
            data_model: None,
            keep_going: false,
        };
        let loaded = task::read(sets, &selection);
        if loaded.errors.is_empty() {
            return Ok(loaded.tasks);
        }
        Err(Stop::input(loaded.errors.iter().map(TaskError::to_string).collect::<Vec<_>>().join("\n")))
    }

    /// The space, and the configuration file to which tuned values are added.
    pub(super) fn space(&self, tool: &Tool, tasks: &Split, own: &Own<'_>) -> Result<(Space, String), Stop> {
        let fixed = self.fix.iter().map(|text| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Stop::input(format!("--fix {text}: not name=value"))),
        });
        let fixed: Vec<(String, String)> = fixed.collect::<Result<_, _>>()?;
        let start = self.start.as_deref().map(|name| start_text(name, &tool.description.name, own)).transpose()?;
        if let Some(path) = &self.params {
            let text = std::fs::read_to_string(path).map_err(|e| Stop::input(format!("{}: {e}", path.display())))?;
            let space = of_file(&text, start.as_deref(), &self.only, &fixed);
            let space = space.map_err(|e| Stop::input(format!("{}: {e}", path.display())))?;
            return Ok((space, String::new()));
        }
        let endings: BTreeSet<&str> =
            tasks.train.iter().flat_map(|t| &t.files).filter_map(|f| f.extension()?.to_str()).collect();
        let endings: Vec<&str> = endings.into_iter().collect();
        let known = (own.known)(&tool.description.name, tool.configuration.as_deref(), &endings);
        let known: Known = match known {
            Some(known) => known.map_err(Stop::input)?,
            None => {
                let name = &tool.description.name;
                return Err(Stop::input(format!("the parameters of {name} are not known here; give --params FILE")));
            }
        };
        let space = Space::of_options(&known, start.as_deref(), &self.only, &fixed).map_err(Stop::input)?;
        space.check().map_err(Stop::input)?;
        Ok((space, known.text))
    }

    /// The settings of each search.
    pub(super) fn searches(&self, instances: usize, cutoff: f64, floor: f64) -> Vec<Settings> {
        let settings = |number: u32| {
            let seed = self.seed.wrapping_add(u64::from(number));
            // The same trials for all configurations of a search, in an order of its own.
            let mut random = Random::new(seed ^ 0x7365_7175);
            let mut sequence = Vec::new();
            for seed in 0..self.seeds {
                let mut round: Vec<Trial> = (0..instances).map(|instance| Trial { instance, seed }).collect();
                random.shuffle(&mut round);
                sequence.extend(round);
            }
            let algorithm = match self.algorithm {
                Algorithm::Basic(runs) => Algorithm::Basic(runs.min(sequence.len())),
                Algorithm::Focused => Algorithm::Focused,
            };
            Settings {
                algorithm,
                capping: self.capping,
                initial: self.initial,
                perturbation: self.perturbation,
                restart: self.restart,
                seed,
                sequence,
                cutoff,
                floor: floor.min(cutoff),
            }
        };
        (0..self.runs).map(settings).collect()
    }

    /// The method in words.
    pub(super) fn method(&self, instances: usize) -> String {
        let algorithm = match self.algorithm {
            Algorithm::Focused => "FocusedILS".to_owned(),
            Algorithm::Basic(runs) => format!("BasicILS({})", runs.min(instances)),
        };
        let capping = match self.capping {
            crate::ils::Capping::None => "no capping".to_owned(),
            crate::ils::Capping::Preserving => "trajectory-preserving capping".to_owned(),
            crate::ils::Capping::Aggressive(factor) => format!("aggressive capping (factor {factor})"),
        };
        let searches = if self.runs == 1 { "1 search".to_owned() } else { format!("{} searches", self.runs) };
        format!("{algorithm}, {capping}, {searches}, seed {}", self.seed)
    }
}

/// The text of a configuration to begin with: one with a name, or a file.
fn start_text(name: &str, tool: &str, own: &Own<'_>) -> Result<String, Stop> {
    let path = Path::new(name);
    if path.extension().is_none() && path.components().count() == 1 {
        return match (own.configuration)(tool, name) {
            Some(text) => text.map_err(Stop::input),
            None => Err(Stop::input(format!("--start {name}: {tool} has no named configurations; give a file"))),
        };
    }
    std::fs::read_to_string(path).map_err(|e| Stop::input(format!("{name}: {e}")))
}

/// The space of a parameter file.
fn of_file(text: &str, start: Option<&str>, only: &[String], fixed: &[(String, String)]) -> Result<Space, SpaceError> {
    let mut space = Space::read(text)?;
    if !only.is_empty() {
        space.only(only)?;
    }
    if let Some(text) = start {
        let mut settings = Vec::new();
        let read = adumbra_options::apply_with(text, |name, value| {
            settings.push((name.to_owned(), value.to_owned()));
            Ok(())
        });
        read.map_err(|e| SpaceError::Line { line: e.line, cause: format!("of --start: {}", e.cause) })?;
        for (name, value) in settings {
            let place = space.value_place(&name, &value)?;
            space.begin_with(&name, place)?;
        }
    }
    for (name, value) in fixed {
        let place = space.value_place(name, value)?;
        space.fix(name, place)?;
    }
    space.check()?;
    Ok(space)
}

/// A short digest of something long.
pub(super) fn digest(text: &str) -> String {
    adumbra_text::hexadecimal(&Sha256::digest(text.as_bytes())[..8])
}
