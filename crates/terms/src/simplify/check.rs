//! The checker of rules: every rule against the evaluator.
//!
//! A rule is instantiated (its letters become variables, its constants take every value, rules in
//! code bring their own terms), applied alone, and both sides are evaluated: for all assignments at
//! small widths, for random ones at large widths. For 32 and 64 bits [`obligations`] writes the
//! equivalence as SMT-LIB scripts that are to be unsatisfiable; where a rule has no condition its
//! constants are variables there, and the script covers all of them.

use super::UnknownRule;
use super::pattern::{Bindings, Class, Size};
use super::table::{Body, Compiled, Rule, Sides, operand_kinds, table};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::evaluate::Plan;
use crate::float::{Float, Format, RoundingMode};
use crate::smtlib;
use crate::sort::{Sort, SortKind};
use crate::term::{Op, Symbol, Term};
use crate::value::{ArrayValue, IndexSort, Model, Value};
use crate::walk::free_variables;

/// What checking one rule at one width found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The rule.
    pub rule: &'static Rule,
    /// The width of its bit-vectors; [`checked_format`] is the format of its numbers.
    pub width: u32,
    /// Instances to which it applied.
    pub instances: u64,
    /// Assignments under which both sides were evaluated.
    pub assignments: u64,
    /// An assignment under which they differ, with both sides.
    pub failure: Option<String>,
}

impl Report {
    fn new(rule: &'static Rule, width: u32) -> Report {
        Report { rule, width, instances: 0, assignments: 0, failure: None }
    }
}

/// A small generator of numbers (SplitMix64): the same seed gives the same checks everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A value that is often a corner: zero, one, all ones, smallest, largest, a power of two or
    /// next to one.
    pub fn bits(&mut self, width: u32) -> Bits {
        let choice = self.next_u64();
        let power = || {
            Bits::from_u64(width, 1)
                .shl(&Bits::from_u64(width, choice >> 8 & 63).urem(&Bits::from_u64(width, u64::from(width))))
        };
        let corner = match choice & 15 {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::min_signed(width),
            4 => Bits::max_signed(width),
            5 => power(),
            6 => power().neg(),
            7 => power().sub(&Bits::one(width)),
            8 => return Bits::from_u64(width, choice >> 8 & 63),
            _ => {
                let words = std::iter::repeat_with(|| self.next_u64()).take(crate::bits::word_count(width));
                return Bits::from_words(width, words);
            }
        };
        match choice >> 4 & 7 {
            0 => corner.add(&Bits::one(width)),
            1 => corner.sub(&Bits::one(width)),
            _ => corner,
        }
    }

    /// A value that is often another one or next to it.
    fn near(&mut self, width: u32, other: Option<&Bits>) -> Bits {
        match (other, self.next_u64() & 7) {
            (Some(other), 0) => other.clone(),
            (Some(other), 1) => other.add(&Bits::one(width)),
            (Some(other), 2) => other.sub(&Bits::one(width)),
            (Some(other), 3) => other.add(&Bits::from_u64(width, 2)),
            (Some(other), 4) => other.sub(&Bits::from_u64(width, 2)),
            _ => self.bits(width),
        }
    }

    fn value(&mut self, terms: &Terms, sort: Sort) -> Value {
        match terms.sort_kind(sort) {
            SortKind::BitVec(width) => Value::Bits(self.bits(width)),
            SortKind::Array { index, element } => {
                let default = self.value(terms, element);
                let entries: Vec<_> = (0..4).map(|_| (self.value(terms, index), self.value(terms, element))).collect();
                Value::Array(ArrayValue::new(IndexSort::of(terms, index), default, entries))
            }
            SortKind::RoundingMode => Value::RoundingMode(RoundingMode::ALL[(self.next_u64() % 5) as usize]),
            _ => match terms.sort_format(sort) {
                Some(format) => Value::Float(self.float(format)),
                None => Value::Bool(self.next_u64() & 1 == 1),
            },
        }
    }

    /// A number that is often a corner: zero, infinity, NaN, one, smallest, largest, or next to one
    /// of these.
    pub fn float(&mut self, format: Format) -> Float {
        let choice = self.next_u64();
        let mode = RoundingMode::TowardZero;
        let corner = match choice & 15 {
            0 => Float::zero(format, false),
            1 => Float::infinity(format, false),
            2 => Float::nan(format),
            3 => Float::from_unsigned(format, mode, &Bits::one(1)),
            4 => Float::largest(format, false),
            5 => Float::from_unsigned(format, mode, &Bits::from_u64(6, choice >> 8)),
            // The least normal number.
            6 => Float::from_bits(format, Bits::min_signed(format.significand_bits()).zero_extend(format.width())),
            _ => return Float::from_bits(format, self.bits(format.width())),
        };
        let one = Bits::one(format.width());
        let corner = match choice >> 4 & 7 {
            0 => Float::from_bits(format, corner.bits().add(&one)),
            1 => Float::from_bits(format, corner.bits().sub(&one)),
            _ => corner,
        };
        if choice >> 7 & 1 == 1 { corner.neg() } else { corner }
    }
}

/// The format at which rules are checked that are asked for at a width: tiny ones, and those of 32
/// and 64 bits.
pub fn checked_format(width: u32) -> Format {
    let (exponent, significand) = match width {
        0 | 1 => (2, 2),
        2 => (2, 3),
        3 => (3, 3),
        4..=8 => (3, u64::from(width)),
        9..=31 => (5, 11),
        32..=63 => return Format::F32,
        _ => return Format::F64,
    };
    Format::new(exponent, significand).unwrap_or(Format::F16)
}

/// Checks one rule at one width for all constants and assignments, as long as their number is at
/// most 2^`budget`; beyond that, for 2^`budget` random ones.
pub fn check_rule(name: &str, width: u32, budget: u32) -> Result<Report, UnknownRule> {
    let index = *table().names.get(name).ok_or_else(|| UnknownRule(name.into()))?;
    Ok(Checker::new(&table().rules[index], width).run(budget))
}

/// Checks every rule at every width; see [`check_rule`].
pub fn check_rules(widths: &[u32], budget: u32) -> Vec<Report> {
    let rules = &table().rules;
    rules.iter().flat_map(|rule| widths.iter().map(move |w| Checker::new(rule, *w).run(budget))).collect()
}

/// Checks one rule at one width under so many random assignments or more, as long as it applies to
/// random constants at all.
pub fn sample_rule(name: &str, width: u32, assignments: u64) -> Result<Report, UnknownRule> {
    let index = *table().names.get(name).ok_or_else(|| UnknownRule(name.into()))?;
    Ok(Checker::new(&table().rules[index], width).sample(assignments))
}

/// SMT-LIB scripts, all unsatisfiable exactly when the rule is right at this width for the
/// constants that they contain (for all constants when [`Obligations::general`] holds).
#[derive(Clone, Debug)]
pub struct Obligations {
    /// The rule.
    pub rule: &'static Rule,
    /// Whether the scripts cover all constants.
    pub general: bool,
    /// The scripts.
    pub scripts: Vec<String>,
}

/// What is to be proved for a rule at a width.
pub fn obligations(name: &str, width: u32) -> Result<Obligations, UnknownRule> {
    let index = *table().names.get(name).ok_or_else(|| UnknownRule(name.into()))?;
    let mut checker = Checker::new(&table().rules[index], width);
    let general = checker.general_sides();
    let pairs = match general {
        Some(pair) => vec![pair],
        // Conditions are rarely met by random constants, so many are tried.
        None => {
            let instances = checker.instances(14);
            let code = checker.compiled.sides.is_none();
            let pairs = instances.into_iter().filter_map(|left| Some((left, checker.apply(left)?)));
            pairs.take(if code { usize::MAX } else { 64 }).collect()
        }
    };
    let scripts = pairs
        .into_iter()
        .map(|(left, right)| {
            let differ = checker.terms.ne(left, right);
            smtlib::script(&checker.terms, smtlib::logic_of(&checker.terms, &[differ]), &[differ])
        })
        .collect();
    Ok(Obligations { rule: &table().rules[index].rule, general: general.is_some(), scripts })
}

struct Checker {
    compiled: &'static Compiled,
    width: u32,
    terms: Terms,
    random: Random,
}

impl Checker {
    fn new(compiled: &'static Compiled, width: u32) -> Checker {
        Checker { compiled, width, terms: Terms::new(), random: Random(u64::from(width)) }
    }

    fn apply(&mut self, left: Term) -> Option<Term> {
        let kinds = operand_kinds(&self.terms, left);
        if self.terms.kind(left) != self.compiled.root {
            return None;
        }
        self.compiled.apply(&mut self.terms, left, kinds)
    }

    fn letter_sort(&mut self, class: Class) -> Sort {
        let word = self.terms.bv_sort(self.width);
        match class {
            Class::Bool => self.terms.bool_sort(),
            // A sort of words to words is never too deep.
            Class::Array => self.terms.array_sort(word, word).unwrap_or(word),
            Class::Float => self.terms.float_sort(checked_format(self.width)),
            Class::Mode => self.terms.rounding_mode_sort(),
            _ => word,
        }
    }

    /// Both sides with a variable for every letter, if the rule holds for any constants.
    fn general_sides(&mut self) -> Option<(Term, Term)> {
        let sides = self.compiled.sides.as_ref().filter(|sides| sides.is_general())?;
        let bindings = self.variables(&sides.letters);
        let size = self.size();
        let left = sides.left.build(&mut self.terms, &bindings, size, false)?;
        let right = sides.right.build(&mut self.terms, &bindings, size, false)?;
        Some((left, right))
    }

    fn size(&self) -> Size {
        Size { width: self.width, format: checked_format(self.width) }
    }

    fn variables(&mut self, letters: &[(u8, Class)]) -> Bindings {
        let mut bindings = Bindings::new();
        for (letter, class) in letters {
            let sort = self.letter_sort(*class);
            let variable = self.terms.var(&char::from(*letter).to_string(), sort);
            bindings.set(*letter, variable);
        }
        bindings
    }

    /// Left sides: for all constants if there are at most 2^budget of them, else for random ones.
    fn instances(&mut self, budget: u32) -> Vec<Term> {
        let sides = match (&self.compiled.rule.body, &self.compiled.sides) {
            (Body::Code { shapes, .. }, _) => return shapes(&mut self.terms, self.width),
            (Body::Pattern(_), Some(sides)) => sides,
            (Body::Pattern(_), None) => return Vec::new(),
        };
        let mut bindings = self.variables(&sides.letters);
        let constants = constants(sides);
        let bits = constants.len() as u32 * self.width;
        let all = bits <= budget;
        let mut instances = Vec::new();
        for n in 0..1u64 << if all { bits } else { budget } {
            let mut last: Option<Bits> = None;
            for (i, letter) in constants.iter().enumerate() {
                let value = if all {
                    Bits::from_u64(self.width, n >> (i as u32 * self.width))
                } else {
                    self.random.near(self.width, last.as_ref())
                };
                last = Some(value.clone());
                let constant = self.terms.bv(&value);
                bindings.set(*letter, constant);
            }
            let size = self.size();
            instances.extend(sides.left.build(&mut self.terms, &bindings, size, false));
        }
        instances
    }

    fn run(mut self, budget: u32) -> Report {
        let mut report = Report::new(&self.compiled.rule, self.width);
        let constants = self.compiled.sides.as_ref().map_or(0, |sides| constants(sides).len() as u32);
        let constant_bits = (constants * self.width).min(budget);
        for left in self.instances(constant_bits) {
            if !self.check_instance(left, budget.saturating_sub(constant_bits).max(4), &mut report) {
                return report;
            }
        }
        report
    }

    /// Rounds of random constants, each under random assignments, until there were enough; one
    /// round where the instances are always the same.
    fn sample(mut self, assignments: u64) -> Report {
        const INSTANCES: u32 = 8;
        let mut report = Report::new(&self.compiled.rule, self.width);
        let varies = self.compiled.sides.as_ref().is_some_and(|sides| !constants(sides).is_empty());
        let mut idle = 0;
        while report.assignments < assignments && idle < 1000 {
            let before = report.assignments;
            let lefts = self.instances(if varies { INSTANCES } else { 0 });
            let each = if varies { 256 } else { assignments.div_ceil(lefts.len().max(1) as u64) };
            for left in lefts {
                if !self.check_instance(left, each.next_power_of_two().trailing_zeros(), &mut report) {
                    return report;
                }
            }
            if !varies {
                break;
            }
            idle = if report.assignments > before { 0 } else { idle + 1 };
            // Terms are never given back, so a round with new constants begins with a new arena.
            self.terms = Terms::new();
        }
        report
    }

    /// Applies the rule to a left side and compares; false after a failure.
    fn check_instance(&mut self, left: Term, budget: u32, report: &mut Report) -> bool {
        let Some(right) = self.apply(left) else { return true };
        report.instances += 1;
        if self.terms.sort(left) != self.terms.sort(right) {
            report.failure = Some("the sides have different sorts".into());
        } else {
            self.compare(left, right, budget, report);
        }
        report.failure.is_none()
    }

    fn compare(&mut self, left: Term, right: Term, budget: u32, report: &mut Report) {
        let variables: Vec<(Symbol, Sort)> = free_variables(&self.terms, &[left, right])
            .into_iter()
            .filter_map(|term| match self.terms.op(term) {
                Op::Var(symbol) => Some((symbol, self.terms.sort(term))),
                _ => None,
            })
            .collect();
        let sizes: Vec<Option<u32>> = variables.iter().map(|(_, sort)| size_in_bits(&self.terms, *sort)).collect();
        let total = sizes.iter().try_fold(0u32, |sum, size| sum.checked_add((*size)?));
        let all = total.filter(|bits| *bits <= budget);
        let mut plan = Plan::new(&self.terms, &[left, right]);
        let mut model = Model::new();
        for n in 0..1u64 << all.unwrap_or(budget) {
            let mut rest = n;
            for ((symbol, sort), size) in variables.iter().zip(&sizes) {
                let value = if all.is_some() {
                    let value = nth_value(&self.terms, *sort, rest);
                    rest = rest.checked_shr(size.unwrap_or(0)).unwrap_or(0);
                    value
                } else {
                    self.random.value(&self.terms, *sort)
                };
                model.set(*symbol, value);
            }
            plan.run(&model);
            report.assignments += 1;
            if plan.value(0) != plan.value(1) {
                report.failure = Some(self.explain(left, right, &model, &plan));
                return;
            }
        }
    }

    fn explain(&self, left: Term, right: Term, model: &Model, plan: &Plan) -> String {
        let mut values: Vec<String> =
            model.values.iter().map(|(s, v)| format!("{} = {v}", self.terms.symbol(*s).name)).collect();
        values.sort();
        format!(
            "{} is {} but {} is {} for {}",
            smtlib::term_to_string(&self.terms, left),
            plan.value(0),
            smtlib::term_to_string(&self.terms, right),
            plan.value(1),
            values.join(", ")
        )
    }
}

/// The letters that stand for constants.
fn constants(sides: &Sides) -> Vec<u8> {
    sides.letters.iter().filter(|(_, class)| *class == Class::Constant).map(|(letter, _)| *letter).collect()
}

/// How many bits number the values of a sort, if few.
fn size_in_bits(terms: &Terms, sort: Sort) -> Option<u32> {
    match terms.sort_kind(sort) {
        SortKind::BitVec(width) => Some(width),
        SortKind::Array { index, element } => {
            let indices = 1u32.checked_shl(size_in_bits(terms, index)?)?;
            indices.checked_mul(size_in_bits(terms, element)?).filter(|bits| *bits < 64)
        }
        SortKind::Float { exponent, significand } => Some(exponent + significand),
        SortKind::RoundingMode => Some(3),
        SortKind::Bool => Some(1),
    }
}

fn nth_value(terms: &Terms, sort: Sort, n: u64) -> Value {
    match terms.sort_kind(sort) {
        SortKind::BitVec(width) => Value::Bits(Bits::from_u64(width, n)),
        SortKind::Array { index, element } => {
            let (index_bits, bits) =
                (size_in_bits(terms, index).unwrap_or(0), size_in_bits(terms, element).unwrap_or(0));
            let entries = (0..1u64 << index_bits)
                .map(|i| (nth_value(terms, index, i), nth_value(terms, element, n >> (i as u32 * bits))));
            ArrayValue::new(IndexSort::of(terms, index), Value::zero(terms, element), entries.collect::<Vec<_>>())
                .into()
        }
        // Three numbers of eight are there twice.
        SortKind::RoundingMode => Value::RoundingMode(RoundingMode::ALL[(n % 8 % 5) as usize]),
        _ => match terms.sort_format(sort) {
            Some(format) => Value::Float(Float::from_bits(format, Bits::from_u64(format.width(), n))),
            None => Value::Bool(n & 1 == 1),
        },
    }
}

impl From<ArrayValue> for Value {
    fn from(array: ArrayValue) -> Value {
        Value::Array(array)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Condition;
    use super::super::table::{Category, rule, rule_if, when};
    use super::*;

    fn failure(rule: Rule, width: u32) -> Option<String> {
        let compiled: &'static Compiled = Box::leak(Box::new(Compiled::new(rule)));
        Checker::new(compiled, width).run(10).failure
    }

    #[test]
    fn wrong_rules_are_caught() {
        let wrong = |left, right| failure(rule("wrong", Category::Deduction, left, right), 3);
        assert!(wrong("(bvadd a b)", "(bvor a b)").is_some());
        assert!(wrong("(bvudiv a a)", "one").is_some());
        assert!(wrong("(and p (or p q))", "q").is_some());
        assert!(wrong("(store (store m i x) j y)", "(store m j y)").is_some());
        assert!(wrong("(bvadd a zero)", "a").is_none());
        // Right for odd constants only.
        let always: Condition = |_| when(true);
        let odd: Condition = |c| when(c[0].bit(0));
        let (left, right) = ("(= (bvmul a k) (bvmul b k))", "(= a b)");
        assert!(failure(rule_if("wrong", Category::Deduction, left, right, always), 3).is_some());
        assert!(failure(rule_if("right", Category::Deduction, left, right, odd), 3).is_none());
        // Right at one bit, wrong at 64.
        assert!(failure(rule("wrong", Category::Deduction, "(bvadd a b)", "(bvxor a b)"), 1).is_none());
        assert!(failure(rule("wrong", Category::Deduction, "(bvadd a b)", "(bvxor a b)"), 64).is_some());
    }
}
