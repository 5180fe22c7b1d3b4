//! Truth as a domain: zero, different from zero, or any.

use crate::domain::{Answer, Domain};
use crate::tristate::Tristate::{self, False, Maybe, True};
use crate::{Binary, Cast, Sort, Unary, mask};

/// `False` is zero, `True` any other value. On truth values this is Kleene's logic.
impl Domain for Tristate {
    type Context = ();
    const NAME: &'static str = "tristate";

    fn any(_: &mut (), _: Sort) -> Answer<Tristate> {
        Ok(Maybe)
    }

    fn any_range(_: &mut (), sort: Sort, low: i128, high: i128) -> Answer<Tristate> {
        let Some(width) = sort.word() else { return Ok(Maybe) };
        let modulus = 1i128 << width;
        Ok(match (low == high, low.div_euclid(modulus) == (high).div_euclid(modulus) && low.rem_euclid(modulus) != 0) {
            (true, _) => Tristate::from(low.rem_euclid(modulus) != 0),
            (false, true) => True,
            _ => Maybe,
        })
    }

    fn lift(_: &mut (), sort: Sort, words: &[u64]) -> Answer<Tristate> {
        Ok(match sort {
            // Two bit patterns are zero among the floats, and a NaN is no certain pattern.
            Sort::Float(_) => Maybe,
            _ => Tristate::from(words.iter().any(|w| *w != 0)),
        })
    }

    fn unary(_: &mut (), op: Unary, _: Sort, a: &Tristate) -> Answer<Tristate> {
        Ok(match op {
            Unary::PopCount | Unary::ByteSwap | Unary::BitReverse => *a,
            Unary::LeadingZeros | Unary::TrailingZeros if *a == False => True,
            _ => Maybe,
        })
    }

    fn binary(_: &mut (), op: Binary, sort: Sort, a: &Tristate, b: &Tristate) -> Answer<Tristate> {
        use Binary::*;
        let (a, b) = (*a, *b);
        if op.is_float() {
            return Ok(Maybe);
        }
        let bit = sort.word() == Some(1);
        Ok(match (op, a, b) {
            (Add | PtrAdd | Sub | Xor, _, False) => a,
            (Add | PtrAdd | Xor, False, _) | (Sub, False, _) => b,
            (Add | PtrAdd | Sub | Xor, True, True) if bit => False,
            (Mul | And, _, _) if bit => a.and(b),
            (Mul | And, False, _) | (Mul | And, _, False) => False,
            (Or, _, _) => a.or(b),
            (UDiv | SDiv, _, False) => True,
            (UDiv | SDiv, False, True) => False,
            (URem | SRem, _, False) => a,
            (URem | SRem, False, _) => False,
            (URem | SRem, True, True) if bit => False,
            (Shl | LShr | AShr, False, _) => False,
            (Shl | LShr | AShr, _, False) => a,
            (Eq, False, _) => b.negate(),
            (Eq, _, False) => a.negate(),
            (Ne, False, _) => b,
            (Ne, _, False) => a,
            (Eq, True, True) if bit => True,
            (Ne, True, True) if bit => False,
            (Ult, _, False) => False,
            (Ult, False, _) => b,
            (Ule, False, _) => True,
            (Ule, _, False) => a.negate(),
            (Slt, False, False) => False,
            (Sle, False, False) => True,
            (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow, False, _)
            | (UAddOverflow | SAddOverflow | UMulOverflow | SMulOverflow, _, False)
            | (USubOverflow | SSubOverflow, _, False) => False,
            (USubOverflow, False, _) => b,
            _ => Maybe,
        })
    }

    fn cast(_: &mut (), op: Cast, _: Sort, _: Sort, a: &Tristate) -> Answer<Tristate> {
        Ok(match (op, a) {
            (Cast::ZExt | Cast::SExt | Cast::PtrToInt | Cast::IntToPtr, _) => *a,
            (Cast::Trunc, False) => False,
            _ => Maybe,
        })
    }

    fn to_tristate(_: &mut (), _: Sort, value: &Tristate) -> Answer<Tristate> {
        Ok(*value)
    }

    fn assume(_: &mut (), _: Sort, value: &Tristate, nonzero: bool) -> Answer<Option<Tristate>> {
        Ok(Tristate::meet(*value, Tristate::from(nonzero)))
    }

    fn refine_binary(
        _: &mut (),
        op: Binary,
        sort: Sort,
        result: &Tristate,
        a: &Tristate,
        b: &Tristate,
    ) -> Answer<Option<(Tristate, Tristate)>> {
        use Binary::*;
        let unchanged = (*a, *b);
        let equal = (op == Eq && *result == True) || (op == Ne && *result == False);
        let refined = match (op, *result) {
            (Eq | Ne, Maybe) => Some(unchanged),
            (Eq | Ne, _) if equal => Tristate::meet(*a, *b).map(|m| (m, m)),
            (Eq | Ne, _) if *b == False => Tristate::meet(*a, True).map(|a| (a, *b)),
            (Eq | Ne, _) if *a == False => Tristate::meet(*b, True).map(|b| (*a, b)),
            (And, True) => Tristate::meet(*a, True).zip(Tristate::meet(*b, True)),
            (And, False) if sort.word() == Some(1) && *a == True => Tristate::meet(*b, False).map(|b| (*a, b)),
            (And, False) if sort.word() == Some(1) && *b == True => Tristate::meet(*a, False).map(|a| (a, *b)),
            (Or, False) => Tristate::meet(*a, False).zip(Tristate::meet(*b, False)),
            (Or, True) if *a == False => Tristate::meet(*b, True).map(|b| (*a, b)),
            (Or, True) if *b == False => Tristate::meet(*a, True).map(|a| (a, *b)),
            _ => Some(unchanged),
        };
        Ok(refined)
    }

    fn join(_: &mut (), _: Sort, a: &Tristate, b: &Tristate) -> Answer<Tristate> {
        Ok(Tristate::join(*a, *b))
    }

    fn meet(_: &mut (), _: Sort, a: &Tristate, b: &Tristate) -> Answer<Option<Tristate>> {
        Ok(Tristate::meet(*a, *b))
    }

    fn widen(_: &mut (), _: Sort, old: &Tristate, new: &Tristate) -> Answer<Tristate> {
        Ok(Tristate::join(*old, *new))
    }

    fn is_below(_: &mut (), _: Sort, a: &Tristate, b: &Tristate) -> Answer<bool> {
        Ok(Tristate::join(*a, *b) == *b)
    }

    fn admits(_: &mut (), _: Sort, value: &Tristate, bits: u64) -> bool {
        Tristate::admits(*value, bits != 0)
    }

    fn constant(_: &mut (), sort: Sort, value: &Tristate) -> Option<u64> {
        match (value, sort.word()) {
            (False, Some(_)) => Some(0),
            (True, Some(1)) => Some(mask(1)),
            _ => None,
        }
    }
}
