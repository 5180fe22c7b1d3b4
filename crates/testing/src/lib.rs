//! # Testing
//!
//! What the tests of all crates share. It knows no other crate, so that the lowest crates can use
//! it, too; what needs programs is in `written` and `laws`, what needs tasks with known answers in
//! `tasks`.
//!
//! - [`Random`]: pseudo-random numbers, the same on every machine; [`rounds`]: how often a test
//!   with random numbers goes round;
//! - [`clauses`]: families of formulas in clauses;
//! - [`files`]: files of the repository, and files of a text; [`labels`]: first lines of programs
//!   that say what is expected of them;
//! - [`llvm`]: the process that links LLVM, built before a test needs it, and what its texts have.

pub mod clauses;
pub mod files;
pub mod labels;
pub mod llvm;
mod random;

pub use random::{Random, rounds};
