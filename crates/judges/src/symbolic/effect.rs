//! Allocation, scopes, the stack, and what happens when the program ends.

use super::Stop;
use super::machine::{Machine, Mode};
use super::object::Content;
use super::value::*;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::*;
use adumbra_terms::Term;

impl Machine<'_> {
    /// Creates an object.
    pub(crate) fn allocate(&mut self, size: Term, align: u32, kind: AllocationKind, site: Site) -> ObjectId {
        let zero = self.build.word(8, 0);
        let (origin, rest) = match kind {
            AllocationKind::Heap | AllocationKind::ZeroedHeap => {
                let number = self.state.heap_objects;
                self.state.heap_objects += 1;
                let zeroed = kind == AllocationKind::ZeroedHeap;
                (ObjectOrigin::Heap { site, number }, if zeroed { Content::Fill(zero) } else { Content::Unset })
            }
            AllocationKind::Stack | AllocationKind::Dynamic => {
                let count = self.state.site_objects.entry(site).or_default();
                let occurrence = *count;
                *count += 1;
                let dynamic = kind == AllocationKind::Dynamic;
                (ObjectOrigin::Stack { site, occurrence, dynamic }, Content::Unset)
            }
        };
        if self.build.number(size).is_none() {
            // A model with small objects can be replayed.
            let small = self.offset(1 << 16);
            let small = self.build.ule(size, small);
            self.wishes.push(small);
        }
        let object = self.object_of(origin, size, align, rest);
        let id = self.create(object);
        if let ObjectOrigin::Stack { dynamic, .. } = origin {
            self.state.stack.push((id, dynamic));
        }
        id
    }

    /// The scope of an object begins or ends.
    pub(crate) fn scope(&mut self, pointer: &Pointer, begins: bool) -> Result<(), Stop> {
        let mut places = Vec::new();
        for case in &pointer.cases {
            match case.base {
                Base::Object(id) if self.object(id).around.is_none() => {
                    self.look_into(id)?;
                    places.push(super::access::Place { when: case.when, id, offset: case.offset });
                }
                Base::Nothing if pointer.cases.len() == 1 => return Ok(()),
                _ => return Err(Stop::Unsupported("the scope of an unknown object".into())),
            }
        }
        let id = self.one_place(places)?.id;
        let object = self.object_mut(id);
        if begins {
            if matches!(object.life, Life::Freed | Life::Returned) {
                return Ok(());
            }
            object.life = Life::Live;
            object.epoch += 1;
            object.rest = Content::Unset;
            object.cells.clear();
        } else if object.life == Life::Live {
            // A dynamic object does not come back.
            let dynamic = matches!(object.origin, ObjectOrigin::Stack { dynamic: true, .. });
            object.life = if dynamic { Life::Returned } else { Life::OutOfScope };
        }
        Ok(())
    }

    /// Remembers how many stack objects there are.
    pub(crate) fn save_stack(&mut self, register: Register) {
        let ty = self.program.registers[register].ty;
        let count = self.state.stack.len() as u64;
        if self.mode == Mode::Anywhere {
            let value = self.anything(ty);
            return self.set(register, value);
        }
        let width = ty.bits(&self.program.layout);
        let term = self.build.word(width, count);
        let value = match ty {
            Type::Ptr => Sym::Pointer(Pointer::one(self.always, Base::Nothing, term)),
            _ => Sym::Bits(term),
        };
        self.set(register, value);
    }

    /// Ends the life of dynamic objects created since the token was made.
    pub(crate) fn restore_stack(&mut self, token: Term) -> Result<(), Stop> {
        if self.mode == Mode::Anywhere {
            // It is not known which objects are older than the token.
            self.doubt(|o| matches!(o.origin, ObjectOrigin::Stack { dynamic: true, .. }));
            return Ok(());
        }
        let Some(token) = self.build.number(token) else {
            return Err(Stop::Unsupported("a stack restore with an unknown token".into()));
        };
        let mark = (token as usize).max(self.frame().mark).min(self.state.stack.len());
        for (id, dynamic) in self.state.stack.split_off(mark) {
            if dynamic {
                self.kill(id, Life::Returned);
            } else {
                self.state.stack.push((id, false));
            }
        }
        Ok(())
    }

    /// The size of the object that a pointer points into.
    pub(crate) fn object_size(&mut self, pointer: &Pointer) -> Result<Term, Stop> {
        let mut result = self.offset(0);
        for case in &pointer.cases {
            if let Base::Object(id) = case.base {
                self.look_into(id)?;
            }
            match case.base {
                Base::Object(id) if self.object(id).doubtful || self.object(id).around.is_some() => {
                    let width = self.pointer_bits();
                    return Ok(self.build.fresh("any", width));
                }
                Base::Object(id) if self.object(id).life == Life::Live => {
                    let size = self.object(id).size;
                    result = self.build.ite(case.when, size, result);
                }
                Base::Unknown => {
                    let width = self.pointer_bits();
                    return Ok(self.build.fresh("any", width));
                }
                _ => {}
            }
        }
        Ok(result)
    }
}
