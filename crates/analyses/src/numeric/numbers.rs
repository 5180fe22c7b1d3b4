//! What the analysis asks of a domain beyond the trait of domains.

use adumbra_domains::{Constant, Domain, Interval, Sign, Thresholds, Unit, signed};
use adumbra_program::*;
use adumbra_verdict::Known;

/// A domain of numbers that can run as an analysis.
pub trait Numbers: Domain + Copy {
    /// The name of the analysis.
    const ANALYSIS: &'static str;

    /// The context for a program.
    fn context(program: &Program) -> Self::Context;

    /// Are thresholds to be used for widening?
    fn use_thresholds(_ctx: &mut Self::Context, _use: bool) {}

    /// Lowest and highest member of a width of at most 64 bits.
    fn bounds(&self, _width: u32, _signed: bool) -> Option<(i128, i128)> {
        None
    }

    /// Facts for a certificate.
    fn known(&self, ty: Type, layout: &DataLayout) -> Vec<Known>;

    /// As text.
    fn show(&self, width: u32) -> String;
}

/// The facts that bounds are.
fn bounded<D: Numbers>(value: &D, ty: Type, layout: &DataLayout) -> Vec<Known> {
    let width = ty.bits(layout);
    let (Some((low, high)), Some((least, most))) = (value.bounds(width, false), value.bounds(width, true)) else {
        return Vec::new();
    };
    match ty {
        _ if low == high => vec![exactly(low as u64, ty)],
        Type::Int(_) => {
            let mut facts = Vec::new();
            let half = 1i128 << (width - 1);
            if (low, high) != (0, 2 * half - 1) {
                facts.push(Known::Unsigned(low as u128, high as u128));
            }
            if (least, most) != (-half, half - 1) {
                facts.push(Known::Signed(least, most));
            }
            facts
        }
        _ => Vec::new(),
    }
}

fn exactly(bits: u64, ty: Type) -> Known {
    match (ty, bits) {
        (Type::Ptr, 0) => Known::Null,
        _ => Known::Bits(vec![bits]),
    }
}

/// Numbers that the program compares with, and their neighbours.
fn thresholds(program: &Program) -> Vec<i64> {
    let pool = &program.exprs;
    let mut numbers = Vec::new();
    for (_, expr, _) in pool.iter() {
        let Expr::Binary(op, a, b) = expr else { continue };
        use BinaryOp::*;
        if !matches!(op, Eq | Ne | Ult | Ule | Slt | Sle) {
            continue;
        }
        for side in [a, b] {
            if let (Expr::Const(bits), Type::Int(width)) = (pool.get(side), pool.ty(side)) {
                let number = signed(bits, width);
                numbers.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            }
        }
    }
    numbers
}

impl Numbers for Interval {
    const ANALYSIS: &'static str = "interval";

    fn context(program: &Program) -> Thresholds {
        Thresholds::new(thresholds(program))
    }

    fn use_thresholds(ctx: &mut Thresholds, enabled: bool) {
        ctx.enabled = enabled;
    }

    fn bounds(&self, width: u32, signed: bool) -> Option<(i128, i128)> {
        if width > 64 {
            return None;
        }
        Some(if signed {
            let (low, high) = self.signed_bounds(width);
            (low.into(), high.into())
        } else {
            let (low, high) = self.unsigned_bounds(width);
            (low.into(), high.into())
        })
    }

    fn known(&self, ty: Type, layout: &DataLayout) -> Vec<Known> {
        bounded(self, ty, layout)
    }

    fn show(&self, width: u32) -> String {
        let (low, high) = self.signed_bounds(width);
        let (least, most) = self.unsigned_bounds(width);
        match (self.is_any(), low == high, (low, high) == (signed(1 << (width - 1), width), i64::MAX >> (64 - width))) {
            (true, ..) => "any".to_owned(),
            (_, true, _) => low.to_string(),
            (_, _, true) => format!("[{least},{most}]u"),
            _ => format!("[{low},{high}]"),
        }
    }
}

impl Numbers for Constant {
    const ANALYSIS: &'static str = "constant";

    fn context(_: &Program) {}

    fn bounds(&self, width: u32, read_signed: bool) -> Option<(i128, i128)> {
        match self {
            Constant::Known(bits) if width <= 64 => {
                let number = if read_signed { signed(*bits, width).into() } else { i128::from(*bits) };
                Some((number, number))
            }
            _ => None,
        }
    }

    fn known(&self, ty: Type, _: &DataLayout) -> Vec<Known> {
        match self {
            Constant::Known(bits) => vec![exactly(*bits, ty)],
            Constant::Any => Vec::new(),
        }
    }

    fn show(&self, width: u32) -> String {
        match self {
            Constant::Known(bits) => signed(*bits, width).to_string(),
            Constant::Any => "any".to_owned(),
        }
    }
}

impl Numbers for Sign {
    const ANALYSIS: &'static str = "sign";

    fn context(_: &Program) {}

    fn bounds(&self, width: u32, read_signed: bool) -> Option<(i128, i128)> {
        if !(1..=64).contains(&width) {
            return None;
        }
        let half = 1i128 << (width - 1);
        Some(match (self, read_signed) {
            (Sign::Zero, _) => (0, 0),
            (Sign::Positive, _) => (1, (half - 1).max(1)),
            (Sign::Negative, true) => (-half, -1),
            (Sign::Negative, false) => (half, 2 * half - 1),
            (Sign::Any, true) => (-half, half - 1),
            (Sign::Any, false) => (0, 2 * half - 1),
        })
    }

    fn known(&self, ty: Type, layout: &DataLayout) -> Vec<Known> {
        if matches!(ty, Type::Float(_)) { Vec::new() } else { bounded(self, ty, layout) }
    }

    fn show(&self, _: u32) -> String {
        match self {
            Sign::Negative => "<0",
            Sign::Zero => "0",
            Sign::Positive => ">0",
            Sign::Any => "any",
        }
        .to_owned()
    }
}

/// Nothing is known of any number: what remains is the way through the program, and which objects
/// pointers point into.
impl Numbers for Unit {
    const ANALYSIS: &'static str = "unit";

    fn context(_: &Program) {}

    fn known(&self, _: Type, _: &DataLayout) -> Vec<Known> {
        Vec::new()
    }

    fn show(&self, _: u32) -> String {
        "any".to_owned()
    }
}
