//! The laws of every analysis: lattice laws of the order, soundness of transfer, of merge, stop and
//! precision adjustment. The interpreter is the oracle; `adumbra_laws` says what is checked.

use crate::calling;
use adumbra_analyses::automaton::{Automata, Instance, Observed, Observer, Value, Watch};
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::*;
use adumbra_analyses::powerset::Powerset;
use adumbra_analyses::textbook::BackwardLocation;
use adumbra_analyses::textbook::constant::{ConstantAnalysis, ConstantPropagation, Located};
use adumbra_analyses::textbook::dataflow::{Dataflow, DataflowAnalysis};
use adumbra_analyses::textbook::reaching::ReachingDefinitions;
use adumbra_analyses::textbook::uninitialised::Uninitialised;
use adumbra_domains::{Constant, Interval, Sign, Unit};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_laws::programs::location;
use adumbra_laws::*;
use adumbra_program::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn numbers<D: Numbers>(count: u64) -> Followed {
    check(count, false, |program, _| {
        (Numeric::<D>::new(program, Externals::Pure, 1), Facts::new(Naming::First), vec![])
    })
}

#[test]
fn intervals_obey_the_laws() {
    let done = numbers::<Interval>(70);
    assert!(done.facts as u64 > 2000 * programs(70), "{done:?}");
}

#[test]
fn constants_obey_the_laws() {
    numbers::<Constant>(50);
}

#[test]
fn signs_obey_the_laws() {
    numbers::<Sign>(50);
}

#[test]
fn units_obey_the_laws() {
    numbers::<Unit>(40);
}

#[test]
fn constants_with_the_location_obey_the_laws() {
    check(40, false, |program, _| {
        let inner = ConstantAnalysis::new(program, Externals::Pure, 1);
        let tell: Tell<ConstantPropagation> = |a, s, facts| {
            a.inner().facts(&s.1, facts);
            facts.point.location = s.0;
        };
        (Located::new(program, inner), Facts { naming: Naming::First, tell }, vec![])
    });
}

#[test]
fn locations_obey_the_laws() {
    let make = |program: &Arc<Program>, _: &mut Random| {
        (LocationAnalysis::new(program, ExternalCalls::Followed), Facts::new(Naming::First), vec![])
    };
    check(40, true, make);
}

#[test]
fn call_stacks_obey_the_laws() {
    check(40, true, |program, _| (CallStackAnalysis::new(program, 1000), Facts::new(Naming::First), vec![]));
}

/// The edges of the entry function that a run takes.
struct Main(Vec<Edge>);

impl Tracer for Main {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let called = matches!(view.program().edges[edge].op, Op::Call { .. });
        if view.depth() == 1 && !called {
            self.0.push(edge);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if view.depth() == 1 {
            self.0.push(edge);
        }
    }
}

/// Backwards, a run is followed from its end: the analysis comes to where each edge starts.
#[test]
fn backward_locations_obey_the_laws() {
    let mut steps = 0;
    for number in 0..programs(60) {
        let program = Arc::new(random_program(&mut Random(number)));
        let mut analysis = BackwardLocation::new(&program, program.entry);
        for seed in 0..RUNS {
            let mut trace = Main(Vec::new());
            let options = Options { max_steps: 400, ..Options::new(Property::unspecified()) };
            let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
            Interpreter::new(&program, options).run(&mut environment, Some(&mut trace));
            let exit = program.body(program.entry).unwrap().exit;
            if trace.0.last().is_none_or(|edge| program.edges[*edge].to != exit) {
                continue;
            }
            let (mut state, ()) = analysis.initial();
            let mut states = vec![state];
            for edge in trace.0.iter().rev() {
                let Some(moves) = analysis.moves(&state, &Siblings::NONE).list() else { panic!("any move") };
                assert!(moves.contains(&Move::Edge(*edge)));
                assert_eq!(analysis.transfer(&mut state, &(), Move::Edge(*edge), &Siblings::NONE), Flow::On);
                let at = program.edges[*edge].from;
                assert_eq!(analysis.answer(&state, Question::Location), Some(Fact::At(at)));
                states.push(state);
                steps += 1;
            }
            for a in &states {
                for b in &states {
                    assert_eq!(analysis.covers(a, b), a == b);
                    assert_eq!(analysis.join(a, b), (a == b).then_some(*a));
                }
            }
        }
    }
    assert!(steps as u64 > 4 * programs(60), "{steps}");
}

/// The meaning of reaching definitions: the last definition of every register of the activation is
/// among them.
struct Defined;

impl Meaning<DataflowAnalysis<ReachingDefinitions>> for Defined {
    fn disagreement(
        &self,
        _: &DataflowAnalysis<ReachingDefinitions>,
        state: &<ReachingDefinitions as Dataflow>::Fact,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let mut all = concrete.record.definitions.iter().flatten();
        *checked += 1;
        all.find(|(r, e)| !state.contains(&(**r, **e))).map(|(r, e)| format!("{r} was defined by {e}"))
    }
}

#[test]
fn reaching_definitions_obey_the_laws() {
    check(40, true, |program, _| (DataflowAnalysis(ReachingDefinitions::new(program)), Defined, vec![]));
}

/// The meaning of uninitialised registers: those of the activation that were never assigned are
/// among them.
struct Unassigned;

impl Meaning<DataflowAnalysis<Uninitialised>> for Unassigned {
    fn disagreement(
        &self,
        _: &DataflowAnalysis<Uninitialised>,
        state: &BTreeSet<Register>,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let body = concrete.program.body(concrete.view.function()?)?;
        let defined = concrete.record.definitions.last()?;
        *checked += 1;
        body.register_ids()
            .find(|r| !defined.contains_key(r) && !state.contains(r))
            .map(|r| format!("{r} was never assigned"))
    }
}

#[test]
fn uninitialised_registers_obey_the_laws() {
    check(40, true, |program, _| (DataflowAnalysis(Uninitialised::new(program)), Unassigned, vec![]));
}

fn stack(program: &Arc<Program>) -> Box<dyn Part> {
    Box::new(Component::new(CallStackAnalysis::new(program, 1000)))
}

fn number<D: Numbers + 'static>(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    Box::new(Component::with(Numeric::<D>::new(program, Externals::Pure, 1), merge, Coverage::Sep))
}

/// A set stands for what one of its members stands for.
struct Members;

impl Meaning<Powerset> for Members {
    fn disagreement(
        &self,
        powerset: &Powerset,
        state: &BTreeSet<StateId>,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let mut why = String::from("the set is empty");
        for member in state {
            let tell = |facts: &mut adumbra_verdict::StateFacts| powerset.part().facts(*member, facts);
            why = disagreement_of_facts(Naming::First, concrete, checked, tell)?;
        }
        Some(why)
    }
}

#[test]
fn sets_of_states_obey_the_laws() {
    check(12, true, |program, random| {
        let merge = random.pick(&[Merge::Own, Merge::Sep]);
        let part = Composite::new(vec![location(program), stack(program), number::<Interval>(program, merge)]);
        (Powerset::new(Box::new(part)), Members, vec![])
    });
}

/// Leaves out every second condition. What a state without it stands for is more.
struct SomeConditions(Arc<Program>);

impl Control for SomeConditions {
    type State = bool;
    type Precision = ();

    fn name(&self) -> &'static str {
        "some-conditions"
    }

    fn initial(&mut self) -> (bool, ()) {
        (false, ())
    }

    fn passes(&mut self, state: &mut bool, _: &(), step: Move) -> bool {
        let condition = matches!(self.0.edges[step.edge()].op, Op::Assume { .. });
        *state ^= condition;
        !condition || *state
    }

    fn show(&self, state: &bool) -> String {
        state.to_string()
    }
}

#[test]
fn wrappers_obey_the_laws() {
    check(30, false, |program, random| {
        let merge = random.pick(&[Merge::Own, Merge::Sep, Merge::Join]);
        let inner: Box<dyn Part> = match random.below(3) {
            0 => number::<Interval>(program, merge),
            1 => Box::new(Composite::new(vec![stack(program), number::<Constant>(program, merge)])),
            _ => Box::new(Component::new(DataflowAnalysis(ReachingDefinitions::new(program)))),
        };
        (Erased::new(Wrapper::new(SomeConditions(Arc::clone(program)), inner)), Facts::new(Naming::First), vec![])
    });
}

/// The meaning of automata: the state is that of one instance, the one for a value that was chosen
/// beforehand.
struct OneInstance<'a> {
    watch: Watch<'a>,
    chosen: Option<Value>,
}

impl OneInstance<'_> {
    /// The instance of the chosen value, and whether the value has occurred.
    fn instance(&self) -> (Instance, bool) {
        let all = self.watch.instances(0);
        let bound = all[1..].iter().find(|i| i.key == self.chosen);
        (*bound.unwrap_or(&all[0]), bound.is_some())
    }
}

impl Meaning<Automata> for OneInstance<'_> {
    fn disagreement(
        &self,
        _: &Automata,
        state: &Observed,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let (instance, occurred) = self.instance();
        let abstracted = state.instances[0];
        *checked += 1;
        let possible = match (abstracted.key, self.chosen) {
            // Where an automaton has stopped it does not matter for which value.
            (None, _) => !occurred || abstracted.state.is_none(),
            (Some(key), Some(chosen)) => {
                occurred && key.equals(chosen, concrete.program) != adumbra_analyses::automaton::Truth::No
            }
            (Some(_), None) => false,
        };
        if !possible || abstracted.state != instance.state {
            return Some(format!("{instance:?}, not {abstracted:?}"));
        }
        None
    }

    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.edge(view, edge);
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.returned(view, edge);
    }

    fn ended(&self) -> bool {
        self.watch.broken.is_some()
    }
}

#[test]
fn automata_obey_the_laws() {
    let (mut steps, mut laws, mut bound) = (0, 0, 0);
    let mut random = Random(1);
    for _ in 0..programs(120) {
        let program = calling::program(&mut random, true);
        let observer = Observer::new(Arc::clone(&program), calling::specification(&mut random));
        for seed in 0..3 {
            let watch = || Watch::new(&observer, Arc::new(AtomicBool::new(false)));
            // Which values occur, so that the instance of each is followed, and the one of a value
            // that does not.
            let mut first = watch();
            let options = Options { max_steps: 400, ..Options::new(Property::unspecified()) };
            let mut environment = Seeded::new(Some(seed), &["program", "one"], Captured::default());
            Interpreter::new(&program, options).run(&mut environment, Some(&mut first));
            let chosen: Vec<Option<Value>> = first.instances(0).iter().map(|i| i.key).collect();
            bound += chosen.len() - 1;
            for chosen in chosen {
                let meaning = OneInstance { watch: watch(), chosen };
                let mut subject = Subject::new(&program, Automata::new(observer.clone()), meaning);
                subject.run(&Property::unspecified(), Some(seed), 400);
                subject.check_order(true);
                steps += subject.followed.steps;
                laws += subject.followed.laws;
            }
        }
    }
    assert!(steps > 10_000 && laws > 1000 && bound > 100, "{steps} {laws} {bound}");
}
