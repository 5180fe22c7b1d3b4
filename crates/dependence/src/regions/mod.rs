//! Memory regions: memory split into parts such that every load and store touches one part only.
//!
//! A *cell* is a range of bytes of an abstract object. Two cells are in the same region if they
//! overlap, or if one access may touch both. A region is thus a set of cells that no access leaves,
//! and what is stored to one region is never loaded from another. The split follows from points-to
//! information alone, never from types.
//!
//! Copies do not join regions. What is loaded from the destination of a copy came from the same
//! place in the source, so the source has cells wherever the destination has, and a copy is a list
//! of [`Piece`]s from one region to another.
//!
//! **Why it is right.** Every access of an execution is at a pointer of the points-to set of its
//! address, so it touches the cell of that pointer, and all cells of one address are in one region.
//! An access outside the bounds of its object ends the execution, so only places that fit count.

mod build;
mod cells;
mod pieces;
mod show;

use crate::object::{AbstractObject, ObjectId};
use crate::once::exist_once;
use crate::points_to::PointsTo;
use adumbra_program::*;
use cells::Layout;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(u32);
cranelift_entity::entity_impl!(RegionId, "m");

/// What accesses to a region look like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Every access has one offset of one object that exists once: a plain variable.
    Scalar,
    /// All accesses have the same size, and two places are the same or do not overlap: elements
    /// indexed by place.
    Elements,
    /// Anything else.
    Bytes,
}

/// What accesses to a region transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Integers and floats only.
    Bits,
    /// Pointers only.
    Pointer,
    /// Both.
    Mixed,
}

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// What accesses look like.
    pub shape: Shape,
    /// The number of bytes of an access, for scalars and elements; 1 for bytes.
    pub size: u32,
    /// What accesses transfer, initial contents included.
    pub content: Content,
    /// The objects that it has bytes of, in ascending order.
    pub objects: Vec<AbstractObject>,
    /// The only object, if there is one only and it exists once.
    pub only: Option<AbstractObject>,
    /// The offset of a scalar. For elements the residue of all offsets modulo the size, if it is
    /// the same for all; they need not have one, as in an array of structures of 12 bytes with a
    /// member of 8.
    pub residue: Option<u64>,
    /// May a pointer that comes from a number touch it?
    pub unknown: bool,
}

/// A part of a copy or a fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it starts, relative to the start of the operation.
    pub offset: u64,
    /// The number of bytes.
    pub size: u32,
    /// The region it comes from; that of the destination for a fill.
    pub from: RegionId,
    /// The region it goes to.
    pub to: RegionId,
}

/// A part of the initial contents of a global: `count` pieces of `size` bytes, `stride` bytes
/// apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The offset of the first piece.
    pub offset: u64,
    /// The number of bytes of a piece. In a region of bytes this may be any number.
    pub size: u64,
    /// The distance between two pieces.
    pub stride: u64,
    /// The number of pieces.
    pub count: u64,
    /// Their region.
    pub region: RegionId,
}

/// The regions of a program.
#[derive(Debug)]
pub struct Regions {
    regions: PrimaryMap<RegionId, Region>,
    /// For every load and store its region.
    accesses: FxHashMap<Edge, RegionId>,
    /// The loads and stores through pointers that may come from nowhere.
    stray: FxHashSet<Edge>,
    written: FxHashMap<Edge, Vec<RegionId>>,
    /// For every copy the regions that its source may touch.
    read: FxHashMap<Edge, Vec<RegionId>>,
    copies: FxHashMap<Edge, Vec<Piece>>,
    fills: FxHashMap<Edge, Vec<Piece>>,
    initial: Vec<Vec<Run>>,
    /// By object, its cells and their regions.
    layouts: Vec<Layout>,
    cells: Vec<FxHashMap<(u64, u64), RegionId>>,
    ids: FxHashMap<AbstractObject, ObjectId>,
    /// By object, its number among those that exist once.
    single: Vec<Option<u32>>,
}

impl Regions {
    /// Splits the memory of a program.
    pub fn new(program: &Program, points_to: &dyn PointsTo) -> Regions {
        let once = exist_once(program, points_to);
        let built = build::build(program, points_to, &once);
        pieces::complete(program, points_to, &once, built)
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// All regions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (RegionId, &Region)> {
        self.regions.iter()
    }

    /// A region.
    pub fn get(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    /// May the pointer of a load or store come from a number, from outside or from storage without
    /// a value? Then it may point to what is no object of the program.
    pub fn is_stray(&self, edge: Edge) -> bool {
        self.stray.contains(&edge)
    }

    /// The region that a load or store touches; `None` if it is never executed validly.
    pub fn access(&self, edge: Edge) -> Option<RegionId> {
        self.accesses.get(&edge).copied()
    }

    /// The regions that an operation may change, in ascending order. A new object and one whose
    /// scope begins or life ends changes as a whole; the call of a function without a body changes
    /// what the points-to analysis was told that such functions write.
    pub fn written(&self, edge: Edge) -> &[RegionId] {
        self.written.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// The regions that the source of a copy may touch, in ascending order.
    pub fn read(&self, edge: Edge) -> &[RegionId] {
        self.read.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// What a copy of constant length does, piece by piece, in the order of offsets; `None` if it
    /// cannot be told, so that whatever is [`written`](Regions::written) may have any value. A
    /// piece has the size of the elements of both its regions, unless they are bytes.
    pub fn copy(&self, edge: Edge) -> Option<&[Piece]> {
        self.copies.get(&edge).map(Vec::as_slice)
    }

    /// The same for a fill of constant length.
    pub fn fill(&self, edge: Edge) -> Option<&[Piece]> {
        self.fills.get(&edge).map(Vec::as_slice)
    }

    /// The parts of a global by region, in the order of offsets.
    pub fn initial(&self, global: Global) -> &[Run] {
        &self.initial[global.index()]
    }

    /// The number of an object among those that exist once.
    pub fn id(&self, object: AbstractObject) -> Option<u32> {
        self.ids.get(&object).and_then(|id| self.single[id.index()])
    }

    /// The objects that exist once, by their numbers; literals come first, then other constants.
    pub fn single(&self) -> Vec<AbstractObject> {
        let mut numbered: Vec<(u32, AbstractObject)> =
            self.ids.iter().filter_map(|(object, id)| Some((self.single[id.index()]?, *object))).collect();
        numbered.sort_unstable();
        numbered.into_iter().map(|(_, object)| object).collect()
    }

    /// Does the name stand for one object only, so that a variable can stand for its address?
    pub fn once(&self, object: AbstractObject) -> bool {
        self.id(object).is_some()
    }

    /// The parts of an object that accesses keep apart: where the first of each starts, how long it
    /// is, how far the next ones are apart (0 if there are none), and its region.
    pub(crate) fn parts(&self, object: ObjectId) -> Vec<(u64, u64, u64, RegionId)> {
        let step = self.layouts[object.index()].modulus;
        let cells = self.cells[object.index()].iter();
        let mut parts: Vec<_> = cells.map(|((start, length), region)| (*start, *length, step, *region)).collect();
        parts.sort_unstable();
        parts
    }

    /// The regions that a range of an object may touch.
    pub fn touched(&self, object: AbstractObject, offset: u64, length: u64) -> Vec<RegionId> {
        let Some(id) = self.ids.get(&object) else { return Vec::new() };
        let mut found = pieces::overlapping(&self.layouts[id.index()], &self.cells[id.index()], offset, Some(length));
        found.sort_unstable();
        found.dedup();
        found
    }
}
