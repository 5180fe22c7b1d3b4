//! Automata that observe programs: what the analysis follows covers what a run does, and is exact where values are known.

mod common;

use adumbra_analyses::automaton::*;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter as interpreter;
use adumbra_interpreter::{Captured, Interpreter, Outcome, Seeded, Tracer, View};
use adumbra_program::*;
use adumbra_verdict::TargetKind;
use common::Constants;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A source of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// Makes the body of `main` from random statements.
struct Maker<'b> {
    body: BodyBuilder<'b>,
    registers: Vec<Register>,
    at: Location,
    line: u32,
    file: SourceFile,
    nondet: Symbol,
    inputs: bool,
    functions: Functions,
    globals: [Global; 2],
}

#[derive(Clone, Copy)]
struct Functions {
    lock: Function,
    unlock: Function,
    get: Function,
    next: Function,
    touch: Function,
}

impl Maker<'_> {
    fn emit(&mut self, op: Op) {
        self.line += 1;
        let position = Some(Position { file: self.file, line: self.line, column: 1 });
        let to = self.body.location();
        self.body.edge(self.at, to, op, position, None);
        self.at = to;
    }

    fn integer(&mut self, random: &mut Random) -> ExprId {
        let register = *random.pick(&self.registers);
        let program = self.body.program();
        match random.below(3) {
            0 => program.exprs.int(random.below(3), 32),
            1 => program.register_expr(register),
            _ => {
                let (a, b) = (program.register_expr(register), program.exprs.int(random.below(3), 32));
                program.binary(BinaryOp::Add, a, b)
            }
        }
    }

    fn pointer(&mut self, random: &mut Random) -> ExprId {
        let global = *random.pick(&self.globals);
        let pool = &mut self.body.program().exprs;
        match random.below(4) {
            0 => pool.intern(Expr::Null, Type::Ptr),
            1 => {
                let base = pool.intern(Expr::GlobalAddr(global), Type::Ptr);
                let by = pool.int(4, 64);
                pool.intern(Expr::Binary(BinaryOp::PtrAdd, base, by), Type::Ptr)
            }
            _ => pool.intern(Expr::GlobalAddr(global), Type::Ptr),
        }
    }

    fn call(&mut self, function: Function, arguments: Vec<ExprId>, results: Vec<Register>) {
        self.emit(Op::Call { callee: Callee::Direct(function), arguments: arguments.into(), results: results.into() });
    }

    fn branch(&mut self, condition: ExprId) -> (Location, Location) {
        self.line += 1;
        let position = Some(Position { file: self.file, line: self.line, column: 1 });
        let (then, otherwise) = (self.body.location(), self.body.location());
        for (to, truth) in [(then, true), (otherwise, false)] {
            self.body.edge(self.at, to, Op::Assume { condition, truth }, position, None);
        }
        (then, otherwise)
    }

    fn statement(&mut self, random: &mut Random, depth: u32) {
        let register = *random.pick(&self.registers);
        match random.below(if depth == 0 { 7 } else { 9 }) {
            0 => {
                let value = self.integer(random);
                self.emit(Op::Assign(Box::new([(register, value)])));
            }
            1 if self.inputs => self.emit(Op::Input { register, source: InputSource::Nondet(self.nondet) }),
            4 if self.inputs => self.call(self.functions.get, vec![], vec![register]),
            5 if self.inputs => {
                let argument = self.integer(random);
                self.call(self.functions.next, vec![argument], vec![register]);
            }
            1 | 2 => {
                let argument = self.integer(random);
                self.call(self.functions.lock, vec![argument], vec![]);
            }
            3..=5 => {
                let argument = self.integer(random);
                self.call(self.functions.unlock, vec![argument], vec![]);
            }
            6 => {
                let argument = self.pointer(random);
                self.call(self.functions.touch, vec![argument], vec![]);
            }
            _ => {
                let (left, right) = (self.integer(random), self.integer(random));
                let condition = self.body.program().binary(BinaryOp::Eq, left, right);
                let (then, otherwise) = self.branch(condition);
                self.at = then;
                self.statements(random, depth - 1);
                let end = self.at;
                self.at = otherwise;
                self.statements(random, depth - 1);
                self.body.edge(end, self.at, Op::Nop, None, None);
            }
        }
    }

    fn statements(&mut self, random: &mut Random, depth: u32) {
        for _ in 0..1 + random.below(4) {
            self.statement(random, depth);
        }
        // So that no branch ends where it began.
        self.emit(Op::Nop);
    }
}

/// A random program that calls `lock`, `next` and `touch`, which have bodies, and `unlock` and `get`, which have none; `next` and
/// `get` only if there are to be inputs.
fn program(random: &mut Random, inputs: bool) -> Arc<Program> {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let nondet = b.symbol("__VERIFIER_nondet_int");
    let file = b.file(FileData { path: "dir/random.c".into(), line_markers: Vec::new() });
    let int = Type::Int(32);
    let main = b.declare_function("main", &[], &[int], false);
    let functions = Functions {
        lock: b.declare_function("lock", &[int], &[], false),
        unlock: b.declare_function("unlock", &[int], &[], false),
        get: b.declare_function("get", &[], &[int], false),
        next: b.declare_function("next", &[int], &[int], false),
        touch: b.declare_function("touch", &[Type::Ptr], &[], false),
    };
    let mut global = |name: &str| {
        b.global(GlobalData {
            name: name.into(),
            size: 8,
            align: 8,
            constant: false,
            library: false,
            init: Some(Initializer { bytes: Vec::new(), relocations: Vec::new() }),
            variable: None,
        })
    };
    let globals = [global("g"), global("h")];
    for function in [functions.lock, functions.touch] {
        let mut body = b.begin_body(function);
        let (entry, exit) = (body.entry(), body.exit());
        body.edge(entry, exit, Op::Return { values: Box::new([]) }, None, None);
        body.finish();
    }
    let mut body = b.begin_body(functions.next);
    let parameter = body.parameters()[0];
    let (entry, exit) = (body.entry(), body.exit());
    let (x, one) = (body.program().register_expr(parameter), body.program().exprs.int(1, 32));
    let sum = body.program().binary(BinaryOp::Add, x, one);
    body.edge(entry, exit, Op::Return { values: Box::new([sum]) }, None, None);
    body.finish();

    let mut body = b.begin_body(main);
    let registers: Vec<Register> = (0..3).map(|_| body.register(int, None)).collect();
    let (at, exit) = (body.entry(), body.exit());
    let zero = body.program().exprs.int(0, 32);
    let mut maker = Maker { body, registers: registers.clone(), at, line: 0, file, nondet, inputs, functions, globals };
    maker.emit(Op::Assign(registers.iter().map(|r| (*r, zero)).collect()));
    for _ in 0..3 {
        maker.statements(random, 2);
    }
    let end = maker.at;
    maker.body.edge(end, exit, Op::Return { values: Box::new([zero]) }, None, None);
    maker.body.finish();
    Arc::new(b.finish(main).expect("a valid program"))
}

/// A random specification over what these programs do.
fn specification(random: &mut Random) -> Specification {
    let parameter = random.below(2) == 0;
    let own = if parameter { "$p" } else { "_" };
    let conditions = ["", "", " assuming x > 0", " assuming x != 1 && x < 3", " assuming !(x == 0 || x >= 2)"];
    let mut text = format!("automaton a{} {{\n", if parameter { "($p)" } else { "" });
    let states = 1 + random.below(3);
    for state in 0..states {
        text += &format!("state s{state} {{\n");
        for _ in 0..1 + random.below(4) {
            let argument = random.pick(&[own, own, "_", "1", "-1", "x"]).to_string();
            let function = random.pick(&["lock", "unlock", "*lock", "next"]);
            let result = random.pick(&["get", "next", "__VERIFIER_nondet_*"]);
            let pointer = random.pick(&[own, "null", "x", "_"]).to_string();
            let mut trigger = match random.below(7) {
                0 | 1 => format!("call {function}({argument})"),
                2 => format!("return {result} = {argument}"),
                3 => format!("call touch({pointer})"),
                4 => format!("branch \"random.c\":{} {}", 1 + random.below(30), random.below(2) == 0),
                5 => format!("line {}", 1 + random.below(30)),
                _ => random.pick(&["exit", "return main", "return lock", "call get()"]).to_string(),
            };
            if trigger.contains("(x)") || trigger.ends_with("= x") {
                trigger += *random.pick(&conditions);
            }
            let action = match random.below(6) {
                0 => "stop".to_owned(),
                1 | 2 => format!("error \"e{}\"", random.below(3)),
                _ => format!("s{}", random.below(states)),
            };
            text += &format!("{trigger} -> {action};\n");
        }
        text += "}\n";
    }
    text += "}\n";
    parse("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

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

/// What the interpreter does is covered by what the analysis follows: an error of a run is admitted along its path.
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
        match algorithm.run(&Budget::none()) {
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

/// Programs without inputs whose values are known: the first error of the run is found, and there is none where the run has none.
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

/// SLI-29: edges that are no-ops to a wrapped analysis are still seen by the specification; no target is lost.
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
