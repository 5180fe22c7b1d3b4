//! The clauses of every operator against arithmetic, for all operands.
//!
//! `z = op(x, y)` is asserted as the solver would do it, and the clauses that the SAT core is given
//! are kept. Then for all values of `x` and `y`, 64 at a time, the clauses are propagated: they
//! must force the bits of `z` to the value that the evaluator gives, which must be the value that
//! plain arithmetic gives, and leave no clause false. The same with a constant on either side, for
//! which the encoder has circuits of its own, and behind the simplifier.

mod lanes;
mod reference;

use crate::proof::CheckedProof;
use crate::random::Rng;
use crate::run::Counts;
use adumbra_encode::{EncodeOptions, Encoder};
use adumbra_options::{Kind, OptionTable, Value};
use adumbra_sat::{Answer, Limits, Lit, SatOptions};
use adumbra_terms::surface::{self, Surface};
use adumbra_terms::{Bits, Model, Plan, Simplifier, Symbol, Term, Terms};
use lanes::Lanes;
use reference::reference;

/// Operators over one or two words of one width, by name.
pub fn names() -> Vec<&'static str> {
    Surface::names().filter(|name| arity(name).is_some()).collect()
}

/// Number of operands of an operator over words; none for others.
fn arity(name: &str) -> Option<usize> {
    (1..=2).find(|count| {
        let mut terms = Terms::new();
        let word = terms.bv_sort(3);
        let operands: Vec<Term> = (0..*count).map(|i| terms.var(&i.to_string(), word)).collect();
        surface::operator(name).is_some_and(|operator| operator.apply(&mut terms, &[], &operands).is_ok())
    })
}

/// What stands on a side of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Variable(&'static str),
    Constant(u64),
}

/// How a relation is given to the encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// Behind the simplifier.
    simplify: bool,
    /// With all options of the encoder as they are, or all switched off.
    options: bool,
    /// As an assertion, which has clauses in one direction only, or by a literal that has them in
    /// both.
    assert: bool,
}

const WAYS: &[Way] = &[
    Way { simplify: false, options: true, assert: true },
    Way { simplify: true, options: true, assert: true },
    Way { simplify: false, options: false, assert: true },
    Way { simplify: false, options: true, assert: false },
];

impl Way {
    fn encode_options(self) -> EncodeOptions {
        let mut options = EncodeOptions::default();
        if !self.options {
            for spec in EncodeOptions::TABLE.iter().filter(|spec| spec.kind == Kind::Flag) {
                // A flag takes any flag.
                let _ = options.set_value(spec.name, Value::Flag(false));
            }
        }
        options
    }
}

struct Circuit {
    terms: Terms,
    /// Variables of the operands, `None` for constants.
    inputs: [Option<Symbol>; 2],
    result: Term,
    lanes: Lanes,
    encoder: Encoder,
    input_bits: Vec<Vec<Lit>>,
    output: Vec<Lit>,
    constants: [u64; 2],
}

/// Why an operator cannot be tried, or what is wrong with it.
type Fault = String;

impl Circuit {
    fn new(name: &str, width: u32, sides: &[Side], way: Way) -> Result<Circuit, Fault> {
        let mut terms = Terms::new();
        let word = terms.bv_sort(width);
        let (mut inputs, mut constants) = ([None; 2], [0; 2]);
        let mut operands = Vec::new();
        for (i, side) in sides.iter().enumerate() {
            operands.push(match side {
                Side::Variable(name) => {
                    let term = terms.var(name, word);
                    inputs[i] = terms.find_symbol(name);
                    term
                }
                Side::Constant(value) => {
                    constants[i] = *value;
                    terms.bv_u64(width, *value)
                }
            });
        }
        let operator = surface::operator(name).ok_or_else(|| format!("there is no operator {name}"))?;
        let result = operator.apply(&mut terms, &[], &operands).map_err(|error| error.to_string())?;
        let z = terms.var("z", terms.sort(result));
        let mut root = terms.eq(z, result);
        let (sat, proof) = CheckedProof::recording(SatOptions { inprocess: false, ..SatOptions::default() });
        let mut encoder = Encoder::with_options(sat, way.encode_options());
        let unencoded = |error: adumbra_encode::Unencoded| error.to_string();
        // The variables first, since the simplifier may leave some out.
        let mut input_bits = Vec::new();
        for (operand, side) in operands.iter().zip(sides) {
            if matches!(side, Side::Variable(_)) {
                input_bits.push(encoder.word(&terms, *operand).map_err(unencoded)?.to_vec());
            }
        }
        let output = encoder.word(&terms, z).map_err(unencoded)?.to_vec();
        if way.simplify {
            root = Simplifier::new().simplify(&mut terms, root);
        }
        if way.assert {
            encoder.assert(&terms, root, None).map_err(unencoded)?;
        } else {
            let lit = encoder.literal(&terms, root).map_err(unencoded)?;
            encoder.gates.sat.add_clause(&[lit]);
        }
        let lanes = Lanes::new(encoder.gates.sat.num_vars(), &proof.originals());
        Ok(Circuit { terms, inputs, result, lanes, encoder, input_bits, output, constants })
    }

    /// Tries all operands.
    fn run(&mut self, name: &str, width: u32, counts: &mut Counts) -> Result<(), Fault> {
        let free: u32 = self.input_bits.len() as u32 * width;
        let mask = (1u64 << width) - 1;
        for block in 0..(1u64 << free).div_ceil(64) {
            let used = (1u64 << free).min(64);
            let numbers = (0..used).map(|lane| block * 64 + lane);
            let operands: Vec<[u64; 2]> = numbers.map(|all| [all & mask, all >> width & mask]).collect();
            self.run_block(name, width, &operands, counts)?;
        }
        Ok(())
    }

    /// Tries up to 64 values of the variables, the first of which come first.
    fn run_block(&mut self, name: &str, width: u32, free: &[[u64; 2]], counts: &mut Counts) -> Result<(), Fault> {
        self.lanes.clear();
        for (number, bits) in self.input_bits.iter().enumerate() {
            for (bit, lit) in bits.iter().enumerate() {
                let ones = free.iter().enumerate().map(|(lane, values)| (values[number] >> bit & 1) << lane);
                self.lanes.assume(*lit, ones.sum());
            }
        }
        self.lanes.propagate();
        let models = self.lanes.models();
        let mut plan = Plan::new(&self.terms, &[self.result]);
        let mut model = Model::new();
        for (lane, free) in (0u32..).zip(free) {
            let values = self.operands(*free);
            for (symbol, value) in self.inputs.iter().zip(values) {
                if let Some(symbol) = symbol {
                    model.set(*symbol, adumbra_terms::Value::Bits(Bits::from_u64(width, value)));
                }
            }
            plan.run(&model);
            let value = plan.value(0);
            let number = value.as_bool().map(u64::from).or_else(|| value.as_bits()?.to_u64());
            let expected = number.ok_or_else(|| format!("{name} gives {value}"))?;
            let shown = || format!("{name} of {values:?} at {width} bits");
            let known = reference(name, width, values).ok_or_else(|| format!("no arithmetic for {name}"))?;
            if known != expected {
                return Err(format!("{}: the evaluator gives {expected}, arithmetic {known}", shown()));
            }
            match self.lanes.value(&self.output, lane) {
                Some(value) if value != expected => {
                    return Err(format!("{}: the clauses force {value}, it is {expected}", shown()));
                }
                Some(_) if models >> lane & 1 == 1 => counts.add("operand pairs by propagation"),
                _ => {
                    counts.add("operand pairs by search");
                    self.search(lane, expected).map_err(|what| format!("{}: {what}", shown()))?;
                }
            }
        }
        Ok(())
    }

    /// The operands, of which those that are variables have these values, in turn.
    fn operands(&self, free: [u64; 2]) -> [u64; 2] {
        let mut free = free.into_iter();
        let mut values = self.constants;
        for (value, input) in values.iter_mut().zip(self.inputs) {
            if input.is_some() {
                *value = free.next().unwrap_or(0);
            }
        }
        values
    }

    /// Where propagation alone does not decide: exactly the expected value is possible.
    fn search(&mut self, lane: u32, expected: u64) -> Result<(), Fault> {
        let mut assumptions: Vec<Lit> =
            self.input_bits.iter().flatten().map(|lit| self.lanes.as_assumed(*lit, lane)).collect();
        let inputs = assumptions.len();
        let bits = self.output.iter().enumerate();
        assumptions.extend(bits.map(|(i, lit)| if expected >> i & 1 == 1 { *lit } else { !*lit }));
        let sat = &mut self.encoder.gates.sat;
        if sat.solve(&assumptions, &Limits::none()) != Answer::Sat {
            return Err("the clauses exclude the value".into());
        }
        // Some bit differs: a clause that holds only while its first literal is assumed.
        let differs = sat.new_var().positive();
        let bits = assumptions.drain(inputs..).map(|bit| !bit);
        let clause: Vec<Lit> = std::iter::once(!differs).chain(bits).collect();
        sat.add_clause(&clause);
        assumptions.push(differs);
        let another = sat.solve(&assumptions, &Limits::none());
        sat.add_clause(&[!differs]);
        if another != Answer::Unsat {
            return Err("the clauses allow another value".into());
        }
        Ok(())
    }
}

/// Tries an operator at a width for all operands, in all ways.
pub fn variables(name: &str, width: u32, counts: &mut Counts) -> Result<(), Fault> {
    let sides = [Side::Variable("x"), Side::Variable("y")];
    let sides = &sides[..arity(name).unwrap_or(2)];
    for way in WAYS {
        Circuit::new(name, width, sides, *way)?.run(name, width, counts)?;
    }
    Ok(())
}

/// Tries an operator at a width with every constant on either side.
pub fn constants(name: &str, width: u32, counts: &mut Counts) -> Result<(), Fault> {
    if arity(name) != Some(2) {
        return Ok(());
    }
    for constant in 0..1u64 << width {
        for sides in [[Side::Variable("x"), Side::Constant(constant)], [Side::Constant(constant), Side::Variable("x")]]
        {
            for way in WAYS {
                Circuit::new(name, width, &sides, *way)?.run(name, width, counts)?;
                counts.add("circuits with a constant");
            }
        }
    }
    Ok(())
}

/// Corners of a width, and random words.
fn samples(width: u32, count: usize, random: &mut Rng) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let sign = 1u64 << (width - 1);
    let corners = [0, 1, 2, 3, u64::from(width), sign - 1, sign, sign + 1, mask - 1, mask];
    // Short numbers too, which quotients other than 0 and 1 need.
    let randoms = (0..count).map(|_| random.bits() >> random.below(64));
    corners.into_iter().chain(randoms).map(|value| value & mask).collect()
}

/// Tries an operator on corners and on random words of up to 64 bits.
pub fn wide(name: &str, width: u32, count: usize, seed: u64, counts: &mut Counts) -> Result<(), Fault> {
    if reference(name, width, [1, 1]).is_none() {
        return Ok(());
    }
    let mut random = Rng::new(seed, u64::from(width));
    let (left, right) = (samples(width, count, &mut random), samples(width, count, &mut random));
    let corners = left.iter().take(10).flat_map(|a| right.iter().take(10).map(|b| [*a, *b]));
    let operands: Vec<[u64; 2]> =
        corners.chain(left.iter().copied().zip(right.iter().copied()).map(Into::into)).collect();
    let sides = [Side::Variable("x"), Side::Variable("y")];
    let mut circuit = Circuit::new(name, width, &sides[..arity(name).unwrap_or(2)], WAYS[0])?;
    for block in operands.chunks(64) {
        circuit.run_block(name, width, block, counts)?;
    }
    Ok(())
}

/// Tries an operator with one constant on the right, on corners and on random words.
pub fn by_constant(
    name: &str,
    width: u32,
    constant: u64,
    count: usize,
    seed: u64,
    counts: &mut Counts,
) -> Result<(), Fault> {
    let mut random = Rng::new(seed, constant);
    let near = (0..=2 * constant).flat_map(|value| [value, value.wrapping_neg()]);
    let powers = (0..width).flat_map(|bit| [1u64 << bit, (1u64 << bit) - 1, (1u64 << bit).wrapping_neg()]);
    let mask = u64::MAX >> (64 - width);
    let samples = samples(width, count, &mut random).into_iter();
    let operands: Vec<[u64; 2]> = near.chain(powers).chain(samples).map(|value| [value & mask, 0]).collect();
    for way in WAYS {
        let mut circuit = Circuit::new(name, width, &[Side::Variable("x"), Side::Constant(constant)], *way)?;
        for block in operands.chunks(64) {
            circuit.run_block(name, width, block, counts)?;
        }
    }
    Ok(())
}

/// Tries every operator: all operands up to `bits`, every constant up to `constant_bits`. What is
/// wrong comes back.
pub fn trials(only: Option<&str>, bits: u32, constant_bits: u32, mut said: impl FnMut(&str)) -> (Counts, Vec<Fault>) {
    let mut counts = Counts::default();
    let mut faults = Vec::new();
    for name in names().into_iter().filter(|name| only.is_none_or(|only| only == *name)) {
        counts.add("operators");
        for width in 1..=bits {
            faults.extend(variables(name, width, &mut counts).err());
        }
        for width in 1..=constant_bits {
            faults.extend(constants(name, width, &mut counts).err());
        }
        said(name);
    }
    (counts, faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_operators_over_words_are_tried() {
        let names = names();
        for name in ["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvashr", "bvslt", "bvsmulo"] {
            assert!(names.contains(&name), "{name}");
        }
        for name in names {
            assert!(reference(name, 3, [5, 2]).is_some(), "{name}");
        }
    }

    /// A circuit that is not the operator is found out.
    #[test]
    fn wrong_circuits_are_seen() {
        let mut circuit = Circuit::new("bvudiv", 3, &[Side::Variable("x"), Side::Variable("y")], WAYS[0]).unwrap();
        let mut counts = Counts::default();
        assert!(circuit.run("bvudiv", 3, &mut counts).is_ok());
        assert!(circuit.run("bvurem", 3, &mut counts).unwrap_err().contains("arithmetic"));
        let (q, r) = (circuit.output[0], circuit.output[1]);
        (circuit.output[0], circuit.output[1]) = (r, q);
        assert!(circuit.run("bvudiv", 3, &mut counts).unwrap_err().contains("the clauses force"));
    }

    #[test]
    fn the_variable_of_a_circuit_is_its_operand() {
        let circuit = Circuit::new("bvadd", 4, &[Side::Variable("x"), Side::Constant(3)], WAYS[0]).unwrap();
        assert_eq!(circuit.terms.kind(circuit.result), adumbra_terms::Kind::BvAdd);
        assert_eq!((circuit.input_bits.len(), circuit.constants), (1, [0, 3]));
    }
}
