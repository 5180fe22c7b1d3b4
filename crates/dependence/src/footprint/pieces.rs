//! What footprints are made of: pieces of abstract objects.
//!
//! A piece is what a region has of an object, so that members of a structure, and parts of a global
//! that accesses keep apart, are told apart. One more piece of each object, its *whole*, stands for
//! what no region has: that it lives, its size, and bytes that are copied and never loaded.

use crate::object::ObjectId;
use crate::points_to::PointsTo;
use crate::regions::{RegionId, Regions};
use cranelift_entity::EntityRef;
use std::ops::Range;

/// The pieces of all objects, numbered; those of an object follow each other.
pub(super) struct Pieces {
    /// By object, the number of its whole, and one more at the end.
    first: Vec<u32>,
    /// By piece, its object, and its region unless it is a whole. Regions of an object ascend.
    list: Vec<(ObjectId, Option<RegionId>)>,
}

impl Pieces {
    pub(super) fn new(points_to: &dyn PointsTo, regions: &Regions) -> Pieces {
        let objects = points_to.objects();
        let mut of_object: Vec<Vec<RegionId>> = vec![Vec::new(); objects.len()];
        for (id, region) in regions.iter() {
            for object in region.objects.iter().filter_map(|object| objects.id(*object)) {
                of_object[object.index()].push(id);
            }
        }
        let (mut first, mut list) = (Vec::new(), Vec::new());
        for (id, _) in objects.iter() {
            first.push(list.len() as u32);
            list.push((id, None));
            list.extend(of_object[id.index()].iter().map(|region| (id, Some(*region))));
        }
        first.push(list.len() as u32);
        Pieces { first, list }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    /// The object and the region of a piece.
    pub(super) fn get(&self, piece: u32) -> (ObjectId, Option<RegionId>) {
        self.list[piece as usize]
    }

    /// The piece of an object that stands for what no region has.
    pub(super) fn whole(&self, object: ObjectId) -> u32 {
        self.first[object.index()]
    }

    /// All pieces of an object.
    pub(super) fn all(&self, object: ObjectId) -> Range<u32> {
        self.first[object.index()]..self.first[object.index() + 1]
    }

    /// What a region has of an object.
    pub(super) fn piece(&self, object: ObjectId, region: RegionId) -> Option<u32> {
        let Range { start, end } = self.all(object);
        let own = &self.list[start as usize..end as usize];
        let at = own.binary_search_by_key(&Some(region), |(_, region)| *region).ok()?;
        Some(start + at as u32)
    }

    /// The pieces of an object in some of the regions, which ascend, and its whole.
    pub(super) fn among<'a>(&'a self, object: ObjectId, regions: &'a [RegionId]) -> impl Iterator<Item = u32> + 'a {
        self.all(object).filter(|piece| self.get(*piece).1.is_none_or(|r| regions.binary_search(&r).is_ok()))
    }
}
