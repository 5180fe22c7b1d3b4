//! The predicate analysis in configurations.

use crate::{Blocks, PathInterpolants, PredicateAnalysis, PredicateOptions, PredicateScope};
use adumbra_analyses::registry::{Beside, Can, PartEntry, Scope, Setting};
use adumbra_engine::{BlockTable, Part};
use adumbra_options::{choices, group, options};

choices! {
    /// Where abstractions are computed.
    pub enum BlockEnds {
        /// After every move.
        Single = "single",
        /// At the heads of loops.
        Loops = "loops",
        /// There, and where functions are entered and left.
        Functions = "functions",
        /// After a number of moves.
        Length = "length",
        /// Nowhere.
        Never = "never",
    }
}

choices! {
    /// Which combinations of predicates there are.
    pub enum Abstraction {
        /// Any.
        Boolean = "boolean",
        /// Conjunctions.
        Cartesian = "cartesian",
    }
}

choices! {
    /// How arrays are followed.
    pub enum Arrays {
        /// As a whole.
        Whole = "whole",
        /// At one watched place that may be any.
        Watched = "watched",
    }
}

choices! {
    /// Where the interpolants of a path through functions come from.
    pub enum Interpolants {
        /// One query about a tree.
        Tree = "tree",
        /// A query of two sides for each part of the tree.
        FromBinary = "from-binary",
        /// Queries of two sides along the path.
        Nested = "nested",
        /// One query about a sequence.
        Sequence = "sequence",
    }
}

options! {
    /// Options of the predicate analysis.
    pub struct PredicateTable {
        blocks: choice(BlockEnds) = Loops, fixed, "Predicates: where abstractions are computed: after every move, at the heads of loops, there and where functions are entered and left, after a number of moves, or nowhere.";
        block_length: count = 20 in 1..=1_000_000, tunable, "Predicates: moves of a block with blocks = length.";
        abstraction: choice(Abstraction) = Boolean, fixed, "Predicates: any Boolean combination of them, or conjunctions only.";
        arrays: choice(Arrays) = Whole, fixed, "Predicates: arrays are followed as a whole, or at one watched place that may be any, with predicates guessed about it.";
        interpolants: choice(Interpolants) = Tree, fixed, "Predicates with memoize: interpolants of a path through functions come from one query about the tree of its calls, from one query for each part of the tree, from queries along the path, or from one query that takes no notice of calls.";
    }
}

/// The predicate analysis.
pub const PART: PartEntry = PartEntry {
    name: "predicate",
    can: Can {
        sliceable: true,
        tells_relations: true,
        rests_on_pointers: true,
        reduces: true,
        summarizes: true,
        ..Can::NONE
    },
    beside: Beside::Calls,
    options: &[group::<PredicateTable>],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let analysis = analysis(setting, setting.is_there(|can| can.tells_values));
    // Of a watched place nobody knows whether a function sees it.
    match setting.options.of::<PredicateTable>().arrays {
        Arrays::Whole => setting.operated_by_blocks(analysis),
        Arrays::Watched => setting.operated(analysis),
    }
}

/// The analysis with the options of a configuration. Does it take over what siblings know?
pub fn analysis(setting: &Setting<'_>, strengthened: bool) -> PredicateAnalysis {
    let (table, general): (PredicateTable, _) = (setting.options.of(), setting.general());
    let options = PredicateOptions {
        blocks: match table.blocks {
            BlockEnds::Single => Blocks::Single,
            BlockEnds::Loops => Blocks::Loops,
            BlockEnds::Functions => Blocks::Functions,
            BlockEnds::Length => Blocks::Length(u32::try_from(table.block_length).unwrap_or(u32::MAX)),
            BlockEnds::Never => Blocks::Never,
        },
        cartesian: table.abstraction == Abstraction::Cartesian,
        watched: table.arrays == Arrays::Watched,
        scope: match general.precision_scope {
            Scope::Location => PredicateScope::Location,
            Scope::Function => PredicateScope::Function,
            Scope::Global => PredicateScope::Global,
        },
        by_blocks: setting.extra::<BlockTable>().is_some(),
        interpolants: match table.interpolants {
            Interpolants::Tree => PathInterpolants::Tree,
            Interpolants::FromBinary => PathInterpolants::FromBinary,
            Interpolants::Nested => PathInterpolants::Nested,
            Interpolants::Sequence => PathInterpolants::Sequence,
        },
        conflicts: general.query_conflicts,
        externals: setting.externals,
        stop: setting.stop.clone(),
        oracle: setting.oracle.clone(),
        strengthened,
        given: setting.extra(),
        found: setting.extra(),
    };
    PredicateAnalysis::new(setting.program, setting.pointers.regions(), options)
}
