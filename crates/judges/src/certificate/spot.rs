//! What contracts speak of, in a form that is the same for all formulas: values, and bytes behind
//! pointers, of an activation and of memory.

use super::load::{Names, object_id};
use super::meaning::{by_case, bytes, held};
use super::*;
use crate::symbolic::{Base, Machine, ObjectId, Pointer, Stop, Sym};
use adumbra_program::Type;
use adumbra_terms::{Op, Term};
use rustc_hash::FxHashMap;

/// Something of a state that has a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Spot {
    /// The bits at a place.
    Value(Place),
    /// The number of the object that the pointer at a place points into.
    Object(Place),
    /// The offset of the pointer at a place.
    Offset(Place),
    /// Bytes: where they begin, and how many there are.
    Read(Start, u64, u32),
}

/// Where bytes begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Start {
    /// So far behind the pointer at a place.
    Behind(Place),
    /// So far behind the start of an object.
    In(ObjectName),
}

/// The values of spots at the entry of a function.
pub(super) type Before = FxHashMap<Spot, Term>;

/// Numbers of objects without a name begin here.
pub(super) const FIRST_NUMBER: u64 = 1 << 31;

impl Spot {
    /// The spot that a variable of formulas stands for, if it is one.
    pub(super) fn of(formulas: &Formulas, variable: Term) -> Option<Spot> {
        Some(match formulas.leaf_of(variable)? {
            Leaf::Value(place) => Spot::Value(place),
            Leaf::Object(place) => Spot::Object(place),
            Leaf::Offset(place) => Spot::Offset(place),
            Leaf::Read { object, offset, bytes } => {
                let (start, by) = start(formulas, object, offset)?;
                Spot::Read(start, by, bytes)
            }
            Leaf::AtEntry(_) => return None,
        })
    }

    /// The value in the state of a machine, where activation 0 is the one at `base`; none if there
    /// is no such spot.
    pub(super) fn value(
        self,
        machine: &mut Machine<'_>,
        base: u32,
        named: &[(u64, ObjectId)],
    ) -> Result<Option<Term>, Stop> {
        Ok(match self {
            Spot::Value(Place::Cell(name, offset, length)) => {
                object_id(machine, name, Names::FIXED).map(|id| bytes(machine, id, offset, length.into()))
            }
            Spot::Value(place) => match held(machine, place.above(base)) {
                Some(Sym::Bits(term)) => Some(term),
                _ => None,
            },
            Spot::Object(place) => pointer(machine, place, base)?.map(|p| object_number(machine, &p, named)),
            Spot::Offset(place) => pointer(machine, place, base)?.map(|p| offset(machine, &p)),
            Spot::Read(Start::In(name), by, length) => {
                object_id(machine, name, Names::FIXED).map(|id| bytes(machine, id, by, length.into()))
            }
            Spot::Read(Start::Behind(place), by, length) => {
                pointer(machine, place, base)?.map(|p| read(machine, &p, by, length.into()))
            }
        })
    }
}

/// Places whose activations are counted from another one.
trait Above {
    fn above(self, base: u32) -> Self;
}

impl Above for Place {
    fn above(self, base: u32) -> Place {
        match self {
            Place::Register(activation, register) => Place::Register(base + activation, register),
            Place::Argument(activation, index) => Place::Argument(base + activation, index),
            Place::Result(_) | Place::Cell(..) => self,
        }
    }
}

/// Where bytes of a leaf begin, if it is at a constant distance from a pointer or in an object.
pub(super) fn start(formulas: &Formulas, object: Term, offset: Term) -> Option<(Start, u64)> {
    let terms = &formulas.terms;
    let number = |term: Term| terms.constant(term).and_then(|bits| bits.to_u64());
    if let Some(number_of_object) = number(object) {
        let (_, name) = formulas.numbers().iter().find(|(known, _)| *known == number_of_object)?;
        return Some((Start::In(*name), number(offset)?));
    }
    let Some(Leaf::Object(place)) = formulas.leaf_of(object) else { return None };
    let is_offset = |term: Term| formulas.leaf_of(term) == Some(Leaf::Offset(place));
    if is_offset(offset) {
        return Some((Start::Behind(place), 0));
    }
    let &[a, b] = terms.operands(offset) else { return None };
    match (terms.op(offset), number(a), number(b)) {
        (Op::BvAdd, Some(by), _) if is_offset(b) => Some((Start::Behind(place), by)),
        (Op::BvAdd, _, Some(by)) if is_offset(a) => Some((Start::Behind(place), by)),
        _ => None,
    }
}

/// The pointer at a place.
pub(super) fn pointer(machine: &mut Machine<'_>, place: Place, base: u32) -> Result<Option<Pointer>, Stop> {
    let value = match place {
        Place::Cell(name, offset, length) => {
            let Some(id) = object_id(machine, name, Names::FIXED) else { return Ok(None) };
            if u64::from(length) != machine.program.layout.pointer_bytes() {
                return Ok(None);
            }
            Some(machine.read(id, offset, Type::Ptr, false)?)
        }
        _ => held(machine, place.above(base)),
    };
    Ok(match value {
        Some(Sym::Pointer(pointer)) => Some(pointer),
        _ => None,
    })
}

/// The number of the object that a pointer points into. Each object has one.
pub(super) fn object_number(machine: &mut Machine<'_>, pointer: &Pointer, named: &[(u64, ObjectId)]) -> Term {
    by_case(machine, pointer, OBJECT_BITS, |machine, case| {
        let number = match case.base {
            Base::Nothing => 0,
            Base::Object(id) => {
                let name = named.iter().find(|(_, object)| *object == id).map(|(number, _)| *number);
                name.unwrap_or(FIRST_NUMBER + u64::from(id.0))
            }
            Base::Unknown => return None,
        };
        Some(machine.build.word(OBJECT_BITS, number))
    })
}

/// The offset of a pointer in its object.
fn offset(machine: &mut Machine<'_>, pointer: &Pointer) -> Term {
    let width = machine.pointer_bits();
    by_case(machine, pointer, width, |machine, case| match case.base {
        Base::Nothing => Some(case.offset),
        Base::Object(id) => Some(match machine.object(id).around {
            Some(around) => machine.build.add(around, case.offset),
            None => case.offset,
        }),
        Base::Unknown => None,
    })
}

/// Bytes behind a pointer; open if it is not known where they are.
fn read(machine: &mut Machine<'_>, pointer: &Pointer, by: u64, length: u64) -> Term {
    let by = machine.offset(by);
    let mut result = machine.build.fresh("open", 8 * length as u32);
    for case in &pointer.cases {
        let Base::Object(id) = case.base else { continue };
        let offset = machine.build.add(case.offset, by);
        let Some(offset) = machine.build.number(offset) else { continue };
        let around = machine.object(id).around.is_some();
        let size = machine.build.number(machine.object(id).size);
        let lies_in = size.and_then(|size| size.checked_sub(length)).is_some_and(|last| offset <= last);
        if around && !machine.wraps(id, offset, length) || lies_in {
            let value = bytes(machine, id, offset, length);
            result = machine.build.ite(case.when, value, result);
        }
    }
    result
}
