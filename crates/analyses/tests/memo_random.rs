//! Random programs whose functions call each other, themselves too, with pointers to callers'
//! variables: whatever executions do is among what blocks come to.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::{Numbers, Numeric};
use adumbra_analyses::partition::table;
use adumbra_analyses::pointers::Pointers;
use adumbra_dependence::Partition;
use adumbra_domains::{Constant, Interval};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome, Seeded};
use adumbra_laws::sources::load_c;
use adumbra_laws::{Random, programs};
use adumbra_program::*;
use adumbra_stop::{SECOND, Stop};
use adumbra_verdict::{Known, Point, StateFacts, TargetKind};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// Functions of a random program, besides `main`.
const FUNCTIONS: usize = 4;

/// Writes the text of a program.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
}

impl Writer<'_> {
    fn number(&mut self) -> i64 {
        self.random.below(9) as i64 - 3
    }

    fn value(&mut self) -> String {
        match self.random.below(7) {
            0 => "x".into(),
            1 => "y".into(),
            2 => "g0".into(),
            3 => "g1".into(),
            4 => "*p".into(),
            5 => "t[x & 1]".into(),
            _ => self.number().to_string(),
        }
    }

    fn expr(&mut self) -> String {
        let (a, b) = (self.value(), self.value());
        match self.random.below(5) {
            0 => format!("{a} + {b}"),
            1 => format!("{a} - {b}"),
            2 => format!("({a} & 7)"),
            _ => a,
        }
    }

    fn place(&mut self) -> &'static str {
        let places = ["y", "g0", "g1", "*p", "t[0]", "t[g0 & 1]"];
        places[self.random.below(places.len())]
    }

    fn pointer(&mut self) -> &'static str {
        let pointers = ["&y", "&g0", "p", "&t[1]", "t", "q"];
        pointers[self.random.below(pointers.len())]
    }

    fn call(&mut self) -> String {
        let callee = self.random.below(FUNCTIONS);
        let pointer = self.pointer();
        let argument = self.expr();
        format!("f{callee}(n - 1, {argument}, {pointer})")
    }

    fn statement(&mut self) -> String {
        let (place, expr) = (self.place(), self.expr());
        match self.random.below(14) {
            0 | 1 => {
                let call = self.call();
                format!("{place} = {call};")
            }
            2 => {
                let call = self.call();
                format!("if ({expr} > {}) {place} = {call};", self.number())
            }
            3 => {
                let a = self.value();
                format!("if ({a} == {}) {{ if ({expr} == {}) reach_error(); }}", self.number(), self.number())
            }
            4 => format!("for (int i = 0; i < {}; i++) {place} = {expr};", self.random.below(3) + 1),
            5 => format!("if ({expr} < {}) q = {}; else q = {};", self.number(), self.pointer(), self.pointer()),
            6 => format!("*q = {expr};"),
            7 => format!("{place} = __VERIFIER_nondet_int() & 3;"),
            8 => {
                let (call, way) = (self.call(), self.way_out());
                format!("for (int i = 0; i < 2; i++) {{ {place} = {expr}; {way} y = {call}; }}")
            }
            9 => {
                let (inner, way, other) = (self.place(), self.way_out(), self.way_out());
                let value = self.value();
                format!(
                    "for (int i = 0; i < 3; i++) {{ {way} for (int j = i; j < 3; j++) {{ {inner} = {value} + j; {other} }} {place} = {expr}; }}"
                )
            }
            10 => {
                let (call, way) = (self.call(), self.way_out());
                format!("{{ int k = 3, z[1] = {{{expr}}}; p = {}; do {{ {place} = z[0]; {way} z[0] = {call}; }} while (--k > 0); }}", self.pointer())
            }
            _ => format!("{place} = {expr};"),
        }
    }

    /// How a loop may be left, or be gone on with.
    fn way_out(&mut self) -> String {
        let condition = format!("if ({} == {})", self.value(), self.number());
        let ways = ["break;", "continue;", "return y & 7;", "goto out;", "exit(64);", "reach_error();", ";", ";"];
        format!("{condition} {}", ways[self.random.below(ways.len())])
    }

    fn body(&mut self, statements: usize) {
        let number = self.number();
        let _ = writeln!(self.text, "  int y = {number}, t[2] = {{1, 2}}; int *q = &y;");
        for _ in 0..statements {
            let statement = self.statement();
            let _ = writeln!(self.text, "  {statement}");
        }
    }
}

fn program(random: &mut Random) -> String {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void exit(int);\nint g0 = 1, g1;\n".to_owned();
    let mut writer = Writer { random, text };
    for function in 0..FUNCTIONS {
        let _ = writeln!(writer.text, "int f{function}(int n, int x, int *p);");
    }
    for function in 0..FUNCTIONS {
        let _ = writeln!(writer.text, "int f{function}(int n, int x, int *p) {{\n  if (n <= 0) return x & 7;");
        let statements = 2 + writer.random.below(4);
        writer.body(statements);
        let result = writer.expr();
        let _ = writeln!(writer.text, "out:\n  return {result};\n}}");
    }
    // The depth of the calls is known or not.
    let depth = if writer.random.below(2) == 0 { "__VERIFIER_nondet_int() & 3" } else { "2" };
    let _ = writeln!(writer.text, "int main(void) {{\n  int n = {depth}, x = 0, v = 0; int *p = &v;");
    let statements = 2 + writer.random.below(4);
    writer.body(statements);
    let result = writer.expr();
    let _ = writeln!(writer.text, "out:\n  return ({result}) & 63;\n}}");
    writer.text
}

/// Which parts of programs are blocks.
fn partitions() -> impl Iterator<Item = Partition> {
    Partition::NAMES.into_iter().map(|(partition, _)| partition)
}

fn by_blocks(
    program: &Arc<Program>,
    partition: Partition,
    numbers: Box<dyn Part>,
    options: Memoizing,
) -> Algorithm {
    let pointers = Pointers::new(program, Externals::Pure);
    let table = Arc::new(table(program, pointers.blocks(partition)));
    let location = LocationAnalysis::new(program, ExternalCalls::Followed).with_blocks(&table);
    let part = Box::new(Composite::new(vec![
        Box::new(Component::new(location).reducing()),
        Box::new(Component::new(CallStackAnalysis::new(program, 1000)).reducing()),
        numbers,
    ]));
    let traversal = Traversal::ReversePostorder;
    Algorithm::by_blocks(part, Exploration { traversal, ..Exploration::default() }, &table, options).unwrap()
}

/// What was found: where violations are targets, and what `main` returns.
struct Found {
    violations: BTreeSet<Edge>,
    results: Vec<Vec<Known>>,
}

/// Nothing if there was no time.
fn explore(program: &Arc<Program>, mut algorithm: Algorithm) -> Option<Found> {
    let stop = Stop::never().within(2 * SECOND);
    let mut violations = BTreeSet::new();
    for _ in 0..3000 {
        match algorithm.run(&stop) {
            Ended::Target(node) => {
                let target = algorithm.reached().node(node).target.unwrap();
                if matches!(target.kind, TargetKind::Violation(_)) && violations.insert(target.edge) {
                    let path = algorithm.path_to(node, &Stop::never()).unwrap();
                    Path { moves: path.moves }.check(program).unwrap();
                }
            }
            Ended::Fixpoint => break,
            _ => return None,
        }
    }
    let exit = program.body(program.entry).unwrap().exit;
    let mut results = Vec::new();
    for (_, node) in algorithm.reached().reached() {
        let mut facts = StateFacts::at(Point { location: exit, calls: Vec::new() });
        algorithm.part().facts(node.state, &mut facts);
        if facts.point.location == exit && facts.point.calls.is_empty() {
            results.push(facts.results.into_iter().map(|(_, known)| known).collect());
        }
    }
    Some(Found { violations, results })
}

fn admits(known: &Known, result: i32) -> bool {
    match known {
        Known::Bits(bits) => bits[0] as u32 as i32 == result,
        Known::Unsigned(low, high) => (*low..=*high).contains(&u128::from(result as u32)),
        Known::Signed(low, high) => (*low..=*high).contains(&i128::from(result)),
        Known::Pointer(..) | Known::Null | Known::Into(_) => false,
    }
}

/// Executions of a program: how they end is among what was found.
fn compare(text: &str, program: &Arc<Program>, found: &Found, seeds: u64) -> usize {
    let mut compared = 0;
    for seed in 0..seeds {
        let options = Options { max_steps: 20_000, ..Options::new(program.property.clone()) };
        let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
        match Interpreter::new(program, options).run(&mut environment, None).outcome {
            // By `exit`, and not by coming back to `main`.
            Outcome::Exited { status: 64 } => {}
            Outcome::Exited { status } => {
                let fits = |state: &Vec<Known>| state.iter().all(|known| admits(known, status));
                assert!(found.results.iter().any(fits), "{status} is not in {:?} of\n{text}", found.results);
                compared += 1;
            }
            Outcome::Violation(report) => {
                assert!(found.violations.contains(&report.edge), "{report:?} is not found in\n{text}");
                compared += 1;
            }
            _ => {}
        }
    }
    compared
}

fn numbers<D: Numbers + 'static>(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    let numbers = Numeric::<D>::new(program, Externals::Pure, 2).by_blocks();
    Box::new(Component::with(numbers, merge, Coverage::Sep).reducing())
}

fn executions_are_covered(count: u64, first: u64, make: impl Fn(&Arc<Program>) -> Algorithm) {
    let (mut ended, mut compared, mut violations) = (0, 0, 0);
    for number in 0..programs(count) {
        let text = program(&mut Random(first + number));
        let program = load_c(&text, "unreach-call", true);
        let Some(found) = explore(&program, make(&program)) else { continue };
        ended += 1;
        violations += usize::from(!found.violations.is_empty());
        compared += compare(&text, &program, &found, 12);
    }
    println!("{ended} programs, {violations} with violations, {compared} executions");
    assert!(ended >= programs(count) / 2, "{ended} programs only came to an end");
    assert!(compared as u64 >= 3 * ended, "{compared} executions");
}

#[test]
fn executions_are_covered_by_intervals_in_blocks() {
    let mut first = 0;
    for partition in partitions() {
        for fixpoint in [Fixpoint::Dependents, Fixpoint::Rounds] {
            let options = Memoizing { fixpoint, entries_apart: 3, exits_apart: 4, ..Memoizing::default() };
            executions_are_covered(8, first, |program| {
                by_blocks(program, partition, numbers::<Interval>(program, Merge::Own), options)
            });
            first += 1000;
        }
    }
}

/// Not merged: every way to an exit is one.
#[test]
fn executions_are_covered_by_constants_in_blocks() {
    let options = Memoizing { entries_apart: 4, exits_apart: 12, ..Memoizing::default() };
    for partition in partitions() {
        executions_are_covered(6, 15_000, |program| {
            by_blocks(program, partition, numbers::<Constant>(program, Merge::Sep), options)
        });
        executions_are_covered(4, 17_000, |program| {
            by_blocks(program, partition, numbers::<Interval>(program, Merge::Join), options)
        });
    }
}

/// Where nothing is recursive, the states put together are those of the whole program, and what is
/// found is what is found without blocks, or more.
#[test]
fn without_recursion_the_whole_states_are_known() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int g;
      void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
      int twice(int *p) { g++; *p = *p + *p; return *p; }
      int main(void) { int a = 3, b = 4, c = 5; swap(&a, &b); swap(&b, &c); int r = twice(&a); r += twice(&a);
        if (a != 16 || b != 5 || c != 3 || g != 2 || r != 24) reach_error(); return r; }";
    let program = load_c(text, "unreach-call", true);
    let numbers = numbers::<Interval>(&program, Merge::Own);
    let mut algorithm = by_blocks(&program, Partition::Functions, numbers, Memoizing::default());
    assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
    let flat = algorithm.flattened(10_000).unwrap();
    let depths: BTreeSet<usize> = flat
        .iter()
        .map(|(_, _, state)| {
            let mut facts = StateFacts::at(Point { location: Location::from_u32(0), calls: Vec::new() });
            algorithm.part().facts(*state, &mut facts);
            facts.point.calls.len()
        })
        .collect();
    assert_eq!(depths, BTreeSet::from([0, 1]));
    assert!(algorithm.flattened(10).is_none());
    let MemoCounts { misses, .. } = algorithm.blocks().unwrap().0;
    assert_eq!(misses, 4, "each call looks different inside");
}
