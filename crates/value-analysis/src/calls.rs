//! Calls, returns, variable arguments, and the end of the program.

use super::ValueAnalysis;
use super::code::{Action, Address, Code, Layout};
use super::memory::Spot;
use super::outside::Outside;
use super::precision::Tracks;
use super::scalar::{Content, ObjectRef, Value};
use super::state::{Frame, Life, Object, Origin, ValueState};
use adumbra_engine::Flow;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_verdict::{Reason, Target as Goal, TargetKind};
use std::rc::Rc;

impl ValueAnalysis {
    /// Enters a function.
    #[inline(never)]
    pub(super) fn enter(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        call: Edge,
        callee: Function,
    ) -> Flow<ValueState> {
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        let program = &context.program;
        let (Action::Call { pointer, arguments, .. }, Some(body)) =
            (&context.actions[call.index()], program.body(callee))
        else {
            return Flow::Dead;
        };
        if let Some(code) = pointer {
            let pointer = context.evaluate(scratch, state, code);
            if context.callee(pointer).is_some_and(|f| f != Some(callee)) {
                return Flow::Dead;
            }
        }
        let mut frame = Frame::new(callee, context.slots.count(callee));
        frame.call = Some(call);
        frame.depth = state.top.depth + 1;
        frame.blurred = state.top.blurred;
        frame.mark = state.top.mark + state.top.owned.len() as u32;
        let mut rest = Vec::new();
        for (i, (ty, code)) in arguments.iter().enumerate() {
            let value = context.evaluate(scratch, state, code);
            match body.parameters.get(i) {
                Some(r) if tracks.everything() || tracks.register(frame.depth, *r) => {
                    frame.slots[context.slots.of(*r) as usize] = value;
                }
                Some(_) => {}
                None => rest.push((*ty, value)),
            }
        }
        if !rest.is_empty() {
            frame.rest = rest.into();
        }
        context.forget_across(state, call);
        frame.caller = Some(Rc::clone(&state.top));
        state.top = Rc::new(frame);
        Flow::On
    }

    /// A return: the results wait until the function is left.
    pub(super) fn returns(
        &mut self,
        state: &mut ValueState,
        values: &[Code],
        edge: Edge,
        to: Location,
    ) -> Flow<ValueState> {
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        let results: smallvec::SmallVec<[Value; 1]> =
            values.iter().map(|code| context.evaluate(scratch, state, code)).collect();
        if state.is_last() {
            state.frame().slots.fill(Value::UNKNOWN);
            self.bury(state);
            state.location = to;
            return self.ends_program(state, edge);
        }
        let frame = state.frame();
        frame.slots.fill(Value::UNKNOWN);
        frame.results = results;
        Flow::On
    }

    /// The stack objects of the innermost activation die.
    fn bury(&mut self, state: &mut ValueState) {
        if state.top.owned.is_empty() {
            return;
        }
        let is_pinned = state.top.caller.as_ref().is_some_and(|caller| caller.is_outside());
        let owned = std::mem::take(&mut state.frame().owned);
        for index in owned.into_iter().rev() {
            let Some(object) = state.object_mut(index) else { continue };
            object.life = Life::Returned;
            object.bytes = super::bytes::Bytes::default();
            let private = matches!(object.origin, Origin::Site(site, _) if self.context.escape.is_private_site(site));
            // Nothing points to it any more, so its name is free again; but for one that is pinned
            // to the block.
            if private && !self.context.keep_names && !is_pinned {
                state.objects.clear(index.into(), u64::from(index) + 1, false);
                if index + 1 == state.count {
                    state.count = index;
                }
            }
        }
    }

    /// Goes back to the caller.
    #[inline(never)]
    pub(super) fn leave(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        call: Edge,
        callee: Function,
    ) -> Flow<ValueState> {
        if state.top.call != Some(call) || state.top.function != callee {
            return Flow::Dead;
        }
        self.bury(state);
        let Some(caller) = state.top.caller.clone() else { return Flow::Dead };
        let frame = std::mem::replace(&mut state.top, caller);
        let context = &self.context;
        let Action::Call { results, .. } = &context.actions[call.index()] else { return Flow::Dead };
        let mut values = frame.results.iter().copied();
        // Dropped first, so that the caller's registers are not shared with it.
        let list: smallvec::SmallVec<[Value; 2]> =
            results.iter().map(|_| values.next().unwrap_or(Value::UNKNOWN)).collect();
        drop(frame);
        for (place, value) in results.iter().zip(list) {
            let keep = tracks.everything() || !value.is_known() || tracks.register(state.top.depth, place.register);
            state.set(place.slot, if keep { value } else { Value::UNKNOWN });
        }
        Flow::On
    }

    /// A call along its edge: of a function without a body, or of none.
    pub(super) fn external(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        action: &Action,
        edge: Edge,
    ) -> Flow<ValueState> {
        let Action::Call { callee, pointer, arguments, results } = action else { return Flow::On };
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        let function = match (callee, pointer) {
            (Callee::Direct(f), _) => Some(*f),
            (_, Some(code)) => {
                let pointer = context.evaluate(scratch, state, code);
                match context.callee(pointer) {
                    Some(Some(f)) => Some(f),
                    None => None,
                    Some(None) => {
                        let null = matches!(pointer.content(), Content::Pointer(ObjectRef::NONE, a) if a < 4096);
                        let kind = if null { Violation::NullAccess } else { Violation::WildAccess };
                        if context.program.property.monitors(kind) {
                            state.violated = Some(Goal { kind: TargetKind::Violation(kind), edge });
                            return Flow::On;
                        }
                        self.ends.entry(kind).or_insert(edge);
                        return Flow::Dead;
                    }
                }
            }
            _ => None,
        };
        // A function that has a body is entered.
        if function.is_some_and(|f| context.program.body(f).is_some()) {
            return Flow::Dead;
        }
        let pointers: Vec<Value> = arguments
            .iter()
            .filter(|(ty, _)| *ty == Type::Ptr)
            .map(|(_, code)| context.evaluate(scratch, state, code))
            .collect();
        match self.externals {
            Externals::Pure => {}
            Externals::HavocArgs => {
                for pointer in pointers {
                    let spot = match pointer.content() {
                        Content::Pointer(object, _) | Content::Somewhere(object) => Spot::Object(object),
                        _ => Spot::Unknown(None),
                    };
                    self.context.forget(state, spot, 0, None);
                }
            }
            Externals::HavocAll => self.context.forget_all(state),
            Externals::Unknown => {
                let name = function.map_or("?", |f| context.program.functions[f].name.as_str());
                let what = format!("a call of `{name}`, which is not defined");
                return Flow::Cut(Reason::Unsupported { what, position: context.program.edges[edge].position });
            }
        }
        for place in results {
            self.assign_unknown(state, tracks, edge, *place);
        }
        Flow::On
    }

    /// The program ends: are there heap objects that should not be?
    pub(super) fn ends_program(&mut self, state: &mut ValueState, edge: Edge) -> Flow<ValueState> {
        let property = &self.context.program.property;
        let mut kind = None;
        if self.context.leaks {
            let heap: Vec<u32> = state
                .objects()
                .iter()
                .filter(|(_, o)| o.origin.is_heap() && matches!(o.life, Life::Live | Life::Maybe))
                .map(|(i, _)| *i)
                .collect();
            let is_more = state.others || state.outside.has(Outside::HEAP);
            if property.monitors(Violation::UnfreedMemory) && (is_more || !heap.is_empty()) {
                kind = Some(Violation::UnfreedMemory);
            }
            if property.monitors(Violation::LostMemory) {
                self.context.forget_dead(state);
                let reached = self.context.reachable(state);
                if state.others || heap.iter().any(|i| !reached.contains(i)) {
                    kind = Some(Violation::LostMemory);
                }
            }
        }
        if let Some(kind) = kind {
            state.violated = Some(Goal { kind: TargetKind::Violation(kind), edge });
        }
        Flow::On
    }

    /// Fills a `va_list`, see the interpreter.
    pub(super) fn va_start(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        to: Location,
        list: &Address,
    ) -> Flow<ValueState> {
        let wide = self.context.program.layout.model == DataModel::Lp64;
        let area = self.argument_area(state, tracks, wide);
        let pointer = self.context.evaluate(self.scratch.get_mut(), state, &list.code);
        let length = if wide { 24 } else { 4 };
        let (spot, validity) = self.context.check(state, pointer, list.root, Some(length), true);
        let base = Value::pointer(ObjectRef::allocated(area), 0);
        let mut scratch = std::mem::take(self.scratch.get_mut());
        let flow = self.accessed(state, validity, spot, edge, to, |context, state| {
            let Spot::Exact(object, offset) = spot else { return context.forget(state, spot, 0, Some(length)) };
            let word = |bytes: u8| Layout::Small { bytes, mask: u64::MAX, float: None };
            let parts: &[(u64, Layout, Value)] = if wide {
                &[
                    (0, word(4), Value::bits(48)),
                    (4, word(4), Value::bits(176)),
                    (8, Layout::Pointer, base),
                    (16, word(8), Value::bits(0)),
                ]
            } else {
                &[(0, Layout::Pointer, base)]
            };
            for (at, layout, value) in parts {
                context.write(&mut scratch, state, Spot::Exact(object, offset + at), *layout, *value, tracks);
            }
        });
        *self.scratch.get_mut() = scratch;
        flow
    }

    /// The object that holds the variable arguments of the innermost activation.
    fn argument_area(&mut self, state: &mut ValueState, tracks: &impl Tracks, wide: bool) -> u32 {
        if let Some(object) = state.top.rest_object {
            return object;
        }
        let rest = Rc::clone(&state.top.rest);
        let layout = self.context.program.layout.clone();
        let slot = if wide { 8 } else { 4 };
        let mut places = Vec::new();
        let mut end = 0u64;
        for (ty, _) in rest.iter() {
            let size = match ty {
                Type::Float(FloatKind::X87) if wide => 16,
                Type::Float(FloatKind::X87) => 12,
                _ => ty.store_size(&layout).next_multiple_of(slot),
            };
            if wide && size > 8 {
                end = end.next_multiple_of(16);
            }
            places.push(end);
            end += size;
        }
        let bytes = super::bytes::Bytes::zeroed(end, self.context.pointer_size);
        let object = Object { origin: Origin::Arguments, life: Life::Live, size: Some(end), bytes, many: None };
        let index = self.create(state, object);
        // Objects may have got other names.
        let rest = Rc::clone(&state.top.rest);
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        for ((ty, value), place) in rest.iter().zip(places) {
            let layout = match ty {
                Type::Ptr => Layout::Pointer,
                _ => match ty.bits(&layout) {
                    bits @ 1..=64 => Layout::Small {
                        bytes: bits.div_ceil(8) as u8,
                        mask: u64::MAX,
                        float: if let Type::Float(kind) = ty { Some(*kind) } else { None },
                    },
                    _ => Layout::Wide(*ty),
                },
            };
            context.write(scratch, state, Spot::Exact(ObjectRef::allocated(index), place), layout, *value, tracks);
        }
        let frame = state.frame();
        frame.rest_object = Some(index);
        frame.owned.push(index);
        index
    }
}
