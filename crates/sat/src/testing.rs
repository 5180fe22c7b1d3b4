//! What the tests of the techniques share.

use super::lit::Lit;
use super::{Sat, SatOptions};

/// The literals with these DIMACS numbers.
pub(super) fn lits(numbers: &[i64]) -> Vec<Lit> {
    numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
}

/// A solver with these clauses that simplifies only when told to.
pub(super) fn formula(vars: usize, clauses: &[&[i64]]) -> Sat {
    with_options(SatOptions { inprocess: false, ..SatOptions::default() }, vars, clauses)
}

/// A solver with these options and clauses.
pub(super) fn with_options(options: SatOptions, vars: usize, clauses: &[&[i64]]) -> Sat {
    let mut sat = Sat::new(options);
    for _ in 0..vars {
        let var = sat.new_var();
        sat.restore(var);
    }
    for clause in clauses {
        sat.add_clause(&lits(clause));
    }
    sat.propagate_root();
    sat
}

/// The irredundant clauses as sorted DIMACS numbers.
pub(super) fn clauses(sat: &Sat) -> Vec<Vec<i32>> {
    let mut result: Vec<Vec<i32>> = sat
        .irredundant
        .iter()
        .filter(|&&clause| !sat.arena.is_garbage(clause))
        .map(|&clause| {
            let mut numbers: Vec<i32> = sat.arena.lits(clause).map(|lit| lit.to_dimacs()).collect();
            numbers.sort_unstable_by_key(|number| number.abs());
            numbers
        })
        .collect();
    result.sort();
    result
}
