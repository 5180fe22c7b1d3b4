//! A small pseudo-random generator (SplitMix64), so that a search depends on its seed alone, on
//! every machine and with every version of any library.

/// The generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for a seed. Seeds that differ in a bit give sequences that have nothing in
    /// common.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed ^ 0x5851_f42d_4c95_7f2d);
        random.number();
        random
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.number()) * bound as u128) >> 64) as usize
    }

    /// True with a probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        ((self.number() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// Brings a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_and_repeat() {
        let mut random = Random::new(7);
        let mut counts = [0; 10];
        (0..10_000).for_each(|_| counts[random.below(10)] += 1);
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        assert_eq!((0..1000).filter(|_| random.chance(0.0)).count(), 0);
        assert_eq!((0..1000).filter(|_| random.chance(1.0)).count(), 1000);
        assert_eq!(random.below(0), 0);
        let list = |seed| {
            let mut list: Vec<usize> = (0..20).collect();
            Random::new(seed).shuffle(&mut list);
            list
        };
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
        let mut sorted = list(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
    }
}
