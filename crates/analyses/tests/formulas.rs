//! Path formulas against executions: what a run of the interpreter does is a model of its formula, and a formula without a model is one of a path
//! that no execution takes, as the judge of paths says by other code.

mod laws_support;
mod value_common;

use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_formula::{Block, Builder, Chain, Stepped, Value};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_program::*;
use adumbra_solver::engine::Embedded;
use adumbra_solver::sat::Limits;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Bits, Term};
use adumbra_verdict::feasibility::{self, Feasibility};
use laws_support::Random;
use std::rc::Rc;
use std::sync::Arc;

fn builder(program: &Arc<Program>) -> Builder {
    let regions = Arc::new(Regions::new(program, &Andersen::new(program, Outside::Pure)));
    Builder::new(program, &regions, Externals::Pure)
}

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
            // An access that is not valid is executed by nobody: the next move shows that this one was made.
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
