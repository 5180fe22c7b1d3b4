//! Blocks: parts of a program that are explored apart from those who use them.

pub use adumbra_program::block::{Block, BlockId};

use adumbra_program::callgraph::CallGraph;
use adumbra_program::{Location, Program};
use smallvec::SmallVec;

/// Where a state is with regard to blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// At no boundary: it is explored by moves.
    Inside,
    /// At the entry of a block: what is behind the block is found by exploring that.
    Enter(BlockId),
    /// At an exit of the block that is explored: whoever uses the block goes on from here.
    Exit,
}

/// What a block is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// The body of a function, entered by calls.
    Function,
    /// A loop, entered at its head. It is left at the locations just outside.
    Loop,
}

/// A block with what the exploration has to know about it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The block.
    pub block: Block,
    /// What it is made of.
    pub kind: BlockKind,
    /// Can the function lead to another activation of itself?
    pub recursive: bool,
}

/// The blocks of a program: where each begins and ends.
#[derive(Clone, Debug, Default)]
pub struct BlockTable {
    blocks: Vec<Described>,
    names: Vec<String>,
    /// By location: what the block of the function begins there, and which loop.
    calls: Vec<Option<BlockId>>,
    loops: Vec<Option<BlockId>>,
    exits: Vec<SmallVec<[BlockId; 1]>>,
}

impl BlockTable {
    /// A table of given blocks. What several blocks of a kind begin at is the first one's. A loop
    /// that is entered and left where its function is, so that nobody could tell them apart, is
    /// never entered.
    pub fn new(program: &Program, blocks: Vec<Described>) -> Self {
        let locations = program.locations.len();
        let mut table = BlockTable {
            names: blocks.iter().map(|b| program.functions[b.block.function].name.clone()).collect(),
            calls: vec![None; locations],
            loops: vec![None; locations],
            exits: vec![SmallVec::new(); locations],
            blocks: Vec::new(),
        };
        let is_told_apart =
            |described: &Described| described.kind == BlockKind::Function || !described.block.is_whole(program);
        for (id, described) in (0..).zip(&blocks).filter(|(_, described)| is_told_apart(described)) {
            let begins = match described.kind {
                BlockKind::Function => &mut table.calls,
                BlockKind::Loop => &mut table.loops,
            };
            for entry in &described.block.entries {
                begins[entry.as_u32() as usize].get_or_insert(id);
            }
            for exit in &described.block.exits {
                table.exits[exit.as_u32() as usize].push(id);
            }
        }
        table.blocks = blocks;
        table
    }

    /// Each function that is defined is a block, from its entry to its exit. The entry function is
    /// one, too, for those who call it.
    pub fn of_functions(program: &Program) -> Self {
        let calls = CallGraph::new(program);
        let described = program.defined_functions().map(|(function, _, body)| Described {
            block: Block { function, entries: vec![body.entry], exits: vec![body.exit] },
            kind: BlockKind::Function,
            recursive: calls.is_recursive(function),
        });
        Self::new(program, described.collect())
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id as usize].block
    }

    /// Can the function of the block lead to another activation of itself?
    pub fn is_recursive(&self, id: BlockId) -> bool {
        self.blocks[id as usize].recursive
    }

    /// What a block is made of.
    pub fn kind(&self, id: BlockId) -> BlockKind {
        self.blocks[id as usize].kind
    }

    /// The name of the function of a block.
    pub fn function_name(&self, id: BlockId) -> &str {
        &self.names[id as usize]
    }

    /// What a block is, in words.
    pub fn describe(&self, id: BlockId) -> String {
        let name = self.function_name(id);
        match (self.kind(id), self.block(id).entries.first()) {
            (BlockKind::Loop, Some(head)) => format!("loop at {head} in {name}"),
            _ => name.to_owned(),
        }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Does a block begin or end at a location?
    pub fn is_boundary(&self, at: Location) -> bool {
        let at = at.as_u32() as usize;
        self.calls[at].is_some() || self.loops[at].is_some() || !self.exits[at].is_empty()
    }

    /// Where a location is with regard to blocks, seen from within one or from none. `is_called`
    /// says whether calls are open since that block, or the program, began: only then the entry of
    /// a function was reached by a call, and only without one the exit of the block is its own.
    pub fn boundary(&self, at: Location, within: Option<BlockId>, is_called: bool) -> Boundary {
        let place = at.as_u32() as usize;
        let own = within.filter(|_| !is_called);
        if own.is_some_and(|own| self.exits[place].contains(&own)) {
            return Boundary::Exit;
        }
        let called = self.calls[place].filter(|_| is_called);
        let looping = self.loops[place].filter(|head| own != Some(*head));
        called.or(looping).map_or(Boundary::Inside, Boundary::Enter)
    }
}
