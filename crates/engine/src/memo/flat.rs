//! What was reached by blocks as states of the whole program: one for each way into a block.

use super::{OUTERMOST, Pass, expanded};
use crate::block::BlockId;
use crate::node::{NodeId, SetId};
use crate::part::{Point, StateId};
use adumbra_stop::spend;
use std::sync::Arc;

/// The work of a state.
const FLATTEN: u64 = 2_000;

/// So often states are expanded at most: one that is deep inside is expanded for each block around.
const MOST_EXPANDED: usize = 30_000;

/// A way into a set: where blocks were entered, the outermost first, each with the point in the set
/// that enters it.
#[derive(Clone)]
struct Way {
    set: SetId,
    sets: Vec<SetId>,
    entered: Vec<(BlockId, Point)>,
}

/// Nodes of a set with their points.
type Nodes = Vec<(NodeId, Point)>;

impl Pass<'_> {
    /// The states of all nodes that count, as they are in the whole program, each with the set and
    /// the node. `None` if a block is used inside itself, or there are more than so many, or it
    /// would take too long.
    pub(crate) fn flattened(&mut self, most: usize) -> Option<Vec<(SetId, NodeId, StateId)>> {
        let planned = self.ways(most)?;
        let mut all = Vec::with_capacity(planned.iter().map(|(_, nodes)| nodes.len()).sum());
        for (way, nodes) in planned {
            for (id, point) in nodes {
                all.push((way.set, id, self.whole(&way, point).0));
            }
        }
        Some(all)
    }

    /// All ways into sets, with the nodes of these.
    fn ways(&self, most: usize) -> Option<Vec<(Way, Nodes)>> {
        let mut all = Vec::new();
        let (mut count, mut expanded) = (0, 0);
        let mut ways = vec![Way { set: OUTERMOST, sets: vec![OUTERMOST], entered: Vec::new() }];
        while let Some(way) = ways.pop() {
            let reached = self.sets[way.set as usize].reached();
            let nodes: Nodes = reached.reached().map(|(id, node)| (id, (node.state, node.precision))).collect();
            count += nodes.len();
            expanded += nodes.len() * way.entered.len();
            if count > most || expanded > MOST_EXPANDED {
                return None;
            }
            for (node, inner) in self.memo.uses(self.sets, way.set) {
                if way.sets.contains(&inner) {
                    return None;
                }
                let (block, _) = self.memo.key(inner)?;
                let node = reached.node(node);
                let mut longer = Way { set: inner, ..way.clone() };
                longer.sets.push(inner);
                longer.entered.push((block, (node.state, node.precision)));
                ways.push(longer);
            }
            if ways.len() > most {
                return None;
            }
            all.push((way, nodes));
        }
        Some(all)
    }

    /// A point of a set as it is in the whole program.
    fn whole(&mut self, way: &Way, point: Point) -> Point {
        let table = Arc::clone(&self.memo.table);
        way.entered.iter().rev().fold(point, |inner, (block, before)| {
            spend(FLATTEN);
            expanded(self.part, &table, *block, *before, inner)
        })
    }
}
