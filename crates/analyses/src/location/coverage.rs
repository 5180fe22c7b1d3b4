//! Which locations were explored, and how far each is from one that was not.
//!
//! Distances are those in the automata, where a call leads both into the function and behind the
//! call, and the end of a function behind every call of it. They only grow as more is explored. So
//! what was found once is right as long as the location that it leads to is not explored; only then
//! it is looked for again, from there, and from where nothing was found nothing ever will be.

use adumbra_program::graph::Graph;
use adumbra_program::*;
use std::cell::RefCell;

/// What was explored of a program.
pub(super) struct Coverage {
    covered: Vec<bool>,
    /// Made when it is first asked for.
    search: RefCell<Option<Search>>,
}

/// The nearest location that was not explored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nearest {
    Unknown,
    /// This one, so far away; right as long as it is not explored.
    At(u32, u32),
    /// There is none, and will be none.
    Never,
}

/// The search for it in a graph of locations.
pub struct Search {
    graph: Graph,
    nearest: Vec<Nearest>,
    /// The search in which a location was last visited.
    visited: Vec<u32>,
    number: u32,
}

/// With more pairs of indirect calls and functions than this, what such calls enter is not looked
/// at.
const MOST_PAIRS: usize = 100_000;

fn graph(program: &Program) -> Graph {
    let called: Vec<Function> = program.functions.iter().filter(|(_, f)| f.address_taken).map(|(id, _)| id).collect();
    let is_indirect = |e: &&EdgeData| matches!(e.op, Op::Call { callee: Callee::Indirect(_), .. });
    let few = program.edges.values().filter(is_indirect).count() * called.len() <= MOST_PAIRS;
    let mut edges = Vec::new();
    for edge in program.edges.values() {
        edges.push((edge.from.as_u32(), edge.to.as_u32()));
        let callees = match &edge.op {
            Op::Call { callee: Callee::Direct(callee), .. } => std::slice::from_ref(callee),
            Op::Call { callee: Callee::Indirect(_), .. } if few => &called,
            _ => &[],
        };
        for body in callees.iter().filter_map(|callee| program.body(*callee)) {
            edges.push((edge.from.as_u32(), body.entry.as_u32()));
            edges.push((body.exit.as_u32(), edge.to.as_u32()));
        }
    }
    Graph::new(program.locations.len().max(1), 0, &edges)
}

impl Coverage {
    /// Nothing is explored yet.
    pub(super) fn new(program: &Program) -> Self {
        Coverage { covered: vec![false; program.locations.len().max(1)], search: RefCell::new(None) }
    }

    /// A location is explored.
    pub(super) fn cover(&mut self, location: Location) {
        self.covered[location.index()] = true;
    }

    /// How many edges lead from a location to one that was not explored.
    pub(super) fn distance(&self, program: &Program, location: Location) -> u32 {
        let mut search = self.search.borrow_mut();
        let search = search.get_or_insert_with(|| Search::new(graph(program)));
        search.distance(&self.covered, location.as_u32())
    }
}

impl Search {
    /// Nothing is known yet.
    pub fn new(graph: Graph) -> Search {
        let (nearest, visited) = (vec![Nearest::Unknown; graph.len()], vec![0; graph.len()]);
        Search { graph, nearest, visited, number: 0 }
    }

    /// How many edges lead from a node to one that is not covered; nodes that were covered once
    /// stay so.
    pub fn distance(&mut self, covered: &[bool], from: u32) -> u32 {
        // Visited locations with the number of the one before and the distance.
        let mut queue: Vec<(u32, usize, u32)> = vec![(from, 0, 0)];
        self.number += 1;
        self.visited[from as usize] = self.number;
        // Distance, the location that was not explored, and through which visited one it was found.
        let mut best: Option<(u32, u32, usize)> = None;
        let mut next = 0;
        while let Some((at, _, walked)) = queue.get(next).copied() {
            if best.is_some_and(|(known, _, _)| known <= walked) {
                break;
            }
            let found = match self.nearest[at as usize] {
                _ if !covered[at as usize] => Some((walked, at)),
                Nearest::At(there, more) if !covered[there as usize] => Some((walked + more, there)),
                _ => None,
            };
            match found {
                Some((all, there)) if best.is_none_or(|(known, _, _)| all < known) => best = Some((all, there, next)),
                Some(_) => {}
                None if self.nearest[at as usize] == Nearest::Never => {}
                None => {
                    for successor in self.graph.successors(at) {
                        let visited = &mut self.visited[*successor as usize];
                        if *visited != self.number {
                            *visited = self.number;
                            queue.push((*successor, next, walked + 1));
                        }
                    }
                }
            }
            next += 1;
        }
        let Some((distance, there, through)) = best else {
            queue.iter().for_each(|(at, _, _)| self.nearest[*at as usize] = Nearest::Never);
            return u32::MAX;
        };
        let mut index = through;
        loop {
            let (at, before, walked) = queue[index];
            self.nearest[at as usize] = Nearest::At(there, distance - walked);
            if index == 0 {
                return distance;
            }
            index = before;
        }
    }
}
