//! Reading and writing objects at concrete offsets.

use super::input::Input;
use super::machine::{Machine, Mode};
use super::object::*;
use super::value::*;
use adumbra_program::Type;
use adumbra_terms::Term;

impl Machine<'_> {
    /// Makes room in an object, and puts something there.
    pub(crate) fn put(&mut self, id: ObjectId, offset: u64, length: u64, content: Content) {
        if length == 0 {
            return;
        }
        let end = offset.saturating_add(length);
        let object = self.object(id);
        if object.cells.get(&offset).is_some_and(|c| c.length == length) {
            self.object_mut(id).cells.insert(offset, Cell { length, content });
            return;
        }
        let mut sides = Vec::new();
        let left = object.cells.range(..offset).next_back().filter(|(start, cell)| **start + cell.length > offset);
        if let Some((start, cell)) = left {
            sides.push(Piece {
                offset: *start,
                length: offset - start,
                skipped: 0,
                behind: start + cell.length - offset,
                content: cell.content.clone(),
            });
        }
        let right = object.cells.range(..end).next_back().filter(|(start, cell)| **start + cell.length > end);
        if let Some((start, cell)) = right {
            sides.push(Piece {
                offset: end,
                length: start + cell.length - end,
                skipped: end - start,
                behind: 0,
                content: cell.content.clone(),
            });
        }
        let sides: Vec<(u64, Cell)> = sides
            .into_iter()
            .map(|piece| (piece.offset, Cell { length: piece.length, content: self.slice(&piece, true) }))
            .collect();
        let cells = &mut self.object_mut(id).cells;
        let covered: Vec<u64> = cells.range(offset..end).map(|(start, _)| *start).collect();
        for start in covered {
            cells.remove(&start);
        }
        cells.extend(sides);
        cells.insert(offset, Cell { length, content });
    }

    /// The content of a piece on its own. A part of a pointer exposes what it points to.
    pub(crate) fn slice(&mut self, piece: &Piece, certain: bool) -> Content {
        match &piece.content {
            Content::Value(term) => Content::Value(self.part(*term, piece)),
            Content::Pointer(_) if piece.is_whole() => piece.content.clone(),
            Content::Pointer(pointer) => {
                self.expose(pointer, certain);
                let address = self.address(pointer);
                Content::Value(self.part(address, piece))
            }
            Content::Bytes(bytes, start) => Content::Bytes(bytes.clone(), start + piece.skipped as usize),
            Content::Unset | Content::Fill(_) => piece.content.clone(),
        }
    }

    fn part(&mut self, term: Term, piece: &Piece) -> Term {
        let low = 8 * piece.skipped as u32;
        self.build.extract(low + 8 * piece.length as u32 - 1, low, term)
    }

    /// Gives the bytes of a piece without a value a value that stays.
    fn settle(&mut self, id: ObjectId, piece: &Piece) -> Term {
        let term = self.build.fresh("byte", 8 * piece.length as u32);
        if self.mode == Mode::Path {
            let epoch = self.object(id).epoch;
            self.state.inputs.push((Input::Memory { object: id, epoch, offset: piece.offset }, term));
        }
        self.put(id, piece.offset, piece.length, Content::Value(term));
        term
    }

    /// Gives all bytes of a range a value that stays, unless they are too many: then what depends
    /// on them is decided by a replay.
    pub(crate) fn settle_range(&mut self, id: ObjectId, offset: u64, length: u64) {
        const WORD: u64 = 8;
        const MOST: u64 = 1 << 16;
        if length > MOST {
            return;
        }
        for piece in self.object(id).pieces(offset, length) {
            if !matches!(piece.content, Content::Unset) {
                continue;
            }
            let end = piece.offset + piece.length;
            let mut at = piece.offset;
            while at < end {
                let next = end.min((at / WORD + 1) * WORD);
                self.settle(id, &Piece { offset: at, length: next - at, ..piece.clone() });
                at = next;
            }
        }
    }

    /// Reads a number of bytes as a bit-vector. What pointers among them point to is exposed.
    pub(crate) fn read_bits(&mut self, id: ObjectId, offset: u64, length: u64, certain: bool) -> Term {
        let mut whole: Option<Term> = None;
        for piece in self.object(id).pieces(offset, length) {
            let term = match &piece.content {
                Content::Value(term) => self.part(*term, &piece),
                Content::Pointer(pointer) => {
                    self.expose(pointer, certain);
                    let address = self.address(pointer);
                    self.part(address, &piece)
                }
                Content::Unset => self.settle(id, &piece),
                Content::Fill(byte) => self.repeat(*byte, piece.length),
                Content::Bytes(bytes, start) => {
                    let from = start + piece.skipped as usize;
                    self.build.bytes(8 * piece.length as u32, &bytes[from..from + piece.length as usize])
                }
            };
            whole = Some(match whole {
                Some(low) => self.build.concat(term, low),
                None => term,
            });
        }
        match whole {
            Some(term) => term,
            None => self.build.word(8, 0),
        }
    }

    fn repeat(&mut self, byte: Term, times: u64) -> Term {
        let width = 8 * times as u32;
        match self.build.number(byte) {
            Some(value) => self.build.bytes(width, &vec![value as u8; times as usize]),
            None => {
                let term = self.build.terms.repeat(times as u32, byte);
                self.build.simple(term)
            }
        }
    }

    /// What is stored at an offset, as a pointer whose cases without an object are integers.
    fn read_raw_pointer(&mut self, id: ObjectId, offset: u64, certain: bool) -> Pointer {
        let length = self.program.layout.pointer_bytes();
        if let Some(Cell { length: l, content: Content::Pointer(pointer) }) = self.object(id).cells.get(&offset)
            && *l == length
        {
            return pointer.clone();
        }
        let bits = self.read_bits(id, offset, length, certain);
        Pointer::one(self.always, Base::Nothing, bits)
    }

    /// Reads a value.
    pub(crate) fn read(&mut self, id: ObjectId, offset: u64, ty: Type, certain: bool) -> Result<Sym, super::Stop> {
        if ty == Type::Ptr {
            let pointer = self.read_raw_pointer(id, offset, certain);
            return Ok(Sym::Pointer(self.resolve_integers(pointer)?));
        }
        let bits = self.read_bits(id, offset, ty.store_size(&self.program.layout), certain);
        Ok(Sym::Bits(self.build.resize(ty.bits(&self.program.layout), bits)))
    }

    /// Writes a value; under a condition if one is given.
    pub(crate) fn write(&mut self, id: ObjectId, offset: u64, ty: Type, value: &Sym, when: Option<Term>) {
        let length = ty.store_size(&self.program.layout);
        let Some(when) = when else {
            let content = match value {
                Sym::Bits(term) => Content::Value(self.build.resize(8 * length as u32, *term)),
                Sym::Pointer(pointer) => match pointer.only() {
                    Some(Case { base: Base::Nothing, offset, .. }) => Content::Value(offset),
                    _ => Content::Pointer(pointer.clone()),
                },
            };
            return self.put(id, offset, length, content);
        };
        let cell = self.object(id).cells.get(&offset);
        let over_pointer = cell.is_some_and(|c| c.length == length && matches!(c.content, Content::Pointer(_)));
        let content = match value {
            Sym::Bits(term) if !over_pointer => {
                let new = self.build.resize(8 * length as u32, *term);
                let old = self.read_bits(id, offset, length, false);
                Content::Value(self.build.ite(when, new, old))
            }
            _ => {
                let new = match value {
                    Sym::Bits(term) => {
                        let term = self.build.resize(8 * length as u32, *term);
                        Pointer::one(self.always, Base::Nothing, term)
                    }
                    Sym::Pointer(pointer) => pointer.clone(),
                };
                let old = self.read_raw_pointer(id, offset, false);
                Content::Pointer(self.choose(when, &new, &old))
            }
        };
        self.put(id, offset, length, content);
    }

    /// The pointer `a` if the condition holds, else `b`.
    pub(crate) fn choose(&mut self, when: Term, a: &Pointer, b: &Pointer) -> Pointer {
        match self.build.terms.truth(when) {
            Some(true) => return a.clone(),
            Some(false) => return b.clone(),
            None if a == b => return a.clone(),
            None => {}
        }
        let otherwise = self.build.not(when);
        let mut cases = smallvec::SmallVec::<[Case; 1]>::new();
        for (guard, pointer) in [(when, a), (otherwise, b)] {
            for case in &pointer.cases {
                let guard = self.build.and(guard, case.when);
                if self.build.terms.truth(guard) != Some(false) {
                    self.add_case(&mut cases, Case { when: guard, ..*case });
                }
            }
        }
        match cases.is_empty() {
            true => self.null(),
            false => Pointer { cases },
        }
    }

    /// Adds a case; cases of one object become one.
    pub(crate) fn add_case(&mut self, cases: &mut smallvec::SmallVec<[Case; 1]>, case: Case) {
        match cases.iter_mut().find(|c| c.base == case.base) {
            Some(found) => {
                found.offset = self.build.ite(case.when, case.offset, found.offset);
                found.when = self.build.or(found.when, case.when);
            }
            None => cases.push(case),
        }
    }
}
