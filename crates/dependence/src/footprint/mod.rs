//! Footprints: what a block may read, write, allocate and free, calls included.
//!
//! Whoever explores a block once for all its users has to know what of a state it can depend on,
//! and what it can change; the rest is the user's. A footprint says so by pieces (`pieces.rs`) of
//! abstract objects, and covers every execution: whatever an activation of the block, or of
//! anything it calls, does to an object that was there when the block was entered is in it.
//!
//! **Which accesses count.** Loads, stores, copies, fills and havoc; lists of variable arguments;
//! what functions without a body are taken to write ([`Outside`](crate::Outside)). That an object
//! lives, and its size, counts as read where it is asked for. A scope that begins or ends writes
//! its object. Objects that end, by `free`, by the end of a scope or a stack restore, are *freed*.
//! A pointer that is made from a number reads which exposed objects there are. An operation that is
//! not modelled, a call that may enter something unknown, and a function that may write all memory
//! touch everything.
//!
//! Comparing pointers reads nothing, and converting one to a number changes nothing here, although
//! it exposes its object: [`PointsTo::exposed`] says which objects that can be.
//!
//! **Objects of activations.** What lives in an activation that began inside the block does not
//! outlive it, and is left out. So is, for the callers of a function, every object of its
//! activations: if the function is not recursive, no other activation of it is open when it is
//! called. Where it is recursive, an outer activation has objects of the same names, and these are
//! the caller's. The block of the function then has them, but for those that only the activation
//! that makes them can get at (`storage.rs`). Callers from outside the recursion have none
//! of them. In a loop the objects of the activation around it are there before it is entered.
//!
//! **Names by calls.** A function that allocates for its callers makes objects that are named by
//! the call that enters it. What such a call allocates are the objects of that call alone. What it
//! reads and writes is not told apart.
//!
//! **How it is computed.** What single operations touch is gathered by the smallest part that has
//! them, a loop or a function, and then put together bottom-up over the groups of functions that
//! call each other. One union over a group is the fixpoint, since its members lead to each other.
//! Calls through the same pointers share what they enter, sets share what they have in common
//! (`sets.rs`), so that many functions with large footprints cost little more than one.

mod effects;
mod gather;
mod pieces;
mod sets;
mod show;
mod storage;

use crate::blocks::Blocks;
use crate::object::ObjectId;
use crate::points_to::PointsTo;
use crate::regions::{RegionId, Regions};
use adumbra_program::block::BlockId;
use adumbra_program::*;
use cranelift_entity::EntityRef;
use pieces::Pieces;
use sets::{Set, Sets};

/// What is done to an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Its bytes, its size, or that it lives, have an effect.
    Read,
    /// Its bytes are changed.
    Write,
    /// It arises.
    Allocate,
    /// Its life, or its scope, ends.
    Free,
}

/// How many kinds of access there are.
const KINDS: usize = 4;

impl Access {
    /// All of them.
    pub const ALL: [Access; KINDS] = [Access::Read, Access::Write, Access::Allocate, Access::Free];
}

/// What a part of the program touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Touched {
    sets: [Set; KINDS],
    everything: bool,
}

/// The footprints of a program: of its blocks, and of its functions, blocks or not.
pub struct Footprints {
    pieces: Pieces,
    sets: Sets,
    blocks: Vec<Touched>,
    functions: Vec<Touched>,
}

impl Footprints {
    /// Computes those of all blocks, and of all functions that an execution may enter.
    pub fn new(program: &Program, points_to: &dyn PointsTo, regions: &Regions, blocks: &Blocks) -> Footprints {
        gather::gather(program, points_to, regions, blocks)
    }

    /// The footprint of a block.
    pub fn of_block(&self, block: BlockId) -> Footprint<'_> {
        Footprint { all: self, touched: self.blocks[block as usize] }
    }

    /// The footprint of an activation of a function, with all that it calls.
    pub fn of_function(&self, function: Function) -> Footprint<'_> {
        Footprint { all: self, touched: self.functions[function.index()] }
    }

    /// How many nodes the sets have that all footprints share.
    pub fn size(&self) -> usize {
        self.sets.len()
    }

    /// May the block read bytes of an object that it did not make itself, or depend on its life?
    pub fn may_read(&self, block: BlockId, object: ObjectId) -> bool {
        self.of_block(block).may(Access::Read, object)
    }

    /// May the block write it?
    pub fn may_write(&self, block: BlockId, object: ObjectId) -> bool {
        self.of_block(block).may(Access::Write, object)
    }

    /// May the block end its life?
    pub fn may_free(&self, block: BlockId, object: ObjectId) -> bool {
        self.of_block(block).may(Access::Free, object)
    }

    /// May the block make objects of this name that outlive it?
    pub fn allocates(&self, block: BlockId, object: ObjectId) -> bool {
        self.of_block(block).may(Access::Allocate, object)
    }
}

/// What one block, or an activation of one function, may touch.
#[derive(Clone, Copy)]
pub struct Footprint<'a> {
    all: &'a Footprints,
    touched: Touched,
}

impl Footprint<'_> {
    /// May it touch anything, since something in it is not known or not modelled?
    pub fn is_everything(&self) -> bool {
        self.touched.everything
    }

    fn has(&self, access: Access, piece: u32) -> bool {
        self.touched.everything || self.all.sets.contains(self.touched.sets[access as usize], piece)
    }

    /// May it do this to an object, or to a part of it?
    pub fn may(&self, access: Access, object: ObjectId) -> bool {
        self.all.pieces.all(object).any(|piece| self.has(access, piece))
    }

    /// May it do this to what a region has of an object? Objects arise and end as a whole.
    pub fn may_in(&self, access: Access, object: ObjectId, region: RegionId) -> bool {
        let pieces = &self.all.pieces;
        match access {
            Access::Read | Access::Write => pieces.piece(object, region).is_some_and(|piece| self.has(access, piece)),
            Access::Allocate | Access::Free => self.has(access, pieces.whole(object)),
        }
    }

    /// May it read bytes of a region in objects that it did not make itself?
    pub fn may_read_region(&self, points_to: &dyn PointsTo, regions: &Regions, region: RegionId) -> bool {
        self.any_of_region(points_to, regions, region, &[Access::Read])
    }

    /// May what the region holds be another thing behind it? Objects that arise or end count.
    pub fn may_change_region(&self, points_to: &dyn PointsTo, regions: &Regions, region: RegionId) -> bool {
        self.any_of_region(points_to, regions, region, &[Access::Write, Access::Allocate, Access::Free])
    }

    fn any_of_region(
        &self,
        points_to: &dyn PointsTo,
        regions: &Regions,
        region: RegionId,
        accesses: &[Access],
    ) -> bool {
        let mut objects = regions.get(region).objects.iter().filter_map(|object| points_to.objects().id(*object));
        self.is_everything() || objects.any(|object| accesses.iter().any(|access| self.may_in(*access, object, region)))
    }

    /// The objects that it may do this to, in ascending order; empty if it may touch everything.
    pub fn objects(&self, access: Access) -> Vec<ObjectId> {
        let mut objects: Vec<ObjectId> = self.numbers(access).into_iter().map(|p| self.all.pieces.get(p).0).collect();
        objects.dedup();
        objects
    }

    /// The pieces, unless it is everything.
    fn numbers(&self, access: Access) -> Vec<u32> {
        if self.touched.everything { Vec::new() } else { self.all.sets.numbers(self.touched.sets[access as usize]) }
    }
}
