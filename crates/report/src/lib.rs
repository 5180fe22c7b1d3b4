//! # Reports
//!
//! What was explored, as others see it.
//!
//! - `heap.rs`: pictures of what is known of the heap;
//! - `pixel.rs`: pictures of graphs, a line a level;
//! - `test_suite.rs`: tests in the format of Test-Comp.

pub mod heap;
pub mod pixel;
pub mod test_suite;
