//! The domain that knows nothing: one value, any.

use crate::domain::{Answer, Domain};
use crate::tristate::Tristate;
use crate::{Binary, Cast, Sort, Unary};

/// Any value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Unit;

impl Domain for Unit {
    type Context = ();
    const NAME: &'static str = "unit";

    fn any(_: &mut (), _: Sort) -> Answer<Unit> {
        Ok(Unit)
    }

    fn any_range(_: &mut (), _: Sort, _: i128, _: i128) -> Answer<Unit> {
        Ok(Unit)
    }

    fn lift(_: &mut (), _: Sort, _: &[u64]) -> Answer<Unit> {
        Ok(Unit)
    }

    fn unary(_: &mut (), _: Unary, _: Sort, _: &Unit) -> Answer<Unit> {
        Ok(Unit)
    }

    fn binary(_: &mut (), _: Binary, _: Sort, _: &Unit, _: &Unit) -> Answer<Unit> {
        Ok(Unit)
    }

    fn cast(_: &mut (), _: Cast, _: Sort, _: Sort, _: &Unit) -> Answer<Unit> {
        Ok(Unit)
    }

    fn to_tristate(_: &mut (), _: Sort, _: &Unit) -> Answer<Tristate> {
        Ok(Tristate::Maybe)
    }

    fn assume(_: &mut (), _: Sort, _: &Unit, _: bool) -> Answer<Option<Unit>> {
        Ok(Some(Unit))
    }

    fn join(_: &mut (), _: Sort, _: &Unit, _: &Unit) -> Answer<Unit> {
        Ok(Unit)
    }

    fn meet(_: &mut (), _: Sort, _: &Unit, _: &Unit) -> Answer<Option<Unit>> {
        Ok(Some(Unit))
    }

    fn widen(_: &mut (), _: Sort, _: &Unit, _: &Unit) -> Answer<Unit> {
        Ok(Unit)
    }

    fn is_below(_: &mut (), _: Sort, _: &Unit, _: &Unit) -> Answer<bool> {
        Ok(true)
    }
}
