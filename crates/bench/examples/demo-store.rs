//! Writes a store that looks like a real run, to look at reports:
//! `cargo run --example demo-store -- demo.db 2000`.

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "demo.db".into());
    let tasks = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let (columns, rows) = support::demo(tasks);
    support::store(path.as_ref(), &columns, &rows);
    println!("{path}: {tasks} tasks, {} columns", columns.len());
}
