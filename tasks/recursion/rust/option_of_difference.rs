// verify unreach-call => TRUE
// There is a difference exactly when b is not larger; then it is a - b.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn difference(a: u32, b: u32) -> Option<u32> {
    match (a, b) {
        (a, 0) => Some(a),
        (0, _) => None,
        (a, b) => difference(a - 1, b - 1),
    }
}

fn main() {
    let a = unsafe { __VERIFIER_nondet_uint() };
    let b = unsafe { __VERIFIER_nondet_uint() };
    match difference(a, b) {
        Some(d) => assert!(a >= b && d == a - b),
        None => assert!(a < b),
    }
}
