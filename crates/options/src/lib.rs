//! # Options
//!
//! An option has a name, a kind, a default, a range, a help text, and may or may not be moved by
//! the tuner. All of this is written once, in a table, and the table is what the command line,
//! configuration files, documentation, the tuner and the fuzzers read. [`options!`] makes a struct
//! with one field for each option, and its table:
//!
//! ```
//! use adumbra_options::{OptionTable, Value, options};
//! options! {
//!     /// How the search restarts.
//!     pub struct Restarts {
//!         restart: flag = true, tunable, "Restart at all.";
//!         restart_first: int = 100 in 1..=100_000, tunable, "Conflicts before the first restart.";
//!         restart_factor: real = 1.5 in 1.0..=10.0, fixed, "Growth of the interval.";
//!         restart_bytes: count = (u64::MAX) in 1..=(u64::MAX), fixed, "Restart when more bytes are held.";
//!         growth: choice = "luby" of ["luby", "geometric"], tunable, "How intervals grow.";
//!     }
//! }
//! let mut restarts = Restarts::default();
//! restarts.set("restart-first", "50")?;
//! restarts.set("restart_bytes", "16M")?;
//! assert_eq!(restarts.restart_first, 50);
//! assert_eq!(restarts.get("restart-bytes")?, Value::Int(16 << 20));
//! assert!(restarts.set("restart-factor", "0.5").is_err());
//! let error = restarts.set("restart-frist", "5").unwrap_err();
//! assert_eq!(error.to_string(), "no option is called `restart-frist`; nearest: restart-first, restart");
//! restarts.set("growth", "geometric")?;
//! assert_eq!(Restarts::TABLE.len(), 5);
//! # Ok::<(), adumbra_options::OptionError>(())
//! ```
//!
//! A row reads `field: kind = default in low..=high, tunable, "Help.";` with the kinds of [`Kind`];
//! flags have no range; choices have `of [words]` instead, or are `choice(Enum)` with an enum of
//! [`choices!`]; and `fixed` is the opposite of `tunable`; what is more than one literal stands in
//! parentheses. Names have `-` between words; `_` is accepted.
//!
//! After `tunable` may follow the values that the tuner chooses among, and when the option has an
//! effect at all:
//!
//! ```
//! use adumbra_options::{OptionTable, Value, options};
//! options! {
//!     /// How variables are eliminated.
//!     pub struct Elimination {
//!         order: choice = "rare" of ["rare", "common", "none"], tunable, "Which variable goes first.";
//!         noise: real = 0.0 in 0.0..=1.0, tunable [0.0, 0.01, 0.1], "Share of random choices.";
//!         noise_factor: real = 1.0 in 0.3..=1.1, tunable [0.3, 0.7, 1.0] if noise: real (> 0.0), "Factor on that share.";
//!         runs: int = 4 in 1..=100, tunable [1, 4, 16] if order: choice ["rare", "common"], "Most runs.";
//!     }
//! }
//! let runs = Elimination::spec("runs")?;
//! assert_eq!(runs.candidates(), [Value::Int(1), Value::Int(4), Value::Int(16)]);
//! assert!(!runs.conditions[0].holds(Value::Choice("none")));
//! assert!(Elimination::spec("noise-factor")?.conditions[0].holds(Value::Real(0.1)));
//! # Ok::<(), adumbra_options::OptionError>(())
//! ```
//!
//! **Invariant:** what [`OptionTable::set`] and [`OptionTable::set_value`] leave in a table lies in
//! its range.

mod choices;
mod config;
mod groups;
mod names;
mod tuning;
mod value;

pub use config::{ConfigError, apply, apply_with};
pub use groups::{MakeGroup, OptionGroup, OptionSet, group};
pub use names::{dashed, nearest};
pub use tuning::{Condition, Test};
pub use value::{FieldType, Kind, Value};

use thiserror::Error;

/// A row of a table: what is known about an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    /// The name: words with `-` between them.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value if none is given.
    pub default: Value,
    /// The smallest and the largest value; none for flags.
    pub range: Option<(Value, Value)>,
    /// May the tuner move it?
    pub tunable: bool,
    /// The values the tuner chooses among; none for those that [`OptionSpec::candidates`] makes of
    /// the range.
    pub grid: &'static [Value],
    /// When it has an effect: all of these hold.
    pub conditions: &'static [Condition],
    /// What it does, in one line.
    pub help: &'static str,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called `{name}`{}", names::suggestion(nearest))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        nearest: Vec<String>,
    },
    /// The text is not a value of the option's kind.
    #[error("{name}: `{text}` is not {expected}")]
    Malformed {
        /// The option.
        name: &'static str,
        /// What was given.
        text: String,
        /// What is expected.
        expected: String,
    },
    /// The value is not in the range.
    #[error("{name}: {value} is not between {low} and {high}")]
    Range {
        /// The option.
        name: &'static str,
        /// What was given.
        value: Value,
        /// The smallest value.
        low: Value,
        /// The largest value.
        high: Value,
    },
}

impl OptionSpec {
    /// Reads a value of this option and checks its range.
    pub fn parse(&self, text: &str) -> Result<Value, OptionError> {
        let text = text.trim();
        let value = self.kind.parse(text).ok_or_else(|| self.malformed(text.to_owned()))?;
        self.check(value)?;
        Ok(value)
    }

    /// Whether a value has the kind of this option and lies in its range.
    pub fn check(&self, value: Value) -> Result<(), OptionError> {
        if !self.kind.holds(value) {
            return Err(self.malformed(value.to_string()));
        }
        match self.range {
            Some((low, high)) if !(low <= value && value <= high) => {
                Err(OptionError::Range { name: self.name, value, low, high })
            }
            _ => Ok(()),
        }
    }

    fn malformed(&self, text: String) -> OptionError {
        OptionError::Malformed { name: self.name, text, expected: self.kind.expected() }
    }
}

/// A struct of options with its table. Implemented by [`options!`].
pub trait OptionTable: Default {
    /// The table, in the order of the fields.
    const TABLE: &'static [OptionSpec];

    /// The value of the option at a place in the table.
    fn value_at(&self, index: usize) -> Option<Value>;

    /// Sets the option at a place in the table, without a look at its range. False if there is no
    /// such place or the value is of another kind.
    fn set_at(&mut self, index: usize, value: Value) -> bool;

    /// The place of an option in the table, by name.
    fn index(name: &str) -> Result<usize, OptionError> {
        let spelt = name.replace('_', "-");
        Self::TABLE.iter().position(|spec| spec.name == spelt).ok_or_else(|| {
            let near = nearest(name, Self::TABLE.iter().map(|spec| spec.name));
            OptionError::Unknown { name: name.to_owned(), nearest: near.into_iter().map(str::to_owned).collect() }
        })
    }

    /// The row of an option, by name.
    fn spec(name: &str) -> Result<&'static OptionSpec, OptionError> {
        Ok(&Self::TABLE[Self::index(name)?])
    }

    /// The value of an option.
    fn get(&self, name: &str) -> Result<Value, OptionError> {
        let index = Self::index(name)?;
        Ok(self.value_at(index).unwrap_or(Self::TABLE[index].default))
    }

    /// Sets an option; the value must have its kind and lie in its range.
    fn set_value(&mut self, name: &str, value: Value) -> Result<(), OptionError> {
        let index = Self::index(name)?;
        let spec = &Self::TABLE[index];
        spec.check(value)?;
        if self.set_at(index, value) { Ok(()) } else { Err(spec.malformed(value.to_string())) }
    }

    /// Sets an option from text.
    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let value = Self::spec(name)?.parse(text)?;
        self.set_value(name, value)
    }

    /// The options that differ from their defaults, as a configuration file that [`apply`] reads.
    fn changes(&self) -> String {
        let changed = Self::TABLE.iter().enumerate().filter_map(|(index, spec)| {
            let value = self.value_at(index)?;
            (value != spec.default).then(|| format!("{} = {value}\n", spec.name))
        });
        changed.collect()
    }
}

/// Makes a struct of options and its table; see the page of the crate.
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $table:ident {
            $( $field:ident : $kind:ident $(($choice:ident))? = $default:tt $(in $low:tt ..= $high:tt)? $(of $words:tt)?,
                $tunable:ident $([$($grid:tt),* $(,)?])? $(if $other:ident : $other_kind:ident $test:tt)*, $help:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $table {
            $( #[doc = $help] pub $field: $crate::options!(@type $kind $($choice)?), )*
        }

        impl Default for $table {
            fn default() -> Self {
                $table { $( $field: $crate::options!(@default $($choice)? $default), )* }
            }
        }

        impl $crate::OptionTable for $table {
            const TABLE: &'static [$crate::OptionSpec] = &[ $( $crate::OptionSpec {
                name: {
                    const NAME: [u8; stringify!($field).len()] = $crate::dashed(stringify!($field));
                    match std::str::from_utf8(&NAME) {
                        Ok(name) => name,
                        Err(_) => stringify!($field),
                    }
                },
                kind: $crate::options!(@kind $kind $(($choice))? $($words)?),
                default: $crate::options!(@value $kind $(($choice))? $default),
                range: $crate::options!(@range $kind $($low, $high)?),
                tunable: $crate::options!(@tunable $tunable),
                grid: &[$($( $crate::options!(@value $kind $grid), )*)?],
                conditions: &[$( $crate::Condition {
                    option: {
                        const OTHER: [u8; stringify!($other).len()] = $crate::dashed(stringify!($other));
                        match std::str::from_utf8(&OTHER) {
                            Ok(name) => name,
                            Err(_) => stringify!($other),
                        }
                    },
                    test: $crate::options!(@test $other_kind $test),
                }, )*],
                help: $help,
            }, )* ];

            fn value_at(&self, index: usize) -> Option<$crate::Value> {
                let mut next = 0;
                $(
                    if index == next {
                        return Some($crate::FieldType::into_value(self.$field));
                    }
                    next += 1;
                )*
                let _ = next;
                None
            }

            fn set_at(&mut self, index: usize, value: $crate::Value) -> bool {
                let mut next = 0;
                $(
                    if index == next {
                        return $crate::FieldType::from_value(value).map(|value| self.$field = value).is_some();
                    }
                    next += 1;
                )*
                let _ = next;
                false
            }
        }
    };
    (@type flag) => { bool };
    (@type int) => { i64 };
    (@type count) => { u64 };
    (@type real) => { f64 };
    (@type choice) => { &'static str };
    (@type choice $choice:ident) => { $choice };
    (@default $choice:ident $value:ident) => { $choice::$value };
    (@default $value:tt) => { $value };
    (@kind flag) => { $crate::Kind::Flag };
    (@kind int) => { $crate::Kind::Int };
    (@kind count) => { $crate::Kind::Count };
    (@kind real) => { $crate::Kind::Real };
    (@kind choice ($choice:ident)) => { $crate::Kind::Choice($choice::WORDS) };
    (@kind choice $words:tt) => { $crate::Kind::Choice(&$words) };
    (@value flag $value:tt) => { $crate::Value::Flag($value) };
    (@value int $value:tt) => { $crate::Value::Int($value as i128) };
    (@value count $value:tt) => { $crate::Value::Int($value as i128) };
    (@value real $value:tt) => { $crate::Value::Real($value) };
    (@value choice ($choice:ident) $value:ident) => { $crate::Value::Choice($choice::$value.word()) };
    (@value choice $value:tt) => { $crate::Value::Choice($value) };
    (@range $kind:ident) => { None };
    (@range $kind:ident $low:tt, $high:tt) => {
        Some(($crate::options!(@value $kind $low), $crate::options!(@value $kind $high)))
    };
    (@test $kind:ident [$($value:tt),* $(,)?]) => { $crate::Test::In(&[$( $crate::options!(@value $kind $value), )*]) };
    (@test $kind:ident (> $value:tt)) => { $crate::Test::Above($crate::options!(@value $kind $value)) };
    (@tunable tunable) => { true };
    (@tunable fixed) => { false };
}
