//! The floating-point evaluator against the processor and another implementation: all corners in all modes, half precision for all values,
//! and a few random operands. `scripts/trials floats --count 10000000` goes further.

use adumbra_trials::floats;

#[test]
fn corners_and_some_random_operands() {
    let reports = floats::trials(None, 300, 7, 2, |_| {});
    let wrong: Vec<&String> = reports.iter().flat_map(|report| &report.wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(reports.len() >= 80, "{} operations", reports.len());
    let idle: Vec<_> = reports.iter().filter(|report| report.compared < 60).map(|report| report.name).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn all_kinds_of_eighty_bits() {
    let report = floats::x87_patterns(5000, 3);
    assert_eq!(report.compared, 5000);
    assert!(report.wrong.is_empty(), "{:#?}", report.wrong);
}
