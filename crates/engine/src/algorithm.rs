//! A part and the sets of what it reaches: one, or one for each way into a block.

use crate::block::{BlockId, BlockTable};
use crate::explore::{Ended, Exploration, Explored, explore};
use crate::memo::{Memo, MemoCounts, Memoizing, OUTERMOST, Pass};
use crate::node::{NodeId, SetId};
use crate::part::{Part, Point, PrecisionId, StateId};
use crate::path::{FoundPath, Place, path_to};
use crate::reached::{Node, Reached};
use crate::set::{Counts, Set};
use adumbra_stop::Stop;
use adumbra_verdict::Reason;
use std::fmt;
use std::sync::Arc;

/// An exploration of a program by a part.
pub struct Algorithm {
    part: Box<dyn Part>,
    exploration: Exploration,
    /// The outermost one first; without blocks there is no other.
    sets: Vec<Set>,
    memo: Option<Memo>,
    patience: Option<Stop>,
}

/// A part has no operators that reduce states to what matters in a block.
pub struct CannotReduce {
    /// The part.
    pub part: Box<dyn Part>,
}

impl fmt::Debug for CannotReduce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot reduce", self.part.name())
    }
}

impl Algorithm {
    /// An exploration that has not begun.
    pub fn new(mut part: Box<dyn Part>, exploration: Exploration) -> Self {
        let sets = vec![Set::new(&mut *part, &exploration.traversal)];
        Algorithm { part, exploration, sets, memo: None, patience: None }
    }

    /// The same by blocks. The part must announce where they begin and end, and reduce states.
    pub fn by_blocks(
        mut part: Box<dyn Part>,
        exploration: Exploration,
        table: &Arc<BlockTable>,
        options: Memoizing,
    ) -> Result<Self, CannotReduce> {
        if part.reducer().is_none() {
            return Err(CannotReduce { part });
        }
        let sets = vec![Set::outside_blocks(&mut *part, &exploration.traversal)];
        Ok(Algorithm { part, exploration, sets, memo: Some(Memo::new(table, options)), patience: None })
    }

    /// The part.
    pub fn part(&self) -> &dyn Part {
        &*self.part
    }

    /// The part, to refine it.
    pub fn part_mut(&mut self) -> &mut dyn Part {
        &mut *self.part
    }

    /// How it explores.
    pub fn exploration(&self) -> &Exploration {
        &self.exploration
    }

    /// What was reached, outside of blocks.
    pub fn reached(&self) -> &Reached {
        self.sets[OUTERMOST as usize].reached()
    }

    /// All sets, the outermost first. Those that nobody uses any more are empty.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// A node of any set.
    pub fn node(&self, set: SetId, node: NodeId) -> &Node {
        self.sets[set as usize].reached().node(node)
    }

    /// Is the program explored by blocks?
    pub fn is_by_blocks(&self) -> bool {
        self.memo.is_some()
    }

    /// What was counted of blocks, with how many there are and how many sets.
    pub fn blocks(&self) -> Option<(MemoCounts, usize, usize)> {
        let memo = self.memo.as_ref()?;
        Some((memo.counts(), memo.table().len(), memo.count_sets()))
    }

    /// The block that a set explores, and what it began with; nothing for the outermost one.
    pub fn key(&self, set: SetId) -> Option<(BlockId, Point)> {
        self.memo.as_ref()?.key(set)
    }

    /// What a block is, in words.
    pub fn describe(&self, block: BlockId) -> Option<String> {
        Some(self.memo.as_ref()?.table().describe(block))
    }

    /// The name of the function of a block.
    pub fn function_name(&self, block: BlockId) -> Option<&str> {
        Some(self.memo.as_ref()?.table().function_name(block))
    }

    /// Which sets the nodes of a set go through.
    pub fn uses(&self, set: SetId) -> Vec<(NodeId, SetId)> {
        self.memo.as_ref().map_or(Vec::new(), |memo| memo.uses(&self.sets, set).collect())
    }

    /// Is a node at a recursive call, which takes what is known of the block so far?
    pub fn is_covered_call(&self, set: SetId, node: NodeId) -> bool {
        self.memo.as_ref().is_some_and(|memo| memo.is_covered(set, node))
    }

    /// The exits that a set has told of, in order: each with what users made theirs of.
    pub fn published(&self, set: SetId) -> &[(NodeId, Point)] {
        self.memo.as_ref().map_or(&[], |memo| memo.published(set))
    }

    /// The states of all nodes as they are in the whole program, one for each way into a block,
    /// with the sets and the nodes. `None` if a block is used inside itself, or there are more than
    /// so many.
    pub fn flattened(&mut self, most: usize) -> Option<Vec<(SetId, NodeId, StateId)>> {
        self.pass()?.flattened(most)
    }

    /// How many nodes were reached, and how many of them wait, in all sets.
    pub fn size(&self) -> (usize, usize) {
        let of =
            |(all, waiting): (usize, usize), set: &Set| (all + set.reached().len(), waiting + set.reached().waiting());
        self.sets.iter().fold((0, 0), of)
    }

    /// The graph and the part, to change both.
    pub fn graph(&mut self) -> (&mut Reached, &mut dyn Part) {
        (self.sets[OUTERMOST as usize].reached_mut(), &mut *self.part)
    }

    /// What was counted, in all sets.
    pub fn counts(&self) -> Counts {
        let before = self.memo.as_ref().map_or(Counts::default(), Memo::past);
        self.sets.iter().fold(before, |sum, set| sum.and(set.counts()))
    }

    /// Why the result is not complete; empty if it is.
    pub fn cuts(&self) -> impl Iterator<Item = &Reason> {
        let cuts: Vec<&Reason> = match &self.memo {
            None => self.sets[OUTERMOST as usize].cuts().collect(),
            Some(memo) => memo.cuts(&self.sets).collect(),
        };
        cuts.into_iter()
    }

    /// Forgets what was reached, and begins anew with a precision. What is in the cache stays
    /// there.
    pub fn restart(&mut self, precision: PrecisionId) {
        match self.pass() {
            Some(mut pass) => pass.restart(precision),
            None => self.sets[OUTERMOST as usize].restart(&mut *self.part, precision),
        }
    }

    /// Removes what a new precision concerns from one of the places of a path on. What it does not
    /// concern is kept, also of the sets of blocks. `false` if that could not be told, so that
    /// everything begins anew.
    pub fn cut(&mut self, places: &[Place], at: usize, precision: PrecisionId) -> bool {
        if let Some(mut pass) = self.pass() {
            let is_cut = pass.cut(places, at, precision);
            if !is_cut {
                pass.begin_anew(precision);
            }
            return is_cut;
        }
        let (reached, part) = (self.sets[OUTERMOST as usize].reached_mut(), &*self.part);
        let node = places[at].node;
        let parent = reached.node(node).parent;
        reached.remove(part, node, precision);
        reached.revisit(part, parent, precision);
        reached.set_waiting_precision(precision);
        true
    }

    /// Begins anew with a precision, with nothing in the cache.
    pub(crate) fn begin_anew(&mut self, precision: PrecisionId) {
        match self.pass() {
            Some(mut pass) => pass.begin_anew(precision),
            None => self.restart(precision),
        }
    }

    /// The nodes since the last call from which no move is possible, so that executions end, and
    /// those that such a node covers. They are noted from the first call on, outside of blocks.
    pub fn take_ends(&mut self) -> Vec<NodeId> {
        self.sets[OUTERMOST as usize].take_ends()
    }

    fn pass(&mut self) -> Option<Pass<'_>> {
        let memo = self.memo.as_mut()?;
        let (part, sets, how) = (&mut *self.part, &mut self.sets, &self.exploration);
        Some(Pass { part, sets, how, memo, patience: self.patience.as_ref() })
    }

    /// Explores until nothing waits, a target is reached, or it is time to stop.
    pub fn run(&mut self, stop: &Stop) -> Ended {
        if let Some(mut pass) = self.pass() {
            return pass.run(stop);
        }
        match explore(&mut *self.part, &mut self.sets[OUTERMOST as usize], &self.exploration, stop) {
            Explored::Ended(ended) => ended,
            // The set is not one by blocks.
            Explored::Enters(..) => Ended::Interrupted("a block was entered"),
        }
    }

    /// Explores everything, also what is beside targets. Never ends as [`Ended::Target`].
    pub fn run_past_targets(&mut self, stop: &Stop) -> Ended {
        loop {
            match self.run(stop) {
                Ended::Target(_) => {}
                ended => return ended,
            }
        }
    }

    /// After an interruption: lets the part act on every state that waits. See [`Set::resume`].
    pub fn resume(&mut self) -> bool {
        let waits = |set: &&mut Set| set.reached().waiting() > 0;
        let mut goes_on = false;
        for set in self.sets.iter_mut().filter(waits) {
            goes_on |= set.resume(&mut *self.part);
        }
        goes_on
    }

    /// Lets the part ask for so long in a step; one that takes longer is taken back. The part is
    /// told, too.
    pub(crate) fn wait_until(&mut self, patience: Stop) {
        self.part.limit(&patience);
        self.sets[OUTERMOST as usize].wait_until(patience.clone());
        self.patience = Some(patience);
    }

    /// The next run ends at this target again.
    pub(crate) fn ask_again(&mut self, target: NodeId) {
        match &mut self.memo {
            Some(memo) => memo.ask_again(target),
            None => self.sets[OUTERMOST as usize].ask_again(target),
        }
    }

    /// The path from the start of the program to a node that is in no block. See [`path_to`].
    pub fn path_to(&mut self, node: NodeId, stop: &Stop) -> Option<FoundPath> {
        path_to(&mut *self.part, &mut self.sets, &self.exploration, (OUTERMOST, node), stop)
    }
}
