//! Operators of SMT-LIB on words of up to 64 bits, in plain integer arithmetic that shares nothing
//! with the evaluator.

/// The value of an operator; 1 for true. Widths up to 64, half of that for what `concat` joins.
pub fn reference(name: &str, width: u32, [a, b]: [u64; 2]) -> Option<u64> {
    let mask = u64::MAX >> (64 - width);
    let signed = |value: u64| i128::from(value) - if value >> (width - 1) & 1 == 1 { 1i128 << width } else { 0 };
    let (x, y) = (signed(a), signed(b));
    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let word = |value: i128| Some(value as u64 & mask);
    let truth = |value: bool| Some(u64::from(value));
    let overflows = |value: i128| truth(value < least || value > most);
    let far = b >= u64::from(width);
    match name {
        "bvnot" => word(!x),
        "bvneg" => word(-x),
        "bvand" => word(x & y),
        "bvor" => word(x | y),
        "bvxor" => word(x ^ y),
        "bvnand" => word(!(x & y)),
        "bvnor" => word(!(x | y)),
        "bvxnor" => word(!(x ^ y)),
        "bvadd" => word(x + y),
        "bvsub" => word(x - y),
        "bvmul" => word(x * y),
        "bvudiv" => Some(a.checked_div(b).unwrap_or(mask)),
        "bvurem" => Some(a.checked_rem(b).unwrap_or(a)),
        "bvsdiv" => word(x.checked_div(y).unwrap_or(if x < 0 { 1 } else { -1 })),
        "bvsrem" => word(x.checked_rem(y).unwrap_or(x)),
        "bvsmod" => word(match x.checked_rem(y) {
            None => x,
            Some(rest) if rest != 0 && (rest < 0) != (y < 0) => rest + y,
            Some(rest) => rest,
        }),
        "bvshl" => word(if far { 0 } else { i128::from(a << b) }),
        "bvlshr" => word(if far { 0 } else { i128::from(a >> b) }),
        "bvashr" => word(x >> b.min(64)),
        "bvult" => truth(a < b),
        "bvule" => truth(a <= b),
        "bvugt" => truth(a > b),
        "bvuge" => truth(a >= b),
        "bvslt" => truth(x < y),
        "bvsle" => truth(x <= y),
        "bvsgt" => truth(x > y),
        "bvsge" => truth(x >= y),
        "=" | "bvcomp" => truth(a == b),
        "distinct" => truth(a != b),
        "bvnego" => overflows(-x),
        "bvuaddo" => truth(u128::from(a) + u128::from(b) > u128::from(mask)),
        "bvsaddo" => overflows(x + y),
        "bvumulo" => truth(u128::from(a) * u128::from(b) > u128::from(mask)),
        "bvsmulo" => overflows(x * y),
        "bvusubo" => truth(a < b),
        "bvssubo" => overflows(x - y),
        "bvsdivo" => overflows(x.checked_div(y).unwrap_or(0)),
        "concat" => (width <= 32).then(|| a << width | b),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn signs_and_zeros() {
        let at4 = |name, a, b| reference(name, 4, [a, b]).unwrap();
        // -7 and 3, 7 and -3, by zero.
        assert_eq!((at4("bvsdiv", 9, 3), at4("bvsrem", 9, 3), at4("bvsmod", 9, 3)), (14, 15, 2));
        assert_eq!((at4("bvsdiv", 7, 13), at4("bvsrem", 7, 13), at4("bvsmod", 7, 13)), (14, 1, 14));
        assert_eq!((at4("bvsdiv", 9, 0), at4("bvsdiv", 7, 0), at4("bvsmod", 9, 0)), (1, 15, 9));
        assert_eq!((at4("bvudiv", 5, 0), at4("bvurem", 5, 0)), (15, 5));
        assert_eq!((at4("bvsdiv", 8, 15), at4("bvsdivo", 8, 15), at4("bvsmod", 8, 15)), (8, 1, 0));
        assert_eq!((at4("bvshl", 3, 4), at4("bvlshr", 8, 3), at4("bvashr", 8, 9)), (0, 1, 15));
    }

    #[test]
    fn as_wide_as_a_machine_word() {
        let at64 = |name, a: i64, b: i64| reference(name, 64, [a as u64, b as u64]).unwrap();
        assert_eq!(at64("bvmul", i64::MIN, 3), i64::MIN as u64);
        assert_eq!((at64("bvsdiv", -7, 2), at64("bvsrem", -7, 2)), (-3i64 as u64, -1i64 as u64));
        assert_eq!((at64("bvuaddo", -1, 1), at64("bvsaddo", -1, 1), at64("bvumulo", -1, 2)), (1, 0, 1));
        assert_eq!((at64("bvsmulo", i64::MIN, -1), at64("bvashr", -8, 100)), (1, u64::MAX));
        assert_eq!(reference("concat", 33, [1, 1]), None);
    }
}
