//! Worked examples of the value analysis: states, covering, refinement, and whole explorations.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_laws::sources::{self as value_common, load_c};
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_value_analysis::*;
use adumbra_verdict::{Target as Goal, TargetKind};
use std::sync::Arc;

/// Executes a program along the way that its state decides; where it does not, the first edge is
/// taken. Returns the path.
fn walk(
    analysis: &mut ValueAnalysis,
    precision: &Precision,
    until: impl Fn(&Program, Move) -> bool,
) -> (ValueState, Vec<Move>) {
    walk_by(analysis, precision, false, until)
}

/// The same; where the state does not decide, the first or the second edge is taken.
fn walk_by(
    analysis: &mut ValueAnalysis,
    precision: &Precision,
    take_second: bool,
    until: impl Fn(&Program, Move) -> bool,
) -> (ValueState, Vec<Move>) {
    let program = Arc::clone(analysis.program());
    let mut state = analysis.start();
    let mut calls: Vec<(Edge, Function)> = Vec::new();
    let mut path = Vec::new();
    while path.len() < 100_000 && state.violated().is_none() {
        let mut out = program.out_edges(state.location());
        let step = match (out.next(), out.next()) {
            (None, _) => match calls.pop() {
                Some((call, callee)) => Move::Leave { call, callee },
                None => break,
            },
            (Some(edge), None) => match program.edges[edge].op {
                Op::Call { callee: Callee::Direct(callee), .. } if program.body(callee).is_some() => {
                    calls.push((edge, callee));
                    Move::Enter { call: edge, callee }
                }
                _ => Move::Edge(edge),
            },
            (Some(first), Some(second)) => match program.edges[first].op {
                Op::Assume { condition, truth } => match analysis.decide_in(&state, condition) {
                    Some(decided) if decided != truth => Move::Edge(second),
                    None if take_second => Move::Edge(second),
                    _ => Move::Edge(first),
                },
                _ => break,
            },
        };
        if until(&program, step) {
            break;
        }
        path.push(step);
        match analysis.apply(&mut state, precision, step) {
            Flow::On => {}
            Flow::Split(states) => match states.into_iter().find(|s| s.violated().is_none()) {
                Some(next) => state = next,
                None => break,
            },
            _ => break,
        }
    }
    (state, path)
}

/// Explores a program; the number of nodes and whether a target was reached.
fn explore(program: &Arc<Program>, options: ValueOptions) -> (usize, bool) {
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 1000))),
        Box::new(Component::new(ValueAnalysis::new(program, options))),
    ];
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), Exploration::default());
    let ended = algorithm.run(&Stop::never());
    (algorithm.reached().len(), matches!(ended, Ended::Target(_)))
}

fn ended(program: &Program, step: Move) -> bool {
    matches!(program.edges[step.edge()].op, Op::Return { .. })
        && program.function_of(program.edges[step.edge()].from) == program.entry
}

fn register_named(analysis: &ValueAnalysis, state: &ValueState, name: &str) -> Option<Value> {
    let program = analysis.program();
    let named = |r: Register| program.registers[r].variable.as_ref().is_some_and(|v| v.name == name);
    analysis.registers(state).into_iter().find(|(_, r, _)| named(*r)).map(|(_, _, v)| v)
}

const LIST: &str = "extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    struct N { long data; struct N *next; }; struct N *a, *p;
    int main(void) { a = malloc(sizeof *a); p = a; for (int i = 0; i < 3; i++) { p->data = 1; p->next = malloc(sizeof *p); p = p->next; }
      p->data = 0; p->next = 0; struct N *q = a; long x = q->data; while (x == 1) { q = q->next; x = q->data; } if (x != 0) reach_error(); return 0; }";

#[test]
fn explicit_heap_of_four_cells() {
    // X8: cells 1 to 4 with data 1, 1, 1, 0 and next 2, 3, 4, null; `a` at the first, `p` at the
    // last.
    let program = load_c(LIST, "unreach-call", true);
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let (mut state, _) = walk(&mut analysis, &Precision::everything(), ended);
    assert_eq!(state.violated(), None);
    analysis.trim(&mut state, &Precision::everything());
    let text = analysis.show(&state);
    // Names are canonical: in the order in which one comes to the cells from the globals.
    for part in [
        "a = &heap#0",
        "p = &heap#1",
        "heap#0+0:8 = 1",
        "heap#0+8:8 = &heap#2",
        "heap#2+0:8 = 1",
        "heap#2+8:8 = &heap#3",
        "heap#3+0:8 = 1",
        "heap#3+8:8 = &heap#1",
        "heap#1+0:8 = 0",
        "heap#1+8:8 = 0",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert_eq!(analysis.allocated(&state).len(), 4);
    assert!(!explore(&program, ValueOptions::default()).1);
}

#[test]
fn a_heap_that_is_too_deep_is_given_up() {
    // X8 with thresholds: the depth from `a` is 4, from `p` it is 1, and both point into the same
    // structure.
    let program = load_c(LIST, "unreach-call", true);
    let given_up = |heap_depth: u64| {
        let options = ValueOptions { heap_depth: Some(heap_depth), ..ValueOptions::default() };
        let mut analysis = ValueAnalysis::new(&program, options);
        let mut precision = Precision::everything();
        let (mut state, _) = walk(&mut analysis, &precision, ended);
        analysis.trim(&mut state, &precision);
        let before = state.clone();
        assert_eq!(
            analysis.adjust(&mut state, &mut precision, &mut std::iter::empty(), &Siblings::NONE),
            Adjusted::Done
        );
        assert!(analysis.covers(&state, &before));
        analysis.trim(&mut state, &precision);
        let tracked = ["a", "p"].map(|name| {
            let key = Key::Cell(Base::Global(program.global_named(name).unwrap()), 0);
            precision.tracks(key, state.location(), program.entry)
        });
        (tracked, analysis.allocated(&state).len(), state == before)
    };
    assert_eq!(given_up(4), ([true, true], 4, true));
    assert_eq!(given_up(3), ([false, false], 0, false));
    assert_eq!(given_up(0), ([false, false], 0, false));
}

#[test]
fn a_list_of_any_length_is_left_with_a_depth() {
    let text = "extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        struct N { long data; struct N *next; };
        int main(void) { struct N *l = 0; int done = 0; while (__VERIFIER_nondet_int()) { struct N *t = malloc(sizeof *t); t->data = 1; t->next = l; l = t; done = 1; }
          if (done == 2) reach_error(); return 0; }";
    let program = load_c(text, "unreach-call", true);
    let limited = |heap_depth: Option<u64>| {
        let options = ValueOptions { heap_depth, ..ValueOptions::default() };
        let part = Composite::new(vec![
            Box::new(Component::new(LocationAnalysis::new(&program, ExternalCalls::Followed))) as Box<dyn Part>,
            Box::new(Component::new(CallStackAnalysis::new(&program, 1000))),
            Box::new(Component::new(ValueAnalysis::new(&program, options))),
        ]);
        let mut algorithm = Algorithm::new(Box::new(part), Exploration::default());
        algorithm.run(&Stop::never().within(20 * MILLISECOND))
    };
    assert_eq!(limited(Some(3)), Ended::Fixpoint);
    assert_ne!(limited(None), Ended::Fixpoint);
}

#[test]
fn equal_heaps_are_equal_states() {
    // The same two cells, allocated in two orders.
    let text = "extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void); long *a, *b;
        int main(void) { if (__VERIFIER_nondet_int()) { a = malloc(8); b = malloc(8); } else { b = malloc(8); a = malloc(8); } *a = 1; *b = 2; return 0; }";
    let program = load_c(text, "unreach-call", true);
    let everything = Precision::everything();
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let [mut left, mut right] = [false, true].map(|second| walk_by(&mut analysis, &everything, second, ended).0);
    assert_ne!(left, right);
    analysis.trim(&mut left, &everything);
    analysis.trim(&mut right, &everything);
    assert_eq!(analysis.show(&left), analysis.show(&right));
    assert!(left == right);
}

#[test]
fn locals_of_the_caller_survive_a_call() {
    let program = load_c(
        "extern void reach_error(void); int f(int n) { int l = n * 2; if (n > 0) { int r = f(n - 1); if (l != n * 2) reach_error(); return r + l; } return 0; }
         int main(void) { int x = 5; int y = f(3); if (x + y != 17) reach_error(); return 0; }",
        "unreach-call",
        true,
    );
    assert!(!explore(&program, ValueOptions::default()).1);
    // Within the innermost activation the callers' registers are still there.
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let f = value_common::function(&program, "f");
    let innermost = |program: &Program, step: Move| {
        matches!(step, Move::Leave { callee, .. } if callee == f) && program.body(f).is_some()
    };
    let (state, _) = walk(&mut analysis, &Precision::everything(), innermost);
    assert_eq!(state.depth(), 4);
    let known: Vec<u32> = analysis.registers(&state).into_iter().map(|(depth, ..)| depth).collect();
    assert!([1, 2, 3].iter().all(|d| known.contains(d)), "{known:?}");
}

const LOOP1: &str = "extern void reach_error(void); int main(void) { int i = 0, j = 0; while (i < 100) { i++; j += 2; } if (j != 200) reach_error(); return 0; }";

#[test]
fn a_counting_loop_is_solved_without_threshold() {
    let program = load_c(LOOP1, "unreach-call", true);
    let (_, target) = explore(&program, ValueOptions::default());
    assert!(!target);
    // With a threshold the counters are given up, and the assertion with them.
    let options = ValueOptions { threshold: Some(5), ..ValueOptions::default() };
    assert!(explore(&program, options).1);
}

#[test]
fn thresholds_count_more_than_k() {
    // One value is not more than one: a constant is kept at k = 1.
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int c = 7; while (__VERIFIER_nondet_int()) { if (c != 7) reach_error(); } return 0; }";
    let program = load_c(text, "unreach-call", true);
    let options = ValueOptions { threshold: Some(1), ..ValueOptions::default() };
    assert!(!explore(&program, options).1);
}

#[test]
fn unknown_inputs_make_states_meet() {
    let text =
        "extern int __VERIFIER_nondet_int(void); int a, b; int main(void) { for (;;) { int x = __VERIFIER_nondet_int();
        if (x == 1) a = 1 - a; else if (x == 2) b = (b + 1) % 3; else if (x == 3) return 0; } }";
    let program = load_c(text, "unreach-call", true);
    let (nodes, target) = explore(&program, ValueOptions::default());
    assert!(!target);
    assert!(nodes < 100, "{nodes}");
}

fn refined(text: &str) -> (ValueAnalysis, Vec<Move>, Goal) {
    let program = load_c(text, "unreach-call", true);
    let options = ValueOptions { refined: true, ..ValueOptions::default() };
    let mut analysis = ValueAnalysis::new(&program, options);
    // The way to the error that the empty precision admits: the first one in breadth.
    let error = value_common::function(&program, "reach_error");
    let mut queue = std::collections::VecDeque::from([(program.body(program.entry).unwrap().entry, Vec::new())]);
    let mut seen = std::collections::HashSet::new();
    while let Some((location, path)) = queue.pop_front() {
        for edge in program.out_edges(location) {
            let data = &program.edges[edge];
            let mut next: Vec<Move> = path.clone();
            if let Op::Call { callee: Callee::Direct(f), .. } = data.op
                && f == error
            {
                next.push(Move::Enter { call: edge, callee: f });
                let inner = program.out_edges(program.body(f).unwrap().entry).next().unwrap();
                next.push(Move::Edge(inner));
                let target = Goal { kind: TargetKind::Violation(Violation::ErrorCall), edge: inner };
                analysis.trim(&mut analysis.start(), &Precision::nothing());
                return (analysis, next, target);
            }
            if matches!(data.op, Op::Call { callee: Callee::Direct(f), .. } if program.body(f).is_some()) {
                continue;
            }
            next.push(Move::Edge(edge));
            if seen.insert(edge) {
                queue.push_back((data.to, next));
            }
        }
    }
    panic!("no way to the error");
}

/// Does a precision exclude a path, node by node?
fn excludes(analysis: &mut ValueAnalysis, precision: &Precision, path: &[Move]) -> bool {
    let mut state = analysis.start();
    analysis.trim(&mut state, precision);
    for step in path {
        match analysis.apply(&mut state, precision, *step) {
            Flow::On => analysis.trim(&mut state, precision),
            Flow::Dead => return true,
            _ => return false,
        }
    }
    false
}

#[test]
fn refinement_tracks_what_a_path_needs() {
    let (mut analysis, path, target) = refined(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int lock; int noise; int main(void) { noise = 3; lock = 1; int x = __VERIFIER_nondet_int(); noise = noise + 1; if (x) noise = 5; if (lock != 1) reach_error(); return 0; }",
    );
    let nothing = Precision::nothing();
    assert!(!excludes(&mut analysis, &nothing, &path));
    let excluded = analysis.exclude(&path, target, &nothing).expect("the path is contradictory");
    assert!(excludes(&mut analysis, &excluded.precision, &path));
    // `lock` and the register that it is loaded into; not `noise`.
    let program = Arc::clone(analysis.program());
    let lock = Base::Global(program.global_named("lock").unwrap());
    let keys = excluded.precision.exceptions();
    assert!(keys.contains(&Key::Cell(lock, 0)), "{keys:?}");
    assert_eq!(keys.len(), 2, "{keys:?}");
    // The precision grows behind the store to `lock`, not before.
    let store = path.iter().position(|m| {
        matches!(&program.edges[m.edge()].op, Op::Store { address, .. }
            if program.exprs.get(*address) == Expr::GlobalAddr(program.global_named("lock").unwrap()))
    });
    assert_eq!(Some(excluded.from), store.map(|at| at + 1));
    // A path that the precision excludes already adds nothing to it.
    let again = analysis.exclude(&path, target, &excluded.precision).expect("the path is contradictory");
    assert_eq!((again.precision, again.added), (excluded.precision, Vec::new()));
}

#[test]
fn a_real_path_is_not_excluded() {
    let (mut analysis, path, target) = refined(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int g = 2;
         int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3 && g == 2) reach_error(); return 0; }",
    );
    assert_eq!(analysis.exclude(&path, target, &Precision::nothing()), None);
}

#[test]
fn refinement_prefers_what_does_not_count() {
    // Two contradictions on every path to the error: the loop counter and the flag. The flag has
    // one value.
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int flag = 1; int i = 0; while (i < 3) { i++; if (__VERIFIER_nondet_int()) flag = 1; } if (i != 3) if (flag != 1) reach_error(); return 0; }";
    let (mut analysis, path, target) = refined(text);
    let excluded = analysis.exclude(&path, target, &Precision::nothing()).expect("the path is contradictory");
    let program = Arc::clone(analysis.program());
    let counters = excluded.precision.exceptions().into_iter().filter(
        |k| matches!(k, Key::Register(r) if program.registers[*r].variable.as_ref().is_some_and(|v| v.name == "i")),
    );
    assert_eq!(counters.count(), 0, "{:?}", excluded.precision);
}

#[test]
fn covering_is_projection() {
    let program = load_c("int g; int main(void) { int x = 3; g = x; int y = g + 1; return y; }", "unreach-call", false);
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let everything = Precision::everything();
    let stop = |program: &Program, step: Move| matches!(program.edges[step.edge()].op, Op::Return { .. });
    let (special, path) = walk(&mut analysis, &everything, stop);
    let mut general = analysis.start();
    let mut nothing = Precision::nothing();
    let g = program.global_named("g").unwrap();
    nothing.set(Key::Cell(Base::Global(g), 0), Scope::Global, special.location(), program.entry, true);
    for step in &path {
        assert_eq!(analysis.apply(&mut general, &nothing, *step), Flow::On);
    }
    let (mut a, mut b) = (special.clone(), general.clone());
    analysis.trim(&mut a, &everything);
    analysis.trim(&mut b, &nothing);
    assert!(analysis.covers(&b, &a));
    assert!(!analysis.covers(&a, &b));
    assert_ne!(analysis.shape(&a), analysis.shape(&b));
    assert_eq!(analysis.project(&a, &b), Some(b.clone()));
    assert_eq!(analysis.project(&b, &a), None);
    assert_eq!(analysis.join(&a, &b), Some(b.clone()));
    assert!(analysis.covers(&a, &a));
    let _ = register_named(&analysis, &a, "x");
}

#[test]
fn possible_violations_are_reported_and_the_rest_goes_on() {
    let text = "extern int __VERIFIER_nondet_int(void); int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); a[1] = 5; if (i > 2) return a[i]; return a[1]; }";
    let program = load_c(text, "memsafety", true);
    assert!(explore(&program, ValueOptions::default()).1);
    let program = load_c(text, "unreach-call", true);
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let (state, _) = walk(&mut analysis, &Precision::everything(), |_, _| false);
    assert_eq!(state.violated(), None);
    let ends: Vec<Violation> = analysis.ends_at().into_iter().map(|(violation, _)| violation).collect();
    assert_eq!(ends, [Violation::OutOfBounds]);
}

#[test]
fn stores_through_unknown_pointers_spare_what_they_cannot_reach() {
    let text = "extern int __VERIFIER_nondet_int(void); extern int *__VERIFIER_nondet_pointer(void); int mine = 1, shared = 2; int *q = &shared;
        int main(void) { int local = 3; int *p = __VERIFIER_nondet_pointer(); *p = 9; return mine + local + (p == q); }";
    let program = load_c(text, "unreach-call", true);
    let mut analysis = ValueAnalysis::new(&program, ValueOptions::default());
    let (state, _) = walk(&mut analysis, &Precision::everything(), ended);
    let global = |name| ObjectRef::global(program.global_named(name).unwrap());
    let cells = analysis.cells(&state);
    assert!(cells.contains(&(global("mine"), 0, Ok((4, 1)))), "{cells:?}");
    assert!(!cells.iter().any(|(object, ..)| *object == global("shared")), "{cells:?}");
}

#[test]
fn conditions_tell_about_registers_and_cells() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int g;
        int main(void) { g = __VERIFIER_nondet_int(); if (g == 4) { if (g != 4) reach_error(); } unsigned char c = (unsigned char)__VERIFIER_nondet_int();
          if (c + 1 == 8) { if (c != 7) reach_error(); } int x = __VERIFIER_nondet_int(); if (!(x - 3)) { if (x != 3) reach_error(); } return 0; }";
    let program = load_c(text, "unreach-call", true);
    assert!(!explore(&program, ValueOptions::default()).1);
}

#[test]
fn leaks_are_found_at_the_end() {
    let text = |end: &str| {
        format!(
            "extern void *malloc(unsigned long); extern void free(void *); void *keep; int main(void) {{ void *p = malloc(4); keep = malloc(5); {end} return 0; }}"
        )
    };
    let check = |end: &str, property: &str| explore(&load_c(&text(end), property, true), ValueOptions::default()).1;
    assert!(check("free(p);", "memcleanup"));
    assert!(!check("free(p); free(keep);", "memcleanup"));
    assert!(check("", "memsafety"));
    assert!(!check("free(p);", "memsafety"));
    assert!(check("free(p); free(p);", "memsafety"));
}

#[test]
fn a_value_that_a_condition_gave_is_tracked_to_the_next_condition() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int p = __VERIFIER_nondet_int(); int lock; if (p != 0) lock = 1; else lock = 0;
          if (p != 0) { if (lock != 1) reach_error(); } return 0; }";
    // The second way: where `p` is 0 at first and not at last.
    let (mut analysis, path, target) = refined(text);
    let program = Arc::clone(analysis.program());
    let first = path.iter().position(|m| matches!(program.edges[m.edge()].op, Op::Assume { .. })).unwrap();
    let mut other = path[..first].to_vec();
    let from = program.edges[path[first].edge()].from;
    let mut at = program.out_edges(from).find(|e| Move::Edge(*e) != path[first]).unwrap();
    while !path.contains(&Move::Edge(at)) {
        other.push(Move::Edge(at));
        at = program.out_edges(program.edges[at].to).next().unwrap();
    }
    let rest = path.iter().position(|m| *m == Move::Edge(at)).unwrap();
    other.extend(&path[rest..]);
    let mut precision = Precision::nothing();
    for path in [&path, &other] {
        let excluded = analysis.exclude(path, target, &precision).expect("the path is contradictory");
        precision = excluded.precision;
        assert!(excludes(&mut analysis, &precision, path), "{precision:?} {path:?}");
    }
    assert!(excludes(&mut analysis, &precision, &path));
    assert!(excludes(&mut analysis, &precision, &other));
}

/// Takes down what a sibling gives up.
struct Receiver(std::rc::Rc<std::cell::RefCell<Vec<GivenUp>>>);

impl Receiver {
    fn receive(&self, siblings: &Siblings<'_>) {
        if let Some(Fact::GivenUp(given_up)) = siblings.ask(Question::GivenUp) {
            self.0.borrow_mut().push(given_up);
        }
    }
}

impl Analysis for Receiver {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "receiver"
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
    fn adjust(
        &mut self,
        _: &mut (),
        _: &mut (),
        _: &mut dyn Iterator<Item = &()>,
        siblings: &Siblings<'_>,
    ) -> Adjusted {
        self.receive(siblings);
        Adjusted::Done
    }
    fn resume(&mut self, _: &mut (), _: &mut (), siblings: &Siblings<'_>) {
        self.receive(siblings);
    }
    fn show(&self, _: &()) -> String {
        String::new()
    }
}

/// What is given up is handed over to the siblings behind: the list that is too deep, with what
/// points into it, whether the state at hand forgets or all that wait do.
#[test]
fn a_heap_that_is_given_up_is_handed_over() {
    let program = load_c(LIST, "unreach-call", true);
    for heap_interrupts in [false, true] {
        let options = ValueOptions { heap_depth: Some(3), heap_interrupts, ..ValueOptions::default() };
        let received = std::rc::Rc::default();
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(LocationAnalysis::new(&program, ExternalCalls::Followed))),
            Box::new(Component::new(CallStackAnalysis::new(&program, 1000))),
            Box::new(Component::new(ValueAnalysis::new(&program, options))),
            Box::new(Component::new(Receiver(std::rc::Rc::clone(&received)))),
        ];
        let how = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), how);
        let mut interruptions = 0;
        loop {
            match algorithm.run(&Stop::never()) {
                Ended::Fixpoint => break,
                Ended::Interrupted(_) => {
                    interruptions += 1;
                    assert!(algorithm.resume());
                }
                Ended::Target(_) => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(interruptions > 0, heap_interrupts);
        let received: std::cell::Ref<'_, Vec<GivenUp>> = received.borrow();
        assert!(!received.is_empty(), "{heap_interrupts}");
        if heap_interrupts {
            continue;
        }
        // The list of four cells is handed over where it is made.
        let whole = received.iter().find(|given| given.objects.len() == 4);
        let whole = whole.unwrap_or_else(|| panic!("{received:?}"));
        let global = |name: &str| Valued::Cell(program.global_named(name).unwrap(), 0, 8);
        let points = |name: &str| whole.places.iter().find(|(place, _)| *place == global(name)).map(|(_, to)| *to);
        let (Some(Given::Pointer(first, 0)), Some(Given::Pointer(_, 0))) = (points("a"), points("p")) else {
            panic!("{whole:?}")
        };
        let cells = |number: u32| &whole.objects.iter().find(|object| object.number == number).unwrap().cells;
        let mut at = first;
        for _ in 0..2 {
            let [(0, Given::Bits(8, 1)), (8, Given::Pointer(next, 0))] = cells(at)[..] else { panic!("{whole:?}") };
            at = next;
        }
    }
}
