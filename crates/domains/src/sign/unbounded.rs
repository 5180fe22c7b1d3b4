//! The tables of signs for unbounded numbers, with the corrections that brute force finds in the
//! published ones.
//!
//! A comparison gives `Zero` for false, `Positive` for true. `None` stands for no result: division
//! by zero.

use super::Sign::{self, Any, Negative, Positive, Zero};

/// The operators of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Table {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Division toward zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Multiplication by a power of two.
    Shl,
    /// Equality.
    Eq,
    /// Difference.
    Ne,
    /// Less than.
    Lt,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 9] = {
        use Table::*;
        [Add, Sub, Mul, Div, Rem, Shl, Eq, Ne, Lt]
    };

    /// The cell of a table.
    pub fn at(self, a: Sign, b: Sign) -> Option<Sign> {
        let truth = |t: bool| if t { Positive } else { Zero };
        let vague = a == Any || b == Any;
        Some(match (self, a, b) {
            (Table::Div | Table::Rem, _, Zero) => return None,
            (Table::Div | Table::Rem | Table::Shl, Zero, _) => Zero,
            (Table::Shl, x, Zero) => x,
            (Table::Div | Table::Rem | Table::Shl, _, _) => Any,
            (Table::Mul, Zero, _) | (Table::Mul, _, Zero) => Zero,
            _ if vague => Any,
            (Table::Add, x, Zero) | (Table::Add, Zero, x) => x,
            (Table::Add, x, y) => {
                if x == y {
                    x
                } else {
                    Any
                }
            }
            (Table::Sub, x, Zero) => x,
            (Table::Sub, Zero | Negative, Positive) => Negative,
            (Table::Sub, Zero | Positive, Negative) => Positive,
            (Table::Sub, _, _) => Any,
            (Table::Mul, x, y) => {
                if x == y {
                    Positive
                } else {
                    Negative
                }
            }
            (Table::Eq, Zero, Zero) => Positive,
            (Table::Ne, Zero, Zero) | (Table::Lt, Zero, Zero) => Zero,
            (Table::Eq | Table::Ne | Table::Lt, x, y) if x == y => Any,
            (Table::Eq, _, _) => Zero,
            (Table::Ne, _, _) => Positive,
            (Table::Lt, x, y) => truth(x < y),
        })
    }
}
