//! Slices: what criteria depend on, or what depends on them.

use super::lists::Lists;
use super::registers::reaching;
use super::{Criterion, DependenceGraph, Way};
use adumbra_program::*;
use cranelift_entity::EntityRef;

/// A set of edges.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Slice {
    words: Vec<u64>,
    len: usize,
    /// The nodes, of which an edge may have several.
    nodes: Vec<u64>,
}

impl Slice {
    /// Is an edge in the slice?
    pub fn contains(&self, edge: Edge) -> bool {
        let i = edge.index();
        self.words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is no edge in it?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The edges, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let bits = |word: u64| (0..64).filter(move |b| word >> b & 1 == 1);
        self.words.iter().enumerate().flat_map(move |(i, word)| bits(*word).map(move |b| Edge::new(64 * i + b)))
    }

    /// How many edges of the program do something, and how many of them are in the slice. Jumps do
    /// nothing by themselves: they are the shape of the automata, which a slice leaves as it is.
    pub fn share(&self, program: &Program) -> (usize, usize) {
        let is_jump = |op: &Op| match op {
            Op::Nop => true,
            Op::Return { values } => values.is_empty(),
            _ => false,
        };
        let (mut kept, mut all) = (0, 0);
        for (edge, _) in program.edges.iter().filter(|(_, data)| !is_jump(&data.op)) {
            all += 1;
            kept += usize::from(self.contains(edge));
        }
        (kept, all)
    }

    /// Is a node of the graph in the slice? Of edges that were added by themselves, none is.
    pub(super) fn has_node(&self, node: u32) -> bool {
        self.nodes.get(node as usize / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }

    /// Adds an edge; was it not there?
    pub fn insert(&mut self, edge: Edge) -> bool {
        let i = edge.index();
        if i / 64 >= self.words.len() {
            self.words.resize(i / 64 + 1, 0);
        }
        let word = &mut self.words[i / 64];
        let new = *word >> (i % 64) & 1 == 0;
        *word |= 1 << (i % 64);
        self.len += usize::from(new);
        new
    }

    /// Adds all edges of another slice.
    pub fn union(&mut self, other: &Slice) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (to, from) in self.words.iter_mut().zip(&other.words) {
            *to |= from;
        }
        self.len = self.words.iter().map(|word| word.count_ones() as usize).sum();
        if self.nodes.len() < other.nodes.len() {
            self.nodes.resize(other.nodes.len(), 0);
        }
        for (to, from) in self.nodes.iter_mut().zip(&other.nodes) {
            *to |= from;
        }
    }
}

impl FromIterator<Edge> for Slice {
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Slice {
        let mut slice = Slice::default();
        edges.into_iter().for_each(|edge| _ = slice.insert(edge));
        slice
    }
}

impl DependenceGraph {
    /// The backward slice: all that the criteria depend on.
    pub fn slice(&self, program: &Program, criteria: &[Criterion]) -> Slice {
        let two = self.options.context_sensitive;
        // By phase: going up is allowed in the first only.
        let mut seen = [vec![false; self.len()], vec![false; if two { self.len() } else { 0 }]];
        let mut work: Vec<(u32, usize)> = self.start(program, criteria, false).into_iter().map(|n| (n, 0)).collect();
        while let Some((node, phase)) = work.pop() {
            // What was seen in the first phase is seen in the second.
            if seen[0][node as usize] || phase == 1 && seen[1][node as usize] {
                continue;
            }
            seen[phase][node as usize] = true;
            self.for_each(program, node, |way, other| match way {
                Way::Local => work.push((other, phase)),
                Way::Memory => work.push((other, 0)),
                Way::Up if phase == 1 => {}
                Way::Up => work.push((other, 0)),
                Way::Down => work.push((other, usize::from(two))),
            });
        }
        let mut slice = self.collect(|n| seen.iter().any(|s| s.get(n as usize).copied().unwrap_or(false)));
        slice.edges_of(criteria);
        slice
    }

    /// The forward slice: all that depends on the criteria. Contexts are not kept apart.
    pub fn forward(&self, program: &Program, criteria: &[Criterion]) -> Slice {
        let readers = self.readers(program);
        let mut seen = vec![false; self.len()];
        let mut work = self.start(program, criteria, true);
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                work.extend(readers.get(node));
            }
        }
        let mut slice = self.collect(|n| seen[n as usize]);
        slice.edges_of(criteria);
        slice
    }

    /// For each node those that depend on it.
    pub(super) fn readers(&self, program: &Program) -> Lists {
        let mut pairs = Vec::new();
        for node in 0..self.len() as u32 {
            self.for_each(program, node, |_, other| pairs.push((other, node)));
        }
        Lists::group(self.len(), pairs)
    }

    fn collect(&self, contains: impl Fn(u32) -> bool) -> Slice {
        let mut slice: Slice =
            (0..self.nodes.len() as u32).filter(|n| contains(*n)).filter_map(|n| self.nodes.edge(n)).collect();
        slice.nodes = vec![0; self.nodes.len().div_ceil(64)];
        for node in (0..self.nodes.len()).filter(|n| contains(*n as u32)) {
            slice.nodes[node / 64] |= 1 << (node % 64);
        }
        slice
    }

    /// The registers all of whose definitions are in a slice, in ascending order. Whoever executes
    /// the slice alone has the right values in them; in others there may be old ones.
    pub fn complete_registers(&self, program: &Program, slice: &Slice) -> Vec<Register> {
        let contains = |n: u32| slice.has_node(n);
        let mut complete = vec![true; program.registers.len()];
        for edge in program.edges.keys() {
            self.nodes.for_each_definition(program, edge, |r, node| complete[r.index()] &= contains(node));
        }
        for (function, _, body) in program.defined_functions() {
            for (i, register) in body.parameters.iter().enumerate() {
                complete[register.index()] &= contains(self.nodes.formal_in(function, i));
            }
        }
        program.registers.keys().filter(|r| complete[r.index()]).collect()
    }

    /// What may write a region of memory, ends of lives aside.
    pub fn writers(&self, region: crate::RegionId) -> impl Iterator<Item = Edge> + '_ {
        self.writers.get(region.as_u32()).iter().filter_map(|n| self.nodes.edge(*n))
    }

    /// The nodes of criteria. Forwards, a location itself is nothing that others depend on.
    pub(super) fn start(&self, program: &Program, criteria: &[Criterion], forward: bool) -> Vec<u32> {
        let mut start = Vec::new();
        for criterion in criteria {
            let at = match criterion {
                Criterion::Edge(edge) => {
                    start.extend(self.nodes.of(*edge));
                    continue;
                }
                Criterion::Values { at, registers } => {
                    registers.iter().for_each(|r| start.extend(reaching(program, &self.nodes, *r, *at)));
                    *at
                }
                Criterion::Memory { at, regions } => {
                    regions.iter().for_each(|r| start.extend(self.writers.get(r.as_u32())));
                    *at
                }
                Criterion::Location(at) => *at,
            };
            if !forward {
                self.for_each_controller(program, at, |node| start.push(node));
            }
        }
        start
    }
}

impl Slice {
    /// Adds the edges that criteria name.
    fn edges_of(&mut self, criteria: &[Criterion]) {
        for criterion in criteria {
            if let Criterion::Edge(edge) = criterion {
                self.insert(*edge);
            }
        }
    }
}
