//! # Reports
//!
//! What a verdict looks like outside: witnesses and reports.
