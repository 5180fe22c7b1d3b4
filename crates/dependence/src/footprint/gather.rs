//! What operations touch, put together over loops, functions and calls.

use super::effects::{Effects, Gathered};
use super::storage::{Storages, private};
use super::*;
use crate::blocks::{BlockKind, Blocks};
use crate::calling::Calling;
use rustc_hash::FxHashSet;

/// What a part of a function touches itself, without loops inside it and without calls.
#[derive(Clone, Debug, Default)]
struct Own {
    touched: Touched,
    /// Sites of objects that are named by a call that is still to come.
    pending: Vec<Site>,
    /// The calls and what they enter, if it has a body.
    calls: Vec<(Edge, u32)>,
}

/// What the functions of a group touch, calls included.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// As callers from outside see it.
    outside: Touched,
    /// As an activation of one of them sees it that others of them may be around.
    inside: Touched,
    /// Sites of objects that are named by the call that enters the group, in ascending order.
    pending: Vec<Site>,
}

/// The work, and what has been found so far.
struct Gathering<'a> {
    program: &'a Program,
    points_to: &'a dyn PointsTo,
    calling: &'a Calling,
    storages: &'a Storages,
    pieces: &'a Pieces,
    effects: Effects<'a>,
    sets: Sets,
    /// What no other activation of its group gets at.
    private: FxHashSet<ObjectId>,
    /// By function, what it does outside of loops that are blocks.
    functions: Vec<Own>,
    /// By block, what a loop does outside of inner loops that are blocks.
    loops: Vec<Own>,
    /// By function, its loops that are blocks.
    loops_of: Vec<Vec<BlockId>>,
    /// By group of functions and sets of functions.
    summaries: Vec<Summary>,
}

/// Computes the footprints.
pub(super) fn gather(program: &Program, points_to: &dyn PointsTo, regions: &Regions, blocks: &Blocks) -> Footprints {
    let calling = Calling::new(program, points_to);
    let storages = Storages::new(program, points_to);
    let pieces = Pieces::new(points_to, regions);
    let mut sets = Sets::new(pieces.len());
    let effects = Effects::new(program, (points_to, regions), (&calling, &storages), &pieces, &mut sets);
    let mut gathering = Gathering {
        program,
        points_to,
        calling: &calling,
        storages: &storages,
        pieces: &pieces,
        effects,
        sets,
        private: private(program, points_to, &calling, &storages),
        functions: vec![Own::default(); program.functions.len()],
        loops: vec![Own::default(); blocks.len()],
        loops_of: vec![Vec::new(); program.functions.len()],
        summaries: Vec::new(),
    };
    gathering.own(blocks);
    for component in 0..calling.components().len() as u32 {
        let summary = gathering.summary(component);
        gathering.summaries.push(summary);
    }
    let functions: Vec<Touched> = program.functions.keys().map(|function| gathering.function(function)).collect();
    let blocks = gathering.blocks(blocks, &functions);
    let mut sets = gathering.sets;
    sets.forget();
    Footprints { pieces, sets, blocks, functions }
}

impl Gathering<'_> {
    /// Looks at all operations.
    fn own(&mut self, blocks: &Blocks) {
        for (id, data) in blocks.iter().filter(|(_, data)| data.kind != BlockKind::Function) {
            self.loops_of[data.block.function.index()].push(id);
        }
        let is_loop = |id: &BlockId| blocks.get(*id).kind != BlockKind::Function;
        for (function, _, body) in self.program.defined_functions().filter(|(f, ..)| self.points_to.reachable(*f)) {
            let mut rest = Gathered::default();
            let mut in_loops: Vec<Gathered> = vec![Gathered::default(); self.loops_of[function.index()].len()];
            for edge in body.edge_ids() {
                let around = blocks.innermost(self.program.edges[edge].from).filter(is_loop);
                // The loops of a function have ascending numbers.
                let at = around.and_then(|id| self.loops_of[function.index()].binary_search(&id).ok());
                self.effects.gather(edge, at.map_or(&mut rest, |at| &mut in_loops[at]));
            }
            self.functions[function.index()] = self.owned(rest);
            for (at, gathered) in in_loops.into_iter().enumerate() {
                let id = self.loops_of[function.index()][at];
                self.loops[id as usize] = self.owned(gathered);
            }
        }
    }

    fn owned(&mut self, gathered: Gathered) -> Own {
        let Gathered { pieces, shared, mut pending, calls, everything } = gathered;
        let mut touched = Touched { everything, ..Touched::default() };
        for ((set, mut pieces), shared) in touched.sets.iter_mut().zip(pieces).zip(shared) {
            pieces.sort_unstable();
            pieces.dedup();
            let own = self.sets.of(&pieces);
            *set = shared.into_iter().fold(own, |all, one| self.sets.union(all, one));
        }
        pending.sort_unstable();
        pending.dedup();
        Own { touched, pending, calls }
    }

    fn join(&mut self, to: &mut Touched, from: &Touched) {
        to.everything |= from.everything;
        for (set, other) in to.sets.iter_mut().zip(from.sets) {
            *set = self.sets.union(*set, other);
        }
    }

    fn without(&mut self, from: &Touched, mut pieces: Vec<u32>) -> Touched {
        pieces.sort_unstable();
        let gone = self.sets.of(&pieces);
        let mut touched = *from;
        for set in &mut touched.sets {
            *set = self.sets.without(*set, gone);
        }
        touched
    }

    fn allocate(&mut self, to: &mut Touched, mut wholes: Vec<u32>) {
        wholes.sort_unstable();
        wholes.dedup();
        let made = self.sets.of(&wholes);
        let set = &mut to.sets[Access::Allocate as usize];
        *set = self.sets.union(*set, made);
    }

    /// The objects that sites make when a call enters them from outside.
    fn made_by(&self, sites: &[Site], call: Edge) -> Vec<u32> {
        sites.iter().filter_map(|site| self.effects.made_by(*site, call)).collect()
    }

    /// The objects that sites make, whatever call enters them.
    fn made_by_any(&self, sites: &[Site]) -> Vec<u32> {
        sites.iter().flat_map(|site| self.storages.made_at(*site)).map(|object| self.pieces.whole(*object)).collect()
    }

    /// What a function does itself, its parts one by one.
    fn parts(&self, function: Function) -> Vec<Own> {
        let loops = self.loops_of[function.index()].iter().map(|id| &self.loops[*id as usize]);
        std::iter::once(&self.functions[function.index()]).chain(loops).cloned().collect()
    }

    /// What the nodes of a group touch. Those that they enter have summaries already.
    fn summary(&mut self, component: u32) -> Summary {
        let mut total = Touched::default();
        let mut pending: Vec<Site> = Vec::new();
        let mut functions = Vec::new();
        // Calls within the group that give names to what it allocates.
        let mut naming: Vec<Edge> = Vec::new();
        for node in self.calling.components().members(component).to_vec() {
            let Some(function) = self.calling.function(self.program, node) else {
                pending.extend(self.entered(component, node, &mut total));
                continue;
            };
            functions.push(function);
            let by_call = self.points_to.by_call(function);
            for part in self.parts(function) {
                self.join(&mut total, &part.touched);
                pending.extend(&part.pending);
                for (call, node) in part.calls {
                    let entered = self.calling.components().of(node);
                    if entered == component {
                        naming.extend(Some(call).filter(|_| !by_call));
                        continue;
                    }
                    let Summary { outside, pending: sites, .. } = self.summaries[entered as usize].clone();
                    self.join(&mut total, &outside);
                    if by_call {
                        pending.extend(sites);
                    } else {
                        self.allocate(&mut total, self.made_by(&sites, call));
                    }
                }
            }
        }
        pending.sort_unstable();
        pending.dedup();
        for call in naming {
            self.allocate(&mut total, self.made_by(&pending, call));
        }
        self.seen(component, &functions, &total, pending)
    }

    /// Adds what a set of functions touches, but for those of the same group; what they leave to be
    /// named.
    fn entered(&mut self, component: u32, node: u32, total: &mut Touched) -> Vec<Site> {
        let mut pending = Vec::new();
        let mut seen = FxHashSet::default();
        for target in self.calling.graph().successors(node).to_vec() {
            let entered = self.calling.components().of(target);
            if entered != component && seen.insert(entered) {
                let summary = self.summaries[entered as usize].clone();
                self.join(total, &summary.outside);
                pending.extend(summary.pending);
            }
        }
        pending
    }

    /// The summary of a group that touches so much.
    fn seen(&mut self, component: u32, functions: &[Function], total: &Touched, pending: Vec<Site>) -> Summary {
        let own: Vec<ObjectId> = functions.iter().flat_map(|f| self.storages.own(*f)).copied().collect();
        let pieces = |objects: &[ObjectId]| objects.iter().flat_map(|object| self.pieces.all(*object)).collect();
        let (all, hidden): (Vec<u32>, Vec<u32>) = match self.calling.components().is_cyclic(component) {
            false => (pieces(&own), pieces(&own)),
            true => {
                let private: Vec<ObjectId> = own.iter().copied().filter(|o| self.private.contains(o)).collect();
                (pieces(&own), pieces(&private))
            }
        };
        let outside = self.without(total, all);
        let inside = self.without(total, hidden);
        Summary { outside, inside, pending }
    }

    /// What an activation of a function touches.
    fn function(&mut self, function: Function) -> Touched {
        let component = self.calling.components().of(function.as_u32());
        let Summary { inside: mut touched, pending, .. } = self.summaries[component as usize].clone();
        self.allocate(&mut touched, self.made_by_any(&pending));
        touched
    }

    /// What each block touches.
    fn blocks(&mut self, blocks: &Blocks, functions: &[Touched]) -> Vec<Touched> {
        let mut touched: Vec<Touched> = blocks.iter().map(|(id, _)| self.loops[id as usize].touched).collect();
        // Blocks come before those inside them.
        for (id, data) in blocks.iter().rev() {
            let function = data.block.function;
            if data.kind == BlockKind::Function {
                touched[id as usize] = functions[function.index()];
                continue;
            }
            let own = std::mem::take(&mut self.loops[id as usize]);
            let mut all = touched[id as usize];
            self.add_calls(function, &own, &mut all);
            touched[id as usize] = all;
            if let Some(around) = data.within.filter(|around| blocks.get(*around).kind != BlockKind::Function) {
                let mut outer = touched[around as usize];
                self.join(&mut outer, &all);
                touched[around as usize] = outer;
            }
        }
        touched
    }

    /// Adds what the calls in a loop touch.
    fn add_calls(&mut self, function: Function, own: &Own, to: &mut Touched) {
        let by_call = self.points_to.by_call(function);
        self.allocate(to, self.made_by_any(&own.pending));
        let component = self.calling.components().of(function.as_u32());
        for (call, node) in &own.calls {
            let entered = self.calling.components().of(*node);
            let Summary { outside, inside, pending } = self.summaries[entered as usize].clone();
            self.join(to, if entered == component { &inside } else { &outside });
            let made = if by_call { self.made_by_any(&pending) } else { self.made_by(&pending, *call) };
            self.allocate(to, made);
        }
    }
}
