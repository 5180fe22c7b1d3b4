//! Linear arithmetic: inequalities over the integers whose sum is a contradiction, and their sums
//! below each cut.
//!
//! Comparisons and equations of the parts are read as if nothing wrapped, once with signed and once
//! with unsigned numbers. If what they say contradicts itself over the rationals, there are factors
//! for which the sum of the inequalities is `0 ≤ c` with `c < 0` (Farkas); the sum of those below a
//! cut has only variables that both sides know, and says what the first side contributes. Whether
//! these sums hold with numbers that do wrap is for others to ask: nothing here has to be true.
//!
//! The lemma: J. Farkas, "Theorie der einfachen Ungleichungen", Journal für die reine und
//! angewandte Mathematik 1902. Interpolants from its factors: K. L. McMillan, "An Interpolating
//! Theorem Prover", TACAS 2004.

use super::context::Context;
use super::linear::Linear;
use super::prepare::Problem;
use adumbra_sat::Limits;
use adumbra_terms::{Bits, Kind, Op, Term, Terms};
use std::collections::BTreeMap;

/// Most inequalities while variables are eliminated.
const ROWS: usize = 200;
/// Most bounds of variables that are added.
const BOUNDS: usize = 60;
/// Most disequations that are split, each into less and greater.
const SPLITS: usize = 3;

/// `sum of factors · variables + constant ≤ 0`, or `= 0`, and from which of the given ones it is
/// made, with factors.
#[derive(Debug, Clone)]
struct Row {
    factors: BTreeMap<Term, i128>,
    constant: i128,
    equation: bool,
    from: BTreeMap<usize, i128>,
}

impl Row {
    /// `a · self + b · other`, in smallest numbers; nothing if they get too large.
    fn combine(&self, a: i128, other: &Row, b: i128) -> Option<Row> {
        let mut row = self.plus(a, other, b)?;
        row.reduce();
        Some(row)
    }

    /// `a · self + b · other`.
    fn plus(&self, a: i128, other: &Row, b: i128) -> Option<Row> {
        let mut factors = BTreeMap::new();
        for (term, factor) in &self.factors {
            factors.insert(*term, factor.checked_mul(a)?);
        }
        for (term, factor) in &other.factors {
            let sum = factors.entry(*term).or_insert(0);
            *sum = sum.checked_add(factor.checked_mul(b)?)?;
        }
        factors.retain(|_, factor| *factor != 0);
        let mut from = BTreeMap::new();
        for (index, factor) in &self.from {
            from.insert(*index, factor.checked_mul(a)?);
        }
        for (index, factor) in &other.from {
            let sum = from.entry(*index).or_insert(0);
            *sum = sum.checked_add(factor.checked_mul(b)?)?;
        }
        from.retain(|_, factor| *factor != 0);
        let constant = self.constant.checked_mul(a)?.checked_add(other.constant.checked_mul(b)?)?;
        Some(Row { factors, constant, equation: self.equation && other.equation, from })
    }

    /// Divides by what all numbers have in common.
    fn reduce(&mut self) {
        let all = self.factors.values().chain(self.from.values()).chain([&self.constant]);
        let common = all.fold(0, |gcd: u128, n| greatest_divisor(gcd, n.unsigned_abs()));
        if common > 1 {
            let common = common as i128;
            self.factors.values_mut().chain(self.from.values_mut()).for_each(|n| *n /= common);
            self.constant /= common;
        }
    }

    /// Whether it is `c ≤ 0` with `c > 0`, or `c = 0` with another `c`.
    fn is_absurd(&self) -> bool {
        self.factors.is_empty() && (self.constant > 0 || (self.equation && self.constant != 0))
    }
}

fn greatest_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Candidate facts for each cut.
pub(super) fn facts(context: &mut Context<'_>, problem: &Problem) -> Vec<Vec<Term>> {
    let mut found: Vec<Vec<Term>> = vec![Vec::new(); problem.cuts()];
    for signed in [true, false] {
        let mut rows: Vec<(usize, Row)> = Vec::new();
        let mut splits: Vec<(usize, Row)> = Vec::new();
        for (part, conjuncts) in problem.parts.iter().enumerate() {
            for conjunct in conjuncts {
                match read(context.terms, *conjunct, signed) {
                    Some(Reading::Row(row)) => rows.push((part, row)),
                    Some(Reading::Different(row)) => splits.push((part, row)),
                    None => {}
                }
            }
        }
        // The ranges of variables are tried when nothing else contradicts, and only if they are
        // few.
        let given = rows.len();
        bound_variables(context.terms, problem, &mut rows, signed);
        // Disequations near the end matter most.
        splits.reverse();
        splits.truncate(SPLITS);
        for choice in 0..1usize << splits.len() {
            if context.stopped().is_some() {
                return found;
            }
            let mut sides: Vec<(usize, Row)> = Vec::new();
            for (index, (part, row)) in splits.iter().enumerate() {
                let sign = if choice >> index & 1 == 0 { 1 } else { -1 };
                // Less: row + 1 ≤ 0; greater: -row + 1 ≤ 0.
                let Some(mut side) = row.plus(sign, row, 0) else { continue };
                let Some(constant) = side.constant.checked_add(1) else { continue };
                side.constant = constant;
                sides.push((*part, side));
            }
            for bounds in [0, rows.len() - given] {
                if bounds > BOUNDS {
                    continue;
                }
                let taken: Vec<(usize, Row)> = rows[..given + bounds].iter().chain(&sides).cloned().collect();
                let numbered: Vec<Row> = taken
                    .iter()
                    .enumerate()
                    .map(|(index, (_, row))| Row { from: BTreeMap::from([(index, 1)]), ..row.clone() })
                    .collect();
                if let Some(absurd) = refute(numbered, context.limits) {
                    sums(context, problem, &taken, &absurd, signed, &mut found);
                    break;
                }
            }
        }
    }
    for facts in &mut found {
        facts.sort_unstable();
        facts.dedup();
    }
    found
}

enum Reading {
    Row(Row),
    Different(Row),
}

/// Reads a conjunct over the integers.
fn read(terms: &Terms, conjunct: Term, signed: bool) -> Option<Reading> {
    let (atom, negated) = match (terms.kind(conjunct), terms.operands(conjunct)) {
        (Kind::Not, &[inner]) => (inner, true),
        _ => (conjunct, false),
    };
    let [a, b] = *terms.operands(atom) else { return None };
    terms.bv_width(a)?;
    let row = |left: Term, right: Term, more: i128, equation: bool| {
        let (left, right) = (integer(terms, left, signed)?, integer(terms, right, signed)?);
        let mut row = left.plus(1, &right, -1)?;
        row.constant = row.constant.checked_add(more)?;
        row.equation = equation;
        Some(row)
    };
    match (terms.kind(atom), negated) {
        (Kind::Eq, false) => Some(Reading::Row(row(a, b, 0, true)?)),
        (Kind::Eq, true) => Some(Reading::Different(row(a, b, 0, false)?)),
        // a < b is a - b + 1 ≤ 0; its negation is b - a ≤ 0.
        (Kind::BvSlt, false) if signed => Some(Reading::Row(row(a, b, 1, false)?)),
        (Kind::BvSlt, true) if signed => Some(Reading::Row(row(b, a, 0, false)?)),
        (Kind::BvUlt, false) if !signed => Some(Reading::Row(row(a, b, 1, false)?)),
        (Kind::BvUlt, true) if !signed => Some(Reading::Row(row(b, a, 0, false)?)),
        _ => None,
    }
}

/// A term as a sum over the integers, as if nothing wrapped.
fn integer(terms: &Terms, term: Term, signed: bool) -> Option<Row> {
    let sum = Linear::of(terms, term);
    let mut factors = BTreeMap::new();
    for (inner, factor) in &sum.factors {
        if terms.kind(*inner) != Kind::Var {
            return None;
        }
        factors.insert(*inner, number(factor, true)?);
    }
    // What is added to a variable counts down as often as up.
    let constant = number(&sum.constant, signed || !factors.is_empty())?;
    Some(Row { factors, constant, equation: true, from: BTreeMap::new() })
}

fn number(bits: &Bits, signed: bool) -> Option<i128> {
    if bits.width() > 64 {
        return None;
    }
    let value = i128::from(bits.to_u64()?);
    Some(if signed && bits.msb() { value - (1i128 << bits.width()) } else { value })
}

/// Adds the range of every variable, in the part where it begins.
fn bound_variables(terms: &mut Terms, problem: &Problem, rows: &mut Vec<(usize, Row)>, signed: bool) {
    let mut variables: Vec<Term> = rows.iter().flat_map(|(_, row)| row.factors.keys().copied()).collect();
    variables.sort_unstable();
    variables.dedup();
    for variable in variables {
        let Op::Var(symbol) = terms.op(variable) else { continue };
        let (Some(scope), width) = (problem.scope(symbol), terms.width(variable)) else { continue };
        let part = scope.first();
        if width > 64 {
            continue;
        }
        let (low, high) =
            if signed { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
        for (factor, constant) in [(1, -high), (-1, low)] {
            let factors = BTreeMap::from([(variable, factor)]);
            rows.push((part, Row { factors, constant, equation: false, from: BTreeMap::new() }));
        }
    }
}

/// A row that is absurd, if the rows are contradictory: equations first, then inequalities variable
/// by variable.
fn refute(mut rows: Vec<Row>, limits: &Limits) -> Option<Row> {
    // Gauss: an equation with a variable removes it everywhere.
    while let Some(place) = rows.iter().position(|row| row.equation && !row.factors.is_empty()) {
        if limits.reached().is_some() {
            return None;
        }
        let equation = rows.swap_remove(place);
        let (variable, factor) = equation.factors.iter().min_by_key(|(_, f)| f.unsigned_abs())?;
        let (variable, factor) = (*variable, *factor);
        for row in &mut rows {
            if let Some(other) = row.factors.get(&variable).copied() {
                // The factor of an inequality stays positive.
                *row = row.combine(factor.abs(), &equation, -other * factor.signum())?;
            }
            if row.is_absurd() {
                return Some(row.clone());
            }
        }
    }
    if let Some(row) = rows.iter().find(|row| row.is_absurd()) {
        return Some(row.clone());
    }
    rows.retain(|row| !row.factors.is_empty());
    // Fourier and Motzkin: the variable with the fewest pairs first.
    while limits.reached().is_none() {
        let mut counts: BTreeMap<Term, (usize, usize)> = BTreeMap::new();
        for (variable, factor) in rows.iter().flat_map(|row| &row.factors) {
            let count = counts.entry(*variable).or_default();
            if *factor > 0 { count.0 += 1 } else { count.1 += 1 }
        }
        let (variable, _) = counts.into_iter().min_by_key(|(_, (above, below))| above * below)?;
        let (with, mut rest): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| r.factors.contains_key(&variable));
        let (above, below): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|row| row.factors[&variable] > 0);
        for up in &above {
            for down in &below {
                let row = up.combine(-down.factors[&variable], down, up.factors[&variable])?;
                if row.is_absurd() {
                    return Some(row);
                }
                if !row.factors.is_empty() && !rest.iter().any(|old| implies(old, &row)) {
                    rest.push(row);
                }
                if rest.len() > ROWS {
                    return None;
                }
            }
        }
        rows = rest;
    }
    None
}

/// Whether a row says at least what another says.
fn implies(a: &Row, b: &Row) -> bool {
    a.factors == b.factors && a.constant >= b.constant
}

/// The sums below each cut as facts.
fn sums(
    context: &mut Context<'_>,
    problem: &Problem,
    given: &[(usize, Row)],
    absurd: &Row,
    signed: bool,
    found: &mut [Vec<Term>],
) {
    // An absurd equation may be absurd from below.
    let sign = if absurd.constant > 0 { 1 } else { -1 };
    for (cut, facts) in found.iter_mut().enumerate() {
        let mut sum = Row { factors: BTreeMap::new(), constant: 0, equation: true, from: BTreeMap::new() };
        let mut exact = true;
        for (index, factor) in &absurd.from {
            let (part, row) = &given[*index];
            if problem.tree.subtree(cut).contains(part) {
                exact &= row.equation;
                match sum.plus(1, row, factor * sign) {
                    Some(next) => sum = next,
                    None => return,
                }
            }
        }
        sum.equation = exact;
        sum.reduce();
        if sum.factors.is_empty() {
            continue;
        }
        facts.extend(fact(context, problem, cut, &sum, signed));
    }
}

/// A sum that is at most zero, as terms: in the width of its variables, and in one where nothing
/// wraps.
fn fact(context: &mut Context<'_>, problem: &Problem, cut: usize, sum: &Row, signed: bool) -> Vec<Term> {
    let terms = &mut *context.terms;
    let fits = |terms: &Terms, term: Term| problem.fits(terms, cut, term);
    let Some(width) = sum.factors.keys().map(|v| terms.width(*v)).max() else { return Vec::new() };
    if sum.factors.keys().any(|v| terms.width(*v) != width || !fits(terms, *v)) {
        return Vec::new();
    }
    let total: u128 =
        sum.factors.values().map(|f| f.unsigned_abs()).fold(sum.constant.unsigned_abs(), u128::saturating_add);
    let more = 129 - total.leading_zeros();
    let mut found = Vec::new();
    for extra in [0, more] {
        let wide = width + extra;
        let constant = |value: u128| {
            let words = [value as u64, (value >> 64) as u64];
            Bits::from_words(wide, words)
        };
        // Positive parts on one side, negative ones on the other.
        let (mut left, mut right): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        for (variable, factor) in &sum.factors {
            let word = match (extra, signed) {
                (0, _) => *variable,
                (_, true) => terms.sign_extend(extra, *variable),
                (_, false) => terms.zero_extend(extra, *variable),
            };
            let product = if factor.unsigned_abs() == 1 {
                word
            } else {
                let factor = terms.bv(&constant(factor.unsigned_abs()));
                terms.bv_mul(word, factor)
            };
            if *factor > 0 { left.push(product) } else { right.push(product) }
        }
        if sum.constant != 0 {
            let value = terms.bv(&constant(sum.constant.unsigned_abs()));
            if sum.constant > 0 { left.push(value) } else { right.push(value) }
        }
        let mut add = |side: Vec<Term>| {
            side.into_iter().reduce(|a, b| terms.bv_add(a, b)).unwrap_or_else(|| terms.bv(&Bits::zero(wide)))
        };
        let (left, right) = (add(left), add(right));
        let order = if signed { terms.bv_sle(left, right) } else { terms.bv_ule(left, right) };
        found.push(order);
        if sum.equation {
            found.push(terms.eq(left, right));
        }
    }
    found.into_iter().map(|fact| context.simplifier.simplify(context.terms, fact)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &mut Terms, factors: &[(&str, i128)], constant: i128, equation: bool, number: usize) -> Row {
        let sort = terms.bv_sort(8);
        let factors = factors.iter().map(|(name, factor)| (terms.var(name, sort), *factor)).collect();
        Row { factors, constant, equation, from: BTreeMap::from([(number, 1)]) }
    }

    #[test]
    fn contradictions_come_with_their_factors() {
        let mut terms = Terms::new();
        // 2x - y ≤ 0, y - z = 0, z - 2x + 1 ≤ 0.
        let rows = vec![
            row(&mut terms, &[("x", 2), ("y", -1)], 0, false, 0),
            row(&mut terms, &[("y", 1), ("z", -1)], 0, true, 1),
            row(&mut terms, &[("z", 1), ("x", -2)], 1, false, 2),
        ];
        let absurd = refute(rows.clone(), &Limits::none()).expect("a contradiction");
        assert!(absurd.is_absurd());
        let mut sum = Row { factors: BTreeMap::new(), constant: 0, equation: true, from: BTreeMap::new() };
        for (index, factor) in &absurd.from {
            assert!(rows[*index].equation || *factor > 0, "inequalities are never turned around");
            sum = sum.plus(1, &rows[*index], *factor).expect("small numbers");
        }
        assert!(sum.factors.is_empty() && sum.constant > 0);
        assert!(refute(rows[..2].to_vec(), &Limits::none()).is_none());
    }
}
