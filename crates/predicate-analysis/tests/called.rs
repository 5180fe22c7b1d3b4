//! Formulas that go through functions by themselves, against executions: what a caller does behind
//! a call has a model, where of the function nothing is known but what it may write and that it
//! ends with the results of the run.

use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_formula::{Block, Builder, Chain, Part, Place, Stepped, Var};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_laws::sources::{self, load_c};
use adumbra_laws::{Random, programs, random_calls};
use adumbra_program::*;
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Bits, Term};
use std::sync::Arc;

fn impossible(builder: &mut Builder, formulas: &[Term]) -> bool {
    let mut solver = Embedded::new(adumbra_solver::options::Options::default());
    for formula in formulas {
        solver.assert(&mut builder.build.terms, *formula).unwrap();
    }
    let limits = Limits::conflicts(20_000);
    matches!(solver.check(&mut builder.build.terms, &[], &limits).unwrap(), Verdict::Unsat)
}

/// An activation, looked at by itself.
struct Own {
    call: Edge,
    function: Function,
    block: Block,
    chain: Chain,
    formulas: Vec<Term>,
    /// What the parameters were.
    entered: Vec<(Var, u64)>,
}

/// Follows a run with blocks of each function by itself.
struct Follower<'a> {
    program: &'a Arc<Program>,
    builder: &'a mut Builder,
    random: Random,
    open: Vec<Own>,
    pending: Option<Edge>,
    over: bool,
    checked: usize,
    returned: usize,
}

impl Follower<'_> {
    fn step(&mut self, step: Move) {
        if self.over {
            return;
        }
        let own = self.open.last_mut().unwrap();
        match self.builder.step(&mut own.block, step) {
            Stepped::On => {}
            Stepped::Unsupported(_) => self.over = true,
            Stepped::Dead => panic!("{step} is impossible in\n{}", text::print(self.program)),
        }
    }

    fn equal(&mut self, var: Var, value: u64) -> Term {
        let term = self.builder.variables.term(var);
        let width = self.builder.build.width(term);
        let constant = self.builder.build.terms.bv(&Bits::from_words(width, [value]));
        self.builder.build.terms.eq(term, constant)
    }

    fn enter(&mut self, view: &View<'_>, call: Edge, function: Function) {
        self.step(Move::Enter { call, callee: function });
        let mut entered = Vec::new();
        for register in self.program.body(function).unwrap().parameters.clone() {
            let (Some(value), Type::Int(1..=64)) = (view.register(register), self.program.registers[register].ty)
            else {
                continue;
            };
            let own = self.builder.variable_at(Place::Register(register, 0), Part::Bits).unwrap();
            let before = self.builder.entered(function, own).unwrap();
            entered.push((before, value.low() as u64));
            // What the caller hands over is what is there.
            let caller = self.open.last().unwrap();
            let (block, chain, mut formulas) = (caller.block.clone(), caller.chain.clone(), caller.formulas.clone());
            let equal = self.equal(own, value.low() as u64);
            let called = self.builder.as_called(function, block.calls().len(), equal);
            let here = self.builder.before(&block, called);
            formulas.extend(chain.during(self.builder, block.conditions()));
            formulas.extend(chain.during(self.builder, &[here]));
            assert!(!impossible(self.builder, &formulas), "an argument in\n{}", text::print(self.program));
        }
        let remembered: Vec<Var> = entered.iter().map(|(var, _)| *var).collect();
        let block = self.builder.begin_function(&remembered);
        self.open.push(Own { call, function, block, chain: Chain::new(), formulas: Vec::new(), entered });
    }

    /// The function ended: its caller knows of it what it began and ended with.
    fn leave(&mut self, view: &View<'_>) {
        let Some(own) = self.open.pop() else { return };
        let Op::Call { results, .. } = self.program.edges[own.call].op.clone() else { return };
        let mut known: Vec<Term> = Vec::new();
        for (number, register) in (0u32..).zip(&results) {
            if let (Some(value), Type::Int(width @ 1..=64)) =
                (view.register(*register), self.program.registers[*register].ty)
            {
                let var = self.builder.variable_at(Place::Result(number, width), Part::Bits).unwrap();
                known.push(self.equal(var, value.low() as u64));
            }
        }
        for (var, value) in &own.entered {
            known.push(self.equal(*var, *value));
        }
        // The function by itself can end so.
        let (block, chain, mut formulas) = (own.block.clone(), own.chain.clone(), own.formulas.clone());
        let ends: Vec<Term> = known.iter().map(|term| self.builder.before(&block, *term)).collect();
        formulas.extend(chain.during(self.builder, block.conditions()));
        formulas.extend(chain.during(self.builder, &ends));
        assert!(!impossible(self.builder, &formulas), "an end in\n{}", text::print(self.program));
        let Some(caller) = self.open.last_mut() else { return };
        let before = caller.block.clone();
        let mut after = self.builder.behind_call(&before, own.function, self.random.below(1000) as u32);
        for known in known {
            let known = self.builder.at_return(&before, &after, own.function, known).unwrap();
            self.builder.demanded(&mut after, known);
        }
        self.open.last_mut().unwrap().block = after;
        self.returned += 1;
        self.step(Move::Leave { call: own.call, callee: own.function });
    }

    fn check(&mut self, view: &View<'_>, location: Location) {
        if self.over || !self.random.one_in(6) {
            return;
        }
        let own = self.open.last_mut().unwrap();
        self.builder.settle(&mut own.block, location);
        let block = std::mem::take(&mut own.block);
        let formula = own.chain.add(self.builder, &block);
        own.formulas.extend(formula);
        let (chain, mut state) = (own.chain.clone(), own.formulas.clone());
        let body = self.program.body(self.program.function_of(location)).unwrap();
        for register in body.register_ids() {
            let (Some(value), Type::Int(1..=64)) = (view.register(register), self.program.registers[register].ty)
            else {
                continue;
            };
            let adumbra_formula::Value::Bits(term) = self.builder.register_value(0, register) else { continue };
            let Some(var) = self.builder.variables.of_term(term) else { continue };
            if self.builder.is_live(var, &[], location) {
                let equal = self.equal(var, value.low() as u64);
                state.push(chain.now(self.builder, equal));
            }
        }
        for (var, value) in self.open.last().unwrap().entered.clone() {
            let equal = self.equal(var, value);
            state.push(chain.now(self.builder, equal));
        }
        self.checked += 1;
        assert!(!impossible(self.builder, &state), "no model at {location} of\n{}", text::print(self.program));
    }
}

impl Tracer for Follower<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if self.over {
            return;
        }
        if let Some(call) = self.pending.take()
            && let Some(callee) = view.function()
        {
            self.enter(view, call, callee);
        }
        match self.program.edges[edge].op {
            Op::Call { .. } => self.pending = Some(edge),
            Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => self.over = true,
            Op::Return { .. } => self.step(Move::Edge(edge)),
            _ => {
                self.step(Move::Edge(edge));
                self.check(view, self.program.edges[edge].to);
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if self.over {
            return;
        }
        match self.pending.take() {
            Some(_) => self.step(Move::Edge(edge)),
            None => self.leave(view),
        }
        if !self.over && self.program.function_of(self.program.edges[edge].to) == self.open.last().unwrap().function {
            self.check(view, self.program.edges[edge].to);
        }
    }
}

fn follow(program: &Arc<Program>, seed: Option<u64>) -> (usize, usize) {
    let regions = Arc::new(Regions::new(program, &Andersen::new(program, Outside::Pure)));
    let mut builder = Builder::new(program, &regions, Externals::Pure).with_any_calls();
    let block = builder.initial();
    let main = Own {
        call: Edge::from_u32(0),
        function: program.entry,
        block,
        chain: Chain::new(),
        formulas: Vec::new(),
        entered: Vec::new(),
    };
    let random = Random(seed.unwrap_or(3) + program.edges.len() as u64);
    let mut follower = Follower {
        program,
        builder: &mut builder,
        random,
        open: vec![main],
        pending: None,
        over: false,
        checked: 0,
        returned: 0,
    };
    let options = Options { max_steps: 600, ..Options::new(Property::by_name("unreach-call").unwrap()) };
    let mut environment = Seeded::new(seed, &["program", "one"], Captured::default());
    Interpreter::new(program, options).run(&mut environment, Some(&mut follower));
    (follower.checked, follower.returned)
}

#[test]
fn executions_are_models_behind_calls() {
    let (mut checked, mut returned) = (0, 0);
    for (name, program) in sources::programs().into_iter().step_by(2) {
        println!("{name}");
        let (more, back) = follow(&program, Some(7));
        checked += more;
        returned += back;
    }
    assert!(checked > 200 && returned > 30, "{checked} {returned}");
}

#[test]
fn executions_of_random_programs_are_models_behind_calls() {
    let (mut checked, mut returned) = (0, 0);
    for number in 0..programs(20) {
        let text = random_calls(&mut Random(500 + number));
        let program = load_c(&text, "unreach-call", number % 2 == 0);
        println!("{number}");
        for seed in 0..3 {
            let (more, back) = follow(&program, Some(seed));
            checked += more;
            returned += back;
        }
    }
    assert!(checked as u64 > 10 * programs(20) && returned as u64 > programs(20), "{checked} {returned}");
}
