//! The encoder: terms become gates, gates become clauses.
//!
//! Each term is encoded once and keeps its literals, so scripts of many queries pay only for what
//! is new. Terms are visited in the order of their ids, in which operands come first; nothing
//! recurses on depth. Gates have their clauses when a term is used, in the polarity in which it is:
//! see [`Gates::demand`].
//!
//! Floating point becomes bit-vectors before ([`float`]).
//!
//! What an array holds, what a function returns and whether two arrays are equal is left open:
//! [`Encoder::is_open`] terms get fresh literals, and whoever asks for a model sees to it that they
//! make sense (the engine of the solver).

mod assert;
mod divide;
mod emit;
pub mod float;
mod gates;
mod multiply;
mod words;

pub use gates::{EncodeOptions, Gates};
pub use words::Word;

use crate::float::Unlowered;
use adumbra_sat::cores::AnyCore;
use adumbra_sat::{Lit, StopReason};
use adumbra_terms::{Bits, EntityRef, Kind, Model, Op, SortKind, Symbol, Term, Terms, Value};
use rustc_hash::FxHashMap;

/// Encodes terms of one arena into one SAT solver.
pub struct Encoder {
    /// The gates and, in them, the solver.
    pub gates: Gates,
    /// The literals of all terms.
    lits: Vec<Lit>,
    /// By term: where its literals are.
    places: Vec<Place>,
    variables: Vec<(Symbol, Term)>,
    divisions: FxHashMap<(Term, Term, bool), [u32; 2]>,
    /// By term: uses within what is being encoded, or [`INLINED`].
    uses: Vec<u32>,
    cone: Vec<Term>,
    scratch: Vec<Lit>,
}

/// Where the literals of a term are.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    /// Zero for arrays, which have no literals.
    len: u32,
}

impl Place {
    /// Of a term that is not encoded.
    const NONE: Place = Place { start: u32::MAX, len: 0 };

    fn is_known(self) -> bool {
        self.start != u32::MAX
    }

    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A term that its only user encodes along with itself.
const INLINED: u32 = u32::MAX;

/// Why a term is not encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unencoded {
    /// The encoder cannot do this.
    #[error("{0} are not encoded")]
    Unsupported(&'static str),
    /// A limit was reached; the term can be encoded later. See [`Gates::keep_within`].
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<Unlowered> for Unencoded {
    fn from(Unlowered(what): Unlowered) -> Unencoded {
        Unencoded::Unsupported(what)
    }
}

/// How a truth value is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarity {
    /// Only that it be true.
    Positive,
    /// Only that it be false.
    Negative,
    /// Both ways.
    Both,
}

impl Encoder {
    /// An encoder over a fresh solver.
    pub fn new(sat: impl Into<AnyCore>) -> Encoder {
        Encoder::with_options(sat, EncodeOptions::default())
    }

    /// An encoder over a fresh solver.
    pub fn with_options(sat: impl Into<AnyCore>, options: EncodeOptions) -> Encoder {
        Encoder {
            gates: Gates::with_options(sat, options),
            lits: Vec::new(),
            places: Vec::new(),
            variables: Vec::new(),
            divisions: FxHashMap::default(),
            uses: Vec::new(),
            cone: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The literal of a truth value; it has the value of the term in every model.
    pub fn literal(&mut self, terms: &Terms, term: Term) -> Result<Lit, Unencoded> {
        self.literal_in(terms, term, Polarity::Both)
    }

    /// The literal of a truth value that is used in one way only, such as assumed.
    pub fn literal_in(&mut self, terms: &Terms, term: Term, polarity: Polarity) -> Result<Lit, Unencoded> {
        let place = self.place(terms, term)?;
        let lit = self.lits[place.start as usize];
        if polarity != Polarity::Negative {
            self.gates.demand(lit);
        }
        if polarity != Polarity::Positive {
            self.gates.demand(!lit);
        }
        Ok(lit)
    }

    /// The literals of a term: one for a truth value, else one a bit. They have the value of the
    /// term in every model.
    pub fn word(&mut self, terms: &Terms, term: Term) -> Result<&[Lit], Unencoded> {
        let range = self.place(terms, term)?.range();
        for lit in &self.lits[range.clone()] {
            self.gates.demand_both(*lit);
        }
        Ok(&self.lits[range])
    }

    /// The literals of a term, if it was encoded.
    pub fn known_word(&self, term: Term) -> Option<&[Lit]> {
        let place = self.places.get(term.index()).filter(|place| place.len > 0)?;
        Some(&self.lits[place.range()])
    }

    /// Gives a term literals that it has elsewhere, unless it has some already.
    pub fn define(&mut self, term: Term, word: &[Lit]) {
        if !self.is_encoded(term) {
            if self.places.len() <= term.index() {
                self.places.resize(term.index() + 1, Place::NONE);
                self.uses.resize(term.index() + 1, 0);
            }
            self.places[term.index()] = self.store(word);
        }
    }

    /// Is this a term whose literals are free: a variable, an element of an array, the result of a
    /// function, an equality of arrays?
    pub fn is_open(terms: &Terms, term: Term) -> bool {
        match terms.kind(term) {
            Kind::Var | Kind::Select | Kind::Apply => true,
            Kind::Eq => is_array(terms, terms.operands(term)[0]),
            _ => false,
        }
    }

    /// The value of a term that was encoded as fresh literals, in the solver's model.
    pub fn value(&self, terms: &Terms, term: Term) -> Option<Value> {
        let word = self.known_word(term)?;
        let bit = |lit: &Lit| self.gates.sat.value(*lit).unwrap_or(false);
        Some(match terms.sort_kind(terms.sort(term)) {
            SortKind::Bool => Value::Bool(bit(&word[0])),
            _ => {
                let word_value =
                    |chunk: &[Lit]| chunk.iter().rev().fold(0u64, |sum, lit| sum << 1 | u64::from(bit(lit)));
                Value::Bits(Bits::from_words(word.len() as u32, word.chunks(64).map(word_value)))
            }
        })
    }

    /// The values of the variables seen so far in the solver's model.
    pub fn model(&self, terms: &Terms) -> Model {
        let mut model = Model::new();
        model.values.reserve(self.variables.len());
        for (symbol, term) in &self.variables {
            if let Some(value) = self.value(terms, *term) {
                model.set(*symbol, value);
            }
        }
        model
    }

    fn is_encoded(&self, term: Term) -> bool {
        self.places.get(term.index()).is_some_and(|place| place.is_known())
    }

    /// Where the literals of a term are, which is encoded if it was not.
    fn place(&mut self, terms: &Terms, term: Term) -> Result<Place, Unencoded> {
        if !self.is_encoded(term) {
            self.encode_cone(terms, term)?;
        }
        Ok(self.places[term.index()])
    }

    fn encode_cone(&mut self, terms: &Terms, root: Term) -> Result<(), Unencoded> {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), Place::NONE);
            self.uses.resize(terms.len(), 0);
        }
        let mut cone = std::mem::take(&mut self.cone);
        cone.clear();
        cone.push(root);
        self.uses[root.index()] = 1;
        let mut next = 0;
        while let Some(&term) = cone.get(next) {
            next += 1;
            for operand in terms.operands(term) {
                if !self.places[operand.index()].is_known() {
                    let uses = &mut self.uses[operand.index()];
                    *uses += 1;
                    if *uses == 1 {
                        cone.push(*operand);
                    }
                }
            }
        }
        cone.sort_unstable();
        for term in cone.iter().rev() {
            self.mark_inlined(terms, *term);
        }
        self.gates.deferred = true;
        let mut result = Ok(());
        for term in &cone {
            if self.uses[term.index()] != INLINED && result.is_ok() {
                result = self.encode(terms, *term).and_then(|place| match self.gates.stopped() {
                    Some(reason) => Err(Unencoded::Stopped(reason)),
                    None => {
                        self.places[term.index()] = place;
                        Ok(())
                    }
                });
            }
        }
        self.gates.deferred = false;
        for term in &cone {
            self.uses[term.index()] = 0;
        }
        self.cone = cone;
        result
    }

    /// Marks operands that are encoded along with a term.
    fn mark_inlined(&mut self, terms: &Terms, term: Term) {
        let kind = terms.kind(term);
        match kind {
            Kind::And | Kind::Or if self.gates.options.flatten && self.uses[term.index()] != INLINED => {
                let mut stack: Vec<(Term, bool)> = Vec::new();
                self.inline_operands(terms, term, kind == Kind::And, &mut stack);
                while let Some((inner, positive)) = stack.pop() {
                    self.inline_operands(terms, inner, positive, &mut stack);
                }
            }
            Kind::BvAdd => {
                let negated = |o: &&Term| terms.kind(**o) == Kind::BvNeg && self.uses[o.index()] == 1;
                if let Some(operand) = terms.operands(term).iter().find(negated) {
                    self.uses[operand.index()] = INLINED;
                }
            }
            _ => {}
        }
    }

    fn inline_operands(&mut self, terms: &Terms, term: Term, positive: bool, stack: &mut Vec<(Term, bool)>) {
        for operand in terms.operands(term) {
            let joins = match terms.kind(*operand) {
                Kind::And => positive,
                Kind::Or => !positive,
                Kind::Not => true,
                _ => false,
            };
            if joins && self.uses[operand.index()] == 1 {
                self.uses[operand.index()] = INLINED;
                stack.push((*operand, positive != (terms.kind(*operand) == Kind::Not)));
            }
        }
    }

    /// Pushes the conjuncts that a conjunction, or the negation of a disjunction, is made of with
    /// all that is inlined.
    fn conjuncts(&self, terms: &Terms, term: Term, out: &mut Vec<Lit>) {
        let positive = terms.kind(term) == Kind::And;
        let mut stack: Vec<(Term, bool)> = terms.operands(term).iter().rev().map(|o| (*o, positive)).collect();
        while let Some((part, positive)) = stack.pop() {
            if self.uses[part.index()] == INLINED {
                let positive = positive != (terms.kind(part) == Kind::Not);
                stack.extend(terms.operands(part).iter().rev().map(|o| (*o, positive)));
            } else {
                let lit = self.lits[self.places[part.index()].start as usize];
                out.push(if positive { lit } else { !lit });
            }
        }
    }

    fn encode(&mut self, terms: &Terms, term: Term) -> Result<Place, Unencoded> {
        let width = match terms.sort_kind(terms.sort(term)) {
            SortKind::Bool => 1,
            SortKind::BitVec(width) => width as usize,
            SortKind::Array { element, .. } if matches!(terms.sort_kind(element), SortKind::Array { .. }) => {
                return Err(Unencoded::Unsupported("arrays of arrays"));
            }
            SortKind::Array { .. } if terms.kind(term) == Kind::Apply => {
                return Err(Unencoded::Unsupported("functions with arrays"));
            }
            // What an array is made of is encoded with its operands.
            SortKind::Array { .. } => return Ok(Place { start: 0, len: 0 }),
            SortKind::Float { .. } | SortKind::RoundingMode => return Err(Unencoded::Unsupported("floating point")),
            _ => return Err(Unencoded::Unsupported("sorts of other theories")),
        };
        let operands = terms.operands(term);
        if terms.kind(term) == Kind::Apply && operands.iter().any(|operand| is_array(terms, *operand)) {
            return Err(Unencoded::Unsupported("functions of arrays"));
        }
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        let place = |i: usize| self.places[operands[i].index()];
        let x = |i: usize| &self.lits[place(i).range()];
        let g = &mut self.gates;
        match terms.op(term) {
            op if Encoder::is_open(terms, term) => {
                if let Op::Var(symbol) = op {
                    self.variables.push((symbol, term));
                }
                out.extend((0..width).map(|_| g.fresh()));
                for (bit, lit) in out.iter().enumerate() {
                    g.sat.set_significance(lit.var(), bit as u32);
                }
            }
            Op::Bool(value) => out.push(g.constant(value)),
            Op::Const(_) => {
                let words = terms.constant_words(term).unwrap_or_default();
                out.extend((0..width).map(|i| g.constant(words.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1))));
            }
            Op::Not | Op::BvNot => out.extend(x(0).iter().map(|l| !*l)),
            Op::And | Op::Or => {
                let negate = terms.kind(term) == Kind::Or;
                self.conjuncts(terms, term, &mut out);
                let lit = match out[..] {
                    [a, b] => self.gates.and(a, b),
                    _ => self.gates.all(&out),
                };
                out.clear();
                out.push(if negate { !lit } else { lit });
            }
            Op::BvAnd => out.extend(x(0).iter().zip(x(1)).map(|(a, b)| g.and(*a, *b))),
            Op::BvOr => out.extend(x(0).iter().zip(x(1)).map(|(a, b)| g.or(*a, *b))),
            Op::BvXor => out.extend(x(0).iter().zip(x(1)).map(|(a, b)| g.xor(*a, *b))),
            Op::Eq => {
                out.extend(x(0).iter().zip(x(1)).map(|(a, b)| !g.xor(*a, *b)));
                let all = g.all(&out);
                out.clear();
                out.push(all);
            }
            Op::Ite => {
                let condition = x(0)[0];
                out.extend(x(1).iter().zip(x(2)).map(|(t, o)| g.mux(condition, *t, *o)));
            }
            Op::BvNeg => g.negate_into(x(0), &mut out),
            Op::BvAdd => {
                let inlined = |i: usize| self.uses[operands[i].index()] == INLINED;
                let minus = if inlined(0) { Some(0) } else { inlined(1).then_some(1) };
                match minus {
                    Some(i) => {
                        let negated = self.places[terms.operands(operands[i])[0].index()];
                        let one = g.constant(true);
                        g.add_into(x(1 - i), self.lits[negated.range()].iter().map(|l| !*l), one, &mut out);
                    }
                    None => {
                        let zero = g.constant(false);
                        g.add_into(x(0), x(1).iter().copied(), zero, &mut out);
                    }
                }
            }
            Op::BvMul => out = g.multiply(x(0), x(1)),
            op @ (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem) => {
                let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
                let remainder = matches!(op, Op::BvUrem | Op::BvSrem);
                self.scratch = out;
                let start = self.division(operands[0], operands[1], signed)[usize::from(remainder)];
                return Ok(Place { start, len: width as u32 });
            }
            Op::BvShl => {
                let zero = g.constant(false);
                out = g.shift(x(0), x(1), true, zero);
            }
            Op::BvLshr => {
                let zero = g.constant(false);
                out = g.shift(x(0), x(1), false, zero);
            }
            Op::BvAshr => {
                let sign = x(0)[width - 1];
                out = g.shift(x(0), x(1), false, sign);
            }
            Op::BvUlt => out.push(g.less(x(0), x(1))),
            Op::BvSlt => out.push(g.signed_less(x(0), x(1))),
            Op::Concat => {
                out.extend_from_slice(x(1));
                out.extend_from_slice(x(0));
            }
            Op::Extract(low) => {
                self.scratch = out;
                return Ok(Place { start: self.places[operands[0].index()].start + low, len: width as u32 });
            }
            Op::SignExtend => {
                out.extend_from_slice(x(0));
                let sign = out[out.len() - 1];
                out.resize(width, sign);
            }
            _ => return Err(Unencoded::Unsupported("operators of other theories")),
        }
        let place = self.store(&out);
        self.scratch = out;
        Ok(place)
    }

    fn store(&mut self, word: &[Lit]) -> Place {
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(word);
        Place { start, len: word.len() as u32 }
    }

    /// Where quotient and remainder start, which share one circuit.
    fn division(&mut self, a: Term, b: Term, signed: bool) -> [u32; 2] {
        if let Some(known) = self.divisions.get(&(a, b, signed)) {
            return *known;
        }
        let (x, y) = (&self.lits[self.places[a.index()].range()], &self.lits[self.places[b.index()].range()]);
        let (quotient, rest) = if signed { self.gates.signed_divide(x, y) } else { self.gates.divide(x, y) };
        let starts = [self.store(&quotient).start, self.store(&rest).start];
        if self.gates.stopped().is_none() {
            self.divisions.insert((a, b, signed), starts);
        }
        starts
    }
}

fn is_array(terms: &Terms, term: Term) -> bool {
    matches!(terms.sort_kind(terms.sort(term)), SortKind::Array { .. })
}
