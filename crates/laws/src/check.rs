//! The laws of an analysis on many random programs.

use crate::{Followed, Meaning, Random, Subject, random_program};
use adumbra_engine::Analysis;
use adumbra_program::{Program, Property};
use adumbra_testing::rounds;
use std::sync::Arc;

/// Runs of each program that are followed.
pub const RUNS: u64 = 6;

/// Numbers of random programs, as many as [`rounds`] of them are.
pub fn programs(usual: u64) -> u64 {
    rounds(usual as usize) as u64
}

/// Checks the laws of an analysis on random programs. Answers what was done.
pub fn check<A: Analysis, M: Meaning<A>>(
    count: u64,
    least: bool,
    make: impl Fn(&Arc<Program>, &mut Random) -> (A, M, Vec<A::Precision>),
) -> Followed {
    let mut total = Followed::default();
    for number in 0..programs(count) {
        let mut random = Random(number);
        let program = Arc::new(random_program(&mut random));
        let (analysis, meaning, precisions) = make(&program, &mut random);
        let mut subject = Subject::new(&program, analysis, meaning);
        subject.precisions.extend(precisions);
        for seed in 0..RUNS {
            // The first run is followed as it is, the others from weaker states too.
            subject.weaken = seed > 0;
            subject.run(&Property::unspecified(), Some(number * 100 + seed), 400);
        }
        if number % 4 == 0 {
            subject.check_order(least);
        }
        total.steps += subject.followed.steps;
        total.facts += subject.followed.facts;
        total.laws += subject.followed.laws;
        total.refined += subject.followed.refined;
    }
    let Followed { steps, laws, .. } = total;
    assert!(steps as u64 > 200 * programs(count), "{total:?}");
    assert!(laws as u64 > 100 * programs(count), "{total:?}");
    total
}
