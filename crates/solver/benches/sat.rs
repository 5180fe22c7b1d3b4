//! Benchmarks of the SAT core.
fn main() {
    divan::main();
}
