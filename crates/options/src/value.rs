//! Kinds of options and their values.

use std::fmt;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Flag,
    /// A whole number.
    Int,
    /// A whole number without sign; the largest one is `unlimited`.
    Count,
    /// A real number.
    Real,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// A value of any kind.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A whole number, of either kind.
    Int(i128),
    /// A real number.
    Real(f64),
    /// A word.
    Choice(&'static str),
}

pub(crate) const UNLIMITED: i128 = u64::MAX as i128;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(value) => write!(f, "{value}"),
            Value::Int(UNLIMITED) => f.write_str("unlimited"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
            Value::Choice(word) => f.write_str(word),
        }
    }
}

impl Kind {
    /// What a text of this kind is called.
    pub fn expected(self) -> String {
        match self {
            Kind::Flag => "`true` or `false`".into(),
            Kind::Int | Kind::Count => "a whole number".into(),
            Kind::Real => "a number".into(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// Reads a value. Flags are `true`, `on`, `1` or `false`, `off`, `0`; whole numbers may have
    /// `_` between digits and a suffix `k`, `M` or `G` for powers of 1024.
    pub fn parse(self, text: &str) -> Option<Value> {
        match self {
            Kind::Flag => match text {
                "true" | "on" | "1" => Some(Value::Flag(true)),
                "false" | "off" | "0" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::Count if text == "unlimited" => Some(Value::Int(UNLIMITED)),
            Kind::Count => whole(text).filter(|n| u64::try_from(*n).is_ok()).map(Value::Int),
            Kind::Int => {
                let number = match text.strip_prefix('-') {
                    Some(digits) => whole(digits).map(|n| -n),
                    None => whole(text),
                };
                number.filter(|n| i64::try_from(*n).is_ok()).map(Value::Int)
            }
            Kind::Real => text.parse().ok().filter(|r: &f64| r.is_finite()).map(Value::Real),
            Kind::Choice(words) => words.iter().find(|w| **w == text).map(|w| Value::Choice(w)),
        }
    }

    /// Is this a value of the kind?
    pub fn holds(self, value: Value) -> bool {
        match (self, value) {
            (Kind::Flag, Value::Flag(_)) => true,
            (Kind::Int, Value::Int(n)) => i64::try_from(n).is_ok(),
            (Kind::Count, Value::Int(n)) => u64::try_from(n).is_ok(),
            (Kind::Real, Value::Real(r)) => r.is_finite(),
            (Kind::Choice(words), Value::Choice(word)) => words.contains(&word),
            _ => false,
        }
    }
}

fn whole(text: &str) -> Option<i128> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        b'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    digits.replace('_', "").parse::<i128>().ok()?.checked_mul(factor)
}

/// A type that fields of a table have: what [`options!`](crate::options) converts with.
pub trait FieldType: Sized {
    /// The field's content; nothing if the value is of another kind.
    fn from_value(value: Value) -> Option<Self>;

    /// The value of a field.
    fn into_value(self) -> Value;
}

impl FieldType for bool {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Flag(value) = value { Some(value) } else { None }
    }

    fn into_value(self) -> Value {
        Value::Flag(self)
    }
}

impl FieldType for i64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Int(value) = value { value.try_into().ok() } else { None }
    }

    fn into_value(self) -> Value {
        Value::Int(self.into())
    }
}

impl FieldType for u64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Int(value) = value { value.try_into().ok() } else { None }
    }

    fn into_value(self) -> Value {
        Value::Int(self.into())
    }
}

impl FieldType for f64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Real(value) = value { Some(value) } else { None }
    }

    fn into_value(self) -> Value {
        Value::Real(self)
    }
}

impl FieldType for &'static str {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Choice(word) = value { Some(word) } else { None }
    }

    fn into_value(self) -> Value {
        Value::Choice(self)
    }
}
