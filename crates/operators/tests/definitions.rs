//! What operators on integers are, said of numbers without bounds and of lists of digits.
//!
//! An integer of a width is a number from 0 to 2^width - 1, and so is what these functions give,
//! after the remainder by 2^width.

use adumbra_operators::{BinaryOp, CastOp, UnaryOp};
use num_bigint::BigInt;

fn power(width: u32) -> BigInt {
    BigInt::from(1) << width
}

/// What remains of a number at a width.
pub fn at_width(width: u32, number: &BigInt) -> BigInt {
    let n = power(width);
    ((number % &n) + &n) % &n
}

/// The signed reading of an integer.
pub fn signed(width: u32, a: &BigInt) -> BigInt {
    if *a >= power(width - 1) { a - power(width) } else { a.clone() }
}

/// The digits of an integer, the lowest first.
fn digits(width: u32, a: &BigInt) -> Vec<bool> {
    (0..width).map(|i| (a >> i) % 2 == BigInt::from(1)).collect()
}

fn number(digits: &[bool]) -> BigInt {
    digits.iter().rev().fold(BigInt::from(0), |sum, digit| sum * 2 + u8::from(*digit))
}

/// A unary operator. Those on floats are none of integers.
pub fn unary(op: UnaryOp, width: u32, a: &BigInt) -> BigInt {
    let list = digits(width, a);
    let result = match op {
        UnaryOp::PopCount => list.iter().filter(|digit| **digit).count().into(),
        UnaryOp::LeadingZeros => list.iter().rev().take_while(|digit| !**digit).count().into(),
        UnaryOp::TrailingZeros => list.iter().take_while(|digit| !**digit).count().into(),
        UnaryOp::BitReverse => number(&list.into_iter().rev().collect::<Vec<_>>()),
        UnaryOp::ByteSwap => number(&list.chunks(8).rev().flatten().copied().collect::<Vec<_>>()),
        _ => unreachable!("{op:?} is on floats"),
    };
    at_width(width, &result)
}

/// A binary operator; truth values are 0 and 1. Those on floats are none of integers.
pub fn binary(op: BinaryOp, width: u32, a: &BigInt, b: &BigInt) -> BigInt {
    use BinaryOp::*;
    let zero = BigInt::from(0);
    let (sa, sb) = (signed(width, a), signed(width, b));
    let (half, all) = (power(width - 1), power(width));
    let (p, q) = (digits(width, a), digits(width, b));
    let by_digit = |f: fn(bool, bool) -> bool| number(&p.iter().zip(&q).map(|(x, y)| f(*x, *y)).collect::<Vec<_>>());
    // The digits that stand so many places away, or what is shifted in.
    let moved = |f: &dyn Fn(BigInt) -> BigInt, filler: bool| {
        let at = |i: u32| f(i.into()).try_into().ok().and_then(|place: usize| p.get(place)).copied().unwrap_or(filler);
        number(&(0..width).map(at).collect::<Vec<_>>())
    };
    let truth = |holds: bool| BigInt::from(u8::from(holds));
    let unsigned = |exact: BigInt| truth(exact < zero || exact >= all);
    let leaves = |exact: BigInt| truth(exact < -&half || exact >= half);
    let result = match op {
        Add | PtrAdd => a + b,
        Sub => a - b,
        Mul => a * b,
        UDiv if *b == zero => &all - 1,
        UDiv => a / b,
        URem | SRem if *b == zero => a.clone(),
        URem => a - (a / b) * b,
        SDiv if *b == zero && sa < zero => BigInt::from(1),
        SDiv if *b == zero => &all - 1,
        // Numbers without bounds divide toward zero.
        SDiv => &sa / &sb,
        SRem => &sa - (&sa / &sb) * &sb,
        Shl => moved(&|i| i - b, false),
        LShr => moved(&|i| i + b, false),
        AShr => moved(&|i| i + b, sa < zero),
        And => by_digit(|x, y| x && y),
        Or => by_digit(|x, y| x || y),
        Xor => by_digit(|x, y| x != y),
        Eq => truth(a == b),
        Ne => truth(a != b),
        Ult => truth(a < b),
        Ule => truth(a <= b),
        Slt => truth(sa < sb),
        Sle => truth(sa <= sb),
        UAddOverflow => unsigned(a + b),
        USubOverflow => unsigned(a - b),
        UMulOverflow => unsigned(a * b),
        SAddOverflow => leaves(sa + sb),
        SSubOverflow => leaves(sa - sb),
        SMulOverflow => leaves(sa * sb),
        _ => unreachable!("{op:?} is on floats"),
    };
    at_width(width, &result)
}

/// A conversion between integers.
pub fn cast(op: CastOp, from: u32, to: u32, a: &BigInt) -> BigInt {
    let number = if op == CastOp::SExt { signed(from, a) } else { a.clone() };
    at_width(to, &number)
}
