//! A state as boxes with rows, and arrows from rows to boxes.
//!
//! - A *frame* has the variables of an activation, or the globals, a row each;
//! - an object has a row for each field of its type, or for each known cell if it has no type. A
//!   variable that is a structure, or to which a pointer leads, is an object;
//! - a run of objects has the rows that are the same in all of them, and those of its ends. Runs
//!   that belong to its members are inside.

/// What a box is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// Variables.
    Frame,
    /// An object that lives.
    Lives,
    /// One that perhaps lives.
    Perhaps,
    /// One that does not.
    Dead,
    /// A run.
    Run,
}

/// A row of a box: what it is called and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) label: String,
    pub(super) text: String,
    /// Is it a pointer that may lead anywhere?
    pub(super) unknown: bool,
    /// Where in the object it is.
    pub(super) offset: Option<u64>,
}

/// A box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) look: Look,
    /// Lines above the rows: what it is, and more of it.
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) rows: Vec<Row>,
    /// The box that it is in.
    pub(super) inside: Option<usize>,
}

/// An arrow from a row of a box to a box, or to a row of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) row: usize,
    pub(super) to: usize,
    pub(super) to_row: Option<usize>,
    pub(super) label: String,
    /// Is it one of several that are possible?
    pub(super) dashed: bool,
}

/// A state as a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Heap {
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
    pub(super) arrows: Vec<Arrow>,
    /// What else holds.
    pub(super) notes: Vec<String>,
}
