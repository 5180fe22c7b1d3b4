//! Integer operators on at most 128 bits.

use adumbra_program::{BinaryOp, UnaryOp};

/// The ones of a width between 0 and 128.
pub fn mask(width: u32) -> u128 {
    if width == 0 { 0 } else { u128::MAX >> (128 - width.min(128)) }
}

/// The signed number that the low `width` bits represent.
pub fn sign_extend(value: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    ((value << shift) as i128) >> shift
}

pub(super) fn unary(op: UnaryOp, width: u32, a: u128) -> u128 {
    match op {
        UnaryOp::PopCount => u128::from(a.count_ones()) & mask(width),
        UnaryOp::LeadingZeros => u128::from(a.leading_zeros() - (128 - width)) & mask(width),
        UnaryOp::TrailingZeros => u128::from(a.trailing_zeros().min(width)) & mask(width),
        UnaryOp::ByteSwap => a.swap_bytes() >> (128 - width),
        UnaryOp::BitReverse => a.reverse_bits() >> (128 - width),
        _ => 0,
    }
}

pub(super) fn binary(op: BinaryOp, width: u32, a: u128, b: u128) -> u128 {
    use BinaryOp::*;
    let ones = mask(width);
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let result = match op {
        Add | PtrAdd => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        UDiv => a.checked_div(b).unwrap_or(ones),
        URem => a.checked_rem(b).unwrap_or(a),
        SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                ones
            }
        }
        SDiv => sa.wrapping_div(sb) as u128,
        SRem if b == 0 => a,
        SRem => sa.wrapping_rem(sb) as u128,
        Shl if b >= u128::from(width) => 0,
        Shl => a << b,
        LShr if b >= u128::from(width) => 0,
        LShr => a >> b,
        AShr => (sa >> b.min(127)) as u128,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Eq => u128::from(a == b),
        Ne => u128::from(a != b),
        Ult => u128::from(a < b),
        Ule => u128::from(a <= b),
        Slt => u128::from(sa < sb),
        Sle => u128::from(sa <= sb),
        UAddOverflow => u128::from(a.checked_add(b).is_none_or(|s| s > ones)),
        USubOverflow => u128::from(a < b),
        UMulOverflow => u128::from(a.checked_mul(b).is_none_or(|s| s > ones)),
        SAddOverflow => u128::from(out_of_range(sa.checked_add(sb), width)),
        SSubOverflow => u128::from(out_of_range(sa.checked_sub(sb), width)),
        SMulOverflow => u128::from(out_of_range(sa.checked_mul(sb), width)),
        _ => 0,
    };
    result & ones
}

/// Does the exact result not fit into a signed number of the width?
fn out_of_range(exact: Option<i128>, width: u32) -> bool {
    exact.is_none_or(|v| sign_extend(v as u128, width) != v)
}
