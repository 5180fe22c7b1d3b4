//! Several bodies at the same time.
//!
//! Each job has a machine, terms and a solver of its own; program and certificate are read by all.
//! A job begins with the work that was done when all began, so that limits on work hold for each as
//! if it were alone; in the end the work of all counts.

use adumbra_stop::{carry_on, spend, spent};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Memory for the stack of a job.
const STACK: usize = 64 << 20;

/// What jobs come to, in their order.
pub(super) fn in_jobs<T: Send>(jobs: usize, count: usize, job: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let start = spent();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            carry_on(start);
            let result = job(number);
            let did = spent().wrapping_sub(start);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, did, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(count) {
            // Where there is no other thread, this one does it all.
            let _ = std::thread::Builder::new().name("body".into()).stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, ..)| *number);
    carry_on(start);
    spend(done.iter().map(|(_, did, _)| did).sum());
    done.into_iter().map(|(.., result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_all_counts_whoever_did_it() {
        let run = |jobs: usize| {
            let before = spent();
            let found = in_jobs(jobs, 9, &|number| {
                let began = spent();
                spend(10 + number as u64);
                (number, began - before)
            });
            (found, spent() - before)
        };
        let (found, work) = run(1);
        assert_eq!(found, (0..9).map(|number| (number, 0)).collect::<Vec<_>>());
        assert_eq!(work, 90 + 36);
        for jobs in [2, 3, 20] {
            assert_eq!(run(jobs), (found.clone(), work), "{jobs} jobs");
        }
        assert_eq!(in_jobs(4, 0, &|number| number), []);
    }
}
