//! What fits all rows of a table.

use super::equations::{equations, gcd};
use super::{Column, Guess, Guessed, Observable, Sum, signed};
use std::collections::BTreeSet;

/// Guesses about one head, at most.
const MOST_GUESSES: usize = 250;

/// Columns of one width that are compared in threes.
const MOST_IN_THREES: usize = 7;

/// Columns of one width whose products are looked at.
const MOST_MULTIPLIED: usize = 5;

/// Values of a column by which cases are told apart.
const MOST_CASES: usize = 4;

/// Columns by which cases are told apart.
const MOST_SPLIT: usize = 4;

/// A table: what was observed, and one row for each visit.
pub(super) struct Table<'a> {
    pub(super) columns: &'a [(Observable, u32)],
    pub(super) rows: &'a [Vec<u64>],
    /// Numbers that the function speaks of.
    pub(super) constants: &'a BTreeSet<i64>,
    /// Does the program compare unsigned numbers?
    pub(super) unsigned: bool,
}

/// All that fits, the likeliest first.
pub(super) fn guess(table: &Table<'_>) -> Guessed {
    let mut guesses = Guesses { table, found: Vec::new() };
    let columns = guesses.table.columns;
    if !table.rows.is_empty() {
        let widths: BTreeSet<u32> = columns.iter().map(|(_, width)| *width).collect();
        for width in widths {
            let same: Vec<Column> = (0..columns.len()).filter(|c| columns[*c].1 == width).collect();
            guesses.equal(width, &same, table.rows);
            guesses.bounds(width, &same);
            if width > 1 {
                guesses.orders(width, &same);
                guesses.remainders(&same);
                guesses.sums(width, &same);
                guesses.products(width, &same);
            }
        }
        guesses.cases();
    }
    let mut found = guesses.found;
    found.truncate(MOST_GUESSES);
    Guessed { columns: columns.to_vec(), guesses: found }
}

struct Guesses<'a> {
    table: &'a Table<'a>,
    found: Vec<Guess>,
}

impl Guesses<'_> {
    /// A guess that holds in all rows is one.
    fn propose(&mut self, guess: Guess) {
        if self.table.rows.iter().all(|row| guess.holds(row)) && !self.found.contains(&guess) {
            self.found.push(guess);
        }
    }

    fn values(&self, column: Column) -> impl Iterator<Item = i64> {
        let width = self.table.columns[column].1;
        self.table.rows.iter().map(move |row| signed(row[column], width))
    }

    /// Equations between sums.
    fn equal(&mut self, width: u32, same: &[Column], rows: &[Vec<u64>]) {
        let columns: Vec<Vec<Column>> = same.iter().map(|c| vec![*c]).collect();
        for sum in equations(width, &columns, rows) {
            self.propose(Guess::Zero(sum));
        }
    }

    /// Equations between sums of products.
    fn products(&mut self, width: u32, same: &[Column]) {
        // What has one value only, or is a sum of others, is no part of them.
        let is_sum = |column: &Column| {
            self.found.iter().any(|guess| match guess {
                Guess::Zero(sum) => sum.parts.last().is_some_and(|(_, product)| product[..] == [*column]),
                _ => false,
            })
        };
        let varied = same.iter().copied().filter(|c| self.distinct(*c, 2).is_none() && !is_sum(c));
        let varied: Vec<Column> = varied.collect();
        if varied.is_empty() || varied.len() > MOST_MULTIPLIED || width < 16 {
            return;
        }
        let mut columns: Vec<Vec<Column>> = varied.iter().map(|c| vec![*c]).collect();
        for (place, x) in varied.iter().enumerate() {
            columns.extend(varied[place..].iter().map(|y| vec![*x, *y]));
        }
        for sum in equations(width, &columns, self.table.rows) {
            if sum.parts.len() <= 6 {
                self.propose(Guess::Zero(sum));
            }
        }
    }

    /// The nearest numbers that values do not pass.
    fn bounds(&mut self, width: u32, same: &[Column]) {
        for column in same {
            let (Some(least), Some(greatest)) = (self.values(*column).min(), self.values(*column).max()) else {
                continue;
            };
            if least == greatest {
                continue;
            }
            let said = |c: &i64| (c.unsigned_abs() >> (width - 1)) == 0;
            let below = self.table.constants.range(..=least).next_back().copied();
            let above = self.table.constants.range(greatest..).next().copied();
            for low in [Some(least), below].into_iter().flatten().filter(said).collect::<BTreeSet<_>>() {
                let (less, more) = (Sum::number(width, low), Sum::of(width, *column));
                self.propose(Guess::AtMost { signed: true, less, more });
            }
            for high in [Some(greatest), above].into_iter().flatten().filter(said).collect::<BTreeSet<_>>() {
                let (less, more) = (Sum::of(width, *column), Sum::number(width, high));
                self.propose(Guess::AtMost { signed: true, less, more });
            }
            if self.table.unsigned {
                for high in above.into_iter().filter(|c| *c >= 0) {
                    let (less, more) = (Sum::of(width, *column), Sum::number(width, high));
                    self.propose(Guess::AtMost { signed: false, less, more });
                }
            }
        }
    }

    /// Orders and small differences.
    fn orders(&mut self, width: u32, same: &[Column]) {
        for x in same {
            for y in same.iter().filter(|y| *y != x) {
                let (less, more) = (Sum::of(width, *x), Sum::of(width, *y));
                self.propose(Guess::AtMost { signed: true, less: less.clone(), more: more.clone() });
                if self.table.unsigned {
                    self.propose(Guess::AtMost { signed: false, less: less.clone(), more: more.clone() });
                }
                let differences = self
                    .table
                    .rows
                    .iter()
                    .map(|row| i128::from(signed(row[*x], width)) - i128::from(signed(row[*y], width)));
                let Some(greatest) = differences.max() else { continue };
                if greatest != 0 && greatest.abs() <= 16 {
                    let greatest = greatest as i64;
                    let difference = Sum::of(width, *x).plus(-1, *y);
                    let bound = Sum::number(width, greatest);
                    self.propose(Guess::AtMost { signed: true, less: difference, more: bound });
                    let moved = Sum { constant: greatest, ..more.clone() };
                    self.propose(Guess::AtMost { signed: true, less: less.clone(), more: moved });
                }
            }
        }
    }

    /// Sums of two that a third is not below, and sums within constants.
    fn sums(&mut self, width: u32, same: &[Column]) {
        let varied: Vec<Column> = same.iter().copied().filter(|c| self.distinct(*c, 1).is_none()).collect();
        if varied.len() > MOST_IN_THREES {
            return;
        }
        for (place, x) in varied.iter().enumerate() {
            for y in &varied[place..] {
                let sum = Sum::of(width, *x).plus(1, *y);
                for z in varied.iter().filter(|z| *z != x && *z != y) {
                    let third = Sum::of(width, *z);
                    for (less, more) in [(sum.clone(), third.clone()), (third, sum.clone())] {
                        // Only what is touched several times is likely.
                        let touched: BTreeSet<u64> = (self.table.rows.iter())
                            .filter(|row| less.value(row) == more.value(row))
                            .map(|row| less.value(row))
                            .collect();
                        if touched.len() >= 3 {
                            self.propose(Guess::AtMost { signed: true, less, more });
                        }
                    }
                }
                if x == y {
                    continue;
                }
                let values = || self.table.rows.iter().map(|row| signed(sum.value(row), width));
                let (Some(least), Some(greatest)) = (values().min(), values().max()) else { continue };
                // Not what the bounds of the two say by themselves.
                let [low, high] = [[*x, *y].map(|c| self.values(c).min()), [*x, *y].map(|c| self.values(c).max())]
                    .map(|ends| ends.into_iter().flatten().map(i128::from).sum::<i128>());
                if self.table.constants.contains(&greatest) && i128::from(greatest) < high {
                    let more = Sum::number(width, greatest);
                    self.propose(Guess::AtMost { signed: true, less: sum.clone(), more });
                }
                if self.table.constants.contains(&least) && i128::from(least) > low {
                    let less = Sum::number(width, least);
                    self.propose(Guess::AtMost { signed: true, less, more: sum.clone() });
                }
            }
        }
    }

    /// Remainders.
    fn remainders(&mut self, same: &[Column]) {
        let varied: Vec<Column> = same.iter().copied().filter(|c| self.distinct(*c, 2).is_none()).collect();
        for guess in Self::remainders_in(&varied, self.table.rows) {
            self.propose(guess);
        }
    }

    /// Remainders of columns in some rows.
    fn remainders_in(same: &[Column], rows: &[Vec<u64>]) -> Vec<Guess> {
        let mut found = Vec::new();
        for column in same {
            let mut values = rows.iter().map(|row| row[*column]);
            let Some(first) = values.next() else { continue };
            let modulus = values.fold(0, |g, v| gcd(g, v.abs_diff(first)));
            let power = if modulus == 0 { 0 } else { 1 << modulus.trailing_zeros().min(6) };
            let moduli = BTreeSet::from([modulus, power]);
            let moduli = moduli.into_iter().filter(|modulus| (2..=64).contains(modulus));
            found.extend(moduli.map(|modulus| Guess::Remainder(*column, modulus, first % modulus)));
        }
        found
    }

    /// The values of a column, if they are at most so many.
    fn distinct(&self, column: Column, most: usize) -> Option<BTreeSet<u64>> {
        let mut found = BTreeSet::new();
        for row in self.table.rows {
            found.insert(row[column]);
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// Sets of values, and what holds in the cases that they make.
    fn cases(&mut self) {
        let columns = self.table.columns;
        let mut splits = 0;
        for column in 0..columns.len() {
            let mut split: Vec<(u64, bool)> = Vec::new();
            match self.distinct(column, MOST_CASES) {
                Some(values) if values.len() > 1 => {
                    if columns[column].1 > 1 {
                        self.propose(Guess::OneOf(column, values.iter().copied().collect()));
                    }
                    split.extend(values.into_iter().map(|value| (value, true)));
                }
                // What is 0 or not is asked most often.
                None if self.table.rows.iter().filter(|row| row[column] == 0).count() > 1 => {
                    split.extend([(0, true), (0, false)]);
                }
                _ => continue,
            }
            if splits == MOST_SPLIT {
                continue;
            }
            splits += 1;
            for (value, is) in split {
                let rows: Vec<Vec<u64>> =
                    self.table.rows.iter().filter(|row| (row[column] == value) == is).cloned().collect();
                let mut within: Vec<Guess> = Vec::new();
                for width in columns.iter().map(|(_, width)| *width).collect::<BTreeSet<u32>>() {
                    let same: Vec<Column> =
                        (0..columns.len()).filter(|c| columns[*c].1 == width && *c != column).collect();
                    let single: Vec<Vec<Column>> = same.iter().map(|c| vec![*c]).collect();
                    within.extend(equations(width, &single, &rows).into_iter().map(Guess::Zero));
                    if width > 1 {
                        within.extend(Self::remainders_in(&same, &rows));
                    }
                    for x in &same {
                        for y in same.iter().filter(|y| *y != x) {
                            let (less, more) = (Sum::of(width, *x), Sum::of(width, *y));
                            for less in [Sum { constant: 1, ..less.clone() }, less] {
                                within.push(Guess::AtMost { signed: true, less, more: more.clone() });
                            }
                        }
                    }
                }
                for guess in within {
                    // What holds anyway needs no case.
                    if !self.table.rows.iter().all(|row| guess.holds(row)) {
                        self.propose(Guess::If { column, value, is, then: Box::new(guess) });
                    }
                }
            }
        }
    }
}
