//! The laws of the predicate analysis: what a state says is compared with the run.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_laws::programs::location;
use adumbra_laws::*;
use adumbra_predicate_analysis::{Blocks, GivenPredicates, PredicateAnalysis, PredicateOptions, PredicateScope};
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_terms::{Bits, Model, Op as TermOp, Value as TermValue, evaluate};
use adumbra_verdict::{Leaf, Place, Point, StateFacts};
use std::sync::Arc;

/// The meaning of predicates: the formula of a state holds in the run, as far as it is about
/// registers of the activation.
struct Holds;

impl Meaning<Erased> for Holds {
    fn disagreement(
        &self,
        analysis: &Erased,
        state: &StateId,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let calls: Vec<Edge> = concrete.record.calls.iter().map(|(call, _)| *call).collect();
        let depth = calls.len() as u32;
        let mut facts = StateFacts::at(Point { location: concrete.location, calls });
        analysis.facts(state, &mut facts);
        let formulas = facts.formulas?;
        let mut model = Model::new();
        for (term, leaf) in formulas.leaves() {
            let Leaf::Value(Place::Register(at, register)) = leaf else { return None };
            if *at != depth {
                return None;
            }
            let width = concrete.program.registers[*register].ty.fixed_bits()?;
            let bits = Bits::from_u64(width, concrete.view.register(*register)?.low() as u64);
            let TermOp::Var(symbol) = formulas.terms.op(*term) else { return None };
            model.set(symbol, TermValue::Bits(bits));
        }
        *checked += 1;
        let wrong = formulas.all().iter().find(|f| evaluate(&formulas.terms, &model, **f) != TermValue::Bool(true));
        wrong.map(|_| format!("the formula does not hold: {formulas:?}"))
    }
}

/// Some predicates about registers of the entry function: bounds, zero, equality of two.
fn given(program: &Program, random: &mut Random) -> GivenPredicates {
    let body = program.body(program.entry).unwrap();
    let words: Vec<Register> =
        body.register_ids().filter(|r| program.registers[*r].ty == Type::Int(32)).take(4).collect();
    let name = |r: Register| format!("|main::%{}|", r.as_u32());
    let mut text = String::new();
    for register in &words {
        text += &format!("(declare-const {} (_ BitVec 32))\n", name(*register));
    }
    let (a, b) = (random.pick(&words), random.pick(&words));
    for predicate in [
        format!("(bvult {} #x{:08x})", name(a), 1 + random.below(40)),
        format!("(= {} #x00000000)", name(b)),
        format!("(bvsle {} {})", name(a), name(b)),
    ] {
        text += &format!("(assert {predicate})\n");
    }
    GivenPredicates::read("given", &text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn predicates_obey_the_laws() {
    let (mut facts, mut laws, mut steps) = (0, 0, 0);
    for number in 0..programs(8) {
        let mut random = Random(number);
        let program = Arc::new(random_exact_program(&mut random));
        let regions = Arc::new(Regions::new(&program, &Andersen::new(&program, Outside::Pure)));
        let options = PredicateOptions {
            by_blocks: false,
            interpolants: Default::default(),
            blocks: Blocks::Single,
            cartesian: number % 2 == 1,
            watched: false,
            scope: PredicateScope::Global,
            conflicts: 10_000,
            externals: Externals::Pure,
            stop: Stop::never(),
            oracle: Oracle::default(),
            strengthened: false,
            given: Some(Arc::new(given(&program, &mut random))),
            found: None,
        };
        // An abstraction is about a place, which the parts beside it know.
        let predicates = PredicateAnalysis::new(&program, &regions, options);
        let part = Composite::new(vec![
            location(&program),
            Box::new(Component::new(CallStackAnalysis::new(&program, 1000))),
            Box::new(Component::new(predicates)),
        ]);
        let mut subject = Subject::new(&program, Erased::new(part), Holds);
        subject.refining = false;
        for seed in 0..4 {
            subject.weaken = seed > 0;
            subject.run(&Property::unspecified(), Some(number * 100 + seed), 40);
        }
        facts += subject.followed.facts;
        laws += subject.followed.laws;
        steps += subject.followed.steps;
    }
    assert!(steps > 200 && facts > 100 && laws > 50, "{steps} {facts} {laws}");
}
