//! Blocks of a program: its functions, its loops, or both.
//!
//! A *block* is a part of one function that is entered and left at known places, so that it can be
//! explored apart from those who use it. A function is entered at its entry and left at its exit;
//! if it never returns, it is never left. A loop is entered at its head and left at the locations
//! just outside it: its head itself is no exit, even where the loop is left there, or the block
//! would be left as soon as it is entered. Where an inner loop goes on with the outer one, the head
//! of the outer loop is an exit of the inner one.
//!
//! **What is a block.** Every function that an execution may enter, through pointers too, and every
//! loop of them, as far as the [`Partition`] asks for them. Left out are
//!
//! - the entry function, whose activation is the whole execution, unless the program calls it;
//! - loops that can be entered elsewhere than at their heads ([`Omission::Irreducible`]): there it
//!   would depend on the way whether the same location is an entry. Loops inside them that have one
//!   entry are blocks;
//! - what is too small to pay, or entered only once, where the partition says so
//!   ([`Omission::Small`], [`Omission::Once`]).
//!
//! **What it costs.** Locations are put into an order in which those of every loop follow each
//! other, so that a block is a range of it however deep loops are nested. All is built in time and
//! space linear in the program and in the number of exits; whatever is asked is answered in
//! constant time.

mod build;
mod show;

use adumbra_program::block::{Block, BlockId};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Which parts of a program become blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Partition {
    /// Functions.
    Functions,
    /// Loops.
    Loops,
    /// Functions and loops.
    Both,
    /// Functions and loops, without those that are too small to pay or entered only once.
    Auto,
}

impl Partition {
    /// All of them by name.
    pub const NAMES: [(Partition, &'static str); 4] = [
        (Partition::Functions, "functions"),
        (Partition::Loops, "loops"),
        (Partition::Both, "both"),
        (Partition::Auto, "auto"),
    ];
}

/// What of a function a block is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockKind {
    /// All of it.
    Function,
    /// The loop with this head.
    Loop(Location),
}

/// A block with what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockData {
    /// Its function, its entries and its exits.
    pub block: Block,
    /// What of the function it is.
    pub kind: BlockKind,
    /// May an activation of it lead to another one of it, before it is left?
    pub recursive: bool,
    /// The smallest block around it in the same function.
    pub within: Option<BlockId>,
    /// Its places in the order of locations.
    places: Range<u32>,
}

/// Why a part of a program is no block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Omission {
    /// A loop that can be entered elsewhere than at its head.
    Irreducible,
    /// Exploring it each time anew costs less than keeping what was found.
    Small,
    /// What was found would not be asked for again.
    Once,
}

/// A part of a function that is no block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeftOut {
    /// The function.
    pub function: Function,
    /// Which part of it.
    pub kind: BlockKind,
    /// Why.
    pub why: Omission,
}

/// No block.
const NONE: u32 = u32::MAX;

/// The blocks of a program.
///
/// Where blocks meet, a location means several things. An exit of a loop may be the head of another
/// one, or the exit of the function: who explores a block leaves it there, and only then enters the
/// next one. A head that is reached within the block of its own loop is no new entry; the entry of
/// a function that is reached within its own block is one, since that is a recursive call. Both is
/// about the activation in which the block was entered: in a deeper one nothing is left.
#[derive(Clone, Debug)]
pub struct Blocks {
    partition: Partition,
    blocks: Vec<BlockData>,
    left_out: Vec<LeftOut>,
    /// By location, the block that is entered there.
    entered: Vec<u32>,
    /// By location, the smallest block that contains it.
    innermost: Vec<u32>,
    exits: FxHashSet<(BlockId, Location)>,
    /// The locations of all functions, those of a loop together.
    order: Vec<Location>,
    /// By location, its place in the order.
    place: Vec<u32>,
    /// All calls, in that order of the locations where they start.
    calls: Vec<Edge>,
    /// By place, how many calls start at earlier ones, and one more at the end.
    calls_before: Vec<u32>,
}

impl Blocks {
    /// Which parts of the program are blocks.
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// All blocks in the order of their numbers; blocks come before those inside them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (BlockId, &BlockData)> + DoubleEndedIterator {
        self.blocks.iter().enumerate().map(|(id, data)| (id as BlockId, data))
    }

    /// A block.
    pub fn get(&self, id: BlockId) -> &BlockData {
        &self.blocks[id as usize]
    }

    /// The block that is entered at a location.
    pub fn block_entered_at(&self, location: Location) -> Option<BlockId> {
        self.entered.get(location.index()).copied().filter(|id| *id != NONE)
    }

    /// The block of a function, if it is one.
    pub fn block_of(&self, program: &Program, function: Function) -> Option<BlockId> {
        self.block_entered_at(program.body(function)?.entry)
    }

    /// Is the block left at a location?
    pub fn is_exit(&self, id: BlockId, location: Location) -> bool {
        self.exits.contains(&(id, location))
    }

    /// Is a location in the block itself, not in a function that it calls?
    pub fn contains(&self, id: BlockId, location: Location) -> bool {
        self.place.get(location.index()).is_some_and(|place| self.get(id).places.contains(place))
    }

    /// The smallest block that contains a location.
    pub fn innermost(&self, location: Location) -> Option<BlockId> {
        self.innermost.get(location.index()).copied().filter(|id| *id != NONE)
    }

    /// The locations of a block itself, not of functions that it calls.
    pub fn locations(&self, id: BlockId) -> &[Location] {
        let places = &self.get(id).places;
        &self.order[places.start as usize..places.end as usize]
    }

    /// The calls in a block itself, not in functions that it calls.
    pub fn calls(&self, id: BlockId) -> &[Edge] {
        let places = &self.get(id).places;
        let before = |place: u32| self.calls_before[place as usize] as usize;
        &self.calls[before(places.start)..before(places.end)]
    }

    /// What the partition asks for and is no block nevertheless, in the order of the program.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }
}
