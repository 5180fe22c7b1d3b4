//! The two halves of the circle of numbers.

use crate::{mask, signed};

/// Lowest and highest number of a piece, as bits. Both have the sign bit, or neither.
pub type Piece = (u64, u64);

/// At most one interval in each half of the circle of numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    /// The numbers without the sign bit.
    pub plain: Option<Piece>,
    /// The numbers with the sign bit.
    pub high: Option<Piece>,
}

impl Pieces {
    /// No numbers.
    pub const EMPTY: Pieces = Pieces { plain: None, high: None };

    /// All numbers of a width.
    pub fn full(width: u32) -> Pieces {
        let ones = mask(width);
        Pieces { plain: Some((0, ones >> 1)), high: Some((ones - (ones >> 1), ones)) }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        *self == Pieces::EMPTY
    }

    /// The pieces in unsigned order.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + use<> {
        self.plain.into_iter().chain(self.high)
    }

    /// The pieces as ranges of integers: of signed or of unsigned numbers.
    pub fn numbers(&self, width: u32, read_signed: bool) -> impl Iterator<Item = (i128, i128)> + use<> {
        let number = move |bits| if read_signed { signed(bits, width).into() } else { i128::from(bits) };
        self.iter().map(move |(low, high)| (number(low), number(high)))
    }

    /// The pieces as signed numbers.
    pub fn signed(&self, width: u32) -> impl Iterator<Item = (i128, i128)> + use<> {
        self.numbers(width, true)
    }

    /// The pieces as unsigned numbers.
    pub fn unsigned(&self, width: u32) -> impl Iterator<Item = (i128, i128)> + use<> {
        self.numbers(width, false)
    }

    /// Adds the numbers from `low` to `high`, modulo the width. Nothing if `low` is above `high`.
    pub fn add(&mut self, low: i128, high: i128, width: u32) {
        if low > high {
            return;
        }
        let modulus = 1i128 << width;
        if high.checked_sub(low).is_none_or(|length| length >= modulus - 1) {
            *self = Pieces::full(width);
            return;
        }
        let start = low.rem_euclid(modulus);
        let end = start + (high - low);
        let half = modulus >> 1;
        // Once around and a half: the range lies in at most four half circles.
        for lap in 0..4 {
            let (from, to) = (start.max(lap * half), end.min(lap * half + half - 1));
            if from <= to {
                let base = lap / 2 * modulus;
                let piece = ((from - base) as u64, (to - base) as u64);
                let side = if lap % 2 == 0 { &mut self.plain } else { &mut self.high };
                *side = Some(side.map_or(piece, |old| (old.0.min(piece.0), old.1.max(piece.1))));
            }
        }
    }

    /// Is the number in it?
    pub fn contains(&self, bits: u64) -> bool {
        self.iter().any(|(low, high)| (low..=high).contains(&bits))
    }

    /// Is every number in the other?
    pub fn is_within(&self, other: &Pieces) -> bool {
        let within = |a: Option<Piece>, b: Option<Piece>| match (a, b) {
            (None, _) => true,
            (Some(a), Some(b)) => b.0 <= a.0 && a.1 <= b.1,
            (Some(_), None) => false,
        };
        within(self.plain, other.plain) && within(self.high, other.high)
    }

    /// The least pieces that cover both.
    pub fn hull(&self, other: &Pieces) -> Pieces {
        let hull = |a: Option<Piece>, b: Option<Piece>| match (a, b) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        Pieces { plain: hull(self.plain, other.plain), high: hull(self.high, other.high) }
    }

    /// The common numbers.
    pub fn intersection(&self, other: &Pieces) -> Pieces {
        let both = |a: Option<Piece>, b: Option<Piece>| {
            let (a, b) = (a?, b?);
            let piece = (a.0.max(b.0), a.1.min(b.1));
            (piece.0 <= piece.1).then_some(piece)
        };
        Pieces { plain: both(self.plain, other.plain), high: both(self.high, other.high) }
    }

    /// Takes a number away where it is an end of a piece.
    pub fn without(&self, bits: u64) -> Pieces {
        let cut = |piece: Option<Piece>| {
            let (low, high) = piece?;
            match (low == bits, high == bits) {
                (true, true) => None,
                (true, false) => Some((low + 1, high)),
                (false, true) => Some((low, high - 1)),
                (false, false) => Some((low, high)),
            }
        };
        Pieces { plain: cut(self.plain), high: cut(self.high) }
    }
}

impl core::fmt::Debug for Pieces {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut first = true;
        for (low, high) in self.iter() {
            if !first {
                f.write_str("∪")?;
            }
            first = false;
            if low == high {
                write!(f, "{{{low}}}")?;
            } else {
                write!(f, "[{low},{high}]")?;
            }
        }
        if first { f.write_str("∅") } else { Ok(()) }
    }
}
