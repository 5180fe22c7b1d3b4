//! Memory with terms: contents that are not bytes, and accesses at offsets that are terms.
//!
//! A scalar of which nothing is known gets an unknown as its name when it is read, and keeps it, so
//! that reading it again gives the same. An access at an offset that is a term is followed to every
//! place where it can go, if these are few: a load chooses between what is there, a store leaves at
//! each place either the new or the old value. Otherwise nothing is known afterwards.

use super::ValueAnalysis;
use super::code::{Layout, Place};
use super::context::Context;
use super::memory::Spot;
use super::precision::Tracks;
use super::scalar::{ObjectRef, Value};
use super::scratch::Scratch;
use super::state::ValueState;
use super::symbolic::Source;
use adumbra_analyses::validity::Validity;
use adumbra_engine::Flow;
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_verdict::{Target as Goal, TargetKind};

/// An access, the value that it stores or the register that it loads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    Load(Place),
    Store(Value),
}

/// Offsets that are looked for one by one, if there are too many that could be.
const SEARCHED: usize = 16;

/// Most states that a load of a pointer makes.
const SPLITS: usize = 16;

impl Context {
    /// The type that a scalar has in a register.
    fn scalar_type(&self, layout: Layout) -> Type {
        match layout {
            Layout::Small { float: Some(kind), .. } => Type::Float(kind),
            Layout::Small { mask, .. } => Type::Int(64 - mask.leading_zeros()),
            Layout::Pointer => Type::Ptr,
            Layout::Wide(ty) => ty,
        }
    }

    /// The bytes of a place as one term, or nothing if there are pointers among them. Bytes of
    /// which nothing is known get names if `name` is given, and keep them.
    fn read_term(
        &self,
        scratch: &mut Scratch,
        state: &mut ValueState,
        (object, offset): (ObjectRef, u64),
        length: u64,
        name: Option<Source>,
    ) -> Option<Term> {
        let Scratch { symbols: Some(symbols), .. } = scratch else { return None };
        let size = self.pointer_size;
        let (bytes, start) = self.bytes(state, object)?;
        let at = start.checked_add(offset)?;
        let mut entries = Vec::new();
        bytes.for_each_within(at, length, size, |place, value| entries.push((place, value)));
        if let [(place, value)] = entries[..]
            && place == at
            && value.is_symbolic()
            && value.extent(size) == length
        {
            return value.any_term();
        }
        // From the lowest byte to the highest; the unknown bytes in runs.
        let mut parts: Vec<Term> = Vec::new();
        let mut named: Vec<(u64, Term)> = Vec::new();
        let mut i = 0;
        while i < length {
            let here = at + i;
            if let Some((place, value)) = entries.iter().find(|(p, v)| *p <= here && here < p + v.extent(size)) {
                let term = value.any_term().filter(|_| value.is_symbolic())?;
                let end = (place + value.extent(size)).min(at + length);
                let (low, high) = (8 * (here - place) as u32, 8 * (end - place) as u32 - 1);
                parts.push(symbols.build.extract(high, low, term));
                i += end - here;
            } else if let Some(byte) = bytes.read(here, 1) {
                parts.push(symbols.build.word(8, byte));
                i += 1;
            } else {
                let covered = |p: u64| entries.iter().any(|(q, v)| *q <= p && p < q + v.extent(size));
                let mut end = here + 1;
                while end < at + length && !covered(end) && bytes.read(end, 1).is_none() {
                    end += 1;
                }
                let term = symbols.unknown(state.used(), name?, 8 * (end - here) as u32);
                named.push((here, term));
                parts.push(term);
                i += end - here;
            }
        }
        let mut whole = *parts.first()?;
        for part in &parts[1..] {
            whole = symbols.build.concat(*part, whole);
        }
        for (place, term) in named {
            let width = symbols.build.width(term);
            state.use_unknowns(&[term]);
            if let Some((bytes, _)) = self.bytes_mut(state, object) {
                bytes.write_pointer(place, size, Value::symbolic(term, width));
            }
        }
        Some(whole)
    }

    /// Reads a scalar that is not all bytes. What is not known of it gets a name, if it is tracked.
    #[inline(never)]
    pub(super) fn read_named(
        &self,
        scratch: &mut Scratch,
        state: &mut ValueState,
        spot: Spot,
        layout: Layout,
        edge: Edge,
        tracks: &impl Tracks,
    ) -> Value {
        let Spot::Exact(object, offset) = spot else { return Value::UNKNOWN };
        if layout == Layout::Pointer {
            return Value::UNKNOWN;
        }
        let length = self.length(layout);
        let tracked = tracks.everything() || self.keeps(state, object, offset, length, tracks);
        let name = tracked.then_some(Source::Edge(edge));
        let Some(term) = self.read_term(scratch, state, (object, offset), length, name) else { return Value::UNKNOWN };
        let Scratch { wides, symbols: Some(symbols), .. } = scratch else { return Value::UNKNOWN };
        let term = symbols.build.resize(self.scalar_type(layout).bits(&self.program.layout), term);
        symbols.value(wides, term)
    }

    /// Reads a scalar, whatever it is made of.
    pub(super) fn read_any(
        &self,
        scratch: &mut Scratch,
        state: &mut ValueState,
        spot: Spot,
        layout: Layout,
        edge: Edge,
        tracks: &impl Tracks,
    ) -> Value {
        match self.read(scratch, state, spot, layout) {
            Value::UNKNOWN if scratch.symbols.is_some() => self.read_named(scratch, state, spot, layout, edge, tracks),
            value => value,
        }
    }

    /// Takes terms apart that a write to a range overlaps only in part, so that the rest stays.
    #[inline(never)]
    pub(super) fn take_apart(
        &self,
        scratch: &mut Scratch,
        state: &mut ValueState,
        (object, offset): (ObjectRef, u64),
        length: u64,
    ) {
        let Scratch { symbols: Some(symbols), .. } = scratch else { return };
        let size = self.pointer_size;
        let Some((bytes, start)) = self.bytes(state, object) else { return };
        let Some(at) = start.checked_add(offset) else { return };
        let mut partly = Vec::new();
        bytes.for_each_within(at, length, size, |place, value| {
            if value.is_symbolic() && (place < at || place + value.extent(size) > at + length) {
                partly.push((place, value));
            }
        });
        for (place, value) in partly {
            let Some(term) = value.any_term() else { continue };
            for i in 0..value.extent(size) {
                let byte = symbols.build.extract(8 * i as u32 + 7, 8 * i as u32, term);
                let known = symbols.build.number(byte);
                if let Some((bytes, _)) = self.bytes_mut(state, object) {
                    match known {
                        Some(byte) => bytes.write(place + i, 1, byte, size),
                        None => bytes.write_pointer(place + i, size, Value::symbolic(byte, 8)),
                    }
                }
            }
        }
    }

    /// A scalar as it is kept in memory: a term that has exactly its bytes.
    pub(super) fn stored(&self, scratch: &mut Scratch, value: Value, length: u64) -> Value {
        let Scratch { wides, symbols: Some(symbols), .. } = scratch else { return Value::UNKNOWN };
        match symbols.term(wides, value, 8 * length as u32) {
            Some(term) => Value::symbolic(term, 8 * length as u32),
            None => Value::UNKNOWN,
        }
    }
}

impl ValueAnalysis {
    /// Adds a condition that comes from an edge, if it is tracked.
    pub(super) fn demand(&mut self, state: &mut ValueState, tracks: &impl Tracks, edge: Edge, condition: Term) {
        let Some(symbols) = &self.scratch.get_mut().symbols else { return };
        let terms = &symbols.build.terms;
        if terms.truth(condition).is_none() && (tracks.everything() || tracks.condition(edge)) {
            state.demand(terms, edge, condition);
        }
    }

    /// An access through a pointer whose offset is a term. `None` if nothing better can be said
    /// than of any offset.
    #[inline(never)]
    #[expect(clippy::too_many_arguments)]
    pub(super) fn access_at_term(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        to: Location,
        pointer: Value,
        layout: Layout,
        access: Access,
    ) -> Option<Flow<ValueState>> {
        let (object, offset) = (pointer.object()?, pointer.offset_term()?);
        let length = self.context.length(layout);
        let write = matches!(access, Access::Store(_));
        // At the beginning of the object it must be all right.
        let (_, validity) = self.context.check(state, Value::pointer(object, 0), None, Some(length), write);
        let (Some(size), _) = self.context.extent(state, object)? else { return None };
        let open = matches!(object.target(), super::Target::Global(g) if self.context.program.globals[g].open);
        if validity != Validity::Valid || open {
            return None;
        }
        let width = self.context.program.layout.pointer_bits;
        let build = &mut self.scratch.get_mut().symbols.as_mut()?.build;
        let last = build.word(width, size - length);
        let inside = build.ule(offset, last);
        let outside = build.not(inside);
        let (fits, leaves) = (self.can_hold(state, inside), self.can_hold(state, outside));
        let kind = Violation::OutOfBounds;
        let monitored = self.context.program.property.monitors(kind);
        let goal = Goal { kind: TargetKind::Violation(kind), edge };
        if !fits {
            return Some(if !leaves {
                Flow::Dead
            } else if monitored {
                state.violated = Some(goal);
                Flow::On
            } else {
                self.ends.entry(kind).or_insert(edge);
                Flow::Dead
            });
        }
        let mut bad = None;
        if leaves {
            if monitored {
                let mut other = state.clone();
                other.location = to;
                other.violated = Some(goal);
                self.demand(&mut other, tracks, edge, outside);
                bad = Some(other);
            } else {
                self.ends.entry(kind).or_insert(edge);
            }
            self.demand(state, tracks, edge, inside);
        }
        let places = self.places(state, offset, inside, size - length);
        let mut states = match (access, places) {
            (Access::Store(_), None) => {
                self.context.forget(state, Spot::Object(object), 0, None);
                Vec::new()
            }
            (Access::Store(value), Some(places)) => {
                self.store_at(state, tracks, edge, object, offset, &places, layout, value);
                Vec::new()
            }
            (Access::Load(dst), None) => {
                self.assign(state, dst, Value::UNKNOWN, tracks);
                Vec::new()
            }
            (Access::Load(dst), Some(places)) => {
                self.load_at(state, tracks, edge, object, offset, &places, layout, dst)
            }
        };
        if states.is_empty() && bad.is_none() {
            return Some(Flow::On);
        }
        if states.is_empty() {
            states.push(state.clone());
        }
        states.iter_mut().for_each(|s| s.location = to);
        states.extend(bad);
        Some(Flow::Split(states))
    }

    /// The offsets up to a last one that a term can be, if they are few.
    fn places(&mut self, state: &ValueState, offset: Term, inside: Term, last: u64) -> Option<Vec<u64>> {
        let most = self.deciding.as_ref()?.places;
        let build = &mut self.scratch.get_mut().symbols.as_mut()?.build;
        let (known, low) = build.low_bits(offset);
        let stride = 1u64 << known;
        if low > last {
            return Some(Vec::new());
        }
        if (last - low) / stride < most {
            return Some((0..=(last - low) / stride).map(|i| low + i * stride).collect());
        }
        let mut found = self.values_of(state, offset, inside, SEARCHED)?;
        found.sort_unstable();
        Some(found)
    }

    /// The condition that an offset is at a place.
    fn is_at(&mut self, offset: Term, place: u64) -> Option<Term> {
        let build = &mut self.scratch.get_mut().symbols.as_mut()?.build;
        let width = build.width(offset);
        let place = build.word(width, place);
        Some(build.eq(offset, place))
    }

    #[expect(clippy::too_many_arguments)]
    fn store_at(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        object: ObjectRef,
        offset: Term,
        places: &[u64],
        layout: Layout,
        value: Value,
    ) {
        for place in places {
            let spot = Spot::Exact(object, *place);
            let Some(here) = self.is_at(offset, *place) else { continue };
            let context = &self.context;
            let scratch = self.scratch.get_mut();
            let old = context.read_any(scratch, state, spot, layout, edge, tracks);
            if old == value {
                continue;
            }
            let (ty, data) = (context.scalar_type(layout), &context.program.layout);
            let Scratch { wides, symbols: Some(symbols), .. } = &mut *scratch else { continue };
            let both = (ty != Type::Ptr)
                .then(|| Some((symbols.scalar(wides, data, ty, value)?, symbols.scalar(wides, data, ty, old)?)))
                .flatten();
            let new = match both {
                Some((value, old)) => {
                    let term = symbols.build.ite(here, value, old);
                    symbols.value(wides, term)
                }
                None => value.join(old),
            };
            context.write(scratch, state, spot, layout, new, tracks);
        }
    }

    /// Loads what may be at several places: one value for all, or for pointers a state for each.
    #[expect(clippy::too_many_arguments)]
    fn load_at(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        object: ObjectRef,
        offset: Term,
        places: &[u64],
        layout: Layout,
        dst: Place,
    ) -> Vec<ValueState> {
        // Places with the same value together.
        let mut choices: Vec<(Value, Term)> = Vec::new();
        for place in places {
            let Some(here) = self.is_at(offset, *place) else { continue };
            let scratch = self.scratch.get_mut();
            let value = self.context.read_any(scratch, state, Spot::Exact(object, *place), layout, edge, tracks);
            let Scratch { symbols: Some(symbols), .. } = scratch else { continue };
            match choices.iter_mut().find(|(v, _)| *v == value) {
                Some((_, condition)) => *condition = symbols.build.or(*condition, here),
                None => choices.push((value, here)),
            }
        }
        let value = match choices[..] {
            [] => Value::UNKNOWN,
            [(value, _)] => value,
            _ if choices.iter().any(|(v, _)| !v.is_known()) => Value::UNKNOWN,
            _ if layout == Layout::Pointer => {
                let split = !self.context.keep_names && choices.len() <= SPLITS;
                if split && (tracks.everything() || tracks.register(state.top.depth, dst.register)) {
                    return self.split_at(state, tracks, edge, choices, dst);
                }
                choices.iter().skip(1).fold(choices[0].0, |all, (v, _)| all.join(*v))
            }
            _ => self.choose(&choices, self.context.scalar_type(layout)).unwrap_or(Value::UNKNOWN),
        };
        self.assign(state, dst, value, tracks);
        Vec::new()
    }

    /// One of several values, whichever condition holds: one of them does.
    fn choose(&mut self, choices: &[(Value, Term)], ty: Type) -> Option<Value> {
        let Scratch { wides, symbols: Some(symbols), .. } = self.scratch.get_mut() else { return None };
        let mut result = None;
        for (value, condition) in choices {
            let term = symbols.scalar(wides, &self.context.program.layout, ty, *value)?;
            result = Some(result.map_or(term, |other| symbols.build.ite(*condition, term, other)));
        }
        result.map(|term| symbols.value(wides, term))
    }

    /// A state for each pointer that a load may give.
    fn split_at(
        &mut self,
        state: &ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        choices: Vec<(Value, Term)>,
        dst: Place,
    ) -> Vec<ValueState> {
        let mut states = Vec::new();
        for (value, condition) in choices {
            if self.can_hold(state, condition) {
                let mut next = state.clone();
                self.demand(&mut next, tracks, edge, condition);
                self.assign(&mut next, dst, value, tracks);
                states.push(next);
            }
        }
        states
    }
}
