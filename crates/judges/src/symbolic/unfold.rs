//! Members of runs become objects like others.

use super::Stop;
use super::machine::{Frame, Machine, Rest, State};
use super::object::{Content, Object};
use super::run::*;
use super::value::*;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_verdict::Link;
use smallvec::SmallVec;
use std::rc::Rc;

/// More runs of a member that may be empty are not told apart.
const MOST_OPTIONAL: u32 = 4;

/// Most runs that may belong to a member.
const MOST_OWNED: usize = 32;

impl Machine<'_> {
    /// The run of which an object is an end.
    pub(crate) fn run_of(&self, id: ObjectId) -> Option<u32> {
        match self.object(id).part {
            Some(Part::End(number)) => Some(number),
            _ => None,
        }
    }

    /// Stops if an object is a member of a run.
    pub(crate) fn look_into(&self, id: ObjectId) -> Result<(), Stop> {
        match self.object(id).part {
            Some(_) => Err(Stop::Unfold(id)),
            None => Ok(()),
        }
    }

    /// Are these the first and the last member of a run, which may be the same?
    pub(crate) fn are_ends(&self, a: ObjectId, b: ObjectId) -> bool {
        let run = self.run_of(a).filter(|number| a != b && self.run_of(b) == Some(*number));
        run.and_then(|number| self.state.run(number)).is_some_and(|run| run.least < 2)
    }

    /// An object of the table for a member of a run, which is as old as another one.
    fn stand_in(&mut self, shape: &Shape, part: Part, born: u32) -> ObjectId {
        let id = ObjectId(self.state.objects.len() as u32);
        let size = self.offset(shape.size);
        let origin = ObjectOrigin::Heap { site: shape.site, number: id.0.into() };
        let object = Object { part: Some(part), born, ..self.object_of(origin, size, 1, Content::Unset) };
        self.state.objects.push(Rc::new(object));
        id
    }

    /// Makes place for a run, with its ends.
    pub(crate) fn reserve_run(&mut self, shape: &Shape, born: u32) -> (u32, ObjectId, ObjectId) {
        let number = self.state.runs.len() as u32;
        self.state.runs.push(None);
        let [first, last] = [(); 2].map(|()| self.stand_in(shape, Part::End(number), born));
        (number, first, last)
    }

    /// What bytes are once all targets are objects.
    pub(crate) fn content_of(&mut self, length: u32, bytes: &Common) -> Result<Content, Stop> {
        let object = |target: Target| match target {
            Target::Object(id) => Ok(Base::Object(id)),
            _ => {
                Err(Stop::Unsupported("the facts are not well formed: a run that does not belong to an object".into()))
            }
        };
        Ok(match bytes {
            Common::Value(term) => Content::Value(*term),
            Common::Between { low, high, signed } => {
                let term = self.build.fresh("any", 8 * length);
                let (above, below) = match signed {
                    true => (self.build.sle(*low, term), self.build.sle(term, *high)),
                    false => (self.build.ule(*low, term), self.build.ule(term, *high)),
                };
                let within = self.build.and(above, below);
                self.assume(within)?;
                Content::Value(term)
            }
            Common::Pointer(target, offset) => {
                let offset = self.offset(*offset);
                Content::Pointer(Pointer::one(self.always, object(*target)?, offset))
            }
            Common::Into(targets) => {
                let bases = targets.iter().map(|target| target.map_or(Ok(Base::Nothing), object));
                let bases = bases.collect::<Result<Vec<Base>, Stop>>()?;
                Content::Pointer(self.one_of_several(&bases))
            }
        })
    }

    /// A pointer into one of some objects, at any offset.
    pub(crate) fn one_of_several(&mut self, bases: &[Base]) -> Pointer {
        let width = self.pointer_bits();
        let which = self.build.fresh("which", 16);
        let mut others = self.always;
        let mut cases = SmallVec::new();
        for (number, base) in bases.iter().enumerate() {
            let mut when = others;
            if number + 1 < bases.len() {
                let constant = self.build.word(16, number as u64);
                let this = self.build.eq(which, constant);
                let not_this = self.build.not(this);
                when = self.build.and(others, this);
                others = self.build.and(others, not_this);
            }
            let offset = self.build.fresh("any", width);
            cases.push(Case { when, base: *base, offset });
        }
        Pointer { cases }
    }

    /// Makes an object a member of a run, without its links; `empty` says which of the runs that
    /// belong to it are. One that stands for each member has runs of which that is not instance.
    fn become_member(&mut self, id: ObjectId, shape: &Shape, empty: u32) -> Result<(), Stop> {
        let for_each = self.object(id).part == Some(Part::Each);
        let born = self.object(id).born;
        let is_empty = |index: usize| !for_each && empty >> index & 1 == 1;
        let mut instance = Instance { owner: Some(id), runs: Vec::new() };
        let mut reserved = Vec::new();
        for (index, owned) in shape.owned.iter().enumerate().filter(|(index, _)| !is_empty(*index)) {
            let (number, first, last) = self.reserve_run(&owned.shape, born);
            instance.runs.push((owned.number, [first, last].map(Instead::Object)));
            reserved.push((index, number, first, last));
        }
        let mut gone = Vec::new();
        for (_, owned) in shape.owned.iter().enumerate().filter(|(index, _)| is_empty(*index)) {
            let instead = [&owned.behind, &owned.before];
            let instead = instead.map(|bytes| Instead::Bytes(bytes.as_ref().and_then(|bytes| instance.put_in(bytes))));
            gone.push((owned.number, instead));
        }
        instance.runs.extend(gone);
        let length = self.program.layout.pointer_bytes();
        for (index, number, first, last) in reserved {
            let owned = &shape.owned[index];
            let mut end = |bytes: &Option<Common>| match bytes.as_ref().and_then(|bytes| instance.put_in(bytes)) {
                Some(bytes) => self.content_of(length as u32, &bytes),
                None => Ok(Content::Unset),
            };
            let (before, behind) = (end(&owned.before)?, end(&owned.behind)?);
            let least = if for_each { owned.least } else { owned.least.max(1) };
            let shape = Rc::new(instance.put_into(&owned.shape));
            let of = for_each.then_some(id);
            let run = Run { first, last, least, most: owned.most, before, behind, shape, of };
            self.state.runs[number as usize] = Some(Rc::new(run));
        }
        instance.owner = None;
        let object = self.object_mut(id);
        object.cells.clear();
        if !for_each {
            object.part = None;
        }
        for (at, length, bytes) in &shape.cells {
            if let Some(bytes) = instance.put_in(bytes) {
                let content = self.content_of(*length, &bytes)?;
                self.put(id, *at, (*length).into(), content);
            }
        }
        Ok(())
    }

    /// An object that stands for each member of a run, without links.
    pub(crate) fn each_member(&mut self, number: u32) -> Result<ObjectId, Stop> {
        let Some(run) = self.state.run(number).cloned() else {
            return Err(Stop::Unsupported("a member of a run that is gone".into()));
        };
        let born = self.object(run.first).born;
        let id = self.stand_in(&run.shape, Part::Each, born);
        self.become_member(id, &run.shape, 0)?;
        Ok(id)
    }

    /// The states that the machine's is one of, where an end of a run is an object like others.
    pub(crate) fn unfold(&mut self, end: ObjectId) -> Result<Vec<State>, Stop> {
        let run = self.run_of(end).and_then(|number| Some((number, Rc::clone(self.state.run(number)?))));
        let Some((number, run)) = run else {
            return Err(Stop::Unsupported("a look into what stands for many objects".into()));
        };
        let optional: Vec<usize> = (0..run.shape.owned.len()).filter(|i| run.shape.owned[*i].least == 0).collect();
        if optional.len() as u32 > MOST_OPTIONAL || run.shape.owned.len() > MOST_OWNED {
            return Err(Stop::Limit("too many runs that belong to a member may be empty".into()));
        }
        let mut states = Vec::new();
        for alone in [true, false] {
            let possible = if alone { run.least <= 1 } else { run.most.is_none_or(|most| most >= 2) };
            for choice in (0..1u32 << optional.len()).filter(|_| possible) {
                let empty = optional.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
                let empty = empty.fold(0, |set, (_, index)| set | 1 << index);
                let before = self.state.clone();
                let made = match alone {
                    true => self.unfold_all(number, &run, empty),
                    false => self.unfold_one(number, &run, end, empty),
                };
                let state = std::mem::replace(&mut self.state, before);
                match made {
                    Ok(()) => states.push(state),
                    Err(Stop::Infeasible) => {}
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(states)
    }

    /// The only member of a run becomes an object.
    fn unfold_all(&mut self, number: u32, run: &Run, empty: u32) -> Result<(), Stop> {
        self.rename(run.last, run.first)?;
        let run = self.state.runs[number as usize].take().map_or_else(|| run.clone(), Rc::unwrap_or_clone);
        self.become_member(run.first, &run.shape, empty)?;
        let length = self.program.layout.pointer_bytes();
        self.put(run.first, run.shape.next.at, length, run.behind);
        if let Some(back) = run.shape.back {
            self.put(run.first, back.at, length, run.before);
        }
        Ok(())
    }

    /// The first or last one of several members becomes an object.
    fn unfold_one(&mut self, number: u32, run: &Run, end: ObjectId, empty: u32) -> Result<(), Stop> {
        let mut rest = run.clone();
        rest.least = run.least.saturating_sub(1).max(1);
        rest.most = run.most.map(|most| most - 1);
        self.become_member(end, &run.shape, empty)?;
        let new = self.stand_in(&run.shape, Part::End(number), self.object(end).born);
        let length = self.program.layout.pointer_bytes();
        let mut lead = |to: ObjectId, link: Link| {
            let offset = self.offset(link.to);
            Content::Pointer(Pointer::one(self.always, Base::Object(to), offset))
        };
        let (next, back) = (run.shape.next, run.shape.back);
        let (ahead, behind);
        if end == run.first {
            (ahead, behind) = (lead(new, next), run.before.clone());
            rest.first = new;
            rest.before = back.map_or(Content::Unset, |back| lead(end, back));
        } else {
            (ahead, behind) = (run.behind.clone(), back.map_or(Content::Unset, |back| lead(new, back)));
            rest.last = new;
            rest.behind = lead(end, next);
        }
        self.put(end, next.at, length, ahead);
        if let Some(back) = back {
            self.put(end, back.at, length, behind);
        }
        self.state.runs[number as usize] = Some(Rc::new(rest));
        Ok(())
    }

    /// Two objects of the table are the same one: it has the name of the second from now on. What
    /// is known of the address of the first is of that of the second.
    fn rename(&mut self, from: ObjectId, to: ObjectId) -> Result<(), Stop> {
        match (self.object(from).base, self.object(to).base) {
            (Some(a), Some(b)) => {
                let same = self.build.eq(a, b);
                self.assume(same)?;
            }
            (Some(_), None) => {
                let (base, placed) = (self.object(from).base, self.object(from).placed);
                let object = self.object_mut(to);
                (object.base, object.placed) = (base, placed);
            }
            (None, _) => {}
        }
        let gone = self.object_mut(from);
        (gone.life, gone.base, gone.placed) = (Life::Returned, None, None);
        for index in 0..self.state.objects.len() {
            if self.state.objects[index].cells.values().any(|cell| mentions(&cell.content, from)) {
                let mut object = Rc::clone(&self.state.objects[index]);
                for cell in Rc::make_mut(&mut object).cells.values_mut() {
                    self.renamed_content(&mut cell.content, from, to);
                }
                self.state.objects[index] = object;
            }
        }
        for index in 0..self.state.frames.len() {
            let mut frame = Rc::clone(&self.state.frames[index]);
            if values(&frame).any(|value| matches!(value, Sym::Pointer(p) if leads_to(p, from))) {
                for value in values_mut(Rc::make_mut(&mut frame)) {
                    if let Sym::Pointer(pointer) = value {
                        *pointer = self.renamed(pointer, from, to);
                    }
                }
                self.state.frames[index] = frame;
            }
        }
        for index in 0..self.state.runs.len() {
            if let Some(mut run) = self.state.runs[index].clone() {
                let changed = Rc::make_mut(&mut run);
                self.renamed_content(&mut changed.before, from, to);
                self.renamed_content(&mut changed.behind, from, to);
                Rc::make_mut(&mut changed.shape).rename(from, to);
                self.state.runs[index] = Some(run);
            }
        }
        Ok(())
    }

    fn renamed_content(&mut self, content: &mut Content, from: ObjectId, to: ObjectId) {
        if let Content::Pointer(pointer) = content {
            *pointer = self.renamed(pointer, from, to);
        }
    }

    fn renamed(&mut self, pointer: &Pointer, from: ObjectId, to: ObjectId) -> Pointer {
        if !leads_to(pointer, from) {
            return pointer.clone();
        }
        let mut cases = SmallVec::new();
        for case in &pointer.cases {
            let base = if case.base == Base::Object(from) { Base::Object(to) } else { case.base };
            self.add_case(&mut cases, Case { base, ..*case });
        }
        Pointer { cases }
    }
}

fn leads_to(pointer: &Pointer, id: ObjectId) -> bool {
    pointer.cases.iter().any(|case| case.base == Base::Object(id))
}

fn mentions(content: &Content, id: ObjectId) -> bool {
    matches!(content, Content::Pointer(pointer) if leads_to(pointer, id))
}

fn values(frame: &Frame) -> impl Iterator<Item = &Sym> {
    let rest = match &frame.rest {
        Rest::Known(rest) => &rest[..],
        Rest::Types(_) => &[],
    };
    let returned = frame.returned.iter().flatten();
    frame.registers.iter().flatten().chain(rest.iter().map(|(_, value)| value)).chain(returned)
}

fn values_mut(frame: &mut Frame) -> impl Iterator<Item = &mut Sym> {
    let rest = match &mut frame.rest {
        Rest::Known(rest) => &mut rest[..],
        Rest::Types(_) => &mut [],
    };
    let returned = frame.returned.iter_mut().flatten();
    frame.registers.iter_mut().flatten().chain(rest.iter_mut().map(|(_, value)| value)).chain(returned)
}
