//! The options of exploration by blocks, and of what is done about recursion without them.

use adumbra_dependence::Partition;
use adumbra_engine::{Fixpoint, Memoizing, Recursion};
use adumbra_options::{choices, options};

choices! {
    /// Which parts of a program are explored once for all who use them.
    #[derive(Default)]
    pub enum Memoized {
        /// None.
        #[default]
        Off = "off",
        /// Functions.
        Functions = "functions",
        /// Loops.
        Loops = "loops",
        /// Functions and loops.
        Both = "both",
        /// Functions and loops, without those that are too small to pay.
        Auto = "auto",
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
        memoize: choice(Memoized) = Off, fixed, "Which parts of a program are explored once for all who enter them with what looks alike inside.";
        recursion: choice(Recursive) = Fixpoint, fixed, "With memoize: what recursive functions return is a fixpoint, or they are refused.";
        fixpoint: choice(Told) = Dependents, fixed, "With memoize: a recursive call is told of new results as soon as there are some, or in rounds.";
        entries_apart: count = 128 in 1..=1_000_000_000, fixed, "With memoize: so many calls of a function are explored inside each other before what they begin with is widened.";
        exits_apart: count = 32 in 1..=1_000_000_000, fixed, "With memoize: a recursive function has so many results before they are widened.";
        unwind_recursion: count = 0 in 0..=1_000, fixed, "Recursive functions are copied to 1, 2, … levels, up to so many, until there is a violation, a proof for all depths, or a summary that is inductive; 0 for not at all.";
    }
}

impl Memoized {
    /// Which blocks that are.
    pub(crate) fn partition(self) -> Option<Partition> {
        match self {
            Memoized::Off => None,
            Memoized::Functions => Some(Partition::Functions),
            Memoized::Loops => Some(Partition::Loops),
            Memoized::Both => Some(Partition::Both),
            Memoized::Auto => Some(Partition::Auto),
        }
    }
}

impl BlockOptions {
    /// How blocks are explored.
    pub(crate) fn memoizing(&self) -> Memoizing {
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
