//! Which registers are live where: which hold a value that may still be read.
//!
//! Locations are grouped into *chains* (a location, and those behind it as long as there is one way
//! on and one way in). Only registers that are live across the start of a chain take part in the
//! fixpoint, as dense bit sets, one a chain; the rest is read off the edges of a chain. So
//! functions with many short-lived registers are no problem.
//!
//! A call reads its arguments and writes its results; a return reads its values. What is live
//! *during* a call in the caller is live behind the call and not a result of it:
//! [`Liveness::live_across`].

use super::UsesDefs;
use crate::ids::{Edge, Location, Register};
use crate::model::{Body, Program};
use cranelift_entity::EntityRef;

/// The live registers of a function at each of its locations.
#[derive(Clone, Debug)]
pub struct Liveness {
    first_location: usize,
    first_register: usize,
    uses: UsesDefs,
    chains: Vec<Chain>,
    /// For each location its chain and its place in it.
    place: Vec<(u32, u32)>,
    /// For each register its column, or `NONE`.
    column: Vec<u32>,
    /// The register of each column.
    crossing: Vec<Register>,
    /// What is live at the start of each chain: `words` words each.
    rows: Vec<u64>,
    words: usize,
}

#[derive(Clone, Debug)]
struct Chain {
    locations: Vec<Location>,
}

const NONE: u32 = u32::MAX;

impl Liveness {
    /// Looks at a body.
    pub fn new(program: &Program, body: &Body) -> Self {
        let uses = UsesDefs::new(program, body);
        let (chains, place) = chains(program, body);
        let first_location = body.locations.0.index();
        let first_register = body.registers.0.index();
        let mut column = vec![NONE; body.register_ids().len()];
        let mut crossing = Vec::new();
        // A register crosses if a chain reads it before writing it.
        let mut written = vec![NONE; column.len()];
        for (c, chain) in (0u32..).zip(&chains) {
            for location in &chain.locations {
                for edge in program.out_edges(*location) {
                    for r in uses.uses(edge) {
                        let i = r.index() - first_register;
                        if written[i] != c && column[i] == NONE {
                            column[i] = crossing.len() as u32;
                            crossing.push(r);
                        }
                    }
                }
                // Within a chain each location but the last has one edge, which leads to the next
                // location.
                if Some(location) != chain.locations.last() {
                    for edge in program.out_edges(*location) {
                        uses.defs(edge).for_each(|r| written[r.index() - first_register] = c);
                    }
                }
            }
        }
        let words = crossing.len().div_ceil(64);
        let rows = vec![0; words * chains.len()];
        let mut liveness =
            Liveness { first_location, first_register, uses, chains, place, column, crossing, rows, words };
        liveness.solve(program);
        liveness
    }

    fn solve(&mut self, program: &Program) {
        let n = self.chains.len();
        let mut row = vec![0u64; self.words];
        let mut queued = vec![true; n];
        let mut work: std::collections::VecDeque<u32> = (0..n as u32).rev().collect();
        while let Some(c) = work.pop_front() {
            queued[c as usize] = false;
            self.at_end(program, c, &mut row);
            let chain = &self.chains[c as usize];
            for location in chain.locations.iter().rev().skip(1) {
                for edge in program.out_edges(*location) {
                    self.before(edge, &mut row);
                }
            }
            let start = c as usize * self.words;
            if self.rows[start..start + self.words] != row {
                self.rows[start..start + self.words].copy_from_slice(&row);
                for edge in program.in_edges(chain.locations[0]) {
                    let from = self.place[program.edges[*edge].from.index() - self.first_location].0;
                    if !std::mem::replace(&mut queued[from as usize], true) {
                        work.push_back(from);
                    }
                }
            }
        }
    }

    /// The crossing registers that are live at the last location of a chain.
    fn at_end(&self, program: &Program, chain: u32, row: &mut [u64]) {
        row.fill(0);
        let mut part = vec![0u64; self.words];
        let locations = &self.chains[chain as usize].locations;
        for edge in program.out_edges(locations[locations.len() - 1]) {
            let to = self.place[program.edges[edge].to.index() - self.first_location].0 as usize;
            part.copy_from_slice(&self.rows[to * self.words..(to + 1) * self.words]);
            self.before(edge, &mut part);
            row.iter_mut().zip(&part).for_each(|(a, b)| *a |= b);
        }
    }

    /// From what is live behind an edge to what is live before it.
    fn before(&self, edge: Edge, row: &mut [u64]) {
        for r in self.uses.defs(edge) {
            let c = self.column[r.index() - self.first_register];
            if c != NONE {
                row[c as usize / 64] &= !(1 << (c % 64));
            }
        }
        for r in self.uses.uses(edge) {
            let c = self.column[r.index() - self.first_register];
            if c != NONE {
                row[c as usize / 64] |= 1 << (c % 64);
            }
        }
    }

    fn registers_of(&self, row: &[u64]) -> Vec<Register> {
        let mut out = Vec::new();
        for (w, word) in row.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                out.push(self.crossing[w * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        out
    }

    /// The registers that are live at a location, in ascending order. Takes time linear in the rest
    /// of the location's chain.
    pub fn live(&self, program: &Program, location: Location) -> Vec<Register> {
        let (c, at) = self.place[location.index() - self.first_location];
        let mut row = vec![0; self.words];
        self.at_end(program, c, &mut row);
        let mut live = self.registers_of(&row);
        // Registers that live within the chain only: all that the last edges read.
        let locations = &self.chains[c as usize].locations;
        let last = locations[locations.len() - 1];
        let mut set: std::collections::BTreeSet<Register> = live.drain(..).collect();
        for edge in program.out_edges(last) {
            set.extend(self.uses.uses(edge));
        }
        for location in locations[at as usize..].iter().rev().skip(1) {
            for edge in program.out_edges(*location) {
                for r in self.uses.defs(edge) {
                    set.remove(&r);
                }
                set.extend(self.uses.uses(edge));
            }
        }
        set.into_iter().collect()
    }

    /// The registers of the caller that a call edge leaves alone and that are read behind it, in
    /// ascending order.
    pub fn live_across(&self, program: &Program, call: Edge) -> Vec<Register> {
        let mut live = self.live(program, program.edges[call].to);
        let results: Vec<Register> = self.uses.defs(call).collect();
        live.retain(|r| !results.contains(r));
        live
    }

    /// For each register of the function the first and the last place where it is live or written,
    /// in one linear order of the locations. Registers whose ranges do not meet can share storage.
    /// `None` for registers that are never used nor written.
    pub fn ranges(&self, program: &Program, body: &Body) -> Vec<Option<(u32, u32)>> {
        let mut ranges: Vec<Option<(u32, u32)>> = vec![None; self.column.len()];
        let mut touch = |r: Register, at: u32| {
            let range = &mut ranges[r.index() - self.first_register];
            *range = Some(range.map_or((at, at), |(a, b)| (a.min(at), b.max(at))));
        };
        let mut starts = Vec::with_capacity(self.chains.len());
        let mut next = 0;
        for chain in &self.chains {
            starts.push(next);
            next += chain.locations.len() as u32;
        }
        let position = |l: Location| {
            let (c, at) = self.place[l.index() - self.first_location];
            starts[c as usize] + at
        };
        for r in &body.parameters {
            touch(*r, position(body.entry));
        }
        let mut row = vec![0; self.words];
        for (c, (chain, start)) in self.chains.iter().zip(&starts).enumerate() {
            for r in self.registers_of(&self.rows[c * self.words..(c + 1) * self.words]) {
                touch(r, *start);
            }
            self.at_end(program, c as u32, &mut row);
            for r in self.registers_of(&row) {
                touch(r, start + chain.locations.len() as u32 - 1);
            }
        }
        for edge in body.edge_ids() {
            let data = &program.edges[edge];
            self.uses.uses(edge).for_each(|r| touch(r, position(data.from)));
            self.uses.defs(edge).for_each(|r| touch(r, position(data.to)));
        }
        ranges
    }
}

/// Cuts a function into chains: in the order of their first locations' numbers.
fn chains(program: &Program, body: &Body) -> (Vec<Chain>, Vec<(u32, u32)>) {
    let first = body.locations.0.index();
    let inner = |l: Location| match program.in_edges(l) {
        [edge] if l != body.entry => program.out_edges(program.edges[*edge].from).len() == 1,
        _ => false,
    };
    let mut place = vec![(NONE, 0); body.location_ids().len()];
    let mut chains = Vec::new();
    let mut follow = |start: Location| {
        let mut locations = Vec::new();
        let mut at = start;
        while place[at.index() - first].0 == NONE {
            place[at.index() - first] = (chains.len() as u32, locations.len() as u32);
            locations.push(at);
            let mut out = program.out_edges(at);
            match (out.next(), out.next()) {
                (Some(edge), None) if inner(program.edges[edge].to) => at = program.edges[edge].to,
                _ => break,
            }
        }
        if !locations.is_empty() {
            chains.push(Chain { locations });
        }
    };
    body.location_ids().filter(|l| !inner(*l)).for_each(&mut follow);
    // What is left are circles that nothing leads into.
    body.location_ids().for_each(&mut follow);
    (chains, place)
}
