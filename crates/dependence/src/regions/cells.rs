//! Cells of an object: the ranges of bytes that accesses touch.
//!
//! As in the points-to analysis an object has a modulus: 0 while all accesses are at known offsets,
//! otherwise the greatest common divisor of the residue classes that are accessed. A cell starts at
//! an offset or a residue. So an array of a million elements that is accessed by index has as many
//! cells as its element has fields.

use crate::offsets::gcd;
use std::collections::BTreeMap;

/// After how many cells an object is no longer taken apart.
const CROWDED: usize = 4096;

/// What accesses to a cell transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Transfer {
    pub(super) bits: bool,
    pub(super) pointer: bool,
}

impl Transfer {
    pub(super) fn join(self, other: Transfer) -> Transfer {
        Transfer { bits: self.bits | other.bits, pointer: self.pointer | other.pointer }
    }
}

/// The cells of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// A bound on the object's size.
    pub(super) size: u64,
    pub(super) modulus: u64,
    /// By start and length, what is transferred.
    pub(super) cells: BTreeMap<(u64, u64), Transfer>,
}

impl Layout {
    /// Does an access of `length` bytes at an offset fit into the object?
    pub(super) fn fits(&self, start: u64, length: u64) -> bool {
        start.checked_add(length).is_some_and(|end| end <= self.size)
    }

    /// The cell of an access at an offset.
    pub(super) fn key(&self, start: u64, length: u64) -> (u64, u64) {
        match self.modulus {
            0 => (start, length),
            m => (start % m, length),
        }
    }

    /// Adds a cell; was it not there, or with another transfer?
    pub(super) fn add(&mut self, start: u64, length: u64, transfer: Transfer) -> bool {
        if !self.fits(start, length) || length == 0 {
            return false;
        }
        let key = self.key(start, length);
        let now = self.cells.entry(key).or_default();
        let before = *now;
        *now = before.join(transfer);
        let changed = *now != before;
        if self.cells.len() > CROWDED {
            let modulus = if self.modulus == 0 { 8 } else { (self.modulus & self.modulus.wrapping_neg() & 7).max(1) };
            self.lower(modulus);
        }
        changed
    }

    /// Makes the modulus a divisor of `modulus`; did it change?
    pub(super) fn lower(&mut self, modulus: u64) -> bool {
        let now = gcd(self.modulus, modulus);
        if now == self.modulus {
            return false;
        }
        self.modulus = now;
        for ((start, length), transfer) in std::mem::take(&mut self.cells) {
            let cell = self.cells.entry((start % now, length)).or_default();
            *cell = cell.join(transfer);
        }
        true
    }

    /// Does a cell stand for one place only?
    pub(super) fn is_one_place(&self, (start, length): (u64, u64)) -> bool {
        self.modulus == 0 || !start.checked_add(self.modulus).is_some_and(|next| self.fits(next, length))
    }

    /// For a range that starts at an offset, where relative to it a cell lies: the first place that
    /// does not end before it, and how far the next ones are apart (0 if there are none).
    pub(super) fn relative(&self, (start, length): (u64, u64), from: u64) -> Option<(i128, u64)> {
        let first = i128::from(start) - i128::from(from);
        match self.modulus {
            0 => (first + i128::from(length) > 0).then_some((first, 0)),
            m => {
                let modulus = i128::from(m);
                // The smallest place congruent to `first` whose end is behind the start of the
                // range.
                let least = 1 - i128::from(length);
                Some((least + (first - least).rem_euclid(modulus), m))
            }
        }
    }

    /// The cells that overlap each other, in groups.
    pub(super) fn groups(&self) -> Vec<Vec<(u64, u64)>> {
        let mut groups: Vec<Vec<(u64, u64)>> = Vec::new();
        let mut end = 0;
        for (start, length) in self.cells.keys() {
            match groups.last_mut() {
                Some(group) if *start < end => group.push((*start, *length)),
                _ => groups.push(vec![(*start, *length)]),
            }
            end = end.max(start.saturating_add(*length));
        }
        if self.modulus == 0 {
            return groups;
        }
        // What runs over the modulus goes on at the start.
        let past = end.saturating_sub(self.modulus);
        let mut wrapped = 0;
        while groups.len() > 1 && groups[0][0].0 < past {
            let first = groups.remove(0);
            if let Some(last) = groups.last_mut() {
                last.extend(first);
            }
            wrapped += 1;
            if wrapped > CROWDED {
                break;
            }
        }
        groups
    }

    /// Do the places of a cell overlap each other?
    pub(super) fn overlaps_itself(&self, cell: (u64, u64)) -> bool {
        self.modulus != 0 && cell.1 > self.modulus && !self.is_one_place(cell)
    }
}
