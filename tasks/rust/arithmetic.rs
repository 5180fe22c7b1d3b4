// run => ended
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn main() {
    assert!(gcd(48, 36) == 12);
    assert!(200u8.checked_add(100).is_none());
    assert!(200u8.saturating_add(100) == 255);
    assert!(200u8.wrapping_add(100) == 44);
    assert!(i32::MIN.overflowing_neg() == (i32::MIN, true));
    assert!(0x1234u16.swap_bytes() == 0x3412);
    assert!(40u32.leading_zeros() == 26 && 40u32.trailing_zeros() == 3 && 40u32.count_ones() == 2);
    assert!(1u32.rotate_right(1) == 1 << 31);
    assert!((-7i32).rem_euclid(3) == 2 && (-7i32) / 3 == -2);
    assert!((300.7f32 as u8) == 255 && (f64::NAN as i32) == 0 && (-1.5f64 as i64) == -1);
    assert!((2.0f64).sqrt() > 1.414 && (2.5f64).round() == 3.0 && (-0.0f64).is_sign_negative());
    assert!((u64::MAX as u128 * u64::MAX as u128) >> 64 == (u64::MAX - 1) as u128);
    let (a, b) = (i128::MAX / 3, 7i128);
    assert!(a % b == 170141183460469231731687303715884105727 / 3 % 7);
    assert!(5i32.pow(3) == 125 && 2u64.isqrt() == 1);
    assert!(5i32.cmp(&7) == std::cmp::Ordering::Less);
}
