//! Signs of numbers in two's complement.
//!
//! At machine widths a sum or product can wrap, so most of the tables for unbounded numbers do not
//! hold. The domain says only what does hold; [`unbounded`] has the tables.

use crate::concrete;
use crate::domain::{Answer, Domain};
use crate::tristate::Tristate;
use crate::{Binary, Cast, Sort, Unary, mask, signed};

pub mod unbounded;

/// The sign of a bit-vector read in two's complement. The truth value *true* is the 1-bit number
/// −1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Below zero.
    Negative,
    /// Zero.
    Zero,
    /// Above zero.
    Positive,
    /// Any value.
    Any,
}

use Sign::{Any, Negative, Positive, Zero};

impl Sign {
    /// All values of the domain.
    pub const ALL: [Sign; 4] = [Negative, Zero, Positive, Any];

    /// The sign of a number.
    pub fn of(number: i128) -> Sign {
        match number {
            0 => Zero,
            n if n < 0 => Negative,
            _ => Positive,
        }
    }

    fn of_truth(truth: bool) -> Sign {
        if truth { Negative } else { Zero }
    }

    /// Does it admit this number?
    pub fn has(self, number: i128) -> bool {
        self == Any || self == Sign::of(number)
    }

    fn join_with(self, other: Sign) -> Sign {
        if self == other { self } else { Any }
    }

    fn meet_with(self, other: Sign) -> Option<Sign> {
        match (self, other) {
            (Any, x) | (x, Any) => Some(x),
            (a, b) => (a == b).then_some(a),
        }
    }

    /// The members of a 1-bit vector.
    fn bits(self) -> impl Iterator<Item = u64> {
        [0, 1].into_iter().filter(move |b| self.has(i128::from(signed(*b, 1))))
    }
}

/// Compares signs: is the first below the second, where that is sure?
fn less(a: Sign, b: Sign) -> Tristate {
    match (a, b) {
        (Any, _) | (_, Any) | (Negative, Negative) | (Positive, Positive) => Tristate::Maybe,
        (a, b) => Tristate::from(a < b),
    }
}

/// As unsigned numbers the negative ones are the largest.
fn unsigned_less(a: Sign, b: Sign) -> Tristate {
    match (a, b) {
        (_, Zero) => Tristate::False,
        (Zero, Negative | Positive) | (Positive, Negative) => Tristate::True,
        (Negative, Positive) => Tristate::False,
        _ => Tristate::Maybe,
    }
}

fn equal(a: Sign, b: Sign) -> Tristate {
    match (a, b) {
        (Zero, Zero) => Tristate::True,
        (Any, _) | (_, Any) => Tristate::Maybe,
        _ if a == b => Tristate::Maybe,
        _ => Tristate::False,
    }
}

fn truth(t: Tristate) -> Sign {
    match t {
        Tristate::False => Zero,
        Tristate::True => Negative,
        Tristate::Maybe => Any,
    }
}

/// Operators on bit-vectors of at least two bits.
fn wide(op: Binary, a: Sign, b: Sign) -> Sign {
    use Binary::*;
    match (op, a, b) {
        (Add | PtrAdd | Xor | Or, x, Zero) | (Add | PtrAdd | Xor | Or, Zero, x) => x,
        (Sub, x, Zero) => x,
        (Sub, Zero, Positive) => Negative,
        (Mul | And, Zero, _) | (Mul | And, _, Zero) => Zero,
        (UDiv, _, Zero) => Negative,
        (UDiv, Zero, Negative | Positive) | (UDiv, Positive, Negative) => Zero,
        (SDiv, Negative, Zero) => Positive,
        (SDiv, Zero | Positive, Zero) => Negative,
        (SDiv, Zero, Negative | Positive) => Zero,
        (URem | SRem, x, Zero) => x,
        (URem | SRem, Zero, _) => Zero,
        (URem, Positive, Negative) => Positive,
        (Shl | LShr | AShr, Zero, _) => Zero,
        (Shl | LShr | AShr, x, Zero) => x,
        (AShr, Negative, _) => Negative,
        (And, Negative, Negative) => Negative,
        (Or, Negative, _) | (Or, _, Negative) => Negative,
        (Or, Positive, Positive) => Positive,
        (Xor, Negative, Positive) | (Xor, Positive, Negative) => Negative,
        (Eq, _, _) => truth(equal(a, b)),
        (Ne, _, _) => truth(equal(a, b).negate()),
        (Slt, _, _) => truth(less(a, b)),
        (Sle, _, _) => truth(less(b, a).negate()),
        (Ult, _, _) => truth(unsigned_less(a, b)),
        (Ule, _, _) => truth(unsigned_less(b, a).negate()),
        (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow, Zero, _)
        | (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow, _, Zero)
        | (USubOverflow | SSubOverflow, _, Zero) => Zero,
        (UAddOverflow, Negative, Negative) => Negative,
        (UAddOverflow, Positive, Positive) => Zero,
        (SAddOverflow, Negative, Positive) | (SAddOverflow, Positive, Negative) => Zero,
        (SSubOverflow, Negative, Negative) | (SSubOverflow, Positive, Positive) | (SSubOverflow, Zero, Positive) => {
            Zero
        }
        (USubOverflow, _, _) => truth(unsigned_less(a, b)),
        _ => Any,
    }
}

impl Domain for Sign {
    type Context = ();
    const NAME: &'static str = "sign";

    fn any(_: &mut (), _: Sort) -> Answer<Sign> {
        Ok(Any)
    }

    fn any_range(_: &mut (), sort: Sort, low: i128, high: i128) -> Answer<Sign> {
        let Some(width) = sort.word() else { return Ok(Any) };
        let at = |n: i128| i128::from(signed(n as u64, width));
        // No wrap-around between the bounds, and both of one sign.
        let straight = high.checked_sub(low) == at(high).checked_sub(at(low));
        Ok(if straight { Sign::of(at(low)).join_with(Sign::of(at(high))) } else { Any })
    }

    fn lift(_: &mut (), sort: Sort, words: &[u64]) -> Answer<Sign> {
        Ok(match (sort, sort.word(), words.first()) {
            (_, Some(width), Some(word)) => Sign::of(signed(*word & mask(width), width).into()),
            (Sort::Int(width), None, _) => {
                let top = ((width.max(1) - 1) / 64) as usize;
                let negative = words.get(top).is_some_and(|w| w >> ((width.max(1) - 1) % 64) & 1 == 1);
                match (negative, words.iter().all(|w| *w == 0)) {
                    (true, _) => Negative,
                    (false, true) => Zero,
                    (false, false) => Positive,
                }
            }
            _ => Any,
        })
    }

    fn unary(_: &mut (), op: Unary, sort: Sort, a: &Sign) -> Answer<Sign> {
        // Up to two bits, a count may reach the sign bit.
        let roomy = sort.word().is_some_and(|w| w > 2);
        Ok(match (op, a) {
            (Unary::PopCount | Unary::ByteSwap | Unary::BitReverse, Zero) => Zero,
            (Unary::PopCount, Negative | Positive) if roomy => Positive,
            (Unary::LeadingZeros, Negative) => Zero,
            (Unary::LeadingZeros, Zero | Positive) if roomy => Positive,
            (Unary::TrailingZeros, Zero) if roomy => Positive,
            _ => Any,
        })
    }

    fn binary(_: &mut (), op: Binary, sort: Sort, a: &Sign, b: &Sign) -> Answer<Sign> {
        if op.is_float() {
            return Ok(Any);
        }
        if sort.word() != Some(1) {
            return Ok(wide(op, *a, *b));
        }
        let results = a.bits().flat_map(|x| b.bits().map(move |y| (x, y)));
        let signs = results.map(|(x, y)| concrete::binary(op, sort, x, y).map_or(Any, |r| Sign::of_truth(r == 1)));
        Ok(signs.reduce(Sign::join_with).unwrap_or(Any))
    }

    fn cast(_: &mut (), op: Cast, _: Sort, to: Sort, a: &Sign) -> Answer<Sign> {
        Ok(match (op, a) {
            (Cast::ZExt, Negative) => Positive,
            (Cast::ZExt, Zero | Positive) => *a,
            (Cast::SExt | Cast::PtrToInt | Cast::IntToPtr, _) => *a,
            (Cast::Trunc, Zero) => Zero,
            (Cast::UIntToFloat | Cast::SIntToFloat, _) => Self::any(&mut (), to)?,
            _ => Any,
        })
    }

    fn to_tristate(_: &mut (), sort: Sort, value: &Sign) -> Answer<Tristate> {
        Ok(match (sort, value) {
            (Sort::Float(_), _) | (_, Any) => Tristate::Maybe,
            (_, Zero) => Tristate::False,
            _ => Tristate::True,
        })
    }

    fn assume(_: &mut (), sort: Sort, value: &Sign, nonzero: bool) -> Answer<Option<Sign>> {
        Ok(match (sort, value, nonzero) {
            (Sort::Float(_), ..) => Some(*value),
            (_, _, false) => value.meet_with(Zero),
            (_, Zero, true) => None,
            (Sort::Int(1), Any, true) => Some(Negative),
            _ => Some(*value),
        })
    }

    fn refine_binary(
        ctx: &mut (),
        op: Binary,
        sort: Sort,
        result: &Sign,
        a: &Sign,
        b: &Sign,
    ) -> Answer<Option<(Sign, Sign)>> {
        let (a, b) = (*a, *b);
        if Self::binary(ctx, op, sort, &a, &b)?.meet_with(*result).is_none() {
            return Ok(None);
        }
        let holds = match Self::to_tristate(ctx, op.result_sort(sort), result)? {
            Tristate::True => true,
            Tristate::False => false,
            Tristate::Maybe => return Ok(Some((a, b))),
        };
        use Binary::*;
        let strictly_below = |low: Sign, high: Sign| {
            let low = if matches!(high, Zero | Negative) { low.meet_with(Negative)? } else { low };
            let high = if matches!(low, Zero | Positive) { high.meet_with(Positive)? } else { high };
            Some((low, high))
        };
        let at_most = |low: Sign, high: Sign| {
            let low = if high == Negative { low.meet_with(Negative)? } else { low };
            let high = if low == Positive { high.meet_with(Positive)? } else { high };
            Some((low, high))
        };
        let swap = |pair: Option<(Sign, Sign)>| pair.map(|(x, y)| (y, x));
        // A sort of one bit has no positive numbers.
        if sort.word() == Some(1) && matches!(op, Slt | Sle) {
            return Ok(Some((a, b)));
        }
        Ok(match (op, holds) {
            (Eq, true) | (Ne, false) => a.meet_with(b).map(|m| (m, m)),
            (Slt, true) => strictly_below(a, b),
            (Slt, false) => swap(at_most(b, a)),
            (Sle, true) => at_most(a, b),
            (Sle, false) => swap(strictly_below(b, a)),
            (Or, false) => a.meet_with(Zero).zip(b.meet_with(Zero)),
            (And, true) if sort.word() == Some(1) => a.meet_with(Negative).zip(b.meet_with(Negative)),
            // a - b = 0 and a ^ b = 0 say that the two are equal.
            (Sub | Xor, false) => a.meet_with(b).map(|m| (m, m)),
            _ => Some((a, b)),
        })
    }

    fn join(_: &mut (), _: Sort, a: &Sign, b: &Sign) -> Answer<Sign> {
        Ok(a.join_with(*b))
    }

    fn meet(_: &mut (), _: Sort, a: &Sign, b: &Sign) -> Answer<Option<Sign>> {
        Ok(a.meet_with(*b))
    }

    fn widen(_: &mut (), _: Sort, old: &Sign, new: &Sign) -> Answer<Sign> {
        Ok(old.join_with(*new))
    }

    fn is_below(_: &mut (), _: Sort, a: &Sign, b: &Sign) -> Answer<bool> {
        Ok(a == b || *b == Any)
    }

    fn admits(_: &mut (), sort: Sort, value: &Sign, bits: u64) -> bool {
        sort.word().is_none_or(|width| value.has(signed(bits, width).into()))
    }

    fn constant(_: &mut (), sort: Sort, value: &Sign) -> Option<u64> {
        (*value == Zero && sort.word().is_some()).then_some(0)
    }
}
