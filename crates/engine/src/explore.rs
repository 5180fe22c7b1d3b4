//! Exploring a reached set: reachability with adjustable precision.
//!
//! [`explore`] takes a waiting node, computes its successors, adjusts their precision, merges them
//! into what was reached, and keeps those that nothing covers. It can be interrupted at any time
//! and goes on later with the same result: a node whose successors were not all computed waits
//! again, and none of them was added.
//!
//! **A step goes as far as it is decided.** While only one move is possible, the step goes on;
//! nodes arise where the way is open, at targets, where a part asks for one, and at loop heads at
//! growing distances. With [`Granularity::Edge`] every move makes a node.
//!
//! **A part can have many sets.** The part and the [`Set`] are given to each call. In a set that
//! explores by blocks, a node at the entry of a block pauses: the call ends and says so. The caller
//! explores the block, in a set of its own over the same part, and adds what is behind it
//! ([`through`]). There is no native recursion, so that it can stop and go on anywhere.

use crate::block::{BlockId, Boundary};
use crate::node::{NodeId, SetId, Status, Step};
use crate::part::Siblings;
use crate::part::{Part, Point, PrecisionId, StateId};
use crate::reached::NewNode;
use crate::set::Set;
use crate::transfer::{Adjusted, Flow, Moves, Pause};
use crate::waitlist::Traversal;
use adumbra_program::Move;
use adumbra_stop::{Limit, Stop, spend};
use adumbra_verdict::{Reason, Target};
use smallvec::SmallVec;

/// Where nodes are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Granularity {
    /// After every move.
    Edge,
    /// Where it is not decided how to go on.
    #[default]
    Decided,
}

/// How to explore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// The order of exploration.
    pub traversal: Traversal,
    /// Where nodes are made.
    pub granularity: Granularity,
    /// Are states that others cover left out? If not, nothing is merged either: the graph is the
    /// tree of all paths.
    pub covering: bool,
}

impl Default for Exploration {
    fn default() -> Self {
        Exploration { traversal: Traversal::DepthFirst, granularity: Granularity::Decided, covering: true }
    }
}

/// How an exploration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nothing waits any more.
    Fixpoint,
    /// A target was reached.
    Target(NodeId),
    /// A part asked to stop, for this reason.
    Interrupted(&'static str),
    /// A limit was reached.
    Limit(Limit),
}

/// What [`explore`] came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explored {
    /// The exploration ended.
    Ended(Ended),
    /// A node is at the entry of a block. Whoever explores that tells with [`through`] what is
    /// behind it; until then the node has no successors, and the exploration can go on elsewhere.
    /// Only in sets by blocks.
    Enters(NodeId, BlockId),
}

/// A successor of a node.
struct Successor {
    state: StateId,
    precision: PrecisionId,
    step: Step,
    loops: u32,
    stride: u32,
    target: Option<Target>,
}

/// Why the successors of a node are not known.
enum Halt {
    Limit(Limit),
    Interrupt(&'static str),
}

/// After how many moves the limits are looked at.
const POLL: u64 = 1024;

/// The work of a move, and of making a state of where it leads, besides what parts say of theirs.
const MOVE: u64 = 100;
const ARRIVE: u64 = 1_500;

/// Explores a set until nothing waits, a target is reached, a block is entered, or it is time to
/// stop.
pub fn explore(part: &mut dyn Part, set: &mut Set, how: &Exploration, stop: &Stop) -> Explored {
    set.next_poll = 0;
    Explorer::new(part, set, how).run(stop)
}

/// What is behind a block: the successors of a node that paused at its entry. Each is an exit in
/// the set of the block and what it means for this set. May be called again when there are more;
/// exits that are not named any more go, with what was reached from them.
pub fn through(
    part: &mut dyn Part,
    set: &mut Set,
    how: &Exploration,
    node: NodeId,
    block: SetId,
    exits: &[(NodeId, Point)],
) {
    set.reached.look_again(node);
    through_more(part, set, how, node, block, exits);
}

/// The same for exits that come to those that are known: what was reached from these stays.
pub fn through_more(
    part: &mut dyn Part,
    set: &mut Set,
    how: &Exploration,
    node: NodeId,
    block: SetId,
    exits: &[(NodeId, Point)],
) {
    let mut explorer = Explorer::new(part, set, how);
    let mut behind = |exit: NodeId, point: Point| explorer.behind(point, Step::Through { set: block, exit });
    let found = exits.iter().map(|(exit, point)| behind(*exit, *point)).collect();
    explorer.adopt(node, found);
}

/// A target inside a block, where the block is used: a node like that of a target in the set.
pub(crate) fn reach_target(
    part: &mut dyn Part,
    set: &mut Set,
    parent: NodeId,
    (inner, exit): (SetId, NodeId),
    (state, precision): Point,
    target: Target,
) -> NodeId {
    let step = Step::Through { set: inner, exit };
    set.reached.add(part, NewNode { state, precision, parent, step, loops: 0, stride: 1, target: Some(target) })
}

/// A set that is being explored.
pub(crate) struct Explorer<'a> {
    part: &'a mut dyn Part,
    set: &'a mut Set,
    how: &'a Exploration,
    /// Must nodes be made wherever edges meet, because parts merge?
    at_joins: bool,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(part: &'a mut dyn Part, set: &'a mut Set, how: &'a Exploration) -> Self {
        let at_joins = how.covering && part.profile().merges;
        Explorer { part, set, how, at_joins }
    }

    fn run(&mut self, stop: &Stop) -> Explored {
        loop {
            while let Some(id) = self.set.targets.pop() {
                let node = self.set.reached.node(id);
                if node.target.is_some() && node.status == Status::Expanded {
                    return Explored::Ended(Ended::Target(id));
                }
            }
            if stop.is_done() {
                return Explored::Ended(Ended::Limit(Limit::Work));
            }
            if let Some(limit) = self.poll(stop) {
                return Explored::Ended(Ended::Limit(limit));
            }
            let Some(node) = self.set.reached.pop(self.part) else { return Explored::Ended(Ended::Fixpoint) };
            match self.boundary(node) {
                Some(Boundary::Enter(block)) => {
                    self.set.reached.enters(node);
                    return Explored::Enters(node, block);
                }
                Some(Boundary::Exit) => {
                    self.set.leaves(node);
                    continue;
                }
                Some(Boundary::Inside) | None => {}
            }
            let before = self.set.counts.moves;
            let found = self.successors(node, stop);
            let late = self.is_late();
            let found = match found {
                Ok(found) if !late => found,
                halted => {
                    let halt = halted.err().unwrap_or(Halt::Limit(Limit::Work));
                    // The step is taken again: its moves count once.
                    self.set.counts.moves = before;
                    self.set.reached.put_back(self.part, node);
                    return Explored::Ended(match halt {
                        Halt::Limit(limit) => Ended::Limit(limit),
                        Halt::Interrupt(reason) => Ended::Interrupted(reason),
                    });
                }
            };
            self.set.counts.expansions += 1;
            self.adopt(node, found);
        }
    }

    /// Gives a node its successors.
    fn adopt(&mut self, node: NodeId, found: Vec<Successor>) {
        self.set
            .reached
            .prune(self.part, node, |step, state| found.iter().any(|s| s.step.is_as(step) && s.state == state));
        self.set.reached.expanded(node);
        for successor in found {
            if let Some(id) = self.keep(node, successor)
                && self.set.reached.node(id).target.is_some()
            {
                self.set.targets.push(id);
            }
        }
    }

    /// Is the node at the boundary of a block? Says what the exploration ends with, if it does.
    fn boundary(&mut self, node: NodeId) -> Option<Boundary> {
        let within = self.set.blocks()?;
        if self.set.reached.is_root(node) {
            return None;
        }
        self.part.load(self.set.reached.node(node).state);
        match self.part.boundary(within, &Siblings::NONE) {
            Boundary::Inside => None,
            at => Some(at),
        }
    }

    /// Has the part no answers any more?
    fn is_late(&self) -> bool {
        self.set.patience.as_ref().is_some_and(Stop::is_done)
    }

    /// Looks now and then whether it was interrupted.
    fn poll(&mut self, stop: &Stop) -> Option<Limit> {
        if self.set.counts.moves < self.set.next_poll {
            return None;
        }
        self.set.next_poll = self.set.counts.moves + POLL;
        stop.interrupted()
    }

    /// Merges a successor into what was reached, or adds it. Returns the node if it is a new one
    /// that nothing covers.
    fn keep(&mut self, parent: NodeId, successor: Successor) -> Option<NodeId> {
        let Successor { state, precision, step, loops, stride, target } = successor;
        if self.set.reached.child(parent, step, state).is_some() {
            return None;
        }
        let new = NewNode { state, precision, parent, step, loops, stride, target };
        let mut weakened: SmallVec<[NodeId; 2]> = SmallVec::new();
        if target.is_none() && self.how.covering && self.part.profile().merges {
            for old in self.set.reached.partition(self.part, state) {
                let node = self.set.reached.node(old);
                if node.target.is_some() || node.status == Status::Removed {
                    continue;
                }
                let before = node.state;
                if let Some(merged) = self.part.merge(state, before, precision)
                    && merged != before
                {
                    self.set.counts.merges += 1;
                    weakened.push(old);
                    self.set.reached.replace(self.part, old, merged, precision);
                }
            }
        }
        let covering = if self.how.covering { self.set.reached.covering(self.part, state) } else { None };
        match covering {
            // A target that is passed over hides nothing that is none.
            Some(by) if target.is_none() && self.is_passed_over(by) => {
                let id = self.set.reached.add(self.part, new);
                self.set.reached.wait(self.part, id);
                self.set.reached.note_merged(id, &weakened);
                Some(id)
            }
            // A target that was given up does not hide another path to it.
            Some(by) if target.is_none() || self.set.reached.node(by).status == Status::GivenUp => {
                self.set.counts.covered += 1;
                let id = self.set.reached.add_covered(new, by);
                self.set.reached.note_merged(id, &weakened);
                if let Some(ends) = self.set.ends.as_mut().filter(|ends| ends.known.contains(&by)) {
                    ends.found.push(id);
                }
                None
            }
            _ => {
                let id = self.set.reached.add(self.part, new);
                if target.is_none() {
                    self.set.reached.wait(self.part, id);
                }
                self.set.reached.note_merged(id, &weakened);
                Some(id)
            }
        }
    }

    /// Is it a target that was neither excluded nor given up?
    fn is_passed_over(&self, node: NodeId) -> bool {
        let node = self.set.reached.node(node);
        node.target.is_some() && node.status == Status::Expanded
    }

    /// The moves from the state in hand, without those that a decided condition excludes.
    fn moves(&mut self) -> Moves {
        let moves = self.part.moves(&Siblings::NONE);
        moves.decided(|condition| self.part.decide(condition))
    }

    /// The successors of a node.
    fn successors(&mut self, node: NodeId, stop: &Stop) -> Result<Vec<Successor>, Halt> {
        let data = self.set.reached.node(node);
        let (state, precision, stride) = (data.state, data.precision, data.stride.max(1));
        self.part.load(state);
        self.set.cuts.retain(|(at, _)| *at != node);
        let mut found = Vec::new();
        let moves = self.moves().list().unwrap_or_default();
        if let (Some(ends), true) = (&mut self.set.ends, moves.is_empty())
            && ends.known.insert(node)
        {
            ends.found.push(node);
            ends.found.extend(self.set.reached.node(node).covering.iter().copied());
        }
        for (index, first) in moves.into_iter().enumerate() {
            if index > 0 {
                self.part.load(state);
            }
            if let Some(reason) = self.follow(first, precision, stride, stop, &mut found, None)? {
                self.set.cuts.push((node, reason));
            }
        }
        Ok(found)
    }

    /// Follows a move from the state in hand as far as the way is decided. Returns why it was cut
    /// off, if it was.
    fn follow(
        &mut self,
        first: Move,
        precision: PrecisionId,
        stride: u32,
        stop: &Stop,
        found: &mut Vec<Successor>,
        mut record: Option<&mut Vec<Move>>,
    ) -> Result<Option<Reason>, Halt> {
        let mut step = first;
        let mut taken = 0u32;
        let mut loops = 0u32;
        loop {
            taken += 1;
            spend(MOVE);
            self.set.counts.moves += 1;
            if let Some(record) = &mut record {
                record.push(step);
            }
            // Work is given for whole steps: a step that was given up would have to be taken again.
            if let Some(limit) = self.poll(stop) {
                return Err(Halt::Limit(limit));
            }
            // What is found when the part has no answers any more is taken back anyway. Who takes a
            // step again to see its moves needs all of them.
            if record.is_none() && self.is_late() {
                return Err(Halt::Limit(Limit::Work));
            }
            let flow = self.part.step(precision, step, &Siblings::NONE);
            match flow {
                Flow::On => {}
                Flow::Dead => return Ok(None),
                Flow::Cut(reason) => return Ok(Some(reason)),
                Flow::Split(states) => {
                    for (alternative, state) in (0u32..).zip(states) {
                        self.part.load(state);
                        let step = Step::Moves { first, count: taken, alternative };
                        found.push(self.arrive(step, precision, loops, stride)?);
                    }
                    return Ok(None);
                }
            }
            if self.how.granularity == Granularity::Edge {
                break;
            }
            match self.part.pause() {
                Pause::No => {}
                Pause::Must | Pause::Boundary => break,
                Pause::Join if self.at_joins => break,
                Pause::Join => {}
                Pause::LoopHead => {
                    loops += 1;
                    if self.at_joins || loops >= stride {
                        break;
                    }
                }
            }
            match self.moves() {
                Moves::One(only) => step = only,
                Moves::Only(list) if list.len() == 1 => step = list[0],
                _ => break,
            }
        }
        // A step that was ended by the distance alone may go farther the next time.
        let next_stride = if loops >= stride { stride + 1 } else { 1 };
        let step = Step::Moves { first, count: taken, alternative: 0 };
        found.push(self.arrive(step, precision, loops, next_stride)?);
        Ok(None)
    }

    /// Makes a successor of a state behind a block. The head of a loop may be there, where a state
    /// is adjusted as it would be behind moves.
    fn behind(&mut self, (state, precision): Point, step: Step) -> Successor {
        let mut point = (state, precision);
        if self.part.profile().adjusts {
            self.part.load(state);
            // What interrupts to adjust everything has no blocks.
            let (precision, _) = self.adjust(precision);
            point = (self.part.save(), precision);
        }
        let (state, precision) = point;
        Successor { state, precision, step, loops: 0, stride: 1, target: None }
    }

    /// Adjusts the state in hand to what was reached where it is.
    fn adjust(&mut self, precision: PrecisionId) -> (PrecisionId, Adjusted) {
        let partition = {
            let state = self.part.save();
            self.part.partition(state)
        };
        // A path that is followed on its own has no peers.
        let reached = Some(&self.set.reached).filter(|_| self.how.covering);
        let peers = |visit: &mut dyn FnMut(StateId) -> bool| {
            if let Some(reached) = reached {
                reached.peers(partition, visit);
            }
        };
        self.part.adjust(precision, &peers, &Siblings::NONE)
    }

    /// Makes a successor of the state in hand.
    fn arrive(&mut self, step: Step, precision: PrecisionId, loops: u32, stride: u32) -> Result<Successor, Halt> {
        spend(ARRIVE);
        self.part.settle(precision, &Siblings::NONE);
        let mut precision = precision;
        if self.part.profile().adjusts {
            let (new, adjusted) = self.adjust(precision);
            if let Adjusted::Interrupt(reason) = adjusted {
                return Err(Halt::Interrupt(reason));
            }
            precision = new;
        }
        let target = self.part.target();
        let state = self.part.save();
        Ok(Successor { state, precision, step, loops, stride, target })
    }

    /// The moves of a step from a state: it is taken again. `None` if it does not lead where it led
    /// before, which is a fault of a part, or if there was no time.
    pub(crate) fn retrace(
        &mut self,
        from: Point,
        stride: u32,
        first: Move,
        count: u32,
        stop: &Stop,
    ) -> Option<Vec<Move>> {
        self.part.load(from.0);
        let mut taken = Vec::new();
        self.follow(first, from.1, stride, stop, &mut Vec::new(), Some(&mut taken)).ok()?;
        (taken.len() == count as usize).then_some(taken)
    }
}
