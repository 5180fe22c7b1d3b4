//! Symbolic execution: worked examples, and runs of the interpreter that its states must stand for.

use adumbra_engine::*;
use adumbra_interpreter::eval;
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_program::*;
use adumbra_value_analysis::*;

use crate::precision::random_precision;
use adumbra_laws::sources::programs;
use adumbra_laws::{Concrete, Meaning, Naming, Random, Subject, disagreement_of_facts};
use std::cell::Cell;
use std::sync::Arc;

fn analysis(program: &Arc<Program>, options: ValueOptions) -> ValueAnalysis {
    ValueAnalysis::new(program, options).symbolic(&SymbolicOptions::default())
}

/// The facts of a state, and that there are unknowns for which its terms are what they are in the
/// run.
#[derive(Default)]
pub struct Terms {
    pub compared: Cell<usize>,
}

impl Meaning<ValueAnalysis> for Terms {
    fn disagreement(
        &self,
        analysis: &ValueAnalysis,
        state: &ValueState,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        self.wrong(analysis, state, concrete, checked)
    }
}

impl Terms {
    /// Why a state does not stand for the concrete one.
    pub fn wrong(
        &self,
        analysis: &ValueAnalysis,
        state: &ValueState,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        let facts = disagreement_of_facts(Naming::ByPointers, concrete, checked, |facts| analysis.facts(state, facts));
        if facts.is_some() {
            return facts;
        }
        let memory = concrete.view.memory();
        let register = |register: Register| {
            let value = concrete.view.register(register)?;
            if concrete.program.registers[register].ty != Type::Ptr {
                return Some(value);
            }
            let object = memory.object((value.low() >> 64) as u64)?;
            let mask = u64::MAX >> (64 - concrete.program.layout.pointer_bits);
            Some(eval::Value::Small(u128::from((value.low() as u64).wrapping_sub(object.base()) & mask)))
        };
        let global = |global: Global, offset: u64, length: u64| {
            let object = memory.objects().find(|o| o.origin() == ObjectOrigin::Global(global))?;
            (0..length).map(|i| object.byte(offset + i)).collect()
        };
        let (compared, answer) = analysis.admits(state, &register, &global);
        self.compared.set(self.compared.get() + compared);
        (answer == Some(false)).then(|| format!("no unknowns give {}", analysis.show(state)))
    }
}

#[test]
fn states_stand_for_runs_with_any_precision() {
    let mut compared = 0;
    for (name, program) in programs() {
        println!("{name}");
        let terms = Terms { compared: Cell::new(0) };
        let mut subject = Subject::new(&program, analysis(&program, ValueOptions::default()), terms);
        subject.refining = false;
        for seed in [1, 7] {
            subject.run(&program.property, Some(seed), 300);
            let mut random = Random(seed);
            subject.precisions = vec![Precision::nothing(), random_precision(&program, &mut random)];
            subject.run(&program.property, Some(seed), 300);
            subject.precisions = vec![Precision::everything()];
        }
        subject.check_order(false);
        compared += subject.meaning.compared.get();
    }
    assert!(compared > 5_000, "{compared}");
}

/// Paths that leave a run are excluded by what refinement asks for, and the run itself stays
/// possible.
#[test]
fn refined_paths_are_excluded() {
    let mut refined = 0;
    for (name, program) in programs() {
        println!("{name}");
        let options = ValueOptions { refined: true, ..ValueOptions::default() };
        let terms = Terms { compared: Cell::new(0) };
        let mut subject = Subject::new(&program, analysis(&program, options), terms);
        // Leaks are found at the end, whatever is tracked.
        if name.contains("memsafety") {
            continue;
        }
        for seed in [3, 11] {
            subject.run(&program.property, Some(seed), 200);
        }
        refined += subject.followed.refined;
    }
    assert!(refined > 20, "{refined}");
}
