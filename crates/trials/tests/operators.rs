//! The clauses of every operator for all operands up to six bits, and for every constant on either side.

use adumbra_trials::operators;

#[test]
fn all_operands_to_six_bits() {
    let (counts, faults) = operators::trials(None, 6, 0, |_| {});
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(counts.get("operators") >= 30, "{counts}");
    assert!(counts.get("operand pairs by propagation") + counts.get("operand pairs by search") > 300_000, "{counts}");
}

#[test]
fn all_constants_to_six_bits() {
    let (counts, faults) = operators::trials(None, 0, 6, |_| {});
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(counts.get("circuits with a constant") > 10_000, "{counts}");
}
