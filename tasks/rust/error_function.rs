// run --seed 1 => violation error-call
#![no_main]

unsafe extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
    fn reach_error() -> !;
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let n = unsafe { __VERIFIER_nondet_uint() } % 8;
    let sum: u32 = (0..=n).sum();
    if sum == n * (n + 1) / 2 {
        unsafe { reach_error() }
    }
    0
}
