//! Addresses: bases of objects, comparisons, integers that become pointers.

use super::Stop;
use super::machine::{Machine, Mode};
use super::object::Exposed;
use super::value::*;
use adumbra_interpreter::memory::{LOWEST_ADDRESS, Life, ObjectOrigin, end_of_addresses};
use adumbra_program::{BinaryOp, DataModel};
use adumbra_terms::Term;
use smallvec::SmallVec;

/// An object whose size is not known is placed as one of at most this size.
fn small_object(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 1 << 40,
        DataModel::Ilp32 => 1 << 20,
    }
}

/// Most cases of a pointer.
const MOST_CASES: usize = 64;

impl Machine<'_> {
    /// The address of the first byte of an object.
    pub(crate) fn base(&mut self, id: ObjectId) -> Term {
        if let Some(base) = self.object(id).base {
            return base;
        }
        let width = self.pointer_bits();
        let base = self.build.fresh("base", width);
        self.object_mut(id).base = Some(base);
        if self.object(id).around.is_some() {
            // It is the address of a pointer, which may be any.
            return base;
        }
        let align = self.object(id).align;
        let low = align.trailing_zeros();
        if low > 0 {
            let bits = self.build.extract(low - 1, 0, base);
            let zero = self.build.word(low, 0);
            let aligned = self.build.eq(bits, zero);
            self.axiom(aligned);
        }
        let (first, end) = (self.offset(LOWEST_ADDRESS), self.offset(end_of_addresses(self.program.layout.model)));
        let (above, below) = (self.build.ule(first, base), self.build.ult(base, end));
        self.axiom(above);
        self.axiom(below);
        self.place(id, base);
        // Where the interpreter puts nothing by itself.
        let (from, to) = match self.program.layout.model {
            DataModel::Lp64 => (0x1000_0000_0000, 0x2000_0000_0000),
            DataModel::Ilp32 => (0x1000_0000, 0x2fff_0000),
        };
        let (from, to) = (self.offset(from), self.offset(to));
        let (above, below) = (self.build.ule(from, base), self.build.ult(base, to));
        self.wishes.extend([above, below]);
        base
    }

    /// How many bytes an object takes: one at least.
    fn room(&mut self, id: ObjectId) -> Term {
        let size = self.object(id).size;
        let (zero, one) = (self.offset(0), self.offset(1));
        let empty = self.build.eq(size, zero);
        self.build.ite(empty, one, size)
    }

    /// An object fits between its base and the end of the address space, and shares no byte with
    /// others that live when it does; where one ends another may begin. Objects for which there may
    /// be no room, all together, are not said to be anywhere in particular: an execution that has
    /// them is not excluded for that.
    fn place(&mut self, id: ObjectId, base: Term) {
        let model = self.program.layout.model;
        let room = self.room(id);
        let small = match self.build.number(room) {
            Some(_) => self.build.bool(true),
            None => {
                let most = self.offset(small_object(model));
                self.build.ule(room, most)
            }
        };
        let takes = self.build.number(room).unwrap_or(small_object(model)).saturating_add(self.object(id).align.into());
        let total = self.state.placed.saturating_add(takes);
        if total > end_of_addresses(model) / 2 {
            return;
        }
        self.state.placed = total;
        self.object_mut(id).placed = Some(small);
        let end = self.offset(end_of_addresses(model));
        let behind = self.build.sub(end, base);
        let fits = self.build.ule(room, behind);
        let fits = self.build.implies(small, fits);
        self.axiom(fits);
        let others: Vec<(ObjectId, Term, Term)> = (0u32..)
            .map(ObjectId)
            .zip(&self.state.objects)
            .filter(|(other, o)| *other != id && o.met(self.object(id)) && !self.are_ends(*other, id))
            .filter_map(|(other, o)| Some((other, o.base?, o.placed?)))
            .collect();
        for (other, start, also) in others {
            let other_room = self.room(other);
            let (end, other_end) = (self.build.add(base, room), self.build.add(start, other_room));
            let (below, above) = (self.build.ule(end, start), self.build.ule(other_end, base));
            let mut apart = self.build.or(below, above);
            for distance in self.shared_at(id, other) {
                let (distance, there) = (self.offset(distance as u64), self.build.sub(start, base));
                let shared = self.build.eq(there, distance);
                apart = self.build.or(apart, shared);
            }
            let both = self.build.and(small, also);
            let apart = self.build.implies(both, apart);
            self.axiom(apart);
        }
    }

    /// At which distances the second of two objects may begin behind the start of the first, so
    /// that they share bytes.
    fn shared_at(&self, a: ObjectId, b: ObjectId) -> Vec<i64> {
        match (self.object(a).origin, self.object(b).origin) {
            (ObjectOrigin::Global(a), ObjectOrigin::Global(b)) => self.program.shared_at(a, b),
            _ => Vec::new(),
        }
    }

    fn address_of_case(&mut self, case: Case) -> Term {
        match case.base {
            Base::Nothing | Base::Unknown => case.offset,
            Base::Object(id) => {
                let base = self.base(id);
                self.build.add(base, case.offset)
            }
        }
    }

    /// The address of a pointer.
    pub(crate) fn address(&mut self, pointer: &Pointer) -> Term {
        let mut result = None;
        for case in &pointer.cases {
            let address = self.address_of_case(*case);
            result = Some(match result {
                None => address,
                Some(before) => self.build.ite(case.when, address, before),
            });
        }
        match result {
            Some(term) => term,
            None => self.offset(0),
        }
    }

    /// Integers may from now on be turned into pointers to what the pointer points to.
    pub(crate) fn expose(&mut self, pointer: &Pointer, certain: bool) {
        let how = if certain && pointer.cases.len() == 1 { Exposed::Yes } else { Exposed::Maybe };
        for case in &pointer.cases {
            if let Base::Object(id) = case.base
                && self.object(id).exposed < how
            {
                self.object_mut(id).exposed = how;
            }
        }
    }

    /// The pointer that an address becomes: into the exposed object that holds it, or into none.
    pub(crate) fn pointer_from_address(&mut self, address: Term) -> Result<Pointer, Stop> {
        if self.build.number(address) == Some(0) {
            return Ok(self.null());
        }
        if self.mode == Mode::Anywhere {
            if self.from_start || self.build.number(address).is_some() {
                self.blur("the checker does not know which object an address belongs to");
            }
            return Ok(Pointer::one(self.always, Base::Unknown, address));
        }
        let exposed: Vec<ObjectId> = (0..self.state.objects.len() as u32)
            .map(ObjectId)
            .filter(|id| self.object(*id).exposed != Exposed::No)
            .collect();
        let mut cases = SmallVec::<[Case; 1]>::new();
        let mut nowhere = self.always;
        // An address may be that of an object that is gone, or that is exposed on other executions
        // only.
        let settled = |m: &Self, id: &ObjectId| {
            let object = m.object(*id);
            object.exposed == Exposed::Yes && matches!(object.life, Life::Live | Life::OutOfScope)
        };
        if !exposed.iter().all(|id| settled(self, id)) {
            self.guess("an integer that becomes a pointer")?;
        }
        // It is an address in the object, or its end. Where one object ends and another begins it
        // may be either.
        let mut places = Vec::with_capacity(exposed.len());
        let (mut held, mut ended) = (self.build.bool(false), self.build.bool(false));
        for id in exposed {
            let (base, size, room) = (self.base(id), self.object(id).size, self.room(id));
            let offset = self.build.sub(address, base);
            let (holds, ends) = (self.build.ult(offset, room), self.build.eq(offset, size));
            let past = self.build.not(holds);
            let ends = self.build.and(ends, past);
            // Nothing ends in the middle of an object.
            if self.build.terms.truth(holds) == Some(true) && self.build.number(offset).is_some_and(|o| o > 0) {
                return Ok(Pointer::one(self.always, Base::Object(id), offset));
            }
            held = self.build.or(held, holds);
            ended = self.build.or(ended, ends);
            places.push((id, offset, holds, ends));
        }
        let prefers_end = match places.len() {
            0 | 1 => self.build.bool(false),
            _ => {
                let any = self.build.fresh("either", 1);
                self.build.is_set(any)
            }
        };
        let (not_held, leave) = (self.build.not(held), self.build.and(prefers_end, ended));
        let (to_end, stay) = (self.build.or(prefers_end, not_held), self.build.not(leave));
        for (id, offset, holds, ends) in places {
            let (one, other) = (self.build.and(holds, stay), self.build.and(ends, to_end));
            let inside = self.build.or(one, other);
            let when = self.build.and(nowhere, inside);
            let outside = self.build.not(inside);
            nowhere = self.build.and(nowhere, outside);
            if self.build.terms.truth(when) == Some(true) {
                return Ok(Pointer::one(self.always, Base::Object(id), offset));
            }
            if self.build.terms.truth(when) != Some(false) {
                cases.push(Case { when, base: Base::Object(id), offset });
            }
        }
        if self.build.terms.truth(nowhere) != Some(false) {
            cases.push(Case { when: nowhere, base: Base::Nothing, offset: address });
        }
        if cases.len() > MOST_CASES {
            return Err(Stop::Unsupported("an integer that becomes one of many pointers".into()));
        }
        Ok(if cases.is_empty() { self.null() } else { Pointer { cases } })
    }

    /// Cases that are integers become pointers.
    pub(crate) fn resolve_integers(&mut self, pointer: Pointer) -> Result<Pointer, Stop> {
        let plain = |m: &Self, c: &Case| c.base != Base::Nothing || m.build.number(c.offset) == Some(0);
        if pointer.cases.iter().all(|c| plain(self, c)) {
            return Ok(pointer);
        }
        let mut cases = SmallVec::<[Case; 1]>::new();
        for case in &pointer.cases {
            if plain(self, case) {
                self.add_case(&mut cases, *case);
                continue;
            }
            for inner in self.pointer_from_address(case.offset)?.cases {
                let when = self.build.and(case.when, inner.when);
                if self.build.terms.truth(when) != Some(false) {
                    self.add_case(&mut cases, Case { when, ..inner });
                }
            }
        }
        Ok(if cases.is_empty() { self.null() } else { Pointer { cases } })
    }

    /// Is the offset known to lie in the object, its end included?
    fn inside(&self, case: Case) -> bool {
        let Base::Object(id) = case.base else { return false };
        if self.object(id).around.is_some() {
            return false;
        }
        match (self.build.number(case.offset), self.build.number(self.object(id).size)) {
            (Some(0), _) => true,
            (Some(offset), Some(size)) => offset <= size,
            _ => false,
        }
    }

    /// May the first pointer be the end of its object where that of the second begins?
    fn touches(&self, x: Case, y: Case) -> bool {
        let Base::Object(id) = x.base else { return false };
        let (end, size) = (self.build.number(x.offset), self.build.number(self.object(id).size));
        end != Some(0) && end == size && self.build.number(y.offset) == Some(0)
    }

    /// Compares the addresses of two pointers.
    pub(crate) fn compare(&mut self, op: BinaryOp, a: &Pointer, b: &Pointer) -> Term {
        let mut result = self.build.bool(false);
        for x in &a.cases {
            for y in &b.cases {
                let both = self.build.and(x.when, y.when);
                if self.build.terms.truth(both) == Some(false) {
                    continue;
                }
                let holds = self.compare_cases(op, *x, *y);
                let holds = self.build.and(both, holds);
                result = self.build.or(result, holds);
            }
        }
        result
    }

    fn compare_cases(&mut self, op: BinaryOp, x: Case, y: Case) -> Term {
        let same = x.base == y.base;
        if let (Base::Object(i), Base::Object(j)) = (x.base, y.base)
            && self.are_ends(i, j)
        {
            self.unclear = Some(i);
        }
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (mut a, mut b) = (x.offset, y.offset);
        if !(same && (equality || !matches!(x.base, Base::Object(_)) || self.inside(x) && self.inside(y))) {
            let null = |m: &Self, c: Case| c.base == Base::Nothing && m.build.number(c.offset) == Some(0);
            let differ = match (x.base, y.base) {
                (Base::Object(i), Base::Object(j)) => {
                    let apart = self.inside(x) && self.inside(y) && !self.touches(x, y) && !self.touches(y, x);
                    i != j && apart && self.object(i).met(self.object(j)) && self.shared_at(i, j).is_empty()
                }
                _ => self.inside(x) && null(self, y) || self.inside(y) && null(self, x),
            };
            if differ && equality {
                return self.build.bool(op == BinaryOp::Ne);
            }
            if differ && (null(self, x) || null(self, y)) {
                // Null is below everything.
                return self.build.bool(null(self, x));
            }
            (a, b) = (self.address_of_case(x), self.address_of_case(y));
        }
        match op {
            BinaryOp::Eq => self.build.eq(a, b),
            BinaryOp::Ne => {
                let same = self.build.eq(a, b);
                self.build.not(same)
            }
            BinaryOp::Ult => self.build.ult(a, b),
            _ => self.build.ule(a, b),
        }
    }

    /// Is the pointer the address of this function?
    pub(crate) fn is_function(&mut self, pointer: &Pointer, id: ObjectId) -> Term {
        let zero = self.offset(0);
        let mut result = self.build.bool(false);
        for case in &pointer.cases {
            if case.base == Base::Object(id) {
                let start = self.build.eq(case.offset, zero);
                let hit = self.build.and(case.when, start);
                result = self.build.or(result, hit);
            }
        }
        result
    }

    /// The functions that a pointer may be the address of.
    pub(crate) fn functions_of(&self, pointer: &Pointer) -> Vec<ObjectId> {
        let is_function = |id: ObjectId| matches!(self.object(id).origin, ObjectOrigin::Function(_));
        pointer
            .cases
            .iter()
            .filter_map(|c| match c.base {
                Base::Object(id) if is_function(id) => Some(id),
                _ => None,
            })
            .collect()
    }
}
