//! Sorts, interned so that equal sorts have equal ids.

use crate::float::Format;
pub use crate::limits::{MAX_SORT_DEPTH, MAX_WIDTH, SortError};
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;
use std::fmt;

/// A sort of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(u32);
entity_impl!(Sort, "sort");

/// What a sort is. Other theories may join; match with a wildcard arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SortKind {
    /// Truth values.
    Bool,
    /// Bit-vectors of this width, at least 1 and at most [`MAX_WIDTH`].
    BitVec(u32),
    /// Floating-point numbers; the bounds are those of [`Format`].
    Float {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand, the hidden one included.
        significand: u32,
    },
    /// The five rounding modes.
    RoundingMode,
    /// Total maps from an index sort (anything but an array) to an element sort.
    Array {
        /// Sort of the index.
        index: Sort,
        /// Sort of the elements.
        element: Sort,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct SortTable {
    kinds: PrimaryMap<Sort, (SortKind, u32)>,
    ids: FxHashMap<SortKind, Sort>,
    /// Whether some sort is of floating point.
    floats: bool,
}

impl SortTable {
    pub(crate) const BOOL: Sort = Sort(0);

    pub(crate) fn new() -> SortTable {
        let mut table = SortTable { kinds: PrimaryMap::new(), ids: FxHashMap::default(), floats: false };
        let bool_sort = table.intern(SortKind::Bool, 0);
        debug_assert_eq!(bool_sort, SortTable::BOOL);
        table
    }

    fn intern(&mut self, kind: SortKind, depth: u32) -> Sort {
        self.floats |= matches!(kind, SortKind::Float { .. } | SortKind::RoundingMode);
        *self.ids.entry(kind).or_insert_with(|| self.kinds.push((kind, depth)))
    }

    pub(crate) fn kind(&self, sort: Sort) -> SortKind {
        self.kinds[sort].0
    }

    pub(crate) fn bit_vec(&mut self, width: u64) -> Result<Sort, SortError> {
        match width {
            0 => Err(SortError::ZeroWidth),
            w if w > u64::from(MAX_WIDTH) => Err(SortError::TooWide(w)),
            w => Ok(self.intern(SortKind::BitVec(w as u32), 0)),
        }
    }

    pub(crate) fn float(&mut self, format: Format) -> Sort {
        let (exponent, significand) = (format.exponent_bits(), format.significand_bits());
        self.intern(SortKind::Float { exponent, significand }, 0)
    }

    pub(crate) fn has_floats(&self) -> bool {
        self.floats
    }

    pub(crate) fn rounding_mode(&mut self) -> Sort {
        self.intern(SortKind::RoundingMode, 0)
    }

    pub(crate) fn array(&mut self, index: Sort, element: Sort) -> Result<Sort, SortError> {
        if matches!(self.kind(index), SortKind::Array { .. }) {
            return Err(SortError::IndexSort);
        }
        let depth = self.kinds[element].1 + 1;
        if depth > MAX_SORT_DEPTH {
            return Err(SortError::TooDeep);
        }
        Ok(self.intern(SortKind::Array { index, element }, depth))
    }

    pub(crate) fn write(&self, sort: Sort, out: &mut impl fmt::Write) -> fmt::Result {
        match self.kind(sort) {
            SortKind::Bool => out.write_str("Bool"),
            SortKind::BitVec(width) => write!(out, "(_ BitVec {width})"),
            SortKind::Float { exponent, significand } => match Format::new(exponent.into(), significand.into()) {
                Ok(format) => write!(out, "{format}"),
                Err(_) => Err(fmt::Error),
            },
            SortKind::RoundingMode => out.write_str("RoundingMode"),
            SortKind::Array { index, element } => {
                // The depth is bounded by MAX_SORT_DEPTH.
                out.write_str("(Array ")?;
                self.write(index, out)?;
                out.write_char(' ')?;
                self.write(element, out)?;
                out.write_char(')')
            }
        }
    }
}
