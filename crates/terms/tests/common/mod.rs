//! Terms from recipes of bytes, so that generators shrink well and fuzzers and tests share them.

// Each test binary uses its part.
use adumbra_terms::simplify::check::Random;
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{
    ArrayValue, Float, Format, FunctionValue, IndexSort, Model, Op, RoundingMode, Sort, SortKind, Term, Terms, Value,
};

/// The terms that a recipe builds, four bytes a step.
pub fn build(terms: &mut Terms, recipe: &[u8]) -> Vec<Term> {
    let mut pool = Vec::new();
    let bool_sort = terms.bool_sort();
    for name in ["p", "q"] {
        pool.push(terms.var(name, bool_sort));
    }
    for width in [1, 4, 7, 8, 67] {
        let sort = terms.bv_sort(width);
        for name in ["x", "y"] {
            pool.push(terms.var(&format!("{name}{width}"), sort));
        }
    }
    let (nibble, byte) = (terms.bv_sort(4), terms.bv_sort(8));
    let array = terms.array_sort(nibble, byte).unwrap();
    pool.push(terms.var("m", array));
    pool.push(terms.var("n", array));
    let function = terms.declare("f", &[byte, bool_sort], byte);
    for (number, format) in formats().into_iter().enumerate() {
        let sort = terms.float_sort(format);
        for name in ["a", "b"] {
            pool.push(terms.var(&format!("{name}{number}"), sort));
        }
    }
    let mode = terms.rounding_mode_sort();
    pool.push(terms.var("r", mode));
    pool.push(terms.rounding_mode(RoundingMode::TowardNegative));
    for step in recipe.chunks_exact(4) {
        let term = one_step(terms, &pool, function, step);
        // Wider terms than that make the tests slow, not better.
        if terms.bv_width(term).is_none_or(|width| width <= 140) {
            pool.push(term);
        }
    }
    pool
}

/// The floating-point formats of recipes: one as wide as a bit-vector of theirs, and a narrower
/// one.
fn formats() -> [Format; 2] {
    [Format::new(3, 4).unwrap(), Format::new(2, 3).unwrap()]
}

fn one_step(terms: &mut Terms, pool: &[Term], function: adumbra_terms::Symbol, step: &[u8]) -> Term {
    let [kind, i, j, k] = [step[0], step[1], step[2], step[3]].map(usize::from);
    let at = |index: usize| pool[pool.len() - 1 - index % pool.len()];
    let find = |terms: &Terms, index: usize, fits: &dyn Fn(&Terms, Term) -> bool| {
        (0..pool.len()).map(|offset| at(index + offset)).find(|term| fits(terms, *term)).unwrap()
    };
    let bv = find(terms, i, &|terms, term| terms.bv_width(term).is_some());
    let like = |sort: Sort| move |terms: &Terms, term: Term| terms.sort(term) == sort;
    let other = find(terms, j, &like(terms.sort(bv)));
    let (p, q) = (find(terms, i, &like(terms.bool_sort())), find(terms, j, &like(terms.bool_sort())));
    let width = terms.width(bv);
    let binary = [
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvSlt,
        Op::Concat,
        Op::Eq,
    ];
    if kind % 48 >= 32 {
        return float_step(terms, pool, step);
    }
    match kind % 48 {
        n @ 0..16 => terms.mk(binary[n], &[bv, other]),
        16 => terms.bv_not(bv),
        17 => terms.bv_neg(bv),
        18 => terms.not(p),
        19 => terms.and(p, q),
        20 => terms.or(p, q),
        21 => terms.eq(p, q),
        22 => terms.ite(p, bv, other),
        23 => {
            let c = find(terms, k, &like(terms.bool_sort()));
            terms.ite(c, p, q)
        }
        24 => {
            let (a, b) = (j as u32 % width, k as u32 % width);
            terms.extract(a.max(b), a.min(b), bv)
        }
        25 => terms.sign_extend(k as u32 % 9, bv),
        26 => terms.zero_extend(k as u32 % 9, bv),
        27 => terms.bv_u64(width, [0, 1, 2, 3, u64::MAX, 1 << (width - 1).min(63), j as u64, 8][k % 8]),
        kind => {
            let array =
                find(terms, j, &|terms, term| matches!(terms.sort_kind(terms.sort(term)), SortKind::Array { .. }));
            let (nibble, byte) = (terms.bv_sort(4), terms.bv_sort(8));
            let (index, value) = (find(terms, i, &like(nibble)), find(terms, k, &like(byte)));
            match kind {
                28 => terms.select(array, index),
                29 => terms.store(array, index, value),
                30 => terms.apply(function, &[value, p]),
                _ => {
                    let second = find(terms, k, &like(terms.sort(array)));
                    if k % 2 == 0 { terms.eq(array, second) } else { terms.ite(p, array, second) }
                }
            }
        }
    }
}

fn float_step(terms: &mut Terms, pool: &[Term], step: &[u8]) -> Term {
    let [kind, i, j, k] = [step[0], step[1], step[2], step[3]].map(usize::from);
    let at = |index: usize| pool[pool.len() - 1 - index % pool.len()];
    let find = |terms: &Terms, index: usize, fits: &dyn Fn(&Terms, Term) -> bool| {
        (0..pool.len()).map(|offset| at(index + offset)).find(|term| fits(terms, *term)).unwrap()
    };
    let a = find(terms, i, &|terms, term| terms.float_format(term).is_some());
    let like = |sort: Sort| move |terms: &Terms, term: Term| terms.sort(term) == sort;
    let (b, c) = (find(terms, j, &like(terms.sort(a))), find(terms, k, &like(terms.sort(a))));
    let mode = find(terms, k, &|terms, term| terms.sort_kind(terms.sort(term)) == SortKind::RoundingMode);
    let bv = find(terms, j, &|terms, term| terms.bv_width(term).is_some());
    let format = formats()[k / 2 % 2];
    let unary = [Op::FpAbs, Op::FpNeg, Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsZero, Op::FpIsInfinite];
    match kind % 48 - 32 {
        0 => terms.mk([Op::FpAdd, Op::FpMul, Op::FpDiv][i % 3], &[mode, a, b]),
        1 => terms.fp_fma(mode, a, b, c),
        2 => terms.mk([Op::FpSqrt, Op::FpRoundToIntegral][j % 2], &[mode, a]),
        3 => terms.fp_rem(a, b),
        4 => {
            if k % 2 == 0 {
                terms.smt_min(a, b)
            } else {
                terms.smt_max(a, b)
            }
        }
        5 => terms.mk([Op::FpLe, Op::FpLt, Op::FpEq, Op::Eq][k % 4], &[a, b]),
        6 => terms.mk(unary[k % 6], &[a]),
        7 => terms.mk([Op::FpIsNaN, Op::FpIsNegative, Op::FpIsPositive][k % 3], &[a]),
        8 => {
            let sort = terms.bv_sort(7);
            let bits = find(terms, j, &like(sort));
            terms.fp_from_bits(formats()[0], bits)
        }
        9 => terms.fp_to_bits(a),
        10 => terms.fp_from_fp(format, mode, a),
        11 => {
            if i % 2 == 0 {
                terms.fp_from_signed(format, mode, bv)
            } else {
                terms.fp_from_unsigned(format, mode, bv)
            }
        }
        12 => terms.smt_to_unsigned(1 + j as u32 % 9, mode, a),
        13 => terms.smt_to_signed(1 + j as u32 % 9, mode, a),
        14 => {
            let condition = find(terms, k, &like(terms.bool_sort()));
            terms.ite(condition, a, b)
        }
        _ => {
            let mut random = Random(i as u64 * 256 + j as u64);
            terms.float(&Float::from_bits(format, random.bits(format.width())))
        }
    }
}

/// A value of a sort.
pub fn value(terms: &Terms, random: &mut Random, sort: Sort) -> Value {
    match terms.sort_kind(sort) {
        SortKind::BitVec(width) => Value::Bits(random.bits(width)),
        SortKind::Array { index, element } => {
            let default = value(terms, random, element);
            let entries: Vec<_> =
                (0..3).map(|_| (value(terms, random, index), value(terms, random, element))).collect();
            Value::Array(ArrayValue::new(IndexSort::of(terms, index), default, entries))
        }
        SortKind::RoundingMode => Value::RoundingMode(RoundingMode::ALL[random.next_u64() as usize % 5]),
        SortKind::Float { .. } => {
            let format = terms.sort_format(sort).unwrap();
            Value::Float(Float::from_bits(format, random.bits(format.width())))
        }
        _ => Value::Bool(random.next_u64() & 1 == 1),
    }
}

/// Values for all symbols of some terms.
pub fn model(terms: &Terms, roots: &[Term], seed: u64) -> Model {
    let mut random = Random(seed);
    let mut model = Model::new();
    for symbol in free_symbols(terms, roots) {
        let data = terms.symbol(symbol);
        if data.parameters.is_empty() {
            model.set(symbol, value(terms, &mut random, data.result));
        } else {
            let table = (0..4)
                .map(|_| {
                    let arguments = data.parameters.iter().map(|sort| value(terms, &mut random, *sort)).collect();
                    (arguments, value(terms, &mut random, data.result))
                })
                .collect();
            let default = value(terms, &mut random, data.result);
            model.functions.insert(symbol, FunctionValue { table, default });
        }
    }
    model
}
