//! Random numbers: the same seed gives the same trials everywhere.

use adumbra_options::{Kind, OptionSpec, OptionTable, Value};
use adumbra_sat::SatOptions;
use adumbra_solver::options::Options;
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

    /// Options of the SAT core: a few, or all, moved within their ranges.
    pub fn sat_options(&mut self) -> SatOptions {
        let mut options = SatOptions::default();
        for (name, value) in self.settings(SatOptions::TABLE.iter()) {
            // A value of the range is never refused.
            let _ = options.set_value(name, value);
        }
        options
    }

    /// The same for all options of the solver.
    pub fn options(&mut self) -> Options {
        let mut options = Options::default();
        for (name, value) in self.settings(Options::table()) {
            let _ = options.set(name, &value.to_string());
        }
        options
    }

    /// Values for a quarter of the options, or for all of them. Small numbers are likelier than
    /// large ones, since formulas are small and most of what counts conflicts would never happen.
    fn settings<'a>(&mut self, table: impl Iterator<Item = &'a OptionSpec>) -> Vec<(&'static str, Value)> {
        let moved = if self.one_in(2) { 4 } else { 1 };
        let mut settings = Vec::new();
        for spec in table {
            if self.below(4) < moved {
                settings.push((spec.name, self.value(spec)));
            }
        }
        settings
    }

    fn value(&mut self, spec: &OptionSpec) -> Value {
        if let Kind::Choice(words) = spec.kind {
            return Value::Choice(words[self.below(words.len())]);
        }
        match spec.range {
            Some((Value::Int(low), Value::Int(high))) => {
                let span = u64::try_from(high - low).unwrap_or(u64::MAX);
                let shift = self.below(65 - span.leading_zeros() as usize);
                let offset = if span == u64::MAX { self.bits() } else { self.bits() % (span + 1) };
                Value::Int(low + i128::from(offset.checked_shr(shift as u32).unwrap_or(0)))
            }
            Some((Value::Real(low), Value::Real(high))) => {
                Value::Real(low + (high - low) * self.below(1001) as f64 / 1000.0)
            }
            _ => Value::Flag(self.one_in(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_move_and_stay_in_their_ranges() {
        let mut moved = std::collections::BTreeSet::new();
        for trial in 0..200 {
            let rng = &mut Rng::new(1, trial);
            let options = rng.options();
            let sat = rng.sat_options();
            for spec in Options::table() {
                let value = options.get(spec.name).unwrap();
                spec.check(value).unwrap();
                if value != spec.default {
                    moved.insert(spec.name);
                }
            }
            for spec in SatOptions::TABLE {
                spec.check(sat.get(spec.name).unwrap()).unwrap();
            }
        }
        assert_eq!(moved.len(), Options::table().count());
    }
}
