//! From the facts of a state to a state of the symbolic machine that describes at least what they describe.

use super::*;
use crate::symbolic::{Base, Content, Machine, ObjectId, Pointer, State, Stop, Sym};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::{Callee, Op, Program, Type};
use adumbra_terms::{Bits, Term};

/// Most bytes of a cell.
const MOST_BYTES: u32 = 1 << 16;

/// Most bits of a value within bounds.
pub(super) const MOST_BITS: u32 = 128;

fn malformed<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::Unsupported(format!("the facts are not well formed: {what}")))
}

/// The functions of the activations at a point, the outermost first.
fn activations(program: &Program, point: &Point) -> Result<Vec<Function>, Stop> {
    let mut functions = Vec::new();
    for call in &point.calls {
        let Some(edge) = program.edges.get(*call) else { return malformed("a call that is no edge") };
        functions.push(program.function_of(edge.from));
    }
    if program.locations.get(point.location).is_none() {
        return malformed("a location that does not exist");
    }
    functions.push(program.function_of(point.location));
    if functions[0] != program.entry {
        return malformed("the outermost call is not in the entry function");
    }
    for (call, next) in point.calls.iter().zip(&functions[1..]) {
        match &program.edges[*call].op {
            Op::Call { callee: Callee::Direct(f), .. } if f != next => return malformed("a call of another function"),
            Op::Call { .. } => {}
            _ => return malformed("an edge that is no call"),
        }
    }
    Ok(functions)
}

/// A state in which nothing but what never changes is known: what every state starts from.
pub(super) fn unknown_state(machine: &Machine<'_>, initial: &State) -> State {
    let mut state = initial.clone();
    state.frames.clear();
    let fixed = machine.program.functions.len() + machine.program.globals.len();
    state.objects.truncate(fixed);
    for object in &mut state.objects {
        if object.writable && matches!(object.origin, ObjectOrigin::Global(_)) {
            let object = std::rc::Rc::make_mut(object);
            object.rest = Content::Unset;
            object.cells.clear();
        }
    }
    state
}

/// Puts the machine into the state that facts describe.
pub(super) fn load(machine: &mut Machine<'_>, unknown: &State, facts: &StateFacts) -> Result<(), Stop> {
    let functions = activations(machine.program, &facts.point)?;
    machine.restart(unknown.clone());
    let first = machine.state.objects.len() as u32;
    for (index, object) in facts.objects.iter().enumerate() {
        let heap = matches!(object.kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
        let dynamic = object.kind == AllocationKind::Dynamic;
        if machine.program.sites.get(object.site).is_none() {
            return malformed("a site that does not exist");
        }
        if !heap && object.live && object.activation.is_none() {
            return malformed("a stack object that lives and belongs to no activation");
        }
        if object.activation.is_some_and(|a| a as usize >= functions.len() || heap) {
            return malformed("an object of an activation that does not exist");
        }
        let origin = match heap {
            true => ObjectOrigin::Heap { site: object.site, number: index as u64 },
            false => ObjectOrigin::Stack { site: object.site, occurrence: index as u64, dynamic },
        };
        let size = match object.size {
            Some(size) => machine.offset(size),
            None => {
                let width = machine.pointer_bits();
                machine.build.fresh("size", width)
            }
        };
        let mut made = machine.object_of(origin, size, 1, Content::Unset);
        if !object.live {
            made.life = match (heap, object.activation) {
                (true, _) => Life::Freed,
                (false, Some(_)) => Life::OutOfScope,
                (false, None) => Life::Returned,
            };
            if made.life != Life::OutOfScope {
                (made.born, made.died) = (0, 0);
            }
        }
        machine.state.objects.push(std::rc::Rc::new(made));
    }
    machine.state.clock += 1;
    for (depth, function) in functions.iter().enumerate() {
        machine.push_frame(*function, None);
        for (index, object) in facts.objects.iter().enumerate() {
            if object.activation == Some(depth as u32) {
                let id = ObjectId(first + index as u32);
                machine.state.stack.push((id, object.kind == AllocationKind::Dynamic));
            }
        }
    }
    for (depth, register, known) in &facts.registers {
        let Some(function) = functions.get(*depth as usize) else {
            return malformed("an activation that does not exist");
        };
        let body = machine.program.body(*function);
        if !body.is_some_and(|b| b.registers.0 <= *register && *register < b.registers.1) {
            return malformed("a register of another function");
        }
        load_register(machine, *depth as usize, *register, known, first, facts.objects.len() as u32)?;
    }
    for (object, offset, length, known) in &facts.cells {
        load_cell(machine, *object, (*offset, *length), known, first, facts.objects.len() as u32)?;
    }
    Ok(())
}

/// The object of a name.
pub(super) fn object_id(machine: &Machine<'_>, name: ObjectName, first: u32, count: u32) -> Option<ObjectId> {
    match name {
        ObjectName::Global(g) => machine.program.globals.is_valid(g).then(|| machine.global(g)),
        ObjectName::Function(f) => machine.program.functions.is_valid(f).then(|| machine.function(f)),
        ObjectName::Allocated(i) => (i < count).then_some(ObjectId(first + i)),
    }
}

/// The condition that bounds state of a bit-vector; `None` if they are not bounds of that width.
pub(super) fn bounds(machine: &mut Machine<'_>, term: Term, known: &Known) -> Option<Term> {
    let width = machine.build.width(term);
    if width > MOST_BITS {
        return None;
    }
    let words = |v: u128| Bits::from_words(width, [v as u64, (v >> 64) as u64]);
    let (low, high, signed) = match known {
        Known::Unsigned(low, high) => (*low, *high, false),
        Known::Signed(low, high) => (*low as u128, *high as u128, true),
        _ => return None,
    };
    if signed {
        let Known::Signed(low, high) = known else { return None };
        let fits = |v: i128| width == 128 || (-(1i128 << (width - 1))..1i128 << (width - 1)).contains(&v);
        if !fits(*low) || !fits(*high) {
            return None;
        }
    } else if width < 128 && (low >> width != 0 || high >> width != 0) {
        return None;
    }
    let (low, high) = (machine.build.terms.bv(&words(low)), machine.build.terms.bv(&words(high)));
    let (above, below) = if signed {
        (machine.build.sle(low, term), machine.build.sle(term, high))
    } else {
        (machine.build.ule(low, term), machine.build.ule(term, high))
    };
    Some(machine.build.and(above, below))
}

/// The constant with these words; `None` if they do not fit.
pub(super) fn constant(machine: &mut Machine<'_>, words: &[u64], width: u32) -> Option<Term> {
    let bits = Bits::from_words(
        width,
        words
            .iter()
            .copied()
            .chain(std::iter::repeat_n(0, width.div_ceil(64) as usize))
            .take(width.div_ceil(64) as usize),
    );
    let has: Vec<u64> = words.iter().copied().chain(std::iter::repeat(0)).take(bits.words().len()).collect();
    let rest_is_zero = words.iter().skip(has.len()).all(|w| *w == 0);
    (rest_is_zero && has == bits.words()).then(|| machine.build.terms.bv(&bits))
}

fn load_register(
    machine: &mut Machine<'_>,
    depth: usize,
    register: Register,
    known: &Known,
    first: u32,
    count: u32,
) -> Result<(), Stop> {
    let ty = machine.program.registers[register].ty;
    let width = ty.bits(&machine.program.layout);
    let index = (register.as_u32() - machine.state.frames[depth].first) as usize;
    let before = machine.state.frames[depth].registers[index].clone();
    let value = match (known, ty) {
        (Known::Null, Type::Ptr) => Sym::Pointer(machine.null()),
        (Known::Pointer(name, offset), Type::Ptr) => {
            let Some(id) = object_id(machine, *name, first, count) else {
                return malformed("an object that does not exist");
            };
            let offset = machine.offset(*offset);
            Sym::Pointer(Pointer::one(machine.always, Base::Object(id), offset))
        }
        (Known::Bits(words), Type::Int(_) | Type::Float(_)) => match constant(machine, words, width) {
            Some(term) => Sym::Bits(term),
            None => return malformed("a value that does not fit its register"),
        },
        (Known::Unsigned(..) | Known::Signed(..), Type::Int(_)) => {
            let term = match before {
                Some(Sym::Bits(term)) => term,
                _ => machine.build.fresh("any", width),
            };
            let Some(within) = bounds(machine, term, known) else { return malformed("bounds that do not fit") };
            machine.assume(within)?;
            Sym::Bits(term)
        }
        _ => return malformed("a value of another type than its register"),
    };
    // A constant that is known already says more than bounds.
    std::rc::Rc::make_mut(&mut machine.state.frames[depth]).registers[index] = Some(value);
    Ok(())
}

fn load_cell(
    machine: &mut Machine<'_>,
    object: ObjectName,
    (offset, length): (u64, u32),
    known: &Known,
    first: u32,
    count: u32,
) -> Result<(), Stop> {
    let Some(id) = object_id(machine, object, first, count) else { return malformed("an object that does not exist") };
    if length == 0 || length > MOST_BYTES || offset.checked_add(length.into()).is_none() {
        return malformed("a cell of an impossible size");
    }
    if !machine.object(id).writable {
        // A constant has its initial contents, whatever the facts say of it.
        return Ok(());
    }
    let width = 8 * length;
    let content = match known {
        Known::Null => Content::Value(machine.build.terms.bv(&Bits::zero(width))),
        Known::Bits(words) => match constant(machine, words, width) {
            Some(term) => Content::Value(term),
            None => return malformed("a value that does not fit its cell"),
        },
        Known::Pointer(name, offset) => {
            let Some(target) = object_id(machine, *name, first, count) else {
                return malformed("an object that does not exist");
            };
            if u64::from(length) != machine.program.layout.pointer_bytes() {
                return malformed("a pointer of an impossible size");
            }
            let offset = machine.offset(*offset);
            Content::Pointer(Pointer::one(machine.always, Base::Object(target), offset))
        }
        Known::Unsigned(..) | Known::Signed(..) => {
            let term = machine.read_bits(id, offset, length.into(), true);
            let Some(within) = bounds(machine, term, known) else { return malformed("bounds that do not fit") };
            machine.assume(within)?;
            return Ok(());
        }
    };
    machine.put(id, offset, length.into(), content);
    Ok(())
}
