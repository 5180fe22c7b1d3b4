//! What configurations are made of: parts, wrappers around them, strategies that work alone, and
//! portfolios of such.

use super::{Strategy, Task};
use crate::block_options::{BlockOptions, Memoized};
use crate::features::{Feature, Features};
use adumbra_analyses::registry::{
    Can, ExplorationOptions, Merging, MergingTogether, PartEntry, Setting, Stopping, StoppingTogether, WrapperEntry,
};
use adumbra_engine::Part;
use adumbra_options::{ConfigError, MakeGroup, OptionError, OptionSet, nearest};
use std::fmt;

/// A strategy that configurations name as a part, and that has no other beside it.
pub struct StrategyEntry {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub options: &'static [MakeGroup],
    /// Does it keep summaries between runs? Where there are some, it has its turn first.
    pub keeps: bool,
    /// Makes it.
    pub make: for<'a> fn(Task<'a>, &Single) -> Box<dyn Strategy + 'a>,
}

impl PartialEq for StrategyEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for StrategyEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All that configurations can name.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    /// The parts.
    pub parts: &'static [&'static PartEntry],
    /// Wrappers around parts.
    pub wrappers: &'static [&'static WrapperEntry],
    /// What works alone.
    pub strategies: &'static [&'static StrategyEntry],
    /// Options that are nobody's own.
    pub general: &'static [MakeGroup],
}

impl Registry {
    /// The names of all parts and strategies.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let alone = self.strategies.iter().map(|entry| entry.name);
        self.parts.iter().map(|entry| entry.name).chain(alone)
    }

    /// All options, with their defaults.
    pub fn options(&self) -> OptionSet {
        let parts = self.parts.iter().flat_map(|entry| entry.options);
        let wrappers = self.wrappers.iter().flat_map(|entry| entry.options);
        let strategies = self.strategies.iter().flat_map(|entry| entry.options);
        OptionSet::new(self.general.iter().chain(parts).chain(wrappers).chain(strategies).copied())
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&'static PartEntry> {
        self.parts.iter().copied().find(|entry| entry.name == name)
    }

    /// Reads `name`, or `wrapper(name,name…)`. If there is none, says which may be meant.
    pub fn parse(&self, text: &str) -> Result<Named, OptionError> {
        let wrapped = text.split_once('(').and_then(|(name, rest)| {
            let wrapper = self.wrappers.iter().find(|entry| entry.name == name)?;
            Some((*wrapper, rest.strip_suffix(')')?))
        });
        if let Some((wrapper, inner)) = wrapped {
            let inner: Vec<&str> = if wrapper.several { inner.split(',').collect() } else { vec![inner] };
            let taken = inner.into_iter().map(|name| self.taken(wrapper, name));
            return Ok(Named::Wrapped(wrapper, taken.collect::<Result<_, _>>()?));
        }
        if let Some(part) = self.part(text) {
            return Ok(Named::Part(part));
        }
        let alone = self.strategies.iter().find(|entry| entry.name == text);
        alone.map(|entry| Named::Alone(entry)).ok_or_else(|| unknown(text, self.names()))
    }

    /// A part by its name that a wrapper can go around.
    fn taken(&self, wrapper: &WrapperEntry, name: &str) -> Result<&'static PartEntry, OptionError> {
        let fits = self.parts.iter().copied().filter(|entry| (wrapper.takes)(&entry.can));
        let found = fits.clone().find(|entry| entry.name == name);
        found.ok_or_else(|| unknown(name, fits.map(|entry| entry.name)))
    }
}

fn unknown(name: &str, known: impl Iterator<Item = &'static str>) -> OptionError {
    let near = nearest(name, known).into_iter().map(str::to_owned).collect();
    OptionError::Unknown { name: name.to_owned(), nearest: near }
}

/// What stands in `parts` of a configuration.
#[derive(Clone, PartialEq, Debug)]
pub enum Named {
    /// A part.
    Part(&'static PartEntry),
    /// A wrapper with parts in it.
    Wrapped(&'static WrapperEntry, Vec<&'static PartEntry>),
    /// A strategy that works alone.
    Alone(&'static StrategyEntry),
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Part(entry) => f.write_str(entry.name),
            Named::Alone(entry) => f.write_str(entry.name),
            Named::Wrapped(wrapper, inner) => {
                let inner: Vec<&str> = inner.iter().map(|entry| entry.name).collect();
                write!(f, "{}({})", wrapper.name, inner.join(","))
            }
        }
    }
}

impl Named {
    /// Makes the part; nothing for what is none.
    pub fn make(&self, setting: &Setting<'_>) -> Option<Box<dyn Part>> {
        match self {
            Named::Part(entry) => Some((entry.make)(setting)),
            Named::Wrapped(wrapper, inner) => {
                let inner = inner.iter().map(|entry| (entry.make)(setting)).collect();
                Some((wrapper.make)(setting, inner))
            }
            Named::Alone(_) => None,
        }
    }

    /// Have its states a join that can be chosen?
    fn joins(&self) -> bool {
        match self {
            Named::Part(entry) => entry.can.joins,
            Named::Wrapped(wrapper, inner) => wrapper.sets || inner.first().is_some_and(|entry| entry.can.joins),
            Named::Alone(_) => false,
        }
    }

    /// Does its join mean no more than both states?
    fn joins_exactly(&self) -> bool {
        match self {
            Named::Part(entry) => entry.can.joins_exactly,
            Named::Wrapped(wrapper, _) => wrapper.sets,
            Named::Alone(_) => false,
        }
    }

    /// Does it reduce its states to what matters in a block?
    fn reduces(&self) -> bool {
        match self {
            Named::Part(entry) => entry.can.reduces,
            Named::Wrapped(wrapper, inner) => wrapper.reduces && inner.iter().all(|entry| entry.can.reduces),
            Named::Alone(_) => false,
        }
    }

    /// The option that it has no operator for, with the value and why, if there is one.
    fn refuses(&self, options: &ExplorationOptions) -> Option<(&'static str, &'static str, &'static str)> {
        let (can, alone): (Can, bool) = match self {
            Named::Wrapped(wrapper, _) if wrapper.sets => return None,
            Named::Wrapped(_, inner) => (inner.first().map_or(Can::NONE, |entry| entry.can), false),
            Named::Part(entry) => (entry.can, false),
            Named::Alone(_) => (Can::NONE, true),
        };
        let (merge, stop) = (options.merge, options.stop);
        if can.place {
            None
        } else if merge == Merging::Join && !can.joins {
            Some(("merge", merge.word(), "has no join of states that could be chosen"))
        } else if merge != Merging::Own && alone {
            Some(("merge", merge.word(), "has no states to merge"))
        } else if stop == Stopping::Join && !can.joins_exactly {
            Some(("stop", stop.word(), "has joins that mean more than both states, so that they prove nothing"))
        } else {
            None
        }
    }
}

/// Analyses that work together.
#[derive(Clone, PartialEq, Debug)]
pub struct Single {
    /// The analyses, in the order in which they take a step.
    pub parts: Vec<Named>,
    /// The options.
    pub options: OptionSet,
}

impl Single {
    /// Parts by themselves, with options.
    pub fn of(parts: &[&'static PartEntry], options: OptionSet) -> Single {
        Single { parts: parts.iter().map(|entry| Named::Part(entry)).collect(), options }
    }

    /// The parts that stand by themselves, in no wrapper.
    pub fn plain(&self) -> Vec<&'static PartEntry> {
        let plain = |named: &Named| match named {
            Named::Part(entry) => Some(*entry),
            Named::Wrapped(..) | Named::Alone(_) => None,
        };
        self.parts.iter().filter_map(plain).collect()
    }

    /// Is a part there by itself?
    pub fn has(&self, part: &PartEntry) -> bool {
        self.plain().contains(&part)
    }

    /// The strategy that works alone, if one is named.
    pub fn alone(&self) -> Option<&'static StrategyEntry> {
        self.parts.iter().find_map(|named| match named {
            Named::Alone(entry) => Some(*entry),
            Named::Part(_) | Named::Wrapped(..) => None,
        })
    }

    /// Options that are no part's own.
    pub fn general(&self) -> ExplorationOptions {
        self.options.of()
    }

    /// The parts as text.
    pub fn names(&self) -> Vec<String> {
        self.parts.iter().map(Named::to_string).collect()
    }

    /// The part that cannot be explored by blocks although that is asked for, and why.
    fn refuses_blocks(
        &self,
        options: &ExplorationOptions,
    ) -> Option<(&Named, (&'static str, &'static str, &'static str))> {
        let memoize = self.options.of::<BlockOptions>().memoize;
        if memoize == Memoized::Off {
            return None;
        }
        let refused = |part, why| Some((part, ("memoize", memoize.word(), why)));
        if let Some(part) = self.parts.iter().find(|part| !part.reduces()) {
            return refused(part, "cannot reduce its states to what matters in a block");
        }
        let place = |can: fn(&Can) -> bool| self.plain().iter().filter(|entry| can(&entry.can)).count();
        let first = self.parts.first()?;
        // One says where the execution is, the other which calls are open.
        if place(|can| can.place && can.activations) < 2 {
            return refused(first, "needs the parts location and callstack beside it for blocks");
        }
        if !options.covering {
            return refused(first, "has no blocks without covering: they stand for many paths");
        }
        None
    }

    /// The part that has no operator for the product of all that is asked for, and why.
    fn refuses_product(
        &self,
        options: &ExplorationOptions,
    ) -> Option<(&Named, (&'static str, &'static str, &'static str))> {
        let (merge, stop) = (options.product_merge, options.product_stop);
        let last = self.parts.last()?;
        let of_last = matches!(merge, MergingTogether::PredJoin | MergingTogether::JoinShape);
        if of_last && !last.joins() {
            return Some((last, ("product-merge", merge.word(), "has no join, and is the last one")));
        }
        if stop == StoppingTogether::PredJoin && !last.joins_exactly() {
            let why = "has joins that mean more than both states, so that they prove nothing, and is the last one";
            return Some((last, ("product-stop", stop.word(), why)));
        }
        if stop == StoppingTogether::Join && !self.parts.iter().any(Named::joins_exactly) {
            let why = "has joins that mean more than both states, as all parts have";
            return Some((last, ("product-stop", stop.word(), why)));
        }
        None
    }

    /// Can all parts merge and stop as the options say?
    pub fn check_operators(&self, name: &str) -> Result<(), ConfigurationError> {
        let options = self.general();
        let refused = self.parts.iter().find_map(|part| Some((part, part.refuses(&options)?)));
        let refused = refused.or_else(|| self.refuses_product(&options));
        let refused = refused.or_else(|| self.refuses_blocks(&options));
        let Some((part, (option, value, why))) = refused else { return Ok(()) };
        Err(ConfigurationError::Operator { name: name.to_owned(), option, value, part: part.to_string(), why })
    }
}

/// A configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// Its name, or the path of its file.
    pub name: String,
    /// What it is for, in one line.
    pub description: String,
    /// What it does.
    pub plan: Plan,
}

/// What a configuration does.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Analyses that work together.
    Single(Box<Single>),
    /// Configurations one after the other.
    Portfolio(Vec<Turn>),
}

/// A configuration in a portfolio.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The configuration.
    pub configuration: Configuration,
    /// How much more work than others it has in a round.
    pub share: f64,
    /// It joins when a round has this much work.
    pub from: u64,
    /// The features that a program must have, or must not have.
    pub needs: Vec<(Feature, bool)>,
}

impl Configuration {
    /// The names of the analyses, of all runs in a portfolio.
    pub fn parts(&self) -> Vec<String> {
        match &self.plan {
            Plan::Single(single) => single.names(),
            Plan::Portfolio(runs) => runs.iter().flat_map(|turn| turn.configuration.parts()).collect(),
        }
    }

    /// Does it, or one of its runs, have a part by itself?
    pub fn has(&self, part: &PartEntry) -> bool {
        match &self.plan {
            Plan::Single(single) => single.has(part),
            Plan::Portfolio(runs) => runs.iter().any(|turn| turn.configuration.has(part)),
        }
    }

    /// Sets an option, in all runs of a portfolio.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigurationError> {
        match &mut self.plan {
            Plan::Single(single) => {
                single.options.set(name, value)?;
                single.check_operators(&self.name)?;
            }
            Plan::Portfolio(runs) => {
                for turn in runs {
                    turn.configuration.set(name, value)?;
                }
            }
        }
        Ok(())
    }
}

impl Turn {
    /// Is it for programs with these features?
    pub fn fits(&self, features: &Features) -> bool {
        self.needs.iter().all(|(feature, wanted)| features.has(*feature) == *wanted)
    }
}

/// Why a configuration cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// There is none of this name.
    #[error("no configuration is called `{name}`{}", if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) })]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        nearest: Vec<&'static str>,
    },
    /// A line cannot be used.
    #[error("{name}: {cause}")]
    Line {
        /// The configuration.
        name: String,
        /// What is wrong.
        cause: ConfigError,
    },
    /// A part has not the operator that is asked for.
    #[error("{name}: {option} = {value}: the part `{part}` {why}")]
    Operator {
        /// The configuration.
        name: String,
        /// The option.
        option: &'static str,
        /// Its value.
        value: &'static str,
        /// The part.
        part: String,
        /// Why it cannot.
        why: &'static str,
    },
    /// It does nothing.
    #[error("{name}: it has neither `parts` nor `run`")]
    Empty {
        /// The configuration.
        name: String,
    },
    /// An option that is set from outside cannot be.
    #[error(transparent)]
    Option(#[from] OptionError),
}
