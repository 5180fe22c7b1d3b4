//! Accesses to memory: which are valid, and what they read and write.

use super::code::{Address, Layout};
use super::context::Context;
use super::outside::Outside;
use super::precision::Tracks;
use super::scalar::is_nan;
use super::scalar::{Content, ObjectRef, Target, Value};
use super::scratch::Scratch;
use super::state::{Life, Object, Origin, ValueState};
use adumbra_analyses::validity::Validity;
use adumbra_interpreter::eval;
use adumbra_program::*;

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    Exact(ObjectRef, u64),
    /// Somewhere in the object.
    Object(ObjectRef),
    /// To any object that an unknown pointer can reach, or to those of this private site.
    Unknown(Option<Site>),
}

impl Context {
    /// Where an access through a pointer goes, and whether it is valid. The length may be unknown.
    #[inline]
    pub(super) fn check(
        &self,
        state: &ValueState,
        pointer: Value,
        root: Option<Site>,
        length: Option<u64>,
        write: bool,
    ) -> (Spot, Validity) {
        let (object, offset) = match pointer.content() {
            Content::Pointer(object, offset) => (object, Some(offset)),
            Content::Somewhere(object) => (object, None),
            _ => return (Spot::Unknown(root), Validity::Maybe(Violation::WildAccess)),
        };
        let spot = offset.map_or(Spot::Object(object), |o| Spot::Exact(object, o));
        let invalid = |v| (spot, Validity::Invalid(v));
        let mut certain = true;
        let size = match object.target() {
            Target::None => {
                let null = offset.is_some_and(|o| o < 4096);
                return invalid(if null { Violation::NullAccess } else { Violation::WildAccess });
            }
            Target::Function(_) => return invalid(Violation::WildAccess),
            Target::Global(g) => Some(self.program.globals[g].size),
            Target::Allocated(index) => {
                let Some(o) = state.object(index) else {
                    return (Spot::Unknown(None), Validity::Maybe(Violation::WildAccess));
                };
                // A step unfolds runs before it accesses them.
                if o.many.is_some() {
                    return (Spot::Unknown(None), Validity::Maybe(Violation::WildAccess));
                }
                match o.life {
                    Life::Live => {}
                    Life::Maybe => certain = false,
                    _ if o.origin.is_heap() => return invalid(Violation::UseAfterFree),
                    _ => return invalid(Violation::UseAfterScope),
                }
                o.size
            }
        };
        let constant = || matches!(object.target(), Target::Global(g) if self.program.globals[g].constant);
        let fits = match (size, offset, length) {
            (Some(size), Some(offset), Some(length)) => Some(offset <= size && length <= size - offset),
            (Some(size), None, Some(length)) if length > size => Some(false),
            (Some(size), Some(offset), None) if offset > size => Some(false),
            _ => None,
        };
        let open = || matches!(object.target(), Target::Global(g) if self.program.globals[g].open);
        match fits {
            // What lies there is not known, and neither is whether it is valid.
            Some(false) if open() => invalid(Violation::WildAccess),
            Some(false) => invalid(Violation::OutOfBounds),
            _ if write && constant() => invalid(Violation::WriteToConstant),
            Some(true) if certain => (spot, Validity::Valid),
            Some(true) => {
                let heap = matches!(object.target(), Target::Allocated(i)
                    if state.object(i).is_some_and(|o| o.origin.is_heap()));
                let kind = if heap { Violation::UseAfterFree } else { Violation::UseAfterScope };
                (spot, Validity::Maybe(kind))
            }
            None => (spot, Validity::Maybe(Violation::OutOfBounds)),
        }
    }

    /// Whether a free is valid.
    pub(super) fn check_free(&self, state: &ValueState, pointer: Value, allocator: Allocator) -> Validity {
        let (object, offset) = match pointer.content() {
            Content::Pointer(ObjectRef::NONE, 0) => return Validity::Valid,
            Content::Pointer(object, offset) => (object, Some(offset)),
            Content::Somewhere(object) => (object, None),
            _ => return Validity::Maybe(Violation::InvalidFree),
        };
        let Target::Allocated(index) = object.target() else { return Validity::Invalid(Violation::InvalidFree) };
        match state.object(index) {
            None => Validity::Maybe(Violation::InvalidFree),
            Some(o) if o.many.is_some() => Validity::Maybe(Violation::InvalidFree),
            Some(o) if !o.origin.is_heap() => Validity::Invalid(Violation::InvalidFree),
            Some(o) if o.life == Life::Freed => Validity::Invalid(Violation::DoubleFree),
            Some(o) if matches!(o.origin, Origin::Site(site, _) if self.program.sites[site].allocator != allocator) => {
                Validity::Invalid(Violation::InvalidFree)
            }
            Some(_) if offset.is_some_and(|o| o != 0) => Validity::Invalid(Violation::InvalidFree),
            Some(o) if o.life == Life::Maybe => Validity::Maybe(Violation::DoubleFree),
            Some(_) if offset.is_none() => Validity::Maybe(Violation::InvalidFree),
            Some(_) => Validity::Valid,
        }
    }

    /// How many bytes a scalar takes in memory.
    #[inline(always)]
    pub(super) fn length(&self, layout: Layout) -> u64 {
        match layout {
            Layout::Small { bytes, .. } => bytes.into(),
            Layout::Pointer => self.pointer_size,
            Layout::Wide(ty) => ty.store_size(&self.program.layout),
        }
    }

    /// Reads a scalar.
    #[inline]
    pub(super) fn read(&self, scratch: &mut Scratch, state: &ValueState, spot: Spot, layout: Layout) -> Value {
        let Spot::Exact(object, offset) = spot else { return Value::UNKNOWN };
        let Some((bytes, start)) = self.bytes(state, object) else { return Value::UNKNOWN };
        let at = start.wrapping_add(offset);
        match layout {
            Layout::Small { bytes: length, mask, .. } => {
                bytes.read(at, length.into()).map_or(Value::UNKNOWN, |bits| Value::bits(bits & mask))
            }
            Layout::Pointer => bytes.read_pointer(at, self.pointer_size),
            Layout::Wide(ty) => match bytes.read_all(at, self.length(layout)) {
                Some(all) => {
                    let width = ty.bits(&self.program.layout);
                    scratch.wides.value(eval::Value::from_bytes(&all, width), width)
                }
                None => Value::UNKNOWN,
            },
        }
    }

    /// May all words of a range be kept?
    pub(super) fn keeps(
        &self,
        state: &ValueState,
        object: ObjectRef,
        offset: u64,
        length: u64,
        tracks: &impl Tracks,
    ) -> bool {
        let base = self.base(state, object);
        let last = offset.saturating_add(length.max(1) - 1) / 8;
        (offset / 8..=last).all(|word| tracks.word(object, base, word))
    }

    /// Writes a scalar.
    #[inline]
    pub(super) fn write(
        &self,
        scratch: &mut Scratch,
        state: &mut ValueState,
        spot: Spot,
        layout: Layout,
        value: Value,
        tracks: &impl Tracks,
    ) {
        let Spot::Exact(object, offset) = spot else { return self.forget(state, spot, 0, None) };
        let mut value = value;
        if !tracks.everything() && value.is_known() && !self.keeps(state, object, offset, self.length(layout), tracks) {
            value = Value::UNKNOWN;
        }
        if scratch.symbols.is_some() {
            let length = self.length(layout);
            self.take_apart(scratch, state, (object, offset), length);
            if value.is_symbolic() {
                value = self.stored(scratch, value, length);
            }
        }
        let size = self.pointer_size;
        let Some((bytes, start)) = self.bytes_mut(state, object) else { return };
        let at = start.wrapping_add(offset);
        match layout {
            Layout::Small { bytes: length, float, .. } => {
                let length = u64::from(length);
                match value.as_bits() {
                    Some(bits) if float.is_none_or(|kind| !self.nan(kind, bits)) => {
                        bytes.write(at, length, bits, size);
                    }
                    _ if value.is_symbolic() => bytes.write_pointer(at, size, value),
                    _ => bytes.forget(at, length, size),
                }
            }
            Layout::Pointer => bytes.write_pointer(at, size, value),
            Layout::Wide(_) if value.is_symbolic() => bytes.write_pointer(at, size, value),
            Layout::Wide(ty) => {
                let length = ty.store_size(&self.program.layout);
                let nan = |v: &eval::Value| matches!(ty, Type::Float(k) if is_nan(k, v, &self.program.layout));
                match scratch.wides.concrete(value) {
                    Some(v) if !nan(&v) => {
                        let all = v.to_bytes(ty.bits(&self.program.layout));
                        for (i, byte) in (0u64..).zip(all) {
                            bytes.write(at + i, 1, byte.into(), size);
                        }
                    }
                    _ => bytes.forget(at, length, size),
                }
            }
        }
    }

    /// The payload of a NaN is any: it is not kept in memory, where it could be read as an integer.
    fn nan(&self, kind: FloatKind, bits: u64) -> bool {
        match kind {
            FloatKind::Single => f32::from_bits(bits as u32).is_nan(),
            FloatKind::Double => f64::from_bits(bits).is_nan(),
            _ => is_nan(kind, &eval::Value::Small(bits.into()), &self.program.layout),
        }
    }

    /// Forgets what may be written: `skip` bytes from the spot on, as many as the length, or all
    /// that follow.
    pub(super) fn forget(&self, state: &mut ValueState, spot: Spot, skip: u64, length: Option<u64>) {
        let size = self.pointer_size;
        match spot {
            Spot::Exact(object, offset) => {
                let from = offset.saturating_add(skip);
                let end = match object.target() {
                    Target::Global(g) => self.program.globals[g].size,
                    _ => u64::MAX >> 8,
                };
                let length = length.unwrap_or(u64::MAX).min(end.saturating_sub(from));
                if let Some((bytes, start)) = self.bytes_mut(state, object) {
                    bytes.forget(start.saturating_add(from), length, size);
                }
            }
            Spot::Object(object) => self.forget(state, Spot::Exact(object, 0), 0, None),
            Spot::Unknown(root) => self.forget_unknown(state, root),
        }
    }

    /// Forgets all memory that an unknown pointer can reach.
    pub(super) fn forget_unknown(&self, state: &mut ValueState, root: Option<Site>) {
        self.dissolve(state);
        let hit = |object: &Object| match root {
            Some(site) => matches!(object.origin, Origin::Site(s, _) if s == site),
            None => self.is_shared(object),
        };
        if root.is_none() {
            state.shared = super::bytes::Bytes::default();
            self.touch_outside(state, Outside::WRITTEN);
        }
        let list: Vec<u32> =
            state.objects().iter().filter(|(_, o)| hit(o) && !o.bytes.is_empty()).map(|(i, _)| *i).collect();
        for index in list {
            if let Some(object) = state.object_mut(index) {
                object.bytes = super::bytes::Bytes::default();
            }
        }
    }

    /// Forgets all memory.
    pub(super) fn forget_all(&self, state: &mut ValueState) {
        self.dissolve(state);
        self.touch_outside(state, Outside::OVERWRITTEN);
        state.shared = super::bytes::Bytes::default();
        state.private = super::bytes::Bytes::default();
        let list: Vec<u32> = state.objects().iter().map(|(i, _)| *i).collect();
        for index in list {
            if let Some(object) = state.object_mut(index) {
                object.bytes = super::bytes::Bytes::default();
            }
        }
    }

    /// Copies bytes between two exact places, or forgets what may be written.
    pub(super) fn copy(&self, state: &mut ValueState, to: Spot, from: Spot, length: Option<u64>, tracks: &impl Tracks) {
        let (Spot::Exact(target, to_offset), Spot::Exact(source, from_offset), Some(length)) = (to, from, length)
        else {
            return self.forget(state, to, 0, length);
        };
        let Some((bytes, start)) = self.bytes(state, source) else { return self.forget(state, to, 0, Some(length)) };
        let (bytes, start) = (bytes.clone(), start);
        let size = self.pointer_size;
        if let Some((destination, base)) = self.bytes_mut(state, target) {
            destination.copy_from(base + to_offset, &bytes, start + from_offset, length, size);
        }
        self.restrict(state, target, to_offset, length, tracks);
    }

    /// Sets bytes, or forgets what may be written.
    pub(super) fn fill(
        &self,
        state: &mut ValueState,
        to: Spot,
        byte: Option<u8>,
        length: Option<u64>,
        tracks: &impl Tracks,
    ) {
        let (Spot::Exact(target, offset), Some(byte), Some(length)) = (to, byte, length) else {
            return self.forget(state, to, 0, length);
        };
        let size = self.pointer_size;
        if !tracks.everything() && length > 1 << 16 {
            return self.forget(state, to, 0, Some(length));
        }
        if let Some((bytes, base)) = self.bytes_mut(state, target) {
            bytes.fill(base + offset, length, byte, size);
        }
        self.restrict(state, target, offset, length, tracks);
    }

    /// Forgets the words of a range that are not tracked.
    fn restrict(&self, state: &mut ValueState, object: ObjectRef, offset: u64, length: u64, tracks: &impl Tracks) {
        if tracks.everything() || length == 0 {
            return;
        }
        let base = self.base(state, object);
        for word in offset / 8..=(offset + length - 1) / 8 {
            if !tracks.word(object, base, word) {
                let from = offset.max(8 * word);
                let end = (offset + length).min(8 * word + 8);
                self.forget(state, Spot::Exact(object, from), 0, Some(end - from));
            }
        }
    }

    /// The pointer that an address expression is.
    #[inline]
    pub(super) fn pointer(&self, scratch: &mut Scratch, state: &ValueState, address: &Address) -> Value {
        self.evaluate(scratch, state, &address.code)
    }
}
