//! Facts about many objects, of which nobody knows how many there are, such as the cells of a list.
//!
//! A [`Description`] says how such objects hang together; its name is unique in a certificate. A
//! [`Many`] is a fact of one state: a *run* of heap objects, one behind the other, at least so
//! many, each of them different from the others, from all objects that have a name, and from those
//! of all other runs.
//!
//! # What a run means
//!
//! A run stands for k objects c1 … ck, its members, where k is not less than [`Many::least`] and
//! not more than [`Many::most`]. All are allocated by the same site, in the same way, have the size
//! of the description, and live. For i < k the bytes of ci at `next.at` are a pointer to c(i+1), at
//! the offset `next.to`; and if there is a link back, for i > 1 the bytes of ci at `back.at` are a
//! pointer to c(i-1), at `back.to`. What ck has at `next.at` is *behind* the run, and what c1 has
//! at `back.at` is *before* it. What else is known holds of each member.
//!
//! [`ObjectName::First`] is c1, [`ObjectName::Last`] is ck. A run of no members, which only an
//! owned one may be, has neither: there a pointer to the first is what is *behind* the run, and one
//! to the last is what is *before* it, for runs that have links back.
//!
//! # Runs that belong to members
//!
//! A run with an [owner](Many::owner) is there once for each member of that run, and once for each
//! run that the owner itself is there for. Of the cells of the owner, `First` and `Last` of it mean
//! the member's own; [`ObjectName::Owner`], which is a name in the facts of owned runs alone, is
//! the member that has it. Nothing else in a state speaks of owned runs.

use super::{Known, ObjectKind};

/// How the objects of runs hang together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// What it is called.
    pub name: String,
    /// The bytes of each object.
    pub size: u64,
    /// Where each has the pointer to the next one.
    pub next: Link,
    /// Where each has the pointer to the one before, if it has one.
    pub back: Option<Link>,
}

/// A pointer in one object that leads to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The offset of the pointer in the object that has it.
    pub at: u64,
    /// The offset in the other object that it leads to.
    pub to: u64,
}

/// Many objects in a state: a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Many {
    /// The name of their description.
    pub description: String,
    /// What each of them is: an object of the heap.
    pub kind: ObjectKind,
    /// There are not less than so many.
    pub least: u64,
    /// There are not more than so many, if that is known.
    pub most: Option<u64>,
    /// The run whose members have a run like this each, by its index in the state, which is less
    /// than the own one.
    pub owner: Option<u32>,
    /// What the first has as link back; without it, or without such links, nothing is known.
    pub before: Option<Known>,
    /// What the last has as link to the next one; without it nothing is known.
    pub behind: Option<Known>,
    /// Known bytes of each member, besides links: the offset, the number of bytes, the value.
    pub cells: Vec<(u64, u32, Known)>,
}
