// verify unreach-call => FALSE(unreach-call) by uchar=255
extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_uchar() };
    let next = n + 1;
    assert!(next > n);
}
