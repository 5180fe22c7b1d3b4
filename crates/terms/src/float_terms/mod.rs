//! Floating point in terms: the sorts and the meaning of its operators, how terms with them are
//! built, and what SMT-LIB calls them. The arithmetic itself is in [`crate::float`], which knows no
//! terms.

mod build;
mod operators;
pub(crate) mod surface;
mod typing;
mod unspecified;

pub(crate) use operators::apply;
