//! Explorations that are interrupted, stop at targets or are cut by refinements, and go on: nothing
//! is lost, and nothing is done twice.

use crate::asking::{HEAD, Nobody, count, proved, with};
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_engine::draw::{DrawOptions, dot};
use adumbra_engine::*;
use adumbra_laws::programs::*;
use adumbra_laws::sources as value_common;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Meter, SECOND, Stop, spend};
use adumbra_strategies::{Request, verify};
use adumbra_value_analysis::{ValueAnalysis, ValueOptions};
use adumbra_verdict::{Reason, Target};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// A loop of thirty rounds that may be left in every round by either of two ways.
const DEEP: (&str, &str) = (
    "reg %0.i %1.x: i32",
    "  l0 -> l2: %0.i = 0
  l2 -> l3: %1.x = input nondet \"nondet\"
  l3 -> l4: [%1.x == 0]
  l3 -> l5: [!(%1.x == 0)]
  l4 -> l8: %1.x = 1
  l8 -> l9: %1.x = 2
  l9 -> l1: return 0:i32
  l5 -> l6: [%0.i <u 30]
  l5 -> l7: [!(%0.i <u 30)]
  l6 -> l2: %0.i = %0.i + 1
  l7 -> l1: return 1:i32",
);

fn exploration(traversal: Traversal, granularity: Granularity) -> Exploration {
    Exploration { traversal, granularity, covering: true }
}

/// Constants that interrupt the exploration at every new state whose sum has a remainder, and
/// forget a register then.
struct Interrupting {
    inner: Constants,
    /// Interrupts at states whose number is a multiple of this; 0: never.
    every: usize,
    seen: BTreeSet<BTreeMap<Register, u64>>,
    /// What is forgotten in states that wait.
    forgets: Option<Register>,
    forgotten: bool,
}

impl Interrupting {
    fn new(program: &Arc<Program>, every: usize) -> Self {
        let inner = Constants { program: Arc::clone(program) };
        Interrupting { inner, every, seen: BTreeSet::new(), forgets: None, forgotten: false }
    }
}

impl Analysis for Interrupting {
    type State = BTreeMap<Register, u64>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "interrupting"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        self.inner.initial()
    }

    fn order(&self) -> Order {
        self.inner.order()
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        self.inner.covers(general, special)
    }

    fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
        self.inner.join(a, b)
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        self.inner.decide(state, condition)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<Self::State> {
        let flow = self.inner.transfer(state, &(), step, siblings);
        if let Some(register) = self.forgets.filter(|_| self.forgotten) {
            state.remove(&register);
        }
        flow
    }

    fn adjusts(&self) -> bool {
        true
    }

    fn adjust(
        &mut self,
        state: &mut Self::State,
        _: &mut (),
        _: &mut dyn Iterator<Item = &Self::State>,
        _: &Siblings<'_>,
    ) -> Adjusted {
        let new = self.seen.insert(state.clone());
        let interrupts = self.every > 0 && new && self.seen.len().is_multiple_of(self.every);
        if interrupts { Adjusted::Interrupt("a new state") } else { Adjusted::Done }
    }

    fn resume(&mut self, state: &mut Self::State, _: &mut (), _: &Siblings<'_>) {
        if let Some(register) = self.forgets {
            state.remove(&register);
            self.forgotten = true;
        }
    }

    fn show(&self, state: &Self::State) -> String {
        self.inner.show(state)
    }
}

fn interrupted(program: &Arc<Program>, how: Exploration, every: usize, merge: Merge) -> (Algorithm, u64) {
    let part: Box<dyn Part> = Box::new(Component::with(Interrupting::new(program, every), merge, Coverage::Sep));
    let mut algorithm = Algorithm::new(Box::new(Composite::new(vec![location(program), part])), how);
    let mut times = 0;
    loop {
        match algorithm.run(&Stop::never()) {
            Ended::Fixpoint => return (algorithm, times),
            Ended::Interrupted(reason) => {
                assert_eq!(reason, "a new state");
                assert!(algorithm.resume());
                times += 1;
            }
            other => panic!("{other:?}"),
        }
    }
}

/// CPA-25: interrupted by the adjustment of precision at every state, every second and every fifth,
/// and resumed, an exploration reaches the same states with the same counts, in every order.
#[test]
fn interrupting_the_adjustment_and_resuming_is_as_if_nothing_was() {
    let program = main_with(DEEP.0, DEEP.1);
    for (name, order) in Traversal::NAMES {
        for granularity in [Granularity::Edge, Granularity::Decided] {
            for merge in [Merge::Sep, Merge::Join] {
                let how = || exploration(order.clone().seeded(3), granularity);
                let (whole, never) = interrupted(&program, how(), 0, merge);
                assert_eq!((never, whole.counts().interruptions), (0, 0));
                for every in [1, 2, 5] {
                    let (parts, times) = interrupted(&program, how(), every, merge);
                    assert!(merge == Merge::Join || times >= 30 / every as u64, "{name} {every}: {times}");
                    assert_eq!(parts.counts().interruptions, times);
                    assert_eq!(shown(&parts), shown(&whole), "{name} {every}");
                    let counts = Counts { interruptions: 0, ..parts.counts() };
                    assert_eq!(counts, whole.counts(), "{name} {granularity:?} {merge:?} {every}");
                }
            }
        }
    }
}

/// Nobody is asked whether a path is real.
struct Never;

impl Judge<()> for Never {
    fn judge(&mut self, _: &Path, _: Target, _: &Stop) -> Judgement<()> {
        panic!("there is no target")
    }
}

/// CPA-25: the refinement loop lets the part act on what waits, and goes on. What a part makes of
/// waiting states is what is explored.
#[test]
fn the_refinement_loop_resumes_and_lets_parts_act_on_what_waits() {
    let program = main_with(DEEP.0, DEEP.1);
    let run = |every, forgets| {
        let mut part = Interrupting::new(&program, every);
        part.forgets = forgets;
        let parts = vec![location(&program), Box::new(Component::new(part)) as Box<dyn Part>];
        let how = exploration(Traversal::BreadthFirst, Granularity::Edge);
        let algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
        let mut cegar = Cegar::new(&program, algorithm, Refining::default());
        let outcome = cegar.run(&mut Never, &Stop::never());
        assert!(matches!(outcome, Outcome::Proved), "{outcome:?}");
        cegar.into_algorithm()
    };
    let (plain, resumed) = (run(0, None), run(2, None));
    assert_eq!(shown(&plain), shown(&resumed));
    assert!(resumed.counts().interruptions > 10);
    // The counter is forgotten at the tenth state: the loop ends there, and no state behind it
    // knows the counter.
    let acting = run(10, Some(Register::from_u32(0)));
    let most = |algorithm: &Algorithm| {
        let counted =
            shown(algorithm).iter().filter_map(|s| s.split("r0=").nth(1)?.split(' ').next()?.parse().ok()).max();
        counted.unwrap_or(0u64)
    };
    assert_eq!(most(&plain), 30);
    assert!(most(&acting) < 10, "{:?}", shown(&acting));
    assert!(shown(&acting).contains(&"l5 in main".to_owned()), "{:?}", shown(&acting));
}

/// A part that interrupts at the same state again and again is no endless loop.
#[test]
fn interruptions_without_progress_end() {
    struct Stubborn;
    impl Analysis for Stubborn {
        type State = ();
        type Precision = ();
        fn name(&self) -> &'static str {
            "stubborn"
        }
        fn initial(&mut self) -> ((), ()) {
            ((), ())
        }
        fn transfer(&mut self, _: &mut (), _: &(), _: Move, _: &Siblings<'_>) -> Flow<()> {
            Flow::On
        }
        fn adjusts(&self) -> bool {
            true
        }
        fn adjust(&mut self, _: &mut (), _: &mut (), _: &mut dyn Iterator<Item = &()>, _: &Siblings<'_>) -> Adjusted {
            Adjusted::Interrupt("never again")
        }
        fn show(&self, _: &()) -> String {
            String::new()
        }
    }
    let program = main_with(DEEP.0, DEEP.1);
    let parts = vec![location(&program), Box::new(Component::new(Stubborn)) as Box<dyn Part>];
    let algorithm = Algorithm::new(Box::new(Composite::new(parts)), Exploration::default());
    let outcome = Cegar::new(&program, algorithm, Refining::default()).run(&mut Never, &Stop::never());
    let Outcome::Unknown(reasons) = outcome else { panic!("{outcome:?}") };
    assert_eq!(reasons, [Reason::Incomplete("never again".into())]);
}

/// Constants whose steps take long, and say nothing when there is no time for that.
struct Slow {
    inner: Constants,
    work: u64,
    stop: Stop,
    in_vain: Rc<RefCell<u32>>,
}

impl Analysis for Slow {
    type State = BTreeMap<Register, u64>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "slow"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        self.inner.initial()
    }

    fn order(&self) -> Order {
        self.inner.order()
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        self.inner.covers(general, special)
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        self.inner.decide(state, condition)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<Self::State> {
        let left = self.stop.left().unwrap_or(u64::MAX);
        spend(self.work.min(left));
        if left <= self.work {
            *self.in_vain.borrow_mut() += 1;
            state.clear();
        }
        self.inner.transfer(state, &(), step, siblings)
    }

    fn limit(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn show(&self, state: &Self::State) -> String {
        self.inner.show(state)
    }
}

/// A step for which there is too little work is taken back, and taken again with more: what is
/// reached in turns of any length is what is reached in one go, and the work is at most a few times
/// as much.
#[test]
fn steps_that_take_long_are_taken_again_with_more_work() {
    let program = main_with(DEEP.0, DEEP.1);
    let run = |turn: Option<u64>| {
        let in_vain = Rc::default();
        let inner = Constants { program: Arc::clone(&program) };
        let slow = Slow { inner, work: 5 * SECOND, stop: Stop::never(), in_vain: Rc::clone(&in_vain) };
        let parts = vec![location(&program), Box::new(Component::new(slow)) as Box<dyn Part>];
        let how = exploration(Traversal::BreadthFirst, Granularity::Edge);
        let algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
        let mut cegar = Cegar::new(&program, algorithm, Refining::default());
        let meter = Meter::start();
        loop {
            let stop = turn.map_or(Stop::never(), |turn| Stop::never().within(turn));
            let before = Meter::start();
            match cegar.run(&mut Never, &stop) {
                Outcome::Paused => {
                    let most = turn.unwrap() + 20 * SECOND;
                    assert!(before.read() < most, "{turn:?}: {}", before.read());
                }
                Outcome::Proved => break,
                other => panic!("{other:?}"),
            }
        }
        let tried = *in_vain.borrow();
        (shown(cegar.algorithm()), cegar.algorithm().counts(), meter.read(), tried)
    };
    let (states, counts, work, tried) = run(None);
    assert_eq!(tried, 0);
    for turn in [1, MILLISECOND, SECOND, 3 * SECOND, 40 * SECOND] {
        let (states_in_turns, counts_in_turns, work_in_turns, tried) = run(Some(turn));
        assert_eq!(tried > 0, turn < 4 * SECOND, "{turn}");
        assert_eq!((&states_in_turns, counts_in_turns), (&states, counts), "{turn}");
        assert!(work_in_turns < 3 * work, "{turn}: {work_in_turns} instead of {work}");
    }
}

/// A list of any length, and something beside it that is to be known.
const LIST: &str = "extern void *malloc(unsigned long);
    struct N { long data; struct N *next; };
    int main(void) { struct N *l = 0; int done = 0;
      while (__VERIFIER_nondet_int()) { struct N *t = malloc(sizeof *t); t->data = 1; t->next = l; l = t; done = 1; }
      if (done == 2) reach_error(); return 0; }";

/// CPA-25 by configuration: explicit heaps interrupt where a structure is too deep, all states that
/// wait forget what points into it, and the answer is the one without interruptions.
#[test]
fn heaps_that_are_too_deep_interrupt_and_the_run_goes_on() {
    let program = value_common::load_c(&format!("{HEAD}{LIST}"), "unreach-call", true);
    let run = |depth: &str, how: &str| {
        let options = [("heap-depth", depth), ("too-deep", how), ("traversal", "breadth-first")];
        let verified = verify(&program, &Request::new(with("value", &options)), &Nobody);
        proved(&verified);
        (count(&verified, "interruptions"), count(&verified, "states"))
    };
    for depth in ["1", "2", "3"] {
        let ((none, _), (some, _)) = (run(depth, "forget"), run(depth, "interrupt"));
        assert_eq!(none, 0);
        assert!((1..=4).contains(&some), "{some}");
    }
}

/// Three errors, two of them behind loops, and ends beside them.
const ERRORS: (&str, &str) = (
    "reg %0.i %1.x: i32",
    "  l0 -> l2: %0.i = 0
  l2 -> l3: %1.x = input nondet \"nondet\"
  l3 -> l4: [%1.x == 0]
  l3 -> l5: [!(%1.x == 0)]
  l4 -> l6: violation error-call
  l5 -> l7: [%0.i <u 3]
  l5 -> l8: [!(%0.i <u 3)]
  l7 -> l9: [%1.x == 7]
  l7 -> l10: [!(%1.x == 7)]
  l9 -> l11: violation error-call
  l10 -> l2: %0.i = %0.i + 1
  l8 -> l12: [%1.x == 9]
  l8 -> l13: [!(%1.x == 9)]
  l12 -> l14: violation error-call
  l13 -> l1: return 1:i32
  l6 stop
  l11 stop
  l14 stop",
);

/// All states that a search without engine reaches: one edge at a time, nothing left out but what
/// is equal.
fn search(program: &Arc<Program>) -> Vec<String> {
    let mut constants = Constants { program: Arc::clone(program) };
    let start = (program.body(program.entry).unwrap().entry, constants.initial().0);
    let mut all = vec![start.clone()];
    let mut work = VecDeque::from([start]);
    while let Some((at, state)) = work.pop_front() {
        for edge in program.out_edges(at) {
            let mut next = state.clone();
            let to = program.edges[edge].to;
            if constants.transfer(&mut next, &(), Move::Edge(edge), &Siblings::NONE) == Flow::On
                && !all.iter().any(|(l, s)| *l == to && constants.covers(s, &next))
            {
                all.push((to, next.clone()));
                work.push_back((to, next));
            }
        }
    }
    let shown = |(at, state): &(Location, BTreeMap<Register, u64>)| {
        format!("{at} in main {}", constants.show(state)).trim_end().to_owned()
    };
    all.iter().map(shown).collect::<BTreeSet<_>>().into_iter().collect()
}

/// BAM-4: an exploration stops at the first target, with other states waiting; resumed after every
/// target it finds all of them, and in the end every state that a search without stops finds.
#[test]
fn resumed_after_a_target_no_successor_is_lost() {
    let program = main_with(ERRORS.0, ERRORS.1);
    let expected = search(&program);
    let at_errors = |states: &[String]| {
        let ends = ["l6 ", "l11 ", "l14 "];
        states.iter().filter(|s| ends.iter().any(|end| format!("{s} ").starts_with(end))).count()
    };
    for (name, order) in Traversal::NAMES {
        let part = Box::new(Component::new(Constants { program: Arc::clone(&program) }));
        let parts: Vec<Box<dyn Part>> = vec![location(&program), part];
        let how = exploration(order.clone().seeded(1), Granularity::Edge);
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
        let (mut targets, mut at_first) = (0, None);
        loop {
            match algorithm.run(&Stop::never()) {
                Ended::Target(node) => {
                    assert!(algorithm.reached().node(node).target.is_some());
                    at_first = at_first.or(Some(algorithm.reached().waiting()));
                    targets += 1;
                }
                Ended::Fixpoint => break,
                other => panic!("{other:?}"),
            }
        }
        assert!(at_first.is_some_and(|waiting| waiting > 0), "{name}: it stopped at once, with more to do");
        assert_eq!(algorithm.reached().waiting(), 0, "{name}");
        let states: BTreeSet<String> = shown(&algorithm).into_iter().collect();
        let states: Vec<String> = states.into_iter().collect();
        assert_eq!(states, expected, "{name}");
        assert_eq!(targets, at_errors(&expected), "{name}");
    }
}

/// Notes every step that is taken, and every path that is to be excluded.
#[derive(Clone, Default)]
struct Seen {
    steps: Rc<RefCell<BTreeMap<Edge, u32>>>,
    paths: Rc<RefCell<Vec<Vec<Move>>>>,
}

impl Analysis for Seen {
    type State = ();
    type Precision = ();
    fn name(&self) -> &'static str {
        "seen"
    }
    fn initial(&mut self) -> ((), ()) {
        ((), ())
    }
    fn transfer(&mut self, _: &mut (), _: &(), step: Move, _: &Siblings<'_>) -> Flow<()> {
        *self.steps.borrow_mut().entry(step.edge()).or_default() += 1;
        Flow::On
    }
    fn refine(&mut self, path: &ErrorPath<'_>, _: &(), _: &[&()], _: &[&()]) -> Refinement<()> {
        self.paths.borrow_mut().push(path.moves.to_vec());
        Refinement::Powerless
    }
    fn show(&self, _: &()) -> String {
        String::new()
    }
}

/// BAM-6: values of nothing are refined by the path to the error. What is before the first state
/// that the new precision changes is kept and not computed again; with a restart it is. No path
/// comes twice.
#[test]
fn a_refinement_cuts_at_the_highest_changed_state() {
    let program = main_with(
        "reg %0.x %1.y %2.a: i32",
        "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: %2.a = 1
  l3 -> l4: [%0.x == 5]
  l3 -> l5: [!(%0.x == 5)]
  l4 -> l6: %1.y = 0
  l5 -> l1: return 1:i32
  l6 -> l7: %2.a = 2
  l7 -> l8: [%1.y == 0]
  l7 -> l9: [!(%1.y == 0)]
  l8 -> l1: return 0:i32
  l9 -> l10: violation error-call
  l10 stop",
    );
    let edge = |from: u32, to: u32| {
        let found = program.edges.iter().find(|(_, e)| (e.from.as_u32(), e.to.as_u32()) == (from, to));
        found.unwrap().0
    };
    let run = |restart: bool| {
        let options = ValueOptions { refined: true, ..ValueOptions::default() };
        let seen = Seen::default();
        let parts: Vec<Box<dyn Part>> = vec![
            location(&program),
            Box::new(Component::new(CallStackAnalysis::new(&program, 10))),
            Box::new(Component::new(seen.clone())),
            Box::new(Component::new(ValueAnalysis::new(&program, options))),
        ];
        let how = exploration(Traversal::BreadthFirst, Granularity::Edge);
        let algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
        let mut cegar = Cegar::new(&program, algorithm, Refining { restart, ..Refining::default() });
        let outcome = cegar.run(&mut Never, &Stop::never());
        assert!(matches!(outcome, Outcome::Proved), "{outcome:?}");
        assert_eq!((cegar.counts().refinements, cegar.counts().targets), (1, 1));
        let paths = seen.paths.borrow();
        assert_eq!(paths.len(), paths.iter().collect::<BTreeSet<_>>().len(), "a path came twice");
        let steps = seen.steps.borrow();
        let taken = |from, to| steps.get(&edge(from, to)).copied().unwrap_or(0);
        [taken(0, 2), taken(2, 3), taken(3, 5), taken(3, 4), taken(4, 6), taken(6, 7), taken(7, 8), taken(9, 10)]
    };
    // `y` is tracked from where it is set on; the other branch and all above are kept.
    assert_eq!(run(false), [1, 1, 1, 1, 2, 2, 2, 1]);
    assert_eq!(run(true), [2, 2, 2, 2, 2, 2, 2, 1]);
}

/// BAM-5: parents and children, what covers what, and what was merged into what are those of the
/// graph; a drawing shows them.
#[test]
fn the_graph_records_parents_coverage_and_merges() {
    let program = main_with(
        "reg %0.x %1.y: i32",
        "  l0 -> l2: %1.y = input nondet \"nondet\"
  l2 -> l3: [%1.y == 1]
  l2 -> l4: [!(%1.y == 1)]
  l3 -> l5: %0.x = 1
  l4 -> l5: %0.x = 2
  l5 -> l1: return 0:i32",
    );
    let constants = Constants { program: Arc::clone(&program) };
    let part = Box::new(Component::with(constants, Merge::Join, Coverage::Sep));
    let parts: Vec<Box<dyn Part>> = vec![location(&program), part];
    let how = exploration(Traversal::BreadthFirst, Granularity::Edge);
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
    assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
    let reached = algorithm.reached();
    let merges: Vec<(NodeId, NodeId)> =
        reached.nodes().flat_map(|(id, _)| reached.merged_into(id).map(move |old| (id, old))).collect();
    let [(new, old)] = merges[..] else { panic!("{merges:?}") };
    assert_eq!(algorithm.counts().merges, 1);
    assert_eq!((reached.node(new).status, reached.node(old).covering.as_slice()), (Status::Covered(old), &[new][..]));
    assert_eq!(reached.node(old).replaced, 1);
    for (id, node) in reached.nodes().filter(|(id, _)| *id != 0) {
        assert!(reached.node(node.parent).children.contains(&id));
    }
    let parents: Vec<String> =
        [new, old].map(|id| algorithm.part().show(reached.node(reached.node(id).parent).state)).into();
    assert_eq!(parents, ["l4 in main\n", "l3 in main\nr1=1"].map(|s| s.trim_end().to_owned()));
    let drawn = dot(&program, &algorithm, DrawOptions::default());
    assert!(
        drawn.contains(&format!("  n{new} -> n{old} [style=dotted, color=orange, constraint=false, label=merged];"))
    );
    assert!(drawn.contains(&format!("  n{new} -> n{old} [style=dashed, color=green4, constraint=false];")));
    // A link ends with its nodes.
    let precision = reached.node(new).precision;
    let (reached, part) = algorithm.graph();
    reached.remove(part, old, precision);
    assert_eq!(reached.nodes().map(|(id, _)| reached.merged_into(id).count()).sum::<usize>(), 0);
}

/// BAM-5: calls and returns are drawn in their colours, each node with its location and its open
/// calls.
#[test]
fn calls_and_returns_are_drawn_in_their_colours() {
    let text = "static int twice(int x) { return 2 * x; } int main(void) { int n = __VERIFIER_nondet_int(); if (twice(n) == 7) reach_error(); return 0; }";
    let program = value_common::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let mut request = Request::new(with("interval", &[("granularity", "edge")]));
    request.draw = true;
    let drawn = verify(&program, &request, &Nobody).graph.unwrap();
    let arrows = |colour: &str| drawn.lines().filter(|l| l.contains(&format!("color={colour}, fontcolor="))).count();
    // Into `twice` and out of it; the error function is entered and not left.
    assert_eq!((arrows("blue"), arrows("purple")), (2, 1), "{drawn}");
    assert!(drawn.contains("in twice\\l[main twice]"), "{drawn}");
}
