//! What is known of the values that rules speak of, and comparisons that may stay open.
//!
//! The same values serve the analysis, which may know little, and a run, which knows all: on exact
//! values every comparison is decided.

use super::syntax::Comparison;
use adumbra_program::{Function, Global, Program};

/// Does something hold?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It does not.
    No,
    /// It may or may not.
    Maybe,
    /// It does.
    Yes,
}

impl Truth {
    /// One of the two, by a Boolean.
    pub fn of(holds: bool) -> Self {
        if holds { Truth::Yes } else { Truth::No }
    }

    /// Do both hold?
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Maybe,
        }
    }

    /// Does one of them hold?
    pub fn or(self, other: Self) -> Self {
        self.negated().and(other.negated()).negated()
    }

    /// The opposite.
    pub fn negated(self) -> Self {
        match self {
            Truth::No => Truth::Yes,
            Truth::Maybe => Truth::Maybe,
            Truth::Yes => Truth::No,
        }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// An integer of at most 64 bits between these bounds, read as a signed number.
    Integer {
        /// The lowest value.
        low: i128,
        /// The highest value.
        high: i128,
        /// The width in bits.
        width: u32,
    },
    /// A null pointer.
    Null,
    /// A pointer into a global object.
    InGlobal(Global, u64),
    /// A pointer to a function.
    ToFunction(Function),
    /// A pointer with this address: what a run knows.
    Address(u64),
    /// A pointer that is not null.
    NotNull,
    /// Any pointer.
    AnyPointer,
    /// A float, or an integer of more than 64 bits: no pattern but `_` fits it.
    Unfit,
}

impl Value {
    /// The integer with these bits.
    pub fn integer(bits: u128, width: u32) -> Self {
        if width == 0 || width > 64 {
            return Value::Unfit;
        }
        let shift = 128 - width;
        let value = (bits << shift) as i128 >> shift;
        Value::Integer { low: value, high: value, width }
    }

    /// Any integer of a width.
    pub fn any_integer(width: u32) -> Self {
        if width == 0 || width > 64 {
            return Value::Unfit;
        }
        Value::Integer { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1, width }
    }

    /// Is it one value?
    pub fn is_exact(self) -> bool {
        match self {
            Value::Integer { low, high, .. } => low == high,
            Value::Null | Value::InGlobal(..) | Value::ToFunction(_) | Value::Address(_) => true,
            Value::NotNull | Value::AnyPointer | Value::Unfit => false,
        }
    }

    fn is_pointer(self) -> bool {
        !matches!(self, Value::Integer { .. } | Value::Unfit)
    }

    /// Is it a null pointer, or the integer zero?
    pub fn is_null(self, program: &Program) -> Truth {
        match self {
            Value::Integer { .. } => self.is_number(0),
            Value::Null => Truth::Yes,
            // An object is not at null, and it does not wrap around the end of the address space.
            Value::InGlobal(global, offset) if offset < program.globals[global].size.max(1) => Truth::No,
            Value::Address(address) => Truth::of(address == 0),
            Value::ToFunction(_) | Value::NotNull | Value::Unfit => Truth::No,
            Value::InGlobal(..) | Value::AnyPointer => Truth::Maybe,
        }
    }

    /// Is it this number? The number is cut to the width; one that is too large for it is no value
    /// of that width. Of pointers, only null is a number.
    pub fn is_number(self, number: i128) -> Truth {
        match self {
            Value::Integer { low, high, width } => {
                let wraps = 1i128 << width;
                if number >= wraps || number < -(wraps / 2) {
                    return Truth::No;
                }
                let number = if number >= wraps / 2 { number - wraps } else { number };
                match (low <= number && number <= high, low == high) {
                    (true, true) => Truth::Yes,
                    (true, false) => Truth::Maybe,
                    (false, _) => Truth::No,
                }
            }
            _ => Truth::No,
        }
    }

    /// Are two values the same?
    pub fn equals(self, other: Self, program: &Program) -> Truth {
        let inside = |global: Global, offset: u64| offset < program.globals[global].size;
        match (self, other) {
            (Value::Integer { low: a, high: b, .. }, Value::Integer { low: c, high: d, .. }) => {
                match (a == b && c == d && a == c, b < c || d < a) {
                    (true, _) => Truth::Yes,
                    (_, true) => Truth::No,
                    _ => Truth::Maybe,
                }
            }
            (Value::Unfit, _) | (_, Value::Unfit) => Truth::No,
            (a, b) if a.is_pointer() != b.is_pointer() => Truth::No,
            (Value::Null, p) | (p, Value::Null) => p.is_null(program),
            (Value::InGlobal(g, a), Value::InGlobal(h, b)) if g == h => Truth::of(a == b),
            // Objects are apart from each other.
            (Value::InGlobal(g, a), Value::InGlobal(h, b)) if inside(g, a) && inside(h, b) => Truth::No,
            (Value::InGlobal(g, a), Value::ToFunction(_)) | (Value::ToFunction(_), Value::InGlobal(g, a))
                if inside(g, a) =>
            {
                Truth::No
            }
            (Value::ToFunction(f), Value::ToFunction(g)) => Truth::of(f == g),
            (Value::Address(a), Value::Address(b)) => Truth::of(a == b),
            _ => Truth::Maybe,
        }
    }

    /// Does a comparison hold? Numbers are signed; pointers have no order, so that comparing them
    /// by `<` and its like never holds, and neither does any comparison of a value that is unfit.
    pub fn compare(self, comparison: Comparison, other: Self, program: &Program) -> Truth {
        if self == Value::Unfit || other == Value::Unfit {
            return Truth::No;
        }
        let (Value::Integer { low: a, high: b, .. }, Value::Integer { low: c, high: d, .. }) = (self, other) else {
            return match comparison {
                Comparison::Equal => self.equals(other, program),
                Comparison::Different if self.is_pointer() != other.is_pointer() => Truth::No,
                Comparison::Different => self.equals(other, program).negated(),
                _ => Truth::No,
            };
        };
        // Does every, or no, pair of values fulfil the comparison?
        let decide = |all: bool, none: bool| match (all, none) {
            (true, _) => Truth::Yes,
            (_, true) => Truth::No,
            _ => Truth::Maybe,
        };
        match comparison {
            Comparison::Equal => self.equals(other, program),
            Comparison::Different => self.equals(other, program).negated(),
            Comparison::Less => decide(b < c, a >= d),
            Comparison::AtMost => decide(b <= c, a > d),
            Comparison::Greater => decide(a > d, b <= c),
            Comparison::AtLeast => decide(a >= d, b < c),
        }
    }
}
