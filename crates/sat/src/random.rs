//! A small pseudo-random generator, so that runs depend on the seed alone.

/// Xorshift with a multiplication.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// True in the given share of calls.
    pub(super) fn chance(&mut self, share: f64) -> bool {
        share > 0.0 && ((self.next() >> 11) as f64) < share * (1u64 << 53) as f64
    }

    /// A number below the bound, which must not be 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}
