//! Paths to nodes: the moves from the start of the program, through blocks where the way leads
//! through some.
//!
//! A step is not stored move by move: it is a function of the state and the precision that it
//! started from, and is taken again here. A step through a block is replaced by the path to its
//! exit in the set of the block, and so on; the same set, and the same node of it, may occur
//! several times on one path. A stack of its own takes the place of recursion.

use crate::explore::{Exploration, Explorer};
use crate::node::{NodeId, SetId, Step};
use crate::part::Part;
use crate::set::Set;
use adumbra_program::Move;
use adumbra_stop::Stop;

/// A node on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The set that it is in.
    pub set: SetId,
    /// The node.
    pub node: NodeId,
    /// The number of moves that lead to it from the start of the path.
    pub moves: usize,
}

/// A path to a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundPath {
    /// The moves.
    pub moves: Vec<Move>,
    /// The nodes on the way, the first and the last included. Where a block is entered, the node at
    /// its entry is followed by the root of its set; where it is left, the exit by the node behind.
    pub places: Vec<Place>,
}

/// A path with more moves is not looked for: a way through blocks can be as long as a tree of calls
/// has nodes.
const MOST_MOVES: usize = 2_000_000;

/// A set on the way, of which a part is still to go.
struct Leg {
    set: SetId,
    chain: Vec<NodeId>,
    /// How many nodes of the chain the path has.
    passed: usize,
    /// Was the step to the next node replaced by a path through a block?
    is_through: bool,
}

/// The path from the root of a set to one of its nodes. `None` if a step does not lead where it led
/// before, which is a fault of a part, or if there was no time.
pub fn path_to(
    part: &mut dyn Part,
    sets: &mut [Set],
    how: &Exploration,
    (set, node): (SetId, NodeId),
    stop: &Stop,
) -> Option<FoundPath> {
    let mut path = FoundPath::default();
    let mut legs = vec![Leg::new(&mut path, sets, set, node)?];
    while let Some(leg) = legs.last_mut() {
        if path.moves.len() > MOST_MOVES || stop.interrupted().is_some() {
            return None;
        }
        let Some(next) = leg.chain.get(leg.passed).copied() else {
            legs.pop();
            continue;
        };
        let set = sets.get_mut(leg.set as usize)?;
        let child = set.reached().node(next);
        match child.step {
            Step::Through { set: inner, exit } if !leg.is_through => {
                leg.is_through = true;
                let inside = Leg::new(&mut path, sets, inner, exit)?;
                legs.push(inside);
                continue;
            }
            Step::Start | Step::Through { .. } => {}
            Step::Moves { first, count: 1, .. } => path.moves.push(first),
            Step::Moves { first, count, .. } => {
                let (from, stride) = (child.taken_from, set.reached().node(child.parent).stride.max(1));
                path.moves.append(&mut Explorer::new(part, set, how).retrace(from, stride, first, count, stop)?);
            }
        }
        leg.is_through = false;
        leg.passed += 1;
        path.places.push(Place { set: leg.set, node: next, moves: path.moves.len() });
    }
    Some(path)
}

impl Leg {
    /// Begins at the root of a set.
    fn new(path: &mut FoundPath, sets: &[Set], set: SetId, node: NodeId) -> Option<Leg> {
        let chain = sets.get(set as usize)?.reached().ancestors(node);
        path.places.push(Place { set, node: chain[0], moves: path.moves.len() });
        Some(Leg { set, chain, passed: 1, is_through: false })
    }
}
