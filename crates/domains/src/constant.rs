//! Constants: a value is one number or any.

use crate::concrete;
use crate::domain::{Answer, Domain};
use crate::tristate::Tristate;
use crate::{Binary, Cast, Sort, Unary, mask, signed};

/// One number of at most 64 bits, or any value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constant {
    /// The bits of the only value. Never those of a NaN, whose payload is not known.
    Known(u64),
    /// Any value.
    Any,
}

use Constant::{Any, Known};

impl Constant {
    fn from(bits: Option<u64>) -> Constant {
        bits.map_or(Any, Known)
    }

    fn known(self) -> Option<u64> {
        match self {
            Known(bits) => Some(bits),
            Any => None,
        }
    }

    fn meets(self, bits: Option<u64>) -> Option<Constant> {
        match (self, bits) {
            (Known(a), Some(b)) if a != b => None,
            (Any, Some(b)) => Some(Known(b)),
            _ => Some(self),
        }
    }
}

impl Domain for Constant {
    type Context = ();
    const NAME: &'static str = "constant";

    fn any(_: &mut (), _: Sort) -> Answer<Constant> {
        Ok(Any)
    }

    fn any_range(_: &mut (), sort: Sort, low: i128, high: i128) -> Answer<Constant> {
        Ok(match sort.word() {
            Some(width) if low == high => Known(low as u64 & mask(width)),
            _ => Any,
        })
    }

    fn lift(_: &mut (), sort: Sort, words: &[u64]) -> Answer<Constant> {
        let bits = words.first().copied().unwrap_or(0);
        Ok(match sort {
            Sort::Float(format) => Constant::from(concrete::number(format, bits)),
            _ => Constant::from(sort.word().map(|width| bits & mask(width))),
        })
    }

    fn unary(_: &mut (), op: Unary, sort: Sort, a: &Constant) -> Answer<Constant> {
        Ok(Constant::from(a.known().and_then(|a| concrete::unary(op, sort, a))))
    }

    fn binary(_: &mut (), op: Binary, sort: Sort, a: &Constant, b: &Constant) -> Answer<Constant> {
        use Binary::*;
        let absorbing = || {
            let width = sort.word()?;
            match (op, *a, *b) {
                (Mul | And, Known(0), _) | (Mul | And, _, Known(0)) => Some(0),
                (Or, Known(x), _) | (Or, _, Known(x)) if x == mask(width) => Some(x),
                (Ult, _, Known(0)) => Some(0),
                (Ult, Known(x), _) if x == mask(width) => Some(0),
                (Ule, Known(0), _) => Some(1),
                (Shl | LShr | AShr, Known(0), _) | (URem | SRem, Known(0), _) => Some(0),
                (UDiv, _, Known(0)) => Some(mask(width)),
                _ => None,
            }
        };
        Ok(Constant::from(match (a, b) {
            (Known(x), Known(y)) => concrete::binary(op, sort, *x, *y),
            _ => absorbing(),
        }))
    }

    fn cast(_: &mut (), op: Cast, from: Sort, to: Sort, a: &Constant) -> Answer<Constant> {
        Ok(Constant::from(a.known().and_then(|a| concrete::cast(op, from, to, a))))
    }

    fn to_tristate(_: &mut (), sort: Sort, value: &Constant) -> Answer<Tristate> {
        Ok(match value {
            Known(bits) if sort.word().is_some() => Tristate::from(*bits != 0),
            _ => Tristate::Maybe,
        })
    }

    fn assume(_: &mut (), sort: Sort, value: &Constant, nonzero: bool) -> Answer<Option<Constant>> {
        Ok(match (sort.word(), value) {
            (Some(_), Known(bits)) => ((*bits != 0) == nonzero).then_some(*value),
            (Some(_), Any) if !nonzero => Some(Known(0)),
            (Some(1), Any) => Some(Known(1)),
            _ => Some(*value),
        })
    }

    fn refine_binary(
        ctx: &mut (),
        op: Binary,
        sort: Sort,
        result: &Constant,
        a: &Constant,
        b: &Constant,
    ) -> Answer<Option<(Constant, Constant)>> {
        use Binary::*;
        let unchanged = Ok(Some((*a, *b)));
        let (Some(width), Known(r)) = (sort.word(), *result) else { return unchanged };
        if let (Known(_), Known(_)) = (a, b) {
            let computed = Self::binary(ctx, op, sort, a, b)?;
            return Ok((computed == Any || computed == *result).then_some((*a, *b)));
        }
        let eval = |op, x: Option<u64>, y: Option<u64>| concrete::binary(op, sort, x?, y?);
        let (x, y) = (a.known(), b.known());
        let pairs = match op {
            Eq if r == 1 => (y, x),
            Ne if r == 0 => (y, x),
            Add | PtrAdd => (eval(Sub, Some(r), y), eval(Sub, Some(r), x)),
            Sub => (eval(Add, Some(r), y), eval(Sub, x, Some(r))),
            Xor => (eval(Xor, Some(r), y), eval(Xor, Some(r), x)),
            And if r == mask(width) => (Some(r), Some(r)),
            Or if r == 0 => (Some(0), Some(0)),
            // The other operand decides in a disjunction or conjunction of truth values.
            And if width == 1 => ((y == Some(1)).then_some(r), (x == Some(1)).then_some(r)),
            Or if width == 1 => ((y == Some(0)).then_some(r), (x == Some(0)).then_some(r)),
            Eq | Ne if width == 1 => {
                let flip = u64::from((op == Eq) != (r == 1));
                (y.map(|y| y ^ flip), x.map(|x| x ^ flip))
            }
            _ => return unchanged,
        };
        let (Some(a), Some(b)) = (a.meets(pairs.0), b.meets(pairs.1)) else { return Ok(None) };
        Ok(Some((a, b)))
    }

    fn refine_cast(
        ctx: &mut (),
        op: Cast,
        from: Sort,
        to: Sort,
        result: &Constant,
        a: &Constant,
    ) -> Answer<Option<Constant>> {
        let (Some(width), Some(wide), Known(r)) = (from.word(), to.word(), *result) else { return Ok(Some(*a)) };
        if let Known(_) = a {
            return Ok((Self::cast(ctx, op, from, to, a)? == *result).then_some(*a));
        }
        let low = r & mask(width);
        Ok(match op {
            Cast::ZExt => (low == r).then_some(Known(low)),
            Cast::SExt => (signed(low, width) as u64 & mask(wide) == r).then_some(Known(low)),
            Cast::PtrToInt | Cast::IntToPtr => Some(Known(r)),
            _ => Some(Any),
        })
    }

    fn join(_: &mut (), _: Sort, a: &Constant, b: &Constant) -> Answer<Constant> {
        Ok(if a == b { *a } else { Any })
    }

    fn meet(_: &mut (), _: Sort, a: &Constant, b: &Constant) -> Answer<Option<Constant>> {
        Ok(a.meets(b.known()))
    }

    fn widen(ctx: &mut (), sort: Sort, old: &Constant, new: &Constant) -> Answer<Constant> {
        Self::join(ctx, sort, old, new)
    }

    fn is_below(_: &mut (), _: Sort, a: &Constant, b: &Constant) -> Answer<bool> {
        Ok(a == b || *b == Any)
    }

    fn admits(_: &mut (), _: Sort, value: &Constant, bits: u64) -> bool {
        value.known().is_none_or(|known| known == bits)
    }

    fn constant(_: &mut (), _: Sort, value: &Constant) -> Option<u64> {
        value.known()
    }
}
