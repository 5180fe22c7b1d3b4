//! A toy domain of terms: the trait fits symbolic values, whose meaning is in the context.

use adumbra_domains::*;
use std::collections::HashMap;

/// A term, by its number in the context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Term(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Variable(u32, u32),
    Constant(Sort, u64),
    Binary(Binary, Sort, Term, Term),
    Cast(Cast, Sort, Sort, Term),
}

/// Hash-consed terms and the path condition, whose satisfiability is decided by trying all values
/// of two-bit variables.
#[derive(Default)]
struct Terms {
    nodes: Vec<Node>,
    index: HashMap<Node, Term>,
    variables: u32,
    path: Vec<(Term, bool)>,
}

impl Terms {
    fn make(&mut self, node: Node) -> Term {
        if let Some(term) = self.index.get(&node) {
            return *term;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.index.insert(node, term);
        term
    }

    /// The values of all terms for one assignment; operands come before the terms that use them.
    fn evaluate(&self, assignment: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for node in &self.nodes {
            let value = match node {
                Node::Variable(n, width) => assignment[*n as usize] & mask(*width),
                Node::Constant(_, bits) => *bits,
                Node::Binary(op, sort, a, b) => {
                    concrete::binary(*op, *sort, values[a.0 as usize], values[b.0 as usize]).unwrap()
                }
                Node::Cast(op, from, to, a) => concrete::cast(*op, *from, *to, values[a.0 as usize]).unwrap(),
            };
            values.push(value);
        }
        values
    }

    fn models(&self) -> impl Iterator<Item = Vec<u64>> {
        let n = self.variables;
        (0..4u64.pow(n)).map(move |i| (0..n).map(|v| i >> (2 * v) & 3).collect::<Vec<u64>>()).filter(|assignment| {
            let values = self.evaluate(assignment);
            self.path.iter().all(|(term, truth)| (values[term.0 as usize] != 0) == *truth)
        })
    }
}

impl Feasibility<Term> for Terms {
    fn assume(&mut self, condition: &Term, truth: bool) -> Tristate {
        self.path.push((*condition, truth));
        Tristate::from(self.models().next().is_some())
    }
}

impl Domain for Term {
    type Context = Terms;
    const NAME: &'static str = "term";

    fn any(ctx: &mut Terms, sort: Sort) -> Answer<Term> {
        ctx.variables += 1;
        Ok(ctx.make(Node::Variable(ctx.variables - 1, sort.bits())))
    }

    fn any_range(ctx: &mut Terms, sort: Sort, low: i128, high: i128) -> Answer<Term> {
        let term = Self::any(ctx, sort)?;
        let offset = Self::lift(ctx, sort, &[low as u64])?;
        let distance = Self::binary(ctx, Binary::Sub, sort, &term, &offset)?;
        let length = Self::lift(ctx, sort, &[(high - low) as u64])?;
        let inside = Self::binary(ctx, Binary::Ule, sort, &distance, &length)?;
        ctx.assume(&inside, true);
        Ok(term)
    }

    fn lift(ctx: &mut Terms, sort: Sort, words: &[u64]) -> Answer<Term> {
        Ok(ctx.make(Node::Constant(sort, words[0] & mask(sort.bits()))))
    }

    fn binary(ctx: &mut Terms, op: Binary, sort: Sort, a: &Term, b: &Term) -> Answer<Term> {
        if op.is_float() {
            return Self::unsupported("floating-point arithmetic");
        }
        Ok(ctx.make(Node::Binary(op, sort, *a, *b)))
    }

    fn cast(ctx: &mut Terms, op: Cast, from: Sort, to: Sort, a: &Term) -> Answer<Term> {
        Ok(ctx.make(Node::Cast(op, from, to, *a)))
    }

    fn to_tristate(_: &mut Terms, _: Sort, _: &Term) -> Answer<Tristate> {
        Ok(Tristate::Maybe)
    }

    fn assume(ctx: &mut Terms, _: Sort, value: &Term, nonzero: bool) -> Answer<Option<Term>> {
        Ok((Feasibility::assume(ctx, value, nonzero) != Tristate::False).then_some(*value))
    }

    fn join(_: &mut Terms, _: Sort, a: &Term, b: &Term) -> Answer<Term> {
        if a == b { Ok(*a) } else { Self::unsupported("join of different terms") }
    }

    fn meet(ctx: &mut Terms, sort: Sort, a: &Term, b: &Term) -> Answer<Option<Term>> {
        let equal = Self::binary(ctx, Binary::Eq, sort, a, b)?;
        Ok(Self::assume(ctx, Sort::BOOL, &equal, true)?.map(|_| *a))
    }

    fn widen(ctx: &mut Terms, sort: Sort, old: &Term, new: &Term) -> Answer<Term> {
        Self::join(ctx, sort, old, new)
    }

    fn is_below(_: &mut Terms, _: Sort, a: &Term, b: &Term) -> Answer<bool> {
        Ok(a == b)
    }
}

const INT: Sort = Sort::Int(2);

/// `y = 1 - x`, `x == 0`, `y == 0`: relations between values are kept, so the last is excluded.
fn relation<D: Domain>(ctx: &mut D::Context) -> Answer<bool> {
    let x = D::any(ctx, INT)?;
    let (zero, one) = (D::lift(ctx, INT, &[0])?, D::lift(ctx, INT, &[1])?);
    let y = D::binary(ctx, Binary::Sub, INT, &one, &x)?;
    let x_is_zero = D::binary(ctx, Binary::Eq, INT, &x, &zero)?;
    let y_is_zero = D::binary(ctx, Binary::Eq, INT, &y, &zero)?;
    Ok(D::assume(ctx, Sort::BOOL, &x_is_zero, true)?.is_some()
        && D::assume(ctx, Sort::BOOL, &y_is_zero, true)?.is_some())
}

#[test]
fn terms_relate_values_and_intervals_do_not() {
    assert_eq!(relation::<Term>(&mut Terms::default()), Ok(false));
    assert_eq!(relation::<Interval>(&mut Thresholds::default()), Ok(true));
    assert_eq!(relation::<Unit>(&mut ()), Ok(true));
}

#[test]
fn terms_are_shared_and_inputs_are_fresh() {
    let ctx = &mut Terms::default();
    let (x, y) = (Term::any(ctx, INT).unwrap(), Term::any(ctx, INT).unwrap());
    assert_ne!(x, y);
    let sum = Term::binary(ctx, Binary::Add, INT, &x, &y).unwrap();
    assert_eq!(sum, Term::binary(ctx, Binary::Add, INT, &x, &y).unwrap());
}

/// Two paths: y = x + 1 where x < 2, y = x - 1 elsewhere.
#[test]
fn a_branch_has_two_path_conditions() {
    for (truth, op, results) in [(true, Binary::Add, vec![1, 2]), (false, Binary::Sub, vec![1, 2])] {
        let ctx = &mut Terms::default();
        let x = Term::any(ctx, INT).unwrap();
        let (one, two) = (Term::lift(ctx, INT, &[1]).unwrap(), Term::lift(ctx, INT, &[2]).unwrap());
        let guard = Term::binary(ctx, Binary::Ult, INT, &x, &two).unwrap();
        assert_eq!(Term::to_tristate(ctx, Sort::BOOL, &guard), Ok(Tristate::Maybe));
        assert!(Term::assume(ctx, Sort::BOOL, &guard, truth).unwrap().is_some());
        let y = Term::binary(ctx, op, INT, &x, &one).unwrap();
        let values: Vec<u64> = ctx.models().map(|m| ctx.evaluate(&m)[y.0 as usize]).collect();
        assert_eq!(values, results);
    }
}

#[test]
fn ranges_become_conditions() {
    let ctx = &mut Terms::default();
    Term::any_range(ctx, INT, 3, 4).unwrap();
    let values: Vec<_> = ctx.models().map(|m| m[0]).collect();
    assert_eq!(values, [0, 3], "four is zero modulo the width");
}

#[test]
fn what_is_missing_is_said() {
    let ctx = &mut Terms::default();
    let double = Sort::Float(FloatKind::Double);
    let x = Term::any(ctx, double).unwrap();
    let missing = Term::binary(ctx, Binary::FAdd, double, &x, &x).unwrap_err();
    assert_eq!(missing.to_string(), "the domain term has no floating-point arithmetic");
    assert!(Term::unary(ctx, Unary::PopCount, INT, &x).is_err());
}
