// verify unreach-call => FALSE(unreach-call) by uint=1 uint=0
// It is not called the last time.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn two_more(x: u32) -> u32 {
    x.wrapping_add(2)
}

fn repeat(f: fn(u32) -> u32, n: u32, x: u32) -> u32 {
    if n <= 1 { x } else { repeat(f, n - 1, f(x)) }
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uint() };
    let x = unsafe { __VERIFIER_nondet_uint() };
    assert!(repeat(two_more, n, x) == x.wrapping_add(n.wrapping_mul(2)));
}
