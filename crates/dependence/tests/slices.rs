//! Dependence graphs and slices against executions: every flow through memory is a dependence, and
//! slices keep the values at their criteria.

use crate::common::shadow::Shadow;
use crate::common::tricky::TRICKY;
use crate::common::{load_file, load_for};
use adumbra_dependence::*;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{Environment, Interpreter, Options, Outcome, Question, Tracer, Undetermined, View};
use adumbra_program::*;
use adumbra_testing::files;
use std::collections::HashMap;
use std::path::Path;

/// Values that depend on the place that asks and on how often it did, so that other places may be
/// removed.
struct ByPlace {
    seed: u64,
    count: HashMap<String, u64>,
    /// Was something asked that has no place?
    other: bool,
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl ByPlace {
    fn new(seed: u64) -> Self {
        ByPlace { seed, count: HashMap::new(), other: false }
    }
}

impl Environment for ByPlace {
    fn value(&mut self, question: Question<'_>, _: Type, width: u32) -> Result<Value, Undetermined> {
        let (name, n) = match question {
            Question::Nondet(name) => {
                let count = self.count.entry(name.to_owned()).or_default();
                *count += 1;
                (name.bytes().fold(0u64, |h, b| mix(h ^ u64::from(b))), *count)
            }
            Question::Indeterminate(site, n) => (site.as_u32().into(), n),
            _ => {
                self.other = true;
                (0, 0)
            }
        };
        let random = mix(mix(self.seed ^ name) ^ n);
        let value = match random % 4 {
            0 => random >> 32 & 1,
            1 => random >> 32 & 15,
            2 => (random >> 32 & 15).wrapping_neg(),
            _ => random >> 8,
        };
        let words: Vec<u64> = (0..u64::from(width.div_ceil(64))).map(|i| if i == 0 { value } else { 0 }).collect();
        Ok(Value::from_words(&words, width))
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        let key = match object {
            ObjectKey::Stack { site, occurrence } => mix(u64::from(*site)) ^ occurrence,
            // Their numbers change when others are removed.
            _ => 0,
        };
        Ok(mix(self.seed ^ key ^ u64::from(epoch) << 32 ^ offset) as u8)
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.other = true;
        Ok(None)
    }

    fn write_byte(&mut self, _: i32, _: u8) {}
}

/// Records what an edge reads, each time it is executed.
struct Watch<'a> {
    program: &'a Program,
    edge: Edge,
    values: Vec<Vec<Option<u128>>>,
}

impl Tracer for Watch<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if edge == self.edge {
            let mut read = Vec::new();
            // Which object a pointer points to has no name that stays the same.
            self.program.edges[edge].op.for_each_use(|e| {
                let pointer = self.program.exprs.ty(e) == Type::Ptr;
                read.push(view.evaluate(e).map(|v| if pointer { u128::from(v.low() >> 64 == 0) } else { v.low() }));
            });
            self.values.push(read);
        }
    }
}

/// The same program in which each input has a name of its own. None if it looks at addresses.
fn prepared(program: &Program) -> Option<Program> {
    let mut result = program.clone();
    let numbers = |e: ExprId| {
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            if matches!(program.exprs.get(e), Expr::Cast(CastOp::PtrToInt | CastOp::IntToPtr, _)) {
                return true;
            }
            stack.extend(program.exprs.operands(e));
        }
        false
    };
    for (edge, data) in program.edges.iter() {
        let mut found = false;
        data.op.for_each_use(|e| found |= numbers(e));
        if found {
            return None;
        }
        if let Op::Input { register, .. } = data.op {
            let symbol = result.symbols.push(format!("input {edge}"));
            result.edges[edge].op = Op::Input { register, source: InputSource::Nondet(symbol) };
        }
    }
    validate(&result).unwrap();
    Some(result)
}

#[derive(Default, Debug)]
struct Total {
    bytes: usize,
    slices: usize,
    values: usize,
    removed: usize,
}

const STEPS: u64 = 20_000;

fn options(program: &Program, steps: u64) -> Options {
    Options { max_steps: steps, ..Options::new(program.property.clone()) }
}

/// How often each edge is executed.
struct Count(HashMap<Edge, usize>);

impl Tracer for Count {
    fn edge(&mut self, _: &View<'_>, edge: Edge) {
        *self.0.entry(edge).or_default() += 1;
    }
}

fn watch(program: &Program, edge: Edge, seed: u64, steps: u64) -> (Outcome, Vec<Vec<Option<u128>>>, bool) {
    let mut watch = Watch { program, edge, values: Vec::new() };
    let mut environment = ByPlace::new(seed);
    let outcome = Interpreter::new(program, options(program, steps)).run(&mut environment, Some(&mut watch)).outcome;
    (outcome, watch.values, environment.other)
}

fn check(name: &str, program: &Program, total: &mut Total) {
    let andersen = Andersen::new(program, Outside::Pure);
    let trivial = Trivial::new(program, Outside::Pure);
    for (k, points_to) in [&andersen as &dyn PointsTo, &trivial].into_iter().enumerate() {
        let regions = Regions::new(program, points_to);
        let sensitive =
            DependenceOptions { termination_sensitive: true, validity: true, ..DependenceOptions::default() };
        for options_of in [DependenceOptions::default(), sensitive] {
            let graph = DependenceGraph::new(program, points_to, &regions, &options_of);
            for seed in [1, 5] {
                println!("{name} {k} {seed}");
                let mut shadow = Shadow::new(program, &graph);
                let run = Interpreter::new(program, options(program, STEPS));
                run.run(&mut ByPlace::new(seed), Some(&mut shadow));
                total.bytes += shadow.checked;
            }
            if k == 0 {
                values(name, program, &graph, options_of, total);
            }
        }
    }
}

/// Slices for some edges that are executed: the program of the slice has the same values there.
fn values(name: &str, program: &Program, graph: &DependenceGraph, options_of: DependenceOptions, total: &mut Total) {
    let Some(program) = prepared(program) else { return };
    let mut count = Count(HashMap::new());
    Interpreter::new(&program, options(&program, STEPS)).run(&mut ByPlace::new(3), Some(&mut count));
    let mut edges: Vec<Edge> = count
        .0
        .into_keys()
        .filter(|e| {
            matches!(
                program.edges[*e].op,
                Op::Assume { .. } | Op::Store { .. } | Op::Output { .. } | Op::Call { .. } | Op::Return { .. }
            )
        })
        .collect();
    edges.sort_unstable();
    let step = edges.len().div_ceil(6).max(1);
    for edge in edges.into_iter().step_by(step) {
        let slice = graph.slice(&program, &[Criterion::Edge(edge)]);
        let sliced = graph.sliced(&program, &slice);
        validate(&sliced).unwrap();
        total.slices += 1;
        total.removed += program.edges.len() - slice.len();
        for seed in [2, 3] {
            let (before, expected, other) = watch(&program, edge, seed, STEPS);
            if other || matches!(before, Outcome::Unsupported { .. }) {
                continue;
            }
            let (after, found, _) = watch(&sliced, edge, seed, 8 * STEPS);
            // What a pointer keeps may be lost where the pointer is not part of the slice.
            if matches!(&after, Outcome::Violation(report) if report.kind == Violation::LostMemory) {
                continue;
            }
            let what = format!("{name}: {edge} {:?}, seed {seed}, {before:?}, {after:?}", program.edges[edge].op);
            assert!(
                found.len() >= expected.len() || matches!(after, Outcome::Limit(_)),
                "{what}: {expected:?} {found:?}"
            );
            let n = expected.len().min(found.len());
            assert_eq!(found[..n], expected[..n], "{what}");
            total.values += n;
            // An execution that ends early may go on in a slice that does not care.
            if matches!(before, Outcome::Exited { .. }) && options_of.termination_sensitive {
                assert_eq!(found.len(), expected.len(), "{what}");
            }
        }
    }
}

#[test]
fn sli_18_runs_of_tasks_are_covered_and_kept() {
    let mut total = Total::default();
    for folder in ["run", "verify"] {
        for (i, file) in files::below(&files::repository("tasks").join(folder), &["c"])
            .iter()
            .enumerate()
            .filter(|(i, _)| i % 2 == 0)
        {
            let model = if i % 3 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
            let property = ["everything", "memsafety", "unreach-call"][i % 3];
            if let Some(program) = load_file(file, property, model, i % 4 == 0) {
                check(&file.file_name().unwrap().to_string_lossy(), &program, &mut total);
            }
        }
    }
    println!("{total:?}");
    assert!(total.bytes > 100_000 && total.values > 1_000 && total.removed > 1_000, "{total:?}");
}

#[test]
fn sli_18_runs_of_tricky_programs_are_covered_and_kept() {
    let mut total = Total::default();
    for (i, (name, text)) in TRICKY.iter().enumerate() {
        for promote in [false, true] {
            let property = ["everything", "memsafety", "unreach-call"][i % 3];
            let program = load_for(text, property, DataModel::Lp64, promote);
            check(&format!("{name} {property} {promote}"), &program, &mut total);
        }
    }
    println!("{total:?}");
    assert!(total.bytes > 1_000 && total.values > 100, "{total:?}");
}

#[test]
#[ignore = "reads the files that FOLLOW names"]
fn sli_18_runs_of_files_are_covered_and_kept() {
    let mut total = Total::default();
    for (i, file) in std::env::var("FOLLOW").unwrap_or_default().split(':').filter(|f| !f.is_empty()).enumerate() {
        let property = ["everything", "memsafety", "unreach-call"][i % 3];
        if let Some(program) = load_file(Path::new(file), property, DataModel::Lp64, i % 2 == 0) {
            check(file, &program, &mut total);
        }
    }
    println!("{total:?}");
}

/// Prints how long the graph of a large file takes. Best built for release.
#[test]
#[ignore = "reads the file that FOLLOW names"]
fn sizes_and_times_of_a_file() {
    let file = std::env::var("FOLLOW").unwrap();
    let program = load_file(Path::new(&file), "unreach-call", DataModel::Lp64, true).unwrap();
    println!("{} edges of automata", program.edges.len());
    let clock = std::time::Instant::now();
    let points_to = Andersen::new(&program, Outside::Pure);
    println!("points-to {:?}", clock.elapsed());
    let clock = std::time::Instant::now();
    let regions = Regions::new(&program, &points_to);
    println!("regions {:?}", clock.elapsed());
    for context_sensitive in [false, true] {
        let options = DependenceOptions { context_sensitive, ..DependenceOptions::default() };
        let clock = std::time::Instant::now();
        let graph = DependenceGraph::new(&program, &points_to, &regions, &options);
        println!("graph {:?}: {:?}", clock.elapsed(), graph.counts());
        let clock = std::time::Instant::now();
        let last = program.edges.keys().next_back().unwrap();
        let slice = graph.slice(&program, &[Criterion::Edge(last)]);
        println!("slice {:?}: {} edges", clock.elapsed(), slice.len());
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or_default());
}
