//! Executions stay within footprints: whatever an activation of a function or a loop does to an
//! object that was there before it is in its footprint.

use crate::common::activations::{Seen, watch_all};
use crate::common::recursive::program;
use crate::common::tricky::TRICKY;
use crate::common::{load_file, load_for};
use adumbra_program::*;
use adumbra_testing::files;

const SEEDS: [Option<u64>; 3] = [None, Some(3), Some(7)];

/// Enough of each kind of access was compared.
fn assert_enough(seen: Seen, least: usize) {
    println!("{seen:?}");
    assert!(seen.accesses.iter().all(|count| *count >= least) && seen.activations >= least, "{seen:?}");
}

#[test]
fn tricky_programs_stay_within_footprints() {
    let mut total = Seen::default();
    for (i, (name, text)) in TRICKY.iter().enumerate() {
        for (k, model) in [DataModel::Ilp32, DataModel::Lp64].into_iter().enumerate() {
            let property = ["everything", "memsafety", "unreach-call"][(i + k) % 3];
            println!("{name} {property}");
            total.add(watch_all(&load_for(text, property, model, (i + k) % 2 == 0), &SEEDS, 10_000));
        }
    }
    assert_enough(total, 50);
    assert!(total.loops > 100 && total.outer > 10, "{total:?}");
}

#[test]
fn executed_tasks_stay_within_footprints() {
    let mut total = Seen::default();
    for (i, file) in files::below(&files::repository("tasks/run"), &["c"]).iter().enumerate() {
        let model = if i % 3 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let property = ["everything", "memsafety", "unreach-call"][i % 3];
        if let Some(program) = load_file(file, property, model, i % 2 == 0) {
            println!("{}", file.display());
            total.add(watch_all(&program, &SEEDS, 10_000));
        }
    }
    assert_enough(total, 50);
}

/// Functions that call each other and themselves, with pointers to locals of their callers.
#[test]
fn random_programs_stay_within_footprints() {
    let mut total = Seen::default();
    for seed in 0..300 {
        total.add(watch_all(&program(seed, 1 + seed as u32 % 4), &SEEDS, 2_000));
    }
    assert_enough(total, 300);
    assert!(total.loops > 1_000 && total.outer > 1_000, "{total:?}");
}
