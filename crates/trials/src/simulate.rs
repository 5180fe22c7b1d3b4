//! Bit-vector terms for 64 assignments at a time: each bit of each term is a word whose bits are
//! the assignments.

use adumbra_terms::walk::reachable;
use adumbra_terms::{Kind, Op, Term, Terms};
use std::collections::HashMap;

/// The number of assignments in a run.
pub const LANES: usize = 64;

struct Step {
    op: Op,
    /// Where the bits of the result are, and of up to three operands.
    result: (usize, usize),
    operands: [(usize, usize); 3],
}

/// Terms over words and truth values, without arrays and functions, as steps over lanes.
pub struct Simulator {
    steps: Vec<Step>,
    places: HashMap<Term, (usize, usize)>,
    bits: Vec<u64>,
    scratch: Vec<u64>,
}

/// What a simulator has no step for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are no lanes for {0}")]
pub struct NoLanes(pub &'static str);

impl Simulator {
    /// Plans the terms that roots are made of.
    pub fn new(terms: &Terms, roots: &[Term]) -> Result<Simulator, NoLanes> {
        let mut simulator =
            Simulator { steps: Vec::new(), places: HashMap::new(), bits: Vec::new(), scratch: Vec::new() };
        for term in reachable(terms, roots) {
            let kind = terms.kind(term);
            if !terms.is_bool(term) && terms.bv_width(term).is_none() || kind == Kind::Apply {
                return Err(NoLanes(kind.name()));
            }
            let width = terms.bv_width(term).unwrap_or(1) as usize;
            let result = (simulator.bits.len(), width);
            simulator.places.insert(term, result);
            simulator.bits.resize(result.0 + width, 0);
            match terms.op(term) {
                Op::Bool(value) => simulator.bits[result.0] = if value { u64::MAX } else { 0 },
                Op::Const(_) => {
                    for (word, chunk) in terms
                        .constant_words(term)
                        .unwrap_or_default()
                        .iter()
                        .zip(simulator.bits[result.0..].chunks_mut(64))
                    {
                        for (place, bit) in chunk.iter_mut().enumerate() {
                            *bit = if word >> place & 1 == 1 { u64::MAX } else { 0 };
                        }
                    }
                }
                Op::Var(_) => {}
                op => {
                    let mut operands = [(0, 0); 3];
                    for (slot, operand) in operands.iter_mut().zip(terms.operands(term)) {
                        *slot = simulator.places[operand];
                    }
                    simulator.steps.push(Step { op, result, operands });
                }
            }
        }
        Ok(simulator)
    }

    /// The bits of a term, least significant first; those of variables may be set before a run.
    pub fn bits_mut(&mut self, term: Term) -> Option<&mut [u64]> {
        let (start, width) = *self.places.get(&term)?;
        Some(&mut self.bits[start..start + width])
    }

    /// Sets a variable that is at most 128 bits wide, by lane; missing lanes repeat the last. Terms
    /// that do not occur are skipped.
    pub fn set(&mut self, variable: Term, values: &[u128]) {
        let Some(bits) = self.bits_mut(variable) else { return };
        for (place, bit) in bits.iter_mut().enumerate() {
            *bit =
                values.iter().enumerate().fold(0, |word, (lane, value)| word | ((value >> place & 1) as u64) << lane);
        }
    }

    /// The value of a term by lane, up to its lowest 128 bits.
    pub fn get(&self, term: Term) -> [u128; LANES] {
        let mut values = [0; LANES];
        if let Some((start, width)) = self.places.get(&term) {
            for (place, bit) in self.bits[*start..start + width].iter().take(128).enumerate() {
                for (lane, value) in values.iter_mut().enumerate() {
                    *value |= u128::from(bit >> lane & 1) << place;
                }
            }
        }
        values
    }

    /// Computes all terms.
    pub fn run(&mut self) -> Result<(), NoLanes> {
        for step in &self.steps {
            let (start, width) = step.result;
            // Operands come before results.
            let (before, after) = self.bits.split_at_mut(start);
            let out = &mut after[..width];
            let word = |i: usize| &before[step.operands[i].0..step.operands[i].0 + step.operands[i].1];
            compute(step.op, out, [word(0), word(1), word(2)], &mut self.scratch)?;
        }
        Ok(())
    }
}

fn compute(op: Op, out: &mut [u64], x: [&[u64]; 3], scratch: &mut Vec<u64>) -> Result<(), NoLanes> {
    let width = out.len();
    match op {
        Op::Not | Op::BvNot => each(out, |i| !x[0][i]),
        Op::And | Op::BvAnd => each(out, |i| x[0][i] & x[1][i]),
        Op::Or | Op::BvOr => each(out, |i| x[0][i] | x[1][i]),
        Op::BvXor => each(out, |i| x[0][i] ^ x[1][i]),
        Op::Eq => out[0] = x[0].iter().zip(x[1]).fold(u64::MAX, |same, (a, b)| same & !(a ^ b)),
        Op::Ite => each(out, |i| x[0][0] & x[1][i] | !x[0][0] & x[2][i]),
        Op::BvNeg => {
            let mut carry = u64::MAX;
            for (slot, a) in out.iter_mut().zip(x[0]) {
                *slot = !a ^ carry;
                carry &= !a;
            }
        }
        Op::BvAdd => {
            add(out, x[0], x[1]);
        }
        Op::BvMul => {
            out.fill(0);
            for (shift, row) in x[1].iter().enumerate().filter(|(_, row)| **row != 0) {
                let mut carry = 0;
                for i in shift..width {
                    let (a, b) = (out[i], x[0][i - shift] & row);
                    out[i] = a ^ b ^ carry;
                    carry = a & b | carry & (a ^ b);
                }
            }
        }
        Op::BvShl | Op::BvLshr | Op::BvAshr => shift(op, out, x[0], x[1], scratch),
        Op::BvUlt => out[0] = less(x[0], x[1]),
        Op::BvSlt => {
            let (a, b) = (x[0][x[0].len() - 1], x[1][x[1].len() - 1]);
            out[0] = a & !b | !(a ^ b) & less(x[0], x[1]);
        }
        Op::Concat => {
            out[..x[1].len()].copy_from_slice(x[1]);
            out[x[1].len()..].copy_from_slice(x[0]);
        }
        Op::Extract(low) => out.copy_from_slice(&x[0][low as usize..low as usize + width]),
        Op::SignExtend => {
            out[..x[0].len()].copy_from_slice(x[0]);
            out[x[0].len()..].fill(x[0][x[0].len() - 1]);
        }
        other => return Err(NoLanes(other.kind().name())),
    }
    Ok(())
}

fn each(out: &mut [u64], f: impl Fn(usize) -> u64) {
    for (i, slot) in out.iter_mut().enumerate() {
        *slot = f(i);
    }
}

fn add(out: &mut [u64], a: &[u64], b: &[u64]) {
    let mut carry = 0;
    for (slot, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *slot = a ^ b ^ carry;
        carry = a & b | carry & (a ^ b);
    }
}

/// Lanes in which `a < b`.
fn less(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).fold(0, |less, (a, b)| !a & b | !(a ^ b) & less)
}

fn shift(op: Op, out: &mut [u64], word: &[u64], amount: &[u64], scratch: &mut Vec<u64>) {
    let width = word.len();
    let fill = if op == Op::BvAshr { word[width - 1] } else { 0 };
    out.copy_from_slice(word);
    for (stage, condition) in amount.iter().enumerate() {
        let distance = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
        scratch.clear();
        scratch.extend((0..width).map(|i| {
            let from = if op == Op::BvShl { i.checked_sub(distance) } else { i.checked_add(distance) };
            from.filter(|from| *from < width).map_or(fill, |from| out[from])
        }));
        for (slot, moved) in out.iter_mut().zip(scratch.iter()) {
            *slot = condition & moved | !condition & *slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use adumbra_terms::{Bits, Model, Plan, Value, surface};

    /// Every operator that has lanes is what the evaluator says.
    #[test]
    fn lanes_are_the_evaluator() {
        let names = [
            "bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvshl", "bvlshr", "bvashr",
            "bvult", "bvslt", "=", "concat", "bvcomp", "bvsmulo", "bvnego",
        ];
        for (number, name) in names.into_iter().enumerate() {
            for width in [1, 2, 5, 8, 33, 65] {
                let rng = &mut Rng::new(number as u64, u64::from(width));
                let mut terms = Terms::new();
                let sort = terms.bv_sort(width);
                let variables = [terms.var("x", sort), terms.var("y", sort)];
                let arity = if matches!(name, "bvnot" | "bvneg" | "bvnego") { 1 } else { 2 };
                let operator = surface::operator(name).unwrap();
                let root = operator.apply(&mut terms, &[], &variables[..arity]).unwrap();
                let mut simulator = Simulator::new(&terms, &[root]).unwrap();
                let mut plan = Plan::new(&terms, &[root]);
                let mask = (1u128 << width) - 1;
                let values = [0, 1].map(|side| {
                    let small = side == 1 && rng.one_in(2);
                    let one =
                        |rng: &mut Rng| if small { rng.below(70) as u128 } else { u128::from(rng.bits()) << 1 | 1 };
                    (0..LANES).map(|_| one(rng) & mask).collect::<Vec<u128>>()
                });
                for (variable, values) in variables.iter().zip(&values) {
                    simulator.set(*variable, values);
                }
                simulator.run().unwrap();
                let found = simulator.get(root);
                for lane in 0..LANES {
                    let mut model = Model::new();
                    for (name, values) in ["x", "y"].iter().zip(&values) {
                        let words = [values[lane] as u64, (values[lane] >> 64) as u64];
                        if let Some(symbol) = terms.find_symbol(name) {
                            model.set(symbol, Value::Bits(Bits::from_words(width, words)));
                        }
                    }
                    plan.run(&model);
                    let expected = match plan.value(0) {
                        Value::Bool(truth) => u128::from(*truth),
                        Value::Bits(bits) => {
                            bits.words().iter().rev().fold(0, |sum, word| sum << 64 | u128::from(*word))
                        }
                        other => panic!("{other}"),
                    };
                    let seen = if terms.bv_width(root).unwrap_or(1) > 128 { expected } else { found[lane] };
                    assert_eq!(seen, expected, "{name} at {width} bits of {:?}", [values[0][lane], values[1][lane]]);
                }
            }
        }
    }

    #[test]
    fn arrays_have_no_lanes() {
        let mut terms = Terms::new();
        let byte = terms.bv_sort(8);
        let sort = terms.array_sort(byte, byte).unwrap();
        let (m, i) = (terms.var("m", sort), terms.var("i", byte));
        let read = terms.select(m, i);
        assert!(Simulator::new(&terms, &[read]).is_err());
    }
}
