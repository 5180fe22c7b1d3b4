//! Contracts at calls, at the entry of their functions, and at the exit.
//!
//! At a call, what the contract demands is proved; what it may write is forgotten, results are
//! fresh, and what it promises is assumed. At the entry of the body, nothing is known but what is
//! demanded. A pointer that is handed over may point into a global, a function, an object that
//! another pointer leads to, one of its own, or into none; what the demands exclude is left out.

use super::check::{Checker, Clause};
use super::contracts::Known;
use super::cover::Arrival;
use super::load::{Names, object_id};
use super::meaning::of_all;
use super::spot::{Before, pointer};
use super::*;
use crate::symbolic::{Base, Case, Content, Machine, ObjectId, Pointer, Rest, Room, Stop, Sym, Watched};
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_program::{Move, Op, Program, Register, Type};
use adumbra_solver::polynomial::Equations;
use adumbra_solver::products::Products;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Copier, Kind, Term, Terms, Value, evaluate};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// A pointer that is handed over may point into one of so many objects, or it is not known where.
const MOST_TARGETS: usize = 64;

/// What a function may write, in a state.
enum Rooms {
    Anything,
    Only(Vec<Room>),
}

/// The clauses of formulas of a contract, in a state where activation 0 is the one at `base`.
pub(super) fn clauses(
    machine: &mut Machine<'_>,
    formulas: &Formulas,
    base: u32,
    before: &Before,
) -> Result<Vec<Term>, Stop> {
    let mut named = Vec::new();
    for (number, name) in formulas.numbers() {
        match object_id(machine, *name, Names::FIXED) {
            Some(id) => named.push((*number, id)),
            None => return unfit(),
        }
    }
    let mut copier = Copier::new();
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for (variable, leaf) in formulas.leaves() {
        let value = match leaf {
            Leaf::AtEntry(now) => spot::Spot::of(formulas, *now).and_then(|spot| before.get(&spot).copied()),
            _ => match spot::Spot::of(formulas, *variable) {
                Some(spot) => spot.value(machine, base, &named)?,
                None => None,
            },
        };
        let own = copier.copy(&formulas.terms, &mut machine.build.terms, *variable);
        match value {
            Some(value) if machine.build.terms.sort(value) == machine.build.terms.sort(own) => pairs.push((own, value)),
            _ => return unfit(),
        }
    }
    Ok(of_all(machine, formulas, &mut copier, pairs))
}

fn unfit<T>() -> Result<T, Stop> {
    Err(Stop::Unsupported("the contract speaks of what does not exist".into()))
}

/// What is remembered of an entry.
fn remembered(machine: &mut Machine<'_>, known: &Known<'_>, base: u32) -> Result<Before, Stop> {
    let mut named = Vec::new();
    for (number, name) in known.contract.exit.numbers() {
        if let Some(id) = object_id(machine, *name, Names::FIXED) {
            named.push((*number, id));
        }
    }
    let mut before = Before::default();
    for (spot, width) in &known.before {
        match spot.value(machine, base, &named)? {
            Some(value) if machine.build.width(value) == *width => drop(before.insert(*spot, value)),
            _ => return unfit(),
        }
    }
    Ok(before)
}

/// What a function may write that is entered in the state of the machine.
fn rooms(machine: &mut Machine<'_>, contract: &Contract, base: u32) -> Result<Rooms, Stop> {
    let Writes::Only(extents) = &contract.writes else { return Ok(Rooms::Anything) };
    let formulas = &contract.entry;
    let mut rooms = Vec::new();
    for Extent { object, offset, bytes } in extents {
        let number = |term: Term| formulas.terms.constant(term).and_then(|bits| bits.to_u64());
        let Some(bytes) = number(*bytes) else { return Ok(Rooms::Anything) };
        let bytes = machine.offset(bytes);
        let starts = spot::start(formulas, *object, *offset);
        match starts {
            None => return Err(Stop::Unsupported("the checker does not follow what a contract writes".into())),
            Some((spot::Start::In(name), by)) => {
                let Some(id) = object_id(machine, name, Names::FIXED) else { return unfit() };
                rooms.push(Room { when: machine.always, id, offset: machine.offset(by), bytes });
            }
            Some((spot::Start::Behind(place), by)) => {
                let Some(pointer) = pointer(machine, place, base)? else { return unfit() };
                let by = machine.offset(by);
                for Case { when, base, offset } in pointer.cases {
                    match base {
                        Base::Nothing => {}
                        Base::Unknown => return Ok(Rooms::Anything),
                        Base::Object(id) => {
                            let offset = machine.build.add(offset, by);
                            rooms.push(Room { when, id, offset, bytes });
                        }
                    }
                }
            }
        }
    }
    Ok(Rooms::Only(rooms))
}

/// The bytes of a room may have any value.
fn forget(machine: &mut Machine<'_>, room: &Room) {
    let object = machine.object(room.id);
    if !object.writable || matches!(object.origin, ObjectOrigin::Function(_)) {
        return;
    }
    match (machine.build.number(room.offset), machine.build.number(room.bytes)) {
        (Some(offset), Some(bytes)) if !machine.wraps(room.id, offset, bytes) => {
            machine.put(room.id, offset, bytes, Content::Unset);
        }
        _ => {
            machine.blur("the checker does not know where a contract writes");
            machine.forget(room.id);
        }
    }
}

/// Values of parameters of which nothing is known; each pointer may point anywhere.
fn hand_over(machine: &mut Machine<'_>, parameters: &[Register]) -> Result<(), Stop> {
    let fixed = machine.state.objects.len() as u32;
    for (number, register) in parameters.iter().enumerate() {
        let ty = machine.program.registers[*register].ty;
        let value = match ty {
            Type::Ptr => Sym::Pointer(any_pointer(machine, fixed, number as u64)?),
            _ => machine.anything(ty),
        };
        machine.set(*register, value);
    }
    Ok(())
}

/// A pointer into any object that there is, into another one, or into none.
fn any_pointer(machine: &mut Machine<'_>, fixed: u32, number: u64) -> Result<Pointer, Stop> {
    let width = machine.pointer_bits();
    let known = machine.state.objects.len();
    if known + 2 > MOST_TARGETS {
        let address = machine.build.fresh("any", width);
        return Ok(Pointer::one(machine.always, Base::Unknown, address));
    }
    let size = machine.build.fresh("size", width);
    let origin = ObjectOrigin::Arguments(u64::MAX - number);
    let mut own = machine.object_of(origin, size, 1, Content::Unset);
    // Objects that are made from now on may lie where it was.
    (own.doubtful, own.died) = (true, own.born);
    own.around = Some(machine.build.fresh("around", width));
    machine.state.objects.push(Rc::new(own));
    let which = machine.build.fresh("which", 16);
    let mut cases = SmallVec::new();
    let mut others = machine.always;
    for id in 0..=known as u32 {
        let constant = machine.build.word(16, u64::from(id));
        let this = machine.build.eq(which, constant);
        let not_this = machine.build.not(this);
        others = machine.build.and(others, not_this);
        let offset = match id as usize == known {
            true => machine.offset(0),
            false => machine.build.fresh("any", width),
        };
        debug_assert!(id < fixed || machine.object(ObjectId(id)).around.is_some());
        cases.push(Case { when: this, base: Base::Object(ObjectId(id)), offset });
    }
    let address = machine.build.fresh("any", width);
    cases.push(Case { when: others, base: Base::Nothing, offset: address });
    Ok(Pointer { cases })
}

/// Leaves out where pointers cannot point, by what is demanded.
fn narrow(machine: &mut Machine<'_>, parameters: &[Register]) -> Result<(), Stop> {
    for register in parameters {
        let index = (register.as_u32() - machine.frame().first) as usize;
        let Some(Sym::Pointer(pointer)) = machine.frame().registers[index].clone() else { continue };
        let mut cases: SmallVec<[Case; 1]> = SmallVec::new();
        for case in pointer.cases {
            if machine.ask(&[case.when])?.is_some() {
                cases.push(case);
            }
        }
        if let [only] = &mut cases[..] {
            only.when = machine.always;
        }
        let mut arrival = Arrival::new(machine);
        for case in &mut cases {
            case.offset = arrival.resolve(machine, case.offset);
        }
        if cases.is_empty() {
            return Err(Stop::Infeasible);
        }
        machine.frame_mut().registers[index] = Some(Sym::Pointer(Pointer { cases }));
    }
    Ok(())
}

/// Has a call the types of the function?
fn fits(program: &Program, call: Edge, function: Function) -> bool {
    let Op::Call { arguments, results, .. } = &program.edges[call].op else { return false };
    let data = &program.functions[function];
    let parameters = program.body(function).map_or(&[][..], |body| &body.parameters);
    let of_arguments = arguments.iter().map(|argument| program.exprs.ty(*argument));
    of_arguments.eq(parameters.iter().map(|register| program.registers[*register].ty))
        && results.iter().map(|register| &program.registers[*register].ty).eq(&data.result_types)
}

/// Does a solver find it hard: a product of unknowns, or a division?
fn is_hard(terms: &Terms, term: Term) -> bool {
    reachable(terms, &[term]).into_iter().any(|part| {
        let operands = terms.operands(part);
        match terms.kind(part) {
            Kind::BvMul => operands.iter().all(|factor| !terms.is_constant(*factor)),
            Kind::BvUdiv | Kind::BvUrem | Kind::BvSdiv | Kind::BvSrem => true,
            _ => false,
        }
    })
}

impl Checker<'_> {
    /// Puts the machine at the entry of a function, as its contract allows, whoever called it.
    pub(super) fn enter_alone(&mut self, index: usize) -> Result<(), Stop> {
        let contracts = Rc::clone(&self.contracts);
        let Some(known) = contracts.known(index) else { return unfit() };
        let contract = known.contract;
        let machine = &mut self.machine;
        let Some(body) = machine.program.body(contract.function) else { return unfit() };
        machine.watched = Some(Watched { older: 0, rooms: None });
        machine.restart(self.unknown.clone());
        machine.push_frame(contract.function, Rest::Known(Vec::new()));
        hand_over(machine, &body.parameters)?;
        machine.state.clock += 1;
        for clause in clauses(machine, &contract.entry, 0, &Before::default())? {
            machine.assume(clause)?;
        }
        if contract.entry.leaves().iter().any(|(_, leaf)| matches!(leaf, Leaf::Object(_))) {
            narrow(machine, &body.parameters)?;
        }
        let rooms = match rooms(machine, contract, 0)? {
            Rooms::Anything if contract.writes == Writes::Anything => None,
            Rooms::Anything => {
                return Err(Stop::Unsupported("the checker does not know where a contract writes".into()));
            }
            Rooms::Only(rooms) => Some(rooms),
        };
        machine.watched = Some(Watched { older: machine.state.objects.len() as u32, rooms });
        self.before = remembered(machine, known, 0)?;
        Ok(())
    }

    /// Prepares the machine for a state inside a function. What was at the entry is not known.
    pub(super) fn resume_alone(&mut self, index: usize) -> Result<(), Stop> {
        let contracts = Rc::clone(&self.contracts);
        let Some(known) = contracts.known(index) else { return unfit() };
        let machine = &mut self.machine;
        machine.watched = Some(Watched { older: self.unknown.objects.len() as u32, rooms: None });
        self.before.clear();
        for (spot, width) in &known.before {
            let any = machine.build.fresh("before", *width);
            self.before.insert(*spot, any);
        }
        let Writes::Only(extents) = &known.contract.writes else { return Ok(()) };
        let formulas = &known.contract.entry;
        let is_named = |e: &Extent| matches!(spot::start(formulas, e.object, e.offset), Some((spot::Start::In(_), _)));
        if !extents.iter().all(is_named) {
            // Nothing is wrong with that.
            return Err(Stop::Limit("a state inside a function that writes through its pointers".into()));
        }
        match rooms(machine, known.contract, 0)? {
            Rooms::Only(rooms) => {
                machine.watched = Some(Watched { older: self.unknown.objects.len() as u32, rooms: Some(rooms) });
                Ok(())
            }
            Rooms::Anything => Err(Stop::Unsupported("the checker does not know where a contract writes".into())),
        }
    }

    /// Passes over a call by the contract of the function.
    pub(super) fn pass_over(&mut self, index: usize, call: Edge, point: &Point) -> Result<Result<(), Stop>, Rejected> {
        let contracts = Rc::clone(&self.contracts);
        let Some(known) = contracts.known(index) else { return Ok(unfit()) };
        let contract = known.contract;
        self.used.insert(index);
        if !fits(self.machine.program, call, contract.function) {
            let what = "a call of a function with a contract with other types than it has";
            return Ok(Err(Stop::Unsupported(what.into())));
        }
        if let Err(stop) = self.machine.step(Move::Enter { call, callee: contract.function }) {
            return Ok(Err(stop));
        }
        let base = self.machine.state.frames.len() as u32 - 1;
        let demanded = match clauses(&mut self.machine, &contract.entry, base, &Before::default()) {
            Ok(demanded) => demanded,
            Err(stop) => return Ok(Err(stop)),
        };
        // An execution that does not get here demands nothing.
        if !self.possible(point)? {
            return Ok(Err(Stop::Infeasible));
        }
        self.require(&demanded, point, Why::Demand, |clause| Clause::Entry(index, clause))?;
        Ok(self.promised(known, call, base))
    }

    fn promised(&mut self, known: &Known<'_>, call: Edge, base: u32) -> Result<(), Stop> {
        let contract = known.contract;
        let machine = &mut self.machine;
        let before = remembered(machine, known, base)?;
        match rooms(machine, contract, base)? {
            Rooms::Anything => machine.forget_memory()?,
            Rooms::Only(rooms) => {
                for room in &rooms {
                    machine.writes(room.when, room.id, room.offset, room.bytes)?;
                }
                rooms.iter().for_each(|room| forget(machine, room));
            }
        }
        machine.state.other_heap |= self.unknown.other_heap;
        (machine.state.last_byte, machine.state.argument_zeros) = (None, None);
        let program = machine.program;
        let types = &program.functions[contract.function].result_types;
        let results = types.iter().map(|ty| machine.anything(*ty)).collect();
        let frame = machine.frame_mut();
        let first = frame.first;
        for (register, value) in (first..).zip(frame.registers.iter_mut()) {
            if !known.kept.contains(&Register::from_u32(register)) {
                *value = None;
            }
        }
        frame.returned = Some(results);
        for clause in clauses(machine, &contract.exit, base, &before)? {
            machine.assume(clause)?;
        }
        machine.leave(call)
    }

    /// The function that is executed on its own ends: what its contract promises must hold.
    pub(super) fn end_alone(&mut self, index: usize, point: &Point) -> Result<(), Rejected> {
        if !self.possible(point)? {
            return Ok(());
        }
        let contracts = Rc::clone(&self.contracts);
        let Some(known) = contracts.known(index) else { return Ok(()) };
        let before = std::mem::take(&mut self.before);
        let promised = clauses(&mut self.machine, &known.contract.exit, 0, &before);
        self.before = before;
        match promised {
            Ok(promised) => self.require(&promised, point, Why::Promise, |clause| Clause::Exit(index, clause)),
            Err(stop) => self.stopped(point, stop),
        }
    }

    /// Demands that clauses hold; notes those that do not, if they can be left out.
    pub(super) fn require(
        &mut self,
        demanded: &[Term],
        point: &Point,
        why: Why,
        clause: impl Fn(usize) -> Clause,
    ) -> Result<(), Rejected> {
        let known: Vec<bool> = match &self.failing {
            Some(failing) => (0..demanded.len()).map(|number| failing.contains(&clause(number))).collect(),
            None => vec![false; demanded.len()],
        };
        let open: Vec<(usize, Term)> =
            demanded.iter().copied().enumerate().filter(|(number, _)| !known[*number]).collect();
        let unproved = match self.unproved(open) {
            Ok(unproved) => unproved,
            Err(stop) => return self.stopped(point, stop),
        };
        match &mut self.failing {
            Some(failing) => {
                failing.extend(unproved.into_iter().map(clause));
                Ok(())
            }
            None if unproved.is_empty() => Ok(()),
            None => self.rejected(point, why),
        }
    }

    /// Which of some conditions do not follow from the constraints.
    fn unproved(&mut self, demanded: Vec<(usize, Term)>) -> Result<Vec<usize>, Stop> {
        let machine = &mut self.machine;
        let mut arrival = Arrival::new(machine);
        let constraints: Vec<Term> = machine.state.constraints.iter().map(|c| c.term).collect();
        let mut equations = Equations::new(&mut machine.build.terms, &constraints);
        let mut open: Vec<(usize, Term)> = Vec::new();
        for (number, term) in demanded {
            let term = arrival.resolve(machine, term);
            let follows = machine.build.terms.truth(term) == Some(true)
                || constraints.contains(&term)
                || equations.decide(&mut machine.build.terms, term) == Some(true);
            if !follows {
                open.push((number, term));
            }
        }
        let hard: FxHashSet<Term> =
            constraints.into_iter().filter(|term| is_hard(&machine.build.terms, *term)).collect();
        let (mut open, easy): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, term)| is_hard(&machine.build.terms, *term));
        let mut failing = Vec::new();
        // Most of what is easy follows from what is easy.
        let unproved = self.refuted(easy, &hard)?;
        if hard.is_empty() {
            failing.extend(unproved.into_iter().map(|(number, _)| number));
        } else {
            open.extend(unproved);
        }
        let open = self.beyond_sums(open)?;
        failing.extend(self.refuted(open, &FxHashSet::default())?.into_iter().map(|(number, _)| number));
        Ok(failing)
    }

    /// Which of some conditions do not follow from the constraints whatever products are.
    fn beyond_sums(&mut self, open: Vec<(usize, Term)>) -> Result<Vec<(usize, Term)>, Stop> {
        let machine = &mut self.machine;
        let mut products = Products::default();
        let terms = &mut machine.build.terms;
        let mut constraints: Vec<Term> =
            machine.state.constraints.iter().map(|c| products.abstracted(terms, c.term)).collect();
        let mut claims: Vec<(Term, (usize, Term))> =
            open.into_iter().map(|claim| (products.abstracted(terms, claim.1), claim)).collect();
        constraints.extend(products.facts(terms));
        let mut beyond = Vec::new();
        while !claims.is_empty() {
            let mut all = machine.always;
            for (claim, _) in &claims {
                all = machine.build.and(all, *claim);
            }
            let mut question = constraints.clone();
            question.push(machine.build.not(all));
            let holds = match machine.solve(&question) {
                Ok(None) => break,
                Ok(Some(model)) => claims
                    .iter()
                    .map(|(claim, _)| evaluate(&machine.build.terms, &model, *claim) == Value::Bool(true))
                    .collect(),
                Err(Stop::Limit(_)) if self.limits.stop.reached().is_none() => vec![false; claims.len()],
                Err(stop) => return Err(stop),
            };
            // A model that refutes nothing is no help.
            let is_help = holds.contains(&false);
            let (rest, wrong): (Vec<_>, Vec<_>) =
                claims.into_iter().zip(holds).partition(|(_, holds)| *holds && is_help);
            beyond.extend(wrong.into_iter().map(|((_, claim), _)| claim));
            claims = rest.into_iter().map(|(claim, _)| claim).collect();
        }
        Ok(beyond)
    }

    /// Which of some conditions do not follow from the constraints, without some of these.
    fn refuted(
        &mut self,
        mut open: Vec<(usize, Term)>,
        left_out: &FxHashSet<Term>,
    ) -> Result<Vec<(usize, Term)>, Stop> {
        let machine = &mut self.machine;
        let mut refuted = Vec::new();
        while !open.is_empty() {
            let mut all = machine.always;
            for (_, term) in &open {
                all = machine.build.and(all, *term);
            }
            match machine.counterexample_without(all, left_out) {
                Ok(None) => break,
                Ok(Some(model)) => {
                    let holds = |term: Term| evaluate(&machine.build.terms, &model, term) == Value::Bool(true);
                    let (rest, wrong): (Vec<_>, Vec<_>) = open.iter().copied().partition(|(_, term)| holds(*term));
                    if wrong.is_empty() {
                        return Err(Stop::Limit("the solver gave a model that refutes nothing".into()));
                    }
                    refuted.extend(wrong);
                    open = rest;
                }
                // What is too hard is left out, where that is possible.
                Err(Stop::Limit(_)) if self.failing.is_some() && self.limits.stop.reached().is_none() => {
                    for (number, term) in std::mem::take(&mut open) {
                        match machine.counterexample_without(term, left_out) {
                            Ok(None) => {}
                            Ok(Some(_)) | Err(Stop::Limit(_)) => refuted.push((number, term)),
                            Err(stop) => return Err(stop),
                        }
                    }
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(refuted)
    }

    /// Comes to a listed state whose clauses may be left out.
    pub(super) fn weaken_at(&mut self, index: usize, point: &Point) -> Result<(), Rejected> {
        let set = self.set;
        let before = std::mem::take(&mut self.before);
        let mut arrival = Arrival::new(&self.machine);
        let described = arrival.described(&mut self.machine, set.claim(index), &before);
        self.before = before;
        let (condition, clauses) = match described {
            Ok(Some(described)) => described,
            Ok(None) => return self.rejected(point, Why::NotInvariant),
            Err(stop) => return self.stopped(point, stop),
        };
        match self.machine.implied(condition) {
            Ok(true) => {}
            Ok(false) => return self.rejected(point, Why::NotInvariant),
            Err(stop) => return self.stopped(point, stop),
        }
        let root = self.root;
        self.require(&clauses, point, Why::NotInvariant, |clause| Clause::State(root, index, clause))
    }
}
