//! A dependence graph by levels, for pictures of its shape.
//!
//! The levels of a breadth-first search say how far dependence reaches. From the criteria, level r
//! has what needs r dependences, and no fewer, to bear on them (forwards, to be borne on): a slice
//! that is deep has long chains of computation, one that is wide at once has a criterion that reads
//! much. From the entry of the program, the other way, come all nodes that can be executed, and
//! those of a slice can be seen among them.
//!
//! A search has one root. The criteria are several nodes, so their root is one of its own, the
//! question itself.

use super::lists::Lists;
use super::{Criterion, DependenceGraph, Slice};
use adumbra_program::*;

/// What a node is to a slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// It is what the slice is about.
    Criterion,
    /// It is in the slice.
    Inside,
    /// It is not.
    Outside,
    /// It stands for a part of memory, through which writers and readers depend on each other.
    Memory,
}

impl DependenceGraph {
    /// Level by level what the criteria depend on, or what depends on them. The first level is the
    /// question. Calls are not kept apart, so that with `context_sensitive` more is reached than
    /// what is in the slice.
    pub fn levels_from_criteria(
        &self,
        program: &Program,
        criteria: &[Criterion],
        forward: bool,
        slice: &Slice,
    ) -> Vec<Vec<Standing>> {
        let root = self.len() as u32;
        let start = self.start(program, criteria, forward);
        let readers = if forward { self.readers(program) } else { Lists::default() };
        let next = |node: u32| match node {
            _ if node == root => start.clone(),
            _ if forward => readers.get(node).to_vec(),
            _ => {
                let mut all = Vec::new();
                self.for_each(program, node, |_, other| all.push(other));
                all
            }
        };
        let levels = graph::levels(self.len() + 1, root, next);
        let about = Self::named(criteria);
        let standing = |node: u32| match node {
            _ if node == root => Standing::Criterion,
            _ => self.standing(node, &about, slice),
        };
        levels.rows().map(|row| row.iter().map(|node| standing(*node)).collect()).collect()
    }

    /// Level by level what depends on the entry of the program: all that may be executed.
    /// Everything in a function depends on its entry; here only what no branch decides about does
    /// so directly, so that depth tells how deep branches and calls are nested.
    pub fn levels_from_entry(&self, program: &Program, criteria: &[Criterion], slice: &Slice) -> Vec<Vec<Standing>> {
        let outermost = self.outermost(program);
        let mut pairs = Vec::new();
        for node in 0..self.len() as u32 {
            let nested = self.nodes.edge(node).filter(|e| !outermost[program.edges[*e].from.index()]);
            let entry = nested.map(|e| self.nodes.entry(program.function_of(program.edges[e].from)));
            self.for_each(program, node, |_, other| {
                if Some(other) != entry {
                    pairs.push((other, node));
                }
            });
        }
        let dependents = Lists::group(self.len(), pairs);
        let next = |node: u32| dependents.get(node).iter().copied();
        let levels = graph::levels(self.len(), self.nodes.entry(program.entry), next);
        let about = Self::named(criteria);
        levels.rows().map(|row| row.iter().map(|node| self.standing(*node, &about, slice)).collect()).collect()
    }

    /// The locations about which no branch decides but their own, and one at least of those that
    /// decide about each other.
    fn outermost(&self, program: &Program) -> Vec<bool> {
        let locations = || program.locations.keys();
        let decided = |at: Location| self.controllers(at).filter(move |by| *by != at);
        let pairs = locations().flat_map(|at| decided(at).map(move |by| (by.as_u32(), at.as_u32()))).collect();
        let nested = Lists::group(program.locations.len(), pairs);
        let mut outermost: Vec<bool> = locations().map(|at| decided(at).next().is_none()).collect();
        let mut seen = vec![false; program.locations.len()];
        let roots: Vec<Location> = locations().filter(|at| outermost[at.index()]).collect();
        for at in roots.into_iter().chain(locations()) {
            // Those that are left are in circles.
            outermost[at.index()] |= !seen[at.index()];
            let mut work = vec![at.as_u32()];
            while let Some(at) = work.pop() {
                if !std::mem::replace(&mut seen[at as usize], true) {
                    work.extend(nested.get(at));
                }
            }
        }
        outermost
    }

    /// The edges that criteria name.
    fn named(criteria: &[Criterion]) -> Slice {
        let edges = criteria.iter().filter_map(|c| match c {
            Criterion::Edge(edge) => Some(*edge),
            _ => None,
        });
        edges.collect()
    }

    fn standing(&self, node: u32, about: &Slice, slice: &Slice) -> Standing {
        match self.nodes.edge(node) {
            Some(edge) if about.contains(edge) => Standing::Criterion,
            Some(edge) if slice.contains(edge) => Standing::Inside,
            None if node as usize >= self.nodes.len() => Standing::Memory,
            None if slice.has_node(node) => Standing::Inside,
            _ => Standing::Outside,
        }
    }
}
