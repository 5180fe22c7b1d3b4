//! The check of a proof by k-induction.
//!
//! One pass does all of it. From the start of the program, `depth` + 1 segments are followed, none
//! of them with a violation; from every listed state that is needed, as many, of which only the
//! last must be without one. Where the first of the segments ends, a listed state must describe
//! what was reached: so the listed states are invariants, and those that were never needed are
//! never looked at.

use super::check::{Checker, Task};
use super::runs::Listed;
use super::*;
use adumbra_program::Program;
use std::rc::Rc;

/// Does the induction prove the program's property?
pub(super) fn check(
    program: &Program,
    heads: Listed<'_>,
    depth: u32,
    limits: &CheckLimits,
) -> Result<Checks, Rejected> {
    let visits = depth.saturating_add(1);
    Checker::new(program, heads, limits, &Rc::default(), None).run(Task::Induction { visits, assumed: depth })
}
