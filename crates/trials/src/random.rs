//! Random numbers: the same seed gives the same trials everywhere.

use adumbra_options::{OptionTable, Value};
use adumbra_solver::sat::SatOptions;
use adumbra_terms::simplify::check::Random;

/// A stream of choices.
#[derive(Clone, Debug)]
pub struct Rng(Random);

impl Rng {
    /// The stream of trial number `trial` of a run.
    pub fn new(seed: u64, trial: u64) -> Rng {
        let mut mix = Random(seed ^ trial.wrapping_mul(0x2545_f491_4f6c_dd1d));
        Rng(Random(mix.next_u64()))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True one time in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Exchanges items at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// Options of the search: a few, or all, moved within their ranges. Small numbers are likelier than large ones, since
    /// formulas are small and most of what counts conflicts would never happen.
    pub fn sat_options(&mut self) -> SatOptions {
        let mut options = SatOptions::default();
        let moved = if self.one_in(2) { 4 } else { 1 };
        for spec in SatOptions::TABLE {
            if self.below(4) >= moved {
                continue;
            }
            let value = match spec.range {
                Some((Value::Int(low), Value::Int(high))) => {
                    let span = (high - low) as u64;
                    let bits = 64 - span.leading_zeros() as usize;
                    let shift = self.below(bits + 1);
                    Value::Int(low + (self.bits() % (span + 1)).checked_shr(shift as u32).unwrap_or(0) as i128)
                }
                Some((Value::Real(low), Value::Real(high))) => {
                    Value::Real(low + (high - low) * self.below(1001) as f64 / 1000.0)
                }
                _ => Value::Flag(self.one_in(2)),
            };
            // A value of the range is never refused.
            let _ = options.set_value(spec.name, value);
        }
        options
    }
}

/// The options that are not at their defaults, as a configuration file says them.
pub fn settings(options: &SatOptions) -> Vec<String> {
    let moved = |spec: &adumbra_options::OptionSpec| {
        let value = options.get(spec.name).ok()?;
        (value != spec.default).then(|| format!("{} = {value}", spec.name))
    };
    SatOptions::TABLE.iter().filter_map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_move_and_stay_in_their_ranges() {
        let mut moved = std::collections::BTreeSet::new();
        for trial in 0..200 {
            let options = Rng::new(1, trial).sat_options();
            for spec in SatOptions::TABLE {
                let value = options.get(spec.name).unwrap();
                assert!(spec.range.is_none_or(|(low, high)| low <= value && value <= high), "{}", spec.name);
                if value != spec.default {
                    moved.insert(spec.name);
                }
            }
        }
        assert_eq!(moved.len(), SatOptions::TABLE.len());
    }
}
