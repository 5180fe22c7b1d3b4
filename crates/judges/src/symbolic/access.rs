//! Access through pointers, with symbolic offsets.

use super::Stop;
use super::machine::{Machine, Mode};
use super::object::{Content, Object};
use super::value::*;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::{Allocator, Type, Violation};
use adumbra_terms::Term;
use std::rc::Rc;

/// Most offsets that an access with a symbolic one is split into.
const MOST_OFFSETS: u64 = 256;

/// Where an access may go.
pub(crate) struct Place {
    pub(crate) when: Term,
    pub(crate) id: ObjectId,
    pub(crate) offset: Term,
}

/// An access: when it is valid, and where it may go if it is.
pub(crate) struct Access {
    pub(crate) valid: Term,
    pub(crate) places: Vec<Place>,
    /// May it go to something that is not known?
    pub(crate) unknown: bool,
    /// When it goes where no object of the program is, other than through null.
    pub(crate) stray: Term,
}

impl Machine<'_> {
    /// Looks at an access of some bytes.
    pub(crate) fn access(&mut self, pointer: &Pointer, length: Term, write: bool) -> Result<Access, Stop> {
        let mut valid = self.build.bool(false);
        let mut places = Vec::new();
        let mut unknown = false;
        let mut stray = self.build.bool(false);
        for case in &pointer.cases {
            let ok = match case.base {
                Base::Nothing => {
                    let page = self.offset(4096);
                    let beyond = self.build.ule(page, case.offset);
                    let beyond = self.build.and(case.when, beyond);
                    stray = self.build.or(stray, beyond);
                    continue;
                }
                Base::Unknown => {
                    unknown = true;
                    case.when
                }
                Base::Object(id) => {
                    self.look_into(id)?;
                    let object = self.object(id);
                    if !object.accessible() || write && !object.writable {
                        continue;
                    }
                    let (size, doubtful) = (object.size, object.doubtful);
                    if object.around.is_some() {
                        if self.monitors(Violation::OutOfBounds) {
                            self.blur("the checker does not know the objects of a caller");
                        }
                        let reached = self.perhaps();
                        let ok = self.build.and(case.when, reached);
                        places.push(Place { when: case.when, id, offset: case.offset });
                        valid = self.build.or(valid, ok);
                        continue;
                    }
                    let open = matches!(object.origin, ObjectOrigin::Global(g) if self.program.globals[g].open);
                    let within = self.within(case.offset, length, size);
                    if open {
                        let beyond = self.build.not(within);
                        let beyond = self.build.and(case.when, beyond);
                        stray = self.build.or(stray, beyond);
                    }
                    let mut ok = self.build.and(case.when, within);
                    if doubtful {
                        let lives = self.perhaps();
                        ok = self.build.and(ok, lives);
                    }
                    if self.build.terms.truth(ok) == Some(false) {
                        continue;
                    }
                    places.push(Place { when: case.when, id, offset: case.offset });
                    ok
                }
            };
            valid = self.build.or(valid, ok);
        }
        Ok(Access { valid, places, unknown, stray })
    }

    /// A condition of which nothing is known.
    fn perhaps(&mut self) -> Term {
        let bit = self.build.fresh("perhaps", 1);
        self.build.is_set(bit)
    }

    /// Do the bytes lie within the size?
    fn within(&mut self, offset: Term, length: Term, size: Term) -> Term {
        if let (Some(l), Some(s)) = (self.build.number(length), self.build.number(size)) {
            return match s.checked_sub(l) {
                Some(last) => {
                    let last = self.offset(last);
                    self.build.ule(offset, last)
                }
                None => self.build.bool(false),
            };
        }
        let starts = self.build.ule(offset, size);
        let left = self.build.sub(size, offset);
        let fits = self.build.ule(length, left);
        self.build.and(starts, fits)
    }

    /// Demands that accesses are valid.
    pub(crate) fn demand_access(&mut self, accesses: &[&Access]) -> Result<(), Stop> {
        let mut valid = self.always;
        for access in accesses {
            valid = self.build.and(valid, access.valid);
        }
        if accesses.iter().any(|a| a.unknown) && self.monitors(Violation::OutOfBounds) {
            return Err(Stop::Violation(Violation::WildAccess));
        }
        for access in accesses {
            self.note_stray(access.stray)?;
        }
        self.demand(valid, Violation::OutOfBounds)
    }

    /// Nothing is known of memory that is no object of the program. Where a path may access it and
    /// that is no violation, it is not followed that way, and not said to be infeasible beyond.
    fn note_stray(&mut self, stray: Term) -> Result<(), Stop> {
        let open = self.mode != Mode::Anywhere && self.aim.is_none() && self.state.stray.is_none();
        if open && !self.property.monitors(Violation::WildAccess) {
            let not = self.build.not(stray);
            if !self.implied(not)? {
                self.state.stray = Some(self.at);
            }
        }
        Ok(())
    }

    /// Looks at an access and demands that it is valid.
    fn checked(&mut self, pointer: &Pointer, length: u64, write: bool) -> Result<Access, Stop> {
        let length = self.offset(length);
        let access = self.access(pointer, length, write)?;
        self.demand_access(&[&access])?;
        Ok(access)
    }

    /// A value of which nothing is known.
    pub(crate) fn anything(&mut self, ty: Type) -> Sym {
        let width = ty.bits(&self.program.layout);
        let term = self.build.fresh("any", width);
        match ty {
            Type::Ptr => Sym::Pointer(Pointer::one(self.always, Base::Unknown, term)),
            _ => Sym::Bits(term),
        }
    }

    /// Reads a value through a pointer.
    pub(crate) fn load(&mut self, pointer: &Pointer, ty: Type) -> Result<Sym, Stop> {
        let length = ty.store_size(&self.program.layout);
        let access = self.checked(pointer, length, false)?;
        if access.unknown {
            return Ok(self.anything(ty));
        }
        let certain = access.places.len() == 1;
        let mut result: Option<Sym> = None;
        for place in &access.places {
            let Some(value) = self.load_at(place, ty, length, certain)? else { continue };
            result = Some(match result {
                None => value,
                Some(before) => self.either(place.when, &value, &before),
            });
        }
        result.ok_or(Stop::Infeasible)
    }

    /// The first value if the condition holds, else the second.
    pub(crate) fn either(&mut self, when: Term, a: &Sym, b: &Sym) -> Sym {
        match (a, b) {
            (Sym::Bits(a), Sym::Bits(b)) => Sym::Bits(self.build.ite(when, *a, *b)),
            (Sym::Pointer(a), Sym::Pointer(b)) => Sym::Pointer(self.choose(when, a, b)),
            _ => a.clone(),
        }
    }

    /// Reads a value at a place; `None` if no valid access goes there.
    fn load_at(&mut self, place: &Place, ty: Type, length: u64, certain: bool) -> Result<Option<Sym>, Stop> {
        if let Some(offset) = self.build.number(place.offset) {
            if self.wraps(place.id, offset, length) {
                return Ok(Some(self.anything(ty)));
            }
            return self.read(place.id, offset, ty, certain).map(Some);
        }
        let Some(offsets) = self.offsets(place, length) else {
            if self.mode == Mode::Anywhere {
                self.blur("the checker does not follow a read at one of many places");
                return Ok(Some(self.anything(ty)));
            }
            let offset = self.pin_at(place, certain)?;
            return self.read(place.id, offset, ty, certain).map(Some);
        };
        let mut result: Option<Sym> = None;
        for offset in offsets {
            let value = self.read(place.id, offset, ty, false)?;
            let constant = self.offset(offset);
            let here = self.build.eq(place.offset, constant);
            result = Some(match result {
                None => value,
                Some(before) => self.either(here, &value, &before),
            });
        }
        Ok(result)
    }

    /// Writes a value through a pointer.
    pub(crate) fn store(&mut self, pointer: &Pointer, ty: Type, value: &Sym) -> Result<(), Stop> {
        let length = ty.store_size(&self.program.layout);
        let access = self.checked(pointer, length, true)?;
        if access.unknown {
            return self.forget_memory();
        }
        let only = access.places.len() == 1;
        let bytes = self.offset(length);
        for place in &access.places {
            let when = (!only).then_some(place.when);
            self.writes(place.when, place.id, place.offset, bytes)?;
            if let Some(offset) = self.build.number(place.offset) {
                if self.wraps(place.id, offset, length) {
                    self.forget(place.id);
                    continue;
                }
                self.write(place.id, offset, ty, value, when);
                continue;
            }
            let Some(offsets) = self.offsets(place, length) else {
                if self.mode == Mode::Anywhere {
                    self.blur("the checker does not follow a write to one of many places");
                    self.forget(place.id);
                    continue;
                }
                let offset = self.pin_at(place, only)?;
                self.write(place.id, offset, ty, value, when);
                continue;
            };
            for offset in offsets {
                let constant = self.offset(offset);
                let here = self.build.eq(place.offset, constant);
                let here = match when {
                    Some(when) => self.build.and(when, here),
                    None => here,
                };
                if self.build.terms.truth(here) != Some(false) {
                    self.write(place.id, offset, ty, value, Some(here));
                }
            }
        }
        Ok(())
    }

    /// Chooses one offset of a place, which is taken. If it is the only place, a valid access goes
    /// there anyway.
    fn pin_at(&mut self, place: &Place, only: bool) -> Result<u64, Stop> {
        if !only {
            self.guess("an offset that is not a constant")?;
            self.assume(place.when)?;
        }
        self.pin(place.offset)
    }

    /// The offsets that a valid access can have, if they are few.
    fn offsets(&mut self, place: &Place, length: u64) -> Option<Vec<u64>> {
        let size = self.build.number(self.object(place.id).size)?;
        let last = size.checked_sub(length)?;
        let (known, first) = self.build.low_bits(place.offset);
        let step = 1u64 << known;
        if first <= last && (last - first) / step >= MOST_OFFSETS {
            return None;
        }
        Some((first..=last).step_by(step as usize).collect())
    }

    /// Everything that may be written may have any value.
    pub(crate) fn forget_memory(&mut self) -> Result<(), Stop> {
        self.know_all("a write through an unknown pointer")?;
        self.writes_anything()?;
        self.blur("the checker does not know what a write through an unknown pointer leaves as it is");
        for index in 0..self.state.objects.len() as u32 {
            let object = self.object(ObjectId(index));
            if object.writable && !matches!(object.origin, ObjectOrigin::Function(_)) {
                self.forget(ObjectId(index));
            }
        }
        Ok(())
    }

    /// Stops where something may happen to members of runs, it is not known which.
    fn know_all(&self, what: &str) -> Result<(), Stop> {
        match self.state.has_runs() {
            true => Err(Stop::Unsupported(format!("{what} where facts speak of many objects"))),
            false => Ok(()),
        }
    }

    /// Everything in an object may have any value.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        object.rest = Content::Unset;
        object.cells.clear();
        object.epoch += 1;
    }

    /// The one place of an access; if there are several, one is chosen.
    pub(crate) fn one_place(&mut self, mut places: Vec<Place>) -> Result<Place, Stop> {
        if places.len() > 1 {
            let mut possible = Vec::new();
            for place in places {
                if self.ask(&[place.when])?.is_some() {
                    possible.push(place);
                }
            }
            if possible.len() > 1 {
                self.guess("a pointer to one of several objects")?;
            }
            possible.truncate(1);
            places = possible;
        }
        let place = places.pop().ok_or(Stop::Infeasible)?;
        self.assume(place.when)?;
        Ok(place)
    }

    /// Copies bytes with their pointers and what has no value.
    pub(crate) fn copy(&mut self, to: &Pointer, from: &Pointer, length: Term) -> Result<(), Stop> {
        let (length, n) = match self.length(length, &[(from, false), (to, true)])? {
            Some(found) => found,
            None => return Ok(()),
        };
        let source = self.access(from, length, false)?;
        let target = self.access(to, length, true)?;
        self.demand_access(&[&source, &target])?;
        if target.unknown {
            return self.forget_memory();
        }
        let target = self.one_place(target.places)?;
        self.writes(self.always, target.id, target.offset, length)?;
        if self.scattered(&target, n) {
            return Ok(());
        }
        let into = self.pin(target.offset)?;
        if source.unknown {
            self.put(target.id, into, n, Content::Unset);
            return Ok(());
        }
        let source = self.one_place(source.places)?;
        if self.mode == Mode::Anywhere && self.build.number(source.offset).is_none() {
            self.blur("the checker does not follow a copy from one of many places");
            self.put(target.id, into, n, Content::Unset);
            return Ok(());
        }
        let start = self.pin(source.offset)?;
        if self.wraps(source.id, start, n) {
            self.put(target.id, into, n, Content::Unset);
            return Ok(());
        }
        // A copy has the values of its original, whatever they are.
        self.settle_range(source.id, start, n);
        let mut parts = Vec::new();
        for piece in self.object(source.id).pieces(start, n) {
            parts.push((piece.offset - start, piece.length, self.slice(&piece, true)));
        }
        let unset = parts.iter().any(|(_, _, content)| matches!(content, Content::Unset));
        for (at, length, content) in parts {
            self.put(target.id, into + at, length, content);
        }
        if unset {
            self.object_mut(target.id).epoch += 1;
        }
        Ok(())
    }

    /// Does a write go to an unknown offset where nothing may be chosen? Then the object is
    /// forgotten.
    fn scattered(&mut self, place: &Place, length: u64) -> bool {
        let scattered = match self.build.number(place.offset) {
            Some(offset) => self.wraps(place.id, offset, length),
            None => self.mode == Mode::Anywhere,
        };
        if scattered {
            self.blur("the checker does not follow a write to one of many places");
            self.forget(place.id);
        }
        scattered
    }

    /// The length of an access as a constant; `None` if it is zero, for then nothing is accessed.
    /// If a violation is aimed at, it stays as it is.
    fn length(&mut self, length: Term, pointers: &[(&Pointer, bool)]) -> Result<Option<(Term, u64)>, Stop> {
        if self.aim.is_some() {
            let mut valid = self.always;
            for (pointer, write) in pointers {
                let access = self.access(pointer, length, *write)?;
                valid = self.build.and(valid, access.valid);
            }
            let zero = self.offset(0);
            let nothing = self.build.eq(length, zero);
            let valid = self.build.or(nothing, valid);
            self.demand(valid, Violation::OutOfBounds)?;
        }
        let n = self.pin(length)?;
        Ok((n > 0).then_some((self.offset(n), n)))
    }

    /// Sets bytes; without a byte, they lose their values.
    pub(crate) fn fill(&mut self, to: &Pointer, byte: Option<Term>, length: Term) -> Result<(), Stop> {
        let Some((length, n)) = self.length(length, &[(to, true)])? else { return Ok(()) };
        let access = self.access(to, length, true)?;
        self.demand_access(&[&access])?;
        if access.unknown {
            return self.forget_memory();
        }
        let place = self.one_place(access.places)?;
        self.writes(self.always, place.id, place.offset, length)?;
        if self.scattered(&place, n) {
            return Ok(());
        }
        let offset = self.pin(place.offset)?;
        match byte {
            Some(byte) => self.put(place.id, offset, n, Content::Fill(byte)),
            None => {
                self.put(place.id, offset, n, Content::Unset);
                self.object_mut(place.id).epoch += 1;
            }
        }
        Ok(())
    }

    /// Creates an object.
    pub(crate) fn create(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.state.objects.len() as u32);
        self.state.objects.push(Rc::new(object));
        self.state.clock += 1;
        id
    }

    /// Objects of this kind may be dead from now on.
    pub(crate) fn doubt(&mut self, kind: impl Fn(&Object) -> bool) {
        self.blur("the checker does not know which of several objects are gone");
        let clock = self.state.clock;
        for object in &mut self.state.objects {
            if object.life == Life::Live && !object.doubtful && kind(object) {
                let object = Rc::make_mut(object);
                object.doubtful = true;
                object.died = clock;
            }
        }
        self.state.clock += 1;
    }

    /// Ends the life of an object for good.
    pub(crate) fn kill(&mut self, id: ObjectId, life: Life) {
        let clock = self.state.clock;
        let object = self.object_mut(id);
        if matches!(object.life, Life::Freed | Life::Returned) {
            return;
        }
        object.life = life;
        object.died = clock;
        object.rest = Content::Unset;
        object.cells.clear();
        self.state.clock += 1;
    }

    /// May it be an object of the heap that the function that is executed on its own did not make?
    fn is_given(&self, base: Base) -> bool {
        match base {
            Base::Nothing => false,
            Base::Unknown => true,
            Base::Object(id) => self.object(id).around.is_some(),
        }
    }

    /// Frees what a pointer points to.
    pub(crate) fn free(&mut self, pointer: &Pointer, allocator: Allocator) -> Result<(), Stop> {
        if self.watched.is_some() && pointer.cases.iter().any(|case| self.is_given(case.base)) {
            return Err(Stop::Unsupported("a function with a contract that frees what it did not make".into()));
        }
        let zero = self.offset(0);
        let mut valid = self.build.bool(false);
        let mut outcomes: Vec<(Term, Option<ObjectId>)> = Vec::new();
        for case in &pointer.cases {
            let start = self.build.eq(case.offset, zero);
            let mut ok = self.build.and(case.when, start);
            let target = match case.base {
                Base::Unknown if self.monitors(Violation::InvalidFree) => {
                    return Err(Stop::Violation(Violation::InvalidFree));
                }
                Base::Unknown => {
                    self.know_all("a free through an unknown pointer")?;
                    self.doubt(|o| o.origin.is_heap());
                    return Ok(());
                }
                Base::Nothing => None,
                Base::Object(id) => {
                    self.look_into(id)?;
                    let object = self.object(id);
                    if !object.origin.is_heap() || object.life != Life::Live {
                        continue;
                    }
                    if matches!(object.origin, ObjectOrigin::Heap { site, .. } if self.program.sites[site].allocator != allocator)
                    {
                        continue;
                    }
                    if object.doubtful {
                        let lives = self.perhaps();
                        ok = self.build.and(ok, lives);
                    }
                    Some(id)
                }
            };
            if self.build.terms.truth(ok) != Some(false) {
                valid = self.build.or(valid, ok);
                outcomes.push((ok, target));
            }
        }
        self.demand(valid, Violation::InvalidFree)?;
        if outcomes.len() > 1 {
            let mut possible = Vec::new();
            for outcome in outcomes {
                if self.ask(&[outcome.0])?.is_some() {
                    possible.push(outcome);
                }
            }
            if possible.len() > 1 {
                self.guess("a free of one of several objects")?;
            }
            outcomes = possible;
        }
        let Some((when, target)) = outcomes.first().copied() else { return Err(Stop::Infeasible) };
        self.assume(when)?;
        if let Some(id) = target {
            self.kill(id, Life::Freed);
        }
        Ok(())
    }
}
