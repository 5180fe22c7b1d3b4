//! Does a listed state describe the state of the machine?

use super::index::{Group, hash_words};
use super::load::{Names, bounds, constant, object_id};
use super::meaning::meaning;
use super::spot::Before;
use super::*;
use crate::symbolic::{Base, Content, Machine, Object, ObjectId, Rest, Stop, Sym};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::{BinaryOp, Type};
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
enum Match {
    Never,
    When(Term),
    /// If this object of the facts is that object of the machine, under the condition.
    Bind(u32, ObjectId, Term),
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
        set: &ClosedSet,
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
                if self.covers(machine, &set.states[*index], before)? {
                    return Ok(Some(*index));
                }
            }
        }
        Ok(None)
    }

    /// Does a listed state describe the machine's? Both are at the same point.
    fn covers(&mut self, machine: &mut Machine<'_>, facts: &StateFacts, before: &Before) -> Result<bool, Stop> {
        let Some((mut condition, formulas)) = self.described(machine, facts, before)? else { return Ok(false) };
        if facts.formulas.is_some() {
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
        facts: &StateFacts,
        before: &Before,
    ) -> Result<Option<(Term, Vec<Term>)>, Stop> {
        let mut binding = Binding { objects: vec![None; facts.objects.len()] };
        let mut condition = machine.always;
        let registers = facts.registers.iter().map(|(d, r, known)| (Place::Register(*d, *r), known));
        let results = facts.results.iter().map(|(i, known)| (Place::Result(*i), known));
        let arguments = facts.arguments.iter().map(|(d, i, known)| (Place::Argument(*d, *i), known));
        // Which pointers lead where can only be said once objects are told apart.
        let mut targets: Vec<(Sym, &[Option<ObjectName>])> = Vec::new();
        for (place, known) in registers.chain(results).chain(arguments) {
            let Some(value) = value_at(machine, place) else { return Ok(None) };
            if let Known::Into(objects) = known {
                targets.push((value, objects));
                continue;
            }
            let found = self.matches(machine, &value, known);
            if !binding.take(machine, facts, found, &mut condition) {
                return Ok(None);
            }
        }
        let mut open: Vec<usize> = (0..facts.cells.len()).collect();
        loop {
            let before = open.len();
            let mut rest = Vec::new();
            for cell in open {
                let (object, offset, length, known) = &facts.cells[cell];
                let id = match object {
                    ObjectName::Allocated(i) => match binding.objects.get(*i as usize).copied().flatten() {
                        Some(id) => id,
                        None => {
                            rest.push(cell);
                            continue;
                        }
                    },
                    name => match object_id(machine, *name, Names::FIXED) {
                        Some(id) => id,
                        None => return Ok(None),
                    },
                };
                if let Known::Into(objects) = known {
                    targets.push((machine.read(id, *offset, Type::Ptr, false)?, objects));
                    continue;
                }
                let is_pointer = matches!(known, Known::Pointer(..));
                let Some(value) = content(machine, id, *offset, *length, is_pointer) else { return Ok(None) };
                let found = self.matches(machine, &value, known);
                if !binding.take(machine, facts, found, &mut condition) {
                    return Ok(None);
                }
            }
            if rest.is_empty() && binding.objects.iter().all(Option::is_some) {
                break;
            }
            if rest.len() == before || rest.is_empty() {
                // No pointer leads to the next object: the first one that is like it is taken.
                if !binding.next(machine, facts, &mut condition) {
                    return Ok(None);
                }
            }
            open = rest;
        }
        if !binding.complete(machine, facts) {
            return Ok(None);
        }
        for (value, objects) in targets {
            let into = binding.points_into(machine, &value, objects);
            condition = machine.build.and(condition, into);
        }
        let Some(formulas) = &facts.formulas else { return Ok(Some((condition, Vec::new()))) };
        let all = meaning(machine, formulas, &|machine, name| binding.object(machine, name), before)?;
        Ok(all.map(|all| (condition, all)))
    }

    fn matches(&mut self, machine: &mut Machine<'_>, value: &Sym, known: &Known) -> Match {
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
                match name {
                    ObjectName::Allocated(i) => Match::Bind(*i, id, same),
                    name if object_id(machine, *name, Names::FIXED) == Some(id) => Match::When(same),
                    _ => Match::Never,
                }
            }
            _ => Match::Never,
        }
    }
}

/// Which object of the machine an object of the facts is.
struct Binding {
    objects: Vec<Option<ObjectId>>,
}

impl Binding {
    /// Adds what a match needs; `false` if it cannot be.
    fn take(&mut self, machine: &mut Machine<'_>, facts: &StateFacts, found: Match, condition: &mut Term) -> bool {
        let holds = match found {
            Match::Never => return false,
            Match::When(holds) => holds,
            Match::Bind(index, id, holds) => {
                match self.objects.get(index as usize) {
                    Some(Some(bound)) if *bound == id => {}
                    Some(None) => {
                        if !self.bind(machine, facts, index as usize, id, condition) {
                            return false;
                        }
                    }
                    _ => return false,
                }
                holds
            }
        };
        *condition = machine.build.and(*condition, holds);
        machine.build.terms.truth(*condition) != Some(false)
    }

    /// The object of the facts is that object of the machine, if that is like it.
    fn bind(
        &mut self,
        machine: &mut Machine<'_>,
        facts: &StateFacts,
        index: usize,
        id: ObjectId,
        condition: &mut Term,
    ) -> bool {
        let wanted = &facts.objects[index];
        if self.objects.contains(&Some(id)) || !is_like(machine, machine.object(id), id, wanted) {
            return false;
        }
        if let Some(size) = wanted.size {
            let (has, size) = (machine.object(id).size, machine.offset(size));
            let same = machine.build.eq(has, size);
            *condition = machine.build.and(*condition, same);
        }
        self.objects[index] = Some(id);
        machine.build.terms.truth(*condition) != Some(false)
    }

    /// The object of the machine that has a name in the facts.
    fn object(&self, machine: &Machine<'_>, name: ObjectName) -> Option<ObjectId> {
        match name {
            ObjectName::Allocated(index) => self.objects.get(index as usize).copied().flatten(),
            name => object_id(machine, name, Names::FIXED),
        }
    }

    /// When a pointer points into one of some objects.
    fn points_into(&self, machine: &mut Machine<'_>, value: &Sym, objects: &[Option<ObjectName>]) -> Term {
        let Sym::Pointer(pointer) = value else { return machine.build.bool(false) };
        let mut holds = machine.always;
        for case in &pointer.cases {
            let listed = objects.iter().any(|name| match (case.base, name) {
                (Base::Nothing, None) => true,
                (Base::Object(id), Some(name)) => self.object(machine, *name) == Some(id),
                _ => false,
            });
            if !listed {
                let not = machine.build.not(case.when);
                holds = machine.build.and(holds, not);
            }
        }
        holds
    }

    /// Is nothing left out that the facts would have to speak of?
    fn complete(&self, machine: &Machine<'_>, facts: &StateFacts) -> bool {
        let bound = |id: ObjectId| self.objects.contains(&Some(id));
        if facts.all_heap {
            let left_out =
                |(index, o): (u32, &Rc<Object>)| o.origin.is_heap() && o.life == Life::Live && !bound(ObjectId(index));
            if machine.state.other_heap || (0..).zip(&machine.state.objects).any(left_out) {
                return false;
            }
        }
        // Arguments that facts speak of are those that the object will hold, if it is not among the
        // facts.
        facts.arguments.iter().all(|(depth, ..)| {
            let frame = machine.state.frames.get(*depth as usize);
            frame.is_some_and(|f| f.rest_object.is_none_or(bound))
        })
    }

    /// Binds the first object that is not bound yet to the first one that is like it.
    fn next(&mut self, machine: &mut Machine<'_>, facts: &StateFacts, condition: &mut Term) -> bool {
        let Some(index) = self.objects.iter().position(Option::is_none) else { return true };
        let fixed = machine.program.functions.len() + machine.program.globals.len();
        for id in (fixed..machine.state.objects.len()).map(|i| ObjectId(i as u32)) {
            let mut tried = *condition;
            if self.bind(machine, facts, index, id, &mut tried) {
                *condition = tried;
                return true;
            }
            self.objects[index] = None;
        }
        false
    }
}

/// Is the object of the machine what the facts say?
fn is_like(machine: &Machine<'_>, object: &Object, id: ObjectId, wanted: &ObjectFacts) -> bool {
    let heap = wanted.kind.is_heap();
    // Objects of a caller are no objects of a function that is looked at on its own.
    if object.around.is_some() {
        return false;
    }
    let same = match (object.origin, wanted.kind) {
        (ObjectOrigin::Heap { site, .. }, ObjectKind::Allocated(s, _)) => heap && site == s,
        (ObjectOrigin::Stack { site, dynamic, .. }, ObjectKind::Allocated(s, kind)) => {
            !heap && site == s && dynamic == (kind == AllocationKind::Dynamic)
        }
        (ObjectOrigin::Arguments(_), ObjectKind::Arguments) => true,
        _ => false,
    };
    if !same {
        return false;
    }
    if wanted.lives == Lives::Perhaps {
        return heap;
    }
    if object.doubtful {
        return false;
    }
    let life = match (wanted.lives == Lives::Yes, heap, wanted.activation) {
        (true, ..) => Life::Live,
        (false, true, _) => Life::Freed,
        (false, false, Some(_)) => Life::OutOfScope,
        (false, false, None) => Life::Returned,
    };
    let owner = machine.state.stack.iter().position(|(o, _)| *o == id).map(|place| {
        let frames = &machine.state.frames;
        frames.iter().rposition(|f| f.mark <= place).unwrap_or(0) as u32
    });
    object.life == life && owner == wanted.activation
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
fn content(machine: &mut Machine<'_>, id: ObjectId, offset: u64, length: u32, is_pointer: bool) -> Option<Sym> {
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
