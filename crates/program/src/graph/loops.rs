//! Loops and how they are nested, for any graph.
//!
//! A loop is headed by the target of a back edge of a depth-first search and contains what reaches
//! the source of such an edge without leaving the head's subtree. In a reducible graph these are
//! the natural loops: the head dominates the loop. A loop that can be entered elsewhere than at its
//! head is called irreducible; which of its entries is the head depends on the search. The heads
//! are found from the deepest outward, and each loop found is collapsed into its head with
//! union-find (Tarjan, Havlak); edges that are no tree or back edges are looked at once, when the
//! search is back at the nearest common ancestor of their ends (Ramalingam), so that irreducible
//! loops cost no more.

use super::order::{DepthFirst, NONE};
use super::{Graph, ReversePostOrder};

/// The number of a loop in its forest; outer loops have smaller numbers than those inside them.
pub type LoopId = u32;

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The node by which it is entered, or one of them.
    pub head: u32,
    /// The loop directly around it.
    pub parent: Option<LoopId>,
    /// Number of loops around it, itself included.
    pub depth: u32,
    /// Can it be entered elsewhere than at its head?
    pub irreducible: bool,
}

/// The loops of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopForest {
    loops: Vec<Loop>,
    /// For each node the innermost loop that contains it; a head is in its own loop.
    innermost: Vec<u32>,
    /// For each loop one past the last loop inside it.
    end: Vec<u32>,
    order: ReversePostOrder,
}

impl LoopForest {
    /// Finds the loops of a graph.
    pub fn new(graph: &Graph) -> Self {
        let search = DepthFirst::new(graph);
        let (is_head, around) = nest(graph, &search);
        // Nodes in preorder, so that a loop comes before those inside it.
        let mut forest = LoopForest {
            loops: Vec::new(),
            innermost: vec![NONE; graph.len()],
            end: Vec::new(),
            order: ReversePostOrder::of(graph, search.postorder.clone()),
        };
        for (i, node) in search.preorder.iter().enumerate() {
            let outer = match around[i] {
                NONE => NONE,
                head => forest.innermost[search.preorder[head as usize] as usize],
            };
            forest.innermost[*node as usize] = outer;
            if is_head[i] {
                let parent = Some(outer).filter(|o| *o != NONE);
                let depth = parent.map_or(1, |p| forest.loops[p as usize].depth + 1);
                forest.innermost[*node as usize] = forest.loops.len() as u32;
                forest.loops.push(Loop { head: *node, parent, depth, irreducible: false });
            }
        }
        forest.renumber();
        forest.mark_irreducible(graph);
        forest
    }

    /// Numbers the loops in a preorder of the forest, so that the loops inside one follow it
    /// directly.
    fn renumber(&mut self) {
        let n = self.loops.len();
        let mut size = vec![1u32; n];
        for i in (0..n).rev() {
            if let Some(p) = self.loops[i].parent {
                size[p as usize] += size[i];
            }
        }
        let mut next_root = 0;
        // For each loop the number that its next inner loop gets.
        let mut next = vec![0u32; n];
        let mut number = vec![0u32; n];
        for i in 0..n {
            let slot = match self.loops[i].parent {
                Some(p) => &mut next[p as usize],
                None => &mut next_root,
            };
            number[i] = *slot;
            *slot += size[i];
            next[i] = number[i] + 1;
        }
        let mut renumbered = self.loops.clone();
        self.end = vec![0; n];
        for (i, l) in self.loops.iter().enumerate() {
            let to = number[i] as usize;
            renumbered[to] = Loop { parent: l.parent.map(|p| number[p as usize]), ..l.clone() };
            self.end[to] = number[i] + size[i];
        }
        self.loops = renumbered;
        for slot in &mut self.innermost {
            if *slot != NONE {
                *slot = number[*slot as usize];
            }
        }
    }

    fn mark_irreducible(&mut self, graph: &Graph) {
        for node in self.order.nodes() {
            for target in graph.successors(*node) {
                let mut entered = self.innermost(*target);
                while let Some(id) = entered
                    && !self.contains(id, *node)
                {
                    let entered_loop = &mut self.loops[id as usize];
                    entered_loop.irreducible |= entered_loop.head != *target;
                    entered = entered_loop.parent;
                }
            }
        }
    }

    /// Number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id as usize]
    }

    /// All loops, outer before inner.
    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        (0..).zip(&self.loops)
    }

    /// The innermost loop that contains a node.
    pub fn innermost(&self, node: u32) -> Option<LoopId> {
        Some(self.innermost[node as usize]).filter(|l| *l != NONE)
    }

    /// The loop that a node is the head of.
    pub fn headed_by(&self, node: u32) -> Option<LoopId> {
        self.innermost(node).filter(|l| self.get(*l).head == node)
    }

    /// Number of loops around a node.
    pub fn depth(&self, node: u32) -> u32 {
        self.innermost(node).map_or(0, |l| self.get(l).depth)
    }

    /// Does the loop contain the node?
    pub fn contains(&self, id: LoopId, node: u32) -> bool {
        self.innermost(node).is_some_and(|inner| id <= inner && inner < self.end[id as usize])
    }

    /// The order in which heads were chosen.
    pub fn order(&self) -> &ReversePostOrder {
        &self.order
    }
}

/// For each preorder number: does it head a loop, and the head of the innermost loop around it
/// (around its own loop, if it heads one) or `NONE`.
fn nest(graph: &Graph, search: &DepthFirst) -> (Vec<bool>, Vec<u32>) {
    let n = search.preorder.len();
    let mut is_head = vec![false; n];
    let mut around = vec![NONE; n];
    // Edges to be looked at as edges into the representative of their target, as linked lists.
    let mut incoming = Chains::new(n);
    // Edges that are neither tree nor back edges, by the nearest common ancestor of their ends.
    let mut deferred = Chains::new(n);
    let ancestors = Ancestors::new(&search.parent);
    for v in 0..n as u32 {
        for successor in graph.successors(search.preorder[v as usize]) {
            let w = search.number[*successor as usize];
            if !search.is_ancestor(w, v) && search.parent[w as usize] != v {
                deferred.push(ancestors.common(v, w), (v, w));
            }
        }
    }
    for w in 1..n as u32 {
        incoming.push(w, (search.parent[w as usize], w));
    }
    let mut union: Vec<u32> = (0..n as u32).collect();
    let mut in_loop = vec![NONE; n];
    for head in (0..n as u32).rev() {
        let mut at = deferred.first[head as usize];
        while at != NONE {
            let ((from, to), next) = deferred.entries[at as usize];
            incoming.push(find(&mut union, to), (from, to));
            at = next;
        }
        let mut work = Vec::new();
        for predecessor in graph.predecessors(search.preorder[head as usize]) {
            let v = search.number[*predecessor as usize];
            if v != NONE && search.is_ancestor(head, v) {
                is_head[head as usize] = true;
                enter(find(&mut union, v), head, &mut in_loop, &mut work);
            }
        }
        let mut i = 0;
        while let Some(member) = work.get(i).copied() {
            i += 1;
            let mut at = incoming.first[member as usize];
            while at != NONE {
                let ((from, _), next) = incoming.entries[at as usize];
                enter(find(&mut union, from), head, &mut in_loop, &mut work);
                at = next;
            }
        }
        for member in work {
            around[member as usize] = head;
            union[member as usize] = head;
        }
    }
    (is_head, around)
}

fn enter(node: u32, head: u32, in_loop: &mut [u32], work: &mut Vec<u32>) {
    if node != head && std::mem::replace(&mut in_loop[node as usize], head) != head {
        work.push(node);
    }
}

fn find(union: &mut [u32], mut node: u32) -> u32 {
    while union[node as usize] != node {
        let above = union[union[node as usize] as usize];
        union[node as usize] = above;
        node = above;
    }
    node
}

/// Growing lists of edges, one a node.
struct Chains {
    first: Vec<u32>,
    entries: Vec<((u32, u32), u32)>,
}

impl Chains {
    fn new(n: usize) -> Self {
        Chains { first: vec![NONE; n], entries: Vec::new() }
    }

    fn push(&mut self, key: u32, edge: (u32, u32)) {
        let next = std::mem::replace(&mut self.first[key as usize], self.entries.len() as u32);
        self.entries.push((edge, next));
    }
}

/// Nearest common ancestors in logarithmic time, by one long jump a node.
struct Ancestors<'a> {
    parent: &'a [u32],
    depth: Vec<u32>,
    jump: Vec<u32>,
}

impl<'a> Ancestors<'a> {
    /// `parent` gives for each number a smaller one, and 0 for 0.
    fn new(parent: &'a [u32]) -> Self {
        let mut depth = vec![0u32; parent.len()];
        let mut jump = vec![0u32; parent.len()];
        for v in 1..parent.len() {
            let p = parent[v] as usize;
            let (j, jj) = (jump[p] as usize, jump[jump[p] as usize]);
            depth[v] = depth[p] + 1;
            jump[v] = if depth[p] - depth[j] == depth[j] - depth[jj as usize] { jj } else { parent[v] };
        }
        Ancestors { parent, depth, jump }
    }

    fn common(&self, a: u32, b: u32) -> u32 {
        let (mut a, mut b) = (a as usize, b as usize);
        if self.depth[a] < self.depth[b] {
            std::mem::swap(&mut a, &mut b);
        }
        while self.depth[a] > self.depth[b] {
            let far = self.jump[a] as usize;
            a = if self.depth[far] >= self.depth[b] { far } else { self.parent[a] as usize };
        }
        while a != b {
            let (ja, jb) = (self.jump[a] as usize, self.jump[b] as usize);
            (a, b) = if ja != jb { (ja, jb) } else { (self.parent[a] as usize, self.parent[b] as usize) };
        }
        a as u32
    }
}
