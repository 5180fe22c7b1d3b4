//! Heap memory is lost when its last pointer goes.
//!
//! What is not lost is reached from the roots: globals, local variables in scope, and registers
//! that are read again, which hold the temporaries of the expressions under evaluation. Pointers
//! into the middle of an object and to its end count. What is lost stays lost, so that it is enough
//! to look now and then, and where the run ends. An object whose address became an integer is never
//! surely lost, and what depends on it is not known.

use super::*;
use crate::memory::{id_of, origin_of};

/// Fewest steps between two searches.
const EVERY: u64 = 64;

/// Steps between two searches, for each object.
const EACH: u64 = 8;

impl Machine<'_> {
    /// Looks for lost memory, and says when to look again: such that the searches take a small part
    /// of the time.
    pub(super) fn search_lost(&mut self) -> Result<(), Stop> {
        let every = if self.options.exact_losses { 1 } else { EVERY.max(EACH * self.memory.objects().count() as u64) };
        self.next_search = self.steps + if self.heap_objects == 0 { EVERY } else { every };
        if self.heap_objects == 0 { Ok(()) } else { self.find_lost() }
    }

    /// What was lost by the time when a run has to be given up is a violation nevertheless.
    pub(super) fn lost_before(&mut self, stop: Stop) -> Stop {
        let gives_up = matches!(
            stop,
            Stop::Unsupported(_)
                | Stop::Trouble(Trouble::Undetermined(_) | Trouble::Exhausted)
                | Stop::Outcome(Outcome::Limit(_))
        );
        if !gives_up || self.next_search == u64::MAX || self.heap_objects == 0 {
            return stop;
        }
        match self.find_lost() {
            Err(lost @ Stop::Violation(..)) => lost,
            _ => stop,
        }
    }

    /// The first heap object that is lost is a violation.
    pub(super) fn find_lost(&mut self) -> Result<(), Stop> {
        let live = |o: &&Object| o.life() == Life::Live && o.origin().is_heap();
        if !self.memory.objects().any(|o| live(&o)) {
            return Ok(());
        }
        let roots = self.roots();
        let reached = self.memory.reachable(roots);
        let lost = self.memory.objects().filter(live).filter(|o| !reached.contains(&o.id()));
        let first = lost.filter_map(|o| match o.origin() {
            ObjectOrigin::Heap { number, .. } => Some((number, o.id(), o.exposed)),
            _ => None,
        });
        match first.min() {
            None => Ok(()),
            Some((number, _, true)) => Err(Stop::Unsupported(format!(
                "`heap#{number}`, which no pointer reaches, but whose address became an integer"
            ))),
            Some((_, id, false)) => {
                let object = self.memory.object(id);
                let name = object.map(|o| o.describe(self.program)).unwrap_or_default();
                let size = object.map_or(0, Object::size);
                let message = format!("`{name}` ({size} bytes) is lost: no pointer reaches it");
                Err(Stop::Violation(Violation::LostMemory, message))
            }
        }
    }

    /// What can be reached at once.
    fn roots(&mut self) -> Vec<ObjectId> {
        let program = self.program;
        let mut roots: Vec<ObjectId> = self.globals.values().map(|p| id_of(*p)).collect();
        roots.extend(self.stack_objects.iter().map(|o| o.id));
        let top = self.frames.len().saturating_sub(1);
        for place in 0..self.frames.len() {
            let frame = &self.frames[place];
            let (function, base, code) = (frame.function, frame.base, Rc::clone(&frame.code));
            let (Some(body), Some(source)) = (program.body(function), code.sources.get(frame.pc)) else { continue };
            let liveness =
                self.liveness.entry(function).or_insert_with(|| Rc::new(Liveness::new(program, body))).clone();
            let live = match place == top {
                // The edge may be half done: what it was to read is needed, and what it has
                // written.
                true => {
                    let edge = &program.edges[source.edge];
                    let mut live = liveness.live(program, edge.from);
                    live.extend(liveness.live(program, edge.to));
                    live
                }
                false => liveness.live_across(program, source.edge),
            };
            for register in live {
                let place = (register.as_u32() - body.registers.0.as_u32()) as usize;
                let slot = code.registers.get(place).and_then(|slot| self.slots.get(base + *slot as usize));
                if let Some(value) = slot {
                    roots.push(origin_of(*value));
                    roots.push(origin_of(self.memory.pointer_from_address(*value as u64)));
                }
            }
        }
        roots
    }
}
