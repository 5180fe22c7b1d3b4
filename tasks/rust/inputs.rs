// run --script tasks/rust/inputs.json => violation panic
#![no_main]

unsafe extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
    fn __VERIFIER_assume(condition: i32);
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { __VERIFIER_nondet_int() };
    unsafe { __VERIFIER_assume((0 < x && x < 100) as i32) };
    assert!(x * x != 49);
    0
}
