//! The encoder: terms become gates, gates become clauses.
//!
//! Each term is encoded once and keeps its literals, so scripts of many queries pay only for what is new. Terms are
//! visited in the order of their ids, in which operands come first; nothing recurses on depth.
//!
//! What an array holds, what a function returns and whether two arrays are equal is left open: [`Encoder::is_open`] terms get
//! fresh literals, and whoever asks for a model sees to it that they make sense (see [`crate::engine`]).

mod gates;
mod words;

pub use gates::Gates;
pub use words::Word;

use crate::sat::{Lit, Sat};
use adumbra_terms::{Bits, Kind, Op, SortKind, Term, Terms, Value};
use rustc_hash::FxHashMap;

/// Encodes terms of one arena into one SAT solver.
pub struct Encoder {
    /// The gates and, in them, the solver.
    pub gates: Gates,
    words: FxHashMap<Term, Word>,
    divisions: FxHashMap<(Word, Word, bool), (Word, Word)>,
}

/// What the encoder cannot do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} are not encoded")]
pub struct Unencoded(pub &'static str);

impl Encoder {
    /// An encoder over a fresh solver.
    pub fn new(sat: Sat) -> Encoder {
        Encoder { gates: Gates::new(sat), words: FxHashMap::default(), divisions: FxHashMap::default() }
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

    /// Is this a term whose literals are free: a variable, an element of an array, the result of a function, an equality of arrays?
    pub fn is_open(terms: &Terms, term: Term) -> bool {
        match terms.kind(term) {
            Kind::Var | Kind::Select | Kind::Apply => true,
            Kind::Eq => matches!(terms.sort_kind(terms.sort(terms.operands(term)[0])), SortKind::Array { .. }),
            _ => false,
        }
    }

    /// The value of an encoded term in the solver's model; bits that were never used are zero.
    pub fn value(&self, terms: &Terms, term: Term) -> Option<Value> {
        let word = self.words.get(&term)?;
        let bit = |lit: &Lit| self.gates.sat.value(*lit).unwrap_or(false);
        match terms.sort_kind(terms.sort(term)) {
            SortKind::Bool => Some(Value::Bool(bit(&word[0]))),
            SortKind::BitVec(width) => {
                let mut bits = Bits::zero(width);
                for (index, lit) in word.iter().enumerate() {
                    if bit(lit) {
                        bits.set_bit(index as u32);
                    }
                }
                Some(Value::Bits(bits))
            }
            _ => None,
        }
    }

    fn encode(&mut self, terms: &Terms, term: Term) -> Result<Word, Unencoded> {
        let width = match terms.sort_kind(terms.sort(term)) {
            SortKind::Bool => 1,
            SortKind::BitVec(width) => width as usize,
            SortKind::Array { element, .. } if !matches!(terms.sort_kind(element), SortKind::Array { .. }) => 0,
            _ => return Err(Unencoded("arrays of arrays")),
        };
        if width == 0 {
            // What an array is made of is encoded with its operands; the array itself has no literals.
            return if terms.kind(term) == Kind::Apply {
                Err(Unencoded("functions with arrays"))
            } else {
                Ok(Word::new())
            };
        }
        if Encoder::is_open(terms, term) {
            let array = |t: &Term| matches!(terms.sort_kind(terms.sort(*t)), SortKind::Array { .. });
            if terms.kind(term) == Kind::Apply && terms.operands(term).iter().any(array) {
                return Err(Unencoded("functions of arrays"));
            }
            return Ok((0..width).map(|_| self.gates.fresh()).collect());
        }
        let operands: Vec<Word> = terms.operands(term).iter().map(|o| self.words[o].clone()).collect();
        let x = |i: usize| &operands[i];
        let g = &mut self.gates;
        Ok(match terms.op(term) {
            Op::Bool(value) => vec![g.constant(value)],
            Op::Const(_) => {
                let bits = terms.constant(term).unwrap_or_else(|| Bits::zero(width as u32));
                (0..width as u32).map(|i| g.constant(bits.bit(i))).collect()
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
            _ => return Err(Unencoded("operators of other theories")),
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
