// run => violation panic
fn find(v: &[i32], wanted: i32) -> Option<usize> {
    v.iter().position(|x| *x == wanted)
}

fn main() {
    let v = vec![1, 2, 3];
    let i = find(&v, 4).unwrap();
    assert!(i < 3);
}
