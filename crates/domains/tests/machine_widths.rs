//! Intervals of machine widths against random members, where ends and wrap-around matter most.

use adumbra_domains::*;
use adumbra_testing::Random;

/// A number, often near a power of two or an end.
fn number(random: &mut Random, width: u32) -> u64 {
    let near = |r: &mut Random| (r.next() % 5).wrapping_sub(2);
    let bits = match random.next() % 4 {
        0 => near(random),
        1 => (1u64 << (random.next() % u64::from(width))).wrapping_add(near(random)),
        2 => (1u64 << (width - 1)).wrapping_add(near(random)),
        _ => random.next(),
    };
    bits & mask(width)
}

/// An interval around a member.
fn around(random: &mut Random, bits: u64, width: u32) -> Interval {
    let reach = |r: &mut Random| {
        let bits = r.next() % u64::from(width + 1);
        if bits == 0 { 0 } else { i128::from(r.next() >> (64 - bits)) }
    };
    let (below, above) = (reach(random), reach(random));
    match random.next() % 4 {
        0 => Interval::of(bits, width),
        _ => Interval::range(i128::from(bits) - below, i128::from(bits) + above, width),
    }
}

#[test]
fn operators_and_refinements_keep_random_members() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let ctx = &mut Thresholds::default();
    for round in 0..400_000 {
        let width = [7, 8, 16, 31, 32, 33, 63, 64][round % 8];
        let sort = Sort::Int(width);
        let (x, y) = (number(&mut random, width), number(&mut random, width));
        let (a, b) = (around(&mut random, x, width), around(&mut random, y, width));
        let op = Binary::ALL[random.next() as usize % 25];
        let r = concrete::binary(op, sort, x, y).unwrap();
        let result_sort = op.result_sort(sort);
        let result = Interval::binary(ctx, op, sort, &a, &b).unwrap();
        assert!(Interval::admits(ctx, result_sort, &result, r), "{a:?} {op:?} {b:?} = {result:?} lacks {r}, i{width}");
        let wanted = around(&mut random, r, result_sort.bits());
        let refined = Interval::refine_binary(ctx, op, sort, &wanted, &a, &b).unwrap();
        let kept =
            refined.is_some_and(|(v, w)| Interval::admits(ctx, sort, &v, x) && Interval::admits(ctx, sort, &w, y));
        assert!(kept, "{a:?} {op:?} {b:?} = {wanted:?} refined to {refined:?} loses {x}, {y}, i{width}");
        let wide = a.widened(&b, ctx, width);
        assert!(a.is_within(&wide) && b.is_within(&wide));
    }
}

#[test]
fn unary_operators_and_casts_keep_random_members() {
    let mut random = Random(42);
    let ctx = &mut Thresholds::default();
    for round in 0..100_000 {
        let width = [8, 16, 31, 32, 64][round % 5];
        let sort = Sort::Int(width);
        let x = number(&mut random, width);
        let a = around(&mut random, x, width);
        let op = Unary::ALL[random.next() as usize % 5];
        if let Some(r) = concrete::unary(op, sort, x) {
            let result = Interval::unary(ctx, op, sort, &a).unwrap();
            assert!(Interval::admits(ctx, sort, &result, r), "{op:?} {a:?} = {result:?} lacks {x} -> {r}, i{width}");
        }
        let (cast, other) = match random.next() % 3 {
            0 => (Cast::Trunc, 1 + random.next() as u32 % (width - 1)),
            1 => (Cast::ZExt, (width + 1 + random.next() as u32 % 40).min(64)),
            _ => (Cast::SExt, (width + 1 + random.next() as u32 % 40).min(64)),
        };
        let to = Sort::Int(other);
        let r = concrete::cast(cast, sort, to, x).unwrap();
        let result = Interval::cast(ctx, cast, sort, to, &a).unwrap();
        assert!(Interval::admits(ctx, to, &result, r), "{cast:?} {a:?} = {result:?} lacks {x} -> {r}");
        let wanted = around(&mut random, r, other);
        let refined = Interval::refine_cast(ctx, cast, sort, to, &wanted, &a).unwrap();
        assert!(refined.is_some_and(|v| Interval::admits(ctx, sort, &v, x)), "{cast:?} {a:?} = {wanted:?} loses {x}");
    }
}

/// Bitwise operators and sums of ranges within one half are as tight as an interval can be.
#[test]
fn bitwise_bounds_are_exact() {
    let ctx = &mut Thresholds::default();
    let width = 5;
    let sort = Sort::Int(width);
    for low in 0..16u64 {
        for high in low..16 {
            for (from, to) in [(0, 3), (1, 6), (5, 12), (7, 8), (3, 3)] {
                let (a, b) = (Interval::range(low.into(), high.into(), width), Interval::range(from, to, width));
                for op in [Binary::And, Binary::Or, Binary::Xor, Binary::Add] {
                    let results = (low..=high).flat_map(|x| (from..=to).map(move |y| (x, y as u64)));
                    let all: Vec<u64> = results.map(|(x, y)| concrete::binary(op, sort, x, y).unwrap()).collect();
                    let result = Interval::binary(ctx, op, sort, &a, &b).unwrap();
                    let (least, most) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
                    assert_eq!(result.unsigned_bounds(width), (least, most), "{a:?} {op:?} {b:?}");
                }
            }
        }
    }
}
