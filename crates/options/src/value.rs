//! Values of options.

use std::fmt;

/// A value of any of the types that options have.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number without sign.
    Integer(u64),
    /// A real number.
    Real(f64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Integer(u64::MAX) => f.write_str("unlimited"),
            Value::Integer(n) => write!(f, "{n}"),
            Value::Real(r) => write!(f, "{r}"),
        }
    }
}

/// A type that options can have.
pub trait OptionValue: Sized {
    /// What a text of this type is called.
    const EXPECTED: &'static str;

    /// Reads a value.
    fn parse(text: &str) -> Option<Self>;

    /// The value as one of all types.
    fn to_value(&self) -> Value;
}

impl OptionValue for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl OptionValue for u64 {
    const EXPECTED: &'static str = "a whole number";

    /// Digits with `_` between them, `unlimited`, or a number with the suffix `k`, `M` or `G` (powers of 1024).
    fn parse(text: &str) -> Option<Self> {
        if text == "unlimited" {
            return Some(u64::MAX);
        }
        let (digits, factor) = match text.as_bytes().last()? {
            b'k' => (&text[..text.len() - 1], 1 << 10),
            b'M' => (&text[..text.len() - 1], 1 << 20),
            b'G' => (&text[..text.len() - 1], 1 << 30),
            _ => (text, 1),
        };
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        digits.replace('_', "").parse::<u64>().ok()?.checked_mul(factor)
    }

    fn to_value(&self) -> Value {
        Value::Integer(*self)
    }
}

impl OptionValue for f64 {
    const EXPECTED: &'static str = "a number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|r: &f64| r.is_finite())
    }

    fn to_value(&self) -> Value {
        Value::Real(*self)
    }
}
