//! Calls, returns and variable arguments.

use super::*;
use crate::code::CallInfo;
use crate::environment::Question;
use crate::memory::{id_of, origin_of};

/// A value with its type and its taint, between two frames.
pub(super) type Passed = (Type, Vec<u128>, Vec<u128>);

impl Machine<'_> {
    pub(super) fn call(&mut self, call: &CallInfo) -> Result<(), Stop> {
        let function = match call.direct {
            Some(function) => function,
            None => self.callee(call)?,
        };
        if self.program.functions[function].body.is_none() {
            return self.external(function, call);
        }
        self.steps += u64::from(call.n);
        let done = self.enter_with(function, call);
        if done.is_err() {
            // The edge is counted where the run ends.
            self.steps -= u64::from(call.n);
        }
        done
    }

    /// The function that an indirect call enters.
    fn callee(&mut self, call: &CallInfo) -> Result<Function, Stop> {
        let pointer = self.get(call.pointer);
        if self.taint_of(call.pointer) != 0 {
            let message = "the target of the call is an indeterminate value".to_owned();
            return Err(Stop::Violation(Violation::IndeterminateBranch, message));
        }
        let object = self.memory.object(id_of(pointer));
        let function = match object.map(Object::origin) {
            Some(ObjectOrigin::Function(f)) if self.functions[f] == pointer_to(id_of(pointer), pointer as u64) => f,
            _ => {
                let address = pointer as u64;
                let (kind, message) = match object {
                    None if address < 4096 => (Violation::NullAccess, "call through a null pointer".to_owned()),
                    None => (Violation::WildAccess, format!("call of {address:#x}, which is no function")),
                    Some(o) => {
                        let name = o.describe(self.program);
                        (Violation::WildAccess, format!("call of a pointer into {name}, which is no function"))
                    }
                };
                return Err(Stop::Violation(kind, message));
            }
        };
        let data = &self.program.functions[function];
        let fixed = data.parameter_types.len();
        let count = call.arguments.len();
        let fits = (count == fixed || data.variadic && count > fixed)
            && call.arguments.iter().zip(&data.parameter_types).all(|((_, a), p)| a == p)
            && call.results.iter().map(|(_, t)| t).eq(&data.result_types);
        if fits {
            Ok(function)
        } else {
            Err(Stop::Unsupported(format!("an indirect call of `{}` with other types than it has", data.name)))
        }
    }

    /// Enters a function with the arguments of a call.
    fn enter_with(&mut self, function: Function, call: &CallInfo) -> Result<(), Stop> {
        let code = self.code(function)?;
        let fixed = code.parameters.len().min(call.arguments.len());
        let rest = match &call.arguments[fixed..] {
            [] => Vec::new(),
            rest => rest.iter().map(|(slot, ty)| self.take_out(*slot, *ty)).collect(),
        };
        let (caller, tainted) = (self.frame().base, self.frame().tainted);
        self.enter(function, Rc::clone(&code), rest)?;
        let callee = self.frame().base;
        for ((from, ty), (to, _)) in call.arguments.iter().zip(&code.parameters) {
            let (from, to) = (caller + *from as usize, callee + *to as usize);
            let range = from..from + slot_count(*ty) as usize;
            if tainted {
                self.mark(self.taints[range.clone()].iter().any(|t| *t != 0));
                self.taints.copy_within(range.clone(), to);
            }
            self.slots.copy_within(range, to);
        }
        Ok(())
    }

    fn take_out(&self, slot: Slot, ty: Type) -> Passed {
        let at = self.at(slot);
        let range = at..at + slot_count(ty) as usize;
        let taints = if self.taint { self.taints[range.clone()].to_vec() } else { Vec::new() };
        (ty, self.slots[range].to_vec(), taints)
    }

    /// Makes a frame.
    pub(super) fn enter(&mut self, function: Function, code: Rc<Code>, rest: Vec<Passed>) -> Result<(), Stop> {
        let bytes = 16 * self.slots.len() as u64;
        if self.frames.len() >= self.options.max_frames || bytes > self.options.max_memory {
            let message = format!("{} activations at a time", self.frames.len());
            return Err(Stop::Violation(Violation::StackOverflow, message));
        }
        let base = self.slots.len();
        self.slots.extend_from_slice(&code.template);
        if self.taint {
            self.taints.resize(self.slots.len(), 0);
        }
        let (mark, top) = (self.stack_objects.len(), self.memory.stack_top());
        self.frames.push(Frame { function, code, base, pc: 0, tainted: false, mark, top, rest, rest_object: 0 });
        Ok(())
    }

    /// Returns from the current function.
    pub(super) fn leave(&mut self, values: &[(Slot, Type)], n: u32) -> Result<(), Stop> {
        if self.frames.len() == 1 {
            let status = values.first().map_or(0, |(slot, _)| self.get(*slot) as u32 as i32);
            let mark = self.frame().mark;
            self.pop_stack_objects(mark);
            self.slots.clear();
            return Err(self.exit(status));
        }
        self.steps += u64::from(n);
        let (mark, top) = (self.frame().mark, self.frame().top);
        if self.stack_objects.len() > mark {
            self.pop_stack_objects(mark);
            self.memory.unwind(top);
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let depth = self.frames.len();
        let caller = &mut self.frames[depth - 1];
        let crate::code::Insn::Effect { index } = caller.code.insns[caller.pc] else { return Ok(()) };
        let crate::code::Effect::Call(call) = &caller.code.effects[index as usize] else { return Ok(()) };
        for ((from, ty), (to, _)) in values.iter().zip(&call.results) {
            let (from, to) = (frame.base + *from as usize, caller.base + *to as usize);
            let range = from..from + slot_count(*ty) as usize;
            if frame.tainted || caller.tainted {
                caller.tainted |= self.taints[range.clone()].iter().any(|t| *t != 0);
                self.taints.copy_within(range.clone(), to);
            }
            self.slots.copy_within(range, to);
        }
        caller.pc += 1;
        self.slots.truncate(frame.base);
        self.taints.truncate(frame.base);
        Ok(())
    }

    /// Calls a function that is not defined.
    fn external(&mut self, function: Function, call: &CallInfo) -> Result<(), Stop> {
        let program = self.program;
        let name = &program.functions[function].name;
        self.externals.insert(name.clone());
        let pointers = call.arguments.iter().filter(|(_, ty)| *ty == Type::Ptr);
        let roots: Vec<ObjectId> = pointers.map(|(slot, _)| origin_of(self.get(*slot))).collect();
        match self.options.externals {
            Externals::Pure => {}
            Externals::Unknown => return Err(Stop::Unsupported(format!("a call of `{name}`, which is not defined"))),
            Externals::HavocArgs => self.havoc_objects(&roots),
            Externals::HavocAll => {
                let mut roots = roots;
                roots.extend(self.globals.values().map(|p| id_of(*p)));
                roots.extend(self.memory.exposed_objects().map(Object::id));
                let reached: Vec<ObjectId> = self.memory.reachable(roots).into_iter().collect();
                self.havoc_objects(&reached);
            }
        }
        for (slot, ty) in &call.results {
            let value = self.ask(Question::External(name), *ty)?;
            self.set_value(*slot, *ty, &value, 0);
        }
        self.steps += u64::from(call.n);
        Ok(())
    }

    fn havoc_objects(&mut self, ids: &[ObjectId]) {
        for id in ids {
            if let Some(object) = self.memory.object(*id)
                && object.writable()
                && object.size() > 0
            {
                let size = object.size() as usize;
                self.memory.havoc(*id, 0, size);
            }
        }
    }

    /// Fills a `va_list` so that every argument is found in memory.
    ///
    /// On x86-64 the register areas count as used up, so all arguments come from the overflow area:
    /// slots of 8 bytes, 16-byte alignment for what needs it. On i386 a `va_list` is a pointer to
    /// slots of 4 bytes.
    pub(super) fn va_start(&mut self, list: u128) -> Result<(), Stop> {
        let wide = self.program.layout.model == DataModel::Lp64;
        let area = self.argument_area(wide)?;
        let base = self.pointer(area);
        let address = base as u64;
        if !wide {
            self.memory.write(list, &address.to_le_bytes()[..4], area, None)?;
            return Ok(());
        }
        self.memory.write(list, &48u32.to_le_bytes(), 0, None)?;
        self.memory.write(list + 4, &176u32.to_le_bytes(), 0, None)?;
        self.memory.write(list + 8, &address.to_le_bytes(), area, None)?;
        self.memory.write(list + 16, &[0; 8], 0, None)?;
        Ok(())
    }

    /// The object that holds the variable arguments of the current activation.
    fn argument_area(&mut self, wide: bool) -> Result<ObjectId, Stop> {
        let depth = self.frames.len() - 1;
        if self.frames[depth].rest_object != 0 {
            return Ok(self.frames[depth].rest_object);
        }
        let rest = std::mem::take(&mut self.frames[depth].rest);
        let slot = if wide { 8 } else { 4 };
        let mut places = Vec::new();
        let mut end = 0u64;
        for (ty, ..) in &rest {
            let size = match ty {
                Type::Float(FloatKind::X87) if wide => 16,
                Type::Float(FloatKind::X87) => 12,
                _ => u64::from(self.width(*ty).div_ceil(8)).next_multiple_of(slot),
            };
            if wide && size > 8 {
                end = end.next_multiple_of(16);
            }
            places.push(end);
            end += size;
        }
        let origin = ObjectOrigin::Arguments(self.argument_objects);
        self.argument_objects += 1;
        let id = self.create_on_stack(origin, end, 16, Contents::Zero)?;
        let base = self.pointer(id);
        for ((ty, value, taint), place) in rest.iter().zip(places) {
            let width = self.width(*ty);
            let bytes = load_value(value, width).to_bytes(width);
            let target = if *ty == Type::Ptr { origin_of(value[0]) } else { 0 };
            let defined: Option<Vec<u8>> = taint
                .iter()
                .any(|t| *t != 0)
                .then(|| load_value(taint, width).to_bytes(width).iter().map(|b| !b).collect());
            self.memory.write(base + u128::from(place), &bytes, target, defined.as_deref())?;
        }
        let frame = &mut self.frames[depth];
        frame.rest = rest;
        frame.rest_object = id;
        Ok(id)
    }
}
