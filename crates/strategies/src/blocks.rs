//! Exploration by blocks: the options, and which blocks a program has.

use crate::task::Task;
use crate::task::composition::Single;
use adumbra_engine::{Algorithm, BlockTable, Fixpoint, MemoCounts, Memoizing, Recursion};
use adumbra_options::{choices, options};
use std::sync::Arc;

choices! {
    /// Which parts of a program are explored once for all who use them.
    #[derive(Default)]
    pub enum Memoized {
        /// None.
        #[default]
        Off = "off",
        /// Functions.
        Functions = "functions",
    }
}

choices! {
    /// What becomes of functions that call themselves.
    pub enum Recursive {
        /// What they return is found as a fixpoint.
        Fixpoint = "fixpoint",
        /// They are refused.
        Off = "off",
    }
}

choices! {
    /// When a recursive call is told of what was found.
    pub enum Told {
        /// As soon as something is.
        Dependents = "dependents",
        /// In rounds, when nothing else is left.
        Rounds = "rounds",
    }
}

options! {
    /// Options of exploration by blocks.
    pub struct BlockOptions {
        memoize: choice(Memoized) = Off, fixed, "Which parts of a program are explored once for all calls that look alike inside.";
        recursion: choice(Recursive) = Fixpoint, fixed, "With memoize: what recursive functions return is a fixpoint, or they are refused.";
        fixpoint: choice(Told) = Dependents, fixed, "With memoize: a recursive call is told of new results as soon as there are some, or in rounds.";
        entries_apart: count = 128 in 1..=1_000_000_000, fixed, "With memoize: so many calls of a function are explored inside each other before what they begin with is widened.";
        exits_apart: count = 32 in 1..=1_000_000_000, fixed, "With memoize: a recursive function has so many results before they are widened.";
    }
}

impl BlockOptions {
    fn memoizing(&self) -> Memoizing {
        let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Memoizing {
            recursion: match self.recursion {
                Recursive::Fixpoint => Recursion::Fixpoint,
                Recursive::Off => Recursion::Off,
            },
            fixpoint: match self.fixpoint {
                Told::Dependents => Fixpoint::Dependents,
                Told::Rounds => Fixpoint::Rounds,
            },
            entries_apart: count(self.entries_apart),
            exits_apart: count(self.exits_apart),
        }
    }
}

/// The blocks of a task, if its configuration asks for some, and how they are explored. Where tests
/// are made from the ends of paths, every call is explored on its own.
pub(crate) fn asked(task: &Task<'_>, single: &Single) -> Option<(Arc<BlockTable>, Memoizing)> {
    let options: BlockOptions = single.options.of();
    match options.memoize {
        Memoized::Functions if !task.request.tests => {
            Some((Arc::new(BlockTable::of_functions(&task.program)), options.memoizing()))
        }
        Memoized::Off | Memoized::Functions => None,
    }
}

/// What was counted, as rows.
pub(crate) fn counts(algorithm: &Algorithm) -> Vec<(String, String)> {
    let Some((counts, blocks, sets)) = algorithm.blocks() else { return Vec::new() };
    let MemoCounts { misses, full_hits, partial_hits, covered, rounds, widened_entries, widened_exits } = counts;
    let rows = [
        ("blocks", blocks as u64),
        ("sets of blocks", sets.saturating_sub(1) as u64),
        ("block misses", misses),
        ("block hits", full_hits),
        ("partial block hits", partial_hits),
        ("recursive calls", covered),
        ("rounds of recursion", rounds),
        ("widened entries", widened_entries),
        ("widened exits", widened_exits),
    ];
    rows.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())).collect()
}
