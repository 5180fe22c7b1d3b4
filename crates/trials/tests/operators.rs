//! The clauses of every operator for all operands up to six bits, for every constant on either side
//! up to four, and on corners and random words of up to 64 bits.
//! `scripts/trials operators --bits 10` goes further.

use adumbra_trials::operators;
use adumbra_trials::run::Counts;

#[test]
fn all_operands_and_constants_to_four_bits() {
    let (counts, faults) = operators::trials(None, 4, 4, |_| {});
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(counts.get("operators") >= 30, "{counts}");
    assert!(counts.get("operand pairs by propagation") + counts.get("operand pairs by search") > 30_000, "{counts}");
    assert!(counts.get("circuits with a constant") > 5_000, "{counts}");
}

/// Every fourth operator, so that the parts run side by side, at five and six bits: four ways for
/// each pair of operands.
fn all_operands_at_six_bits(part: usize) {
    let mut counts = Counts::default();
    let mut pairs = 0;
    for name in operators::names().into_iter().skip(part).step_by(4) {
        for width in [5, 6] {
            assert_eq!(operators::variables(name, width, &mut counts), Ok(()));
            pairs += 4 << if ["bvnot", "bvneg", "bvnego"].contains(&name) { width } else { 2 * width };
        }
    }
    let tried = counts.get("operand pairs by propagation") + counts.get("operand pairs by search");
    assert_eq!(tried, pairs, "{counts}");
}

#[test]
fn all_operands_at_six_bits_first_quarter() {
    all_operands_at_six_bits(0);
}

#[test]
fn all_operands_at_six_bits_second_quarter() {
    all_operands_at_six_bits(1);
}

#[test]
fn all_operands_at_six_bits_third_quarter() {
    all_operands_at_six_bits(2);
}

#[test]
fn all_operands_at_six_bits_last_quarter() {
    all_operands_at_six_bits(3);
}

/// All pairs of ten corners and as many random pairs at each of these widths.
#[test]
fn random_operands_to_64_bits() {
    for width in [8, 16, 31, 32, 33, 64] {
        let mut counts = Counts::default();
        for name in operators::names() {
            assert_eq!(operators::wide(name, width, 92, 17, &mut counts), Ok(()));
        }
        let tried = counts.get("operand pairs by propagation") + counts.get("operand pairs by search");
        assert!(tried > 200 * 35, "{width}: {counts}");
    }
}

/// The published example of strength reduction: all 32-bit corners and random numbers, under every
/// way to encode it.
#[test]
fn division_by_13_at_32_bits() {
    let mut counts = Counts::default();
    for name in ["bvsdiv", "bvsrem", "bvudiv", "bvurem"] {
        assert_eq!(operators::by_constant(name, 32, 13, 400, 13, &mut counts), Ok(()));
    }
    let tried = counts.get("operand pairs by propagation") + counts.get("operand pairs by search");
    assert!(tried > 4 * 4 * 400, "{counts}");
}
