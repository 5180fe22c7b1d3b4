//! Soundness of the transfer of numbers, and the laws of their states: the interpreter is the oracle.

mod laws_common;

use adumbra_analyses::interval::*;
use adumbra_domains::{Constant, Interval, Sign};
use adumbra_interpreter::Externals;
use laws_common::*;
use std::sync::Arc;

/// `LAWS=N` asks for N times as many programs.
fn programs(usual: u64) -> u64 {
    usual * std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Follows several executions of random programs, with and without merging on the way.
fn check<D: Numbers>(programs: u64) {
    let (mut steps, mut facts) = (0, 0);
    for number in 0..programs {
        let mut random = Random(number);
        let program = Arc::new(random_program(&mut random));
        for seed in 0..6 {
            let weaken = if seed % 2 == 0 { Weaken::Never } else { Weaken::Sometimes };
            let mut analysis = Numeric::<D>::new(&program, Externals::Pure, 1);
            let (s, f) = follow(&mut analysis, &program, number * 100 + seed, weaken);
            steps += s;
            facts += f;
        }
    }
    assert!(steps as u64 > 20 * programs && facts as u64 > 100 * programs, "{steps} steps, {facts} facts");
}

#[test]
fn intervals_follow_executions() {
    check::<Interval>(programs(60));
}

#[test]
fn constants_follow_executions() {
    check::<Constant>(programs(30));
}

#[test]
fn signs_follow_executions() {
    check::<Sign>(programs(30));
}
