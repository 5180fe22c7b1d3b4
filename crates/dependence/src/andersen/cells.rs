//! Cells: the places in an object that hold pointers, and what happens to the bytes around them.
//!
//! An object has a modulus. While it is 0, cells are offsets; otherwise they are residues, and a
//! cell stands for all offsets in the object that are congruent.

use super::*;
use crate::offsets::gcd;
use std::collections::BTreeMap;

/// How many bytes an operation touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Length {
    /// This many.
    Exactly(u64),
    /// Any number in the residue class.
    Multiple { modulus: u64, residue: u64 },
}

/// What an operation does to bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Read,
    Write { unknown: bool, indeterminate: bool },
}

impl Kind {
    /// A number is written.
    pub(super) fn number() -> Kind {
        Kind::Write { unknown: true, indeterminate: false }
    }
}

/// Bytes are read as a number, or written other than by a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Effect {
    pub(super) start: u64,
    pub(super) length: Length,
    pub(super) kind: Kind,
}

/// Bytes from here on are copied to an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Link {
    pub(super) start: u64,
    pub(super) length: Length,
    pub(super) to: ObjectId,
    pub(super) to_start: u64,
}

/// The memory of an object.
#[derive(Clone, Default, Debug)]
pub(super) struct Cells {
    pub(super) modulus: u64,
    pub(super) cells: BTreeMap<u64, Node>,
    pub(super) effects: Vec<Effect>,
    pub(super) links: Vec<Link>,
    /// The same links.
    pub(super) linked: FxHashSet<Link>,
    /// Are the initial contents there?
    pub(super) started: bool,
    /// May functions without a body have written it?
    pub(super) havocked: bool,
}

/// What has to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending {
    Cell(ObjectId, u64),
    Effect(ObjectId, usize),
    Link(ObjectId, usize),
}

impl Cells {
    /// The nodes of all cells.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.cells.values().copied()
    }

    pub(super) fn key(&self, offset: u64) -> u64 {
        if self.modulus == 0 { offset } else { offset % self.modulus }
    }

    /// Does a boundary fall inside the pointer of `size` bytes at a cell?
    fn inside(&self, cell: u64, boundary: u64, size: u64) -> bool {
        let past = match self.modulus {
            0 => boundary.wrapping_sub(cell),
            m => (boundary % m + m - cell % m) % m,
        };
        (1..size).contains(&past)
    }

    /// May a range begin or end inside the pointer of `size` bytes at a cell?
    pub(super) fn cuts(&self, cell: u64, start: u64, length: Length, size: u64) -> bool {
        if self.inside(cell, start, size) {
            return true;
        }
        match length {
            Length::Exactly(n) => self.inside(cell, start.wrapping_add(n), size),
            Length::Multiple { modulus, residue } => {
                let m = i128::from(gcd(modulus, self.modulus));
                let past = (i128::from(start) + i128::from(residue) - i128::from(cell)).rem_euclid(m);
                (if past == 0 { m } else { past }) < i128::from(size)
            }
        }
    }

    /// May a range touch the pointer of `size` bytes at a cell?
    pub(super) fn touches(&self, cell: u64, start: u64, length: Length, size: u64) -> bool {
        match (self.modulus, length) {
            (0, Length::Exactly(n)) => start < cell.saturating_add(size) && cell < start.saturating_add(n),
            (0, Length::Multiple { .. }) => start < cell.saturating_add(size),
            (m, Length::Exactly(n)) => {
                let past = (cell % m + m - start % m) % m;
                past < n || past.saturating_add(size) > m
            }
            (_, Length::Multiple { .. }) => true,
        }
    }
}

/// The same effect on an object with a modulus, as one of finitely many.
pub(super) fn normalised(effect: Effect, modulus: u64, size: u64) -> Effect {
    if modulus == 0 {
        return effect;
    }
    let length = match effect.length {
        Length::Exactly(n) if modulus < size && n > 0 => Length::Multiple { modulus: 1, residue: 0 },
        // A whole turn touches everything; what remains is where it ends.
        Length::Exactly(n) if n >= modulus => Length::Exactly(modulus + n % modulus),
        Length::Multiple { modulus: m, residue } => {
            let m = gcd(m, modulus);
            Length::Multiple { modulus: m, residue: residue % m }
        }
        length => length,
    };
    Effect { start: effect.start % modulus, length, kind: effect.kind }
}
