//! The processor's own floating point, in every rounding mode that it has.
//!
//! Unsafe because the rounding mode is part of the processor's state, which the language leaves
//! alone: each function sets the mode, runs the instruction and restores the mode within one block
//! of assembly, so that no other code ever runs in another mode. Instructions beyond the base set
//! are run only when [`has_fma`], [`has_half`] and [`has_rounding`] say that they are there.

#![allow(unsafe_code)]

use core::arch::asm;

/// All exceptions masked, no flushing of subnormal numbers; bits 13 and 14 are the mode.
fn mxcsr(mode: u32) -> u32 {
    0x1f80 | mode << 13
}

/// All exceptions masked, 64 bits of precision; bits 10 and 11 are the mode.
fn control_word(mode: u32) -> u16 {
    0x037f | (mode << 10) as u16
}

pub(super) fn has_fma() -> bool {
    std::arch::is_x86_feature_detected!("fma")
}

pub(super) fn has_half() -> bool {
    std::arch::is_x86_feature_detected!("f16c")
}

pub(super) fn has_rounding() -> bool {
    std::arch::is_x86_feature_detected!("sse4.1")
}

/// An instruction of two operands, the first of which it overwrites.
macro_rules! binary {
    ($($name:ident $float:ident $bits:ident $instruction:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: u128, b: u128) -> u128 {
            let (set, back) = (mxcsr(mode), mxcsr(0));
            let (mut x, y) = ($float::from_bits(a as $bits), $float::from_bits(b as $bits));
            // SAFETY: the mode is restored before the block ends.
            unsafe {
                asm!(
                    "ldmxcsr [{set}]",
                    concat!($instruction, " {x}, {y}"),
                    "ldmxcsr [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    x = inout(xmm_reg) x,
                    y = in(xmm_reg) y,
                    options(nostack, readonly, preserves_flags)
                );
            }
            u128::from(x.to_bits())
        })*
    };
}

binary! {
    add32 f32 u32 "addss";
    sub32 f32 u32 "subss";
    mul32 f32 u32 "mulss";
    div32 f32 u32 "divss";
    add64 f64 u64 "addsd";
    sub64 f64 u64 "subsd";
    mul64 f64 u64 "mulsd";
    div64 f64 u64 "divsd";
}

/// An instruction of one operand, with what stands between and after the two registers.
macro_rules! unary {
    ($($name:ident $from:ident $from_bits:ident $to:ident $instruction:literal $rest:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: u128) -> u128 {
            let (set, back) = (mxcsr(mode), mxcsr(0));
            let x = $from::from_bits(a as $from_bits);
            let mut y: $to = 0.0;
            // SAFETY: the mode is restored before the block ends.
            unsafe {
                asm!(
                    "ldmxcsr [{set}]",
                    concat!($instruction, " {y}, {x}", $rest),
                    "ldmxcsr [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    x = in(xmm_reg) x,
                    y = inout(xmm_reg) y,
                    options(nostack, readonly, preserves_flags)
                );
            }
            u128::from(y.to_bits())
        })*
    };
}

unary! {
    sqrt32 f32 u32 f32 "sqrtss" "";
    sqrt64 f64 u64 f64 "sqrtsd" "";
    round32 f32 u32 f32 "roundss" ", 4";
    round64 f64 u64 f64 "roundsd" ", 4";
    narrow f64 u64 f32 "cvtsd2ss" "";
    widen f32 u32 f64 "cvtss2sd" "";
}

macro_rules! fused {
    ($($name:ident $float:ident $bits:ident $instruction:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: u128, b: u128, c: u128) -> u128 {
            let (set, back) = (mxcsr(mode), mxcsr(0));
            let mut x = $float::from_bits(a as $bits);
            let (y, z) = ($float::from_bits(b as $bits), $float::from_bits(c as $bits));
            // SAFETY: the mode is restored before the block ends.
            unsafe {
                asm!(
                    "ldmxcsr [{set}]",
                    concat!($instruction, " {x}, {y}, {z}"),
                    "ldmxcsr [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    x = inout(xmm_reg) x,
                    y = in(xmm_reg) y,
                    z = in(xmm_reg) z,
                    options(nostack, readonly, preserves_flags)
                );
            }
            u128::from(x.to_bits())
        })*
    };
}

fused! {
    fma32 f32 u32 "vfmadd213ss";
    fma64 f64 u64 "vfmadd213sd";
}

macro_rules! to_integer {
    ($($name:ident $float:ident $bits:ident $instruction:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: u128) -> i64 {
            let (set, back) = (mxcsr(mode), mxcsr(0));
            let x = $float::from_bits(a as $bits);
            let result: i64;
            // SAFETY: the mode is restored before the block ends.
            unsafe {
                asm!(
                    "ldmxcsr [{set}]",
                    concat!($instruction, " {result}, {x}"),
                    "ldmxcsr [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    x = in(xmm_reg) x,
                    result = out(reg) result,
                    options(nostack, readonly, preserves_flags)
                );
            }
            result
        })*
    };
}

to_integer! {
    integer32 f32 u32 "cvtss2si";
    integer64 f64 u64 "cvtsd2si";
}

macro_rules! from_integer {
    ($($name:ident $float:ident $instruction:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: i64) -> u128 {
            let (set, back) = (mxcsr(mode), mxcsr(0));
            let mut y: $float = 0.0;
            // SAFETY: the mode is restored before the block ends.
            unsafe {
                asm!(
                    "ldmxcsr [{set}]",
                    concat!($instruction, " {y}, {x}"),
                    "ldmxcsr [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    x = in(reg) a,
                    y = inout(xmm_reg) y,
                    options(nostack, readonly, preserves_flags)
                );
            }
            u128::from(y.to_bits())
        })*
    };
}

from_integer! {
    of_integer32 f32 "cvtsi2ss";
    of_integer64 f64 "cvtsi2sd";
}

/// Single to half precision.
pub(super) fn to_half(mode: u32, a: u128) -> u128 {
    let x = f32::from_bits(a as u32);
    let mut y: f32;
    macro_rules! convert {
        ($mode:literal) => {
            // SAFETY: the instruction has its mode as an operand and changes nothing but its
            // result.
            unsafe {
                asm!(
                    concat!("vcvtps2ph {y}, {x}, ", $mode),
                    x = in(xmm_reg) x,
                    y = out(xmm_reg) y,
                    options(nostack, nomem, preserves_flags)
                )
            }
        };
    }
    match mode {
        0 => convert!("0"),
        1 => convert!("1"),
        2 => convert!("2"),
        _ => convert!("3"),
    }
    u128::from(y.to_bits() & 0xffff)
}

/// Half to single precision.
pub(super) fn of_half(a: u128) -> u128 {
    let x = f32::from_bits(a as u32 & 0xffff);
    let mut y: f32;
    // SAFETY: the instruction changes nothing but its result.
    unsafe {
        asm!("vcvtph2ps {y}, {x}", x = in(xmm_reg) x, y = out(xmm_reg) y, options(nostack, nomem, preserves_flags));
    }
    u128::from(y.to_bits())
}

/// Ten bytes of the x87 in memory, with room to spare.
#[repr(C, align(16))]
#[derive(Clone, Copy, Default)]
pub(super) struct Extended {
    significand: u64,
    high: u16,
}

impl Extended {
    /// The number of a pattern without the integer bit.
    pub(super) fn of(pattern: u128) -> Extended {
        let exponent = (pattern >> 63) as u16;
        let integer = u64::from(exponent & 0x7fff != 0) << 63;
        Extended { significand: pattern as u64 & (u64::MAX >> 1) | integer, high: exponent }
    }

    /// The eighty bits themselves.
    pub(super) fn raw(bits: u128) -> Extended {
        Extended { significand: bits as u64, high: (bits >> 64) as u16 }
    }

    /// The pattern without the integer bit.
    pub(super) fn pattern(self) -> u128 {
        u128::from(self.high) << 63 | u128::from(self.significand & (u64::MAX >> 1))
    }
}

/// Instructions on the stack of the x87: `a` below, `b` on top, the result on top of an otherwise
/// empty stack.
macro_rules! x87 {
    ($($name:ident $($instruction:literal),*;)*) => {
        $(pub(super) fn $name(mode: u32, a: Extended, b: Extended) -> Extended {
            let (set, back) = (control_word(mode), control_word(0));
            let mut result = Extended::default();
            // SAFETY: the mode and the stack are as before when the block ends; memory is that of
            // the three numbers.
            unsafe {
                asm!(
                    "fldcw [{set}]",
                    "fld tbyte ptr [{a}]",
                    "fld tbyte ptr [{b}]",
                    $($instruction,)*
                    "fstp tbyte ptr [{result}]",
                    "fldcw [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    a = in(reg) &a,
                    b = in(reg) &b,
                    result = in(reg) &mut result,
                    out("ax") _,
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                    options(nostack)
                );
            }
            result
        })*
    };
}

x87! {
    add80 "faddp st(1), st";
    // The lower one on top, less the register below.
    sub80 "fxch st(1)", "fsub st, st(1)", "fstp st(1)";
    mul80 "fmulp st(1), st";
    sqrt80 "fstp st(0)", "fsqrt";
    round80 "fstp st(0)", "frndint";
    // The quotient may need several steps; bit 10 of the status word says that it is not done.
    rem80 "fxch st(1)", "2:", "fprem1", "fnstsw ax", "test ah, 4", "jnz 2b", "fstp st(1)";
    // Dividend on top, divided by the register below.
    div80 "fxch st(1)", "fdiv st, st(1)", "fstp st(1)";
}

/// Whether the lower one is less than, equal to, or not comparable with the upper one.
pub(super) fn compare80(a: Extended, b: Extended) -> Option<core::cmp::Ordering> {
    let (mut below, mut equal, mut unordered): (u8, u8, u8);
    // SAFETY: the stack is as before when the block ends.
    unsafe {
        asm!(
            "fld tbyte ptr [{b}]",
            "fld tbyte ptr [{a}]",
            "fucomip st, st(1)",
            "setb {below}",
            "sete {equal}",
            "setp {unordered}",
            "fstp st(0)",
            a = in(reg) &a,
            b = in(reg) &b,
            below = out(reg_byte) below,
            equal = out(reg_byte) equal,
            unordered = out(reg_byte) unordered,
            out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
            out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            options(nostack, readonly)
        );
    }
    match (below, equal, unordered) {
        (_, _, 1) => None,
        (1, _, _) => Some(core::cmp::Ordering::Less),
        (_, 1, _) => Some(core::cmp::Ordering::Equal),
        _ => Some(core::cmp::Ordering::Greater),
    }
}

/// A number loaded from one kind of memory and stored to another.
macro_rules! convert80 {
    ($($name:ident $from:ty, $to:ty, $load:literal, $store:literal;)*) => {
        $(pub(super) fn $name(mode: u32, a: $from) -> $to {
            let (set, back) = (control_word(mode), control_word(0));
            let mut result = <$to>::default();
            // SAFETY: the mode and the stack are as before when the block ends; memory is that of
            // the two numbers.
            unsafe {
                asm!(
                    "fldcw [{set}]",
                    concat!($load, " ptr [{a}]"),
                    concat!($store, " ptr [{result}]"),
                    "fldcw [{back}]",
                    set = in(reg) &set,
                    back = in(reg) &back,
                    a = in(reg) &a,
                    result = in(reg) &mut result,
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                    options(nostack)
                );
            }
            result
        })*
    };
}

convert80! {
    to_single80 Extended, u32, "fld tbyte", "fstp dword";
    to_double80 Extended, u64, "fld tbyte", "fstp qword";
    to_integer80 Extended, i64, "fld tbyte", "fistp qword";
    of_single80 u32, Extended, "fld dword", "fstp tbyte";
    of_double80 u64, Extended, "fld qword", "fstp tbyte";
    of_integer80 i64, Extended, "fild qword", "fstp tbyte";
}
