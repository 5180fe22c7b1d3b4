//! Heap memory that is lost, or not freed at the end.
//!
//! What is not lost is reached from globals, local variables in scope, and registers that are read
//! again. What is lost stays lost: it is enough to look where the program ends and once in every
//! round of a loop.

use super::Stop;
use super::machine::{Machine, Mode, Rest};
use super::object::{Content, Object};
use super::run::{Common, Shape, Target};
use super::value::*;
use adumbra_interpreter::memory::Life;
use adumbra_program::graph::Liveness;
use adumbra_program::{Edge, Function, Location, Move, Op, Register, Violation};
use std::collections::HashSet;
use std::rc::Rc;

fn lives(object: &Object) -> bool {
    object.origin.is_heap() && object.life == Life::Live
}

/// The object that a pointer leads to for certain.
fn certain(pointer: &Pointer) -> Option<ObjectId> {
    match pointer.only()?.base {
        Base::Object(id) => Some(id),
        _ => None,
    }
}

fn leads_to(content: &Content) -> Option<ObjectId> {
    match content {
        Content::Pointer(pointer) => certain(pointer),
        _ => None,
    }
}

impl Shape {
    /// Where the members lead to for certain; `false` if not all that belongs to them is reached
    /// from them.
    fn reach(&self, work: &mut Vec<ObjectId>) -> bool {
        let mut found: Vec<u32> = Vec::new();
        let lead = |bytes: &Common, work: &mut Vec<ObjectId>, found: &mut Vec<u32>| match bytes {
            Common::Pointer(Target::Object(id), _) => work.push(*id),
            Common::Pointer(Target::First(number), _) if !found.contains(number) => found.push(*number),
            _ => {}
        };
        for (.., bytes) in &self.cells {
            lead(bytes, work, &mut found);
        }
        let mut next = 0;
        while let Some(number) = found.get(next).copied() {
            next += 1;
            // One that belongs to what has these members is reached from elsewhere, or is not.
            let Some(owned) = self.owned.iter().find(|owned| owned.number == number) else { continue };
            // If there is none, a pointer to the first is what is behind the last.
            if let Some(behind) = &owned.behind {
                lead(behind, work, &mut found);
            }
            let mut inside = Vec::new();
            if !owned.shape.reach(&mut inside) {
                return false;
            }
            if owned.least > 0 {
                work.append(&mut inside);
            }
        }
        self.owned.iter().all(|owned| found.contains(&owned.number))
    }
}

impl Machine<'_> {
    /// The program ends: leaks are violations if they are looked for.
    pub(crate) fn finish(&mut self) -> Result<(), Stop> {
        self.state.ended = true;
        // No register of the last activation is read again.
        if let Some(frame) = self.state.frames.last_mut() {
            Rc::make_mut(frame).registers.fill(None);
        }
        if self.mode == Mode::Anywhere {
            let left = self.state.other_heap || self.state.objects.iter().any(|o| lives(o));
            if self.monitors(Violation::UnfreedMemory) && left {
                return Err(Stop::Violation(Violation::UnfreedMemory));
            }
            if self.monitors(Violation::LostMemory) && self.loses() {
                return Err(Stop::Violation(Violation::LostMemory));
            }
            return Ok(());
        }
        let happens = match self.aim {
            Some(Violation::UnfreedMemory) => self.state.objects.iter().any(|o| lives(o)),
            Some(Violation::LostMemory) => self.loses(),
            _ => return Ok(()),
        };
        self.commit(happens)
    }

    /// Heap memory is to be lost by the time when the program is at a location.
    pub(crate) fn lose_at(&mut self, location: Location) -> Result<(), Stop> {
        self.forget_dead(location);
        let happens = self.loses();
        self.commit(happens)
    }

    /// Does a move end the program?
    pub(crate) fn ends_with(&self, step: Move) -> bool {
        match step {
            Move::Edge(edge) => match self.program.edges[edge].op {
                Op::End { .. } => true,
                Op::Return { .. } => self.state.frames.len() == 1,
                _ => false,
            },
            Move::Enter { .. } | Move::Leave { .. } => false,
        }
    }

    fn commit(&mut self, happens: bool) -> Result<(), Stop> {
        let happens = self.build.bool(happens);
        self.assume(happens)?;
        Err(Stop::Reached)
    }

    /// Is there, or may there be, heap memory that no pointer reaches?
    pub(crate) fn loses(&self) -> bool {
        let (reached, runs) = self.reachable();
        let is_lost = |(i, o): (u32, &Rc<Object>)| lives(o) && o.part.is_none() && !reached.contains(&ObjectId(i));
        self.state.other_heap
            || (0..).zip(&self.state.objects).any(is_lost)
            || (0..).zip(&self.state.runs).any(|(number, run)| run.is_some() && !runs.contains(&number))
    }

    fn liveness(&mut self, function: Function) -> Option<Rc<Liveness>> {
        let program = self.program;
        let body = program.body(function)?;
        let known = self.liveness.entry(function);
        Some(Rc::clone(known.or_insert_with(|| Rc::new(Liveness::new(program, body)))))
    }

    /// Forgets registers of the last activation that are not read behind a location.
    pub(crate) fn forget_dead(&mut self, location: Location) {
        let program = self.program;
        let Some(function) = program.locations.get(location).copied() else { return };
        let Some(liveness) = self.liveness(function) else { return };
        let live = liveness.live(program, location);
        if let Some(last) = self.state.frames.len().checked_sub(1) {
            self.keep(last, &live);
        }
    }

    /// Forgets registers of an activation that are not read behind a call.
    pub(crate) fn forget_across(&mut self, frame: usize, call: Edge) {
        let program = self.program;
        let Some(function) = program.edges.get(call).and_then(|e| program.locations.get(e.from)).copied() else {
            return;
        };
        if let Some(liveness) = self.liveness(function) {
            let live = liveness.live_across(program, call);
            self.keep(frame, &live);
        }
    }

    fn keep(&mut self, frame: usize, live: &[Register]) {
        let frame = Rc::make_mut(&mut self.state.frames[frame]);
        let first = frame.first;
        for (register, value) in (first..).zip(frame.registers.iter_mut()) {
            if live.binary_search(&Register::from_u32(register)).is_err() {
                *value = None;
            }
        }
    }

    /// The objects that pointers reach for certain, on all executions described, and the runs of
    /// which they reach all members, and all that belongs to these. Integers may reach more.
    fn reachable(&self) -> (HashSet<ObjectId>, HashSet<u32>) {
        let (mut seen, mut runs) = (HashSet::new(), HashSet::new());
        let mut work: Vec<ObjectId> = self.program.globals.keys().map(|g| self.global(g)).collect();
        work.extend(self.state.stack.iter().map(|(id, _)| *id));
        for frame in &self.state.frames {
            let rest = match &frame.rest {
                Rest::Known(rest) => &rest[..],
                Rest::Types(_) => &[],
            };
            let values = frame.registers.iter().flatten().chain(frame.returned.iter().flatten());
            work.extend(values.chain(rest.iter().map(|(_, value)| value)).filter_map(|value| match value {
                Sym::Pointer(p) => certain(p),
                Sym::Bits(_) => None,
            }));
        }
        while let Some(id) = work.pop() {
            if self.object(id).life != Life::Live || !seen.insert(id) || self.object(id).doubtful {
                continue;
            }
            if let Some((number, run)) = self.run_of(id).and_then(|n| Some((n, self.state.run(n)?))) {
                // From the last one the others are reached by links back alone.
                if id != run.first && run.shape.back.is_none() {
                    work.extend(leads_to(&run.behind));
                } else if run.shape.reach(&mut work) {
                    runs.insert(number);
                    work.extend(leads_to(&run.behind));
                    work.extend(run.shape.back.and(leads_to(&run.before)));
                }
                continue;
            }
            work.extend(self.object(id).cells.values().filter_map(|cell| leads_to(&cell.content)));
        }
        (seen, runs)
    }
}
