// run => ended
fn main() {
    let mut v: Vec<i32> = Vec::new();
    for i in 0..10 {
        v.push(i * i);
    }
    let sum: i32 = v.iter().filter(|x| *x % 2 == 0).sum();
    assert_eq!(sum, 120);
    v.retain(|x| *x > 10);
    assert!(v.len() == 6);
    v.reverse();
    assert_eq!(v[0], 81);
    let doubled: Vec<i64> = v.iter().map(|x| i64::from(*x) * 2).collect();
    assert_eq!(doubled.iter().max(), Some(&162));
}
