//! # What depends on what in a program
//!
//! Questions answered for all executions at once:
//!
//! - **Points-to** ([`PointsTo`]): which objects, at which offsets, may a pointer point to, and
//!   which functions may a call enter? [`Andersen`] answers by inclusion constraints, [`Trivial`]
//!   by what has its address taken.
//! - **Regions** ([`Regions`]): into which parts does memory fall such that every load and store
//!   touches one of them only?
//!
//! - **Dependence** ([`DependenceGraph`]): which operations decide whether an operation is
//!   executed, and with which values? Backwards and forwards along it lie slices.
//!
//! - **Blocks** ([`Blocks`]): which functions and loops can be looked at apart from those who use
//!   them, and where are they entered and left?
//! - **Footprints** ([`Footprints`]): what may a block read, write, allocate and free?
//! - **Structures** ([`Structures`]): which objects of the heap lead to each other, and where in
//!   them are the pointers?
//!
//! [`simplify`] takes away what does nothing, as slices leave it behind.
//!
//! None looks at types, but for names, since C lets a program access memory by any type.
//!
//! **Invariant:** it knows programs and nothing else.

pub mod andersen;
pub mod blocks;
mod calling;
mod contexts;
pub mod footprint;
pub mod graph;
mod numbers;
mod object;
mod offsets;
mod once;
mod points_to;
pub mod regions;
mod set;
pub mod simplify;
pub mod structures;
mod trivial;

pub use andersen::Andersen;
pub use blocks::{BlockData, BlockKind, Blocks, LeftOut, Omission, Partition};
pub use footprint::{Access, Footprint, Footprints};
pub use graph::{
    Criterion, DependenceCounts, DependenceGraph, DependenceOptions, NodeKind, RelevantVariables, Slice, Standing,
};
pub use object::{AbstractObject, ObjectData, ObjectId, Objects};
pub use offsets::Offsets;
pub use points_to::{Callees, Outside, PointsTo};
pub use regions::{Content, Piece, Region, RegionId, Regions, Run, Shape};
pub use set::PointerSet;
pub use structures::{Family, FamilyId, Link, Structures};
pub use trivial::Trivial;
