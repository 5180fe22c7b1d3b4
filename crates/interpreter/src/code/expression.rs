//! Expressions become instructions, operands first.

use super::compile::Compiler;
use super::*;

fn small(ty: Type) -> bool {
    matches!(ty, Type::Int(w) if w <= 64)
}

fn sh(ty: Type) -> u8 {
    match ty {
        Type::Int(w) if w <= 64 => (64 - w) as u8,
        _ => 0,
    }
}

impl Compiler<'_> {
    /// The slot that holds the value of an expression; computes it first unless it is there.
    pub(super) fn operand(&mut self, expr: ExprId) -> Slot {
        if let Some(slot) = self.leaf(expr) {
            return slot;
        }
        self.operands_first(expr);
        match self.cached.get(&expr) {
            Some(slot) => *slot,
            None => {
                let dst = self.temporary(slot_count(self.program.exprs.ty(expr)));
                self.node(expr, dst);
                self.cached.insert(expr, dst);
                dst
            }
        }
    }

    /// Computes an expression into a slot.
    pub(super) fn compute(&mut self, expr: ExprId, dst: Slot) {
        let count = slot_count(self.program.exprs.ty(expr));
        let place = self.leaf(expr).or_else(|| self.cached.get(&expr).copied());
        match place {
            Some(a) if a == dst => {}
            Some(a) if count == 1 => self.emit(Insn::Move { dst, a }),
            Some(a) => self.pure(Pure::Move { count, dst, a }),
            None => {
                self.operands_first(expr);
                self.node(expr, dst);
            }
        }
    }

    fn leaf(&mut self, expr: ExprId) -> Option<Slot> {
        let program = self.program;
        Some(match program.exprs.get(expr) {
            Expr::Register(r) => self.register(r),
            Expr::Const(value) => self.constant(&[value.into()]),
            Expr::Wide(id) => {
                let words = program.exprs.wide(id);
                let slots: Vec<u128> = words
                    .chunks(2)
                    .map(|c| u128::from(c[0]) | u128::from(c.get(1).copied().unwrap_or(0)) << 64)
                    .collect();
                self.constant(&slots)
            }
            Expr::Null => self.constant(&[0]),
            Expr::GlobalAddr(g) => self.constant(&[self.globals[g]]),
            Expr::FunctionAddr(f) => self.constant(&[self.functions[f]]),
            _ => return None,
        })
    }

    /// Computes the proper operands of an expression, without recursion: operands have smaller ids.
    fn operands_first(&mut self, expr: ExprId) {
        let pool = &self.program.exprs;
        let mut needed = std::collections::BTreeSet::new();
        let mut stack: Vec<ExprId> = pool.operands(expr).collect();
        while let Some(next) = stack.pop() {
            let inner = pool.operands(next).next().is_some();
            if inner && !self.cached.contains_key(&next) && needed.insert(next) {
                stack.extend(pool.operands(next));
            }
        }
        for next in needed {
            let dst = self.temporary(slot_count(pool.ty(next)));
            self.node(next, dst);
            self.cached.insert(next, dst);
        }
    }

    fn ready(&mut self, expr: ExprId) -> Slot {
        match self.leaf(expr) {
            Some(slot) => slot,
            None => self.cached[&expr],
        }
    }

    /// Emits one node whose operands are ready.
    fn node(&mut self, expr: ExprId, dst: Slot) {
        let pool = &self.program.exprs;
        let ty = pool.ty(expr);
        match pool.get(expr) {
            Expr::Unary(op, a) => {
                let ty = pool.ty(a);
                let a = self.ready(a);
                self.pure(Pure::Unary { op, ty, dst, a });
            }
            Expr::Binary(op, a, b) => {
                let operand = pool.ty(a);
                let (a, b) = (self.ready(a), self.ready(b));
                match binary(op, operand, dst, a, b) {
                    Some(insn) => self.emit(insn),
                    None => self.pure(Pure::Binary { op, ty: operand, dst, a, b }),
                }
            }
            Expr::Cast(op, a) => {
                let from = pool.ty(a);
                let a = self.ready(a);
                match cast(op, from, ty, dst, a) {
                    Some(insn) => self.emit(insn),
                    None => self.pure(Pure::Cast { op, from, to: ty, dst, a }),
                }
            }
            Expr::Select(c, a, b) => {
                let (c, a, b) = (self.ready(c), self.ready(a), self.ready(b));
                let count = slot_count(ty);
                if count == 1 && dst != c && dst != a {
                    if dst != b {
                        self.emit(Insn::Move { dst, a: b });
                    }
                    self.emit(Insn::MoveIf { dst, c, a });
                } else {
                    self.pure(Pure::Select { count, dst, c, a, b });
                }
            }
            Expr::FMulAdd(a, b, c) => {
                let (a, b, c) = (self.ready(a), self.ready(b), self.ready(c));
                self.pure(Pure::MultiplyAdd { ty, dst, a, b, c });
            }
            _ => {}
        }
    }

    /// Emits the branch to `target` if the condition has the given truth value.
    pub(super) fn branch(&mut self, condition: ExprId, truth: bool, n: u16) -> usize {
        let pool = &self.program.exprs;
        let (mut condition, mut truth) = (condition, truth);
        while let Expr::Binary(BinaryOp::Xor, a, b) = pool.get(condition)
            && pool.ty(a) == Type::BOOL
            && pool.get(b) == Expr::Const(1)
            && !self.cached.contains_key(&condition)
        {
            condition = a;
            truth = !truth;
        }
        let target = 0;
        if let Expr::Binary(op, a, b) = pool.get(condition)
            && (small(pool.ty(a)) || pool.ty(a) == Type::Ptr)
            && !self.cached.contains_key(&condition)
        {
            let sh = sh(pool.ty(a));
            use BinaryOp::*;
            if matches!(op, Eq | Ne | Ult | Ule | Slt | Sle) {
                let (a, b) = (self.operand(a), self.operand(b));
                let insn = match (op, truth) {
                    (Eq, true) | (Ne, false) => Insn::BranchEq { n, a, b, target },
                    (Ne, _) | (Eq, _) => Insn::BranchNe { n, a, b, target },
                    (Ult, true) => Insn::BranchUlt { n, a, b, target },
                    (Ult, false) => Insn::BranchUle { n, a: b, b: a, target },
                    (Ule, true) => Insn::BranchUle { n, a, b, target },
                    (Ule, false) => Insn::BranchUlt { n, a: b, b: a, target },
                    (Slt, true) => Insn::BranchSlt { n, sh, a, b, target },
                    (Slt, false) => Insn::BranchSle { n, sh, a: b, b: a, target },
                    (_, true) => Insn::BranchSle { n, sh, a, b, target },
                    (_, false) => Insn::BranchSlt { n, sh, a: b, b: a, target },
                };
                self.emit(insn);
                return self.code.insns.len() - 1;
            }
        }
        let a = self.operand(condition);
        self.emit(Insn::Branch { n, truth, a, target });
        self.code.insns.len() - 1
    }
}

fn binary(op: BinaryOp, ty: Type, dst: Slot, a: Slot, b: Slot) -> Option<Insn> {
    use BinaryOp::*;
    let sh = sh(ty);
    if let Type::Float(kind) = ty {
        let op = match op {
            FAdd => FloatOp::Add,
            FSub => FloatOp::Sub,
            FMul => FloatOp::Mul,
            FDiv => FloatOp::Div,
            FEq => FloatOp::Eq,
            FLt => FloatOp::Lt,
            FLe => FloatOp::Le,
            _ => return None,
        };
        return match kind {
            FloatKind::Double => Some(Insn::Float64 { op, dst, a, b }),
            FloatKind::Single => Some(Insn::Float32 { op, dst, a, b }),
            _ => None,
        };
    }
    if op == PtrAdd {
        return Some(Insn::PtrAdd { dst, a, b });
    }
    let test = match op {
        Eq => Some(Test::Eq),
        Ne => Some(Test::Ne),
        Ult => Some(Test::Ult),
        Ule => Some(Test::Ule),
        _ => None,
    };
    if let Some(test) = test {
        return (small(ty) || ty == Type::Ptr).then_some(Insn::Compare { test, dst, a, b });
    }
    if !small(ty) {
        return None;
    }
    Some(match op {
        Add => Insn::Add { sh, dst, a, b },
        Sub => Insn::Sub { sh, dst, a, b },
        Mul => Insn::Mul { sh, dst, a, b },
        UDiv => Insn::UDiv { sh, dst, a, b },
        SDiv => Insn::SDiv { sh, dst, a, b },
        URem => Insn::URem { sh, dst, a, b },
        SRem => Insn::SRem { sh, dst, a, b },
        Shl => Insn::Shl { sh, dst, a, b },
        LShr => Insn::LShr { sh, dst, a, b },
        AShr => Insn::AShr { sh, dst, a, b },
        And => Insn::And { dst, a, b },
        Or => Insn::Or { dst, a, b },
        Xor => Insn::Xor { dst, a, b },
        Slt => Insn::CompareSigned { sh, strict: true, dst, a, b },
        Sle => Insn::CompareSigned { sh, strict: false, dst, a, b },
        UAddOverflow => Insn::Overflow { test: OverflowTest::UAdd, sh, dst, a, b },
        SAddOverflow => Insn::Overflow { test: OverflowTest::SAdd, sh, dst, a, b },
        USubOverflow => Insn::Overflow { test: OverflowTest::USub, sh, dst, a, b },
        SSubOverflow => Insn::Overflow { test: OverflowTest::SSub, sh, dst, a, b },
        UMulOverflow => Insn::Overflow { test: OverflowTest::UMul, sh, dst, a, b },
        SMulOverflow => Insn::Overflow { test: OverflowTest::SMul, sh, dst, a, b },
        _ => return None,
    })
}

fn cast(op: CastOp, from: Type, to: Type, dst: Slot, a: Slot) -> Option<Insn> {
    let narrow = |ty: Type| slot_count(ty) == 1;
    match op {
        CastOp::Trunc if small(to) && narrow(from) => Some(Insn::Trunc { sh: sh(to), dst, a }),
        CastOp::ZExt | CastOp::Bits if narrow(from) && narrow(to) => Some(Insn::Move { dst, a }),
        CastOp::SExt if small(from) && small(to) => Some(Insn::SExt { from: sh(from), to: sh(to), dst, a }),
        CastOp::PtrToInt => Some(Insn::PtrToInt { dst, a }),
        CastOp::IntToPtr => Some(Insn::IntToPtr { dst, a }),
        _ => None,
    }
}
