//! Floating-point operators on bit-vectors.
//!
//! Comparisons, operators on the sign and all that terms have ([`adumbra_formula::float`]) are
//! exact. The others (`fmod` on wide formats) are functions that nothing is known of, except that
//! equal operands give equal results (a NaN has any payload); what they really give is added for
//! the operands of a model by [`Machine::float_lemmas`].

use super::Stop;
use super::machine::{Machine, Mode};
use adumbra_formula::build::Build;
use adumbra_formula::float as exact;
use adumbra_formula::float::Operator;
use adumbra_interpreter::eval::{self, Value};
use adumbra_program::{BinaryOp, CastOp, FloatKind, Type, UnaryOp};
use adumbra_terms::{Kind, Model, Plan, Term, Value as TermValue};
use smallvec::SmallVec;

/// An application of an operator.
#[derive(Clone, Debug)]
pub(crate) struct Application {
    operator: Operator,
    operands: SmallVec<[Term; 3]>,
    result: Term,
}

/// Widths of exponent and mantissa, where the format has no explicit leading bit.
fn format(kind: FloatKind) -> Option<(u32, u32)> {
    Some(match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Single => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::Quad => (15, 112),
        FloatKind::X87 => return None,
    })
}

/// Why what is said of floats may be less than is true.
const FLOATS: &str = "the checker knows little of floating-point arithmetic";

impl Machine<'_> {
    /// The result of an operator that is not modelled.
    fn any_float(&mut self, width: u32) -> Term {
        self.blur(FLOATS);
        self.build.fresh("float", width)
    }

    /// A unary operator on a float.
    pub(crate) fn float_unary(&mut self, op: UnaryOp, kind: FloatKind, a: Term) -> Result<Term, Stop> {
        let bits = kind.bits();
        let ty = Type::Float(kind);
        if let Some(value) = self.build.known(a) {
            let result = eval::unary(op, ty, &value, &self.program.layout).map_err(inexact)?;
            let is_test = matches!(op, UnaryOp::FIsNan | UnaryOp::FIsInf | UnaryOp::FIsSubnormal);
            // Signs are bits, also those of a NaN.
            let is_sign = matches!(op, UnaryOp::FNeg | UnaryOp::FAbs);
            return Ok(match is_test || is_sign {
                true => self.build.value(if is_test { 1 } else { bits }, &result),
                false => self.computed(ty, &result),
            });
        }
        let sign = self.sign_mask(bits);
        match op {
            UnaryOp::FNeg => return Ok(self.build.bv_xor(a, sign)),
            UnaryOp::FAbs => {
                let rest = self.build.bv_not(sign);
                return Ok(self.build.bv_and(a, rest));
            }
            _ => {}
        }
        let test = match (op, format(kind)) {
            (UnaryOp::FIsNan, Some(f)) => Some(self.is_nan(f, a)),
            (UnaryOp::FIsInf, Some(f)) => {
                let (top, zero) = self.exponent_and_mantissa(f, a, true);
                Some(self.build.and(top, zero))
            }
            (UnaryOp::FIsSubnormal, Some(f)) => {
                let (low, zero) = self.exponent_and_mantissa(f, a, false);
                let some = self.build.not(zero);
                Some(self.build.and(low, some))
            }
            (UnaryOp::FIsNan | UnaryOp::FIsInf | UnaryOp::FIsSubnormal, None) => {
                exact::class(&mut self.build, op, kind, a)
            }
            _ => None,
        };
        Ok(match test {
            Some(test) => self.build.bit_of(test),
            None => self.float_function(Operator::Unary(op, ty), &[a], ty),
        })
    }

    /// A binary operator on floats.
    pub(crate) fn float_binary(&mut self, op: BinaryOp, kind: FloatKind, a: Term, b: Term) -> Result<Term, Stop> {
        let bits = kind.bits();
        let ty = Type::Float(kind);
        let test = matches!(op, BinaryOp::FEq | BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FUnordered);
        if let (Some(x), Some(y)) = (self.build.known(a), self.build.known(b)) {
            let result = eval::binary(op, ty, &x, &y, &self.program.layout).map_err(inexact)?;
            return Ok(match test || op == BinaryOp::FCopySign {
                true => self.build.value(if test { 1 } else { bits }, &result),
                false => self.computed(ty, &result),
            });
        }
        if op == BinaryOp::FCopySign {
            let sign = self.sign_mask(bits);
            let rest = self.build.bv_not(sign);
            let (magnitude, sign) = (self.build.bv_and(a, rest), self.build.bv_and(b, sign));
            return Ok(self.build.bv_or(magnitude, sign));
        }
        if !test {
            return Ok(self.float_function(Operator::Binary(op, ty), &[a, b], ty));
        }
        // Results of arithmetic are compared as numbers, so that a solver sees that they are some.
        let is_computed = |term: Term| !matches!(self.build.terms.kind(term), Kind::Var | Kind::Const);
        if (format(kind).is_none() || is_computed(a) || is_computed(b))
            && let Some(condition) = exact::compare(&mut self.build, op, kind, a, b)
        {
            return Ok(self.build.bit_of(condition));
        }
        let Some(f) = format(kind) else { return Ok(self.any_float(1)) };
        let (nan_a, nan_b) = (self.is_nan(f, a), self.is_nan(f, b));
        let unordered = self.build.or(nan_a, nan_b);
        let condition = if op == BinaryOp::FUnordered {
            unordered
        } else {
            let ordered = self.build.not(unordered);
            let holds = self.compare_numbers(op, bits, a, b);
            self.build.and(ordered, holds)
        };
        Ok(self.build.bit_of(condition))
    }

    /// Compares floats that are no NaN.
    fn compare_numbers(&mut self, op: BinaryOp, bits: u32, a: Term, b: Term) -> Term {
        let both = self.build.bv_or(a, b);
        let magnitude = self.build.extract(bits - 2, 0, both);
        let zero = self.build.word(bits - 1, 0);
        let zeros = self.build.eq(magnitude, zero);
        let same = self.build.eq(a, b);
        let equal = self.build.or(zeros, same);
        if op == BinaryOp::FEq {
            return equal;
        }
        let (sa, sb) = (self.build.extract(bits - 1, bits - 1, a), self.build.extract(bits - 1, bits - 1, b));
        let (na, nb) = (self.build.is_set(sa), self.build.is_set(sb));
        let (below, above) = (self.build.ult(a, b), self.build.ult(b, a));
        // Same signs: by magnitude, reversed if negative. Different signs: the negative one is
        // less.
        let positive = self.build.not(na);
        let if_positive = self.build.not(nb);
        let if_positive = self.build.and(if_positive, below);
        let if_negative = self.build.implies(nb, above);
        let (p, n) = (self.build.and(positive, if_positive), self.build.and(na, if_negative));
        let less = self.build.or(p, n);
        let differ = self.build.not(equal);
        let less = self.build.and(less, differ);
        if op == BinaryOp::FLt { less } else { self.build.or(less, equal) }
    }

    /// A conversion from or to a float.
    pub(crate) fn float_cast(&mut self, op: CastOp, from: Type, to: Type, a: Term) -> Result<Term, Stop> {
        if let Some(value) = self.build.known(a) {
            let result = eval::cast(op, from, to, &value, &self.program.layout).map_err(inexact)?;
            return Ok(self.computed(to, &result));
        }
        Ok(self.float_function(Operator::Cast(op, from, to), &[a], to))
    }

    /// A fused multiply-add.
    pub(crate) fn float_multiply_add(&mut self, ty: Type, a: Term, b: Term, c: Term) -> Result<Term, Stop> {
        if let (Some(x), Some(y), Some(z)) = (self.build.known(a), self.build.known(b), self.build.known(c)) {
            let result = eval::multiply_add(ty, &x, &y, &z).map_err(inexact)?;
            return Ok(self.computed(ty, &result));
        }
        Ok(self.float_function(Operator::MultiplyAdd(ty), &[a, b, c], ty))
    }

    /// The result of arithmetic on constants: a constant, unless it is a NaN, for that has any
    /// payload.
    fn computed(&mut self, ty: Type, result: &Value) -> Term {
        let width = ty.bits(&self.program.layout);
        let constant = self.build.value(width, result);
        let Type::Float(kind) = ty else { return constant };
        let test = |machine: &mut Self, term| exact::class(&mut machine.build, UnaryOp::FIsNan, kind, term);
        match test(self, constant) {
            Some(is_nan) if self.build.terms.truth(is_nan) == Some(false) => constant,
            is_nan => {
                let nan = self.build.fresh("nan", width);
                match is_nan.and_then(|_| test(self, nan)) {
                    Some(any) => self.axiom(any),
                    None => self.blur(FLOATS),
                }
                nan
            }
        }
    }

    fn sign_mask(&mut self, bits: u32) -> Term {
        self.build.value(bits, &Value::Small(1 << (bits - 1)))
    }

    /// Is the exponent all ones (or zero), and is the mantissa zero?
    fn exponent_and_mantissa(&mut self, (e, m): (u32, u32), a: Term, ones: bool) -> (Term, Term) {
        let exponent = self.build.extract(m + e - 1, m, a);
        let wanted = self.build.word(e, if ones { u64::MAX } else { 0 });
        let mantissa = self.build.extract(m - 1, 0, a);
        let zero = self.build.word(m, 0);
        (self.build.eq(exponent, wanted), self.build.eq(mantissa, zero))
    }

    fn is_nan(&mut self, format: (u32, u32), a: Term) -> Term {
        let (top, zero) = self.exponent_and_mantissa(format, a, true);
        let some = self.build.not(zero);
        self.build.and(top, some)
    }

    /// The result of an operator: exactly, or if terms do not have it such that equal operands give
    /// equal results.
    fn float_function(&mut self, operator: Operator, operands: &[Term], to: Type) -> Term {
        let mut axioms = Vec::new();
        let any = &mut |build: &mut Build, width| build.fresh("nan", width);
        if let Some(exact) = exact::exactly(&mut self.build, operator, operands, to, any, &mut axioms) {
            axioms.into_iter().for_each(|axiom| self.axiom(axiom));
            return exact;
        }
        let width = to.bits(&self.program.layout);
        let formats = [to].into_iter().chain(match operator {
            Operator::Unary(_, ty) | Operator::Binary(_, ty) | Operator::MultiplyAdd(ty) => Some(ty),
            Operator::Cast(_, from, _) => Some(from),
        });
        if formats.into_iter().any(|ty| ty == Type::Float(FloatKind::X87)) {
            return self.any_float(width);
        }
        let sorts: Vec<_> = operands.iter().map(|t| self.build.terms.sort(*t)).collect();
        let sort = self.build.terms.bv_sort(width);
        let symbol = self.build.terms.declare(&format!("{operator:?}"), &sorts, sort);
        let result = self.build.terms.apply(symbol, operands);
        match self.mode {
            Mode::Path => self.floats.push(Application { operator, operands: operands.into(), result }),
            Mode::Anywhere => self.blur(FLOATS),
        }
        let Type::Float(kind) = to else { return result };
        let Some(f) = format(kind) else { return result };
        let nan = self.build.fresh("nan", width);
        let any = self.is_nan(f, nan);
        self.axiom(any);
        let is_nan = self.is_nan(f, result);
        self.build.ite(is_nan, nan, result)
    }

    /// What is true of the operators for the operands that they have in a model, where the model
    /// has it otherwise.
    pub(crate) fn float_lemmas(&mut self, model: &Model) -> Vec<Term> {
        if self.floats.is_empty() {
            return Vec::new();
        }
        let mut roots = Vec::new();
        for application in &self.floats {
            roots.extend(application.operands.iter().copied());
            roots.push(application.result);
        }
        let mut plan = Plan::new(&self.build.terms, &roots);
        plan.run(model);
        let mut at = 0;
        let mut lemmas = Vec::new();
        for application in self.floats.clone() {
            let mut values = SmallVec::<[Value; 3]>::new();
            let mut same = self.always;
            for operand in &application.operands {
                if let TermValue::Bits(bits) = plan.value(at) {
                    values.push(Value::from_words(bits.words(), bits.width()));
                    let constant = self.build.terms.bv(bits);
                    let equal = self.build.eq(*operand, constant);
                    same = self.build.and(same, equal);
                }
                at += 1;
            }
            let has = plan.value(at).clone();
            at += 1;
            let Some(truth) = self.really(application.operator, &values) else { continue };
            let width = self.build.width(application.result);
            let constant = self.build.value(width, &truth);
            if has.as_bits().is_some_and(|b| Some(b) != self.build.terms.constant(constant).as_ref()) {
                let equal = self.build.eq(application.result, constant);
                lemmas.push(self.build.implies(same, equal));
            }
        }
        lemmas
    }

    fn really(&self, operator: Operator, values: &[Value]) -> Option<Value> {
        let layout = &self.program.layout;
        match (operator, values) {
            (Operator::Unary(op, ty), [a]) => eval::unary(op, ty, a, layout).ok(),
            (Operator::Binary(op, ty), [a, b]) => eval::binary(op, ty, a, b, layout).ok(),
            (Operator::Cast(op, from, to), [a]) => eval::cast(op, from, to, a, layout).ok(),
            (Operator::MultiplyAdd(ty), [a, b, c]) => eval::multiply_add(ty, a, b, c).ok(),
            _ => None,
        }
    }
}

fn inexact(error: eval::Inexact) -> Stop {
    Stop::Unsupported(error.to_string())
}
