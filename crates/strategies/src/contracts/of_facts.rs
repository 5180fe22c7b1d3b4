//! What facts say of a function's entry and exits, as formulas of a contract.
//!
//! A contract speaks of parameters, results, globals and what was at the entry. What else facts
//! say, such as of objects that only one state has, is left out; whoever asks is told.

use adumbra_program::{Body, Op, Program, Register, Type};
use adumbra_terms::walk::reachable;
use adumbra_terms::{Bits, Term, Terms};
use adumbra_verdict::{Formulas, Known, Leaf, OBJECT_BITS, ObjectName, Place, StateFacts};
use rustc_hash::FxHashMap;

/// Numbers of objects that formulas of a certificate share.
#[derive(Default)]
pub(super) struct Numbers(FxHashMap<ObjectName, u64>);

impl Numbers {
    /// Takes over the numbers that formulas have given already.
    pub(super) fn learn(&mut self, formulas: &Formulas) {
        self.0.extend(formulas.numbers().iter().map(|(number, name)| (*name, *number)));
    }

    /// The number of an object that every state has.
    pub(super) fn of(&mut self, name: ObjectName) -> Option<u64> {
        if !is_standing(name) {
            return None;
        }
        let next = self.0.values().max().map_or(1, |last| last + 1);
        Some(*self.0.entry(name).or_insert(next))
    }
}

/// Does every state have the object?
fn is_standing(name: ObjectName) -> bool {
    matches!(name, ObjectName::Global(_) | ObjectName::Function(_))
}

/// At which end of a function facts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Entry,
    Exit,
}

/// The facts as formulas alone; `partial` if something had to be left out.
pub(super) fn as_formulas(
    program: &Program,
    body: &Body,
    numbers: &mut Numbers,
    mut facts: StateFacts,
    end: End,
) -> StateFacts {
    let own = facts.formulas.take().map(|formulas| *formulas).unwrap_or_default();
    let given: Vec<bool> = own.all().iter().map(|formula| is_said(program, body, &own, *formula, end)).collect();
    let mut saying = Saying { program, numbers, partial: given.contains(&false), formulas: own.only(|n| given[n]) };
    for (activation, register, known) in &facts.registers {
        // At the exit it was said at the entry what parameters are.
        if *activation == 0 && end == End::Entry && body.parameters.contains(register) {
            saying.place(Place::Register(0, *register), program.registers[*register].ty, known);
        }
    }
    let types = &program.functions[program.function_of(facts.point.location)].result_types;
    for (index, known) in &facts.results {
        match types.get(*index as usize) {
            Some(ty) => saying.place(Place::Result(*index), *ty, known),
            None => saying.partial = true,
        }
    }
    for (name, at, bytes, known) in &facts.cells {
        let ty = match known {
            Known::Pointer(..) | Known::Null | Known::Into(_) if u64::from(*bytes) == pointer_bytes(program) => {
                Type::Ptr
            }
            _ => Type::Int(8 * bytes),
        };
        match name {
            ObjectName::Global(global) if program.globals[*global].constant => {}
            ObjectName::Global(_) => saying.place(Place::Cell(*name, *at, *bytes), ty, known),
            _ => saying.partial = true,
        }
    }
    saying.partial |= !facts.arguments.is_empty() || !facts.objects.is_empty() || !facts.many.is_empty();
    let (partial, formulas) = (facts.partial || saying.partial, saying.formulas);
    let formulas = (!formulas.is_empty()).then(|| Box::new(formulas));
    StateFacts { formulas, partial, ..StateFacts::at(facts.point) }
}

fn pointer_bytes(program: &Program) -> u64 {
    u64::from(program.layout.pointer_bits / 8)
}

/// Facts on their way into formulas.
struct Saying<'a> {
    program: &'a Program,
    numbers: &'a mut Numbers,
    partial: bool,
    formulas: Formulas,
}

impl Saying<'_> {
    /// Says what is known of a place, if that can be said.
    fn place(&mut self, place: Place, ty: Type, known: &Known) {
        match self.said(place, ty, known) {
            Some(formula) => self.formulas.hold(formula),
            None => self.partial = true,
        }
    }

    fn said(&mut self, place: Place, ty: Type, known: &Known) -> Option<Term> {
        let width = ty.bits(&self.program.layout);
        if ty != Type::Ptr {
            let value = self.formulas.leaf(Leaf::Value(place), width);
            return of_bits(&mut self.formulas.terms, value, width, known);
        }
        let mut one_of = Vec::new();
        let at = match known {
            Known::Null => {
                one_of.push(0);
                Some(0)
            }
            Known::Pointer(name, offset) => {
                one_of.push(self.numbers.of(*name)?);
                self.formulas.number(one_of[0], *name);
                Some(*offset)
            }
            Known::Into(objects) => {
                for name in objects {
                    let number = name.map_or(Some(0), |name| self.numbers.of(name))?;
                    name.iter().for_each(|name| self.formulas.number(number, *name));
                    one_of.push(number);
                }
                None
            }
            _ => return None,
        };
        let object = self.formulas.leaf(Leaf::Object(place), OBJECT_BITS);
        let terms = &mut self.formulas.terms;
        let mut any = terms.bool(false);
        for number in one_of {
            let number = terms.bv_u64(OBJECT_BITS, number);
            let this = terms.eq(object, number);
            any = terms.or(any, this);
        }
        let Some(at) = at else { return Some(any) };
        let offset = self.formulas.leaf(Leaf::Offset(place), width);
        let terms = &mut self.formulas.terms;
        let at = terms.bv_u64(width, at);
        let there = terms.eq(offset, at);
        Some(terms.and(any, there))
    }
}

/// What is known of bits.
fn of_bits(terms: &mut Terms, value: Term, width: u32, known: &Known) -> Option<Term> {
    let constant = |low: u64, high: u64| Bits::from_words(width, [low, high]);
    let wide = |value: u128| constant(value as u64, (value >> 64) as u64);
    Some(match known {
        Known::Bits(words) => {
            let all = words.iter().copied().chain(std::iter::repeat(0)).take(width.div_ceil(64) as usize);
            let constant = terms.bv(&Bits::from_words(width, all));
            terms.eq(value, constant)
        }
        Known::Null => {
            let zero = terms.bv(&Bits::zero(width));
            terms.eq(value, zero)
        }
        Known::Unsigned(low, high) if width <= 128 => {
            let (low, high) = (terms.bv(&wide(*low)), terms.bv(&wide(*high)));
            let (above, below) = (terms.bv_ule(low, value), terms.bv_ule(value, high));
            terms.and(above, below)
        }
        Known::Signed(low, high) if width <= 128 => {
            let (low, high) = (terms.bv(&wide(*low as u128)), terms.bv(&wide(*high as u128)));
            let (above, below) = (terms.bv_sle(low, value), terms.bv_sle(value, high));
            terms.and(above, below)
        }
        _ => return None,
    })
}

/// Can a contract say a formula? What registers hold at the exit is forgotten behind a call, unless
/// they are parameters that nobody writes.
fn is_said(program: &Program, body: &Body, formulas: &Formulas, formula: Term, end: End) -> bool {
    let mut open = vec![(formula, false)];
    while let Some((term, before)) = open.pop() {
        for variable in reachable(&formulas.terms, &[term]) {
            let place = match formulas.leaf_of(variable) {
                None => continue,
                Some(Leaf::AtEntry(now)) => {
                    open.push((now, true));
                    continue;
                }
                Some(Leaf::Read { object, offset, .. }) => {
                    open.extend([(object, before), (offset, before)]);
                    continue;
                }
                Some(Leaf::Value(place) | Leaf::Object(place) | Leaf::Offset(place)) => place,
            };
            let is_there = match place {
                Place::Register(0, register) => {
                    body.parameters.contains(&register)
                        && (end == End::Entry || before || !is_defined(program, body, register))
                }
                Place::Cell(name, ..) => is_standing(name),
                Place::Result(_) => end == End::Exit,
                Place::Register(..) | Place::Argument(..) => false,
            };
            if !is_there {
                return false;
            }
        }
    }
    true
}

/// Is a register of a function written in its body?
fn is_defined(program: &Program, body: &Body, register: Register) -> bool {
    body.edge_ids().any(|edge| {
        let mut found = matches!(&program.edges[edge].op, Op::Call { results, .. } if results.contains(&register));
        program.edges[edge].op.for_each_definition(|defined| found |= defined == register);
        found
    })
}
