//! LLVM's intrinsic functions.

use super::arithmetic::compare;
use super::function::Translator;
use super::instructions::all_bits_flipped;
use crate::constants::{ptr_to_int, resize, zero};
use crate::sys::{LLVMIntPredicate as IntP, LLVMOpcode as Opcode, Value};
use adumbra_program::{BinaryOp, CastOp, Expr, ExprId, InputSource, Op, ProgramBuilder, Type, UnaryOp, Violation};

/// Intrinsics that carry hints, annotations or debug information and have no effect.
const IGNORED: &[&str] = &[
    "llvm.dbg.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.sideeffect",
    "llvm.prefetch",
    "llvm.var.annotation",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.va_end",
    "llvm.debugtrap",
    "llvm.fake.use",
    "llvm.pseudoprobe",
    "llvm.clear_cache",
];

/// Intrinsics whose value is their first argument.
const IDENTITY: &[&str] = &[
    "llvm.expect",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.threadlocal.address",
    "llvm.ptr.annotation",
    "llvm.annotation",
    "llvm.ssa.copy",
    "llvm.arithmetic.fence",
    "llvm.canonicalize",
    "llvm.preserve.",
];

impl Translator<'_, '_> {
    /// Translates a call of an intrinsic.
    pub(crate) fn intrinsic(&mut self, i: Value, name: &str) -> Result<(), String> {
        let is = |prefixes: &[&str]| prefixes.iter().any(|p| name.starts_with(p));
        if is(IGNORED) {
            return Ok(());
        }
        let arguments = i.arguments();
        if is(IDENTITY) {
            let value = self.value(arguments[0])?;
            self.define(i, value.to_vec());
            return Ok(());
        }
        if name.starts_with("llvm.lifetime.") {
            return self.scope(i, name.starts_with("llvm.lifetime.start"));
        }
        if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
            let (to, from) = (self.scalar(arguments[0])?, self.scalar(arguments[1])?);
            let length = self.length(arguments[2])?;
            self.emit(Op::Copy { to, from, length });
            return Ok(());
        }
        if name.starts_with("llvm.memset") {
            let (to, byte) = (self.scalar(arguments[0])?, self.scalar(arguments[1])?);
            let length = self.length(arguments[2])?;
            self.emit(Op::Fill { to, byte, length });
            return Ok(());
        }
        // The name without types: llvm.smax.i32 -> smax.
        let stem = stem(name);
        match stem {
            "trap" => self.emit_last(Op::Violation(Violation::Trap)),
            "ubsantrap" => {
                let kind = arguments.first().and_then(|a| a.as_u64()).unwrap_or(0);
                self.emit_last(Op::Violation(sanitizer_violation(kind)));
            }
            "stacksave" => {
                let registers = self.result_registers(i)?;
                self.emit(Op::StackSave { register: registers[0] });
            }
            "stackrestore" => {
                let token = self.scalar(arguments[0])?;
                self.emit(Op::StackRestore { token });
            }
            "va_start" => {
                let list = self.scalar(arguments[0])?;
                self.emit(Op::VaStart { list });
            }
            "va_copy" => {
                let (to, from) = (self.scalar(arguments[0])?, self.scalar(arguments[1])?);
                let size = if self.builder().layout().pointer_bits == 64 { 24 } else { 4 };
                let length = self.word(size);
                self.emit(Op::Copy { to, from, length });
            }
            "objectsize" => {
                // "Unknown" is always a right answer: all ones, or zero if a lower bound is wanted.
                let ty = self.leaves_of(i.ty())?[0].ty;
                let lower = self.scalar(arguments[1])?;
                let unknown = if self.known(lower) == Some(0) { ones } else { zero };
                let value = unknown(self.builder(), ty);
                self.define(i, vec![value]);
            }
            "is.constant" => {
                let no = self.builder().exprs.int(0, 1);
                self.define(i, vec![no]);
            }
            "get.rounding" | "flt.rounds" => {
                let nearest = self.builder().exprs.int(1, 32);
                self.define(i, vec![nearest]);
            }
            "readcyclecounter" | "readsteadycounter" | "pow" | "powi" | "sin" | "cos" | "tan" | "exp" | "exp2"
            | "exp10" | "log" | "log2" | "log10" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" => {
                let symbol = self.builder().symbol(stem);
                self.define_input(i, InputSource::External(symbol))?;
            }
            "ptrmask" => {
                let pointer = self.scalar(arguments[0])?;
                let mask = self.scalar(arguments[1])?;
                let b = self.builder();
                let word = Type::Int(b.layout().pointer_bits);
                let mask = resize(b, mask, word);
                let address = ptr_to_int(b, pointer, word);
                let masked = b.binary(BinaryOp::And, address, mask);
                let offset = b.binary(BinaryOp::Sub, masked, address);
                let moved = b.binary(BinaryOp::PtrAdd, pointer, offset);
                self.define(i, vec![moved]);
            }
            "lround" | "llround" | "lrint" | "llrint" => {
                // What does not fit is as undefined here as in a conversion.
                let rounding = if stem.ends_with("round") { UnaryOp::FRound } else { UnaryOp::FRoundEven };
                let target: Vec<Type> = self.leaves_of(i.ty())?.into_iter().map(|l| l.ty).collect();
                let mut lanes = Vec::new();
                for (a, ty) in self.value(arguments[0])?.iter().zip(target) {
                    let rounded = self.builder().unary(rounding, *a);
                    lanes.push(self.float_to_int(rounded, ty, true));
                }
                self.define(i, lanes);
            }
            "is.fpclass" => {
                let lanes = self.value(arguments[0])?;
                let mask = arguments[1].as_u64().unwrap_or(0);
                let lanes = lanes.iter().map(|a| float_class(self.builder(), *a, mask)).collect();
                self.define(i, lanes);
            }
            "modf" => self.whole_and_fraction(i)?,
            "sadd.with.overflow" | "uadd.with.overflow" | "ssub.with.overflow" | "usub.with.overflow"
            | "smul.with.overflow" | "umul.with.overflow" => self.with_overflow(i, stem)?,
            _ if self.rearrange(i, stem)? || self.masked(i, stem)? => {}
            _ if stem.starts_with("experimental.constrained.") => {
                self.constrained(i, &stem["experimental.constrained.".len()..])?;
            }
            _ if stem.starts_with("vector.reduce.") => self.reduce(i, &stem["vector.reduce.".len()..])?,
            _ if stem.starts_with("eh.") || stem.starts_with("coro.") => return Err("exception handling".into()),
            _ => {
                let mut operands = Vec::new();
                for argument in &arguments {
                    operands.push(self.value(*argument)?);
                }
                let target: Vec<Type> = self.leaves_of(i.ty())?.into_iter().map(|l| l.ty).collect();
                let mut lanes = Vec::new();
                for (lane, ty) in target.iter().enumerate() {
                    let of_lane: Vec<ExprId> = operands
                        .iter()
                        .map(|o| o.get(lane).or(o.first()).copied())
                        .collect::<Option<_>>()
                        .unwrap_or_default();
                    let value = lane_value(self.builder(), stem, &of_lane, *ty);
                    lanes.push(value.ok_or_else(|| format!("intrinsic {name}"))?);
                }
                if lanes.is_empty() {
                    return Err(format!("intrinsic {name}"));
                }
                self.define(i, lanes);
            }
        }
        Ok(())
    }

    fn length(&mut self, value: Value) -> Result<ExprId, String> {
        let length = self.scalar(value)?;
        let b = self.builder();
        let word = Type::Int(b.layout().pointer_bits);
        Ok(resize(b, length, word))
    }

    /// The fraction of a number, with its sign, and its whole part. The fraction of an infinity is
    /// zero.
    fn whole_and_fraction(&mut self, i: Value) -> Result<(), String> {
        use BinaryOp::*;
        let mut fractions = Vec::new();
        let mut wholes = Vec::new();
        for number in self.value(i.arguments()[0])?.iter() {
            let number = self.in_register(*number);
            let b = self.builder();
            let whole = b.unary(UnaryOp::FTrunc, number);
            let rest = b.binary(FSub, number, whole);
            let infinite = b.unary(UnaryOp::FIsInf, number);
            let ty = b.exprs.ty(number);
            let none = zero(b, ty);
            let fraction = b.select(infinite, none, rest);
            fractions.push(b.binary(FCopySign, fraction, number));
            wholes.push(whole);
        }
        fractions.extend(wholes);
        self.define(i, fractions);
        Ok(())
    }

    fn with_overflow(&mut self, i: Value, stem: &str) -> Result<(), String> {
        use BinaryOp::*;
        let (op, overflow) = match &stem[..4] {
            "sadd" => (Add, SAddOverflow),
            "uadd" => (Add, UAddOverflow),
            "ssub" => (Sub, SSubOverflow),
            "usub" => (Sub, USubOverflow),
            "smul" => (Mul, SMulOverflow),
            _ => (Mul, UMulOverflow),
        };
        let arguments = i.arguments();
        let (a, b) = (self.value(arguments[0])?, self.value(arguments[1])?);
        let mut lanes = Vec::new();
        let mut flags = Vec::new();
        for (a, b) in a.iter().zip(b.iter()) {
            let (a, b) = (self.in_register(*a), self.in_register(*b));
            lanes.push(self.builder().binary(op, a, b));
            flags.push(self.builder().binary(overflow, a, b));
        }
        lanes.extend(flags);
        self.define(i, lanes);
        Ok(())
    }
}

/// `llvm.smax.v4i32` → `smax`: the parts that name types are dropped.
fn stem(name: &str) -> &str {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    let mut end = name.len();
    while let Some(dot) = name[..end].rfind('.') {
        let part = &name[dot + 1..end];
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let is_type = matches!(part, "f80" | "f128" | "bf16")
            || part.strip_prefix(['i', 'f', 'p']).is_some_and(digits)
            || (part.starts_with('v') && part[1..].starts_with(|c: char| c.is_ascii_digit()))
            || (part.starts_with("sl_") || part.starts_with("s_"));
        if !is_type {
            break;
        }
        end = dot;
    }
    &name[..end]
}

/// Clang's number of the check of shifts.
const SHIFT_CHECK: u64 = 20;

/// Does a conditional branch only check the amount of an unsigned shift? The check of a signed
/// shift to the left looks at the result too, so that its condition is a conjunction; which shift
/// to the right it is says the instruction.
pub(crate) fn guards_unsigned_shift(branch: Value) -> bool {
    let [fine, trap] = branch.successors()[..] else { return false };
    let is_trap = trap.instructions().next().is_some_and(|i| {
        i.opcode() == Opcode::LLVMCall
            && i.callee().name() == "llvm.ubsantrap"
            && i.arguments().first().and_then(|kind| kind.as_u64()) == Some(SHIFT_CHECK)
    });
    let amount_only = branch.operand(0).is_instruction() && branch.operand(0).opcode() == Opcode::LLVMICmp;
    let shift = fine.instructions().next().map(Value::opcode);
    is_trap && amount_only && matches!(shift, Some(Opcode::LLVMShl | Opcode::LLVMLShr))
}

fn sanitizer_violation(kind: u64) -> Violation {
    // The numbers are clang's order of sanitizer handlers.
    match kind {
        0 | 3 | 12 | 13 | 21 => Violation::SignedOverflow,
        1 | 11 => Violation::Unreachable,
        5 => Violation::BadConversion,
        18 => Violation::OutOfBounds,
        SHIFT_CHECK => Violation::BadShift,
        _ => Violation::Trap,
    }
}

/// `x` if the comparison with `y` holds, else `y`.
pub(crate) fn pick(b: &mut ProgramBuilder, predicate: IntP, x: ExprId, y: ExprId) -> ExprId {
    let condition = compare(b, predicate, x, y);
    b.select(condition, x, y)
}

/// The constant whose bits are all one.
fn ones(b: &mut ProgramBuilder, ty: Type) -> ExprId {
    let bits = ty.bits(b.layout());
    b.exprs.constant(&vec![u64::MAX; bits.div_ceil(64) as usize], ty, bits)
}

/// The value of an element-wise intrinsic in one lane.
pub(crate) fn lane_value(b: &mut ProgramBuilder, stem: &str, x: &[ExprId], ty: Type) -> Option<ExprId> {
    use BinaryOp::*;
    let first = *x.first()?;
    let bits = ty.bits(b.layout());
    let second = x.get(1).copied();
    let unary = |b: &mut ProgramBuilder, op: UnaryOp| Some(b.unary(op, first));
    let binary = |b: &mut ProgramBuilder, op: BinaryOp| Some(b.binary(op, first, second?));
    match stem {
        "smax" => Some(pick(b, IntP::LLVMIntSGT, first, second?)),
        "smin" => Some(pick(b, IntP::LLVMIntSLT, first, second?)),
        "umax" => Some(pick(b, IntP::LLVMIntUGT, first, second?)),
        "umin" => Some(pick(b, IntP::LLVMIntULT, first, second?)),
        "scmp" | "ucmp" => {
            let (less, more) = match stem {
                "scmp" => (b.binary(Slt, first, second?), b.binary(Slt, second?, first)),
                _ => (b.binary(Ult, first, second?), b.binary(Ult, second?, first)),
            };
            let minus = ones(b, ty);
            let (none, one) = (zero(b, ty), b.exprs.constant(&[1], ty, bits));
            let upper = b.select(more, one, none);
            Some(b.select(less, minus, upper))
        }
        "abs" => {
            let none = zero(b, ty);
            let negated = b.binary(Sub, none, first);
            let negative = b.binary(Slt, first, none);
            Some(b.select(negative, negated, first))
        }
        "ctpop" => unary(b, UnaryOp::PopCount),
        "ctlz" => unary(b, UnaryOp::LeadingZeros),
        "cttz" => unary(b, UnaryOp::TrailingZeros),
        "bswap" => unary(b, UnaryOp::ByteSwap),
        "bitreverse" => unary(b, UnaryOp::BitReverse),
        "fshl" | "fshr" => {
            // Shift the concatenation; the amount counts modulo the width.
            let wide = Type::Int(bits * 2);
            let amount = *x.get(2)?;
            let width = b.exprs.constant(&[u64::from(bits)], ty, bits);
            let amount = b.binary(URem, amount, width);
            let amount = b.cast(CastOp::ZExt, wide, amount);
            let (high, low) = (b.cast(CastOp::ZExt, wide, first), b.cast(CastOp::ZExt, wide, second?));
            let by_width = b.exprs.constant(&[u64::from(bits)], wide, bits * 2);
            let high = b.binary(Shl, high, by_width);
            let both = b.binary(Or, high, low);
            let shifted = if stem == "fshl" {
                let moved = b.binary(Shl, both, amount);
                b.binary(LShr, moved, by_width)
            } else {
                b.binary(LShr, both, amount)
            };
            Some(b.cast(CastOp::Trunc, ty, shifted))
        }
        "sadd.sat" | "uadd.sat" | "ssub.sat" | "usub.sat" | "sshl.sat" | "ushl.sat" => {
            saturating(b, stem, first, second?, ty, bits)
        }
        "fabs" => unary(b, UnaryOp::FAbs),
        "sqrt" => unary(b, UnaryOp::FSqrt),
        "floor" => unary(b, UnaryOp::FFloor),
        "ceil" => unary(b, UnaryOp::FCeil),
        "trunc" => unary(b, UnaryOp::FTrunc),
        "round" => unary(b, UnaryOp::FRound),
        // The rounding mode is to nearest even throughout.
        "rint" | "nearbyint" | "roundeven" => unary(b, UnaryOp::FRoundEven),
        "minnum" | "minimumnum" => binary(b, FMinNum),
        "maxnum" | "maximumnum" => binary(b, FMaxNum),
        "minimum" => binary(b, FMinimum),
        "maximum" => binary(b, FMaximum),
        "copysign" => binary(b, FCopySign),
        "fma" => Some(b.exprs.intern(Expr::FMulAdd(first, second?, *x.get(2)?), ty)),
        "fmuladd" => {
            let product = b.binary(FMul, first, second?);
            Some(b.binary(FAdd, product, *x.get(2)?))
        }
        "fptosi.sat" => Some(b.cast(CastOp::FloatToSInt, ty, first)),
        "fptoui.sat" => Some(b.cast(CastOp::FloatToUInt, ty, first)),
        _ => None,
    }
}

fn saturating(b: &mut ProgramBuilder, stem: &str, x: ExprId, y: ExprId, ty: Type, bits: u32) -> Option<ExprId> {
    use BinaryOp::*;
    let (plain, overflows) = match stem {
        "sadd.sat" => (b.binary(Add, x, y), b.binary(SAddOverflow, x, y)),
        "uadd.sat" => (b.binary(Add, x, y), b.binary(UAddOverflow, x, y)),
        "ssub.sat" => (b.binary(Sub, x, y), b.binary(SSubOverflow, x, y)),
        "usub.sat" => (b.binary(Sub, x, y), b.binary(USubOverflow, x, y)),
        "sshl.sat" | "ushl.sat" => {
            // A shift overflows if shifting back does not give the number.
            let shifted = b.binary(Shl, x, y);
            let back = b.binary(if stem == "sshl.sat" { AShr } else { LShr }, shifted, y);
            (shifted, b.binary(Ne, back, x))
        }
        _ => return None,
    };
    let none = zero(b, ty);
    let limit = match stem {
        "uadd.sat" | "ushl.sat" => ones(b, ty),
        "usub.sat" => none,
        _ => {
            let mut lowest = vec![0; bits.div_ceil(64) as usize];
            lowest[(bits as usize - 1) / 64] = 1 << ((bits - 1) % 64);
            let lowest = b.exprs.constant(&lowest, ty, bits);
            let highest = all_bits_flipped(b, lowest);
            let negative = b.binary(Slt, x, none);
            b.select(negative, lowest, highest)
        }
    };
    Some(b.select(overflows, limit, plain))
}

/// Is a float in one of the classes of the mask (signalling NaN in bit 0 up to positive infinity in
/// bit 9)?
fn float_class(b: &mut ProgramBuilder, a: ExprId, mask: u64) -> ExprId {
    use BinaryOp::*;
    let Type::Float(kind) = b.exprs.ty(a) else { return b.exprs.int(0, 1) };
    let bits = kind.bits();
    let raw = b.cast(CastOp::Bits, Type::Int(bits), a);
    let none = zero(b, Type::Int(bits));
    let negative = b.binary(Slt, raw, none);
    let positive = b.not(negative);
    let nan = b.unary(UnaryOp::FIsNan, a);
    let infinite = b.unary(UnaryOp::FIsInf, a);
    let subnormal = b.unary(UnaryOp::FIsSubnormal, a);
    let zero_float = zero(b, Type::Float(kind));
    let is_zero = b.binary(FEq, a, zero_float);
    let special = b.binary(Or, nan, infinite);
    let small = b.binary(Or, subnormal, is_zero);
    let abnormal = b.binary(Or, special, small);
    let normal = b.not(abnormal);
    let quiet_bit = match kind {
        adumbra_program::FloatKind::Half => 9,
        adumbra_program::FloatKind::BFloat => 6,
        adumbra_program::FloatKind::Single => 22,
        adumbra_program::FloatKind::Double => 51,
        adumbra_program::FloatKind::X87 => 62,
        adumbra_program::FloatKind::Quad => 111,
    };
    let shift = b.exprs.constant(&[quiet_bit], Type::Int(bits), bits);
    let shifted = b.binary(LShr, raw, shift);
    let quiet = b.cast(CastOp::Trunc, Type::BOOL, shifted);
    let signalling = b.not(quiet);
    let classes = [
        (0, nan, signalling),
        (1, nan, quiet),
        (2, infinite, negative),
        (3, normal, negative),
        (4, subnormal, negative),
        (5, is_zero, negative),
        (6, is_zero, positive),
        (7, subnormal, positive),
        (8, normal, positive),
        (9, infinite, positive),
    ];
    let mut result: Option<ExprId> = None;
    let both = |m: u64, i: u32, j: u32| m & (1 << i) != 0 && m & (1 << j) != 0;
    for (bit, class, side) in classes {
        if mask & (1 << bit) == 0 {
            continue;
        }
        let partner = match bit {
            0 => 1,
            1 => 0,
            other => 11 - other,
        };
        // Both signs of a class together need no look at the sign.
        let member = if both(mask, bit, partner) { class } else { b.binary(And, class, side) };
        result = Some(match result {
            None => member,
            Some(r) => b.binary(Or, r, member),
        });
    }
    result.unwrap_or_else(|| b.exprs.int(0, 1))
}
