//! Loads and stores, by region.
//!
//! A region that is one place is a variable; one of equal elements is an array of them, any other
//! an array of bytes. An array is indexed by the offset if all of it is in one object that exists
//! once, else by object and offset. A pointer is a pair of variables or of arrays. What a region of
//! pointers among bits holds is not known.
//!
//! An access that is not valid ends the execution, or is a violation that others look for, so that
//! a block goes on under the condition that the pointer is where an access can be valid. A pointer
//! that may come from nowhere (from storage without a value, from a number, from outside) may also
//! be *stray*: what is read through it is arbitrary, and what is written changes nothing that the
//! program has.

use crate::block::Block;
use crate::builder::Builder;
use crate::pointer::Pair;
use crate::value::Value;
use crate::variable::OBJECT_BITS;
use crate::variable::{Part, Place, Var};
use adumbra_dependence::{Content, RegionId, Shape};
use adumbra_program::{Edge, Type, Violation};
use adumbra_terms::{Sort, Term};
use std::sync::Arc;

/// Addresses below this one are taken for null.
const NULL_PAGE: u64 = 4096;

impl Builder {
    /// The condition that a pointer is where an access of a region can be valid. If it can come
    /// from nowhere, there is a second one: that it is in the object that the region is of.
    fn accessible(&mut self, region: Option<RegionId>, pointer: Pair, size: u64, stray: bool) -> (Term, Option<Term>) {
        let (object, offset) = pointer;
        let regions = Arc::clone(&self.regions);
        let data = region.map(|region| regions.get(region));
        let only = data.and_then(|data| Some((data, data.only?, self.object_number(data.only?)?)));
        match (data, only) {
            (_, Some((data, only, number))) => {
                let there = self.build.eq(object, number);
                let within = match (&data.shape, self.size_of(only)) {
                    (Shape::Scalar, _) => {
                        let at = self.offset(data.residue.unwrap_or(0));
                        self.build.eq(offset, at)
                    }
                    (_, Some(whole)) if whole >= size => {
                        let last = self.offset(whole - size);
                        self.build.ule(offset, last)
                    }
                    (_, Some(_)) => self.build.bool(false),
                    (_, None) => self.build.bool(true),
                };
                if stray && self.is_open(only) {
                    let known = self.build.and(there, within);
                    return (self.is_not_null(pointer), Some(known));
                }
                if !stray || self.build.terms.truth(there) == Some(true) {
                    return (self.build.and(there, within), None);
                }
                let somewhere = self.is_not_null(pointer);
                (self.build.ite(there, within, somewhere), Some(there))
            }
            (Some(_), None) if !stray => {
                let none = self.build.word(OBJECT_BITS, 0);
                let is_none = self.build.eq(object, none);
                (self.build.not(is_none), None)
            }
            (Some(_), None) => (self.is_not_null(pointer), None),
            (None, _) if stray => (self.is_not_null(pointer), Some(self.build.bool(false))),
            (None, _) => (self.build.bool(false), None),
        }
    }

    /// Is a pointer beyond the page of the null pointer, or into an object?
    fn is_not_null(&mut self, (object, offset): Pair) -> Term {
        let (none, page) = (self.build.word(OBJECT_BITS, 0), self.offset(NULL_PAGE));
        let is_none = self.build.eq(object, none);
        let low = self.build.ult(offset, page);
        let null = self.build.and(is_none, low);
        self.build.not(null)
    }

    /// Demands what makes an access possible; `false` if nothing does.
    fn demand_access(&mut self, block: &mut Block, edge: Edge, condition: Term) -> bool {
        if self.build.terms.truth(condition) != Some(true) && !self.program.property.monitors(Violation::OutOfBounds) {
            self.ends.entry(Violation::OutOfBounds).or_insert(edge);
        }
        block.demand(&mut self.build, condition)
    }

    /// The first value if a condition holds, else the second.
    pub(crate) fn either(&mut self, condition: Term, yes: Value, no: Value) -> Value {
        match (yes, no) {
            (Value::Bits(yes), Value::Bits(no)) => Value::Bits(self.build.ite(condition, yes, no)),
            (Value::Pointer { object: a, offset: x }, Value::Pointer { object: b, offset: y }) => {
                Value::Pointer { object: self.build.ite(condition, a, b), offset: self.build.ite(condition, x, y) }
            }
            (yes, _) => yes,
        }
    }

    /// The index of a place in the array of a region.
    pub(crate) fn index(&mut self, region: RegionId, (object, offset): Pair) -> Term {
        match self.indexed_by_offset(region) {
            true => offset,
            false => self.build.concat(object, offset),
        }
    }

    pub(crate) fn indexed_by_offset(&self, region: RegionId) -> bool {
        self.regions.get(region).only.is_some_and(|o| self.numbers.contains_key(&o))
    }

    /// The width of indices of a region.
    pub(crate) fn index_width(&self, region: RegionId) -> u32 {
        let width = self.program.layout.pointer_bits;
        if self.indexed_by_offset(region) { width } else { width + OBJECT_BITS }
    }

    fn index_sort(&mut self, region: RegionId) -> Sort {
        let width = self.index_width(region);
        self.build.terms.bv_sort(width)
    }

    /// The array of a region, or a part of it.
    pub(crate) fn array(&mut self, region: RegionId, part: Part, width: u32) -> Option<Var> {
        let index = self.index_sort(region);
        let element = self.build.terms.bv_sort(width);
        let sort = self.build.terms.array_sort(index, element).ok()?;
        let name = || format!("memory{}", region.as_u32());
        Some(self.variables.get(&mut self.build.terms, Place::Array(region), part, sort, name))
    }

    /// The arrays of a region, each with its width of elements.
    pub(crate) fn arrays(&mut self, region: RegionId) -> Vec<(Var, u32)> {
        let regions = Arc::clone(&self.regions);
        let data = regions.get(region);
        let parts: Vec<(Part, u32)> = match (&data.shape, &data.content) {
            (Shape::Scalar, _) | (Shape::Elements, Content::Mixed) => Vec::new(),
            (Shape::Elements, Content::Bits) => vec![(Part::Bits, 8 * data.size)],
            (Shape::Elements, Content::Pointer) => {
                vec![(Part::Object, OBJECT_BITS), (Part::Offset, self.program.layout.pointer_bits)]
            }
            (Shape::Bytes, _) => vec![(Part::Bits, 8)],
        };
        parts.into_iter().filter_map(|(part, width)| Some((self.array(region, part, width)?, width))).collect()
    }

    /// The type with which a scalar region is kept.
    pub(crate) fn cell_type(&self, region: RegionId) -> Option<Type> {
        let data = self.regions.get(region);
        match (&data.shape, &data.content) {
            (Shape::Scalar, Content::Bits) => Some(Type::Int(8 * data.size)),
            (Shape::Scalar, Content::Pointer) => Some(Type::Ptr),
            _ => None,
        }
    }

    /// Reads a value of a type; `None` if the access cannot be valid.
    pub(crate) fn load(&mut self, block: &mut Block, edge: Edge, pointer: Pair, ty: Type) -> Option<Value> {
        let size = ty.store_size(&self.program.layout);
        let (region, stray) = (self.regions.access(edge), self.regions.is_stray(edge));
        let (condition, there) = self.accessible(region, pointer, size, stray);
        if !self.demand_access(block, edge, condition) {
            return None;
        }
        if let Some(region) = region {
            self.note_read(block, region, pointer, there);
        }
        Some(match (region, there) {
            (None, _) => self.any(block, ty),
            (Some(region), None) => self.peek(block, region, pointer, ty),
            (Some(region), Some(there)) => {
                let (known, any) = (self.peek(block, region, pointer, ty), self.any(block, ty));
                self.either(there, known, any)
            }
        })
    }

    /// Reads a value without a look at the pointer.
    pub(crate) fn peek(&mut self, block: &mut Block, region: RegionId, pointer: Pair, ty: Type) -> Value {
        let value = self.peek_region(block, region, pointer, ty);
        if self.is_watched(region) { self.peek_watched(block, region, pointer, ty, value) } else { value }
    }

    fn peek_region(&mut self, block: &mut Block, region: RegionId, pointer: Pair, ty: Type) -> Value {
        let size = ty.store_size(&self.program.layout);
        let bits = ty.bits(&self.program.layout);
        let regions = Arc::clone(&self.regions);
        let data = regions.get(region);
        let fits = u64::from(data.size) == size;
        match (&data.shape, &data.content, ty == Type::Ptr) {
            (Shape::Scalar, Content::Pointer, true) if fits => self.read_place(block, Place::Cell(region), Type::Ptr),
            (Shape::Scalar, Content::Bits, false) if fits => {
                match self.read_place(block, Place::Cell(region), Type::Int(8 * data.size)) {
                    Value::Bits(term) => Value::Bits(self.build.resize(bits, term)),
                    pointer => pointer,
                }
            }
            (Shape::Elements, Content::Bits, false) | (Shape::Elements, Content::Pointer, true) if fits => {
                let index = self.index(region, pointer);
                let mut parts = Vec::new();
                for (var, _) in self.arrays(region) {
                    let array = block.value(&self.variables, var);
                    let element = self.build.terms.select(array, index);
                    parts.push(self.build.simple(element));
                }
                match *parts {
                    [object, offset] => Value::Pointer { object, offset },
                    [term] => Value::Bits(self.build.resize(bits, term)),
                    _ => self.any(block, ty),
                }
            }
            (Shape::Bytes, _, false) => {
                let Some((var, _)) = self.arrays(region).first().copied() else { return self.any(block, ty) };
                let array = block.value(&self.variables, var);
                let mut whole: Option<Term> = None;
                for byte in 0..size {
                    let index = self.byte_index(region, pointer, byte);
                    let element = self.build.terms.select(array, index);
                    let element = self.build.simple(element);
                    whole = Some(match whole {
                        Some(low) => self.build.concat(element, low),
                        None => element,
                    });
                }
                match whole {
                    Some(term) => Value::Bits(self.build.resize(bits, term)),
                    None => self.any(block, ty),
                }
            }
            _ => self.any(block, ty),
        }
    }

    fn byte_index(&mut self, region: RegionId, (object, offset): Pair, byte: u64) -> Term {
        let by = self.offset(byte);
        let offset = self.build.add(offset, by);
        self.index(region, (object, offset))
    }

    /// Writes a value of a type; `false` if the access cannot be valid.
    pub(crate) fn store(&mut self, block: &mut Block, edge: Edge, pointer: Pair, ty: Type, value: Value) -> bool {
        let size = ty.store_size(&self.program.layout);
        let (region, stray) = (self.regions.access(edge), self.regions.is_stray(edge));
        let (condition, there) = self.accessible(region, pointer, size, stray);
        if !self.demand_access(block, edge, condition) {
            return false;
        }
        match (region, there) {
            (None, _) => {}
            (Some(region), None) => self.poke(block, region, pointer, ty, value),
            (Some(region), Some(there)) => {
                let before = self.peek(block, region, pointer, ty);
                let value = self.either(there, value, before);
                self.poke(block, region, pointer, ty, value);
            }
        }
        true
    }

    /// Writes a value without a look at the pointer.
    pub(crate) fn poke(&mut self, block: &mut Block, region: RegionId, pointer: Pair, ty: Type, value: Value) {
        if self.is_watched(region) {
            self.poke_watched(block, region, pointer, value);
        }
        let size = ty.store_size(&self.program.layout);
        let regions = Arc::clone(&self.regions);
        let data = regions.get(region);
        let fits = u64::from(data.size) == size;
        match (&data.shape, &data.content, value) {
            (Shape::Scalar, Content::Pointer, Value::Pointer { .. }) if fits => {
                self.write_place(block, Place::Cell(region), Type::Ptr, value);
            }
            (Shape::Scalar, Content::Bits, Value::Bits(term)) if fits => {
                let term = self.build.resize(8 * data.size, term);
                self.write_place(block, Place::Cell(region), Type::Int(8 * data.size), Value::Bits(term));
            }
            (Shape::Elements, Content::Bits, Value::Bits(_))
            | (Shape::Elements, Content::Pointer, Value::Pointer { .. })
                if fits =>
            {
                let index = self.index(region, pointer);
                let parts = match value {
                    Value::Bits(term) => vec![self.build.resize(8 * data.size, term)],
                    Value::Pointer { object, offset } => vec![object, offset],
                };
                for ((var, _), part) in self.arrays(region).into_iter().zip(parts) {
                    self.put(block, var, index, part);
                }
            }
            (Shape::Bytes, _, _) => {
                let Some((var, _)) = self.arrays(region).first().copied() else { return };
                let term = match value {
                    Value::Bits(term) => self.build.resize(8 * size as u32, term),
                    // The bytes of a pointer depend on where its object is.
                    Value::Pointer { .. } => self.input(block, 8 * size as u32),
                };
                for byte in 0..size {
                    let index = self.byte_index(region, pointer, byte);
                    let low = 8 * byte as u32;
                    let part = self.build.extract(low + 7, low, term);
                    self.put(block, var, index, part);
                }
            }
            _ => self.havoc(block, region),
        }
    }

    fn put(&mut self, block: &mut Block, var: Var, index: Term, element: Term) {
        let array = block.value(&self.variables, var);
        let stored = self.build.terms.store(array, index, element);
        let stored = self.build.simple(stored);
        block.set(&self.variables, var, stored);
    }

    /// Makes a region arbitrary.
    pub(crate) fn havoc(&mut self, block: &mut Block, region: RegionId) {
        if self.is_watched(region) {
            self.havoc_watched(block, region);
        }
        if let Some(ty) = self.cell_type(region) {
            let any = self.any(block, ty);
            self.write_place(block, Place::Cell(region), ty, any);
        }
        for (var, _) in self.arrays(region) {
            let sort = self.build.terms.sort(self.variables.term(var));
            let any = self.input_of(block, sort);
            block.set(&self.variables, var, any);
        }
    }
}
