//! Blocks: parts of a program that can be looked at apart from those who use them.

use crate::ids::{Edge, Function, Location};
use crate::model::Program;
use std::collections::BTreeSet;

/// The number of a block.
pub type BlockId = u32;

/// A block of a program: what is entered and left at known places of one function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The function that contains it.
    pub function: Function,
    /// Where it is entered.
    pub entries: Vec<Location>,
    /// Where it is left. For a function this is its exit; for a loop the locations just outside it.
    pub exits: Vec<Location>,
}

impl Block {
    /// Is it all of its function? A loop that is entered and left where its function is counts as
    /// that, too.
    pub fn is_whole(&self, program: &Program) -> bool {
        let body = program.body(self.function);
        body.is_none_or(|body| self.entries == [body.entry] && self.exits.iter().all(|exit| *exit == body.exit))
    }

    /// Its locations, those at which it is left excepted: all that is come to from its entries in
    /// the same activation without passing an exit.
    pub fn locations(&self, program: &Program) -> BTreeSet<Location> {
        let mut found: BTreeSet<Location> = self.entries.iter().copied().collect();
        let mut work = self.entries.clone();
        while let Some(location) = work.pop() {
            for edge in program.out_edges(location) {
                let to = program.edges[edge].to;
                if !self.exits.contains(&to) && found.insert(to) {
                    work.push(to);
                }
            }
        }
        found
    }

    /// The edges that are taken in the block itself, not in functions that it calls.
    pub fn edges(&self, program: &Program) -> Vec<Edge> {
        self.locations(program).into_iter().flat_map(|location| program.out_edges(location)).collect()
    }
}
