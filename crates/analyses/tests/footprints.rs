//! Random programs stay within the footprints of the functions and loops that they are in.

#[path = "../../dependence/tests/common/activations.rs"]
mod activations;

use activations::{Seen, watch_all};
use adumbra_laws::{Random, random_program};

#[test]
fn random_programs_stay_within_footprints() {
    let mut total = Seen::default();
    for number in 0..300 {
        let program = random_program(&mut Random(7_000 + number));
        total.add(watch_all(&program, &[Some(number), Some(number + 1), Some(number + 2)], 1_000));
    }
    let [read, written, allocated, _] = total.accesses;
    assert!(read > 100 && written > 100 && allocated > 100 && total.outer > 10, "{total:?}");
}
