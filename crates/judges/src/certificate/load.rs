//! From the facts of a state to a state of the symbolic machine that describes at least what they
//! describe.

use super::meaning::meaning;
use super::runs::{Claim, Ends, load_runs, reserve};
use super::spot::Before;
use super::*;
use crate::symbolic::{Base, Content, Machine, ObjectId, Pointer, Rest, State, Stop, Sym};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::{Callee, Op, Program, Type};
use adumbra_terms::{Bits, Term};

/// Most bytes of a cell.
pub(super) const MOST_BYTES: u32 = 1 << 16;

/// Most objects that a pointer may point into.
pub(super) const MOST_TARGETS: usize = 64;

/// Most bits of a value within bounds.
pub(super) const MOST_BITS: u32 = 128;

fn malformed<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::Unsupported(format!("the facts are not well formed: {what}")))
}

/// The functions of the activations at a point, the outermost first.
fn activations(program: &Program, point: &Point, outermost: Function) -> Result<Vec<Function>, Stop> {
    let mut functions = Vec::new();
    for call in &point.calls {
        let Some(edge) = program.edges.get(*call) else { return malformed("a call that is no edge") };
        functions.push(program.function_of(edge.from));
    }
    if program.locations.get(point.location).is_none() {
        return malformed("a location that does not exist");
    }
    functions.push(program.function_of(point.location));
    if functions[0] != outermost {
        return malformed("the outermost call is in another function");
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
    let is_heap = |op: &Op| matches!(op, Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, .. });
    state.other_heap = machine.program.edges.values().any(|e| is_heap(&e.op));
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

/// Puts the machine into the state that facts describe, where a function is the outermost
/// activation and values at its entry are known.
pub(super) fn load(
    machine: &mut Machine<'_>,
    unknown: &State,
    claim: &Claim<'_>,
    outermost: Function,
    before: &Before,
) -> Result<(), Stop> {
    let facts = claim.facts;
    let functions = activations(machine.program, &facts.point, outermost)?;
    machine.restart(unknown.clone());
    machine.state.other_heap &= !facts.all_heap;
    if facts.partial {
        machine.blur("the facts do not say all that was known");
    }
    let first = machine.state.objects.len() as u32;
    for (index, object) in facts.objects.iter().enumerate() {
        let heap = object.kind.is_heap();
        if !heap && object.lives == Lives::Yes && object.activation.is_none() {
            return malformed("a stack object that lives and belongs to no activation");
        }
        if !heap && object.lives == Lives::Perhaps {
            return malformed("a stack object that perhaps lives");
        }
        if object.activation.is_some_and(|a| a as usize >= functions.len() || heap) {
            return malformed("an object of an activation that does not exist");
        }
        let number = index as u64;
        let origin = match object.kind {
            ObjectKind::Arguments => ObjectOrigin::Arguments(number),
            ObjectKind::Allocated(site, _) if machine.program.sites.get(site).is_none() => {
                return malformed("a site that does not exist");
            }
            ObjectKind::Allocated(site, _) if heap => ObjectOrigin::Heap { site, number },
            ObjectKind::Allocated(site, kind) => {
                ObjectOrigin::Stack { site, occurrence: number, dynamic: kind == AllocationKind::Dynamic }
            }
        };
        let size = match object.size {
            Some(size) => machine.offset(size),
            None => {
                let width = machine.pointer_bits();
                machine.build.fresh("size", width)
            }
        };
        let mut made = machine.object_of(origin, size, 1, Content::Unset);
        if object.lives == Lives::Perhaps {
            // Objects that are made from now on may lie where it was.
            (made.doubtful, made.died) = (true, made.born);
        } else if object.lives == Lives::No {
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
    let ends = reserve(machine, claim)?;
    let names = Names { first, count: facts.objects.len() as u32, ends: &ends };
    machine.state.clock += 1;
    for (depth, function) in functions.iter().enumerate() {
        let types = depth
            .checked_sub(1)
            .map_or(Vec::new(), |call| variable_types(machine.program, facts.point.calls[call], *function));
        machine.push_frame(*function, Rest::Types(types));
        for (index, object) in facts.objects.iter().enumerate() {
            if object.activation == Some(depth as u32) {
                let id = ObjectId(names.first + index as u32);
                let dynamic = matches!(object.kind, ObjectKind::Allocated(_, AllocationKind::Dynamic));
                machine.state.stack.push((id, dynamic));
                if object.kind == ObjectKind::Arguments {
                    std::rc::Rc::make_mut(&mut machine.state.frames[depth]).rest_object = Some(id);
                }
            }
        }
    }
    load_runs(machine, claim, names)?;
    load_arguments(machine, facts, names)?;
    load_results(machine, facts, names)?;
    for (depth, register, known) in &facts.registers {
        let Some(function) = functions.get(*depth as usize) else {
            return malformed("an activation that does not exist");
        };
        let body = machine.program.body(*function);
        if !body.is_some_and(|b| b.registers.0 <= *register && *register < b.registers.1) {
            return malformed("a register of another function");
        }
        let ty = machine.program.registers[*register].ty;
        let index = (register.as_u32() - machine.state.frames[*depth as usize].first) as usize;
        let before = machine.state.frames[*depth as usize].registers[index].clone();
        let value = load_value(machine, ty, before, known, names)?;
        std::rc::Rc::make_mut(&mut machine.state.frames[*depth as usize]).registers[index] = Some(value);
    }
    for (object, offset, length, known) in &facts.cells {
        load_cell(machine, *object, (*offset, *length), known, names)?;
    }
    if let Some(formulas) = &facts.formulas {
        // Formulas do not speak of runs.
        let fixed = Names { ends: &NO_ENDS, ..names };
        let object = |machine: &Machine<'_>, name: ObjectName| object_id(machine, name, fixed);
        let Some(all) = meaning(machine, formulas, &object, before)? else {
            return malformed("a formula about something that does not exist");
        };
        for formula in all {
            machine.assume(formula)?;
        }
    }
    Ok(())
}

/// The types of the arguments that a call passes beyond the parameters of the function.
fn variable_types(program: &Program, call: Edge, function: Function) -> Vec<Type> {
    let Op::Call { arguments, .. } = &program.edges[call].op else { return Vec::new() };
    let parameters = program.body(function).map_or(0, |b| b.parameters.len());
    arguments.iter().skip(parameters).map(|e| program.exprs.ty(*e)).collect()
}

/// The variable arguments of those activations of which some are known.
fn load_arguments(machine: &mut Machine<'_>, facts: &StateFacts, names: Names<'_>) -> Result<(), Stop> {
    for (depth, index, known) in &facts.arguments {
        let Some(frame) = machine.state.frames.get(*depth as usize) else {
            return malformed("an activation that does not exist");
        };
        let mut rest = match &frame.rest {
            Rest::Known(rest) => rest.clone(),
            Rest::Types(types) => {
                let types = types.clone();
                types.into_iter().map(|ty| (ty, machine.anything(ty))).collect()
            }
        };
        let Some((ty, value)) = rest.get_mut(*index as usize) else {
            return malformed("a variable argument that the call does not have");
        };
        *value = load_value(machine, *ty, Some(value.clone()), known, names)?;
        std::rc::Rc::make_mut(&mut machine.state.frames[*depth as usize]).rest = Rest::Known(rest);
    }
    Ok(())
}

/// The results of the function at whose exit the state is.
fn load_results(machine: &mut Machine<'_>, facts: &StateFacts, names: Names<'_>) -> Result<(), Stop> {
    let is_result = |(_, leaf): &(Term, Leaf)| {
        matches!(leaf, Leaf::Value(Place::Result(_)) | Leaf::Object(Place::Result(_)) | Leaf::Offset(Place::Result(_)))
    };
    if facts.results.is_empty() && !facts.formulas.iter().any(|f| f.leaves().iter().any(is_result)) {
        return Ok(());
    }
    let function = machine.program.function_of(facts.point.location);
    if machine.program.body(function).is_none_or(|b| b.exit != facts.point.location) {
        return malformed("results of a function that has not returned");
    }
    let types = &machine.program.functions[function].result_types;
    let mut results: Vec<Sym> = types.iter().map(|ty| machine.anything(*ty)).collect();
    for (index, known) in &facts.results {
        let (Some(ty), Some(value)) = (types.get(*index as usize), results.get_mut(*index as usize)) else {
            return malformed("a result that the function does not have");
        };
        *value = load_value(machine, *ty, Some(value.clone()), known, names)?;
    }
    machine.frame_mut().returned = Some(results);
    Ok(())
}

/// Where the objects of facts are in the table of the machine.
#[derive(Clone, Copy)]
pub(super) struct Names<'e> {
    first: u32,
    count: u32,
    /// The ends of runs.
    pub(super) ends: &'e Ends,
}

/// Without runs.
static NO_ENDS: Ends = Vec::new();

impl Names<'_> {
    /// Without allocated objects.
    pub(super) const FIXED: Names<'static> = Names { first: 0, count: 0, ends: &NO_ENDS };
}

/// The object of a name.
pub(super) fn object_id(machine: &Machine<'_>, name: ObjectName, names: Names<'_>) -> Option<ObjectId> {
    match name {
        ObjectName::Global(g) => machine.program.globals.is_valid(g).then(|| machine.global(g)),
        ObjectName::Function(f) => machine.program.functions.is_valid(f).then(|| machine.function(f)),
        ObjectName::Allocated(i) => (i < names.count).then_some(ObjectId(names.first + i)),
        ObjectName::First(run) => (*names.ends.get(run as usize)?).map(|(_, [first, _])| first),
        ObjectName::Last(run) => (*names.ends.get(run as usize)?).map(|(_, [_, last])| last),
        ObjectName::Owner => None,
    }
}

/// The condition that bounds state of a bit-vector; `None` if they are not bounds of that width.
pub(super) fn bounds(machine: &mut Machine<'_>, term: Term, known: &Known) -> Option<Term> {
    let (low, high, signed) = limits(machine, machine.build.width(term), known)?;
    let (above, below) = if signed {
        (machine.build.sle(low, term), machine.build.sle(term, high))
    } else {
        (machine.build.ule(low, term), machine.build.ule(term, high))
    };
    Some(machine.build.and(above, below))
}

/// Bounds as numbers of a width, and whether they are signed; `None` if they do not fit it.
pub(super) fn limits(machine: &mut Machine<'_>, width: u32, known: &Known) -> Option<(Term, Term, bool)> {
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
    Some((machine.build.terms.bv(&words(low)), machine.build.terms.bv(&words(high)), signed))
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

/// A value of a type of which something is known, besides what was said before.
fn load_value(
    machine: &mut Machine<'_>,
    ty: Type,
    before: Option<Sym>,
    known: &Known,
    names: Names<'_>,
) -> Result<Sym, Stop> {
    let width = ty.bits(&machine.program.layout);
    Ok(match (known, ty) {
        (Known::Null, Type::Ptr) => Sym::Pointer(machine.null()),
        (Known::Pointer(name, offset), Type::Ptr) => {
            let Some(id) = object_id(machine, *name, names) else {
                return malformed("an object that does not exist");
            };
            let offset = machine.offset(*offset);
            Sym::Pointer(Pointer::one(machine.always, Base::Object(id), offset))
        }
        (Known::Into(objects), Type::Ptr) => Sym::Pointer(load_pointer(machine, objects, names)?),
        (Known::Bits(words), Type::Int(_) | Type::Float(_)) => match constant(machine, words, width) {
            Some(term) => Sym::Bits(term),
            None => return malformed("a value that does not fit its place"),
        },
        (Known::Unsigned(..) | Known::Signed(..), Type::Int(_)) => {
            // A constant that is known already says more than bounds.
            let term = match before {
                Some(Sym::Bits(term)) => term,
                _ => machine.build.fresh("any", width),
            };
            let Some(within) = bounds(machine, term, known) else { return malformed("bounds that do not fit") };
            machine.assume(within)?;
            Sym::Bits(term)
        }
        _ => return malformed("a value of another type than its place"),
    })
}

/// A pointer into one of some objects.
fn load_pointer(machine: &mut Machine<'_>, objects: &[Option<ObjectName>], names: Names<'_>) -> Result<Pointer, Stop> {
    if objects.is_empty() || objects.len() > MOST_TARGETS {
        return malformed("a pointer into no or too many objects");
    }
    let mut bases = Vec::with_capacity(objects.len());
    for name in objects {
        bases.push(match name {
            None => Base::Nothing,
            Some(name) => match object_id(machine, *name, names) {
                Some(id) => Base::Object(id),
                None => return malformed("an object that does not exist"),
            },
        });
    }
    Ok(machine.one_of_several(&bases))
}

fn load_cell(
    machine: &mut Machine<'_>,
    object: ObjectName,
    (offset, length): (u64, u32),
    known: &Known,
    names: Names<'_>,
) -> Result<(), Stop> {
    let Some(id) = object_id(machine, object, names) else { return malformed("an object that does not exist") };
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
            let Some(target) = object_id(machine, *name, names) else {
                return malformed("an object that does not exist");
            };
            if u64::from(length) != machine.program.layout.pointer_bytes() {
                return malformed("a pointer of an impossible size");
            }
            let offset = machine.offset(*offset);
            Content::Pointer(Pointer::one(machine.always, Base::Object(target), offset))
        }
        Known::Into(_) if u64::from(length) != machine.program.layout.pointer_bytes() => {
            return malformed("a pointer of an impossible size");
        }
        Known::Into(objects) => Content::Pointer(load_pointer(machine, objects, names)?),
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
