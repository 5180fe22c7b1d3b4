//! # The engine
//!
//! Configurable program analysis with adjustable precision. It knows no analysis by name.
