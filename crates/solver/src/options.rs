//! The typed option table: name, default, range, whether a tuner may move it, and what it does.
//!
//! [`option_table!`](crate::option_table) declares a struct of options once; the command line, configuration files, documentation, the tuner
//! and the fuzzers read the table that comes with it.

use std::fmt;

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A real number.
    Real(f64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
        }
    }
}

/// One row of an option table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spec {
    /// The name, in words joined by `_` (`-` is accepted as well).
    pub name: &'static str,
    /// The value when nothing is set.
    pub default: Value,
    /// The smallest value allowed.
    pub low: Value,
    /// The largest value allowed.
    pub high: Value,
    /// Whether a tuner may move it.
    pub tunable: bool,
    /// What it does, in one line.
    pub help: &'static str,
}

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The text is no value of the option's type.
    #[error("`{text}` is no value for option `{name}`, which takes {expected}")]
    Malformed {
        /// The option.
        name: &'static str,
        /// What was given.
        text: String,
        /// What is taken.
        expected: &'static str,
    },
    /// The value is outside the range.
    #[error("option `{name}` takes values from {low} to {high}, not {value}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// What was given.
        value: Value,
        /// The smallest value allowed.
        low: Value,
        /// The largest value allowed.
        high: Value,
    },
}

impl Spec {
    /// Reads a value of this option's type and checks its range.
    pub fn parse(&self, text: &str) -> Result<Value, OptionError> {
        let malformed = |expected| OptionError::Malformed { name: self.name, text: text.to_owned(), expected };
        let value = match self.default {
            Value::Flag(_) => match text {
                "true" | "on" | "1" => Value::Flag(true),
                "false" | "off" | "0" => Value::Flag(false),
                _ => return Err(malformed("true or false")),
            },
            Value::Int(_) => Value::Int(text.parse().map_err(|_| malformed("a whole number"))?),
            Value::Real(_) => Value::Real(text.parse().map_err(|_| malformed("a number"))?),
        };
        self.check(value)?;
        Ok(value)
    }

    /// Whether a value has the type of this option and lies in its range.
    pub fn check(&self, value: Value) -> Result<(), OptionError> {
        let inside = match (value, self.low, self.high) {
            (Value::Flag(_), Value::Flag(_), Value::Flag(_)) => true,
            (Value::Int(value), Value::Int(low), Value::Int(high)) => (low..=high).contains(&value),
            (Value::Real(value), Value::Real(low), Value::Real(high)) => (low..=high).contains(&value),
            _ => {
                return Err(OptionError::Malformed {
                    name: self.name,
                    text: value.to_string(),
                    expected: "another type",
                });
            }
        };
        if inside {
            Ok(())
        } else {
            Err(OptionError::OutOfRange { name: self.name, value, low: self.low, high: self.high })
        }
    }
}

/// Declares a struct of options together with its table.
///
/// A row reads `name: flag = default, tunable, "help";` or `name: int = default in low..=high, fixed, "help";` (or `real`).
#[macro_export]
macro_rules! option_table {
    ($(#[$meta:meta])* $vis:vis struct $table:ident {
        $($name:ident : $kind:ident = $default:literal $(in $low:literal ..= $high:literal)?, $tune:ident, $help:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        $vis struct $table {
            $(#[doc = $help] pub $name: $crate::option_table!(@type $kind),)*
        }

        impl Default for $table {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $table {
            /// Every option with default, range and help.
            pub const TABLE: &'static [$crate::options::Spec] = &[
                $($crate::options::Spec {
                    name: stringify!($name),
                    default: $crate::option_table!(@value $kind, $default),
                    low: $crate::option_table!(@low $kind $(, $low)?),
                    high: $crate::option_table!(@high $kind $(, $high)?),
                    tunable: $crate::option_table!(@tunable $tune),
                    help: $help,
                },)*
            ];

            /// The row of an option, by name.
            pub fn spec(name: &str) -> Result<&'static $crate::options::Spec, $crate::options::OptionError> {
                let plain = name.replace('-', "_");
                Self::TABLE.iter().find(|spec| spec.name == plain)
                    .ok_or_else(|| $crate::options::OptionError::Unknown(name.to_owned()))
            }

            /// The value of an option, by name.
            pub fn get(&self, name: &str) -> Result<$crate::options::Value, $crate::options::OptionError> {
                match Self::spec(name)?.name {
                    $(stringify!($name) => Ok($crate::option_table!(@value $kind, self.$name)),)*
                    _ => Err($crate::options::OptionError::Unknown(name.to_owned())),
                }
            }

            /// Sets an option by name; the value must have its type and lie in its range.
            pub fn set_value(&mut self, name: &str, value: $crate::options::Value) -> Result<(), $crate::options::OptionError> {
                let spec = Self::spec(name)?;
                spec.check(value)?;
                match (spec.name, value) {
                    $((stringify!($name), $crate::option_table!(@value $kind, value)) => self.$name = value,)*
                    _ => return Err($crate::options::OptionError::Unknown(name.to_owned())),
                }
                Ok(())
            }

            /// Sets an option by name from text, as on a command line.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::options::OptionError> {
                let value = Self::spec(name)?.parse(text)?;
                self.set_value(name, value)
            }
        }
    };
    (@type flag) => { bool };
    (@type int) => { i64 };
    (@type real) => { f64 };
    (@value flag, $($value:tt)+) => { $crate::options::Value::Flag($($value)+) };
    (@value int, $($value:tt)+) => { $crate::options::Value::Int($($value)+) };
    (@value real, $($value:tt)+) => { $crate::options::Value::Real($($value)+) };
    (@low flag) => { $crate::options::Value::Flag(false) };
    (@high flag) => { $crate::options::Value::Flag(true) };
    (@low $kind:ident, $low:literal) => { $crate::option_table!(@value $kind, $low) };
    (@high $kind:ident, $high:literal) => { $crate::option_table!(@value $kind, $high) };
    (@tunable tunable) => { true };
    (@tunable fixed) => { false };
}

#[cfg(test)]
mod tests {
    use super::*;

    option_table! {
        /// Options to test with.
        struct Example {
            verbose: flag = false, fixed, "Say more.";
            first_restart: int = 100 in 1..=3200, tunable, "Conflicts before the first restart.";
            decay: real = 0.95 in 0.5..=0.999, tunable, "Decay of activities.";
        }
    }

    #[test]
    fn values_are_set_by_name_and_checked() {
        let mut options = Example::default();
        options.set("first-restart", "50").unwrap();
        options.set("verbose", "on").unwrap();
        options.set("decay", "0.8").unwrap();
        assert_eq!(options, Example { verbose: true, first_restart: 50, decay: 0.8 });
        assert_eq!(options.get("decay").unwrap(), Value::Real(0.8));
    }

    #[test]
    fn bad_settings_are_refused_with_a_reason() {
        let mut options = Example::default();
        let error = |result: Result<(), OptionError>| result.unwrap_err().to_string();
        assert_eq!(error(options.set("speed", "1")), "there is no option `speed`");
        assert_eq!(
            error(options.set("first_restart", "0")),
            "option `first_restart` takes values from 1 to 3200, not 0"
        );
        assert_eq!(error(options.set("decay", "fast")), "`fast` is no value for option `decay`, which takes a number");
        assert_eq!(error(options.set("decay", "NaN")), "option `decay` takes values from 0.5 to 0.999, not NaN");
        assert_eq!(options, Example::default());
    }

    #[test]
    fn defaults_lie_in_their_ranges() {
        for spec in Example::TABLE {
            spec.check(spec.default).unwrap();
        }
    }
}
