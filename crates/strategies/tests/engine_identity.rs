//! An analysis whose adjustment of precision does nothing is the analysis without one (CPA-17).

use crate::asking::{Nobody, count, with};
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::textbook::dataflow::DataflowAnalysis;
use adumbra_analyses::textbook::dominators::DominatorAnalysis;
use adumbra_analyses::textbook::flow::FlowDependence;
use adumbra_analyses::textbook::reaching::ReachingDefinitions;
use adumbra_analyses::textbook::uninitialised::Uninitialised;
use adumbra_engine::*;
use adumbra_judges::Answer;
use adumbra_laws::programs::{location, shown};
use adumbra_laws::{Random, random_program, sources as value_common};
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::{Request, Verified, verify};
use adumbra_value_analysis::{ValueAnalysis, ValueOptions};
use adumbra_verdict::{StateFacts, Target};
use std::sync::Arc;

/// An analysis with an adjustment of precision that changes nothing, and counts how often it is
/// asked.
struct Identity<A>(A, u64);

impl<A: Analysis> Analysis for Identity<A> {
    type State = A::State;
    type Precision = A::Precision;

    fn adjusts(&self) -> bool {
        true
    }
    fn adjust(
        &mut self,
        _: &mut A::State,
        _: &mut A::Precision,
        _: &mut dyn Iterator<Item = &A::State>,
        _: &Siblings<'_>,
    ) -> Adjusted {
        self.1 += 1;
        Adjusted::Done
    }
    fn counts(&self) -> Vec<(&'static str, u64)> {
        vec![("adjusted", self.1)]
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn initial(&mut self) -> (A::State, A::Precision) {
        self.0.initial()
    }
    fn abilities(&self) -> Abilities {
        self.0.abilities()
    }
    fn order(&self) -> Order {
        self.0.order()
    }
    fn covers(&mut self, general: &A::State, special: &A::State) -> bool {
        self.0.covers(general, special)
    }
    fn join(&mut self, a: &A::State, b: &A::State) -> Option<A::State> {
        self.0.join(a, b)
    }
    fn joins_exactly(&self) -> bool {
        self.0.joins_exactly()
    }
    fn shape(&self, state: &A::State) -> u64 {
        self.0.shape(state)
    }
    fn project(&mut self, state: &A::State, example: &A::State) -> Option<A::State> {
        self.0.project(state, example)
    }
    fn partition(&self, state: &A::State) -> u64 {
        self.0.partition(state)
    }
    fn moves(&mut self, state: &A::State, siblings: &Siblings<'_>) -> Moves {
        self.0.moves(state, siblings)
    }
    fn decide(&mut self, state: &A::State, condition: ExprId) -> Option<bool> {
        self.0.decide(state, condition)
    }
    fn transfer(
        &mut self,
        state: &mut A::State,
        precision: &A::Precision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<A::State> {
        self.0.transfer(state, precision, step, siblings)
    }
    fn strengthens(&self) -> bool {
        self.0.strengthens()
    }
    fn strengthen(
        &mut self,
        state: &mut A::State,
        precision: &A::Precision,
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<A::State> {
        self.0.strengthen(state, precision, step, siblings)
    }
    fn settle(&mut self, state: &mut A::State, precision: &A::Precision, siblings: &Siblings<'_>) {
        self.0.settle(state, precision, siblings);
    }
    fn merges(&self) -> bool {
        self.0.merges()
    }
    fn merge(&mut self, new: &A::State, old: &A::State, precision: &A::Precision) -> Option<A::State> {
        self.0.merge(new, old, precision)
    }
    fn target(&self, state: &A::State) -> Option<Target> {
        self.0.target(state)
    }
    fn pause(&self, state: &A::State) -> Pause {
        self.0.pause(state)
    }
    fn rank(&self, state: &A::State, by: Rank) -> Option<u32> {
        self.0.rank(state, by)
    }
    fn answer(&self, state: &A::State, question: Question) -> Option<Fact> {
        self.0.answer(state, question)
    }
    fn facts(&self, state: &A::State, facts: &mut StateFacts) {
        self.0.facts(state, facts);
    }
    fn show(&self, state: &A::State) -> String {
        self.0.show(state)
    }
}

/// What is reached, what was counted, and how often the adjustment was asked; `None` if there is
/// too much.
fn explore(
    program: &Arc<Program>,
    part: Box<dyn Part>,
    granularity: Granularity,
) -> Option<(Vec<String>, Counts, u64)> {
    let stack = Box::new(Component::new(CallStackAnalysis::new(program, 100)));
    let parts: Vec<Box<dyn Part>> = vec![location(program), stack, part];
    let exploration = Exploration { traversal: Traversal::ReversePostorder, granularity, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let ended = algorithm.run_past_targets(&Stop::never().within(60 * MILLISECOND));
    let adjusted =
        algorithm.part().statistics().counts.iter().find(|(name, _)| *name == "adjusted").map_or(0, |(_, n)| *n);
    (ended == Ended::Fixpoint).then(|| (shown(&algorithm), algorithm.counts(), adjusted))
}

fn same<A: Analysis + 'static>(programs: u64, make: impl Fn(&Arc<Program>) -> A) {
    let (mut asked, mut compared) = (0u64, 0u64);
    for number in 0..programs {
        let program = Arc::new(random_program(&mut Random(500 + number)));
        for granularity in [Granularity::Edge, Granularity::Decided] {
            let plain = explore(&program, Box::new(Component::new(make(&program))), granularity);
            let plus = explore(&program, Box::new(Component::new(Identity(make(&program), 0))), granularity);
            // Looking at peers is work, so that what does not end is at another place.
            let (Some((states, counts, never)), Some((again, counted, adjusted))) = (plain, plus) else { continue };
            assert_eq!((states, counts), (again, counted), "{}", text::print(&program));
            assert_eq!(never, 0);
            (asked, compared) = (asked + adjusted, compared + 1);
        }
    }
    assert!(asked > 20 * programs && compared > programs / 2, "{asked} {compared}");
}

#[test]
fn values_are_the_same_with_the_identity_adjustment() {
    same(40, |program| ValueAnalysis::new(program, ValueOptions::default()));
}

#[test]
fn data_flow_is_the_same_with_the_identity_adjustment() {
    same(12, |program| DataflowAnalysis(ReachingDefinitions::new(program)));
    same(12, |program| DataflowAnalysis(Uninitialised::new(program)));
    same(12, |program| DataflowAnalysis(FlowDependence::new(program)));
    same(12, DominatorAnalysis::new);
}

/// By configuration, on C programs of many shapes: a threshold that nothing exceeds is an
/// adjustment that does nothing.
#[test]
fn a_threshold_that_nothing_exceeds_changes_no_count() {
    let mut compared = 0;
    for (name, program) in value_common::programs() {
        let run = |options: &[(&str, &str)]| {
            let mut request = Request::new(with("value", options));
            request.stop = Stop::never().within(20 * MILLISECOND);
            verify(&program, &request, &Nobody)
        };
        let (plain, plus) = (run(&[]), run(&[("value-threshold", "18446744073709551614")]));
        let proved = |verified: &Verified| matches!(verified.verdict.answer, Answer::True(_));
        assert_eq!(proved(&plain), proved(&plus), "{name}");
        // Counting values is work, so that an exploration that does not end is at another place.
        if !proved(&plain) {
            continue;
        }
        for what in ["states", "moves", "expansions", "covered", "merges", "targets"] {
            assert_eq!(count(&plain, what), count(&plus, what), "{what} of {name}");
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}
