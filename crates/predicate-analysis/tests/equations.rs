//! Equations that tables satisfy.

use adumbra_predicate_analysis::guess::{Sum, equations};

#[test]
fn sums_and_squares_are_found() {
    // i counts, s is the sum of the numbers up to it, t three times i and two more.
    let rows: Vec<Vec<u64>> = (0..20u64).map(|i| vec![i, i * (i + 1) / 2, 3 * i + 2]).collect();
    let linear = equations(32, &[vec![0], vec![1], vec![2]], &rows);
    assert_eq!(linear, [Sum { width: 32, parts: vec![(-3, vec![0]), (1, vec![2])], constant: -2 }]);
    let square = equations(32, &[vec![0], vec![1], vec![0, 0]], &rows);
    assert_eq!(square.len(), 1);
    assert!(rows.iter().all(|row| square[0].value(row) == 0));
    assert!(square[0].value(&[3, 7, 0]) != 0);
}

#[test]
fn a_single_row_says_that_all_is_constant() {
    let found = equations(8, &[vec![0], vec![1]], &[vec![5, 255]]);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|sum| sum.value(&[5, 255]) == 0));
}

#[test]
fn random_tables_have_no_equations() {
    let rows: Vec<Vec<u64>> = (1..30u64).map(|i| vec![i * i * 7 % 31, i * i * i % 37]).collect();
    assert!(equations(32, &[vec![0], vec![1]], &rows).is_empty());
}
