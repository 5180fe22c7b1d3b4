// verify unreach-call => TRUE
extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let a = [1u8, 2, 3, 4];
    let i = unsafe { __VERIFIER_nondet_uint() } as usize;
    if i < a.len() {
        assert!(a[i] as usize == i + 1);
    }
}
