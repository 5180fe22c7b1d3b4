//! Products as unknowns.
//!
//! What follows whatever the products of unknowns are, and what quotients and remainders, follows.
//! Words over sums and products are brought into the form of a sum of products, so that equal
//! products are one unknown: `(q + 1) b` is `q b + b`. A solver then has sums and orders to think
//! about, and no circuit of a product.
//!
//! Of remainders by a number more is kept ([`Products::facts`]): where they begin, how large they
//! are, and how those of two words differ that differ by a number themselves. `n % 3` is one more
//! than `(n - 1) % 3`, or it is 0.

use crate::polynomial::{Polynomials, is_arithmetic, is_multiplied_out};
use adumbra_terms::walk::{Substitution, reachable};
use adumbra_terms::{Bits, Kind, Term, Terms};
use rustc_hash::FxHashMap;

/// Words wider than this are left alone.
const WIDTH: u32 = 64;

/// Remainders that are compared with each other, at most.
const MOST_REMAINDERS: usize = 12;

/// Unknowns in place of products, quotients and remainders; the same in all formulas.
#[derive(Default)]
pub struct Products {
    polynomials: Polynomials,
    unknowns: FxHashMap<Vec<Term>, Term>,
    remainders: Vec<Remainder>,
}

/// A remainder by a number.
#[derive(Clone)]
struct Remainder {
    signed: bool,
    of: Term,
    by: Bits,
    unknown: Term,
}

impl Products {
    /// A formula about the unknowns. If formulas imply another one about the unknowns, they do.
    ///
    /// ```
    /// use adumbra_solver::products::Products;
    /// use adumbra_terms::Terms;
    /// let mut terms = Terms::new();
    /// let sort = terms.bv_sort(32);
    /// let [q, b] = ["q", "b"].map(|name| terms.var(name, sort));
    /// let one = terms.bv_u64(32, 1);
    /// let more = terms.bv_add(q, one);
    /// let product = terms.bv_mul(more, b);
    /// let smaller = terms.bv_mul(b, q);
    /// let sum = terms.bv_add(smaller, b);
    /// let [a, b] = [product, sum].map(|word| terms.bv_ult(word, q));
    /// let mut products = Products::default();
    /// assert_eq!(products.abstracted(&mut terms, a), products.abstracted(&mut terms, b));
    /// ```
    pub fn abstracted(&mut self, terms: &mut Terms, formula: Term) -> Term {
        let mut pairs = Vec::new();
        for term in reachable(terms, &[formula]) {
            let Some(width) = terms.bv_width(term).filter(|width| *width <= WIDTH) else { continue };
            let is_sum = is_arithmetic(terms, term) && terms.kind(term) != Kind::Ite;
            let is_quotient = matches!(terms.kind(term), Kind::BvUdiv | Kind::BvUrem | Kind::BvSdiv | Kind::BvSrem);
            if is_quotient {
                let unknown = self.of(terms, vec![term], width);
                pairs.push((term, unknown));
                self.note(terms, term, unknown);
            } else if is_sum {
                let polynomial = self.polynomials.of(terms, term);
                if is_multiplied_out(terms, &polynomial) {
                    continue;
                }
                let mut sum = terms.bv(&Bits::zero(width));
                for (factors, coefficient) in polynomial.iter() {
                    let coefficient = terms.bv(coefficient);
                    let part = match &factors[..] {
                        [] => coefficient,
                        [one] if !is_hard(terms, *one) => terms.bv_mul(coefficient, *one),
                        more => {
                            let unknown = self.of(terms, more.to_vec(), width);
                            terms.bv_mul(coefficient, unknown)
                        }
                    };
                    sum = terms.bv_add(sum, part);
                }
                pairs.push((term, sum));
            }
        }
        Substitution::new(terms, pairs).apply(terms, formula)
    }

    /// Notes a remainder by a positive number.
    fn note(&mut self, terms: &Terms, term: Term, unknown: Term) {
        let signed = terms.kind(term) == Kind::BvSrem;
        if !signed && terms.kind(term) != Kind::BvUrem || self.remainders.iter().any(|r| r.unknown == unknown) {
            return;
        }
        let &[of, by] = terms.operands(term) else { return };
        let positive = |by: &Bits| !(by.is_zero() || signed && by.msb());
        if let Some(by) = terms.constant(by).filter(positive)
            && self.remainders.len() < MOST_REMAINDERS
        {
            self.remainders.push(Remainder { signed, of, by, unknown });
        }
    }

    /// What holds of the remainders by numbers in the formulas so far.
    pub fn facts(&mut self, terms: &mut Terms) -> Vec<Term> {
        let mut facts = Vec::new();
        let all = self.remainders.clone();
        for (place, remainder) in all.iter().enumerate() {
            self.small(terms, remainder, &mut facts);
            let same = |other: &&Remainder| other.signed == remainder.signed && other.by == remainder.by;
            for other in all[place + 1..].iter().filter(same) {
                self.shifted(terms, remainder, other, &mut facts);
                self.shifted(terms, other, remainder, &mut facts);
            }
        }
        facts
    }

    /// A remainder is less than what is divided by, and a number that is less is its own.
    fn small(&mut self, terms: &mut Terms, remainder: &Remainder, facts: &mut Vec<Term>) {
        let Remainder { signed, of, by, unknown } = remainder;
        let of = self.abstracted(terms, *of);
        let number = terms.bv(by);
        let less = terms.bv_ult(*unknown, number);
        let is_less = terms.bv_ult(of, number);
        let is_own = terms.eq(*unknown, of);
        let own = terms.implies(is_less, is_own);
        let holds = [less, own];
        for fact in holds {
            // Of a negative number nothing is said.
            let fact = match signed {
                true => {
                    let natural = is_natural(terms, of);
                    terms.implies(natural, fact)
                }
                false => fact,
            };
            facts.push(fact);
        }
    }

    /// The remainder of a number that is larger than another one by a constant.
    fn shifted(&mut self, terms: &mut Terms, low: &Remainder, high: &Remainder, facts: &mut Vec<Term>) {
        let width = low.by.width();
        let difference = terms.bv_sub(high.of, low.of);
        let difference = self.polynomials.of(terms, difference);
        let by = match difference.iter().collect::<Vec<_>>()[..] {
            [] => Bits::zero(width),
            [(factors, by)] if factors.is_empty() => by.clone(),
            _ => return,
        };
        if by.msb() {
            return;
        }
        // Without wrapping: the lower number is at most the greatest one less the difference.
        let of = self.abstracted(terms, low.of);
        let greatest = match low.signed {
            true => Bits::ones(width).lshr(&Bits::one(width)),
            false => Bits::ones(width),
        };
        let most = terms.bv(&greatest.sub(&by));
        let mut fits = terms.bv_ule(of, most);
        let number = terms.bv(&low.by);
        let small = terms.bv(&by.urem(&low.by));
        // What is less than twice the divisor has to be a number.
        if low.by.msb() {
            return;
        }
        let sum = terms.bv_add(low.unknown, small);
        let is_less = terms.bv_ult(sum, number);
        let rest = terms.bv_sub(sum, number);
        let next = terms.ite(is_less, sum, rest);
        let is_next = terms.eq(high.unknown, next);
        if low.signed {
            let natural = is_natural(terms, of);
            fits = terms.and(natural, fits);
        }
        let fact = terms.implies(fits, is_next);
        facts.push(fact);
    }

    fn of(&mut self, terms: &mut Terms, factors: Vec<Term>, width: u32) -> Term {
        *self.unknowns.entry(factors).or_insert_with(|| {
            let sort = terms.bv_sort(width);
            terms.fresh_var("product", sort)
        })
    }
}

/// Is it better an unknown, too: a quotient, or a product that could not be multiplied out?
fn is_hard(terms: &Terms, term: Term) -> bool {
    let is_constant = |factor: &Term| terms.is_constant(*factor);
    match terms.kind(term) {
        Kind::BvUdiv | Kind::BvUrem | Kind::BvSdiv | Kind::BvSrem => true,
        Kind::BvMul => !terms.operands(term).iter().any(is_constant),
        _ => false,
    }
}

/// Is a signed number not negative?
fn is_natural(terms: &mut Terms, number: Term) -> Term {
    let width = terms.width(number);
    let zero = terms.bv(&Bits::zero(width));
    terms.bv_sle(zero, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::{Model, Op, Value, evaluate};

    /// With the unknowns as they are, the facts hold, and formulas mean what they meant.
    fn check(signed: bool, by: u64, shift: u64) {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let x = terms.var("x", sort);
        let [by, shift] = [by, shift].map(|number| terms.bv_u64(8, number));
        let moved = terms.bv_add(x, shift);
        let remainder = |terms: &mut Terms, word| match signed {
            true => terms.bv_srem(word, by),
            false => terms.bv_urem(word, by),
        };
        let [first, second] = [x, moved].map(|word| remainder(&mut terms, word));
        let formula = terms.bv_ult(first, second);
        let mut products = Products::default();
        let abstracted = products.abstracted(&mut terms, formula);
        let facts = products.facts(&mut terms);
        assert!(facts.len() >= 4);
        for value in 0..256 {
            let mut model = Model::new();
            let mut set = |terms: &Terms, variable: Term, value: Value| {
                let Op::Var(symbol) = terms.op(variable) else { panic!("no variable") };
                model.set(symbol, value);
            };
            set(&terms, x, Value::Bits(Bits::from_u64(8, value)));
            let mut given = Model::new();
            let Op::Var(symbol) = terms.op(x) else { panic!("no variable") };
            given.set(symbol, Value::Bits(Bits::from_u64(8, value)));
            for (factors, unknown) in &products.unknowns {
                let is = evaluate(&terms, &given, factors[0]);
                set(&terms, *unknown, is);
            }
            for fact in &facts {
                assert_eq!(evaluate(&terms, &model, *fact), Value::Bool(true), "{value}");
            }
            assert_eq!(evaluate(&terms, &model, abstracted), evaluate(&terms, &given, formula), "{value}");
        }
    }

    #[test]
    fn facts_of_remainders_hold() {
        for by in [1, 2, 3, 5, 10, 100, 127, 128, 200, 255] {
            for shift in [1, 2, 7, 100, 127, 128, 200, 254, 255] {
                check(false, by, shift);
                if by < 128 {
                    check(true, by, shift);
                }
            }
        }
    }
}
