//! A space from a table of options.

use super::{Parameter, Requirement, Space, SpaceError};
use adumbra_options::{OptionSpec, Value, apply_with};

/// What is known of a tool's options: the table, and what the tool has where nothing is set.
#[derive(Clone, Debug)]
pub struct Known {
    /// The options that matter for the tasks.
    pub specs: Vec<&'static OptionSpec>,
    /// The value of each that the tool has: that of its configuration, or the default.
    pub values: Vec<Value>,
    /// The configuration file of that, to which tuned values are added; without options of this
    /// kind nothing.
    pub text: String,
}

impl Space {
    /// The space of the options of a table. `start`: a configuration to begin with. `only`: what is
    /// changed; all that is tunable if nothing. `fixed`: options and values that all have.
    pub fn of_options(
        known: &Known,
        start: Option<&str>,
        only: &[String],
        fixed: &[(String, String)],
    ) -> Result<Space, SpaceError> {
        let specs = &known.specs;
        let mut candidates: Vec<Vec<Value>> = specs.iter().map(|spec| spec.candidates()).collect();
        let place_of = |name: &str| {
            specs
                .iter()
                .position(|spec| spec.name == name.replace('_', "-"))
                .ok_or_else(|| SpaceError::Unknown { name: name.to_owned(), nearest: nearest(name, specs) })
        };
        let mut begin = known.values.clone();
        let mut set = |place: usize, text: &str| match specs[place].parse(text) {
            Ok(value) => {
                begin[place] = value;
                Ok(())
            }
            Err(e) => Err(SpaceError::Value { name: specs[place].name.to_owned(), cause: e.to_string() }),
        };
        if let Some(text) = start {
            let mut failed = None;
            // Options of other tables have no effect on these tasks.
            let read = apply_with(text, |name, value| {
                if let Ok(place) = place_of(name)
                    && let Err(e) = set(place, value)
                {
                    failed.get_or_insert(e);
                }
                Ok(())
            });
            read.map_err(|e| SpaceError::Line { line: e.line, cause: e.cause })?;
            failed.map_or(Ok(()), Err)?;
        }
        for (name, value) in fixed {
            set(place_of(name)?, value)?;
        }
        let fixed: Vec<usize> = fixed.iter().map(|(name, _)| place_of(name)).collect::<Result<_, _>>()?;
        let only: Vec<usize> = only.iter().map(|name| place_of(name)).collect::<Result<_, _>>()?;
        for (place, values) in candidates.iter_mut().enumerate() {
            for value in [known.values[place], begin[place]] {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        let mut parameters = Vec::with_capacity(specs.len());
        for (place, spec) in specs.iter().enumerate() {
            let at = |value: Value| candidates[place].iter().position(|v| *v == value).unwrap_or(0) as u16;
            let mut conditions = Vec::new();
            for condition in spec.conditions {
                // An option of another table that these tasks do not read is not there to be asked.
                let Ok(parameter) = place_of(condition.option) else { continue };
                let allowed = candidates[parameter].iter().map(|value| condition.holds(*value)).collect();
                conditions.push(Requirement { parameter, allowed });
            }
            let wanted = if only.is_empty() { spec.tunable } else { only.contains(&place) };
            parameters.push(Parameter {
                name: spec.name.to_owned(),
                values: candidates[place].iter().map(Value::to_string).collect(),
                base: at(known.values[place]),
                start: at(begin[place]),
                free: wanted && !fixed.contains(&place),
                conditions,
            });
        }
        // What only the beginning sets and the search does not change would not be part of what is
        // compared with.
        Space::new(parameters, Vec::new(), false)
    }
}

fn nearest(name: &str, specs: &[&'static OptionSpec]) -> Vec<String> {
    adumbra_options::nearest(name, specs.iter().map(|spec| spec.name)).into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_options::{OptionTable, options};

    options! {
        /// For the tests.
        struct Some {
            mode: choice = "a" of ["a", "b"], tunable, "A mode.";
            depth: int = 10 in 1..=100, tunable [5, 10, 20] if mode: choice ["b"], "Only in mode b.";
            noise: real = 0.0 in 0.0..=1.0, tunable [0.0, 0.1], "Noise.";
            factor: real = 1.0 in 0.3..=1.1, tunable [0.3, 1.0] if noise: real (> 0.0) if depth: int [20], "Deep.";
            seed: int = 0 in 0..=9, fixed, "A seed.";
        }
    }

    fn known() -> Known {
        Known {
            specs: Some::TABLE.iter().collect(),
            values: Some::TABLE.iter().map(|s| s.default).collect(),
            text: String::new(),
        }
    }

    #[test]
    fn conditions_decide_what_has_an_effect() {
        let space = Space::of_options(&known(), None, &[], &[]).unwrap();
        let base = space.base();
        assert_eq!(space.active(&base), [true, false, true, false, true]);
        // Two modes, two noises; the seed is not moved, what has no effect neither.
        let changes: Vec<String> = space.neighbours(&base).iter().map(|c| space.changes(c)).collect();
        assert_eq!(changes, ["mode=b", "noise=0.1"]);
        let deep = space.configuration(&[1, 2, 1, 0, 0]);
        assert_eq!(space.changes(&deep), "mode=b, depth=20, noise=0.1, factor=0.3");
        assert_eq!(space.neighbours(&deep).len(), 1 + 2 + 1 + 1);
        // Without effect, values make no difference.
        assert_eq!(space.configuration(&[0, 2, 1, 0, 0]), space.configuration(&[0, 0, 1, 1, 0]));
        assert_eq!(space.settings(&deep).collect::<Vec<_>>().len(), 4);
        assert_eq!(space.settings(&base).count(), 0);
    }

    #[test]
    fn what_is_fixed_or_not_wanted_stays() {
        let fixed = [("mode".to_owned(), "b".to_owned()), ("depth".to_owned(), "7".to_owned())];
        let space = Space::of_options(&known(), Some("noise = 0.1\n"), &["noise".into()], &fixed).unwrap();
        assert_eq!(space.changes(&space.start()), "noise=0.1");
        assert_eq!(
            space.settings(&space.start()).collect::<Vec<_>>(),
            [("mode", "b"), ("depth", "7"), ("noise", "0.1")]
        );
        assert_eq!(space.settings(&space.base()).collect::<Vec<_>>(), [("mode", "b"), ("depth", "7")]);
        assert_eq!(space.neighbours(&space.start()).len(), 1);
        for (only, fixed, part) in [
            (vec!["nois".to_owned()], vec![], "nearest: noise"),
            (vec![], vec![("depth".to_owned(), "many".to_owned())], "whole number"),
        ] {
            let error = Space::of_options(&known(), None, &only, &fixed).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let error = Space::of_options(&known(), Some("\nnoise = 7\n"), &[], &[]).unwrap_err().to_string();
        assert!(error.contains("noise: 7 is not between"), "{error}");
    }
}
