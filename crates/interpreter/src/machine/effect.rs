//! Operations that need the whole machine.

use super::trace::View;
use super::*;
use crate::code::{Effect, Insn};
use crate::memory::{Fault, id_of, origin_of};

impl Machine<'_> {
    /// Loads and stores that are more than moving bytes.
    pub(super) fn access(&mut self, insn: Insn) -> Result<(), Stop> {
        match insn {
            Insn::Load8 { dst, a } => self.load(Type::Int(8), dst, a),
            Insn::Load16 { dst, a } => self.load(Type::Int(16), dst, a),
            Insn::Load32 { dst, a } => self.load(Type::Int(32), dst, a),
            Insn::Load64 { dst, a } => self.load(Type::Int(64), dst, a),
            Insn::LoadPtr { dst, a } => self.load(Type::Ptr, dst, a),
            Insn::Store8 { a, b } => self.store(Type::Int(8), a, b),
            Insn::Store16 { a, b } => self.store(Type::Int(16), a, b),
            Insn::Store32 { a, b } => self.store(Type::Int(32), a, b),
            Insn::Store64 { a, b } => self.store(Type::Int(64), a, b),
            Insn::StorePtr { a, b } => self.store(Type::Ptr, a, b),
            _ => Ok(()),
        }
    }

    fn load(&mut self, ty: Type, dst: Slot, a: Slot) -> Result<(), Stop> {
        let pointer = self.get(a);
        let width = self.width(ty);
        let length = width.div_ceil(8) as usize;
        let value = if ty == Type::Ptr {
            Value::Small(self.memory.read_pointer(pointer, &mut self.outside)?)
        } else {
            let mut bytes = vec![0; length];
            self.memory.read(pointer, &mut bytes, &mut self.outside)?;
            Value::from_bytes(&bytes, width)
        };
        let wild = self.taint_of(a) != 0;
        self.set_value(dst, ty, &value, 0);
        if self.taint {
            let defined = self.memory.read_defined(pointer, length);
            let taint: Option<Vec<u8>> = match defined {
                _ if wild => Some(vec![0xff; length]),
                Some(bits) => Some(bits.iter().map(|b| !b).collect()),
                None => None,
            };
            if let Some(bits) = taint {
                let at = self.at(dst);
                let taint = &mut self.taints[at..at + slot_count(ty) as usize];
                store_value(taint, &Value::from_bytes(&bits, width));
                let tainted = taint.iter().any(|t| *t != 0);
                self.mark(tainted);
            }
        }
        Ok(())
    }

    fn store(&mut self, ty: Type, a: Slot, b: Slot) -> Result<(), Stop> {
        let pointer = self.get(a);
        let width = self.width(ty);
        let slots = self.get_all(b, ty);
        let bytes = load_value(slots, width).to_bytes(width);
        let target = if ty == Type::Ptr { origin_of(slots[0]) } else { 0 };
        let defined = if self.taint { self.defined_bits(b, ty) } else { None };
        self.memory.write(pointer, &bytes, target, defined.as_deref())?;
        Ok(())
    }

    /// The determined bits of a value, as memory keeps them; `None` if all are.
    fn defined_bits(&self, slot: Slot, ty: Type) -> Option<Vec<u8>> {
        let at = self.at(slot);
        let taint = &self.taints[at..at + slot_count(ty) as usize];
        if taint.iter().all(|t| *t == 0) {
            return None;
        }
        let width = self.width(ty);
        Some(load_value(taint, width).to_bytes(width).iter().map(|b| !b).collect())
    }

    pub(super) fn effect(&mut self, effect: &Effect) -> Result<(), Stop> {
        match *effect {
            Effect::Load { ty, dst, a } => self.load(ty, dst, a)?,
            Effect::Store { ty, a, b } => self.store(ty, a, b)?,
            Effect::Allocate { dst, size, align, kind, site } => self.allocate(dst, size, align, kind, site)?,
            Effect::Free { a, allocator } => self.free(self.get(a), allocator)?,
            Effect::ScopeBegin { a } => self.memory.begin_scope(id_of(self.get(a))),
            Effect::ScopeEnd { a } => self.end_scope(id_of(self.get(a))),
            Effect::StackSave { dst } => self.set(dst, self.stack_objects.len() as u128, 0),
            Effect::StackRestore { a } => self.restore_stack(self.get(a) as u64 as usize),
            Effect::Copy { to, from, length } => {
                let (to, from, length) = (self.get(to), self.get(from), self.get(length) as u64);
                self.memory.copy(to, from, length, &mut self.outside)?;
            }
            Effect::Fill { to, byte, length } => {
                let defined = !(self.taint_of(byte) as u8);
                self.memory.fill(self.get(to), self.get(byte) as u8, self.get(length) as u64, defined)?;
            }
            Effect::Havoc { to, length } => {
                let (to, length) = (self.get(to), self.get(length) as u64);
                if length > 0 {
                    let (_, offset) = self.memory.check(to, length, true).map_err(Trouble::from)?;
                    self.memory.havoc(id_of(to), offset, length as usize);
                }
            }
            Effect::ObjectSize { dst, a } => {
                let size = self.memory.object(id_of(self.get(a))).filter(|o| o.life() == Life::Live);
                self.set(dst, size.map_or(0, Object::size).into(), 0);
            }
            Effect::Call(ref call) => self.call(call)?,
            Effect::Return { ref values, n } => self.leave(values, n)?,
            Effect::VaStart { a } => self.va_start(self.get(a))?,
            Effect::Input { dst, ty, source } => self.input(dst, ty, source)?,
            Effect::StoreIndeterminate { ty, a, site } => self.store_indeterminate(ty, self.get(a), site)?,
            Effect::Output { descriptor, byte } => {
                let (descriptor, byte) = (self.get(descriptor) as u32 as i32, self.get(byte) as u8);
                self.outside.environment.write_byte(descriptor, byte);
            }
            Effect::Violation { kind, ends } => {
                if ends || self.options.property.monitors(kind) {
                    return Err(Stop::Violation(kind, describe_violation(kind).to_owned()));
                }
            }
            Effect::End { status } => {
                let status = self.get(status) as u32 as i32;
                return Err(self.exit(status));
            }
            Effect::Unsupported(reason) => return Err(Stop::Unsupported(self.program.symbol(reason).to_owned())),
            Effect::Stuck => return Err(Stop::Outcome(Outcome::Ended { cause: None })),
            Effect::Trace { edge, after_call } => {
                if let Some(tracer) = self.tracer.take() {
                    let view = View::new(self);
                    if after_call {
                        tracer.returned(&view, edge);
                    } else {
                        tracer.edge(&view, edge);
                    }
                    self.tracer = Some(tracer);
                }
            }
        }
        Ok(())
    }

    fn allocate(&mut self, dst: Slot, size: Slot, align: u32, kind: AllocationKind, site: Site) -> Result<(), Stop> {
        let size = self.get(size) as u64;
        let (origin, contents) = match kind {
            AllocationKind::Heap | AllocationKind::ZeroedHeap => {
                let number = self.heap_objects;
                self.heap_objects += 1;
                let zeroed = kind == AllocationKind::ZeroedHeap;
                let contents = if zeroed { Contents::Zero } else { Contents::Indeterminate };
                (ObjectOrigin::Heap { site, number }, contents)
            }
            AllocationKind::Stack | AllocationKind::Dynamic => {
                let occurrence = self.site_objects[site.index()];
                self.site_objects[site.index()] += 1;
                let dynamic = kind == AllocationKind::Dynamic;
                (ObjectOrigin::Stack { site, occurrence, dynamic }, Contents::Indeterminate)
            }
        };
        let id = if origin.is_heap() {
            let id = self.create(origin, size, align.into(), contents)?;
            self.memory.made_at(id, self.own_position());
            id
        } else {
            self.create_on_stack(origin, size, align.into(), contents)?
        };
        self.set(dst, self.pointer(id), 0);
        Ok(())
    }

    /// Where the user's own code is: at the innermost activation that is not one of the library's.
    fn own_position(&self) -> Option<Position> {
        let own = self.frames.iter().rev().find(|frame| !self.program.functions[frame.function].library)?;
        let source = own.code.sources.get(own.pc)?;
        self.program.edges[source.edge].position
    }

    /// Creates an object that dies with the current activation.
    pub(super) fn create_on_stack(
        &mut self,
        origin: ObjectOrigin,
        size: u64,
        align: u64,
        contents: Contents,
    ) -> Result<ObjectId, Stop> {
        let total = self.stack_bytes.checked_add(size).filter(|t| *t <= self.options.max_stack);
        let Some(total) = total else {
            return Err(Stop::Violation(
                Violation::StackOverflow,
                format!("stack objects outgrow {} bytes", self.options.max_stack),
            ));
        };
        let top = self.memory.stack_top();
        let id = self.create(origin, size, align, contents)?;
        self.stack_bytes = total;
        let dynamic = matches!(origin, ObjectOrigin::Stack { dynamic: true, .. });
        self.stack_objects.push(StackObject { id, dynamic, top });
        Ok(id)
    }

    /// Frees heap memory, by a function of the family that made it.
    fn free(&mut self, pointer: u128, allocator: Allocator) -> Result<(), Stop> {
        if let Some(object) = self.memory.object(id_of(pointer))
            && let ObjectOrigin::Heap { site, .. } = object.origin()
            && object.life() == Life::Live
            && self.program.sites[site].allocator != allocator
        {
            let fault = Fault { kind: Violation::InvalidFree, pointer, length: 0 };
            return Err(Stop::Trouble(Trouble::Fault(fault)));
        }
        Ok(self.memory.free(pointer)?)
    }

    /// The scope of a stack object ends; a dynamic one does not come back.
    fn end_scope(&mut self, id: ObjectId) {
        let mark = self.frame().mark;
        match self.stack_objects[mark..].iter().rposition(|o| o.id == id && o.dynamic) {
            Some(place) => {
                let object = self.stack_objects.remove(mark + place);
                if mark + place == self.stack_objects.len() {
                    self.memory.unwind(object.top);
                }
                self.stack_bytes -= self.memory.kill(id, Life::Returned);
            }
            None => self.memory.end_scope(id),
        }
    }

    /// Ends the life of dynamic objects created since the token was made.
    fn restore_stack(&mut self, token: usize) {
        let mark = token.max(self.frame().mark).min(self.stack_objects.len());
        let since = self.stack_objects.split_off(mark);
        let kept = since.iter().any(|o| !o.dynamic);
        if !kept && let Some(first) = since.first() {
            self.memory.unwind(first.top);
        }
        for object in since {
            if object.dynamic {
                self.stack_bytes -= self.memory.kill(object.id, Life::Returned);
            } else {
                self.stack_objects.push(object);
            }
        }
    }
}

/// What a violation that the program states means.
fn describe_violation(kind: Violation) -> &'static str {
    match kind {
        Violation::ErrorCall => "the error function was called",
        Violation::Assertion => "an assertion failed",
        Violation::Panic => "the program panicked",
        Violation::NullAccess => "access through a null pointer",
        Violation::WildAccess => "access through a pointer without an object",
        Violation::OutOfBounds => "access outside the bounds of an object",
        Violation::UseAfterFree => "access to freed memory",
        Violation::UseAfterScope => "access to a variable whose scope has ended",
        Violation::WriteToConstant => "write to a constant object",
        Violation::DoubleFree => "memory is freed twice",
        Violation::InvalidFree => "free of a pointer that is not the base of a heap object",
        Violation::LostMemory => "heap memory that no pointer reaches any more",
        Violation::UnfreedMemory => "heap memory not freed when the program ends",
        Violation::SignedOverflow => "signed arithmetic overflows",
        Violation::BadShift => "the shift amount is out of range",
        Violation::DivisionByZero => "division by zero",
        Violation::BadConversion => "the float does not fit into the integer type",
        Violation::Unreachable => "control reached a point declared unreachable",
        Violation::Trap => "the program trapped",
        Violation::IndeterminateBranch => "the branch depends on an indeterminate value",
        Violation::StackOverflow => "the call stack outgrew its limit",
        Violation::Specification => "a rule of the specification was broken",
    }
}
