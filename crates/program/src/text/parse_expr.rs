//! Reading expressions. The recursion is bounded by [`MAX_NESTING`]; what is deeper is written with
//! `let`.

use super::cursor::{Cursor, Parsed, entity_number};
use super::error::{Cause, ParseError};
use super::lex::{Kind, Token, hex_digit};
use super::names::{INFIX, Referent, keeps_type};
use super::print_op::unary_keeps_type;
use crate::expr::{BinaryOp, CastOp, Expr, ExprPool, UnaryOp};
use crate::ids::*;
use crate::model::RegisterData;
use crate::types::{DataLayout, FloatKind, Type};

/// How deeply expressions may be nested.
const MAX_NESTING: u32 = 64;

/// What expressions of a function can refer to, and where they go.
pub(super) struct Scope<'p> {
    pub layout: &'p DataLayout,
    pub pool: &'p mut ExprPool,
    pub first_register: u32,
    pub registers: Vec<RegisterData>,
    pub lets: Vec<ExprId>,
}

impl Scope<'_> {
    fn register(&self, number: u32) -> Option<&RegisterData> {
        self.registers.get(number.checked_sub(self.first_register)? as usize)
    }

    /// The register that stands here.
    pub(super) fn take_register(&self, c: &mut Cursor) -> Parsed<(Register, Type)> {
        let Kind::Register(digits) = c.token.kind else { return c.unexpected("a register") };
        let known = entity_number(digits).and_then(|n| Some((Register::from_u32(n), self.register(n)?.ty)));
        let found = known.ok_or_else(|| c.error(Cause::Unknown(format!("register %{digits}"))))?;
        c.advance()?;
        Ok(found)
    }

    /// An expression of any type; constants need their type.
    pub(super) fn any(&mut self, c: &mut Cursor) -> Parsed<ExprId> {
        self.expr(c, None, 0)
    }

    /// An expression of the given type.
    pub(super) fn typed(&mut self, c: &mut Cursor, ty: Type) -> Parsed<ExprId> {
        let token = c.token;
        let e = self.expr(c, Some(ty), 0)?;
        self.expect(c, token, e, ty)
    }

    /// An operand of the given type: an infix operator only in parentheses.
    pub(super) fn typed_operand(&mut self, c: &mut Cursor, ty: Type) -> Parsed<ExprId> {
        let token = c.token;
        let e = self.operand(c, Some(ty), 0)?;
        self.expect(c, token, e, ty)
    }

    fn expect(&self, c: &Cursor, token: Token, e: ExprId, ty: Type) -> Parsed<ExprId> {
        let found = self.pool.ty(e);
        if found == ty { Ok(e) } else { Err(c.error_at(token, Cause::TypeMismatch { found, expected: ty })) }
    }

    fn expr(&mut self, c: &mut Cursor, expected: Option<Type>, depth: u32) -> Parsed<ExprId> {
        if depth > MAX_NESTING {
            return Err(c.error(Cause::TooDeep));
        }
        let left = self.operand(c, expected, depth)?;
        let Kind::Operator(symbol) = c.token.kind else { return Ok(left) };
        if !INFIX.iter().any(|(_, s)| *s == symbol) {
            return Ok(left);
        }
        let operator = c.advance()?;
        let left_type = self.pool.ty(left);
        let right_type =
            if left_type == Type::Ptr && symbol == "+" { Type::Int(self.layout.pointer_bits) } else { left_type };
        let right_token = c.token;
        let right = self.operand(c, Some(right_type), depth + 1)?;
        self.expect(c, right_token, right, right_type)?;
        let fits = |op: &BinaryOp| op.result(left_type, right_type, self.layout.pointer_bits);
        let found = INFIX.iter().filter(|(_, s)| *s == symbol).find_map(|(op, _)| Some((*op, fits(op)?)));
        let Some((op, ty)) = found else {
            return Err(c.error_at(operator, Cause::IllTyped(symbol.into())));
        };
        Ok(self.pool.intern(Expr::Binary(op, left, right), ty))
    }

    fn operand(&mut self, c: &mut Cursor, expected: Option<Type>, depth: u32) -> Parsed<ExprId> {
        let token = c.token;
        match token.kind {
            Kind::Register(_) => {
                let (register, ty) = self.take_register(c)?;
                Ok(self.pool.intern(Expr::Register(register), ty))
            }
            Kind::Let(digits) => {
                let known = entity_number(digits).and_then(|n| self.lets.get(n as usize).copied());
                let e = known.ok_or_else(|| c.error(Cause::Unknown(format!("${digits}"))))?;
                c.advance()?;
                Ok(e)
            }
            Kind::Number(digits) => {
                c.advance()?;
                let ty = if c.take_operator(":")? {
                    c.ty()?
                } else {
                    expected.ok_or_else(|| c.error_at(token, Cause::UntypedConstant))?
                };
                self.constant(digits, ty)
                    .ok_or_else(|| c.error_at(token, Cause::NumberRange(digits.chars().take(40).collect())))
            }
            Kind::Operator("(") => {
                c.advance()?;
                let e = self.expr(c, expected, depth + 1)?;
                c.operator(")")?;
                Ok(e)
            }
            Kind::Word("null") => {
                c.advance()?;
                Ok(self.pool.intern(Expr::Null, Type::Ptr))
            }
            _ => match c.try_referent()? {
                Some(Referent::Function(f)) => Ok(self.pool.intern(Expr::FunctionAddr(f), Type::Ptr)),
                Some(Referent::Global(g)) => Ok(self.pool.intern(Expr::GlobalAddr(g), Type::Ptr)),
                None => self.application(c, expected, depth),
            },
        }
    }

    /// An operator written as a function.
    fn application(&mut self, c: &mut Cursor, expected: Option<Type>, depth: u32) -> Parsed<ExprId> {
        let token = c.token;
        let Kind::Word(name) = token.kind else { return c.unexpected("an expression") };
        let unary = UnaryOp::NAMES.iter().find(|(_, n)| *n == name).map(|(op, _)| *op);
        let binary = BinaryOp::NAMES.iter().find(|(_, n)| *n == name).map(|(op, _)| *op);
        let cast = CastOp::NAMES.iter().find(|(_, n)| *n == name).map(|(op, _)| *op);
        if unary.is_none() && binary.is_none() && cast.is_none() && name != "select" && name != "fma" {
            return c.unexpected("an expression");
        }
        c.advance()?;
        c.operator("(")?;
        let depth = depth + 1;
        let ill_typed =
            || ParseError { line: token.line, column: token.column, cause: Cause::IllTyped(name.to_owned()) };
        let bits = self.layout.pointer_bits;
        let (expr, ty) = if let Some(op) = unary {
            let a = self.expr(c, expected.filter(|_| unary_keeps_type(op)), depth)?;
            (Expr::Unary(op, a), op.result(self.pool.ty(a)).ok_or_else(ill_typed)?)
        } else if let Some(op) = binary {
            let a = self.expr(c, expected.filter(|_| keeps_type(op)), depth)?;
            let left = self.pool.ty(a);
            c.operator(",")?;
            let right = if op == BinaryOp::PtrAdd { Type::Int(bits) } else { left };
            let b = self.expr(c, Some(right), depth)?;
            (Expr::Binary(op, a, b), op.result(left, self.pool.ty(b), bits).ok_or_else(ill_typed)?)
        } else if let Some(op) = cast {
            let a = self.expr(c, None, depth)?;
            c.operator(",")?;
            let to = c.ty()?;
            if !op.fits(self.pool.ty(a), to, bits) {
                return Err(ill_typed());
            }
            (Expr::Cast(op, a), to)
        } else {
            let select = name == "select";
            let a = self.expr(c, if select { Some(Type::BOOL) } else { expected }, depth)?;
            c.operator(",")?;
            let b = self.expr(c, if select { expected } else { Some(self.pool.ty(a)) }, depth)?;
            let ty = self.pool.ty(b);
            c.operator(",")?;
            let d = self.expr(c, Some(ty), depth)?;
            let first = if select { Type::BOOL } else { ty };
            let float = matches!(ty, Type::Float(_));
            if self.pool.ty(a) != first || self.pool.ty(d) != ty || !(select || float) {
                return Err(ill_typed());
            }
            (if select { Expr::Select(a, b, d) } else { Expr::FMulAdd(a, b, d) }, ty)
        };
        c.operator(")")?;
        Ok(self.pool.intern(expr, ty))
    }

    /// A constant, if the digits fit the type.
    fn constant(&mut self, digits: &str, ty: Type) -> Option<ExprId> {
        if ty == Type::Ptr {
            return None;
        }
        let bits = ty.bits(self.layout);
        if let Some(hex) = digits.strip_prefix("0x") {
            // All digits must be there, so that a short text cannot ask for much memory.
            let needed = bits.div_ceil(4) as usize;
            if hex.is_empty() || hex.len() > needed || (bits > 64 && hex.len() != needed) {
                return None;
            }
            let mut words = vec![0u64; bits.div_ceil(64) as usize];
            for (i, c) in hex.bytes().rev().enumerate() {
                words[i / 16] |= u64::from(hex_digit(c)?) << (i % 16 * 4);
            }
            let rest = bits % 64;
            if rest != 0 && words.last()? >> rest != 0 {
                return None;
            }
            return Some(self.pool.constant(&words, ty, bits));
        }
        let value = match ty {
            Type::Float(FloatKind::Double) => digits.parse::<f64>().ok().filter(|v| v.is_finite())?.to_bits(),
            Type::Float(FloatKind::Single) => {
                u64::from(digits.parse::<f32>().ok().filter(|v| v.is_finite())?.to_bits())
            }
            Type::Int(w) if w <= 64 => {
                let value: i128 = digits.parse().ok()?;
                if value < -(1i128 << (w - 1)) || value >= 1i128 << w {
                    return None;
                }
                value as u64
            }
            _ => return None,
        };
        Some(self.pool.constant(&[value], ty, bits))
    }
}
