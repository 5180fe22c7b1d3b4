//! Descriptions of linked data structures: what they are made of, and how they are read and
//! written.
//!
//! A *predicate schema* is a definition with parameters for pointers and links, such as "the node
//! is reachable from what `z` points to along `g`", with formulas that say how operations change
//! it, and rules that follow from the definition. A *structure* names its links, the families of
//! predicates that may be told of it, the invariants by which an explicit heap is recognised, and
//! the structures that it refines. All of it is text (`structures/*.shape`):
//!
//! ```text
//! predicate reach[z: pointer, g: link](v) := exists u. z(u) & g*(u, v)
//!   rule reach[z, g](u) & g(u, v) => reach[z, g](v)
//!   on z = null: false
//!   …
//!
//! structure sll(next)
//!   family reachability: reach[*, next]
//!   invariant forall u. …
//! ```
//!
//! - `lexer.rs`, `parser.rs`, `resolve.rs`: from text to schemas, with errors that have a line;
//! - `library.rs`: all schemas and structures, each by a number, and those that are shipped.

mod lexer;
mod library;
mod parser;
mod resolve;

pub use lexer::{Cause, Problem};
pub(crate) use lexer::{Word, words};
pub use library::{Library, Rule, SHIPPED, Schema, SchemaId, Structure, StructureId};

use crate::formula::Formula;

/// What a predicate takes in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A pointer.
    Pointer,
    /// A link.
    Link,
}

/// A parameter of a schema, a name that a pattern binds, or a link of a structure, by its number in
/// the list of names of where it stands.
pub type Name = u8;

/// A predicate in a formula of a description.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// Where a pointer points to.
    Points(Name),
    /// A link.
    Link(Name),
    /// An instance of a schema.
    Derived(SchemaId, Vec<Name>),
}

/// An operation with names for what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// `x = null`
    Null(Name),
    /// `x = y`
    Copy(Name, Name),
    /// `x = y->f`
    Load(Name, Name, Name),
    /// `x->f = null`
    Clear(Name, Name),
    /// `x->f = y`, where `x->f` was null
    Link(Name, Name, Name),
    /// `x = malloc`, all links of the new node null
    Malloc(Name),
    /// `x = ?`
    Unknown(Name),
    /// `x->f = ?`
    UnknownLink(Name, Name),
}

/// How one operation changes a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// The operation.
    pub pattern: Pattern,
    /// The new value, over the values before the operation.
    pub value: Formula<Symbol>,
    /// The line it stands in.
    pub line: u32,
}

/// By what a link is found in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkBy {
    /// Any field that the user of the structure says.
    Any,
    /// The field of this name.
    Field(String),
    /// What lies at this offset, in bytes.
    Offset(u64),
}

/// Predicates that are told together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Schemas with the links they are about; `None` stands for every tracked pointer.
    pub members: Vec<(SchemaId, Vec<Option<Name>>)>,
}
