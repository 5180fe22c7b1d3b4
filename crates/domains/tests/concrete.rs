//! What domains evaluate on constants: of integers all that fit a word, of floats what needs no
//! arithmetic that the machine does not have, and never a NaN.

use adumbra_domains::*;

/// The names of the binary operators that give a value.
fn binary(sort: Sort, a: u64, b: u64) -> Vec<&'static str> {
    Binary::ALL.into_iter().filter(|op| concrete::binary(*op, sort, a, b).is_some()).map(Binary::name).collect()
}

/// The names of the unary operators that give a value.
fn unary(sort: Sort, a: u64) -> Vec<&'static str> {
    Unary::ALL.into_iter().filter(|op| concrete::unary(*op, sort, a).is_some()).map(Unary::name).collect()
}

#[test]
fn integers_of_a_word_are_evaluated() {
    let all: Vec<&str> = Binary::ALL.into_iter().filter(|op| !op.is_float()).map(Binary::name).collect();
    for sort in [Sort::Int(1), Sort::Int(13), Sort::Int(64), Sort::Pointer(32)] {
        assert_eq!(binary(sort, 1, 0), all, "{sort:?}");
        let bytes = sort.bits().is_multiple_of(8);
        assert_eq!(unary(sort, 1).len(), if bytes { 5 } else { 4 }, "{sort:?}");
    }
    assert_eq!((binary(Sort::Int(65), 1, 0), unary(Sort::Int(65), 1)), (vec![], vec![]));
}

#[test]
fn floats_are_evaluated_where_the_machine_has_them() {
    let tests = ["fneg", "fabs", "fisnan", "fisinf", "fissubnormal"];
    let native = ["fadd", "fsub", "fmul", "fdiv", "frem", "fcopysign", "feq", "flt", "fle", "funo"];
    for (kind, one) in [(FloatKind::Double, 1f64.to_bits()), (FloatKind::Single, 1f32.to_bits().into())] {
        assert_eq!(binary(Sort::Float(kind), one, one), native, "{kind:?}");
        assert_eq!(unary(Sort::Float(kind), one), tests, "{kind:?}");
    }
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        assert_eq!(binary(Sort::Float(kind), 1, 1), ["fcopysign"], "{kind:?}");
        assert_eq!(unary(Sort::Float(kind), 1), tests, "{kind:?}");
    }
    for kind in [FloatKind::X87, FloatKind::Quad] {
        assert_eq!((binary(Sort::Float(kind), 1, 1), unary(Sort::Float(kind), 1)), (vec![], vec![]), "{kind:?}");
    }
}

#[test]
fn no_value_is_a_nan() {
    let double = Sort::Float(FloatKind::Double);
    let (nan, one, infinity) = (f64::NAN.to_bits(), 1f64.to_bits(), f64::INFINITY.to_bits());
    let tests = ["feq", "flt", "fle", "funo"];
    assert_eq!((binary(double, nan, one), binary(double, one, nan)), (tests.to_vec(), tests.to_vec()));
    assert_eq!(unary(double, nan), ["fisnan", "fisinf", "fissubnormal"]);
    assert_eq!(concrete::binary(Binary::FSub, double, infinity, infinity), None);
    let single = Sort::Float(FloatKind::Single);
    assert_eq!(concrete::cast(Cast::Bits, double, Sort::Int(64), nan), None);
    assert_eq!(concrete::cast(Cast::Bits, Sort::Int(64), double, nan), None);
    assert_eq!(concrete::cast(Cast::FloatToFloat, double, single, nan), None);
    assert_eq!(concrete::cast(Cast::FloatToFloat, double, single, one), Some(1f32.to_bits().into()));
    assert_eq!(concrete::cast(Cast::FloatToFloat, double, Sort::Float(FloatKind::Half), one), None);
    // As an integer a NaN is zero, whatever its payload.
    assert_eq!(concrete::cast(Cast::FloatToSInt, double, Sort::Int(32), nan), Some(0));
    assert_eq!(concrete::cast(Cast::FloatToSInt, double, Sort::Int(65), one), None);
}
