//! Where the bytes of an object are a pointer, and to which object.

use super::ObjectId;
use std::collections::BTreeMap;

/// Offset to object, for pointers stored in an object. Pointers at multiples of the pointer size,
/// nearly all, are in a dense table.
#[derive(Clone, Debug)]
pub(crate) struct Provenance {
    size: usize,
    aligned: Vec<ObjectId>,
    odd: BTreeMap<usize, ObjectId>,
    count: usize,
}

impl Provenance {
    /// No pointers, in an object of the given size, for pointers of the given size.
    pub(crate) fn new(object_size: usize, pointer_size: usize) -> Self {
        Provenance { size: pointer_size, aligned: vec![0; object_size / pointer_size], odd: BTreeMap::new(), count: 0 }
    }

    /// Are there no pointers?
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The object of the pointer stored at exactly this offset, or 0.
    pub(crate) fn get(&self, offset: usize) -> ObjectId {
        if offset.is_multiple_of(self.size) {
            self.aligned.get(offset / self.size).copied().unwrap_or(0)
        } else {
            self.odd.get(&offset).copied().unwrap_or(0)
        }
    }

    /// Records a pointer; the range must have been cleared.
    pub(crate) fn set(&mut self, offset: usize, id: ObjectId) {
        if offset.is_multiple_of(self.size) {
            self.aligned[offset / self.size] = id;
        } else {
            self.odd.insert(offset, id);
        }
        self.count += 1;
    }

    /// Puts a pointer, or none if `id` is 0, in the place of what is there; `false` if the place is
    /// not an aligned one.
    pub(crate) fn replace(&mut self, offset: usize, id: ObjectId) -> bool {
        if !offset.is_multiple_of(self.size) || !self.odd.is_empty() {
            return false;
        }
        let place = &mut self.aligned[offset / self.size];
        self.count = self.count + usize::from(id != 0) - usize::from(*place != 0);
        *place = id;
        true
    }

    /// Is a pointer stored in a part of the range?
    pub(crate) fn touches(&self, offset: usize, count: usize) -> bool {
        let mut found = false;
        self.for_each(offset, count, |_, _| found = true);
        found
    }

    /// Calls `f` with offset and object of every pointer that overlaps the range.
    pub(crate) fn for_each(&self, offset: usize, count: usize, mut f: impl FnMut(usize, ObjectId)) {
        if self.count == 0 || count == 0 {
            return;
        }
        let first = offset / self.size;
        let last = ((offset + count - 1) / self.size).min(self.aligned.len().saturating_sub(1));
        for i in first..=last {
            if let Some(id) = self.aligned.get(i).filter(|id| **id != 0) {
                f(i * self.size, *id);
            }
        }
        if !self.odd.is_empty() {
            let from = (offset + 1).saturating_sub(self.size);
            for (at, id) in self.odd.range(from..offset + count) {
                f(*at, *id);
            }
        }
    }

    /// Forgets the pointers that overlap the range; calls `partial` with those that it cuts.
    pub(crate) fn clear(&mut self, offset: usize, count: usize, mut partial: impl FnMut(ObjectId)) {
        let mut gone = Vec::new();
        self.for_each(offset, count, |at, id| gone.push((at, id)));
        for (at, id) in gone {
            if at < offset || at + self.size > offset + count {
                partial(id);
            }
            if at.is_multiple_of(self.size) {
                self.aligned[at / self.size] = 0;
            } else {
                self.odd.remove(&at);
            }
            self.count -= 1;
        }
    }
}
