//! What the leaves of formulas are in a state of the symbolic machine.
//!
//! What is open (see `formula.rs`) becomes a variable of its own: who assumes a formula with it
//! assumes that there is a value for it, and who proves one proves it for all values.
//!
//! What was at the entry of a function is known by [`Spot`]s; a state of which no function began is
//! no state of such formulas.

use super::load::MOST_BYTES;
use super::spot::{Before, Spot};
use super::*;
use crate::symbolic::{Base, Case, Content, Machine, ObjectId, Pointer, Rest, Stop, Sym};
use adumbra_program::Type;
use adumbra_terms::{Copier, Substitution, Term};

/// More places than this are not told apart where a formula reads one of them.
const MOST_OFFSETS: u64 = 256;

/// The formulas in a state of the machine, given the object of each name; `None` if they do not fit
/// it.
pub(super) fn meaning(
    machine: &mut Machine<'_>,
    formulas: &Formulas,
    object: &dyn Fn(&Machine<'_>, ObjectName) -> Option<ObjectId>,
    before: &Before,
) -> Result<Option<Vec<Term>>, Stop> {
    if !formulas.is_well_formed() {
        return Ok(None);
    }
    let mut numbers = Vec::new();
    for (number, name) in formulas.numbers() {
        match object(machine, *name) {
            Some(id) => numbers.push((*number, id)),
            None => return Ok(None),
        }
    }
    let mut copier = Copier::new();
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for (variable, leaf) in formulas.leaves() {
        let own = copier.copy(&formulas.terms, &mut machine.build.terms, *variable);
        let value = match leaf {
            Leaf::Value(place) => bits_at(machine, *place, object)?,
            Leaf::Object(place) => {
                let pointer = pointer_at(machine, *place, object)?;
                pointer.map(|p| object_number(machine, &p, &numbers))
            }
            Leaf::Offset(place) => {
                let pointer = pointer_at(machine, *place, object)?;
                pointer.map(|p| offset(machine, &p))
            }
            Leaf::Read { object, offset, bytes } => {
                let mut replaced = Substitution::new(&machine.build.terms, pairs.iter().copied());
                let [object, offset] = [object, offset].map(|term| {
                    let copied = copier.copy(&formulas.terms, &mut machine.build.terms, *term);
                    let term = replaced.apply(&mut machine.build.terms, copied);
                    machine.build.simple(term)
                });
                Some(read(machine, object, offset, (*bytes).into(), &numbers))
            }
            Leaf::AtEntry(now) => Spot::of(formulas, *now).and_then(|spot| before.get(&spot).copied()),
        };
        let Some(value) = value else { return Ok(None) };
        if machine.build.terms.sort(value) != machine.build.terms.sort(own) {
            return Ok(None);
        }
        pairs.push((own, value));
    }
    Ok(Some(of_all(machine, formulas, &mut copier, pairs)))
}

/// The value of a register, result or argument; one of which nothing is known if the machine has
/// none.
pub(super) fn held(machine: &mut Machine<'_>, place: Place) -> Option<Sym> {
    match place {
        Place::Register(depth, register) => {
            let ty = machine.program.registers.get(register)?.ty;
            let frame = machine.state.frames.get(depth as usize)?;
            let index = register.as_u32().checked_sub(frame.first)? as usize;
            match frame.registers.get(index)? {
                Some(value) => Some(value.clone()),
                None => {
                    let any = machine.anything(ty);
                    std::rc::Rc::make_mut(&mut machine.state.frames[depth as usize]).registers[index] =
                        Some(any.clone());
                    Some(any)
                }
            }
        }
        Place::Result(index) => machine.frame().returned.as_ref()?.get(index as usize).cloned(),
        Place::Argument(depth, index) => match &machine.state.frames.get(depth as usize)?.rest {
            Rest::Known(rest) => rest.get(index as usize).map(|(_, value)| value.clone()),
            Rest::Types(_) => None,
        },
        Place::Cell(..) => None,
    }
}

/// The bits at a place.
fn bits_at(
    machine: &mut Machine<'_>,
    place: Place,
    object: &dyn Fn(&Machine<'_>, ObjectName) -> Option<ObjectId>,
) -> Result<Option<Term>, Stop> {
    if let Place::Cell(name, offset, length) = place {
        let Some(id) = object(machine, name) else { return Ok(None) };
        let fits = 0 < length && length <= MOST_BYTES && offset.checked_add(length.into()).is_some();
        return Ok(fits.then(|| bytes(machine, id, offset, length.into())));
    }
    Ok(match held(machine, place) {
        Some(Sym::Bits(term)) => Some(term),
        _ => None,
    })
}

/// The pointer at a place.
fn pointer_at(
    machine: &mut Machine<'_>,
    place: Place,
    object: &dyn Fn(&Machine<'_>, ObjectName) -> Option<ObjectId>,
) -> Result<Option<Pointer>, Stop> {
    let value = match place {
        Place::Cell(name, offset, length) => {
            let Some(id) = object(machine, name) else { return Ok(None) };
            if u64::from(length) != machine.program.layout.pointer_bytes() {
                return Ok(None);
            }
            Some(machine.read(id, offset, Type::Ptr, false)?)
        }
        _ => held(machine, place),
    };
    Ok(match value {
        Some(Sym::Pointer(pointer)) => Some(pointer),
        _ => None,
    })
}

/// Bytes of an object at a known offset; open if a part of a pointer is among them.
pub(super) fn bytes(machine: &mut Machine<'_>, id: ObjectId, offset: u64, length: u64) -> Term {
    let pieces = machine.object(id).pieces(offset, length);
    if pieces.iter().any(|p| matches!(p.content, Content::Pointer(_))) {
        return machine.build.fresh("open", 8 * length as u32);
    }
    machine.read_bits(id, offset, length, false)
}

/// The formulas, with values in the place of their leaves.
pub(super) fn of_all(
    machine: &mut Machine<'_>,
    formulas: &Formulas,
    copier: &mut Copier,
    values: Vec<(Term, Term)>,
) -> Vec<Term> {
    let mut replaced = Substitution::new(&machine.build.terms, values);
    let mut all = Vec::new();
    for formula in formulas.all() {
        let copied = copier.copy(&formulas.terms, &mut machine.build.terms, *formula);
        let term = replaced.apply(&mut machine.build.terms, copied);
        all.push(machine.build.simple(term));
    }
    all
}

/// What each case of a pointer gives; open where it does not say.
pub(super) fn by_case(
    machine: &mut Machine<'_>,
    pointer: &Pointer,
    width: u32,
    mut of: impl FnMut(&mut Machine<'_>, &Case) -> Option<Term>,
) -> Term {
    let mut result = None;
    for case in &pointer.cases {
        let value = match of(machine, case) {
            Some(value) => value,
            None => machine.build.fresh("open", width),
        };
        result = Some(match result {
            None => value,
            Some(before) => machine.build.ite(case.when, value, before),
        });
    }
    result.unwrap_or_else(|| machine.build.fresh("open", width))
}

/// The number of the object that a pointer points into.
fn object_number(machine: &mut Machine<'_>, pointer: &Pointer, numbers: &[(u64, ObjectId)]) -> Term {
    by_case(machine, pointer, OBJECT_BITS, |machine, case| {
        let number = match case.base {
            Base::Nothing => Some(0),
            Base::Object(id) => numbers.iter().find(|(_, named)| *named == id).map(|(number, _)| *number),
            Base::Unknown => None,
        };
        number.map(|number| machine.build.word(OBJECT_BITS, number))
    })
}

/// The offset of a pointer in its object.
fn offset(machine: &mut Machine<'_>, pointer: &Pointer) -> Term {
    let width = machine.pointer_bits();
    by_case(machine, pointer, width, |_, case| match case.base {
        Base::Nothing | Base::Object(_) => Some(case.offset),
        Base::Unknown => None,
    })
}

/// Bytes at an offset of the object of a number.
fn read(machine: &mut Machine<'_>, object: Term, offset: Term, length: u64, numbers: &[(u64, ObjectId)]) -> Term {
    let mut result = machine.build.fresh("open", 8 * length as u32);
    for (number, id) in numbers {
        let number = machine.build.word(OBJECT_BITS, *number);
        let this = machine.build.eq(object, number);
        if machine.build.terms.truth(this) != Some(false) {
            let value = read_object(machine, *id, offset, length);
            result = machine.build.ite(this, value, result);
        }
    }
    result
}

/// Bytes at an offset of an object; open if they do not lie in it, or if it is not known where they
/// are.
fn read_object(machine: &mut Machine<'_>, id: ObjectId, offset: Term, length: u64) -> Term {
    let open = machine.build.fresh("open", 8 * length as u32);
    let Some(last) = machine.build.number(machine.object(id).size).and_then(|size| size.checked_sub(length)) else {
        return open;
    };
    if let Some(offset) = machine.build.number(offset) {
        return if offset <= last { bytes(machine, id, offset, length) } else { open };
    }
    let (known, first) = machine.build.low_bits(offset);
    let step = 1u64 << known;
    if first > last || (last - first) / step >= MOST_OFFSETS {
        return open;
    }
    let mut result = open;
    for place in (first..=last).step_by(step as usize) {
        let constant = machine.offset(place);
        if machine.build.terms.sort(constant) != machine.build.terms.sort(offset) {
            return result;
        }
        let here = machine.build.eq(offset, constant);
        let value = bytes(machine, id, place, length);
        result = machine.build.ite(here, value, result);
    }
    result
}
