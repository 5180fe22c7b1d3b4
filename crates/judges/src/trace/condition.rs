//! Conditions in the words of the source.
//!
//! A compiler turns `!(x)` into `x != 0` and exchanges the branches, so "the condition is true"
//! could say the opposite of what the reader sees. A condition is therefore written out: with the
//! variables that were loaded for it, and values for what has no name.

use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::{Printer, View};
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Larger conditions are not written out.
const LARGEST: usize = 16;

/// The loads that define registers, to name what was loaded.
pub(super) struct Loads(HashMap<Register, ExprId>);

impl Loads {
    /// The loads of a program, by the registers that nothing else defines.
    pub(super) fn of(program: &Program) -> Self {
        let mut loads = HashMap::new();
        let mut defined = BTreeSet::new();
        for edge in program.edges.values() {
            edge.op.for_each_definition(|r| {
                if !defined.insert(r) {
                    loads.remove(&r);
                } else if let Op::Load { address, .. } = edge.op {
                    loads.insert(r, address);
                }
            });
        }
        Loads(loads)
    }

    /// An expression in the current activation, if it is not too large.
    pub(super) fn show(&self, view: &View<'_>, expr: ExprId) -> Option<String> {
        let pool = &view.program().exprs;
        let mut needed = BTreeSet::from([expr]);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            stack.extend(pool.operands(next).filter(|o| needed.insert(*o)));
            if needed.len() > LARGEST {
                return None;
            }
        }
        // Operands come before the nodes that use them.
        let mut shown: BTreeMap<ExprId, (String, bool)> = BTreeMap::new();
        for id in needed {
            let text = self.node(view, id, &shown)?;
            shown.insert(id, text);
        }
        shown.remove(&expr).map(|(text, _)| text)
    }

    /// The text of a node, and whether it needs parentheses inside another.
    fn node(&self, view: &View<'_>, id: ExprId, shown: &BTreeMap<ExprId, (String, bool)>) -> Option<(String, bool)> {
        let program = view.program();
        let pool = &program.exprs;
        let plain = |e: ExprId| shown.get(&e).map(|(text, _)| text.clone()).unwrap_or_default();
        let inner = |e: ExprId| match shown.get(&e) {
            Some((text, true)) => format!("({text})"),
            Some((text, false)) => text.clone(),
            None => String::new(),
        };
        let value = || {
            let value = view.evaluate(id)?;
            Some(Printer::new(program, view.memory()).scalar(pool.ty(id), None, &value))
        };
        Some(match pool.get(id) {
            Expr::Register(register) => (self.register(view, register).or_else(value)?, false),
            Expr::Unary(op, a) => {
                let name = match op {
                    UnaryOp::FNeg => return Some((format!("-{}", inner(a)), false)),
                    UnaryOp::FIsNan => "isnan",
                    UnaryOp::FIsInf => "isinf",
                    UnaryOp::FAbs => "fabs",
                    _ => return None,
                };
                (format!("{name}({})", plain(a)), false)
            }
            // A truth value that was widened and is compared with zero again.
            Expr::Binary(BinaryOp::Ne, a, b) if is_zero(pool, b) && is_truth(pool, a) => shown.get(&a)?.clone(),
            Expr::Binary(BinaryOp::Eq, a, b) if is_zero(pool, b) && is_truth(pool, a) => {
                (format!("!{}", inner(a)), false)
            }
            Expr::Binary(BinaryOp::Xor, a, b) if pool.ty(id) == Type::BOOL && pool.get(b) == Expr::Const(1) => {
                (format!("!{}", inner(a)), false)
            }
            Expr::Binary(op, a, b) => {
                let (sign, unsigned) = sign(op)?;
                let side = |e: ExprId| match pool.get(e) {
                    Expr::Const(n) if unsigned && pool.ty(e).is_int() => n.to_string(),
                    _ => inner(e),
                };
                (format!("{} {sign} {}", side(a), side(b)), true)
            }
            Expr::Cast(_, a) => shown.get(&a)?.clone(),
            Expr::Const(_) | Expr::Wide(_) | Expr::Null | Expr::GlobalAddr(_) | Expr::FunctionAddr(_) => {
                (value()?, false)
            }
            Expr::Select(..) | Expr::FMulAdd(..) => return None,
        })
    }

    /// The variable that a register holds, or was loaded from.
    fn register(&self, view: &View<'_>, register: Register) -> Option<String> {
        let program = view.program();
        if let Some(variable) = &program.registers[register].variable {
            return Some(variable.name.clone());
        }
        let pointer = view.evaluate(*self.0.get(&register)?)?.low();
        let object = view.memory().object((pointer >> 64) as u64)?;
        let named = match object.origin() {
            ObjectOrigin::Global(g) => program.globals[g].variable.is_some(),
            ObjectOrigin::Stack { site, .. } => program.sites[site].variable.is_some(),
            _ => false,
        };
        let ty = program.registers[register].ty;
        if !named || pointer as u64 != object.base() || object.size() != ty.store_size(&program.layout) {
            return None;
        }
        // It may have changed since it was loaded, as in `x++ == 1`.
        let bytes: Option<Vec<u8>> = (0..object.size()).map(|i| object.byte(i)).collect();
        let bits = ty.bits(&program.layout);
        let now = Value::from_bytes(&bytes?, bits);
        let then = match (ty, view.register(register)?) {
            (Type::Ptr, pointer) => Value::Small((pointer.low() as u64).into()),
            (_, value) => value,
        };
        (now == then).then(|| object.describe(program))
    }
}

fn is_zero(pool: &ExprPool, expr: ExprId) -> bool {
    pool.get(expr) == Expr::Const(0)
}

/// Is this a truth value in a wider integer?
fn is_truth(pool: &ExprPool, expr: ExprId) -> bool {
    pool.ty(expr) == Type::BOOL || matches!(pool.get(expr), Expr::Cast(CastOp::ZExt, a) if pool.ty(a) == Type::BOOL)
}

/// The sign of an operator in C, and whether it reads its operands without a sign.
fn sign(op: BinaryOp) -> Option<(&'static str, bool)> {
    Some(match op {
        BinaryOp::Add | BinaryOp::FAdd | BinaryOp::PtrAdd => ("+", false),
        BinaryOp::Sub | BinaryOp::FSub => ("-", false),
        BinaryOp::Mul | BinaryOp::FMul => ("*", false),
        BinaryOp::SDiv | BinaryOp::FDiv => ("/", false),
        BinaryOp::UDiv => ("/", true),
        BinaryOp::SRem => ("%", false),
        BinaryOp::URem => ("%", true),
        BinaryOp::Shl => ("<<", false),
        BinaryOp::AShr => (">>", false),
        BinaryOp::LShr => (">>", true),
        BinaryOp::And => ("&", false),
        BinaryOp::Or => ("|", false),
        BinaryOp::Xor => ("^", false),
        BinaryOp::Eq | BinaryOp::FEq => ("==", false),
        BinaryOp::Ne => ("!=", false),
        BinaryOp::Slt | BinaryOp::FLt => ("<", false),
        BinaryOp::Sle | BinaryOp::FLe => ("<=", false),
        BinaryOp::Ult => ("<", true),
        BinaryOp::Ule => ("<=", true),
        _ => return None,
    })
}
