//! The transfer relation: what a move does to a state, in place.

use super::ValueAnalysis;
use super::access::Access;
use super::code::{Action, Address, Code, Place};
use super::context::Context;
use super::memory::Spot;
use super::outside::Outside;
use super::precision::{At, Precision, Tracks};
use super::scalar::{ObjectRef, Target, Value};
use super::state::{Life, Object, Origin, ValueState};
use super::symbolic::Source;
use adumbra_analyses::validity::Validity;
use adumbra_engine::Flow;
use adumbra_interpreter::outcome::beyond_declared;
use adumbra_program::*;
use adumbra_verdict::{Reason, Target as Goal, TargetKind};
use std::rc::Rc;

/// What becomes of a state whose step may be a violation.
enum Fate {
    /// It goes on.
    On,
    /// It goes on, and this one does not.
    And(Box<ValueState>),
    /// It is over.
    Over(Flow<ValueState>),
}

impl ValueAnalysis {
    /// Takes a step with a precision.
    #[inline]
    pub fn apply(&mut self, state: &mut ValueState, precision: &Precision, step: Move) -> Flow<ValueState> {
        let Some(location) = step.to(&self.context.program) else { return Flow::Dead };
        let function = self.context.program.locations[location];
        self.step(state, &At { precision, location, function }, step, location)
    }

    /// Has a condition one truth value?
    #[inline]
    pub fn decide_in(&mut self, state: &ValueState, condition: ExprId) -> Option<bool> {
        let number = self.context.condition_of[condition.index()];
        let code = self.context.conditions.get(number as usize)?;
        let scratch = self.scratch.get_mut();
        let value = self.context.evaluate(scratch, state, code);
        match value.as_bits() {
            Some(bits) => Some(bits != 0),
            None if value.is_symbolic() => self.decide_symbolic(state, value),
            None => None,
        }
    }

    #[inline]
    fn value(&mut self, state: &ValueState, code: &Code) -> Value {
        self.context.evaluate(self.scratch.get_mut(), state, code)
    }

    /// Takes a step to a location.
    pub(super) fn step(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        step: Move,
        to: Location,
    ) -> Flow<ValueState> {
        // An execution ends where it violates the property.
        if state.violated.is_some() {
            return Flow::Dead;
        }
        if state.others && self.context.losses {
            let kind = TargetKind::Violation(Violation::LostMemory);
            state.violated = Some(Goal { kind, edge: step.edge() });
            if matches!(step, Move::Edge(_)) {
                state.location = to;
            }
            return Flow::On;
        }
        if state.has_runs
            && let Some(flow) = self.step_unfolded(state, tracks, step, to)
        {
            return flow;
        }
        if let Some(symbols) = &mut self.scratch.get_mut().symbols {
            symbols.taken.clear();
        }
        let mut flow = match step {
            Move::Edge(edge) => self.edge(state, tracks, edge, to),
            Move::Enter { call, callee } => self.enter(state, tracks, call, callee),
            Move::Leave { call, callee } => self.leave(state, tracks, call, callee),
        };
        state.location = to;
        if let Some(symbols) = &self.scratch.get_mut().symbols
            && !symbols.taken.is_empty()
        {
            match &mut flow {
                Flow::Split(states) => states.iter_mut().for_each(|s| s.use_unknowns(&symbols.taken)),
                _ => state.use_unknowns(&symbols.taken),
            }
        }
        flow
    }

    /// Gives a register an unknown, if values are symbolic and it is tracked.
    pub(super) fn assign_unknown(&mut self, state: &mut ValueState, tracks: &impl Tracks, edge: Edge, dst: Place) {
        let ty = self.context.program.registers[dst.register].ty;
        let value = match &mut self.scratch.get_mut().symbols {
            Some(symbols) if ty != Type::Ptr => {
                let width = ty.bits(&self.context.program.layout);
                let tracked = tracks.everything() || tracks.register(state.top.depth, dst.register);
                if tracked {
                    Value::symbolic(symbols.unknown(state.used(), Source::Edge(edge), width), width)
                } else {
                    Value::UNKNOWN
                }
            }
            _ => Value::UNKNOWN,
        };
        state.set(dst.slot, value);
    }

    /// Writes a register if it is tracked.
    #[inline]
    pub(super) fn assign(&self, state: &mut ValueState, place: Place, value: Value, tracks: &impl Tracks) {
        let keep = tracks.everything() || !value.is_known() || tracks.register(state.top.depth, place.register);
        state.set(place.slot, if keep { value } else { Value::UNKNOWN });
    }

    #[inline]
    fn edge(&mut self, state: &mut ValueState, tracks: &impl Tracks, edge: Edge, to: Location) -> Flow<ValueState> {
        // Taken apart so that the action can be read while the rest is changed.
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        match &context.actions[edge.index()] {
            Action::Nop => Flow::On,
            Action::AssignOne(place, code) => {
                let value = context.evaluate(scratch, state, code);
                let keep = tracks.everything() || !value.is_known() || tracks.register(state.top.depth, place.register);
                state.set(place.slot, if keep { value } else { Value::UNKNOWN });
                Flow::On
            }
            Action::Assign(pairs) => {
                let mut values: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::new();
                values.extend(pairs.iter().map(|(_, code)| context.evaluate(scratch, state, code)));
                for ((place, _), value) in pairs.iter().zip(values) {
                    let keep =
                        tracks.everything() || !value.is_known() || tracks.register(state.top.depth, place.register);
                    state.set(place.slot, if keep { value } else { Value::UNKNOWN });
                }
                Flow::On
            }
            Action::Assume { condition, truth, refine } => {
                let code = &context.conditions[*condition as usize];
                let value = context.evaluate(scratch, state, code);
                match value.as_bits() {
                    Some(bits) if (bits != 0) == *truth => Flow::On,
                    Some(_) => Flow::Dead,
                    None if value.is_symbolic() => {
                        let truth = *truth;
                        self.assume_term(state, tracks, edge, value, truth)
                    }
                    None if refine.is_empty() => Flow::On,
                    None => self.refine_by(state, tracks, edge),
                }
            }
            Action::Load { dst, layout, address } => {
                let pointer = context.pointer(scratch, state, address);
                let length = context.length(*layout);
                let (spot, validity) = context.check(state, pointer, address.root, Some(length), false);
                let (dst, layout) = (*dst, *layout);
                if validity == Validity::Valid {
                    let value = context.read_any(scratch, state, spot, layout, edge, tracks);
                    self.assign(state, dst, value, tracks);
                    return Flow::On;
                }
                if pointer.offset_term().is_some()
                    && let Some(flow) = self.access_at_term(state, tracks, edge, to, pointer, layout, Access::Load(dst))
                {
                    return flow;
                }
                let fate = self.judge(state, validity, spot, edge, to);
                if let Fate::Over(flow) = fate {
                    return flow;
                }
                let value = self.context.read_any(self.scratch.get_mut(), state, spot, layout, edge, tracks);
                self.assign(state, dst, value, tracks);
                self.end(state, fate, to)
            }
            Action::Store { layout, address, value } => {
                let pointer = context.pointer(scratch, state, address);
                let value = context.evaluate(scratch, state, value);
                let length = context.length(*layout);
                let (spot, validity) = context.check(state, pointer, address.root, Some(length), true);
                let layout = *layout;
                if validity == Validity::Valid {
                    context.write(scratch, state, spot, layout, value, tracks);
                    return Flow::On;
                }
                if pointer.offset_term().is_some()
                    && let Some(flow) =
                        self.access_at_term(state, tracks, edge, to, pointer, layout, Access::Store(value))
                {
                    return flow;
                }
                let fate = self.judge(state, validity, spot, edge, to);
                if let Fate::Over(flow) = fate {
                    return flow;
                }
                self.context.write(self.scratch.get_mut(), state, spot, layout, value, tracks);
                self.end(state, fate, to)
            }
            _ => self.other(state, tracks, edge, to),
        }
    }

    #[inline(never)]
    fn other(&mut self, state: &mut ValueState, tracks: &impl Tracks, edge: Edge, to: Location) -> Flow<ValueState> {
        // Held, since what follows changes the analysis.
        let actions = Rc::clone(&self.context.actions);
        let action = &actions[edge.index()];
        match action {
            Action::Allocate { dst, size, kind, site } => {
                let size = self.value(state, size).as_bits();
                self.allocate(state, tracks, *dst, size, *kind, *site);
                Flow::On
            }
            Action::Free { address, allocator } => self.free(state, edge, to, address, *allocator),
            Action::ScopeBegin { address } => self.scope(state, address, true),
            Action::ScopeEnd { address } => self.scope(state, address, false),
            Action::StackSave { dst, pointer } => {
                let token = u64::from(state.top.mark) + state.top.owned.len() as u64;
                let value = if state.top.blurred {
                    Value::UNKNOWN
                } else if *pointer {
                    Value::pointer(ObjectRef::NONE, token)
                } else {
                    Value::bits(token)
                };
                state.set(dst.slot, value);
                Flow::On
            }
            Action::StackRestore { token } => {
                let token = self.value(state, token);
                self.restore(state, token);
                Flow::On
            }
            Action::Copy { to: target, from, length } => {
                let length = self.value(state, length).as_bits();
                if length == Some(0) {
                    return Flow::On;
                }
                let (a, b) = (self.value(state, &from.code), self.value(state, &target.code));
                let (source, first) = self.context.check(state, a, from.root, length, false);
                let (spot, second) = self.context.check(state, b, target.root, length, true);
                let mut validity = first.and(second);
                if length.is_none() {
                    validity = validity.perhaps();
                }
                self.accessed(state, validity, spot, edge, to, |context, state| {
                    context.copy(state, spot, source, length, tracks);
                })
            }
            Action::Fill { to: target, byte, length } => {
                let length = self.value(state, length).as_bits();
                let byte = self.value(state, byte).as_bits().map(|b| b as u8);
                self.filled(state, tracks, edge, to, target, byte, length)
            }
            Action::Havoc { to: target, length } => {
                let length = self.value(state, length).as_bits();
                self.filled(state, tracks, edge, to, target, None, length)
            }
            Action::ObjectSize { dst, address } => {
                let pointer = self.value(state, &address.code);
                let value = match pointer.object() {
                    Some(object) => match self.context.extent(state, object) {
                        None => Value::bits(0),
                        Some((_, Life::Maybe)) | Some((None, Life::Live)) => Value::UNKNOWN,
                        Some((Some(size), Life::Live)) => Value::bits(size),
                        Some(_) => Value::bits(0),
                    },
                    None => Value::UNKNOWN,
                };
                self.assign(state, *dst, value, tracks);
                Flow::On
            }
            Action::Call { .. } => self.external(state, tracks, action, edge),
            Action::Return { values } => self.returns(state, values, edge, to),
            Action::VaStart { list } => self.va_start(state, tracks, edge, to, list),
            Action::Input { dst } => {
                self.assign_unknown(state, tracks, edge, *dst);
                Flow::On
            }
            Action::Violation { kind, ends } => {
                if self.context.program.property.monitors(*kind) {
                    state.violated = Some(Goal { kind: TargetKind::Violation(*kind), edge });
                } else if *ends {
                    // The execution ends behind the edge, not before it: automata see what happens
                    // here.
                    self.ends.entry(*kind).or_insert(edge);
                }
                Flow::On
            }
            Action::End => self.ends_program(state, edge),
            Action::Unsupported(what) => {
                state.violated = Some(Goal { kind: TargetKind::Unsupported(*what), edge });
                Flow::On
            }
            // The rest was done before.
            _ => Flow::On,
        }
    }

    /// A condition that is a term is taken, if it can hold.
    #[inline(never)]
    fn assume_term(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        value: Value,
        truth: bool,
    ) -> Flow<ValueState> {
        let scratch = self.scratch.get_mut();
        let Some(symbols) = &mut scratch.symbols else { return Flow::On };
        let Some(mut condition) = symbols.is_set(&scratch.wides, value) else { return Flow::On };
        if !truth {
            condition = symbols.build.not(condition);
        }
        if !self.can_hold(state, condition) {
            return Flow::Dead;
        }
        self.demand(state, tracks, edge, condition);
        self.refine_by(state, tracks, edge)
    }

    /// What a condition that is not decided tells.
    #[inline(never)]
    fn refine_by(&mut self, state: &mut ValueState, tracks: &impl Tracks, edge: Edge) -> Flow<ValueState> {
        let context = &self.context;
        let scratch = self.scratch.get_mut();
        for refinement in context.refinements(edge) {
            let place = refinement.place;
            let old = state.top.slots[place.slot as usize];
            if old.is_known() && !old.is_symbolic() {
                continue;
            }
            let value = context.evaluate(scratch, state, &refinement.value);
            let Ok(value) = refinement.solve(value) else { return Flow::Dead };
            // A term is as good as another.
            if !value.is_known() || value.is_symbolic() && old.is_symbolic() {
                continue;
            }
            if tracks.everything() || tracks.register(state.top.depth, place.register) {
                state.set(place.slot, value);
            }
            if let Some((address, layout)) = &refinement.cell {
                let pointer = context.pointer(scratch, state, address);
                let (spot, validity) =
                    context.check(state, pointer, address.root, Some(context.length(*layout)), false);
                if validity == Validity::Valid
                    && matches!(spot, Spot::Exact(..))
                    && !context.read(scratch, state, spot, *layout).is_known()
                {
                    context.write(scratch, state, spot, *layout, value, tracks);
                }
            }
        }
        Flow::On
    }

    /// Decides what becomes of a state whose step may not be valid.
    #[inline(never)]
    fn judge(&mut self, state: &mut ValueState, validity: Validity, spot: Spot, edge: Edge, to: Location) -> Fate {
        let property = &self.context.program.property;
        match validity {
            Validity::Valid => Fate::On,
            Validity::Invalid(kind) if property.monitors(kind) => {
                state.violated = Some(Goal { kind: TargetKind::Violation(kind), edge });
                Fate::Over(Flow::On)
            }
            Validity::Invalid(Violation::WildAccess) => {
                let what = match spot {
                    Spot::Exact(object, _) | Spot::Object(object) => object.target(),
                    Spot::Unknown(_) => Target::None,
                };
                let what = match what {
                    Target::Global(global) => beyond_declared(&self.context.program.globals[global].name),
                    _ => "an access to memory that is no object of the program".to_owned(),
                };
                let position = self.context.program.edges[edge].position;
                Fate::Over(Flow::Cut(Reason::Unsupported { what, position }))
            }
            Validity::Invalid(kind) => {
                self.ends.entry(kind).or_insert(edge);
                Fate::Over(Flow::Dead)
            }
            Validity::Maybe(kind) if property.monitors(kind) => {
                let mut bad = state.clone();
                bad.location = to;
                bad.violated = Some(Goal { kind: TargetKind::Violation(kind), edge });
                Fate::And(Box::new(bad))
            }
            Validity::Maybe(kind) => {
                self.ends.entry(kind).or_insert(edge);
                if kind == Violation::WildAccess && matches!(spot, Spot::Unknown(_)) {
                    use Violation::*;
                    for kind in [NullAccess, OutOfBounds, UseAfterFree, UseAfterScope] {
                        self.ends.entry(kind).or_insert(edge);
                    }
                }
                Fate::On
            }
        }
    }

    fn end(&self, state: &mut ValueState, fate: Fate, to: Location) -> Flow<ValueState> {
        match fate {
            Fate::On => Flow::On,
            Fate::Over(flow) => flow,
            Fate::And(bad) => {
                let mut good = state.clone();
                good.location = to;
                Flow::Split(vec![good, *bad])
            }
        }
    }

    /// Does something to a state if it is or may be valid.
    pub(super) fn accessed(
        &mut self,
        state: &mut ValueState,
        validity: Validity,
        spot: Spot,
        edge: Edge,
        to: Location,
        effect: impl FnOnce(&Context, &mut ValueState),
    ) -> Flow<ValueState> {
        let fate = self.judge(state, validity, spot, edge, to);
        if let Fate::Over(flow) = fate {
            return flow;
        }
        effect(&self.context, state);
        self.end(state, fate, to)
    }

    #[expect(clippy::too_many_arguments)]
    fn filled(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        edge: Edge,
        to: Location,
        target: &Address,
        byte: Option<u8>,
        length: Option<u64>,
    ) -> Flow<ValueState> {
        if length == Some(0) {
            return Flow::On;
        }
        let pointer = self.value(state, &target.code);
        let (spot, mut validity) = self.context.check(state, pointer, target.root, length, true);
        if length.is_none() {
            validity = validity.perhaps();
        }
        self.accessed(state, validity, spot, edge, to, |context, state| {
            context.fill(state, spot, byte, length, tracks);
        })
    }

    fn allocate(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        dst: Place,
        size: Option<u64>,
        kind: AllocationKind,
        site: Site,
    ) {
        let heap = matches!(kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
        if heap && !tracks.everything() && !tracks.register(state.top.depth, dst.register) {
            state.others |= self.context.leaks;
            return state.set(dst.slot, Value::UNKNOWN);
        }
        let bytes = match (kind, size) {
            (AllocationKind::ZeroedHeap, Some(size)) => super::bytes::Bytes::zeroed(size, self.context.pointer_size),
            _ => super::bytes::Bytes::default(),
        };
        let origin = Origin::Site(site, kind);
        let index = self.create(state, Object { origin, life: Life::Live, size, bytes, many: None });
        if kind == AllocationKind::ZeroedHeap && !tracks.everything() {
            let object = ObjectRef::allocated(index);
            let base = self.context.base(state, object);
            let mut gone = Vec::new();
            if let Some(o) = state.object(index) {
                o.bytes.for_each_word(size.unwrap_or(0), self.context.pointer_size, |word| {
                    if !tracks.word(object, base, word) {
                        gone.push(word);
                    }
                });
            }
            for word in gone {
                self.context.forget(state, Spot::Exact(object, 8 * word), 0, Some(8));
            }
        }
        if !heap {
            state.frame().owned.push(index);
        }
        state.set(dst.slot, Value::pointer(ObjectRef::allocated(index), 0));
    }

    /// Puts an object into the table; now and then forgets those that are gone.
    pub(super) fn create(&mut self, state: &mut ValueState, object: Object) -> u32 {
        if !self.context.keep_names && state.count >= self.collect_at {
            self.context.canonicalize(state);
            self.collect_at = (2 * state.count).max(64);
        }
        state.insert(object)
    }

    fn free(
        &mut self,
        state: &mut ValueState,
        edge: Edge,
        to: Location,
        address: &Address,
        allocator: Allocator,
    ) -> Flow<ValueState> {
        let pointer = self.value(state, &address.code);
        // A comparison with null takes a pointer for null that arithmetic has moved from its object
        // to address 0. It may not be freed; but only a program that keeps what arithmetic gives
        // can have it.
        let maybe_moved =
            self.context.keeps_moved_pointers && self.context.program.property.monitors(Violation::InvalidFree);
        if pointer == Value::NULL && !maybe_moved {
            return Flow::On;
        }
        let validity = match pointer {
            Value::NULL => Validity::Maybe(Violation::InvalidFree),
            pointer => self.context.check_free(state, pointer, allocator),
        };
        let spot = Spot::Unknown(None);
        self.accessed(state, validity, spot, edge, to, |context, state| match pointer.allocated() {
            None if pointer == Value::NULL => {}
            Some(index) => {
                if let Some(object) = state.object_mut(index) {
                    object.life = Life::Freed;
                    object.bytes = super::bytes::Bytes::default();
                }
            }
            None => context.free_unknown(state),
        })
    }

    /// The scope of a stack object begins or ends.
    fn scope(&mut self, state: &mut ValueState, address: &Address, begins: bool) -> Flow<ValueState> {
        let pointer = self.value(state, &address.code);
        let change = |object: &mut Object| match object.life {
            Life::Freed | Life::Returned => {}
            // It may be gone for good.
            Life::Maybe => object.bytes = super::bytes::Bytes::default(),
            Life::Live | Life::OutOfScope => {
                object.life = if begins { Life::Live } else { Life::OutOfScope };
                object.bytes = super::bytes::Bytes::default();
            }
        };
        match pointer.object().map(ObjectRef::target) {
            Some(Target::Allocated(index)) => {
                if let Some(object) = state.object_mut(index) {
                    change(object);
                    // A dynamic object does not come back.
                    if object.origin.is_dynamic() && object.life == Life::OutOfScope {
                        object.life = Life::Returned;
                        state.frame().owned.retain(|i| *i != index);
                    }
                }
            }
            Some(Target::Global(_)) => {
                let what = "the scope of a global".to_owned();
                return Flow::Cut(Reason::Unsupported { what, position: None });
            }
            Some(Target::None | Target::Function(_)) => {}
            None => {
                self.context.forget_unknown(state, address.root);
                self.context.rescope_unknown(state, address.root);
            }
        }
        Flow::On
    }

    /// Dynamic stack objects die that were created since a token was made.
    fn restore(&mut self, state: &mut ValueState, token: Value) {
        let token = token.as_bits().or(token.as_pointer().map(|(_, at)| at));
        let mark = u64::from(state.top.mark);
        let from = token.map_or(0, |t| t.saturating_sub(mark)) as usize;
        let owned = state.top.owned.clone();
        let mut kept = owned.get(..from).unwrap_or(&owned).to_vec();
        for index in owned.get(from..).unwrap_or(&[]) {
            match state.object_mut(*index) {
                Some(object) if object.origin.is_dynamic() => {
                    object.life = if token.is_some() { Life::Returned } else { Life::Maybe };
                    object.bytes = super::bytes::Bytes::default();
                    if token.is_none() {
                        kept.push(*index);
                    }
                }
                _ => kept.push(*index),
            }
        }
        let frame = state.frame();
        frame.owned = kept;
        frame.blurred |= token.is_none();
    }
}

impl Context {
    /// Any heap object may be freed.
    pub(super) fn free_unknown(&self, state: &mut ValueState) {
        self.dissolve(state);
        self.touch_outside(state, Outside::FREED);
        each_object(state, |object| {
            if object.origin.is_heap() && object.life == Life::Live {
                object.life = Life::Maybe;
            }
        });
    }

    /// The scope of any object that an unknown pointer can point to, or of one of this private
    /// site, may have begun or ended.
    pub(super) fn rescope_unknown(&self, state: &mut ValueState, root: Option<Site>) {
        if root.is_none() {
            self.touch_outside(state, Outside::RESCOPED);
        }
        self.dissolve(state);
        each_object(state, |object| {
            let hit = match root {
                Some(site) => matches!(object.origin, Origin::Site(s, _) if s == site),
                None => self.is_shared(object),
            };
            if hit && matches!(object.life, Life::Live | Life::OutOfScope) {
                object.life = Life::Maybe;
            }
        });
    }
}

/// Changes every object of the table.
pub(super) fn each_object(state: &mut ValueState, mut f: impl FnMut(&mut Object)) {
    let list: Vec<u32> = state.objects().iter().map(|(i, _)| *i).collect();
    for index in list {
        if let Some(object) = state.object_mut(index) {
            f(object);
        }
    }
}
