//! Calls, returns and variable arguments.

use super::Stop;
use super::machine::{Machine, Mode, Rest};
use super::object::Content;
use super::value::*;
use adumbra_interpreter::Externals;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::*;
use std::rc::Rc;

impl Machine<'_> {
    /// Enters a function that has a body.
    pub(crate) fn enter(&mut self, call: Edge, callee: Function) -> Result<(), Stop> {
        let program = self.program;
        let Op::Call { callee: named, arguments, .. } = &program.edges[call].op else {
            return Err(Stop::Unsupported("a call by an edge that is no call".into()));
        };
        if let Callee::Indirect(expr) = named {
            let pointer = self.eval_pointer(*expr)?;
            self.demand_function(&pointer)?;
            let hit = self.is_function(&pointer, self.function(callee));
            self.assume(hit)?;
            self.check_types(call, callee)?;
        }
        let mut values = Vec::with_capacity(arguments.len());
        for expr in arguments {
            values.push((program.exprs.ty(*expr), self.eval(*expr)?));
        }
        let parameters = program.body(callee).map_or(&[][..], |b| &b.parameters);
        let rest = values.split_off(parameters.len().min(values.len()));
        if self.property.monitors(Violation::LostMemory)
            && let Some(last) = self.state.frames.len().checked_sub(1)
        {
            self.forget_across(last, call);
        }
        self.push_frame(callee, Rest::Known(rest));
        for (register, (_, value)) in parameters.iter().zip(values) {
            self.set(*register, value);
        }
        Ok(())
    }

    /// Demands that an indirect call goes to the start of a function.
    fn demand_function(&mut self, pointer: &Pointer) -> Result<(), Stop> {
        let mut valid = self.build.bool(false);
        for id in self.functions_of(pointer) {
            let hit = self.is_function(pointer, id);
            valid = self.build.or(valid, hit);
        }
        if pointer.cases.iter().any(|c| c.base == Base::Unknown) {
            return Err(Stop::Unsupported("a call through an unknown pointer".into()));
        }
        self.demand(valid, Violation::WildAccess)
    }

    /// An indirect call with other types than the function has is not modelled.
    fn check_types(&mut self, call: Edge, callee: Function) -> Result<(), Stop> {
        let program = self.program;
        let Op::Call { arguments, results, .. } = &program.edges[call].op else { return Ok(()) };
        let data = &program.functions[callee];
        let fixed = data.parameter_types.len();
        let count = arguments.len();
        let fits = (count == fixed || data.variadic && count > fixed)
            && arguments.iter().zip(&data.parameter_types).all(|(a, p)| program.exprs.ty(*a) == *p)
            && results.iter().map(|r| &program.registers[*r].ty).eq(&data.result_types);
        if fits {
            return Ok(());
        }
        Err(Stop::Unsupported(format!("an indirect call of `{}` with other types than it has", data.name)))
    }

    /// Calls a function without a body: it returns any value and writes what externals may write,
    /// or more.
    pub(crate) fn external(&mut self, call: Edge) -> Result<(), Stop> {
        let program = self.program;
        let Op::Call { callee, arguments, results } = &program.edges[call].op else { return Ok(()) };
        let mut pointers = Vec::new();
        for expr in arguments {
            if let Sym::Pointer(pointer) = self.eval(*expr)? {
                pointers.push(pointer);
            }
        }
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Indirect(expr) => {
                let pointer = self.eval_pointer(*expr)?;
                self.demand_function(&pointer)?;
                let mut places = Vec::new();
                for id in self.functions_of(&pointer) {
                    let has_body = program.body(Function::from_u32(id.0)).is_some();
                    if !has_body {
                        let when = self.is_function(&pointer, id);
                        let offset = self.offset(0);
                        places.push(super::access::Place { when, id, offset });
                    }
                }
                let function = Function::from_u32(self.one_place(places)?.id.0);
                self.check_types(call, function)?;
                function
            }
        };
        if program.body(function).is_some() {
            return Err(Stop::Unsupported("a call that passes over the body of the function".into()));
        }
        match self.externals {
            Externals::Pure => {}
            Externals::HavocArgs => self.havoc_objects(&pointers)?,
            Externals::HavocAll => self.forget_memory()?,
            Externals::Unknown => {
                let name = &program.functions[function].name;
                return Err(Stop::Unsupported(format!("a call of `{name}`, which is not defined")));
            }
        }
        for register in results {
            let value = self.external_result(function, program.registers[*register].ty)?;
            self.set(*register, value);
        }
        Ok(())
    }

    /// Everything in the objects that pointers may point to may have any value.
    fn havoc_objects(&mut self, pointers: &[Pointer]) -> Result<(), Stop> {
        for case in pointers.iter().flat_map(|p| &p.cases) {
            match case.base {
                Base::Nothing => {}
                Base::Unknown => return self.forget_memory(),
                Base::Object(id) => {
                    self.look_into(id)?;
                    if self.object(id).writable && self.object(id).accessible() {
                        self.writes_all(id)?;
                        self.forget(id);
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes the results of the current function; if nobody called it, the program ends.
    pub(crate) fn return_with(&mut self, values: &[ExprId]) -> Result<(), Stop> {
        let mut results = Vec::with_capacity(values.len());
        for expr in values {
            results.push(self.eval(*expr)?);
        }
        if self.state.frames.len() > 1 || self.watched.is_some() {
            self.frame_mut().returned = Some(results);
            return Ok(());
        }
        let mark = self.frame().mark;
        self.pop_stack(mark);
        self.frame_mut().registers.fill(None);
        self.finish()
    }

    /// Goes from the exit of a function to the location behind the call.
    pub(crate) fn leave(&mut self, call: Edge) -> Result<(), Stop> {
        let program = self.program;
        let mark = self.frame().mark;
        let Op::Call { results, .. } = &program.edges[call].op else { return Ok(()) };
        if self.state.frames.len() < 2 {
            return Err(Stop::Unsupported("a return from the entry function".into()));
        }
        self.pop_stack(mark);
        let returned = match self.state.frames.pop().map(Rc::unwrap_or_clone) {
            Some(frame) => frame.returned,
            None => None,
        };
        for (i, register) in results.iter().enumerate() {
            let value = returned.as_ref().and_then(|r| r.get(i)).cloned();
            let value = match value {
                Some(value) => value,
                None if self.mode == Mode::Anywhere => self.anything(program.registers[*register].ty),
                None => return Err(Stop::Unsupported("a function that returns without a value".into())),
            };
            self.set(*register, value);
        }
        Ok(())
    }

    /// Kills the stack objects above a mark.
    fn pop_stack(&mut self, mark: usize) {
        while self.state.stack.len() > mark {
            if let Some((id, _)) = self.state.stack.pop() {
                self.kill(id, Life::Returned);
            }
        }
    }

    /// Fills a `va_list` so that every argument is found in memory.
    pub(crate) fn va_start(&mut self, list: &Pointer) -> Result<(), Stop> {
        let wide = self.program.layout.model == DataModel::Lp64;
        let area = self.argument_area(wide)?;
        let zero = self.offset(0);
        let pointer = Sym::Pointer(Pointer::one(self.always, Base::Object(area), zero));
        if !wide {
            return self.store(list, Type::Ptr, &pointer);
        }
        let at = |m: &mut Self, by: u64| {
            let by = m.offset(by);
            let mut pointer = list.clone();
            for case in &mut pointer.cases {
                case.offset = m.build.add(case.offset, by);
            }
            pointer
        };
        if self.aim.is_some() {
            // Some part of the list cannot be written.
            let length = self.offset(24);
            let access = self.access(list, length, true)?;
            return self.demand_access(&[&access]);
        }
        let (general, floating) = (self.build.word(32, 48), self.build.word(32, 176));
        let registers = self.build.word(64, 0);
        self.store(list, Type::Int(32), &Sym::Bits(general))?;
        let next = at(self, 4);
        self.store(&next, Type::Int(32), &Sym::Bits(floating))?;
        let next = at(self, 8);
        self.store(&next, Type::Ptr, &pointer)?;
        let next = at(self, 16);
        self.store(&next, Type::Int(64), &Sym::Bits(registers))
    }

    /// The object that holds the variable arguments of the current activation.
    fn argument_area(&mut self, wide: bool) -> Result<ObjectId, Stop> {
        if let Some(id) = self.frame().rest_object {
            return Ok(id);
        }
        let (types, values): (Vec<Type>, Vec<Sym>) = match &self.frame().rest {
            Rest::Known(rest) => rest.iter().cloned().unzip(),
            Rest::Types(types) => (types.clone(), Vec::new()),
        };
        let known = matches!(self.frame().rest, Rest::Known(_));
        let slot = if wide { 8 } else { 4 };
        let (mut places, mut end) = (Vec::new(), 0u64);
        for ty in &types {
            let size = match ty {
                Type::Float(FloatKind::X87) if wide => 16,
                Type::Float(FloatKind::X87) => 12,
                _ => ty.store_size(&self.program.layout).next_multiple_of(slot),
            };
            if wide && size > 8 {
                end = end.next_multiple_of(16);
            }
            places.push(end);
            end += size;
        }
        let number = self.state.argument_objects;
        self.state.argument_objects += 1;
        let (size, zero) = (self.offset(end), self.build.word(8, 0));
        // An object that may exist already may have been written to.
        let contents = if known { Content::Fill(zero) } else { Content::Unset };
        let object = self.object_of(ObjectOrigin::Arguments(number), size, 16, contents);
        let id = self.create(object);
        self.state.stack.push((id, false));
        for ((ty, value), place) in types.iter().zip(&values).zip(places) {
            self.write(id, place, *ty, value, None);
        }
        self.frame_mut().rest_object = Some(id);
        Ok(id)
    }
}
