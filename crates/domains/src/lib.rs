//! # Abstract domains
//!
//! Abstract values and their operators, each written once against one trait. A domain knows neither programs nor the
//! engine.
#![no_std]
