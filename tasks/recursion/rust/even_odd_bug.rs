// verify unreach-call => FALSE(unreach-call) by uint=2
// Odd numbers begin after 1.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn even(n: u32) -> bool {
    n == 0 || odd(n - 1)
}

fn odd(n: u32) -> bool {
    n > 1 && even(n - 1)
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uint() };
    assert!(even(n) == (n % 2 == 0));
}
