//! # Types, operators, and what operators give
//!
//! The one home of what an operator of an expression is and does. Programs are made of these
//! operators, the interpreter executes them, domains abstract them.
//!
//! - `types.rs`: scalar types and the data layout; `sort.rs`: types with the width of pointers;
//! - `operator.rs`: the operators, their names, on which types they are;
//! - `machine.rs`: integers of at most 64 ([`word`]) and at most 128 bits ([`double_word`]);
//! - `value/`: bit patterns of any width ([`Value`]), and operators on wide ones ([`wide`]);
//! - [`float`](mod@float): floating-point numbers;
//! - [`evaluate`]: all of them by type.
//!
//! ```
//! use adumbra_operators::*;
//! assert_eq!(word::binary(BinaryOp::SDiv, 8, 0xf9, 2), 0xfd); // -7 / 2 = -3
//! let layout = DataLayout::of(DataModel::Lp64);
//! let (minus_seven, two) = (Value::from(0xf9), Value::from(2));
//! let quotient = evaluate::binary(BinaryOp::SDiv, Type::Int(8), &minus_seven, &two, &layout)?;
//! assert_eq!(quotient, Value::from(0xfd));
//! # Ok::<(), Inexact>(())
//! ```
//!
//! **Invariant:** no operator is evaluated anywhere else, except where another answer is the point:
//! the term language has its own arithmetic, so that the solver and the judges check this one.
#![no_std]

extern crate alloc;
// Square roots and roundings of machine floats are not in `core`.
extern crate std;

pub mod evaluate;
pub mod float;
mod machine;
pub mod operator;
pub mod sort;
pub mod types;
mod value;

pub use float::Inexact;
pub use machine::{double_word, word};
pub use operator::{BinaryOp, CastOp, UnaryOp};
pub use sort::Sort;
pub use types::{DataLayout, DataModel, FloatKind, Type};
pub use value::{Value, wide};
