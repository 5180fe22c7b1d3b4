//! Addresses: bases of objects, comparisons, integers that become pointers.

use super::Stop;
use super::machine::{Machine, Mode};
use super::object::Exposed;
use super::value::*;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::{BinaryOp, DataModel};
use adumbra_terms::Term;
use smallvec::SmallVec;

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
        let (size, align) = (self.object(id).size, self.object(id).align);
        let zero = self.offset(0);
        let null = self.build.eq(base, zero);
        let apart = self.build.not(null);
        self.axiom(apart);
        let low = align.trailing_zeros();
        if low > 0 {
            let bits = self.build.extract(low - 1, 0, base);
            let zero = self.build.word(low, 0);
            let aligned = self.build.eq(bits, zero);
            self.axiom(aligned);
        }
        let wraps = self.build.uaddo(base, size);
        let fits = self.build.not(wraps);
        self.axiom(fits);
        let others: Vec<(Term, Term)> = self
            .state
            .objects
            .iter()
            .enumerate()
            .filter(|(other, o)| *other != id.0 as usize && o.met(self.object(id)))
            .filter_map(|(_, o)| Some((o.base?, o.size)))
            .collect();
        for (other, other_size) in others {
            let (end, other_end) = (self.build.add(base, size), self.build.add(other, other_size));
            let (below, above) = (self.build.ult(end, other), self.build.ult(other_end, base));
            let apart = self.build.or(below, above);
            self.axiom(apart);
        }
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
        // An address may be that of an object that is gone, or that is exposed on other executions only.
        let settled = |m: &Self, id: &ObjectId| {
            let object = m.object(*id);
            object.exposed == Exposed::Yes && matches!(object.life, Life::Live | Life::OutOfScope)
        };
        if !exposed.iter().all(|id| settled(self, id)) {
            self.guess("an integer that becomes a pointer")?;
        }
        for id in exposed {
            let (base, size) = (self.base(id), self.object(id).size);
            let offset = self.build.sub(address, base);
            let inside = self.build.ule(offset, size);
            match self.build.terms.truth(inside) {
                Some(true) => return Ok(Pointer::one(self.always, Base::Object(id), offset)),
                Some(false) => continue,
                None => {}
            }
            let when = self.build.and(nowhere, inside);
            let outside = self.build.not(inside);
            nowhere = self.build.and(nowhere, outside);
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
        match (self.build.number(case.offset), self.build.number(self.object(id).size)) {
            (Some(0), _) => true,
            (Some(offset), Some(size)) => offset <= size,
            _ => false,
        }
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
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (mut a, mut b) = (x.offset, y.offset);
        if !(same && (equality || !matches!(x.base, Base::Object(_)) || self.inside(x) && self.inside(y))) {
            let null = |m: &Self, c: Case| c.base == Base::Nothing && m.build.number(c.offset) == Some(0);
            let differ = match (x.base, y.base) {
                (Base::Object(i), Base::Object(j)) => {
                    i != j && self.inside(x) && self.inside(y) && self.object(i).met(self.object(j))
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
