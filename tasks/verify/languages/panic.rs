// verify unreach-call => FALSE(unreach-call) by int=7
extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn classify(n: i32) -> Option<i32> {
    match n {
        7 => None,
        n => Some(n / 2),
    }
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_int() };
    classify(n).unwrap();
}
