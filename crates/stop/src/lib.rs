//! # When to stop
//!
//! Whatever may take long is given a [`Stop`] and looks at it now and then: a deadline, flags that
//! somebody else raises, and an amount of work.
//!
//! **Work** is what a thread has done so far, as an estimate in nanoseconds of a usual machine. It
//! is counted, not measured: every part says what its steps cost ([`spend`]), so that the same
//! input does the same work each time, on every machine, whatever else runs there. Who shares time
//! by work comes to the same answer in the same order each time. The estimates need not be exact;
//! one that is off by a factor takes that factor from the others.
//!
//! ```
//! use adumbra_stop::{Limit, Stop, spend};
//!
//! let all = Stop::never().within(1_000);
//! let some = all.within(400);
//! spend(400);
//! assert_eq!((some.reached(), all.reached()), (Some(Limit::Work), None));
//! spend(600);
//! assert_eq!(all.reached(), Some(Limit::Work));
//! ```
//!
//! **Invariant:** it knows no other crate.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// A millisecond of work.
pub const MILLISECOND: u64 = 1_000_000;

/// A second of work.
pub const SECOND: u64 = 1_000 * MILLISECOND;

/// Says that this thread did some work.
#[inline]
pub fn spend(work: u64) {
    SPENT.with(|spent| spent.set(spent.get().wrapping_add(work)));
}

/// Says that this thread waited for somebody whose work cannot be counted, such as another process.
pub fn spend_time(time: Duration) {
    spend(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX / 4));
}

/// The work that this thread has done so far.
#[inline]
pub fn spent() -> u64 {
    SPENT.with(Cell::get)
}

/// Says that this thread carries on the work of another one, which had done so much until then.
/// Limits and meters of that one hold here, too.
pub fn carry_on(spent: u64) {
    SPENT.with(|own| own.set(spent));
}

/// The work of this thread since a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meter(u64);

impl Meter {
    /// From now on.
    pub fn start() -> Meter {
        Meter(spent())
    }

    /// The work since then.
    #[inline]
    pub fn read(self) -> u64 {
        spent().wrapping_sub(self.0)
    }
}

/// What was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The deadline.
    Time,
    /// A flag was raised.
    Cancelled,
    /// The work is done.
    Work,
}

/// When to stop. Each method returns a token that stops at least when this one does; clones are
/// cheap. A limit on work is one of the thread that set it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    deadline: Option<Instant>,
    flags: Option<Arc<Flags>>,
    /// The reading of the thread's work.
    until: Option<u64>,
}

#[derive(Debug)]
struct Flags {
    flag: Arc<AtomicBool>,
    others: Option<Arc<Flags>>,
}

impl Stop {
    /// Never.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// At a time, if one is given.
    #[must_use]
    pub fn by(&self, deadline: impl Into<Option<Instant>>) -> Stop {
        Stop { deadline: self.deadline.into_iter().chain(deadline.into()).min(), ..self.clone() }
    }

    /// When a flag is raised.
    #[must_use]
    pub fn when(&self, flag: &Arc<AtomicBool>) -> Stop {
        let flags = Arc::new(Flags { flag: Arc::clone(flag), others: self.flags.clone() });
        Stop { flags: Some(flags), ..self.clone() }
    }

    /// When another token stops.
    #[must_use]
    pub fn and(&self, other: &Stop) -> Stop {
        let until = self.until.into_iter().chain(other.until).min();
        let mut both = Stop { until, ..self.by(other.deadline) };
        let mut flags = other.flags.as_deref();
        while let Some(some) = flags {
            both = both.when(&some.flag);
            flags = some.others.as_deref();
        }
        both
    }

    /// After so much more work of this thread.
    #[must_use]
    pub fn within(&self, work: u64) -> Stop {
        let own = spent().saturating_add(work);
        Stop { until: Some(self.until.map_or(own, |until| until.min(own))), ..self.clone() }
    }

    /// However much work it takes.
    #[must_use]
    pub fn at_any_cost(&self) -> Stop {
        Stop { until: None, ..self.clone() }
    }

    /// When to stop at the latest.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The work that is left; `None` is any amount.
    pub fn left(&self) -> Option<u64> {
        self.until.map(|until| until.saturating_sub(spent()))
    }

    /// Is it time to stop, and why?
    pub fn reached(&self) -> Option<Limit> {
        if self.is_cancelled() {
            Some(Limit::Cancelled)
        } else if self.is_done() {
            Some(Limit::Work)
        } else {
            self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Limit::Time)
        }
    }

    /// Is it time to stop for a reason from outside: the deadline or a flag, not the work?
    pub fn interrupted(&self) -> Option<Limit> {
        self.at_any_cost().reached()
    }

    /// Is the work done?
    #[inline]
    pub fn is_done(&self) -> bool {
        self.until.is_some_and(|until| spent() >= until)
    }

    fn is_cancelled(&self) -> bool {
        let mut flags = self.flags.as_deref();
        while let Some(some) = flags {
            if some.flag.load(Ordering::Relaxed) {
                return true;
            }
            flags = some.others.as_deref();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_deadline_counts() {
        let now = Instant::now();
        let later = now + Duration::from_secs(1000);
        assert_eq!(Stop::never().by(later).by(now).reached(), Some(Limit::Time));
        assert_eq!(Stop::never().by(now).by(later).reached(), Some(Limit::Time));
        assert_eq!(Stop::never().by(later).by(None).deadline(), Some(later));
        assert_eq!(Stop::never().by(later).reached(), None);
    }

    #[test]
    fn every_flag_counts() {
        let flags: Vec<Arc<AtomicBool>> = (0..3).map(|_| Arc::default()).collect();
        let stop = flags.iter().fold(Stop::never(), |stop, flag| stop.when(flag));
        assert_eq!(stop.reached(), None);
        for flag in &flags {
            flag.store(true, Ordering::Relaxed);
            assert_eq!(stop.reached(), Some(Limit::Cancelled));
            flag.store(false, Ordering::Relaxed);
        }
        assert_eq!(stop.reached(), None);
        let (one, other) = (Stop::never().when(&flags[0]), Stop::never().when(&flags[1]).when(&flags[2]).within(0));
        assert_eq!((one.and(&other).reached(), other.and(&one).reached()), (Some(Limit::Work), Some(Limit::Work)));
        flags[1].store(true, Ordering::Relaxed);
        assert_eq!(
            (one.and(&other).reached(), other.and(&one).reached()),
            (Some(Limit::Cancelled), Some(Limit::Cancelled))
        );
    }

    #[test]
    fn work_within_work() {
        let outer = Stop::never().within(100);
        let inner = outer.within(1000);
        assert_eq!((outer.left(), inner.left()), (Some(100), Some(100)));
        spend(99);
        assert!(!inner.is_done());
        spend(1);
        assert_eq!((inner.reached(), inner.interrupted()), (Some(Limit::Work), None));
        assert_eq!(inner.at_any_cost().reached(), None);
        assert_eq!(outer.left(), Some(0));
    }

    #[test]
    fn work_is_that_of_a_thread() {
        let stop = Stop::never().within(10);
        std::thread::scope(|scope| {
            scope.spawn(|| spend(100));
        });
        assert_eq!(stop.reached(), None);
        let meter = Meter::start();
        spend_time(Duration::from_nanos(7));
        assert_eq!(meter.read(), 7);
        let reading = spent();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                carry_on(reading);
                spend(3);
                assert_eq!(stop.reached(), Some(Limit::Work));
            });
        });
        assert_eq!(stop.reached(), None);
    }
}
