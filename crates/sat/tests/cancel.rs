//! Cancelling in the middle of simplifying a large formula.

use crate::common::random_3sat;
use adumbra_sat::{Answer, Limits, Sat, SatOptions, StopReason};
use adumbra_stop::Stop;
use adumbra_testing::Random;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A formula of which simplification takes up most of the time, since it follows every few
/// conflicts.
fn large(vars: usize) -> Sat {
    let cnf = random_3sat(&mut Random(5), vars, vars * 38 / 10);
    let options = SatOptions {
        inprocess_interval: 1,
        probe_effort: 10.0,
        vivify_effort: 10.0,
        subsume_effort: 10.0,
        eliminate_effort: 10.0,
        ..SatOptions::default()
    };
    let mut sat = Sat::new(options);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    sat
}

/// The longest time from a cancellation to the answer, with cancellations spread over the phases of
/// a solver's work.
fn longest_wait(sat: &mut Sat, rounds: u64, step: Duration) -> Duration {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits::until(Stop::never().when(&cancel));
    let mut longest = Duration::ZERO;
    for round in 1..=rounds {
        cancel.store(false, Ordering::Relaxed);
        let flag = cancel.clone();
        let delay = step * round as u32;
        let thread = std::thread::spawn(move || {
            std::thread::sleep(delay);
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let answer = sat.solve(&[], &limits);
        let answered = Instant::now();
        let cancelled = thread.join().unwrap();
        assert_eq!(answer, Answer::Unknown(StopReason::Cancelled), "round {round}");
        let waited = answered.duration_since(cancelled);
        if waited > Duration::from_millis(30) {
            println!("{waited:?} in round {round}, after {} simplifications", sat.stats().inprocessings);
        }
        longest = longest.max(waited);
    }
    longest
}

#[test]
fn simplification_is_cancelled_soon() {
    let mut sat = large(30_000);
    let longest = longest_wait(&mut sat, 20, Duration::from_millis(7));
    println!("{longest:?} after {} simplifications", sat.stats().inprocessings);
    assert!(sat.stats().inprocessings > 0);
    assert!(longest < Duration::from_secs(1), "{longest:?}");
}

/// `cargo test --release -p adumbra-solver --test main -- --ignored --nocapture
/// cancel::` measures what is promised: 50 ms.
#[test]
#[ignore = "takes a minute and needs a quiet machine"]
fn simplification_of_a_million_variables_is_cancelled_within_50_ms() {
    let mut sat = large(1_000_000);
    let longest = longest_wait(&mut sat, 60, Duration::from_millis(33));
    println!("{longest:?} after {} simplifications", sat.stats().inprocessings);
    assert!(longest < Duration::from_millis(50), "{longest:?}");
}
