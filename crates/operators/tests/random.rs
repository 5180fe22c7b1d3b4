//! Random values with many of those on which operators go wrong.

pub use adumbra_testing::Random;
use num_bigint::BigUint;

/// An integer of a width, often near an end or a power of two, or an amount to shift by.
pub fn integer(random: &mut Random, width: u32) -> BigUint {
    let all = BigUint::from(1u8) << width;
    let near = random.next() % 5;
    // Below the power by 2, or above by as much; numbers wrap around at the width.
    let around = |power: BigUint| (&all + power + near - 2u8) % &all;
    match random.next() % 6 {
        0 => around(BigUint::ZERO),
        1 => around(BigUint::from(1u8) << (width - 1)),
        2 => around(BigUint::from(1u8) << (random.next() % u64::from(width))),
        3 => BigUint::from(random.next() % (2 * u64::from(width))) % &all,
        _ => {
            let words = (0..width.div_ceil(64)).map(|_| random.next());
            words.fold(BigUint::ZERO, |number, word| (number << 64u32) + word) % &all
        }
    }
}

/// A float with many special cases.
pub fn double(random: &mut Random) -> f64 {
    let r = random.next();
    match r % 8 {
        0 => {
            [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE][(r >> 8) as usize % 8]
        }
        1 => (random.next() as i64 >> ((r >> 8) % 64)) as f64,
        2 => f64::from_bits(random.next() & 0x800f_ffff_ffff_ffff),
        3 => f64::from(f32::from_bits(random.next() as u32)),
        4 => (random.next() % 1000) as f64 / 8.0 - 60.0,
        _ => f64::from_bits(random.next()),
    }
}
