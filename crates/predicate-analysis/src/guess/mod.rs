//! Guesses: what might hold at the heads of loops, from what executions showed there.
//!
//! A few executions are watched (`observe`): the values of integers at the heads of loops are a
//! table for each head. What fits all rows of a table is a guess (`candidates`): equations between
//! sums, orders, differences, remainders, sets of values, and some of these under a condition.
//! Nothing is known of a guess but that it was not refuted by so many visits. Those that hold in
//! all executions are found by whoever uses them (`predicate/inferred.rs`).
//!
//! Invariants from executions are Ernst's (Daikon, TSE 2001); equations by linear algebra, checked
//! by a solver, are from Sharma et al. (A data driven approach for algebraic loop invariants, ESOP
//! 2013).

mod candidates;
mod equations;
mod observe;

pub use equations::equations;
pub use observe::Watch;

use adumbra_program::{Global, Location, Register};
use rustc_hash::FxHashMap;

/// An integer of the state at a head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observable {
    /// A register of the activation at work.
    Register(Register),
    /// All of a global, of so many bytes.
    Global(Global, u32),
}

/// A column of a table: a number below the number of integers that are observed at the head.
pub type Column = usize;

/// A sum of multiples of integers of one width, and a constant, modulo a power of two.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    /// How wide.
    pub width: u32,
    /// Products of columns, each with a factor.
    pub parts: Vec<(i64, Vec<Column>)>,
    /// The constant.
    pub constant: i64,
}

/// What might hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Guess {
    /// A sum is 0.
    Zero(Sum),
    /// One sum is at most another.
    AtMost {
        /// As signed numbers?
        signed: bool,
        /// The lesser.
        less: Sum,
        /// The greater.
        more: Sum,
    },
    /// An integer leaves a remainder, as an unsigned number.
    Remainder(Column, u64, u64),
    /// An integer is one of some.
    OneOf(Column, Vec<u64>),
    /// If an integer is some number, or if it is another, something holds.
    If {
        /// The integer.
        column: Column,
        /// The number.
        value: u64,
        /// Is it to be this number, or another?
        is: bool,
        /// What holds then.
        then: Box<Guess>,
    },
}

/// What was observed at a head, and what fits.
#[derive(Clone, Debug, Default)]
pub struct Guessed {
    /// The integers, with their widths.
    pub columns: Vec<(Observable, u32)>,
    /// What fits all that was seen.
    pub guesses: Vec<Guess>,
}

/// Guesses by the heads of loops.
pub type Guesses = FxHashMap<Location, Guessed>;

/// The number that bits of a width are if the highest is a sign.
pub fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// The bits of a width.
pub fn masked(bits: u64, width: u32) -> u64 {
    bits & u64::MAX >> (64 - width)
}

impl Sum {
    fn of(width: u32, column: Column) -> Sum {
        Sum { width, parts: vec![(1, vec![column])], constant: 0 }
    }

    fn number(width: u32, constant: i64) -> Sum {
        Sum { width, parts: Vec::new(), constant }
    }

    fn plus(mut self, factor: i64, column: Column) -> Sum {
        self.parts.push((factor, vec![column]));
        self
    }

    /// The value in a row.
    pub fn value(&self, row: &[u64]) -> u64 {
        let part = |(factor, columns): &(i64, Vec<Column>)| {
            columns.iter().fold(*factor as u64, |product, column| product.wrapping_mul(row[*column]))
        };
        let sum = self.parts.iter().map(part).fold(self.constant as u64, u64::wrapping_add);
        masked(sum, self.width)
    }
}

impl Guess {
    /// Does it hold in a row?
    pub fn holds(&self, row: &[u64]) -> bool {
        match self {
            Guess::Zero(sum) => sum.value(row) == 0,
            Guess::AtMost { signed: true, less, more } => {
                signed(less.value(row), less.width) <= signed(more.value(row), more.width)
            }
            Guess::AtMost { signed: false, less, more } => less.value(row) <= more.value(row),
            Guess::Remainder(column, modulus, remainder) => row[*column] % modulus == *remainder,
            Guess::OneOf(column, values) => values.contains(&row[*column]),
            Guess::If { column, value, is, then } => (row[*column] == *value) != *is || then.holds(row),
        }
    }

    /// How complicated it is.
    pub fn size(&self) -> usize {
        let of = |sum: &Sum| {
            let parts: usize = sum.parts.iter().map(|(_, product)| 1 + 10 * (product.len() - 1)).sum();
            parts + usize::from(sum.constant != 0)
        };
        match self {
            Guess::Zero(sum) => of(sum),
            Guess::AtMost { less, more, .. } => of(less) + of(more),
            Guess::Remainder(..) => 3,
            Guess::OneOf(_, values) => 2 + values.len(),
            Guess::If { then, .. } => 5 + then.size(),
        }
    }
}
