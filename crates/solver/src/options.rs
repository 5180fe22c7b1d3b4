//! All options of the embedded solver: one table for each of its parts, and one way to set any of them by name.

use crate::encode::EncodeOptions;
use crate::engine::EngineOptions;
use crate::interpolate::{InterpolationOptions, Settings};
use crate::layer::LayerOptions;
use crate::sat::SatOptions;
use adumbra_options::{ConfigError, OptionError, OptionSpec, OptionTable, Value, apply_with, nearest};

/// The options of the embedded solver.
///
/// ```
/// use adumbra_solver::options::Options;
/// let mut options = Options::default();
/// options.set("preprocess", "off")?;
/// options.set("restart-interval", "50")?;
/// assert!(!options.engine.preprocess);
/// assert_eq!(options.sat.restart_interval, 50);
/// assert_eq!(options.changes(), "restart-interval = 50\npreprocess = false\n");
/// # Ok::<(), adumbra_options::OptionError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Of the SAT core.
    pub sat: SatOptions,
    /// Of the encoder.
    pub encode: EncodeOptions,
    /// Of what is around them.
    pub engine: EngineOptions,
    /// Of interpolation.
    pub interpolation: InterpolationOptions,
    /// Of the query layer.
    pub layer: LayerOptions,
}

impl From<SatOptions> for Options {
    fn from(sat: SatOptions) -> Options {
        Options { sat, ..Options::default() }
    }
}

impl Options {
    /// Every option of every table.
    pub fn table() -> impl Iterator<Item = &'static OptionSpec> {
        SatOptions::TABLE
            .iter()
            .chain(EncodeOptions::TABLE)
            .chain(EngineOptions::TABLE)
            .chain(InterpolationOptions::TABLE)
            .chain(LayerOptions::TABLE)
    }

    /// Sets an option from text.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        if SatOptions::index(name).is_ok() {
            self.sat.set(name, text)
        } else if EncodeOptions::index(name).is_ok() {
            self.encode.set(name, text)
        } else if EngineOptions::index(name).is_ok() {
            self.engine.set(name, text)
        } else if InterpolationOptions::index(name).is_ok() {
            self.interpolation.set(name, text)
        } else if LayerOptions::index(name).is_ok() {
            self.layer.set(name, text)
        } else {
            let near = nearest(name, Options::table().map(|spec| spec.name));
            Err(OptionError::Unknown { name: name.to_owned(), nearest: near.into_iter().map(str::to_owned).collect() })
        }
    }

    /// Sets the options that a configuration file names. Nothing is changed if there is an error.
    pub fn apply(&mut self, text: &str) -> Result<(), ConfigError> {
        let mut changed = self.clone();
        apply_with(text, |name, value| changed.set(name, value))?;
        *self = changed;
        Ok(())
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Result<Value, OptionError> {
        self.sat
            .get(name)
            .or_else(|_| self.encode.get(name))
            .or_else(|_| self.engine.get(name))
            .or_else(|_| self.interpolation.get(name))
            .or_else(|_| self.layer.get(name))
    }

    /// The options that differ from their defaults, one a line.
    pub fn changes(&self) -> String {
        let tables = [self.sat.changes(), self.encode.changes(), self.engine.changes()];
        [tables.concat(), self.interpolation.changes(), self.layer.changes()].concat()
    }

    /// What interpolation works with.
    pub fn settings(&self) -> Settings {
        Settings { sat: self.sat.clone(), interpolation: self.interpolation.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_in_range() {
        let mut names: Vec<&str> = Options::table().map(|spec| spec.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for spec in Options::table() {
            spec.check(spec.default).unwrap();
            assert_eq!(Options::default().get(spec.name).unwrap(), spec.default);
        }
    }
}
