//! What the tuner needs to know of an option: the values to choose among, and when it has an
//! effect.

use crate::value::UNLIMITED;
use crate::{Kind, OptionSpec, Value};

/// An option has an effect only if another one has such a value (and an effect itself).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Condition {
    /// The other option's name.
    pub option: &'static str,
    /// What its value must be.
    pub test: Test,
}

/// A test of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// It is one of these.
    In(&'static [Value]),
    /// It is larger.
    Above(Value),
}

impl Condition {
    /// Does the other option's value pass?
    pub fn holds(&self, value: Value) -> bool {
        match self.test {
            Test::In(values) => values.contains(&value),
            Test::Above(bound) => value > bound,
        }
    }
}

/// What the default is multiplied by where no values are given.
const FACTORS: [f64; 7] = [1.0 / 16.0, 1.0 / 4.0, 1.0 / 2.0, 1.0, 2.0, 4.0, 16.0];

/// Limits to choose among where the default is none: parts of the largest number would be no limits
/// either.
const LIMITS: [i128; 6] = [1, 4, 16, 64, 256, 1024];

impl OptionSpec {
    /// The values the tuner chooses among, in order: those that are given, or else both of a flag,
    /// all words of a choice, and of numbers the default, smaller and larger ones, and the ends of
    /// a narrow range; of a limit that is none by default, small ones. The default is always one of
    /// them.
    pub fn candidates(&self) -> Vec<Value> {
        let mut values: Vec<Value> = match self.kind {
            _ if !self.grid.is_empty() => self.grid.to_vec(),
            Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
            Kind::Choice(words) => return words.iter().map(|word| Value::Choice(word)).collect(),
            Kind::Int | Kind::Count | Kind::Real => self.spread(),
        };
        values.push(self.default);
        values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        values.dedup();
        values
    }

    fn spread(&self) -> Vec<Value> {
        let Some((low, high)) = self.range else { return Vec::new() };
        match (low, high, self.default) {
            (Value::Int(low), Value::Int(high), _) if high - low <= 4 => (low..=high).map(Value::Int).collect(),
            (Value::Int(low), Value::Int(high), Value::Int(0)) => {
                [0, 1, 4, 16, 64].into_iter().filter(|n| (low..=high).contains(n)).map(Value::Int).collect()
            }
            (Value::Int(low), Value::Int(high), Value::Int(UNLIMITED)) => {
                LIMITS.into_iter().map(|limit| Value::Int(limit.clamp(low, high))).collect()
            }
            (Value::Int(low), Value::Int(high), Value::Int(default)) => FACTORS
                .iter()
                .map(|factor| Value::Int(((default as f64 * factor).round() as i128).clamp(low, high)))
                .collect(),
            (Value::Real(low), Value::Real(high), Value::Real(default)) => {
                let narrow = high <= low.abs() * 16.0 || default == 0.0;
                if narrow {
                    (0..5).map(|n| Value::Real(low + (high - low) * f64::from(n) / 4.0)).collect()
                } else {
                    FACTORS.iter().map(|factor| Value::Real((default * factor).clamp(low, high))).collect()
                }
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OptionTable, options};

    options! {
        /// Some of each kind.
        struct Some {
            on: flag = true, tunable, "A flag.";
            word: choice = "b" of ["a", "b"], tunable, "A word.";
            few: int = 1 in 0..=2, tunable, "Few numbers.";
            many: int = 100 in 30..=1000, tunable if on: flag [true], "Many numbers.";
            none: count = 0 in 0..=10, tunable, "From zero.";
            limit: count = (u64::MAX) in 3..=(u64::MAX), tunable, "No limit.";
            narrow: real = 0.95 in 0.5..=1.0, tunable, "A narrow range.";
            wide: real = 0.1 in 0.0..=10.0, tunable, "A wide range.";
            given: real = 0.3 in 0.0..=1.0, tunable [0.1, 0.5] if few: int (> 0) if on: flag [true], "Given values.";
        }
    }

    #[test]
    fn candidates_hold_the_default_and_stay_in_range() {
        for spec in Some::TABLE {
            let candidates = spec.candidates();
            assert!(candidates.len() > 1 && candidates.contains(&spec.default), "{}", spec.name);
            assert!(candidates.iter().all(|value| spec.check(*value).is_ok()), "{}", spec.name);
        }
        let numbers = |name: &str| Some::spec(name).unwrap().candidates();
        assert_eq!(numbers("given"), [Value::Real(0.1), Value::Real(0.3), Value::Real(0.5)]);
        assert_eq!(numbers("many"), [30, 50, 100, 200, 400, 1000].map(Value::Int));
        assert_eq!(numbers("none"), [0, 1, 4].map(Value::Int));
        assert_eq!(numbers("limit"), [3, 4, 16, 64, 256, 1024, i128::from(u64::MAX)].map(Value::Int));
    }

    #[test]
    fn conditions_name_an_option_and_its_values() {
        let given = Some::spec("given").unwrap();
        assert_eq!(given.conditions[0], Condition { option: "few", test: Test::Above(Value::Int(0)) });
        assert!(!given.conditions[0].holds(Value::Int(0)) && given.conditions[0].holds(Value::Int(1)));
        assert!(given.conditions[1].holds(Value::Flag(true)) && !given.conditions[1].holds(Value::Flag(false)));
    }
}
