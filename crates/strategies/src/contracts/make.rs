//! From what was seen to a certificate that says too much.

use super::candidates::{Draft, Effort, number};
use super::conditions::{Reader, Said, Variables};
use super::shape::{Bytes, Root, Shape};
use super::table::{Column, Table, What, When};
use super::watch::{Observed, Seen, Target, spoken_of};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::pointers::Pointers;
use adumbra_program::*;
use adumbra_terms::{Substitution, Term, Terms};
use adumbra_verdict::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A pointer is said not to point into each of so many objects, at most.
const MOST_APART: usize = 60;

/// A pointer is said to be the address of one of so many functions, at most.
const MOST_FUNCTIONS: usize = 8;

/// So many parameters may be what is returned in the end.
const MOST_HANDED_DOWN: usize = 3;

/// What contracts are made from.
pub(super) struct Maker<'a> {
    program: &'a Arc<Program>,
    shape: &'a Shape,
    observed: &'a Observed,
    constants: Vec<u64>,
    moduli: BTreeSet<u64>,
    effort: Effort,
    standing: PointInvariants,
}

impl<'a> Maker<'a> {
    pub(super) fn new(program: &'a Arc<Program>, shape: &'a Shape, observed: &'a Observed, effort: Effort) -> Self {
        Maker {
            program,
            shape,
            observed,
            constants: spoken_of(program),
            moduli: moduli(program),
            effort,
            standing: PointInvariants::new(program),
        }
    }

    /// All that is suspected.
    pub(super) fn certificate(&mut self, pointers: &Pointers) -> Certificate {
        let functions = self.shape.functions.clone();
        let contracts = functions.into_iter().map(|function| self.contract(function)).collect();
        let mut states = Vec::new();
        if !self.shape.functions.contains(&self.program.entry)
            && let Some(body) = self.program.body(self.program.entry)
        {
            for location in body.location_ids() {
                let Some(mut facts) = self.head(location) else { continue };
                self.standing.add_pointers(pointers, &mut facts);
                states.push(facts);
            }
        }
        let argument = match states.is_empty() {
            true => Argument::Unwinding,
            false => Argument::ClosedSet(ClosedSet { states }),
        };
        Certificate { contracts, ..Certificate::from(argument) }
    }

    fn pointer_bits(&self) -> u32 {
        self.program.layout.pointer_bits
    }

    fn contract(&mut self, function: Function) -> Contract {
        let mut contract = Contract::of(function);
        let (Some(seen), Some(body)) = (self.observed.functions.get(&function), self.program.body(function)) else {
            return contract;
        };
        contract.entry = self.entry(function, seen, body);
        self.point(seen, &mut contract.entry);
        contract.exit = self.exit(function, seen, body);
        contract.writes = self.writes(function, body, &mut contract.entry);
        contract.states = body.location_ids().filter_map(|location| self.head(location)).collect();
        contract
    }

    fn entry(&self, function: Function, seen: &Seen, body: &Body) -> Formulas {
        let mut draft = Draft::new(&seen.entry.columns, self.pointer_bits());
        let variables = variables(&seen.entry.columns, &draft, When::Before);
        let mut reader = Reader::new(self.program, &mut draft.formulas.terms, &variables);
        reader.inside(body);
        let Said { atoms, parts, goals } = reader.said;
        draft.goals = goals;
        parts.into_iter().for_each(|part| draft.word(part));
        atoms.into_iter().for_each(|atom| draft.condition(atom));
        for goal in self.handed_down(function, body, &mut draft.formulas.terms, &variables) {
            if !draft.goals.contains(&goal) {
                draft.goals.push(goal);
            }
        }
        draft.remainders(&self.moduli);
        draft.comparisons();
        draft.fitting(&seen.entry, &self.constants, self.effort)
    }

    /// What is asked of a result, said of a parameter: many a function hands down what it has so
    /// far, and the last call returns it.
    fn handed_down(&self, function: Function, body: &Body, terms: &mut Terms, variables: &Variables) -> Vec<Term> {
        let mut goals = Vec::new();
        for (index, ty) in (0..).zip(&self.program.functions[function].result_types) {
            let same = body.parameters.iter().filter(|p| self.program.registers[**p].ty == *ty);
            for parameter in same.take(MOST_HANDED_DOWN) {
                let Some(variable) = variables.get(&(What::Register(*parameter), When::Before)) else { continue };
                let result = terms.fresh_var("result", terms.sort(*variable));
                let mut with_result = variables.clone();
                with_result.insert((What::Result(index), When::Now), result);
                let mut reader = Reader::new(self.program, terms, &with_result);
                self.calls(function).into_iter().for_each(|call| reader.behind(call));
                let said = reader.said.goals;
                let mut handed = Substitution::new(terms, [(result, *variable)]);
                goals.extend(said.into_iter().map(|goal| handed.apply(terms, goal)));
            }
        }
        goals
    }

    fn exit(&self, function: Function, seen: &Seen, body: &Body) -> Formulas {
        let mut draft = Draft::new(&seen.exit.columns, self.pointer_bits());
        let mut variables = Variables::default();
        for (column, (variable, _)) in seen.exit.columns.iter().zip(&draft.variables) {
            variables.insert((column.what, column.when), *variable);
        }
        let mut reader = Reader::new(self.program, &mut draft.formulas.terms, &variables);
        for call in self.calls(function) {
            reader.behind(call);
        }
        let goals = std::mem::take(&mut reader.said.goals);
        reader.inside(body);
        let Said { atoms, parts, .. } = reader.said;
        draft.goals = goals;
        parts.into_iter().for_each(|part| draft.word(part));
        draft.remainders(&self.moduli);
        atoms.into_iter().for_each(|atom| draft.condition(atom));
        draft.comparisons();
        let mut formulas = draft.fitting(&seen.exit, &self.constants, self.effort);
        if seen.exit.rows.is_empty() && !seen.entry.rows.is_empty() {
            // Nobody saw it return.
            let never = formulas.terms.bool(false);
            formulas.hold(never);
        }
        formulas
    }

    /// The direct calls of a function.
    fn calls(&self, function: Function) -> Vec<Edge> {
        let is_call = |op: &Op| matches!(op, Op::Call { callee: Callee::Direct(f), .. } if *f == function);
        self.program.edges.iter().filter(|(_, data)| is_call(&data.op)).map(|(edge, _)| edge).collect()
    }

    /// What is suspected at the head of a loop.
    fn head(&mut self, location: Location) -> Option<StateFacts> {
        let table = self.observed.heads.get(&location)?;
        let mut facts = StateFacts::at(Point { location, calls: Vec::new() });
        self.standing.add_objects(&mut facts);
        let mut draft = Draft::new(&table.columns, self.pointer_bits());
        draft.remainders(&self.moduli);
        let formulas = draft.fitting(table, &self.constants, self.effort);
        facts.formulas = Some(Box::new(formulas));
        Some(facts)
    }

    /// Where pointers lead to at the entry.
    fn point(&self, seen: &Seen, entry: &mut Formulas) {
        for (index, register) in seen.pointers.iter().enumerate() {
            let place = Place::Register(0, *register);
            let targets: BTreeSet<Target> = seen.targets.iter().filter_map(|all| all.get(index).copied()).collect();
            let object = entry.leaf(Leaf::Object(place), OBJECT_BITS);
            let mut all = targets.iter();
            match (all.next(), all.next()) {
                (Some(only @ (Target::Function(..) | Target::Global(..) | Target::Nowhere)), None) => {
                    self.leads_to(entry, object, place, *only);
                }
                (Some(_), Some(_)) if is_call(&targets) => self.leads_to_one(entry, object, place, &targets),
                (Some(_), _) if targets.iter().all(|target| matches!(target, Target::Other(..))) => {
                    self.leads_elsewhere(entry, object);
                }
                _ => {}
            }
            for (other, second) in seen.pointers.iter().enumerate().skip(index + 1) {
                let same = |all: &Vec<Target>| match (all.get(index), all.get(other)) {
                    (Some(Target::Other(a, _)), Some(Target::Other(b, _))) => a == b,
                    (Some(Target::Global(a, _)), Some(Target::Global(b, _))) => a == b,
                    _ => false,
                };
                if seen.targets.iter().any(same) {
                    continue;
                }
                let second = entry.leaf(Leaf::Object(Place::Register(0, *second)), OBJECT_BITS);
                let apart = entry.terms.ne(object, second);
                entry.hold(apart);
            }
        }
    }

    fn leads_to(&self, entry: &mut Formulas, object: Term, place: Place, target: Target) {
        let (name, at) = match target {
            Target::Function(function, at) => (Some(ObjectName::Function(function)), at),
            Target::Global(global, at) => (Some(ObjectName::Global(global)), at),
            Target::Nowhere | Target::Other(..) => (None, 0),
        };
        let number_of = name.map_or(0, |name| self.named(entry, name));
        let constant = number(&mut entry.terms, OBJECT_BITS, number_of);
        let is = entry.terms.eq(object, constant);
        entry.hold(is);
        let width = self.pointer_bits();
        let offset = entry.leaf(Leaf::Offset(place), width);
        let constant = number(&mut entry.terms, width, at);
        let there = entry.terms.eq(offset, constant);
        entry.hold(there);
    }

    /// A pointer is the address of one of some functions.
    fn leads_to_one(&self, entry: &mut Formulas, object: Term, place: Place, targets: &BTreeSet<Target>) {
        let mut any = Vec::new();
        for target in targets {
            let Target::Function(function, _) = target else { continue };
            let number_of = self.named(entry, ObjectName::Function(*function));
            let constant = number(&mut entry.terms, OBJECT_BITS, number_of);
            any.push(entry.terms.eq(object, constant));
        }
        let one = entry.terms.or_all(any);
        entry.hold(one);
        let width = self.pointer_bits();
        let offset = entry.leaf(Leaf::Offset(place), width);
        let start = number(&mut entry.terms, width, 0);
        let starts = entry.terms.eq(offset, start);
        entry.hold(starts);
    }

    /// A pointer leads neither into a global or a function nor nowhere.
    fn leads_elsewhere(&self, entry: &mut Formulas, object: Term) {
        let globals = self.program.globals.keys().map(ObjectName::Global);
        let functions = self.program.functions.keys().map(ObjectName::Function);
        let all: Vec<ObjectName> = globals.chain(functions).collect();
        if all.len() > MOST_APART {
            return;
        }
        let numbers = all.into_iter().map(|name| self.named(entry, name));
        for number_of in std::iter::once(0).chain(numbers.collect::<Vec<u64>>()) {
            let constant = number(&mut entry.terms, OBJECT_BITS, number_of);
            let apart = entry.terms.ne(object, constant);
            entry.hold(apart);
        }
    }

    fn named(&self, formulas: &mut Formulas, name: ObjectName) -> u64 {
        let number = match name {
            ObjectName::Global(global) => 1 + u64::from(global.as_u32()),
            ObjectName::Function(function) => 1 + self.program.globals.len() as u64 + u64::from(function.as_u32()),
            ObjectName::Allocated(_) | ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => 0,
        };
        formulas.number(number, name);
        number
    }

    fn writes(&self, function: Function, body: &Body, entry: &mut Formulas) -> Writes {
        let Some(written) = self.shape.written(function) else { return Writes::Anything };
        let mut extents = Vec::new();
        for bytes in written {
            match self.extent(bytes, body, entry) {
                Some(extent) => extents.push(extent),
                None => return Writes::Anything,
            }
        }
        Writes::Only(extents)
    }

    fn extent(&self, Bytes { root, at }: Bytes, body: &Body, entry: &mut Formulas) -> Option<Extent> {
        let width = self.pointer_bits();
        let bytes = |entry: &mut Formulas, length: u64| number(&mut entry.terms, width, length);
        match root {
            Root::Own => None,
            Root::Global(global) => {
                let (from, length) = match at {
                    Some((from, length)) => (from, u64::from(length)),
                    None => (0, self.program.globals[global].size),
                };
                let named = self.named(entry, ObjectName::Global(global));
                let object = number(&mut entry.terms, OBJECT_BITS, named);
                let offset = number(&mut entry.terms, width, from);
                Some(Extent { object, offset, bytes: bytes(entry, length) })
            }
            Root::Parameter(index) => {
                let (by, length) = at?;
                let place = Place::Register(0, *body.parameters.get(index as usize)?);
                let object = entry.leaf(Leaf::Object(place), OBJECT_BITS);
                let mut offset = entry.leaf(Leaf::Offset(place), width);
                if by != 0 {
                    let by = number(&mut entry.terms, width, by);
                    offset = entry.terms.bv_add(offset, by);
                }
                Some(Extent { object, offset, bytes: bytes(entry, length.into()) })
            }
        }
    }
}

/// Are they few functions?
fn is_call(targets: &BTreeSet<Target>) -> bool {
    targets.len() <= MOST_FUNCTIONS && targets.iter().all(|target| matches!(target, Target::Function(_, 0)))
}

/// The variables of columns, as those of some time.
fn variables(columns: &[Column], draft: &Draft, when: When) -> Variables {
    let mut found = Variables::default();
    for (column, (variable, _)) in columns.iter().zip(&draft.variables) {
        found.insert((column.what, when), *variable);
    }
    found
}

/// Two, and small numbers by which the program divides.
fn moduli(program: &Program) -> BTreeSet<u64> {
    let mut found = BTreeSet::from([2]);
    for (_, expr, _) in program.exprs.iter() {
        if let Expr::Binary(BinaryOp::URem | BinaryOp::SRem, _, by) = expr
            && let Expr::Const(by @ 2..=16) = program.exprs.get(by)
        {
            found.insert(by);
        }
    }
    found
}

/// How much was seen.
pub(super) fn rows(observed: &Observed) -> usize {
    let of = |table: &Table| table.rows.len();
    let functions: usize = observed.functions.values().map(|seen| of(&seen.entry) + of(&seen.exit)).sum();
    functions + observed.heads.values().map(of).sum::<usize>()
}
