//! Lowering: terms with floating point become terms without.
//!
//! A variable of a floating-point sort becomes one of bits, a hidden one that no script can name,
//! and so do functions and arrays. What is read from bits is taken apart, which makes all NaNs one;
//! what goes into an array or a function is put together, with the one NaN that there is. So
//! nothing ever sees which NaN the bits of a variable hold, and any value of the bits is a value of
//! the variable.
//!
//! Arrays of numbers are equal when their elements are the same numbers, which is less than that
//! their bits are the same. An equality is a fresh truth value: if it holds the bits are the same,
//! and if not there is a place at which the numbers are not. That is no restriction, since any
//! array has one with the only NaN in all places. It would be one if places themselves were
//! numbers, as there are places of bits that no number is; equalities of such arrays are not
//! lowered.
//!
//! **Invariant:** the lowered term has a model exactly when the term has one, and
//! [`Lowering::raise_model`] makes the one from the other.

use super::circuit::Circuit;
use super::sorts::{self, MODE_BITS};
use super::{Class, Extreme, Float, Mode, WIDEST};
use adumbra_terms::walk::{reachable, reachable_until};
use adumbra_terms::{Bits, EntityRef, FunctionValue, Kind, Model, Op, Simplifier, SortKind, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a term is not lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} are not encoded")]
pub struct Unlowered(pub &'static str);

/// What a term becomes.
#[derive(Clone, Copy)]
enum Lowered {
    /// A term without floating point.
    Plain(Term),
    /// A number taken apart.
    Number(Float),
}

/// Lowers terms of one arena, each once.
#[derive(Default)]
pub struct Lowering {
    done: FxHashMap<Term, Lowered>,
    symbols: FxHashMap<Symbol, Symbol>,
    /// By the symbol of bits: the one it stands for.
    pub(super) origins: FxHashMap<Symbol, Symbol>,
    modes: FxHashMap<Term, Mode>,
    /// By the truth value that an equality of arrays became: what it means.
    pub(super) equalities: FxHashMap<Term, [Term; 2]>,
    operands: Vec<Term>,
}

impl Lowering {
    /// One that has lowered nothing.
    pub fn new() -> Lowering {
        Lowering::default()
    }

    /// A truth value without floating point that can be true exactly when the given one can.
    pub fn lower(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, root: Term) -> Result<Term, Unlowered> {
        if !terms.has_floats() {
            return Ok(root);
        }
        let root = simplifier.simplify(terms, root);
        for term in reachable_until(terms, &[root], |term| self.done.contains_key(&term)) {
            if !self.done.contains_key(&term) {
                let lowered = self.term(&mut Circuit::new(terms, simplifier), term)?;
                self.done.insert(term, lowered);
            }
        }
        let mut result = self.plain(&mut Circuit::new(terms, simplifier), root);
        if !self.equalities.is_empty() {
            self.add_meanings(terms, &mut result);
        }
        Ok(result)
    }

    /// Adds what the equalities of arrays mean that occur in a term, or in what others of them
    /// mean.
    fn add_meanings(&self, terms: &mut Terms, root: &mut Term) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![*root];
        while let Some(next) = pending.pop() {
            for part in reachable(terms, &[next]) {
                if let Some(meaning) = self.equalities.get(&part)
                    && seen.insert(part)
                {
                    pending.extend(meaning);
                    *root = meaning.iter().fold(*root, |all, part| terms.and(all, *part));
                }
            }
        }
    }

    /// The value of every symbol, from a model of lowered terms.
    pub fn raise_model(&self, terms: &Terms, model: &mut Model) {
        if self.origins.is_empty() {
            return;
        }
        let values: Vec<_> =
            model.values.iter().filter_map(|(s, v)| Some((*s, *self.origins.get(s)?, v.clone()))).collect();
        for (bits, symbol, value) in values {
            model.values.remove(&bits);
            model.set(symbol, sorts::raised(terms, terms.symbol(symbol).result, &value));
        }
        let bits: Vec<Symbol> = model.functions.keys().copied().filter(|s| self.origins.contains_key(s)).collect();
        for bits in bits {
            let (Some(symbol), Some(function)) = (self.origins.get(&bits), model.functions.remove(&bits)) else {
                continue;
            };
            let data = terms.symbol(*symbol);
            let raise = |sort, value: &_| sorts::raised(terms, sort, value);
            let table = function.table.iter().map(|(arguments, value)| {
                let arguments = data.parameters.iter().zip(arguments).map(|(sort, value)| raise(*sort, value));
                (arguments.collect(), raise(data.result, value))
            });
            let default = raise(data.result, &function.default);
            model.functions.insert(*symbol, FunctionValue { table: table.collect(), default });
        }
    }

    /// The symbol of bits for a symbol whose signature has floating point.
    fn symbol(&mut self, terms: &mut Terms, symbol: Symbol) -> Symbol {
        if let Some(known) = self.symbols.get(&symbol) {
            return *known;
        }
        let data = terms.symbol(symbol).clone();
        let all = || data.parameters.iter().chain([&data.result]);
        let lowered = if all().any(|sort| sorts::has_floats(terms, *sort)) {
            let parameters: Vec<_> = data.parameters.iter().map(|sort| sorts::lowered(terms, *sort)).collect();
            let result = sorts::lowered(terms, data.result);
            // No symbol of a script can have a backslash.
            let lowered = terms.declare(&format!("\\bits {}", symbol.index()), &parameters, result);
            self.origins.insert(lowered, symbol);
            lowered
        } else {
            symbol
        };
        self.symbols.insert(symbol, lowered);
        lowered
    }

    /// The term without floating point, a number put together.
    fn plain(&self, c: &mut Circuit, term: Term) -> Term {
        match self.done.get(&term) {
            Some(Lowered::Plain(plain)) => *plain,
            Some(Lowered::Number(number)) => c.pack(number),
            None => term,
        }
    }

    fn number(&self, c: &mut Circuit, term: Term) -> Result<Float, Unlowered> {
        match self.done.get(&term) {
            Some(Lowered::Number(number)) => Ok(*number),
            Some(Lowered::Plain(bits)) => unpacked(c, term, *bits),
            None => Err(Unlowered("terms of unknown meaning")),
        }
    }

    fn mode(&mut self, c: &mut Circuit, term: Term) -> Mode {
        let word = self.plain(c, term);
        *self.modes.entry(word).or_insert_with(|| c.mode(word))
    }

    fn term(&mut self, c: &mut Circuit, term: Term) -> Result<Lowered, Unlowered> {
        let sort = c.terms.sort(term);
        if let SortKind::Float { significand, .. } = c.terms.sort_kind(sort)
            && significand > WIDEST
        {
            return Err(Unlowered("floating-point formats of more than 4096 bits"));
        }
        let op = c.terms.op(term);
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        operands.extend_from_slice(c.terms.operands(term));
        let lowered = self.operation(c, term, op, &operands);
        self.operands = operands;
        lowered
    }

    fn operation(&mut self, c: &mut Circuit, term: Term, op: Op, x: &[Term]) -> Result<Lowered, Unlowered> {
        let truth = |term: Term| Ok(Lowered::Plain(term));
        match op {
            Op::Float(_) => {
                let bits = c.terms.float_value(term).map(|value| value.bits().clone());
                let bits = bits.unwrap_or_else(|| Bits::zero(1));
                let bits = c.terms.bv(&bits);
                Ok(Lowered::Number(unpacked(c, term, bits)?))
            }
            Op::RoundingMode(mode) => truth(c.terms.bv_u64(MODE_BITS, u64::from(mode.number()))),
            Op::FpIsNormal => self.class(c, Class::Normal, x[0]),
            Op::FpIsSubnormal => self.class(c, Class::Subnormal, x[0]),
            Op::FpIsZero => self.class(c, Class::Zero, x[0]),
            Op::FpIsInfinite => self.class(c, Class::Infinite, x[0]),
            Op::FpIsNaN => self.class(c, Class::Nan, x[0]),
            Op::FpIsNegative => self.class(c, Class::Negative, x[0]),
            Op::FpIsPositive => self.class(c, Class::Positive, x[0]),
            Op::FpLe | Op::FpLt | Op::FpEq => {
                let (a, b) = (self.number(c, x[0])?, self.number(c, x[1])?);
                truth(match op {
                    Op::FpLe => c.float_le(&a, &b),
                    Op::FpLt => c.float_lt(&a, &b),
                    _ => c.float_eq(&a, &b),
                })
            }
            Op::FpToBits => truth(self.plain(c, x[0])),
            Op::FpToUnsigned | Op::FpToSigned => {
                let (mode, a) = (self.mode(c, x[0]), self.number(c, x[1])?);
                let width = c.terms.width(term);
                let integer = c.float_to_word(&mode, &a, op == Op::FpToSigned, width);
                let zero = c.zero(width);
                truth(c.choose(integer.fits, integer.word, zero))
            }
            Op::Eq => self.equality(c, x),
            _ => match c.terms.float_format(term) {
                Some(_) => self.numeric(c, term, op, x),
                None => self.other(c, term, op, x),
            },
        }
    }

    fn class(&mut self, c: &mut Circuit, class: Class, a: Term) -> Result<Lowered, Unlowered> {
        let a = self.number(c, a)?;
        Ok(Lowered::Plain(c.float_is(class, &a)))
    }

    /// A term that is a number.
    fn numeric(&mut self, c: &mut Circuit, term: Term, op: Op, x: &[Term]) -> Result<Lowered, Unlowered> {
        let number = match op {
            Op::FpAbs | Op::FpNeg => {
                let a = self.number(c, x[0])?;
                if op == Op::FpAbs { c.float_abs(&a) } else { c.float_neg(&a) }
            }
            Op::FpAdd | Op::FpMul | Op::FpDiv => {
                let mode = self.mode(c, x[0]);
                let (a, b) = (self.number(c, x[1])?, self.number(c, x[2])?);
                match op {
                    Op::FpAdd => c.float_add(&mode, &a, &b),
                    Op::FpMul => c.float_mul(&mode, &a, &b),
                    _ => c.float_div(&mode, &a, &b),
                }
            }
            Op::FpFma => {
                let mode = self.mode(c, x[0]);
                let (a, b, addend) = (self.number(c, x[1])?, self.number(c, x[2])?, self.number(c, x[3])?);
                c.float_fma(&mode, &a, &b, &addend)
            }
            Op::FpSqrt | Op::FpRoundToIntegral | Op::FpFromFp => {
                let (mode, a) = (self.mode(c, x[0]), self.number(c, x[1])?);
                match (op, c.terms.float_format(term)) {
                    (Op::FpSqrt, _) => c.float_sqrt(&mode, &a),
                    (Op::FpFromFp, Some(format)) => c.float_convert(&mode, &a, format),
                    _ => c.float_to_integral(&mode, &a),
                }
            }
            Op::FpRem | Op::FpMin | Op::FpMax => {
                let (a, b) = (self.number(c, x[0])?, self.number(c, x[1])?);
                match op {
                    Op::FpRem => c.float_rem(&a, &b),
                    Op::FpMin => c.float_extreme(Extreme::Min, &a, &b),
                    _ => c.float_extreme(Extreme::Max, &a, &b),
                }
            }
            Op::FpFromBits => {
                let bits = self.plain(c, x[0]);
                unpacked(c, term, bits)?
            }
            Op::FpFromSigned | Op::FpFromUnsigned => {
                let (mode, word) = (self.mode(c, x[0]), self.plain(c, x[1]));
                match c.terms.float_format(term) {
                    Some(format) => c.float_from_word(&mode, word, op == Op::FpFromSigned, format),
                    None => return Err(Unlowered("terms of unknown meaning")),
                }
            }
            Op::Ite => {
                let condition = self.plain(c, x[0]);
                let (a, b) = (self.number(c, x[1])?, self.number(c, x[2])?);
                c.choose_float(condition, &a, &b)
            }
            // Variables, elements and results of functions.
            _ => {
                let Lowered::Plain(bits) = self.other(c, term, op, x)? else {
                    return Err(Unlowered("terms of unknown meaning"));
                };
                unpacked(c, term, bits)?
            }
        };
        Ok(Lowered::Number(number))
    }

    fn equality(&mut self, c: &mut Circuit, x: &[Term]) -> Result<Lowered, Unlowered> {
        let (terms, sort) = (&*c.terms, c.terms.sort(x[0]));
        match terms.sort_kind(sort) {
            SortKind::Float { .. } => {
                let (a, b) = (self.number(c, x[0])?, self.number(c, x[1])?);
                Ok(Lowered::Plain(c.float_same(&a, &b)))
            }
            SortKind::Array { index, element } if sorts::has_floats(terms, sort) => {
                if sorts::has_floats(terms, index) {
                    return Err(Unlowered("equalities of arrays whose places are floating-point numbers"));
                }
                if matches!(terms.sort_kind(element), SortKind::Array { .. }) {
                    return Err(Unlowered("arrays of arrays"));
                }
                let (a, b) = (self.plain(c, x[0]), self.plain(c, x[1]));
                let bool_sort = c.terms.bool_sort();
                let equal = c.terms.fresh_var("\\equal", bool_sort);
                let place = c.terms.fresh_var("\\place", index);
                let same_bits = c.terms.eq(a, b);
                let (left, right) = (c.terms.select(a, place), c.terms.select(b, place));
                let same = match c.terms.sort_format(element) {
                    Some(format) => {
                        let (left, right) = (c.unpack(format, left), c.unpack(format, right));
                        c.float_same(&left, &right)
                    }
                    None => {
                        let (left, right) = (canonical_mode(c, left), canonical_mode(c, right));
                        c.same(left, right)
                    }
                };
                let differ = c.terms.not(same);
                let meaning = [c.terms.implies(equal, same_bits), c.terms.or(equal, differ)];
                self.equalities.insert(equal, meaning);
                Ok(Lowered::Plain(equal))
            }
            _ => {
                let (a, b) = (self.plain(c, x[0]), self.plain(c, x[1]));
                Ok(Lowered::Plain(c.terms.eq(a, b)))
            }
        }
    }

    /// A term whose operator is one without floating point, over what its operands became.
    fn other(&mut self, c: &mut Circuit, term: Term, op: Op, x: &[Term]) -> Result<Lowered, Unlowered> {
        let operands: Vec<Term> = x.iter().map(|operand| self.plain(c, *operand)).collect();
        let plain = match op {
            Op::Var(symbol) => {
                let lowered = self.symbol(c.terms, symbol);
                if lowered == symbol { term } else { c.terms.symbol_var(lowered) }
            }
            Op::Apply(symbol) => {
                let lowered = self.symbol(c.terms, symbol);
                c.terms.apply(lowered, &operands)
            }
            _ if operands[..] == *x => term,
            Op::Bool(_) | Op::Const(_) => term,
            _ => {
                let sort = c.terms.sort(term);
                let sort = sorts::lowered(c.terms, sort);
                c.terms.try_mk(op, sort, &operands).map_err(|_| Unlowered("terms of unknown meaning"))?
            }
        };
        let open = matches!(op.kind(), Kind::Var | Kind::Apply | Kind::Select);
        let mode = open && c.terms.sort_kind(c.terms.sort(term)) == SortKind::RoundingMode;
        Ok(Lowered::Plain(if mode { canonical_mode(c, plain) } else { plain }))
    }
}

/// Takes the bits of a term apart.
fn unpacked(c: &mut Circuit, term: Term, bits: Term) -> Result<Float, Unlowered> {
    match c.terms.float_format(term) {
        Some(format) => Ok(c.unpack(format, bits)),
        None => Err(Unlowered("terms of unknown meaning")),
    }
}

/// The number of a rounding mode, from bits that may be beyond.
fn canonical_mode(c: &mut Circuit, bits: Term) -> Term {
    let last = c.number(MODE_BITS, 4);
    let fits = c.below(bits, last);
    c.choose(fits, bits, last)
}
