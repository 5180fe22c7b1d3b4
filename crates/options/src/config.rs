//! Configuration files: one `name = value` a line, `#` starts a comment.

use crate::{OptionError, OptionTable};
use thiserror::Error;

/// A line of a configuration that cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}: {cause}")]
pub struct ConfigError {
    /// The line, starting at 1.
    pub line: u32,
    /// What is wrong with it.
    pub cause: String,
}

/// Sets the options that a configuration names. Nothing is changed if there is an error.
pub fn apply<T: OptionTable + Clone>(table: &mut T, text: &str) -> Result<(), ConfigError> {
    let mut changed = table.clone();
    for (number, line) in text.lines().enumerate() {
        let wrong = |cause: String| ConfigError { line: number as u32 + 1, cause };
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, value) = line.split_once('=').ok_or_else(|| wrong(format!("`{line}` is not `name = value`")))?;
        changed.set(name.trim(), value.trim()).map_err(|e: OptionError| wrong(e.to_string()))?;
    }
    *table = changed;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Value, options};

    options! {
        /// For the tests.
        pub struct Sample {
            /// A switch
            switch_on: bool = false, fixed;
            /// A count
            count: u64 = 10, tunable in 1..=u64::MAX;
            /// A share
            share: f64 = 0.5, tunable in 0.0..=1.0;
        }
    }

    #[test]
    fn the_table_says_all() {
        let specs = Sample::specs();
        let names: Vec<_> = specs.iter().map(|s| (s.name.as_str(), s.help, s.tunable)).collect();
        assert_eq!(names, [("switch-on", "A switch", false), ("count", "A count", true), ("share", "A share", true)]);
        assert_eq!(specs[1].default, Value::Integer(10));
        assert_eq!((specs[0].range, specs[2].range), (None, Some((Value::Real(0.0), Value::Real(1.0)))));
        for spec in &specs {
            assert_eq!(Sample::default().get(&spec.name), Some(spec.default));
        }
        assert_eq!(Sample::default().get("none"), None);
    }

    #[test]
    fn a_configuration_sets_options_or_changes_nothing() {
        let mut sample = Sample::default();
        apply(&mut sample, "# all\nswitch-on = true\ncount=4k # bytes\n\n share = 0.25\n").unwrap();
        assert_eq!(sample, Sample { switch_on: true, count: 4096, share: 0.25 });
        let before = sample.clone();
        for (text, line, cause) in [
            ("count = 3\nshare = 2", 2, "share: 2 is not between 0 and 1"),
            ("count = 0", 1, "count: 0 is not between 1 and unlimited"),
            ("count = -1", 1, "count: `-1` is not a whole number"),
            ("share = NaN", 1, "share: `NaN` is not a number"),
            ("switch-on = yes", 1, "switch-on: `yes` is not `true` or `false`"),
            ("\nswitch_on = true", 2, "no option is called `switch_on`"),
            ("count", 1, "`count` is not `name = value`"),
        ] {
            assert_eq!(apply(&mut sample, text), Err(ConfigError { line, cause: cause.into() }), "{text}");
            assert_eq!(sample, before);
        }
    }

    #[test]
    fn numbers_have_suffixes() {
        let mut sample = Sample::default();
        for (text, value) in [("1_000", 1000), ("2M", 2 << 20), ("unlimited", u64::MAX), ("3G", 3 << 30)] {
            sample.set("count", text).unwrap();
            assert_eq!(sample.count, value);
        }
        for text in ["", "k", "99999999999G", "_1", "1.5", "+3"] {
            assert!(sample.set("count", text).is_err(), "{text}");
        }
    }
}
