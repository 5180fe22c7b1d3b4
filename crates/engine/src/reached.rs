//! The reached set and the abstract reachability graph in one.
//!
//! A node is a state with a precision that was reached from another node by a *step*: one move, or
//! several where each but the first was the only one possible. The graph is a tree of steps with
//! links from covered nodes to those that cover them. Nodes that are neither covered nor removed
//! form the reached set; it is partitioned, so that looking for nodes that cover or merge costs no
//! more as the set grows.

mod merged;
mod walk;

use crate::abilities::{Coverage, Order};
use crate::node::{NodeId, Status, Step};
use crate::part::{Part, Point, PrecisionId, Rank, StateId};
use crate::waitlist::{Next, Ranks, Traversal, Waitlist};
use adumbra_stop::spend;
use adumbra_verdict::Target;
use merged::Merged;
use rustc_hash::FxHashMap as HashMap;
use smallvec::SmallVec;
use walk::uncovered;

/// The work of looking at a peer, and of comparing two states.
const PEER: u64 = 60;
const COMPARE: u64 = 200;

/// Where the nodes of a partition are.
#[derive(Clone, Default)]
struct Partition {
    nodes: Vec<NodeId>,
    /// A state for each of the first shapes that occurred, if the order is one of shapes.
    shapes: Vec<(u64, StateId)>,
}

/// States of other shapes than these do not cover anything but their equals. There may be as many
/// shapes as states, and looking at all of them would make every state cost as much as all before.
const MOST_SHAPES: usize = 24;

/// A node of the graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// The state.
    pub state: StateId,
    /// The precision with which the state was computed and with which its successors are.
    pub precision: PrecisionId,
    /// What has become of it.
    pub status: Status,
    /// The node from which it was reached; its own number for the root.
    pub parent: NodeId,
    /// How it was reached from there.
    pub step: Step,
    /// The parent's state and precision when the step was taken; a merge or a refinement may have
    /// changed them since.
    pub taken_from: (StateId, PrecisionId),
    /// How many loop heads were passed on the way from the root.
    pub loops: u32,
    /// How many loop heads the next step may pass before it must make a node.
    pub stride: u32,
    /// The target that it is.
    pub target: Option<Target>,
    /// The nodes that were reached from it.
    pub children: SmallVec<[NodeId; 2]>,
    /// The nodes that it covers.
    pub covering: SmallVec<[NodeId; 1]>,
    /// Is it explored again because of a refinement?
    pub revisited: bool,
    /// How often a merge replaced its state by a weaker one; if ever, the step from the parent is
    /// not the only way to it.
    pub replaced: u32,
    partition: u64,
    /// Its place in the partition.
    slot: u32,
    /// For random walks: how many of its children have something below them that waits, or wait,
    /// and one more if it waits itself.
    open: u32,
}

/// The graph.
#[derive(Clone)]
pub struct Reached {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// Do nodes that are removed keep their numbers, because others speak of them?
    keeps_numbers: bool,
    partitions: HashMap<u64, Partition>,
    /// The node in the reached set that has a state.
    by_state: HashMap<StateId, NodeId>,
    waitlist: Waitlist,
    order: Traversal,
    /// Does the order ask for random walks, and for what is not covered yet?
    by_walks: bool,
    by_coverage: bool,
    merged: Merged,
    live: usize,
    waiting: usize,
}

/// Everything that makes a new node.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// The state.
    pub state: StateId,
    /// The precision.
    pub precision: PrecisionId,
    /// The node from which it is reached.
    pub parent: NodeId,
    /// How it is reached from there.
    pub step: Step,
    /// How many loop heads the step passed.
    pub loops: u32,
    /// How many loop heads the next step may pass.
    pub stride: u32,
    /// The target that it is.
    pub target: Option<Target>,
}

impl Reached {
    /// A graph that has only a root, which waits.
    pub fn new(part: &mut dyn Part, order: &Traversal, (state, precision): Point) -> Self {
        let mut reached = Self::empty(order);
        reached.start(part, state, precision);
        reached
    }

    fn empty(order: &Traversal) -> Self {
        Reached {
            nodes: Vec::new(),
            free: Vec::new(),
            keeps_numbers: false,
            partitions: HashMap::default(),
            by_state: HashMap::default(),
            waitlist: Waitlist::new(order),
            order: order.clone(),
            by_walks: order.has(&|t| matches!(t, Traversal::RandomPath(_))),
            by_coverage: order.has(&|t| *t == Traversal::Coverage),
            merged: Merged::default(),
            live: 0,
            waiting: 0,
        }
    }

    fn start(&mut self, part: &mut dyn Part, state: StateId, precision: PrecisionId) {
        let root = NewNode { state, precision, parent: 0, step: Step::Start, loops: 0, stride: 1, target: None };
        let id = self.add(part, root);
        self.wait(part, id);
    }

    /// The same where nodes that are removed keep their numbers.
    pub(crate) fn keeping_numbers(mut self) -> Self {
        self.keeps_numbers = true;
        self
    }

    /// Removes everything.
    pub(crate) fn forget(&mut self) {
        *self = Reached { keeps_numbers: self.keeps_numbers, ..Self::empty(&self.order) };
    }

    /// Removes everything but the root, which waits with another precision.
    pub fn restart(&mut self, part: &mut dyn Part, precision: PrecisionId) {
        let state = self.nodes[0].state;
        self.forget();
        self.start(part, state, precision);
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// All nodes of the graph, covered ones included.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0u32..).zip(&self.nodes).filter(|(_, n)| n.status != Status::Removed)
    }

    /// All nodes by their numbers, with those that were removed.
    pub(crate) fn table(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes of the reached set.
    pub fn reached(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes().filter(|(_, n)| !matches!(n.status, Status::Covered(_)))
    }

    /// How many nodes the reached set has.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Is there nothing but the root?
    pub fn is_empty(&self) -> bool {
        self.live <= 1
    }

    /// How many nodes wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    fn ranks(&self, part: &dyn Part, id: NodeId) -> Ranks {
        let node = self.node(id);
        match self.order {
            Traversal::DepthFirst | Traversal::BreadthFirst | Traversal::RandomPath(_) => Ranks::default(),
            _ => Ranks {
                postorder: part.rank(node.state, Rank::ReversePostorder).unwrap_or(0),
                calls: part.rank(node.state, Rank::CallDepth).unwrap_or(0),
                loops: node.loops,
                uncovered: if self.by_coverage { uncovered(&self.nodes, part, id) } else { 0 },
            },
        }
    }

    /// Lets a node wait.
    pub fn wait(&mut self, part: &dyn Part, id: NodeId) {
        if self.nodes[id as usize].status != Status::Waiting {
            self.waiting += 1;
            self.note_open(id, true);
        }
        self.nodes[id as usize].status = Status::Waiting;
        let ranks = self.ranks(part, id);
        self.waitlist.push(id, ranks);
    }

    /// Lets a node that was popped last wait again, before all others where the order allows it.
    pub fn put_back(&mut self, part: &dyn Part, id: NodeId) {
        let ranks = self.ranks(part, id);
        self.waitlist.put_back(id, ranks);
    }

    /// The nodes that wait.
    pub fn waiting_nodes(&self) -> Vec<NodeId> {
        self.nodes().filter(|(_, node)| node.status == Status::Waiting).map(|(id, _)| id).collect()
    }

    /// The next node that waits.
    pub fn pop(&mut self, part: &dyn Part) -> Option<NodeId> {
        loop {
            let nodes = &self.nodes;
            match self.waitlist.pop(&|id| uncovered(nodes, part, id))? {
                Next::Node(id) if self.nodes[id as usize].status == Status::Waiting => return Some(id),
                Next::Node(_) => {}
                Next::Walk(dice) => return self.walk(dice),
            }
        }
    }

    /// Notes that a node's successors are known.
    pub fn expanded(&mut self, id: NodeId) {
        self.set_status(id, Status::Expanded);
    }

    /// Notes that a node is at the entry of a block.
    pub(crate) fn enters(&mut self, id: NodeId) {
        self.set_status(id, Status::Inside);
    }

    /// Notes that a node is at an exit of the block that the set explores.
    pub(crate) fn leaves(&mut self, id: NodeId) {
        self.set_status(id, Status::Left);
    }

    /// The successors of a node are compared with those of before, when it gets new ones.
    pub(crate) fn look_again(&mut self, id: NodeId) {
        self.nodes[id as usize].revisited = true;
    }

    /// Is it the root?
    pub fn is_root(&self, id: NodeId) -> bool {
        self.nodes[id as usize].step == Step::Start
    }

    /// Gives a target up.
    pub fn give_up(&mut self, id: NodeId) {
        self.set_status(id, Status::GivenUp);
    }

    fn set_status(&mut self, id: NodeId, status: Status) {
        if self.nodes[id as usize].status == Status::Waiting && status != Status::Waiting {
            self.waiting -= 1;
            self.note_open(id, false);
        }
        self.nodes[id as usize].status = status;
    }

    /// Adds a node to the graph and to the reached set. It does not wait yet.
    pub fn add(&mut self, part: &mut dyn Part, new: NewNode) -> NodeId {
        let partition = part.partition(new.state);
        let id = self.insert(&new, partition, Status::Expanded);
        self.join_partition(part, id, partition);
        self.live += 1;
        id
    }

    fn join_partition(&mut self, part: &dyn Part, id: NodeId, partition: u64) {
        let state = self.nodes[id as usize].state;
        let place = self.partitions.entry(partition).or_default();
        self.nodes[id as usize].partition = partition;
        self.nodes[id as usize].slot = place.nodes.len() as u32;
        place.nodes.push(id);
        if part.profile().order == Order::Shaped {
            let shape = part.shape(state);
            if place.shapes.len() < MOST_SHAPES && !place.shapes.iter().any(|(s, _)| *s == shape) {
                place.shapes.push((shape, state));
            }
        }
        self.by_state.entry(state).or_insert(id);
    }

    /// Adds a node that another one covers.
    pub fn add_covered(&mut self, new: NewNode, by: NodeId) -> NodeId {
        let id = self.insert(&new, 0, Status::Covered(by));
        self.nodes[by as usize].covering.push(id);
        id
    }

    fn insert(&mut self, new: &NewNode, partition: u64, status: Status) -> NodeId {
        let parent = self.nodes.get(new.parent as usize);
        let loops = parent.map_or(0, |p| p.loops) + new.loops;
        let taken_from = parent.map_or((new.state, new.precision), |p| (p.state, p.precision));
        let node = Node {
            state: new.state,
            precision: new.precision,
            status,
            parent: new.parent,
            step: new.step,
            taken_from,
            loops,
            stride: new.stride,
            target: new.target,
            children: SmallVec::new(),
            covering: SmallVec::new(),
            revisited: false,
            replaced: 0,
            partition,
            slot: 0,
            open: 0,
        };
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as NodeId
            }
        };
        if id != new.parent {
            self.nodes[new.parent as usize].children.push(id);
        }
        id
    }

    /// The child of a node that a step leads to, if it is in the graph already.
    pub fn child(&self, parent: NodeId, step: Step, state: StateId) -> Option<NodeId> {
        let same = |id: &&NodeId| {
            let child = &self.nodes[**id as usize];
            child.step.is_as(&step) && child.state == state
        };
        self.nodes[parent as usize].children.iter().find(same).copied()
    }

    /// A node that covers a state.
    pub fn covering(&self, part: &mut dyn Part, state: StateId) -> Option<NodeId> {
        if let Some(node) = self.by_state.get(&state) {
            return Some(*node);
        }
        if part.profile().order == Order::Flat {
            return None;
        }
        let partition = self.partitions.get(&part.partition(state))?;
        if part.profile().stop == Coverage::Join {
            let states: Vec<StateId> = partition.nodes.iter().map(|n| self.nodes[*n as usize].state).collect();
            return part.covered_by_join(state, &states).then(|| partition.nodes[0]);
        }
        if part.profile().order == Order::Shaped {
            let own = part.shape(state);
            for (_, example) in partition.shapes.iter().filter(|(s, _)| *s != own) {
                spend(COMPARE);
                if let Some(general) = part.project(state, *example)
                    && let Some(node) = self.by_state.get(&general)
                {
                    return Some(*node);
                }
            }
            return None;
        }
        partition.nodes.iter().copied().find(|n| {
            spend(COMPARE);
            part.covers(self.nodes[*n as usize].state, state)
        })
    }

    /// Calls `visit` with the states of a partition until it says no.
    pub fn peers(&self, partition: u64, visit: &mut dyn FnMut(StateId) -> bool) {
        if let Some(place) = self.partitions.get(&partition) {
            for node in &place.nodes {
                spend(PEER);
                if !visit(self.nodes[*node as usize].state) {
                    return;
                }
            }
        }
    }

    /// The nodes of a state's partition.
    pub fn partition(&self, part: &dyn Part, state: StateId) -> SmallVec<[NodeId; 8]> {
        self.partitions.get(&part.partition(state)).map(|p| p.nodes.iter().copied().collect()).unwrap_or_default()
    }

    /// Replaces the state of a node by a weaker one, and lets it wait.
    pub fn replace(&mut self, part: &mut dyn Part, id: NodeId, state: StateId, precision: PrecisionId) {
        self.leave_partition(id);
        let partition = part.partition(state);
        let node = &mut self.nodes[id as usize];
        node.state = state;
        node.precision = precision;
        node.replaced = node.replaced.saturating_add(1);
        self.join_partition(part, id, partition);
        self.wait(part, id);
    }

    /// A node that waits stands for more, or is explored with another precision.
    pub fn weaken(&mut self, part: &dyn Part, id: NodeId, state: StateId, precision: PrecisionId) {
        self.nodes[id as usize].precision = precision;
        if self.nodes[id as usize].state != state {
            self.leave_partition(id);
            self.nodes[id as usize].state = state;
            self.join_partition(part, id, part.partition(state));
        }
    }

    /// Notes that a node was merged into others.
    pub(crate) fn note_merged(&mut self, id: NodeId, into: &[NodeId]) {
        into.iter().for_each(|old| self.merged.add(id, *old));
    }

    /// The nodes that a node was merged into when it was reached: they stand for (some of) what it
    /// stands for since.
    pub fn merged_into(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.merged.of(id)
    }

    fn leave_partition(&mut self, id: NodeId) {
        let node = &self.nodes[id as usize];
        let (partition, state, slot) = (node.partition, node.state, node.slot as usize);
        if self.by_state.get(&state) == Some(&id) {
            self.by_state.remove(&state);
        }
        if let Some(place) = self.partitions.get_mut(&partition) {
            place.nodes.swap_remove(slot);
            if let Some(moved) = place.nodes.get(slot) {
                self.nodes[*moved as usize].slot = slot as u32;
            }
        }
    }

    /// Removes a node and everything that was reached through it. What elsewhere was covered from
    /// there is computed again, with a precision.
    pub fn remove(&mut self, part: &dyn Part, top: NodeId, precision: PrecisionId) {
        let mut subtree = vec![top];
        let mut next = 0;
        while next < subtree.len() {
            subtree.extend(self.nodes[subtree[next] as usize].children.iter().copied());
            next += 1;
        }
        let mut uncovered = Vec::new();
        for id in &subtree {
            let status = self.nodes[*id as usize].status;
            match status {
                Status::Covered(by) => self.nodes[by as usize].covering.retain(|n| n != id),
                _ => {
                    self.leave_partition(*id);
                    self.live -= 1;
                }
            }
            let node = &mut self.nodes[*id as usize];
            uncovered.append(&mut node.covering.to_vec());
            node.covering.clear();
            node.children.clear();
            self.merged.forget(*id);
            self.set_status(*id, Status::Removed);
        }
        let parent = self.nodes[top as usize].parent;
        self.nodes[parent as usize].children.retain(|n| *n != top);
        for id in uncovered {
            if self.nodes[id as usize].status == Status::Removed {
                continue;
            }
            // Its state may be older than the precision that is wanted now, so its parent computes
            // it again.
            let parent = self.nodes[id as usize].parent;
            self.nodes[parent as usize].children.retain(|n| *n != id);
            self.set_status(id, Status::Removed);
            self.merged.forget(id);
            self.revisit(part, parent, precision);
            subtree.push(id);
        }
        if !self.keeps_numbers {
            self.free.extend(subtree);
        }
    }

    /// Removes everything that was reached from a node, which is explored again with another
    /// precision.
    pub(crate) fn explore_anew(&mut self, part: &dyn Part, id: NodeId, precision: PrecisionId) {
        self.remove_children(part, id, precision);
        self.revisit(part, id, precision);
    }

    /// What was reached from a node that is explored again goes before its successors are known.
    pub(crate) fn forsake(&mut self, part: &dyn Part, id: NodeId) {
        if std::mem::take(&mut self.nodes[id as usize].revisited) {
            self.remove_children(part, id, self.nodes[id as usize].precision);
        }
    }

    fn remove_children(&mut self, part: &dyn Part, id: NodeId, precision: PrecisionId) {
        for child in self.nodes[id as usize].children.clone() {
            // Some go with others.
            let node = &self.nodes[child as usize];
            if node.status != Status::Removed && node.parent == id {
                self.remove(part, child, precision);
            }
        }
    }

    /// The precision of a node is replaced, and it waits.
    pub fn revisit(&mut self, part: &dyn Part, id: NodeId, precision: PrecisionId) {
        self.nodes[id as usize].precision = precision;
        self.nodes[id as usize].revisited = true;
        self.wait(part, id);
    }

    /// Before a node that is explored again gets its new successors: removes those of before that
    /// are none any more. `is_kept` is told the step and the state of each.
    pub fn prune(&mut self, part: &dyn Part, id: NodeId, is_kept: impl Fn(&Step, StateId) -> bool) {
        if !std::mem::take(&mut self.nodes[id as usize].revisited) {
            return;
        }
        let precision = self.nodes[id as usize].precision;
        for child in self.nodes[id as usize].children.clone() {
            let node = &self.nodes[child as usize];
            if node.status != Status::Removed && node.parent == id && !is_kept(&node.step, node.state) {
                self.remove(part, child, precision);
            }
        }
    }

    /// All nodes that wait get another precision.
    pub fn set_waiting_precision(&mut self, precision: PrecisionId) {
        for node in self.nodes.iter_mut().filter(|n| n.status == Status::Waiting) {
            node.precision = precision;
        }
    }

    /// The nodes from the root to a node.
    pub fn ancestors(&self, id: NodeId) -> Vec<NodeId> {
        let mut chain = vec![id];
        let mut at = id;
        while self.nodes[at as usize].parent != at {
            at = self.nodes[at as usize].parent;
            chain.push(at);
        }
        chain.reverse();
        chain
    }
}
