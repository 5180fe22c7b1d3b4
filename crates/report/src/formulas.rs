//! Formulas of certificates as expressions of C.
//!
//! A bit-vector is read as a signed or an unsigned number, and becomes an expression whose value is that number: so comparisons mean in C what they mean in the
//! formula, and arithmetic that wraps is done in unsigned types. What C has no words for (pointers that know their object, floats, odd widths,
//! divisions that may be by zero) is left out of a conjunction, and a disjunction with such a part is left out altogether: what is written follows
//! from the formula.

use crate::c_values::integer;
use adumbra_terms::{Kind, Op, Term, Terms};

/// Deeper expressions are not written.
const DEEPEST: u32 = 24;

/// A variable of C that a variable of formulas stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Is its type signed?
    pub signed: bool,
}

/// How a bit-vector is read as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Signed,
    Unsigned,
}

use Reading::{Signed, Unsigned};

/// Formulas in one arena, with the variables that have a name in C.
pub struct Writer<'a> {
    terms: &'a Terms,
    name: &'a dyn Fn(Term) -> Option<Named>,
}

impl<'a> Writer<'a> {
    /// For an arena, given the names of variables.
    pub fn new(terms: &'a Terms, name: &'a dyn Fn(Term) -> Option<Named>) -> Writer<'a> {
        Writer { terms, name }
    }

    /// What follows from a truth value, as C; `None` if nothing can be said.
    pub fn consequence(&self, term: Term) -> Option<String> {
        self.weaker(term, 0)
    }

    fn weaker(&self, term: Term, depth: u32) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let operands = self.terms.operands(term);
        match (self.terms.kind(term), operands) {
            (Kind::And, [a, b]) => match (self.weaker(*a, depth + 1), self.weaker(*b, depth + 1)) {
                (Some(a), Some(b)) => Some(format!("{a} && {b}")),
                (a, b) => a.or(b),
            },
            (Kind::Or, [a, b]) => {
                let (a, b) = (self.weaker(*a, depth + 1)?, self.weaker(*b, depth + 1)?);
                Some(format!("({a} || {b})"))
            }
            (Kind::Ite, [c, a, b]) => {
                let (c, not) = (self.truth(*c, true, depth + 1)?, self.truth(*c, false, depth + 1)?);
                match (self.weaker(*a, depth + 1), self.weaker(*b, depth + 1)) {
                    (None, None) => None,
                    (a, b) => {
                        let with = |c: String, x: Option<String>| x.map_or(c.clone(), |x| format!("{c} && {x}"));
                        Some(format!("({} || {})", grouped(&with(c, a)), grouped(&with(not, b))))
                    }
                }
            }
            (Kind::Not, [a]) if matches!(self.terms.kind(*a), Kind::Or) => {
                let parts = self.terms.operands(*a).iter().map(|part| match self.terms.kind(*part) {
                    Kind::Not => self.weaker(self.terms.operands(*part)[0], depth + 1),
                    _ => self.truth(*part, false, depth + 1),
                });
                let parts: Vec<String> = parts.flatten().collect();
                (!parts.is_empty()).then(|| parts.join(" && "))
            }
            _ => self.truth(term, true, depth),
        }
    }

    /// A truth value or its negation, exactly.
    fn truth(&self, term: Term, wanted: bool, depth: u32) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let operands = self.terms.operands(term);
        match (self.terms.op(term), operands) {
            (Op::Bool(value), _) => Some(u32::from(value == wanted).to_string()),
            (Op::Not, [a]) => self.truth(*a, !wanted, depth + 1),
            (Op::And | Op::Or, [a, b]) => {
                let (a, b) = (self.truth(*a, wanted, depth + 1)?, self.truth(*b, wanted, depth + 1)?);
                let and = (self.terms.op(term) == Op::And) == wanted;
                Some(if and { format!("({a} && {b})") } else { format!("({a} || {b})") })
            }
            (Op::Eq, [a, b]) if self.terms.is_bool(*a) => {
                let (yes, no) = (self.truth(*a, true, depth + 1)?, self.truth(*a, false, depth + 1)?);
                let (same, other) = (self.truth(*b, wanted, depth + 1)?, self.truth(*b, !wanted, depth + 1)?);
                Some(format!("(({yes} && {same}) || ({no} && {other}))"))
            }
            (Op::Eq, [a, b]) => {
                let reading = if self.is_signed(*a) || self.is_signed(*b) { Signed } else { Unsigned };
                // The name first.
                let (a, b) = if self.terms.is_constant(*a) { (*b, *a) } else { (*a, *b) };
                self.compared(a, if wanted { "==" } else { "!=" }, b, reading, depth)
            }
            (Op::BvSlt, [a, b]) => self.ordered(*a, *b, wanted, Signed, depth),
            (Op::BvUlt, [a, b]) => self.ordered(*a, *b, wanted, Unsigned, depth),
            (Op::Ite, [c, a, b]) => {
                let (yes, no) = (self.truth(*c, true, depth + 1)?, self.truth(*c, false, depth + 1)?);
                let (a, b) = (self.truth(*a, wanted, depth + 1)?, self.truth(*b, wanted, depth + 1)?);
                Some(format!("(({yes} && {a}) || ({no} && {b}))"))
            }
            _ => None,
        }
    }

    /// `a < b` or `a >= b`, with a constant on the right.
    fn ordered(&self, a: Term, b: Term, wanted: bool, reading: Reading, depth: u32) -> Option<String> {
        match (self.terms.is_constant(a), wanted) {
            (false, true) => self.compared(a, "<", b, reading, depth),
            (false, false) => self.compared(a, ">=", b, reading, depth),
            (true, true) => self.compared(b, ">", a, reading, depth),
            (true, false) => self.compared(b, "<=", a, reading, depth),
        }
    }

    fn compared(&self, a: Term, op: &str, b: Term, reading: Reading, depth: u32) -> Option<String> {
        let (a, b) = (self.number(a, reading, depth + 1)?, self.number(b, reading, depth + 1)?);
        Some(format!("{a} {op} {b}"))
    }

    /// Is a term a variable of a signed type, or made of such?
    fn is_signed(&self, term: Term) -> bool {
        match self.terms.kind(term) {
            Kind::Var => (self.name)(term).is_some_and(|n| n.signed),
            Kind::BvAdd | Kind::BvMul | Kind::BvNeg | Kind::BvSdiv | Kind::BvSrem | Kind::BvAshr => {
                self.terms.operands(term).iter().any(|o| self.is_signed(*o))
            }
            Kind::SignExtend => true,
            _ => false,
        }
    }

    /// A bit-vector as an expression whose value is the number that it is read as.
    fn number(&self, term: Term, reading: Reading, depth: u32) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        let width = self.terms.bv_width(term)?;
        let (unsigned, signed) = types(width)?;
        if let Some(words) = self.terms.constant_words(term) {
            return integer((*words.first()?).into(), width, reading == Signed);
        }
        let operands = self.terms.operands(term);
        // An expression that is right if read as unsigned, and of an unsigned type.
        let wraps = |text: String| match (reading, width) {
            (Signed, _) => format!("({signed})({text})"),
            (Unsigned, 32 | 64) => format!("({text})"),
            (Unsigned, _) => format!("({unsigned})({text})"),
        };
        let operand = |term: Term| -> Option<String> {
            let text = self.number(term, Unsigned, depth + 1)?;
            Some(if width == 64 { format!("(unsigned long long){text}") } else { format!("(unsigned int){text}") })
        };
        let nonzero = |term: Term| {
            let words = self.terms.constant_words(term)?;
            words.iter().any(|w| *w != 0).then_some(())
        };
        let shift = |term: Term| {
            let by = *self.terms.constant_words(term)?.first()?;
            (by < width.into()).then_some(by)
        };
        Some(match (self.terms.op(term), operands) {
            (Op::Var(_), _) => {
                let Named { name, signed: is_signed } = (self.name)(term)?;
                match (reading, is_signed) {
                    (Signed, true) | (Unsigned, false) => name,
                    (Signed, false) => format!("({signed}){name}"),
                    (Unsigned, true) => format!("({unsigned}){name}"),
                }
            }
            (Op::BvAdd, [a, b]) => match (self.negated(*a), self.negated(*b)) {
                (_, Some(b)) => wraps(format!("{} - {}", operand(*a)?, operand(b)?)),
                (Some(a), None) => wraps(format!("{} - {}", operand(*b)?, operand(a)?)),
                _ => wraps(format!("{} + {}", operand(*a)?, operand(*b)?)),
            },
            (Op::BvMul, [a, b]) => wraps(format!("{} * {}", operand(*a)?, operand(*b)?)),
            (Op::BvNeg, [a]) => wraps(format!("0U - {}", operand(*a)?)),
            (Op::BvNot, [a]) => wraps(format!("~{}", operand(*a)?)),
            (Op::BvAnd, [a, b]) => wraps(format!("{} & {}", operand(*a)?, operand(*b)?)),
            (Op::BvOr, [a, b]) => wraps(format!("{} | {}", operand(*a)?, operand(*b)?)),
            (Op::BvXor, [a, b]) => wraps(format!("{} ^ {}", operand(*a)?, operand(*b)?)),
            (Op::BvUdiv | Op::BvUrem, [a, b]) => {
                nonzero(*b)?;
                let sign = if self.terms.op(term) == Op::BvUdiv { "/" } else { "%" };
                wraps(format!("{} {sign} {}", operand(*a)?, operand(*b)?))
            }
            (Op::BvSrem, [a, b]) => {
                nonzero(*b)?;
                let minus_one = self.terms.constant(*b)?.count_ones() == width;
                if minus_one || reading == Unsigned {
                    return None;
                }
                let (a, b) = (self.number(*a, Signed, depth + 1)?, self.number(*b, Signed, depth + 1)?);
                format!("({a} % {b})")
            }
            (Op::BvShl, [a, b]) => wraps(format!("{} << {}", operand(*a)?, shift(*b)?)),
            (Op::BvLshr, [a, b]) => wraps(format!("{} >> {}", operand(*a)?, shift(*b)?)),
            (Op::Extract(low), [a]) => {
                let from = self.terms.bv_width(*a)?;
                let text = self.number(*a, Unsigned, depth + 1)?;
                let kind = if from == 64 { "unsigned long long" } else { "unsigned int" };
                let whole = format!("({unsigned})(({kind}){text} >> {low})");
                if reading == Signed { format!("({signed}){whole}") } else { whole }
            }
            (Op::Concat, [high, low]) if self.terms.constant_words(*high).is_some_and(|w| w.iter().all(|w| *w == 0)) => {
                self.number(*low, Unsigned, depth + 1)?
            }
            (Op::SignExtend, [a]) => {
                let text = self.number(*a, Signed, depth + 1)?;
                if reading == Signed { text } else { format!("({unsigned}){text}") }
            }
            (Op::Ite, [c, a, b]) => {
                let condition = self.truth(*c, true, depth + 1)?;
                let (a, b) = (self.number(*a, reading, depth + 1)?, self.number(*b, reading, depth + 1)?);
                let kind = if reading == Signed { signed } else { unsigned };
                format!("({condition} ? ({kind}){a} : ({kind}){b})")
            }
            _ => return None,
        })
    }

    /// The term whose negation a term is.
    fn negated(&self, term: Term) -> Option<Term> {
        match self.terms.kind(term) {
            Kind::BvNeg => self.terms.operands(term).first().copied(),
            _ => None,
        }
    }
}

/// The types of C with so many bits: unsigned, signed.
fn types(width: u32) -> Option<(&'static str, &'static str)> {
    Some(match width {
        8 => ("unsigned char", "signed char"),
        16 => ("unsigned short", "short"),
        32 => ("unsigned int", "int"),
        64 => ("unsigned long long", "long long"),
        _ => return None,
    })
}

/// Parentheses around what has operators.
fn grouped(text: &str) -> String {
    if text.contains(" && ") { format!("({text})") } else { text.to_owned() }
}
