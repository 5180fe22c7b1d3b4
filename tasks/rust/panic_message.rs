// run => violation panic 5
fn main() {
    let n: usize = [1, 2, 3].len();
    if n > 2 {
        panic!("{n} is too much");
    }
}
