//! Refinement for rules of a specification: what they ask about must be known.
//!
//! A rule may be broken or not where an argument of a call is not known, so that a path to a broken
//! rule can be possible and the rule not be broken along it. The path is executed with everything
//! tracked, and a backward slice along it tells for each position what the arguments rest on that
//! the rules look at.

use super::ValueAnalysis;
use super::depend::Item;
use super::interpolate::{Excluded, LONGEST};
use super::precision::Precision;
use adumbra_engine::ErrorPath;
use adumbra_program::Move;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl ValueAnalysis {
    /// Looks for a precision with which is known what the rules of a specification ask about along
    /// a path that values do not exclude. `None` if that is known already.
    pub(super) fn inform<'p>(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &Precision,
        used: &dyn Fn(usize) -> Option<&'p Precision>,
    ) -> Option<Excluded> {
        let moves = path.moves;
        if moves.len() > LONGEST || self.observed.is_empty() {
            return None;
        }
        self.context.keep_names = true;
        let ends = self.ends.clone();
        let run = self.execute(path);
        self.ends = ends;
        self.context.keep_names = false;
        let end = run.dependences.len().checked_sub(1)?;
        let mut asked: Vec<Vec<Item>> = vec![Vec::new(); end + 1];
        let program = &self.context.program;
        for (i, step) in moves[..=end].iter().enumerate() {
            if self.observed.contains(&step.edge()) && !matches!(step, Move::Leave { .. }) {
                let mut registers = BTreeSet::new();
                program.edges[step.edge()].op.for_each_use(|expr| program.exprs.registers(expr, &mut registers));
                asked[i].extend(registers.into_iter().map(|register| Item::Register(run.depths[i], register)));
            }
        }
        let slice = self.slice_for(&run, moves, end, &|i| &asked[i], &[], false);
        let informed = self.extend(moves, &slice, &run, &FxHashSet::default(), precision, used);
        self.refinements += u64::from(informed.is_some());
        informed
    }
}
