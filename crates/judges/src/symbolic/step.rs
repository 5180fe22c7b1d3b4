//! Moves and their operations.

use super::Stop;
use super::machine::Machine;
use super::value::*;
use adumbra_program::*;
use adumbra_stop::spend;

/// The work of a move, without what the solver is asked.
const MOVE: u64 = 1_500;

impl Machine<'_> {
    /// Makes a move.
    pub(crate) fn step(&mut self, step: Move) -> Result<(), Stop> {
        self.steps = self.steps.wrapping_add(1);
        spend(MOVE);
        if self.steps.is_multiple_of(64)
            && let Some(reason) = self.limits.reached()
        {
            return Err(Stop::Limit(reason.to_string()));
        }
        if self.state.ended {
            let never = self.build.bool(false);
            return self.assume(never);
        }
        self.new_stamp();
        self.edge = Some(step.edge());
        match step {
            Move::Edge(edge) => self.operation(edge),
            Move::Enter { call, callee } => self.enter(call, callee),
            Move::Leave { call, .. } => self.leave(call),
        }
    }

    /// Executes the operation of an edge.
    fn operation(&mut self, edge: Edge) -> Result<(), Stop> {
        let program = self.program;
        let data = &program.edges[edge];
        match &data.op {
            Op::Nop => {}
            Op::Assign(pairs) => {
                let mut values = smallvec::SmallVec::<[Sym; 4]>::new();
                for (_, expr) in pairs {
                    values.push(self.eval(*expr)?);
                }
                for ((register, _), value) in pairs.iter().zip(values) {
                    self.set(*register, value);
                }
            }
            Op::Assume { condition, truth } => {
                let bit = self.eval_bits(*condition)?;
                let holds = self.build.is_set(bit);
                let wanted = if *truth { holds } else { self.build.not(holds) };
                self.assume(wanted)?;
            }
            Op::Load { register, address } => {
                let pointer = self.eval_pointer(*address)?;
                let value = self.load(&pointer, program.registers[*register].ty)?;
                self.set(*register, value);
            }
            Op::Store { address, value } => {
                let pointer = self.eval_pointer(*address)?;
                let stored = self.eval(*value)?;
                self.store(&pointer, program.exprs.ty(*value), &stored)?;
            }
            Op::Allocate { register, size, align, kind, site } => {
                let size = self.eval_bits(*size)?;
                let id = self.allocate(size, *align, *kind, *site);
                let zero = self.offset(0);
                self.set(*register, Sym::Pointer(Pointer::one(self.always, Base::Object(id), zero)));
            }
            Op::Free { address, allocator } => {
                let pointer = self.eval_pointer(*address)?;
                self.free(&pointer, *allocator)?;
            }
            Op::ScopeBegin { address } => {
                let pointer = self.eval_pointer(*address)?;
                self.scope(&pointer, true)?;
            }
            Op::ScopeEnd { address } => {
                let pointer = self.eval_pointer(*address)?;
                self.scope(&pointer, false)?;
            }
            Op::StackSave { register } => self.save_stack(*register),
            Op::StackRestore { token } => {
                let token = self.eval_bits(*token)?;
                self.restore_stack(token)?;
            }
            Op::Copy { to, from, length } => {
                let (to, from) = (self.eval_pointer(*to)?, self.eval_pointer(*from)?);
                let length = self.eval_bits(*length)?;
                self.copy(&to, &from, length)?;
            }
            Op::Fill { to, byte, length } => {
                let to = self.eval_pointer(*to)?;
                let (byte, length) = (self.eval_bits(*byte)?, self.eval_bits(*length)?);
                self.fill(&to, Some(byte), length)?;
            }
            Op::Havoc { to, length } => {
                let to = self.eval_pointer(*to)?;
                let length = self.eval_bits(*length)?;
                self.fill(&to, None, length)?;
            }
            Op::ObjectSize { register, address } => {
                let pointer = self.eval_pointer(*address)?;
                let size = self.object_size(&pointer)?;
                self.set(*register, Sym::Bits(size));
            }
            Op::Call { .. } => self.external(edge)?,
            Op::Return { values } => self.return_with(values)?,
            Op::VaStart { list } => {
                let pointer = self.eval_pointer(*list)?;
                self.va_start(&pointer)?;
            }
            Op::Input { register, source } => {
                let value = self.input(program.registers[*register].ty, *source)?;
                self.set(*register, value);
            }
            Op::Output { descriptor, byte } => {
                self.eval(*descriptor)?;
                self.eval(*byte)?;
            }
            Op::Violation(kind) => {
                let ends = program.out_edges(data.to).len() == 0;
                if ends {
                    self.may_end(*kind);
                }
                self.state.ended |= ends || self.property.monitors(*kind);
            }
            Op::End { status } => {
                self.eval(*status)?;
                self.finish()?;
            }
            Op::Unsupported(_) => self.state.ended = true,
        }
        Ok(())
    }
}
