//! Moves make blocks longer.

use crate::block::Block;
use crate::builder::{Builder, Stepped};
use crate::pointer::Pair;
use crate::value::Value;
use crate::variable::OBJECT_BITS;
use crate::variable::Place;
use adumbra_dependence::{AbstractObject, Content, Piece, RegionId, Shape};
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_terms::{Bits, Term};
use std::rc::Rc;
use std::sync::Arc;

/// Most elements of an object that are made arbitrary one by one.
const MOST_RENEWED: u64 = 64;

impl Builder {
    /// Makes a block longer by a move.
    pub fn step(&mut self, block: &mut Block, step: Move) -> Stepped {
        self.new_stamp();
        let program = Arc::clone(&self.program);
        let result = match step {
            Move::Edge(edge) => self.operation(block, edge, &program.edges[edge].op),
            Move::Enter { call, callee } => self.enter(block, &program, call, callee),
            Move::Leave { call, callee } => self.leave(block, &program, call, callee),
        };
        match result {
            Ok(true) => Stepped::On,
            Ok(false) => Stepped::Dead,
            Err(what) => Stepped::Unsupported(what),
        }
    }

    pub(crate) fn set_register(&mut self, block: &mut Block, register: Register, value: Value) {
        let (ty, activation) = (self.program.registers[register].ty, self.activation(block, register));
        self.write_place(block, Place::Register(register, activation), ty, value);
    }

    fn set_any(&mut self, block: &mut Block, register: Register) {
        let any = self.any(block, self.program.registers[register].ty);
        self.set_register(block, register, any);
    }

    /// What an operation does; `false` if no execution takes it.
    fn operation(&mut self, block: &mut Block, edge: Edge, op: &Op) -> Result<bool, String> {
        let regions = Arc::clone(&self.regions);
        match op {
            Op::Nop | Op::ScopeEnd { .. } | Op::StackRestore { .. } | Op::Output { .. } | Op::Violation(_) => {}
            Op::End { .. } | Op::Unsupported(_) | Op::Free { .. } => {}
            Op::Assign(pairs) => {
                let mut values = Vec::with_capacity(pairs.len());
                for (register, expr) in pairs {
                    values.push((*register, self.eval(block, *expr)?));
                }
                for (register, value) in values {
                    self.set_register(block, register, value);
                }
            }
            Op::Assume { condition, truth } => {
                let bit = self.eval_bits(block, *condition)?;
                let holds = self.build.is_set(bit);
                let holds = if *truth { holds } else { self.build.not(holds) };
                return Ok(block.demand(&mut self.build, holds));
            }
            Op::Load { register, address } => {
                let pointer = self.eval_pointer(block, *address)?;
                let ty = self.program.registers[*register].ty;
                match self.load(block, edge, pointer, ty) {
                    Some(value) => self.set_register(block, *register, value),
                    None => return Ok(false),
                }
            }
            Op::Store { address, value } => {
                let pointer = self.eval_pointer(block, *address)?;
                let ty = self.program.exprs.ty(*value);
                let value = self.eval(block, *value)?;
                return Ok(self.store(block, edge, pointer, ty, value));
            }
            Op::Allocate { register, site, kind, .. } => {
                if self.may_be_named_by_call(*site) {
                    let number = self.any_number(block);
                    self.renew(block, edge, number);
                    let offset = self.offset(0);
                    self.set_register(block, *register, Value::Pointer { object: number, offset });
                    return Ok(true);
                }
                let once = self.created(block, *site);
                let number = match once.and_then(|object| self.object_number(object)) {
                    Some(number) => {
                        if !matches!(once, Some(AbstractObject::Called(..))) {
                            self.renew(block, edge, number);
                        }
                        number
                    }
                    None => self.new_number(block),
                };
                let offset = self.offset(0);
                if let (Some(object), AllocationKind::ZeroedHeap) = (once, kind) {
                    self.zero(block, edge, object);
                }
                self.set_register(block, *register, Value::Pointer { object: number, offset });
            }
            Op::ScopeBegin { address } => {
                let (object, _) = self.eval_pointer(block, *address)?;
                self.renew(block, edge, object);
            }
            Op::StackSave { register } => self.set_any(block, *register),
            Op::Copy { to, from, .. } => {
                let (to, from) = (self.eval_pointer(block, *to)?, self.eval_pointer(block, *from)?);
                match regions.copy(edge) {
                    Some(pieces) => self.copy(block, to, from, pieces),
                    None => self.havoc_all(block, regions.written(edge)),
                }
            }
            Op::Fill { to, byte, .. } => {
                let to = self.eval_pointer(block, *to)?;
                let byte = self.eval_bits(block, *byte)?;
                match regions.fill(edge) {
                    Some(pieces) => self.fill(block, to, byte, pieces),
                    None => self.havoc_all(block, regions.written(edge)),
                }
            }
            Op::Havoc { .. } | Op::VaStart { .. } => self.havoc_all(block, regions.written(edge)),
            Op::ObjectSize { register, .. } | Op::Input { register, .. } => self.set_any(block, *register),
            Op::Call { results, .. } => {
                // A function without a body.
                if self.externals != Externals::Pure {
                    self.havoc_all(block, &regions.iter().map(|(region, _)| region).collect::<Vec<_>>());
                }
                for register in results {
                    self.set_any(block, *register);
                }
            }
            Op::Return { values } => {
                let mut results = Vec::with_capacity(values.len());
                for expr in values {
                    results.push((self.program.exprs.ty(*expr), self.eval(block, *expr)?));
                }
                for (number, (ty, value)) in (0u32..).zip(results) {
                    let place = Place::Result(number, ty.bits(&self.program.layout));
                    self.write_place(block, place, ty, value);
                }
            }
        }
        Ok(true)
    }

    fn havoc_all(&mut self, block: &mut Block, regions: &[RegionId]) {
        for region in regions {
            self.havoc(block, *region);
        }
    }

    /// An object begins anew at an edge: its contents are arbitrary.
    fn renew(&mut self, block: &mut Block, edge: Edge, object: Term) {
        // What was never accessed before is arbitrary already.
        if self.at_most_once(edge) {
            return;
        }
        let regions = Arc::clone(&self.regions);
        let size = self.object_of(object).and_then(|object| self.size_of(object));
        for region in regions.written(edge) {
            let data = regions.get(*region);
            let elements = match (data.shape, data.residue, size) {
                (Shape::Elements, Some(residue), Some(size)) if data.only.is_none() => {
                    let step = u64::from(data.size.max(1));
                    Some((residue % step, step, size / step))
                }
                (Shape::Bytes, _, Some(size)) if data.only.is_none() => Some((0, 1, size)),
                _ => None,
            };
            match elements {
                Some((first, step, count)) if count <= MOST_RENEWED => {
                    for place in 0..count {
                        let ty = self.piece_type(*region, step as u32);
                        let any = self.any(block, ty);
                        let offset = self.offset(first + place * step);
                        self.poke(block, *region, (object, offset), ty, any);
                    }
                }
                _ => self.havoc(block, *region),
            }
        }
    }

    /// The contents of an object that begins with zeros, as far as they are known to be that.
    fn zero(&mut self, block: &mut Block, edge: Edge, object: AbstractObject) {
        let regions = Arc::clone(&self.regions);
        let alone: Vec<RegionId> =
            regions.written(edge).iter().copied().filter(|r| regions.get(*r).only == Some(object)).collect();
        for region in alone {
            self.zero_region(block, region);
        }
    }

    /// Makes all of a region zero.
    pub(crate) fn zero_region(&mut self, block: &mut Block, region: RegionId) {
        if self.is_watched(region) {
            self.zero_watched(block, region);
        }
        if let Some(ty) = self.cell_type(region) {
            let zero = match ty {
                Type::Ptr => {
                    let (object, offset) = self.null();
                    Value::Pointer { object, offset }
                }
                _ => Value::Bits(self.build.terms.bv(&Bits::zero(ty.bits(&self.program.layout)))),
            };
            self.write_place(block, Place::Cell(region), ty, zero);
        }
        for (var, width) in self.arrays(region) {
            let sort = self.build.terms.sort(self.variables.term(var));
            let zero = self.build.terms.bv(&Bits::zero(width));
            let zeros = self.build.terms.const_array(sort, zero);
            block.set(&self.variables, var, zeros);
        }
    }

    /// The type with which a piece of memory is moved.
    fn piece_type(&self, region: RegionId, size: u32) -> Type {
        match self.regions.get(region).content {
            Content::Pointer => Type::Ptr,
            _ => Type::Int(8 * size),
        }
    }

    fn copy(&mut self, block: &mut Block, to: Pair, from: Pair, pieces: &[Piece]) {
        let mut moved = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let ty = self.piece_type(piece.from, piece.size);
            let by = self.offset(piece.offset);
            let source = (from.0, self.build.add(from.1, by));
            let value = self.peek(block, piece.from, source, ty);
            let place = (to.0, self.build.add(to.1, by));
            moved.push((piece.to, place, ty, value));
        }
        for (region, place, ty, value) in moved {
            self.poke(block, region, place, ty, value);
        }
    }

    fn fill(&mut self, block: &mut Block, to: Pair, byte: Term, pieces: &[Piece]) {
        for piece in pieces {
            let by = self.offset(piece.offset);
            let place = (to.0, self.build.add(to.1, by));
            let ty = self.piece_type(piece.to, piece.size);
            let value = match (ty, self.build.number(byte)) {
                (Type::Ptr, Some(0)) => {
                    let (object, offset) = self.null();
                    Value::Pointer { object, offset }
                }
                (Type::Ptr, _) => self.any(block, Type::Ptr),
                _ => {
                    let repeated = self.build.terms.repeat(piece.size, byte);
                    Value::Bits(self.build.simple(repeated))
                }
            };
            self.poke(block, piece.to, place, ty, value);
        }
    }

    fn enter(&mut self, block: &mut Block, program: &Program, call: Edge, callee: Function) -> Result<bool, String> {
        let Op::Call { callee: target, arguments, .. } = &program.edges[call].op else {
            return Err("a call that is none".into());
        };
        if let Callee::Indirect(pointer) = target {
            let pointer = self.eval_pointer(block, *pointer)?;
            let function = match self.pointer_to(AbstractObject::Function(callee)) {
                Some(function) => function,
                None => return Err("a function without a number".into()),
            };
            let (object, offset) = (self.build.eq(pointer.0, function.0), self.build.eq(pointer.1, function.1));
            let same = self.build.and(object, offset);
            if !block.demand(&mut self.build, same) {
                return Ok(false);
            }
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.eval(block, *argument)?);
        }
        let caller = program.function_of(program.edges[call].from);
        let across = self.live_across(call);
        self.keep_registers(block, caller, block.calls.len() as u32, |r| across.contains(&r));
        Rc::make_mut(&mut block.calls).push(call);
        let parameters = program.body(callee).map(|body| body.parameters.as_slice()).unwrap_or_default();
        for (parameter, value) in parameters.iter().zip(values) {
            self.set_register(block, *parameter, value);
        }
        Ok(true)
    }

    fn leave(&mut self, block: &mut Block, program: &Program, call: Edge, callee: Function) -> Result<bool, String> {
        let Op::Call { results, .. } = &program.edges[call].op else { return Err("a call that is none".into()) };
        if block.calls.last() != Some(&call) {
            return Ok(false);
        }
        let mut values = Vec::with_capacity(results.len());
        for (number, register) in (0u32..).zip(results) {
            let ty = program.registers[*register].ty;
            let place = Place::Result(number, ty.bits(&program.layout));
            values.push((*register, self.read_place(block, place, ty)));
        }
        self.keep_registers(block, callee, block.calls.len() as u32, |_| false);
        Rc::make_mut(&mut block.calls).pop();
        for (register, value) in values {
            self.set_register(block, register, value);
        }
        Ok(true)
    }

    /// The counter of objects at the start of the program.
    pub(crate) fn first_number(&mut self) -> Term {
        self.build.word(OBJECT_BITS, self.fixed.len() as u64 + 1)
    }
}
