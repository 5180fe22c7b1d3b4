//! Control dependence of all functions, and which of them need not return.

use super::lists::Lists;
use crate::points_to::PointsTo;
use adumbra_program::graph::{Components, ControlDependence, FunctionGraph, Graph};
use adumbra_program::*;
use cranelift_entity::EntityRef;

/// The control dependences of all functions by location. If they are sensitive, so are they to
/// edges that may stop.
pub(super) fn control(program: &Program, sensitive: bool, may_stop: &dyn Fn(Edge) -> bool) -> Lists {
    let mut pairs = Vec::new();
    for (function, _, body) in program.defined_functions() {
        let graph = FunctionGraph::of_body(program, function, body);
        let found = match sensitive {
            false => graph.control_dependence(),
            true => ControlDependence::sensitive(&graph.graph, graph.exit(), |node| {
                program.out_edges(graph.location(node)).any(may_stop)
            }),
        };
        for node in graph.graph.nodes() {
            let location = graph.location(node).as_u32();
            pairs.extend(found.controllers(node).iter().map(|b| (location, graph.location(*b).as_u32())));
        }
    }
    Lists::group(program.locations.len(), pairs)
}

/// Functions of which an activation need not return, and calls that need not.
pub(super) fn may_stop(program: &Program, points_to: &dyn PointsTo) -> Vec<bool> {
    let mut stops = vec![false; program.functions.len()];
    let mut callers: Vec<Vec<Function>> = vec![Vec::new(); program.functions.len()];
    let mut pairs = Vec::new();
    for (function, _, body) in program.defined_functions() {
        let graph = FunctionGraph::of_body(program, function, body);
        let dead = |l: Location| l != body.exit && program.out_edges(l).len() == 0;
        let mut stop = !graph.loops().is_empty();
        for edge in body.edge_ids() {
            let data = &program.edges[edge];
            match &data.op {
                Op::Call { .. } => {
                    let callees = points_to.callees(edge);
                    stop |= callees.unknown;
                    for callee in callees.functions {
                        callers[callee.index()].push(function);
                        pairs.push((function.as_u32(), callee.as_u32()));
                    }
                }
                Op::End { .. } | Op::Unsupported(_) => stop = true,
                Op::Violation(violation) => stop |= program.property.monitors(*violation),
                _ => stop |= dead(data.to),
            }
        }
        stops[function.index()] = stop;
    }
    let calls = Graph::new(program.functions.len(), program.entry.as_u32(), &pairs);
    let components = Components::new(&calls);
    let mut work: Vec<Function> = Vec::new();
    for function in program.functions.keys() {
        stops[function.index()] |= components.is_cyclic(components.of(function.as_u32()));
        if stops[function.index()] {
            work.push(function);
        }
    }
    while let Some(function) = work.pop() {
        for caller in std::mem::take(&mut callers[function.index()]) {
            if !std::mem::replace(&mut stops[caller.index()], true) {
                work.push(caller);
            }
        }
    }
    stops
}
