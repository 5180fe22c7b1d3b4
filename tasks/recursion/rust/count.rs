// verify unreach-call => TRUE
// count(n) = n, so that 1 can be added to what n - 1 gives without a panic.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn count(n: u32) -> u32 {
    if n == 0 { 0 } else { 1 + count(n - 1) }
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uint() };
    assert!(count(n) == n);
}
