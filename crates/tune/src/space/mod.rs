//! The space of configurations.
//!
//! A parameter has finitely many values. It may be *conditional*: it has an effect (is *active*)
//! only if others are active and have certain values. A configuration gives each parameter a value.
//! Two that differ only in parameters without an effect are the same, so a [`Configuration`] is
//! kept in *canonical form*: what is not active has its base value. Combinations of values may be
//! forbidden.
//!
//! Of each parameter there is a *base* value, which the tool has if nothing is said, and a *start*
//! value, with which the search begins.

mod file;
mod table;

pub use table::Known;

use crate::random::Random;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use thiserror::Error;

/// How often a random configuration is tried before it is said that almost all are forbidden.
const TRIES: usize = 10_000;

/// Why a space cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpaceError {
    /// A line of a parameter file is wrong.
    #[error("line {line}: {cause}")]
    Line {
        /// The line, starting at 1.
        line: u32,
        /// What is wrong.
        cause: String,
    },
    /// There is no such parameter.
    #[error("no parameter is called `{name}`{}", if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) })]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        nearest: Vec<String>,
    },
    /// A parameter does not take this value.
    #[error("{name}: {cause}")]
    Value {
        /// The parameter.
        name: String,
        /// What is wrong.
        cause: String,
    },
    /// Parameters wait for each other to have an effect.
    #[error("the conditions of {0} lead back to itself")]
    Cycle(String),
    /// The search would begin with a forbidden configuration.
    #[error("the configuration to begin with is forbidden")]
    ForbiddenStart,
    /// There is nothing to choose.
    #[error("no parameter has several values to choose among")]
    Nothing,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its values, as they are given to the tool.
    pub values: Vec<String>,
    /// The value that the tool has if nothing is said.
    pub base: u16,
    /// The value with which the search begins.
    pub start: u16,
    /// May the search change it?
    pub free: bool,
    /// When it has an effect: all of these hold.
    pub conditions: Vec<Requirement>,
}

/// A parameter must be active and have one of some values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The other parameter.
    pub parameter: usize,
    /// For each of its values, whether it will do.
    pub allowed: Vec<bool>,
}

/// A configuration in canonical form: the place of each parameter's value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Configuration(Box<[u16]>);

/// All configurations.
#[derive(Clone, Debug)]
pub struct Space {
    parameters: Vec<Parameter>,
    by_name: FxHashMap<String, usize>,
    /// What a parameter's conditions are about comes before it.
    order: Vec<usize>,
    forbidden: Vec<Vec<(usize, u16)>>,
    /// Is a parameter that has its base value mentioned to the tool?
    says_base: bool,
}

impl Space {
    /// A space; fails if conditions are about each other. `says_base`: parameters are given to the
    /// tool also where they have their base value.
    pub fn new(
        parameters: Vec<Parameter>,
        forbidden: Vec<Vec<(usize, u16)>>,
        says_base: bool,
    ) -> Result<Space, SpaceError> {
        let order = order(&parameters)?;
        let by_name = parameters.iter().enumerate().map(|(place, p)| (p.name.clone(), place)).collect();
        Ok(Space { parameters, by_name, order, forbidden, says_base })
    }

    /// All parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The place of a parameter.
    pub fn find(&self, name: &str) -> Result<usize, SpaceError> {
        self.by_name.get(name).or_else(|| self.by_name.get(&name.replace('_', "-"))).copied().ok_or_else(|| {
            let names = self.parameters.iter().map(|p| p.name.as_str());
            let nearest = adumbra_options::nearest(name, names).into_iter().map(str::to_owned).collect();
            SpaceError::Unknown { name: name.to_owned(), nearest }
        })
    }

    /// The search changes only these parameters.
    pub fn only(&mut self, names: &[String]) -> Result<(), SpaceError> {
        let wanted = names.iter().map(|name| self.find(name)).collect::<Result<Vec<_>, _>>()?;
        for (place, parameter) in self.parameters.iter_mut().enumerate() {
            parameter.free = wanted.contains(&place);
        }
        Ok(())
    }

    /// A parameter has this value, also in what is compared with, and the search does not change
    /// it.
    pub fn fix(&mut self, name: &str, value: u16) -> Result<(), SpaceError> {
        let place = self.find(name)?;
        let parameter = &mut self.parameters[place];
        parameter.start = value;
        parameter.free = false;
        Ok(())
    }

    /// The place of a value of a parameter, by text.
    pub fn value_place(&self, name: &str, value: &str) -> Result<u16, SpaceError> {
        let parameter = &self.parameters[self.find(name)?];
        parameter.values.iter().position(|known| known == value).map(|place| place as u16).ok_or_else(|| {
            let cause = format!("`{value}` is none of {}", parameter.values.join(", "));
            SpaceError::Value { name: parameter.name.clone(), cause }
        })
    }

    /// Sets the value with which the search begins.
    pub fn begin_with(&mut self, name: &str, value: u16) -> Result<(), SpaceError> {
        let place = self.find(name)?;
        self.parameters[place].start = value;
        Ok(())
    }

    /// Checks that there is something to search and that the search may begin.
    pub fn check(&self) -> Result<(), SpaceError> {
        if !self.parameters.iter().any(|p| p.free && p.values.len() > 1) {
            return Err(SpaceError::Nothing);
        }
        if self.is_forbidden(&self.start()) { Err(SpaceError::ForbiddenStart) } else { Ok(()) }
    }

    /// The configuration of the tool if nothing is said, but with what was fixed.
    pub fn base(&self) -> Configuration {
        let value = |p: &Parameter| if p.free { p.base } else { p.start };
        self.canonical(self.parameters.iter().map(value).collect())
    }

    /// The configuration with which the search begins.
    pub fn start(&self) -> Configuration {
        self.canonical(self.parameters.iter().map(|p| p.start).collect())
    }

    /// A configuration of these places of values. Places that do not exist become the base value.
    pub fn configuration(&self, values: &[u16]) -> Configuration {
        let value = |(place, p): (usize, &Parameter)| {
            values.get(place).copied().filter(|v| usize::from(*v) < p.values.len()).unwrap_or(p.base)
        };
        self.canonical(self.parameters.iter().enumerate().map(value).collect())
    }

    /// For each parameter, whether it has an effect.
    pub fn active(&self, configuration: &Configuration) -> Vec<bool> {
        self.active_of(&configuration.0)
    }

    fn active_of(&self, values: &[u16]) -> Vec<bool> {
        let mut active = vec![true; self.parameters.len()];
        for place in &self.order {
            let holds = |r: &Requirement| {
                active[r.parameter] && r.allowed.get(usize::from(values[r.parameter])).copied().unwrap_or(false)
            };
            active[*place] = self.parameters[*place].conditions.iter().all(holds);
        }
        active
    }

    fn canonical(&self, mut values: Vec<u16>) -> Configuration {
        // What is not active decides about nothing that is, so that one pass is enough.
        let active = self.active_of(&values);
        for (place, parameter) in self.parameters.iter().enumerate() {
            if !active[place] {
                values[place] = parameter.base;
            }
        }
        Configuration(values.into())
    }

    /// Is the configuration forbidden? A combination counts where all its parameters have an
    /// effect.
    pub fn is_forbidden(&self, configuration: &Configuration) -> bool {
        if self.forbidden.is_empty() {
            return false;
        }
        let active = self.active(configuration);
        let has = |(place, value): &(usize, u16)| active[*place] && configuration.0[*place] == *value;
        self.forbidden.iter().any(|clause| clause.iter().all(has))
    }

    /// The configurations that differ in the value of one active parameter, in the order of the
    /// parameters and values.
    pub fn neighbours(&self, configuration: &Configuration) -> Vec<Configuration> {
        let active = self.active(configuration);
        let mut found = Vec::new();
        for (place, parameter) in self.parameters.iter().enumerate().filter(|(place, p)| p.free && active[*place]) {
            for value in (0..parameter.values.len() as u16).filter(|value| *value != configuration.0[place]) {
                let mut values = configuration.0.to_vec();
                values[place] = value;
                let neighbour = self.canonical(values);
                if !self.is_forbidden(&neighbour) {
                    found.push(neighbour);
                }
            }
        }
        found
    }

    /// A random configuration; that to begin with if almost all are forbidden.
    pub fn random(&self, random: &mut Random) -> Configuration {
        for _ in 0..TRIES {
            let value = |p: &Parameter| if p.free { random.below(p.values.len()) as u16 } else { p.start };
            let configuration = self.canonical(self.parameters.iter().map(value).collect());
            if !self.is_forbidden(&configuration) {
                return configuration;
            }
        }
        self.start()
    }

    /// The value of a parameter; `None` if there is no such parameter or it has no effect.
    pub fn value(&self, configuration: &Configuration, name: &str) -> Option<&str> {
        let place = self.find(name).ok()?;
        let active = *self.active(configuration).get(place)?;
        active.then(|| self.parameters[place].values[usize::from(configuration.0[place])].as_str())
    }

    /// What the tool is told: names and values of active parameters.
    pub fn settings<'a>(&'a self, configuration: &'a Configuration) -> impl Iterator<Item = (&'a str, &'a str)> {
        let active = self.active(configuration);
        let told = move |(place, p): (usize, &'a Parameter)| {
            let value = configuration.0[place];
            let told = active[place] && (self.says_base || value != p.base);
            told.then(|| (p.name.as_str(), p.values[usize::from(value)].as_str()))
        };
        self.parameters.iter().enumerate().filter_map(told)
    }

    /// What differs from the base: name, base value (`None` if without effect there), value
    /// (likewise).
    pub fn differences(&self, configuration: &Configuration) -> Vec<(&str, Option<&str>, Option<&str>)> {
        let base = self.base();
        let (here, there) = (self.active(configuration), self.active(&base));
        let value = |c: &Configuration, place: usize| self.parameters[place].values[usize::from(c.0[place])].as_str();
        let mut found = Vec::new();
        for (place, parameter) in self.parameters.iter().enumerate() {
            let before = there[place].then(|| value(&base, place));
            let after = here[place].then(|| value(configuration, place));
            // What merely gains or loses its effect follows from another change.
            if base.0[place] != configuration.0[place] {
                found.push((parameter.name.as_str(), before, after));
            }
        }
        found
    }

    /// What differs from the base, on one line.
    pub fn changes(&self, configuration: &Configuration) -> String {
        let change = |(name, _, after): (&str, _, Option<&str>)| after.map(|after| format!("{name}={after}"));
        self.differences(configuration).into_iter().filter_map(change).collect::<Vec<_>>().join(", ")
    }

    /// A short name: `default` for the base, else a digest.
    pub fn name(&self, configuration: &Configuration) -> String {
        if *configuration == self.base() {
            return "default".to_owned();
        }
        let mut text = String::new();
        for (parameter, value) in self.parameters.iter().zip(&configuration.0) {
            let _ = writeln!(text, "{}={}", parameter.name, parameter.values[usize::from(*value)]);
        }
        adumbra_text::hexadecimal(&Sha256::digest(text.as_bytes())[..4])
    }

    /// All there is to say about the space, for a comparison with that of an earlier start.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        for p in &self.parameters {
            let (base, start) = (&p.values[usize::from(p.base)], &p.values[usize::from(p.start)]);
            let values = if p.free { p.values.join(",") } else { start.clone() };
            let _ = writeln!(text, "{} {{{values}}} [{base}] {start} {:?}", p.name, p.conditions);
        }
        let _ = writeln!(text, "{:?}", self.forbidden);
        text
    }

    /// How many parameters are free, and the decimal logarithm of the number of combinations of
    /// their values.
    pub fn size(&self) -> (usize, f64) {
        let free = || self.parameters.iter().filter(|p| p.free && p.values.len() > 1);
        (free().count(), free().map(|p| (p.values.len() as f64).log10()).sum())
    }
}

impl Configuration {
    /// The place of each parameter's value.
    pub fn places(&self) -> &[u16] {
        &self.0
    }
}

/// An order in which what conditions are about comes first.
fn order(parameters: &[Parameter]) -> Result<Vec<usize>, SpaceError> {
    let mut order = Vec::with_capacity(parameters.len());
    let mut placed = vec![false; parameters.len()];
    loop {
        let before = order.len();
        for (place, parameter) in parameters.iter().enumerate() {
            if !placed[place] && parameter.conditions.iter().all(|r| placed[r.parameter]) {
                placed[place] = true;
                order.push(place);
            }
        }
        if order.len() == parameters.len() {
            return Ok(order);
        }
        if order.len() == before {
            let stuck = placed.iter().position(|placed| !placed).unwrap_or(0);
            return Err(SpaceError::Cycle(parameters[stuck].name.clone()));
        }
    }
}
