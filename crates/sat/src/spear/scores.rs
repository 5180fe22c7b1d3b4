//! The scoring functions: one table for the decision of variables, the order of clauses and the
//! order of elimination.
//!
//! A score says how much a variable or a clause matters. Decisions and the order of clauses take
//! the highest first, deletion and elimination the lowest. A score has two parts, of which the
//! second breaks ties: for the functions by activity the first is the activity.
//!
//! What a function of a variable's occurrences says of a clause is the mean over its variables.

use crate::clause::{Arena, ClauseRef};
use crate::lit::{Lit, Var};
use crate::random::Random;

/// A function of how often a variable occurs positively and negatively.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// The larger one.
    Max,
    /// The smaller one.
    Min,
    /// The positive one.
    Positive,
    /// The negative one.
    Negative,
    /// The larger one by the smaller one.
    Ratio,
}

impl Count {
    fn of(self, positive: f64, negative: f64) -> f64 {
        match self {
            Count::Sum => positive + negative,
            Count::Product => positive * negative,
            Count::Max => positive.max(negative),
            Count::Min => positive.min(negative),
            Count::Positive => positive,
            Count::Negative => negative,
            Count::Ratio => positive.max(negative) / positive.min(negative).max(1.0),
        }
    }
}

/// A scoring function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    /// Activity in recent conflicts, ties broken by occurrences.
    Activity(Option<Count>),
    /// Occurrences.
    Occurrences(Count),
    /// Jeroslow and Wang: occurrences weighted by 2 to the negative size. One-sided takes the
    /// better literal, two-sided both.
    JeroslowWang { both: bool },
    /// The size of a clause, or the mean of those a variable is in.
    Size { short_first: bool },
    /// When a clause or variable came.
    Age { old_first: bool },
    /// Random, drawn anew each time scores are renewed.
    Random,
    /// The number of conflicts taken part in.
    Conflicts,
    /// The place of an input's bit in its word, the least significant first; other variables come
    /// last.
    Significance,
}

/// The functions by number, as the options of the four orders give it.
pub(crate) const FUNCTIONS: [Function; 21] = [
    Function::Activity(None),
    Function::Activity(Some(Count::Sum)),
    Function::Activity(Some(Count::Product)),
    Function::Activity(Some(Count::Max)),
    Function::Activity(Some(Count::Min)),
    Function::Activity(Some(Count::Positive)),
    Function::Activity(Some(Count::Negative)),
    Function::Occurrences(Count::Sum),
    Function::Occurrences(Count::Product),
    Function::Occurrences(Count::Max),
    Function::Occurrences(Count::Min),
    Function::Occurrences(Count::Ratio),
    Function::JeroslowWang { both: false },
    Function::JeroslowWang { both: true },
    Function::Size { short_first: true },
    Function::Size { short_first: false },
    Function::Age { old_first: true },
    Function::Age { old_first: false },
    Function::Random,
    Function::Conflicts,
    Function::Significance,
];

/// The function with a number. Numbers beyond the table, which options do not have, are the first.
pub(crate) fn function(number: i64) -> Function {
    usize::try_from(number).ok().and_then(|number| FUNCTIONS.get(number)).copied().unwrap_or(FUNCTIONS[0])
}

impl Function {
    /// Whether it needs the clauses counted.
    pub(super) fn counts(self) -> bool {
        matches!(
            self,
            Function::Activity(Some(_))
                | Function::Occurrences(_)
                | Function::JeroslowWang { .. }
                | Function::Size { .. }
        )
    }

    pub(crate) fn is_by_activity(self) -> bool {
        matches!(self, Function::Activity(_))
    }
}

/// What the functions are computed from, besides activities.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// By literal: the clauses with it.
    occurrences: Vec<u32>,
    /// By literal: 2 to the negative size, summed over these.
    weights: Vec<f64>,
    /// By literal: the literals in these.
    sizes: Vec<u64>,
    /// By variable: the conflicts it took part in.
    pub(super) conflicts: Vec<u32>,
    /// By variable: the place of its bit in a word.
    pub(super) significance: Vec<u32>,
}

/// The significance of a variable that is no bit of an input.
pub(super) const NO_BIT: u32 = u32::MAX;

fn signed(value: f64, high_first: bool) -> f64 {
    if high_first { value } else { -value }
}

impl Counts {
    pub(super) fn add_var(&mut self) {
        self.conflicts.push(0);
        self.significance.push(NO_BIT);
        for _ in 0..2 {
            self.occurrences.push(0);
            self.weights.push(0.0);
            self.sizes.push(0);
        }
    }

    /// Forgets the clauses.
    pub(super) fn clear(&mut self) {
        self.occurrences.fill(0);
        self.weights.fill(0.0);
        self.sizes.fill(0);
    }

    /// Counts a clause.
    pub(super) fn add(&mut self, arena: &Arena, clause: ClauseRef) {
        let size = arena.len(clause);
        let weight = 0.5f64.powi(size.min(1000) as i32);
        for lit in arena.lits(clause) {
            self.occurrences[lit.index()] += 1;
            self.weights[lit.index()] += weight;
            self.sizes[lit.index()] += size as u64;
        }
    }

    /// How many clauses have a literal.
    pub(crate) fn occurrences(&self, lit: Lit) -> u32 {
        self.occurrences[lit.index()]
    }

    fn count(&self, count: Count, var: Var) -> f64 {
        count.of(f64::from(self.occurrences(var.positive())), f64::from(self.occurrences(var.negative())))
    }

    /// The score of a variable, without its activity.
    pub(crate) fn of_var(&self, function: Function, var: Var, random: &mut Random) -> f64 {
        let (positive, negative) = (var.positive().index(), var.negative().index());
        match function {
            Function::Activity(None) => 0.0,
            Function::Activity(Some(count)) | Function::Occurrences(count) => self.count(count, var),
            Function::JeroslowWang { both: false } => self.weights[positive].max(self.weights[negative]),
            Function::JeroslowWang { both: true } => self.weights[positive] + self.weights[negative],
            Function::Size { short_first } => {
                let occurrences = self.occurrences[positive] + self.occurrences[negative];
                if occurrences == 0 {
                    return f64::NEG_INFINITY;
                }
                signed((self.sizes[positive] + self.sizes[negative]) as f64 / f64::from(occurrences), !short_first)
            }
            Function::Age { old_first } => signed(var.index() as f64, !old_first),
            Function::Random => (random.next() >> 12) as f64,
            Function::Conflicts => f64::from(self.conflicts[var.index()]),
            Function::Significance => -f64::from(self.significance[var.index()]),
        }
    }

    /// The score of a variable whose clauses are counted elsewhere, without its activity.
    pub(crate) fn of_counted(&self, function: Function, var: Var, occurrences: [usize; 2], random: &mut Random) -> f64 {
        match function {
            Function::Activity(Some(count)) | Function::Occurrences(count) => {
                count.of(occurrences[0] as f64, occurrences[1] as f64)
            }
            _ => self.of_var(function, var, random),
        }
    }

    /// The score of a clause.
    pub(crate) fn of_clause(
        &self,
        function: Function,
        arena: &Arena,
        clause: ClauseRef,
        random: &mut Random,
    ) -> (f64, f64) {
        let size = arena.len(clause) as f64;
        let mut mean = |function: Function| {
            arena.lits(clause).map(|lit| self.of_var(function, lit.var(), random)).sum::<f64>() / size
        };
        let score = match function {
            Function::Activity(None) => 0.0,
            Function::Activity(Some(_)) | Function::Occurrences(_) | Function::Significance => mean(function),
            Function::JeroslowWang { both: false } => arena.lits(clause).map(|lit| self.weights[lit.index()]).sum(),
            Function::JeroslowWang { both: true } => mean(function) * size,
            Function::Size { short_first } => signed(size, !short_first),
            Function::Age { old_first } => signed(f64::from(arena.birth(clause)), !old_first),
            Function::Random => (random.next() >> 12) as f64,
            Function::Conflicts => f64::from(arena.conflicts(clause)),
        };
        (if function.is_by_activity() { arena.activity(clause) } else { 0.0 }, score)
    }
}

/// A number that is ordered as the given one is.
pub(crate) fn ordered(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::lits;

    /// Variable 1 occurs 3 times positively and once negatively, 2 twice each, 3 five times
    /// positively.
    fn counted() -> (Arena, Counts, Vec<ClauseRef>) {
        let mut arena = Arena::new(false, true);
        let mut counts = Counts::default();
        for _ in 0..4 {
            counts.add_var();
        }
        let clauses: [&[i64]; 6] = [&[1, 2, 3], &[1, -2], &[1, 3], &[-1, 2, 3, 4], &[3, -2], &[3, 4]];
        let refs: Vec<ClauseRef> = clauses.iter().map(|clause| arena.add(&lits(clause), false, 0, 0)).collect();
        for &clause in &refs {
            counts.add(&arena, clause);
        }
        (arena, counts, refs)
    }

    fn check(number: i64, expected: [f64; 4]) {
        let (_, counts, _) = counted();
        let mut random = Random::new(1);
        let scores = [0, 1, 2, 3].map(|index| counts.of_var(function(number), Var::new(index), &mut random));
        assert_eq!(scores, expected, "{number}: {:?}", function(number));
    }

    #[test]
    fn the_named_tie_breaks() {
        check(0, [0.0; 4]);
        check(1, [4.0, 4.0, 5.0, 2.0]);
        check(2, [3.0, 4.0, 0.0, 0.0]);
        check(3, [3.0, 2.0, 5.0, 2.0]);
        check(4, [1.0, 2.0, 0.0, 0.0]);
        check(5, [3.0, 2.0, 5.0, 2.0]);
        check(6, [1.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn occurrences_and_weights() {
        check(7, [4.0, 4.0, 5.0, 2.0]);
        check(8, [3.0, 4.0, 0.0, 0.0]);
        check(9, [3.0, 2.0, 5.0, 2.0]);
        check(10, [1.0, 2.0, 0.0, 0.0]);
        check(11, [3.0, 1.0, 5.0, 2.0]);
        check(12, [0.625, 0.5, 0.9375, 0.3125]);
        check(13, [0.6875, 0.6875, 0.9375, 0.3125]);
        check(14, [-11.0 / 4.0, -11.0 / 4.0, -13.0 / 5.0, -3.0]);
        check(15, [11.0 / 4.0, 11.0 / 4.0, 13.0 / 5.0, 3.0]);
        check(16, [0.0, -1.0, -2.0, -3.0]);
        check(17, [0.0, 1.0, 2.0, 3.0]);
    }

    /// Who counts clauses by itself says how often a variable occurs; the rest is as for variables.
    #[test]
    fn counted_elsewhere() {
        let (_, counts, _) = counted();
        let mut random = Random::new(1);
        let mut score = |number: i64| counts.of_counted(function(number), Var::new(2), [3, 2], &mut random);
        assert_eq!([1, 2, 3, 4, 5, 6].map(&mut score), [5.0, 6.0, 3.0, 2.0, 3.0, 2.0]);
        assert_eq!([7, 8, 9, 10, 11].map(&mut score), [5.0, 6.0, 3.0, 2.0, 1.5]);
        assert_eq!([0, 12, 16].map(&mut score), [0.0, 0.9375, -2.0]);
    }

    #[test]
    fn conflicts_and_significance() {
        let (_, mut counts, _) = counted();
        counts.conflicts[2] = 7;
        counts.significance[3] = 0;
        counts.significance[1] = 5;
        let mut random = Random::new(1);
        let mut best = |number: i64| {
            (0..4).map(Var::new).max_by_key(|&var| ordered(counts.of_var(function(number), var, &mut random)))
        };
        assert_eq!(best(19), Some(Var::new(2)));
        assert_eq!(best(20), Some(Var::new(3)));
    }

    #[test]
    fn clauses_are_scored_by_their_own_and_by_their_variables() {
        let (mut arena, counts, refs) = counted();
        arena.set_activity(refs[4], 2.5);
        arena.count_conflict(refs[1]);
        let mut random = Random::new(1);
        let mut score =
            |number: i64, clause: usize| counts.of_clause(function(number), &arena, refs[clause], &mut random);
        assert_eq!(score(0, 4), (2.5, 0.0));
        assert_eq!(score(1, 4), (2.5, 4.5));
        assert_eq!(score(7, 1), (0.0, 4.0));
        assert_eq!(score(12, 5), (0.0, 0.9375 + 0.3125));
        assert_eq!(score(13, 4), (0.0, 0.9375 + 0.6875));
        assert_eq!((score(14, 3), score(15, 3)), ((0.0, -4.0), (0.0, 4.0)));
        assert_eq!((score(16, 3), score(17, 3)), ((0.0, -3.0), (0.0, 3.0)));
        assert_eq!((score(19, 1), score(19, 2)), ((0.0, 1.0), (0.0, 0.0)));
        assert_ne!(score(18, 1), score(18, 1));
    }

    #[test]
    fn order_survives_as_integers() {
        let values = [f64::NEG_INFINITY, -3.5, -0.0, 0.0, 1e-300, 2.0, 1e300];
        assert!(values.map(ordered).is_sorted());
        let numbers: std::collections::HashSet<i64> = values.map(ordered).into_iter().collect();
        assert_eq!(numbers.len(), values.len());
    }
}
