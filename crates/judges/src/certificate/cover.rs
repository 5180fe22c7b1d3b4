//! Does a listed state describe the state of the machine?

use super::binding::{Binding, Context};
use super::fold::Folding;
use super::index::{Group, hash_words};
use super::load::{Names, bounds, constant, object_id};
use super::meaning::meaning;
use super::runs::{Claim, Listed};
use super::spot::Before;
use super::*;
use crate::symbolic::{Base, Content, Machine, ObjectId, Rest, Stop, Sym};
use adumbra_program::BinaryOp;
use adumbra_solver::polynomial::Equations;
use adumbra_terms::{Model, Op as TermOp, Substitution, Term, Value, evaluate};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::rc::Rc;

/// A state that has come to a listed point.
pub(super) struct Arrival {
    /// Variables that the constraints give a value.
    bound: Option<Substitution>,
    /// A model of the constraints, once one was needed. `Some(None)` if there is none.
    model: Option<Option<Rc<Model>>>,
}

/// A value with the condition under which a fact holds of it.
pub(super) enum Match {
    Never,
    When(Term),
    /// If this object of the facts is that object of the machine, under the condition.
    Object(ObjectName, ObjectId, Term),
}

impl Arrival {
    pub(super) fn new(machine: &Machine<'_>) -> Self {
        let terms = &machine.build.terms;
        let mut pairs = Vec::new();
        for constraint in &machine.state.constraints {
            if let TermOp::Eq = terms.op(constraint.term)
                && let [a, b] = *terms.operands(constraint.term)
            {
                let is_variable = |t: Term| matches!(terms.op(t), TermOp::Var(_));
                if is_variable(a) && terms.is_constant(b) {
                    pairs.push((a, b));
                } else if is_variable(b) && terms.is_constant(a) {
                    pairs.push((b, a));
                }
            }
        }
        let mut values = FxHashMap::default();
        let contradiction = pairs.iter().any(|(variable, value)| *values.entry(*variable).or_insert(*value) != *value);
        let bound = (!pairs.is_empty()).then(|| Substitution::new(terms, pairs));
        Arrival { bound, model: contradiction.then_some(None) }
    }

    /// Do the constraints give a variable two values?
    pub(super) fn is_contradictory(&self) -> bool {
        matches!(self.model, Some(None))
    }

    /// Is a constraint false for what the others bind?
    pub(super) fn contradicts(&mut self, machine: &mut Machine<'_>, constraint: Term) -> bool {
        let term = self.resolve(machine, constraint);
        machine.build.terms.truth(term) == Some(false)
    }

    /// The term with what is bound put in.
    pub(super) fn resolve(&mut self, machine: &mut Machine<'_>, term: Term) -> Term {
        match &mut self.bound {
            Some(bound) if !machine.build.terms.is_constant(term) => {
                let term = bound.apply(&mut machine.build.terms, term);
                machine.build.simple(term)
            }
            _ => term,
        }
    }

    /// Can the machine be here at all? Asks the solver only if there is doubt.
    pub(super) fn model(&mut self, machine: &mut Machine<'_>) -> Result<Option<Rc<Model>>, Stop> {
        if self.model.is_none() {
            let state = &machine.state;
            let model = match state.constraints.len() == state.witnessed {
                true => Some(Rc::clone(&state.witness)),
                false => machine.ask(&[])?.map(Rc::new),
            };
            self.model = Some(model);
        }
        Ok(self.model.clone().flatten())
    }

    /// A state of these groups that describes the machine's.
    pub(super) fn find(
        &mut self,
        machine: &mut Machine<'_>,
        listed: Listed<'_>,
        groups: &[Group],
        before: &Before,
    ) -> Result<Option<usize>, Stop> {
        'groups: for group in groups {
            let mut hasher = FxHasher::default();
            for place in &group.places {
                let Some(value) = value_at(machine, *place) else { continue 'groups };
                let term = match value {
                    Sym::Bits(term) => term,
                    Sym::Pointer(pointer) => match pointer.only().map(|c| (c.base, c.offset)) {
                        Some((Base::Nothing | Base::Unknown, address)) => address,
                        _ => continue 'groups,
                    },
                };
                let term = self.resolve(machine, term);
                if let Some(words) = machine.build.terms.constant_words(term) {
                    hash_words(&mut hasher, words);
                    continue;
                }
                let Some(model) = self.model(machine)? else { return Ok(None) };
                match evaluate(&machine.build.terms, &model, term) {
                    Value::Bits(bits) => hash_words(&mut hasher, bits.words()),
                    _ => continue 'groups,
                }
            }
            for index in group.states.get(&hasher.finish()).into_iter().flatten() {
                if self.covers(machine, listed.claim(*index), before)? {
                    return Ok(Some(*index));
                }
            }
        }
        Ok(None)
    }

    /// Does a listed state describe the machine's? Both are at the same point.
    fn covers(&mut self, machine: &mut Machine<'_>, claim: Claim<'_>, before: &Before) -> Result<bool, Stop> {
        if !machine.state.has_runs() {
            return self.is_covered(machine, claim, before);
        }
        // What stands for members of runs is there for the question alone.
        let state = machine.state.clone();
        let covered = self.is_covered(machine, claim, before);
        machine.state = state;
        covered
    }

    fn is_covered(&mut self, machine: &mut Machine<'_>, claim: Claim<'_>, before: &Before) -> Result<bool, Stop> {
        let Some((mut condition, formulas)) = self.described(machine, claim, before)? else { return Ok(false) };
        if claim.facts.formulas.is_some() {
            let constraints: Vec<Term> = machine.state.constraints.iter().map(|c| c.term).collect();
            let mut equations = Equations::new(&mut machine.build.terms, &constraints);
            for formula in formulas {
                let formula = self.resolve(machine, formula);
                // What follows by algebra is too much for a solver, if there are products.
                if equations.decide(&mut machine.build.terms, formula) == Some(true) {
                    continue;
                }
                condition = machine.build.and(condition, formula);
            }
            // What one execution refutes need not be asked for all.
            if machine.build.terms.truth(condition).is_none() {
                let Some(model) = self.model(machine)? else { return Ok(true) };
                if evaluate(&machine.build.terms, &model, condition) != Value::Bool(true) {
                    return Ok(false);
                }
            }
        }
        machine.implied(condition)
    }

    /// When a listed state describes the machine's, and the formulas that must hold besides; none
    /// if it does not. Both are at the same point.
    pub(super) fn described(
        &mut self,
        machine: &mut Machine<'_>,
        claim: Claim<'_>,
        before: &Before,
    ) -> Result<Option<(Term, Vec<Term>)>, Stop> {
        let facts = claim.facts;
        let mut binding = Binding::new(machine, claim);
        let registers = facts.registers.iter().map(|(d, r, known)| (Place::Register(*d, *r), known));
        let results = facts.results.iter().map(|(i, known)| (Place::Result(*i), known));
        let arguments = facts.arguments.iter().map(|(d, i, known)| (Place::Argument(*d, *i), known));
        let mut folding = Folding::new(self);
        for (place, known) in registers.chain(results).chain(arguments) {
            let Some(value) = value_at(machine, place) else { return Ok(None) };
            if !folding.expect(machine, &mut binding, Some(value), known, Context::default()) {
                return Ok(None);
            }
        }
        let Some(binding) = folding.settle(machine, binding)? else { return Ok(None) };
        let condition = binding.condition;
        let Some(formulas) = &facts.formulas else { return Ok(Some((condition, Vec::new()))) };
        // Formulas do not speak of runs.
        let object = |machine: &Machine<'_>, name: ObjectName| match name {
            ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => None,
            name => binding.object(machine, name, Context::default()),
        };
        let all = meaning(machine, formulas, &object, before)?;
        Ok(all.map(|all| (condition, all)))
    }

    /// When a value is what is known of it.
    pub(super) fn matches(&mut self, machine: &mut Machine<'_>, value: &Sym, known: &Known) -> Match {
        match (value, known) {
            (Sym::Bits(term), Known::Bits(words)) => {
                let term = self.resolve(machine, *term);
                let width = machine.build.width(term);
                match constant(machine, words, width) {
                    Some(constant) => Match::When(machine.build.eq(term, constant)),
                    None => Match::Never,
                }
            }
            (Sym::Bits(term), Known::Unsigned(..) | Known::Signed(..)) => {
                let term = self.resolve(machine, *term);
                bounds(machine, term, known).map_or(Match::Never, Match::When)
            }
            (Sym::Bits(term), Known::Null) => {
                let zero = machine.build.terms.zero_of(machine.build.terms.sort(*term));
                let term = self.resolve(machine, *term);
                Match::When(machine.build.eq(term, zero))
            }
            (Sym::Pointer(pointer), Known::Null) => {
                let null = machine.null();
                let same = machine.compare(BinaryOp::Eq, pointer, &null);
                // A pointer into an object is not null, even if its address were.
                let plain = pointer.cases.iter().all(|c| c.base == Base::Nothing);
                if plain { Match::When(self.resolve(machine, same)) } else { Match::Never }
            }
            (Sym::Pointer(pointer), Known::Pointer(name, offset)) => {
                let Some((Base::Object(id), term)) = pointer.only().map(|c| (c.base, c.offset)) else {
                    return Match::Never;
                };
                let offset = machine.offset(*offset);
                let term = self.resolve(machine, term);
                let same = machine.build.eq(term, offset);
                Match::Object(*name, id, same)
            }
            _ => Match::Never,
        }
    }
}

/// The value that the machine has at a place; `None` if it is not known.
fn value_at(machine: &mut Machine<'_>, place: Place) -> Option<Sym> {
    match place {
        Place::Register(depth, register) => {
            let frame = machine.state.frames.get(depth as usize)?;
            let index = register.as_u32().checked_sub(frame.first)?;
            frame.registers.get(index as usize)?.clone()
        }
        Place::Result(index) => machine.frame().returned.as_ref()?.get(index as usize).cloned(),
        Place::Argument(depth, index) => match &machine.state.frames.get(depth as usize)?.rest {
            Rest::Known(rest) => rest.get(index as usize).map(|(_, value)| value.clone()),
            Rest::Types(_) => None,
        },
        Place::Cell(name, offset, length) => {
            let id = object_id(machine, name, Names::FIXED)?;
            content(machine, id, offset, length, false)
        }
    }
}

/// What an object contains; `None` if that is not known.
pub(super) fn content(
    machine: &mut Machine<'_>,
    id: ObjectId,
    offset: u64,
    length: u32,
    is_pointer: bool,
) -> Option<Sym> {
    let length = u64::from(length);
    if let Some(cell) = machine.object(id).cells.get(&offset)
        && cell.length == length
    {
        match &cell.content {
            Content::Value(term) if !is_pointer => return Some(Sym::Bits(*term)),
            Content::Pointer(pointer) => return Some(Sym::Pointer(pointer.clone())),
            _ => {}
        }
    }
    if is_pointer || length > 1 << 16 {
        return None;
    }
    let pieces = machine.object(id).pieces(offset, length);
    if pieces.iter().any(|p| matches!(p.content, Content::Unset | Content::Pointer(_))) {
        return None;
    }
    Some(Sym::Bits(machine.read_bits(id, offset, length, false)))
}
