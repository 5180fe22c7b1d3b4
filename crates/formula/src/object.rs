//! Objects and their numbers.
//!
//! Objects that exist once have fixed numbers, from 1. All others get the number of the counter of
//! objects when they are created, so that they are different from each other. When the counter
//! cannot grow any more, the number is any.

use crate::block::Block;
use crate::builder::Builder;
use crate::variable::{OBJECT_BITS, Part, Place, Var};
use adumbra_dependence::AbstractObject;
use adumbra_program::{Callee, Edge, Op, Site};
use adumbra_terms::Term;

impl Builder {
    /// The number of an object that exists once.
    pub(crate) fn object_number(&mut self, object: AbstractObject) -> Option<Term> {
        let number = *self.numbers.get(&object)?;
        Some(self.build.word(OBJECT_BITS, number))
    }

    /// The object that a site creates, if it exists once. In a function that allocates for others
    /// it is named by the call that entered it.
    pub(crate) fn created(&self, block: &Block, site: Site) -> Option<AbstractObject> {
        let called = block.calls.iter().rev().map(|call| AbstractObject::Called(site, *call));
        called.chain([AbstractObject::Site(site)]).find(|object| self.numbers.contains_key(object))
    }

    /// The object that has a fixed number.
    pub(crate) fn object_of(&self, number: Term) -> Option<AbstractObject> {
        let number = self.build.number(number)?;
        self.fixed.get((number as usize).checked_sub(1)?).copied()
    }

    /// The size of an object that exists once, if it is known.
    pub(crate) fn size_of(&self, object: AbstractObject) -> Option<u64> {
        match object {
            AbstractObject::Global(global) => Some(self.program.globals[global].size),
            AbstractObject::Site(site) | AbstractObject::Called(site, _) => self.site_sizes.get(&site).copied(),
            AbstractObject::Function(_) | AbstractObject::Arguments(_) | AbstractObject::Copied(_) => None,
        }
    }

    /// May the object go on behind its size?
    pub(crate) fn is_open(&self, object: AbstractObject) -> bool {
        matches!(object, AbstractObject::Global(global) if self.program.globals[global].open)
    }

    /// The counter of objects.
    pub(crate) fn counter(&mut self) -> Var {
        let sort = self.build.terms.bv_sort(OBJECT_BITS);
        self.variables.get(&mut self.build.terms, Place::NextObject, Part::Bits, sort, || "objects".into())
    }

    /// A number for a new object.
    pub(crate) fn new_number(&mut self, block: &mut Block) -> Term {
        let counter = self.counter();
        let next = block.value(&self.variables, counter);
        let last = self.build.word(OBJECT_BITS, u64::from(u32::MAX));
        let one = self.build.word(OBJECT_BITS, 1);
        let full = self.build.eq(next, last);
        let after = self.build.add(next, one);
        let after = self.build.ite(full, last, after);
        block.set(&self.variables, counter, after);
        match self.build.terms.truth(full) {
            Some(false) => next,
            _ => {
                let any = self.input(block, OBJECT_BITS);
                self.build.ite(full, any, next)
            }
        }
    }

    /// Is an edge executed at most once in a run of the program?
    pub(crate) fn at_most_once(&mut self, edge: Edge) -> bool {
        if let Some(known) = self.once_edges.get(&edge) {
            return *known;
        }
        let program = std::sync::Arc::clone(&self.program);
        // Against recursion, which is no single execution.
        self.once_edges.insert(edge, false);
        let function = program.function_of(program.edges[edge].from);
        let once = !self.cyclic[program.edges[edge].from.as_u32() as usize] && {
            let data = &program.functions[function];
            let mut calls = program
                .edges
                .iter()
                .filter(|(_, e)| matches!(e.op, Op::Call { callee: Callee::Direct(f), .. } if f == function));
            let (first, second) = (calls.next(), calls.next());
            !data.address_taken
                && match (first, second) {
                    (None, _) => true,
                    (Some((call, _)), None) => function != program.entry && self.at_most_once(call),
                    _ => false,
                }
        };
        self.once_edges.insert(edge, once);
        once
    }
}
