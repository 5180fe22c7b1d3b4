//! # The front end
//!
//! Turns what a user has (C, C++, Rust, LLVM IR, automata as text, task files, compilation
//! databases) into a [`Program`](adumbra_program::Program). Compilers and the LLVM reader run as
//! processes of their own.
//!
//! ```no_run
//! use adumbra_frontend::{LoadOptions, load};
//! use adumbra_program::Property;
//! let options = LoadOptions::new(["task.c"]).property(Property::by_name("memsafety").unwrap());
//! let loaded = load(&options)?;
//! println!("{} functions", loaded.program().functions.len());
//! // The same program with its locals in memory, from the same bitcode.
//! let replayed = loaded.unpromoted();
//! # Ok::<(), adumbra_frontend::FrontendError>(())
//! ```
//!
//! **Invariant:** this crate does not link LLVM; only the `adumbra-llvm` executable does.

mod clang;
pub mod compile_commands;
pub mod compile_line;
mod compiled;
mod error;
mod files;
pub mod inputs;
mod llvm_process;
mod load;
pub mod models;
mod options;
mod process;
pub mod property_file;
pub mod protocol;
mod remainder;
mod rustc;
pub mod shell;
pub mod source;
pub mod task_file;
mod task_set;
mod unit;

pub use compile_commands::DatabaseFilter;
pub use error::{Diagnostic, ErrorClass, FrontendError};
pub use load::{LoadReport, Loaded, Loader, load};
pub use options::LoadOptions;
pub use remainder::remainder;
