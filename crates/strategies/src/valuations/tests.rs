//! Diagrams against explicit sets, conditions against their definition, and sets of valuations
//! against executions.

use super::diagram::{Diagrams, EMPTY, FULL, Level, Node};
use super::explore::Explored;
use super::expression::{SYMBOL_BITS, Value, keys_of_symbol, numbers, others};
use super::variables::Variable;
use super::*;
use crate::configuration;
use crate::task::{Host, Request};
use adumbra_dependence::AbstractObject;
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::{Captured, Interpreter, Options, Script, Seeded, Tracer, View};
use adumbra_judges::Counterexample;
use adumbra_laws::sources::{load_c, programs};
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_testing::Random;
use adumbra_verdict::Point;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

const KEYS: i64 = 5;
type Explicit = BTreeSet<[i64; 3]>;

fn everything() -> Vec<[i64; 3]> {
    let keys = || 0..KEYS;
    keys().flat_map(|a| keys().flat_map(move |b| keys().map(move |c| [a, b, c]))).collect()
}

fn contains(diagrams: &Diagrams, node: Node, valuation: &[i64; 3]) -> bool {
    let mut node = node;
    while node > FULL {
        let key = valuation[diagrams.level(node) as usize];
        let child = diagrams.pieces(node).find(|(first, last, _)| (*first..=*last).contains(&key));
        node = child.expect("pieces leave no gap").2;
    }
    node == FULL
}

fn check(diagrams: &Diagrams, node: Node, expected: &Explicit) {
    for valuation in everything() {
        assert_eq!(contains(diagrams, node, &valuation), expected.contains(&valuation), "{valuation:?}");
    }
}

/// A random set of boxes, both ways.
fn random_set(diagrams: &mut Diagrams, random: &mut Random) -> (Node, Explicit) {
    let (mut node, mut explicit) = (EMPTY, Explicit::new());
    for _ in 0..1 + random.below(4) {
        let mut ranges = [(0, KEYS - 1); 3];
        let mut this = FULL;
        for level in (0..3).rev() {
            let (a, b) = (random.below(KEYS as usize) as i64, random.below(KEYS as usize) as i64);
            ranges[level] = (a.min(b), a.max(b));
            this = diagrams.keep(this, level as Level, &[ranges[level]]);
        }
        node = diagrams.union(node, this);
        let inside = |v: &[i64; 3]| (0..3).all(|i| (ranges[i].0..=ranges[i].1).contains(&v[i]));
        explicit.extend(everything().into_iter().filter(inside));
    }
    (node, explicit)
}

#[test]
fn diagrams_are_sets() {
    let (mut diagrams, mut random) = (Diagrams::new(), Random(7));
    for _ in 0..400 {
        let (a, x) = random_set(&mut diagrams, &mut random);
        let (b, y) = random_set(&mut diagrams, &mut random);
        check(&diagrams, a, &x);
        let results = [diagrams.union(a, b), diagrams.minus(a, b), diagrams.meet(a, b)];
        let expected: [Explicit; 3] = [&x | &y, &x - &y, &x & &y];
        results.iter().zip(&expected).for_each(|(node, set)| check(&diagrams, *node, set));
        assert_eq!(x == y, a == b, "equal sets have one node");
        let level = random.below(3);
        let keys = [(0, 0), (2, 3)];
        let has = |key: i64| keys.iter().any(|(low, high)| (*low..=*high).contains(&key));
        let kept = diagrams.keep(a, level as Level, &keys);
        check(&diagrams, kept, &x.iter().filter(|v| has(v[level])).copied().collect());
        let with = |v: &[i64; 3], key: i64| {
            let mut v = *v;
            v[level] = key;
            v
        };
        let put = diagrams.set(a, level as Level, &keys);
        check(&diagrams, put, &x.iter().flat_map(|v| [0, 2, 3].map(|key| with(v, key))).collect());
        let forgotten = diagrams.forget(a, &[level as Level]);
        check(&diagrams, forgotten, &x.iter().flat_map(|v| (0..KEYS).map(move |key| with(v, key))).collect());
        let replaced = diagrams.replace(a, (1, 2), &|l| (l == level as Level).then(|| vec![(4, 4)]));
        let replace = |v: &[i64; 3]| if (1..=2).contains(&v[level]) { with(v, 4) } else { *v };
        check(&diagrams, replaced, &x.iter().map(replace).collect());
        let blurred = diagrams.blur(a, (1, 2), &|l| l == level as Level);
        let blur = |v: &[i64; 3]| [*v, with(v, 1), with(v, 2)];
        check(&diagrams, blurred, &x.iter().flat_map(blur).collect());
    }
}

#[test]
fn keys_of_values_and_back() {
    for width in [1, 8, 32, 64] {
        let (least, most) = numbers(width);
        for key in [least, -1, 0, most] {
            assert_eq!(Value::of_keys(key, key, width).keys(width), [(key, key)], "{width}");
        }
    }
    let (first, _) = keys_of_symbol(3);
    assert_eq!(Value::of_keys(first + 2, first + 5, SYMBOL_BITS).keys(SYMBOL_BITS), [(first + 2, first + 5)]);
    assert_eq!(others(&[(-3, 2), (5, 127)], 8), [(-128, -4), (3, 4)]);
    assert_eq!(others(&[], 8), [(-128, 127)]);
    assert_eq!(others(&[(-128, 127)], 8), []);
}

/// Nobody asks for a verdict.
struct Nobody;

impl Host for Nobody {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("nothing is replayed here".into())
    }
}

/// A program explored to the end; nothing if that is not for valuations, or takes long.
fn explored(program: &Arc<Program>) -> Option<Box<Explore>> {
    let request = Request::new(configuration::find("valuations").ok()?);
    let depth = CallStackOptions::default().depth();
    let mut explore = Valuations::new(Task::new(program, &request, &Nobody), depth).begin().ok()?;
    let mut left = 20;
    loop {
        match explore.run(&Stop::never().within(100 * MILLISECOND)) {
            Explored::All => return explore.is_thorough().then_some(explore),
            Explored::Target(..) => {}
            Explored::Stopped => {
                left -= 1;
                if left == 0 {
                    return None;
                }
            }
        }
    }
}

/// Compares an execution with what was explored.
struct Follower<'a> {
    program: &'a Program,
    explore: &'a Explore,
    /// What was reached, by point.
    sets: FxHashMap<Point, Node>,
    calls: Vec<Edge>,
    pending: Option<Edge>,
    /// What input edges read last.
    inputs: FxHashMap<Edge, u64>,
    over: bool,
    compared: usize,
}

impl Follower<'_> {
    /// What a variable is in an execution.
    fn concrete(&self, view: &View<'_>, level: Level, location: Location) -> Option<u64> {
        let transfer = &self.explore.transfer;
        match transfer.variables.variable(level) {
            Variable::Register(register) => {
                let body = self.program.body(self.program.function_of(location))?;
                let own = body.registers.0 <= register && register < body.registers.1;
                view.register(register).filter(|_| own).map(|value| value.low() as u64)
            }
            Variable::Result(..) => None,
            Variable::Cell(region) => {
                let region = transfer.regions().get(region);
                let AbstractObject::Global(global) = region.only? else { return None };
                let object = view.memory().objects().find(|o| o.origin() == ObjectOrigin::Global(global))?;
                let bytes = region.residue?..region.residue? + u64::from(region.size);
                bytes.rev().try_fold(0u64, |v, at| Some(v << 8 | u64::from(object.byte(at)?)))
            }
        }
    }

    fn admits(&self, view: &View<'_>, node: Node, location: Location) -> bool {
        if node <= FULL {
            return node == FULL;
        }
        let transfer = &self.explore.transfer;
        let level = transfer.diagrams.level(node);
        let width = transfer.variables.width(level);
        let concrete = self.concrete(view, level, location);
        transfer.diagrams.pieces(node).any(|(first, last, child)| {
            let fits = concrete.is_none_or(|bits| {
                let key = adumbra_domains::signed(bits, width);
                let symbol = |(edge, symbol): (&Edge, &u32)| {
                    let read = self.inputs.get(edge)?;
                    let offset = bits.wrapping_sub(*read) & adumbra_domains::mask(width);
                    Some((first..=last).contains(&(keys_of_symbol(*symbol).0 + offset as i64)))
                };
                (first..=last).contains(&key)
                    || width <= SYMBOL_BITS && transfer.symbols().filter_map(symbol).any(|fits| fits)
            });
            fits && self.admits(view, child, location)
        })
    }

    fn visit(&mut self, view: &View<'_>, location: Location) {
        let point = Point { location, calls: self.calls.clone() };
        let meets = self.program.in_edges(location).len() > 1;
        if self.over || !meets {
            return;
        }
        let Some(set) = self.sets.get(&point) else {
            panic!("{location} was not reached in\n{}", text::print(self.program))
        };
        self.compared += 1;
        assert!(self.admits(view, *set, location), "{location} is in another state in\n{}", text::print(self.program));
    }
}

impl Tracer for Follower<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let Some(call) = self.pending.take() {
            self.calls.push(call);
        }
        let data = &self.program.edges[edge];
        match data.op {
            Op::Call { .. } => self.pending = Some(edge),
            Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => self.over = true,
            _ => {
                if let Op::Input { register, .. } = data.op
                    && let Some(value) = view.register(register)
                {
                    self.inputs.insert(edge, value.low() as u64);
                }
                self.visit(view, data.to);
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if self.pending.take().is_none() {
            self.calls.pop();
        }
        self.visit(view, self.program.edges[edge].to);
    }
}

fn follow(program: &Arc<Program>, explore: &Explore, seed: Option<u64>) -> usize {
    let sets = explore.reached().map(|(facts, set)| (facts.point, set)).collect();
    let mut follower = Follower {
        program,
        explore,
        sets,
        calls: Vec::new(),
        pending: None,
        inputs: FxHashMap::default(),
        over: false,
        compared: 0,
    };
    let options = Options { max_steps: 3000, ..Options::new(program.property.clone()) };
    let mut environment = Seeded::new(seed, &["program", "one"], Captured::default());
    Interpreter::new(program, options).run(&mut environment, Some(&mut follower));
    follower.compared
}

/// State machines with counters, arithmetic, copies of inputs and calls.
const MACHINES: &[&str] = &[
    "extern int __VERIFIER_nondet_int(void); int s = 3, t = 0, n = 0; unsigned char b; short h = -7; long w = 1L << 40;
     static int step(int in) { if (s == 3 && in == 1) { s = 4; n++; return 7; } if (s == 4 && (in == 2 || t)) { s = 5; t = !t; return -1; }
       if (s == 5 && in > 2) { s = n % 3 == 0 ? 3 : 4; b += 100; h = (short)(h * 5 % 100); w += n; return in; } return 0; }
     int main(void) { for (int i = 0; i < 200; i++) { int in = __VERIFIER_nondet_int() % 5; int out = step(in); if (out == 7) t = 1; if (b > 250) b = 3; if (h < -50) h = 2; } return s; }",
    "extern int __VERIFIER_nondet_int(void); int token, local, p, q; unsigned u;
     static void pass(void) { token += 1; p = p == 2 ? 0 : p + 1; }
     int main(void) { for (int i = 0; i < 50; i++) { token = __VERIFIER_nondet_int(); local = token; u = (unsigned)token; pass(); if (p == 1) pass();
       if (token != local + 1 && token - local != 2) p = 9; q = local; if (q > 10) { q = q - 5; } u -= 3; if (u < 7u) u = u * 2; local = local + q; } return p; }",
    "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); int a = 10; int x = -20; int *p = &a; _Bool f;
     int main(void) { while (__VERIFIER_nondet_int() % 16) { int c = __VERIFIER_nondet_uchar(); f = c > 100; if (f && x < 38) x = (x % 25) + 12; else if (x > 10) x = x / -5 - 3; 
       if (c == 7) *p = c; else if (a == 7 && f) { a = x; } switch (a) { case 7: x++; break; case 10: x -= a; break; default: a = 10; } } return x; }",
];

#[test]
fn executions_are_within_the_sets() {
    let own = MACHINES.iter().map(|text| (String::new(), load_c(text, "unreach-call", true)));
    let (mut finished, mut compared) = (0, 0);
    for (name, program) in own.chain(programs()) {
        println!("{name}");
        let Some(explore) = explored(&program) else { continue };
        finished += 1;
        compared += (0..6).map(|seed: u64| follow(&program, &explore, seed.checked_sub(1))).sum::<usize>();
    }
    assert!(finished > 12 && compared > 1000, "{finished} {compared}");
}

#[test]
#[should_panic(expected = "is in another state")]
fn the_follower_notices_a_wrong_set() {
    let text = |n: i32| format!("int x = {n}; int main(void) {{ for (int i = 0; i < 3; i++) x += 2; return x; }}");
    let [right, wrong] = [3, 4].map(|n| load_c(&text(n), "unreach-call", true));
    let explore = explored(&wrong).expect("it is small");
    follow(&right, &explore, None);
}
