//! What a function writes that is executed on its own, with any caller behind it.
//!
//! Objects that existed before it was entered are functions, globals, and those that its pointers
//! lead to. A write to one of them must go to a room that is allowed; all others are its own.

use super::Stop;
use super::machine::Machine;
use super::value::*;
use adumbra_terms::Term;

/// Bytes of an object that may be written.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// When it is this object.
    pub(crate) when: Term,
    pub(crate) id: ObjectId,
    pub(crate) offset: Term,
    pub(crate) bytes: Term,
}

/// What a function may write.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// The number of objects that existed before.
    pub(crate) older: u32,
    /// The rooms; anything if there are none.
    pub(crate) rooms: Option<Vec<Room>>,
}

impl Machine<'_> {
    /// Notes a write of some bytes, which happens under the constraints and a condition.
    pub(crate) fn writes(&mut self, when: Term, id: ObjectId, offset: Term, length: Term) -> Result<(), Stop> {
        let Some(Watched { older, rooms: Some(rooms) }) = &self.watched else { return Ok(()) };
        if id.0 >= *older {
            return Ok(());
        }
        let rooms: Vec<Room> = rooms.iter().filter(|room| room.id == id).cloned().collect();
        let mut allowed = self.build.bool(false);
        for room in rooms {
            let within = self.lies_in(offset, length, &room);
            allowed = self.build.or(allowed, within);
        }
        let allowed = self.build.implies(when, allowed);
        if self.implied(allowed)? { Ok(()) } else { Err(Stop::Writes) }
    }

    /// Notes a write to all of an object.
    pub(crate) fn writes_all(&mut self, id: ObjectId) -> Result<(), Stop> {
        let (start, size) = (self.offset(0), self.object(id).size);
        if self.object(id).around.is_some() {
            return self.writes_anything();
        }
        self.writes(self.always, id, start, size)
    }

    /// Notes a write to anything.
    pub(crate) fn writes_anything(&mut self) -> Result<(), Stop> {
        match &self.watched {
            Some(Watched { rooms: Some(_), .. }) => {
                self.blur("the checker does not know where a write through an unknown pointer goes");
                Err(Stop::Writes)
            }
            _ => Ok(()),
        }
    }

    /// Do bytes lie in a room? Neither wraps around.
    fn lies_in(&mut self, offset: Term, length: Term, room: &Room) -> Term {
        let from = self.build.sub(offset, room.offset);
        let starts = self.build.ule(from, room.bytes);
        let left = self.build.sub(room.bytes, from);
        let fits = self.build.ule(length, left);
        let within = self.build.and(starts, fits);
        self.build.and(room.when, within)
    }

    /// Do constant bytes of an object around a pointer go past the end of the address space?
    pub(crate) fn wraps(&self, id: ObjectId, offset: u64, length: u64) -> bool {
        let top = u64::MAX >> (64 - self.pointer_bits().min(64));
        let fits = offset.checked_add(length).is_some_and(|end| end <= top);
        self.object(id).around.is_some() && !fits
    }
}
