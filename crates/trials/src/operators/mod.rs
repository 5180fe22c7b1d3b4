//! The clauses of every operator against arithmetic, for all operands.
//!
//! `z = op(x, y)` is asserted as the solver would do it, and the clauses that the SAT core is given are kept. Then for all values of `x` and `y`,
//! 64 at a time, the clauses are propagated: they must force the bits of `z` to the value that the evaluator gives, which
//! must be the value that plain arithmetic gives, and leave no clause false. The same with a constant on either side, for which the
//! encoder has circuits of its own, and behind the simplifier.

mod lanes;
mod reference;

use crate::proof::CheckedProof;
use crate::run::Counts;
use adumbra_options::{Kind, OptionTable, Value};
use adumbra_solver::encode::{EncodeOptions, Encoder};
use adumbra_solver::sat::{Answer, Limits, Lit, SatOptions};
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
    /// As an assertion, which has clauses in one direction only, or by a literal that has them in both.
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
        let unencoded = |error: adumbra_solver::encode::Unencoded| error.to_string();
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
        let mut plan = Plan::new(&self.terms, &[self.result]);
        let mut model = Model::new();
        let free: u32 = self.input_bits.len() as u32 * width;
        let mask = (1u64 << width) - 1;
        for block in 0..(1u64 << free).div_ceil(64) {
            self.lanes.clear();
            let used = (1u64 << free).min(64) as u32;
            let (constants, inputs) = (self.constants, self.inputs);
            let operands = |lane: u32| {
                let mut rest = block * 64 + u64::from(lane);
                let mut values = constants;
                for (value, input) in values.iter_mut().zip(inputs) {
                    if input.is_some() {
                        *value = rest & mask;
                        rest >>= width;
                    }
                }
                values
            };
            let free_values: Vec<Vec<u64>> = (0..used)
                .map(|lane| {
                    let values = operands(lane);
                    (0..2).filter(|i| self.inputs[*i].is_some()).map(|i| values[i]).collect()
                })
                .collect();
            for (number, bits) in self.input_bits.iter().enumerate() {
                for (bit, lit) in bits.iter().enumerate() {
                    let ones = (0..used)
                        .fold(0u64, |ones, lane| ones | (free_values[lane as usize][number] >> bit & 1) << lane);
                    self.lanes.assume(*lit, ones);
                }
            }
            self.lanes.propagate();
            let models = self.lanes.models();
            for lane in 0..used {
                let values = operands(lane);
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
        }
        Ok(())
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
        for bit in inputs..assumptions.len() {
            let mut other = assumptions[..inputs].to_vec();
            other.push(!assumptions[bit]);
            if sat.solve(&other, &Limits::none()) != Answer::Unsat {
                return Err("the clauses allow another value".into());
            }
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

/// Tries every operator: all operands up to `bits`, every constant up to `constant_bits`. What is wrong comes back.
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
