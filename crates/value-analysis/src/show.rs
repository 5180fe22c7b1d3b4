//! A state as text, and as facts for a certificate.

use super::ValueAnalysis;
use super::context::Context;
use super::lists::Named;
use super::outside::Outside;
use super::precision::Base;
use super::relate::Relations;
use super::scalar::{Content, ObjectRef, Target, Value};
use super::settle::chain;
use super::state::{Life, Origin, ValueState};
use adumbra_program::*;
use adumbra_verdict::Place;
use adumbra_verdict::certificate::{Known, Lives, ObjectFacts, ObjectKind, ObjectName, StateFacts};
use std::fmt::Write;

/// What is known of a cell: length and bits, or a pointer.
pub type Cell = Result<(u32, u64), Value>;

/// Most words of a zero range that are listed one by one as facts.
const LISTED: u64 = 1 << 14;

impl Context {
    /// Calls `f` with every known cell of memory that can be written: the object, its base, the
    /// offset, and length and bits or a pointer. Of long ranges of zeros only so many words are
    /// listed; says whether all were.
    pub(super) fn for_each_cell(
        &self,
        state: &ValueState,
        zeros: u64,
        mut f: impl FnMut(ObjectRef, Base, u64, Result<(u32, u64), Value>),
    ) -> bool {
        let mut all = true;
        for shared in [false, true] {
            let bytes = if shared { &state.shared } else { &state.private };
            let list = if shared { &self.shared_order } else { &self.private_order };
            all &= bytes.for_each_cell(zeros, |at, cell| {
                let index = list.partition_point(|(start, _)| *start <= at);
                let Some((start, global)) = index.checked_sub(1).map(|i| list[i]) else { return };
                let (offset, size) = (at - start, self.program.globals[global].size);
                let cell = match cell {
                    // Padding behind a global is no part of it.
                    Ok((length, bits)) if offset + u64::from(length) > size => match size.checked_sub(offset) {
                        Some(rest @ 1..=7) => Ok((rest as u32, bits & (u64::MAX >> (64 - 8 * rest)))),
                        _ => return,
                    },
                    other => other,
                };
                f(ObjectRef::global(global), Base::Global(global), offset, cell);
            });
        }
        for (index, object) in state.objects() {
            let name = ObjectRef::allocated(index);
            let base = self.base(state, name);
            all &= object.bytes.for_each_cell(zeros, |at, cell| f(name, base, at, cell));
        }
        all
    }
}

impl ValueAnalysis {
    /// The name of an object, as a user knows it.
    fn object_name(&self, state: &ValueState, object: ObjectRef) -> String {
        let program = &self.context.program;
        match object.target() {
            Target::None => "null".to_owned(),
            Target::Function(f) => program.functions[f].name.clone(),
            Target::Global(g) => {
                let data = &program.globals[g];
                data.variable.as_ref().map_or_else(|| data.name.clone(), |v| v.name.clone())
            }
            Target::Allocated(index) => match state.object(index).map(|o| o.origin) {
                Some(origin @ Origin::Site(site, _)) => match &program.sites[site].variable {
                    Some(variable) => variable.name.clone(),
                    None if origin.is_heap() => format!("heap#{index}"),
                    None => format!("local#{index}"),
                },
                _ => format!("arguments#{index}"),
            },
        }
    }

    fn term_text(&self, term: adumbra_terms::Term) -> String {
        match &self.scratch.borrow().symbols {
            Some(symbols) => adumbra_terms::smtlib::term_to_string(&symbols.build.terms, term),
            None => term.to_string(),
        }
    }

    fn value_text(&self, state: &ValueState, value: Value, ty: Type) -> String {
        match value.content() {
            Content::Unknown => "?".to_owned(),
            Content::Bits(bits) => match ty {
                Type::Int(w @ 2..=64) => format!("{}", (bits << (64 - w)) as i64 >> (64 - w)),
                Type::Float(FloatKind::Single) => format!("{}", f32::from_bits(bits as u32)),
                Type::Float(FloatKind::Double) => format!("{}", f64::from_bits(bits)),
                _ => format!("{bits}"),
            },
            Content::Wide(_) => match self.scratch.borrow().wides.concrete(value) {
                Some(v) => v.to_string(),
                None => "?".to_owned(),
            },
            Content::Pointer(ObjectRef::NONE, 0) => "null".to_owned(),
            Content::Pointer(ObjectRef::NONE, address) => format!("address {address:#x}"),
            Content::Pointer(object, 0) => format!("&{}", self.object_name(state, object)),
            Content::Pointer(object, offset) => format!("&{}+{}", self.object_name(state, object), offset as i64),
            Content::Somewhere(object) => match value.offset_term() {
                Some(term) => format!("&{}+{}", self.object_name(state, object), self.term_text(term)),
                None => format!("&{}+?", self.object_name(state, object)),
            },
            Content::Symbolic(term, _) => self.term_text(term),
        }
    }

    /// The known registers of all activations, the outermost first: activation, register, value.
    pub fn registers(&self, state: &ValueState) -> Vec<(u32, Register, Value)> {
        let program = &self.context.program;
        let frames = chain(&state.top);
        let mut out = Vec::new();
        for (i, frame) in frames.iter().enumerate().rev().filter(|(_, frame)| !frame.is_outside()) {
            let live = match i.checked_sub(1).and_then(|inner| frames[inner].call) {
                Some(call) => self.context.slots.live_across(program, call),
                None => self.context.slots.live(program, state.location),
            };
            for (slot, register) in live.iter() {
                let value = frame.slots[*slot as usize];
                if value.is_known() {
                    out.push((frame.depth, *register, value));
                }
            }
        }
        out
    }

    /// The known cells of memory that can be written: object, offset, and length and bits or a
    /// pointer.
    pub fn cells(&self, state: &ValueState) -> Vec<(ObjectRef, u64, Cell)> {
        let mut out = Vec::new();
        self.context.for_each_cell(state, LISTED, |object, _, at, cell| out.push((object, at, cell)));
        out
    }

    /// Site, life and size of the allocated objects, by their names in the state.
    pub fn allocated(&self, state: &ValueState) -> Vec<(u32, Option<Site>, Life, Option<u64>)> {
        let site = |origin| if let Origin::Site(site, _) = origin { Some(site) } else { None };
        state.objects().iter().map(|(i, o)| (*i, site(o.origin), o.life, o.size)).collect()
    }

    /// The bits of a wide value.
    pub fn wide_bits(&self, value: Value) -> Option<adumbra_interpreter::eval::Value> {
        self.scratch.borrow().wides.concrete(value)
    }

    pub(super) fn text(&self, state: &ValueState) -> String {
        let program = &self.context.program;
        let mut parts = Vec::new();
        for (depth, register, value) in self.registers(state) {
            let data = &program.registers[register];
            let name = match &data.variable {
                Some(variable) => variable.name.clone(),
                None => format!("%{}", register.as_u32()),
            };
            let prefix = if depth == state.top.depth { String::new() } else { format!("{depth}:") };
            parts.push(format!("{prefix}{name} = {}", self.value_text(state, value, data.ty)));
        }
        self.context.for_each_cell(state, 2, |object, _, at, cell| {
            let whole = match object.target() {
                Target::Global(g) => Some(program.globals[g].size),
                Target::Allocated(i) => state.object(i).and_then(|o| o.size),
                _ => None,
            };
            let mut name = self.object_name(state, object);
            let (length, text) = match cell {
                Ok((length, bits)) => {
                    (u64::from(length), self.value_text(state, Value::bits(bits), Type::Int(8 * length)))
                }
                Err(value) => (value.extent(self.context.pointer_size), self.value_text(state, value, Type::Ptr)),
            };
            if at != 0 || whole != Some(length) {
                let _ = write!(name, "+{at}:{length}");
            }
            parts.push(format!("{name} = {text}"));
        });
        for (index, object) in state.objects() {
            if let Some(run) = object.many.as_ref().and_then(|many| many.run()) {
                let name = self.object_name(state, ObjectRef::allocated(index));
                parts.push(format!("{name} is {} or more by +{}", run.least, run.next.at));
            }
            if object.life != Life::Live {
                parts.push(format!("{} {:?}", self.object_name(state, ObjectRef::allocated(index)), object.life));
            }
        }
        parts.extend(state.conditions().iter().map(|c| self.term_text(c.term)));
        if let Some(target) = state.violated {
            parts.push(format!("{:?}", target.kind));
        }
        format!("{{{}}}", parts.join(", "))
    }

    pub(super) fn add_facts(&self, state: &ValueState, facts: &mut StateFacts) {
        let frames = chain(&state.top);
        let mut names: Vec<Option<u32>> = vec![None; state.count as usize];
        for (index, object) in state.objects() {
            if object.many.is_some() {
                continue;
            }
            let kind = match object.origin {
                Origin::Site(site, kind) => ObjectKind::Allocated(site, kind),
                Origin::Arguments => ObjectKind::Arguments,
            };
            let lives = match object.life {
                Life::Live => Lives::Yes,
                Life::Maybe if kind.is_heap() => Lives::Perhaps,
                // A local that is not certain to live or to be dead is not spoken of.
                Life::Maybe => {
                    facts.partial = true;
                    continue;
                }
                _ => Lives::No,
            };
            let owner = frames.iter().filter(|f| !f.is_outside()).find(|f| f.owned.contains(&index)).map(|f| f.depth);
            // Nor is one of an activation around the block.
            if owner.is_none() && !kind.is_heap() && state.outside.has(Outside::BLOCK) {
                facts.partial = true;
                continue;
            }
            names[index as usize] = Some(facts.objects.len() as u32);
            facts.objects.push(ObjectFacts { kind, activation: owner, size: object.size, lives });
        }
        let runs = Named::of(state, self.context.pointer_size);
        facts.all_heap |= runs.all && self.context.leaks && !state.others && !state.outside.has(Outside::HEAP);
        let name = |object: ObjectRef| match object.target() {
            Target::None => None,
            Target::Function(f) => Some(ObjectName::Function(f)),
            Target::Global(g) => Some(ObjectName::Global(g)),
            Target::Allocated(index) => match names[index as usize] {
                Some(place) => Some(ObjectName::Allocated(place)),
                None => runs.name(state, index, None),
            },
        };
        let bits = |value: Value| match value.content() {
            Content::Bits(bits) => Some(Known::Bits(vec![bits])),
            _ => None,
        };
        if state.has_runs {
            let size = self.context.pointer_size;
            let mut descriptions = self.descriptions.borrow_mut();
            let (many, all) = runs.facts(state, size, &mut descriptions, &name, &bits);
            facts.many = many;
            facts.partial |= !all;
        }
        let known = |value: Value| match value.content() {
            Content::Bits(bits) => Some(Known::Bits(vec![bits])),
            Content::Wide(_) => self.wide_bits(value).map(|v| Known::Bits(v.to_big().to_u64_digits())),
            Content::Pointer(ObjectRef::NONE, 0) => Some(Known::Null),
            Content::Pointer(object, offset) => name(object).map(|o| Known::Pointer(o, offset)),
            _ => None,
        };
        let mut partial = false;
        let mut relations = Relations::default();
        // A term is related to others if its place is one of integers: bits of floats and pointers
        // are not what they are made of.
        let mut known = |value: Value, place: Place, ty: Option<Type>, bytes: u32| {
            if let Content::Symbolic(term, width) = value.content() {
                match ty {
                    Some(Type::Int(bits)) => relations.add(place, bits, term),
                    None if width == 8 * bytes => relations.add(place, width, term),
                    _ => partial = true,
                }
                return None;
            }
            let facts = known(value);
            partial |= facts.is_none() && value.is_known();
            facts
        };
        let program = &self.context.program;
        for (depth, register, value) in self.registers(state) {
            let ty = program.registers[register].ty;
            if let Some(known) = known(value, Place::Register(depth, register), Some(ty), 0) {
                facts.registers.push((depth, register, known));
            }
        }
        let types = &program.functions[state.top.function].result_types;
        for (index, value) in (0..).zip(&state.top.results) {
            let ty = types.get(index as usize).copied().unwrap_or(Type::Ptr);
            facts.results.extend(known(*value, Place::Result(index), Some(ty), 0).map(|k| (index, k)));
        }
        for frame in &frames {
            for (index, (ty, value)) in (0..).zip(frame.rest.iter()) {
                let place = Place::Argument(frame.depth, index);
                facts.arguments.extend(known(*value, place, Some(*ty), 0).map(|k| (frame.depth, index, k)));
            }
        }
        let size = self.context.pointer_size;
        let mut unnamed = false;
        let all = self.context.for_each_cell(state, LISTED, |object, _, at, cell| {
            if matches!(object.target(), Target::Allocated(index) if state.many(index).is_some()) {
                return;
            }
            let Some(object) = name(object) else {
                unnamed = true;
                return;
            };
            match cell {
                Ok((length, bits)) => facts.cells.push((object, at, length, Known::Bits(vec![bits]))),
                Err(value) => {
                    let bytes = value.extent(size) as u32;
                    if let Some(known) = known(value, Place::Cell(object, at, bytes), None, bytes) {
                        facts.cells.push((object, at, size as u32, known));
                    }
                }
            }
        });
        let related = match &mut self.scratch.borrow_mut().symbols {
            Some(symbols) => relations.say(symbols, state.conditions(), facts),
            None => true,
        };
        facts.partial |= partial || unnamed || !all || !related;
    }
}
