//! Equations of polynomials.
//!
//! A word over sums, products, negations, complements, shifts by constants and choices is a
//! polynomial modulo 2^w over all other terms: a choice between p and q is q + c (p - q), where c
//! is 1 or 0 by the condition, and so its own square. Two sides with the same polynomial are equal
//! whatever their variables are: this is how sums and products in another order, and products
//! multiplied out, are seen to be the same. Polynomials that grow too large count as unknown terms
//! themselves.
//!
//! - An equation whose sides differ by a constant is decided (`decide`).
//! - An equation in which a variable has the factor 1 or -1 defines it ([`isolate`]).
//! - An equation that is a combination of others follows from them ([`Equations`]).

use adumbra_terms::walk::{free_variables, reachable};
use adumbra_terms::{Bits, EntityRef, Kind, Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// So many monomials at most.
const MONOMIALS: usize = 64;

/// So many factors in a monomial at most.
const FACTORS: usize = 8;

/// Words wider than this are left alone: their constants are costly.
const WIDTH: u32 = 256;

/// Coefficients by product of terms, in order; no coefficient is zero.
pub(crate) type Polynomial = BTreeMap<Vec<Term>, Bits>;

/// Replaces equations that are decided; nothing if there are none.
pub(crate) fn decide(terms: &mut Terms, conjuncts: &[Term]) -> Option<Vec<(Term, Term)>> {
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
            let of = |operand: Term| known.get(operand.index()).and_then(Option::as_ref);
            let polynomial = polynomial(terms, of, term, width);
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

/// Is a term more than an atom of polynomials?
pub(crate) fn is_arithmetic(terms: &Terms, term: Term) -> bool {
    let kind = terms.kind(term);
    matches!(kind, Kind::BvAdd | Kind::BvNeg | Kind::BvNot | Kind::BvMul | Kind::BvShl)
        || kind == Kind::Ite && terms.bv_width(term).is_some()
}

/// The sides of equations, at least one of which is more than a term by itself, and the arithmetic
/// in them.
fn needed(terms: &Terms, order: &[Term], is_equation: impl Fn(&Terms, Term) -> bool) -> Vec<bool> {
    let mut needed = vec![false; terms.len()];
    for &term in order.iter().rev() {
        let operands = terms.operands(term);
        if is_equation(terms, term) && operands.iter().any(|operand| is_arithmetic(terms, *operand))
            || needed[term.index()] && is_arithmetic(terms, term)
        {
            for operand in operands.iter().filter(|operand| terms.bv_width(**operand).is_some()) {
                needed[operand.index()] = true;
            }
        }
    }
    needed
}

fn polynomial<'k>(
    terms: &mut Terms,
    of: impl Fn(Term) -> Option<&'k Rc<Polynomial>>,
    term: Term,
    width: u32,
) -> Polynomial {
    let operands = terms.operands(term);
    let minus_one = Bits::ones(width);
    let result = match (terms.op(term), operands) {
        (Op::Const(_), _) => terms.constant(term).map(|bits| constant(&bits)),
        (Op::BvAdd, &[a, b]) => of(a).zip(of(b)).map(|(p, q)| add(p, q)),
        (Op::BvNeg, &[a]) => of(a).map(|p| scale(p, &minus_one)),
        // The complement is the negation less one.
        (Op::BvNot, &[a]) => of(a).map(|p| add(&scale(p, &minus_one), &constant(&minus_one))),
        (Op::BvMul, &[a, b]) => of(a).zip(of(b)).and_then(|(p, q)| multiply(terms, p, q)),
        (Op::BvShl, &[a, amount]) => match (of(a), terms.constant(amount)) {
            (Some(p), Some(amount)) => Some(scale(p, &Bits::one(width).shl(&amount))),
            _ => None,
        },
        (Op::Ite, &[condition, then, otherwise]) => match (of(then), of(otherwise)) {
            (Some(p), Some(q)) => {
                let difference = add(p, &scale(q, &minus_one));
                let q = Rc::clone(q);
                if difference.is_empty() {
                    Some((*q).clone())
                } else {
                    let (one, zero) = (terms.bv(&Bits::one(width)), terms.bv(&Bits::zero(width)));
                    let choice = terms.ite(condition, one, zero);
                    // The choice between 1 and 0 is what all choices are made of.
                    if choice == term {
                        None
                    } else {
                        multiply(terms, &atom(choice, width), &difference).map(|product| add(&q, &product))
                    }
                }
            }
            _ => None,
        },
        _ => None,
    };
    result.filter(|p| p.len() <= MONOMIALS).unwrap_or_else(|| atom(term, width))
}

/// Is a term a choice between 1 and 0?
fn is_choice(terms: &Terms, term: Term) -> bool {
    let (Op::Ite, &[_, one, zero]) = (terms.op(term), terms.operands(term)) else { return false };
    terms.constant(one).is_some_and(|c| c.is_one()) && terms.constant(zero).is_some_and(|c| c.is_zero())
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

fn multiply(terms: &Terms, p: &Polynomial, q: &Polynomial) -> Option<Polynomial> {
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
            // A choice between 1 and 0 is its own square.
            factors.dedup_by(|x, y| x == y && is_choice(terms, *x));
            accumulate(&mut product, factors, &c.mul(d));
        }
    }
    Some(product)
}

/// The polynomials of terms, as they are asked for.
#[derive(Default)]
pub(crate) struct Polynomials {
    known: FxHashMap<Term, Rc<Polynomial>>,
}

impl Polynomials {
    /// The polynomial of a word.
    pub(crate) fn of(&mut self, terms: &mut Terms, root: Term) -> Rc<Polynomial> {
        let width = terms.width(root);
        let mut work = vec![root];
        while let Some(&term) = work.last() {
            if self.known.contains_key(&term) {
                work.pop();
                continue;
            }
            let height = work.len();
            if is_arithmetic(terms, term) {
                let operands = terms.operands(term).iter().copied();
                work.extend(operands.filter(|o| terms.bv_width(*o) == Some(width) && !self.known.contains_key(o)));
            }
            if work.len() == height {
                let polynomial = polynomial(terms, |operand| self.known.get(&operand), term, width);
                self.known.insert(term, Rc::new(polynomial));
                work.pop();
            }
        }
        Rc::clone(&self.known[&root])
    }

    /// The difference of the sides of an equation between words.
    fn difference(&mut self, terms: &mut Terms, equation: Term) -> Option<Polynomial> {
        let (Op::Eq, &[a, b]) = (terms.op(equation), terms.operands(equation)) else { return None };
        let width = terms.bv_width(a).filter(|width| *width <= WIDTH)?;
        let (p, q) = (self.of(terms, a), self.of(terms, b));
        Some(add(&p, &scale(&q, &Bits::ones(width))))
    }
}

/// The inverse of an odd number.
fn inverse(odd: &Bits) -> Bits {
    let width = odd.width();
    let two = Bits::one(width).add(&Bits::one(width));
    // Each round doubles the number of bits that are right, of which the first three are.
    let mut inverse = odd.clone();
    let mut right = 3;
    while right < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        right *= 2;
    }
    inverse
}

fn to_term(terms: &mut Terms, polynomial: &Polynomial, width: u32) -> Term {
    let mut sum: Option<Term> = None;
    for (factors, coefficient) in polynomial {
        let mut product = factors.iter().copied().reduce(|a, b| terms.bv_mul(a, b));
        if product.is_none() || !coefficient.is_one() {
            let coefficient = terms.bv(coefficient);
            product = Some(product.map_or(coefficient, |product| terms.bv_mul(coefficient, product)));
        }
        sum = match (sum, product) {
            (Some(sum), Some(product)) => Some(terms.bv_add(sum, product)),
            (sum, product) => sum.or(product),
        };
    }
    sum.unwrap_or_else(|| terms.bv(&Bits::zero(width)))
}

/// Were choices multiplied out? Then a term would be larger than what it was made of.
pub(crate) fn is_multiplied_out(terms: &Terms, polynomial: &Polynomial) -> bool {
    polynomial.keys().any(|factors| factors.len() > 1 && factors.iter().any(|factor| is_choice(terms, *factor)))
}

/// Is a term an equation with a sum, a product or the like on a side?
pub fn is_equation_of_sums(terms: &Terms, term: Term) -> bool {
    terms.kind(term) == Kind::Eq && terms.operands(term).iter().any(|side| is_arithmetic(terms, *side))
}

/// A variable that an equation between words defines, with what it is: one that has the factor 1 or
/// -1 and occurs nowhere else. Another odd factor would do, but its inverse is a large number, and
/// products with it are hard for a solver.
pub fn isolate(terms: &mut Terms, equation: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[a, _]) = (terms.op(equation), terms.operands(equation)) else { return None };
    if !is_equation_of_sums(terms, equation) {
        return None;
    }
    let mut difference = Polynomials::default().difference(terms, equation)?;
    if is_multiplied_out(terms, &difference) {
        return None;
    }
    let width = terms.width(a);
    let candidate = |(factors, coefficient): (&Vec<Term>, &Bits)| match factors[..] {
        [variable] if terms.kind(variable) == Kind::Var && (coefficient.is_one() || coefficient.is_ones()) => {
            let others = difference.keys().filter(|f| *f != factors).flatten().copied();
            let others: Vec<Term> = others.collect();
            (!free_variables(terms, &others).contains(&variable)).then(|| factors.clone())
        }
        _ => None,
    };
    let factors = difference.iter().find_map(candidate)?;
    let coefficient = difference.remove(&factors)?;
    let value = scale(&difference, &coefficient.neg());
    let value = to_term(terms, &value, width);
    Some((factors[0], value))
}

/// An equation of sums in the form that all equal ones have: sums of positive multiples, without an
/// odd number that divides all of them. `None` if it is in that form, or no equation of sums.
pub fn normal_form(terms: &mut Terms, equation: Term) -> Option<Term> {
    let (Op::Eq, &[a, _]) = (terms.op(equation), terms.operands(equation)) else { return None };
    if !is_equation_of_sums(terms, equation) {
        return None;
    }
    let difference = Polynomials::default().difference(terms, equation)?;
    let width = terms.width(a);
    if difference.is_empty() || difference.keys().eq([&Vec::new()]) {
        return Some(terms.bool(difference.is_empty()));
    }
    if is_multiplied_out(terms, &difference) {
        return None;
    }
    let size = |c: &Bits| if c.msb() { c.neg() } else { c.clone() };
    let common = difference.values().map(|c| size(c).to_u64().unwrap_or(1)).fold(0, gcd);
    let odd = common >> common.trailing_zeros();
    let mut normal = scale(&difference, &inverse(&Bits::from_u64(width, odd.max(1))));
    if normal.values().find(|c| !c.is_zero()).is_some_and(Bits::msb) {
        normal = scale(&normal, &Bits::ones(width));
    }
    let (negative, positive): (Polynomial, Polynomial) = normal.into_iter().partition(|(_, c)| c.msb());
    let (left, right) =
        (to_term(terms, &positive, width), to_term(terms, &scale(&negative, &Bits::ones(width)), width));
    let normal = terms.eq(left, right);
    (normal != equation).then_some(normal)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Equations that hold, and what follows from them by adding multiples of them.
#[derive(Default)]
pub struct Equations {
    polynomials: Polynomials,
    /// Polynomials that are 0, in which the monomial has the factor 1; it does not occur in those
    /// behind.
    solved: Vec<(Vec<Term>, Polynomial)>,
    /// Others that are 0.
    others: Vec<Polynomial>,
}

impl Equations {
    /// The equations between words among formulas.
    pub fn new(terms: &mut Terms, formulas: &[Term]) -> Equations {
        let mut equations = Equations::default();
        for formula in formulas {
            equations.add(terms, *formula);
        }
        equations
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.solved.is_empty() && self.others.is_empty()
    }

    fn add(&mut self, terms: &mut Terms, equation: Term) {
        let Some(difference) = self.polynomials.difference(terms, equation) else { return };
        let difference = self.reduced(difference);
        // The greatest in order that can be solved for, products before single terms.
        let pivot = difference.iter().filter(|(factors, c)| c.bit(0) && !factors.is_empty());
        let pivot = pivot.max_by_key(|(factors, _)| (factors.len(), (*factors).clone()));
        match pivot.map(|(factors, c)| (factors.clone(), inverse(c))) {
            Some((factors, by)) => {
                let solved = scale(&difference, &by);
                self.solved.push((factors, solved));
            }
            None if difference.is_empty() => {}
            None => self.others.push(difference),
        }
    }

    /// The rest of a polynomial, after multiples of those that are 0 were taken away.
    fn reduced(&self, mut polynomial: Polynomial) -> Polynomial {
        for (factors, zero) in &self.solved {
            if let Some(by) = polynomial.get(factors)
                && zero.values().next().is_some_and(|c| c.width() == by.width())
            {
                polynomial = add(&polynomial, &scale(zero, &by.neg()));
            }
        }
        polynomial
    }

    /// Does an equation follow, or its negation?
    pub fn decide(&mut self, terms: &mut Terms, equation: Term) -> Option<bool> {
        let difference = self.polynomials.difference(terms, equation)?;
        let difference = self.reduced(difference);
        match difference.iter().next() {
            None => return Some(true),
            Some((factors, _)) if factors.is_empty() && difference.len() == 1 => return Some(false),
            _ => {}
        }
        let is_multiple = |zero: &Polynomial| {
            let of_width = zero.values().chain(difference.values()).map(Bits::width);
            let [least, most] = [of_width.clone().min(), of_width.max()];
            least == most
                && zero.len() >= difference.len()
                && (least.into_iter()).any(|width| {
                    let small = (1..=4).map(|n| Bits::from_u64(width, n));
                    small.flat_map(|n| [n.neg(), n]).any(|by| scale(zero, &by) == difference)
                })
        };
        self.others.iter().any(is_multiple).then_some(true)
    }
}

/// Is there an equation among some formulas that follows from the others and is denied?
pub fn is_contradictory(terms: &mut Terms, formulas: &[Term]) -> bool {
    let denied = formulas.iter().filter(|formula| terms.kind(**formula) == Kind::Not);
    let denied = denied.map(|formula| terms.operands(*formula)[0]).filter(|term| terms.kind(*term) == Kind::Eq);
    let denied: Vec<Term> = denied.collect();
    if denied.is_empty() || !formulas.iter().any(|formula| is_equation_of_sums(terms, *formula)) {
        return false;
    }
    let mut equations = Equations::new(terms, formulas);
    denied.into_iter().any(|equation| equations.decide(terms, equation) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::smtlib::{Command, Reader};
    use adumbra_terms::{Value, evaluate};

    fn read(terms: &mut Terms, text: &str) -> Vec<Term> {
        let declared = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 8)) (declare-const b Bool)";
        let text = format!("{declared} {text}");
        let mut reader = Reader::new(&text);
        let mut result = Vec::new();
        while let Some(command) = reader.next(terms).expect("a valid script") {
            if let Command::Assert(term, _) = command {
                result.push(term);
            }
        }
        result
    }

    #[test]
    fn inverses_of_odd_numbers() {
        for width in [1, 2, 3, 8, 32, 64, 100] {
            for n in (1..200u64).step_by(2) {
                let odd = Bits::from_u64(width, if width < 8 { n & ((1 << width) - 1) } else { n });
                assert!(odd.mul(&inverse(&odd)).is_one(), "{n} {width}");
            }
        }
    }

    #[test]
    fn equations_define_variables() {
        let mut terms = Terms::new();
        let [equation, even, square] = *read(
            &mut terms,
            "(assert (= (bvadd (bvmul #x03 x) (bvmul #x02 y)) (bvsub #x01 z)))
             (assert (= (bvmul #x02 x) (bvmul #x04 y)))
             (assert (= (bvadd x (bvmul x x)) #x07))",
        ) else {
            panic!("three equations")
        };
        let (variable, value) = isolate(&mut terms, equation).expect("a definition");
        let same = terms.eq(variable, value);
        let differ = terms.eq(same, equation);
        assert!(isolate(&mut terms, even).is_none() && isolate(&mut terms, square).is_none());
        // The definition says what the equation says, for all values.
        let symbols = adumbra_terms::walk::free_symbols(&terms, &[equation]);
        for n in 0..1u64 << 12 {
            let mut model = adumbra_terms::Model::new();
            for (place, symbol) in symbols.iter().enumerate() {
                let bits = Bits::from_u64(8, (n >> (4 * place) & 15) * 17);
                model.set(*symbol, Value::Bits(bits));
            }
            assert_eq!(evaluate(&terms, &model, differ), Value::Bool(true), "{n}");
        }
    }

    #[test]
    fn combinations_of_equations_follow() {
        for (given, goal, expected) in [
            (
                "(= (bvadd x y) (bvmul #x03 z))",
                "(= (bvadd (bvadd x #x01) (bvadd y #x02)) (bvmul #x03 (bvadd z #x01)))",
                Some(true),
            ),
            (
                "(= (bvmul #x02 x) (bvmul y y))",
                "(= (bvmul #x02 (bvadd (bvadd x y) y #x02)) (bvmul (bvadd y #x02) (bvadd y #x02)))",
                Some(true),
            ),
            ("(= (bvmul #x02 x) (bvmul #x02 y))", "(= x y)", None),
            ("(= (bvadd x y) z)", "(= (bvadd x y #x01) z)", Some(false)),
            ("(= (bvadd x y) z)", "(= (bvadd x z) y)", None),
            ("(= (ite b x y) z)", "(= (bvmul (ite b x y) z) (bvmul z z))", None),
        ] {
            let mut terms = Terms::new();
            let [given, goal] = *read(&mut terms, &format!("(assert {given}) (assert {goal})")) else { panic!("two") };
            assert_eq!(Equations::new(&mut terms, &[given]).decide(&mut terms, goal), expected);
        }
    }

    #[test]
    fn only_choices_between_one_and_zero_are_their_own_square() {
        let mut terms = Terms::new();
        let [square, choice] = *read(
            &mut terms,
            "(assert (= (bvmul (ite b #x03 #x05) (ite b #x03 #x05)) (ite b #x03 #x05)))
             (assert (= (bvmul (ite b #x01 #x00) (ite b #x01 #x00)) (ite b #x01 #x00)))",
        ) else {
            panic!("two equations")
        };
        assert_eq!(Equations::default().decide(&mut terms, square), None);
        assert_eq!(Equations::default().decide(&mut terms, choice), Some(true));
    }
}
