//! The evaluator and the constructors against native numbers.

use adumbra_terms::surface::operator;
use adumbra_terms::walk::cone_of_influence;
use adumbra_terms::{ArrayValue, Bits, FunctionValue, IndexSort, Model, Terms, Value, evaluate};

fn signed(value: u64, width: u32) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// What an operator gives for two numbers of so many bits; `None` for those with one operand.
fn native(name: &str, a: u64, b: u64, width: u32) -> Value {
    let mask = u64::MAX >> (64 - width);
    let (sa, sb) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (wa, wb) = (u128::from(a), u128::from(b));
    let (min, max) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let out_of_range = |value: i128| value < min || value > max;
    let word = |value: u64| Value::Bits(Bits::from_u64(width, value & mask));
    let shift = |f: &dyn Fn(u64, u32) -> u64| if b < u64::from(width) { f(a, b as u32) } else { 0 };
    match name {
        "bvnot" => word(!a),
        "bvneg" => word(a.wrapping_neg()),
        "bvand" => word(a & b),
        "bvor" => word(a | b),
        "bvxor" => word(a ^ b),
        "bvnand" => word(!(a & b)),
        "bvnor" => word(!(a | b)),
        "bvxnor" => word(!(a ^ b)),
        "bvadd" => word(a.wrapping_add(b)),
        "bvsub" => word(a.wrapping_sub(b)),
        "bvmul" => word(a.wrapping_mul(b)),
        "bvudiv" => word(a.checked_div(b).unwrap_or(u64::MAX)),
        "bvurem" => word(a.checked_rem(b).unwrap_or(a)),
        "bvsdiv" if b == 0 => word(if sa < 0 { 1 } else { u64::MAX }),
        "bvsdiv" => word((sa / sb) as u64),
        "bvsrem" | "bvsmod" if b == 0 => word(a),
        "bvsrem" => word((sa % sb) as u64),
        "bvsmod" => word(((sa % sb + sb) % sb) as u64),
        "bvshl" => word(shift(&|a, n| a << n)),
        "bvlshr" => word(shift(&|a, n| a >> n)),
        "bvashr" => word((sa >> b.min(64)) as u64),
        "bvult" => Value::Bool(a < b),
        "bvule" => Value::Bool(a <= b),
        "bvugt" => Value::Bool(a > b),
        "bvuge" => Value::Bool(a >= b),
        "bvslt" => Value::Bool(sa < sb),
        "bvsle" => Value::Bool(sa <= sb),
        "bvsgt" => Value::Bool(sa > sb),
        "bvsge" => Value::Bool(sa >= sb),
        "=" => Value::Bool(a == b),
        "distinct" => Value::Bool(a != b),
        "bvcomp" => Value::Bits(Bits::from_u64(1, u64::from(a == b))),
        "bvnego" => Value::Bool(out_of_range(-sa)),
        "bvuaddo" => Value::Bool(wa + wb > u128::from(mask)),
        "bvsaddo" => Value::Bool(out_of_range(sa + sb)),
        "bvumulo" => Value::Bool(wa * wb > u128::from(mask)),
        "bvsmulo" => Value::Bool(out_of_range(sa * sb)),
        "bvusubo" => Value::Bool(a < b),
        "bvssubo" => Value::Bool(out_of_range(sa - sb)),
        "bvsdivo" => Value::Bool(sb != 0 && out_of_range(sa / sb)),
        _ => unreachable!("{name} has no native meaning"),
    }
}

const OPERATORS: &[&str] = &[
    "bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv",
    "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr", "bvult", "bvule", "bvugt", "bvuge", "bvslt",
    "bvsle", "bvsgt", "bvsge", "=", "distinct", "bvcomp", "bvnego", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo",
    "bvusubo", "bvssubo", "bvsdivo",
];

fn check_operators(width: u32, pairs: &[(u64, u64)]) {
    for name in OPERATORS {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(width);
        let (a, b) = (terms.var("a", sort), terms.var("b", sort));
        let unary = matches!(*name, "bvnot" | "bvneg" | "bvnego");
        let operands: &[_] = if unary { &[a] } else { &[a, b] };
        let term = operator(name).unwrap().apply(&mut terms, &[], operands).unwrap();
        let mut plan = adumbra_terms::Plan::new(&terms, &[term]);
        let (sa, sb) = (terms.find_symbol("a").unwrap(), terms.find_symbol("b").unwrap());
        for (a, b) in pairs {
            let mut model = Model::new();
            model.set(sa, Value::Bits(Bits::from_u64(width, *a)));
            model.set(sb, Value::Bits(Bits::from_u64(width, *b)));
            plan.run(&model);
            assert_eq!(*plan.value(0), native(name, *a, *b, width), "{name} {a} {b} at {width} bits");
        }
    }
}

#[test]
fn all_operators_exhaustively_to_four_bits() {
    for width in 1..=4 {
        let pairs: Vec<_> = (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))).collect();
        check_operators(width, &pairs);
    }
}

#[test]
fn all_operators_on_samples_to_64_bits() {
    let mut random = adumbra_terms::simplify::check::Random(1);
    for width in 5..=64 {
        let mut sample = || random.bits(width).to_u64().unwrap();
        let pairs: Vec<_> = (0..20).map(|_| (sample(), sample())).collect();
        check_operators(width, &pairs);
    }
}

#[test]
fn parts_of_words() {
    let mut terms = Terms::new();
    let a = terms.bv_u64(8, 0b1011_0010);
    let check = |terms: &mut Terms, name: &str, indices: &[u64], expected: &str| {
        let term = operator(name).unwrap().apply(terms, indices, &[a]).unwrap();
        assert_eq!(evaluate(terms, &Model::new(), term).to_string(), expected, "{name} {indices:?}");
    };
    check(&mut terms, "extract", &[5, 1], "#b11001");
    check(&mut terms, "zero_extend", &[4], "#x0b2");
    check(&mut terms, "sign_extend", &[4], "#xfb2");
    check(&mut terms, "rotate_left", &[3], "#x95");
    check(&mut terms, "rotate_right", &[3], "#x56");
    check(&mut terms, "rotate_left", &[8], "#xb2");
    check(&mut terms, "repeat", &[3], "#xb2b2b2");
    check(&mut terms, "repeat", &[1], "#xb2");
}

#[test]
fn arrays_are_equal_when_all_elements_are() {
    let bits = |width, n| Value::Bits(Bits::from_u64(width, n));
    let array = |default, entries: &[(u64, u64)]| {
        ArrayValue::new(IndexSort::Bits(1), bits(4, default), entries.iter().map(|(i, v)| (bits(1, *i), bits(4, *v))))
    };
    assert_eq!(array(7, &[(0, 1), (1, 2)]), array(1, &[(1, 2)]));
    assert_eq!(array(2, &[(0, 1)]), array(1, &[(1, 2)]));
    assert_ne!(array(2, &[(0, 1)]), array(2, &[(1, 1)]));
    assert_eq!(array(3, &[(0, 3)]), array(5, &[(0, 3), (1, 3)]));

    let mut terms = Terms::new();
    let (bit, nibble) = (terms.bv_sort(1), terms.bv_sort(4));
    let sort = terms.array_sort(bit, nibble).unwrap();
    let (m, zero, one) = (terms.var("m", sort), terms.bv_u64(1, 0), terms.bv_u64(1, 1));
    let five = terms.bv_u64(4, 5);
    let both = terms.store(m, zero, five);
    let both = terms.store(both, one, five);
    let everywhere = terms.const_array(sort, five);
    let equal = terms.eq(both, everywhere);
    assert_eq!(evaluate(&terms, &Model::new(), equal), Value::Bool(true));
}

#[test]
fn functions_and_missing_values() {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let f = terms.declare("f", &[byte, byte], byte);
    let (x, y) = (terms.var("x", byte), terms.var("y", byte));
    let (xy, yx) = (terms.apply(f, &[x, y]), terms.apply(f, &[y, x]));
    let bits = |n| Value::Bits(Bits::from_u64(8, n));
    let mut model = Model::new();
    assert_eq!(evaluate(&terms, &model, xy), bits(0));
    model.set(terms.find_symbol("x").unwrap(), bits(1));
    let table = [(vec![bits(1), bits(0)], bits(9))].into_iter().collect();
    model.functions.insert(f, FunctionValue { table, default: bits(4) });
    assert_eq!(evaluate(&terms, &model, xy), bits(9));
    assert_eq!(evaluate(&terms, &model, yx), bits(4));
}

#[test]
fn the_cone_holds_what_hangs_together() {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, byte));
    let assertions = [terms.bv_ult(a, b), terms.bv_ult(c, d), terms.eq(b, b), terms.bv_slt(d, d)];
    let seed = |name| [terms.find_symbol(name).unwrap()];
    assert_eq!(cone_of_influence(&terms, &assertions, &seed("a")), [0, 2]);
    assert_eq!(cone_of_influence(&terms, &assertions, &seed("d")), [1, 3]);
    assert_eq!(cone_of_influence(&terms, &assertions, &[]), []);
}
