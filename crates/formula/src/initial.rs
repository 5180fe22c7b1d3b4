//! The state in which a program starts.

use crate::block::Block;
use crate::builder::Builder;
use crate::value::Value;
use adumbra_dependence::{AbstractObject, RegionId, Run, Shape};
use adumbra_program::*;
use adumbra_terms::{Bits, Term};
use std::sync::Arc;

/// Most elements of an array whose first contents are written down one by one; of more than these
/// nothing is said.
const MOST_ELEMENTS: u64 = 1 << 12;

impl Builder {
    /// The block of nothing but the start of the program: globals have their first contents.
    pub fn initial(&mut self) -> Block {
        let mut block = Block::default();
        let (counter, first) = (self.counter(), self.first_number());
        block.set(&self.variables, counter, first);
        self.begin_watching(&mut block);
        let (program, regions) = (Arc::clone(&self.program), Arc::clone(&self.regions));
        for (global, data) in program.globals.iter() {
            let Some(init) = &data.init else { continue };
            let mut begun: Vec<RegionId> = Vec::new();
            for run in regions.initial(global) {
                let alone = regions.get(run.region).only == Some(AbstractObject::Global(global));
                if alone && !begun.contains(&run.region) {
                    begun.push(run.region);
                    self.zero_region(&mut block, run.region);
                }
                self.begin(&mut block, global, init, run, alone);
            }
        }
        block
    }

    /// Writes the first contents of some places; only those that are not zero, if the rest is zero
    /// already.
    fn begin(&mut self, block: &mut Block, global: Global, init: &Initializer, run: &Run, zeroed: bool) {
        let regions = Arc::clone(&self.regions);
        let bytes = regions.get(run.region).shape == Shape::Bytes;
        // Places of bytes one by one, others by element.
        let (size, inner) = if bytes { (1, run.size) } else { (run.size, 1) };
        // Behind this all is zero; the bytes of pointers need not be written down.
        let width = self.program.layout.pointer_bytes();
        let pointers = init.relocations.iter().map(|r| r.offset + width).max().unwrap_or(0);
        let end = pointers.max(init.bytes.len() as u64);
        let touched = |offset: u64| {
            (offset..offset + size).any(|i| init.bytes.get(i as usize).is_some_and(|b| *b != 0))
                || init.relocations.iter().any(|r| r.offset < offset + size && r.offset + width > offset)
        };
        let reach = end.saturating_sub(run.offset).div_ceil(run.stride.max(1));
        let most = if zeroed { reach.min(run.count) } else { run.count };
        if most.saturating_mul(inner) > MOST_ELEMENTS {
            if zeroed && (init.bytes.iter().any(|b| *b != 0) || !init.relocations.is_empty()) {
                self.havoc(block, run.region);
            }
            return;
        }
        for number in 0..most {
            for byte in 0..inner {
                let offset = run.offset + number * run.stride + byte;
                if !zeroed || touched(offset) {
                    self.begin_place(block, run.region, global, init, offset);
                }
            }
        }
    }

    /// Writes what a global holds at an offset in the beginning.
    fn begin_place(&mut self, block: &mut Block, region: RegionId, global: Global, init: &Initializer, offset: u64) {
        let regions = Arc::clone(&self.regions);
        let data = regions.get(region);
        let size = if data.shape == Shape::Bytes { 1 } else { u64::from(data.size) };
        let Some((object, _)) = self.pointer_to(AbstractObject::Global(global)) else { return };
        let place = (object, self.offset(offset));
        let width = self.program.layout.pointer_bytes();
        let touched = init.relocations.iter().find(|r| r.offset < offset + size && r.offset + width > offset);
        let pointers = data.content == adumbra_dependence::Content::Pointer && data.shape != Shape::Bytes;
        let (ty, value) = match (touched, pointers) {
            (Some(relocation), true) if relocation.offset == offset => {
                let target = match relocation.target {
                    RelocationTarget::Global(g) => AbstractObject::Global(g),
                    RelocationTarget::Function(f) => AbstractObject::Function(f),
                };
                let value = match self.pointer_to(target) {
                    Some((object, _)) => Value::Pointer { object, offset: self.offset(relocation.addend as u64) },
                    None => self.any(block, Type::Ptr),
                };
                (Type::Ptr, value)
            }
            (None, true) => {
                let number = self.constant(init, offset, size);
                let (none, _) = self.null();
                let offset = self.build.resize(self.program.layout.pointer_bits, number);
                (Type::Ptr, Value::Pointer { object: none, offset })
            }
            (Some(_), true) => (Type::Ptr, self.any(block, Type::Ptr)),
            (None, false) => (Type::Int(8 * size as u32), Value::Bits(self.constant(init, offset, size))),
            // A byte of a pointer depends on where its object is.
            (Some(_), false) => {
                let any = self.input(block, 8 * size as u32);
                (Type::Int(8 * size as u32), Value::Bits(any))
            }
        };
        self.poke(block, region, place, ty, value);
    }

    fn constant(&mut self, init: &Initializer, offset: u64, size: u64) -> Term {
        let bytes: Vec<u8> =
            (offset..offset + size).map(|i| init.bytes.get(i as usize).copied().unwrap_or(0)).collect();
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let bits = Bits::from_words(8 * size as u32, words);
        self.build.terms.bv(&bits)
    }
}
