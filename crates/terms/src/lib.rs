//! # Terms
//!
//! One language for every part that reasons about bits: sorts, hash-consed terms, their evaluator
//! and simplifier, and the formats they are read from and written to. Terms live in an arena
//! ([`Terms`]) and are `u32` ids; building the same term twice gives the same id. Constructors
//! cover SMT-LIB's QF_AUFBVFP and lead to a small core ([`Op`]); [`simplify::Simplifier`] applies a
//! table of named rules, each checked against the evaluator.
//!
//! ```
//! use adumbra_terms::{Bits, Model, Simplifier, Terms, Value, evaluate, smtlib};
//!
//! let mut terms = Terms::new();
//! let word = terms.bv_sort(32);
//! let (x, y) = (terms.var("x", word), terms.var("y", word));
//!
//! // The same term is the same id, so equal operands are seen at once.
//! let (first, second) = (terms.bv_mul(x, y), terms.bv_mul(x, y));
//! assert_eq!(first, second);
//!
//! // x + 1 + 2 collects its constants.
//! let (one, two) = (terms.bv_u64(32, 1), terms.bv_u64(32, 2));
//! let sum = terms.bv_add(x, one);
//! let sum = terms.bv_add(sum, two);
//! let simple = Simplifier::new().simplify(&mut terms, sum);
//! assert_eq!(smtlib::term_to_string(&terms, simple), "(bvadd x #x00000003)");
//!
//! // Its meaning under an assignment.
//! let mut model = Model::new();
//! model.set(terms.find_symbol("x").unwrap(), Value::Bits(Bits::from_u64(32, 39)));
//! assert_eq!(evaluate(&terms, &model, simple), Value::Bits(Bits::from_u64(32, 42)));
//! ```
//!
//! **Invariant:** nothing here recurses on the depth of a term; a chain of a million operations is
//! built, simplified, printed, read, evaluated, copied and dropped. **Invariant:** this crate knows
//! no programs and no solver.

pub mod arena;
pub mod bits;
mod build;
pub mod copy;
pub mod dimacs;
pub mod evaluate;
pub mod float;
mod float_terms;
mod limits;
pub mod sf;
pub mod simplify;
pub mod smtlib;
pub mod sort;
pub mod surface;
pub mod term;
mod typing;
pub mod value;
pub mod walk;

pub use arena::{Terms, TypeError};
pub use bits::Bits;
pub use copy::Copier;
pub use cranelift_entity::EntityRef;
pub use evaluate::{Plan, evaluate};
pub use float::{Float, Format, RoundingMode};
pub use simplify::Simplifier;
pub use sort::{Sort, SortError, SortKind};
pub use term::{Kind, Op, Symbol, SymbolData, Term};
pub use value::{ArrayValue, FunctionValue, IndexSort, Model, Value};
pub use walk::Substitution;
