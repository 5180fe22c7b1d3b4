//! Does a state stand for a concrete one, as far as its terms are concerned?

use super::ValueAnalysis;
use super::scalar::{Content, Target};
use super::state::ValueState;
use adumbra_interpreter::eval;
use adumbra_judges::Oracle;
use adumbra_program::*;
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::Term;

impl ValueAnalysis {
    /// Is there a choice of the unknowns that meets all conditions and under which the terms in
    /// registers of the innermost activation and in globals are what a concrete state says? Both
    /// functions tell a value if there is one, of a pointer its offset. Says how many terms were
    /// compared; there is no answer if the solver has none.
    pub fn admits(
        &self,
        state: &ValueState,
        register: &dyn Fn(Register) -> Option<eval::Value>,
        global: &dyn Fn(Global, u64, u64) -> Option<Vec<u8>>,
    ) -> (usize, Option<bool>) {
        let program = &self.context.program;
        let registers = self.registers(state);
        let cells = self.cells(state);
        let mut scratch = self.scratch.borrow_mut();
        let Some(symbols) = &mut scratch.symbols else { return (0, Some(true)) };
        let mut equations: Vec<Term> = Vec::new();
        for (depth, name, value) in registers {
            if depth != state.top.depth {
                continue;
            }
            let Some(concrete) = register(name) else { continue };
            let width = program.registers[name].ty.bits(&program.layout);
            let pair = match (value.content(), value.offset_term()) {
                (Content::Symbolic(term, _), _) => {
                    let term = symbols.build.resize(width, term);
                    (term, symbols.build.value(width, &concrete))
                }
                // Of a pointer the offset was told.
                (_, Some(offset)) => {
                    let width = symbols.build.width(offset);
                    (offset, symbols.build.word(width, concrete.low() as u64))
                }
                _ => continue,
            };
            equations.push(symbols.build.eq(pair.0, pair.1));
        }
        for (object, offset, cell) in cells {
            let (Target::Global(name), Err(value)) = (object.target(), cell) else { continue };
            let Content::Symbolic(term, width) = value.content() else { continue };
            let Some(bytes) = global(name, offset, u64::from(width) / 8) else { continue };
            let concrete = symbols.build.bytes(width, &bytes);
            equations.push(symbols.build.eq(term, concrete));
        }
        let compared = equations.len();
        equations.extend(state.conditions().iter().map(|c| c.term));
        let axioms = symbols.axioms(&equations);
        equations.extend(axioms);
        let mut solver = Oracle::default().plain_solver("admits");
        let answer = match solver.check(&mut symbols.build.terms, &equations, &Limits::conflicts(100_000)) {
            Ok(Verdict::Sat) => Some(true),
            Ok(Verdict::Unsat) => Some(false),
            _ => None,
        };
        (compared, answer)
    }
}
