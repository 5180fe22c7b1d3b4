//! Summary edges: which results of a call depend on which of its arguments.
//!
//! From each result of a function we go back within the function, across calls by the summaries
//! found so far, until nothing new is found. A parameter that is met gives a summary at all calls,
//! and whoever had gone past the result of such a call goes on at the argument. Dependences through
//! memory are left out here: slices begin anew behind them.

use super::lists::Lists;
use super::nodes::NodeKind;
use super::{DependenceGraph, Way};
use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn summaries(graph: &DependenceGraph, program: &Program) -> Lists {
    // For each result of a function those of its calls.
    let mut calls: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for node in 0..graph.nodes.len() as u32 {
        for formal in graph.down.get(node) {
            calls.entry(*formal).or_default().push(node);
        }
    }
    let mut found: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    // For each result of a call the results of functions from which it was met.
    let mut met: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut work: Vec<(u32, u32)> = Vec::new();
    for (function, data, _) in program.defined_functions() {
        for i in 0..data.result_types.len() {
            let result = graph.nodes.formal_out(program, function, i);
            work.push((result, result));
        }
    }
    while let Some((node, result)) = work.pop() {
        if !seen.insert((node, result)) {
            continue;
        }
        match graph.nodes.kind(program, node) {
            NodeKind::FormalIn(..) => {
                for call in calls.get(&result).into_iter().flatten() {
                    let edge = graph.nodes.edge(*call);
                    let own = graph.up.get(node).iter().filter(|n| graph.nodes.edge(**n) == edge);
                    for argument in own {
                        let list = found.entry(*call).or_default();
                        if !list.contains(argument) {
                            list.push(*argument);
                            work.extend(met.get(call).into_iter().flatten().map(|r| (*argument, *r)));
                        }
                    }
                }
            }
            NodeKind::ActualOut(..) => {
                met.entry(node).or_default().push(result);
                work.extend(found.get(&node).into_iter().flatten().map(|argument| (*argument, result)));
            }
            _ => {}
        }
        graph.for_each(program, node, |way, other| {
            if way == Way::Local {
                work.push((other, result));
            }
        });
    }
    let pairs = found.into_iter().flat_map(|(call, list)| list.into_iter().map(move |argument| (call, argument)));
    Lists::group(graph.nodes.len(), pairs.collect())
}
