//! Circuits of floating-point operations, ready to be run on 64 operands at a time.

use super::reference::Rounding;
use crate::random::Rng;
use crate::simulate::{LANES, NoLanes, Simulator};
use adumbra_encode::float::{Circuit, Extreme, Format};
use adumbra_terms::{Simplifier, Term, Terms};
use std::fmt;

/// An operation on encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// By its name, between numbers of one format.
    Plain(&'static str),
    /// To another format.
    Convert(Format),
    /// From an integer.
    FromWord {
        /// Is the integer signed?
        signed: bool,
        /// Its bits.
        width: u32,
    },
    /// To an integer.
    ToWord {
        /// Is the integer signed?
        signed: bool,
        /// Its bits.
        width: u32,
    },
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |signed: &bool| if *signed { "signed" } else { "unsigned" };
        match self {
            Operation::Plain(name) => f.write_str(name),
            Operation::Convert(to) => write!(f, "to ({}, {})", to.exponent_bits(), to.significand_bits()),
            Operation::FromWord { signed, width } => write!(f, "from {} {width}", sign(signed)),
            Operation::ToWord { signed, width } => write!(f, "to {} {width}", sign(signed)),
        }
    }
}

/// The names of operations between numbers of one format.
pub const PLAIN: &[&str] =
    &["abs", "neg", "add", "mul", "div", "fma", "sqrt", "rem", "rti", "min", "max", "lt", "le", "eq", "same"];

impl Operation {
    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Operation::Plain("fma") => 3,
            Operation::Plain("abs" | "neg" | "sqrt" | "rti") => 1,
            Operation::Plain(_) => 2,
            _ => 1,
        }
    }

    /// Does the rounding mode matter?
    pub fn rounds(self) -> bool {
        match self {
            Operation::Plain(name) => matches!(name, "add" | "mul" | "div" | "fma" | "sqrt" | "rti"),
            _ => true,
        }
    }
}

/// The circuit of an operation.
pub struct Wired {
    operands: Vec<Term>,
    mode: Term,
    result: Term,
    fits: Option<Term>,
    simulator: Simulator,
}

impl Wired {
    /// Builds the circuit, for one rounding mode or for all.
    pub fn new(operation: Operation, format: Format, mode: Option<Rounding>) -> Result<Wired, NoLanes> {
        let (mut terms, mut simplifier) = (Terms::new(), Simplifier::new());
        let modes = terms.bv_sort(3);
        let mode = match mode {
            Some(mode) => terms.bv_u64(3, mode as u64),
            None => terms.var("mode", modes),
        };
        let width = match operation {
            Operation::FromWord { width, .. } => width,
            _ => format.width(),
        };
        let sort = terms.bv_sort(width);
        let operands: Vec<Term> = (0..operation.arity()).map(|i| terms.var(&format!("x{i}"), sort)).collect();
        let mut circuit = Circuit::new(&mut terms, &mut simplifier);
        let (result, fits) = wire(&mut circuit, operation, format, mode, &operands);
        let roots: Vec<Term> = std::iter::once(result).chain(fits).collect();
        let simulator = Simulator::new(&terms, &roots)?;
        Ok(Wired { operands, mode, result, fits, simulator })
    }

    /// The results of 64 operations, with fewer operands padded: `None` for an integer that does
    /// not fit.
    pub fn run(&mut self, modes: &[Rounding], operands: &[Vec<u128>]) -> Result<Vec<Option<u128>>, NoLanes> {
        let modes: Vec<u128> = modes.iter().map(|mode| *mode as u128).collect();
        self.simulator.set(self.mode, &modes);
        for (variable, values) in self.operands.iter().zip(operands) {
            self.simulator.set(*variable, values);
        }
        self.simulator.run()?;
        let results = self.simulator.get(self.result);
        let fits = self.fits.map_or([1; LANES], |fits| self.simulator.get(fits));
        Ok(results.iter().zip(fits).map(|(result, fits)| (fits == 1).then_some(*result)).collect())
    }
}

/// The result of an operation, and for integers whether it fits.
pub fn wire(
    c: &mut Circuit,
    operation: Operation,
    format: Format,
    mode: Term,
    operands: &[Term],
) -> (Term, Option<Term>) {
    let mode = c.mode(mode);
    if let Operation::FromWord { signed, .. } = operation {
        let number = c.float_from_word(&mode, operands[0], signed, format);
        return (c.pack(&number), None);
    }
    let x: Vec<_> = operands.iter().map(|bits| c.unpack(format, *bits)).collect();
    let number = match operation {
        Operation::Plain("lt") => return (c.float_lt(&x[0], &x[1]), None),
        Operation::Plain("le") => return (c.float_le(&x[0], &x[1]), None),
        Operation::Plain("eq") => return (c.float_eq(&x[0], &x[1]), None),
        Operation::Plain("same") => return (c.float_same(&x[0], &x[1]), None),
        Operation::Plain("neg") => c.float_neg(&x[0]),
        Operation::Plain("add") => c.float_add(&mode, &x[0], &x[1]),
        Operation::Plain("mul") => c.float_mul(&mode, &x[0], &x[1]),
        Operation::Plain("div") => c.float_div(&mode, &x[0], &x[1]),
        Operation::Plain("fma") => c.float_fma(&mode, &x[0], &x[1], &x[2]),
        Operation::Plain("sqrt") => c.float_sqrt(&mode, &x[0]),
        Operation::Plain("rem") => c.float_rem(&x[0], &x[1]),
        Operation::Plain("rti") => c.float_to_integral(&mode, &x[0]),
        Operation::Plain("min") => c.float_extreme(Extreme::Min, &x[0], &x[1]),
        Operation::Plain("max") => c.float_extreme(Extreme::Max, &x[0], &x[1]),
        Operation::Convert(to) => c.float_convert(&mode, &x[0], to),
        Operation::ToWord { signed, width } => {
            let integer = c.float_to_word(&mode, &x[0], signed, width);
            return (integer.word, Some(integer.fits));
        }
        _ => c.float_abs(&x[0]),
    };
    (c.pack(&number), None)
}

/// A number of a format, with an eye to what is near the ends of ranges.
pub fn operand(rng: &mut Rng, format: Format) -> u128 {
    let (width, fraction) = (format.width(), format.significand_bits() - 1);
    let bits = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
    let mask = |count: u32| if count >= 128 { u128::MAX } else { (1u128 << count) - 1 };
    let sign = (bits >> 127) << (width - 1);
    let random = bits & mask(width);
    let (top, bias) = (mask(format.exponent_bits()), mask(format.exponent_bits() - 1));
    let near = |field: u128, rng: &mut Rng, by: usize| (field + rng.below(2 * by) as u128).saturating_sub(by as u128);
    // Few ones or few zeros in a row at either end of the fraction.
    let run = mask(rng.below(fraction as usize + 1) as u32);
    let sparse = match rng.below(4) {
        0 => run,
        1 => mask(fraction) & !run,
        2 => bits & run,
        _ => bits & mask(fraction),
    };
    match rng.below(8) {
        0..=2 => random,
        3 => sign | near(bias, rng, 6).min(top) << fraction | sparse,
        4 => sign | near(bias, rng, fraction as usize + 4).min(top) << fraction | sparse,
        5 => {
            let special =
                [0, 1, mask(fraction), 1 << fraction, top << fraction, (top << fraction) - 1, top << fraction | 1];
            sign | *rng.pick(&special)
        }
        6 => sign | sparse,
        _ => sign | (rng.below(top as usize + 1) as u128) << fraction | sparse,
    }
}

/// Operands of one operation, often near each other.
pub fn operands(rng: &mut Rng, operation: Operation, format: Format) -> Vec<u128> {
    if let Operation::FromWord { width, .. } = operation {
        let bits = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        let word = bits & (u128::MAX >> (128 - width.min(128)));
        let short = word >> rng.below(width as usize);
        let value = if rng.one_in(2) { short } else { short.wrapping_neg() };
        return vec![value & (u128::MAX >> (128 - width.min(128)))];
    }
    let mut values: Vec<u128> = Vec::new();
    for place in 0..operation.arity() {
        let mut value = operand(rng, format);
        if place > 0 && rng.one_in(4) {
            let mask = u128::MAX >> (128 - format.width());
            let near = values[place - 1].wrapping_add(rng.below(9) as u128).wrapping_sub(4) & mask;
            value = near ^ (u128::from(rng.bits() & 1) << (format.width() - 1));
        }
        values.push(value);
    }
    values
}
