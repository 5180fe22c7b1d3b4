//! Reading and writing objects.

use super::*;

/// Bytes taken out of memory with all that belongs to them, to be written elsewhere.
struct Piece {
    bytes: Vec<u8>,
    /// Offsets, relative to the piece, of bytes without a value.
    unset: Vec<usize>,
    pointers: Vec<(usize, ObjectId)>,
    defined: Option<Vec<u8>>,
}

impl Memory {
    /// Reads `N` plain bytes; `None` if there is more to do than that.
    #[inline(always)]
    pub(crate) fn read_plain<const N: usize>(&self, pointer: u128) -> Option<[u8; N]> {
        let id = id_of(pointer);
        let object = self.objects.get(id as u32 as usize)?;
        if object.live != id || !object.plain {
            return None;
        }
        let offset = (pointer as u64).wrapping_sub(object.base);
        object.bytes.get(offset as usize..)?.first_chunk::<N>().copied()
    }

    /// Writes `N` bytes where nothing but the bytes changes; `false` if there is more to do than
    /// that.
    #[inline(always)]
    pub(crate) fn write_plain<const N: usize>(&mut self, pointer: u128, bytes: [u8; N]) -> bool {
        let id = id_of(pointer);
        let Some(object) = self.objects.get_mut(id as u32 as usize) else { return false };
        if object.live != id || !object.plain || !object.writable {
            return false;
        }
        let offset = (pointer as u64).wrapping_sub(object.base);
        match object.bytes.get_mut(offset as usize..).and_then(|b| b.first_chunk_mut::<N>()) {
            Some(place) => {
                *place = bytes;
                true
            }
            None => false,
        }
    }

    /// Reads up to 8 bytes that have values and are not part of a pointer; `None` if there is more
    /// to do than that.
    pub(crate) fn read_mixed(&self, pointer: u128, length: usize) -> Option<u64> {
        let id = id_of(pointer);
        let object = self.objects.get(id as u32 as usize)?;
        let offset = (pointer as u64).wrapping_sub(object.base) as usize;
        if object.live != id
            || offset.checked_add(length)? > object.bytes.len()
            || !object.defined.covers(offset, length)
            || object.initialised.as_ref().is_some_and(|m| !m.covers(offset, length))
            || object.provenance.as_ref().is_some_and(|p| p.touches(offset, length))
        {
            return None;
        }
        let mut buffer = [0; 8];
        buffer[..length].copy_from_slice(&object.bytes[offset..offset + length]);
        Some(u64::from_le_bytes(buffer))
    }

    /// Writes up to 8 bytes over none of a pointer; `false` if there is more to do than that.
    pub(crate) fn write_mixed(&mut self, pointer: u128, length: usize, value: u64) -> bool {
        let id = id_of(pointer);
        let Some(object) = self.objects.get_mut(id as u32 as usize) else { return false };
        let offset = (pointer as u64).wrapping_sub(object.base) as usize;
        if object.live != id
            || !object.writable
            || offset.checked_add(length).is_none_or(|end| end > object.bytes.len())
            || object.provenance.as_ref().is_some_and(|p| p.touches(offset, length))
        {
            return false;
        }
        object.bytes[offset..offset + length].copy_from_slice(&value.to_le_bytes()[..length]);
        let mut complete = false;
        if let Some(mask) = &mut object.initialised {
            mask.set(offset, length);
            complete |= mask.is_full();
        }
        if !matches!(object.defined, Definedness::All) {
            complete |= object.defined.set(object.bytes.len(), offset, length, None);
        }
        if complete {
            object.refresh();
        }
        true
    }

    /// Reads a pointer that was stored as one, or null; `None` if there is more to do than that.
    pub(crate) fn read_pointer_plain(&self, pointer: u128) -> Option<u128> {
        let id = id_of(pointer);
        let object = self.objects.get(id as u32 as usize)?;
        if object.live != id {
            return None;
        }
        let offset = (pointer as u64).wrapping_sub(object.base) as usize;
        let bytes = object.bytes.get(offset..)?.get(..self.pointer_size)?;
        if object.initialised.as_ref().is_some_and(|m| !m.covers(offset, self.pointer_size))
            || !object.defined.covers(offset, self.pointer_size)
        {
            return None;
        }
        let mut buffer = [0; 8];
        buffer[..bytes.len()].copy_from_slice(bytes);
        let address = u64::from_le_bytes(buffer);
        match object.provenance.as_ref().map_or(0, |p| p.get(offset)) {
            0 if address == 0 => Some(0),
            0 => None,
            id => Some(pointer_to(id, address)),
        }
    }

    /// Writes a pointer in the place of another; `false` if there is more to do than that.
    pub(crate) fn write_pointer_plain(&mut self, pointer: u128, value: u128) -> bool {
        let id = id_of(pointer);
        let Some(object) = self.objects.get_mut(id as u32 as usize) else { return false };
        if object.live != id || !object.writable || object.initialised.is_some() {
            return false;
        }
        let offset = (pointer as u64).wrapping_sub(object.base) as usize;
        let Some(bytes) = object.bytes.get_mut(offset..).and_then(|b| b.get_mut(..self.pointer_size)) else {
            return false;
        };
        if !object.defined.covers(offset, self.pointer_size) {
            return false;
        }
        let target = origin_of(value);
        let done = match &mut object.provenance {
            Some(provenance) => provenance.replace(offset, target),
            None => target == 0,
        };
        if done {
            bytes.copy_from_slice(&(value as u64).to_le_bytes()[..self.pointer_size]);
            object.plain &= target == 0;
        }
        done
    }

    /// Checks an access and returns the object's place in the table and the offset.
    pub(crate) fn check(&self, pointer: u128, length: u64, write: bool) -> Result<(usize, usize), Fault> {
        let id = id_of(pointer);
        let address = pointer as u64;
        let fault = |kind| Err(Fault { kind, pointer, length });
        if id == 0 {
            return fault(if address < 4096 { Violation::NullAccess } else { Violation::WildAccess });
        }
        let index = id as u32 as usize;
        let Some(object) = self.objects.get(index) else { return fault(Violation::WildAccess) };
        if object.live != id {
            if object.id == id && matches!(object.origin, ObjectOrigin::Function(_)) {
                return fault(Violation::WildAccess);
            }
            let heap = object.origin.is_heap();
            return fault(if heap { Violation::UseAfterFree } else { Violation::UseAfterScope });
        }
        let offset = address.wrapping_sub(object.base);
        if offset > object.size || length > object.size - offset {
            return fault(Violation::OutOfBounds);
        }
        if write && !object.writable {
            return fault(Violation::WriteToConstant);
        }
        Ok((index, offset as usize))
    }

    /// Gives every byte of a range a value.
    fn settle(&mut self, index: usize, offset: usize, length: usize, chooser: &mut dyn Chooser) -> Result<(), Trouble> {
        let object = &mut self.objects[index];
        let Some(mut mask) = object.initialised.take() else { return Ok(()) };
        let mut result = Ok(());
        while let Some(at) = mask.first_unset(offset, length) {
            match chooser.byte(object, at as u64) {
                Ok(byte) => {
                    object.bytes[at] = byte;
                    mask.set(at, 1);
                    self.havocked_read |= object.havocked;
                }
                Err(reason) => {
                    result = Err(Trouble::Undetermined(reason));
                    break;
                }
            }
        }
        object.initialised = Some(mask);
        object.refresh();
        result
    }

    /// Reads bytes as an integer or float. Objects that pointers among them point to are exposed.
    pub(crate) fn read(&mut self, pointer: u128, out: &mut [u8], chooser: &mut dyn Chooser) -> Result<(), Trouble> {
        let length = out.len();
        let (index, offset) = self.check(pointer, length as u64, false)?;
        if !self.objects[index].plain {
            self.settle(index, offset, length, chooser)?;
            self.expose_range(index, offset, length);
        }
        out.copy_from_slice(&self.objects[index].bytes[offset..offset + length]);
        Ok(())
    }

    fn expose_range(&mut self, index: usize, offset: usize, length: usize) {
        if let Some(provenance) = &self.objects[index].provenance
            && !provenance.is_empty()
        {
            let mut found = Vec::new();
            provenance.for_each(offset, length, |_, id| found.push(id));
            for id in found {
                self.expose(id);
            }
        }
    }

    /// Reads a pointer.
    pub(crate) fn read_pointer(&mut self, pointer: u128, chooser: &mut dyn Chooser) -> Result<u128, Trouble> {
        let size = self.pointer_size;
        let (index, offset) = self.check(pointer, size as u64, false)?;
        if !self.objects[index].plain {
            self.settle(index, offset, size, chooser)?;
        }
        let object = &self.objects[index];
        let mut buffer = [0; 8];
        buffer[..size].copy_from_slice(&object.bytes[offset..offset + size]);
        let address = u64::from_le_bytes(buffer);
        match object.provenance.as_ref().map_or(0, |p| p.get(offset)) {
            0 if address == 0 => Ok(0),
            0 => {
                self.expose_range(index, offset, size);
                Ok(self.pointer_from_address(address))
            }
            id => Ok(pointer_to(id, address)),
        }
    }

    /// The determined bits of a range that may be read; `None` if all are.
    pub(crate) fn read_defined(&self, pointer: u128, length: usize) -> Option<Vec<u8>> {
        let object = self.object(id_of(pointer))?;
        object.defined.get((pointer as u64).wrapping_sub(object.base) as usize, length)
    }

    /// Writes bytes; if they are a pointer, `target` is its object. `defined` has the determined
    /// bits, all if absent.
    pub(crate) fn write(
        &mut self,
        pointer: u128,
        bytes: &[u8],
        target: ObjectId,
        defined: Option<&[u8]>,
    ) -> Result<(), Trouble> {
        let length = bytes.len();
        let (index, offset) = self.check(pointer, length as u64, true)?;
        self.clear_pointers(index, offset, length);
        self.objects[index].bytes[offset..offset + length].copy_from_slice(bytes);
        self.written(index, offset, length, defined);
        if target != 0 && length == self.pointer_size {
            self.add_pointer(index, offset, target);
        }
        Ok(())
    }

    /// Bookkeeping after bytes got values.
    fn written(&mut self, index: usize, offset: usize, length: usize, defined: Option<&[u8]>) {
        let object = &mut self.objects[index];
        if let Some(mask) = &mut object.initialised {
            mask.set(offset, length);
        }
        object.defined.set(object.bytes.len(), offset, length, defined);
        object.refresh();
    }

    /// Sets bytes to one value.
    pub(crate) fn fill(&mut self, to: u128, byte: u8, length: u64, defined: u8) -> Result<(), Trouble> {
        if length == 0 {
            return Ok(());
        }
        let (index, offset) = self.check(to, length, true)?;
        let length = length as usize;
        self.clear_pointers(index, offset, length);
        self.objects[index].bytes[offset..offset + length].fill(byte);
        if defined == 0xff {
            self.written(index, offset, length, None);
        } else {
            self.written(index, offset, length, Some(&vec![defined; length]));
        }
        Ok(())
    }

    /// Copies bytes with their initialisation and pointers; the ranges may overlap.
    pub(crate) fn copy(&mut self, to: u128, from: u128, length: u64, chooser: &mut dyn Chooser) -> Result<(), Trouble> {
        if length == 0 {
            return Ok(());
        }
        let (source, source_offset) = self.check(from, length, false)?;
        let (target, target_offset) = self.check(to, length, true)?;
        let length = length as usize;
        if source != target
            && self.objects[source].plain
            && let Ok([a, b]) = self.objects.get_disjoint_mut([source, target])
            && b.plain
        {
            b.bytes[target_offset..target_offset + length]
                .copy_from_slice(&a.bytes[source_offset..source_offset + length]);
            return Ok(());
        }
        // A copy has the values of its original, whatever they are.
        if !self.objects[source].havocked {
            self.settle(source, source_offset, length, chooser)?;
        }
        let piece = self.take(source, source_offset, length);
        self.objects[target].havocked |= self.objects[source].havocked && !piece.unset.is_empty();
        self.put(target, target_offset, &piece);
        Ok(())
    }

    fn take(&mut self, index: usize, offset: usize, length: usize) -> Piece {
        let object = &self.objects[index];
        let bytes = object.bytes[offset..offset + length].to_vec();
        let mut unset = Vec::new();
        if let Some(mask) = &object.initialised {
            let mut at = offset;
            while let Some(next) = mask.first_unset(at, offset + length - at) {
                unset.push(next - offset);
                at = next + 1;
            }
        }
        let (mut pointers, mut cut) = (Vec::new(), Vec::new());
        if let Some(provenance) = &object.provenance {
            provenance.for_each(offset, length, |at, id| {
                if at >= offset && at + self.pointer_size <= offset + length {
                    pointers.push((at - offset, id));
                } else {
                    cut.push(id);
                }
            });
        }
        let defined = object.defined.get(offset, length);
        for id in cut {
            self.expose(id);
        }
        Piece { bytes, unset, pointers, defined }
    }

    fn put(&mut self, index: usize, offset: usize, piece: &Piece) {
        let length = piece.bytes.len();
        self.clear_pointers(index, offset, length);
        self.objects[index].bytes[offset..offset + length].copy_from_slice(&piece.bytes);
        self.written(index, offset, length, piece.defined.as_deref());
        for (at, id) in &piece.pointers {
            self.add_pointer(index, offset + at, *id);
        }
        if !piece.unset.is_empty() {
            let object = &mut self.objects[index];
            let size = object.bytes.len();
            let mask = object.initialised.get_or_insert_with(|| Mask::full(size));
            piece.unset.iter().for_each(|at| mask.clear(offset + at, 1));
            object.epoch += 1;
            object.refresh();
        }
    }

    /// Checks a free and does it. Null is accepted.
    pub(crate) fn free(&mut self, pointer: u128) -> Result<(), Trouble> {
        let id = id_of(pointer);
        if id == 0 && pointer as u64 == 0 {
            return Ok(());
        }
        let fault = |kind| Err(Trouble::Fault(Fault { kind, pointer, length: 0 }));
        let Some(object) = self.objects.get(id as u32 as usize).filter(|_| id != 0) else {
            return fault(Violation::InvalidFree);
        };
        if !object.origin.is_heap() {
            return fault(Violation::InvalidFree);
        }
        if object.id != id || object.life == Life::Freed {
            return fault(Violation::DoubleFree);
        }
        if object.base != pointer as u64 {
            return fault(Violation::InvalidFree);
        }
        self.kill(id, Life::Freed);
        Ok(())
    }
}
