//! What a configuration can name: parts and wrappers, each described where it is written.
//!
//! An entry says what a part is called, what can be done with it, which options it has and how it
//! is made. Whoever reads configurations, lists parts or puts them together knows entries only. So
//! a new analysis is a folder with its entry, and a line in the list of entries.

use crate::automaton::Specification;
use crate::pointers::Pointers;
use adumbra_engine::{
    Analysis, Component, Composite, Coverage, Exploration, Granularity, Merge, Part, ProductMerge, ProductOperators,
    ProductStop, Reducing, Refining, Traversal,
};
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_options::{MakeGroup, OptionSet, choices, options};
use adumbra_program::Program;
use adumbra_stop::Stop;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

choices! {
    /// Which of the waiting states is explored next.
    pub enum Order {
        /// The last one.
        DepthFirst = "depth-first",
        /// The first one.
        BreadthFirst = "breadth-first",
        /// The one whose location is first in reverse postorder.
        ReversePostorder = "reverse-postorder",
        /// The one with the fewest open calls.
        CallDepth = "call-depth",
        /// The one with the fewest iterations of loops.
        LoopIteration = "loop-iteration",
        /// One at the end of a random path.
        RandomPath = "random-path",
        /// The one that is nearest to what was not explored.
        Coverage = "coverage",
        /// All of these by turns.
        Mix = "mix",
    }
}

choices! {
    /// Where states are kept.
    pub enum Kept {
        /// Where the way is open.
        Decided = "decided",
        /// After every edge.
        Edge = "edge",
    }
}

choices! {
    /// How precisions are refined.
    pub enum Refined {
        /// Not at all.
        None = "none",
        /// What the refinement does not concern is kept.
        Lazy = "lazy",
        /// The exploration begins anew.
        Restart = "restart",
    }
}

choices! {
    /// Where a thing that refinement asks for is tracked.
    pub enum Scope {
        /// At the location.
        Location = "location",
        /// In the function.
        Function = "function",
        /// Everywhere.
        Global = "global",
    }
}

choices! {
    /// How states merge.
    pub enum Merging {
        /// Never.
        Sep = "sep",
        /// By joining.
        Join = "join",
        /// As the analysis likes.
        Own = "own",
    }
}

choices! {
    /// When a state is covered.
    pub enum Stopping {
        /// By one state.
        Sep = "sep",
        /// By the join of several.
        Join = "join",
    }
}

choices! {
    /// How states of several parts merge.
    pub enum MergingTogether {
        /// Each part as it does.
        Parts = "parts",
        /// Never.
        Sep = "sep",
        /// The last part, where all others are equal.
        PredJoin = "pred-join",
        /// The last part, at the same location.
        JoinShape = "join-shape",
        /// All parts, at the same location.
        Join = "join",
    }
}

choices! {
    /// When a state of several parts is covered.
    pub enum StoppingTogether {
        /// As the parts say.
        Parts = "parts",
        /// By one state.
        Sep = "sep",
        /// By the join of the last parts of states that are equal in all others.
        PredJoin = "pred-join",
        /// By the join in any part of states that cover it in all others.
        Join = "join",
    }
}

choices! {
    /// Who looks at a path first.
    pub enum CheckPath {
        /// The analyses, on the slice if there is one.
        Slice = "slice",
        /// The judge, on the whole program.
        Program = "program",
    }
}

options! {
    /// How states are explored and precisions refined, whatever the analyses are.
    pub struct ExplorationOptions {
        traversal: choice(Order) = DepthFirst, fixed, "Which of the waiting states is explored next.";
        mix_depth_first: count = 1 in 0..=1_000_000, tunable, "With traversal = mix: the weight of depth-first.";
        mix_breadth_first: count = 1 in 0..=1_000_000, tunable, "With traversal = mix: the weight of breadth-first.";
        mix_reverse_postorder: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of reverse-postorder.";
        mix_call_depth: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of call-depth.";
        mix_loop_iteration: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of loop-iteration.";
        mix_random_path: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of random-path.";
        mix_coverage: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of coverage.";
        seed: count = 0 in 0..=(u64::MAX), fixed, "What is random in an order of exploration: another seed, another order.";
        covering: flag = true, fixed, "Leave out states that others cover; without it every path is followed on its own, and nothing is merged.";
        granularity: choice(Kept) = Decided, fixed, "Where states are kept: where the way is open, or after every edge.";
        refinement: choice(Refined) = None, fixed, "Refine the precision by paths that are not real: keep what the refinement does not concern, or begin anew.";
        precision_scope: choice(Scope) = Location, fixed, "Where a thing that refinement asks for is tracked.";
        merge: choice(Merging) = Own, fixed, "Merge of states that are not locations or stacks: never, by joining, or as the analysis likes.";
        stop: choice(Stopping) = Sep, fixed, "A state is covered by one state, or by the join of several.";
        product_merge: choice(MergingTogether) = Parts, fixed, "Merge of states of several parts: each as `merge` says, if the result covers both; never; the last part where all others are equal; the last part at equal locations; all parts there.";
        product_stop: choice(StoppingTogether) = Parts, fixed, "A state of several parts is covered as `stop` says; by one state; by the join of the last parts of states that are equal in all others; by the join in any part of states that cover it in all others.";
        check_path: choice(CheckPath) = Slice, fixed, "Whether a path is first looked at by the analyses, on the slice if there is one, or first judged on the whole program.";
        query_conflicts: count = 20_000 in 1..=(u64::MAX), tunable, "Predicates: conflicts that a question to the solver may take before its answer is left open.";
        max_undecided: count = 200 in 0..=1_000_000, fixed, "Paths that can be neither excluded nor confirmed before the configuration gives up.";
    }
}

impl ExplorationOptions {
    /// How to explore.
    pub fn exploration(&self) -> Exploration {
        let granularity = match self.granularity {
            Kept::Decided => Granularity::Decided,
            Kept::Edge => Granularity::Edge,
        };
        Exploration { traversal: self.order().seeded(self.seed), granularity, covering: self.covering }
    }

    fn order(&self) -> Traversal {
        if self.traversal != Order::Mix {
            return Traversal::parse(self.traversal.word()).unwrap_or(Traversal::DepthFirst);
        }
        let weights = [
            self.mix_depth_first,
            self.mix_breadth_first,
            self.mix_reverse_postorder,
            self.mix_call_depth,
            self.mix_loop_iteration,
            self.mix_random_path,
            self.mix_coverage,
        ];
        let weighted = Traversal::NAMES.iter().zip(weights).filter(|(_, weight)| *weight > 0);
        let mix: Vec<_> = weighted.map(|((_, order), weight)| (order.clone(), weight as u32)).collect();
        if mix.is_empty() { Traversal::DepthFirst } else { Traversal::Mix(mix) }
    }

    /// How states merge.
    pub fn merging(&self) -> Merge {
        match self.merge {
            Merging::Sep => Merge::Sep,
            Merging::Join => Merge::Join,
            Merging::Own => Merge::Own,
        }
    }

    /// When states are covered.
    pub fn coverage(&self) -> Coverage {
        match self.stop {
            Stopping::Sep => Coverage::Sep,
            Stopping::Join => Coverage::Join,
        }
    }

    /// How states of several parts merge and are covered.
    pub fn product(&self) -> ProductOperators {
        let merge = match self.product_merge {
            MergingTogether::Parts => ProductMerge::Parts,
            MergingTogether::Sep => ProductMerge::Sep,
            MergingTogether::PredJoin => ProductMerge::PredJoin,
            MergingTogether::JoinShape => ProductMerge::JoinShape,
            MergingTogether::Join => ProductMerge::Join,
        };
        let stop = match self.product_stop {
            StoppingTogether::Parts => ProductStop::Parts,
            StoppingTogether::Sep => ProductStop::Sep,
            StoppingTogether::PredJoin => ProductStop::PredJoin,
            StoppingTogether::Join => ProductStop::Join,
        };
        ProductOperators { merge, stop }
    }

    /// How to refine.
    pub fn refining(&self) -> Refining {
        Refining {
            enabled: self.refinement != Refined::None,
            restart: self.refinement == Refined::Restart,
            judge_first: self.check_path == CheckPath::Program,
            max_undecided: usize::try_from(self.max_undecided).unwrap_or(usize::MAX),
        }
    }
}

/// What can be done with a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Can {
    /// Its states have a join that can be chosen.
    pub joins: bool,
    /// Its joins mean no more than both states.
    pub joins_exactly: bool,
    /// Its states can be in sets.
    pub in_sets: bool,
    /// Slicing can go around it: it knows data, and nothing of where the execution is.
    pub sliceable: bool,
    /// It only says where an execution is: its states are never merged.
    pub place: bool,
    /// It says in which activation of which function an execution is.
    pub activations: bool,
    /// It tells others values of variables.
    pub tells_values: bool,
    /// It tells others how variables are related.
    pub tells_relations: bool,
    /// What it says rests on where pointers point to.
    pub rests_on_pointers: bool,
    /// It reduces its states to what matters in a block.
    pub reduces: bool,
    /// In blocks, it knows how what they end with depends on what they begin with, which no list of
    /// states of the whole program says.
    pub summarizes: bool,
}

impl Can {
    /// Nothing of it.
    pub const NONE: Can = Can {
        joins: false,
        joins_exactly: false,
        in_sets: false,
        sliceable: false,
        place: false,
        activations: false,
        tells_values: false,
        tells_relations: false,
        rests_on_pointers: false,
        reduces: false,
        summarizes: false,
    };
}

/// Which parts stand beside a part when its states at locations are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// None: it says where it is.
    Nothing,
    /// Locations: a way through a function that is called is part of every way past the call.
    Locations,
    /// Locations and open calls.
    Calls,
}

/// A part that configurations can name.
pub struct PartEntry {
    /// Its name.
    pub name: &'static str,
    /// What can be done with it.
    pub can: Can,
    /// Who stands beside it when facts are asked for.
    pub beside: Beside,
    /// Its options.
    pub options: &'static [MakeGroup],
    /// Makes it.
    pub make: fn(&Setting<'_>) -> Box<dyn Part>,
}

/// Makes a wrapper around parts.
pub type MakeWrapper = fn(&Setting<'_>, Vec<Box<dyn Part>>) -> Box<dyn Part>;

/// A part around others: `name(inner)`, or `name(inner,inner)` if it takes several.
pub struct WrapperEntry {
    /// Its name.
    pub name: &'static str,
    /// Does it take several parts?
    pub several: bool,
    /// What it can go around.
    pub takes: fn(&Can) -> bool,
    /// Are its states sets, so that every join and every covering is exact?
    pub sets: bool,
    /// Can its states be reduced to what matters in a block if those inside can?
    pub reduces: bool,
    /// Its options.
    pub options: &'static [MakeGroup],
    /// Makes it.
    pub make: MakeWrapper,
}

impl PartialEq for PartEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl PartialEq for WrapperEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for PartEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Debug for WrapperEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What parts are made from.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// Where its pointers point to.
    pub pointers: &'a Arc<Pointers>,
    /// The options of all parts.
    pub options: &'a OptionSet,
    /// All parts that stand by themselves, in no wrapper.
    pub parts: &'a [&'static PartEntry],
    /// What functions without a body do.
    pub externals: Externals,
    /// When to stop.
    pub stop: &'a Stop,
    /// The solver.
    pub oracle: &'a Oracle,
    /// Rules that the program is to keep.
    pub specification: Option<&'a Specification>,
    /// What else there is for parts that know its type.
    pub extras: &'a [Arc<dyn Any + Send + Sync>],
}

impl Setting<'_> {
    /// Options that are no part's own.
    pub fn general(&self) -> ExplorationOptions {
        self.options.of()
    }

    /// Is there a part by itself that can do this?
    pub fn is_there(&self, can: impl Fn(&Can) -> bool) -> bool {
        self.parts.iter().any(|part| can(&part.can))
    }

    /// Is a part there by itself?
    pub fn has(&self, part: &PartEntry) -> bool {
        self.parts.contains(&part)
    }

    /// Something that only some parts know.
    pub fn extra<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.extras.iter().find_map(|extra| Arc::clone(extra).downcast().ok())
    }

    /// The same for an analysis that can reduce states to what matters in a block.
    pub fn operated_by_blocks<A: Reducing + 'static>(&self, analysis: A) -> Box<dyn Part> {
        let general = self.general();
        Box::new(Component::with(analysis, general.merging(), general.coverage()).reducing())
    }

    /// An analysis with the operators that the options say.
    pub fn operated<A: Analysis + 'static>(&self, analysis: A) -> Box<dyn Part> {
        let general = self.general();
        Box::new(Component::with(analysis, general.merging(), general.coverage()))
    }
}

/// The part in a wrapper that takes one; several as one.
pub fn single(mut inner: Vec<Box<dyn Part>>) -> Box<dyn Part> {
    match (inner.len(), inner.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            inner.extend(last);
            Box::new(Composite::new(inner))
        }
    }
}
