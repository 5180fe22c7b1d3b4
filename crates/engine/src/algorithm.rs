//! A part and one set of what it reaches: all that an exploration without blocks needs.

use crate::explore::{Ended, Exploration, Explored, explore};
use crate::node::NodeId;
use crate::part::{Part, PrecisionId};
use crate::path::{FoundPath, path_to};
use crate::reached::Reached;
use crate::set::{Counts, Set};
use adumbra_stop::Stop;
use adumbra_verdict::Reason;

/// An exploration of a program by a part.
pub struct Algorithm {
    part: Box<dyn Part>,
    exploration: Exploration,
    set: Set,
}

impl Algorithm {
    /// An exploration that has not begun.
    pub fn new(mut part: Box<dyn Part>, exploration: Exploration) -> Self {
        let set = Set::new(&mut *part, &exploration.traversal);
        Algorithm { part, exploration, set }
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

    /// What was reached.
    pub fn reached(&self) -> &Reached {
        self.set.reached()
    }

    /// The graph and the part, to change both.
    pub fn graph(&mut self) -> (&mut Reached, &mut dyn Part) {
        (self.set.reached_mut(), &mut *self.part)
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        self.set.counts()
    }

    /// Why the result is not complete; empty if it is.
    pub fn cuts(&self) -> impl Iterator<Item = &Reason> {
        self.set.cuts()
    }

    /// Forgets what was reached, and begins anew with a precision.
    pub fn restart(&mut self, precision: PrecisionId) {
        self.set.restart(&mut *self.part, precision);
    }

    /// The nodes since the last call from which no move is possible, so that executions end, and
    /// those that such a node covers. They are noted from the first call on.
    pub fn take_ends(&mut self) -> Vec<NodeId> {
        self.set.take_ends()
    }

    /// Explores until nothing waits, a target is reached, or it is time to stop.
    pub fn run(&mut self, stop: &Stop) -> Ended {
        match explore(&mut *self.part, &mut self.set, &self.exploration, stop) {
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
        self.set.resume(&mut *self.part)
    }

    /// Lets the part ask for so long in a step; one that takes longer is taken back. The part is
    /// told, too.
    pub(crate) fn wait_until(&mut self, patience: Stop) {
        self.part.limit(&patience);
        self.set.wait_until(patience);
    }

    /// The next run ends at this target again.
    pub(crate) fn ask_again(&mut self, target: NodeId) {
        self.set.ask_again(target);
    }

    /// The path from the root to a node. See [`path_to`].
    pub fn path_to(&mut self, node: NodeId, stop: &Stop) -> Option<FoundPath> {
        path_to(&mut *self.part, std::slice::from_mut(&mut self.set), &self.exploration, (0, node), stop)
    }
}
