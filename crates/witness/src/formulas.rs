//! Formulas of certificates as expressions of C.
//!
//! A bit-vector is read as a signed or an unsigned number, and becomes an expression whose value is
//! that number: so comparisons mean in C what they mean in the formula, and arithmetic that wraps
//! is done in unsigned types. In ACSL the same expression means numbers that never wrap, so there
//! ([`Writer::in_integers`]) the result is cast to its type. What C has no words for (pointers that
//! know their object, floats, odd widths, divisions that may be by zero) is left out of a
//! conjunction, and a disjunction with such a part is left out altogether: what is written follows
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
    integers: bool,
}

impl<'a> Writer<'a> {
    /// For an arena, given the names of variables.
    pub fn new(terms: &'a Terms, name: &'a dyn Fn(Term) -> Option<Named>) -> Writer<'a> {
        Writer { terms, name, integers: false }
    }

    /// … for a language whose arithmetic is that of the integers: what wraps says so by a cast.
    /// That means the same in C.
    #[must_use]
    pub fn in_integers(self) -> Writer<'a> {
        Writer { integers: true, ..self }
    }

    /// The variable that a truth value bounds, with the least and the greatest number that it may
    /// be in its type; `None` if it is nothing of the kind.
    pub fn bounds(&self, term: Term) -> Option<(Term, Named, i128, i128)> {
        let (term, wanted) = match (self.terms.kind(term), self.terms.operands(term)) {
            (Kind::Not, [inner]) => (*inner, false),
            _ => (term, true),
        };
        let [a, b] = *self.terms.operands(term) else { return None };
        let (variable, constant, first) = match (self.terms.kind(a), self.terms.kind(b)) {
            (Kind::Var, Kind::Const) => (a, b, true),
            (Kind::Const, Kind::Var) => (b, a, false),
            _ => return None,
        };
        let named = (self.name)(variable)?;
        let width = self.terms.bv_width(variable).filter(|w| *w <= 64)?;
        let word = i128::from(*self.terms.constant_words(constant)?.first()?);
        let half = 1i128 << (width - 1);
        let value = if named.signed && word >= half { word - 2 * half } else { word };
        let (least, greatest) = if named.signed { (-half, half - 1) } else { (0, 2 * half - 1) };
        let (low, high) = match (self.terms.kind(term), named.signed, first, wanted) {
            (Kind::Eq, _, _, true) => (value, value),
            (Kind::BvSlt, true, true, true) | (Kind::BvUlt, false, true, true) => (least, value - 1),
            (Kind::BvSlt, true, true, false) | (Kind::BvUlt, false, true, false) => (value, greatest),
            (Kind::BvSlt, true, false, true) | (Kind::BvUlt, false, false, true) => (value + 1, greatest),
            (Kind::BvSlt, true, false, false) | (Kind::BvUlt, false, false, false) => (least, value),
            _ => return None,
        };
        Some((variable, named, low, high))
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
            (Unsigned, 32 | 64) if !self.integers => format!("({text})"),
            (Unsigned, _) => format!("({unsigned})({text})"),
        };
        let operand = |term: Term| -> Option<String> {
            let text = self.number(term, Unsigned, depth + 1)?;
            if self.terms.is_constant(term) {
                let digits = text.trim_end_matches(['U', 'L']);
                return Some(format!("{digits}{}", if width == 64 { "ULL" } else { "U" }));
            }
            let cast = if width == 64 { "(unsigned long long)" } else { "(unsigned int)" };
            Some(if text.starts_with(cast) { text } else { format!("{cast}{text}") })
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
                _ => match [(*a, *b), (*b, *a)].into_iter().find_map(|(x, c)| Some((x, self.minus(c)?))) {
                    Some((x, less)) => wraps(format!("{} - {less}U", operand(x)?)),
                    None => wraps(format!("{} + {}", operand(*a)?, operand(*b)?)),
                },
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
            (Op::Concat, [high, low])
                if self.terms.constant_words(*high).is_some_and(|w| w.iter().all(|w| *w == 0)) =>
            {
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

    /// The small number whose negation a constant is.
    fn minus(&self, term: Term) -> Option<u64> {
        let half = 1u64.checked_shl(self.terms.bv_width(term)? - 1)?;
        let negated = self.terms.constant(term)?.neg();
        negated.to_u64().filter(|n| 0 < *n && *n < half.min(1 << 16))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A formula in SMT-LIB's syntax about `x` and `y` of type int, `u` of type unsigned and `c` of
    /// type unsigned char; `p` has no name.
    fn check(build: impl FnOnce(&mut Terms, [Term; 5]) -> Term, expected: Option<&str>) {
        let mut terms = Terms::new();
        let (word, byte) = (terms.bv_sort(32), terms.bv_sort(8));
        let variables = ["x", "y", "u", "p"].map(|name| terms.var(name, word));
        let [x, y, u, p] = variables;
        let c = terms.var("c", byte);
        let formula = build(&mut terms, [x, y, u, p, c]);
        let name = |term: Term| {
            let all = [(x, "x", true), (y, "y", true), (u, "u", false), (c, "c", false)];
            let found = all.into_iter().find(|(t, ..)| *t == term);
            found.map(|(_, name, signed)| Named { name: name.into(), signed })
        };
        assert_eq!(Writer::new(&terms, &name).consequence(formula).as_deref(), expected);
    }

    #[test]
    fn what_wraps_is_cast_where_numbers_do_not() {
        let mut terms = Terms::new();
        let word = terms.bv_sort(32);
        let u = terms.var("u", word);
        let (one, zero) = (terms.bv_u64(32, 1), terms.bv_u64(32, 0));
        let next = terms.bv_add(u, one);
        let formula = terms.eq(next, zero);
        let name = |_: Term| Some(Named { name: "u".into(), signed: false });
        let writer = Writer::new(&terms, &name);
        assert_eq!(writer.consequence(formula).as_deref(), Some("((unsigned int)u + 1U) == 0"));
        let text = writer.in_integers().consequence(formula);
        assert_eq!(text.as_deref(), Some("(unsigned int)((unsigned int)u + 1U) == 0"));
    }

    #[test]
    fn comparisons_are_those_of_the_types() {
        check(|t, [x, y, ..]| t.bv_slt(x, y), Some("x < y"));
        check(|t, [x, y, ..]| t.bv_ult(x, y), Some("(unsigned int)x < (unsigned int)y"));
        check(
            |t, [x, ..]| {
                let five = t.bv_u64(32, 5);
                let less = t.bv_slt(five, x);
                t.not(less)
            },
            Some("x <= 5"),
        );
        check(
            |t, [x, ..]| {
                let minus_one = t.bv_u64(32, u64::from(u32::MAX));
                t.eq(minus_one, x)
            },
            Some("x == -1"),
        );
        check(
            |t, [.., u, _, _]| {
                let most = t.bv_u64(32, u64::from(u32::MAX));
                t.eq(u, most)
            },
            Some("u == 4294967295U"),
        );
    }

    #[test]
    fn arithmetic_wraps_without_overflow() {
        check(
            |t, [x, y, u, ..]| {
                let sum = t.bv_add(x, y);
                t.eq(sum, u)
            },
            Some("(int)((unsigned int)x + (unsigned int)y) == (int)u"),
        );
        check(
            |t, [.., c]| {
                let one = t.bv_u64(8, 1);
                let next = t.bv_add(c, one);
                let zero = t.bv_u64(8, 0);
                t.eq(next, zero)
            },
            Some("(unsigned char)((unsigned int)c + 1U) == 0"),
        );
    }

    #[test]
    fn what_has_no_words_is_left_out_of_conjunctions_alone() {
        let less = |t: &mut Terms, a, b| t.bv_slt(a, b);
        check(|t, [x, _, _, p, _]| less(t, x, p), None);
        check(
            |t, [x, y, _, p, _]| {
                let (a, b) = (less(t, x, y), less(t, x, p));
                t.and(a, b)
            },
            Some("x < y"),
        );
        check(
            |t, [x, y, _, p, _]| {
                let (a, b) = (less(t, x, y), less(t, x, p));
                t.or(a, b)
            },
            None,
        );
        // Of a negated disjunction both parts are false.
        check(
            |t, [x, y, _, p, _]| {
                let (a, b) = (less(t, x, y), less(t, x, p));
                let either = t.or(a, b);
                t.not(either)
            },
            Some("x >= y"),
        );
        // Of a negated conjunction nothing is known of the part that has words.
        check(
            |t, [x, y, _, p, _]| {
                let (a, b) = (less(t, x, y), less(t, x, p));
                let both = t.and(a, b);
                t.not(both)
            },
            None,
        );
    }

    #[test]
    fn divisions_need_a_constant() {
        check(
            |t, [x, y, ..]| {
                let (rest, zero) = (t.bv_urem(x, y), t.bv_u64(32, 0));
                t.eq(rest, zero)
            },
            None,
        );
        check(
            |t, [_, _, u, ..]| {
                let three = t.bv_u64(32, 3);
                let (rest, zero) = (t.bv_urem(u, three), t.bv_u64(32, 0));
                t.eq(rest, zero)
            },
            Some("((unsigned int)u % 3U) == 0"),
        );
    }
}
