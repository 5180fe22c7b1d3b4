// run => ended
fn main() {
    let x = 5;
    println!("x = {x}");
    assert!(x == 5);
}
