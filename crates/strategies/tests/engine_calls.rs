//! Calls, strengthening and comparison between parts.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::pointers::Pointers;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::programs::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_strategies::facts::facts;
use adumbra_strategies::{Request, verify};
use adumbra_verdict::TargetKind;
use std::collections::BTreeMap;
use std::sync::Arc;

fn program(functions: &str) -> Arc<Program> {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n{functions}\n\nsymbol sym0 \"nondet\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

const TWICE: &str = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.a %1.b: i32
  l0 -> l2: %0.a = call @f(1:i32)
  l2 -> l3: %1.b = call @f(2:i32)
  l3 -> l1: return %0.a + %1.b
}

function @f(%2.x: i32) -> i32 {
  entry l4 exit l5
  reg %2.x: i32
  l4 -> l5: return %2.x
}";

fn run(parts: Vec<Box<dyn Part>>) -> (Algorithm, Ended) {
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, covering: true };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let ended = algorithm.run(&Stop::never());
    (algorithm, ended)
}

/// SLI-8, BAM-8: two call sites of one function return only to their own; without a stack they
/// return to both.
#[test]
fn calls_return_to_their_own_site() {
    let program = program(TWICE);
    let (alone, _) = run(vec![location(&program)]);
    assert_eq!(alone.reached().len(), program.locations.len());
    let stack = Component::new(CallStackAnalysis::new(&program, 10));
    let (with, ended) = run(vec![location(&program), Box::new(stack)]);
    assert_eq!(ended, Ended::Fixpoint);
    assert_eq!(
        shown(&with),
        [
            "l0 in main [main]",
            "l1 in main [main]",
            "l2 in main [main]",
            "l3 in main [main]",
            "l4 in f [main f]",
            "l4 in f [main f]",
            "l5 in f [main f]",
            "l5 in f [main f]"
        ],
        "each call of f has states of its own"
    );
}

/// A call through a pointer that no other part knows enters the functions of its points-to set; it
/// is a target if the pointer may come from outside.
#[test]
fn calls_through_pointers_go_where_the_sets_say() {
    let through = |pointer: &str| {
        program(&format!(
            "function @main() -> i32 {{
  entry l0 exit l1
  reg %0.b: i1
  reg %1.p: ptr
  reg %2.r: i32
  l0 -> l2: %0.b = input nondet \"nondet\"
  l2 -> l3: {pointer}
  l3 -> l4: %2.r = call *(%1.p)()
  l4 -> l1: return %2.r
}}

function @f() -> i32 address-taken {{
  entry l5 exit l6
  l5 -> l6: return 1:i32
}}

function @g() -> i32 address-taken {{
  entry l7 exit l8
  l7 -> l8: return 2:i32
}}"
        ))
    };
    let explore = |program: &Arc<Program>, pointers: bool| {
        let mut location = LocationAnalysis::new(program, ExternalCalls::Followed);
        if pointers {
            location = location.with_pointers(&Pointers::new(program, Externals::Pure));
        }
        run(vec![Box::new(Component::new(location))])
    };
    let target = |(algorithm, ended): (Algorithm, Ended)| match ended {
        Ended::Target(node) => algorithm.reached().node(node).target.map(|t| t.kind),
        _ => None,
    };
    let either = through("%1.p = select(%0.b, @f, @g)");
    assert_eq!(target(explore(&either, false)), Some(TargetKind::UnknownCallee));
    let (algorithm, ended) = explore(&either, true);
    assert_eq!(ended, Ended::Fixpoint);
    assert_eq!(algorithm.reached().len(), either.locations.len(), "both functions are entered");
    let (algorithm, ended) = explore(&through("%1.p = @g"), true);
    assert_eq!((ended, algorithm.reached().len()), (Ended::Fixpoint, either.locations.len() - 2));
    let outside = through("%1.p = input nondet \"nondet\"");
    assert_eq!(target(explore(&outside, true)), Some(TargetKind::UnknownCallee));
}

/// The depth of calls is limited, and the limit is a target of its own kind.
#[test]
fn recursion_stops_at_the_limit() {
    let program = program(
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0.a: i32
  l0 -> l2: %0.a = call @main()
  l2 -> l1: return %0.a
}",
    );
    let stack = Component::new(CallStackAnalysis::new(&program, 7));
    let (algorithm, ended) = run(vec![location(&program), Box::new(stack)]);
    let Ended::Target(node) = ended else { panic!("{ended:?}") };
    assert_eq!(algorithm.reached().node(node).target.map(|t| t.kind), Some(TargetKind::TooDeep));
    assert_eq!(algorithm.reached().len(), 9);
}

/// BAM-8, E5: reduce keeps the innermost call, expand brings the others back.
#[test]
fn stacks_are_reduced_and_expanded() {
    let program = program(
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0.a: i32
  l0 -> l2: %0.a = call @f()
  l2 -> l1: return %0.a
}

function @f() -> i32 {
  entry l3 exit l4
  reg %1.b: i32
  l3 -> l5: %1.b = call @f()
  l5 -> l4: return %1.b
}",
    );
    let mut part = Component::new(CallStackAnalysis::new(&program, 10));
    let f = program.function_named("f").unwrap();
    let (first, inner) = (Edge::from_u32(0), Edge::from_u32(2));
    let (state, precision) = part.initial();
    part.load(state);
    for call in [first, inner, inner] {
        assert_eq!(part.step(precision, Move::Enter { call, callee: f }, &Siblings::NONE), Flow::On);
    }
    let deep = part.save();
    assert_eq!(part.show(deep), "[main f f f]");
    let body = program.body(f).unwrap();
    let block = Block { function: f, entries: vec![body.entry], exits: vec![body.exit] };
    assert!(part.reducer().is_none(), "nobody asked for it");
    let mut part = part.reducing();
    let reducer = part.reducer().unwrap();
    let reduced = reducer.reduce((deep, precision), &block);
    assert_eq!(reducer.expand((deep, precision), &block, reduced), (deep, precision));
    // All calls share a block: the function is its outermost activation.
    assert_eq!(reduced, part.initial());
    // Returning over another call is impossible.
    part.load(deep);
    assert_eq!(part.step(precision, Move::Leave { call: first, callee: f }, &Siblings::NONE), Flow::Dead);
}

/// Parities of registers, which know a constant's parity from a sibling, and forget what the
/// sibling knows better.
struct Parities {
    inner: Constants,
    compares: bool,
}

impl Analysis for Parities {
    type State = BTreeMap<Register, u64>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "parities"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        (BTreeMap::new(), ())
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Self::State> {
        let program = Arc::clone(&self.inner.program);
        program.edges[step.edge()].op.for_each_definition(|r| {
            state.remove(&r);
        });
        Flow::On
    }

    fn strengthens(&self) -> bool {
        true
    }

    fn strengthen(
        &mut self,
        state: &mut Self::State,
        _: &(),
        step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<Self::State> {
        let program = Arc::clone(&self.inner.program);
        if let Op::Assign(pairs) = &program.edges[step.edge()].op {
            for (register, expr) in pairs {
                if let Some(Fact::Constant(value)) = siblings.ask(Question::Constant(*expr)) {
                    state.insert(*register, value as u64 % 2);
                }
            }
        }
        Flow::On
    }

    fn settle(&mut self, state: &mut Self::State, _: &(), siblings: &Siblings<'_>) {
        if self.compares {
            let pool = &self.inner.program.exprs;
            let registers: BTreeMap<Register, ExprId> = pool
                .iter()
                .filter_map(|(id, expr, _)| if let Expr::Register(r) = expr { Some((r, id)) } else { None })
                .collect();
            state.retain(|r, _| registers.get(r).is_none_or(|e| siblings.ask(Question::Constant(*e)).is_none()));
        }
    }

    fn show(&self, state: &Self::State) -> String {
        state.iter().map(|(r, p)| format!("{r}:{}", if *p == 0 { "even" } else { "odd" })).collect::<Vec<_>>().join(" ")
    }
}

/// CPA-8, SLI-6: a part learns from its siblings after a step; and it may drop what a sibling
/// implies.
#[test]
fn parts_strengthen_and_compare() {
    let program =
        main_with("reg %0.x %1.y: i32", "  l0 -> l2: %0.x = 7\n  l2 -> l3: %1.y = %0.x + 1\n  l3 -> l1: return %1.y");
    let states = |compares| {
        let constants = Component::new(Constants { program: Arc::clone(&program) });
        let parities = Parities { inner: Constants { program: Arc::clone(&program) }, compares };
        let parts: Vec<Box<dyn Part>> =
            vec![location(&program), Box::new(constants), Box::new(Component::new(parities))];
        let (algorithm, ended) = run(parts);
        assert_eq!(ended, Ended::Fixpoint);
        shown(&algorithm)
    };
    assert!(states(false).contains(&"l3 in main r0=7 r1=8 r0:odd r1:even".to_owned()), "{:?}", states(false));
    assert!(states(true).contains(&"l3 in main r0=7 r1=8".to_owned()), "{:?}", states(true));
}

/// CPA-8: the parts of shipped configurations compare. Intervals beside values drop the numbers
/// whose value is known there: what both say together stays the same, and the same property is
/// proved.
#[test]
fn numbers_that_values_know_are_dropped_by_intervals() {
    use crate::asking::{HEAD, Nobody, count, proved, with};
    let text = "int main(void) { int a = 3, n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; int s = 0;
        for (int i = 0; i < 4; i++) s += a; if (s != 12 || n > 9) reach_error(); return a; }";
    let program = adumbra_laws::sources::load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let states = |compare: &str| {
        let configuration = with("value-interval", &[("compare", compare), ("granularity", "edge")]);
        facts(&program, &configuration, None, &Stop::never()).unwrap()
    };
    // A state is a place, the values in braces, and intervals.
    let parse = |state: &String| {
        let (place, rest) = state.split_once('{').unwrap();
        let (values, numbers) = rest.split_once('}').unwrap();
        let numbers: Vec<(String, String)> = numbers
            .split_whitespace()
            .filter_map(|n| n.split_once('=').map(|(name, range)| (name.to_owned(), range.to_owned())))
            .collect();
        (place.to_owned(), values.to_owned(), numbers)
    };
    let (plain, compared) = (states("false"), states("true"));
    assert_eq!(plain.len(), compared.len());
    let mut dropped = 0;
    for (full, less) in plain.iter().zip(&compared) {
        let (full, less) = (parse(full), parse(less));
        assert_eq!((&full.0, &full.1), (&less.0, &less.1));
        for (name, range) in &full.2 {
            if less.2.contains(&(name.clone(), range.clone())) {
                continue;
            }
            // What is gone is one number, and the values say the same. Registers without a variable
            // are named in two ways.
            let number = name.strip_prefix('r').filter(|number| number.parse::<u32>().is_ok());
            let known = number.map_or(name.clone(), |number| format!("%{number}"));
            assert!(full.1.split(", ").any(|v| v == format!("{known} = {range}")), "{name} in {full:?}");
            dropped += 1;
        }
        assert!(less.2.iter().all(|kept| full.2.contains(kept)), "{full:?} {less:?}");
    }
    assert!(dropped > 10, "{dropped}");
    let [plain, compared] = ["false", "true"].map(|compare| {
        let verified = verify(&program, &Request::new(with("value-interval", &[("compare", compare)])), &Nobody);
        proved(&verified);
        count(&verified, "states")
    });
    assert!(compared <= plain);
}
