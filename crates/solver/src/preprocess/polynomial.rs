//! Equations of polynomials: an equation whose sides differ by a constant is decided.
//!
//! A word over sums, products, negations, complements, shifts by constants and choices between words that differ by a constant is a
//! polynomial modulo 2^w over all other terms. Two sides with the same polynomial are equal whatever their variables are: this is
//! how sums and products in another order, and products multiplied out, are seen to be the same. Polynomials that grow too large
//! count as unknown terms themselves.

use adumbra_terms::walk::reachable;
use adumbra_terms::{Bits, EntityRef, Kind, Op, Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// So many monomials at most.
const MONOMIALS: usize = 64;

/// So many factors in a monomial at most.
const FACTORS: usize = 8;

/// Words wider than this are left alone: their constants are costly.
const WIDTH: u32 = 256;

/// Coefficients by product of terms, in order; no coefficient is zero.
type Polynomial = BTreeMap<Vec<Term>, Bits>;

/// Replaces equations that are decided; nothing if there are none.
pub(super) fn decide(terms: &mut Terms, conjuncts: &[Term]) -> Option<Vec<(Term, Term)>> {
    let order = reachable(terms, conjuncts);
    let is_equation = |terms: &Terms, term: Term| {
        terms.kind(term) == Kind::Eq && terms.bv_width(terms.operands(term)[0]).is_some_and(|width| width <= WIDTH)
    };
    let needed = needed(terms, &order, is_equation);
    if !needed.contains(&true) {
        return None;
    }
    let mut known: Vec<Option<Rc<Polynomial>>> = vec![None; terms.len()];
    let mut decided = Vec::new();
    for &term in &order {
        if needed[term.index()] {
            let width = terms.width(term);
            let polynomial = polynomial(terms, &known, term, width);
            known[term.index()] = Some(Rc::new(polynomial));
        } else if is_equation(terms, term)
            && let [a, b] = *terms.operands(term)
            && let (Some(p), Some(q)) = (&known[a.index()], &known[b.index()])
        {
            let difference = add(p, &scale(q, &Bits::ones(terms.width(a))));
            let truth = match difference.iter().next() {
                None => Some(true),
                Some((factors, _)) if factors.is_empty() && difference.len() == 1 => Some(false),
                _ => None,
            };
            if let Some(truth) = truth {
                decided.push((term, terms.bool(truth)));
            }
        }
    }
    (!decided.is_empty()).then_some(decided)
}

/// The sides of equations, at least one of which is more than a term by itself, and the arithmetic in them.
fn needed(terms: &Terms, order: &[Term], is_equation: impl Fn(&Terms, Term) -> bool) -> Vec<bool> {
    let is_arithmetic = |term: Term| {
        let kind = terms.kind(term);
        matches!(kind, Kind::BvAdd | Kind::BvNeg | Kind::BvNot | Kind::BvMul | Kind::BvShl)
            || kind == Kind::Ite && terms.bv_width(term).is_some()
    };
    let mut needed = vec![false; terms.len()];
    for &term in order.iter().rev() {
        let operands = terms.operands(term);
        if is_equation(terms, term) && operands.iter().any(|operand| is_arithmetic(*operand))
            || needed[term.index()] && is_arithmetic(term)
        {
            for operand in operands.iter().filter(|operand| terms.bv_width(**operand).is_some()) {
                needed[operand.index()] = true;
            }
        }
    }
    needed
}

fn polynomial(terms: &mut Terms, known: &[Option<Rc<Polynomial>>], term: Term, width: u32) -> Polynomial {
    let of = |operand: Term| known.get(operand.index()).and_then(Option::as_ref);
    let operands = terms.operands(term);
    let minus_one = Bits::ones(width);
    let result = match (terms.op(term), operands) {
        (Op::Const(_), _) => terms.constant(term).map(|bits| constant(&bits)),
        (Op::BvAdd, &[a, b]) => of(a).zip(of(b)).map(|(p, q)| add(p, q)),
        (Op::BvNeg, &[a]) => of(a).map(|p| scale(p, &minus_one)),
        // The complement is the negation less one.
        (Op::BvNot, &[a]) => of(a).map(|p| add(&scale(p, &minus_one), &constant(&minus_one))),
        (Op::BvMul, &[a, b]) => of(a).zip(of(b)).and_then(|(p, q)| multiply(p, q)),
        (Op::BvShl, &[a, amount]) => match (of(a), terms.constant(amount)) {
            (Some(p), Some(amount)) => Some(scale(p, &Bits::one(width).shl(&amount))),
            _ => None,
        },
        (Op::Ite, &[condition, then, otherwise]) => match (of(then), of(otherwise)) {
            (Some(p), Some(q)) => {
                let difference = add(p, &scale(q, &minus_one));
                let by = match difference.iter().next() {
                    None => Some(Bits::zero(width)),
                    Some((factors, by)) if factors.is_empty() && difference.len() == 1 => Some(by.clone()),
                    _ => None,
                };
                let q = Rc::clone(q);
                by.map(|by| {
                    let (one, zero) = (terms.bv(&Bits::one(width)), terms.bv(&Bits::zero(width)));
                    let choice = terms.ite(condition, one, zero);
                    add(&q, &scale(&atom(choice, width), &by))
                })
            }
            _ => None,
        },
        _ => None,
    };
    result.filter(|p| p.len() <= MONOMIALS).unwrap_or_else(|| atom(term, width))
}

fn atom(term: Term, width: u32) -> Polynomial {
    Polynomial::from([(vec![term], Bits::one(width))])
}

fn constant(value: &Bits) -> Polynomial {
    if value.is_zero() { Polynomial::new() } else { Polynomial::from([(Vec::new(), value.clone())]) }
}

fn scale(p: &Polynomial, by: &Bits) -> Polynomial {
    p.iter().map(|(factors, c)| (factors.clone(), c.mul(by))).filter(|(_, c)| !c.is_zero()).collect()
}

fn add(p: &Polynomial, q: &Polynomial) -> Polynomial {
    let mut sum = p.clone();
    for (factors, c) in q {
        accumulate(&mut sum, factors.clone(), c);
    }
    sum
}

fn accumulate(sum: &mut Polynomial, factors: Vec<Term>, c: &Bits) {
    use std::collections::btree_map::Entry;
    match sum.entry(factors) {
        Entry::Vacant(place) => {
            if !c.is_zero() {
                place.insert(c.clone());
            }
        }
        Entry::Occupied(mut place) => {
            let total = place.get().add(c);
            if total.is_zero() {
                place.remove();
            } else {
                place.insert(total);
            }
        }
    }
}

fn multiply(p: &Polynomial, q: &Polynomial) -> Option<Polynomial> {
    if p.len() * q.len() > 4 * MONOMIALS {
        return None;
    }
    let mut product = Polynomial::new();
    for (a, c) in p {
        for (b, d) in q {
            if a.len() + b.len() > FACTORS {
                return None;
            }
            let mut factors = [&a[..], &b[..]].concat();
            factors.sort_unstable();
            accumulate(&mut product, factors, &c.mul(d));
        }
    }
    Some(product)
}
