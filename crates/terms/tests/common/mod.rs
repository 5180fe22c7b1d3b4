//! Terms from recipes of bytes, so that generators shrink well and fuzzers and tests share them.

// Each test binary uses its part.
#![allow(dead_code)]

use adumbra_terms::simplify::check::Random;
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{ArrayValue, FunctionValue, IndexSort, Model, Op, Sort, SortKind, Term, Terms, Value};

/// The terms that a recipe builds, four bytes a step.
pub fn build(terms: &mut Terms, recipe: &[u8]) -> Vec<Term> {
    let mut pool = Vec::new();
    let bool_sort = terms.bool_sort();
    for name in ["p", "q"] {
        pool.push(terms.var(name, bool_sort));
    }
    for width in [1, 4, 8, 67] {
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
    for step in recipe.chunks_exact(4) {
        let term = one_step(terms, &pool, function, step);
        // Wider terms than that make the tests slow, not better.
        if terms.bv_width(term).is_none_or(|width| width <= 140) {
            pool.push(term);
        }
    }
    pool
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
    match kind % 32 {
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
