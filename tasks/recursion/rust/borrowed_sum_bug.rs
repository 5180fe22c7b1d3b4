// verify unreach-call => FALSE(unreach-call) by uint=1 uint=4294967295
// What does not fit is a panic here.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn add(n: u32, sum: &mut u32) {
    if n > 0 {
        *sum = *sum + 1;
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
