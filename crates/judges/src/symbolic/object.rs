//! Symbolic objects: what they contain, at concrete offsets.

use super::run::Part;
use super::value::{ObjectId, Pointer};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_terms::Term;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Were integers made from pointers to the object?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exposed {
    /// No.
    No,
    /// On some executions.
    Maybe,
    /// Yes.
    Yes,
}

/// What some bytes are.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// The bytes of a bit-vector of just that size, little-endian.
    Value(Term),
    /// A pointer. Cases without an object stand for integers.
    Pointer(Pointer),
    /// Without a value so far.
    Unset,
    /// All the same byte.
    Fill(Term),
    /// Constant bytes, from this place on.
    Bytes(Rc<[u8]>, usize),
}

/// Some bytes of an object.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) length: u64,
    pub(crate) content: Content,
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) origin: ObjectOrigin,
    pub(crate) size: Term,
    pub(crate) align: u32,
    pub(crate) life: Life,
    /// May it be dead although `life` says that it lives?
    pub(crate) doubtful: bool,
    pub(crate) writable: bool,
    pub(crate) epoch: u32,
    pub(crate) exposed: Exposed,
    /// The variable for the address of its first byte, once one was needed.
    pub(crate) base: Option<Term>,
    /// Where it is said to share no byte with others: if it is not too large.
    pub(crate) placed: Option<Term>,
    /// Of an object of which nothing is known but that a pointer points into it: the offset of that
    /// pointer. Offsets are counted from there, modulo the size of the address space.
    pub(crate) around: Option<Term>,
    /// What it is to a run, if it is no object by itself.
    pub(crate) part: Option<Part>,
    /// When it was created and when it died; two objects that lived at the same time are disjoint.
    pub(crate) born: u32,
    pub(crate) died: u32,
    /// What bytes are that no cell covers.
    pub(crate) rest: Content,
    /// Cells by offset; they do not overlap.
    pub(crate) cells: BTreeMap<u64, Cell>,
}

impl Object {
    /// May it be accessed at all?
    pub(crate) fn accessible(&self) -> bool {
        self.life == Life::Live && !matches!(self.origin, ObjectOrigin::Function(_))
    }

    /// Did both live at the same time?
    pub(crate) fn met(&self, other: &Object) -> bool {
        self.born < other.died && other.born < self.died
    }

    /// What a range holds, in order and without gaps: length, content, and the number of bytes of
    /// the cell before and behind the part that lies in the range.
    pub(crate) fn pieces(&self, offset: u64, length: u64) -> Vec<Piece> {
        let end = offset.saturating_add(length);
        let mut pieces = Vec::new();
        let mut at = offset;
        let first = self.cells.range(..offset).next_back().filter(|(start, cell)| **start + cell.length > offset);
        for (start, cell) in first.into_iter().chain(self.cells.range(offset..end)) {
            if *start > at {
                pieces.push(Piece::whole(at, *start - at, self.rest.clone()));
                at = *start;
            }
            let stop = end.min(*start + cell.length);
            pieces.push(Piece {
                offset: at,
                length: stop - at,
                skipped: at - *start,
                behind: *start + cell.length - stop,
                content: cell.content.clone(),
            });
            at = stop;
        }
        if at < end {
            pieces.push(Piece::whole(at, end - at, self.rest.clone()));
        }
        pieces
    }
}

/// A part of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// Bytes of the cell before the part.
    pub(crate) skipped: u64,
    /// Bytes of the cell behind the part.
    pub(crate) behind: u64,
    pub(crate) content: Content,
}

impl Piece {
    fn whole(offset: u64, length: u64, content: Content) -> Self {
        Piece { offset, length, skipped: 0, behind: 0, content }
    }

    /// Is it the whole cell?
    pub(crate) fn is_whole(&self) -> bool {
        self.skipped == 0 && self.behind == 0
    }
}

/// The objects of a machine.
pub(crate) type Objects = Vec<Rc<Object>>;

/// The object of an id.
pub(crate) fn object(objects: &Objects, id: ObjectId) -> &Object {
    &objects[id.0 as usize]
}
