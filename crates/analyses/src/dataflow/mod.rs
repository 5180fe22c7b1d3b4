//! Classic data-flow analyses, and how they relate to configurable ones.

mod liveness;

pub use liveness::Liveness;
