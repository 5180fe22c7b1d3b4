//! Names, types and the order of operators.

use adumbra_operators::*;
use std::collections::BTreeSet;

/// Programs are stored with the numbers of operators, which are their places in the lists.
#[test]
fn lists_are_in_the_order_of_the_stored_form() {
    assert!(UnaryOp::ALL.iter().enumerate().all(|(place, op)| *op as usize == place));
    assert!(BinaryOp::ALL.iter().enumerate().all(|(place, op)| *op as usize == place));
    assert!(CastOp::ALL.iter().enumerate().all(|(place, op)| *op as usize == place));
    assert_eq!((UnaryOp::ALL.len(), BinaryOp::ALL.len(), CastOp::ALL.len()), (16, 40, 11));
    assert_eq!((UnaryOp::FSqrt as usize, BinaryOp::Eq as usize, CastOp::PtrToInt as usize), (7, 13, 9));
}

#[test]
fn names_are_distinct_and_known() {
    let unary = UnaryOp::NAMES.iter().map(|(op, name)| (op.name(), *name));
    let binary = BinaryOp::NAMES.iter().map(|(op, name)| (op.name(), *name));
    let cast = CastOp::NAMES.iter().map(|(op, name)| (op.name(), *name));
    let all: Vec<(&str, &str)> = unary.chain(binary).chain(cast).collect();
    assert!(all.iter().all(|(asked, listed)| asked == listed));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 16 + 40 + 11);
    assert_eq!((UnaryOp::LeadingZeros.name(), BinaryOp::AShr.name(), CastOp::ZExt.name()), ("clz", "ashr", "zext"));
}

const TYPES: [Type; 6] =
    [Type::Int(1), Type::Int(8), Type::Int(12), Type::Int(64), Type::Float(FloatKind::Double), Type::Ptr];

/// On integers and floats, an operator fits one of the two; on pointers, those on addresses do.
#[test]
fn operators_fit_the_types_that_they_are_for() {
    for op in BinaryOp::ALL {
        let fits = |ty: Type| op.result(ty, ty, 64).is_some();
        let int = !op.is_float() && op != BinaryOp::PtrAdd;
        assert_eq!(TYPES.map(fits)[..4], [int; 4], "{op:?}");
        assert_eq!(fits(Type::Float(FloatKind::Double)), op.is_float(), "{op:?}");
        let of_addresses = matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Ult | BinaryOp::Ule);
        assert_eq!(fits(Type::Ptr), of_addresses, "{op:?}");
        assert_eq!(op.result(Type::Int(8), Type::Int(12), 64), None, "{op:?}");
    }
    assert_eq!(BinaryOp::PtrAdd.result(Type::Ptr, Type::Int(32), 32), Some(Type::Ptr));
    assert_eq!(BinaryOp::PtrAdd.result(Type::Ptr, Type::Int(32), 64), None);
    for op in UnaryOp::ALL {
        let fits = TYPES.map(|ty| op.result(ty).is_some());
        let bytes = op != UnaryOp::ByteSwap;
        let int = [bytes, true, bytes, true].map(|fits| fits && !op.is_float());
        assert_eq!(fits[..4], int, "{op:?}");
        assert_eq!(fits[4..], [op.is_float(), false], "{op:?}");
    }
}

/// Where an operator fits, types and sorts say the same of its result.
#[test]
fn sorts_of_results_are_those_of_types() {
    for ty in TYPES {
        for op in BinaryOp::ALL {
            let second = if op == BinaryOp::PtrAdd { Type::Int(64) } else { ty };
            if let Some(result) = op.result(ty, second, 64) {
                assert_eq!(op.result_sort(ty.sort(64)), result.sort(64), "{op:?} {ty}");
            }
        }
        for op in UnaryOp::ALL {
            if let Some(result) = op.result(ty) {
                assert_eq!(op.result_sort(ty.sort(64)), result.sort(64), "{op:?} {ty}");
            }
        }
    }
}

#[test]
fn conversions_fit_the_types_that_they_are_between() {
    let fit = |from: Type, to: Type| -> Vec<&str> {
        CastOp::ALL.into_iter().filter(|op| op.fits(from, to, 64)).map(CastOp::name).collect()
    };
    let double = Type::Float(FloatKind::Double);
    assert_eq!(fit(Type::Int(8), Type::Int(12)), ["zext", "sext"]);
    assert_eq!(fit(Type::Int(12), Type::Int(8)), ["trunc"]);
    assert_eq!(fit(Type::Int(8), Type::Int(8)), [""; 0]);
    assert_eq!(fit(Type::Int(64), double), ["bits", "sitofp", "uitofp"]);
    assert_eq!(fit(double, Type::Int(64)), ["bits", "fptosi", "fptoui"]);
    assert_eq!(fit(double, Type::Int(32)), ["fptosi", "fptoui"]);
    assert_eq!(fit(double, Type::Float(FloatKind::Half)), ["fptofp"]);
    assert_eq!(fit(double, double), [""; 0]);
    assert_eq!(fit(Type::Ptr, Type::Int(64)), ["ptrtoint"]);
    assert_eq!(fit(Type::Int(64), Type::Ptr), ["inttoptr"]);
    assert_eq!(fit(Type::Int(32), Type::Ptr), [""; 0]);
}
