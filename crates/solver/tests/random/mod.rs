//! A small generator of pseudo-random numbers, for tests that need no more.

/// The state, which is not zero.
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// One of some.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Rounds of a test; the environment may ask for more.
pub fn rounds(usual: usize) -> usize {
    let factor = std::env::var("ADUMBRA_ROUNDS").ok().and_then(|text| text.parse().ok());
    usual * factor.unwrap_or(1)
}
