//! Sets of offsets: the values that a byte offset, or an integer it is computed from, may have.
//!
//! A value is a bit-vector of `w` bits. The domain has two kinds of elements: a few values one by
//! one, and a residue class: all values whose *signed* reading is congruent to `residue` modulo
//! `modulus`, and at most `2^reach` in magnitude. Modulus 1 means any.
//!
//! Arithmetic wraps around, and `x ≡ r (mod m)` survives that only if `m` divides `2^w`. So as long
//! as `reach` shows that nothing wraps, any modulus is kept (an array of structures of 12 bytes,
//! indexed by an `int` on a 64-bit machine); where it does not, only the power of two in the
//! modulus is (4 for the 12).

use smallvec::{SmallVec, smallvec};

/// How many values are kept one by one.
const MOST: usize = 16;

/// A set of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Offsets {
    /// These, in ascending order.
    Exact(SmallVec<[u64; 2]>),
    /// Those with a signed reading that is congruent to `residue` modulo `modulus` and at most
    /// `2^reach` in magnitude.
    Strided {
        /// The modulus, at least 1.
        modulus: u64,
        /// The residue, less than the modulus.
        residue: u64,
        /// The binary logarithm of a bound on the magnitude.
        reach: u8,
    },
}

/// What two sets have in common with their combination: modulus (0 for one value), some value,
/// reach.
#[derive(Clone, Copy)]
struct Summary {
    modulus: u64,
    value: i128,
    reach: u32,
}

impl Offsets {
    /// One value.
    pub fn exactly(value: u64) -> Offsets {
        Offsets::Exact(smallvec![value])
    }

    /// All values of `bits` bits.
    pub fn any(bits: u32) -> Offsets {
        Offsets::Strided { modulus: 1, residue: 0, reach: top(bits) as u8 }
    }

    /// All values of `bits` bits that are congruent to `residue` modulo a power of two.
    pub fn multiples(modulus: u64, residue: u64, bits: u32) -> Offsets {
        from_summary(Summary { modulus, value: i128::from(residue), reach: top(bits) }, bits)
    }

    /// The only value, if there is one only.
    pub fn single(&self) -> Option<u64> {
        match self {
            Offsets::Exact(values) if values.len() == 1 => Some(values[0]),
            _ => None,
        }
    }

    /// Is it the set of zero alone?
    pub fn is_zero(&self) -> bool {
        self.single() == Some(0)
    }

    /// Is nothing known?
    pub fn is_any(&self) -> bool {
        matches!(self, Offsets::Strided { modulus: 1, .. })
    }

    /// Is a value of `bits` bits in the set?
    pub fn contains(&self, value: u64, bits: u32) -> bool {
        match self {
            Offsets::Exact(values) => values.binary_search(&value).is_ok(),
            Offsets::Strided { modulus, residue, .. } => {
                signed(value, bits).rem_euclid(i128::from(*modulus)) == i128::from(*residue)
            }
        }
    }

    /// The union, or something larger.
    pub fn join(&self, other: &Offsets, bits: u32) -> Offsets {
        if let (Offsets::Exact(a), Offsets::Exact(b)) = (self, other) {
            let mut all: SmallVec<[u64; 2]> = a.iter().chain(b).copied().collect();
            all.sort_unstable();
            all.dedup();
            if all.len() <= MOST {
                return Offsets::Exact(all);
            }
            return from_summary(summary(&Offsets::Exact(all), bits), bits);
        }
        let (a, b) = (summary(self, bits), summary(other, bits));
        from_summary(joined(a, b), bits)
    }

    /// Makes it the union with another, or something larger; has it changed?
    pub fn add(&mut self, other: &Offsets, bits: u32) -> bool {
        let covered = match (&*self, other) {
            (Offsets::Strided { modulus: 1, reach, .. }, _) if u32::from(*reach) == top(bits) => return false,
            (a, b) if a == b => true,
            (_, Offsets::Exact(values)) => values.iter().all(|v| self.contains(*v, bits)),
            _ => false,
        };
        if covered && !matches!(self, Offsets::Strided { .. }) {
            return false;
        }
        let joined = self.join(other, bits);
        let changed = joined != *self;
        *self = joined;
        changed
    }

    /// All sums of a value of each.
    pub fn plus(&self, other: &Offsets, bits: u32) -> Offsets {
        if other.is_zero() {
            return self.clone();
        }
        if let (Offsets::Exact(a), Offsets::Exact(b)) = (self, other)
            && a.len() * b.len() <= 4 * MOST
        {
            let sums = a.iter().flat_map(|x| b.iter().map(move |y| x.wrapping_add(*y) & mask(bits)));
            return collected(sums, bits);
        }
        let (a, b) = (summary(self, bits), summary(other, bits));
        let sum =
            Summary { modulus: gcd(a.modulus, b.modulus), value: a.value + b.value, reach: a.reach.max(b.reach) + 1 };
        from_summary(sum, bits)
    }

    /// All products with a constant.
    pub fn times(&self, factor: u64, bits: u32) -> Offsets {
        if let Offsets::Exact(values) = self {
            return collected(values.iter().map(|x| x.wrapping_mul(factor) & mask(bits)), bits);
        }
        let k = signed(factor, bits);
        let a = summary(self, bits);
        let magnitude = k.unsigned_abs();
        let reach = a.reach + (128 - magnitude.leading_zeros());
        match u64::try_from(u128::from(a.modulus) * magnitude) {
            Ok(0) => Offsets::exactly(0),
            Ok(modulus) => from_summary(Summary { modulus, value: a.value * k, reach }, bits),
            Err(_) => Offsets::multiples(power_of_two(factor), 0, bits),
        }
    }

    /// All negated values.
    pub fn negated(&self, bits: u32) -> Offsets {
        match self {
            Offsets::Exact(values) => collected(values.iter().map(|x| x.wrapping_neg() & mask(bits)), bits),
            strided => {
                let a = summary(strided, bits);
                from_summary(Summary { value: -a.value, ..a }, bits)
            }
        }
    }

    /// Values of `from` bits read as signed ones, with `to` bits, `to > from`.
    pub fn sign_extended(&self, from: u32, to: u32) -> Offsets {
        match self {
            Offsets::Exact(values) => collected(values.iter().map(|x| signed(*x, from) as u64 & mask(to)), to),
            strided => strided.clone(),
        }
    }

    /// Values of `from` bits read as unsigned ones, with `to` bits, `to > from`.
    pub fn zero_extended(&self, from: u32, to: u32) -> Offsets {
        match self {
            Offsets::Exact(_) => self.clone(),
            strided => {
                // Negative values grow by 2^from.
                let a = summary(strided, from);
                let modulus = if from < 64 { gcd(a.modulus, 1 << from) } else { power_of_two(a.modulus) };
                from_summary(Summary { modulus, value: a.value, reach: from }, to)
            }
        }
    }

    /// The low `to` bits of values of more bits.
    pub fn truncated(&self, from: u32, to: u32) -> Offsets {
        match self {
            Offsets::Exact(values) => collected(values.iter().map(|x| x & mask(to)), to),
            strided => {
                let a = summary(strided, from);
                let reach = if a.reach <= top(to) { a.reach } else { to };
                from_summary(Summary { reach, ..a }, to)
            }
        }
    }

    /// The set closed under adding `step` again and again, in both directions.
    pub fn closed_under(&self, step: u64, bits: u32) -> Offsets {
        let a = summary(self, bits);
        from_summary(Summary { modulus: gcd(a.modulus, step), value: a.value, reach: bits }, bits)
    }

    /// The modulus and residue: 0 and the value for one value.
    pub fn class(&self, bits: u32) -> (u64, u64) {
        match self {
            Offsets::Exact(values) if values.len() == 1 => (0, values[0]),
            Offsets::Strided { modulus, residue, .. } => (*modulus, *residue),
            exact => {
                let a = summary(exact, bits);
                (a.modulus, a.value.rem_euclid(i128::from(a.modulus.max(1))) as u64)
            }
        }
    }
}

fn collected(values: impl Iterator<Item = u64>, bits: u32) -> Offsets {
    let mut all: SmallVec<[u64; 2]> = values.collect();
    all.sort_unstable();
    all.dedup();
    let few = all.len() <= MOST;
    let exact = Offsets::Exact(all);
    if few { exact } else { from_summary(summary(&exact, bits), bits) }
}

fn summary(set: &Offsets, bits: u32) -> Summary {
    match set {
        Offsets::Exact(values) => {
            let one = |v: &u64| {
                let value = signed(*v, bits);
                Summary { modulus: 0, value, reach: 128 - value.unsigned_abs().leading_zeros() }
            };
            let nothing = Summary { modulus: 0, value: 0, reach: 0 };
            values.iter().map(one).reduce(joined).unwrap_or(nothing)
        }
        Offsets::Strided { modulus, residue, reach } => {
            Summary { modulus: *modulus, value: i128::from(*residue), reach: (*reach).into() }
        }
    }
}

fn joined(a: Summary, b: Summary) -> Summary {
    let apart = u64::try_from((a.value - b.value).unsigned_abs()).unwrap_or(1);
    Summary { modulus: gcd(gcd(a.modulus, b.modulus), apart), value: a.value, reach: a.reach.max(b.reach) }
}

fn from_summary(a: Summary, bits: u32) -> Offsets {
    if a.modulus == 0 {
        return Offsets::exactly(a.value as u64 & mask(bits));
    }
    let wraps = a.reach >= top(bits);
    let modulus = if wraps { power_of_two(a.modulus).min(1 << top(bits)) } else { a.modulus };
    let residue = a.value.rem_euclid(i128::from(modulus)) as u64;
    Offsets::Strided { modulus, residue, reach: a.reach.min(top(bits)) as u8 }
}

fn top(bits: u32) -> u32 {
    bits.clamp(1, 64) - 1
}

/// All ones in the low `bits` bits.
pub(crate) fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The signed reading of a value.
pub(crate) fn signed(value: u64, bits: u32) -> i128 {
    let bits = bits.clamp(1, 64);
    let shift = 64 - bits;
    i128::from(((value << shift) as i64) >> shift)
}

fn power_of_two(n: u64) -> u64 {
    if n == 0 { 1 << 63 } else { n & n.wrapping_neg() }
}

/// The greatest common divisor; that of 0 and `n` is `n`.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on sets of small numbers contains what it does to their members.
    #[test]
    fn operations_cover_all_members() {
        let bits = 6;
        let mut sets = vec![Offsets::any(bits), Offsets::exactly(5), Offsets::exactly(62)];
        for m in [1, 2, 3, 4, 6, 12] {
            for r in 0..m {
                for reach in [2, 4] {
                    sets.push(Offsets::Strided { modulus: m, residue: r, reach });
                }
            }
        }
        sets.push(collected([0, 4, 60].into_iter(), bits));
        sets.push(collected([1, 13, 25].into_iter(), bits));
        let members = |s: &Offsets, bits: u32| -> Vec<u64> {
            let reach = if let Offsets::Strided { reach, .. } = s { *reach } else { 63 };
            let near = |v: u64| signed(v, bits).unsigned_abs() <= 1 << reach;
            (0..1 << bits).filter(|v| s.contains(*v, bits) && near(*v)).collect()
        };
        let check = |set: &Offsets, value: u64, bits: u32, what: &str| {
            assert!(members(set, bits).contains(&value), "{what}: {value} not in {set:?}");
        };
        for a in &sets {
            for x in members(a, bits) {
                check(&a.negated(bits), x.wrapping_neg() & 63, bits, "negated");
                check(&a.sign_extended(6, 9), signed(x, 6) as u64 & 511, 9, "sign");
                check(&a.zero_extended(6, 9), x, 9, "zero");
                check(&a.truncated(6, 4), x & 15, 4, "truncated");
                for k in [0, 1, 2, 3, 12, 61] {
                    check(&a.times(k, bits), x.wrapping_mul(k) & 63, bits, "times");
                    check(&a.closed_under(k, bits), (x + 5 * k) & 63, bits, "closed");
                }
            }
            for b in &sets {
                let (sum, union) = (a.plus(b, bits), a.join(b, bits));
                for x in members(a, bits) {
                    check(&union, x, bits, "join");
                    for y in members(b, bits) {
                        check(&sum, (x + y) & 63, bits, "plus");
                    }
                }
                let mut grown = a.clone();
                grown.add(b, bits);
                members(b, bits).iter().for_each(|y| check(&grown, *y, bits, "add"));
                assert!(!grown.add(b, bits) && !grown.add(a, bits), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn strides_survive_where_nothing_wraps() {
        let index = Offsets::any(32).sign_extended(32, 64);
        let (modulus, residue) = index.times(12, 64).plus(&Offsets::exactly(8), 64).class(64);
        assert_eq!((modulus, residue), (12, 8));
        let index = Offsets::any(32);
        assert_eq!(index.times(12, 32).plus(&Offsets::exactly(8), 32).class(32), (4, 0));
    }
}
