// verify unreach-call => FALSE(unreach-call) by uint=1
// The base case takes 1 as well.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn count(n: u32) -> u32 {
    if n <= 1 { 0 } else { 1 + count(n - 1) }
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uint() };
    assert!(count(n) == n);
}
