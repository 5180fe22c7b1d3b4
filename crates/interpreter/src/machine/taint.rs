//! Which bits of a value depend on indeterminate values.
//!
//! Bit by bit, so that a bit-field may be written into an uninitialised word and read back: bitwise
//! operators, shifts and extensions move taint exactly; in sums it spreads upwards; a comparison is
//! untainted if its untainted bits decide it. Everything else taints its whole result.

use crate::code::{Code, FloatOp, Insn, Pure, Test, slot_count};
use crate::eval::mask;
use adumbra_operators::word;
use adumbra_program::{DataLayout, Type};

fn spread(taint: u64, sh: u8) -> u128 {
    if taint == 0 { 0 } else { u128::from((u64::MAX << taint.trailing_zeros()) & (u64::MAX >> sh)) }
}

fn all(tainted: bool, sh: u8) -> u128 {
    if tainted { u128::from(u64::MAX >> sh) } else { 0 }
}

/// Is `a < b` (or `a <= b`) undecided by the untainted bits?
fn order(strict: bool, (a, ta): (u64, u64), (b, tb): (u64, u64)) -> bool {
    let (low_a, high_a, low_b, high_b) = (a & !ta, a | ta, b & !tb, b | tb);
    if strict { !(high_a < low_b || low_a >= high_b) } else { !(high_a <= low_b || low_a > high_b) }
}

fn equality((a, ta): (u64, u64), (b, tb): (u64, u64)) -> bool {
    let taint = ta | tb;
    taint != 0 && (a ^ b) & !taint == 0
}

fn signed(sh: u8, (a, ta): (u64, u64)) -> (u64, u64) {
    ((a << sh) ^ 1 << 63, ta << sh)
}

/// Does a branch depend on an indeterminate value?
pub(super) fn undecided(insn: Insn, f: &[u128], t: &[u128]) -> bool {
    let of = |s: u32| (f[s as usize] as u64, t[s as usize] as u64);
    match insn {
        Insn::Branch { a, .. } => t[a as usize] != 0,
        Insn::BranchEq { a, b, .. } | Insn::BranchNe { a, b, .. } => equality(of(a), of(b)),
        Insn::BranchUlt { a, b, .. } => order(true, of(a), of(b)),
        Insn::BranchUle { a, b, .. } => order(false, of(a), of(b)),
        Insn::BranchSlt { sh, a, b, .. } => order(true, signed(sh, of(a)), signed(sh, of(b))),
        Insn::BranchSle { sh, a, b, .. } => order(false, signed(sh, of(a)), signed(sh, of(b))),
        _ => false,
    }
}

/// Sets the taint of an instruction's result; called before the instruction is executed. Loads are
/// not done here.
pub(super) fn propagate(insn: Insn, code: &Code, f: &[u128], t: &mut [u128], layout: &DataLayout) {
    let v = |s: u32| f[s as usize] as u64;
    let low = |t: &[u128], s: u32| t[s as usize] as u64;
    let any = |t: &[u128], a: u32, b: u32| t[a as usize] != 0 || t[b as usize] != 0;
    let (dst, taint) = match insn {
        Insn::Move { dst, a } => (dst, t[a as usize]),
        Insn::MoveIf { dst, c, a } => {
            let (d, a) = (dst as usize, a as usize);
            let taint = if t[c as usize] != 0 {
                t[d] | t[a] | f[d] ^ f[a]
            } else if f[c as usize] != 0 {
                t[a]
            } else {
                t[d]
            };
            (dst, taint)
        }
        Insn::Add { sh, dst, a, b } | Insn::Sub { sh, dst, a, b } | Insn::Mul { sh, dst, a, b } => {
            (dst, spread(low(t, a) | low(t, b), sh))
        }
        Insn::UDiv { sh, dst, a, b }
        | Insn::SDiv { sh, dst, a, b }
        | Insn::URem { sh, dst, a, b }
        | Insn::SRem { sh, dst, a, b } => (dst, all(any(t, a, b), sh)),
        Insn::Shl { sh, dst, a, b } | Insn::LShr { sh, dst, a, b } | Insn::AShr { sh, dst, a, b } => {
            let taint = if t[b as usize] != 0 {
                all(true, sh)
            } else {
                let (old, amount) = (low(t, a), v(b));
                let moved = match insn {
                    Insn::Shl { .. } => word::shl(old, amount, sh.into()),
                    Insn::LShr { .. } => word::lshr(old, amount),
                    _ => word::ashr(old, amount, sh.into()),
                };
                moved.into()
            };
            (dst, taint)
        }
        Insn::And { dst, a, b } => {
            let (ta, tb) = (low(t, a), low(t, b));
            (dst, (ta & tb | ta & v(b) | tb & v(a)).into())
        }
        Insn::Or { dst, a, b } => {
            let (ta, tb) = (low(t, a), low(t, b));
            (dst, (ta & tb | ta & !v(b) | tb & !v(a)).into())
        }
        Insn::Xor { dst, a, b } => (dst, (low(t, a) | low(t, b)).into()),
        Insn::Compare { test, dst, a, b } => {
            let (a, b) = ((v(a), low(t, a)), (v(b), low(t, b)));
            let undecided = match test {
                Test::Eq | Test::Ne => equality(a, b),
                Test::Ult => order(true, a, b),
                Test::Ule => order(false, a, b),
            };
            (dst, undecided.into())
        }
        Insn::CompareSigned { sh, strict, dst, a, b } => {
            let (a, b) = ((v(a), low(t, a)), (v(b), low(t, b)));
            (dst, order(strict, signed(sh, a), signed(sh, b)).into())
        }
        Insn::Overflow { dst, a, b, .. } => (dst, any(t, a, b).into()),
        Insn::Trunc { sh, dst, a } => (dst, word::truncate(low(t, a), sh.into()).into()),
        Insn::SExt { from, to, dst, a } => (dst, word::sign_extend(low(t, a), from.into(), to.into()).into()),
        Insn::PtrAdd { dst, a, b } => (dst, spread(low(t, a) | low(t, b), 0) | t[a as usize] >> 64 << 64),
        Insn::PtrToInt { dst, a } => (dst, low(t, a).into()),
        Insn::IntToPtr { dst, a } => (dst, all(t[a as usize] != 0, 0)),
        Insn::Float64 { op, dst, a, b } | Insn::Float32 { op, dst, a, b } => {
            let sh = match (op, insn) {
                (FloatOp::Eq | FloatOp::Lt | FloatOp::Le, _) => 63,
                (_, Insn::Float32 { .. }) => 32,
                _ => 0,
            };
            (dst, all(any(t, a, b), sh))
        }
        Insn::Pure { index } => return propagate_pure(code.pures[index as usize], f, t, layout),
        _ => return,
    };
    t[dst as usize] = taint;
}

fn propagate_pure(pure: Pure, f: &[u128], t: &mut [u128], layout: &DataLayout) {
    let tainted = |t: &[u128], slot: u32, ty: Type| {
        let at = slot as usize;
        t[at..at + slot_count(ty) as usize].iter().any(|t| *t != 0)
    };
    let (dst, ty, taint) = match pure {
        Pure::Unary { op, ty, dst, a } => (dst, op.result(ty).unwrap_or(ty), tainted(t, a, ty)),
        Pure::Binary { op, ty, dst, a, b } => {
            let result = op.result(ty, ty, layout.pointer_bits).unwrap_or(ty);
            (dst, result, tainted(t, a, ty) || tainted(t, b, ty))
        }
        Pure::Cast { from, to, dst, a, .. } => (dst, to, tainted(t, a, from)),
        Pure::MultiplyAdd { ty, dst, a, b, c } => (dst, ty, [a, b, c].into_iter().any(|s| tainted(t, s, ty))),
        Pure::Move { count, dst, a } => {
            return t.copy_within(a as usize..(a + count) as usize, dst as usize);
        }
        Pure::Select { count, dst, c, a, b } => {
            for i in 0..count {
                let (d, a, b) = ((dst + i) as usize, (a + i) as usize, (b + i) as usize);
                t[d] = if t[c as usize] != 0 {
                    t[a] | t[b] | f[a] ^ f[b]
                } else if f[c as usize] != 0 {
                    t[a]
                } else {
                    t[b]
                };
            }
            return;
        }
    };
    let mut width = ty.bits(layout);
    for slot in &mut t[dst as usize..(dst + slot_count(ty)) as usize] {
        *slot = if taint { mask(width) } else { 0 };
        width = width.saturating_sub(128);
    }
}
