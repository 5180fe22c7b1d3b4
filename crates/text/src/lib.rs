//! # Text
//!
//! Small pieces of text that several crates write.
//!
//! - `c.rs`: what names of C types and of functions that return them say;
//! - `hexadecimal.rs`: bytes as digits;
//! - `time.rs`: times by ISO 8601.
//!
//! **Invariant:** it knows no other crate.

pub mod c;
mod hexadecimal;
mod time;

pub use hexadecimal::hexadecimal;
pub use time::timestamp;
