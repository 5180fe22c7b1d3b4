//! # The front end
//!
//! Turns what a user has (C, C++, Rust, LLVM IR, task files, compilation databases) into a
//! [`Program`](adumbra_program::Program). Compilers and the LLVM reader run as processes of their own.
//!
//! **Invariant:** this crate does not link LLVM; only the `adumbra-llvm` executable does.

pub mod models;
pub mod protocol;
