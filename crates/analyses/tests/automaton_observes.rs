//! Automata that observe programs: what the analysis follows covers what a run does, and is exact
//! where values are known.

use crate::calling::{program, specification};
use adumbra_analyses::automaton::*;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter as interpreter;
use adumbra_interpreter::{Captured, Interpreter, Outcome, Seeded, Tracer, View};
use adumbra_laws::Random;
use adumbra_laws::programs::Constants;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_verdict::TargetKind;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The moves of a run.
#[derive(Default)]
struct Moves(Vec<Move>);

impl Tracer for Moves {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.0.push(match view.program().edges[edge].op {
            Op::Call { callee: Callee::Direct(callee), .. } if view.program().body(callee).is_some() => {
                Move::Enter { call: edge, callee }
            }
            _ => Move::Edge(edge),
        });
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if let Op::Call { callee: Callee::Direct(callee), .. } = view.program().edges[edge].op
            && view.program().body(callee).is_some()
        {
            self.0.push(Move::Leave { call: edge, callee });
        }
    }
}

fn options() -> interpreter::Options {
    let mut options = interpreter::Options::new(Property::unspecified());
    options.max_steps = 10_000;
    options
}

/// The rule that a run with a seed breaks, with the place, and the moves of the run.
fn run(observer: &Observer, seed: u64) -> (Option<(RuleId, Edge)>, Vec<Move>) {
    let program = observer.program();
    let interpreter = Interpreter::new(program, options());
    let environment = || Seeded::new(Some(seed), &["program"], Captured::default());
    let mut moves = Moves::default();
    let result = interpreter.run(&mut environment(), Some(&mut moves));
    assert!(matches!(result.outcome, Outcome::Exited { .. }), "{:?}", result.outcome);
    let observation = observe(observer, &result.script, &options());
    assert!(!observation.blind);
    if let Some((rule, report)) = &observation.broken {
        assert_eq!(report.kind, Violation::Specification);
        assert_eq!(report.message, observer.message(*rule));
        assert!(!report.stack.is_empty());
    }
    (observation.broken.map(|(rule, report)| (rule, report.edge)), moves.0)
}

/// All errors that the analysis admits along a path, knowing no values.
fn admitted(observer: &Observer, moves: &[Move]) -> Vec<(RuleId, Edge)> {
    let mut analysis = Automata::new(observer.clone());
    let mut states = vec![analysis.initial().0];
    let mut errors = Vec::new();
    for step in moves {
        let mut after: Vec<Observed> = Vec::new();
        for mut state in states {
            match analysis.transfer(&mut state, &(), *step, &Siblings::NONE) {
                Flow::On => after.push(state),
                Flow::Split(split) => after.extend(split),
                other => panic!("{other:?}"),
            }
        }
        for state in &after {
            assert_eq!(analysis.target(state).is_some(), state.error.is_some());
            errors.extend(state.error);
        }
        let mut seen = BTreeSet::new();
        after.retain(|s| seen.insert(format!("{s:?}")));
        states = after;
    }
    errors
}

/// What the interpreter does is covered by what the analysis follows: an error of a run is admitted
/// along its path.
#[test]
fn errors_of_runs_are_admitted() {
    let mut random = Random(11);
    let (mut broken, mut kept) = (0, 0);
    for _ in 0..700 {
        let program = program(&mut random, true);
        let observer = Observer::new(program, specification(&mut random));
        for seed in 1..5 {
            let (found, moves) = run(&observer, seed);
            match found {
                Some(error) => {
                    broken += 1;
                    let admitted = admitted(&observer, &moves);
                    assert!(
                        admitted.contains(&error),
                        "{error:?} is not in {admitted:?}\n{}\n{}",
                        observer.specification(),
                        text::print(observer.program())
                    );
                }
                None => kept += 1,
            }
        }
    }
    assert!(broken > 300 && kept > 300, "{broken} {kept}");
}

/// Targets of the specification that are reached with constants known.
fn reached(observer: &Observer) -> BTreeSet<Edge> {
    reached_with(observer, Box::new(Component::new(Constants { program: Arc::clone(observer.program()) })))
}

/// Targets of the specification that are reached with what a part knows.
fn reached_with(observer: &Observer, knows: Box<dyn Part>) -> BTreeSet<Edge> {
    let program = observer.program();
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 10))),
        Box::new(Component::new(Automata::new(observer.clone()))),
        knows,
    ];
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let mut edges = BTreeSet::new();
    loop {
        match algorithm.run(&Stop::never()) {
            Ended::Target(node) => {
                let target = algorithm.reached().node(node).target.expect("a target");
                assert_eq!(target.kind, TargetKind::Violation(Violation::Specification));
                edges.insert(target.edge);
            }
            Ended::Fixpoint => return edges,
            other => panic!("{other:?}"),
        }
    }
}

/// Programs without inputs whose values are known: the first error of the run is found, and there
/// is none where the run has none.
#[test]
fn known_values_make_it_exact() {
    let mut random = Random(5);
    let (mut broken, mut kept) = (0, 0);
    for _ in 0..400 {
        let program = program(&mut random, false);
        let specification = specification(&mut random);
        let observer = Observer::new(program, specification);
        let (found, _) = run(&observer, 1);
        let reached = reached(&observer);
        match found {
            Some((_, edge)) => {
                broken += 1;
                assert!(reached.contains(&edge), "{}\n{}", observer.specification(), text::print(observer.program()));
            }
            None => {
                kept += 1;
                assert!(reached.is_empty(), "{}\n{}", observer.specification(), text::print(observer.program()));
            }
        }
    }
    assert!(broken > 80 && kept > 80, "{broken} {kept}");
}

/// No edge reaches what is wrapped.
struct NoEdge;

impl Control for NoEdge {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "no-edge"
    }

    fn initial(&mut self) -> ((), ()) {
        ((), ())
    }

    fn passes(&mut self, (): &mut (), (): &(), _: Move) -> bool {
        false
    }

    fn show(&self, (): &()) -> String {
        String::new()
    }
}

/// SLI-29: edges that are no-ops to a wrapped analysis are still seen by the specification; no
/// target is lost.
#[test]
fn targets_count_although_their_edges_are_left_out() {
    let mut random = Random(29);
    let mut found = 0;
    for _ in 0..200 {
        let program = program(&mut random, false);
        let observer = Observer::new(program, specification(&mut random));
        let whole = reached(&observer);
        let constants = Component::new(Constants { program: Arc::clone(observer.program()) });
        let without = reached_with(&observer, Box::new(Wrapper::new(NoEdge, Box::new(constants))));
        assert!(whole.is_subset(&without), "{whole:?} {without:?}\n{}", text::print(observer.program()));
        found += whole.len();
    }
    assert!(found > 50, "{found}");
}
