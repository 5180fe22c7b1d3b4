//! Operators of SMT-LIB on small numbers, in plain integer arithmetic that shares nothing with the evaluator.

/// The value of an operator; 1 for true. Widths below 32.
pub fn reference(name: &str, width: u32, [a, b]: [u64; 2]) -> Option<u64> {
    let mask = (1u64 << width) - 1;
    let signed = |value: u64| if value >> (width - 1) & 1 == 1 { value as i64 - (1i64 << width) } else { value as i64 };
    let (x, y) = (signed(a), signed(b));
    let (least, most) = (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1);
    let word = |value: i64| Some(value as u64 & mask);
    let truth = |value: bool| Some(u64::from(value));
    let overflows = |value: i64| truth(value < least || value > most);
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
        "bvshl" => word(if far { 0 } else { (a << b) as i64 }),
        "bvlshr" => word(if far { 0 } else { (a >> b) as i64 }),
        "bvashr" => word(x >> b.min(40)),
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
        "bvuaddo" => truth(a + b > mask),
        "bvsaddo" => overflows(x + y),
        "bvumulo" => truth(a * b > mask),
        "bvsmulo" => overflows(x * y),
        "bvusubo" => truth(a < b),
        "bvssubo" => overflows(x - y),
        "bvsdivo" => overflows(x.checked_div(y).unwrap_or(0)),
        "concat" => Some(a << width | b),
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
}
