//! The clauses of every operator for all operands up to four bits, and for every constant on either side.
//! `scripts/test` goes to six bits with a build for speed; `scripts/trials operators --bits 10` goes further.

use adumbra_trials::operators;

#[test]
fn all_operands_and_constants_to_four_bits() {
    let (counts, faults) = operators::trials(None, 4, 4, |_| {});
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(counts.get("operators") >= 30, "{counts}");
    assert!(counts.get("operand pairs by propagation") + counts.get("operand pairs by search") > 30_000, "{counts}");
    assert!(counts.get("circuits with a constant") > 5_000, "{counts}");
}
