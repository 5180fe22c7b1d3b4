// verify unreach-call => FALSE(unreach-call) by uint=0 uint=0
// The cases are tried in the wrong order.
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn difference(a: u32, b: u32) -> Option<u32> {
    match (a, b) {
        (0, _) => None,
        (a, 0) => Some(a),
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
