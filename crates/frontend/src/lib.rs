//! # The front end
//!
//! Turns what a user has (C, C++, Rust, LLVM IR, automata as text, task files, compilation databases) into a
//! [`Program`](adumbra_program::Program). Compilers and the LLVM reader run as processes of their own.
//!
//! ```no_run
//! use adumbra_frontend::{LoadOptions, load};
//! use adumbra_program::Property;
//! let options = LoadOptions::new(["task.c"]).property(Property::by_name("memsafety").unwrap());
//! let program = load(&options)?;
//! println!("{} functions", program.functions.len());
//! # Ok::<(), adumbra_frontend::FrontendError>(())
//! ```
//!
//! **Invariant:** this crate does not link LLVM; only the `adumbra-llvm` executable does.

mod automaton_file;
mod clang;
pub mod compile_commands;
pub mod compile_line;
mod error;
mod files;
pub mod inputs;
mod llvm_process;
mod load;
pub mod models;
mod process;
pub mod property_file;
pub mod protocol;
mod remainder;
mod rustc;
pub mod shell;
pub mod source;
pub mod task_file;
mod task_set;

pub use compile_commands::DatabaseFilter;
pub use error::{Diagnostic, ErrorClass, FrontendError};
pub use load::{Compiled, LoadOptions, LoadReport, load, load_reporting};
pub use remainder::{remainder, write_remainder};
