//! A reached set that is being explored, with what the exploration has to remember about it.
//!
//! Several sets can be explored over one part, one for each block and way into it. [`explore`] says
//! how; a set does not know the part.
//!
//! [`explore`]: crate::explore::explore

use crate::block::BlockId;
use crate::node::{NodeId, Status};
use crate::part::{Part, Point, PrecisionId, Siblings};
use crate::reached::Reached;
use crate::waitlist::Traversal;
use adumbra_stop::Stop;
use adumbra_verdict::Reason;
use rustc_hash::FxHashSet as HashSet;

/// What an exploration counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Moves that were taken.
    pub moves: u64,
    /// Nodes whose successors were computed.
    pub expansions: u64,
    /// Successors that something covered.
    pub covered: u64,
    /// Nodes that were weakened by a merge.
    pub merges: u64,
    /// How often a part has interrupted the exploration.
    pub interruptions: u64,
}

impl Counts {
    /// Both together.
    pub(crate) fn and(self, other: Counts) -> Counts {
        Counts {
            moves: self.moves + other.moves,
            expansions: self.expansions + other.expansions,
            covered: self.covered + other.covered,
            merges: self.merges + other.merges,
            interruptions: self.interruptions + other.interruptions,
        }
    }
}

/// Nodes where executions end.
#[derive(Default)]
pub(crate) struct Ends {
    /// Those that nobody was told of yet, and nodes that they cover.
    pub(crate) found: Vec<NodeId>,
    /// Those that were expanded. A number may be that of another node by now; whoever is told of an
    /// end finds that out.
    pub(crate) known: HashSet<NodeId>,
}

/// So many interruptions without any change are taken for one without end.
const MOST_IN_VAIN: u32 = 1000;

/// What a set explores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// The program, without regard to blocks.
    Everything,
    /// One block, or what of the program is in none; blocks inside are explored elsewhere.
    Blocks(Option<BlockId>),
}

/// A reached set that is being explored.
pub struct Set {
    pub(crate) reached: Reached,
    scope: Scope,
    pub(crate) counts: Counts,
    /// At which nodes the exploration was cut off, and why.
    pub(crate) cuts: Vec<(NodeId, Reason)>,
    /// Targets that were reached and not yet told of.
    pub(crate) targets: Vec<NodeId>,
    /// Where executions end, if that is asked for.
    pub(crate) ends: Option<Ends>,
    /// Nodes at exits of the block, in the order in which they were found, and the same each time
    /// that one came to its exit, since it may stand for more by then.
    exits: Vec<NodeId>,
    left: Vec<NodeId>,
    known_exits: HashSet<NodeId>,
    /// The moves after which the clock is looked at next.
    pub(crate) next_poll: u64,
    /// The expansions at the last interruption by a part.
    resumed_at: Option<u64>,
    /// How many interruptions in a row changed nothing.
    in_vain: u32,
    /// How long the part may ask in a step. One that takes longer is taken back.
    pub(crate) patience: Option<Stop>,
}

impl Set {
    /// What is reached from the start of the program, without regard to blocks.
    pub fn new(part: &mut dyn Part, order: &Traversal) -> Self {
        let start = part.initial();
        Self::from(part, order, start, Scope::Everything)
    }

    /// What is reached from the start of the program outside of blocks.
    pub fn outside_blocks(part: &mut dyn Part, order: &Traversal) -> Self {
        let start = part.initial();
        Self::from(part, order, start, Scope::Blocks(None))
    }

    /// What is reached in a block from a state at its entry.
    pub fn of_block(part: &mut dyn Part, order: &Traversal, block: BlockId, entry: Point) -> Self {
        Self::from(part, order, entry, Scope::Blocks(Some(block)))
    }

    fn from(part: &mut dyn Part, order: &Traversal, start: Point, scope: Scope) -> Self {
        let reached = Reached::new(part, order, start);
        Set {
            reached: if scope == Scope::Everything { reached } else { reached.keeping_numbers() },
            scope,
            counts: Counts::default(),
            cuts: Vec::new(),
            targets: Vec::new(),
            ends: None,
            exits: Vec::new(),
            left: Vec::new(),
            known_exits: HashSet::default(),
            next_poll: 0,
            resumed_at: None,
            in_vain: 0,
            patience: None,
        }
    }

    /// Does it explore by blocks, and if so within which?
    pub(crate) fn blocks(&self) -> Option<Option<BlockId>> {
        match self.scope {
            Scope::Everything => None,
            Scope::Blocks(within) => Some(within),
        }
    }

    /// What was reached.
    pub fn reached(&self) -> &Reached {
        &self.reached
    }

    /// What was reached, to change it.
    pub fn reached_mut(&mut self) -> &mut Reached {
        &mut self.reached
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Why the result is not complete; empty if it is.
    pub fn cuts(&self) -> impl Iterator<Item = &Reason> {
        self.cuts
            .iter()
            .filter(|(node, _)| self.reached.node(*node).status == Status::Expanded)
            .map(|(_, reason)| reason)
    }

    /// Nodes at exits of the block that the set explores, in the order in which they were found.
    pub fn exits(&self) -> impl Iterator<Item = NodeId> {
        self.exits.iter().copied().filter(|node| self.reached.node(*node).status == Status::Left)
    }

    /// A node is at an exit.
    pub(crate) fn leaves(&mut self, node: NodeId) {
        self.reached.leaves(node);
        self.left.push(node);
        if self.known_exits.insert(node) {
            self.exits.push(node);
        }
    }

    /// The nodes that came to an exit since so many had, one that came again as often.
    pub(crate) fn left_since(&self, looked: usize) -> &[NodeId] {
        self.left.get(looked..).unwrap_or_default()
    }

    /// What is behind a node is not followed, for this reason.
    pub(crate) fn cut(&mut self, node: NodeId, reason: Reason) {
        self.reached.expanded(node);
        self.cuts.retain(|(at, _)| *at != node);
        self.cuts.push((node, reason));
    }

    /// The same set once more, of which nothing was counted yet. All that came to an exit is to be
    /// looked at again.
    pub(crate) fn copy(&self) -> Self {
        Set {
            reached: self.reached.clone(),
            scope: self.scope,
            counts: Counts::default(),
            cuts: self.cuts.clone(),
            targets: self.targets.clone(),
            ends: None,
            exits: self.exits.clone(),
            left: self.exits.clone(),
            known_exits: self.known_exits.clone(),
            next_poll: 0,
            resumed_at: None,
            in_vain: 0,
            patience: None,
        }
    }

    /// Forgets everything, because nobody uses it any more. Returns what was counted.
    pub(crate) fn forget(&mut self) -> Counts {
        self.cuts.clear();
        self.targets.clear();
        self.exits.clear();
        self.left.clear();
        self.known_exits.clear();
        self.reached.forget();
        std::mem::take(&mut self.counts)
    }

    /// Begins anew with another precision.
    pub fn restart(&mut self, part: &mut dyn Part, precision: PrecisionId) {
        self.cuts.clear();
        self.targets.clear();
        self.exits.clear();
        self.left.clear();
        self.known_exits.clear();
        if let Some(ends) = &mut self.ends {
            *ends = Ends::default();
        }
        self.reached.restart(part, precision);
    }

    /// The nodes since the last call from which no move is possible, so that executions end, and
    /// those that such a node covers. They are noted from the first call on.
    pub fn take_ends(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.ends.get_or_insert_default().found)
    }

    /// After an interruption: lets the part act on every state that waits, which may only stand for
    /// more afterwards. Says whether there is a reason to go on: `false` if the last interruptions
    /// changed nothing, and nothing was explored between.
    pub fn resume(&mut self, part: &mut dyn Part) -> bool {
        self.counts.interruptions += 1;
        let mut progress = self.resumed_at.replace(self.counts.expansions) != Some(self.counts.expansions);
        for id in self.reached.waiting_nodes() {
            let (state, precision) = (self.reached.node(id).state, self.reached.node(id).precision);
            part.load(state);
            let new_precision = part.resume(precision, &Siblings::NONE);
            let new_state = part.save();
            if (new_state, new_precision) != (state, precision) {
                self.reached.weaken(part, id, new_state, new_precision);
                progress = true;
            }
        }
        self.in_vain = if progress { 0 } else { self.in_vain + 1 };
        self.in_vain < MOST_IN_VAIN
    }

    /// Until when the part has answers. What it says later may be weaker than need be: a step in
    /// which that comes to pass is taken back, and the exploration ends for want of work.
    pub(crate) fn wait_until(&mut self, patience: Stop) {
        self.patience = Some(patience);
    }

    /// The next exploration ends at this target again.
    pub(crate) fn ask_again(&mut self, target: NodeId) {
        self.targets.push(target);
    }
}
