//! Which of the waiting states is explored next.

use crate::node::NodeId;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// An order of exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Traversal {
    /// The newest first.
    DepthFirst,
    /// The oldest first.
    BreadthFirst,
    /// By the location's number in reverse post-order, so that joins wait for all that flows into
    /// them.
    ReversePostorder,
    /// The deepest call first, so that calls are finished before their callers go on.
    CallDepth,
    /// The fewest loop iterations first.
    LoopIteration,
    /// A walk from the root that takes one of the open ways at random wherever there are several,
    /// by a seed. What is near the root and has few siblings comes sooner than what a loop makes
    /// many of.
    RandomPath(u64),
    /// What is nearest to something that was not explored yet, the newest first.
    Coverage,
    /// Several orders in turn, each as often as its weight says.
    Mix(Vec<(Traversal, u32)>),
}

impl Traversal {
    /// The names in configurations.
    pub const NAMES: [(&'static str, Traversal); 7] = [
        ("depth-first", Traversal::DepthFirst),
        ("breadth-first", Traversal::BreadthFirst),
        ("reverse-postorder", Traversal::ReversePostorder),
        ("call-depth", Traversal::CallDepth),
        ("loop-iteration", Traversal::LoopIteration),
        ("random-path", Traversal::RandomPath(0)),
        ("coverage", Traversal::Coverage),
    ];

    /// The same with this seed for what is random in it.
    pub fn seeded(self, seed: u64) -> Self {
        match self {
            Traversal::RandomPath(_) => Traversal::RandomPath(seed),
            Traversal::Mix(parts) => Traversal::Mix(parts.into_iter().map(|(t, w)| (t.seeded(seed), w)).collect()),
            other => other,
        }
    }

    /// Is there a part of it that fulfils a condition?
    pub(crate) fn has(&self, condition: &impl Fn(&Traversal) -> bool) -> bool {
        match self {
            Traversal::Mix(parts) => parts.iter().any(|(t, _)| t.has(condition)),
            one => condition(one),
        }
    }

    /// Reads a name, or a mix such as `depth-first:3+breadth-first:1`.
    pub fn parse(text: &str) -> Option<Self> {
        let one = |name: &str| Self::NAMES.iter().find(|(n, _)| *n == name.trim()).map(|(_, t)| t.clone());
        if !text.contains('+') && !text.contains(':') {
            return one(text);
        }
        let parts: Option<Vec<_>> = text
            .split('+')
            .map(|part| {
                let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
                let weight = weight.trim().parse().ok().filter(|w| (1..=1_000_000).contains(w))?;
                Some((one(name)?, weight))
            })
            .collect();
        Some(Traversal::Mix(parts?))
    }
}

/// What an order of exploration looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ranks {
    /// The location's number in reverse post-order.
    pub postorder: u32,
    /// The number of open calls.
    pub calls: u32,
    /// The number of loop heads that were passed on the way.
    pub loops: u32,
    /// How far it is to something that was not explored yet.
    pub uncovered: u32,
}

/// What is explored next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This state, if it still waits.
    Node(NodeId),
    /// What a random walk with this generator leads to.
    Walk(Dice),
}

/// Numbers from a seed (SplitMix64).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice(u64);

/// By how much the state of the generator grows for each number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Dice {
    /// A number below a bound that is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() >> 32).wrapping_mul(u64::from(bound)).wrapping_shr(32) as u32
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[derive(Clone)]
enum Queue {
    Stack(Vec<NodeId>),
    Fifo(VecDeque<NodeId>),
    Heap(BinaryHeap<Reverse<(u32, u32, u64, NodeId)>>),
    /// By distances that only grow: one that has grown since is found out when it is on top. Of
    /// equals the newest is first.
    Growing(BinaryHeap<(Reverse<u32>, u64, NodeId)>),
    /// Nothing is kept: the graph knows what waits.
    Walks(Dice),
    Mix(Vec<Turn>),
}

#[derive(Clone)]
struct Turn {
    queue: Queue,
    order: Traversal,
    weight: u32,
    /// How many turns are left in this round.
    left: u32,
}

/// The states that wait to be explored.
///
/// Removing a state from the middle would be slow. Whoever pops asks whether the state still waits,
/// and pops again if not; so a state may be in the list more often than it waits.
#[derive(Clone)]
pub struct Waitlist {
    queue: Queue,
    order: Traversal,
    pushed: u64,
}

impl Queue {
    fn new(order: &Traversal) -> Self {
        match order {
            Traversal::DepthFirst => Queue::Stack(Vec::new()),
            Traversal::BreadthFirst => Queue::Fifo(VecDeque::new()),
            Traversal::ReversePostorder | Traversal::CallDepth | Traversal::LoopIteration => {
                Queue::Heap(BinaryHeap::new())
            }
            Traversal::RandomPath(seed) => Queue::Walks(Dice(*seed)),
            Traversal::Coverage => Queue::Growing(BinaryHeap::new()),
            Traversal::Mix(parts) => Queue::Mix(
                parts
                    .iter()
                    .map(|(order, weight)| Turn {
                        queue: Queue::new(order),
                        order: order.clone(),
                        weight: *weight,
                        left: *weight,
                    })
                    .collect(),
            ),
        }
    }

    fn push(&mut self, order: &Traversal, node: NodeId, ranks: Ranks, number: u64) {
        match self {
            Queue::Stack(stack) => stack.push(node),
            Queue::Fifo(fifo) => fifo.push_back(node),
            Queue::Heap(heap) => {
                // A callee's locations come before those of its caller that follow the call.
                let (first, second) = match order {
                    Traversal::CallDepth => (u32::MAX - ranks.calls, 0),
                    Traversal::LoopIteration => (ranks.loops, ranks.postorder),
                    _ => (u32::MAX - ranks.calls, ranks.postorder),
                };
                heap.push(Reverse((first, second, number, node)));
            }
            Queue::Growing(heap) => heap.push((Reverse(ranks.uncovered), number, node)),
            Queue::Walks(_) => {}
            Queue::Mix(turns) => turns.iter_mut().for_each(|t| t.queue.push(&t.order, node, ranks, number)),
        }
    }

    /// Adds a state that was popped last: it comes before its equals, and a walk is made with the
    /// same numbers again.
    fn put_back(&mut self, order: &Traversal, node: NodeId, ranks: Ranks) {
        match self {
            Queue::Fifo(fifo) => fifo.push_front(node),
            Queue::Growing(_) => self.push(order, node, ranks, u64::MAX),
            Queue::Walks(dice) => dice.0 = dice.0.wrapping_sub(STEP),
            // Whose turn it was is not known any more; a walk goes on with other numbers.
            Queue::Mix(turns) => turns
                .iter_mut()
                .filter(|t| !matches!(t.queue, Queue::Walks(_)))
                .for_each(|t| t.queue.put_back(&t.order, node, ranks)),
            Queue::Stack(_) | Queue::Heap(_) => self.push(order, node, ranks, 0),
        }
    }

    fn pop(&mut self, uncovered: &dyn Fn(NodeId) -> u32) -> Option<Next> {
        let node = match self {
            Queue::Stack(stack) => stack.pop(),
            Queue::Fifo(fifo) => fifo.pop_front(),
            Queue::Heap(heap) => heap.pop().map(|Reverse((_, _, _, node))| node),
            Queue::Growing(heap) => loop {
                let Some((Reverse(distance), number, node)) = heap.pop() else { break None };
                let now = uncovered(node);
                if now <= distance {
                    break Some(node);
                }
                heap.push((Reverse(now), number, node));
            },
            Queue::Walks(dice) => return Some(Next::Walk(Dice(dice.next()))),
            Queue::Mix(turns) => {
                if turns.iter().all(|t| t.left == 0) {
                    turns.iter_mut().for_each(|t| t.left = t.weight);
                }
                let turn = turns.iter_mut().find(|t| t.left > 0)?;
                turn.left -= 1;
                let next = turn.queue.pop(uncovered);
                return next.or_else(|| turns.iter_mut().find_map(|t| t.queue.pop(uncovered)));
            }
        };
        node.map(Next::Node)
    }
}

impl Waitlist {
    /// An empty list.
    pub fn new(order: &Traversal) -> Self {
        Waitlist { queue: Queue::new(order), order: order.clone(), pushed: 0 }
    }

    /// Adds a state.
    pub fn push(&mut self, node: NodeId, ranks: Ranks) {
        self.pushed += 1;
        self.queue.push(&self.order, node, ranks, self.pushed);
    }

    /// Adds a state that was popped last, before its equals.
    pub fn put_back(&mut self, node: NodeId, ranks: Ranks) {
        self.queue.put_back(&self.order, node, ranks);
    }

    /// The next state; it may have stopped waiting since it was added. `uncovered` says how far a
    /// state is from something that was not explored yet, which is asked again since it may have
    /// become farther.
    pub fn pop(&mut self, uncovered: &dyn Fn(NodeId) -> u32) -> Option<Next> {
        self.queue.pop(uncovered)
    }
}
