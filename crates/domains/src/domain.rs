//! The one trait of abstract values.

use crate::tristate::Tristate;
use crate::{Binary, Cast, Sort, Unary};
use core::fmt::Debug;
use core::hash::Hash;

/// An operation that a domain does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unsupported {
    /// The domain.
    pub domain: &'static str,
    /// The operation.
    pub operation: &'static str,
}

impl core::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the domain {} has no {}", self.domain, self.operation)
    }
}

impl core::error::Error for Unsupported {}

/// A result, or the word that the domain cannot give one.
pub type Answer<T> = Result<T, Unsupported>;

/// Abstract values. A value `v` stands for a set γ(v) of concrete values of a sort; the sort is
/// given with every operation.
///
/// **No value stands for the empty set.** Operators are total, so emptiness arises only where
/// something is assumed; those operations answer `None`, and the execution that asked does not
/// exist.
///
/// **Soundness**, for every sort:
/// - an operator's result covers the concrete operator's results on all members of its operands;
/// - [`join`](Domain::join) covers both operands, [`meet`](Domain::meet) every common member;
/// - [`is_below`](Domain::is_below) implies inclusion of the sets;
/// - [`assume`](Domain::assume) and the `refine` operations give values below the old ones and
///   never lose members that agree with the result;
/// - [`to_tristate`](Domain::to_tristate) admits every truth value that a member has.
///
/// A value is data: no pointers, equality means the same value in the same context. What it needs
/// beyond itself (an arena of terms, a solver, thresholds) is in the context.
pub trait Domain: Clone + Eq + Hash + Debug {
    /// What the operations need; `()` for most.
    type Context;

    /// The domain's name.
    const NAME: &'static str;

    /// The answer that an operation is missing.
    fn unsupported<T>(operation: &'static str) -> Answer<T> {
        Err(Unsupported { domain: Self::NAME, operation })
    }

    /// Any value of the sort.
    fn any(ctx: &mut Self::Context, sort: Sort) -> Answer<Self>;

    /// Any of the numbers from `low` to `high`, modulo the width of the sort.
    fn any_range(ctx: &mut Self::Context, sort: Sort, low: i128, high: i128) -> Answer<Self>;

    /// The constant with these bits, in little-endian words.
    fn lift(ctx: &mut Self::Context, sort: Sort, words: &[u64]) -> Answer<Self>;

    /// A unary operator. `sort` is that of the operand.
    fn unary(_ctx: &mut Self::Context, _op: Unary, _sort: Sort, _a: &Self) -> Answer<Self> {
        Self::unsupported("unary operator")
    }

    /// A binary operator. `sort` is that of the operands.
    fn binary(_ctx: &mut Self::Context, _op: Binary, _sort: Sort, _a: &Self, _b: &Self) -> Answer<Self> {
        Self::unsupported("binary operator")
    }

    /// A conversion.
    fn cast(_ctx: &mut Self::Context, _op: Cast, _from: Sort, _to: Sort, _a: &Self) -> Answer<Self> {
        Self::unsupported("conversion")
    }

    /// `a` if the truth value `condition` is true, else `b`; both of the given sort.
    fn select(ctx: &mut Self::Context, sort: Sort, condition: &Self, a: &Self, b: &Self) -> Answer<Self> {
        match Self::to_tristate(ctx, Sort::BOOL, condition)? {
            Tristate::True => Ok(a.clone()),
            Tristate::False => Ok(b.clone()),
            Tristate::Maybe => Self::join(ctx, sort, a, b),
        }
    }

    /// Fused multiply-add `a * b + c` of floats, rounded once.
    fn multiply_add(ctx: &mut Self::Context, sort: Sort, _a: &Self, _b: &Self, _c: &Self) -> Answer<Self> {
        Self::any(ctx, sort)
    }

    /// Is the value different from zero?
    fn to_tristate(ctx: &mut Self::Context, sort: Sort, value: &Self) -> Answer<Tristate>;

    /// The value where it is known to be different from zero, or to be zero; `None` if it cannot
    /// be. The term domain adds to the path condition here.
    fn assume(ctx: &mut Self::Context, sort: Sort, value: &Self, nonzero: bool) -> Answer<Option<Self>>;

    /// The operand of a unary operator whose result is known to be `result`.
    fn refine_unary(
        _ctx: &mut Self::Context,
        _op: Unary,
        _sort: Sort,
        _result: &Self,
        a: &Self,
    ) -> Answer<Option<Self>> {
        Ok(Some(a.clone()))
    }

    /// The operands of a binary operator whose result is known to be `result`.
    fn refine_binary(
        _ctx: &mut Self::Context,
        _op: Binary,
        _sort: Sort,
        _result: &Self,
        a: &Self,
        b: &Self,
    ) -> Answer<Option<(Self, Self)>> {
        Ok(Some((a.clone(), b.clone())))
    }

    /// The operand of a conversion whose result is known to be `result`.
    fn refine_cast(
        _ctx: &mut Self::Context,
        _op: Cast,
        _from: Sort,
        _to: Sort,
        _result: &Self,
        a: &Self,
    ) -> Answer<Option<Self>> {
        Ok(Some(a.clone()))
    }

    /// A value that covers both.
    fn join(ctx: &mut Self::Context, sort: Sort, a: &Self, b: &Self) -> Answer<Self>;

    /// A value that covers the common members; `None` if there are none.
    fn meet(ctx: &mut Self::Context, sort: Sort, a: &Self, b: &Self) -> Answer<Option<Self>>;

    /// A value that covers both, such that no sequence of widenings grows for ever. `old` comes
    /// first.
    fn widen(ctx: &mut Self::Context, sort: Sort, old: &Self, new: &Self) -> Answer<Self>;

    /// Is every member of `a` known to be one of `b`?
    fn is_below(ctx: &mut Self::Context, sort: Sort, a: &Self, b: &Self) -> Answer<bool>;

    /// May the value have these bits (sorts of at most 64 bits)? Never wrongly false.
    fn admits(_ctx: &mut Self::Context, _sort: Sort, _value: &Self, _bits: u64) -> bool {
        true
    }

    /// The bits of the only member, if there is only one and it has at most 64 bits.
    fn constant(_ctx: &mut Self::Context, _sort: Sort, _value: &Self) -> Option<u64> {
        None
    }
}

/// What a symbolic domain asks of its context: the path condition and its satisfiability.
pub trait Feasibility<Condition> {
    /// Adds to the path condition that the truth value is true, or false. Says whether the path is
    /// still feasible; `Maybe` if that could not be found out.
    fn assume(&mut self, condition: &Condition, truth: bool) -> Tristate;
}
