//! Puts a dependence graph together.

use super::control::{control, may_stop};
use super::lists::Lists;
use super::nodes::Nodes;
use super::registers::Uses;
use super::*;
use cranelift_entity::EntityRef;

pub(super) fn build(
    program: &Program,
    points_to: &dyn PointsTo,
    regions: &Regions,
    options: &DependenceOptions,
) -> DependenceGraph {
    let nodes = Nodes::new(program);
    let stops = options.termination_sensitive.then(|| may_stop(program, points_to));
    let stopping = |edge: Edge| match (&program.edges[edge].op, &stops) {
        (_, None) => false,
        (Op::Call { .. }, Some(stops)) => {
            let callees = points_to.callees(edge);
            callees.unknown || callees.functions.iter().any(|f| stops[f.index()])
        }
        (Op::Violation(violation), _) => program.property.monitors(*violation),
        _ => false,
    };
    let control = match options.control {
        true => control(program, stops.is_some(), &stopping),
        false => Lists::default(),
    };
    let (mut flow, mut up, mut down) = (Vec::new(), Vec::new(), Vec::new());
    let mut uses = Uses::new(program);
    for (function, data, body) in program.defined_functions() {
        if options.flow {
            registers::flows(program, &nodes, function, body, &mut uses, &mut flow);
        }
        for edge in body.edge_ids() {
            match &program.edges[edge].op {
                Op::Return { values } => {
                    let operation = nodes.operation(edge);
                    flow.push((nodes.exit(function), operation));
                    for i in 0..values.len() {
                        flow.push((nodes.passed(edge, i), operation));
                        flow.push((nodes.formal_out(program, function, i), nodes.passed(edge, i)));
                    }
                }
                Op::VaStart { .. } if options.flow => {
                    flow.push((nodes.operation(edge), nodes.formal_in(function, data.parameter_types.len())));
                }
                Op::Call { arguments, results, .. } => {
                    let operation = nodes.operation(edge);
                    flow.extend((1..=(arguments.len() + results.len()) as u32).map(|i| (operation + i, operation)));
                    for callee in points_to.callees(edge).functions {
                        call(program, &nodes, options, edge, callee, &mut flow, &mut up, &mut down);
                        if program.body(callee).is_some() && stopping(edge) {
                            down.push((operation, nodes.exit(callee)));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let (mut pairs, mut hubs, mut writers) = (Vec::new(), 0, Vec::new());
    if options.memory {
        let found = memory::flows(program, points_to, regions, &nodes, options);
        (pairs, hubs) = (found.pairs, found.hubs);
        for (region, list) in (0u32..).zip(&found.writers) {
            writers.extend(list.iter().map(|edge| (region, nodes.operation(*edge))));
        }
    }
    let n = nodes.len();
    let mut graph = DependenceGraph {
        hubs,
        options: *options,
        flow: Lists::group(n, flow),
        memory: Lists::group(n + hubs as usize, pairs),
        up: Lists::group(n, up),
        down: Lists::group(n, down),
        summaries: Lists::default(),
        control,
        writers: Lists::group(regions.len(), writers),
        nodes,
    };
    if options.context_sensitive {
        graph.summaries = summary::summaries(&graph, program);
    }
    graph
}

/// The dependences between a call and a function that it may enter.
#[allow(clippy::too_many_arguments)]
fn call(
    program: &Program,
    nodes: &Nodes,
    options: &DependenceOptions,
    edge: Edge,
    callee: Function,
    flow: &mut Vec<(u32, u32)>,
    up: &mut Vec<(u32, u32)>,
    down: &mut Vec<(u32, u32)>,
) {
    let Op::Call { arguments, results, .. } = &program.edges[edge].op else { return };
    if program.body(callee).is_none() {
        // What it returns may be any value; to a reader it still follows from the arguments.
        for i in 0..results.len() {
            let result = nodes.result(edge, arguments.len(), i);
            flow.extend((0..arguments.len()).map(|k| (result, nodes.passed(edge, k))));
        }
        return;
    }
    up.push((nodes.entry(callee), nodes.operation(edge)));
    if !options.flow {
        return;
    }
    let fixed = program.functions[callee].parameter_types.len();
    for i in 0..arguments.len() {
        up.push((nodes.formal_in(callee, i.min(fixed)), nodes.passed(edge, i)));
    }
    for i in 0..results.len().min(program.functions[callee].result_types.len()) {
        down.push((nodes.result(edge, arguments.len(), i), nodes.formal_out(program, callee, i)));
    }
}
