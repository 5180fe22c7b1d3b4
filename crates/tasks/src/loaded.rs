//! A task in memory, and what a configuration answers to it.

use crate::label::Label;
use adumbra_analyses::automaton;
use adumbra_analyses::automaton::{Observer, Rules, Specification};
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Counterexample, replay, replay_observed};
use adumbra_program::{DataModel, Program, Property, PropertyKind};
use adumbra_stop::Stop;
use adumbra_strategies::configuration::Configuration;
use adumbra_strategies::{Host, Request, Verified, verify};
use std::path::Path;
use std::sync::Arc;

/// A task that was loaded.
pub struct Loaded {
    /// What is expected of it.
    pub label: Label,
    /// The program as analyses see it.
    pub program: Arc<Program>,
    loaded: adumbra_frontend::Loaded,
    rules: Option<Specification>,
}

impl Loaded {
    /// Loads a task.
    pub fn new(label: &Label) -> Result<Loaded, String> {
        let mut options = LoadOptions::new([&label.path]);
        let mut rules = None;
        for option in &label.options {
            match option.split_once('=') {
                None if option == "--32" => options.data_model = Some(DataModel::Ilp32),
                None if option == "--64" => options.data_model = Some(DataModel::Lp64),
                Some(("--spec", file)) => rules = Some(specification(file)?),
                _ => return Err(format!("{}: what is {option}?", label.name)),
            }
        }
        let property = match &label.property {
            Some(name) => Property::by_name(name).ok_or_else(|| format!("{}: no such property", label.name))?,
            None if rules.is_some() => Property::of(&[PropertyKind::Specification]),
            None => Property::unspecified(),
        };
        options = options.property(property);
        options.calls_as_written = rules.is_some();
        let promote = rules.as_ref().is_none_or(|rules| !rules.speaks_of_lines());
        let loaded = load(&options.promote(promote)).map_err(|e| format!("{}: {e}", label.name))?;
        Ok(Loaded { label: label.clone(), program: Arc::clone(loaded.program()), loaded, rules })
    }

    /// The program with its locals in memory.
    fn replayed(&self) -> Result<Arc<Program>, String> {
        self.loaded.unpromoted().cloned().map_err(ToString::to_string)
    }

    /// What a configuration answers within some work.
    pub fn verified(&self, configuration: &Configuration, work: u64) -> Verified {
        let mut request = Request::new(configuration.clone());
        request.specification = self.rules.clone();
        request.stop = Stop::never().within(work);
        verify(&self.program, &request, self)
    }

    /// The same as in the last line of the command: `TRUE`, `FALSE(property)`, `UNKNOWN(reason)`.
    pub fn answer(&self, configuration: &Configuration, work: u64) -> String {
        self.verified(configuration, work).verdict.answer.to_string()
    }
}

/// What was counted. What was measured is not the same each time and is left out.
pub fn counted(verified: &Verified) -> Vec<(String, String)> {
    let is_counted = |(name, value): &&(String, String)| {
        !name.contains("time") && !value.contains("ms") && !name.ends_with("a second") && !name.ends_with(" ms")
    };
    verified.counts.iter().filter(is_counted).cloned().collect()
}

/// A specification of the repository.
fn specification(file: &str) -> Result<Specification, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{file}: {e}"))?;
    automaton::parse(file, &text).map_err(|e| e.to_string())
}

impl Host for Loaded {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let program = self.replayed()?;
        let options = Options { stop: stop.clone(), ..Options::new(program.property.clone()) };
        let judged = match &self.rules {
            Some(rules) => {
                let rules = Observer::new(Arc::clone(&program), rules.clone());
                replay_observed(&program, script, &options, &mut Rules::new(&rules))
            }
            None => replay(&program, script, &options),
        };
        judged.map_err(|e| e.to_string())
    }
}
