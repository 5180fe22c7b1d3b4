//! The algorithm: reachability with adjustable precision.
//!
//! It takes a waiting node, computes its successors, adjusts their precision, merges them into what was reached, and keeps
//! those that nothing covers. It can be interrupted at any time and goes on later with the same result: a node whose
//! successors were not all computed waits again, and none of them was added.
//!
//! **A step goes as far as it is decided.** While only one move is possible, the step goes on; nodes arise where the way
//! is open, at targets, where a part asks for one, and at loop heads at growing distances. With
//! [`Granularity::Edge`] every move makes a node.

use crate::analysis::{Adjusted, Flow, Moves, Pause};
use crate::part::{Part, PrecisionId, StateId};
use crate::question::Siblings;
use crate::reached::{NewNode, NodeId, Reached, Status};
use crate::waitlist::Traversal;
use adumbra_program::Move;
use adumbra_stop::{Limit, Stop, spend};
use adumbra_verdict::{Reason, Target};
use rustc_hash::FxHashSet as HashSet;
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
    /// Are states that others cover left out? If not, nothing is merged either: the graph is the tree of all paths.
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

/// A successor of a node.
struct Successor {
    state: StateId,
    precision: PrecisionId,
    first: Move,
    moves: u32,
    alternative: u32,
    loops: u32,
    stride: u32,
    target: Option<Target>,
}

/// Nodes where executions end.
#[derive(Default)]
struct Ends {
    /// Those that nobody was told of yet, and nodes that they cover.
    found: Vec<NodeId>,
    /// Those that were expanded. A number may be that of another node by now; whoever is told of an end finds that out.
    known: HashSet<NodeId>,
}

/// Why the successors of a node are not known.
enum Halt {
    Limit(Limit),
    Interrupt(&'static str),
}

/// After how many moves the limits are looked at.
const POLL: u64 = 1024;

/// So many interruptions without any change are taken for one without end.
const MOST_IN_VAIN: u32 = 1000;

/// The work of a move, and of making a state of where it leads, besides what parts say of theirs.
const MOVE: u64 = 100;
const ARRIVE: u64 = 1_500;

/// An exploration of a program by a part.
pub struct Algorithm {
    part: Box<dyn Part>,
    exploration: Exploration,
    reached: Reached,
    counts: Counts,
    /// At which nodes the exploration was cut off, and why.
    cuts: Vec<(NodeId, Reason)>,
    /// Must nodes be made wherever edges meet, because parts merge?
    at_joins: bool,
    /// Targets that were reached and not yet told of.
    targets: Vec<NodeId>,
    /// Where executions end, if that is asked for.
    ends: Option<Ends>,
    /// The moves after which the clock is looked at next.
    next_poll: u64,
    /// The expansions at the last interruption by a part.
    resumed_at: Option<u64>,
    /// How many interruptions in a row changed nothing.
    in_vain: u32,
}

impl Algorithm {
    /// An exploration that has not begun.
    pub fn new(mut part: Box<dyn Part>, exploration: Exploration) -> Self {
        let reached = Reached::new(&mut *part, &exploration.traversal);
        let at_joins = exploration.covering && part.merges();
        Algorithm {
            part,
            exploration,
            reached,
            counts: Counts::default(),
            cuts: Vec::new(),
            at_joins,
            targets: Vec::new(),
            ends: None,
            next_poll: 0,
            resumed_at: None,
            in_vain: 0,
        }
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
        &self.reached
    }

    /// The graph and the part, to change both.
    pub fn graph(&mut self) -> (&mut Reached, &mut dyn Part) {
        (&mut self.reached, &mut *self.part)
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

    /// Forgets why the result is not complete, because all is computed anew.
    pub fn restart(&mut self, precision: PrecisionId) {
        self.cuts.clear();
        self.targets.clear();
        if let Some(ends) = &mut self.ends {
            *ends = Ends::default();
        }
        self.reached.restart(&mut *self.part, precision);
    }

    /// The nodes since the last call from which no move is possible, so that executions end, and those that such a node covers. They are
    /// noted from the first call on.
    pub fn take_ends(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.ends.get_or_insert_default().found)
    }

    /// Explores until nothing waits, a target is reached, or it is time to stop.
    pub fn run(&mut self, stop: &Stop) -> Ended {
        self.next_poll = 0;
        loop {
            while let Some(id) = self.targets.pop() {
                let node = self.reached.node(id);
                if node.target.is_some() && node.status == Status::Expanded {
                    return Ended::Target(id);
                }
            }
            if stop.is_done() {
                return Ended::Limit(Limit::Work);
            }
            if let Some(limit) = self.poll(stop) {
                return Ended::Limit(limit);
            }
            let Some(node) = self.reached.pop(&*self.part) else { return Ended::Fixpoint };
            let before = self.counts.moves;
            let found = match self.successors(node, stop) {
                Ok(found) => found,
                Err(halt) => {
                    // The step is taken again: its moves count once.
                    self.counts.moves = before;
                    self.reached.put_back(&*self.part, node);
                    return match halt {
                        Halt::Limit(limit) => Ended::Limit(limit),
                        Halt::Interrupt(reason) => Ended::Interrupted(reason),
                    };
                }
            };
            self.counts.expansions += 1;
            self.reached.prune(&*self.part, node, |first, alternative, state| {
                found.iter().any(|s| s.first == first && s.alternative == alternative && s.state == state)
            });
            self.reached.expanded(node);
            for successor in found {
                if let Some(id) = self.keep(node, successor)
                    && self.reached.node(id).target.is_some()
                {
                    self.targets.push(id);
                }
            }
        }
    }

    /// After an interruption: lets the part act on every state that waits, which may only stand for more afterwards. Says
    /// whether there is a reason to go on: `false` if the last interruptions changed nothing, and nothing was explored between.
    pub fn resume(&mut self) -> bool {
        self.counts.interruptions += 1;
        let mut progress = self.resumed_at.replace(self.counts.expansions) != Some(self.counts.expansions);
        for id in self.reached.waiting_nodes() {
            let (state, precision) = (self.reached.node(id).state, self.reached.node(id).precision);
            self.part.load(state);
            let new_precision = self.part.resume(precision);
            let new_state = self.part.save();
            if (new_state, new_precision) != (state, precision) {
                self.reached.weaken(&*self.part, id, new_state, new_precision);
                progress = true;
            }
        }
        self.in_vain = if progress { 0 } else { self.in_vain + 1 };
        self.in_vain < MOST_IN_VAIN
    }

    /// The next run ends at this target again.
    pub(crate) fn ask_again(&mut self, target: NodeId) {
        self.targets.push(target);
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

    /// Looks now and then whether it was interrupted.
    fn poll(&mut self, stop: &Stop) -> Option<Limit> {
        if self.counts.moves < self.next_poll {
            return None;
        }
        self.next_poll = self.counts.moves + POLL;
        stop.interrupted()
    }

    /// Merges a successor into what was reached, or adds it. Returns the node if it is a new one that nothing covers.
    fn keep(&mut self, parent: NodeId, successor: Successor) -> Option<NodeId> {
        let Successor { state, precision, first, moves, alternative, loops, stride, target } = successor;
        if self.reached.child(parent, first, alternative, state).is_some() {
            return None;
        }
        let new = NewNode { state, precision, parent, first: Some(first), moves, alternative, loops, stride, target };
        let mut weakened: SmallVec<[NodeId; 2]> = SmallVec::new();
        if target.is_none() && self.exploration.covering && self.part.merges() {
            for old in self.reached.partition(&*self.part, state) {
                let node = self.reached.node(old);
                if node.target.is_some() || node.status == Status::Removed {
                    continue;
                }
                let before = node.state;
                if let Some(merged) = self.part.merge(state, before, precision)
                    && merged != before
                {
                    self.counts.merges += 1;
                    weakened.push(old);
                    self.reached.replace(&mut *self.part, old, merged, precision);
                }
            }
        }
        let covering = if self.exploration.covering { self.reached.covering(&mut *self.part, state) } else { None };
        match covering {
            // A target that is passed over hides nothing that is none.
            Some(by) if target.is_none() && self.is_passed_over(by) => {
                let id = self.reached.add(&mut *self.part, new);
                self.reached.wait(&*self.part, id);
                self.reached.note_merged(id, &weakened);
                Some(id)
            }
            // A target that was given up does not hide another path to it.
            Some(by) if target.is_none() || self.reached.node(by).status == Status::GivenUp => {
                self.counts.covered += 1;
                let id = self.reached.add_covered(new, by);
                self.reached.note_merged(id, &weakened);
                if let Some(ends) = self.ends.as_mut().filter(|ends| ends.known.contains(&by)) {
                    ends.found.push(id);
                }
                None
            }
            _ => {
                let id = self.reached.add(&mut *self.part, new);
                if target.is_none() {
                    self.reached.wait(&*self.part, id);
                }
                self.reached.note_merged(id, &weakened);
                Some(id)
            }
        }
    }

    /// Is it a target that was neither excluded nor given up?
    fn is_passed_over(&self, node: NodeId) -> bool {
        let node = self.reached.node(node);
        node.target.is_some() && node.status == Status::Expanded
    }

    /// The moves from the state in hand, without those that a decided condition excludes.
    fn moves(&mut self) -> Moves {
        let moves = self.part.moves(&Siblings::NONE);
        moves.decided(|condition| self.part.decide(condition))
    }

    /// The successors of a node.
    fn successors(&mut self, node: NodeId, stop: &Stop) -> Result<Vec<Successor>, Halt> {
        let data = self.reached.node(node);
        let (state, precision, stride) = (data.state, data.precision, data.stride.max(1));
        self.part.load(state);
        self.cuts.retain(|(at, _)| *at != node);
        let mut found = Vec::new();
        let moves = self.moves().list().unwrap_or_default();
        if let (Some(ends), true) = (&mut self.ends, moves.is_empty())
            && ends.known.insert(node)
        {
            ends.found.push(node);
            ends.found.extend(self.reached.node(node).covering.iter().copied());
        }
        for (index, first) in moves.into_iter().enumerate() {
            if index > 0 {
                self.part.load(state);
            }
            if let Some(reason) = self.follow(first, precision, stride, stop, &mut found, None)? {
                self.cuts.push((node, reason));
            }
        }
        Ok(found)
    }

    /// Follows a move from the state in hand as far as the way is decided. Returns why it was cut off, if it was.
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
            self.counts.moves += 1;
            if let Some(record) = &mut record {
                record.push(step);
            }
            // Work is given for whole steps: a step that was given up would have to be taken again.
            if let Some(limit) = self.poll(stop) {
                return Err(Halt::Limit(limit));
            }
            let flow = self.part.step(precision, step, &Siblings::NONE);
            match flow {
                Flow::On => {}
                Flow::Dead => return Ok(None),
                Flow::Cut(reason) => return Ok(Some(reason)),
                Flow::Split(states) => {
                    for (alternative, state) in (0u32..).zip(states) {
                        self.part.load(state);
                        let next = Successor { alternative, ..self.arrive(first, precision, taken, loops, stride)? };
                        found.push(next);
                    }
                    return Ok(None);
                }
            }
            if self.exploration.granularity == Granularity::Edge {
                break;
            }
            match self.part.pause() {
                Pause::No => {}
                Pause::Must => break,
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
        let next = self.arrive(first, precision, taken, loops, next_stride)?;
        found.push(next);
        Ok(None)
    }

    /// Makes a successor of the state in hand.
    fn arrive(
        &mut self,
        first: Move,
        precision: PrecisionId,
        moves: u32,
        loops: u32,
        stride: u32,
    ) -> Result<Successor, Halt> {
        spend(ARRIVE);
        self.part.settle(precision, &Siblings::NONE);
        let mut precision = precision;
        if self.part.adjusts() {
            let partition = {
                let state = self.part.save();
                self.part.partition(state)
            };
            // A path that is followed on its own has no peers.
            let reached = Some(&self.reached).filter(|_| self.exploration.covering);
            let peers = |visit: &mut dyn FnMut(StateId) -> bool| {
                if let Some(reached) = reached {
                    reached.peers(partition, visit);
                }
            };
            let (new, adjusted) = self.part.adjust(precision, &peers);
            if let Adjusted::Interrupt(reason) = adjusted {
                return Err(Halt::Interrupt(reason));
            }
            precision = new;
        }
        let target = self.part.target();
        let state = self.part.save();
        Ok(Successor { state, precision, first, moves, alternative: 0, loops, stride, target })
    }

    /// The moves from the root to a node, and for each node on the way how many moves lead to it. `None` if a step does not
    /// lead where it led before, which is a fault of a part.
    pub fn path_to(&mut self, node: NodeId, stop: &Stop) -> Option<(Vec<Move>, Vec<usize>, Vec<NodeId>)> {
        let chain = self.reached.ancestors(node);
        let mut moves = Vec::new();
        let mut nodes = vec![0];
        for pair in chain.windows(2) {
            let child = self.reached.node(pair[1]);
            let (first, length, (state, precision)) = (child.first?, child.moves as usize, child.taken_from);
            if length == 1 {
                moves.push(first);
            } else {
                let stride = self.reached.node(pair[0]).stride.max(1);
                self.part.load(state);
                let mut taken = Vec::new();
                self.follow(first, precision, stride, stop, &mut Vec::new(), Some(&mut taken)).ok()?;
                if taken.len() != length {
                    return None;
                }
                moves.append(&mut taken);
            }
            nodes.push(moves.len());
        }
        Some((moves, nodes, chain))
    }
}
