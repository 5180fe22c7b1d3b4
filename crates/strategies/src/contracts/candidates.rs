//! What fits all rows of a table, as formulas.
//!
//! Besides the columns there are words made of them, such as remainders and what the program speaks
//! of. Suspected are equations between sums, and between sums of products; orders; bounds; small
//! sets of values; and all of these under conditions that occur in the program. What holds whatever
//! was computed, such as what is about the entry alone, is of no use at the exit.

use super::table::{Column, Table, When, model};
use adumbra_predicate_analysis::guess::{Sum, equations, masked, signed};
use adumbra_terms::walk::free_variables;
use adumbra_terms::{Bits, Plan, Term, Terms, Value};
use adumbra_verdict::Formulas;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Suspicions about one table, at most.
const MOST_CLAIMS: usize = 260;

/// Under each condition, at most.
const MOST_IN_CASE: usize = 18;

/// Conditions under which something is looked for.
const MOST_CONDITIONS: usize = 18;

/// Words whose products are looked at.
const MOST_MULTIPLIED: usize = 4;

/// Columns that are compared with others to tell cases apart.
const MOST_COMPARED: usize = 4;

/// Values of a small set.
const MOST_VALUES: usize = 4;

/// How much is suspected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effort {
    /// What holds in all cases.
    Plain,
    /// Besides, what holds in some cases, of what is not known already.
    Cases,
    /// All.
    All,
}

impl Effort {
    /// The next effort.
    pub(super) fn more(self) -> Option<Effort> {
        match self {
            Effort::Plain => Some(Effort::Cases),
            Effort::Cases => Some(Effort::All),
            Effort::All => None,
        }
    }
}

/// Formulas that are being made for a table.
pub(super) struct Draft {
    pub(super) formulas: Formulas,
    /// The variables of the columns.
    pub(super) variables: Vec<(Term, u32)>,
    words: Vec<Word>,
    conditions: Vec<Term>,
    /// What is suspected first.
    pub(super) goals: Vec<Term>,
}

/// An integer: a column, or something made of columns.
#[derive(Clone, Copy, Debug)]
struct Word {
    term: Term,
    width: u32,
    /// Is it about the state of the table, and not about the entry alone?
    now: bool,
    /// Is it a column?
    plain: bool,
}

impl Draft {
    /// For the columns of a table.
    pub(super) fn new(columns: &[Column], pointer_bits: u32) -> Draft {
        let mut formulas = Formulas::new();
        let mut variables = Vec::new();
        let mut words = Vec::new();
        for column in columns {
            let term = column.variable(&mut formulas, pointer_bits);
            variables.push((term, column.width));
            words.push(Word { term, width: column.width, now: column.when == When::Now, plain: true });
        }
        Draft { formulas, variables, words, conditions: Vec::new(), goals: Vec::new() }
    }

    fn is_now(&self, term: Term) -> bool {
        let free = free_variables(&self.formulas.terms, &[term]);
        self.words.iter().any(|word| word.plain && word.now && free.contains(&word.term))
    }

    /// Adds a word that is made of columns.
    pub(super) fn word(&mut self, term: Term) {
        let Some(width) = self.formulas.terms.bv_width(term).filter(|width| (2..=64).contains(width)) else { return };
        if self.words.iter().all(|word| word.term != term) {
            let now = self.is_now(term);
            self.words.push(Word { term, width, now, plain: false });
        }
    }

    /// Adds a condition that tells cases apart.
    pub(super) fn condition(&mut self, condition: Term) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Adds remainders of the columns, and conditions about what they are.
    pub(super) fn remainders(&mut self, moduli: &BTreeSet<u64>) {
        let plain: Vec<Word> = self.words.iter().copied().filter(|word| word.plain && word.width >= 8).collect();
        for word in plain {
            for modulus in moduli {
                let terms = &mut self.formulas.terms;
                let number = terms.bv_u64(word.width, *modulus);
                let rest = terms.bv_urem(word.term, number);
                self.word(rest);
            }
        }
    }

    /// Adds what tells columns at the entry apart: whether they are zero, and their order.
    pub(super) fn comparisons(&mut self) {
        let at_entry = self.words.iter().any(|word| word.plain && !word.now);
        let plain: Vec<Word> = self.words.iter().copied().filter(|word| word.plain && word.now != at_entry).collect();
        for (place, a) in plain.iter().enumerate().take(MOST_COMPARED) {
            let terms = &mut self.formulas.terms;
            let zero = terms.bv_u64(a.width, 0);
            let is_zero = terms.eq(a.term, zero);
            self.condition(is_zero);
            for b in plain[place + 1..].iter().filter(|b| b.width == a.width && a.width > 1) {
                let terms = &mut self.formulas.terms;
                let less = [terms.bv_ult(a.term, b.term), terms.bv_slt(a.term, b.term), terms.eq(a.term, b.term)];
                less.into_iter().for_each(|condition| self.condition(condition));
            }
        }
    }

    /// The formulas with all that fits, given the numbers that the program speaks of.
    pub(super) fn fitting(mut self, table: &Table, constants: &[u64], effort: Effort) -> Formulas {
        if table.rows.is_empty() {
            return self.formulas;
        }
        let claims = Search::new(&mut self, table, constants).all(effort);
        for claim in claims {
            self.formulas.hold(claim);
        }
        self.formulas
    }
}

/// What is known of a table while it is searched.
struct Search<'d> {
    terms: &'d mut Terms,
    words: Vec<Word>,
    conditions: Vec<Term>,
    goals: Vec<Term>,
    constants: &'d [u64],
    /// The values of words, by row.
    rows: Vec<Vec<u64>>,
    /// Which conditions hold, by row.
    truths: Vec<Vec<bool>>,
    good_goals: Vec<bool>,
    found: Vec<Term>,
    known: FxHashSet<Term>,
}

impl<'d> Search<'d> {
    fn new(draft: &'d mut Draft, table: &Table, constants: &'d [u64]) -> Search<'d> {
        let words = draft.words.clone();
        let (conditions, goals) = (draft.conditions.clone(), draft.goals.clone());
        let terms = &mut draft.formulas.terms;
        let roots: Vec<Term> =
            words.iter().map(|word| word.term).chain(conditions.iter().copied()).chain(goals.iter().copied()).collect();
        let mut plan = Plan::new(terms, &roots);
        let (mut rows, mut truths) = (Vec::new(), Vec::new());
        let mut good_goals = vec![true; goals.len()];
        for row in &table.rows {
            plan.run(&model(terms, &draft.variables, row));
            let word = |index: usize| match plan.value(index) {
                Value::Bits(bits) => bits.to_u64().unwrap_or(0),
                _ => 0,
            };
            let holds = |index: usize| *plan.value(index) == Value::Bool(true);
            rows.push((0..words.len()).map(word).collect());
            let first = words.len() + conditions.len();
            truths.push((words.len()..first).map(holds).collect());
            for (index, good) in good_goals.iter_mut().enumerate() {
                *good &= holds(first + index);
            }
        }
        Search {
            terms,
            words,
            conditions,
            goals,
            constants,
            rows,
            truths,
            good_goals,
            found: Vec::new(),
            known: FxHashSet::default(),
        }
    }

    fn propose(&mut self, claim: Term) {
        if self.found.len() < MOST_CLAIMS && self.known.insert(claim) {
            self.found.push(claim);
        }
    }

    fn all(mut self, effort: Effort) -> Vec<Term> {
        let goals: Vec<Term> =
            self.goals.iter().zip(&self.good_goals).filter(|(_, good)| **good).map(|(goal, _)| *goal).collect();
        goals.into_iter().for_each(|goal| self.propose(goal));
        let everywhere: Vec<usize> = (0..self.rows.len()).collect();
        let (plain, settled) = self.within(&everywhere, usize::MAX, &FxHashSet::default());
        plain.iter().for_each(|claim| self.propose(*claim));
        let mut known = settled;
        if effort != Effort::All && !known.is_empty() {
            known.extend(self.products(&everywhere, &known.clone()));
        } else {
            known.extend(self.products(&everywhere, &FxHashSet::default()));
        }
        self.truth_of_conditions();
        match effort {
            Effort::Plain => {}
            Effort::Cases => self.cases(&known),
            Effort::All => self.cases(&FxHashSet::default()),
        }
        self.found
    }

    /// Conditions about the state that hold in all rows, or never.
    fn truth_of_conditions(&mut self) {
        for (index, condition) in self.conditions.clone().into_iter().enumerate() {
            if self.truths.iter().all(|row| row[index]) {
                self.propose(condition);
            } else if self.truths.iter().all(|row| !row[index]) {
                let not = self.terms.not(condition);
                self.propose(not);
            }
        }
    }

    fn column(&self, word: usize, rows: &[usize]) -> impl Iterator<Item = u64> {
        rows.iter().map(move |row| self.rows[*row][word])
    }

    /// The values of a word in some rows, if they are few.
    fn values(&self, word: usize, rows: &[usize]) -> Option<BTreeSet<u64>> {
        let mut found = BTreeSet::new();
        for value in self.column(word, rows) {
            found.insert(value);
            if found.len() > MOST_VALUES {
                return None;
            }
        }
        Some(found)
    }

    /// What fits some rows, the likeliest first.
    fn within(&mut self, rows: &[usize], most: usize, known: &FxHashSet<usize>) -> (Vec<Term>, FxHashSet<usize>) {
        let mut found = Vec::new();
        let widths: BTreeSet<u32> = self.words.iter().map(|word| word.width).collect();
        let mut settled: FxHashSet<usize> = FxHashSet::default();
        for word in 0..self.words.len() {
            let Some(values) = self.values(word, rows).filter(|_| self.words[word].now) else { continue };
            if known.contains(&word) {
                continue;
            }
            if values.len() == 1 {
                settled.insert(word);
            }
            if self.words[word].width > 1 && self.words[word].plain || values.len() == 1 {
                found.push(self.one_of(word, &values));
            }
        }
        for width in widths.iter().copied().filter(|width| *width > 1) {
            self.sums(width, rows, known, &mut settled, &mut found);
        }
        settled.extend(known);
        for width in widths.into_iter().filter(|width| *width > 1) {
            self.orders(width, rows, (&settled, known), most == usize::MAX, &mut found);
            self.zeros(width, rows, &settled, &mut found);
            if most == usize::MAX {
                self.bounds(width, rows, &settled, &mut found);
            }
        }
        found.truncate(most);
        (found, settled)
    }

    fn one_of(&mut self, word: usize, values: &BTreeSet<u64>) -> Term {
        let Word { term, width, .. } = self.words[word];
        let each: Vec<Term> = values
            .iter()
            .map(|value| {
                let number = self.terms.bv_u64(width, *value);
                self.terms.eq(term, number)
            })
            .collect();
        self.terms.or_all(each)
    }

    /// Equations between sums of which one part at least is about the state.
    fn sums(
        &mut self,
        width: u32,
        rows: &[usize],
        known: &FxHashSet<usize>,
        settled: &mut FxHashSet<usize>,
        found: &mut Vec<Term>,
    ) {
        // What is about the state comes last, and is said by the others.
        let mut same: Vec<usize> = (0..self.words.len()).filter(|word| self.words[*word].width == width).collect();
        same.sort_by_key(|word| (self.words[*word].now, !self.words[*word].plain));
        same.retain(|word| !settled.contains(word) && !known.contains(word));
        let some: Vec<Vec<u64>> = rows.iter().map(|row| self.rows[*row].clone()).collect();
        let columns: Vec<Vec<usize>> = same.iter().map(|word| vec![*word]).collect();
        for sum in equations(width, &columns, &some) {
            if sum.parts.iter().any(|(_, product)| product.iter().any(|word| self.words[*word].now)) {
                if let Some((_, product)) = sum.parts.last() {
                    settled.extend(product.iter().filter(|word| self.words[**word].now));
                }
                let claim = self.zero(&sum);
                found.push(claim);
            }
        }
    }

    /// Equations with products of what was at the entry, or of what is.
    fn products(&mut self, rows: &[usize], known: &FxHashSet<usize>) -> FxHashSet<usize> {
        let mut settled = FxHashSet::default();
        let some: Vec<Vec<u64>> = rows.iter().map(|row| self.rows[*row].clone()).collect();
        let widths: BTreeSet<u32> = self.words.iter().map(|word| word.width).filter(|width| *width >= 16).collect();
        for width in widths {
            let plain = |word: &usize| self.words[*word].plain && self.words[*word].width == width;
            let varied: Vec<usize> = (0..self.words.len())
                .filter(plain)
                .filter(|word| self.values(*word, rows).is_none_or(|values| values.len() > 2))
                .collect();
            let mut factors: Vec<usize> = varied.iter().copied().filter(|word| !self.words[*word].now).collect();
            if factors.is_empty() {
                factors.clone_from(&varied);
            }
            if factors.is_empty() || factors.len() > MOST_MULTIPLIED {
                continue;
            }
            let mut columns: Vec<Vec<usize>> = varied.iter().map(|word| vec![*word]).collect();
            columns.retain(|word| !self.words[word[0]].now);
            for (place, x) in factors.iter().enumerate() {
                columns.extend(factors[place..].iter().map(|y| vec![*x, *y]));
            }
            columns.extend(varied.iter().filter(|word| self.words[**word].now).map(|word| vec![*word]));
            for sum in equations(width, &columns, &some) {
                let is_now = sum.parts.iter().any(|(_, product)| product.iter().any(|w| self.words[*w].now));
                let last = sum.parts.last().and_then(|(_, product)| product.first().copied());
                if last.is_some_and(|word| known.contains(&word)) {
                    continue;
                }
                if is_now && sum.parts.len() <= 6 && sum.parts.iter().any(|(_, product)| product.len() > 1) {
                    let claim = self.zero(&sum);
                    self.propose(claim);
                    settled.extend(last);
                }
            }
        }
        settled
    }

    fn zero(&mut self, sum: &Sum) -> Term {
        // What has a negative factor is on the other side.
        let (mut left, mut right): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        let mut parts: Vec<(i64, Vec<usize>)> = sum.parts.clone();
        if sum.constant != 0 || parts.is_empty() {
            parts.push((sum.constant, Vec::new()));
        }
        for (factor, product) in &parts {
            let number = self.terms.bv_u64(sum.width, masked(factor.unsigned_abs(), sum.width));
            let mut term = None;
            for word in product {
                let next = self.words[*word].term;
                term = Some(match term {
                    None => next,
                    Some(before) => self.terms.bv_mul(before, next),
                });
            }
            let term = match term {
                None => number,
                Some(term) if factor.unsigned_abs() == 1 => term,
                Some(term) => self.terms.bv_mul(number, term),
            };
            if *factor < 0 { right.push(term) } else { left.push(term) }
        }
        let [left, right] = [left, right].map(|side| self.sum(&side, sum.width));
        self.terms.eq(left, right)
    }

    fn sum(&mut self, side: &[Term], width: u32) -> Term {
        let mut total = None;
        for term in side {
            total = Some(match total {
                None => *term,
                Some(before) => self.terms.bv_add(before, *term),
            });
        }
        total.unwrap_or_else(|| self.terms.bv_u64(width, 0))
    }

    /// Orders between a word about the state and others.
    fn orders(
        &mut self,
        width: u32,
        rows: &[usize],
        (settled, known): (&FxHashSet<usize>, &FxHashSet<usize>),
        everywhere: bool,
        found: &mut Vec<Term>,
    ) {
        let same: Vec<usize> =
            (0..self.words.len()).filter(|w| self.words[*w].width == width && self.words[*w].plain).collect();
        for x in &same {
            for y in same.iter().filter(|y| *y != x) {
                let is_now = self.words[*x].now || self.words[*y].now;
                let settled_now = |word: &usize| known.contains(word) || everywhere && settled.contains(word);
                if !is_now || settled_now(x) || settled_now(y) {
                    continue;
                }
                let pairs: Vec<(u64, u64)> =
                    rows.iter().map(|row| (self.rows[*row][*x], self.rows[*row][*y])).collect();
                let (a, b) = (self.words[*x].term, self.words[*y].term);
                let strict = pairs.iter().all(|(a, b)| a != b);
                if pairs.iter().all(|(a, b)| signed(*a, width) <= signed(*b, width)) {
                    let claim = if strict { self.terms.bv_slt(a, b) } else { self.terms.bv_sle(a, b) };
                    found.push(claim);
                }
                if pairs.iter().all(|(a, b)| a <= b) {
                    let claim = if strict { self.terms.bv_ult(a, b) } else { self.terms.bv_ule(a, b) };
                    found.push(claim);
                }
                if strict && x < y {
                    let claim = self.terms.ne(a, b);
                    found.push(claim);
                }
                self.multiples((*x, *y), width, rows, found);
            }
        }
    }

    /// Words that are never zero.
    fn zeros(&mut self, width: u32, rows: &[usize], settled: &FxHashSet<usize>, found: &mut Vec<Term>) {
        for word in 0..self.words.len() {
            let Word { now, term, plain, width: own } = self.words[word];
            if own == width && now && plain && !settled.contains(&word) && self.column(word, rows).all(|v| v != 0) {
                let zero = self.terms.bv_u64(width, 0);
                let claim = self.terms.ne(term, zero);
                found.push(claim);
            }
        }
    }

    /// A word is at most a multiple of another, by a number that the program speaks of.
    fn multiples(&mut self, (x, y): (usize, usize), width: u32, rows: &[usize], found: &mut Vec<Term>) {
        if self.words[y].now || !self.words[x].now || width > 63 {
            return;
        }
        let factors = self.constants.iter().copied().filter(|c| (2..=100_000).contains(c)).take(4);
        for factor in factors.collect::<Vec<u64>>() {
            let fits = rows.iter().all(|row| {
                let (a, b) = (signed(self.rows[*row][x], width), signed(self.rows[*row][y], width));
                i128::from(a) <= i128::from(b) * i128::from(factor)
            });
            let near = rows.iter().any(|row| {
                let (a, b) = (signed(self.rows[*row][x], width), signed(self.rows[*row][y], width));
                b > 0 && i128::from(a) * 2 > i128::from(b) * i128::from(factor) / 2
            });
            if fits && near {
                let number = self.terms.bv_u64(width, masked(factor, width));
                let most = self.terms.bv_mul(number, self.words[y].term);
                let claim = self.terms.bv_sle(self.words[x].term, most);
                found.push(claim);
            }
        }
    }

    /// The nearest numbers that a word does not pass.
    fn bounds(&mut self, width: u32, rows: &[usize], settled: &FxHashSet<usize>, found: &mut Vec<Term>) {
        let near =
            |c: &u64| [c.wrapping_sub(1), *c, c.wrapping_add(1), c.wrapping_neg(), c.wrapping_neg().wrapping_sub(1)];
        let numbers: BTreeSet<i64> = self
            .constants
            .iter()
            .flat_map(near)
            .chain([0, 1, u64::MAX])
            .map(|c| signed(masked(c, width), width))
            .collect();
        for word in 0..self.words.len() {
            let Word { now, term, plain, width: own } = self.words[word];
            if own != width || !now || !plain || settled.contains(&word) {
                continue;
            }
            let values: Vec<i64> = self.column(word, rows).map(|value| signed(value, width)).collect();
            let (Some(least), Some(greatest)) = (values.iter().min(), values.iter().max()) else { continue };
            let lows: Vec<i64> = numbers.range(..=*least).rev().take(2).copied().collect();
            for low in lows {
                let number = self.terms.bv_u64(width, masked(low as u64, width));
                let claim = self.terms.bv_sle(number, term);
                found.push(claim);
            }
            let highs: Vec<i64> = numbers.range(*greatest..).take(2).copied().collect();
            for high in highs {
                let number = self.terms.bv_u64(width, masked(high as u64, width));
                let claim = self.terms.bv_sle(term, number);
                found.push(claim);
            }
            let unsigned: Vec<u64> = self.column(word, rows).collect();
            let greatest = unsigned.iter().copied().max().unwrap_or(0);
            let highs: BTreeSet<u64> =
                numbers.iter().map(|c| masked(*c as u64, width)).filter(|c| *c >= greatest).collect();
            if let Some(high) = highs.first() {
                let number = self.terms.bv_u64(width, *high);
                let claim = self.terms.bv_ule(term, number);
                found.push(claim);
            }
        }
    }

    /// The conditions that tell cases apart: those of the program, and the values of small words.
    fn splits(&mut self) -> Vec<(Term, Vec<bool>)> {
        let mut splits: Vec<(Term, Vec<bool>)> = Vec::new();
        for (index, condition) in self.conditions.iter().enumerate() {
            splits.push((*condition, self.truths.iter().map(|row| row[index]).collect()));
        }
        let everywhere: Vec<usize> = (0..self.rows.len()).collect();
        for word in 0..self.words.len() {
            let Word { term, width, now, plain } = self.words[word];
            if now || plain {
                continue;
            }
            for value in self.values(word, &everywhere).into_iter().flatten() {
                let number = self.terms.bv_u64(width, value);
                let is = self.terms.eq(term, number);
                splits.push((is, self.rows.iter().map(|row| row[word] == value).collect()));
            }
        }
        splits
    }

    /// What fits the rows in which a condition holds.
    fn cases(&mut self, known: &FxHashSet<usize>) {
        let mut looked = 0;
        for (condition, truths) in self.splits() {
            for truth in [true, false] {
                let rows: Vec<usize> = (0..self.rows.len()).filter(|row| truths[*row] == truth).collect();
                if rows.is_empty() || rows.len() == self.rows.len() {
                    continue;
                }
                let (claims, _) = self.within(&rows, MOST_IN_CASE, known);
                for claim in claims {
                    let case = if truth { condition } else { self.terms.not(condition) };
                    if self.known.contains(&claim) || claim == case || claim == condition {
                        continue;
                    }
                    let claim = self.terms.implies(case, claim);
                    self.propose(claim);
                }
            }
            looked += 1;
            if looked == MOST_CONDITIONS {
                return;
            }
        }
    }
}

/// A number as bits.
pub(super) fn number(terms: &mut Terms, width: u32, value: u64) -> Term {
    terms.bv(&Bits::from_u64(width, value))
}
