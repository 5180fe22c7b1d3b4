//! SMT-LIB 2.6: scripts in, terms and scripts out.
//!
//! The reader covers bit-vectors and floating point with arrays and uninterpreted functions (QF_BV,
//! QF_FP, QF_BVFP, up to QF_AUFBVFP) with the commands that scripts use, and 2.7's overflow
//! predicates. It works on the text where it lies and keeps its own stack, so the depth of a term
//! is limited by memory alone. The writer names shared terms with `let`, which keeps its output
//! linear in the size of the DAG.

mod command;
mod lex;
mod parse;
mod partition;
mod print;
mod print_float;
mod reals;
mod sorts;

pub use command::{Command, Interpolation, Reader};
pub use lex::{Cause, ReadError};
pub use partition::Partition;
pub use print::{
    Names, logic_of, model_to_string, script, sort_to_string, term_to_string, value_to_string, write_term,
};
pub use print_float::application_to_string;
