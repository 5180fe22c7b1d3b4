//! Configurations: which analyses work together, and how. Each is a short file in `configs/`.
//!
//! A file sets `parts`, a list of analyses, and options of the parts; `slicing(ANALYSIS)` and
//! `powerset(ANALYSIS,ANALYSIS)` are analyses too; or it has lines `run = NAME`, one for each
//! configuration of a portfolio, in the order of their turns. `run = NAME 2` has twice the work of
//! others in each round; `run = NAME from 100ms` joins when a round has that much work;
//! `run = NAME if FEATURES` is for programs only that have all these [features](Feature),
//! or with `no-FEATURE` have not. All of these go together, in this order. What rounds are is said
//! in [`adumbra_engine::portfolio`].
//!
//! ```
//! use adumbra_strategies::configuration;
//! let value = configuration::find("value")?;
//! assert_eq!(value.parts(), ["location", "callstack", "value"]);
//! assert!(configuration::find("vaule").unwrap_err().to_string().ends_with("nearest: value"));
//! # Ok::<(), configuration::ConfigurationError>(())
//! ```

pub use crate::task::composition::*;

use crate::features::Feature;
use crate::registry::REGISTRY;
use adumbra_options::{OptionError, apply_with, nearest};
use adumbra_stop::{MILLISECOND, SECOND};

/// Reads an amount of work: `100ms`, `2s`.
pub fn work(text: &str) -> Option<u64> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, MILLISECOND),
        None => (text.strip_suffix('s')?, SECOND),
    };
    let number: f64 = number.trim().parse().ok()?;
    (0.0..=1e9).contains(&number).then_some((number * unit as f64) as u64)
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The configurations that come with Adumbra, with their files; the default one first.
        pub const SHIPPED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../configs/", $name, ".conf"))),)*];
    };
}

shipped!(
    "default",
    "value",
    "value-refined",
    "value-blocks",
    "value-lists",
    "symbolic-lists",
    "predicate-blocks",
    "value-predicate-blocks",
    "symbolic-blocks",
    "interval",
    "interval-blocks",
    "value-interval",
    "value-then-interval",
    "value-interval-refined",
    "value-predicate",
    "value-sliced",
    "predicate-sliced",
    "paths",
    "symbolic",
    "symbolic-refined",
    "symbolic-sliced",
    "symbolic-sliced-refined",
    "predicate",
    "predicate-lbe",
    "predicate-watched",
    "bmc",
    "k-induction",
    "valuations",
    "random",
    "contracts"
);

/// A shipped configuration.
pub fn find(name: &str) -> Result<Configuration, ConfigurationError> {
    match SHIPPED.iter().find(|(n, _)| *n == name) {
        Some((_, text)) => read(name, text),
        None => Err(ConfigurationError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, SHIPPED.iter().map(|(n, _)| *n)),
        }),
    }
}

/// All shipped configurations. Each is read in the tests, so that none has an error.
pub fn shipped() -> impl Iterator<Item = Configuration> {
    SHIPPED.iter().filter_map(|(name, _)| find(name).ok())
}

/// Reads a configuration. Portfolios name shipped ones.
pub fn read(name: &str, text: &str) -> Result<Configuration, ConfigurationError> {
    read_with(&REGISTRY, name, text)
}

/// Reads a configuration of parts in a registry. Portfolios name shipped ones.
pub fn read_with(registry: &Registry, name: &str, text: &str) -> Result<Configuration, ConfigurationError> {
    let mut single = Single { parts: Vec::new(), options: registry.options() };
    let mut runs = Vec::new();
    let applied = apply_with(text, |key, value| match key {
        "parts" => {
            for part in value.split_whitespace() {
                single.parts.push(registry.parse(part)?);
            }
            Ok(())
        }
        "run" => {
            runs.push(turn(value)?);
            Ok(())
        }
        _ => single.options.set(key, value),
    });
    applied.map_err(|cause| ConfigurationError::Line { name: name.to_owned(), cause })?;
    let description =
        text.lines().next().filter(|l| l.starts_with('#')).unwrap_or_default().trim_start_matches('#').trim();
    let plan = match (runs.is_empty(), single.parts.is_empty()) {
        (false, _) => Plan::Portfolio(runs),
        (true, false) => {
            single.check_operators(name)?;
            Plan::Single(Box::new(single))
        }
        (true, true) => return Err(ConfigurationError::Empty { name: name.to_owned() }),
    };
    Ok(Configuration { name: name.to_owned(), description: description.to_owned(), plan })
}

/// Reads `NAME SHARE from WORK if FEATURES`.
fn turn(text: &str) -> Result<Turn, OptionError> {
    let malformed = |text: &str, expected: String| {
        let text = text.to_owned();
        Err(OptionError::Malformed { name: "run", text, expected })
    };
    let (start, condition) = text.split_once(" if ").unwrap_or((text, ""));
    let (start, from) = start.split_once(" from ").unwrap_or((start, "0ms"));
    let (name, share) = start.trim().split_once(' ').unwrap_or((start.trim(), "1"));
    let share = match share.trim().parse::<f64>() {
        Ok(share) if (0.01..=100.0).contains(&share) => share,
        _ => return malformed(text, "a configuration and a share between 0.01 and 100".into()),
    };
    let Some(from) = work(from.trim()) else {
        return malformed(from.trim(), "an amount of work such as 100ms or 2s".into());
    };
    let mut needs = Vec::new();
    for word in condition.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (feature, wanted) = word.strip_prefix("no-").map_or((word, true), |feature| (feature, false));
        match Feature::ALL.iter().find(|known| known.word() == feature) {
            Some(known) => needs.push((*known, wanted)),
            None => {
                let known = Feature::WORDS.join(", ");
                return malformed(word, format!("a feature of programs, or `no-` and one: {known}"));
            }
        }
    }
    match find(name) {
        Ok(configuration) => Ok(Turn { configuration, share, from, needs }),
        Err(e) => malformed(name, format!("a configuration: {e}")),
    }
}
