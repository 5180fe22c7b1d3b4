//! Nodes by their distance from a root: one breadth-first search.

/// The nodes that a root reaches, by level: the length of a shortest path from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// In the order of the search.
    nodes: Vec<u32>,
    /// Where each level ends in `nodes`.
    ends: Vec<usize>,
}

/// The levels of a graph with nodes `0..len`. Successors that are no nodes are left out.
pub fn levels<S>(len: usize, root: u32, successors: impl Fn(u32) -> S) -> Levels
where
    S: IntoIterator<Item = u32>,
{
    let mut seen = vec![false; len];
    let mut levels = Levels { nodes: Vec::new(), ends: Vec::new() };
    let mut visit = |node: u32, nodes: &mut Vec<u32>| {
        if let Some(seen @ false) = seen.get_mut(node as usize) {
            *seen = true;
            nodes.push(node);
        }
    };
    visit(root, &mut levels.nodes);
    let mut next = 0;
    while next < levels.nodes.len() {
        let end = levels.nodes.len();
        levels.ends.push(end);
        while next < end {
            for successor in successors(levels.nodes[next]) {
                visit(successor, &mut levels.nodes);
            }
            next += 1;
        }
    }
    levels
}

impl Levels {
    /// The nodes of each level, the root's first.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.ends.iter().enumerate().map(|(level, end)| {
            let start = if level == 0 { 0 } else { self.ends[level - 1] };
            &self.nodes[start..*end]
        })
    }
}
