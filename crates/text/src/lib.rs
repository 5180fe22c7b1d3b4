//! # Text
//!
//! Text for other formats. Whatever a file, a page or a command line is made of, a name or a
//! message that somebody else chose must not be taken for a part of it; so each format has one
//! function that says how text is written in it, and all crates use that.
//!
//! | function | format |
//! |---|---|
//! | [`markup`], [`script`] | XML, HTML, SVG; JSON in a page |
//! | [`c::quoted`] | strings of C |
//! | [`dot`] | Graphviz |
//! | [`csv`] | comma-separated values |
//! | [`yaml`] | YAML |
//! | [`markdown`], [`plain`] | Markdown, terminals |
//! | [`shell_word`], [`shell_quoted`] | shells |
//!
//! JSON is written by `serde_json`; languages of our own, such as the textual form of programs,
//! have their quotes beside their readers. Besides, [`hexadecimal`] writes bytes, [`timestamp`]
//! times, and [`c`] knows what names in C say.
//!
//! **Invariant:** it knows no other crate.

pub mod c;
mod csv;
mod dot;
mod hexadecimal;
mod markdown;
mod markup;
mod shell;
mod time;
mod yaml;

pub use csv::csv;
pub use dot::dot;
pub use hexadecimal::hexadecimal;
pub use markdown::{markdown, plain};
pub use markup::{markup, script};
pub use shell::{shell_quoted, shell_word};
pub use time::timestamp;
pub use yaml::yaml;
