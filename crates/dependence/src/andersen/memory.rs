//! Memory: how cells come about, and what they meet.
//!
//! An access to a residue class lowers the modulus of an object to the greatest common divisor, and
//! cells that become congruent are merged; this happens at most as often as the modulus has
//! factors.
//!
//! Besides cells an object has *effects*, accesses of bytes that are no pointers, and *links*,
//! copies from it to other objects. Each cell meets each effect and link: a read of its bytes as a
//! number exposes what it points to, a number written over it makes it one, and whatever begins or
//! ends inside a cell cuts the pointer, which does both.

use super::cells::{Effect, Kind, Length, Link, Pending, normalised};
use super::*;
use crate::offsets::gcd;
use smallvec::SmallVec;

/// After how many cells or effects an object is treated as less than its fields.
const CROWDED: usize = 256;

impl Solver<'_> {
    fn pointer_size(&self) -> u64 {
        self.program.layout.pointer_bytes()
    }

    /// Where in an object an access of `size` bytes may start. A residue class of which several
    /// members fit lowers the modulus of the object.
    pub(super) fn starts(&mut self, object: ObjectId, offsets: &Offsets, size: u64) -> SmallVec<[u64; 4]> {
        let bound = self.objects.data(object).size;
        let fits = |start: u64| start.checked_add(size).is_some_and(|end| end <= bound);
        match offsets {
            Offsets::Exact(values) => values.iter().copied().filter(|v| fits(*v)).collect(),
            Offsets::Strided { modulus, residue, .. } => {
                if !fits(*residue) {
                    return SmallVec::new();
                }
                if residue.checked_add(*modulus).is_some_and(fits) {
                    self.ensure_modulus(object, *modulus);
                }
                smallvec::smallvec![*residue]
            }
        }
    }

    /// The cell at an offset.
    pub(super) fn cell(&mut self, object: ObjectId, offset: u64) -> Node {
        self.start(object);
        let key = self.memory[object].key(offset);
        if let Some(node) = self.memory[object].cells.get(&key) {
            return *node;
        }
        let node = self.nodes.push(NodeData::default());
        self.memory[object].cells.insert(key, node);
        self.pending.push(Pending::Cell(object, key));
        self.relieve(object);
        let key = self.memory[object].key(offset);
        self.memory[object].cells.get(&key).copied().unwrap_or(node)
    }

    /// Notes that bytes are read as a number or written.
    pub(super) fn affect(&mut self, object: ObjectId, start: u64, length: Length, kind: Kind) {
        self.start(object);
        let memory = &mut self.memory[object];
        let effect = normalised(Effect { start, length, kind }, memory.modulus, self.program.layout.pointer_bytes());
        if length == Length::Exactly(0) || memory.effects.contains(&effect) {
            return;
        }
        memory.effects.push(effect);
        self.pending.push(Pending::Effect(object, memory.effects.len() - 1));
        self.relieve(object);
    }

    /// Notes that bytes are copied.
    pub(super) fn connect(&mut self, from: ObjectId, start: u64, to: ObjectId, to_start: u64, length: Length) {
        self.start(from);
        if from == to {
            if start == to_start {
                return;
            }
            self.ensure_modulus(from, start.abs_diff(to_start));
        }
        let link = Link { start, length, to, to_start };
        let memory = &mut self.memory[from];
        if memory.linked.insert(link) {
            memory.links.push(link);
            self.pending.push(Pending::Link(from, memory.links.len() - 1));
        }
    }

    /// A function without a body may write an object: pointers in it may be any.
    pub(super) fn havoc(&mut self, object: ObjectId) {
        if !std::mem::replace(&mut self.memory[object].havocked, true) {
            let memory = &self.memory[object];
            self.pending.extend(memory.cells.keys().map(|key| Pending::Cell(object, *key)));
            self.pending.extend((0..memory.links.len()).map(|i| Pending::Link(object, i)));
        }
    }

    /// Functions without a body may write all objects.
    pub(super) fn havoc_everything(&mut self) {
        if !std::mem::replace(&mut self.all_havocked, true) {
            let all: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
            all.into_iter().for_each(|object| self.havoc(object));
        }
    }

    /// What the bytes of an object may be without any store to it.
    fn contents(&self, object: ObjectId) -> PointerSet {
        let unknown = self.all_havocked || self.memory[object].havocked;
        PointerSet { unknown, indeterminate: self.objects.data(object).indeterminate, ..PointerSet::default() }
    }

    /// The initial contents of a global.
    fn start(&mut self, object: ObjectId) {
        if std::mem::replace(&mut self.memory[object].started, true) {
            return;
        }
        let program = self.program;
        let AbstractObject::Global(global) = self.objects.object(object) else { return };
        let Some(init) = &program.globals[global].init else { return };
        if init.relocations.len() > CROWDED {
            self.ensure_modulus(object, self.pointer_size());
        }
        for relocation in &init.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(g) => self.objects.global(program, g),
                RelocationTarget::Function(f) => self.objects.function(f),
            };
            let cell = self.cell(object, relocation.offset);
            let offset = relocation.addend as u64 & crate::offsets::mask(self.bits);
            self.include(cell, &PointerSet::to(target, offset));
        }
        for (start, length) in numbers_in(init, self.pointer_size()) {
            self.affect(object, start, Length::Exactly(length), Kind::number());
        }
    }

    /// Lowers the modulus of an object that has many cells or effects.
    fn relieve(&mut self, object: ObjectId) {
        let memory = &self.memory[object];
        if memory.cells.len().max(memory.effects.len()) > CROWDED {
            let modulus = match memory.modulus {
                0 => self.pointer_size(),
                m => m & m.wrapping_neg() & (self.pointer_size() - 1),
            };
            self.ensure_modulus(object, modulus.max(1));
        }
    }

    /// Makes the modulus of an object a divisor of `modulus`.
    pub(super) fn ensure_modulus(&mut self, object: ObjectId, modulus: u64) {
        let size = self.pointer_size();
        let memory = &mut self.memory[object];
        let now = gcd(memory.modulus, modulus);
        if now == memory.modulus {
            return;
        }
        memory.modulus = now;
        let old = std::mem::take(&mut memory.cells);
        let mut same = Vec::new();
        for (offset, node) in old {
            match memory.cells.entry(offset % now) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(node);
                }
                std::collections::btree_map::Entry::Occupied(place) => same.push((*place.get(), node)),
            }
        }
        let mut effects: Vec<Effect> = Vec::new();
        let mut seen = FxHashSet::default();
        for effect in std::mem::take(&mut memory.effects) {
            let effect = normalised(effect, now, size);
            if seen.insert(effect) {
                effects.push(effect);
            }
        }
        memory.effects = effects;
        self.pending.extend(memory.cells.keys().map(|key| Pending::Cell(object, *key)));
        self.pending.extend((0..memory.effects.len()).map(|i| Pending::Effect(object, i)));
        self.pending.extend((0..memory.links.len()).map(|i| Pending::Link(object, i)));
        for (a, b) in same {
            self.unify(a, b);
        }
    }

    /// Looks at all that is pending.
    pub(super) fn settle(&mut self) {
        while let Some(next) = self.pending.pop() {
            match next {
                Pending::Cell(object, key) => self.settle_cell(object, key),
                Pending::Effect(object, i) => {
                    let Some(effect) = self.memory[object].effects.get(i).copied() else { continue };
                    let keys: Vec<u64> = self.memory[object].cells.keys().copied().collect();
                    keys.into_iter().for_each(|key| self.meet(object, key, effect));
                    self.memory[object].links.clone().into_iter().for_each(|link| self.carry(object, link, effect));
                }
                Pending::Link(object, i) => {
                    let Some(link) = self.memory[object].links.get(i).copied() else { continue };
                    let keys: Vec<u64> = self.memory[object].cells.keys().copied().collect();
                    keys.into_iter().for_each(|key| self.transfer(object, key, link));
                    self.memory[object].effects.clone().into_iter().for_each(|effect| self.carry(object, link, effect));
                    let PointerSet { unknown, indeterminate, .. } = self.contents(object);
                    if unknown || indeterminate {
                        self.affect(link.to, link.to_start, link.length, Kind::Write { unknown, indeterminate });
                    }
                }
            }
        }
    }

    fn settle_cell(&mut self, object: ObjectId, key: u64) {
        let size = self.pointer_size();
        let memory = &self.memory[object];
        let Some(node) = memory.cells.get(&key).copied() else { return };
        let m = memory.modulus;
        let mut cut: Vec<Node> = memory
            .cells
            .range(key.saturating_sub(size - 1)..key.saturating_add(size))
            .chain(
                if m == 0 { None } else { Some(memory.cells.range(..(key + size).saturating_sub(m))) }
                    .into_iter()
                    .flatten(),
            )
            .chain(
                if m == 0 || key >= size - 1 {
                    None
                } else {
                    Some(memory.cells.range((m + key).saturating_sub(size - 1)..))
                }
                .into_iter()
                .flatten(),
            )
            .filter(|(other, _)| **other != key)
            .map(|(_, node)| *node)
            .collect();
        if !cut.is_empty() || m != 0 && m < size {
            cut.push(node);
        }
        let (effects, links) = (memory.effects.clone(), memory.links.clone());
        for node in cut {
            self.cut(node);
        }
        let contents = self.contents(object);
        if contents.reaches_exposed() {
            self.include(node, &contents);
        }
        effects.into_iter().for_each(|effect| self.meet(object, key, effect));
        links.into_iter().for_each(|link| self.transfer(object, key, link));
    }

    /// A pointer in a cell may lose a part: it becomes a number, and what it points to is exposed.
    fn cut(&mut self, node: Node) {
        self.watch(node, Watch::Expose);
        self.include(node, &PointerSet::from_outside());
    }

    /// A cell meets an effect.
    fn meet(&mut self, object: ObjectId, key: u64, effect: Effect) {
        let size = self.pointer_size();
        let memory = &self.memory[object];
        let Some(node) = memory.cells.get(&key).copied() else { return };
        if !memory.touches(key, effect.start, effect.length, size) {
            return;
        }
        let cuts = memory.cuts(key, effect.start, effect.length, size);
        match effect.kind {
            Kind::Read => self.watch(node, Watch::Expose),
            Kind::Write { unknown, indeterminate } => {
                if unknown || indeterminate {
                    self.include(node, &PointerSet { unknown, indeterminate, ..PointerSet::default() });
                }
                if cuts {
                    self.cut(node);
                }
            }
        }
    }

    /// A cell meets a copy.
    fn transfer(&mut self, object: ObjectId, key: u64, link: Link) {
        let size = self.pointer_size();
        let memory = &self.memory[object];
        let Some(node) = memory.cells.get(&key).copied() else { return };
        let m = memory.modulus;
        if !memory.touches(key, link.start, link.length, size) {
            return;
        }
        if memory.cuts(key, link.start, link.length, size) {
            self.cut(node);
            self.affect(link.to, link.to_start, link.length, Kind::number());
        }
        let relative = match m {
            0 if key < link.start => return,
            0 => key - link.start,
            m => (key % m + m - link.start % m) % m,
        };
        let whole = |at: u64| match link.length {
            Length::Exactly(n) => at.checked_add(size).is_some_and(|end| end <= n),
            Length::Multiple { .. } => true,
        };
        if !whole(relative) {
            return;
        }
        if m != 0 && relative.checked_add(m).is_some_and(whole) {
            self.ensure_modulus(link.to, m);
        }
        let Some(place) = link.to_start.checked_add(relative) else { return };
        let end = place.checked_add(size);
        if self.memory[link.to].modulus == 0 && end.is_none_or(|end| end > self.objects.data(link.to).size) {
            return;
        }
        let to = self.cell(link.to, place);
        self.flow(node, to, 0);
    }

    /// Numbers are copied.
    fn carry(&mut self, object: ObjectId, link: Link, effect: Effect) {
        let Kind::Write { unknown, indeterminate } = effect.kind else { return };
        if !unknown && !indeterminate {
            return;
        }
        if self.memory[object].modulus != 0 {
            self.affect(link.to, link.to_start, link.length, effect.kind);
            return;
        }
        let end = |start: u64, length: Length| match length {
            Length::Exactly(n) => start.saturating_add(n),
            Length::Multiple { .. } => u64::MAX,
        };
        let start = effect.start.max(link.start);
        let stop = end(effect.start, effect.length).min(end(link.start, link.length));
        if start < stop {
            let length = match stop {
                u64::MAX => Length::Multiple { modulus: 1, residue: 0 },
                stop => Length::Exactly(stop - start),
            };
            let at = link.to_start.saturating_add(start - link.start);
            if at < self.objects.data(link.to).size {
                self.affect(link.to, at, length, effect.kind);
            }
        }
    }
}

/// The ranges of words in initial contents that are numbers other than zero.
fn numbers_in(init: &Initializer, size: u64) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for (i, word) in (0u64..).zip(init.bytes.chunks(size as usize)) {
        let at = i * size;
        if word.iter().all(|b| *b == 0) {
            continue;
        }
        let next = init.relocations.partition_point(|r| r.offset < at);
        if init.relocations.get(next).is_some_and(|r| r.offset == at) {
            continue;
        }
        match ranges.last_mut() {
            Some((start, length)) if *start + *length == at => *length += size,
            _ => ranges.push((at, size)),
        }
    }
    if ranges.len() > CROWDED { vec![(0, init.bytes.len() as u64)] } else { ranges }
}
