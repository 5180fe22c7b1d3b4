//! Sets of pointers.

use crate::object::ObjectId;
use crate::offsets::Offsets;
use smallvec::SmallVec;

/// Which pointers an expression may have as its value.
///
/// The null pointer and other pointers without an object are not listed. Two flags say where a pointer may come
/// from a number, so that it may point anywhere into any *exposed* object
/// ([`PointsTo::exposed`](crate::PointsTo::exposed)), or into none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointerSet {
    pub(crate) entries: SmallVec<[(ObjectId, Offsets); 1]>,
    /// May it come from an integer or from outside?
    pub unknown: bool,
    /// May it come from bytes without a value?
    pub indeterminate: bool,
}

impl PointerSet {
    /// One pointer.
    pub(crate) fn to(object: ObjectId, offset: u64) -> PointerSet {
        PointerSet { entries: smallvec::smallvec![(object, Offsets::exactly(offset))], ..PointerSet::default() }
    }

    /// A pointer that comes from an integer or from outside.
    pub(crate) fn from_outside() -> PointerSet {
        PointerSet { unknown: true, ..PointerSet::default() }
    }

    /// The objects that are listed, in ascending order, with the offsets into them.
    pub fn entries(&self) -> &[(ObjectId, Offsets)] {
        &self.entries
    }

    /// May it point into any exposed object?
    pub fn reaches_exposed(&self) -> bool {
        self.unknown || self.indeterminate
    }

    /// Is no pointer to an object in it?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && !self.reaches_exposed()
    }

    /// The offsets into an object.
    pub fn offsets(&self, object: ObjectId) -> Option<&Offsets> {
        let at = self.entries.binary_search_by_key(&object, |(o, _)| *o).ok()?;
        Some(&self.entries[at].1)
    }

    /// Adds pointers into an object; have they not all been there?
    pub(crate) fn insert(&mut self, object: ObjectId, offsets: &Offsets, bits: u32) -> bool {
        match self.entries.binary_search_by_key(&object, |(o, _)| *o) {
            Ok(at) => self.entries[at].1.add(offsets, bits),
            Err(at) => {
                self.entries.insert(at, (object, offsets.clone()));
                true
            }
        }
    }

    /// Adds all pointers of another set, moved by `shift`. What is new is also added to `fresh`.
    pub(crate) fn absorb(
        &mut self,
        other: &PointerSet,
        shift: &Offsets,
        closure: u64,
        bits: u32,
        fresh: &mut PointerSet,
    ) -> bool {
        let mut changed = false;
        if other.unknown && !self.unknown {
            (self.unknown, fresh.unknown, changed) = (true, true, true);
        }
        if other.indeterminate && !self.indeterminate {
            (self.indeterminate, fresh.indeterminate, changed) = (true, true, true);
        }
        for (object, offsets) in &other.entries {
            let mut moved = offsets.plus(shift, bits);
            if closure != 0 {
                moved = moved.closed_under(closure, bits);
            }
            if self.insert(*object, &moved, bits) {
                changed = true;
                if let Some(now) = self.offsets(*object) {
                    let now = now.clone();
                    fresh.insert(*object, &now, bits);
                }
            }
        }
        changed
    }
}
