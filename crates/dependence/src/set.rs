//! Sets of pointers.

use crate::object::ObjectId;
use crate::offsets::Offsets;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Which pointers an expression may have as its value.
///
/// The null pointer and other pointers without an object are not listed. Two flags say where a
/// pointer may come from a number, so that it may point anywhere into any *exposed* object
/// ([`PointsTo::exposed`](crate::PointsTo::exposed)), or into none. Then exposed objects need not
/// be listed.
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

    /// Adds all pointers of another set, moved by `moving`. What is new is also added to `fresh`.
    ///
    /// Both sets are ordered, so it is done in one pass; nothing is copied as long as nothing is
    /// new. A set that reaches exposed objects has these anyway, so `exposed` ones are left out.
    pub(crate) fn absorb(
        &mut self,
        other: &PointerSet,
        moving: &Moving<'_>,
        exposed: &Marks,
        fresh: &mut PointerSet,
    ) -> bool {
        let mut changed = false;
        let before = self.reaches_exposed();
        if other.unknown && !self.unknown {
            (self.unknown, fresh.unknown, changed) = (true, true, true);
        }
        if other.indeterminate && !self.indeterminate {
            (self.indeterminate, fresh.indeterminate, changed) = (true, true, true);
        }
        let everything = self.reaches_exposed();
        if everything && !before {
            self.forget(exposed);
        }
        let (mut added, mut news) = (Vec::new(), Vec::new());
        let mut at = 0;
        for (object, offsets) in &other.entries {
            if everything && exposed.has(*object) {
                continue;
            }
            at += self.entries[at..].partition_point(|(o, _)| o < object);
            let moved = moving.apply(offsets);
            match self.entries.get_mut(at) {
                Some((o, now)) if o == object => {
                    if now.add(&moved, moving.bits) {
                        news.push((*object, now.clone()));
                    }
                }
                _ => {
                    news.push((*object, moved.clone().into_owned()));
                    added.push((*object, moved.into_owned()));
                }
            }
        }
        changed |= !news.is_empty();
        self.merge(added, moving.bits);
        fresh.merge(news, moving.bits);
        changed
    }

    /// Adds entries that are in ascending order.
    fn merge(&mut self, added: Vec<(ObjectId, Offsets)>, bits: u32) {
        let (Some((first, _)), last) = (added.first(), self.entries.last()) else { return };
        if last.is_none_or(|(last, _)| last < first) {
            self.entries.extend(added);
            return;
        }
        if let [(object, offsets)] = &added[..] {
            self.insert(*object, offsets, bits);
            return;
        }
        let mut merged = SmallVec::with_capacity(self.entries.len() + added.len());
        let mut old = std::mem::take(&mut self.entries).into_iter().peekable();
        for (object, offsets) in added {
            while let Some(entry) = old.next_if(|(o, _)| *o < object) {
                merged.push(entry);
            }
            match old.next_if(|(o, _)| *o == object) {
                None => merged.push((object, offsets)),
                Some((_, mut now)) => {
                    now.add(&offsets, bits);
                    merged.push((object, now));
                }
            }
        }
        merged.extend(old);
        self.entries = merged;
    }

    /// Takes out what it has by reaching exposed objects.
    pub(crate) fn forget(&mut self, exposed: &Marks) {
        if self.reaches_exposed() {
            let before = self.entries.len();
            self.entries.retain(|(object, _)| !exposed.has(*object));
            if self.entries.len() < before {
                self.entries.shrink_to_fit();
            }
        }
    }
}

/// How pointers are moved on their way into a set: by a shift, and then by any multiple of
/// `closure`, if that is not 0.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'a> {
    pub(crate) shift: Option<&'a Offsets>,
    pub(crate) closure: u64,
    pub(crate) bits: u32,
}

impl Moving<'_> {
    /// Not at all.
    pub(crate) fn nowhere(bits: u32) -> Self {
        Moving { shift: None, closure: 0, bits }
    }

    fn apply<'o>(&self, offsets: &'o Offsets) -> Cow<'o, Offsets> {
        let shifted = match self.shift {
            None => Cow::Borrowed(offsets),
            Some(shift) => Cow::Owned(offsets.plus(shift, self.bits)),
        };
        if self.closure == 0 { shifted } else { Cow::Owned(shifted.closed_under(self.closure, self.bits)) }
    }
}

/// A set of objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<u64>);

impl Marks {
    /// Is an object in it?
    pub(crate) fn has(&self, object: ObjectId) -> bool {
        let i = object.as_u32();
        self.0.get(i as usize / 64).is_some_and(|word| word >> (i % 64) & 1 != 0)
    }

    /// Adds an object; was it not there?
    pub(crate) fn add(&mut self, object: ObjectId) -> bool {
        let i = object.as_u32();
        if self.0.len() <= i as usize / 64 {
            self.0.resize(i as usize / 64 + 1, 0);
        }
        let word = &mut self.0[i as usize / 64];
        let before = *word;
        *word |= 1 << (i % 64);
        before != *word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Numbers that look random.
    fn next(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    }

    fn offsets(state: &mut u64) -> Offsets {
        match next(state, 6) {
            0 => Offsets::any(64),
            1 => Offsets::multiples(8, next(state, 8), 64),
            _ => Offsets::exactly(8 * next(state, 6)),
        }
    }

    fn set(state: &mut u64) -> PointerSet {
        let mut set = PointerSet { unknown: next(state, 5) == 0, indeterminate: false, ..PointerSet::default() };
        for _ in 0..next(state, 12) {
            let object = ObjectId::from_u32(next(state, 20) as u32);
            set.insert(object, &offsets(state), 64);
        }
        set
    }

    fn listed(set: &PointerSet) -> BTreeMap<ObjectId, Offsets> {
        set.entries().iter().cloned().collect()
    }

    /// Adding one set to another is adding one pointer after the other, and what is new is exactly
    /// what changed.
    #[test]
    fn absorbing_is_adding_one_by_one() {
        let state = &mut 1;
        for _ in 0..20_000 {
            let (mut a, b) = (set(state), set(state));
            let (shift, closure) = (offsets(state), [0, 0, 0, 8, 16][next(state, 5) as usize]);
            let shift = (next(state, 2) == 0).then_some(&shift);
            let mut exposed = Marks::default();
            (0..20).filter(|_| next(state, 3) == 0).for_each(|o| _ = exposed.add(ObjectId::from_u32(o)));
            let (everything, before) = (a.unknown || b.unknown, a.clone());
            let mut expected = listed(&a);
            expected.retain(|o, _| !(everything && !a.unknown && exposed.has(*o)));
            let mut news = BTreeMap::new();
            for (object, offsets) in b.entries().iter().filter(|(o, _)| !(everything && exposed.has(*o))) {
                let mut moved = shift.map_or_else(|| offsets.clone(), |shift| offsets.plus(shift, 64));
                if closure != 0 {
                    moved = moved.closed_under(closure, 64);
                }
                let old = expected.get(object).cloned();
                let now = old.as_ref().map_or_else(|| moved.clone(), |old| old.join(&moved, 64));
                if old.as_ref() != Some(&now) {
                    news.insert(*object, now.clone());
                }
                expected.insert(*object, now);
            }
            let mut fresh = PointerSet::default();
            let changed = a.absorb(&b, &Moving { shift, closure, bits: 64 }, &exposed, &mut fresh);
            assert_eq!(listed(&a), expected, "{before:?} {b:?}");
            assert_eq!(listed(&fresh), news, "{before:?} {b:?}");
            assert!(a.entries().is_sorted_by_key(|(o, _)| *o) && fresh.entries().is_sorted_by_key(|(o, _)| *o));
            assert_eq!((a.unknown, fresh.unknown), (everything, everything && !before.unknown));
            assert_eq!(changed, !news.is_empty() || fresh.unknown);
        }
    }

    /// What is new is added to what was new before.
    #[test]
    fn news_add_up() {
        let state = &mut 2;
        for _ in 0..5_000 {
            let (mut all, mut fresh) = (PointerSet::default(), PointerSet::default());
            for _ in 0..4 {
                all.absorb(&set(state), &Moving::nowhere(64), &Marks::default(), &mut fresh);
            }
            assert_eq!(all, fresh);
        }
    }
}
