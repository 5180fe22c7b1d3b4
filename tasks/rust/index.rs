// run => violation panic
fn pick(v: &[u8], i: usize) -> u8 {
    v[i]
}

fn main() {
    let v = [1u8, 2, 3];
    let mut sum = 0;
    for i in 0..=v.len() {
        sum += pick(&v, i);
    }
    std::process::exit(i32::from(sum));
}
