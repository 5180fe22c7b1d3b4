//! Definitions of a variable among its clauses: conjunctions, and choices (of which exclusive or is
//! one).
//!
//! Definitions in elimination: N. Eén and A. Biere, "Effective Preprocessing in SAT Through
//! Variable and Clause Elimination", SAT 2005.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};

impl Sat {
    /// The clauses that define a variable as a function of others, if they are found; nothing
    /// otherwise.
    pub(super) fn find_gate(
        &self,
        var: Var,
        with: &[ClauseRef],
        without: &[ClauseRef],
        marked: &mut [bool],
    ) -> Vec<ClauseRef> {
        self.find_and(var.positive(), with, without, marked)
            .or_else(|| self.find_and(var.negative(), without, with, marked))
            .or_else(|| self.find_choice(var, with, without))
            .unwrap_or_default()
    }

    /// `lit` as a conjunction: one clause says that the inputs imply it, binary clauses that it
    /// implies each input.
    fn find_and(
        &self,
        lit: Lit,
        with: &[ClauseRef],
        without: &[ClauseRef],
        marked: &mut [bool],
    ) -> Option<Vec<ClauseRef>> {
        let implied = |clause: ClauseRef| {
            (self.arena.len(clause) == 2).then(|| self.arena.lits(clause).find(|&other| other != !lit)).flatten()
        };
        for input in without.iter().filter_map(|&clause| implied(clause)) {
            marked[input.index()] = true;
        }
        let base = with
            .iter()
            .copied()
            .find(|&clause| self.arena.lits(clause).all(|other| other == lit || marked[(!other).index()]));
        for input in without.iter().filter_map(|&clause| implied(clause)) {
            marked[input.index()] = false;
        }
        let base = base?;
        let mut gate = vec![base];
        for other in self.arena.lits(base).filter(|&other| other != lit) {
            gate.push(*without.iter().find(|&&clause| implied(clause) == Some(!other))?);
        }
        Some(gate)
    }

    /// `var` as a choice between two literals by a third.
    fn find_choice(&self, var: Var, with: &[ClauseRef], without: &[ClauseRef]) -> Option<Vec<ClauseRef>> {
        let rest = |clause: ClauseRef| -> Option<[Lit; 2]> {
            if self.arena.len(clause) != 3 {
                return None;
            }
            let mut others = self.arena.lits(clause).filter(|lit| lit.var() != var);
            Some([others.next()?, others.next()?])
        };
        let ternary = |list: &[ClauseRef]| -> Vec<(ClauseRef, [Lit; 2])> {
            list.iter().filter_map(|&clause| Some((clause, rest(clause)?))).collect()
        };
        let (with, without) = (ternary(with), ternary(without));
        let find = |list: &[(ClauseRef, [Lit; 2])], first: Lit, second: Lit| {
            list.iter()
                .find(|(_, lits)| *lits == [first, second] || *lits == [second, first])
                .map(|&(clause, _)| clause)
        };
        for &(then_up, [left, right]) in &with {
            for (guard, then) in [(left, right), (right, left)] {
                // then_up: var or guard or then; with (not var or guard or not then) it defines var
                // where guard is false.
                let Some(then_down) = find(&without, guard, !then) else { continue };
                for &(else_up, [left, right]) in &with {
                    let other = match (left == !guard, right == !guard) {
                        (true, _) => right,
                        (_, true) => left,
                        _ => continue,
                    };
                    if let Some(else_down) = find(&without, !guard, !other) {
                        return Some(vec![then_up, then_down, else_up, else_down]);
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::formula;
    use super::*;

    fn gate(clauses: &[&[i64]]) -> usize {
        let sat = formula(6, clauses);
        let list = |lit: Lit| -> Vec<ClauseRef> {
            sat.irredundant.iter().copied().filter(|&clause| sat.arena.lits(clause).any(|other| other == lit)).collect()
        };
        let var = Var::new(0);
        sat.find_gate(var, &list(var.positive()), &list(var.negative()), &mut [false; 12]).len()
    }

    #[test]
    fn conjunctions_are_found_in_both_polarities() {
        assert_eq!(gate(&[&[-1, 2], &[-1, 3], &[1, -2, -3], &[1, 4, 5]]), 3);
        assert_eq!(gate(&[&[1, 2], &[1, 3], &[-1, -2, -3], &[-1, 4]]), 3);
        assert_eq!(gate(&[&[-1, 2], &[1, -2]]), 2);
        assert_eq!(gate(&[&[-1, 2], &[1, -2, -3], &[-1, -3, 4]]), 0);
    }

    #[test]
    fn choices_and_exclusive_ors_are_found() {
        assert_eq!(gate(&[&[-1, -2, 3], &[1, -2, -3], &[-1, 2, 4], &[1, 2, -4], &[1, 5, 6]]), 4);
        assert_eq!(gate(&[&[-1, 2, 3], &[-1, -2, -3], &[1, -2, 3], &[1, 2, -3]]), 4);
        assert_eq!(gate(&[&[-1, -2, 3], &[1, -2, -3], &[-1, 2, 4]]), 0);
    }
}
