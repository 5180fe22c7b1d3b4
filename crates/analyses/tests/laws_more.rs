//! The laws of the analyses that speak of the way of an execution: what a state says is compared
//! with the run.

use adumbra_analyses::bound::{BoundAnalysis, Iterations};
use adumbra_analyses::textbook::dataflow::{Dataflow, DataflowAnalysis};
use adumbra_analyses::textbook::dominators::DominatorAnalysis;
use adumbra_analyses::textbook::flow::{Dependence, FlowDependence};
use adumbra_engine::*;
use adumbra_laws::*;
use adumbra_program::graph::FunctionGraph;
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet};

/// The meaning of dominators: the run has passed all of these locations.
struct Passed;

impl Meaning<DominatorAnalysis> for Passed {
    fn disagreement(
        &self,
        _: &DominatorAnalysis,
        state: &BTreeSet<Location>,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let moves = concrete.record.moves.iter();
        let passed: BTreeSet<Location> = moves.filter_map(|step| step.from(concrete.program)).collect();
        *checked += 1;
        state.iter().find(|l| !passed.contains(l)).map(|l| format!("{l} was not passed"))
    }
}

#[test]
fn dominators_obey_the_laws() {
    check(30, true, |program, _| (DominatorAnalysis::new(program), Passed, vec![]));
}

/// The dependences of a run: which definition each edge has read. Computed anew from its moves.
fn dependences(program: &Program, moves: &[Move]) -> (BTreeSet<Dependence>, BTreeMap<Register, Edge>) {
    let mut seen = BTreeSet::new();
    let mut activations: Vec<BTreeMap<Register, Edge>> = vec![BTreeMap::new()];
    for step in moves {
        let (edge, op) = (step.edge(), &program.edges[step.edge()].op);
        if !matches!(step, Move::Leave { .. }) {
            let mut used = BTreeSet::new();
            op.for_each_use(|e| program.exprs.registers(e, &mut used));
            let known = activations.last().cloned().unwrap_or_default();
            seen.extend(used.iter().filter_map(|r| known.get(r).map(|definition| (edge, *r, *definition))));
        }
        match step {
            Move::Enter { callee, .. } => {
                let parameters = program.body(*callee).map_or(&[][..], |b| &b.parameters);
                activations.push(parameters.iter().map(|r| (*r, edge)).collect());
                continue;
            }
            Move::Leave { .. } => {
                activations.pop();
            }
            Move::Edge(_) => {}
        }
        if let Some(defined) = activations.last_mut() {
            op.for_each_definition(|r| {
                defined.insert(r, edge);
            });
        }
    }
    (seen, activations.pop().unwrap_or_default())
}

/// The meaning of flow dependence: the last definitions, and every dependence of the run so far,
/// are among those of the state.
struct Depended;

impl Meaning<DataflowAnalysis<FlowDependence>> for Depended {
    fn disagreement(
        &self,
        _: &DataflowAnalysis<FlowDependence>,
        (reaching, flow): &<FlowDependence as Dataflow>::Fact,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let (seen, last) = dependences(concrete.program, &concrete.record.moves);
        *checked += 1;
        let undefined = last.iter().find(|(r, e)| !reaching.contains(&(**r, **e)));
        let missing = seen.iter().find(|dependence| !flow.contains(dependence));
        undefined.map(|d| format!("{d:?} reaches")).or_else(|| missing.map(|d| format!("{d:?} was seen")))
    }
}

#[test]
fn flow_dependences_obey_the_laws() {
    check(20, true, |program, _| (DataflowAnalysis(FlowDependence::new(program)), Depended, vec![]));
}

/// The meaning of bounds, by the definition: a loop that is open has been at its head as often as
/// the state says since it was entered last, that is since the activation was outside of it.
struct Rounds;

impl Rounds {
    fn of(concrete: &Concrete<'_>) -> Vec<String> {
        let program = concrete.program;
        let start = program.body(program.entry).map(|b| b.entry);
        // The locations of each open activation, the outermost first.
        let mut ways: Vec<Vec<Location>> = vec![start.into_iter().collect()];
        for step in &concrete.record.moves {
            match step {
                Move::Enter { .. } => ways.push(Vec::new()),
                Move::Leave { .. } => {
                    ways.pop();
                }
                Move::Edge(_) => {}
            }
            if let (Some(way), Some(to)) = (ways.last_mut(), step.to(program)) {
                way.push(to);
            }
        }
        let mut counted = Vec::new();
        for way in &ways {
            let Some(at) = way.last() else { continue };
            let function = program.function_of(*at);
            let Some(body) = program.body(function) else { continue };
            let graph = FunctionGraph::of_body(program, function, body);
            let loops = graph.loops();
            for head in body.location_ids() {
                let Some(id) = loops.headed_by(graph.node(head)) else { continue };
                let inside = way.iter().rev().take_while(|l| loops.contains(id, graph.node(**l)));
                // The entry of the program is no arrival by a move.
                let visits = inside.filter(|l| **l == head).count();
                if visits > 0 {
                    counted.push(format!("{head}:{visits}"));
                }
            }
        }
        counted.sort();
        counted
    }
}

impl Meaning<BoundAnalysis> for Rounds {
    fn disagreement(
        &self,
        analysis: &BoundAnalysis,
        state: &Iterations,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let text = analysis.show(state);
        let mut said: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        said.sort();
        *checked += 1;
        let counted = Rounds::of(concrete);
        (said != counted).then(|| format!("loops were at their heads {counted:?}"))
    }
}

#[test]
fn bounds_obey_the_laws() {
    check(40, true, |program, _| (BoundAnalysis::new(program, 1_000_000), Rounds, vec![]));
}
