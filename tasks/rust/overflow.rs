// run => violation panic
fn factorial(n: u32) -> u32 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

fn main() {
    let big = factorial(13);
    assert!(big > 0);
}
