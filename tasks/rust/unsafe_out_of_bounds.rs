// run => violation out-of-bounds
fn main() {
    let v = vec![1u32, 2, 3];
    let p = v.as_ptr();
    let x = unsafe { p.add(3).read() };
    assert!(x > 0);
}
