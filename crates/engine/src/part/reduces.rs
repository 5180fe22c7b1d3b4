//! Blocks analysed apart from those who use them.
//!
//! A block is explored from a *reduced* state, which has only what matters inside: two ways into
//! the block that differ elsewhere reduce to the same state, and share what is explored. A state
//! at an exit is *expanded* with what the state before the block knew besides. Where the block is
//! a function that calls itself, the caller's own variables would be confused with those of the
//! callee; *rebuilding* puts them back. All of it takes and gives precisions as well.
//!
//! For states `e` at an entry: `e` is covered by `expand(e, reduce(e))`.
//!
//! ```
//! use adumbra_engine::*;
//! use adumbra_program::{Function, Move};
//!
//! /// How deep calls are nested, and how many moves the function made so far.
//! struct Nested;
//!
//! impl Analysis for Nested {
//!     type State = (u32, u32);
//!     type Precision = ();
//!     fn name(&self) -> &'static str { "nested" }
//!     fn initial(&mut self) -> ((u32, u32), ()) { ((7, 0), ()) }
//!     fn transfer(
//!         &mut self, state: &mut (u32, u32), _: &(), _: Move, _: &Siblings<'_>,
//!     ) -> Flow<(u32, u32)> {
//!         state.1 += 1;
//!         Flow::On
//!     }
//!     fn show(&self, state: &(u32, u32)) -> String { format!("{state:?}") }
//! }
//!
//! impl Reducing for Nested {
//!     fn reduce(&mut self, of: (&(u32, u32), &()), _: &Block) -> ((u32, u32), ()) {
//!         ((0, of.0.1), ())
//!     }
//!     fn expand(
//!         &mut self, before: (&(u32, u32), &()), _: &Block, inner: (&(u32, u32), &()),
//!     ) -> ((u32, u32), ()) {
//!         ((before.0.0, inner.0.1), ())
//!     }
//! }
//!
//! let block = Block { function: Function::from_u32(0), entries: vec![], exits: vec![] };
//! let mut part = Component::new(Nested).reducing();
//! let (deep, precision) = part.initial();
//! let reducer = part.reducer().unwrap();
//! let inner = reducer.reduce((deep, precision), &block);
//! assert_ne!(inner.0, deep);
//! let (expanded, _) = reducer.expand((deep, precision), &block, inner);
//! assert_eq!(expanded, deep);
//! ```

use super::{PrecisionId, StateId};
use crate::block::Block;

/// A state with its precision.
pub type Point = (StateId, PrecisionId);

/// The operators of block abstraction. [`Reducing`](crate::Reducing) says what each means and owes.
pub trait Reduces {
    /// What matters inside a block.
    fn reduce(&mut self, of: Point, block: &Block) -> Point;

    /// What is behind a block, from what was before it and what it ended with.
    fn expand(&mut self, before: Point, block: &Block, inner: Point) -> Point;

    /// What is behind a recursive call, from what the caller, the entry and the exit had.
    fn rebuild(&mut self, caller: Point, entry: Point, exit: Point) -> Point;
}
