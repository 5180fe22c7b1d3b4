//! Floating-point operators and conversions.
//!
//! Single and double precision use the machine's IEEE operations, the other formats software
//! arithmetic; square roots of those and conversions from and to wide integers go through exact
//! integer arithmetic.

mod convert;
mod native;
mod soft;

pub(crate) use convert::cast;
pub use convert::{convert, from_f64, from_int, to_f64, to_int};
pub use native::{double, single};

use crate::operator::{BinaryOp, UnaryOp};
use crate::types::FloatKind;
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use thiserror::Error;

/// An operation whose exact result is not available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Inexact(pub &'static str);

const NO_OPERATOR: Inexact = Inexact("an operator that floats do not have");

/// `op a` on floats of a kind.
pub fn unary(op: UnaryOp, kind: FloatKind, a: u128) -> Result<u128, Inexact> {
    let sign = 1u128 << (kind.bits() - 1);
    match op {
        UnaryOp::FNeg => return Ok(a ^ sign),
        UnaryOp::FAbs => return Ok(a & !sign),
        _ => {}
    }
    match kind {
        FloatKind::Single => single::unary(op, a as u32),
        FloatKind::Double => double::unary(op, a as u64),
        FloatKind::Half => soft_unary::<Half>(op, a),
        FloatKind::BFloat => soft_unary::<BFloat>(op, a),
        FloatKind::X87 => soft_unary::<X87DoubleExtended>(op, a),
        FloatKind::Quad => soft_unary::<Quad>(op, a),
    }
}

/// `a op b` on floats of a kind.
pub fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> Result<u128, Inexact> {
    if op == BinaryOp::FCopySign {
        let sign = 1u128 << (kind.bits() - 1);
        return Ok(a & !sign | b & sign);
    }
    match kind {
        FloatKind::Single => single::binary(op, a as u32, b as u32),
        FloatKind::Double => double::binary(op, a as u64, b as u64),
        FloatKind::Half => soft_binary::<Half>(op, a, b),
        FloatKind::BFloat => soft_binary::<BFloat>(op, a, b),
        FloatKind::X87 => soft_binary::<X87DoubleExtended>(op, a, b),
        FloatKind::Quad => soft_binary::<Quad>(op, a, b),
    }
}

/// Fused multiply-add `a * b + c`, rounded once.
pub fn multiply_add(kind: FloatKind, a: u128, b: u128, c: u128) -> Result<u128, Inexact> {
    fn soft<F: Float>(a: u128, b: u128, c: u128) -> u128 {
        F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), Round::NearestTiesToEven).value.to_bits()
    }
    Ok(match kind {
        FloatKind::Single => single::multiply_add(a as u32, b as u32, c as u32).into(),
        FloatKind::Double => double::multiply_add(a as u64, b as u64, c as u64).into(),
        FloatKind::Half => soft::<Half>(a, b, c),
        FloatKind::BFloat => soft::<BFloat>(a, b, c),
        FloatKind::X87 => soft::<X87DoubleExtended>(a, b, c),
        FloatKind::Quad => soft::<Quad>(a, b, c),
    })
}

fn soft_unary<F: FloatConvert<Quad>>(op: UnaryOp, a: u128) -> Result<u128, Inexact>
where
    Quad: FloatConvert<F>,
{
    let x = F::from_bits(a);
    let round = match op {
        UnaryOp::FFloor => Round::TowardNegative,
        UnaryOp::FCeil => Round::TowardPositive,
        UnaryOp::FTrunc => Round::TowardZero,
        UnaryOp::FRound => Round::NearestTiesToAway,
        UnaryOp::FRoundEven => Round::NearestTiesToEven,
        UnaryOp::FSqrt => return Ok(soft::sqrt(x).to_bits()),
        UnaryOp::FIsNan => return Ok(u128::from(x.is_nan())),
        UnaryOp::FIsInf => return Ok(u128::from(x.is_infinite())),
        UnaryOp::FIsSubnormal => return Ok(u128::from(x.is_denormal())),
        _ => return Err(NO_OPERATOR),
    };
    Ok(x.round_to_integral(round).value.to_bits())
}

fn soft_binary<F: FloatConvert<Quad>>(op: BinaryOp, a: u128, b: u128) -> Result<u128, Inexact>
where
    Quad: FloatConvert<F>,
{
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let round = Round::NearestTiesToEven;
    let number = match op {
        BinaryOp::FAdd => x.add_r(y, round).value,
        BinaryOp::FSub => x.sub_r(y, round).value,
        BinaryOp::FMul => x.mul_r(y, round).value,
        BinaryOp::FDiv => x.div_r(y, round).value,
        BinaryOp::FRem => soft::fmod(x, y),
        BinaryOp::FMinNum | BinaryOp::FMaxNum | BinaryOp::FMinimum | BinaryOp::FMaximum => {
            let least = matches!(op, BinaryOp::FMinNum | BinaryOp::FMinimum);
            let nan_wins = matches!(op, BinaryOp::FMinimum | BinaryOp::FMaximum);
            let below = x < y || x == y && x.is_negative();
            if x.is_nan() || y.is_nan() {
                if x.is_nan() == nan_wins { x } else { y }
            } else if below == least {
                x
            } else {
                y
            }
        }
        BinaryOp::FEq => return Ok(u128::from(x == y)),
        BinaryOp::FLt => return Ok(u128::from(x < y)),
        BinaryOp::FLe => return Ok(u128::from(x <= y)),
        BinaryOp::FUnordered => return Ok(u128::from(x.is_nan() || y.is_nan())),
        _ => return Err(NO_OPERATOR),
    };
    Ok(number.to_bits())
}
