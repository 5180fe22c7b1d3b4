//! What other analyses know where a block ends, and what they are told.
//!
//! A state of the whole stands for the concrete states that all parts admit. So what a sibling
//! knows of variables where a block ends may be added to the formulas before their abstraction; and
//! where the abstraction says that a variable has one value, a sibling may have it.

use super::state::PredicateState;
use super::{PredicateAnalysis, Region};
use adumbra_dependence::AbstractObject;
use adumbra_engine::{Fact, Question, Siblings, Valued};
use adumbra_formula::{Part, Place, Value, Var};
use adumbra_predicates::PredicateId;
use adumbra_program::{Location, Type};
use adumbra_terms::{Op, Term};
use adumbra_verdict::Known;

impl PredicateAnalysis {
    /// What siblings know of the variables in some formulas, which are about the state at a
    /// location: a variable, what is known of it.
    fn known_of(
        &mut self,
        state: &PredicateState,
        location: Location,
        variables: &[Var],
        siblings: &Siblings<'_>,
    ) -> Vec<Term> {
        let mut known = Vec::new();
        for var in variables {
            let Some(valued) = self.valued(*var, state, location) else { continue };
            let question = match valued {
                Valued::Register(depth, register) => Question::Register { depth, register },
                Valued::Cell(global, offset, length) => Question::Cell { global, offset, length },
            };
            let fact = match siblings.ask(question) {
                Some(Fact::Constant(bits)) => Known::Bits(vec![bits as u64, (bits >> 64) as u64]),
                Some(Fact::Unsigned(low, high)) => Known::Unsigned(low, high),
                Some(Fact::Signed(low, high)) => Known::Signed(low, high),
                _ => continue,
            };
            let term = self.builder.variables.term(*var);
            known.push(self.is(Value::Bits(term), &fact));
        }
        known
    }

    /// What siblings know where a state is, of the variables of predicates and of those that its
    /// block leaves as they were; as formulas about the state before the block.
    pub(super) fn known_besides(
        &mut self,
        state: &PredicateState,
        location: Location,
        predicates: &[PredicateId],
        formulas: &[Term],
        siblings: &Siblings<'_>,
    ) -> Vec<Term> {
        if !self.options.strengthened {
            return Vec::new();
        }
        let terms: Vec<Term> = predicates.iter().map(|p| self.predicates.term(*p)).collect();
        let mut variables = self.builder.variables.occurring(&mut self.builder.build.terms, formulas);
        variables.retain(|var| state.block.values().all(|(changed, _)| changed != *var));
        variables.extend(self.builder.variables.occurring(&mut self.builder.build.terms, &terms));
        variables.sort_unstable();
        variables.dedup();
        let known = self.known_of(state, location, &variables, siblings);
        let known: Vec<Term> = known.into_iter().map(|term| self.builder.before(&state.block, term)).collect();
        let terms = &self.builder.build.terms;
        known.into_iter().filter(|term| terms.truth(*term) != Some(true)).collect()
    }

    /// A variable as siblings know it, if they can: an integer in a register or in a place of a
    /// global.
    fn valued(&mut self, var: Var, state: &PredicateState, location: Location) -> Option<Valued> {
        let data = *self.builder.variables.data(var);
        if data.part != Part::Bits {
            return None;
        }
        match data.place {
            Place::Register(register, _) => {
                let calls = state.block.calls();
                let is_int = matches!(self.program.registers[register].ty, Type::Int(_));
                let alive = is_int && self.builder.is_live(var, calls, location);
                let depth = if alive { self.builder.depth_of(var, calls, location) } else { None };
                depth.map(|depth| Valued::Register(depth, register))
            }
            Place::Cell(region) => {
                let region = self.memory.get(region);
                match region.only {
                    Some(AbstractObject::Global(global)) => Some(Valued::Cell(global, region.residue?, region.size)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The variables that have one value wherever a region holds.
    pub(super) fn constants(&mut self, region: Region) -> Vec<(Var, u128)> {
        if !self.options.strengthened {
            return Vec::new();
        }
        let mut found = Vec::new();
        for predicate in self.abstractor.regions.support(region) {
            let terms = &self.builder.build.terms;
            let term = self.predicates.term(predicate);
            let (Op::Eq, &[a, b]) = (terms.op(term), terms.operands(term)) else { continue };
            let variable =
                |x: Term, c: Term| Some((self.builder.variables.of_term(x)?, u128::from(terms.constant(c)?.to_u64()?)));
            let Some(equality) = variable(a, b).or_else(|| variable(b, a)) else { continue };
            let holds = self.abstractor.regions.literal(predicate, true);
            if self.abstractor.regions.implies(region, holds) {
                found.push(equality);
            }
        }
        found
    }

    /// The same as siblings know it, for a state whose block has just begun.
    pub(super) fn equalities(
        &mut self,
        state: &PredicateState,
        location: Location,
        found: &[(Var, u128)],
    ) -> Vec<(Valued, u128)> {
        found.iter().filter_map(|(var, bits)| Some((self.valued(*var, state, location)?, *bits))).collect()
    }
}
