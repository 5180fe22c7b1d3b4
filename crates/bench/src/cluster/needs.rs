//! How many pairs a job gets, and what it asks of Slurm.

use super::share::Share;
use crate::model::Limits;

/// How long a job should take at most, in seconds, if nobody says how many pairs it gets.
const LONG: f64 = 900.0;
/// How many jobs an array should have at most.
const MANY: usize = 1000;
/// What every run may take in addition to its limit, in seconds: starting, ending, storing.
const EXTRA: f64 = 15.0;
/// What every job may take in addition, in seconds.
const START: f64 = 120.0;
/// Memory in addition to the limit, in bytes: our own processes, and what a tool writes to the
/// disk.
const ROOM: u64 = 256 << 20;

/// How many pairs a job gets: as many as were asked for, otherwise such that a job does not take
/// very long; more if the array would have more jobs than are allowed.
pub fn each(pairs: usize, asked: Option<usize>, allowed: usize, limits: &[Limits]) -> usize {
    let longest = limits.iter().map(|l| l.wall.or(l.cpu)).try_fold(0.0f64, |sum, l| l.map(|l| sum.max(l)));
    let short = longest.filter(|l| *l > 0.0).map_or(1, |l| ((LONG / l) as usize).clamp(1, 100));
    // Few pairs are spread over as many jobs as there are pairs.
    let short = short.min(pairs.div_ceil(32)).max(1);
    let least = |jobs: usize| pairs.div_ceil(jobs.max(1)).max(1);
    asked.unwrap_or(short.max(least(MANY))).max(least(allowed))
}

/// The options of `sbatch` that make room for the limits.
pub fn options(shares: &[Share]) -> Vec<String> {
    let mut options = Vec::new();
    let limits = || shares.iter().flat_map(|share| &share.columns).map(|(column, _)| &column.limits);
    // A share of which one run has no limit has none.
    let time = |share: &Share| {
        let each = share.pairs.iter().map(|pair| share.columns.get(pair.column).and_then(|(c, _)| c.limits.wall));
        each.map(|wall| wall.map(|wall| wall + EXTRA)).sum::<Option<f64>>()
    };
    let longest = shares.iter().map(time).try_fold(0.0f64, |most, time| time.map(|time| most.max(time)));
    if let Some(longest) = longest {
        options.push(format!("--time={}", ((longest + START) / 60.0).ceil() as u64));
    }
    if let Some(cores) = limits().filter_map(|l| l.cores).max() {
        options.push(format!("--cpus-per-task={cores}"));
    }
    let memory = limits().map(|l| l.memory).try_fold(0, |most: u64, memory| memory.map(|memory| most.max(memory)));
    if let Some(memory) = memory.filter(|memory| *memory > 0) {
        let with_room = memory.saturating_add(memory / 10).saturating_add(ROOM);
        options.push(format!("--mem={}M", with_room.div_ceil(1 << 20)));
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(wall: Option<f64>) -> Limits {
        Limits { cpu: None, wall, memory: Some(1 << 30), cores: Some(2) }
    }

    #[test]
    fn jobs_are_neither_long_nor_many() {
        let long = [limits(Some(900.0))];
        assert_eq!(each(500, None, 1001, &long), 1);
        assert_eq!(each(500, None, 100, &long), 5);
        assert_eq!(each(10_000, None, 100_000, &long), 10);
        assert_eq!(each(10_000, None, 100_000, &[limits(Some(10.0))]), 90);
        assert_eq!(each(10, None, 1001, &[limits(Some(10.0))]), 1);
        assert_eq!(each(10, Some(4), 1001, &[limits(None)]), 4);
        assert_eq!(each(0, None, 0, &[]), 1);
    }
}
