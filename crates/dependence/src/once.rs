//! Objects that exist once: names that stand for one object of an execution at a time, and no
//! pointer to an earlier one is left when the next one arises.
//!
//! - Globals and functions.
//! - What a site creates that an execution passes at most once: its edge is on no cycle, and its
//!   function is called at most once, by a call on no cycle of such a function.
//! - A stack object of a function that is not recursive, at an edge on no cycle, whose address does
//!   not outlive the activation: it is not exposed, the function does not return it, and only
//!   objects of the function itself and of functions that run within it may hold it.

use crate::object::{AbstractObject, ObjectId};
use crate::points_to::PointsTo;
use adumbra_program::graph::{Components, FunctionGraph, Graph, distances_from};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds the objects that exist once, by their numbers.
pub(crate) fn exist_once(program: &Program, points_to: &dyn PointsTo) -> Vec<bool> {
    let calls = Calls::new(program, points_to);
    let mut edges_of: FxHashMap<Site, Vec<(Edge, AllocationKind)>> = FxHashMap::default();
    for (edge, data) in program.edges.iter() {
        if let Op::Allocate { site, kind, .. } = &data.op {
            edges_of.entry(*site).or_default().push((edge, *kind));
        }
    }
    let objects = points_to.objects();
    let mut holders: Vec<Vec<ObjectId>> = vec![Vec::new(); objects.len()];
    for (holder, _) in objects.iter() {
        for object in points_to.stored(holder) {
            holders[object.index()].push(holder);
        }
    }
    let exposed: FxHashSet<ObjectId> = points_to.exposed().iter().copied().collect();
    let mut returned: FxHashSet<(Function, ObjectId)> = FxHashSet::default();
    for (_, data) in program.edges.iter() {
        if let Op::Return { values } = &data.op {
            for value in values.iter().filter(|v| program.exprs.ty(**v) == Type::Ptr) {
                let set = points_to.pointers(*value);
                let function = program.function_of(data.from);
                returned.extend(set.entries().iter().map(|(o, _)| (function, *o)));
            }
        }
    }
    let mut reach = FxHashMap::default();
    let mut confined = |object: ObjectId, function: Function| {
        !exposed.contains(&object)
            && !returned.contains(&(function, object))
            && holders[object.index()].iter().all(|holder| {
                let owner = match objects.object(*holder) {
                    AbstractObject::Site(site) => match edges_of.get(&site).map(Vec::as_slice) {
                        Some([(edge, AllocationKind::Stack | AllocationKind::Dynamic)]) => {
                            program.function_of(program.edges[*edge].from)
                        }
                        _ => return false,
                    },
                    AbstractObject::Arguments(function) => function,
                    _ => return false,
                };
                owner == function || !calls.leads(owner, function, &mut reach)
            })
    };
    let only_edge = |site: Site| match edges_of.get(&site).map(Vec::as_slice) {
        Some([(edge, kind)]) if !calls.cyclic.contains(edge) => Some((*edge, *kind)),
        _ => None,
    };
    let one = |id: ObjectId, object: AbstractObject| match object {
        AbstractObject::Global(_) | AbstractObject::Function(_) => true,
        AbstractObject::Arguments(function) => calls.single[function.index()],
        AbstractObject::Copied(_) => false,
        AbstractObject::Site(site) => only_edge(site).is_some_and(|(edge, kind)| {
            let function = program.function_of(program.edges[edge].from);
            let local = matches!(kind, AllocationKind::Stack | AllocationKind::Dynamic);
            calls.single[function.index()] || local && !calls.recursive[function.index()] && confined(id, function)
        }),
        AbstractObject::Called(site, call) => only_edge(site).is_some_and(|(edge, _)| {
            let (caller, function) = (program.edges[call].from, program.edges[edge].from);
            let caller = program.function_of(caller);
            calls.single[caller.index()]
                && !calls.cyclic.contains(&call)
                && calls.ways(call, program.function_of(function)) <= 1
        }),
    };
    let mut one = one;
    objects.iter().map(|(id, data)| one(id, data.object)).collect()
}

/// Who calls whom how often.
struct Calls {
    /// Edges on cycles of their automaton.
    cyclic: FxHashSet<Edge>,
    /// For every function the calls in it.
    calls_in: Vec<Vec<Edge>>,
    /// For every call what it enters.
    callees: FxHashMap<Edge, Vec<Function>>,
    graph: Graph,
    recursive: Vec<bool>,
    /// Functions that an execution enters at most once.
    single: Vec<bool>,
}

impl Calls {
    fn new(program: &Program, points_to: &dyn PointsTo) -> Calls {
        let n = program.functions.len();
        let mut cyclic = FxHashSet::default();
        let mut calls_in = vec![Vec::new(); n];
        let mut callees = FxHashMap::default();
        let mut pairs = Vec::new();
        let mut callers: Vec<Vec<(Function, Edge)>> = vec![Vec::new(); n];
        for (function, _, body) in program.defined_functions() {
            if !points_to.reachable(function) {
                continue;
            }
            let graph = FunctionGraph::of_body(program, function, body);
            let components = Components::new(&graph.graph);
            for edge in body.edge_ids() {
                let data = &program.edges[edge];
                let (from, to) = (components.of(graph.node(data.from)), components.of(graph.node(data.to)));
                if from == to && components.is_cyclic(from) {
                    cyclic.insert(edge);
                }
                if matches!(data.op, Op::Call { .. }) {
                    let functions = points_to.callees(edge).functions;
                    for callee in &functions {
                        pairs.push((function.as_u32(), callee.as_u32()));
                        callers[callee.index()].push((function, edge));
                    }
                    calls_in[function.index()].push(edge);
                    callees.insert(edge, functions);
                }
            }
        }
        let graph = Graph::new(n, program.entry.as_u32(), &pairs);
        let components = Components::new(&graph);
        let recursive: Vec<bool> = (0..n as u32).map(|f| components.is_cyclic(components.of(f))).collect();
        let mut single = vec![false; n];
        // Callers have larger component numbers than what they call.
        for component in (0..components.len() as u32).rev() {
            let [f] = components.members(component) else { continue };
            let function = Function::from_u32(*f);
            single[*f as usize] = !recursive[*f as usize]
                && match callers[*f as usize][..] {
                    [] => true,
                    [(caller, edge)] => function != program.entry && single[caller.index()] && !cyclic.contains(&edge),
                    _ => false,
                };
        }
        Calls { cyclic, calls_in, callees, graph, recursive, single }
    }

    /// May an activation of one function lead to one of the other?
    fn leads(&self, from: Function, to: Function, reach: &mut FxHashMap<Function, FxHashSet<u32>>) -> bool {
        let reached = reach.entry(from).or_insert_with(|| {
            let distances = distances_from(&self.graph, from.as_u32());
            self.graph.nodes().filter(|f| distances[*f as usize].is_some()).collect()
        });
        reached.contains(&to.as_u32())
    }

    /// How often a function may be entered behind a call, up to 2.
    fn ways(&self, call: Edge, to: Function) -> u32 {
        let mut total = 0;
        let mut seen: FxHashSet<Function> = FxHashSet::default();
        let mut work: Vec<Function> = self.callees.get(&call).cloned().unwrap_or_default();
        if work.len() > 1 {
            return 2;
        }
        while let Some(function) = work.pop() {
            if function == to {
                total += 1;
            }
            if !seen.insert(function) {
                // Another way to a function from which `to` may be reached.
                let mut reach = FxHashMap::default();
                if self.leads(function, to, &mut reach) {
                    return 2;
                }
                continue;
            }
            if self.recursive[function.index()] {
                return 2;
            }
            for edge in &self.calls_in[function.index()] {
                let entered = self.callees.get(edge).map_or(&[][..], Vec::as_slice);
                let mut reach = FxHashMap::default();
                if self.cyclic.contains(edge) && entered.iter().any(|f| self.leads(*f, to, &mut reach)) {
                    return 2;
                }
                work.extend(entered);
            }
            if total > 1 {
                return 2;
            }
        }
        total
    }
}
