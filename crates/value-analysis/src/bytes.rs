//! The contents of memory: bytes that are known or not, and pointers and terms among them.
//!
//! Bytes live in pages of 64. A pointer is kept as a value beside the bytes, which then count as
//! not known; null is zero bytes. So is a term, with as many bytes as it has. What would cross a
//! page is not kept. **Invariant:** bytes that are not known are 0 in a page.

use super::scalar::{Value, mix};
use super::trie::{Amounts, Digest, Found, Item, Trie};

/// Bytes in a page.
pub(super) const PAGE: u64 = 64;

/// A page of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Page {
    known: u64,
    bytes: [u8; PAGE as usize],
    /// Pointers and terms by offset, in ascending order, not overlapping. Few pages have any, so
    /// that they take no room.
    #[expect(clippy::box_collection)]
    pointers: Option<Box<Vec<(u8, Value)>>>,
}

fn span(at: u64, length: u64) -> u64 {
    if length == 0 { 0 } else { (u64::MAX >> (64 - length)) << at }
}

impl Item for Page {
    fn zero() -> Self {
        Page { known: u64::MAX, bytes: [0; PAGE as usize], pointers: None }
    }

    fn digest(&self) -> Digest {
        let mut hash = mix(11, self.known);
        for word in self.bytes.as_chunks::<8>().0 {
            hash = mix(hash, u64::from_le_bytes(*word));
        }
        let mut shape = mix(13, self.known);
        for (at, value) in self.pointers() {
            hash = mix(hash ^ u64::from(*at), value.mix());
            shape = mix(shape, u64::from(*at) << 2 | value.degree());
        }
        Digest { hash, shape }
    }

    fn project(&self, example: &Self) -> Option<Self> {
        if example.known & !self.known != 0 {
            return None;
        }
        let mut page = self.clone();
        page.pointers = None;
        page.keep(example.known);
        let mut kept = Vec::new();
        for (at, value) in example.pointers() {
            let mine = self.pointer(*at)?;
            let value = mine.project(*value)?;
            kept.push((*at, value));
        }
        if !kept.is_empty() {
            page.pointers = Some(Box::new(kept));
        }
        Some(page)
    }

    fn join(&self, other: &Self) -> Option<Self> {
        let mut page = self.clone();
        let mut agree = self.known & other.known;
        for (i, (a, b)) in self.bytes.iter().zip(&other.bytes).enumerate() {
            if a != b {
                agree &= !(1 << i);
            }
        }
        page.keep(agree);
        let both = |(at, value): &(u8, Value)| {
            let value = value.join(other.pointer(*at)?);
            value.is_known().then_some((*at, value))
        };
        let kept: Vec<_> = self.pointers().iter().filter_map(both).collect();
        page.pointers = (!kept.is_empty()).then(|| Box::new(kept));
        (!page.is_blank()).then_some(page)
    }

    fn tidy(&mut self) -> Amounts {
        if self.is_blank() {
            Amounts::Nothing
        } else if self.known == u64::MAX && self.bytes == [0; PAGE as usize] {
            Amounts::Zero
        } else {
            Amounts::Something
        }
    }
}

impl Page {
    fn blank() -> Self {
        Page { known: 0, bytes: [0; PAGE as usize], pointers: None }
    }

    fn is_blank(&self) -> bool {
        self.known == 0 && self.pointers.is_none()
    }

    fn pointers(&self) -> &[(u8, Value)] {
        self.pointers.as_deref().map_or(&[], |list| list)
    }

    fn pointer(&self, at: u8) -> Option<Value> {
        self.pointers().iter().find(|(a, _)| *a == at).map(|(_, v)| *v)
    }

    /// Forgets the bytes outside a mask.
    fn keep(&mut self, mask: u64) {
        let mut gone = self.known & !mask;
        self.known &= mask;
        while gone != 0 {
            self.bytes[gone.trailing_zeros() as usize] = 0;
            gone &= gone - 1;
        }
    }

    fn drop_pointers(&mut self, at: u64, length: u64, size: u64) {
        if let Some(list) = &mut self.pointers {
            list.retain(|(p, value)| u64::from(*p) + value.extent(size) <= at || at + length <= u64::from(*p));
            if list.is_empty() {
                self.pointers = None;
            }
        }
    }
}

/// Bytes by offset, see the [module](self).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bytes(Trie<Page>);

impl Bytes {
    pub(super) fn trie(&self) -> &Trie<Page> {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn digest(&self) -> Digest {
        self.0.digest()
    }

    pub(super) fn tidy(&mut self) {
        self.0.tidy();
    }

    pub(super) fn project(&self, example: &Self) -> Option<Self> {
        Some(Bytes(self.0.project(&example.0)?))
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        Bytes(self.0.join(&other.0))
    }

    /// Reads at most 8 bytes that are all known.
    #[inline]
    pub(super) fn read(&self, offset: u64, length: u64) -> Option<u64> {
        let at = offset % PAGE;
        if at + length > PAGE {
            return self.read_across(offset, length);
        }
        match self.0.get(offset / PAGE) {
            Found::Nothing => None,
            Found::Zero => Some(0),
            Found::Item(page) => {
                let mask = span(at, length);
                if page.known & mask != mask {
                    return None;
                }
                let mut buffer = [0; 8];
                let at = at as usize;
                if let Some(chunk) = page.bytes.get(at..at + 8) {
                    buffer.copy_from_slice(chunk);
                } else {
                    let rest = &page.bytes[at..];
                    buffer[..rest.len()].copy_from_slice(rest);
                }
                Some(u64::from_le_bytes(buffer) & span(0, length * 8))
            }
        }
    }

    fn read_across(&self, offset: u64, length: u64) -> Option<u64> {
        let mut value = 0;
        for i in 0..length {
            value |= self.read(offset + i, 1)? << (8 * i);
        }
        Some(value)
    }

    /// Reads bytes that are all known.
    pub(super) fn read_all(&self, offset: u64, length: u64) -> Option<Vec<u8>> {
        (0..length).map(|i| Some(self.read(offset + i, 1)? as u8)).collect()
    }

    /// Reads a pointer of a size: one that was stored as one, or null.
    #[inline]
    pub(super) fn read_pointer(&self, offset: u64, size: u64) -> Value {
        if let Found::Item(page) = self.0.get(offset / PAGE)
            && let Some(value) = page.pointer((offset % PAGE) as u8)
            && !value.is_symbolic()
        {
            return value;
        }
        match self.read(offset, size) {
            Some(0) => Value::NULL,
            _ => Value::UNKNOWN,
        }
    }

    /// Writes at most 8 bytes over pointers of a size.
    #[inline]
    pub(super) fn write(&mut self, offset: u64, length: u64, value: u64, size: u64) {
        let at = offset % PAGE;
        if at + length > PAGE {
            for i in 0..length {
                self.write(offset + i, 1, value >> (8 * i) & 0xff, size);
            }
            return;
        }
        let page = self.0.make(offset / PAGE, Page::blank);
        if page.pointers.is_some() {
            page.drop_pointers(at, length, size);
        }
        page.known |= span(at, length);
        let at = at as usize;
        page.bytes[at..at + length as usize].copy_from_slice(&value.to_le_bytes()[..length as usize]);
    }

    /// Writes a pointer, or a term; pointers have this size.
    pub(super) fn write_pointer(&mut self, offset: u64, size: u64, value: Value) {
        if value == Value::NULL {
            return self.write(offset, size, 0, size);
        }
        let at = offset % PAGE;
        let size_of_pointers = size;
        let size = value.extent(size);
        // A pointer without an object reads back as whatever is at its address.
        if !value.is_known() || at + size > PAGE || matches!(value.as_pointer(), Some((o, _)) if o == NONE) {
            return self.forget(offset, size, size_of_pointers);
        }
        let page = self.0.make(offset / PAGE, Page::blank);
        page.drop_pointers(at, size, size_of_pointers);
        page.keep(!span(at, size));
        let list = page.pointers.get_or_insert_default();
        let place = list.partition_point(|(p, _)| u64::from(*p) < at);
        list.insert(place, (at as u8, value));
    }

    /// Forgets bytes, and pointers of a size that overlap them.
    pub(super) fn forget(&mut self, offset: u64, length: u64, size: u64) {
        let end = offset.saturating_add(length);
        let (first, last) = (offset / PAGE, end / PAGE);
        let mut part = |page: u64, at: u64, length: u64| {
            if length == 0 || matches!(self.0.get(page), Found::Nothing) {
                return;
            }
            if let Some(item) = self.0.get_mut(page) {
                item.drop_pointers(at, length, size);
                item.keep(!span(at, length));
                if item.is_blank() {
                    self.0.clear(page, page + 1, false);
                }
            }
        };
        if first == last {
            return part(first, offset % PAGE, length);
        }
        let whole = if offset.is_multiple_of(PAGE) { first } else { first + 1 };
        if whole != first {
            part(first, offset % PAGE, PAGE - offset % PAGE);
        }
        part(last, 0, end % PAGE);
        self.0.clear(whole, last, false);
    }

    /// Sets bytes to one value.
    pub(super) fn fill(&mut self, offset: u64, length: u64, byte: u8, size: u64) {
        let mut at = offset;
        let end = offset.saturating_add(length);
        while at < end {
            let step = (PAGE - at % PAGE).min(end - at);
            if byte == 0 && step == PAGE {
                let whole = (end - at) / PAGE;
                if whole >= 8 {
                    self.0.clear(at / PAGE, at / PAGE + whole, true);
                    at += whole * PAGE;
                    continue;
                }
            }
            let page = self.0.make(at / PAGE, Page::blank);
            page.drop_pointers(at % PAGE, step, size);
            page.known |= span(at % PAGE, step);
            page.bytes[(at % PAGE) as usize..(at % PAGE + step) as usize].fill(byte);
            at += step;
        }
    }

    /// Zeros; many of them cost nothing until they are written.
    pub(super) fn zeroed(length: u64, size: u64) -> Self {
        let mut bytes = Bytes::default();
        let whole = if length > 4 * PAGE { length / PAGE * PAGE } else { 0 };
        if whole > 0 {
            bytes.0.clear(0, whole / PAGE, true);
        }
        let mut at = whole;
        while at < length {
            let step = (length - at).min(PAGE / 2);
            bytes.fill(at, step, 0, size);
            at += step;
        }
        bytes
    }

    /// Copies bytes and whole pointers of a size from other contents.
    pub(super) fn copy_from(&mut self, to: u64, source: &Bytes, from: u64, length: u64, size: u64) {
        // Known bytes first, run by run; what is not known is forgotten.
        self.forget(to, length, size);
        let mut at = from;
        let end = from + length;
        while at < end {
            let page_at = at % PAGE;
            let step = (PAGE - page_at).min(end - at);
            match source.0.get(at / PAGE) {
                Found::Nothing => {}
                Found::Zero => self.fill(to + (at - from), step, 0, size),
                Found::Item(page) => {
                    for i in 0..step {
                        if page.known >> (page_at + i) & 1 == 1 {
                            let byte = page.bytes[(page_at + i) as usize];
                            self.write(to + (at - from) + i, 1, byte.into(), size);
                        }
                    }
                    for (p, value) in page.pointers() {
                        let p = at - page_at + u64::from(*p);
                        if p >= from && p + value.extent(size) <= end {
                            self.write_pointer(to + (p - from), size, *value);
                        }
                    }
                }
            }
            at += step;
        }
    }

    /// Takes a range as it is in other contents; pointers have this size.
    pub(super) fn take_range(&mut self, other: &Bytes, offset: u64, length: u64, size: u64) {
        let end = offset.saturating_add(length);
        let (first, last) = (offset.div_ceil(PAGE), end / PAGE);
        if first >= last {
            return self.copy_from(offset, other, offset, length, size);
        }
        self.copy_from(offset, other, offset, first * PAGE - offset, size);
        self.0.take_range(&other.0, first, last);
        self.copy_from(last * PAGE, other, last * PAGE, end - last * PAGE, size);
    }

    /// Calls `f` with every pointer or term that overlaps a range, and its offset, in order.
    pub(super) fn for_each_within(&self, offset: u64, length: u64, size: u64, mut f: impl FnMut(u64, Value)) {
        let end = offset.saturating_add(length);
        self.0.for_each_within(offset / PAGE, end.div_ceil(PAGE), |index, _, found| {
            let Found::Item(page) = found else { return };
            for (at, value) in page.pointers() {
                let at = index * PAGE + u64::from(*at);
                if at < end && at + value.extent(size) > offset {
                    f(at, *value);
                }
            }
        });
    }

    /// Calls `f` with every pointer or term and its offset, in order.
    pub(super) fn for_each_pointer(&self, mut f: impl FnMut(u64, Value)) {
        self.0.for_each(|index, _, found| {
            if let Found::Item(page) = found {
                page.pointers().iter().for_each(|(at, value)| f(index * PAGE + u64::from(*at), *value));
            }
        });
    }

    /// Replaces every pointer by what `f` makes of it.
    pub(super) fn map_pointers(&mut self, size: u64, f: impl Fn(Value) -> Value) {
        let mut changed = Vec::new();
        self.for_each_pointer(|at, value| {
            let new = f(value);
            if new != value {
                changed.push((at, new));
            }
        });
        for (at, value) in changed {
            self.write_pointer(at, size, value);
        }
    }

    /// Calls `f` with every aligned word of 8 bytes of which something is known, up to a length,
    /// and whether a byte of it is known and a pointer overlaps it. Zero ranges count.
    pub(super) fn for_each_word(&self, length: u64, size: u64, mut f: impl FnMut(u64)) {
        self.0.for_each(|index, count, found| match found {
            Found::Nothing => {}
            Found::Zero => {
                let end = ((index + count) * PAGE).min(length);
                let mut at = index * PAGE;
                while at < end {
                    f(at / 8);
                    at += 8;
                }
            }
            Found::Item(page) => {
                for word in 0..PAGE / 8 {
                    let known = page.known >> (8 * word) & 0xff != 0;
                    let overlaps = |(p, value): &(u8, Value)| {
                        u64::from(*p) < 8 * word + 8 && u64::from(*p) + value.extent(size) > 8 * word
                    };
                    if known || page.pointers().iter().any(overlaps) {
                        f(index * (PAGE / 8) + word);
                    }
                }
            }
        });
    }

    /// The runs of known bytes of at most 8, within aligned words, and the pointers: `Err` for a
    /// pointer. Of a range that is zero and was never written at most so many words are listed.
    /// Says whether all were.
    pub(super) fn for_each_cell(&self, zeros: u64, mut f: impl FnMut(u64, Result<(u32, u64), Value>)) -> bool {
        let mut all = true;
        self.0.for_each(|index, count, found| match found {
            Found::Nothing => {}
            Found::Zero => {
                all &= count * (PAGE / 8) <= zeros;
                for word in 0..(count * (PAGE / 8)).min(zeros) {
                    f(index * PAGE + 8 * word, Ok((8, 0)));
                }
            }
            Found::Item(page) => {
                for word in 0..PAGE / 8 {
                    let mask = page.known >> (8 * word) & 0xff;
                    let mut at = 0;
                    while at < 8 {
                        let run = u64::from((mask >> at).trailing_ones()).min(8 - at);
                        if run > 0 {
                            let start = (8 * word + at) as usize;
                            let mut buffer = [0; 8];
                            buffer[..run as usize].copy_from_slice(&page.bytes[start..start + run as usize]);
                            f(index * PAGE + start as u64, Ok((run as u32, u64::from_le_bytes(buffer))));
                        }
                        at += run.max(1);
                    }
                }
                page.pointers().iter().for_each(|(at, value)| f(index * PAGE + u64::from(*at), Err(*value)));
            }
        });
        all
    }
}

const NONE: super::scalar::ObjectRef = super::scalar::ObjectRef::NONE;
