//! Every operator of every domain against the concrete operators, on all values of small widths.

use adumbra_domains::interval::Pieces;
use adumbra_domains::*;
use std::fmt::Debug;

/// A domain whose values of a small width can be listed.
trait Listed: Domain + Copy + Debug {
    fn context() -> Box<Self::Context>;
    fn all(width: u32) -> Vec<Self>;
}

impl Listed for Unit {
    fn context() -> Box<()> {
        Box::new(())
    }
    fn all(_: u32) -> Vec<Unit> {
        vec![Unit]
    }
}

impl Listed for Tristate {
    fn context() -> Box<()> {
        Box::new(())
    }
    fn all(_: u32) -> Vec<Tristate> {
        vec![Tristate::False, Tristate::True, Tristate::Maybe]
    }
}

impl Listed for Constant {
    fn context() -> Box<()> {
        Box::new(())
    }
    fn all(width: u32) -> Vec<Constant> {
        (0..=mask(width)).map(Constant::Known).chain([Constant::Any]).collect()
    }
}

impl Listed for Sign {
    fn context() -> Box<()> {
        Box::new(())
    }
    fn all(width: u32) -> Vec<Sign> {
        Sign::ALL.into_iter().filter(|s| width > 1 || *s != Sign::Positive).collect()
    }
}

impl Listed for Interval {
    fn context() -> Box<Thresholds> {
        Box::new(Thresholds::new(vec![-3, 2, 5]))
    }
    fn all(width: u32) -> Vec<Interval> {
        let halves = |from: u64, to: u64| {
            let mut all = vec![None];
            for low in from..=to {
                all.extend((low..=to).map(|high| Some((low, high))));
            }
            all
        };
        let (ones, top) = (mask(width), mask(width) >> 1);
        let mut all = Vec::new();
        for plain in halves(0, top) {
            for high in halves(top + 1, ones) {
                all.extend(Interval::from_pieces(Pieces { plain, high }, width));
            }
        }
        all
    }
}

fn members<D: Listed>(ctx: &mut D::Context, width: u32, value: &D) -> Vec<u64> {
    (0..=mask(width)).filter(|bits| D::admits(ctx, Sort::Int(width), value, *bits)).collect()
}

/// All values with their members; about `most` of them if there are more.
fn listed<D: Listed>(ctx: &mut D::Context, width: u32, most: usize) -> Vec<(D, Vec<u64>)> {
    let all = D::all(width);
    // An odd step meets both kinds of ends.
    let step = all.len().div_ceil(most) | 1;
    all.into_iter().step_by(step).map(|v| (v, members(ctx, width, &v))).collect()
}

fn check_unary<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    for op in Unary::ALL.into_iter().filter(|op| !op.is_float()) {
        if op == Unary::ByteSwap && !width.is_multiple_of(8) {
            continue;
        }
        for (a, of_a) in listed::<D>(ctx, width, usize::MAX) {
            let result = D::unary(ctx, op, sort, &a).unwrap();
            for x in &of_a {
                let r = concrete::unary(op, sort, *x).unwrap();
                assert!(
                    D::admits(ctx, sort, &result, r),
                    "{op:?} {a:?} = {result:?} lacks {x} -> {r} at width {width}"
                );
            }
            for (wanted, of_wanted) in listed::<D>(ctx, width, 200) {
                let refined = D::refine_unary(ctx, op, sort, &wanted, &a).unwrap();
                for x in &of_a {
                    if of_wanted.contains(&concrete::unary(op, sort, *x).unwrap()) {
                        assert!(
                            refined.is_some_and(|v| D::admits(ctx, sort, &v, *x)),
                            "{op:?} {a:?} refined by {wanted:?} loses {x} at width {width}"
                        );
                    }
                }
            }
        }
    }
}

fn operators() -> impl Iterator<Item = Binary> {
    Binary::ALL.into_iter().filter(|op| !op.is_float())
}

fn check_binary<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    let all = listed::<D>(ctx, width, 130);
    let results = |op: Binary| {
        let row = |x| (0..=mask(width)).map(|y| concrete::binary(op, sort, x, y).unwrap()).collect::<Vec<_>>();
        (0..=mask(width)).map(row).collect::<Vec<_>>()
    };
    for op in operators() {
        let (table, result_sort) = (results(op), op.result_sort(sort));
        for (a, of_a) in &all {
            for (b, of_b) in &all {
                let result = D::binary(ctx, op, sort, a, b).unwrap();
                for x in of_a {
                    for y in of_b {
                        let r = table[*x as usize][*y as usize];
                        assert!(
                            D::admits(ctx, result_sort, &result, r),
                            "{a:?} {op:?} {b:?} = {result:?} lacks {x}, {y} -> {r} at width {width}"
                        );
                    }
                }
            }
        }
    }
}

/// A backward operator never loses a pair whose result is wanted, and gives nothing that was not
/// there.
fn check_refine<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    for op in operators() {
        let result_sort = op.result_sort(sort);
        let all = listed::<D>(ctx, width, 40);
        let wanted_values = listed::<D>(ctx, result_sort.bits(), 40);
        for (wanted, of_wanted) in &wanted_values {
            for (a, of_a) in &all {
                for (b, of_b) in &all {
                    let refined = D::refine_binary(ctx, op, sort, wanted, a, b).unwrap();
                    if let Some((x, y)) = &refined {
                        assert!(D::is_below(ctx, sort, x, a).unwrap() && D::is_below(ctx, sort, y, b).unwrap());
                    }
                    for x in of_a {
                        for y in of_b {
                            let r = concrete::binary(op, sort, *x, *y).unwrap();
                            assert!(
                                !of_wanted.contains(&r)
                                    || refined.as_ref().is_some_and(
                                        |(v, w)| D::admits(ctx, sort, v, *x) && D::admits(ctx, sort, w, *y)
                                    ),
                                "{a:?} {op:?} {b:?} = {wanted:?} refined to {refined:?} loses {x}, {y} at width {width}"
                            );
                        }
                    }
                }
            }
        }
    }
}

fn check_cast<D: Listed>(from: u32, to: u32) {
    let ctx = &mut *D::context();
    for op in [Cast::Trunc, Cast::ZExt, Cast::SExt, Cast::PtrToInt, Cast::IntToPtr] {
        let fits = match op {
            Cast::Trunc => to < from,
            Cast::ZExt | Cast::SExt => to > from,
            _ => to == from,
        };
        let (source, target) = match op {
            Cast::PtrToInt => (Sort::Pointer(from), Sort::Int(to)),
            Cast::IntToPtr => (Sort::Int(from), Sort::Pointer(to)),
            _ => (Sort::Int(from), Sort::Int(to)),
        };
        if !fits {
            continue;
        }
        let wanted_values = listed::<D>(ctx, to, 500);
        for (a, of_a) in listed::<D>(ctx, from, 500) {
            let result = D::cast(ctx, op, source, target, &a).unwrap();
            for x in &of_a {
                let r = concrete::cast(op, source, target, *x).unwrap();
                assert!(
                    D::admits(ctx, target, &result, r),
                    "{op:?} {a:?} = {result:?} lacks {x} -> {r}, {from} to {to}"
                );
            }
            for (wanted, of_wanted) in &wanted_values {
                let refined = D::refine_cast(ctx, op, source, target, wanted, &a).unwrap();
                for x in &of_a {
                    if of_wanted.contains(&concrete::cast(op, source, target, *x).unwrap()) {
                        assert!(
                            refined.is_some_and(|v| D::admits(ctx, source, &v, *x)),
                            "{op:?} {a:?} = {wanted:?} refined to {refined:?} loses {x}, {from} to {to}"
                        );
                    }
                }
            }
        }
    }
}

/// Lifting, ranges, truth (every truth value that a member has is admitted), assumptions,
/// selection.
fn check_values<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    let any = D::any(ctx, sort).unwrap();
    assert_eq!(members(ctx, width, &any).len() as u64, mask(width) + 1);
    for bits in 0..=mask(width) {
        let value = D::lift(ctx, sort, &[bits]).unwrap();
        assert!(D::admits(ctx, sort, &value, bits));
    }
    let bound = i128::from(mask(width)) * 2;
    for low in -bound..=bound {
        for high in low..=bound {
            let value = D::any_range(ctx, sort, low, high).unwrap();
            for n in low..=high {
                assert!(D::admits(ctx, sort, &value, n as u64 & mask(width)), "{value:?} lacks {n} of {low}..={high}");
            }
        }
    }
    let all = listed::<D>(ctx, width, usize::MAX);
    for (v, of_v) in &all {
        assert!(!of_v.is_empty(), "{v:?} stands for nothing");
        assert!(D::constant(ctx, sort, v).is_none_or(|bits| of_v == &[bits]), "{v:?}");
        let truth = D::to_tristate(ctx, sort, v).unwrap();
        let yes = D::assume(ctx, sort, v, true).unwrap();
        let no = D::assume(ctx, sort, v, false).unwrap();
        for x in of_v {
            assert!(truth.admits(*x != 0), "truth of {v:?} is {truth:?}");
            let assumed = if *x != 0 { &yes } else { &no };
            assert!(assumed.as_ref().is_some_and(|a| D::admits(ctx, sort, a, *x)), "assuming {v:?} loses {x}");
        }
    }
    for condition in D::all(1) {
        for (a, of_a) in all.iter().step_by(5) {
            for (b, of_b) in all.iter().step_by(3) {
                let result = D::select(ctx, sort, &condition, a, b).unwrap();
                for (truth, of) in [(1, of_a), (0, of_b)] {
                    if D::admits(ctx, Sort::BOOL, &condition, truth) {
                        assert!(of.iter().all(|x| D::admits(ctx, sort, &result, *x)));
                    }
                }
            }
        }
    }
}

/// Join, meet, widening and order against sets, and the laws of a lattice.
fn check_lattice<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    let all = listed::<D>(ctx, width, 130);
    for (a, of_a) in &all {
        assert!(D::is_below(ctx, sort, a, a).unwrap());
        assert_eq!(D::join(ctx, sort, a, a).unwrap(), *a);
        assert_eq!(D::meet(ctx, sort, a, a).unwrap(), Some(*a));
        for (b, of_b) in &all {
            let (join, meet) = (D::join(ctx, sort, a, b).unwrap(), D::meet(ctx, sort, a, b).unwrap());
            assert_eq!(join, D::join(ctx, sort, b, a).unwrap());
            assert_eq!(meet, D::meet(ctx, sort, b, a).unwrap());
            let below = D::is_below(ctx, sort, a, b).unwrap();
            assert_eq!(below, join == *b, "{a:?} {b:?}");
            assert_eq!(below, meet == Some(*a), "{a:?} {b:?}");
            assert_eq!(below, of_a.iter().all(|x| of_b.contains(x)), "{a:?} below {b:?}");
            assert!(of_a.iter().chain(of_b).all(|x| D::admits(ctx, sort, &join, *x)));
            for x in of_a.iter().filter(|x| of_b.contains(x)) {
                assert!(meet.is_some_and(|m| D::admits(ctx, sort, &m, *x)));
            }
            let wide = D::widen(ctx, sort, a, b).unwrap();
            assert!(D::is_below(ctx, sort, a, &wide).unwrap() && D::is_below(ctx, sort, b, &wide).unwrap());
            for (c, _) in all.iter().step_by(7) {
                let left = D::join(ctx, sort, &join, c).unwrap();
                let right = D::join(ctx, sort, b, c).unwrap();
                assert_eq!(left, D::join(ctx, sort, a, &right).unwrap());
                if below && D::is_below(ctx, sort, b, c).unwrap() {
                    assert!(D::is_below(ctx, sort, a, c).unwrap());
                }
            }
        }
    }
}

/// A sequence of widenings becomes stable, whatever is added.
fn check_widening<D: Listed>(width: u32) {
    let ctx = &mut *D::context();
    let sort = Sort::Int(width);
    let all = D::all(width);
    for (start, stride) in (0..all.len()).step_by(17).zip((1..all.len().max(2)).step_by(5).cycle()) {
        let (mut value, mut changes) = (all[start], 0);
        for i in 0..all.len() {
            let next = D::widen(ctx, sort, &value, &all[(start + i * stride) % all.len()]).unwrap();
            changes += usize::from(next != value);
            value = next;
        }
        assert!(changes <= 14, "{changes} changes from {:?}", all[start]);
    }
}

macro_rules! domain_tests {
    ($($module:ident: $domain:ty;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            fn values() {
                (1..=4).for_each(check_values::<$domain>);
            }
            #[test]
            fn unary_operators_cover_the_concrete_ones() {
                (1..=4).chain((stringify!($module) != "interval").then_some(8)).for_each(check_unary::<$domain>);
            }
            #[test]
            fn binary_operators_cover_the_concrete_ones() {
                (1..=4).for_each(check_binary::<$domain>);
            }
            #[test]
            fn refinement_loses_no_feasible_pair() {
                (1..=4).for_each(check_refine::<$domain>);
            }
            #[test]
            fn casts_cover_the_concrete_ones() {
                for from in 1..=4 {
                    (1..=4).for_each(|to| check_cast::<$domain>(from, to));
                }
            }
            #[test]
            fn lattice_laws() {
                (1..=4).for_each(check_lattice::<$domain>);
            }
            #[test]
            fn widening_becomes_stable() {
                (1..=4).for_each(check_widening::<$domain>);
            }
        }
    )*};
}

domain_tests! {
    unit: Unit;
    tristate: Tristate;
    constant: Constant;
    sign: Sign;
    interval: Interval;
}
