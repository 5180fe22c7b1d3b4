// verify unreach-call => TRUE
// The sum that is borrowed grows by n, also where it wraps around.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn add(n: u32, sum: &mut u32) {
    if n > 0 {
        *sum = sum.wrapping_add(1);
        add(n - 1, sum);
    }
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uint() };
    let start = unsafe { __VERIFIER_nondet_uint() };
    let mut sum = start;
    add(n, &mut sum);
    assert!(sum == start.wrapping_add(n));
}
