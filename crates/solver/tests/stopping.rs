//! Limits while terms are encoded: a query that is larger than its time is given up soon, and asked
//! again it is answered.

use adumbra_sat::{Limits, StopReason};
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::solver::{Solver, Unknown, Verdict};
use adumbra_stop::Stop;
use adumbra_terms::{Term, Terms};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A product of words of so many bits that is not a constant.
fn products(terms: &mut Terms, width: u32) -> Term {
    let sort = terms.bv_sort(width);
    let names = ["a", "b", "c", "d", "e"];
    let words: Vec<Term> = names.iter().map(|name| terms.var(name, sort)).collect();
    let product = words.iter().copied().reduce(|x, y| {
        let quotient = terms.bv_udiv(x, y);
        terms.bv_mul(quotient, y)
    });
    let constant = terms.bv_u64(width, 1);
    terms.eq(product.expect("words"), constant)
}

fn options() -> Options {
    let mut options = Options::default();
    options.set("preprocess", "off").expect("an option");
    options
}

#[test]
fn a_deadline_is_kept_while_encoding() {
    let mut terms = Terms::new();
    let fact = products(&mut terms, 2048);
    let mut solver = Embedded::new(options());
    solver.assert(&mut terms, fact).expect("asserted");
    let start = Instant::now();
    let limits = Limits::until(Stop::never().by(start + Duration::from_millis(100)));
    let verdict = solver.check(&mut terms, &[], &limits).expect("a verdict");
    let late = start.elapsed();
    assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(StopReason::Deadline)));
    // Measured: some milliseconds late. The bound is for machines that do other things too.
    assert!(late < Duration::from_secs(5), "{late:?}");
    println!("asked for 100 ms, answered after {late:?}");
}

#[test]
fn another_thread_ends_the_encoding() {
    let mut terms = Terms::new();
    let fact = products(&mut terms, 2048);
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits::until(Stop::never().when(&cancel));
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        cancel.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let mut solver = Embedded::new(options());
    solver.assert(&mut terms, fact).expect("asserted");
    let verdict = solver.check(&mut terms, &[], &limits).expect("a verdict");
    let late = timer.join().expect("the timer").elapsed();
    assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(StopReason::Cancelled)));
    assert!(late < Duration::from_secs(5), "{late:?}");
}

#[test]
fn memory_is_limited_while_encoding() {
    let mut terms = Terms::new();
    let fact = products(&mut terms, 2048);
    let limits = Limits { memory: Some(50 << 20), ..Limits::none() };
    let mut solver = Embedded::new(options());
    solver.assert(&mut terms, fact).expect("asserted");
    let verdict = solver.check(&mut terms, &[], &limits).expect("a verdict");
    assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(StopReason::Memory)));
}

/// Whatever a limit cuts off, gates or their clauses, is there when the query is asked again.
#[test]
fn what_was_cut_off_is_done_later() {
    for width in [12, 16] {
        let mut terms = Terms::new();
        let fact = products(&mut terms, width);
        let sort = terms.bv_sort(width);
        let (a, zero) = (terms.var("a", sort), terms.bv_u64(width, 0));
        let impossible = terms.eq(a, zero);
        let mut solver = Embedded::new(options());
        solver.assert(&mut terms, fact).expect("asserted");
        for micros in [0, 1, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] {
            let limits = Limits::until(Stop::never().by(Instant::now() + Duration::from_micros(micros)));
            let verdict = solver.check(&mut terms, &[], &limits).expect("a verdict");
            assert_ne!(verdict, Verdict::Unsat);
        }
        let model_says = solver.check(&mut terms, &[], &Limits::conflicts(2_000)).expect("a verdict");
        assert_ne!(model_says, Verdict::Unsat);
        let same_without_interruption = {
            let mut fresh = Embedded::new(options());
            fresh.assert(&mut terms, fact).expect("asserted");
            fresh.check(&mut terms, &[impossible], &Limits::conflicts(2_000)).expect("a verdict")
        };
        let again = solver.check(&mut terms, &[impossible], &Limits::conflicts(2_000)).expect("a verdict");
        let answers = [same_without_interruption, again];
        assert!(!(answers.contains(&Verdict::Sat) && answers.contains(&Verdict::Unsat)), "{answers:?}");
    }
}
