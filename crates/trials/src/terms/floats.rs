//! Floating point in random formulas.
//!
//! What the standard leaves open, and solvers decide each in its own way, is kept out of formulas:
//! the sign of the lesser and the greater of two zeros, and integers of numbers that have none.

use super::formula::{Head, Sort};
use super::generate::Generator;
use crate::random::Rng;

/// The rounding modes by name.
pub(super) const MODES: &[&str] = &["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Two formats: mostly small ones.
pub(super) fn formats(rng: &mut Rng) -> Vec<(u32, u32)> {
    let mut formats = Vec::new();
    for _ in 0..rng.between(1, 2) {
        formats.push(match rng.below(12) {
            0 => (5, 11),
            1 => (8, 24),
            2 => (3, 8),
            // cvc5 reads no literals with a fraction of one bit. With two bits of exponent cvc5
            // 1.0.3 rounds 4.5 to no infinity; the evaluator is checked there for all operands.
            _ => (rng.between(3, 5) as u32, rng.between(3, 5) as u32),
        });
    }
    formats
}

/// A literal of a format, with an eye to the ends of ranges.
pub(super) fn literal(rng: &mut Rng, exponent: u32, significand: u32) -> String {
    if rng.one_in(4) {
        let name = rng.pick(&["+zero", "-zero", "+oo", "-oo", "NaN"]);
        return format!("(_ {name} {exponent} {significand})");
    }
    let mut bits = |count: u32, corner: usize| -> String {
        let bit = |rng: &mut Rng, place: u32| match corner {
            0 => false,
            1 => true,
            2 => place == count - 1,
            _ => rng.one_in(2),
        };
        (0..count).map(|place| if bit(rng, place) { '1' } else { '0' }).collect()
    };
    let (sign, field) = (bits(1, 9), bits(exponent, 9));
    let corner = field.len() % 2 * 3 + usize::from(sign == "1");
    format!("(fp #b{sign} #b{field} #b{})", bits(significand - 1, corner))
}

impl Generator<'_> {
    /// A sort of numbers.
    pub(super) fn float_sort(&mut self) -> Sort {
        let (exponent, significand) = *self.rng.pick(&self.formats);
        Sort::Float(exponent, significand)
    }

    /// A node with floating point.
    pub(super) fn float_step(&mut self) {
        let sort = self.float_sort();
        let Sort::Float(exponent, significand) = sort else { return };
        let (large, wide) = (significand > 5, significand > 11);
        match self.rng.below(20) {
            0..=7 => {
                let names = ["fp.add", "fp.sub", "fp.mul", "fp.div", "fp.add", "fp.sub", "fp.mul", "fp.fma"];
                let mut name = *self.rng.pick(&names);
                if large && matches!(name, "fp.div" | "fp.fma") || wide && name == "fp.mul" {
                    name = "fp.add";
                }
                let mut operands = vec![self.any(Sort::Mode), self.any(sort), self.any(sort)];
                if name == "fp.fma" {
                    operands.push(self.any(sort));
                }
                self.push(Head::Operator(name), operands, sort);
            }
            8 | 9 => {
                let name = if large || self.rng.one_in(2) { "fp.roundToIntegral" } else { "fp.sqrt" };
                let operands = vec![self.any(Sort::Mode), self.any(sort)];
                self.push(Head::Operator(name), operands, sort);
            }
            10 if !large && exponent < 4 => {
                let operands = vec![self.any(sort), self.any(sort)];
                self.push(Head::Operator("fp.rem"), operands, sort);
            }
            10 | 11 => {
                let name = *self.rng.pick(&["fp.abs", "fp.neg"]);
                let a = self.any(sort);
                self.push(Head::Operator(name), vec![a], sort);
            }
            12 => self.extreme(sort),
            13 => {
                let (c, a, b) = (self.any(Sort::Bool), self.any(sort), self.any(sort));
                self.push(Head::Operator("ite"), vec![c, a, b], sort);
            }
            14..=16 => {
                self.float_relation();
            }
            17 => self.integer(sort, exponent),
            _ => self.conversion(sort, exponent, significand),
        }
    }

    /// The lesser or greater, but the first one of two zeros.
    fn extreme(&mut self, sort: Sort) {
        let name = *self.rng.pick(&["fp.min", "fp.max"]);
        let (a, b) = (self.any(sort), self.any(sort));
        let zero_a = self.push(Head::Operator("fp.isZero"), vec![a], Sort::Bool);
        let zero_b = self.push(Head::Operator("fp.isZero"), vec![b], Sort::Bool);
        let zeros = self.push(Head::Operator("and"), vec![zero_a, zero_b], Sort::Bool);
        // Where it would be left open, of one operand twice.
        let second = self.push(Head::Operator("ite"), vec![zeros, a, b], sort);
        self.push(Head::Operator(name), vec![a, second], sort);
    }

    /// An integer, of a number that has one, in a word that holds all of the format.
    fn integer(&mut self, sort: Sort, exponent: u32) {
        if exponent > 4 {
            return;
        }
        let width = (1 << (exponent - 1)) + 1;
        let mode = self.any(Sort::Mode);
        let a = self.any(sort);
        let zero = self.push(Head::Literal(plus_zero(sort)), vec![], sort);
        let nan = self.push(Head::Operator("fp.isNaN"), vec![a], Sort::Bool);
        let inf = self.push(Head::Operator("fp.isInfinite"), vec![a], Sort::Bool);
        let open = self.push(Head::Operator("or"), vec![nan, inf], Sort::Bool);
        let mut number = self.push(Head::Operator("ite"), vec![open, zero, a], sort);
        let name = *self.rng.pick(&["fp.to_sbv", "fp.to_ubv"]);
        if name == "fp.to_ubv" {
            number = self.push(Head::Operator("fp.abs"), vec![number], sort);
        }
        self.push(Head::Indexed(name, vec![width]), vec![mode, number], Sort::Bits(width));
    }

    fn conversion(&mut self, sort: Sort, exponent: u32, significand: u32) {
        let format = vec![exponent, significand];
        let mode = self.any(Sort::Mode);
        match self.rng.below(4) {
            0 => {
                let other = self.float_sort();
                let a = self.any(other);
                self.push(Head::Indexed("to_fp", format), vec![mode, a], sort);
            }
            1 => {
                let width = exponent + significand;
                if width <= 14 {
                    let bits = self.any(Sort::Bits(width));
                    self.push(Head::Indexed("to_fp", format), vec![bits], sort);
                }
            }
            n => {
                let word = self.word_sort();
                let a = self.any(word);
                // One operand of one bit would be the bits of a number.
                let name = if n == 2 { "to_fp" } else { "to_fp_unsigned" };
                self.push(Head::Indexed(name, format), vec![mode, a], sort);
            }
        }
    }

    /// A truth value about numbers.
    pub(super) fn float_relation(&mut self) -> usize {
        let sort = self.float_sort();
        if self.rng.one_in(4) {
            let names = [
                "fp.isNormal",
                "fp.isSubnormal",
                "fp.isZero",
                "fp.isInfinite",
                "fp.isNaN",
                "fp.isNegative",
                "fp.isPositive",
            ];
            let name = *self.rng.pick(&names);
            let a = self.any(sort);
            return self.push(Head::Operator(name), vec![a], Sort::Bool);
        }
        let name = *self.rng.pick(&["fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq", "=", "=", "distinct"]);
        let mut operands = vec![self.any(sort), self.any(sort)];
        if self.rng.one_in(8) {
            operands.push(self.any(sort));
        }
        self.push(Head::Operator(name), operands, Sort::Bool)
    }
}

fn plus_zero(sort: Sort) -> String {
    match sort {
        Sort::Float(exponent, significand) => format!("(_ +zero {exponent} {significand})"),
        _ => "RNE".into(),
    }
}
