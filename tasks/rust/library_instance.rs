// run => unsupported whose body is not in the module
// The instance of a generic function that the standard library keeps for itself.
fn main() {
    let mut bytes: Vec<u8> = Vec::new();
    bytes.push(1);
    assert!(bytes[0] == 1);
}
