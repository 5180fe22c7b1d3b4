//! Restarts and the two modes of the search.
//!
//! Focused mode restarts often, when the glue of recent clauses is worse than average; stable mode
//! follows the reluctant doubling sequence. The modes take turns, by conflicts the first time and
//! by work afterwards.
//!
//! The sequence: M. Luby, A. Sinclair and D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms",
//! Information Processing Letters 1993. Restarts by glue: G. Audemard and L. Simon, "Refining
//! Restarts Strategies for SAT and UNSAT", CP 2012; with moving averages: A. Biere and A.
//! Fröhlich, "Evaluating CDCL Restart Schemes", Pragmatics of SAT 2015. Two modes: C. Oh, "Between
//! SAT and UNSAT: The Fundamental Difference in CDCL SAT", SAT 2015.

use super::Sat;
use super::config::SatOptions;

/// An exponential moving average that starts without bias.
#[derive(Debug, Clone, Default)]
struct Average {
    biased: f64,
    alpha: f64,
    rest: f64,
}

impl Average {
    fn new(window: i64) -> Self {
        Average { biased: 0.0, alpha: 1.0 / window as f64, rest: 1.0 }
    }

    fn update(&mut self, value: f64) {
        self.biased += self.alpha * (value - self.biased);
        self.rest *= 1.0 - self.alpha;
    }

    fn value(&self) -> f64 {
        if self.rest < 1.0 { self.biased / (1.0 - self.rest) } else { 0.0 }
    }
}

/// Knuth's reluctant doubling: 1 1 2 1 1 2 4 1 …
#[derive(Debug, Clone)]
struct Reluctant {
    u: i64,
    v: i64,
}

impl Reluctant {
    fn next(&mut self) -> i64 {
        let result = self.v;
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        result
    }
}

/// Counts distinct levels.
#[derive(Debug, Default)]
pub(super) struct GlueCounter {
    stamps: Vec<u64>,
    stamp: u64,
}

impl GlueCounter {
    /// The number of distinct positive levels, up to a bound.
    pub(super) fn count(&mut self, levels: impl Iterator<Item = u32>, bound: u32) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for level in levels {
            let level = level as usize;
            if self.stamps.len() <= level {
                self.stamps.resize(level + 1, 0);
            }
            if level > 0 && self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                count += 1;
                if count >= bound {
                    break;
                }
            }
        }
        count
    }
}

/// When to restart and to change mode.
#[derive(Debug)]
pub(super) struct Restarts {
    pub(super) stable: bool,
    pub(super) glue_counter: GlueCounter,
    pub(super) random_share: f64,
    fast: Average,
    slow: Average,
    reluctant: Reluctant,
    /// Conflicts at the next restart.
    at: u64,
    mode_conflicts: u64,
    mode_ticks: u64,
    mode_started: u64,
    turn_ticks: u64,
    turns: u64,
}

impl Restarts {
    pub(super) fn new(opts: &SatOptions) -> Self {
        let modern = opts.search_style != "spear";
        let stable = modern && (opts.stabilize == 2 || opts.stabilize == 1 && opts.stable_first);
        Restarts {
            stable,
            glue_counter: GlueCounter::default(),
            random_share: opts.random_decisions,
            fast: Average::new(opts.glue_fast_window),
            slow: Average::new(opts.glue_slow_window),
            reluctant: Reluctant { u: 1, v: 1 },
            at: if stable { opts.reluctant_period as u64 } else { opts.restart_interval as u64 },
            mode_conflicts: opts.stabilize_interval as u64,
            mode_ticks: u64::MAX,
            mode_started: 0,
            turn_ticks: 0,
            turns: 0,
        }
    }

    /// Takes note of a learned clause.
    pub(super) fn record(&mut self, glue: u32) {
        self.fast.update(f64::from(glue));
        self.slow.update(f64::from(glue));
    }
}

impl Sat {
    pub(super) fn restarting(&self) -> bool {
        if !self.opts.restart || self.stats.conflicts < self.restarts.at || self.level() <= self.assumptions.len() {
            return false;
        }
        self.restarts.stable || self.restarts.slow.value() * self.opts.restart_margin <= self.restarts.fast.value()
    }

    pub(super) fn restart(&mut self) {
        self.stats.restarts += 1;
        let target = self.reusable_level();
        self.backtrack(target);
        self.schedule_restart();
        self.restarts.random_share = (self.restarts.random_share * self.opts.random_decisions_scaling).clamp(0.0, 1.0);
    }

    fn schedule_restart(&mut self) {
        let interval = if self.restarts.stable {
            (self.restarts.reluctant.next().saturating_mul(self.opts.reluctant_period)).min(self.opts.reluctant_max)
        } else {
            self.opts.restart_interval
        };
        self.restarts.at = self.stats.conflicts + interval as u64;
    }

    /// The level up to which decisions would be taken again.
    fn reusable_level(&mut self) -> usize {
        let mut level = self.assumptions.len().min(self.level());
        if !self.opts.reuse_trail {
            return level;
        }
        let Some(next) = self.next_var() else {
            return level;
        };
        while level < self.level() && self.matters_more(self.control[level].decision.var(), next) {
            level += 1;
        }
        level
    }

    pub(super) fn switching_mode(&self) -> bool {
        self.opts.stabilize == 1
            && (self.stats.conflicts >= self.restarts.mode_conflicts || self.stats.ticks >= self.restarts.mode_ticks)
    }

    pub(super) fn switch_mode(&mut self) {
        let ticks = self.stats.ticks;
        let restarts = &mut self.restarts;
        if restarts.turns == 0 {
            restarts.turn_ticks = (ticks - restarts.mode_started).max(1);
            restarts.mode_conflicts = u64::MAX;
        }
        restarts.turns += 1;
        let round = restarts.turns / 2 + 1;
        restarts.mode_started = ticks;
        restarts.mode_ticks = ticks.saturating_add(restarts.turn_ticks.saturating_mul(round * round));
        restarts.stable = !restarts.stable;
        if restarts.stable {
            restarts.reluctant = Reluctant { u: 1, v: 1 };
        }
        self.schedule_restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reluctant_doubling_is_the_luby_sequence() {
        let mut reluctant = Reluctant { u: 1, v: 1 };
        let start: Vec<_> = (0..15).map(|_| reluctant.next()).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn averages_start_at_the_first_value() {
        let mut average = Average::new(1000);
        average.update(7.0);
        assert!((average.value() - 7.0).abs() < 1e-9);
        for _ in 0..100_000 {
            average.update(3.0);
        }
        assert!((average.value() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn glue_counts_distinct_levels_above_zero() {
        let mut counter = GlueCounter::default();
        assert_eq!(counter.count([3, 0, 5, 3, 5, 9].into_iter(), u32::MAX), 3);
        assert_eq!(counter.count([3, 3].into_iter(), u32::MAX), 1);
        assert_eq!(counter.count([1, 2, 3, 4].into_iter(), 2), 2);
    }
}
