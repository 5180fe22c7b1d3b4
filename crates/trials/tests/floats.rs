//! The floating-point evaluator against the processor and another implementation: a part of the
//! corners in all modes and of all values of half precision, and a few random operands.
//! `scripts/trials floats --count 10000000` takes all of them.

use adumbra_trials::floats;

#[test]
fn corners_and_some_random_operands() {
    let request = floats::Request { operation: None, count: 300, seed: 7, step: 6, jobs: 2 };
    let reports = floats::trials(&request, |_| {});
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
