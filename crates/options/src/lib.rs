//! # Options
//!
//! An option has a name, a type, a default, a range, a help text, and may or may not be moved by the tuner. All of this
//! is written once, in a table, and the table is what the command line, configuration files, documentation and the tuner
//! read. [`options!`] makes a struct with one field for each option, and its table:
//!
//! ```
//! use adumbra_options::{OptionTable, options};
//! options! {
//!     /// How the search restarts.
//!     pub struct Restarts {
//!         /// Restart at all
//!         restart: bool = true, tunable;
//!         /// Conflicts before the first restart
//!         restart_first: u64 = 100, tunable in 1..=100_000;
//!         /// Growth of the interval
//!         restart_factor: f64 = 1.5, fixed in 1.0..=10.0;
//!     }
//! }
//! let mut restarts = Restarts::default();
//! restarts.set("restart-first", "50")?;
//! assert_eq!(restarts.restart_first, 50);
//! assert!(restarts.set("restart-factor", "0.5").is_err());
//! assert_eq!(Restarts::specs().len(), 3);
//! # Ok::<(), adumbra_options::OptionError>(())
//! ```
//!
//! **Invariant:** a value in a table lies in its range; [`OptionTable::set`] refuses others.

mod config;
mod value;

pub use config::{ConfigError, apply};
pub use value::{OptionValue, Value};

use thiserror::Error;

/// What is known about an option.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionSpec {
    /// The name: words with `-` between them.
    pub name: String,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// The value if none is given.
    pub default: Value,
    /// The smallest and the largest value; none for truth values.
    pub range: Option<(Value, Value)>,
    /// May the tuner move it?
    pub tunable: bool,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called `{0}`")]
    Unknown(String),
    /// The text is not a value of the option's type.
    #[error("{name}: `{text}` is not {expected}")]
    Malformed {
        /// The option.
        name: String,
        /// What was given.
        text: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The value is not in the range.
    #[error("{name}: {value} is not between {low} and {high}")]
    Range {
        /// The option.
        name: String,
        /// What was given.
        value: Value,
        /// The smallest value.
        low: Value,
        /// The largest value.
        high: Value,
    },
}

/// A struct of options with its table. Implemented by [`options!`].
pub trait OptionTable: Default {
    /// The table, in the order of the fields.
    fn specs() -> Vec<OptionSpec>;

    /// The value of an option.
    fn get(&self, name: &str) -> Option<Value>;

    /// Sets an option from text.
    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError>;
}

/// Parses a value and checks its range: what [`options!`] calls for each field.
pub fn parse_in_range<T: OptionValue>(spec: &OptionSpec, text: &str) -> Result<T, OptionError> {
    let parsed = T::parse(text.trim()).ok_or_else(|| OptionError::Malformed {
        name: spec.name.clone(),
        text: text.into(),
        expected: T::EXPECTED,
    })?;
    let value = parsed.to_value();
    match spec.range {
        Some((low, high)) if !(low <= value && value <= high) => {
            Err(OptionError::Range { name: spec.name.clone(), value, low, high })
        }
        _ => Ok(parsed),
    }
}

/// Makes a struct of options and its table; see the page of the crate.
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $table:ident {
            $( #[doc = $help:literal] $field:ident : $ty:ty = $default:expr, $tunable:ident $(in $low:literal ..= $high:expr)?; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $table {
            $( #[doc = $help] pub $field: $ty, )*
        }

        impl Default for $table {
            fn default() -> Self {
                $table { $( $field: $default, )* }
            }
        }

        impl $crate::OptionTable for $table {
            fn specs() -> Vec<$crate::OptionSpec> {
                vec![ $( $crate::OptionSpec {
                    name: stringify!($field).replace('_', "-"),
                    help: $help.trim_ascii(),
                    default: <$ty as $crate::OptionValue>::to_value(&$default),
                    range: [
                        None
                        $( , Some((
                            <$ty as $crate::OptionValue>::to_value(&$low),
                            <$ty as $crate::OptionValue>::to_value(&$high),
                        )) )?
                    ].into_iter().flatten().next(),
                    tunable: $crate::options!(@tunable $tunable),
                }, )* ]
            }

            fn get(&self, name: &str) -> Option<$crate::Value> {
                match name.replace('-', "_").as_str() {
                    $( stringify!($field) => Some($crate::OptionValue::to_value(&self.$field)), )*
                    _ => None,
                }
            }

            fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::OptionError> {
                let specs = Self::specs();
                let Some(spec) = specs.iter().find(|s| s.name == name) else {
                    return Err($crate::OptionError::Unknown(name.into()));
                };
                match name.replace('-', "_").as_str() {
                    $( stringify!($field) => self.$field = $crate::parse_in_range(spec, text)?, )*
                    _ => return Err($crate::OptionError::Unknown(name.into())),
                }
                Ok(())
            }
        }
    };
    (@tunable tunable) => { true };
    (@tunable fixed) => { false };
}
