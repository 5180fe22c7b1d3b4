//! Path formulas against executions: what a run of the interpreter does is a model of its formula,
//! and a formula without a model is one of a path that no execution takes, as the judge of paths
//! says by other code. Where formulas are exact, a model of one is inputs with which the
//! interpreter takes its path.

use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_formula::{Block, Builder, Chain, Stepped, Value};
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{
    Captured, Environment, Externals, Interpreter, Options, Question, Seeded, Tracer, Undetermined, View, eval,
};
use adumbra_judges::feasibility;
use adumbra_judges::feasibility::Feasibility;
use adumbra_laws::sources::{self as value_common, builder};
use adumbra_laws::{Random, random_exact_program};
use adumbra_program::*;
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Bits, Model, Term, evaluate};
use std::rc::Rc;
use std::sync::Arc;

/// Is a conjunction satisfiable?
fn satisfiable(builder: &mut Builder, formulas: &[Term]) -> Option<bool> {
    let mut solver = Embedded::new(adumbra_solver::options::Options::default());
    for formula in formulas {
        solver.assert(&mut builder.build.terms, *formula).unwrap();
    }
    match solver.check(&mut builder.build.terms, &[], &Limits::conflicts(20_000)).unwrap() {
        Verdict::Sat => Some(true),
        Verdict::Unsat => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// Follows a run with a block that is ended now and then, as an analysis does.
struct Follower<'a> {
    program: &'a Arc<Program>,
    builder: &'a mut Builder,
    random: Random,
    block: Block,
    chain: Chain,
    formulas: Vec<Term>,
    calls: Vec<(Edge, Function)>,
    pending: Option<Edge>,
    moves: Vec<Move>,
    over: bool,
    checked: usize,
}

impl Follower<'_> {
    fn step(&mut self, step: Move) {
        if self.over {
            return;
        }
        match step {
            Move::Enter { call, callee } => self.calls.push((call, callee)),
            Move::Leave { .. } => {
                self.calls.pop();
            }
            Move::Edge(_) => {}
        }
        match self.builder.step(&mut self.block, step) {
            Stepped::On => self.moves.push(step),
            // What is not modelled ends the comparison, not the program.
            Stepped::Unsupported(_) => self.over = true,
            Stepped::Dead => {
                let op = &self.program.edges[step.edge()].op;
                panic!("{step} ({op:?}) is impossible in\n{}", text::print(self.program));
            }
        }
    }

    fn open(&self) -> Rc<Vec<Edge>> {
        Rc::new(self.calls.iter().map(|(call, _)| *call).collect())
    }

    /// The formula has a model in which the registers have the values of the run.
    fn check(&mut self, view: &View<'_>, location: Location) {
        if self.over || !self.random.one_in(15) {
            return;
        }
        self.builder.settle(&mut self.block, location);
        let next = Block::empty(self.open());
        let block = std::mem::replace(&mut self.block, next);
        let formula = self.chain.add(self.builder, &block);
        self.formulas.extend(formula);
        let mut state = self.formulas.clone();
        let function = self.program.function_of(location);
        let Some(body) = self.program.body(function) else { return };
        let calls: Vec<Edge> = self.calls.iter().map(|(call, _)| *call).collect();
        for register in body.register_ids() {
            let (Some(value), Type::Int(width)) = (view.register(register), self.program.registers[register].ty) else {
                continue;
            };
            let Value::Bits(term) = self.builder.register_value(calls.len() as u32, register) else { continue };
            let Some(var) = self.builder.variables.of_term(term) else { continue };
            if width <= 64 && self.builder.is_live(var, &calls, location) {
                let constant = self.builder.build.terms.bv(&Bits::from_words(width, [value.low() as u64]));
                let equal = self.builder.build.terms.eq(term, constant);
                state.push(self.chain.now(self.builder, equal));
            }
        }
        self.checked += 1;
        if satisfiable(self.builder, &state) == Some(false) {
            let moves: Vec<String> = self.moves.iter().map(|m| m.to_string()).collect();
            panic!("no model at {location} after {} of\n{}", moves.join(" "), text::print(self.program));
        }
    }
}

impl Tracer for Follower<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let Some(call) = self.pending.take()
            && let Some(callee) = view.function()
        {
            self.step(Move::Enter { call, callee });
        }
        match self.program.edges[edge].op {
            Op::Call { .. } => self.pending = Some(edge),
            Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => self.over = true,
            Op::Return { .. } => self.step(Move::Edge(edge)),
            // An access that is not valid is executed by nobody: the next move shows that this one
            // was made.
            _ => {
                self.step(Move::Edge(edge));
                self.check(view, self.program.edges[edge].to);
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let step = match (self.pending.take(), self.calls.last()) {
            (None, Some((call, callee))) => Move::Leave { call: *call, callee: *callee },
            _ => Move::Edge(edge),
        };
        self.step(step);
        self.check(view, self.program.edges[edge].to);
    }
}

/// The moves of a run, each of which the builder followed.
fn follow(program: &Arc<Program>, builder: &mut Builder, seed: Option<u64>) -> (Vec<Move>, usize) {
    let block = builder.initial();
    let mut follower = Follower {
        program,
        builder,
        random: Random(seed.unwrap_or(3) + program.edges.len() as u64),
        block,
        chain: Chain::new(),
        formulas: Vec::new(),
        calls: Vec::new(),
        pending: None,
        moves: Vec::new(),
        over: false,
        checked: 0,
    };
    let options = Options { max_steps: 250, ..Options::new(Property::by_name("unreach-call").unwrap()) };
    let mut environment = Seeded::new(seed, &["program", "one"], Captured::default());
    Interpreter::new(program, options).run(&mut environment, Some(&mut follower));
    (follower.moves, follower.checked)
}

#[test]
fn executions_are_models_of_their_formulas() {
    let mut checked = 0;
    for (name, program) in value_common::programs() {
        println!("{name}");
        for seed in [None, Some(7)] {
            checked += follow(&program, &mut builder(&program), seed).1;
        }
    }
    assert!(checked > 300, "{checked}");
}

/// A path that leaves an execution at a branch: where the formula excludes it, so does the judge.
#[test]
fn excluded_paths_are_infeasible() {
    let (mut excluded, mut possible) = (0, 0);
    for (name, program) in value_common::programs().into_iter().step_by(3) {
        println!("{name}");
        let (moves, _) = follow(&program, &mut builder(&program), Some(11));
        let branches: Vec<(usize, Edge)> = (0..moves.len())
            .filter_map(|at| {
                let edge = moves[at].edge();
                let data = &program.edges[edge];
                let other = program.out_edges(data.from).find(|other| *other != edge)?;
                matches!(data.op, Op::Assume { .. }).then_some((at, other))
            })
            .collect();
        for (at, other) in branches.iter().rev().take(4) {
            let mut path = moves[..*at].to_vec();
            path.push(Move::Edge(*other));
            let mut builder = builder(&program);
            let mut block = builder.initial();
            let dead = path.iter().any(|step| builder.step(&mut block, *step) == Stepped::Dead);
            let conditions = block.conditions().to_vec();
            if dead || satisfiable(&mut builder, &conditions) == Some(false) {
                excluded += 1;
                let judged =
                    feasibility::check(&program, &Path { moves: path.clone() }, None, &feasibility::Options::default());
                assert!(!matches!(judged, Feasibility::Feasible(_)), "{name}: {path:?}\n{}", text::print(&program));
            } else {
                possible += 1;
            }
        }
    }
    assert!(excluded > 5 && possible > 5, "{excluded} {possible}");
}

/// Does a formula say exactly what an operation does? Where it does not, it admits more:
/// indeterminate values and memory of which nothing is known may be anything at each look, floats
/// are compared by their bits, addresses and objects that exist several times are not told apart,
/// and what is not modelled is anything. Loads and stores are exact where they are of one variable.
fn is_exact(program: &Program, regions: &Regions, step: Move) -> bool {
    let number = |register: &Register| matches!(program.registers[*register].ty, Type::Int(_));
    let numbers = |expr: ExprId| {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            if !matches!(program.exprs.ty(expr), Type::Int(_)) {
                return false;
            }
            stack.extend(program.exprs.operands(expr));
        }
        true
    };
    let variable = |edge: Edge, address: ExprId| {
        let of = regions.access(edge).map(|region| regions.get(region));
        let global = matches!(program.exprs.get(address), Expr::GlobalAddr(_));
        global && of.is_some_and(|region| region.shape == adumbra_dependence::Shape::Scalar)
    };
    match &program.edges[step.edge()].op {
        Op::Nop | Op::Output { .. } => true,
        Op::Assign(pairs) => pairs.iter().all(|(register, value)| number(register) && numbers(*value)),
        Op::Assume { condition, .. } => numbers(*condition),
        Op::Input { register, source: InputSource::Nondet(_) } => number(register),
        Op::Load { register, address } => number(register) && variable(step.edge(), *address),
        Op::Store { address, value } => numbers(*value) && variable(step.edge(), *address),
        Op::Call { callee: Callee::Direct(callee), arguments, results } => {
            let exact = arguments.iter().all(|a| numbers(*a)) && results.iter().all(number);
            exact && program.body(*callee).is_some()
        }
        Op::Return { values } => values.iter().all(|value| numbers(*value)),
        _ => false,
    }
}

/// A way through the automata that may be taken or not.
fn random_walk(program: &Program, random: &mut Random, most: usize) -> Vec<Move> {
    let (mut moves, mut calls) = (Vec::new(), Vec::new());
    let Some(mut at) = program.body(program.entry).map(|body| body.entry) else { return moves };
    while moves.len() < most {
        let out: Vec<Edge> = program.out_edges(at).collect();
        if out.is_empty() {
            // The exit of a function.
            let Some((call, callee)) = calls.pop() else { return moves };
            moves.push(Move::Leave { call, callee });
            at = program.edges[call].to;
            continue;
        }
        let edge = random.pick(&out);
        let data = &program.edges[edge];
        match data.op {
            Op::Call { callee: Callee::Direct(callee), .. } if program.body(callee).is_some() => {
                calls.push((edge, callee));
                moves.push(Move::Enter { call: edge, callee });
                at = program.body(callee).map_or(at, |body| body.entry);
            }
            Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => return moves,
            _ => {
                moves.push(Move::Edge(edge));
                at = data.to;
            }
        }
    }
    moves
}

/// Answers with the values of a list, in their order.
struct Listed(std::vec::IntoIter<u64>);

impl Environment for Listed {
    fn value(&mut self, _: Question<'_>, _: Type, width: u32) -> Result<eval::Value, Undetermined> {
        Ok(eval::Value::from_words(&[self.0.next().unwrap_or(0)], width))
    }

    fn memory_byte(&mut self, _: &ObjectKey, _: u32, _: u64) -> Result<u8, Undetermined> {
        Ok(0)
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        Ok(None)
    }

    fn write_byte(&mut self, _: i32, _: u8) {}
}

/// The moves of a run.
struct Moves<'a> {
    program: &'a Program,
    calls: Vec<(Edge, Function)>,
    pending: Option<Edge>,
    moves: Vec<Move>,
}

impl Tracer for Moves<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let (Some(call), Some(callee)) = (self.pending.take(), view.function()) {
            self.calls.push((call, callee));
            self.moves.push(Move::Enter { call, callee });
        }
        match self.program.edges[edge].op {
            Op::Call { .. } => self.pending = Some(edge),
            _ => self.moves.push(Move::Edge(edge)),
        }
    }

    fn returned(&mut self, _: &View<'_>, edge: Edge) {
        let step = match (self.pending.take(), self.calls.pop()) {
            (None, Some((call, callee))) => Move::Leave { call, callee },
            (_, open) => {
                self.calls.extend(open);
                Move::Edge(edge)
            }
        };
        self.moves.push(step);
    }
}

/// What became of paths.
#[derive(Default, Debug)]
struct Judged {
    taken: usize,
    excluded: usize,
    inexact: usize,
    undecided: usize,
}

/// Has the formula of a path a model, and the inputs of one?
fn inputs_of(program: &Arc<Program>, builder: &mut Builder, path: &[Move]) -> Option<Option<Vec<u64>>> {
    let mut block = builder.initial();
    let mut inputs = Vec::new();
    for step in path {
        match builder.step(&mut block, *step) {
            Stepped::On => {}
            Stepped::Dead => return Some(None),
            Stepped::Unsupported(what) => panic!("{what}"),
        }
        if let (Move::Edge(edge), Op::Input { register, .. }) = (step, &program.edges[step.edge()].op) {
            let Value::Bits(term) = builder.register_value(block.calls().len() as u32, *register) else {
                panic!("{edge}: no number")
            };
            let var = builder.variables.of_term(term).unwrap();
            inputs.push(block.values().find(|(v, _)| *v == var).map_or(term, |(_, value)| value));
        }
    }
    let conditions = block.conditions().to_vec();
    let mut solver = Embedded::new(adumbra_solver::options::Options::default());
    for condition in conditions {
        solver.assert(&mut builder.build.terms, condition).unwrap();
    }
    match solver.check(&mut builder.build.terms, &[], &Limits::conflicts(20_000)).unwrap() {
        Verdict::Unsat => Some(None),
        Verdict::Unknown(_) => None,
        Verdict::Sat => {
            let model: Model = solver.model().cloned().unwrap_or_default();
            let value = |term: &Term| match evaluate(&builder.build.terms, &model, *term) {
                adumbra_terms::Value::Bits(bits) => bits.to_u64().unwrap_or(0),
                other => panic!("{other:?}"),
            };
            Some(Some(inputs.iter().map(value).collect()))
        }
    }
}

/// Compares the formula of a path with the interpreter and with the judge.
fn compare(name: &str, program: &Arc<Program>, path: &[Move], judged: &mut Judged) {
    let regions = Arc::new(Regions::new(program, &Andersen::new(program, Outside::Pure)));
    // As far as it is exact.
    let exact = path.iter().take_while(|step| is_exact(program, &regions, **step)).count();
    judged.inexact += usize::from(exact < path.len());
    let path = &path[..exact];
    let mut builder = Builder::new(program, &regions, Externals::Pure);
    let found = inputs_of(program, &mut builder, path);
    let judge = || {
        let path = Path { moves: path.to_vec() };
        feasibility::check(program, &path, None, &feasibility::Options::default())
    };
    match found {
        None => judged.undecided += 1,
        Some(None) => {
            judged.excluded += 1;
            let said = judge();
            assert!(
                matches!(said, Feasibility::Infeasible { .. }),
                "{name}: {path:?} {said:?}\n{}",
                text::print(program)
            );
        }
        Some(Some(inputs)) => {
            judged.taken += 1;
            let mut moves = Moves { program, calls: Vec::new(), pending: None, moves: Vec::new() };
            let options = Options { max_steps: 4 * path.len() as u64 + 8, ..Options::new(program.property.clone()) };
            Interpreter::new(program, options).run(&mut Listed(inputs.clone().into_iter()), Some(&mut moves));
            let n = path.len().min(moves.moves.len());
            assert_eq!(moves.moves[..n], *path, "{name}: {inputs:?}\n{}", text::print(program));
            let said = judge();
            assert!(!matches!(said, Feasibility::Infeasible { .. }), "{name}: {path:?} {said:?}");
        }
    }
}

/// Satisfiable if and only if an execution goes that way, on programs in which formulas are exact.
#[test]
fn cpa_23_formulas_of_random_programs_are_exact() {
    let mut judged = Judged::default();
    let mut random = Random(23);
    for number in 0..150 {
        let program = Arc::new(random_exact_program(&mut random));
        for _ in 0..4 {
            let most = 30 + random.below(30);
            let path = random_walk(&program, &mut random, most);
            compare(&format!("program {number}"), &program, &path, &mut judged);
        }
    }
    println!("{judged:?}");
    assert!(judged.taken > 50 && judged.excluded > 50 && judged.inexact == 0, "{judged:?}");
}

/// The same on C programs, up to the first move that formulas do not say exactly.
#[test]
fn cpa_23_formulas_of_c_programs_are_exact() {
    let mut judged = Judged::default();
    let mut random = Random(5);
    for (name, program) in value_common::programs() {
        for _ in 0..2 {
            let path = random_walk(&program, &mut random, 40);
            compare(&name, &program, &path, &mut judged);
        }
    }
    println!("{judged:?}");
    assert!(judged.taken > 20, "{judged:?}");
}
