//! The exact bounds of bitwise operators on ranges of unsigned numbers.
//!
//! The digits of the result are chosen from the highest on, the best one first. What matters of the
//! digits chosen for an operand is whether its range still binds it from below and from above, so
//! there are at most sixteen different situations to follow at once.

use crate::Binary;

/// Which bounds still bind: bit 0 and 1 for the low and high end of the first operand, bit 2 and 3
/// for the second's.
type Situation = usize;

/// The least and the greatest value of a bitwise operator with operands in `a` and `b`, unsigned,
/// of this width.
pub(super) fn bounds(op: Binary, a: (u64, u64), b: (u64, u64), width: u32) -> (u64, u64) {
    (extreme(op, a, b, width, 0), extreme(op, a, b, width, 1))
}

fn extreme(op: Binary, a: (u64, u64), b: (u64, u64), width: u32, wish: u64) -> u64 {
    let mut result = 0;
    let mut situations: u16 = 1 << 0b1111;
    for position in (0..width).rev() {
        let digit = |n: u64| n >> position & 1;
        // Free operands can grant every wish from here on.
        if situations & 1 == 1 {
            let rest = (1u64 << position) | ((1u64 << position) - 1);
            return if wish == 1 { result | rest } else { result };
        }
        let (mut granted, mut denied) = (0u16, 0u16);
        for situation in (0..16usize).filter(|s| situations >> s & 1 == 1) {
            for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let Some(first) = step(situation & 3, x, digit(a.0), digit(a.1)) else { continue };
                let Some(second) = step(situation >> 2, y, digit(b.0), digit(b.1)) else { continue };
                let value = match op {
                    Binary::And => x & y,
                    Binary::Or => x | y,
                    _ => x ^ y,
                };
                let next = 1u16 << (first | second << 2);
                if value == wish {
                    granted |= next;
                } else {
                    denied |= next;
                }
            }
        }
        let digit = if granted != 0 { wish } else { 1 - wish };
        situations = if granted != 0 { granted } else { denied };
        result |= digit << position;
    }
    result
}

/// Which bounds of one operand bind after the next digit; `None` if the digit leaves the range.
fn step(binds: Situation, digit: u64, low: u64, high: u64) -> Option<Situation> {
    let (from_below, from_above) = (binds & 1 == 1, binds & 2 == 2);
    if (from_below && digit < low) || (from_above && digit > high) {
        return None;
    }
    let below = from_below && digit == low;
    let above = from_above && digit == high;
    Some(usize::from(below) | usize::from(above) << 1)
}
