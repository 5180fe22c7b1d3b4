//! # Abstract domains
//!
//! Abstract values and their operators, each written once against one trait, [`Domain`]. A domain
//! knows neither programs nor the engine; it runs as a component of an analysis, compiled into a
//! program, and inside the model checker.
//!
//! - `domain.rs`: the trait; the sorts of values and the operators are those of `operators`;
//! - `concrete.rs`: the operators on concrete values, which the domains abstract;
//! - `unit.rs`, `truth.rs`, `constant.rs`, `sign.rs`, `interval/`: the domains.
//!
//! **Invariant: every operator of every domain is checked against `concrete` on all values of small
//! widths.**
//!
//! # How to write a domain
//!
//! Parity: even, odd, or any. Everything that is not given has a default or answers
//! [`Unsupported`].
//!
//! ```
//! use adumbra_domains::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Parity { Even, Odd, Any }
//! use Parity::*;
//!
//! impl Parity {
//!     fn of(bit: u64) -> Parity { if bit & 1 == 0 { Even } else { Odd } }
//! }
//!
//! impl Domain for Parity {
//!     type Context = ();
//!     const NAME: &'static str = "parity";
//!
//!     fn any(_: &mut (), _: Sort) -> Answer<Parity> { Ok(Any) }
//!     fn any_range(_: &mut (), _: Sort, low: i128, high: i128) -> Answer<Parity> {
//!         Ok(if low == high { Parity::of(low as u64) } else { Any })
//!     }
//!     fn lift(_: &mut (), _: Sort, words: &[u64]) -> Answer<Parity> { Ok(Parity::of(words[0])) }
//!
//!     fn binary(_: &mut (), op: Binary, _: Sort, a: &Parity, b: &Parity) -> Answer<Parity> {
//!         match (op, a, b) {
//!             (Binary::Mul | Binary::And, Even, _) | (Binary::Mul | Binary::And, _, Even) => Ok(Even),
//!             (Binary::Mul | Binary::And, Odd, Odd) => Ok(Odd),
//!             (Binary::Add | Binary::Sub | Binary::Xor, a, b) if *a != Any && *b != Any => {
//!                 Ok(if a == b { Even } else { Odd })
//!             }
//!             (Binary::FRem, ..) => Self::unsupported("floating-point remainder"),
//!             _ => Ok(Any),
//!         }
//!     }
//!     fn to_tristate(_: &mut (), _: Sort, v: &Parity) -> Answer<Tristate> {
//!         Ok(if *v == Odd { Tristate::True } else { Tristate::Maybe })
//!     }
//!     fn assume(_: &mut (), _: Sort, v: &Parity, nonzero: bool) -> Answer<Option<Parity>> {
//!         Ok(if *v == Odd && !nonzero { None } else if nonzero { Some(*v) } else { Some(Even) })
//!     }
//!     fn join(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<Parity> { Ok(if a == b { *a } else { Any }) }
//!     fn meet(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<Option<Parity>> {
//!         Ok(match (a, b) {
//!             (Any, x) | (x, Any) => Some(*x),
//!             _ => (a == b).then_some(*a),
//!         })
//!     }
//!     fn widen(ctx: &mut (), sort: Sort, old: &Parity, new: &Parity) -> Answer<Parity> {
//!         Self::join(ctx, sort, old, new)
//!     }
//!     fn is_below(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<bool> { Ok(a == b || *b == Any) }
//! }
//!
//! let three = Parity::lift(&mut (), Sort::Int(32), &[3])?;
//! assert_eq!(Parity::binary(&mut (), Binary::Add, Sort::Int(32), &three, &three)?, Even);
//! assert!(Parity::unary(&mut (), Unary::PopCount, Sort::Int(32), &three).is_err());
//! # Ok::<(), Unsupported>(())
//! ```
#![no_std]

extern crate alloc;

pub mod concrete;
pub mod constant;
pub mod domain;
pub mod interval;
pub mod sign;
pub mod tristate;
mod truth;
pub mod unit;

pub use adumbra_operators::word::{mask, signed};
pub use adumbra_operators::{BinaryOp as Binary, CastOp as Cast, FloatKind, Sort, UnaryOp as Unary};
pub use constant::Constant;
pub use domain::{Answer, Domain, Feasibility, Unsupported};
pub use interval::{Interval, Thresholds};
pub use sign::Sign;
pub use tristate::Tristate;
pub use unit::Unit;
