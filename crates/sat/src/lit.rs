//! Variables and literals: dense `u32` names.

use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Var {
    /// The largest number of variables a solver holds.
    pub const MAX: usize = 1 << 30;

    /// The variable with the given index, counted from 0.
    ///
    /// # Panics
    /// If the index is not below [`Var::MAX`].
    pub fn new(index: usize) -> Self {
        assert!(index < Self::MAX, "too many variables");
        Var(index as u32)
    }

    /// The index, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that holds when the variable is true.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that holds when the variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that holds when the variable has the given value.
    #[inline]
    pub fn literal(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }
}

impl Lit {
    /// The literal of a DIMACS number: 3 is the third variable, -3 its negation. Nothing for 0 and
    /// numbers that are too large.
    pub fn from_dimacs(number: i64) -> Option<Self> {
        let index = number.unsigned_abs().checked_sub(1)?;
        (index < Var::MAX as u64).then(|| Var(index as u32).literal(number > 0))
    }

    /// The DIMACS number of the literal.
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negative() { -number } else { number }
    }

    /// The variable.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal negates its variable.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// A dense index: twice the variable's, plus one for a negation.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn from_code(code: u32) -> Self {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0 + 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_round_trip() {
        for number in [1, -1, 2, -2, 1 << 30, -(1 << 30)] {
            assert_eq!(i64::from(Lit::from_dimacs(number).unwrap().to_dimacs()), number);
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs((1 << 30) + 1), None);
        assert_eq!(Lit::from_dimacs(i64::MIN), None);
    }

    #[test]
    fn negation_flips_the_sign_only() {
        let lit = Var::new(4).negative();
        assert_eq!((!lit).var(), lit.var());
        assert!(lit.is_negative() && !(!lit).is_negative());
        assert_eq!(!!lit, lit);
    }
}
