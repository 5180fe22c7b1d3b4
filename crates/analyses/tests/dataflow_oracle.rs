//! Data-flow facts against executions: what an execution does is among what the facts say can be done.

mod laws_common;

use adumbra_analyses::dataflow::{Dataflow, kildall};
use adumbra_analyses::reaching::ReachingDefinitions;
use adumbra_analyses::uninitialised::Uninitialised;
use adumbra_interpreter::*;
use adumbra_program::*;
use laws_common::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The edge that last defined each register, for every open activation.
struct Watcher<'a, F: FnMut(Location, &BTreeMap<Register, Edge>)> {
    program: &'a Program,
    activations: Vec<BTreeMap<Register, Edge>>,
    arrive: F,
}

impl<F: FnMut(Location, &BTreeMap<Register, Edge>)> Watcher<'_, F> {
    fn at(&mut self, location: Location) {
        if let Some(defined) = self.activations.last() {
            (self.arrive)(location, defined);
        }
    }
}

impl<F: FnMut(Location, &BTreeMap<Register, Edge>)> Tracer for Watcher<'_, F> {
    fn edge(&mut self, _: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        match data.op {
            Op::Call { callee: Callee::Direct(callee), .. } => {
                if let Some(body) = self.program.body(callee) {
                    self.activations.push(body.parameters.iter().map(|r| (*r, edge)).collect());
                    self.at(body.entry);
                }
            }
            Op::Return { .. } => {
                self.at(data.to);
                self.activations.pop();
            }
            _ => {
                if let Some(defined) = self.activations.last_mut() {
                    data.op.for_each_definition(|r| {
                        defined.insert(r, edge);
                    });
                }
                self.at(data.to);
            }
        }
    }

    fn returned(&mut self, _: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        if let Some(defined) = self.activations.last_mut() {
            data.op.for_each_definition(|r| {
                defined.insert(r, edge);
            });
        }
        self.at(data.to);
    }
}

/// Runs random programs; `check` gets each location with what is defined there, and the analysis's fact.
fn watch<D: Dataflow>(
    make: impl Fn(&Arc<Program>) -> D,
    mut check: impl FnMut(&Program, Location, &BTreeMap<Register, Edge>, &D::Fact),
) {
    let mut places = 0;
    for number in 0..150 {
        let program = Arc::new(random_program(&mut Random(5000 + number)));
        let facts = kildall(&program, &make(&program));
        for seed in 0..4 {
            let arrive = |location: Location, defined: &BTreeMap<Register, Edge>| {
                places += 1;
                check(&program, location, defined, &facts[&location]);
            };
            let mut watcher = Watcher { program: &program, activations: vec![BTreeMap::new()], arrive };
            let options = Options { max_steps: 300, ..Options::new(Property::unspecified()) };
            let interpreter = Interpreter::new(&program, options);
            interpreter.run(&mut Seeded::new(Some(seed), &["program"], Captured::default()), Some(&mut watcher));
        }
    }
    assert!(places > 5000, "{places}");
}

#[test]
fn the_definition_of_every_register_reaches() {
    watch(ReachingDefinitions::new, |program, location, defined, fact| {
        let missing: Vec<_> = defined.iter().map(|(r, e)| (*r, *e)).filter(|d| !fact.contains(d)).collect();
        assert!(missing.is_empty(), "{missing:?} at {location} of {}", text::print(program));
    });
}

#[test]
fn what_was_never_assigned_is_uninitialised() {
    watch(Uninitialised::new, |program, location, defined, fact| {
        let body = program.body(program.function_of(location)).unwrap();
        let unassigned: BTreeSet<Register> = body.register_ids().filter(|r| !defined.contains_key(r)).collect();
        assert!(unassigned.is_subset(fact), "at {location} of {}", text::print(program));
    });
}
