//! All options of the embedded solver: one table for each of its parts, and one way to set any of
//! them by name.

use crate::layer::LayerOptions;
use adumbra_encode::EncodeOptions;
use adumbra_interpolate::InterpolationOptions;
use adumbra_options::{ConfigError, OptionError, OptionSpec, OptionTable, Value, apply_with, nearest, options};
use adumbra_sat::SatOptions;

options! {
    /// The options of what is around encoder and SAT core.
    pub struct EngineOptions {
        preprocess: flag = true, tunable, "Use up equations of words before the first query.";
        boxes: flag = true, tunable, "Try floating-point formulas over few inputs by intervals before they become circuits.";
        renew: flag = true, tunable, "Start over when most of what was encoded belongs to closed levels.";
    }
}

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_options::Test;

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

    /// What the tuner relies on: each condition names another option and is met by one of the
    /// values the tuner gives it, but not by all; and no option depends on itself.
    #[test]
    fn conditions_name_options_and_values_and_have_no_cycles() {
        let find = |name: &str| Options::table().find(|spec| spec.name == name);
        let mut conditions = 0;
        for spec in Options::table() {
            for condition in spec.conditions {
                conditions += 1;
                let other = find(condition.option).unwrap_or_else(|| panic!("{}: {}", spec.name, condition.option));
                let met = other.candidates().iter().filter(|value| condition.holds(**value)).count();
                assert!(met > 0 && met < other.candidates().len(), "{} if {}", spec.name, other.name);
                if let Test::In(values) = condition.test {
                    values.iter().for_each(|value| other.check(*value).unwrap());
                }
            }
            let mut above = vec![spec];
            for _ in 0..Options::table().count() {
                let names = above.iter().flat_map(|spec| spec.conditions).map(|condition| condition.option);
                above = names.filter_map(find).collect();
                assert!(above.iter().all(|other| other.name != spec.name), "{} depends on itself", spec.name);
            }
            assert!(above.is_empty(), "{}", spec.name);
            if spec.tunable {
                spec.candidates().iter().for_each(|value| spec.check(*value).unwrap());
            }
        }
        assert!(conditions > 70, "{conditions}");
    }
}
