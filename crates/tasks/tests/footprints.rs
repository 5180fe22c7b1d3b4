//! Executions of all tasks stay within the footprints of the functions and loops that they are in.

#[path = "../../dependence/tests/common/activations.rs"]
mod activations;

use activations::{Seen, watch_all};
use adumbra_tasks::in_large_stack;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use std::path::PathBuf;

/// So many tests share the executions.
const PARTS: usize = 4;
const SEEDS: [Option<u64>; 3] = [None, Some(1), Some(2)];
const STEPS: u64 = 4_000;

/// Every program once, whatever labels it has; of those about heaps the ones that hold, whose twins
/// do nearly the same.
fn programs() -> Vec<Label> {
    let mut labels: Vec<Label> = [label::folder(), label::recursion()].iter().flat_map(|f| label::below(f)).collect();
    labels.extend(label::below(&label::heaps()).into_iter().filter(|label| label.verdict == "TRUE"));
    labels.sort_by(|a, b| a.path.cmp(&b.path));
    labels.dedup_by(|a, b| a.path == b.path);
    labels
}

fn footprints_of_part(part: usize) {
    in_large_stack(|| {
        let mut total = Seen::default();
        let mut failed: Vec<PathBuf> = Vec::new();
        for label in programs().iter().skip(part).step_by(PARTS) {
            println!("{}", label.name);
            match Loaded::new(label) {
                Ok(task) => total.add(watch_all(&task.program, &SEEDS, STEPS)),
                Err(_) => failed.push(label.path.clone()),
            }
        }
        println!("{total:?}");
        assert!(failed.is_empty(), "{failed:?} do not load");
        let [read, written, allocated, freed] = total.accesses;
        assert!(read > 10_000 && written > 5_000 && allocated > 100 && freed > 10, "{total:?}");
        assert!(total.activations > 1_000 && total.loops > 100, "{total:?}");
    });
}

#[test]
fn executions_stay_within_footprints_on_the_first_quarter() {
    footprints_of_part(0);
}

#[test]
fn executions_stay_within_footprints_on_the_second_quarter() {
    footprints_of_part(1);
}

#[test]
fn executions_stay_within_footprints_on_the_third_quarter() {
    footprints_of_part(2);
}

#[test]
fn executions_stay_within_footprints_on_the_last_quarter() {
    footprints_of_part(3);
}
