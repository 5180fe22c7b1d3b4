//! The encoder: terms become gates, gates become clauses.
//!
//! Each term is encoded once and keeps its literals, so scripts of many queries pay only for what is new. Terms are
//! visited in the order of their ids, in which operands come first; nothing recurses on depth.

mod gates;
mod words;

pub use gates::Gates;
pub use words::Word;

use crate::sat::{Lit, Sat};
use adumbra_terms::{Bits, Kind, Model, Op, SortKind, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;

/// Encodes terms of one arena into one SAT solver.
pub struct Encoder {
    /// The gates and, in them, the solver.
    pub gates: Gates,
    words: FxHashMap<Term, Word>,
    variables: Vec<(Symbol, Term)>,
    divisions: FxHashMap<(Word, Word, bool), (Word, Word)>,
}

/// What the encoder cannot do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} are not encoded")]
pub struct Unencoded(pub &'static str);

impl Encoder {
    /// An encoder over a fresh solver.
    pub fn new(sat: Sat) -> Encoder {
        Encoder {
            gates: Gates::new(sat),
            words: FxHashMap::default(),
            variables: Vec::new(),
            divisions: FxHashMap::default(),
        }
    }

    /// The literal of a truth value.
    pub fn literal(&mut self, terms: &Terms, term: Term) -> Result<Lit, Unencoded> {
        Ok(self.word(terms, term)?[0])
    }

    /// The literals of a term: one for a truth value, else one a bit.
    pub fn word(&mut self, terms: &Terms, term: Term) -> Result<&Word, Unencoded> {
        if !self.words.contains_key(&term) {
            let mut cone = adumbra_terms::walk::reachable_until(terms, &[term], |t| self.words.contains_key(&t));
            cone.sort();
            for each in cone {
                if !self.words.contains_key(&each) {
                    let word = self.encode(terms, each)?;
                    self.words.insert(each, word);
                }
            }
        }
        Ok(&self.words[&term])
    }

    /// Gives a term literals that it has elsewhere, unless it has some already.
    pub fn define(&mut self, term: Term, word: Word) {
        self.words.entry(term).or_insert(word);
    }

    /// The values of the variables seen so far in the solver's model.
    pub fn model(&self, terms: &Terms) -> Model {
        let mut model = Model::new();
        for (symbol, term) in &self.variables {
            let word = &self.words[term];
            let bit = |lit: &Lit| self.gates.sat.value(*lit).unwrap_or(false);
            let value = match terms.sort_kind(terms.sort(*term)) {
                SortKind::Bool => Value::Bool(bit(&word[0])),
                _ => {
                    let mut bits = Bits::zero(word.len() as u32);
                    for (index, lit) in word.iter().enumerate() {
                        if bit(lit) {
                            bits.set_bit(index as u32);
                        }
                    }
                    Value::Bits(bits)
                }
            };
            model.set(*symbol, value);
        }
        model
    }

    fn encode(&mut self, terms: &Terms, term: Term) -> Result<Word, Unencoded> {
        let width = match terms.sort_kind(terms.sort(term)) {
            SortKind::Bool => 1,
            SortKind::BitVec(width) => width as usize,
            _ => return Err(Unencoded("arrays")),
        };
        let operands: Vec<Word> = match terms.kind(term) {
            Kind::Select | Kind::Store | Kind::ConstArray => return Err(Unencoded("arrays")),
            Kind::Apply => return Err(Unencoded("uninterpreted functions")),
            _ => terms
                .operands(term)
                .iter()
                .map(|o| self.words.get(o).cloned().ok_or(Unencoded("arrays")))
                .collect::<Result<_, _>>()?,
        };
        let x = |i: usize| &operands[i];
        let g = &mut self.gates;
        Ok(match terms.op(term) {
            Op::Bool(value) => vec![g.constant(value)],
            Op::Const(_) => {
                let bits = terms.constant(term).unwrap_or_else(|| Bits::zero(width as u32));
                (0..width as u32).map(|i| g.constant(bits.bit(i))).collect()
            }
            Op::Var(symbol) => {
                self.variables.push((symbol, term));
                (0..width).map(|_| g.fresh()).collect()
            }
            Op::Not | Op::BvNot => x(0).iter().map(|l| !*l).collect(),
            Op::And | Op::BvAnd => x(0).iter().zip(x(1)).map(|(a, b)| g.and(*a, *b)).collect(),
            Op::Or | Op::BvOr => x(0).iter().zip(x(1)).map(|(a, b)| g.or(*a, *b)).collect(),
            Op::BvXor => x(0).iter().zip(x(1)).map(|(a, b)| g.xor(*a, *b)).collect(),
            Op::Eq => vec![g.equal(x(0), x(1))],
            Op::Ite => g.choose(x(0)[0], x(1), x(2)),
            Op::BvNeg => g.negate(x(0)),
            Op::BvAdd => {
                let zero = g.constant(false);
                g.add(x(0), x(1), zero).0
            }
            Op::BvMul => g.multiply(x(0), x(1)),
            Op::BvUdiv => self.division(x(0), x(1), false).0,
            Op::BvUrem => self.division(x(0), x(1), false).1,
            Op::BvSdiv => self.division(x(0), x(1), true).0,
            Op::BvSrem => self.division(x(0), x(1), true).1,
            Op::BvShl => {
                let zero = g.constant(false);
                g.shift(x(0), x(1), true, zero)
            }
            Op::BvLshr => {
                let zero = g.constant(false);
                g.shift(x(0), x(1), false, zero)
            }
            Op::BvAshr => {
                let sign = x(0)[width - 1];
                g.shift(x(0), x(1), false, sign)
            }
            Op::BvUlt => vec![g.less(x(0), x(1))],
            Op::BvSlt => vec![g.signed_less(x(0), x(1))],
            Op::Concat => [&x(1)[..], &x(0)[..]].concat(),
            Op::Extract(low) => x(0)[low as usize..low as usize + width].to_vec(),
            Op::SignExtend => {
                let mut word = x(0).clone();
                let sign = word[word.len() - 1];
                word.resize(width, sign);
                word
            }
            _ => return Err(Unencoded("arrays")),
        })
    }

    /// Quotient and remainder share one array.
    fn division(&mut self, a: &Word, b: &Word, signed: bool) -> (Word, Word) {
        let key = (a.clone(), b.clone(), signed);
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let result = if signed { self.gates.signed_divide(a, b) } else { self.gates.divide(a, b) };
        self.divisions.insert(key, result.clone());
        result
    }
}
