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
    apply_with(text, |name, value| changed.set(name, value))?;
    *table = changed;
    Ok(())
}

/// Gives every name and value of a configuration to `set`, until there is an error.
pub fn apply_with(text: &str, mut set: impl FnMut(&str, &str) -> Result<(), OptionError>) -> Result<(), ConfigError> {
    for (number, line) in text.lines().enumerate() {
        let wrong = |cause: String| ConfigError { line: number as u32 + 1, cause };
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, value) = line.split_once('=').ok_or_else(|| wrong(format!("`{line}` is not `name = value`")))?;
        set(name.trim(), value.trim()).map_err(|e| wrong(e.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Value, options};

    options! {
        /// For the tests.
        pub struct Sample {
            switch_on: flag = false, fixed, "A switch.";
            count: count = 10 in 1..=(u64::MAX), tunable, "A count.";
            share: real = 0.5 in 0.0..=1.0, tunable, "A share.";
            offset: int = (-3) in (-8)..=7, fixed, "An offset.";
        }
    }

    #[test]
    fn the_table_says_all() {
        let rows: Vec<_> = Sample::TABLE.iter().map(|s| (s.name, s.kind, s.help, s.tunable)).collect();
        assert_eq!(
            rows,
            [
                ("switch-on", Kind::Flag, "A switch.", false),
                ("count", Kind::Count, "A count.", true),
                ("share", Kind::Real, "A share.", true),
                ("offset", Kind::Int, "An offset.", false),
            ]
        );
        let [switch, count, share, _] = Sample::TABLE else { panic!("four rows") };
        assert_eq!(count.default, Value::Int(10));
        assert_eq!((switch.range, share.range), (None, Some((Value::Real(0.0), Value::Real(1.0)))));
        for spec in Sample::TABLE {
            assert_eq!(Sample::default().get(spec.name), Ok(spec.default));
            spec.check(spec.default).unwrap();
        }
        assert!(Sample::default().get("none").is_err());
    }

    #[test]
    fn a_configuration_sets_options_or_changes_nothing() {
        let mut sample = Sample::default();
        apply(&mut sample, "# all\nswitch_on = on\ncount=4k # bytes\n\n share = 0.25\noffset = -8").unwrap();
        assert_eq!(sample, Sample { switch_on: true, count: 4096, share: 0.25, offset: -8 });
        let before = sample.clone();
        for (text, line, cause) in [
            ("count = 3\nshare = 2", 2, "share: 2 is not between 0 and 1"),
            ("count = 0", 1, "count: 0 is not between 1 and unlimited"),
            ("count = -1", 1, "count: `-1` is not a whole number"),
            ("offset = -9", 1, "offset: -9 is not between -8 and 7"),
            ("offset = unlimited", 1, "offset: `unlimited` is not a whole number"),
            ("share = NaN", 1, "share: `NaN` is not a number"),
            ("switch-on = yes", 1, "switch-on: `yes` is not `true` or `false`"),
            ("\nswitch = true", 2, "no option is called `switch`; nearest: switch-on"),
            ("\ncolour = true", 2, "no option is called `colour`"),
            ("count", 1, "`count` is not `name = value`"),
        ] {
            assert_eq!(apply(&mut sample, text), Err(ConfigError { line, cause: cause.into() }), "{text}");
            assert_eq!(sample, before);
        }
    }

    #[test]
    fn changes_are_a_configuration() {
        let sample = Sample { share: 0.75, offset: 2, ..Sample::default() };
        assert_eq!(sample.changes(), "share = 0.75\noffset = 2\n");
        let mut copy = Sample::default();
        apply(&mut copy, &sample.changes()).unwrap();
        assert_eq!(copy, sample);
    }

    #[test]
    fn values_are_checked_too() {
        let mut sample = Sample::default();
        sample.set_value("share", Value::Real(1.0)).unwrap();
        assert_eq!(sample.share, 1.0);
        for value in [Value::Real(f64::NAN), Value::Real(1.5), Value::Int(1), Value::Flag(true)] {
            assert!(sample.set_value("share", value).is_err(), "{value}");
        }
    }

    #[test]
    fn numbers_have_suffixes() {
        let mut sample = Sample::default();
        for (text, value) in [("1_000", 1000), ("2M", 2 << 20), ("unlimited", u64::MAX), ("3G", 3 << 30)] {
            sample.set("count", text).unwrap();
            assert_eq!(sample.count, value);
        }
        for text in ["", "k", "99999999999G", "_1", "1.5", "+3", "--3"] {
            assert!(sample.set("count", text).is_err(), "{text}");
            assert!(sample.set("offset", text).is_err(), "{text}");
        }
    }
}
