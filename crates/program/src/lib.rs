//! # The program model
//!
//! One model serves every analysis, the interpreter, the slicer and the summaries. A [`Program`] is
//! a set of functions, each a control-flow automaton ([`Body`]): locations joined by edges, each
//! edge with one [`Op`]. Registers hold scalars; expressions over them are total and hash-consed
//! ([`ExprPool`]); memory is reached only by the operations. What C leaves undefined is an explicit
//! branch to an [`Op::Violation`], except for the validity of memory accesses, which depends on the
//! state.
//!
//! **Invariant:** a [`Program`] obeys [`validate()`]; [`ProgramBuilder::finish`] and the readers
//! return nothing else. **Invariant:** this crate knows no LLVM, no solver and no analysis.

pub mod binary;
pub mod block;
pub mod builder;
pub mod callgraph;
mod canonical;
pub mod draw;
pub mod expr;
pub mod graph;
pub mod ids;
pub mod model;
pub mod op;
pub mod path;
pub mod property;
pub mod source;
pub mod text;
pub mod unroll;
pub mod validate;

pub use adumbra_operators::types::{self, DataLayout, DataModel, FloatKind, Type};
pub use builder::{BodyBuilder, ProgramBuilder};
pub use cranelift_entity::{EntityRef, EntitySet, PrimaryMap, SecondaryMap};
pub use expr::{BinaryOp, CastOp, Expr, ExprPool, UnaryOp};
pub use ids::*;
pub use model::*;
pub use op::{AllocationKind, Allocator, Callee, InputSource, Op};
pub use path::{BrokenPath, Move, Path};
pub use property::{Property, PropertyKind, Violation};
pub use source::{CType, FileData, Position, Variable};
pub use validate::{Invalid, validate};
