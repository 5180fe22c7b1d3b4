//! Writes that may reach a load of a plain variable, with regard to the order of operations.
//!
//! A region that is one place of an object that exists once behaves like a register: a store to it,
//! or the creation of its object, replaces what was there. From a load we walk back to the
//! operations that last wrote it. Where the walk passes a call that may write the region, or comes
//! to the entry of the function, any write of the program may be the last; then the answer is all
//! of them.

use crate::object::AbstractObject;
use crate::points_to::PointsTo;
use crate::regions::{RegionId, Regions, Shape};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// After how many steps a walk is given up.
const WALK: usize = 20_000;
/// After how many steps of all walks together.
const ALL: usize = 40_000_000;

/// Finds last writes of plain variables.
pub(crate) struct Scalars<'a> {
    program: &'a Program,
    regions: &'a Regions,
    /// For each region its column, if it is a scalar.
    column: FxHashMap<RegionId, usize>,
    /// For each function the scalars that it, or what it calls, may write: one bit each.
    modified: Vec<Vec<u64>>,
    callees: FxHashMap<Edge, Vec<Function>>,
    seen: Vec<u32>,
    round: u32,
    steps: usize,
}

impl<'a> Scalars<'a> {
    pub(crate) fn new(
        program: &'a Program,
        points_to: &dyn PointsTo,
        regions: &'a Regions,
        writers: &[Vec<Edge>],
    ) -> Scalars<'a> {
        let scalars = regions.iter().filter(|(_, data)| data.shape == Shape::Scalar).map(|(id, _)| id);
        let column: FxHashMap<RegionId, usize> = scalars.enumerate().map(|(i, id)| (id, i)).collect();
        let words = column.len().div_ceil(64);
        let mut modified = vec![vec![0u64; words]; program.functions.len()];
        for (region, i) in &column {
            for edge in &writers[region.index()] {
                let function = program.function_of(program.edges[*edge].from);
                modified[function.index()][i / 64] |= 1 << (i % 64);
            }
        }
        let mut callees = FxHashMap::default();
        let mut callers: Vec<Vec<Function>> = vec![Vec::new(); program.functions.len()];
        for (edge, data) in program.edges.iter() {
            let caller = program.function_of(data.from);
            if matches!(data.op, Op::Call { .. }) && points_to.reachable(caller) {
                let functions = points_to.callees(edge).functions;
                functions.iter().for_each(|f| callers[f.index()].push(caller));
                callees.insert(edge, functions);
            }
        }
        let mut work: Vec<Function> = program.functions.keys().collect();
        while let Some(function) = work.pop() {
            let row = modified[function.index()].clone();
            callers[function.index()].dedup();
            for caller in callers[function.index()].clone() {
                let mut changed = false;
                for (to, from) in modified[caller.index()].iter_mut().zip(&row) {
                    changed |= *from & !*to != 0;
                    *to |= from;
                }
                if changed {
                    work.push(caller);
                }
            }
        }
        let seen = vec![0; program.locations.len()];
        Scalars { program, regions, column, modified, callees, seen, round: 0, steps: 0 }
    }

    /// The operations that may have written a scalar last before a load; `None` if these are all
    /// that write it.
    pub(crate) fn reaching(&mut self, region: RegionId, load: Edge) -> Option<Vec<Edge>> {
        let column = *self.column.get(&region)?;
        if self.steps > ALL || self.regions.is_stray(load) {
            return None;
        }
        let program = self.program;
        let from = program.edges[load].from;
        let entry = program.body(program.function_of(from))?.entry;
        self.round += 1;
        let mut found = Vec::new();
        let mut work = vec![from];
        let mut steps = 0;
        while let Some(location) = work.pop() {
            if std::mem::replace(&mut self.seen[location.index()], self.round) == self.round {
                continue;
            }
            steps += 1;
            self.steps += 1;
            if location == entry || steps > WALK {
                return None;
            }
            for edge in program.in_edges(location) {
                let before = program.edges[*edge].from;
                match self.effect(region, column, *edge) {
                    Effect::None => work.push(before),
                    Effect::Replaces => found.push(*edge),
                    Effect::May => {
                        found.push(*edge);
                        work.push(before);
                    }
                    Effect::Calls => return None,
                }
            }
        }
        Some(found)
    }

    fn effect(&self, region: RegionId, column: usize, edge: Edge) -> Effect {
        let writes = || self.regions.written(edge).binary_search(&region).is_ok();
        match &self.program.edges[edge].op {
            Op::Store { .. } => match self.regions.access(edge) == Some(region) {
                true if self.regions.is_stray(edge) => Effect::May,
                true => Effect::Replaces,
                false => Effect::None,
            },
            Op::Allocate { site, .. } => match writes() {
                true if self.regions.get(region).only == Some(AbstractObject::Site(*site)) => Effect::Replaces,
                true => Effect::May,
                false => Effect::None,
            },
            Op::Call { .. } => {
                let inside = |f: &Function| self.modified[f.index()][column / 64] & 1 << (column % 64) != 0;
                if self.callees.get(&edge).is_some_and(|list| list.iter().any(inside)) {
                    Effect::Calls
                } else if writes() {
                    Effect::May
                } else {
                    Effect::None
                }
            }
            Op::Copy { .. } | Op::Fill { .. } | Op::Havoc { .. } | Op::ScopeBegin { .. } | Op::VaStart { .. } => {
                if writes() {
                    Effect::May
                } else {
                    Effect::None
                }
            }
            _ => Effect::None,
        }
    }
}

/// What an operation does to a scalar.
enum Effect {
    None,
    Replaces,
    May,
    Calls,
}
